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
#include "base/thread.h"
#include "doors/http/outbox.h"
#include "doors/mcp/headers.h"
#include "doors/mcp/http_internal.h"
#include "text/json.h"

enum {
    TICK_MS = 1000,
    PATIENCE_MS = 3000,    /* without a reply, before the answer becomes a stream */
    KEEP_ALIVE_MS = 10000, /* between two signs of life on a stream */
};

/* --- life --- */

static void keep_alive(struct mcp_http *server, int64_t now)
{
    for (struct exchange *x = server->exchanges; x; x = x->next) {
        if (!x->answered && now - x->touched_ms >= PATIENCE_MS)
            exchange_open_stream(x);
        if (x->outbox && now - x->touched_ms >= KEEP_ALIVE_MS) {
            outbox_add(x->outbox, str(":\n\n"));
            x->touched_ms = now;
        }
    }
    for (struct http_session *s = server->sessions; s; s = s->next)
        if (s->listening && now / KEEP_ALIVE_MS != (now - TICK_MS) / KEEP_ALIVE_MS)
            outbox_add(s->listening->outbox, str(":\n\n"));
}

static void *tick(void *arg)
{
    struct mcp_http *server = arg;

    pthread_mutex_lock(&server->lock);
    while (!server->stopping) {
        thread_cond_wait(&server->changed, &server->lock, clock_monotonic_ms() + TICK_MS);
        keep_alive(server, clock_monotonic_ms());
        struct http_session *idle = http_session_take_idle(server, clock_monotonic_ms());
        pthread_mutex_unlock(&server->lock);
        http_session_destroy(idle);
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

        http_session_unlist(server, s);
        pthread_mutex_unlock(&server->lock);
        http_session_deafen(s);
        http_session_release(s);
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
    struct mcp_session *session = session_new(mcp_http_of(http)->mcp, http->caller, (struct mcp_channel){ 0 });
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

/* The session of a request, held for it; NULL: the reply is set. */
static struct http_session *session_hold(struct mcp_http *server, struct http_request *http, const json_t *id)
{
    struct str name = request_header(http, "mcp-session-id");
    struct rpc_error e = { 0 };

    pthread_mutex_lock(&server->lock);
    struct http_session *s = http_session_find(server, name);
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
        http_session_release(session);
        return;
    }
    if (exchange_begin(http, session, session->session, &x)) {
        session_take(session->session, message, exchange_channel(x));
        return;
    }
    http_session_release(session);
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
    } else if (!(session = http_session_begin(server, http->caller)))
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

/* True: it is a batch of a session that may send some, and is served. */
static bool post_batch(struct mcp_http *server, struct http_request *http)
{
    struct str text = buf_str(&http->body);
    json_t *batch = NULL;
    struct exchange *x;

    if (!str_starts(str_trim(text), "[") || str_empty(request_header(http, "mcp-session-id")))
        return false;
    struct http_session *session = session_hold(server, http, NULL);
    if (!session)
        return true;
    size_t replies = session_batch(session->session, text, &batch) ? session_batch_replies(batch) : 0;
    if (!batch) {
        http_session_release(session);
        return false;
    }
    struct http_session *held = replies ? session_hold(server, http, NULL)
                                        : NULL; /* the exchange's; ours is for the loop */
    if (held && exchange_begin(http, held, session->session, &x)) {
        exchange_expect(x, replies);
        session_take_batch(session->session, batch, exchange_channel(x)); /* the last reply may free the exchange */
    } else if (held) {
        http_session_release(held);
        refuse_stopping(http, NULL);
    } else if (!replies) {
        session_take_batch(session->session, batch, (struct mcp_channel){ 0 });
        reply_text(http, 202, NULL, str(""));
        request_answer(http);
    }
    http_session_release(session);
    json_decref(batch);
    return true;
}

void handle_mcp_post(struct http_request *http)
{
    struct mcp_http *server = mcp_http_of(http);
    struct rpc_message message;
    struct rpc_error e = { 0 };

    if (!headers_accept(request_header(http, "accept"))) {
        rpc_fail(&e, RPC_INVALID_REQUEST, "Accept must list application/json and text/event-stream");
        refuse(http, 406, NULL, &e);
        return;
    }
    if (post_batch(server, http))
        return;
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

void handle_mcp_get(struct http_request *http)
{
    struct mcp_http *server = mcp_http_of(http);
    struct rpc_error e = { 0 };

    if (str_is(str_trim(request_header(http, "mcp-protocol-version")), MCP_MODERN) ||
        !str_contains_nocase(request_header(http, "accept"), "text/event-stream")) {
        reply_header(http, "Allow", str("POST"));
        rpc_fail(&e, RPC_INVALID_REQUEST, "messages are sent with POST");
        refuse(http, 405, NULL, &e);
        return;
    }
    struct http_session *session = session_hold(server, http, NULL);
    if (!session || http_session_listen(http, session, str_trim(request_header(http, "last-event-id")), &e))
        return;
    refuse(http, e.code == RPC_BAD_PARAMS ? 400 : e.code == RPC_INTERNAL ? 503 : 409, NULL, &e);
    http_session_release(session);
}

void handle_mcp_delete(struct http_request *http)
{
    struct mcp_http *server = mcp_http_of(http);
    struct http_session *session = session_hold(server, http, NULL);

    if (!session)
        return;
    pthread_mutex_lock(&server->lock);
    if (session->listed) {
        http_session_unlist(server, session);
        session->refs--;
    }
    session_close(session->session);
    pthread_mutex_unlock(&server->lock);
    http_session_deafen(session);
    http_session_release(session);
    reply_text(http, 200, NULL, str(""));
    request_answer(http);
}
