/* Drafts: their settings change until somebody approves them. One job on the writer checks and changes, so of two who do it
 * at once exactly one wins. */
#include "base/clock.h"
#include "run/engine_internal.h"

struct changing {
    struct str id;
    const struct workflow *workflow;
    const struct draft_change *change;
    struct arena *arena;
};

static int queue(struct db *db, const struct run_row *row, const struct draft_change *change, struct error *e)
{
    int64_t now = clock_wall_ms(), epoch;
    int r = run_quota_take(db, row->owner, change->limits, now, e);

    if (r == 0)
        r = run_lease_take(db, row->id, run_worker_name(), now, LEASE_MS, &epoch, e);
    return r < 0 ? r : run_queue(db, row->id, epoch, e);
}

static int change_job(struct db *db, void *arg, struct error *e)
{
    struct changing *c = arg;
    struct run_row row;
    int r = run_record_get(db, c->id, c->arena, &row, e);

    if (r < 0)
        return r;
    if (row.status != RUN_STATUS_DRAFT)
        return error_set(e, ERROR_CONFLICT, "%.*s is not a draft: it is %s.", STR_ARG(row.id),
                         run_status_words[row.status]);
    if (!str_eq(row.settings, c->change->seen))
        return error_set(e, ERROR_CONFLICT, "Somebody else changed %.*s just now. Read it again before you change it.",
                         STR_ARG(row.id));
    row.query = c->change->settings->query;
    row.settings = run_settings_text(c->arena, c->change->settings);
    row.workflow = str(c->workflow->name);
    row.workflow_version = str(c->workflow->version);
    r = run_record_edit(db, &row, e);
    if (r == 0 && c->change->approve)
        r = queue(db, &row, c->change, e);
    return r < 0 ? r : run_receipt_keep(db, &c->change->receipt, e);
}

int engine_change_draft(struct engine *engine, struct str id, const struct draft_change *change, struct error *e)
{
    const struct workflow *workflow = engine_workflow(engine, change->settings->workflow, e);
    struct changing changing = { id, workflow, change, arena_new() };
    int r = workflow ? run_settings_check(change->settings, e) : -ERROR_INVALID;

    if (r == 0)
        r = store_write(engine->settings.store, change_job, &changing, e);
    arena_free(changing.arena);
    return r;
}
