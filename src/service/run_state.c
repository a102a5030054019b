#include "service/run_state.h"

#include "base/clock.h"
#include "records/journal.h"
#include "run/settings.h"
#include "text/json.h"
#include "workflows/workflows.h"

enum { EVENTS_AT_ONCE = 2000, AUDIT_MAX = 512 << 20 };

/* A decision's time is that of its event: they stand in the same order. */
static int date_decisions(struct reading *reading, struct arena *arena, json_t *decisions, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t at = 0, n = 1;
    int64_t since = 0;
    int r = 0;

    while (r == 0 && n > 0 && at < json_array_size(decisions)) {
        struct event_row *rows;

        r = event_list(reading->db, reading->row.id, since, EVENTS_AT_ONCE, scratch, &rows, &n, e);
        for (size_t i = 0; r == 0 && i < n; i++) {
            since = rows[i].seq;
            if (str_is(rows[i].type, "supervisor_decision") && at < json_array_size(decisions))
                json_object_set_new(json_array_get(decisions, at++), "timestamp",
                                    json_new_str(clock_iso_text(arena, rows[i].time_ms)));
        }
    }
    arena_free(scratch);
    return r;
}

static int last_event(struct reading *reading, struct arena *arena, struct run_view *view, struct error *e)
{
    struct event_row *rows;
    size_t n;
    int r = event_list(reading->db, reading->row.id, reading->row.events - 1, 1, arena, &rows, &n, e);

    if (r < 0 || n == 0)
        return r;
    int64_t age = clock_wall_ms() - rows[0].time_ms;
    view->last_event = rows[0].type;
    view->last_event_at = clock_iso_text(arena, rows[0].time_ms);
    view->last_event_age_ms = age > 0 ? age : 0;
    return 0;
}

static int64_t time_left(struct arena *arena, const struct run_row *row)
{
    struct run_settings settings = { 0 };

    if (row->status == RUN_STATUS_COMPLETED)
        return INT64_MIN;
    if (run_settings_parse(arena, row->settings, &settings, NULL) < 0)
        return 0;
    run_settings_complete(&settings);
    int64_t left = settings.timeout_ms - row->active_ms;
    return left > 0 ? left : 0;
}

int run_state_fill(struct reading *reading, struct arena *arena, struct run_view *view, struct error *e)
{
    json_t *state = NULL;
    struct str text;
    int64_t when;
    int r = run_record_state(reading->db, reading->row.id, arena, &text, &when, e);

    view->time_left_ms = time_left(arena, &reading->row);
    if (r == 0)
        r = last_event(reading, arena, view, e);
    if (r < 0 || text.len == 0)
        return r;
    r = json_parse(text, &state, e);
    if (r == 0)
        r = date_decisions(reading, arena, json_at(state, "metadata.agent_decisions"), e);
    const struct workflow *workflow = workflow_named(reading->row.workflow);
    struct status_lines lines = { 0 };
    if (r == 0 && workflow && workflow->describe)
        workflow->describe(arena, text, &lines);
    view->standing = lines.items;
    view->standing_n = lines.n;
    if (r == 0)
        view->state = json_text(arena, state);
    json_decref(state);
    return r;
}

int run_state_draft(struct reading *reading, struct arena *arena, struct str *ret, struct error *e)
{
    json_t *state = NULL;
    struct str text;
    int64_t when;
    int r = run_record_state(reading->db, reading->row.id, arena, &text, &when, e);

    *ret = str("");
    if (r == 0 && text.len && json_parse(text, &state, NULL) == 0)
        *ret = str_dup(arena, json_get_str(state, "report"));
    json_decref(state);
    return r;
}

static void add_event(struct buf *out, struct arena *arena, struct str run, const struct event_row *row)
{
    const struct event_view view = { row->seq, clock_iso_text(arena, row->time_ms), row->type, run, row->phase,
                                     row->data };

    buf_add_str(out, json_encode_text(arena, event_view_fields, &view));
    buf_add_char(out, '\n');
}

int run_audit_log(struct reading *reading, struct arena *arena, struct str *ret, struct error *e)
{
    struct buf out;
    int64_t since = 0;
    size_t n = 1;
    int r = 0;

    buf_init(&out, AUDIT_MAX);
    while (r == 0 && n > 0) {
        struct arena *scratch = arena_new();
        struct event_row *rows;

        r = event_list(reading->db, reading->row.id, since, EVENTS_AT_ONCE, scratch, &rows, &n, e);
        for (size_t i = 0; r == 0 && i < n; i++) {
            add_event(&out, scratch, reading->row.id, &rows[i]);
            since = rows[i].seq;
        }
        arena_free(scratch);
    }
    if (r == 0)
        *ret = buf_take(&out, arena);
    else
        buf_free(&out);
    return r;
}
