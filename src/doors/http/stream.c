#include "doors/http/stream.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "run/pool.h"
#include "service/feed.h"
#include "text/json.h"

enum {
    RING = 256,             /* latest items of a run */
    RING_BYTES = 256 << 10, /* and their bytes, but for the last one */
    BEHIND_AT_ONCE = 200,   /* events that a stream reads from the store */
    BACKLOG_MAX = 8 << 20,
    BACKLOG_ENOUGH = 64 << 10,
    TRANSLATED_MAX = 32 << 20,
    ITEM_MAX = 4 << 20,
    HEARTBEAT_MS = 15000,
    TICK_MS = 1000,
    BUCKETS = 256,
    RUN_SIZE = 32,
};

struct item {
    int refs;
    int64_t seq; /* 0: text that is not kept */
    size_t len;
    char text[];
};

struct channel {
    struct channel *next; /* in its bucket */
    char run[RUN_SIZE];
    int refs; /* streams, and the hub while it reads */
    bool dirty, ended;
    char status[24];
    int64_t seq; /* of the last event in the ring, or before it */
    struct item *ring[RING];
    uint64_t first, end; /* counts items for ever; ring[i % RING] */
    size_t bytes;
    struct stream *streams;
};

enum place { LIVE, BEHIND, READING };

struct stream {
    struct hub *hub;
    struct channel *channel;
    struct stream *previous, *next;
    struct stream_settings settings;
    enum place place;
    bool suspended, heartbeat, end_sent, done, closed;
    int64_t seq; /* of the last event taken over */
    uint64_t at; /* next item of the ring */
    struct item *item;
    size_t offset; /* in `item` */
    struct buf backlog;
    size_t backlog_at;
    int64_t touched_ms;
};

struct hub {
    struct hub_settings settings;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct channel *buckets[BUCKETS];
    size_t streams, channels;
    uint64_t events;
    pthread_t reader;
    struct listener listener;
    bool reading, stopping, ending, dirty;
};

bool stream_status_ends(struct str status)
{
    static const char *const last[] = { "completed", "failed", "cancelled", "timed_out", NULL };

    return word_index(last, status) >= 0;
}

/* It moves no more by itself. */
static bool at_rest(struct str status) { return !str_is(status, "queued") && !str_is(status, "running"); }

/* --- items --- */

static struct item *item_new(struct str text, int64_t seq)
{
    struct item *item = memory_alloc(sizeof *item + text.len);

    *item = (struct item){ .refs = 1, .seq = seq, .len = text.len };
    memcpy(item->text, text.data, text.len);
    return item;
}

static void item_drop(struct item *item)
{
    if (item && --item->refs == 0)
        free(item);
}

/* "id: 7\ndata: {…}\n\n"; JSON text has no line ends. */
static void write_event(struct buf *out, struct arena *arena, const struct event_view *event)
{
    buf_format(out, "id: %lld\ndata: ", (long long) event->seq);
    buf_add_str(out, json_encode_text(arena, event_view_fields, event));
    buf_add_z(out, "\n\n");
}

/* With the lock held. */
static void channel_append(struct channel *c, struct str text, int64_t seq)
{
    while (c->first < c->end && (c->end - c->first == RING || c->bytes + text.len > RING_BYTES)) {
        struct item *old = c->ring[c->first++ % RING];

        c->bytes -= old->len;
        item_drop(old);
    }
    c->ring[c->end++ % RING] = item_new(text, seq);
    c->bytes += text.len;
    if (seq)
        c->seq = seq;
}

/* --- channels; with the lock held --- */

static struct channel **bucket_of(struct hub *hub, struct str run) { return &hub->buckets[str_hash(run) % BUCKETS]; }

static struct channel *channel_find(struct hub *hub, struct str run)
{
    struct channel *c = *bucket_of(hub, run);

    while (c && !str_is(run, c->run))
        c = c->next;
    return c;
}

static struct channel *channel_get(struct hub *hub, struct str run, int64_t seq)
{
    struct channel *c = channel_find(hub, run), **bucket = bucket_of(hub, run);

    if (!c) {
        c = memory_alloc(sizeof *c);
        *c = (struct channel){ .next = *bucket, .seq = seq };
        snprintf(c->run, sizeof c->run, "%.*s", STR_ARG(run));
        *bucket = c;
        hub->channels++;
    }
    c->refs++;
    return c;
}

static void channel_drop(struct hub *hub, struct channel *c)
{
    struct channel **at = bucket_of(hub, str(c->run));

    if (--c->refs > 0)
        return;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    while (c->first < c->end)
        item_drop(c->ring[c->first++ % RING]);
    hub->channels--;
    free(c);
}

/* --- waking; with the lock held --- */

static void wake(struct stream *s)
{
    if (!s->suspended || (s->settings.waits && (s->place == READING || !(s->done || s->hub->ending))))
        return;
    s->suspended = false;
    s->hub->settings.resume(s->settings.connection);
}

static void wake_all(struct channel *c)
{
    for (struct stream *s = c->streams; s; s = s->next)
        wake(s);
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

static struct caller reader_of(struct hub *hub) { return caller_local(hub->settings.service, NULL); }

static int read_events(struct hub *hub, struct arena *arena, struct str run, int64_t since, int64_t limit,
                       struct events_out *ret, struct error *e)
{
    struct caller caller = reader_of(hub);
    struct events_in in = { .id = run, .since = since, .limit = limit };

    return operation_run(&operation_events, &caller, arena, &in, ret, e);
}

/* Translates or writes events to *out; the number of the last one. */
static int64_t take_over(struct stream *s, struct arena *arena, const struct events_out *events, struct buf *out)
{
    int64_t seq = s->seq;

    for (size_t i = 0; i < events->events_n && (s->settings.translate || out->len < BACKLOG_ENOUGH); i++) {
        if (s->settings.translate)
            s->settings.translate(s->settings.context, &events->events[i], events->status, out);
        else
            write_event(out, arena, &events->events[i]);
        seq = events->events[i].seq;
    }
    return seq;
}

/* On a worker: reads what the stream has missed. The stream stays until it is done, even when its reader leaves. */
static void catch_up(void *arg)
{
    struct stream *s = arg;
    struct hub *hub = s->hub;
    struct arena *arena = arena_new();
    struct events_out events = { 0 };
    struct buf out;
    struct error e;
    bool ends = false;

    buf_init(&out, s->settings.translate ? TRANSLATED_MAX : BACKLOG_MAX);
    int r = read_events(hub, arena, str(s->channel->run), s->seq, BEHIND_AT_ONCE, &events, &e);
    int64_t seq = r == 0 ? take_over(s, arena, &events, &out) : s->seq;
    bool all = r == 0 && (events.events_n == 0 || seq == events.events[events.events_n - 1].seq) &&
               events.events_n < BEHIND_AT_ONCE;
    if (s->settings.translate && all && at_rest(events.status))
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
        wake(s);
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
        pool_submit(hub->settings.workers, catch_up, s);
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
    pool_submit(hub->settings.workers, catch_up, s);
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

/* --- the hub's thread: new events from the store --- */

/* With the lock held; it is given up while the store is read. */
static void update(struct hub *hub, struct channel *c)
{
    struct arena *arena = arena_new();
    struct events_out events = { 0 };
    int64_t since = c->seq;
    struct error e;
    struct buf text;

    c->dirty = false;
    c->refs++;
    pthread_mutex_unlock(&hub->lock);
    int r = read_events(hub, arena, str(c->run), since, RING, &events, &e);
    buf_init(&text, ITEM_MAX);
    pthread_mutex_lock(&hub->lock);
    for (size_t i = 0; r == 0 && i < events.events_n; i++) {
        buf_clear(&text);
        write_event(&text, arena, &events.events[i]);
        channel_append(c, buf_str(&text), events.events[i].seq);
        hub->events++;
    }
    if (r == 0 && events.events_n == RING)
        c->dirty = hub->dirty = true;
    else if (r == 0) {
        snprintf(c->status, sizeof c->status, "%.*s", STR_ARG(events.status));
        c->ended = stream_status_ends(events.status);
    }
    for (struct stream *s = c->streams; s; s = s->next) {
        s->done = s->done || r == -ERROR_NOT_FOUND;
        if (s->settings.translate && s->place == LIVE && (s->seq < c->seq || at_rest(str(c->status))))
            s->place = BEHIND; /* it reads for itself */
        if (s->settings.waits && s->suspended && s->place == BEHIND && !s->done && !hub->ending) {
            s->place = READING;
            pool_submit(hub->settings.workers, catch_up, s);
        }
    }
    wake_all(c);
    channel_drop(hub, c);
    buf_free(&text);
    arena_free(arena);
}

static void send_heartbeats(struct channel *c, int64_t before)
{
    for (struct stream *s = c->streams; s; s = s->next)
        if (s->suspended && s->touched_ms <= before && !s->settings.translate) {
            s->heartbeat = true;
            wake(s);
        }
}

/* The next channel that has news, from bucket *at on. */
static struct channel *next_dirty(struct hub *hub, size_t *at)
{
    for (; *at < BUCKETS; ++*at)
        for (struct channel *c = hub->buckets[*at]; c; c = c->next)
            if (c->dirty)
                return c;
    return NULL;
}

static void *read_main(void *arg)
{
    struct hub *hub = arg;
    int64_t tick = clock_monotonic_ms() + TICK_MS;

    pthread_mutex_lock(&hub->lock);
    while (!hub->stopping) {
        if (!hub->dirty)
            thread_cond_wait(&hub->changed, &hub->lock, tick);
        int64_t now = clock_monotonic_ms();
        bool all = now >= tick; /* what another process wrote may have passed unseen */
        for (size_t i = 0; all && i < BUCKETS; i++)
            for (struct channel *c = hub->buckets[i]; c; c = c->next) {
                c->dirty = true;
                send_heartbeats(c, now - hub->settings.heartbeat_ms);
            }
        if (all)
            tick = now + TICK_MS;
        hub->dirty = false;
        struct channel *c;
        for (size_t at = 0; !hub->stopping && (c = next_dirty(hub, &at));)
            update(hub, c);
    }
    pthread_mutex_unlock(&hub->lock);
    return NULL;
}

/* A commit has moved this run: the reader is told. */
static void moved(void *context, struct str run)
{
    struct hub *hub = context;

    pthread_mutex_lock(&hub->lock);
    for (size_t i = 0; run.len == 0 && i < BUCKETS; i++)
        for (struct channel *c = hub->buckets[i]; c; c = c->next)
            c->dirty = hub->dirty = true;
    struct channel *c = run.len ? channel_find(hub, run) : NULL;
    if (c)
        c->dirty = hub->dirty = true;
    if (hub->dirty)
        pthread_cond_broadcast(&hub->changed);
    pthread_mutex_unlock(&hub->lock);
}

void hub_text(void *arg, struct str run, struct str path, int attempt, size_t offset, struct str text)
{
    struct hub *hub = arg;

    pthread_mutex_lock(&hub->lock);
    bool watched = channel_find(hub, run) != NULL;
    pthread_mutex_unlock(&hub->lock);
    if (!watched)
        return;
    struct arena *arena = arena_new();
    json_t *piece = json_pack("{s:o, s:i, s:I, s:o}", "path", json_new_str(path), "attempt", attempt, "offset",
                              (json_int_t) offset, "text", json_new_str(text));
    struct str line = str_format(arena, "event: text\ndata: %.*s\n\n", STR_ARG(json_text(arena, piece)));
    json_decref(piece);
    pthread_mutex_lock(&hub->lock);
    struct channel *c = channel_find(hub, run);
    if (c) {
        channel_append(c, line, 0);
        wake_all(c);
    }
    pthread_mutex_unlock(&hub->lock);
    arena_free(arena);
}

int hub_start(const struct hub_settings *settings, struct hub **ret, struct error *e)
{
    struct hub *hub = memory_alloc(sizeof *hub);
    int r;

    *hub = (struct hub){ .settings = *settings };
    if (settings->heartbeat_ms == 0)
        hub->settings.heartbeat_ms = HEARTBEAT_MS;
    pthread_mutex_init(&hub->lock, NULL);
    thread_cond_init(&hub->changed);
    r = thread_start(&hub->reader, "http-events", read_main, hub, e);
    hub->reading = r == 0;
    hub->listener = (struct listener){ .moved = moved, .context = hub };
    service_listen(settings->service, &hub->listener);
    if (r < 0) {
        hub_stop(hub);
        return r;
    }
    *ret = hub;
    return 0;
}

void hub_end_streams(struct hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    hub->ending = true;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct channel *c = hub->buckets[i]; c; c = c->next)
            wake_all(c);
    pthread_mutex_unlock(&hub->lock);
}

void hub_stop(struct hub *hub)
{
    if (!hub)
        return;
    pthread_mutex_lock(&hub->lock);
    hub->stopping = true;
    pthread_cond_broadcast(&hub->changed);
    pthread_mutex_unlock(&hub->lock);
    if (hub->reading)
        pthread_join(hub->reader, NULL);
    service_unlisten(hub->settings.service, &hub->listener);
    pthread_cond_destroy(&hub->changed);
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

void hub_count(struct hub *hub, struct hub_counts *ret)
{
    pthread_mutex_lock(&hub->lock);
    *ret = (struct hub_counts){ hub->streams, hub->channels, hub->events };
    pthread_mutex_unlock(&hub->lock);
}
