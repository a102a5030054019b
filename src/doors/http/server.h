/* The server's own state, for the files of this folder. */
#ifndef FATHOM_DOORS_HTTP_SERVER_H
#define FATHOM_DOORS_HTTP_SERVER_H

#include <pthread.h>
#include <stdatomic.h>

#include "doors/http/access.h"
#include "doors/http/mhd.h"
#include "doors/http/request.h"
#include "doors/http/stream.h"
#include "run/pool.h"

enum { ROUTES_MAX = 96, STATUS_CLASSES = 6 };

/* What one route was asked, by the first digit of the status. */
struct route_counts {
    atomic_uint_least64_t statuses[STATUS_CLASSES];
    atomic_uint_least64_t micros; /* from the whole request to its answer, together */
};

/* A connection. `waiting` for the rest of a request; then it has until `deadline_ms`. */
struct peer {
    struct peer *previous, *next;
    int socket;
    bool waiting;
    int64_t deadline_ms;
    char token[TOKEN_SELECTOR_SIZE]; /* selector of the token that its request under way was sent with; empty: none */
    enum role role;                  /* that it opened as */
    bool revoked;                    /* the token opens no more as that */
};

struct http {
    struct arena *arena;
    struct http_settings settings;
    struct access_rules rules;
    struct str address;
    struct MHD_Daemon *daemon;
    struct pool *quick, *slow;
    struct hub *hub;
    pthread_t ticker;
    bool ticking;
    atomic_bool stopping;
    atomic_bool users; /* there are some: a token is needed */

    pthread_mutex_t lock; /* guards the peers and the counts below */
    pthread_cond_t changed;
    struct peer *peers;
    size_t connections, requests; /* requests: between their head and the end of their answer */

    atomic_uint_least64_t slow_readers; /* streams that were closed because nobody read them */
    atomic_int working;                 /* requests at work or queued for it */
    struct route_counts counts[ROUTES_MAX];
};

/* --- server.c --- */
/* How long the connection waits for the rest of a request; 0: it waits for nothing. */
void peer_waits(struct http *http, struct MHD_Connection *connection, int64_t ms);
/* Who asks on this connection now: the selector of the token, empty when the request is over. */
void peer_known(struct http *http, struct MHD_Connection *connection, struct str token, enum role role);

/* --- request.c: what libmicrohttpd calls --- */
/* With the target, before anything else is read. */
void *request_target(void *context, const char *uri, struct MHD_Connection *connection);
enum MHD_Result request_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *data, size_t *size, void **state);
void request_completed(void *context, struct MHD_Connection *connection, void **state,
                       enum MHD_RequestTerminationCode code);
void request_resume(void *connection);

/* --- metrics.c --- */
void server_count(struct http *http, const struct http_request *request);

#endif
