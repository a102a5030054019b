/* Making a run go on: one job on the writer checks the status, opens again what a
 * ceiling had closed, and leaves word for the run how it is taken up. */
#include "base/clock.h"
#include "run/engine_internal.h"

enum { LEAVING_MS = 5000 };

struct resumption {
    const struct engine *engine;
    struct str id;
    int seen;                        /* the status that the caller acts on; -1: any */
    const struct run_answer *answer; /* NULL: none is given */
    struct run_ceilings ceilings;
    struct run_models models;
    struct run_receipt receipt;
};

/* A run that asks for a confirmation goes on by that alone. */
int run_check_unconfirmed(struct db *db, const struct run_row *row, struct arena *arena, struct error *e)
{
    struct question_row question;
    int r = row->status == RUN_STATUS_WAITING ? question_record_open(db, row->id, arena, &question, e) : 0;

    if (r == 1 && question.type == QUESTION_CONFIRM)
        return error_set(e, ERROR_CONFLICT, "%.*s awaits a confirmation. To give it: @{confirm %.*s}", STR_ARG(row->id),
                         STR_ARG(row->id));
    return r < 0 ? r : 0;
}

static bool raises(const struct run_ceilings *c) { return c->timeout_ms || c->budget_usd > 0 || c->budget_tokens; }

/* The facts by which gathering ended. */
static int facts_of_the_end(struct db *db, struct str id, struct arena *arena, struct str_list *ret, struct error *e)
{
    struct effect_row *rows;
    size_t n;
    int r = journal_list(db, id, false, arena, &rows, &n, e);

    for (size_t i = 0; r == 0 && i < n; i++) {
        struct effect_row row;

        if (!str_is(rows[i].answered_by, "budget"))
            continue;
        r = journal_find(db, id, rows[i].path, arena, &row, e);
        if (r == 1 && branch_pressure_ended(row.body))
            str_list_add(arena, ret, row.path);
        r = r < 0 ? r : 0;
    }
    return r;
}

/* A run that was ended goes on with what it had not done: what finish or a ceiling cut short is open again. */
static int reopen(struct db *db, struct str id, int64_t epoch, struct arena *arena, struct error *e)
{
    struct str_list facts = { 0 };
    int r = facts_of_the_end(db, id, arena, &facts, e);

    return r < 0 ? r : journal_drop_cut(db, id, epoch, &facts, e);
}

static bool renames(const struct run_models *m) { return m->models.n || m->extractive || m->synthesis_model.len; }

void run_models_take(struct run_settings *s, const struct run_models *m)
{
    if (m->models.n || m->extractive) {
        s->tier_simple = s->tier_analytical = s->tier_complex = s->tier_bulk = (struct str_list){ 0 };
        s->models = m->models;
        s->extractive = m->extractive;
        s->synthesis_model = str("");
    }
    if (m->synthesis_model.len)
        s->synthesis_model = m->synthesis_model;
    if (m->synthesis_model.len && s->selected_models.n) /* whoever writes a panel also does the small jobs around it */
        s->models = (struct str_list){ &s->synthesis_model, 1, 1 };
    if (renames(m))
        s->notices = m->notices;
}

/* What the run is to do otherwise from now on. */
static int change_settings(struct db *db, const struct run_row *row, const struct resumption *resumption,
                           struct arena *arena, struct error *e)
{
    struct run_settings settings;
    int r = run_settings_parse(arena, row->settings, &settings, e);

    if (r < 0)
        return r;
    run_models_take(&settings, &resumption->models);
    if (resumption->ceilings.timeout_ms)
        settings.timeout_ms = resumption->ceilings.timeout_ms;
    if (resumption->ceilings.budget_usd > 0)
        settings.budget_usd = resumption->ceilings.budget_usd;
    if (resumption->ceilings.budget_tokens)
        settings.budget_tokens = resumption->ceilings.budget_tokens;
    r = run_settings_check(&settings, e);
    return r < 0 ? r : run_record_set_settings(db, row->id, run_settings_text(arena, &settings), e);
}

/* What is left for the run: how it goes on, and the active time that no longer counts. A failed run whose ceilings
 * were raised is tried again and opened again. */
static int leave_resumption(struct db *db, const struct run_row *row, bool reopened, bool anew, struct error *e)
{
    struct arena *arena = arena_new();
    struct str base = anew ? str_format(arena, "%lld", (long long) row->active_ms) : str("0");
    bool failed = row->status == RUN_STATUS_FAILED;
    int r = failed ? control_add(db, row->id, str("retry"), base, clock_wall_ms(), e) : 0;

    if (r == 0 && (reopened || !failed))
        r = control_add(db, row->id, str(reopened ? "reopen" : "resume"), base, clock_wall_ms(), e);
    arena_free(arena);
    return r;
}

/* Is what is asked for still possible? Two callers may ask at once. */
static int check_open(struct db *db, const struct run_row *row, const struct resumption *resumption,
                      struct arena *arena, struct error *e)
{
    const struct run_answer *answer = resumption->answer;
    enum run_status expected = answer && answer->cancelled ? RUN_STATUS_CANCELLED : RUN_STATUS_WAITING;

    if (answer && row->status != expected)
        return error_set(e, ERROR_CONFLICT,
                         "%.*s has no open question: it is %s. Somebody else may have answered it just now.",
                         STR_ARG(row->id), run_status_words[row->status]);
    if (row->status == RUN_STATUS_COMPLETED)
        return error_set(e, ERROR_CONFLICT, "%.*s is complete. To print its report: @{report %.*s}", STR_ARG(row->id),
                         STR_ARG(row->id));
    if (row->status == RUN_STATUS_DRAFT)
        return error_set(e, ERROR_CONFLICT, "%.*s is a draft: approve it first", STR_ARG(row->id));
    if (resumption->seen >= 0 && (int) row->status != resumption->seen)
        return error_set(e, ERROR_CONFLICT, "%.*s is %s. Somebody else may have resumed it just now.", STR_ARG(row->id),
                         run_status_words[row->status]);
    return answer ? 0 : run_check_unconfirmed(db, row, arena, e);
}

/* The question is answered, and the run finds the answer. */
static int leave_answer(struct db *db, const struct run_row *row, const struct run_answer *answer, struct arena *arena,
                        struct error *e)
{
    struct question_row question;
    int64_t now = clock_wall_ms();
    int r = question_record_open(db, row->id, arena, &question, e);

    if (r == 1 && answer->type >= 0 && (int) question.type != answer->type)
        return error_set(e, ERROR_CONFLICT, "%.*s waits for something else: it asks to %s.", STR_ARG(row->id),
                         question_type_words[question.type]);
    if (r >= 0)
        r = question_record_answer(
            db, row->id,
            &(struct question_row){
                .answer = answer->words, .answered_by = answer->by, .answered_ms = now, .data = answer->data },
            e);
    return r < 0 ? r : control_add(db, row->id, str("answer"), answer->text, now, e);
}

int run_queue(struct db *db, struct str id, int64_t epoch, struct error *e)
{
    struct journal_entry entry = { .run = id,
                                   .epoch = epoch,
                                   .now_ms = clock_wall_ms(),
                                   .active_ms = -1,
                                   .set_status = true,
                                   .status = RUN_STATUS_QUEUED };
    int r = journal_append(db, &entry, e);

    return r < 0 ? r : run_lease_queue(db, id, run_worker_name(), epoch, e);
}

static int resume_job(struct db *db, void *arg, struct error *e)
{
    const struct resumption *resumption = arg;
    struct arena *arena = arena_new();
    struct run_row row = { 0 };
    int64_t now = clock_wall_ms(), epoch;
    int r = run_record_get(db, resumption->id, arena, &row, e);

    if (r == 0)
        r = check_open(db, &row, resumption, arena, e);
    if (r == 0)
        r = run_owner_may(resumption->engine, db, &row, !(resumption->answer && resumption->answer->ends), e);
    if (r == 0 && resumption->answer)
        r = leave_answer(db, &row, resumption->answer, arena, e);
    /* Fails if a process works on the run. The lease is released together with the new status. */
    if (r == 0)
        r = run_lease_take(db, row.id, run_worker_name(), now, LEASE_MS, &epoch, e);
    bool raised = raises(&resumption->ceilings), failed = row.status == RUN_STATUS_FAILED;
    bool ended = row.status == RUN_STATUS_CANCELLED || row.status == RUN_STATUS_TIMED_OUT;
    if (r == 0 && (ended || raised))
        r = reopen(db, row.id, epoch, arena, e);
    if (r == 0 && (raised || renames(&resumption->models)))
        r = change_settings(db, &row, resumption, arena, e);
    if (r == 0)
        r = leave_resumption(db, &row, ended || raised, failed || row.status == RUN_STATUS_TIMED_OUT || raised, e);
    if (r == 0)
        r = run_queue(db, row.id, epoch, e);
    if (r == 0)
        r = run_receipt_keep(db, &resumption->receipt, e);
    arena_free(arena);
    return r;
}

/* Its status is committed before its thread lets go of it: whoever reads the status and resumes at once waits for that. */
static void wait_until_left(struct engine *engine, struct str id)
{
    struct store *store = engine->settings.store;
    struct arena *arena = arena_new();
    struct run_row row = { .status = RUN_STATUS_RUNNING };
    struct db *db;

    if (store_read_begin(store, &db, NULL) == 0) {
        run_record_get(db, id, arena, &row, NULL);
        store_read_end(store, db);
    }
    if (run_status_at_rest(row.status))
        engine_wait(engine, id, clock_monotonic_ms() + LEAVING_MS, NULL);
    arena_free(arena);
}

static int resume(struct engine *engine, const struct resumption *resumption, struct error *e)
{
    struct str id = resumption->id;

    if (engine_active(engine, id))
        wait_until_left(engine, id);
    if (engine_active(engine, id))
        return error_set(e, ERROR_CONFLICT, "%.*s is already at work", STR_ARG(id));
    int r = store_write(engine->settings.store, resume_job, (void *) resumption, e);
    if (r < 0)
        return r;
    engine_committed(engine, id);
    return engine_submit_queued(engine, id, e);
}

int engine_resume(struct engine *engine, struct str id, struct error *e)
{
    return resume(engine, &(struct resumption){ .engine = engine, .id = id, .seen = -1 }, e);
}

int engine_resume_with(struct engine *engine, struct str id, const struct run_resuming *with, struct error *e)
{
    return resume(engine,
                  &(struct resumption){ .engine = engine,
                                        .id = id,
                                        .seen = (int) with->seen,
                                        .ceilings = with->ceilings,
                                        .models = with->models,
                                        .receipt = with->receipt },
                  e);
}

int engine_answer(struct engine *engine, struct str id, const struct run_answer *answer, struct error *e)
{
    return resume(
        engine,
        &(struct resumption){ .engine = engine, .id = id, .seen = -1, .answer = answer, .receipt = answer->receipt },
        e);
}

/* --- at the start of a process that serves --- */

enum { TAKE_UP_AT_ONCE = 500, SETTLED_MS = 2000 };

/* A queued run belongs to the process that is named in it, unless that one is gone. Whether a process of another machine
 * is gone cannot be seen: the run is taken up if it was not begun soon after it was stored. */
static bool may_take_up(const struct run_row *row, int64_t now)
{
    if (row->status == RUN_STATUS_QUEUED && run_worker_is_elsewhere(row->worker))
        return row->updated_ms <= now - SETTLED_MS;
    return run_is_interrupted(row, now) || (row->wake_at_ms > 0 && str_empty(row->worker));
}

struct take_up {
    const struct engine *engine;
    const struct run_row *rows;
    size_t rows_n;
    struct str_list taken, orphans; /* orphans: their owner was removed */
    struct arena *arena;
};

/* Of two processes that start at once one takes a run up. */
static int take_up_job(struct db *db, void *arg, struct error *e)
{
    struct take_up *t = arg;
    int r = 0;

    t->taken.n = t->orphans.n = 0;
    for (size_t i = 0; r == 0 && i < t->rows_n; i++) {
        int64_t now = clock_wall_ms();
        struct run_row row;

        if (!may_take_up(&t->rows[i], now) || run_record_get(db, t->rows[i].id, t->arena, &row, NULL) < 0 ||
            row.deleted_ms || !may_take_up(&row, now))
            continue;
        if (run_owner_may(t->engine, db, &row, false, NULL) == -ERROR_CONFLICT) {
            str_list_add(t->arena, &t->orphans, row.id);
            continue;
        }
        if (row.status == RUN_STATUS_QUEUED)
            r = run_lease_queue(db, row.id, run_worker_name(), row.epoch, e);
        if (r == 0)
            str_list_add(t->arena, &t->taken, row.id);
    }
    return r;
}

static bool any_to_take_up(const struct take_up *t)
{
    for (size_t i = 0; i < t->rows_n; i++)
        if (may_take_up(&t->rows[i], clock_wall_ms()))
            return true;
    return false;
}

static int take_up_some(struct engine *engine, struct take_up *t, size_t *taken, struct error *e)
{
    int r = any_to_take_up(t) ? store_write(engine->settings.store, take_up_job, t, e) : 0;

    /* One that cannot be submitted is at work in this process by now. */
    for (size_t i = 0; r == 0 && i < t->taken.n; i++)
        *taken += engine_submit(engine, t->taken.items[i], NULL) == 0;
    for (size_t i = 0; r == 0 && i < t->orphans.n; i++)
        engine_cancel(engine, t->orphans.items[i], RUN_OWNER_REMOVED, NULL);
    return r;
}

static int take_up_all(struct engine *engine, enum run_status status, size_t *taken, struct error *e)
{
    struct run_filter filter = { .status = status, .everyone = true, .limit = TAKE_UP_AT_ONCE };
    size_t n;

    do {
        struct arena *arena = arena_new();
        struct run_row *rows;
        struct db *db;
        int r = store_read_begin(engine->settings.store, &db, e);

        if (r == 0) {
            r = run_record_list(db, &filter, arena, &rows, &n, e);
            store_read_end(engine->settings.store, db);
        }
        if (r == 0)
            r = take_up_some(engine, &(struct take_up){ .engine = engine, .rows = rows, .rows_n = n, .arena = arena },
                             taken, e);
        if (r == 0 && n)
            filter.behind = (struct run_cursor){ rows[n - 1].created_ms, rows[n - 1].number };
        arena_free(arena);
        if (r < 0)
            return r;
    } while (n == TAKE_UP_AT_ONCE);
    return 0;
}

int engine_take_up(struct engine *engine, size_t *ret, struct error *e)
{
    *ret = 0;
    int r = take_up_all(engine, RUN_STATUS_QUEUED, ret, e);
    return r < 0 ? r : take_up_all(engine, RUN_STATUS_RUNNING, ret, e);
}
