/* A request from its first byte to its last, and its answer.
 *
 * Threads: a request belongs to the server's thread while it is read and
 * answered, and to one worker thread between the two (it is suspended then). */
#ifndef FATHOM_DOORS_HTTP_REQUEST_H
#define FATHOM_DOORS_HTTP_REQUEST_H

#include <jansson.h>

#include "base/buf.h"
#include "doors/http/http.h"
#include "doors/http/route.h"
#include "doors/http/target.h"
#include "service/operation.h"

struct MHD_Connection;
struct stream;
struct outbox;

struct header {
    struct str name, value;
};

enum { REPLY_HEADERS = 8, RENAMED_MAX = 8 };

struct reply {
    int status;
    const char *type;
    struct str body; /* in the request's arena */
    struct header headers[REPLY_HEADERS];
    size_t headers_n;
    struct stream *stream; /* instead of a body; the request owns it */
    struct outbox *outbox; /* the same, written by somebody else */
};

enum request_state {
    REQUEST_HEAD,   /* nothing is decided yet */
    REQUEST_CALLER, /* suspended; a worker finds out who asks */
    REQUEST_KNOWN,  /* it is known who asks */
    REQUEST_BODY,   /* its body is read */
    REQUEST_WORK,   /* suspended; a worker has it */
    REQUEST_ANSWER, /* the reply is there */
    REQUEST_SENT,   /* the reply is queued */
};

struct http_request {
    struct arena *arena;
    struct http *http;
    struct MHD_Connection *connection;
    struct str raw;        /* the target as it was sent */
    const char *target_at; /* where the library has it: only until the head is checked */
    struct target target;
    struct str method_name;
    enum method method;
    struct header *request_headers;
    size_t request_headers_n, request_headers_capacity;
    const struct route *route;
    struct str captured[TARGET_SEGMENTS]; /* of the route's pattern, in order */
    struct buf body;
    bool unread;                       /* its end cannot be told: nothing more is read from this connection */
    size_t discarded;                  /* bytes of a body that is too large */
    struct alias renamed[RENAMED_MAX]; /* arguments as the client called them */
    size_t renamed_n;
    struct caller caller;
    enum request_state state;
    struct reply reply;
    struct str origin;     /* that may read the answer: Access-Control-Allow-Origin; empty: none */
    struct stream *waiter; /* the reply comes when this has ended */
    struct str made;       /* the run that this request made, or made when it was sent before; empty: none */
    struct str cancels;    /* a run that is stopped when the client leaves before the end; empty: none */
    int64_t started_ms;
    void *held; /* json_t that the reply is made of; released with the request */
};

/* The value of a header; empty if it is not there. */
struct str request_header(const struct http_request *request, const char *name);

/* --- reply.c --- */
/* {"success":true,"data":…}; takes `data` over. */
void reply_data(struct http_request *request, int status, json_t *data);
/* The bytes as they are; `type` is a literal. */
void reply_text(struct http_request *request, int status, const char *type, struct str text);
void reply_json(struct http_request *request, int status,
                json_t *value); /* bare, without the envelope; takes it over */
void reply_header(struct http_request *request, const char *name, struct str value);
/* The error in the envelope, with the status of its code. What it says about this machine goes to the log instead. */
void reply_error(struct http_request *request, const struct error *e);
/* The status of an error code. */
int reply_status(int code);
/* An error of the door itself; `field` may be NULL. Returns -code. */
int reply_problem(struct http_request *request, int status, const char *code, const char *field, const char *format,
                  ...) __attribute__((format(printf, 5, 6)));

/* --- request.c --- */
/* For routes with ROUTE_LATER: the reply is there; the request must not be touched any more. Any thread, once. */
void request_answer(struct http_request *request);
/* An outbox of this request's connection as its reply. */
struct outbox *request_outbox(struct http_request *request, void (*left)(void *context), void *context);

/* --- arguments.c --- */
/* The arguments of the operation from path, query and body: an object that the caller owns. On failure the reply is
 * set. */
int request_arguments(struct http_request *request, json_t **ret);
/* Calls the operation of the route. On failure the reply is set. */
int request_call(struct http_request *request, const struct operation *operation, const json_t *arguments,
                 json_t **ret);

/* --- once.c --- */
/* Runs it, unless a request with the same Idempotency-Key was answered before. */
void request_once(struct http_request *request, route_fn *run);

#endif
