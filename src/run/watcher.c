/* The watcher: renews leases, sees controls that other threads and processes
 * left, wakes runs that sleep. It holds the engine's lock while it looks at the
 * list, and never works on a run itself. */
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "run/engine_internal.h"

struct renewal {
    struct engine *engine;
    char (*ids)[32];
    int64_t *epochs;
    bool *lost;
    size_t n;
};

static int renew_job(struct db *db, void *arg, struct error *e)
{
    struct renewal *renewal = arg;
    int64_t until = clock_wall_ms() + LEASE_MS;

    (void) e;
    for (size_t i = 0; i < renewal->n; i++)
        renewal->lost[i] = run_lease_renew(db, str(renewal->ids[i]), renewal->epochs[i], until, NULL) ==
                           -ERROR_CONFLICT;
    return 0;
}

static void renew_leases(struct engine *engine)
{
    struct arena *scratch = arena_new();
    struct renewal renewal = { .engine = engine };
    size_t n = 0;

    pthread_mutex_lock(&engine->lock);
    for (struct live_run *a = engine->live; a; a = a->next)
        n++;
    renewal.ids = arena_calloc(scratch, n, sizeof *renewal.ids);
    renewal.epochs = arena_calloc(scratch, n, sizeof *renewal.epochs);
    renewal.lost = arena_calloc(scratch, n, sizeof *renewal.lost);
    for (struct live_run *a = engine->live; a; a = a->next)
        if (a->run && !a->run->ending) {
            memcpy(renewal.ids[renewal.n], a->id, sizeof a->id);
            renewal.epochs[renewal.n++] = a->run->epoch;
        }
    pthread_mutex_unlock(&engine->lock);
    if (renewal.n && store_write(engine->settings.store, renew_job, &renewal, NULL) == 0) {
        pthread_mutex_lock(&engine->lock);
        for (size_t i = 0; i < renewal.n; i++) {
            struct live_run *a = renewal.lost[i] ? live_run_find(engine, str(renewal.ids[i])) : NULL;
            struct error why;

            /* A run that has ended since then has released its lease itself. */
            if (!a || !a->run || a->run->ending || a->run->epoch != renewal.epochs[i])
                continue;
            error_set(&why, ERROR_CONFLICT, "another process has taken this run over");
            run_stop(a->run, RUN_SHUTDOWN, &why);
        }
        pthread_mutex_unlock(&engine->lock);
    }
    arena_free(scratch);
}

static void see_controls(struct engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    for (struct live_run *a = engine->live; a; a = a->next)
        if (a->run)
            run_see_controls(a->run, &a->controls_seen, NULL);
    pthread_mutex_unlock(&engine->lock);
}

static void wake_sleepers(struct engine *engine, int64_t now)
{
    pthread_mutex_lock(&engine->lock);
    for (struct live_run *a = engine->live; a; a = a->next)
        if (a->activity == ACTIVITY_ASLEEP && a->wake_at_ms <= now) {
            queue_add(engine, a, a->limit);
        }
    pthread_mutex_unlock(&engine->lock);
}

/* With the lock held: when there is something to do though nobody pokes. */
static int64_t next_look(const struct engine *engine, int64_t renewed)
{
    int64_t next = renewed + HEARTBEAT_MS;

    if (!engine->live)
        return -1;
    for (const struct live_run *a = engine->live; a; a = a->next)
        if (a->activity == ACTIVITY_ASLEEP && a->wake_at_ms < next)
            next = a->wake_at_ms;
    return next;
}

static int64_t last_control(struct engine *engine)
{
    struct db *db;
    int64_t last = 0;

    if (store_read_begin(engine->settings.store, &db, NULL) < 0)
        return 0;
    control_last(db, &last, NULL);
    store_read_end(engine->settings.store, db);
    return last;
}

void *watcher_main(void *arg)
{
    struct engine *engine = arg;
    int64_t renewed = clock_monotonic_ms(), version = -1, seen = -1;

    pthread_mutex_lock(&engine->lock);
    while (!engine->closing) {
        if (!engine->poked)
            thread_cond_wait(&engine->poke, &engine->lock, next_look(engine, renewed));
        engine->poked = false;
        bool idle = !engine->live;
        pthread_mutex_unlock(&engine->lock);

        int64_t now = clock_monotonic_ms(), version_now = 0;
        if (!idle && store_version(engine->settings.store, &version_now, NULL) == 0 && version_now != version) {
            int64_t last = last_control(engine);

            version = version_now;
            if (last != seen)
                see_controls(engine);
            seen = last;
        }
        wake_sleepers(engine, now);
        if (now - renewed >= HEARTBEAT_MS) {
            renew_leases(engine);
            renewed = now;
        }
        pthread_mutex_lock(&engine->lock);
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

bool engine_wake(struct engine *engine, struct str id)
{
    pthread_mutex_lock(&engine->lock);
    struct live_run *live = live_run_find(engine, id);
    bool sleeps = live && live->activity == ACTIVITY_ASLEEP;
    if (live && live->activity == ACTIVITY_WORKING)
        live->woken = true;
    if (sleeps) {
        live->wake_at_ms = clock_monotonic_ms();
        engine->poked = true;
        pthread_cond_signal(&engine->poke);
    }
    pthread_mutex_unlock(&engine->lock);
    return sleeps;
}

int engine_in_flight(struct engine *engine, struct str id)
{
    pthread_mutex_lock(&engine->lock);
    struct live_run *live = live_run_find(engine, id);
    int n = live && live->run ? atomic_load(&live->run->in_flight) : 0;
    pthread_mutex_unlock(&engine->lock);
    return n;
}

void watcher_poke(void *arg)
{
    struct engine *engine = arg;

    pthread_mutex_lock(&engine->lock);
    engine->poked = true;
    pthread_cond_signal(&engine->poke);
    pthread_mutex_unlock(&engine->lock);
}
