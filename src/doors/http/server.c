/* Sockets, the life of a request, and the threads around it.
 *
 * Threads: libmicrohttpd's own thread calls every handle_* function here; workers
 * run work(); the ticker closes connections that take too long to ask. A request
 * changes hands by MHD_suspend_connection() and MHD_resume_connection() alone. */
#include "doors/http/server.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "doors/http/handlers.h"
#include "doors/http/outbox.h"
#include "service/account.h"
#include "service/research.h"

enum {
    POOL_BYTES = 8192,       /* per connection: its head must fit */
    SPARE_DESCRIPTORS = 256, /* kept for the store, services and children */
    CONNECTIONS_MAX = 20000,
    IDLE_MS = 30000,
    REQUEST_MS = 60000,
    UPLOAD_TIMES = 10,  /* as long for an upload */
    STREAM_BLOCK = 256, /* for readers of HTTP/1.0; others take from the pool */
    STREAM_BUFFER = 16384,
    QUICK_THREADS = 16,
    SLOW_THREADS = 8,
    WORKING_MAX = 4096, /* requests queued for a thread */
    TICK_MS = 1000,
    DRAIN_MS = 3000,            /* for answers under way when the server stops */
    DISCARD_MAX = 4 * BODY_MAX, /* of a body that is refused anyway */
};

/* --- connections --- */

static void handle_connection(void *context, struct MHD_Connection *connection, void **state,
                              enum MHD_ConnectionNotificationCode code)
{
    struct http *http = context;
    struct peer *peer = *state;

    pthread_mutex_lock(&http->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        peer = memory_alloc(sizeof *peer);
        *peer = (struct peer){
            .next = http->peers,
            .socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
            .waiting = true,
            .deadline_ms = clock_monotonic_ms() + http->settings.request_ms
        };
        if (peer->next)
            peer->next->previous = peer;
        http->peers = peer;
        http->connections++;
        *state = peer;
    } else if (peer) {
        *(peer->previous ? &peer->previous->next : &http->peers) = peer->next;
        if (peer->next)
            peer->next->previous = peer->previous;
        http->connections--;
        free(peer);
        *state = NULL;
    }
    pthread_mutex_unlock(&http->lock);
}

/* How long the connection waits for the rest of a request; 0: it waits for nothing. */
static void peer_waits(struct http *http, struct MHD_Connection *connection, int64_t ms)
{
    struct peer *peer = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;

    pthread_mutex_lock(&http->lock);
    peer->waiting = ms > 0;
    peer->deadline_ms = clock_monotonic_ms() + ms;
    pthread_mutex_unlock(&http->lock);
}

static void close_late(struct http *http)
{
    int64_t now = clock_monotonic_ms();

    pthread_mutex_lock(&http->lock);
    for (struct peer *p = http->peers; p; p = p->next)
        if (p->waiting && p->deadline_ms < now) {
            p->waiting = false;
            shutdown(p->socket, SHUT_RDWR);
        }
    pthread_mutex_unlock(&http->lock);
}

/* The first user may come while we run: from then on tokens are needed. Away from loopback they always are. */
static void look_for_users(struct http *http)
{
    bool users;

    if (service_has_users(http->settings.service, &users, NULL) == 0)
        atomic_store(&http->users, users || !http->rules.loopback);
}

static void *tick(void *arg)
{
    struct http *http = arg;

    pthread_mutex_lock(&http->lock);
    while (!atomic_load(&http->stopping)) {
        thread_cond_wait(&http->changed, &http->lock, clock_monotonic_ms() + TICK_MS);
        pthread_mutex_unlock(&http->lock);
        close_late(http);
        look_for_users(http);
        pthread_mutex_lock(&http->lock);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

/* --- a request --- */

/* Called with the target before anything else is read. */
static void *handle_target(void *context, const char *uri, struct MHD_Connection *connection)
{
    struct http *http = context;
    struct arena *arena = arena_new();
    struct http_request *request = memory_alloc(sizeof *request);

    *request = (struct http_request){ .arena = arena };
    request->http = http;
    request->connection = connection;
    request->raw = str_dup(arena, str(uri));
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

static void handle_completed(void *context, struct MHD_Connection *connection, void **state,
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
static int check_head(struct http_request *request)
{
    struct http *http = request->http;
    unsigned methods;
    struct error e;
    int r = access_framing(request);

    if (r == 0 && target_parse(request->arena, request->raw, &request->target, &e) < 0)
        r = reply_problem(request, 400, "INVALID_REQUEST", "path", "%s", e.message);
    if (r == 0)
        r = access_host(request, &http->rules);
    if (r == 0)
        r = access_origin(request, &http->rules);
    if (r < 0)
        return r;
    request->route = route_find(&request->target, request->method, request->captured, &methods);
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
static void resume(void *connection) { MHD_resume_connection(connection); }

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
        .connection = request->connection, .resume = resume, .left = left, .context = context });
    return request->reply.outbox;
}

/* What the kernel holds for a reader that does not read; its usual limit is megabytes. */
static void limit_buffer(struct MHD_Connection *connection)
{
    int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd, bytes = STREAM_BUFFER;

    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
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

    const struct operation *operation = request->route->operation;
    struct str token = bearer_token(request_header(request, "authorization"));
    int r = caller_for_token(http->settings.service, token, request->arena, &request->caller, &e);

    request->caller.door = &http_door;
    request->caller.paths = false;
    if (r == 0 && !operation) /* an operation counts for itself */
        r = caller_count_request(&request->caller, &e);
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

static enum MHD_Result handle_request(void *context, struct MHD_Connection *connection, const char *url,
                                      const char *method, const char *version, const char *data, size_t *size,
                                      void **state)
{
    struct http_request *request = *state;

    (void) context;
    (void) connection;
    (void) url;
    (void) version;
    switch (request->state) {
    case REQUEST_HEAD:
        read_head(request, method);
        if (check_head(request) < 0 && leave_body(request))
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

/* --- listening --- */

static int bad_listen(struct str listen, const char *why, struct error *e)
{
    return error_set(e, ERROR_MISCONFIGURED, "The server cannot listen on %.*s: %s.", STR_ARG(listen), why);
}

static int check_listen(struct http *http, struct str host, struct error *e)
{
    bool users = false;
    int r = service_has_users(http->settings.service, &users, e);

    http->rules.loopback = host_is_loopback(host);
    atomic_store(&http->users, users);
    if (r == 0 && !http->rules.loopback && !users)
        return error_set(
            e, ERROR_MISCONFIGURED,
            "%.*s can be reached from other machines, and there is no user with a token. Add one, or listen on "
            "127.0.0.1.",
            STR_ARG(host));
    return r;
}

static int open_socket(struct arena *arena, struct str listen_on, struct str host, int port, int *ret, struct error *e)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV }, *found = NULL;
    char service[16];
    int on = 1, fd = -1, why;

    snprintf(service, sizeof service, "%d", port);
    if ((why = getaddrinfo(str_z(arena, host), service, &hints, &found)) != 0)
        return bad_listen(listen_on, gai_strerror(why), e);
    fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) < 0 || listen(fd, SOMAXCONN) < 0) {
        why = errno;
        if (fd >= 0)
            close(fd);
        freeaddrinfo(found);
        return bad_listen(listen_on, strerror(why), e);
    }
    freeaddrinfo(found);
    *ret = fd;
    return 0;
}

static int port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t n = sizeof address;

    if (getsockname(fd, (struct sockaddr *) &address, &n) < 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *) &address)->sin6_port
                                               : ((struct sockaddr_in *) &address)->sin_port);
}

static unsigned connection_limit(void)
{
    struct rlimit files = { .rlim_cur = 1024 };

    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur > CONNECTIONS_MAX + SPARE_DESCRIPTORS)
        return CONNECTIONS_MAX;
    return files.rlim_cur > 2 * SPARE_DESCRIPTORS ? (unsigned) files.rlim_cur - SPARE_DESCRIPTORS : SPARE_DESCRIPTORS;
}

static int start_daemon(struct http *http, int fd, struct error *e)
{
    http->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
                                    handle_request, http, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
                                    connection_limit(), MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) POOL_BYTES,
                                    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned) ((http->settings.idle_ms + 999) / 1000),
                                    MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_URI_LOG_CALLBACK, handle_target, http,
                                    MHD_OPTION_NOTIFY_COMPLETED, handle_completed, http, MHD_OPTION_NOTIFY_CONNECTION,
                                    handle_connection, http, MHD_OPTION_END);
    if (http->daemon)
        return 0;
    close(fd);
    return error_set(e, ERROR_INTERNAL, "libmicrohttpd could not start.");
}

int http_start(const struct http_settings *settings, struct http **ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct http *http = arena_alloc(arena, sizeof *http);
    struct str host;
    int port, fd = -1, r = mhd_load(e);

    http->arena = arena;
    http->settings = *settings;
    if (settings->idle_ms == 0)
        http->settings.idle_ms = IDLE_MS;
    if (settings->request_ms == 0)
        http->settings.request_ms = REQUEST_MS;
    http->rules = (struct access_rules){ .hosts = &http->settings.hosts, .origins = &http->settings.origins };
    if (r == 0 && (!host_parse(arena, settings->listen, &host, &port) || port < 0))
        r = bad_listen(settings->listen, "it is not of the form ADDRESS:PORT", e);
    if (r == 0)
        r = check_listen(http, host, e);
    if (r == 0)
        r = open_socket(arena, settings->listen, host, port, &fd, e);
    if (r < 0) {
        arena_free(arena);
        return r;
    }
    pthread_mutex_init(&http->lock, NULL);
    thread_cond_init(&http->changed);
    http->rules.port = port_of(fd);
    http->address = str_format(
        arena, host_is_address(host) && str_find_char(host, ':', 0) >= 0 ? "http://[%.*s]:%d" : "http://%.*s:%d",
        STR_ARG(host), http->rules.port);
    http->quick = pool_new("http", QUICK_THREADS);
    http->slow = pool_new("http-slow", SLOW_THREADS);
    r = hub_start(&(struct hub_settings){ .service = settings->service, .workers = http->quick, .resume = resume },
                  &http->hub, e);
    if (r == 0)
        service_listen_text(settings->service, hub_text, http->hub);
    if (r == 0)
        r = start_daemon(http, fd, e);
    else
        close(fd);
    if (r == 0)
        http->ticking = thread_start(&http->ticker, "http-tick", tick, http, NULL) == 0;
    if (r < 0) {
        http_stop(http);
        return r;
    }
    *ret = http;
    return 0;
}

/* Answers that are under way get a moment to be read. */
static void drain(struct http *http)
{
    int64_t deadline = clock_monotonic_ms() + DRAIN_MS;

    pthread_mutex_lock(&http->lock);
    while (http->requests && thread_cond_wait(&http->changed, &http->lock, deadline))
        ;
    pthread_mutex_unlock(&http->lock);
}

void http_stop(struct http *http)
{
    if (!http)
        return;
    atomic_store(&http->stopping, true);
    if (http->daemon) {
        int fd = MHD_quiesce_daemon(http->daemon);

        if (fd >= 0)
            close(fd);
    }
    pthread_mutex_lock(&http->lock);
    pthread_cond_broadcast(&http->changed);
    pthread_mutex_unlock(&http->lock);
    if (http->hub)
        hub_end_streams(http->hub);
    /* What is at work ends; work that ends leaves jobs for the quick pool, so that one goes last. */
    for (int64_t until = clock_monotonic_ms() + DRAIN_MS; atomic_load(&http->working) && clock_monotonic_ms() < until;)
        usleep(1000);
    pool_free(http->slow);
    pool_free(http->quick);
    if (http->daemon) {
        drain(http);
        MHD_stop_daemon(http->daemon);
    }
    if (http->ticking)
        pthread_join(http->ticker, NULL);
    service_listen_text(http->settings.service, NULL, NULL);
    hub_stop(http->hub);
    pthread_cond_destroy(&http->changed);
    pthread_mutex_destroy(&http->lock);
    arena_free(http->arena);
}

struct str http_address(const struct http *http) { return http->address; }
int http_port(const struct http *http) { return http->rules.port; }
