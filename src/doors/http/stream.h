/* Streams of events: who reads what a run does, while it does it.
 *
 * A run that is watched has a channel: its latest events, serialised once, shared
 * by all its streams. A stream is a place in that list; one that falls behind it,
 * or comes late, reads from the store until it has caught up. So a slow reader
 * costs a place, not a copy, and never holds up a run.
 *
 * Threads: any; one lock for all. The hub's thread reads new events from the
 * store, the server's thread takes bytes, run threads leave text. */
#ifndef FATHOM_DOORS_HTTP_STREAM_H
#define FATHOM_DOORS_HTTP_STREAM_H

#include <sys/types.h>

#include "base/buf.h"
#include "service/runs.h"
#include "service/service.h"

struct hub;
struct stream;
struct pool;

struct hub_settings {
    struct service *service;
    struct pool *workers;             /* on which streams that are behind read the store */
    int64_t heartbeat_ms;             /* 0: 15 s */
    void (*resume)(void *connection); /* the stream has something to send */
};

int hub_start(const struct hub_settings *settings, struct hub **ret, struct error *e);
void hub_end_streams(struct hub *hub); /* every stream ends now, and new ones do at once */
void hub_stop(struct hub *hub);        /* when no stream is left; NULL is fine */
/* Text of a run while it is written (service_options.text with the hub as its context). */
void hub_text(void *hub, struct str run, struct str path, int attempt, size_t offset, struct str text);

/* Events of the run from `since` on. `connection` is what `resume` gets. */
struct stream_settings {
    struct str run; /* its full id */
    int64_t since;  /* events after this number */
    int64_t last;   /* number of its last event by now */
    void *connection;
    /* Instead of the events as server-sent events: writes what an event means to `out`. `event` NULL: the run is at rest,
     * `status` says how; true then ends the stream. Called on the hub's threads, without its lock, one event at a time. */
    bool (*translate)(void *context, const struct event_view *event, struct str status, struct buf *out);
    bool waits; /* nothing is taken: `resume` is called once, when `translate` has ended it (stream_wait()) */
    void *context;
};
struct stream *stream_open(struct hub *hub, const struct stream_settings *settings);
/* Begins to wait; the connection is suspended already. */
void stream_wait(struct stream *stream);
void stream_close(struct stream *stream); /* NULL is fine */
/* Takes bytes: more than 0; 0: there are none now, `resume` will be called; -1: the end. `suspend` is called before 0
 * is returned, so that no wake is lost. */
ssize_t stream_take(struct stream *stream, char *out, size_t max, void (*suspend)(void *connection));

struct hub_counts {
    size_t streams, channels;
    uint64_t events; /* serialised */
};
void hub_count(struct hub *hub, struct hub_counts *ret);

/* Has the run ended for now? (queued, running, waiting: it has not) */
bool stream_status_ends(struct str status);

#endif
