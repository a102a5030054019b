/* What stream.c and hub.c share. One lock, the hub's, guards all of it. */
#ifndef FATHOM_DOORS_HTTP_STREAM_INTERNAL_H
#define FATHOM_DOORS_HTTP_STREAM_INTERNAL_H

#include <pthread.h>

#include "doors/http/stream.h"
#include "service/feed.h"

enum {
    RING = 256, /* latest items of a run */
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

/* --- hub.c --- */
void item_drop(struct item *item); /* with the lock held */
/* The channel of a run, made with `seq` as its last event where there is none. With the lock held. */
struct channel *channel_get(struct hub *hub, struct str run, int64_t seq);
void channel_drop(struct hub *hub, struct channel *c);
/* "id: 7\ndata: {…}\n\n"; JSON text has no line ends. */
void hub_write_event(struct buf *out, struct arena *arena, const struct event_view *event);
int hub_read_events(struct hub *hub, struct arena *arena, struct str run, int64_t since, int64_t limit,
                    struct events_out *ret, struct error *e);
/* It moves no more by itself. */
bool stream_at_rest(struct str status);

/* --- stream.c --- */
void stream_wake(struct stream *s); /* with the lock held */
/* On a worker: reads what the stream has missed. */
void stream_catch_up(void *stream);

#endif
