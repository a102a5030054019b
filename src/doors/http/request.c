/* The life of a request: its head, who asks, its body, the work, the answer.
 *
 * Threads: libmicrohttpd's own thread calls request_target(), request_handle() and request_completed(); workers run work() and
 * find_caller(). A request changes hands by MHD_suspend_connection() and MHD_resume_connection() alone. */
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "doors/http/handlers.h"
#include "doors/http/outbox.h"
#include "doors/http/server.h"
#include "service/account.h"
#include "service/research.h"

enum {
    UPLOAD_TIMES = 10,  /* as long for an upload */
    STREAM_BLOCK = 256, /* for readers of HTTP/1.0; others take from the pool */
    STREAM_BUFFER = 16384,
    TARGET_MAX = 4096,          /* of an address; libmicrohttpd refuses by itself what does not fit its pool */
    WORKING_MAX = 4096,         /* requests queued for a thread */
    DISCARD_MAX = 4 * BODY_MAX, /* of a body that is refused anyway */
};

/* Called with the target before anything else is read. */
void *request_target(void *context, const char *uri, struct MHD_Connection *connection)
{
    struct http *http = context;
    struct arena *arena = arena_new();
    struct http_request *request = memory_alloc(sizeof *request);

    *request = (struct http_request){ .arena = arena };
    request->http = http;
    request->connection = connection;
    request->raw = str_dup(arena, str(uri));
    request->target_at = uri;
    request->started_ms = clock_monotonic_ms();
    request->caller = caller_local(http->settings.service, &http_door);
    request->caller.paths = false;
    pthread_mutex_lock(&http->lock);
    http->requests++;
    pthread_mutex_unlock(&http->lock);
    return request;
}

/* --- a client that leaves --- */

struct leaving {
    struct caller caller;
    struct arena *arena;
    struct str run;
};

static void cancel_run(void *arg)
{
    struct leaving *leaving = arg;
    struct run_ref_in in = { leaving->run };
    struct run_ref_out out = { 0 };

    operation_run(&operation_cancel, &leaving->caller, leaving->arena, &in, &out, NULL);
    arena_free(leaving->arena);
}

/* The request is about to be freed: what the job needs is copied. */
static void cancel_later(struct http *http, const struct http_request *request)
{
    struct arena *arena = arena_new();
    struct leaving *leaving = arena_alloc(arena, sizeof *leaving);

    *leaving = (struct leaving){ request->caller, arena, str_dup(arena, request->cancels) };
    leaving->caller.user = str_dup(arena, request->caller.user);
    pool_submit(http->quick, cancel_run, leaving);
}

void request_completed(void *context, struct MHD_Connection *connection, void **state,
                       enum MHD_RequestTerminationCode code)
{
    struct http *http = context;
    struct http_request *request = *state;

    if (!request)
        return;
    if (request->reply.stream && code == MHD_REQUEST_TERMINATED_TIMEOUT_REACHED)
        atomic_fetch_add(&http->slow_readers, 1);
    if (request->cancels.len && code != MHD_REQUEST_TERMINATED_COMPLETED_OK && !atomic_load(&http->stopping))
        cancel_later(http, request);
    stream_close(request->reply.stream);
    stream_close(request->waiter);
    outbox_left(request->reply.outbox);
    peer_waits(http, connection, http->settings.request_ms);
    peer_known(http, connection, str(""), ROLE_NOBODY);
    buf_free(&request->body);
    arena_free(request->arena);
    free(request);
    *state = NULL;
    pthread_mutex_lock(&http->lock);
    http->requests--;
    pthread_cond_broadcast(&http->changed);
    pthread_mutex_unlock(&http->lock);
}

static enum MHD_Result add_header(void *context, enum MHD_ValueKind kind, const char *name, size_t name_n,
                                  const char *value, size_t value_n)
{
    struct http_request *request = context;

    (void) kind;
    request->request_headers = arena_grow(request->arena, request->request_headers, &request->request_headers_capacity,
                                          request->request_headers_n + 1, sizeof *request->request_headers);
    request->request_headers[request->request_headers_n++] = (struct header){ str_n(name, name_n),
                                                                              value ? str_n(value, value_n) : str("") };
    return MHD_YES;
}

static int no_route(struct http_request *request, unsigned methods)
{
    struct buf allow;

    if (!methods)
        return reply_problem(request, 404, "NOT_FOUND", NULL,
                             "There is no route %.*s; GET /openapi.json lists the routes.",
                             STR_ARG(request->target.path));
    buf_init(&allow, 100);
    for (int m = 0; method_words[m]; m++)
        if (methods & 1u << m)
            buf_format(&allow, "%s%s", allow.len ? ", " : "", method_words[m]);
    struct str list = buf_take(&allow, request->arena);
    reply_header(request, "Allow", list);
    return reply_problem(request, 405, "METHOD_NOT_ALLOWED", NULL, "%.*s takes %.*s, not %.*s.",
                         STR_ARG(request->target.path), STR_ARG(list), STR_ARG(request->method_name));
}

/* Browsers ask before they send JSON from another origin. */
static int preflight(struct http_request *request, unsigned methods)
{
    if (!request->origin.len || !methods)
        return no_route(request, methods);
    reply_header(request, "Access-Control-Allow-Methods", str("GET, POST, PATCH, DELETE"));
    reply_header(request, "Access-Control-Allow-Headers",
                 str("Authorization, Content-Type, Idempotency-Key, Last-Event-ID"));
    reply_header(request, "Access-Control-Max-Age", str("600"));
    reply_text(request, 204, NULL, str(""));
    return -ERROR_INVALID; /* answered */
}

/* What can be said before the body is read; negative: the reply is set. */
static int check_head(struct http_request *request, const char *method, const char *version)
{
    struct http *http = request->http;
    unsigned methods;
    struct error e;
    int r = access_line(request, method, version);

    if (r == 0)
        r = access_framing(request);
    if (r == 0 && request->raw.len > TARGET_MAX)
        r = reply_problem(request, 414, "TOO_LONG", "path", "The address has %zu bytes; the limit is %d.",
                          request->raw.len, TARGET_MAX);
    if (r == 0 && target_parse(request->arena, request->raw, &request->target, &e) < 0)
        r = reply_problem(request, 400, "INVALID_REQUEST", "path", "%s", e.message);
    if (r < 0)
        return r;
    /* First of all the route: it decides the form of errors. */
    request->route = route_find(&request->target, request->method, request->captured, &methods);
    r = access_host(request, &http->rules);
    if (r == 0)
        r = access_origin(request, &http->rules);
    if (r < 0)
        return r;
    bool mcp = str_is(request->target.path, "/mcp");
    if ((http->settings.only_mcp && !mcp) || (mcp && !http->settings.mcp)) {
        request->route = NULL;
        methods = 0;
    }
    if (!request->route)
        return request->method == METHOD_OPTIONS ? preflight(request, methods) : no_route(request, methods);
    if (atomic_load(&http->stopping))
        return reply_problem(request, 503, "SHUTDOWN", NULL, "The server is stopping.");
    if (atomic_load(&http->working) >= WORKING_MAX) {
        reply_header(request, "Retry-After", str("1"));
        return reply_problem(request, 503, "BUSY", NULL, "Too many requests are waiting; try again in a second.");
    }
    return access_body(request);
}

static void read_head(struct http_request *request, const char *method)
{
    int known = word_index(method_words, str(method));

    request->method_name = str_dup(request->arena, str(method));
    request->method = str_is(request->method_name, "HEAD") ? METHOD_GET
                      : known < 0                          ? METHOD_OTHER
                                                           : (enum method) known;
    MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, add_header, request);
}

/* --- the answer --- */

static const char *const every_answer[][2] = {
    { "X-Content-Type-Options", "nosniff" },
    { "Cache-Control", "no-store" },
    { "Referrer-Policy", "no-referrer" },
};

static void suspend(void *connection) { MHD_suspend_connection(connection); }
void request_resume(void *connection) { MHD_resume_connection(connection); }

static ssize_t read_stream(void *context, uint64_t position, char *out, size_t max)
{
    ssize_t n = stream_take(context, out, max, suspend);

    (void) position;
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : n;
}

static ssize_t read_outbox(void *context, uint64_t position, char *out, size_t max)
{
    ssize_t n = outbox_take(context, out, max, suspend);

    (void) position;
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : n;
}

struct outbox *request_outbox(struct http_request *request, void (*left)(void *context), void *context)
{
    request->reply.outbox = outbox_new(&(struct outbox_settings){
        .connection = request->connection, .resume = request_resume, .left = left, .context = context });
    return request->reply.outbox;
}

/* What the kernel holds for a reader that does not read; its usual limit is megabytes. */
static void limit_buffer(struct MHD_Connection *connection)
{
    int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd, bytes = STREAM_BUFFER;

    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

static bool has_header(const struct reply *reply, const char *name)
{
    for (size_t i = 0; i < reply->headers_n; i++)
        if (str_is(reply->headers[i].name, name))
            return true;
    return false;
}

static enum MHD_Result answer(struct http_request *request)
{
    struct reply *reply = &request->reply;

    if (reply->status == 0)
        reply_problem(request, 503, "SHUTDOWN", NULL, "The server is stopping; the run goes on when it starts again.");
    struct MHD_Response *response =
        reply->stream
            ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, reply->stream, NULL)
        : reply->outbox
            ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_outbox, reply->outbox, NULL)
            : MHD_create_response_from_buffer(reply->body.len, (void *) reply->body.data, MHD_RESPMEM_PERSISTENT);

    if (!response)
        return MHD_NO;
    if (reply->type)
        MHD_add_response_header(response, "Content-Type", reply->type);
    for (size_t i = 0; i < sizeof every_answer / sizeof *every_answer; i++)
        if (!has_header(reply, every_answer[i][0]))
            MHD_add_response_header(response, every_answer[i][0], every_answer[i][1]);
    for (size_t i = 0; i < reply->headers_n; i++)
        MHD_add_response_header(response, reply->headers[i].name.data, reply->headers[i].value.data);
    if (request->origin.len) {
        MHD_add_response_header(response, "Access-Control-Allow-Origin", str_z(request->arena, request->origin));
        MHD_add_response_header(response, "Access-Control-Expose-Headers", "Location, Retry-After");
        MHD_add_response_header(response, "Vary", "Origin");
    }
    if (reply->stream)
        limit_buffer(request->connection);
    peer_waits(request->http, request->connection, 0);
    request->state = REQUEST_SENT;
    server_count(request->http, request);
    enum MHD_Result queued = MHD_queue_response(request->connection, (unsigned) reply->status, response);
    MHD_destroy_response(response);
    if (reply->stream && request->route->flags & ROUTE_STREAM) { /* thousands are open for long, and need none of it */
        arena_free(request->arena);
        request->arena = NULL;
    }
    return queued;
}

/* The reply is there, or a stream that will wake the connection when it is. From then on the request is another thread's. */
void request_answer(struct http_request *request)
{
    struct http *http = request->http;

    request->state = REQUEST_ANSWER;
    if (request->waiter)
        stream_wait(request->waiter);
    else
        MHD_resume_connection(request->connection);
    atomic_fetch_sub(&http->working, 1);
}

/* On a worker thread. */
static void work(void *arg)
{
    struct http_request *request = arg;
    bool later = request->route->flags & ROUTE_LATER;

    request_once(request, request->route->run ? request->route->run : handle_operation);
    if (!later)
        request_answer(request);
}

/* False when the server is stopping; the reply says so. Counted first: http_stop() then either is seen here, or waits. */
static bool may_work(struct http_request *request)
{
    atomic_fetch_add(&request->http->working, 1);
    if (!atomic_load(&request->http->stopping))
        return true;
    atomic_fetch_sub(&request->http->working, 1);
    reply_problem(request, 503, "SHUTDOWN", NULL, "The server is stopping.");
    return false;
}

static void give_to_worker(struct http_request *request)
{
    struct http *http = request->http;

    peer_waits(http, request->connection, 0);
    request->state = REQUEST_WORK;
    MHD_suspend_connection(request->connection);
    bool slow = request->route->flags & ROUTE_SLOW || (request->route->operation && request->route->operation->blocks);
    pool_submit(slow ? http->slow : http->quick, work, request);
}

/* On a worker thread: who asks? */
static void find_caller(void *arg)
{
    struct http_request *request = arg;
    struct http *http = request->http;
    struct error e = { .retry_after_ms = -1 };

    int r = caller_for_token(http->settings.service, session_token(request), request->arena, &request->caller, &e);

    request->caller.door = &http_door;
    request->caller.paths = false;
    /* A request counts once, however many operations answer it. */
    if (r == 0)
        r = caller_count_request(&request->caller, &e);
    request->caller.counted = true;
    if (r == 0)
        peer_known(http, request->connection, token_selector(session_token(request)), request->caller.role);
    if (r < 0)
        reply_error(request, &e);
    else if (request->route->flags & ROUTE_ADMIN && request->caller.role != ROLE_ADMIN)
        reply_problem(request, 403, "FORBIDDEN", NULL, "Only an admin may do this.");
    request->state = REQUEST_KNOWN;
    MHD_resume_connection(request->connection);
    atomic_fetch_sub(&http->working, 1);
}

/* Its body is read when it is known who asks. */
static void ask_for_caller(struct http_request *request)
{
    request->state = REQUEST_CALLER;
    MHD_suspend_connection(request->connection);
    pool_submit(request->http->quick, find_caller, request);
}

static enum MHD_Result take_body(struct http_request *request, const char *data, size_t *size)
{
    bool refused = request->reply.status != 0;

    if (refused || buf_add(&request->body, data, *size) < 0) {
        if (!refused)
            reply_problem(request, 413, "TOO_LARGE", "body", "The body is too large; the limit is %zu bytes.",
                          access_body_max(request->route));
        request->discarded += *size;
        if (request->discarded > DISCARD_MAX)
            return MHD_NO;
    }
    *size = 0;
    return MHD_YES;
}

/* A body that is refused is read all the same, else the answer may be lost with it; but not a large one, nor one that
 * the client holds back until it is asked for. */
static bool leave_body(const struct http_request *request)
{
    int64_t bytes = 0;

    str_to_int(request_header(request, "content-length"), &bytes);
    return request->unread || bytes > DISCARD_MAX || request_header(request, "expect").len > 0;
}

enum MHD_Result request_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *data, size_t *size, void **state)
{
    struct http_request *request = *state;

    (void) context;
    (void) connection;
    (void) url;
    switch (request->state) {
    case REQUEST_HEAD:
        read_head(request, method);
        if (check_head(request, method, version) < 0 && leave_body(request))
            return answer(request); /* the connection ends with the answer */
        buf_init(&request->body, request->route ? access_body_max(request->route) : BODY_MAX);
        request->state = REQUEST_BODY;
        peer_waits(request->http, request->connection,
                   request->http->settings.request_ms *
                       (request->route && request->route->flags & ROUTE_UPLOAD ? UPLOAD_TIMES : 1));
        if (request->reply.status == 0 && atomic_load(&request->http->users)) {
            request->caller.role = ROLE_NOBODY;
            if (!(request->route->flags & ROUTE_OPEN) && may_work(request))
                ask_for_caller(request);
        }
        return MHD_YES;
    case REQUEST_KNOWN: /* a connection that was suspended with its head comes back with its head */
        if (request->reply.status && leave_body(request))
            return answer(request);
        request->state = REQUEST_BODY;
        return MHD_YES;
    case REQUEST_BODY:
        if (*size)
            return take_body(request, data, size);
        if (request->reply.status || !may_work(request))
            return answer(request);
        give_to_worker(request);
        return MHD_YES;
    case REQUEST_ANSWER: return answer(request);
    case REQUEST_CALLER:
    case REQUEST_WORK:
    case REQUEST_SENT: break;
    }
    return MHD_YES;
}
