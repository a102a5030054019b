/* The engine from inside: what engine.c and watcher.c share. */
#ifndef FATHOM_RUN_ACTIVE_H
#define FATHOM_RUN_ACTIVE_H

#include "run/internal.h"

enum { LEASE_MS = 30000, HEARTBEAT_MS = 10000, POLL_MS = 50 };

enum activity { ACTIVITY_QUEUED, ACTIVITY_WORKING, ACTIVITY_ASLEEP, ACTIVITY_BROKEN };

struct active {
    struct active *next;
    struct engine *engine;
    char id[32];
    enum activity activity;
    struct run *run; /* while WORKING */
    int64_t controls_seen;
    int64_t wake_at_ms; /* ASLEEP */
    struct error error; /* BROKEN: the store or the lease was lost */
};

struct engine {
    struct engine_settings settings;
    struct pool *runs, *helpers;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* the list, or the generation */
    pthread_cond_t poke;    /* the watcher's */
    struct active *active;
    uint64_t generation;
    bool poked, closing;
    pthread_t watcher;
};

/* With the engine's lock held. */
struct active *active_find(struct engine *engine, struct str id);
void active_remove(struct engine *engine, struct active *active);

/* The pool's work: takes up an active run and works on it. */
void active_work(void *active);

/* The watcher thread: leases, controls, sleepers. */
void *watcher_main(void *engine);
/* Makes it look at once. */
void watcher_poke(struct engine *engine);

#endif
