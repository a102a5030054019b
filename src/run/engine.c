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
#include "records/users.h"
#include "store/blob.h"
#include "text/json.h"

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

void engine_stop(struct engine *engine)
{
    if (!engine)
        return;
    store_unlisten(engine->settings.store, &engine->store_changes);
    thread_tell(&engine->lock, &engine->closing, true, &engine->poke);
    pthread_mutex_lock(&engine->lock);
    for (struct live_run *a = engine->live; a; a = a->next)
        if (a->run) {
            a->run->asked_stop = RUN_SHUTDOWN;
            run_wake(a->run);
        }
    pthread_mutex_unlock(&engine->lock);
    pthread_join(engine->watcher, NULL);
    pool_free(engine->runs);
    pool_free(engine->helpers);
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

/* --- making, resuming, controlling --- */

struct creation {
    struct run_row row;
    struct str tables;
    const struct user_limits *limits;
    struct str request_key;
    struct arena *arena;
};

static int over_quota(struct error *e, const char *what, const char *limit, int64_t now)
{
    char details[80];

    error_set(e, ERROR_THROTTLED, "The quota of %s for today is used up. It starts again at midnight UTC.", what);
    snprintf(details, sizeof details, "{\"limit\":\"%s\"}", limit);
    error_detail(e, details);
    if (e)
        e->retry_after_ms = (spent_day(now) + 1) * 86400000 - now;
    return -ERROR_THROTTLED;
}

static int check_spent(const struct spent_row *spent, const struct user_limits *l, int64_t now, struct error *e)
{
    if (l->tokens_per_day && spent->tokens >= l->tokens_per_day)
        return over_quota(e, "tokens", "tokensPerDay", now);
    if (l->cost_nano_per_day && spent->cost_nano >= l->cost_nano_per_day)
        return over_quota(e, "money", "usdPerDay", now);
    return 0;
}

int quota_check(struct db *db, struct str owner, const struct user_limits *limits, int64_t now, struct error *e)
{
    struct spent_row spent;
    int r = str_empty(owner) ? 1 : spent_record_get(db, owner, spent_day(now), &spent, e);

    return r < 0 ? r : r > 0 ? 0 : check_spent(&spent, limits, now, e);
}

/* May its owner begin one more today? In the same transaction as the run, so that of many at once none slips through. */
int run_quota_take(struct db *db, struct str owner, const struct user_limits *limits, int64_t now, struct error *e)
{
    static const struct user_limits none;
    const struct user_limits *l = limits ? limits : &none;
    int64_t day = spent_day(now);
    struct spent_row spent;

    if (str_empty(owner))
        return 0;
    int r = spent_record_get(db, owner, day, &spent, e);
    if (r < 0)
        return r;
    if (l->runs_per_day && spent.runs >= l->runs_per_day)
        return over_quota(e, "runs", "runsPerDay", now);
    r = check_spent(&spent, l, now, e);
    return r < 0 ? r : spent_record_add(db, owner, day, &(struct spent_row){ .runs = 1 }, e);
}

static int create_job(struct db *db, void *arg, struct error *e)
{
    struct creation *c = arg;
    int r = c->row.status == RUN_STATUS_DRAFT ? 0 : run_quota_take(db, c->row.owner, c->limits, c->row.created_ms, e);

    if (r == 0)
        r = blob_put(db, c->tables, &c->row.tables, e);
    if (r == 0)
        r = run_record_insert(db, &c->row, e);
    if (r == 0 && c->request_key.len)
        r = idempotency_record_end(db, c->row.owner, c->request_key, c->row.id, e);
    if (r < 0)
        return r;
    const struct event_run_created created = { c->row.status, c->row.workflow, c->row.query };
    struct event_row event = { .time_ms = c->row.created_ms,
                               .path = str("create"),
                               .type = str(event_types[EVENT_RUN_CREATED].type),
                               .data = event_text(c->arena, EVENT_RUN_CREATED, &created) };
    struct journal_entry entry = {
        .run = c->row.id, .epoch = 0, .now_ms = c->row.created_ms, .events = &event, .events_n = 1, .active_ms = -1
    };
    return journal_append(db, &entry, e);
}

/* Tests fix the seed, so that two runs ask the same questions byte for byte. */
static void make_seed(unsigned char seed[HASH_SIZE])
{
    random_bytes(seed, HASH_SIZE);
#ifdef FATHOM_HOOKS
    const char *fixed = getenv("FATHOM_SEED");

    if (fixed) {
        struct hash h = hash_of(str(fixed));

        memcpy(seed, h.bytes, HASH_SIZE);
    }
#endif
}

const struct workflow *engine_workflow(const struct engine *engine, struct str name, struct error *e)
{
    const struct workflow *const *workflow = engine->settings.workflows;

    while (*workflow && !str_is(name, (*workflow)->name))
        workflow++;
    if (!*workflow)
        error_set(e, ERROR_INVALID, "there is no workflow \"%.*s\"", STR_ARG(name));
    return *workflow;
}

int engine_create(struct engine *engine, const struct run_creation *wanted, struct arena *arena, struct str *ret_id,
                  struct error *e)
{
    const struct run_settings *settings = wanted->settings;
    unsigned char random[6], *seed = arena_alloc(arena, HASH_SIZE);
    char hex[13];
    int r = run_settings_check(settings, e);

    if (r < 0)
        return r;
    const struct workflow *workflow = engine_workflow(engine, settings->workflow, e);
    if (!workflow)
        return -ERROR_INVALID;
    make_seed(seed);
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, hex);
    struct creation creation = {
        .tables = wanted->tables, .limits = wanted->limits, .request_key = wanted->request_key, .arena = arena
    };
    creation.row = (struct run_row){
        .id = str_format(arena, "run-%s", hex),
        .status = wanted->draft ? RUN_STATUS_DRAFT : RUN_STATUS_QUEUED,
        .workflow = settings->workflow,
        .query = settings->query,
        .settings = run_settings_text(arena, settings),
        .engine_version = str(FATHOM_VERSION),
        .workflow_version = str(workflow->version),
        .seed = str_n((const char *) seed, HASH_SIZE),
        .parent = settings->continues.len ? settings->continues : settings->enhances,
        .owner = wanted->owner,
        .title = wanted->title,
        .created_ms = clock_wall_ms(),
        .updated_ms = clock_wall_ms(),
    };
    r = store_write(engine->settings.store, create_job, &creation, e);
    if (r == 0)
        *ret_id = creation.row.id;
    return r;
}

struct control {
    struct str id, type, data;
    struct str
        member; /* of data: another one of the type that has it, too, makes this one needless; empty: none does */
    bool known; /* out: there is such a one */
};

/* Was one like it left before? */
static int find_known(struct db *db, struct control *control, struct arena *arena, struct error *e)
{
    struct control_row *rows;
    size_t n;
    int r = control_list(db, control->id, 0, arena, &rows, &n, e);

    for (size_t i = 0; r == 0 && i < n; i++)
        if (str_eq(rows[i].type, control->type) && str_find(rows[i].data, control->member, 0) >= 0)
            control->known = true;
    return r;
}

struct str cancel_reason(struct arena *arena, struct str data)
{
    json_t *value = NULL;
    struct str reason = str("");

    if (data.len && json_parse(data, &value, NULL) == 0)
        reason = str_dup(arena, json_get_str(value, "reason"));
    json_decref(value);
    return reason;
}

static int cancel_here(struct db *db, const struct run_row *row, int64_t epoch, struct str data, struct arena *arena,
                       struct error *e)
{
    struct str reason = cancel_reason(arena, data);
    struct event_run_ended ended = { .status = RUN_STATUS_CANCELLED };
    int64_t now = clock_wall_ms();
    struct error why;

    if (reason.len) {
        error_set(&why, RUN_CANCELLED, "%.*s", STR_ARG(reason));
        ended.error = event_error(&why);
    }
    struct event_row event = { .time_ms = now,
                               .type = str(event_types[EVENT_RUN_CANCELLED].type),
                               .path = str_format(arena, "end:%lld", (long long) epoch),
                               .data = event_text(arena, EVENT_RUN_CANCELLED, &ended) };
    struct journal_entry entry = { .run = row->id,
                                   .epoch = epoch,
                                   .now_ms = now,
                                   .active_ms = -1,
                                   .events = &event,
                                   .events_n = 1,
                                   .set_status = true,
                                   .status = RUN_STATUS_CANCELLED,
                                   .error = reason.len ? event_error_text(arena, &why) : str(""),
                                   .finished = true };

    return journal_append_last(db, &entry, e);
}

/* A run nobody works on cannot see a control: cancelling it is done here. */
static int control_job(struct db *db, void *arg, struct error *e)
{
    struct control *control = arg;
    struct arena *arena = arena_new();
    struct run_row row;
    int64_t now = clock_wall_ms(), epoch;
    int r = run_record_get(db, control->id, arena, &row, e);

    /* A draft that was cancelled could be resumed, and would be begun without the checks of its approval. */
    if (r == 0 && row.status == RUN_STATUS_DRAFT)
        r = error_set(e, ERROR_CONFLICT, "%.*s is a draft: nothing is under way. To remove it: @{delete %.*s}",
                      STR_ARG(row.id), STR_ARG(row.id));
    if (r == 0 && !str_is(control->type, "answer") && run_status_at_rest(row.status) &&
        row.status != RUN_STATUS_WAITING)
        r = error_set(e, ERROR_CONFLICT, "%.*s is already %s", STR_ARG(row.id), run_status_words[row.status]);
    if (r == 0 && str_is(control->type, "finish"))
        r = run_check_unconfirmed(db, &row, arena, e);
    if (r == 0 && control->member.len)
        r = find_known(db, control, arena, e);
    if (r == 0 && !control->known)
        r = control_add(db, row.id, control->type, control->data, now, e);
    if (r == 0 && str_is(control->type, "cancel") &&
        run_lease_take(db, row.id, run_worker_name(), now, LEASE_MS, &epoch, NULL) == 0)
        r = cancel_here(db, &row, epoch, control->data, arena, e);
    arena_free(arena);
    return r;
}

static int leave_control(struct engine *engine, struct control *control, struct error *e)
{
    struct str id = control->id, type = control->type;
    int r = store_write(engine->settings.store, control_job, control, e);

    if (r == 0) {
        watcher_poke(engine);
        engine_committed(engine, id);
        /* A run that nobody works on was cancelled on the spot. */
        if (str_is(type, "cancel") && engine->settings.rested && !engine_active(engine, id))
            engine->settings.rested(engine->settings.context, id);
    }
    return r;
}

int engine_control(struct engine *engine, struct str id, struct str type, struct str data, struct error *e)
{
    return leave_control(engine, &(struct control){ .id = id, .type = type, .data = data }, e);
}

int engine_leave_result(struct engine *engine, struct str id, struct str data, struct str member, bool *ret_known,
                        struct error *e)
{
    struct control control = { .id = id, .type = str("result"), .data = data, .member = member };
    int r = leave_control(engine, &control, e);

    if (r == 0)
        *ret_known = control.known;
    return r;
}

int engine_cancel(struct engine *engine, struct str id, const char *reason, struct error *e)
{
    struct arena *arena = arena_new();
    int r = engine_control(engine, id, str("cancel"), str_format(arena, "{\"reason\":\"%s\"}", reason), e);

    arena_free(arena);
    return r;
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
