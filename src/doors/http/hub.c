/* The hub: the channels of the runs that are watched, and the thread that reads their new events. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "doors/http/stream_internal.h"
#include "run/pool.h"
#include "text/json.h"

enum {
    RING_BYTES = 256 << 10, /* bytes of a channel's items, but for the last one */
    ITEM_MAX = 4 << 20,
    HEARTBEAT_MS = 15000,
    TICK_MS = 1000,
};

bool stream_status_ends(struct str status)
{
    static const char *const last[] = { "completed", "failed", "cancelled", "timed_out", NULL };

    return word_index(last, status) >= 0;
}

/* It moves no more by itself. */
bool stream_at_rest(struct str status) { return !str_is(status, "queued") && !str_is(status, "running"); }

/* --- items --- */

static struct item *item_new(struct str text, int64_t seq)
{
    struct item *item = memory_alloc(sizeof *item + text.len);

    *item = (struct item){ .refs = 1, .seq = seq, .len = text.len };
    memcpy(item->text, text.data, text.len);
    return item;
}

void item_drop(struct item *item)
{
    if (item && --item->refs == 0)
        free(item);
}

/* "id: 7\ndata: {…}\n\n"; JSON text has no line ends. */
void hub_write_event(struct buf *out, struct arena *arena, const struct event_view *event)
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

struct channel *channel_get(struct hub *hub, struct str run, int64_t seq)
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

void channel_drop(struct hub *hub, struct channel *c)
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

static void wake_all(struct channel *c)
{
    for (struct stream *s = c->streams; s; s = s->next)
        stream_wake(s);
}

/* --- the store --- */

static struct caller reader_of(struct hub *hub) { return caller_local(hub->settings.service, NULL); }

int hub_read_events(struct hub *hub, struct arena *arena, struct str run, int64_t since, int64_t limit,
                    struct events_out *ret, struct error *e)
{
    struct caller caller = reader_of(hub);
    struct events_in in = { .id = run, .since = since, .limit = limit };

    return operation_run(&operation_events, &caller, arena, &in, ret, e);
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
    int r = hub_read_events(hub, arena, str(c->run), since, RING, &events, &e);
    buf_init(&text, ITEM_MAX);
    pthread_mutex_lock(&hub->lock);
    for (size_t i = 0; r == 0 && i < events.events_n; i++) {
        buf_clear(&text);
        hub_write_event(&text, arena, &events.events[i]);
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
        if (s->settings.translate && s->place == LIVE && (s->seq < c->seq || stream_at_rest(str(c->status))))
            s->place = BEHIND; /* it reads for itself */
        if (s->settings.waits && s->suspended && s->place == BEHIND && !s->done && !hub->ending) {
            s->place = READING;
            pool_submit(hub->settings.workers, stream_catch_up, s);
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
            stream_wake(s);
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
    if (r == 0)
        *ret = hub;
    else
        hub_stop(hub);
    return r;
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
    thread_tell(&hub->lock, &hub->stopping, true, &hub->changed);
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
