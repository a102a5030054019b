/* Effects: look in the journal, else do it, commit, return.
 *
 * A batch of effects is driven on the branch's own thread: it starts the calls,
 * hands them their network events, commits each outcome as it comes (the writer
 * thread groups the commits), and returns when all are stored. Everything of a
 * batch but the outcomes lives in a scratch arena that ends with it; commit
 * jobs point into it, so it is freed only after the last one is done. */
#include "run/effect.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "run/purse.h"

enum { EVENTS_TOGETHER = 64 };  /* taken before anything else is looked at */
enum { PROGRESS_BYTES = 2000 }; /* of a text that is being written, between two events */
enum { SUSPEND_AFTER_MS = 30000 };
enum { SOFT_SLACK_MS = 1000 }; /* calls know of a soft ceiling as so much later */

/* A fact of this attempt only, like retries. */
static void show_progress(struct pending_effect *pending)
{
    struct batch *batch = pending->batch;
    struct str identity = str_format(batch->scratch, "t%lld:%s", (long long) batch->run->epoch, pending->path.text);

    branch_emit_at(batch->branch, identity, pending->live++, EVENT_SYNTHESIS_PROGRESS,
                   &(struct event_synthesis_progress){ path_str(&pending->path), (int64_t) pending->stream_offset,
                                                       pending->stream_attempt });
    branch_send(batch->branch, path_str(&pending->path), str(pending->request->type->name));
}

/* Text of the report alone, as who watches sees it. */
static void stream_send(void *context, struct str data)
{
    struct pending_effect *pending = context;
    struct run *run = pending->batch->run;

    engine_text(run->engine, run->row.id, path_str(&pending->path), pending->stream_attempt, pending->stream_offset,
                data);
    size_t before = pending->stream_offset / PROGRESS_BYTES;
    pending->stream_offset += data.len;
    if (pending->stream_offset / PROGRESS_BYTES > before)
        show_progress(pending);
}

static void stream_write(void *context, struct str data)
{
    struct pending_effect *pending = context;
    const struct sink out = { stream_send, pending };

    if (!pending->unwrapping)
        pending->unwrapping = arena_calloc(pending->batch->scratch, 1, sizeof *pending->unwrapping);
    if (data.len == 0) { /* the answer starts anew */
        *pending->unwrapping = (struct unwrapping){ 0 };
        pending->stream_attempt++;
        pending->stream_offset = 0;
        stream_send(pending, data);
    }
    unwrapping_write(pending->unwrapping, data, &out);
}

static void stream_end(struct pending_effect *pending)
{
    const struct sink out = { stream_send, pending };

    if (pending->unwrapping)
        unwrapping_end(pending->unwrapping, &out);
}

/* Where the run's time ceiling ends this batch's calls. */
static int64_t soft_deadline(const struct batch *batch)
{
    return batch->options & EFFECT_LOCAL       ? INT64_MAX
           : batch->options & EFFECT_ESSENTIAL ? batch->run->write_deadline_ms
                                               : batch->run->gather_deadline_ms;
}

/* Why the batch's calls must end now, as SEEN_ bits; 0: they may go on. */
static int hurry_of(const struct batch *batch)
{
    bool finish = batch->run->asked_finish && !(batch->options & (EFFECT_ESSENTIAL | EFFECT_LOCAL));

    return finish ? SEEN_FINISH : clock_monotonic_ms() >= soft_deadline(batch) ? SEEN_TIME : 0;
}

static const char *hurry_words(int seen)
{
    return seen & SEEN_FINISH ? "the run was asked to finish" : "the run's time is up";
}

/* The earliest of the limits that bind this effect, and which it is. */
static int64_t deadline(const struct batch *batch, const struct request *request, const char **ret_why)
{
    const struct run *run = batch->run;
    const struct run_settings *s = &run->settings;
    bool essential = batch->options & EFFECT_ESSENTIAL;
    int64_t now = clock_monotonic_ms();
    int64_t operation = request->timeout_ms ? request->timeout_ms : essential ? s->synthesis_ms : s->operation_ms;
    int64_t at = now + operation;

    *ret_why = "the limit per operation";
    /* A hard limit of the phase is none of the call's: what it cuts off must not end as its failure. */
    if (batch->branch->phase_deadline_ms && !batch->branch->phase_hard && batch->branch->phase_deadline_ms < at) {
        at = batch->branch->phase_deadline_ms;
        *ret_why = "the phase's time limit";
    }
    /* The driver cuts calls at a soft ceiling, and in the same way for all of them. That they know of it keeps them
     * from waits that lead past it; they do not end by themselves before. */
    if (soft_deadline(batch) < at - SOFT_SLACK_MS) {
        at = soft_deadline(batch) + SOFT_SLACK_MS;
        *ret_why = "the run's time limit";
    }
    if (run->deadline_ms < at) {
        at = run->deadline_ms;
        *ret_why = "the run's hard time limit";
    }
    return at;
}

static size_t unfinished(const struct batch *batch)
{
    size_t n = 0;

    for (size_t i = 0; i < batch->n; i++)
        n += !batch->effects[i].finished;
    return n;
}

static void begin(struct pending_effect *pending)
{
    struct batch *batch = pending->batch;
    struct run *run = batch->run;
    struct call *call = &pending->call;
    struct call_cache *cache = arena_alloc(batch->scratch, sizeof *cache);

    *cache = (struct call_cache){ cache_read, engine_store(run->engine) };
    pending->sink = (struct sink){ stream_write, pending };
    pending->stream_attempt = 1;
    call->deadline_ms = deadline(batch, pending->request, &pending->deadline_why);
    call->stream = &pending->sink;
    call->cache = cache;
    call->run = run->row.id;
    call->wall_ms = clock_wall_ms();
    random_bytes(&call->random, sizeof call->random);
    pending->started = true;
    pending->submitted_ms = clock_monotonic_ms();
    atomic_fetch_add(&run->in_flight, 1);
    call_begin(call, pending->request, engine_net(run->engine), batch->branch->wait, batch->scratch);
}

/* Paid attempts leave a mark before they start, mail and webhooks a durable one. */
static int write_started(struct batch *batch, struct error *e)
{
    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->finished || pending->call.submitted)
            continue;
        struct journal_entry entry;
        run_entry(batch->run, &entry);
        pending_fill_row(pending, EFFECT_STARTED);
        entry.effect = &pending->row;
        entry.phase = str(batch->branch->phase);
        entry.waiting_path = path_str(&pending->path);
        entry.waiting_for = str(pending->request->type->name);
        branch_take_events(batch->branch, &entry, batch->scratch);
        pending->entry = entry;
        pending->job = (struct store_job){ .fn = pending_append,
                                           .arg = &pending->entry,
                                           .durable = batch->kind == EFFECT_ONCE };
        store_submit(engine_store(batch->run->engine), &pending->job);
        pending->committing = true;
    }
    int r = 0;
    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (!pending->committing || pending->finished)
            continue;
        int one = store_wait(engine_store(batch->run->engine), &pending->job, r == 0 ? e : NULL);
        pending->committing = false;
        if (one < 0 && r == 0)
            r = one;
    }
    engine_committed(batch->run->engine, batch->run->row.id);
    return r;
}

/* Retries, fallbacks and the like, for who watches: they are facts of this
 * attempt only, so their identity carries the lease's epoch. */
static void show_note(struct pending_effect *pending, const struct call_note *note)
{
    struct batch *batch = pending->batch;
    struct str identity = str_format(batch->scratch, "t%lld:%s", (long long) batch->run->epoch, pending->path.text);
    struct str path = path_str(&pending->path);

    if (note->type == NOTE_RETRY)
        branch_emit_at(
            batch->branch, identity, pending->live++, EVENT_RETRY,
            &(struct event_retry){ note->service, note->model, note->attempt, note->after, note->reason, path });
    else
        branch_emit_at(batch->branch, identity, pending->live++, EVENT_DEGRADED,
                       &(struct event_degraded){ note->service, note->what, note->from, note->to, note->reason, path });
}

static void show_notes(struct pending_effect *pending)
{
    struct batch *batch = pending->batch;
    struct call_note *note = pending->shown ? pending->shown->next : pending->call.notes;
    bool any = false;

    for (; note; note = note->next) {
        show_note(pending, note);
        pending->shown = note;
        any = true;
    }
    if (any)
        branch_send(batch->branch, path_str(&pending->path), str(pending->request->type->name));
}

/* A job was handed to a service: its id is journaled before anything else. */
static int keep_remote_id(struct pending_effect *pending, struct error *e)
{
    struct journal_entry entry;

    if (pending->call.submitted || pending->call.remote_id.len == 0)
        return 0;
    run_entry(pending->batch->run, &entry);
    pending_fill_row(pending, EFFECT_SUBMITTED);
    entry.effect = &pending->row;
    int r = store_write(engine_store(pending->batch->run->engine), pending_append, &entry, e);
    if (r == 0)
        pending->call.submitted = true;
    return r;
}

/* A job that takes longer is no reason to keep the thread. */
static int64_t sleeps_at(const struct pending_effect *pending)
{
    int64_t patience = engine_settings(pending->batch->run->engine)->suspend_after_ms;

    return pending->submitted_ms + (patience ? patience : SUSPEND_AFTER_MS);
}

/* All that is left are jobs at services, and they have taken long: give the thread back. */
static bool should_suspend(struct batch *batch, int64_t *ret_wake_ms)
{
    int64_t now = clock_monotonic_ms(), wake = INT64_MAX;

    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->finished)
            continue;
        if (!pending->call.submitted || now < sleeps_at(pending))
            return false;
        if (pending->call.poll_at_ms < wake)
            wake = pending->call.poll_at_ms;
    }
    *ret_wake_ms = wake == INT64_MAX ? now : wake;
    return true;
}

/* Other branches of the run may be at work: the run is suspended when all of them rest. True: this was the last. */
static bool rest(struct batch *batch, bool rests)
{
    struct run *run = batch->run;

    pthread_mutex_lock(&run->lock);
    run->resting += rests - batch->rests;
    batch->rests = rests;
    bool last = rests && run->resting == run->threads;
    pthread_mutex_unlock(&run->lock);
    return last;
}

static void cut_calls(struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->started && !pending->finished) {
            call_abort(&pending->call);
            atomic_fetch_sub(&batch->run->in_flight, 1);
            pending->started = false;
        }
    }
}

/* What is waited for; NULL: nothing. */
static const struct pending_effect *first_unfinished(const struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++)
        if (!batch->effects[i].finished)
            return &batch->effects[i];
    return NULL;
}

static void finish_now(struct batch *batch, int seen)
{
    char message[80];

    snprintf(message, sizeof message, "cut short: %s", hurry_words(seen));
    cut_calls(batch);
    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->finished)
            continue;
        pending->seen |= seen;
        pending_commit_failure(pending, ERROR_FINISH, message);
    }
}

static int stop_now(struct batch *batch, int stop, struct error *e)
{
    cut_calls(batch);
    pthread_mutex_lock(&batch->run->lock);
    struct error why = batch->run->stop_error;
    pthread_mutex_unlock(&batch->run->lock);
    if (why.code)
        return e ? (*e = why, -stop) : -stop;
    return error_set(e, stop, "the run was stopped (%s)", error_name(stop));
}

/* Past this the run stops. */
static int64_t hard_deadline(const struct batch *batch)
{
    const struct branch *b = batch->branch;

    return b->phase_hard && b->phase_deadline_ms < batch->run->deadline_ms ? b->phase_deadline_ms
                                                                           : batch->run->deadline_ms;
}

/* Who watches sees what a search found while others of its batch are under way. The commit is waited for: what is not stored is
 * not shown. Whether it failed is asked when the batch ends. */
static void show_search(struct pending_effect *pending)
{
    struct batch *batch = pending->batch;

    if (!pending->committing || search_request_words(pending->request).len == 0 || unfinished(batch) == 0)
        return;
    store_wait(engine_store(batch->run->engine), &pending->job, NULL);
    engine_committed(batch->run->engine, batch->run->row.id);
}

/* Answers that came, limits that passed. */
static int take_progress(struct batch *batch, struct error *e)
{
    int64_t now = clock_monotonic_ms();
    int r = 0;

    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->finished || !pending->started)
            continue;
        show_notes(pending);
        if ((r = keep_remote_id(pending, e)) < 0)
            return r;
        if (pending_take_push(pending))
            continue;
        if (pending->call.done) {
            stream_end(pending);
            pending_take_answer(pending);
            show_search(pending);
        } else if (now >= pending->call.deadline_ms && now < hard_deadline(batch)) {
            char message[160];

            call_abort(&pending->call);
            atomic_fetch_sub(&batch->run->in_flight, 1);
            snprintf(message, sizeof message, "no answer in time: %s was reached", pending->deadline_why);
            pending_commit_failure(pending, ERROR_TIMEOUT, message);
        }
    }
    return 0;
}

static int64_t next_deadline(const struct batch *batch)
{
    int64_t at = hard_deadline(batch), now = clock_monotonic_ms();

    if (soft_deadline(batch) < at)
        at = soft_deadline(batch);
    for (size_t i = 0; i < batch->n; i++) {
        const struct pending_effect *pending = &batch->effects[i];

        if (pending->finished || !pending->started)
            continue;
        if (pending->call.deadline_ms < at)
            at = pending->call.deadline_ms;
        /* Not every job is polled: the time to sleep must not be missed. */
        if (pending->call.submitted && sleeps_at(pending) < at && sleeps_at(pending) > now)
            at = sleeps_at(pending);
    }
    return at;
}

/* Waits for an event, and takes those that are there beside it. */
static void take_events(struct batch *batch)
{
    struct net_wait *wait = batch->branch->wait;
    struct net_event event;

    net_wait_next(wait, next_deadline(batch), &event);
    for (int n = 1; event.type == NET_DATA || event.type == NET_DONE || event.type == NET_TIMER; n++) {
        call_event(&event);
        if (n == EVENTS_TOGETHER)
            return;
        net_wait_next(wait, 0, &event);
    }
}

/* A call that the hard limit cuts off has no outcome: the run stops, and makes the call again when it is resumed. */
static int stopped_or_late(struct batch *batch)
{
    struct run *run = batch->run;
    const struct branch *b = batch->branch;

    if (clock_monotonic_ms() >= hard_deadline(batch)) {
        struct error why;

        if (hard_deadline(batch) < run->deadline_ms)
            error_set(&why, RUN_TIMED_OUT, "the phase %s reached its time limit of %lld s", b->phase,
                      (long long) (b->phase_limit_ms + 999) / 1000);
        else
            error_set(&why, RUN_TIMED_OUT, "the run reached its hard time limit");
        run_stop(run, RUN_TIMED_OUT, &why);
    }
    return run_stopped(run);
}

/* Begins what may be under way beside what is; false if nothing more. */
static bool begin_more(struct batch *batch)
{
    size_t under_way = 0;
    bool any = false;

    for (size_t i = 0; i < batch->n; i++)
        under_way += batch->effects[i].started && !batch->effects[i].finished;
    for (size_t i = 0; i < batch->n && (!batch->at_once || under_way < batch->at_once); i++)
        if (!batch->effects[i].finished && !batch->effects[i].started) {
            begin(&batch->effects[i]);
            under_way++;
            any = true;
        }
    return any;
}

/* Hands events to the calls until every pending has its outcome. */
static int drive_calls(struct batch *batch, struct error *e)
{
    struct run *run = batch->run;

    for (;;) {
        int r = take_progress(batch, e);

        if (r < 0)
            return r;
        if (unfinished(batch) == 0)
            return 0;
        int stop = stopped_or_late(batch);
        if (stop)
            return stop_now(batch, stop, e);
        int hurry = hurry_of(batch);
        if (hurry) {
            finish_now(batch, hurry);
            return 0;
        }
        int64_t wake = 0;
        if (rest(batch, should_suspend(batch, &wake))) {
            run->wake_at_ms = wake;
            run_stop(run, RUN_SUSPENDED, NULL);
            return stop_now(batch, RUN_SUSPENDED, e);
        }
        if (begin_more(batch)) /* some are done as soon as they begin */
            continue;
        take_events(batch);
    }
}

static int drive(struct batch *batch, struct error *e)
{
    int r = drive_calls(batch, e);

    rest(batch, false);
    return r;
}

/* Waits for the commits and frees the batch's memory. */
static int end_batch(struct batch *batch, int r, struct error *e)
{
    bool wrote = false;

    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->committing) {
            struct error error;
            int one = store_wait(engine_store(batch->run->engine), &pending->job, &error);

            wrote = true;
            if (one < 0) {
                run_stop(batch->run, RUN_SHUTDOWN, &error);
                if (r == 0) {
                    r = one;
                    if (e)
                        *e = error;
                }
            }
        }
        if (pending->request)
            call_free(&pending->call);
    }
    if (wrote)
        engine_committed(batch->run->engine, batch->run->row.id);
    arena_free(batch->scratch);
    return r;
}

/* Refuses calls that must not start: the report must be written now, or the budget is used up. */
static void refuse(struct batch *batch)
{
    struct purse purse = purse_of(batch);
    int hurry = hurry_of(batch);
    int known = batch->options & (EFFECT_ESSENTIAL | EFFECT_LOCAL) ? 0 : batch->branch->hurry;
    char message[80];

    snprintf(message, sizeof message, "not started: %s", hurry_words(hurry | known));
    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->finished)
            continue;
        if (batch->run->asked_finish)
            pending->seen |= SEEN_FINISH;
        const char *ceiling = purse_take(batch->branch, pending->request, &purse);
        if (hurry || known) {
            pending->seen |= hurry | known;
            pending_commit_failure(pending, ERROR_FINISH, message);
        } else if (ceiling) {
            struct str identity = str_format(batch->scratch, "w:%s", pending->path.text);

            branch_emit_at(batch->branch, identity, 0, EVENT_BUDGET_WARNING,
                           &(struct event_budget_warning){ .ceiling = str(ceiling),
                                                           .refused = str(pending->request->type->name) });
            pending_commit_failure(pending, ERROR_BUDGET, "not started: the budget does not allow it");
        }
    }
    purse_share(batch, &purse);
}

static int do_batch(struct batch *batch, struct error *e)
{
    struct run *run = batch->run;
    int stop = unfinished(batch) ? stopped_or_late(batch) : run_stopped(run);

    if (stop)
        return stop_now(batch, stop, e);
    refuse(batch);
    /* An outcome that look_up decided (a lost `once`) is stored like any other. */
    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];

        if (pending->finished && !pending->committing && !pending->outcome->recorded)
            pending_commit(pending);
    }
    if (unfinished(batch) == 0)
        return 0;
    bool marked = batch->kind == EFFECT_PAID || batch->kind == EFFECT_ONCE;
    if (marked) {
        int r = write_started(batch, e);

        if (r < 0) {
            run_stop(run, RUN_SHUTDOWN, e);
            return r;
        }
    }
    begin_more(batch);
    /* The events so far, after the calls have begun: the writer's thread comes behind the reactor's. */
    const struct pending_effect *waiting = first_unfinished(batch);
    if (!marked && waiting)
        branch_send(batch->branch, path_str(&waiting->path), str(waiting->request->type->name));
    return drive(batch, e);
}

/* Fills in the rest of the batch; `ret` has room for all of its effects. */
static int run_batch(struct batch *batch, const struct path *paths, const struct request *requests, struct outcome *ret,
                     struct error *e)
{
    int r = 0, missing = 0, stop;

    batch->run = batch->branch->run;
    batch->scratch = arena_new();
    batch->effects = arena_calloc(batch->scratch, batch->n, sizeof *batch->effects);
    memset(ret, 0, batch->n * sizeof *ret);
    if ((stop = run_stopped(batch->run)))
        return end_batch(batch, stop_now(batch, stop, e), e);
    for (size_t i = 0; i < batch->n && r == 0; i++) {
        struct pending_effect *pending = &batch->effects[i];

        pending->batch = batch;
        pending->request = &requests[i];
        pending->key = hash_of(requests[i].canonical);
        pending->outcome = &ret[i];
        r = pending_look_up(pending, paths[i], e);
        if (batch->run->wanted.len && r == -RUN_DIVERGED && !run_stopped(batch->run)) {
            missing = r; /* what is looked for may stand behind it */
            r = 0;
        }
    }
    r = r < 0 ? r : missing;
    if (r == 0)
        r = do_batch(batch, e);
    /* Nothing is recorded of a store that failed, so no workflow may go on as if it were an outcome. */
    if (r < 0 && !missing && !run_stopped(batch->run)) {
        cut_calls(batch);
        run_stop(batch->run, RUN_SHUTDOWN, e);
    }
    return end_batch(batch, r, e);
}

int effect_fact(struct branch *branch, struct path path, const struct effect_fact *fact, struct str *ret,
                struct error *e)
{
    struct batch batch = { .branch = branch, .run = branch->run, .kind = EFFECT_PURE };
    const struct request request = { .canonical = str(fact->canonical) };
    struct outcome outcome = { 0 };
    struct pending_effect pending = {
        .batch = &batch, .request = &request, .key = hash_of(request.canonical), .outcome = &outcome
    };
    int stop = run_stopped(branch->run);
    int r = stop ? stop_now(&batch, stop, e) : pending_look_up(&pending, path, e);

    if (r < 0) {
        if (!branch->run->wanted.len && !run_stopped(branch->run))
            run_stop(branch->run, RUN_SHUTDOWN, e);
        return r;
    }
    if (!pending.finished) {
        outcome = (struct outcome){ .body = fact->fn(branch), .answered_by = str(fact->who) };
        branch->past_ms = -1;
        pending_fill_row(&pending, EFFECT_DONE);
        branch_fact(branch, &pending.row);
    }
    if (outcome.failed)
        return error_set(e, ERROR_STORE, "the entry at \"%s\" is damaged", path.text);
    *ret = outcome.body;
    return 0;
}

int effect_do(struct branch *branch, struct path path, int how, const struct request *request, struct outcome *ret,
              struct error *e)
{
    return effect_do_all(branch, path, how, &(struct effects){ .requests = request, .n = 1, .paths = &path }, ret, e);
}

int effect_do_all(struct branch *branch, struct path path, int how, const struct effects *effects, struct outcome ret[],
                  struct error *e)
{
    struct batch batch = { .branch = branch,
                           .kind = (enum effect_kind)(how & EFFECT_KIND),
                           .options = how & ~EFFECT_KIND,
                           .n = effects->n,
                           .at_once = effects->at_once };

    if (effects->n == 0)
        return 0;
    if (effects->paths)
        return run_batch(&batch, effects->paths, effects->requests, ret, e);
    struct path *paths = arena_calloc(branch->arena, effects->n, sizeof *paths);
    for (size_t i = 0; i < effects->n; i++)
        paths[i] = path_index(path, i);
    return run_batch(&batch, paths, effects->requests, ret, e);
}
