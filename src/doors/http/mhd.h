/* libmicrohttpd, loaded when the server starts: linked, it brings a TLS library
 * that every command would load. The names are the library's own. */
#ifndef FATHOM_DOORS_HTTP_MHD_H
#define FATHOM_DOORS_HTTP_MHD_H

#include <microhttpd.h>

#include "base/error.h"

struct mhd_api {
    struct MHD_Daemon *(*start_daemon)(unsigned int flags, uint16_t port, MHD_AcceptPolicyCallback apc, void *apc_cls,
                                       MHD_AccessHandlerCallback dh, void *dh_cls, ...);
    __typeof__(MHD_stop_daemon) *stop_daemon;
    __typeof__(MHD_quiesce_daemon) *quiesce_daemon;
    const union MHD_DaemonInfo *(*get_daemon_info)(struct MHD_Daemon *daemon, enum MHD_DaemonInfoType type, ...);
    const union MHD_ConnectionInfo *(*get_connection_info)(struct MHD_Connection *connection,
                                                           enum MHD_ConnectionInfoType type, ...);
    enum MHD_Result (*set_connection_option)(struct MHD_Connection *connection, enum MHD_CONNECTION_OPTION option, ...);
    __typeof__(MHD_suspend_connection) *suspend_connection;
    __typeof__(MHD_resume_connection) *resume_connection;
    __typeof__(MHD_get_connection_values_n) *get_connection_values_n;
    __typeof__(MHD_create_response_from_buffer) *create_response_from_buffer;
    __typeof__(MHD_create_response_from_callback) *create_response_from_callback;
    __typeof__(MHD_destroy_response) *destroy_response;
    __typeof__(MHD_add_response_header) *add_response_header;
    __typeof__(MHD_queue_response) *queue_response;
};

extern struct mhd_api mhd_api;

/* Loads it, once; any thread. */
int mhd_load(struct error *e);

#define MHD_start_daemon mhd_api.start_daemon
#define MHD_stop_daemon mhd_api.stop_daemon
#define MHD_quiesce_daemon mhd_api.quiesce_daemon
#define MHD_get_daemon_info mhd_api.get_daemon_info
#define MHD_get_connection_info mhd_api.get_connection_info
#define MHD_set_connection_option mhd_api.set_connection_option
#define MHD_suspend_connection mhd_api.suspend_connection
#define MHD_resume_connection mhd_api.resume_connection
#define MHD_get_connection_values_n mhd_api.get_connection_values_n
#define MHD_create_response_from_buffer mhd_api.create_response_from_buffer
#define MHD_create_response_from_callback mhd_api.create_response_from_callback
#define MHD_destroy_response mhd_api.destroy_response
#define MHD_add_response_header mhd_api.add_response_header
#define MHD_queue_response mhd_api.queue_response

#endif
