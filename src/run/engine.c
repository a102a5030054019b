/* The engine's lock guards the list of live runs and the generation count.
 * A run is worked on by one pool thread; the watcher thread looks at the list,
 * never into a run but through run_see_controls(), run_stop() and run_wake(),
 * which are made for it. An entry is freed by the thread that worked on
 * it, under the lock, so whoever holds the lock may use entries. */
#include "run/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "run/engine_internal.h"

struct net *engine_net(struct engine *engine) { return engine->settings.net; }
struct store *engine_store(struct engine *engine) { return engine->settings.store; }
struct pool *engine_helpers(struct engine *engine) { return engine->helpers; }
const struct engine_settings *engine_settings(const struct engine *engine) { return &engine->settings; }

void engine_committed(struct engine *engine, struct str run)
{
    if (engine->settings.committed)
        engine->settings.committed(engine->settings.context, run);
}

void engine_text(struct engine *engine, struct str run, struct str path, int attempt, size_t offset, struct str text)
{
    if (engine->settings.text)
        engine->settings.text(engine->settings.context, run, path, attempt, offset, text);
}

struct live_run *live_run_find(struct engine *engine, struct str id)
{
    for (struct live_run *a = engine->live; a; a = a->next)
        if (str_is(id, a->id))
            return a;
    return NULL;
}

void live_run_remove(struct engine *engine, struct live_run *live)
{
    struct live_run **at = &engine->live;

    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    queue_leave(engine, live);
    free(live);
    pthread_cond_broadcast(&engine->changed);
}

/* --- starting and stopping --- */

/* Tests do not wait half a minute until a run sleeps. */
static int64_t suspend_after(const struct engine_settings *settings)
{
#ifdef FATHOM_HOOKS
    if (getenv("FATHOM_SUSPEND_AFTER_MS"))
        return strtoll(getenv("FATHOM_SUSPEND_AFTER_MS"), NULL, 10);
#endif
    return settings->suspend_after_ms;
}

int engine_start(const struct engine_settings *settings, struct engine **ret, struct error *e)
{
    struct engine *engine = memory_alloc(sizeof *engine);

    *engine = (struct engine){ .settings = *settings };
    engine->settings.suspend_after_ms = suspend_after(settings);
    pthread_mutex_init(&engine->lock, NULL);
    thread_cond_init(&engine->changed);
    thread_cond_init(&engine->poke);
    engine->runs = pool_new("run", settings->run_threads ? settings->run_threads : 1000);
    engine->helpers = pool_new("branch", settings->helper_threads ? settings->helper_threads : 3000);
    engine->store_changes = (struct store_listener){ .changed = watcher_poke, .context = engine };
    int r = store_listen(settings->store, &engine->store_changes, e);
    if (r == 0 && (r = thread_start(&engine->watcher, "watcher", watcher_main, engine, e)) < 0)
        store_unlisten(settings->store, &engine->store_changes);
    if (r < 0) {
        pool_free(engine->runs);
        pool_free(engine->helpers);
        free(engine);
        return r;
    }
    *ret = engine;
    return 0;
}

static int leave_queued_job(struct db *db, void *arg, struct error *e)
{
    (void) arg;
    return run_lease_leave_queued(db, run_worker_name(), e);
}

/* The next process need not find out whether this one is still there. */
static void leave_queued(struct engine *engine)
{
    struct error e;

    if (store_write(engine->settings.store, leave_queued_job, NULL, &e) < 0)
        log_line(LOG_WARN, "leaving the queued runs to others: %s", e.message);
}

void engine_stop(struct engine *engine)
{
    bool queued = false;

    if (!engine)
        return;
    store_unlisten(engine->settings.store, &engine->store_changes);
    thread_tell(&engine->lock, &engine->closing, true, &engine->poke);
    pthread_mutex_lock(&engine->lock);
    for (struct live_run *a = engine->live; a; a = a->next) {
        queued = queued || a->activity == ACTIVITY_QUEUED;
        if (a->run) {
            a->run->asked_stop = RUN_SHUTDOWN;
            run_wake(a->run);
        }
    }
    pthread_mutex_unlock(&engine->lock);
    pthread_join(engine->watcher, NULL);
    pool_free(engine->runs);
    pool_free(engine->helpers);
    if (queued)
        leave_queued(engine);
    while (engine->live)
        live_run_remove(engine, engine->live);
    pthread_cond_destroy(&engine->changed);
    pthread_cond_destroy(&engine->poke);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

/* --- working on a run --- */

struct taking {
    struct str id;
    struct arena *arena;
    int64_t epoch;
};

/* Lease, status and the first event in one commit. */
static int take_job(struct db *db, void *arg, struct error *e)
{
    struct taking *taking = arg;
    struct run_row row;
    int64_t now = clock_wall_ms();
    int r = run_record_get(db, taking->id, taking->arena, &row, e);

    if (r < 0)
        return r;
    if (!run_status_may(row.status, RUN_STATUS_RUNNING))
        return error_set(e, ERROR_CONFLICT, "%.*s is %s, so it cannot be run", STR_ARG(taking->id),
                         run_status_words[row.status]);
    r = run_lease_take(db, taking->id, run_worker_name(), now, LEASE_MS, &taking->epoch, e);
    if (r < 0)
        return r;
    struct event_row event = {
        .time_ms = now,
        .path = str_format(taking->arena, "take:%lld", (long long) taking->epoch),
        .type = str(event_types[row.events > 1 ? EVENT_RUN_RESUMED : EVENT_RUN_STARTED].type),
        .phase = row.phase,
        .data = str("{}"),
    };
    struct journal_entry entry = {
        .run = taking->id,
        .epoch = taking->epoch,
        .now_ms = now,
        .events = &event,
        .events_n = 1,
        .set_status = true,
        .status = RUN_STATUS_RUNNING,
        .active_ms = -1,
    };
    return journal_append(db, &entry, e);
}

static int fail_job(struct db *db, void *arg, struct error *e) { return journal_append_last(db, arg, e); }

/* A run that could be taken but not loaded (settings of another version, a key
 * that is gone) fails with the reason. */
static void store_load_failure(struct engine *engine, struct str id, const struct error *why)
{
    struct arena *arena = arena_new();
    struct run_row row;
    struct db *db;

    if (store_read_begin(engine->settings.store, &db, NULL) == 0) {
        int r = run_record_get(db, id, arena, &row, NULL);

        store_read_end(engine->settings.store, db);
        if (r == 0) {
            const struct event_run_ended ended = { RUN_STATUS_FAILED, event_error(why) };
            struct event_row event = { .time_ms = clock_wall_ms(),
                                       .type = str(event_types[EVENT_RUN_FAILED].type),
                                       .path = str_format(arena, "end:%lld", (long long) row.epoch),
                                       .data = event_text(arena, EVENT_RUN_FAILED, &ended) };
            struct journal_entry entry = {
                .run = id,
                .epoch = row.epoch,
                .now_ms = clock_wall_ms(),
                .events = &event,
                .events_n = 1,
                .set_status = true,
                .status = RUN_STATUS_FAILED,
                .active_ms = -1,
                .error = event_error_text(arena, why),
                .finished = true,
            };

            store_write(engine->settings.store, fail_job, &entry, NULL);
        }
    }
    arena_free(arena);
}

/* Takes up, works, and says how to go on: 0, or negative when the store failed. */
static int work_on(struct live_run *live, int64_t *ret_wake_ms, struct error *e)
{
    struct engine *engine = live->engine;
    struct taking taking = { .id = str(live->id), .arena = arena_new() };
    struct run *run;
    int r = store_write(engine->settings.store, take_job, &taking, e);

    arena_free(taking.arena);
    engine_committed(engine, str(live->id));
    if (r < 0)
        return r;
    r = run_load(engine, str(live->id), &run, e);
    if (r < 0) {
        store_load_failure(engine, str(live->id), e);
        engine_committed(engine, str(live->id));
        return 0;
    }
    /* Not what the row says by now: after a long pause the run may be another's. */
    run->epoch = taking.epoch;
    /* Under the lock: a control that is left now is seen here or by the watcher. */
    pthread_mutex_lock(&engine->lock);
    live->controls_seen = 0;
    live->run = run;
    r = run_see_controls(run, &live->controls_seen, e);
    if (engine->closing)
        run->asked_stop = RUN_SHUTDOWN;
    pthread_mutex_unlock(&engine->lock);
    watcher_poke(engine);
    if (r == 0)
        r = run_work(run, e);
    pthread_mutex_lock(&engine->lock);
    live->run = NULL;
    pthread_mutex_unlock(&engine->lock);
    *ret_wake_ms = run->stop == RUN_SUSPENDED ? run->wake_at_ms : 0;
    run_free(run);
    return r;
}

void live_run_work(void *arg)
{
    struct live_run *live = arg;
    struct engine *engine = live->engine;
    struct error error;
    char id[sizeof live->id];
    int64_t wake = 0;
    int r = 0;

    memcpy(id, live->id, sizeof id);
    pthread_mutex_lock(&engine->lock);
    bool slept = live->wake_at_ms > 0;
    live->activity = ACTIVITY_WORKING;
    live->woken = false;
    bool closing = engine->closing;
    pthread_mutex_unlock(&engine->lock);
    if (!closing)
        r = work_on(live, &wake, &error);

    pthread_mutex_lock(&engine->lock);
    queue_leave(engine, live);
    if (r == -ERROR_CONFLICT && slept)
        r = 0; /* cancelled or taken elsewhere while it slept: nothing is broken */
    if (r < 0) {
        live->activity = ACTIVITY_BROKEN;
        live->error = error;
        log_line(LOG_ERROR, "%s: %s", live->id, error.message);
        pthread_cond_broadcast(&engine->changed);
    } else if (wake && !engine->closing) {
        live->activity = ACTIVITY_ASLEEP;
        live->wake_at_ms = live->woken ? clock_monotonic_ms() : wake;
        engine->poked = true;
        pthread_cond_signal(&engine->poke);
    } else {
        live_run_remove(engine, live);
    }
    pthread_mutex_unlock(&engine->lock);
    engine_committed(engine, str(id)); /* who watches it may look whether it is still at work */
}

/* Whose run it is; empty: the local caller's, or it is not there. */
static struct str owner_of(struct engine *engine, struct str id, struct arena *arena)
{
    struct run_row row = { 0 };
    struct db *db;

    if (store_read_begin(engine->settings.store, &db, NULL) < 0)
        return str("");
    int r = run_record_get(db, id, arena, &row, NULL);
    store_read_end(engine->settings.store, db);
    return r == 0 ? row.owner : str("");
}

/* How many runs of a user may work at once; 0: no limit. */
static int64_t limit_of(struct engine *engine, struct str owner)
{
    return engine->settings.limit && owner.len ? engine->settings.limit(engine->settings.context, owner) : 0;
}

int engine_submit(struct engine *engine, struct str id, struct error *e)
{
    struct arena *arena = arena_new();
    struct str owner = owner_of(engine, id, arena);
    int64_t limit = limit_of(engine, owner);

    pthread_mutex_lock(&engine->lock);
    struct live_run *old = live_run_find(engine, id);
    if (old && old->activity == ACTIVITY_BROKEN) {
        live_run_remove(engine, old);
        old = NULL;
    }
    if (old || id.len >= sizeof old->id) {
        pthread_mutex_unlock(&engine->lock);
        arena_free(arena);
        return error_set(e, ERROR_CONFLICT, "%.*s is already at work", STR_ARG(id));
    }
    struct live_run *live = memory_alloc(sizeof *live);
    *live = (struct live_run){ .next = engine->live, .engine = engine, .limit = limit };
    memcpy(live->id, id.data, id.len);
    snprintf(live->owner, sizeof live->owner, "%.*s", STR_ARG(owner));
    engine->live = live;
    queue_add(engine, live, limit);
    pthread_mutex_unlock(&engine->lock);
    arena_free(arena);
    watcher_poke(engine);
    return 0;
}

int engine_submit_queued(struct engine *engine, struct str id, struct error *e)
{
    struct error ignored;
    int r = engine_submit(engine, id, e ? e : &ignored);

    return r == -ERROR_CONFLICT ? 0 : r;
}

/* --- waiting --- */

int engine_wait(struct engine *engine, struct str id, int64_t deadline_ms, struct error *e)
{
    int r = 0;

    pthread_mutex_lock(&engine->lock);
    for (;;) {
        struct live_run *live = live_run_find(engine, id);

        if (!live)
            break;
        if (live->activity == ACTIVITY_BROKEN) {
            r = -live->error.code;
            if (e)
                *e = live->error;
            live_run_remove(engine, live);
            break;
        }
        if (!thread_cond_wait(&engine->changed, &engine->lock, deadline_ms)) {
            r = error_set(e, ERROR_TIMEOUT, "%.*s is still at work", STR_ARG(id));
            break;
        }
    }
    pthread_mutex_unlock(&engine->lock);
    return r;
}

bool engine_active(struct engine *engine, struct str id)
{
    pthread_mutex_lock(&engine->lock);
    struct live_run *live = live_run_find(engine, id);
    bool is = live && live->activity != ACTIVITY_BROKEN;
    pthread_mutex_unlock(&engine->lock);
    return is;
}

size_t engine_active_count(struct engine *engine)
{
    size_t n = 0;

    pthread_mutex_lock(&engine->lock);
    for (struct live_run *a = engine->live; a; a = a->next)
        n += a->activity != ACTIVITY_BROKEN;
    pthread_mutex_unlock(&engine->lock);
    return n;
}

static int load_for_replay(struct engine *engine, struct str id, struct run **ret, struct error *e)
{
    int64_t seen = 0;
    int r = run_load(engine, id, ret, e);

    if (r < 0)
        return r;
    r = run_see_controls(*ret, &seen, e);
    (*ret)->asked_stop = 0;
    (*ret)->asked_finish = false;
    if (r < 0)
        run_free(*ret);
    return r;
}

int engine_replay(struct engine *engine, struct str id, struct arena *arena, struct str *ret_report, struct error *e)
{
    struct run *run;
    int r = load_for_replay(engine, id, &run, e);

    if (r < 0)
        return r;
    r = run_replay(run, arena, ret_report, e);
    run_free(run);
    return r;
}

/* A path is tried again at "path@2": the request is the same. */
static struct str first_attempt(struct str path)
{
    ptrdiff_t at = str_find_char(path, '@', 0);

    return at < 0 ? path : str_sub(path, 0, (size_t) at);
}

int engine_request(struct engine *engine, struct str id, struct str path, struct arena *arena, struct str *ret,
                   struct error *e)
{
    struct str report;
    struct run *run;
    int r = load_for_replay(engine, id, &run, e);

    if (r < 0)
        return r;
    run->wanted = first_attempt(path);
    r = run_replay(run, arena, &report, e);
    if (run->request.len) {
        *ret = str_dup(arena, run->request);
        r = 0;
    } else if (r == 0) {
        r = error_set(e, RUN_DIVERGED, "the run makes no request at \"%.*s\"", STR_ARG(path));
    }
    run_free(run);
    return r;
}
