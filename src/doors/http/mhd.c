#include "doors/http/mhd.h"

#include <pthread.h>

#include "base/library.h"

struct mhd_api mhd_api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct error failure;

static const struct library_symbol symbols[] = {
    { "MHD_start_daemon", (void **) &mhd_api.start_daemon },
    { "MHD_stop_daemon", (void **) &mhd_api.stop_daemon },
    { "MHD_quiesce_daemon", (void **) &mhd_api.quiesce_daemon },
    { "MHD_get_daemon_info", (void **) &mhd_api.get_daemon_info },
    { "MHD_get_connection_info", (void **) &mhd_api.get_connection_info },
    { "MHD_set_connection_option", (void **) &mhd_api.set_connection_option },
    { "MHD_suspend_connection", (void **) &mhd_api.suspend_connection },
    { "MHD_resume_connection", (void **) &mhd_api.resume_connection },
    { "MHD_get_connection_values_n", (void **) &mhd_api.get_connection_values_n },
    { "MHD_create_response_from_buffer", (void **) &mhd_api.create_response_from_buffer },
    { "MHD_create_response_from_callback", (void **) &mhd_api.create_response_from_callback },
    { "MHD_destroy_response", (void **) &mhd_api.destroy_response },
    { "MHD_add_response_header", (void **) &mhd_api.add_response_header },
    { "MHD_queue_response", (void **) &mhd_api.queue_response },
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
