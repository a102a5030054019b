/* One run from taking up to its end. The run and its arena belong to the thread
 * that works on it; what other threads touch is atomic or behind run->lock. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "run/internal.h"
#include "store/blob.h"

int64_t run_active_ms(const struct run *run) { return run->active_before_ms + clock_monotonic_ms() - run->started_ms; }

int run_stopped(struct run *run)
{
    int asked = run->asked_stop;

    if (!run->stop && asked) {
        pthread_mutex_lock(&run->lock);
        struct error why = run->asked_why;
        pthread_mutex_unlock(&run->lock);
        run_stop(run, asked, why.code == asked ? &why : NULL);
    }
    return run->stop;
}

static void note_why(struct run *run, struct str data)
{
    struct arena *arena = arena_new();
    struct error why = { 0 };
    struct str reason = cancel_reason(arena, data);

    if (reason.len)
        error_set(&why, RUN_CANCELLED, "%.*s", STR_ARG(reason));
    pthread_mutex_lock(&run->lock);
    run->asked_why = why;
    pthread_mutex_unlock(&run->lock);
    arena_free(arena);
}

void run_stop(struct run *run, int code, const struct error *e)
{
    int none = 0;

    pthread_mutex_lock(&run->lock);
    if (atomic_compare_exchange_strong(&run->stop, &none, code) && e)
        run->stop_error = *e;
    pthread_mutex_unlock(&run->lock);
    run_wake(run);
}

void run_wake(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    for (struct branch *b = run->branches; b; b = b->next)
        net_wake(b->wait);
    pthread_mutex_unlock(&run->lock);
}

void run_thread_came(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    run->threads++;
    pthread_mutex_unlock(&run->lock);
}

void run_thread_left(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    bool wake = --run->threads == run->resting && run->resting > 0;
    pthread_mutex_unlock(&run->lock);
    if (wake)
        run_wake(run);
}

void run_entry(const struct run *run, struct journal_entry *ret)
{
    *ret = (struct journal_entry){
        .run = run->row.id, .epoch = run->epoch, .now_ms = clock_wall_ms(), .active_ms = -1
    };
}

/* --- loading --- */

/* How long the writing may go on past the ceiling at least; with a long ceiling, half of it. */
enum { WRITING_LEAST_MS = 10000, HARD_SLACK_MS = 10000 };

static const struct workflow *workflow_named(const struct engine *engine, struct str name)
{
    const struct workflow *const *w = engine_settings(engine)->workflows;

    for (; *w; w++)
        if (str_is(name, (*w)->name))
            return *w;
    return NULL;
}

/* Once, before the work starts. */
static void set_limits(struct run *run)
{
    const struct run_settings *s = &run->settings;
    int64_t soft = s->timeout_ms;
    int64_t writing = s->synthesis_ms;
    int64_t late = soft / 2 > WRITING_LEAST_MS ? soft / 2 : WRITING_LEAST_MS;
    int64_t used = run->active_before_ms - run->time_base_ms;

    run->started_ms = clock_monotonic_ms();
    run->gather_deadline_ms = run->started_ms + soft * (100 - RESERVE_PERCENT) / 100 - used;
    run->write_deadline_ms = run->started_ms + soft + (late < writing ? late : writing) - used;
    /* The hard limit: a run that has not ended by then is ended. */
    run->deadline_ms = run->started_ms + soft + writing - used +
                       (soft + writing < HARD_SLACK_MS ? soft + writing : HARD_SLACK_MS);
}

int run_load(struct engine *engine, struct str id, struct run **ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct run *run = arena_alloc(arena, sizeof *run);
    struct store *store = engine_store(engine);
    struct db *db;

    run->engine = engine;
    run->arena = arena;
    run->used_arena = arena_new();
    run->attempt = 1;
    pthread_mutex_init(&run->lock, NULL);
    int r = store_read_begin(store, &db, e);
    if (r == 0) {
        r = run_record_get(db, id, arena, &run->row, e);
        store_read_end(store, db);
    }
    if (r == 0)
        r = run_settings_parse(arena, run->row.settings, &run->settings, e);
    run_settings_complete(&run->settings);
    if (r == 0 && !(run->workflow = workflow_named(engine, run->row.workflow)))
        r = error_set(e, ERROR_INVALID, "this version of fathom has no workflow \"%.*s\"", STR_ARG(run->row.workflow));
    if (r == 0)
        r = engine_settings(engine)->tools(engine_settings(engine)->context, &run->row, &run->settings, &run->tools, e);
    if (r < 0) {
        run_free(run);
        return r;
    }
    run->epoch = run->row.epoch;
    run->active_before_ms = run->row.active_ms;
    /* Nothing but run_created and run_started yet: no journal to look into. */
    run->fresh = run->row.events <= 2;
    run->started_ms = clock_monotonic_ms();
    *ret = run;
    return 0;
}

void run_free(struct run *run)
{
    if (!run)
        return;
    if (engine_settings(run->engine)->give_back)
        engine_settings(run->engine)->give_back(run->tools.held);
    pthread_mutex_destroy(&run->lock);
    arena_free(run->used_arena);
    arena_free(run->arena);
}

int run_see_controls(struct run *run, int64_t *since, struct error *e)
{
    struct arena *scratch = arena_new();
    struct store *store = engine_store(run->engine);
    struct control_row *rows;
    size_t n;
    struct db *db;
    int r = store_read_begin(store, &db, e);

    if (r == 0) {
        r = control_list(db, run->row.id, *since, scratch, &rows, &n, e);
        store_read_end(store, db);
    }
    for (size_t i = 0; r == 0 && i < n; i++) {
        struct str type = rows[i].type;

        *since = rows[i].id;
        if (str_is(type, "resume") || str_is(type, "retry") || str_is(type, "reopen")) {
            /* Controls from before the run was resumed are void, but for finish, which stays unless the run had
             * ended. */
            int64_t base;

            run->asked_finish = run->asked_finish && !str_is(type, "reopen");

            run->asked_stop = 0;
            run->attempt += str_is(type, "retry");
            run->resumed++;
            if (str_to_int(rows[i].data, &base) && base > run->time_base_ms)
                run->time_base_ms = base;
        } else if (str_is(type, "cancel")) {
            note_why(run, rows[i].data);
            run->asked_stop = RUN_CANCELLED;
        } else if (str_is(type, "pause")) {
            run->asked_stop = RUN_SUSPENDED;
        } else if (str_is(type, "result")) {
            run_take_push(run, rows[i].data);
        } else if (str_is(type, "finish")) {
            run->asked_finish = true;
        }
    }
    if (r == 0 && n > 0)
        run_wake(run);
    arena_free(scratch);
    return r;
}

/* --- the end --- */

struct ending {
    struct run *run;
    struct journal_entry entry;
};

/* The owner's own title stays. */
static int put_title(struct db *db, struct run *run, struct error *e)
{
    struct arena *arena = arena_new();
    struct run_row row;
    int r = run_record_get(db, run->row.id, arena, &row, e);

    if (r == 0 && str_empty(row.title))
        r = run_record_set_title(db, run->row.id, run->title, e);
    arena_free(arena);
    return r;
}

static int end_job(struct db *db, void *arg, struct error *e)
{
    struct ending *ending = arg;
    struct run *run = ending->run;
    int r = 0;

    if (run->title.len)
        r = put_title(db, run, e);
    if (r == 0 && run->sources_n)
        r = source_record_put(db, run->row.id, run->sources, run->sources_n, e);
    if (r == 0 && ending->entry.report)
        r = claim_record_put(db, run->row.id, run->claims, run->claims_n, e);
    for (struct asked_question *q = ending->entry.status == RUN_STATUS_WAITING ? run->asked : NULL; r == 0 && q;
         q = q->next)
        r = question_record_put(db, run->row.id, &q->row, e);
    if (r == 0)
        r = journal_append_last(db, &ending->entry, e);
    return r;
}

/* How the workflow ended becomes the run's status and its last event. A sticky
 * stop wins over whatever the workflow made of it. */
static enum run_status ending_status(struct run *run, int result)
{
    switch ((int) run->stop) {
    case 0: return result == 0 ? RUN_STATUS_COMPLETED : RUN_STATUS_FAILED;
    case RUN_CANCELLED: return RUN_STATUS_CANCELLED;
    case RUN_TIMED_OUT: return RUN_STATUS_TIMED_OUT;
    case RUN_SUSPENDED: return run->wake_at_ms ? RUN_STATUS_RUNNING : RUN_STATUS_WAITING;
    case RUN_SHUTDOWN: return RUN_STATUS_QUEUED;
    default: return RUN_STATUS_FAILED;
    }
}

static void end_event(struct branch *root, enum run_status status, const struct error *e)
{
    struct str identity = str_format(root->arena, "end:%lld", (long long) root->run->epoch);
    struct event_run_ended ended = { .status = status };

    if (e->code && status != RUN_STATUS_COMPLETED)
        ended.error = event_error(e);
    if (status == RUN_STATUS_COMPLETED)
        branch_emit_at(root, identity, 0, EVENT_RUN_COMPLETED, &ended);
    else if (status == RUN_STATUS_CANCELLED)
        branch_emit_at(root, identity, 0, EVENT_RUN_CANCELLED, &ended);
    else if (status == RUN_STATUS_FAILED || status == RUN_STATUS_TIMED_OUT)
        branch_emit_at(root, identity, 0, EVENT_RUN_FAILED, &ended);
}

static int store_end(struct branch *root, int result, struct str report, const struct error *failure, struct error *e)
{
    struct run *run = root->run;
    struct ending ending = { .run = run };
    enum run_status status = ending_status(run, result);
    struct error why = run->stop_error.code ? run->stop_error : *failure;

    log_redact_z(why.message, sizeof why.message);
    if (status == RUN_STATUS_COMPLETED)
        branch_phase_over(root);
    end_event(root, status, &why);
    run_entry(run, &ending.entry);
    branch_take_events(root, &ending.entry, root->arena);
    ending.entry.set_status = true;
    ending.entry.status = status;
    if (status == RUN_STATUS_RUNNING) /* a job at a service takes long */
        ending.entry.wake_at_ms = clock_wall_ms() + (run->wake_at_ms - clock_monotonic_ms());
    ending.entry.usage = &root->usage;
    ending.entry.phase = str(root->phase);
    ending.entry.active_ms = run_active_ms(run);
    ending.entry.waiting_path = ending.entry.waiting_for = str("");
    ending.entry.finished = run_status_at_rest(status) && status != RUN_STATUS_WAITING;
    if (status == RUN_STATUS_COMPLETED)
        ending.entry.report = &report;
    if (status == RUN_STATUS_FAILED || status == RUN_STATUS_TIMED_OUT ||
        (status == RUN_STATUS_CANCELLED && run->stop_error.code))
        ending.entry.error = event_error_text(root->arena, &why);
    else if (status == RUN_STATUS_CANCELLED)
        ending.entry.error = str(""); /* why it failed before is not why it ended now */
    journal_pack(&ending.entry, root->arena);
    int r = store_write(engine_store(run->engine), end_job, &ending, e);
    engine_committed(run->engine, run->row.id);
    const struct engine_settings *settings = engine_settings(run->engine);
    if (r == 0 && run->settings.webhook.len && settings->rested && run_status_at_rest(status))
        settings->rested(settings->context, run->row.id);
    return r;
}

/* The ceilings, and what was said about the settings when the run was made. */
static void root_init(struct branch *root)
{
    const struct run_settings *s = &root->run->settings;

    root->limit_nano = (int64_t) (s->budget_usd * 1e9);
    root->limit_tokens = s->budget_tokens;
    branch_reserve(root, &(struct reserve){ 0 });
    for (size_t i = 0; i < s->notices.n; i++)
        branch_warn(root, "%.*s", STR_ARG(s->notices.items[i]));
}

static int nothing_job(struct db *db, void *arg, struct error *e)
{
    (void) db, (void) arg, (void) e;
    return 0;
}

int run_work(struct run *run, struct error *e)
{
    struct branch root;
    struct str report = { 0 };
    struct error failure = { .retry_after_ms = -1 };

    set_limits(run);
    run_thread_came(run);
    branch_init(&root, run, NULL, path_root());
    root_init(&root);
    int result = run->workflow->run(&root, &report, &failure);
    run->ending = true;
    bool shut_down = run->stop == RUN_SHUTDOWN;
    int r = store_end(&root, result, report, &failure, e);
    /* The store failed it: the run stands as it was, and who waits hears why. */
    if (run->stop_error.code && (r < 0 || shut_down)) {
        r = r < 0 ? r : -run->stop_error.code;
        if (e)
            *e = run->stop_error;
    }
    branch_end(&root);
    /* Event batches that are still queued point at the run: let them pass first. */
    if (r < 0)
        store_write(engine_store(run->engine), nothing_job, NULL, NULL);
    arena_free(root.arena);
    return r;
}

int run_replay(struct run *run, struct arena *arena, struct str *ret_report, struct error *e)
{
    struct branch root;
    struct str report = { 0 };

    run->replay = true;
    run->fresh = false;
    set_limits(run);
    branch_init(&root, run, NULL, path_root());
    root_init(&root);
    int r = run->workflow->run(&root, &report, e);
    int stop = run->stop;
    if (stop) { /* whatever the workflow made of it */
        r = -stop;
        if (e)
            *e = run->stop_error;
    }
    if (r == 0)
        *ret_report = str_dup(arena, report);
    branch_end(&root);
    arena_free(root.arena);
    return r;
}
