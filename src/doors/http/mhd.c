#include "doors/http/mhd.h"

#include <pthread.h>

#include "base/library.h"

struct mhd_api mhd_api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct error failure;

static const struct library_symbol symbols[] = {
    ROWS(LIBRARY_SYMBOL, "MHD_", mhd_api, start_daemon, stop_daemon, quiesce_daemon, get_daemon_info,
         get_connection_info, set_connection_option, suspend_connection, resume_connection, get_connection_values_n,
         create_response_from_buffer),
    ROWS(LIBRARY_SYMBOL, "MHD_", mhd_api, create_response_from_callback, destroy_response, add_response_header,
         queue_response),
};

static void load(void)
{
    library_load("libmicrohttpd.so.12", "libmicrohttpd12", symbols, sizeof symbols / sizeof *symbols, &failure);
}

int mhd_load(struct error *e)
{
    pthread_once(&once, load);
    if (failure.code && e)
        *e = failure;
    return -failure.code;
}
