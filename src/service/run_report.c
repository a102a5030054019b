/* The report of a run: in every format, what stands for it where there is none, and made again from the journal. */
#include "service/runs.h"

#include "base/clock.h"
#include "records/bundle.h"
#include "records/sources.h"
#include "report/claims.h"
#include "report/report.h"
#include "run/engine.h"
#include "service/conversation.h"
#include "service/door.h"
#include "service/research.h"
#include "service/run_state.h"
#include "store/blob.h"
#include "workflows/workflows.h"

/* What is not stored with it. */
static void complete(struct report *report, struct str run)
{
    const struct workflow *workflow = workflow_named(report->workflow);

    report->unit = str(workflow ? workflow->unit : "");
    report->run = run;
}

int run_report_load(struct reading *reading, struct arena *arena, struct report *ret, struct error *e)
{
    struct str text;
    int r = blob_get(reading->db, reading->row.report, arena, &text, e);

    r = r < 0 ? r : report_parse(arena, text, ret, e);
    if (r == 0)
        complete(ret, reading->row.id);
    return r;
}

/* A run without a report still has an answer to --json: what it was and why it ended. */
static void empty_report(struct arena *arena, const struct run_row *row, struct report *ret)
{
    struct run_settings settings = { 0 };
    json_t *error = NULL;

    run_settings_parse(arena, row->settings, &settings, NULL);
    *ret = (struct report){ .query = row->query,
                            .workflow = row->workflow,
                            .depth = str(depth_words[settings.depth]),
                            .mode = settings.mode,
                            .usage = row->usage };
    if (!str_empty(row->error) && json_parse(row->error, &error, NULL) == 0)
        str_list_add(arena, &ret->warnings, str_dup(arena, json_get_str(error, "message")));
    json_decref(error);
}

int run_report_add_texts(struct reading *reading, struct arena *arena, struct report *report, struct error *e)
{
    struct source_row *rows;
    size_t n;
    int r = source_record_list(reading->db, reading->row.id, true, arena, &rows, &n, e);

    for (size_t i = 0; r == 0 && i < n; i++)
        for (size_t k = 0; k < report->sources_n; k++)
            if (report->sources[k].number == rows[i].number)
                report->sources[k].text = rows[i].text;
    if (r == 0)
        claims_add_leads(arena, report, report->claims, report->claims_n);
    return r;
}

/* What a run had written when it was stopped: not checked, and it says so. */
static int partial_report(const struct caller *caller, struct reading *reading, struct arena *arena, struct str draft,
                          struct report *ret, struct error *e)
{
    const struct run_row *row = &reading->row;
    struct source_row *rows;
    size_t n;
    int r = source_record_list(reading->db, row->id, false, arena, &rows, &n, e);

    if (r < 0)
        return r;
    empty_report(arena, row, ret);
    ret->title = row->query;
    ret->body = draft;
    ret->sources = arena_calloc(arena, n + 1, sizeof *ret->sources);
    for (size_t i = 0; i < n; i++)
        ret->sources[ret->sources_n++] = (struct report_source){
            .id = rows[i].id,
            .number = rows[i].number,
            .title = rows[i].title,
            .url = rows[i].url,
            .snippet = rows[i].snippet,
            .date = rows[i].date,
            .author = rows[i].author,
            .engine = rows[i].engine,
            .relevance = rows[i].relevance,
            .snippet_only = rows[i].snippet_only,
        };
    report_check_markers(arena, ret);
    str_list_add(arena, &ret->warnings,
                 door_words(caller->door, arena,
                            str_format(arena,
                                       "This is the draft of a run that was stopped; its claims are not checked. To "
                                       "go on: @{resume %.*s}",
                                       STR_ARG(row->id))));
    return 0;
}

/* A run that waits for a person goes on with what it waits for; nothing else helps. */
static int no_report_waiting(const struct reading *reading, struct arena *arena, struct error *e)
{
    struct str id = reading->row.id;
    struct pending_question asked = { 0 };
    int r = question_pending(reading->db, &reading->row, arena, &asked, e);

    if (r < 0)
        return r;
    switch (r > 0 ? asked.type : QUESTION_CLARIFY) {
    case QUESTION_CONFIRM:
        return error_set(e, ERROR_CONFLICT,
                         "%.*s has no report yet: it waits for a decision. Decide: @{confirm %.*s} "
                         "proceed|retry|cancel",
                         STR_ARG(id), STR_ARG(id));
    case QUESTION_SAMPLES:
        return error_set(
            e, ERROR_CONFLICT,
            "%.*s has no report yet: it waits for the assistant's own model that began it. See: @{why %.*s}",
            STR_ARG(id), STR_ARG(id));
    default:
        return error_set(e, ERROR_CONFLICT,
                         "%.*s has no report yet: it waits for an answer. See what it asks: "
                         "@{show %.*s}. Answer it: @{answer %.*s TEXT}",
                         STR_ARG(id), STR_ARG(id), STR_ARG(id));
    }
}

static int no_report(const struct reading *reading, struct arena *arena, struct error *e)
{
    const struct run_row *row = &reading->row;
    const char *status = run_status_words[row->status];

    switch (row->status) {
    case RUN_STATUS_QUEUED:
    case RUN_STATUS_RUNNING:
        if (run_is_interrupted(row, clock_wall_ms()))
            return error_set(e, ERROR_CONFLICT, "%.*s has no report yet: it was interrupted. To go on: @{resume %.*s}",
                             STR_ARG(row->id), STR_ARG(row->id));
        return error_set(e, ERROR_CONFLICT, "%.*s has no report yet: it is %s. See: @{events %.*s}", STR_ARG(row->id),
                         status, STR_ARG(row->id));
    case RUN_STATUS_WAITING: return no_report_waiting(reading, arena, e);
    case RUN_STATUS_DRAFT:
        return error_set(e, ERROR_CONFLICT, "%.*s has no report yet: it is a draft. To begin: @{approve %.*s}",
                         STR_ARG(row->id), STR_ARG(row->id));
    default:
        return error_set(e, ERROR_CONFLICT, "%.*s has no report: it is %s. To go on: @{resume %.*s}", STR_ARG(row->id),
                         status, STR_ARG(row->id));
    }
}

static int bundle_of(struct reading *reading, struct arena *arena, struct str *ret, struct error *e)
{
    struct bundle bundle;
    int r = bundle_load(reading->db, reading->row.id, arena, &bundle, e);

    return r < 0 ? r : bundle_write(&bundle, arena, ret, e);
}

int report_load(const struct caller *caller, struct arena *arena, struct str id, struct report *ret, struct str *ret_id,
                struct error *e)
{
    struct reading reading;
    int r = reading_begin(caller, arena, id, &reading, e);

    if (r < 0)
        return r;
    r = reading.row.has_report ? run_report_load(&reading, arena, ret, e) : no_report(&reading, arena, e);
    if (r == 0)
        r = run_report_add_texts(&reading, arena, ret, e);
    reading_end(&reading);
    *ret_id = reading.row.id;
    return r;
}

int do_report(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct report_in *in = in_;
    struct report_out *ret = ret_;
    struct reading reading;
    struct report loaded = { 0 };
    struct str bytes = { 0 }, draft = { 0 };
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    if (!reading.row.has_report && run_status_at_rest(reading.row.status) && in->format != REPORT_FATHOM)
        r = run_state_draft(&reading, arena, &draft, e);
    if (r == 0 && in->format == REPORT_JSONL)
        r = run_audit_log(&reading, arena, &bytes, e);
    else if (r < 0)
        ;
    else if (reading.row.has_report)
        r = run_report_load(&reading, arena, &loaded, e);
    else if (draft.len)
        r = partial_report(caller, &reading, arena, draft, &loaded, e);
    else if (in->format == REPORT_JSON)
        empty_report(arena, &reading.row, &loaded);
    else
        r = no_report(&reading, arena, e);
    if (r == 0 && in->format == REPORT_FATHOM)
        r = bundle_of(&reading, arena, &bytes, e);
    if (r == 0 && (in->format == REPORT_HTML || in->format == REPORT_JSON))
        r = run_report_add_texts(&reading, arena, &loaded, e);
    reading_end(&reading);
    if (r < 0)
        return r;
    loaded.brief = in->brief;
    *ret = (struct report_out){ .id = reading.row.id, .status = str(run_status_words[reading.row.status]) };
    ret->text = bytes;
    if (in->format == REPORT_FATHOM || in->format == REPORT_JSONL)
        return 0;
    return report_write(arena,
                        &(struct report_writing){ &loaded, (enum report_format) in->format, ret->id, ret->status },
                        &ret->text, e);
}

int do_replay(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct replay_in *in = in_;
    struct replay_out *ret = ret_;
    struct str stored = { 0 }, again;
    struct report parsed = { 0 };
    struct reading reading;
    struct engine *engine;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    if (!reading.row.has_report)
        r = no_report(&reading, arena, e);
    else
        r = blob_get(reading.db, reading.row.report, arena, &stored, e);
    reading_end(&reading);
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    if (r == 0)
        r = engine_replay(engine, reading.row.id, arena, &again, e);
    if (r == 0 && !str_eq(stored, again))
        r = error_set(e, RUN_DIVERGED, "The replay of %.*s wrote a report that differs from the stored one.",
                      STR_ARG(reading.row.id));
    if (r == 0)
        r = report_parse(arena, again, &parsed, e);
    if (r == 0)
        complete(&parsed, reading.row.id);
    parsed.brief = in->brief;
    if (r == 0)
        *ret = (struct replay_out){ reading.row.id, true, report_markdown(arena, &parsed) };
    return r;
}
