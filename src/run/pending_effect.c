/* What the journal has for an effect, and how its outcome gets there. */
#include "run/pending_effect.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "search/search.h"

enum { TITLES_TOLD = 3 }; /* of what a search found */

static struct arena *outcome_arena(const struct pending_effect *pending)
{
    return pending->request && pending->request->arena ? pending->request->arena : pending->batch->branch->arena;
}

/* --- what the journal has --- */

static struct path attempt_path(struct path path, int attempt)
{
    if (attempt > 1) {
        int n = snprintf(path.text + path.len, sizeof path.text - path.len, "@%d", attempt);

        assert(n > 0 && path.len + (size_t) n < sizeof path.text);
        path.len = (unsigned char) (path.len + n);
    }
    return path;
}

/* Before the journal is read: a row that is found then cannot be dropped by
 * another branch that diverges. */
static void use_path(struct run *run, const struct path *path)
{
    pthread_mutex_lock(&run->lock);
    str_list_add(run->used_arena, &run->used, str_dup(run->used_arena, path_str(path)));
    pthread_mutex_unlock(&run->lock);
}

/* 1 and *row if there is one that counts, 0 if the effect is still to happen;
 * pending->path says where. A failure of an earlier attempt of the run does not count;
 * in a replay the last one does: the run ended with it. */
static int find_row(struct pending_effect *pending, struct path path, struct effect_row *row, struct error *e)
{
    struct run *run = pending->batch->run;
    struct store *store = engine_store(run->engine);
    struct db *db;
    int found = 0;

    pending->path = path;
    if (run->fresh)
        return 0;
    int r = store_read_begin(store, &db, e);
    if (r < 0)
        return r;
    int attempts = pending->batch->options & EFFECT_SETTLED ? 1 : run->attempt;
    for (int attempt = 1; attempt <= attempts; attempt++) {
        struct effect_row one;
        struct path own = attempt_path(path, attempt);

        use_path(run, &own);
        int there = journal_find(db, run->row.id, path_str(&own), outcome_arena(pending), &one, e);
        if (there == 0 && found && run->replay)
            break;
        found = there;
        pending->path = own;
        if (found == 1)
            *row = one;
        if (found <= 0 || !(one.state == EFFECT_DONE && one.failed))
            break;
    }
    store_read_end(store, db);
    return found;
}

static void charge_lost(struct pending_effect *pending, int lost)
{
    pending->batch->branch->lost_nano += lost * pending->request->estimate_nano;
    pending->batch->branch->lost_tokens += lost * pending->request->estimate_tokens;
}

static void settle_usage(struct pending_effect *pending)
{
    struct run *run = pending->batch->run;

    const struct usage *usage = &pending->outcome->usage;

    /* An answer in one go says how far the estimate was off. */
    if (pending->request->estimate_input > 0 && usage->calls == 1 && !usage->estimated && !pending->outcome->failed)
        branch_measure(pending->batch->branch, pending->outcome->answered_by, pending->request, usage->input_tokens);
    bool asked = !pending->outcome->failed ||
                 (pending->outcome->error.code != ERROR_FINISH && pending->outcome->error.code != ERROR_BUDGET);
    bool search = pending->request->type && pending->request->type->is_search && asked;
    struct usage counted = *usage;
    if (search && counted.searches == 0) /* the effect has what is billed; a run has made those that are free, too */
        counted.searches = 1;
    pending->batch->branch->searches += search;
    pending->batch->branch->billed += usage->searches;
    usage_add(&pending->batch->branch->usage, &counted);
    pthread_mutex_lock(&run->lock);
    usage_add(&run->usage, &counted);
    pthread_mutex_unlock(&run->lock);
}

static void take_recorded(struct pending_effect *pending, const struct effect_row *row)
{
    *pending->outcome = (struct outcome){
        .failed = row->failed,
        .body = row->body,
        .error = row->error,
        .answered_by = row->answered_by,
        .usage = row->usage,
        .recorded = true,
    };
    pending->batch->branch->hurry |= row->seen;
    if (pending->batch->branch->past_ms >= 0 && row->elapsed_ms > pending->batch->branch->past_ms)
        pending->batch->branch->past_ms = row->elapsed_ms;
    charge_lost(pending, row->lost);
    settle_usage(pending);
    pending->finished = true;
}

struct drop {
    struct run *run;
    struct str path;
};

/* On the writer's thread, so that nothing is written between the look at what
 * is used and the deletion of the rest. */
static int drop_job(struct db *db, void *arg, struct error *e)
{
    const struct drop *drop = arg;
    struct run *run = drop->run;

    pthread_mutex_lock(&run->lock);
    int r = journal_drop_from(db, run->row.id, run->epoch, drop->path, &run->used, e);
    pthread_mutex_unlock(&run->lock);
    return r;
}

/* The code asks something else at this place than it did before. */
static int diverged(struct pending_effect *pending, struct error *e)
{
    struct run *run = pending->batch->run;
    struct drop drop = { run, path_str(&pending->path) };

    if (run->replay) {
        struct error why;

        error_set(&why, RUN_DIVERGED,
                  "the run differs from its journal at \"%s\": the journal holds another request than this version "
                  "makes",
                  pending->path.text);
        run_stop(run, RUN_DIVERGED, &why);
        if (e)
            *e = why;
        return -RUN_DIVERGED;
    }
    branch_emit_at(pending->batch->branch, path_str(&pending->path), run->epoch, EVENT_DIVERGED,
                   &(struct event_diverged){ path_str(&pending->path) });
    return store_write(engine_store(run->engine), drop_job, &drop, e);
}

int effect_recorded(struct branch *branch, struct path path, struct error *e)
{
    struct batch batch = { .branch = branch, .run = branch->run };
    struct pending_effect pending = { .batch = &batch };
    struct effect_row row;
    int found = find_row(&pending, path, &row, e);

    return found == 1 ? row.state == EFFECT_DONE : found;
}

int pending_look_up(struct pending_effect *pending, struct path path, struct error *e)
{
    struct run *run = pending->batch->run;
    struct effect_row row = { 0 };
    int found = find_row(pending, path, &row, e);

    if (found < 0)
        return found;
    if (found && !hash_eq(row.key, pending->key) && !pending->request->rewords) {
        int r = diverged(pending, e);

        if (r < 0)
            return r;
        found = 0;
    }
    if (found && run->wanted.len && str_eq(path_str(&path), run->wanted)) {
        pthread_mutex_lock(&run->lock);
        run->request = str_dup(run->arena, pending->request->canonical);
        pthread_mutex_unlock(&run->lock);
        run_stop(run, RUN_CANCELLED, NULL);
        return error_set(e, RUN_CANCELLED, "the request at \"%s\" is found", path.text);
    }
    if (found && row.state == EFFECT_DONE) {
        take_recorded(pending, &row);
        return 0;
    }
    if (run->replay) {
        struct error why;

        error_set(&why, RUN_DIVERGED, "the journal has no outcome for \"%s\"", path.text);
        if (!run->wanted.len) /* what is looked for may be on a branch beside this one */
            run_stop(run, RUN_DIVERGED, &why);
        if (e)
            *e = why;
        return -RUN_DIVERGED;
    }
    if (found && row.state == EFFECT_SUBMITTED) {
        pending->call.remote_id = str_dup(pending->batch->scratch, row.remote_id);
        pending->call.submitted = true;
        pending->lost = row.lost;
    } else if (found) {
        pending->lost = row.lost + 1;
        charge_lost(pending, pending->lost);
        if (pending->batch->kind == EFFECT_ONCE) {
            error_set(&pending->outcome->error, ERROR_CONFLICT,
                      "the program stopped during this call, so its result is unknown; fathom does not repeat it by "
                      "itself");
            pending->outcome->failed = true;
            pending->finished = true;
        }
    }
    return 0;
}

/* --- committing --- */

int pending_append(struct db *db, void *entry, struct error *e) { return journal_append(db, entry, e); }

static void tell_call(const struct pending_effect *pending)
{
    const struct outcome *o = pending->outcome;
    const struct event_llm_call call = {
        .path = path_str(&pending->path),
        .ok = !o->failed,
        .input_tokens = o->usage.input_tokens,
        .cached_tokens = o->usage.cached_tokens,
        .output_tokens = o->usage.output_tokens,
        .reasoning_tokens = o->usage.reasoning_tokens,
        .cost_nano = o->usage.cost_nano,
        .answered_by = o->answered_by,
        .cost_unknown = o->usage.cost_unknown,
        .error = str(o->failed ? o->error.message : ""),
    };

    branch_emit_at(pending->batch->branch, str_format(pending->batch->scratch, "e:%s", pending->path.text), 0,
                   EVENT_LLM_CALL, &call);
}

/* What a search found, while others of its batch are under way. */
static void tell_search(const struct pending_effect *pending)
{
    struct arena *scratch = pending->batch->scratch;
    struct search_result found = { 0 };
    struct event_search_answered data = { .path = path_str(&pending->path),
                                          .query = search_request_words(pending->request) };

    if (pending->outcome->failed || data.query.len == 0 ||
        search_result_parse(scratch, pending->outcome->body, &found, NULL) < 0)
        return;
    data.hits = (int64_t) found.hits_n;
    for (size_t i = 0; i < found.hits_n && i < TITLES_TOLD; i++)
        str_list_add(scratch, &data.titles, found.hits[i].title);
    branch_emit_at(pending->batch->branch, str_format(scratch, "e:%s", pending->path.text), 0, EVENT_SEARCH_ANSWERED,
                   &data);
}

static size_t cache_rows(struct pending_effect *pending, struct cache_row **ret)
{
    size_t n = 0;

    for (struct call_cache_row *row = pending->call.cache_rows; row; row = row->next)
        n++;
    struct cache_row *rows = arena_calloc(pending->batch->scratch, n, sizeof *rows);
    n = 0;
    for (struct call_cache_row *row = pending->call.cache_rows; row; row = row->next)
        rows[n++] = (struct cache_row){ str(row->name), row->key, log_redacted(pending->batch->scratch, row->value),
                                        clock_wall_ms() + row->ttl_ms };
    *ret = rows;
    return n;
}

void pending_fill_row(struct pending_effect *pending, enum effect_state state)
{
    const struct batch *batch = pending->batch;

    pending->row = (struct effect_row){
        .path = path_str(&pending->path),
        .key = pending->key,
        .kind = batch->kind,
        .state = state,
        .lost = pending->lost,
        .remote_id = pending->call.remote_id,
        .elapsed_ms = run_active_ms(batch->run),
        .started_ms = pending->call.wall_ms ? pending->call.wall_ms : clock_wall_ms(), /* else it begins now */
    };
    if (batch->run->settings.keep_requests)
        pending->row.request = pending->request->canonical;
    if (state == EFFECT_DONE) {
        const struct outcome *o = pending->outcome;

        pending->row.failed = o->failed;
        pending->row.body = o->body;
        pending->row.error = o->error;
        pending->row.answered_by = o->answered_by;
        pending->row.usage = o->usage;
        pending->row.seen = pending->seen;
        pending->row.ended_ms = clock_wall_ms();
        for (const struct call_note *note = pending->call.notes; note; note = note->next)
            pending->row.retries += note->type == NOTE_RETRY;
    }
}

void pending_commit(struct pending_effect *pending)
{
    struct batch *batch = pending->batch;
    struct branch *branch = batch->branch;
    struct journal_entry *entry = &pending->entry;

    branch->hurry |= pending->seen;
    branch->past_ms = -1;
    settle_usage(pending);
    if (pending->request->type->is_model)
        tell_call(pending);
    else
        tell_search(pending);
    run_entry(batch->run, entry);
    entry->phase = str(branch->phase);
    branch_take_events(branch, entry, batch->scratch);
    pending_fill_row(pending, EFFECT_DONE);
    entry->effect = &pending->row;
    entry->active_ms = pending->row.elapsed_ms;
    struct usage *total = arena_alloc(batch->scratch, sizeof *total);
    pthread_mutex_lock(&batch->run->lock);
    *total = batch->run->usage;
    pthread_mutex_unlock(&batch->run->lock);
    entry->usage = total;
    struct cache_row *rows;
    entry->cache_n = cache_rows(pending, &rows);
    entry->cache = rows;
    journal_pack(entry, batch->scratch);
    pending->job = (struct store_job){ .fn = pending_append, .arg = entry, .durable = batch->kind == EFFECT_ONCE };
    pending->committing = true;
    pending->finished = true;
    store_submit(engine_store(batch->run->engine), &pending->job);
}

static void outcome_error(struct outcome *outcome, const struct error *e)
{
    *outcome = (struct outcome){ .failed = true, .error = *e };
    log_redact_z(outcome->error.message, sizeof outcome->error.message);
}

void pending_commit_failure(struct pending_effect *pending, int code, const char *message)
{
    struct error e;

    error_set(&e, code, "%s", message);
    outcome_error(pending->outcome, &e);
    pending->outcome->usage = pending->call.usage; /* what was spent before it was cut short */
    pending_commit(pending);
}

void pending_take_answer(struct pending_effect *pending)
{
    struct arena *arena = outcome_arena(pending);
    struct call *call = &pending->call;

    if (call->result < 0) {
        outcome_error(pending->outcome, &call->error);
    } else {
        /* A service that echoes a key must not get it into journal or report. */
        *pending->outcome = (struct outcome){ .body = str_dup(arena,
                                                              log_redacted(pending->batch->scratch, call->body)) };
    }
    pending->outcome->answered_by = str_dup(arena, call->answered_by);
    pending->outcome->usage = call->usage;
    atomic_fetch_sub(&pending->batch->run->in_flight, 1);
    pending_commit(pending);
}
