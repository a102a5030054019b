/* One stream: its place in the channel of its run, what it has missed, the bytes taken from it. */
#include <stdlib.h>

#include "base/clock.h"
#include "doors/http/stream_internal.h"
#include "run/pool.h"

enum {
    BEHIND_AT_ONCE = 200, /* events that a stream reads from the store */
    BACKLOG_MAX = 8 << 20,
    BACKLOG_ENOUGH = 64 << 10,
    TRANSLATED_MAX = 32 << 20,
};

/* With the hub's lock held. */
void stream_wake(struct stream *s)
{
    if (!s->suspended || (s->settings.waits && (s->place == READING || !(s->done || s->hub->ending))))
        return;
    s->suspended = false;
    s->hub->settings.resume(s->settings.connection);
}

/* --- a stream that is behind --- */

/* Where the ring goes on for who has taken over the events up to `seq`. With the lock held. */
static void find_place(struct stream *s)
{
    struct channel *c = s->channel;

    s->place = BEHIND;
    if (s->seq >= c->seq) {
        s->place = LIVE;
        s->at = c->end;
        return;
    }
    for (uint64_t i = c->first; i < c->end; i++)
        if (c->ring[i % RING]->seq == s->seq + 1) {
            s->place = LIVE;
            s->at = i;
            return;
        }
}

/* Translates or writes events to *out; the number of the last one. */
static int64_t take_over(struct stream *s, struct arena *arena, const struct events_out *events, struct buf *out)
{
    int64_t seq = s->seq;

    for (size_t i = 0; i < events->events_n && (s->settings.translate || out->len < BACKLOG_ENOUGH); i++) {
        if (s->settings.translate)
            s->settings.translate(s->settings.context, &events->events[i], events->status, out);
        else
            hub_write_event(out, arena, &events->events[i]);
        seq = events->events[i].seq;
    }
    return seq;
}

/* On a worker: reads what the stream has missed. The stream stays until it is done, even when its reader leaves. */
void stream_catch_up(void *arg)
{
    struct stream *s = arg;
    struct hub *hub = s->hub;
    struct arena *arena = arena_new();
    struct events_out events = { 0 };
    struct buf out;
    struct error e;
    bool ends = false;

    buf_init(&out, s->settings.translate ? TRANSLATED_MAX : BACKLOG_MAX);
    int r = hub_read_events(hub, arena, str(s->channel->run), s->seq, BEHIND_AT_ONCE, &events, &e);
    int64_t seq = r == 0 ? take_over(s, arena, &events, &out) : s->seq;
    bool all = r == 0 && (events.events_n == 0 || seq == events.events[events.events_n - 1].seq) &&
               events.events_n < BEHIND_AT_ONCE;
    if (s->settings.translate && all && stream_at_rest(events.status))
        ends = s->settings.translate(s->settings.context, NULL, events.status, &out);

    pthread_mutex_lock(&hub->lock);
    s->seq = seq;
    s->done = s->done || r < 0 || ends || out.over;
    if (out.len) {
        buf_free(&s->backlog);
        s->backlog = out;
        s->backlog_at = 0;
        buf_init(&out, 1);
    }
    find_place(s);
    bool closed = s->closed;
    if (!closed)
        stream_wake(s);
    pthread_mutex_unlock(&hub->lock);
    if (closed)
        stream_close(s);
    buf_free(&out);
    arena_free(arena);
}

/* --- taking bytes --- */

/* With the lock held: text is copied to out, as much as fits; the bytes taken. */
static size_t copy_out(const char *text, size_t len, size_t *at, char *out, size_t max)
{
    size_t n = len - *at < max ? len - *at : max;

    memcpy(out, text + *at, n);
    *at += n;
    return n;
}

static size_t take_backlog(struct stream *s, char *out, size_t max)
{
    size_t n = copy_out(s->backlog.data, s->backlog.len, &s->backlog_at, out, max);

    if (s->backlog_at == s->backlog.len) {
        buf_free(&s->backlog);
        s->backlog_at = 0;
    }
    return n;
}

static size_t take_item(struct stream *s, char *out, size_t max)
{
    size_t n = copy_out(s->item->text, s->item->len, &s->offset, out, max);

    if (s->offset == s->item->len) {
        item_drop(s->item);
        s->item = NULL;
    }
    return n;
}

/* The next item of the ring; false when there is none, or it is gone from the ring. */
static bool next_item(struct stream *s)
{
    struct channel *c = s->channel;

    if (s->place != LIVE || s->settings.translate)
        return false;
    /* The store may have been ahead of the ring when the stream caught up. */
    while (s->at >= c->first && s->at < c->end && c->ring[s->at % RING]->seq && c->ring[s->at % RING]->seq <= s->seq)
        s->at++;
    if (s->at < c->first)
        s->place = BEHIND;
    if (s->at < c->first || s->at == c->end)
        return false;
    s->item = c->ring[s->at++ % RING];
    s->item->refs++;
    s->offset = 0;
    if (s->item->seq)
        s->seq = s->item->seq;
    return true;
}

/* What is said when there is nothing else: a sign of life, or the end. False: nothing. */
static bool add_closing(struct stream *s)
{
    struct channel *c = s->channel;
    bool behind = s->place != LIVE || (!s->settings.translate && s->at < c->end);

    if (s->heartbeat) {
        s->heartbeat = false;
        buf_add_z(&s->backlog, ":\n\n");
        return true;
    }
    if (!behind && c->ended && !s->settings.translate && !s->end_sent) {
        s->end_sent = s->done = true;
        buf_format(&s->backlog, "event: end\ndata: {\"run\":\"%s\",\"status\":\"%s\"}\n\n", c->run, c->status);
        return true;
    }
    return false;
}

static size_t fill(struct stream *s, char *out, size_t max)
{
    size_t n = 0;

    while (n < max) {
        if (s->backlog.len)
            n += take_backlog(s, out + n, max - n);
        else if (s->item || next_item(s))
            n += take_item(s, out + n, max - n);
        else if (s->done || s->place != LIVE || !add_closing(s))
            break;
    }
    return n;
}

ssize_t stream_take(struct stream *s, char *out, size_t max, void (*suspend)(void *connection))
{
    struct hub *hub = s->hub;
    ssize_t taken;

    pthread_mutex_lock(&hub->lock);
    size_t n = fill(s, out, max);
    if (n == 0 && !s->done && s->place == BEHIND && !hub->ending) {
        s->place = READING;
        pool_submit(hub->settings.workers, stream_catch_up, s);
    }
    taken = n ? (ssize_t) n : s->done || hub->ending ? -1 : 0;
    s->touched_ms = clock_monotonic_ms();
    if (taken == 0) {
        s->suspended = true;
        suspend(s->settings.connection);
    }
    pthread_mutex_unlock(&hub->lock);
    return taken;
}

/* --- opening and closing --- */

struct stream *stream_open(struct hub *hub, const struct stream_settings *settings)
{
    struct stream *s = memory_alloc(sizeof *s);

    *s = (struct stream){ .hub = hub, .settings = *settings, .place = BEHIND };
    s->seq = settings->since < settings->last ? settings->since : settings->last;
    s->touched_ms = clock_monotonic_ms();
    buf_init(&s->backlog, 256);
    if (!settings->translate)
        buf_add_z(&s->backlog, "retry: 2000\n\n");
    pthread_mutex_lock(&hub->lock);
    s->channel = channel_get(hub, settings->run, settings->last);
    s->settings.run = str(s->channel->run);
    s->next = s->channel->streams;
    if (s->next)
        s->next->previous = s;
    s->channel->streams = s;
    s->channel->ended = false; /* it may go on by now: look again */
    s->channel->dirty = hub->dirty = true;
    hub->streams++;
    pthread_cond_broadcast(&hub->changed);
    pthread_mutex_unlock(&hub->lock);
    return s;
}

void stream_wait(struct stream *s)
{
    struct hub *hub = s->hub;

    pthread_mutex_lock(&hub->lock);
    s->suspended = true;
    s->place = READING;
    pool_submit(hub->settings.workers, stream_catch_up, s);
    pthread_mutex_unlock(&hub->lock);
}

void stream_close(struct stream *s)
{
    struct hub *hub = s ? s->hub : NULL;

    if (!s)
        return;
    pthread_mutex_lock(&hub->lock);
    if (s->place == READING) { /* the worker frees it */
        s->closed = true;
        s->suspended = false;
        pthread_mutex_unlock(&hub->lock);
        return;
    }
    *(s->previous ? &s->previous->next : &s->channel->streams) = s->next;
    if (s->next)
        s->next->previous = s->previous;
    item_drop(s->item);
    channel_drop(hub, s->channel);
    hub->streams--;
    pthread_cond_broadcast(&hub->changed);
    pthread_mutex_unlock(&hub->lock);
    buf_free(&s->backlog);
    free(s);
}
