/* The engine from inside: what its files share. */
#ifndef FATHOM_RUN_ENGINE_INTERNAL_H
#define FATHOM_RUN_ENGINE_INTERNAL_H

#include "run/internal.h"

enum { LEASE_MS = 30000, HEARTBEAT_MS = 10000 };

enum activity { ACTIVITY_QUEUED, ACTIVITY_WORKING, ACTIVITY_ASLEEP, ACTIVITY_BROKEN };

/* A run that this process has in hand. */
struct live_run {
    struct live_run *next;
    struct engine *engine;
    char id[32];
    char owner[48];
    enum activity activity;
    struct live_run *queued; /* the next of its share that waits */
    uint64_t ticket;         /* the order in which they came */
    int64_t limit;           /* of its user: runs at work at once; 0: none */
    bool holds;              /* a place among those at work */
    struct run *run;         /* while WORKING */
    int64_t controls_seen;
    int64_t wake_at_ms; /* ASLEEP */
    bool woken;         /* somebody wanted it awake while it was WORKING: it may just be about to sleep */
    struct error error; /* BROKEN: the store or the lease was lost */
};

/* The runs of one user (queue.c). */
struct share {
    struct share *next;
    char owner[48];
    struct live_run *first; /* those that wait */
    int working;
    int64_t limit; /* at work at once; 0: none */
};

struct engine {
    struct engine_settings settings;
    struct pool *runs, *helpers;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* the list */
    pthread_cond_t poke;    /* the watcher's */
    struct live_run *live;
    struct share *shares;
    int working; /* runs that have a thread, or are about to */
    uint64_t tickets;
    bool poked, closing;
    pthread_t watcher;
    struct store_listener store_changes; /* pokes the watcher */
};

/* With the engine's lock held. */
struct live_run *live_run_find(struct engine *engine, struct str id);
void live_run_remove(struct engine *engine, struct live_run *live);

/* queue.c: puts a run behind those of its user; begins whatever may begin. */
void queue_add(struct engine *engine, struct live_run *live, int64_t limit);
/* It waits and works no more: its place is free. */
void queue_leave(struct engine *engine, struct live_run *live);

/* The pool's work: takes up a live run and works on it. */
void live_run_work(void *live);

/* The watcher thread: leases, controls, sleepers. */
void *watcher_main(void *engine);
/* Makes it look at once. */
void watcher_poke(void *engine);

/* resume.c: -ERROR_CONFLICT when the run waits for a confirmation. In a write job. */
int run_check_unconfirmed(struct db *db, const struct run_row *row, struct arena *arena, struct error *e);

/* resume.c: the run is queued in this process, and the lease is given back. In a write job. */
int run_queue(struct db *db, struct str id, int64_t epoch, struct error *e);

/* create.c: the workflow of that name; NULL: there is none, -ERROR_INVALID. */
const struct workflow *engine_workflow(const struct engine *engine, struct str name, struct error *e);
/* control.c: a control "result", unless there is one whose data has the same member: of two at once one is left. */
int engine_leave_result(struct engine *engine, struct str id, struct str data, struct str member, bool *ret_known,
                        struct error *e);
/* create.c: counts one more run of an owner today; -ERROR_THROTTLED when that is too many. In a write job. */
struct user_limits;
/* -ERROR_CONFLICT when the run's owner was removed; -ERROR_THROTTLED when it spends and a quota of the owner is used up. */
int run_owner_may(const struct engine *engine, struct db *db, const struct run_row *row, bool spends, struct error *e);
int run_receipt_keep(struct db *db, const struct run_receipt *receipt, struct error *e);
int run_quota_take(struct db *db, struct str owner, const struct user_limits *limits, int64_t now_ms, struct error *e);

#endif
