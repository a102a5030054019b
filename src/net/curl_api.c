#include "net/curl_api.h"

#include <pthread.h>

#include "base/library.h"

struct curl_api curl_api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct error failure;

static const struct library_symbol symbols[] = {
    ROWS(LIBRARY_SYMBOL, "curl_", curl_api, global_init, easy_init, easy_cleanup, easy_reset, easy_perform, easy_setopt,
         easy_getinfo, easy_strerror, multi_init, multi_cleanup),
    ROWS(LIBRARY_SYMBOL, "curl_", curl_api, multi_setopt, multi_add_handle, multi_remove_handle, multi_info_read,
         multi_socket_action, multi_strerror, slist_append, slist_free_all),
};

static void load(void)
{
    if (library_load("libcurl.so.4", "libcurl4", symbols, sizeof symbols / sizeof *symbols, &failure) < 0)
        return;
    /* libcurl initialises OpenSSL here whatever the flags say, 0.5 ms with the system's openssl.cnf. */
    if (curl_api.global_init(CURL_GLOBAL_NOTHING) != CURLE_OK)
        error_set(&failure, ERROR_INTERNAL, "libcurl could not be initialised");
}

int curl_api_load(struct error *e)
{
    pthread_once(&once, load);
    if (failure.code && e)
        *e = failure;
    return -failure.code;
}
