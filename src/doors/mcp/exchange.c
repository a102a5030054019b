/* One POST and its answer: a JSON object or a stream. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "doors/http/outbox.h"
#include "doors/mcp/http_internal.h"

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
        done = http_session_drop(x->holder);
        pthread_cond_broadcast(&server->changed);
    }
    pthread_mutex_unlock(&server->lock);
    http_session_destroy(done);
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

/* The client learns the name of the stream before there is anything to say. Clients of earlier revisions take an event without
 * data for a message. */
static void prime(struct exchange *x)
{
    char text[64];

    x->stream = ++x->holder->streams;
    if (!session_speaks(x->holder->session, MCP_LEGACY))
        return;
    snprintf(text, sizeof text, "id: %lld-0\ndata:\n\n", (long long) x->stream);
    outbox_add(x->outbox, str(text));
}

/* With the lock held: the answer becomes a stream. */
void exchange_open_stream(struct exchange *x)
{
    if (x->answered)
        return;
    x->answered = true;
    x->refs++; /* the connection's */
    reply_text(x->http, 200, "text/event-stream", str(""));
    reply_header(x->http, "X-Accel-Buffering", str("no"));
    x->outbox = request_outbox(x->http, client_left, x);
    if (x->holder)
        prime(x);
    request_answer(x->http);
    x->http = NULL;
}

struct exchange *exchange_find(struct http_session *session, int64_t stream)
{
    for (struct exchange *x = session->server->exchanges; x; x = x->next)
        if (x->holder == session && x->stream == stream && x->stream && x->session)
            return x;
    return NULL;
}

struct outbox *exchange_move(struct exchange *x, struct http_request *http)
{
    struct outbox *old = x->outbox;

    x->refs++;
    x->outbox = request_outbox(http, client_left, x);
    x->touched_ms = clock_monotonic_ms();
    return old;
}

void exchange_leave(struct exchange *x, struct outbox *old)
{
    if (!outbox_end(old))
        exchange_drop(x); /* for the connection, which will not be heard of any more */
}

struct str exchange_event(struct arena *arena, int64_t stream, int64_t number, struct str message)
{
    return str_format(arena, "id: %lld-%lld\nevent: message\ndata: %.*s\n\n", (long long) stream, (long long) number,
                      STR_ARG(message));
}

static void send_event(struct exchange *x, struct str message)
{
    struct arena *arena = arena_new();
    struct str text = x->holder ? exchange_event(arena, x->stream, ++x->told, message)
                                : str_format(arena, "event: message\ndata: %.*s\n\n", STR_ARG(message));

    if (x->holder)
        replay_add(&x->holder->replay, x->stream, x->told, text);
    outbox_add(x->outbox, text);
    x->touched_ms = clock_monotonic_ms();
    arena_free(arena);
}

static void exchange_send(void *context, struct str message)
{
    struct exchange *x = context;

    pthread_mutex_lock(&x->server->lock);
    exchange_open_stream(x);
    send_event(x, message);
    pthread_mutex_unlock(&x->server->lock);
}

static void exchange_reply(void *context, struct str message, int status)
{
    struct exchange *x = context;

    pthread_mutex_lock(&x->server->lock);
    if (x->batch)
        exchange_open_stream(x);
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
    if (--x->replies > 0) {
        pthread_mutex_unlock(&x->server->lock);
        return;
    }
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
bool exchange_begin(struct http_request *http, struct http_session *holder, struct mcp_session *session,
                    struct exchange **ret)
{
    struct mcp_http *server = mcp_http_of(http);
    struct exchange *x = memory_alloc(sizeof *x);

    *x = (struct exchange){ .server = server,
                            .http = http,
                            .holder = holder,
                            .session = session,
                            .alone = !holder,
                            .refs = 1,
                            .replies = 1,
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

void exchange_expect(struct exchange *x, size_t replies)
{
    x->batch = true;
    x->replies = replies;
}

struct mcp_channel exchange_channel(struct exchange *x)
{
    return (struct mcp_channel){ exchange_send, exchange_reply, exchange_done, x };
}
