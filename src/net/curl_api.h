/* libcurl, loaded when the first request needs it: linked, it brings two dozen
 * libraries that double the time to start. The names are libcurl's own. */
#ifndef FATHOM_NET_CURL_API_H
#define FATHOM_NET_CURL_API_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include "base/error.h"

struct curl_api {
    __typeof__(curl_global_init) *global_init;
    __typeof__(curl_easy_init) *easy_init;
    __typeof__(curl_easy_cleanup) *easy_cleanup;
    __typeof__(curl_easy_reset) *easy_reset;
    __typeof__(curl_easy_perform) *easy_perform;
    CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
    __typeof__(curl_easy_strerror) *easy_strerror;
    __typeof__(curl_multi_init) *multi_init;
    __typeof__(curl_multi_cleanup) *multi_cleanup;
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    __typeof__(curl_multi_add_handle) *multi_add_handle;
    __typeof__(curl_multi_remove_handle) *multi_remove_handle;
    __typeof__(curl_multi_info_read) *multi_info_read;
    __typeof__(curl_multi_socket_action) *multi_socket_action;
    __typeof__(curl_multi_strerror) *multi_strerror;
    __typeof__(curl_slist_append) *slist_append;
    __typeof__(curl_slist_free_all) *slist_free_all;
};

extern struct curl_api curl_api;

/* Loads and initialises it, once; any thread. */
int curl_api_load(struct error *e);

#define curl_easy_init curl_api.easy_init
#define curl_easy_cleanup curl_api.easy_cleanup
#define curl_easy_reset curl_api.easy_reset
#define curl_easy_perform curl_api.easy_perform
#undef curl_easy_setopt
#define curl_easy_setopt curl_api.easy_setopt
#undef curl_easy_getinfo
#define curl_easy_getinfo curl_api.easy_getinfo
#define curl_easy_strerror curl_api.easy_strerror
#define curl_multi_init curl_api.multi_init
#define curl_multi_cleanup curl_api.multi_cleanup
#undef curl_multi_setopt
#define curl_multi_setopt curl_api.multi_setopt
#define curl_multi_add_handle curl_api.multi_add_handle
#define curl_multi_remove_handle curl_api.multi_remove_handle
#define curl_multi_info_read curl_api.multi_info_read
#define curl_multi_socket_action curl_api.multi_socket_action
#define curl_multi_strerror curl_api.multi_strerror
#define curl_slist_append curl_api.slist_append
#define curl_slist_free_all curl_api.slist_free_all

#endif
