/* What the journal has for an effect, and how its outcome gets there. */
#include "run/slot.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"

static struct arena *outcome_arena(const struct slot *slot)
{
    return slot->request && slot->request->arena ? slot->request->arena : slot->batch->branch->arena;
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
 * slot->path says where. A failure of an earlier attempt of the run does not count. */
static int find_row(struct slot *slot, struct path path, struct effect_row *row, struct error *e)
{
    struct run *run = slot->batch->run;
    struct store *store = engine_store(run->engine);
    struct db *db;
    int found = 0;

    slot->path = path;
    if (run->fresh)
        return 0;
    int r = store_read_begin(store, &db, e);
    if (r < 0)
        return r;
    for (int attempt = 1; attempt <= run->attempt; attempt++) {
        slot->path = attempt_path(path, attempt);
        use_path(run, &slot->path);
        found = journal_find(db, run->row.id, path_str(&slot->path), outcome_arena(slot), row, e);
        if (found <= 0 || !(row->state == EFFECT_DONE && row->failed))
            break;
    }
    store_read_end(store, db);
    return found;
}

static void charge_lost(struct slot *slot, int lost)
{
    slot->batch->branch->lost_nano += lost * slot->request->estimate_nano;
    slot->batch->branch->lost_tokens += lost * slot->request->estimate_tokens;
}

static void settle_usage(struct slot *slot)
{
    struct run *run = slot->batch->run;

    const struct usage *usage = &slot->outcome->usage;

    /* An answer in one go says how far the estimate was off. */
    if (slot->request->estimate_input > 0 && usage->calls == 1 && !usage->estimated && !slot->outcome->failed)
        branch_measure(slot->batch->branch, slot->outcome->answered_by, slot->request->estimate_input,
                       usage->input_tokens);
    usage_add(&slot->batch->branch->usage, usage);
    bool asked = !slot->outcome->failed ||
                 (slot->outcome->error.code != ERROR_FINISH && slot->outcome->error.code != ERROR_BUDGET);
    if (slot->request->type && strcmp(slot->request->type->name, "search") == 0 && asked)
        slot->batch->branch->searches++;
    pthread_mutex_lock(&run->lock);
    usage_add(&run->usage, &slot->outcome->usage);
    pthread_mutex_unlock(&run->lock);
}

static void take_recorded(struct slot *slot, const struct effect_row *row)
{
    *slot->outcome = (struct outcome){
        .failed = row->failed,
        .body = row->body,
        .error = row->error,
        .answered_by = row->answered_by,
        .usage = row->usage,
        .recorded = true,
    };
    slot->batch->branch->hurry |= row->seen;
    if (slot->batch->branch->past_ms >= 0 && row->elapsed_ms > slot->batch->branch->past_ms)
        slot->batch->branch->past_ms = row->elapsed_ms;
    charge_lost(slot, row->lost);
    settle_usage(slot);
    slot->finished = true;
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
static int diverged(struct slot *slot, struct error *e)
{
    struct run *run = slot->batch->run;
    struct drop drop = { run, path_str(&slot->path) };

    if (run->replay) {
        struct error why;

        error_set(&why, RUN_DIVERGED,
                  "the run differs from its journal at \"%s\": "
                  "another request stands there than this version makes",
                  slot->path.text);
        run_stop(run, RUN_DIVERGED, &why);
        if (e)
            *e = why;
        return -RUN_DIVERGED;
    }
    branch_event_at(slot->batch->branch, path_str(&slot->path), run->epoch, "diverged",
                    json_pack("{s:s}", "path", slot->path.text));
    branch_warn(slot->batch->branch,
                "When the run was resumed it asked something else at \"%s\" than before; "
                "what followed was done again.",
                slot->path.text);
    return store_write(engine_store(run->engine), drop_job, &drop, e);
}

int effect_recorded(struct branch *branch, struct path path, struct error *e)
{
    struct batch batch = { .branch = branch, .run = branch->run };
    struct slot slot = { .batch = &batch };
    struct effect_row row;
    int found = find_row(&slot, path, &row, e);

    return found == 1 ? row.state == EFFECT_DONE : found;
}

int slot_look_up(struct slot *slot, struct path path, struct error *e)
{
    struct run *run = slot->batch->run;
    struct effect_row row = { 0 };
    int found = find_row(slot, path, &row, e);

    if (found < 0)
        return found;
    if (found && !hash_eq(row.key, slot->key)) {
        int r = diverged(slot, e);

        if (r < 0)
            return r;
        found = 0;
    }
    if (found && row.state == EFFECT_DONE) {
        take_recorded(slot, &row);
        return 0;
    }
    if (run->replay) {
        struct error why;

        error_set(&why, RUN_DIVERGED, "the journal has no outcome for \"%s\"", path.text);
        run_stop(run, RUN_DIVERGED, &why);
        if (e)
            *e = why;
        return -RUN_DIVERGED;
    }
    if (found && row.state == EFFECT_SUBMITTED) {
        slot->call.remote_id = str_dup(slot->batch->scratch, row.remote_id);
        slot->call.submitted = true;
        slot->lost = row.lost;
    } else if (found) {
        slot->lost = row.lost + 1;
        charge_lost(slot, slot->lost);
        if (slot->batch->kind == EFFECT_ONCE) {
            error_set(&slot->outcome->error, ERROR_CONFLICT,
                      "it is unknown whether this happened: "
                      "the program stopped in the middle of it, and it is not done twice by itself");
            slot->outcome->failed = true;
            slot->finished = true;
        }
    }
    return 0;
}

/* --- committing --- */

int slot_append(struct db *db, void *entry, struct error *e) { return journal_append(db, entry, e); }

static json_t *call_event_data(const struct slot *slot)
{
    const struct outcome *o = slot->outcome;
    json_t *data = json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:I}", "path", slot->path.text, "ok", !o->failed,
                             "inputTokens", (json_int_t) o->usage.input_tokens, "cachedTokens",
                             (json_int_t) o->usage.cached_tokens, "outputTokens", (json_int_t) o->usage.output_tokens,
                             "reasoningTokens", (json_int_t) o->usage.reasoning_tokens, "costNano",
                             (json_int_t) o->usage.cost_nano);

    json_object_set_new(data, "answeredBy", json_new_str(o->answered_by));
    if (o->usage.cost_unknown)
        json_object_set_new(data, "costUnknown", json_true());
    if (o->failed)
        json_object_set_new(data, "error", json_new_str(str(o->error.message)));
    return data;
}

static size_t cache_rows(struct slot *slot, struct cache_row **ret)
{
    size_t n = 0;

    for (struct call_cache_row *row = slot->call.cache_rows; row; row = row->next)
        n++;
    struct cache_row *rows = arena_calloc(slot->batch->scratch, n, sizeof *rows);
    n = 0;
    for (struct call_cache_row *row = slot->call.cache_rows; row; row = row->next)
        rows[n++] = (struct cache_row){ str(row->name), row->key, log_redacted(slot->batch->scratch, row->value),
                                        clock_wall_ms() + row->ttl_ms };
    *ret = rows;
    return n;
}

void slot_fill_row(struct slot *slot, enum effect_state state)
{
    const struct batch *batch = slot->batch;

    slot->row = (struct effect_row){
        .path = path_str(&slot->path),
        .key = slot->key,
        .kind = batch->kind,
        .state = state,
        .lost = slot->lost,
        .remote_id = slot->call.remote_id,
        .elapsed_ms = run_active_ms(batch->run),
    };
    if (batch->run->settings.keep_requests)
        slot->row.request = slot->request->canonical;
    if (state == EFFECT_DONE) {
        const struct outcome *o = slot->outcome;

        slot->row.failed = o->failed;
        slot->row.body = o->body;
        slot->row.error = o->error;
        slot->row.answered_by = o->answered_by;
        slot->row.usage = o->usage;
        slot->row.seen = slot->seen;
    }
}

void slot_commit(struct slot *slot)
{
    struct batch *batch = slot->batch;
    struct branch *branch = batch->branch;
    struct journal_entry *entry = &slot->entry;

    branch->hurry |= slot->seen;
    branch->past_ms = -1;
    settle_usage(slot);
    if (strcmp(slot->request->type->name, "llm") == 0) {
        struct str identity = str_format(batch->scratch, "e:%s", slot->path.text);

        branch_event_at(branch, identity, 0, "llm_call", call_event_data(slot));
    }
    run_entry(batch->run, entry);
    entry->phase = str(branch->phase);
    branch_take_events(branch, entry, batch->scratch);
    slot_fill_row(slot, EFFECT_DONE);
    entry->effect = &slot->row;
    entry->active_ms = slot->row.elapsed_ms;
    struct usage *total = arena_alloc(batch->scratch, sizeof *total);
    pthread_mutex_lock(&batch->run->lock);
    *total = batch->run->usage;
    pthread_mutex_unlock(&batch->run->lock);
    entry->usage = total;
    struct cache_row *rows;
    entry->cache_n = cache_rows(slot, &rows);
    entry->cache = rows;
    journal_pack(entry, batch->scratch);
    slot->job = (struct store_job){ .fn = slot_append, .arg = entry, .durable = batch->kind == EFFECT_ONCE };
    slot->committing = true;
    slot->finished = true;
    store_submit(engine_store(batch->run->engine), &slot->job);
}

static void outcome_error(struct outcome *outcome, const struct error *e)
{
    *outcome = (struct outcome){ .failed = true, .error = *e };
    log_redact_z(outcome->error.message, sizeof outcome->error.message);
}

void slot_commit_failure(struct slot *slot, int code, const char *message)
{
    struct error e;

    error_set(&e, code, "%s", message);
    outcome_error(slot->outcome, &e);
    slot->outcome->usage = slot->call.usage; /* what was spent before it was cut short */
    slot_commit(slot);
}

void slot_take_answer(struct slot *slot)
{
    struct arena *arena = outcome_arena(slot);
    struct call *call = &slot->call;

    if (call->result < 0) {
        outcome_error(slot->outcome, &call->error);
    } else {
        /* A service that echoes a key must not get it into journal or report. */
        *slot->outcome = (struct outcome){ .body = str_dup(arena, log_redacted(slot->batch->scratch, call->body)) };
    }
    slot->outcome->answered_by = str_dup(arena, call->answered_by);
    slot->outcome->usage = call->usage;
    atomic_fetch_sub(&slot->batch->run->in_flight, 1);
    slot_commit(slot);
}
