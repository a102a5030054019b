/* Sessions of the old era over HTTP. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/hash.h"
#include "doors/http/outbox.h"
#include "doors/mcp/http_internal.h"

enum { SESSION_IDLE_MS = 3600 * 1000, SESSIONS_MAX = 1000 };

struct http_session *http_session_find(struct mcp_http *server, struct str id)
{
    struct http_session *s = server->sessions;

    while (s && !str_is(id, s->id))
        s = s->next;
    return s;
}

void http_session_unlist(struct mcp_http *server, struct http_session *session)
{
    struct http_session **at = &server->sessions;

    while (*at != session)
        at = &(*at)->next;
    *at = session->next;
    session->listed = false;
    server->sessions_n--;
}

/* The caller frees what it returns, without the lock; NULL: somebody still holds it. */
struct http_session *http_session_drop(struct http_session *session)
{
    return session && --session->refs == 0 ? session : NULL;
}

void http_session_destroy(struct http_session *session)
{
    if (!session)
        return;
    struct mcp_http *server = session->server;

    session_end(session->session, -1);
    session_free(session->session);
    pthread_mutex_lock(&server->lock);
    replay_free(&session->replay);
    free(session);
    server->held--;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

void http_session_release(struct http_session *session)
{
    struct mcp_http *server = session->server;

    pthread_mutex_lock(&server->lock);
    struct http_session *done = http_session_drop(session);
    pthread_mutex_unlock(&server->lock);
    http_session_destroy(done);
}

/* --- the client's GET --- */

static void listener_free(struct listener *listener)
{
    http_session_release(listener->session);
    free(listener);
}

/* It is the session's no more. A connection that is gone is listener_left()'s. */
static void listener_end(struct listener *listener)
{
    if (!outbox_end(listener->outbox))
        listener_free(listener);
}

static void listener_left(void *context)
{
    struct listener *listener = context;
    struct http_session *session = listener->session;

    pthread_mutex_lock(&session->server->lock);
    bool current = session->listening == listener;
    if (current)
        session->listening = NULL;
    pthread_mutex_unlock(&session->server->lock);
    if (current)
        outbox_end(listener->outbox);
    listener_free(listener);
}

/* With the lock held: a new listener, which has the hold on the session; the old one, NULL if there is none, is the caller's to
 * end. */
static struct listener *listener_new(struct http_request *http, struct http_session *session)
{
    struct listener *old = session->listening, *listener = memory_alloc(sizeof *listener);

    *listener = (struct listener){ .session = session };
    listener->outbox = request_outbox(http, listener_left, listener);
    session->listening = listener;
    session->listened = true;
    return old;
}

static void say_again(const struct http_session *session, struct outbox *outbox, int64_t stream, int64_t number)
{
    const struct replay_event *event = NULL;

    outbox_add(outbox, str(":\n\n"));
    while ((event = replay_next(&session->replay, event, stream, number)))
        outbox_add(outbox, event->text);
}

/* With the lock held: goes on with a stream behind the event that the client has. Three kinds: the listener's, one of a request
 * that is being served, and one that has ended. */
static void resume(struct http_request *http, struct http_session *session, int64_t stream, int64_t number)
{
    struct exchange *x = exchange_find(session, stream);
    struct listener *listener = NULL;
    struct outbox *old = NULL, *outbox;

    reply_text(http, 200, "text/event-stream", str(""));
    if (x) {
        old = exchange_move(x, http);
        outbox = x->outbox;
    } else if (stream == 0) {
        listener = listener_new(http, session);
        outbox = session->listening->outbox;
    } else
        outbox = request_outbox(http, NULL, NULL);
    say_again(session, outbox, stream, number);
    pthread_mutex_unlock(&session->server->lock);
    if (listener)
        listener_end(listener);
    if (old)
        exchange_leave(x, old);
    if (stream && !x)
        outbox_end(outbox);
    request_answer(http);
    if (stream) /* the listener keeps the hold */
        http_session_release(session);
}

static bool read_event_id(struct str id, int64_t *ret_stream, int64_t *ret_number)
{
    struct str stream, number = id;

    return str_next(&number, '-', &stream) && str_to_int(stream, ret_stream) && str_to_int(number, ret_number);
}

/* With the lock held. */
static bool can_resume(struct http_session *session, int64_t stream, int64_t number)
{
    const struct exchange *x = exchange_find(session, stream);

    return (x && x->told == number) || (stream == 0 && session->listened && session->told == number) ||
           replay_reaches(&session->replay, stream, number);
}

bool http_session_listen(struct http_request *http, struct http_session *session, struct str resumes,
                         struct rpc_error *e)
{
    struct mcp_http *server = session->server;
    int64_t stream, number;

    pthread_mutex_lock(&server->lock);
    if (server->stopping)
        rpc_fail(e, RPC_INTERNAL, "the server is stopping");
    else if (str_empty(resumes) && session->listening)
        rpc_fail(e, RPC_INVALID_REQUEST, "this session has a stream already");
    else if (!str_empty(resumes) && (!read_event_id(resumes, &stream, &number) || !can_resume(session, stream, number)))
        rpc_fail(e, RPC_BAD_PARAMS, "what followed the event of Last-Event-ID is not kept; ask research_status");
    else if (!str_empty(resumes)) {
        resume(http, session, stream, number);
        return true;
    } else {
        reply_text(http, 200, "text/event-stream", str(""));
        listener_new(http, session);
        outbox_add(session->listening->outbox, str(":\n\n"));
        pthread_mutex_unlock(&server->lock);
        request_answer(http);
        return true;
    }
    pthread_mutex_unlock(&server->lock);
    return false;
}

/* Ends the stream that belongs to no request. */
void http_session_deafen(struct http_session *session)
{
    struct mcp_http *server = session->server;

    pthread_mutex_lock(&server->lock);
    struct listener *listener = session->listening;
    session->listening = NULL;
    pthread_mutex_unlock(&server->lock);
    if (listener)
        listener_end(listener);
}

/* A session that nobody has used for long; NULL: there is none. With the lock held. */
struct http_session *http_session_take_idle(struct mcp_http *server, int64_t now)
{
    for (struct http_session *s = server->sessions; s; s = s->next)
        if (s->refs == 1 && !s->listening && now - s->used_ms > SESSION_IDLE_MS) {
            http_session_unlist(server, s);
            return http_session_drop(s);
        }
    return NULL;
}

/* What belongs to no request goes to the client's GET, if there is one, or was one: it may come back for it. */
static void session_send(void *context, struct str message)
{
    struct http_session *session = context;
    struct arena *arena = arena_new();

    pthread_mutex_lock(&session->server->lock);
    if (session->listened) {
        struct str text = exchange_event(arena, 0, ++session->told, message);

        replay_add(&session->replay, 0, session->told, text);
        if (session->listening)
            outbox_add(session->listening->outbox, text);
    }
    pthread_mutex_unlock(&session->server->lock);
    arena_free(arena);
}

/* Held by the table and by the caller; NULL: there are too many, or the server is stopping. */
struct http_session *http_session_begin(struct mcp_http *server, struct caller caller)
{
    struct http_session *s = memory_alloc(sizeof *s);
    unsigned char bytes[16];

    *s = (struct http_session){ .server = server, .refs = 2, .listed = true, .used_ms = clock_monotonic_ms() };
    replay_init(&s->replay, &server->replays);
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
