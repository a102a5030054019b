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
    free(session);
    pthread_mutex_lock(&server->lock);
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

/* Ends the stream that belongs to no request. */
void http_session_deafen(struct http_session *session)
{
    struct mcp_http *server = session->server;

    pthread_mutex_lock(&server->lock);
    struct outbox *outbox = session->listening;
    session->listening = NULL;
    pthread_mutex_unlock(&server->lock);
    if (outbox && !outbox_end(outbox))
        http_session_release(session); /* the stream's hold; else listener_left() gives it up */
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
struct http_session *http_session_begin(struct mcp_http *server, struct caller caller)
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
