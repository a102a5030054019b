/* Listeners of a run are woken by commits of that run, and by nothing else.
 *
 * Commits of this process are told at once, by the thread that made them. Those
 * of other processes are found by a thread that looks when the store has changed,
 * while anybody listens: it asks which runs got events since the last look.
 *
 * Threads: any. */
#ifndef FATHOM_SERVICE_FEED_H
#define FATHOM_SERVICE_FEED_H

#include "service/service.h"

/* Told which run moved: it has new events or another status; an empty name means that any may have. `moved` only notes it and wakes somebody: it neither waits
 * nor calls the service. It may be called for a run that did not move. */
struct listener {
    void (*moved)(void *context, struct str run);
    void *context;
    struct listener *next;
};
void service_listen(struct service *service, struct listener *listener);
/* When this returns, it is not being called and never will be. */
void service_unlisten(struct service *service, struct listener *listener);

/* One run, for a thread that waits for it. Opened before the events are read, so that nothing is missed in between. */
struct feed;
struct feed *feed_open(struct service *service, struct str run); /* the whole id */
void feed_close(struct feed *feed);                              /* NULL is fine */
/* True when the run moved since the last call that returned true; false at the deadline of clock_monotonic_ms(). */
bool feed_wait(struct feed *feed, int64_t deadline_ms);
/* Makes feed_wait() return true though the run did not move. */
void feed_wake(struct feed *feed);

/* --- for service.c --- */
struct feeds;
struct feeds *feeds_new(struct service *service, struct arena *arena);
void feeds_stop(struct feeds *feeds);
void feeds_moved(struct feeds *feeds, struct str run);

#endif
