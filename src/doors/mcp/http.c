/* The transport over HTTP.
 *
 * A request is answered with one JSON object if its reply is the first thing there is to send, else with a stream: the first
 * notification, or a few seconds without a reply, open it. In the new era every request stands alone and a client that leaves
 * cancels it; in the old one a session goes on, and what it asks the client travels on the stream of the request it belongs to.
 *
 * Threads: a worker of the server reads the request; the pool's thread that serves it answers; the ticker keeps streams alive
 * and forgets sessions nobody uses. */
#include "doors/mcp/http.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/thread.h"
#include "doors/http/outbox.h"
#include "doors/http/server.h"
#include "doors/mcp/headers.h"
#include "doors/mcp/internal.h"
#include "text/json.h"

enum {
    TICK_MS = 1000,
    PATIENCE_MS = 3000,    /* without a reply, before the answer becomes a stream */
    KEEP_ALIVE_MS = 10000, /* between two signs of life on a stream */
    SESSION_IDLE_MS = 3600 * 1000,
    SESSIONS_MAX = 1000,
    SESSION_ID_SIZE = 33,
};

/* A session of the old era. Held by the table, by its stream and by every request at work in it. */
struct http_session {
    struct mcp_http *server;
    char id[SESSION_ID_SIZE];
    int refs;
    bool listed;
    int64_t used_ms;
    struct mcp_session *session;
    struct outbox *listening; /* the client's GET; NULL: none */
    struct http_session *next;
};

/* One POST and its answer. Held by who serves it and by the connection. */
struct exchange {
    struct mcp_http *server;
    struct http_request *http; /* until it is answered */
    struct outbox *outbox;     /* once it is a stream */
    struct http_session *holder;
    struct mcp_session *session;
    bool alone; /* the session is this exchange's: new era */
    bool answered;
    int64_t touched_ms;
    int refs;
    struct exchange *previous, *next;
};

struct mcp_http {
    struct mcp *mcp;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t ticker;
    bool ticking, stopping;
    struct http_session *sessions;
    size_t sessions_n, held; /* listed; those that somebody still holds */
    struct exchange *exchanges;
};

static struct mcp_http *server_of(struct http_request *http) { return http->http->settings.mcp->http; }

/* --- sessions; with the lock held --- */

static struct http_session *session_find(struct mcp_http *server, struct str id)
{
    struct http_session *s = server->sessions;

    while (s && !str_is(id, s->id))
        s = s->next;
    return s;
}

static void session_unlist(struct mcp_http *server, struct http_session *session)
{
    struct http_session **at = &server->sessions;

    while (*at != session)
        at = &(*at)->next;
    *at = session->next;
    session->listed = false;
    server->sessions_n--;
}

/* The caller frees what it returns, without the lock; NULL: somebody still holds it. */
static struct http_session *session_drop(struct http_session *session)
{
    return session && --session->refs == 0 ? session : NULL;
}

static void session_destroy(struct http_session *session)
{
    if (!session)
        return;
    struct mcp_http *server = session->server;

    session_end(session->session, -1);
    session_free(session->session);
    free(session);
    pthread_mutex_lock(&server->lock);
    server->held--;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

static void session_release(struct http_session *session)
{
    struct mcp_http *server = session->server;

    pthread_mutex_lock(&server->lock);
    struct http_session *done = session_drop(session);
    pthread_mutex_unlock(&server->lock);
    session_destroy(done);
}

/* Ends the stream that belongs to no request. */
static void session_deafen(struct http_session *session)
{
    struct mcp_http *server = session->server;

    pthread_mutex_lock(&server->lock);
    struct outbox *outbox = session->listening;
    session->listening = NULL;
    pthread_mutex_unlock(&server->lock);
    if (outbox && !outbox_end(outbox))
        session_release(session); /* the stream's hold; else listener_left() gives it up */
}

/* --- exchanges --- */

static void exchange_drop(struct exchange *x)
{
    struct mcp_http *server = x->server;
    struct http_session *done = NULL;

    pthread_mutex_lock(&server->lock);
    bool last = --x->refs == 0;
    if (last) {
        *(x->previous ? &x->previous->next : &server->exchanges) = x->next;
        if (x->next)
            x->next->previous = x->previous;
        done = session_drop(x->holder);
        pthread_cond_broadcast(&server->changed);
    }
    pthread_mutex_unlock(&server->lock);
    session_destroy(done);
    if (last)
        free(x);
}

/* The client left before the end. */
static void client_left(void *context)
{
    struct exchange *x = context;

    pthread_mutex_lock(&x->server->lock);
    if (x->alone && x->session)
        session_cancel(x->session);
    pthread_mutex_unlock(&x->server->lock);
    exchange_drop(x);
}

/* With the lock held: the answer becomes a stream. */
static void open_stream(struct exchange *x)
{
    if (x->answered)
        return;
    x->answered = true;
    x->refs++; /* the connection's */
    reply_text(x->http, 200, "text/event-stream", str(""));
    reply_header(x->http, "X-Accel-Buffering", str("no"));
    x->outbox = request_outbox(x->http, client_left, x);
    request_answer(x->http);
    x->http = NULL;
}

static void send_event(struct exchange *x, struct str message)
{
    struct arena *arena = arena_new();

    outbox_add(x->outbox, str_format(arena, "event: message\ndata: %.*s\n\n", STR_ARG(message)));
    x->touched_ms = clock_monotonic_ms();
    arena_free(arena);
}

static void exchange_send(void *context, struct str message)
{
    struct exchange *x = context;

    pthread_mutex_lock(&x->server->lock);
    open_stream(x);
    send_event(x, message);
    pthread_mutex_unlock(&x->server->lock);
}

static void exchange_reply(void *context, struct str message, int status)
{
    struct exchange *x = context;

    pthread_mutex_lock(&x->server->lock);
    if (x->answered)
        send_event(x, message);
    else {
        x->answered = true;
        reply_text(x->http, status, "application/json", str_dup(x->http->arena, message));
        request_answer(x->http);
        x->http = NULL;
    }
    pthread_mutex_unlock(&x->server->lock);
}

/* The request is no more. */
static void exchange_done(void *context)
{
    struct exchange *x = context;

    pthread_mutex_lock(&x->server->lock);
    if (!x->answered) { /* cancelled before there was anything to say */
        x->answered = true;
        reply_text(x->http, 202, NULL, str(""));
        request_answer(x->http);
        x->http = NULL;
    }
    struct outbox *outbox = x->outbox;
    struct mcp_session *session = x->alone ? x->session : NULL;
    x->outbox = NULL;
    x->session = NULL;
    pthread_mutex_unlock(&x->server->lock);
    if (session)
        session_free(session);
    if (outbox && !outbox_end(outbox))
        exchange_drop(x); /* for the connection, which will not be heard of any more */
    exchange_drop(x);
}

/* Takes over the hold on `holder`; without one the session is the exchange's own. False: the server is stopping, and nothing
 * is taken over. */
static bool exchange_begin(struct http_request *http, struct http_session *holder, struct mcp_session *session,
                           struct exchange **ret)
{
    struct mcp_http *server = server_of(http);
    struct exchange *x = memory_alloc(sizeof *x);

    *x = (struct exchange){ .server = server,
                            .http = http,
                            .holder = holder,
                            .session = session,
                            .alone = !holder,
                            .refs = 1,
                            .touched_ms = clock_monotonic_ms() };
    pthread_mutex_lock(&server->lock);
    bool fine = !server->stopping;
    if (fine) {
        x->next = server->exchanges;
        if (x->next)
            x->next->previous = x;
        server->exchanges = x;
    }
    pthread_mutex_unlock(&server->lock);
    if (!fine)
        free(x);
    *ret = fine ? x : NULL;
    return fine;
}

static struct mcp_channel exchange_channel(struct exchange *x)
{
    return (struct mcp_channel){ exchange_send, exchange_reply, exchange_done, x };
}

/* --- life --- */

static void keep_alive(struct mcp_http *server, int64_t now)
{
    for (struct exchange *x = server->exchanges; x; x = x->next) {
        if (!x->answered && now - x->touched_ms >= PATIENCE_MS)
            open_stream(x);
        if (x->outbox && now - x->touched_ms >= KEEP_ALIVE_MS) {
            outbox_add(x->outbox, str(":\n\n"));
            x->touched_ms = now;
        }
    }
    for (struct http_session *s = server->sessions; s; s = s->next)
        if (s->listening && now / KEEP_ALIVE_MS != (now - TICK_MS) / KEEP_ALIVE_MS)
            outbox_add(s->listening, str(":\n\n"));
}

/* A session that nobody has used for long; NULL: there is none. With the lock held. */
static struct http_session *take_idle(struct mcp_http *server, int64_t now)
{
    for (struct http_session *s = server->sessions; s; s = s->next)
        if (s->refs == 1 && !s->listening && now - s->used_ms > SESSION_IDLE_MS) {
            session_unlist(server, s);
            return session_drop(s);
        }
    return NULL;
}

static void *tick(void *arg)
{
    struct mcp_http *server = arg;

    pthread_mutex_lock(&server->lock);
    while (!server->stopping) {
        thread_cond_wait(&server->changed, &server->lock, clock_monotonic_ms() + TICK_MS);
        keep_alive(server, clock_monotonic_ms());
        struct http_session *idle = take_idle(server, clock_monotonic_ms());
        pthread_mutex_unlock(&server->lock);
        session_destroy(idle);
        pthread_mutex_lock(&server->lock);
    }
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

int mcp_http_start(struct mcp *mcp, struct error *e)
{
    struct mcp_http *server = memory_alloc(sizeof *server);

    *server = (struct mcp_http){ .mcp = mcp };
    pthread_mutex_init(&server->lock, NULL);
    thread_cond_init(&server->changed);
    mcp->http = server;
    int r = thread_start(&server->ticker, "mcp-tick", tick, server, e);
    server->ticking = r == 0;
    return r;
}

void mcp_http_stop(struct mcp *mcp)
{
    struct mcp_http *server = mcp->http;

    if (!server)
        return;
    pthread_mutex_lock(&server->lock);
    server->stopping = true;
    for (struct exchange *x = server->exchanges; x; x = x->next)
        if (x->session)
            session_close(x->session);
    pthread_cond_broadcast(&server->changed);
    while (server->exchanges)
        pthread_cond_wait(&server->changed, &server->lock);
    while (server->sessions) {
        struct http_session *s = server->sessions;

        session_unlist(server, s);
        pthread_mutex_unlock(&server->lock);
        session_deafen(s);
        session_release(s);
        pthread_mutex_lock(&server->lock);
    }
    while (server->held)
        pthread_cond_wait(&server->changed, &server->lock);
    pthread_mutex_unlock(&server->lock);
    if (server->ticking)
        pthread_join(server->ticker, NULL);
}

void mcp_http_free(struct mcp_http *server)
{
    if (!server)
        return;
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

/* --- a POST --- */

static void refuse(struct http_request *http, int status, const json_t *id, struct rpc_error *e)
{
    reply_text(http, status, "application/json", rpc_error_reply(http->arena, id, e));
    request_answer(http);
}

static void refuse_stopping(struct http_request *http, const json_t *id)
{
    struct rpc_error e;

    rpc_fail(&e, RPC_INTERNAL, "the server is stopping");
    refuse(http, 503, id, &e);
}

static void serve_modern(struct http_request *http, struct rpc_message *message)
{
    struct mcp_session *session = session_new(server_of(http)->mcp, http->caller, (struct mcp_channel){ 0 });
    struct exchange *x;

    session->caller.door = &mcp_door;
    if (exchange_begin(http, NULL, session, &x)) {
        session_take(session, message, exchange_channel(x));
        return;
    }
    session_free(session);
    refuse_stopping(http, message->id);
    rpc_done(message);
}

static void post_modern(struct http_request *http, struct rpc_message *message)
{
    struct rpc_error e = { 0 };

    if (headers_check(http, message, &e) < 0)
        refuse(http, 400, message->id, &e);
    else if (message->kind == RPC_REQUEST) {
        serve_modern(http, message);
        return;
    } else {
        reply_text(http, 202, NULL, str(""));
        request_answer(http);
    }
    rpc_done(message);
}

/* --- the old era --- */

/* What belongs to no request goes to the client's GET, if there is one. */
static void session_send(void *context, struct str message)
{
    struct http_session *session = context;
    struct arena *arena = arena_new();

    pthread_mutex_lock(&session->server->lock);
    if (session->listening)
        outbox_add(session->listening, str_format(arena, "event: message\ndata: %.*s\n\n", STR_ARG(message)));
    pthread_mutex_unlock(&session->server->lock);
    arena_free(arena);
}

/* Held by the table and by the caller; NULL: there are too many, or the server is stopping. */
static struct http_session *session_begin(struct mcp_http *server, struct caller caller)
{
    struct http_session *s = memory_alloc(sizeof *s);
    unsigned char bytes[16];

    *s = (struct http_session){ .server = server, .refs = 2, .listed = true, .used_ms = clock_monotonic_ms() };
    random_bytes(bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, s->id);
    caller.door = &mcp_door;
    s->session = session_new(server->mcp, caller, (struct mcp_channel){ .send = session_send, .context = s });
    pthread_mutex_lock(&server->lock);
    bool fine = !server->stopping && server->sessions_n < SESSIONS_MAX;
    if (fine) {
        s->next = server->sessions;
        server->sessions = s;
        server->sessions_n++;
        server->held++;
    }
    pthread_mutex_unlock(&server->lock);
    if (fine)
        return s;
    session_free(s->session);
    free(s);
    return NULL;
}

/* The session of a request, held for it; NULL: the reply is set. */
static struct http_session *session_hold(struct mcp_http *server, struct http_request *http, const json_t *id)
{
    struct str name = request_header(http, "mcp-session-id");
    struct rpc_error e = { 0 };

    pthread_mutex_lock(&server->lock);
    struct http_session *s = session_find(server, name);
    /* Another user's session is none of this one's business. */
    if (s && !str_eq(s->session->caller.user, http->caller.user))
        s = NULL;
    if (s) {
        s->refs++;
        s->used_ms = clock_monotonic_ms();
    }
    pthread_mutex_unlock(&server->lock);
    if (!s) {
        rpc_fail(&e, RPC_INVALID_REQUEST,
                 str_empty(name) ? "this needs the MCP-Session-Id that initialize was answered with"
                                 : "there is no such session; begin with initialize");
        refuse(http, str_empty(name) ? 400 : 404, id, &e);
    }
    return s;
}

static bool version_known(struct str version) { return str_empty(version) || word_index(mcp_versions, version) >= 0; }

/* Gives up the hold on the session. */
static void post_in_session(struct http_request *http, struct http_session *session, struct rpc_message *message)
{
    struct exchange *x;

    if (message->kind != RPC_REQUEST) {
        session_take(session->session, message, (struct mcp_channel){ 0 });
        reply_text(http, 202, NULL, str(""));
        request_answer(http);
        session_release(session);
        return;
    }
    if (exchange_begin(http, session, session->session, &x)) {
        session_take(session->session, message, exchange_channel(x));
        return;
    }
    session_release(session);
    refuse_stopping(http, message->id);
    rpc_done(message);
}

static void post_legacy(struct mcp_http *server, struct http_request *http, struct rpc_message *message)
{
    struct http_session *session = NULL;
    struct rpc_error e = { 0 };
    int status = 0;

    if (!version_known(str_trim(request_header(http, "mcp-protocol-version"))))
        status = 400, rpc_fail(&e, RPC_INVALID_REQUEST,
                               "MCP-Protocol-Version names a revision that this server does "
                               "not support");
    else if (!str_is(message->method, "initialize")) {
        session = session_hold(server, http, message->id);
        if (!session) {
            rpc_done(message);
            return;
        }
    } else if (!(session = session_begin(server, http->caller)))
        status = 503, rpc_fail(&e, RPC_INTERNAL, "there are too many sessions; try again later");
    else
        reply_header(http, "Mcp-Session-Id", str(session->id));
    if (status) {
        refuse(http, status, message->id, &e);
        rpc_done(message);
        return;
    }
    post_in_session(http, session, message);
}

void handle_mcp_post(struct http_request *http)
{
    struct mcp_http *server = server_of(http);
    struct rpc_message message;
    struct rpc_error e = { 0 };

    if (!headers_accept(request_header(http, "accept"))) {
        rpc_fail(&e, RPC_INVALID_REQUEST, "Accept must list application/json and text/event-stream");
        refuse(http, 406, NULL, &e);
        return;
    }
    if (rpc_read(buf_str(&http->body), &message, &e) < 0) {
        refuse(http, 400, message.id, &e);
        rpc_done(&message);
        return;
    }
    if (headers_modern(http, &message))
        post_modern(http, &message);
    else
        post_legacy(server, http, &message);
}

/* --- GET and DELETE: sessions of the old era --- */

static void listener_left(void *context)
{
    struct http_session *session = context;

    pthread_mutex_lock(&session->server->lock);
    struct outbox *outbox = session->listening;
    session->listening = NULL;
    pthread_mutex_unlock(&session->server->lock);
    if (outbox)
        outbox_end(outbox);
    session_release(session);
}

void handle_mcp_get(struct http_request *http)
{
    struct mcp_http *server = server_of(http);
    struct rpc_error e = { 0 };

    if (str_is(str_trim(request_header(http, "mcp-protocol-version")), MCP_MODERN) ||
        !str_contains_nocase(request_header(http, "accept"), "text/event-stream")) {
        reply_header(http, "Allow", str("POST"));
        rpc_fail(&e, RPC_INVALID_REQUEST, "messages are sent with POST");
        refuse(http, 405, NULL, &e);
        return;
    }
    struct http_session *session = session_hold(server, http, NULL);
    if (!session)
        return;
    pthread_mutex_lock(&server->lock);
    bool taken = session->listening || server->stopping;
    if (!taken) {
        reply_text(http, 200, "text/event-stream", str(""));
        session->listening = request_outbox(http, listener_left, session);
        outbox_add(session->listening, str(":\n\n"));
    }
    pthread_mutex_unlock(&server->lock);
    if (taken) {
        rpc_fail(&e, RPC_INVALID_REQUEST, "this session has a stream already");
        refuse(http, 409, NULL, &e);
        session_release(session);
        return;
    }
    request_answer(http);
}

void handle_mcp_delete(struct http_request *http)
{
    struct mcp_http *server = server_of(http);
    struct http_session *session = session_hold(server, http, NULL);

    if (!session)
        return;
    pthread_mutex_lock(&server->lock);
    if (session->listed) {
        session_unlist(server, session);
        session->refs--;
    }
    session_cancel(session->session);
    pthread_mutex_unlock(&server->lock);
    session_deafen(session);
    session_release(session);
    reply_text(http, 200, NULL, str(""));
    request_answer(http);
}
