/* Controls: what callers leave for a run (cancel, finish, an answer, a result). Whoever works on the run sees them through the
 * watcher; a run that nobody works on is cancelled here. */
#include "base/clock.h"
#include "run/engine_internal.h"
#include "text/json.h"

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
