#include "net/curl_api.h"

#include <pthread.h>

#include "base/library.h"

struct curl_api curl_api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct error failure;

static const struct library_symbol symbols[] = {
    { "curl_global_init", (void **) &curl_api.global_init },
    { "curl_easy_init", (void **) &curl_api.easy_init },
    { "curl_easy_cleanup", (void **) &curl_api.easy_cleanup },
    { "curl_easy_reset", (void **) &curl_api.easy_reset },
    { "curl_easy_perform", (void **) &curl_api.easy_perform },
    { "curl_easy_setopt", (void **) &curl_api.easy_setopt },
    { "curl_easy_getinfo", (void **) &curl_api.easy_getinfo },
    { "curl_easy_strerror", (void **) &curl_api.easy_strerror },
    { "curl_multi_init", (void **) &curl_api.multi_init },
    { "curl_multi_cleanup", (void **) &curl_api.multi_cleanup },
    { "curl_multi_setopt", (void **) &curl_api.multi_setopt },
    { "curl_multi_add_handle", (void **) &curl_api.multi_add_handle },
    { "curl_multi_remove_handle", (void **) &curl_api.multi_remove_handle },
    { "curl_multi_assign", (void **) &curl_api.multi_assign },
    { "curl_multi_info_read", (void **) &curl_api.multi_info_read },
    { "curl_multi_socket_action", (void **) &curl_api.multi_socket_action },
    { "curl_multi_strerror", (void **) &curl_api.multi_strerror },
    { "curl_slist_append", (void **) &curl_api.slist_append },
    { "curl_slist_free_all", (void **) &curl_api.slist_free_all },
};

static void load(void)
{
    if (library_load("libcurl.so.4", "libcurl4", symbols, sizeof symbols / sizeof *symbols, &failure) < 0)
        return;
    if (curl_api.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        error_set(&failure, ERROR_INTERNAL, "libcurl could not be initialised");
}

int curl_api_load(struct error *e)
{
    pthread_once(&once, load);
    if (failure.code && e)
        *e = failure;
    return -failure.code;
}
