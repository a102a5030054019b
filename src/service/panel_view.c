/* A panel as its clients know it: the research with every model's result, while it works and afterwards. What is under way
 * is read from the journal, so that a result shows the moment it is stored. */
#include "base/clock.h"
#include "llm/llm.h"
#include "records/journal.h"
#include "report/report.h"
#include "service/panel.h"
#include "store/blob.h"
#include "text/json.h"
#include "workflows/panel.h"
#include "workflows/workflows.h"

enum { EVENTS_MAX = 5000 };

struct viewing {
    struct reading *reading;
    struct arena *arena;
    struct run_settings settings;
    struct event_row *events;
    size_t events_n;
    json_t *state;
};

/* From the moment the model was asked to the one its answer was stored; -1: unknown. */
static int64_t duration(const struct viewing *v, struct str model, struct str path)
{
    int64_t started = 0, ended = 0;

    for (size_t i = 0; i < v->events_n; i++) {
        bool step = str_is(v->events[i].type, "step_started"), call = str_is(v->events[i].type, "llm_call");
        json_t *data = NULL;

        if ((!step && !call) || json_parse(v->events[i].data, &data, NULL) < 0)
            continue;
        if (step && str_eq(json_get_str(data, "model"), model))
            started = v->events[i].time_ms;
        if (call && str_eq(json_get_str(data, "path"), path))
            ended = v->events[i].time_ms;
        json_decref(data);
    }
    return started && ended >= started ? ended - started : -1;
}

static json_t *usage_json(const struct usage *usage)
{
    return json_pack("{s:I, s:I}", "input", (json_int_t) usage->input_tokens, "output",
                     (json_int_t) usage->output_tokens);
}

/* The result of a model as the journal has it, for as long as the state does not tell. */
static json_t *live_result(const struct viewing *v, const struct effect_row *row)
{
    struct llm_answer answer;

    if (row->state != EFFECT_DONE)
        return json_pack("{s:s}", "status", "processing");
    if (row->failed)
        return json_pack("{s:s, s:o, s:s}", "status", "failed", "error", json_new_str(str(row->error.message)),
                         "errorCode", error_name(row->error.code));
    json_t *value = json_pack("{s:s, s:o, s:o, s:b}", "status", "completed", "answeredBy",
                              json_new_str(row->answered_by), "tokenUsage", usage_json(&row->usage), "reused", 0);
    if (llm_answer_parse(v->arena, row->body, &answer, NULL) == 0)
        json_object_set_new(value, "content", json_new_str(answer.text));
    return value;
}

static int add_result(struct viewing *v, json_t *results, struct str model, struct error *e)
{
    const char *name = str_z(v->arena, model);
    json_t *known = json_object_get(json_object_get(v->state, "llmResults"), name);
    struct str status = json_get_str(known, "status");
    struct effect_row row, last = { 0 };
    int r = 1, asked = 0;

    for (size_t round = 0; r > 0; round++) {
        struct path path = panel_answer_path(model, round);

        r = journal_find(v->reading->db, v->reading->row.id, path_str(&path), v->arena, &row, e);
        if (r > 0) {
            last = row;
            last.path = str_dup(v->arena, path_str(&path));
            asked = 1;
        }
    }
    if (r < 0)
        return r;
    bool told = str_is(status, "completed") || (str_is(status, "failed") && last.state == EFFECT_DONE);
    json_t *one = told ? json_incref(known) : !asked ? json_pack("{s:s}", "status", "pending") : live_result(v, &last);
    int64_t ms = asked ? duration(v, model, last.path) : -1;
    if (ms >= 0)
        json_object_set_new(one, "durationMs", json_integer(ms));
    json_object_set_new(results, name, one);
    return 0;
}

static json_t *contexts_json(const struct viewing *v)
{
    json_t *list = json_array();

    for (size_t i = 0; i < v->settings.contexts_n; i++) {
        const struct context_file *file = &v->settings.contexts[i];
        struct hash hash;
        struct str text = str("");

        if ((file->url.len && !file->asked) || !hash_from_hex(file->hash, &hash) ||
            blob_get(v->reading->db, hash, v->arena, &text, NULL) < 0)
            continue;
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "id", json_new_str(panel_given_id(v->arena, file)),
                                              "label", json_new_str(file->name), "content", json_new_str(text)));
    }
    return list;
}

/* PARTIAL_FAILURE, SYNTHESIS_ERROR: with the models that failed. What the panel last said of a run that was cancelled since
 * is not why it ended. */
static void add_error(const struct viewing *v, enum panel_status status, json_t *research)
{
    json_t *error = json_object_get(v->state, "error"), *stored = NULL;
    bool cancelled = v->reading->row.status == RUN_STATUS_CANCELLED;

    if (status != PANEL_FAILED && status != PANEL_AWAITING_CONFIRMATION)
        return;
    if (cancelled && str_is(json_get_str(error, "code"), error_name(RUN_CANCELLED)))
        ; /* it said itself why */
    else if (cancelled && v->reading->row.error.len && json_parse(v->reading->row.error, &stored, NULL) == 0)
        error = stored;
    else if (cancelled)
        error = stored = json_pack("{s:s, s:s}", "code", error_name(RUN_CANCELLED), "message", "Cancelled by user");
    else if (!error && json_parse(v->reading->row.error, &stored, NULL) == 0)
        error = stored;
    if (error) {
        json_t *copy = json_copy(error);
        struct str code = json_get_str(error, "code");
        char upper[64];
        size_t n = 0;

        for (; n < code.len && n + 1 < sizeof upper; n++)
            upper[n] = code.data[n] >= 'a' && code.data[n] <= 'z' ? (char) (code.data[n] - 32) : code.data[n];
        json_object_set_new(copy, "code", json_stringn(upper, n));
        json_object_set_new(research, "error", copy);
    }
    json_decref(stored);
}

static void add_report(struct viewing *v, json_t *research)
{
    struct report report;
    struct str text;

    if (!v->reading->row.has_report || blob_get(v->reading->db, v->reading->row.report, v->arena, &text, NULL) < 0 ||
        report_parse(v->arena, text, &report, NULL) < 0)
        return;
    if (!v->settings.skip_synthesis || report.sub_queries_completed < 2)
        json_object_set_new(research, "synthesizedResult", json_new_str(report_answer(v->arena, &report)));
}

static void copy_members(const json_t *from, json_t *to, const char *const names[])
{
    for (size_t i = 0; names[i]; i++)
        if (json_object_get(from, names[i]))
            json_object_set(to, names[i], json_object_get(from, names[i]));
}

/* What a list shows of it, too. */
static void write_head(const struct viewing *v, enum panel_status status, json_t *research)
{
    static const char *const kept[] = { "title", "researchContext", "synthesisContext", "costs", "retries", NULL };
    const struct run_row *row = &v->reading->row;

    copy_members(v->state, research, kept);
    if (row->title.len)
        json_object_set_new(research, "title", json_new_str(row->title));
    else if (!json_object_get(research, "title"))
        json_object_set_new(research, "title", json_new_str(panel_first_words(v->arena, row->query)));
    json_object_set_new(research, "status", json_string(panel_status_words[status]));
    json_object_set_new(research, "runStatus", json_string(run_status_words[row->status]));
    json_object_set_new(research, "userId", json_new_str(row->owner.len ? row->owner : str("local")));
    json_object_set_new(research, "prompt", json_new_str(row->query));
    json_object_set_new(research, "selectedModels", json_new_strs(&v->settings.selected_models));
    json_object_set_new(research, "synthesisModel", json_new_str(v->settings.synthesis_model));
    json_object_set_new(research, "skipSynthesis", json_boolean(v->settings.skip_synthesis));
    /* The token is kept as a hash: it is told once, when the run is shared. */
    if (row->shared)
        json_object_set_new(research, "shareInfo", json_pack("{s:b}", "shared", 1));
    if (row->status == RUN_STATUS_COMPLETED)
        json_object_set_new(research, "completedAt", json_new_str(clock_iso_text(v->arena, row->finished_ms)));
    add_error(v, status, research);
}

static int write_research(struct viewing *v, json_t *research, struct error *e)
{
    json_t *results = json_object();
    int r = event_list(v->reading->db, v->reading->row.id, 0, EVENTS_MAX, v->arena, &v->events, &v->events_n, e);

    for (size_t i = 0; r == 0 && i < v->settings.selected_models.n; i++)
        r = add_result(v, results, v->settings.selected_models.items[i], e);
    json_object_set_new(research, "inputContexts", contexts_json(v));
    json_object_set_new(research, "llmResults", results);
    add_report(v, research);
    return r;
}

/* Where each model stands, as the panel last said; the texts are read one research at a time. */
static void write_results(const struct viewing *v, json_t *research)
{
    json_t *results = json_object(), *known = json_object_get(v->state, "llmResults");

    for (size_t i = 0; i < v->settings.selected_models.n; i++) {
        const char *name = str_z(v->arena, v->settings.selected_models.items[i]);
        json_t *one = json_copy(json_object_get(known, name));

        if (!one)
            one = json_pack("{s:s}", "status", "pending");
        json_object_del(one, "content");
        json_object_del(one, "sources");
        json_object_set_new(results, name, one);
    }
    json_object_set_new(research, "llmResults", results);
}

static int view_panel(struct reading *reading, struct arena *arena, bool whole, struct str *ret, struct error *e)
{
    const struct workflow *workflow = workflow_named(reading->row.workflow);
    struct viewing v = { .reading = reading, .arena = arena };
    struct str text = { 0 };
    int64_t time_ms;

    *ret = str("");
    if (!workflow || !workflow->asks_all)
        return 0;
    int r = run_settings_parse(arena, reading->row.settings, &v.settings, e);
    if (r == 0)
        r = run_record_state(reading->db, reading->row.id, arena, &text, &time_ms, e);
    if (r < 0)
        return r;
    if (text.len && json_parse(text, &v.state, NULL) < 0)
        v.state = NULL;
    json_t *research = json_object();
    write_head(&v, panel_stands(reading, arena, json_get_str(v.state, "status")), research);
    if (whole)
        r = write_research(&v, research, e);
    else
        write_results(&v, research);
    if (r == 0)
        *ret = json_text(arena, research);
    json_decref(research);
    json_decref(v.state);
    return r;
}

int panel_research(struct reading *reading, struct arena *arena, struct str *ret, struct error *e)
{
    return view_panel(reading, arena, true, ret, e);
}

int panel_summary(struct reading *reading, struct arena *arena, struct str *ret, struct error *e)
{
    return view_panel(reading, arena, false, ret, e);
}
