/* What a panel is told on its way: what happens after a partial failure, another try, an enhanced run. */
#include "service/panel.h"

#include <string.h>

#include "records/journal.h"
#include "records/questions.h"
#include "run/engine.h"
#include "search/search.h"
#include "service/account.h"
#include "service/tools.h"
#include "text/counts.h"
#include "text/json.h"
#include "workflows/panel.h"
#include "workflows/workflows.h"

const char *const confirm_words[] = { "proceed", "retry", "cancel", NULL };
enum confirm { CONFIRM_PROCEED, CONFIRM_RETRY, CONFIRM_CANCEL };

/* --- where it stands --- */

static void read_results(struct arena *arena, const json_t *state, struct panel_standing *ret)
{
    const char *model;
    json_t *one;

    json_object_foreach (json_object_get(state, "llmResults"), model, one) {
        bool done = str_is(json_get_str(one, "status"), "completed");

        str_list_add(arena, done ? &ret->completed : &ret->open, str_dup(arena, str(model)));
    }
}

enum panel_status panel_stands(struct reading *reading, struct arena *arena, struct str word)
{
    enum panel_status status = panel_status_of(reading->row.status, word);
    struct question_row *rows;
    size_t n;

    if (status != PANEL_RETRYING || !str_is(word, panel_status_words[PANEL_AWAITING_CONFIRMATION]))
        return status;
    /* It was told what to do and has not said yet that it does. */
    if (question_record_list(reading->db, reading->row.id, arena, &rows, &n, NULL) == 0 && n > 0 &&
        str_is(rows[n - 1].answer, confirm_words[CONFIRM_PROCEED]))
        return PANEL_SYNTHESIZING;
    return status;
}

int panel_standing(struct reading *reading, struct arena *arena, struct panel_standing *ret, struct error *e)
{
    const struct workflow *workflow = workflow_named(reading->row.workflow);
    struct str text = { 0 };
    json_t *state = NULL;
    int64_t time_ms;

    if (!workflow || !workflow->asks_all)
        return error_set(e, ERROR_CONFLICT, "%.*s is not a panel: its workflow is %.*s.", STR_ARG(reading->row.id),
                         STR_ARG(reading->row.workflow));
    int r = run_record_state(reading->db, reading->row.id, arena, &text, &time_ms, e);
    if (r < 0)
        return r;
    if (text.len && json_parse(text, &state, NULL) < 0)
        state = NULL;
    *ret = (struct panel_standing){
        .run = reading->row.status,
        .status = (int) panel_stands(reading, arena, json_get_str(state, "status")),
        .retries = json_get_int(state, "retries", 0),
        .asked = str_is(json_get_str(state, "status"), panel_status_words[PANEL_AWAITING_CONFIRMATION]),
        .error_code = str_dup(arena, json_get_str(json_object_get(state, "error"), "code")),
    };
    read_results(arena, state, ret);
    json_decref(state);
    return 0;
}

struct str run_word(struct reading *reading, struct arena *arena)
{
    struct panel_standing standing;

    if (panel_standing(reading, arena, &standing, NULL) < 0)
        return str(run_status_words[reading->row.status]);
    return str(panel_status_words[standing.status]);
}

static int begin(const struct caller *caller, struct arena *arena, struct str id, struct reading *reading,
                 struct panel_standing *ret, struct error *e)
{
    int r = reading_begin(caller, arena, id, reading, e);

    if (r < 0)
        return r;
    r = panel_standing(reading, arena, ret, e);
    reading_end(reading);
    return r;
}

static int wrong_state(const struct reading *reading, const struct panel_standing *standing, const char *what,
                       struct error *e)
{
    if (standing->asked && (standing->run == RUN_STATUS_QUEUED || standing->run == RUN_STATUS_RUNNING))
        return error_set(e, ERROR_CONFLICT, "%.*s was told just now what to do, and goes on. See: @{show %.*s}",
                         STR_ARG(reading->row.id), STR_ARG(reading->row.id));
    return error_set(e, ERROR_CONFLICT, "%.*s is %s: %s.", STR_ARG(reading->row.id),
                     panel_status_words[standing->status], what);
}

/* --- confirm --- */

/* A retry may be asked for twice; then it is proceed or cancel. */
static int tell(const struct caller *caller, const struct reading *reading, const struct panel_standing *standing,
                enum confirm action, struct run_receipt receipt, struct error *e)
{
    const struct run_answer answer = { .text = str(confirm_words[action]),
                                       .words = str(confirm_words[action]),
                                       .by = caller->user,
                                       .type = QUESTION_CONFIRM,
                                       .cancelled = standing->run == RUN_STATUS_CANCELLED,
                                       .ends = action == CONFIRM_CANCEL,
                                       .receipt = receipt };
    struct engine *engine;

    if (action == CONFIRM_RETRY && standing->retries >= PANEL_RETRIES_MAX)
        return error_set(e, ERROR_CONFLICT, "The models that failed were asked again %d times already: %s",
                         PANEL_RETRIES_MAX,
                         answer.cancelled ? "resume the run, then proceed or cancel." : "proceed or cancel.");
    int r = service_engine(caller->service, &engine, e);
    return r < 0 ? r : engine_answer(engine, reading->row.id, &answer, e);
}

static struct confirm_out confirmed(struct arena *arena, struct str id, const struct panel_standing *standing,
                                    enum confirm action)
{
    struct str open = standing->open.n ? str_join(arena, standing->open.items, standing->open.n, ", ") : str("nobody");
    struct confirm_out out = { id, str("retrying"), str(confirm_words[action]) };

    if (action == CONFIRM_RETRY) {
        out.message = str_format(arena, "Asking again: %.*s", STR_ARG(open));
    } else if (action == CONFIRM_CANCEL) {
        out.status = str("failed");
        out.message = str("Cancelled by user");
    } else {
        out.status = str("synthesizing");
        out.message = str_format(arena, "Going on with %.*s, without %.*s",
                                 STR_ARG(text_counted(arena, (int64_t) standing->completed.n, "answer", "answers")),
                                 STR_ARG(open));
    }
    return out;
}

int do_confirm(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct confirm_in *in = in_;
    struct confirm_out *ret = ret_;
    struct panel_standing standing;
    struct reading reading;
    int r = begin(caller, arena, in->id, &reading, &standing, e);

    if (r == 0 && standing.run != RUN_STATUS_WAITING)
        r = wrong_state(&reading, &standing, "there is nothing to confirm", e);
    if (r < 0)
        return r;
    const struct confirm_out out = confirmed(arena, reading.row.id, &standing, (enum confirm) in->action);
    r = tell(caller, &reading, &standing, (enum confirm) in->action, caller_receipt(caller, arena, &out), e);
    if (r == 0)
        *ret = out;
    return r;
}

/* --- retry --- */

static bool wrote_when_it_failed(const struct panel_standing *standing, const struct run_row *row)
{
    return str_is(standing->error_code, "synthesis_error") || str_is(row->phase, "synthesizing") ||
           str_is(row->phase, "verification");
}

int do_retry(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct retry_out *ret = ret_;
    struct panel_standing standing;
    struct reading reading;
    struct engine *engine;
    int r = begin(caller, arena, in->id, &reading, &standing, e);

    if (r < 0)
        return r;
    *ret = (struct retry_out){ reading.row.id, str("retrying"), str("retried_llms"), standing.open };
    if (standing.status == PANEL_COMPLETED) {
        *ret = (struct retry_out){ reading.row.id, str("completed"), str("already_completed"), { 0 } };
        return 0;
    }
    /* A run that was cancelled while it asked still asks. */
    if (standing.status == PANEL_AWAITING_CONFIRMATION || (standing.asked && standing.run == RUN_STATUS_CANCELLED))
        return tell(caller, &reading, &standing, CONFIRM_RETRY, caller_receipt(caller, arena, ret), e);
    if (standing.status != PANEL_FAILED)
        return wrong_state(&reading, &standing, "only a panel that failed or awaits a confirmation can be retried", e);
    if (wrote_when_it_failed(&standing, &reading.row)) {
        ret->action = str("retried_synthesis");
        ret->retried_models = (struct str_list){ 0 };
    }
    r = service_engine(caller->service, &engine, e);
    const struct run_resuming with = { .seen = (enum run_status) standing.run,
                                       .receipt = caller_receipt(caller, arena, ret) };
    return r < 0 ? r : engine_resume_with(engine, reading.row.id, &with, e);
}

/* --- enhance --- */

struct enhancement {
    const struct enhance_in *in;
    struct run_settings settings;
    struct str_list reuses;
};

/* The path of the answer that a model gave in some round; empty: it gave none. */
static struct str answer_of(struct arena *arena, struct str model, const struct effect_row *rows, size_t n)
{
    for (size_t round = 0;; round++) {
        struct path path = panel_answer_path(model, round);
        const struct effect_row *row = NULL;

        for (size_t i = 0; i < n && !row; i++)
            row = str_eq(rows[i].path, path_str(&path)) ? &rows[i] : NULL;
        if (!row)
            return str("");
        if (row->state == EFFECT_DONE && !row->failed)
            return str_dup(arena, row->path);
    }
}

/* The answers that the run has, by their places in its journal; models that gave none are not carried over. */
static int find_answers(const struct reading *reading, struct arena *arena, struct enhancement *x, struct error *e)
{
    struct str_list answered = { 0 };
    struct effect_row *rows;
    size_t n;
    int r = journal_list(reading->db, reading->row.id, false, arena, &rows, &n, e);

    for (size_t i = 0; r == 0 && i < x->settings.selected_models.n; i++) {
        struct str path = answer_of(arena, x->settings.selected_models.items[i], rows, n);

        if (str_empty(path))
            continue;
        str_list_add(arena, &x->reuses, path);
        str_list_add(arena, &answered, x->settings.selected_models.items[i]);
    }
    x->settings.selected_models = answered;
    return r;
}

static int change_contexts(struct arena *arena, struct enhancement *x, struct error *e)
{
    struct run_settings *s = &x->settings, fresh = x->settings;
    struct research_in added = { .contexts = x->in->additional_contexts, .contexts_n = x->in->additional_contexts_n };
    struct search_document *documents = arena_calloc(arena, added.contexts_n + 1, sizeof *documents);
    size_t n = 0, gone = 0;
    int r = research_contexts_settle(arena, &added, &fresh, documents, e);

    if (r < 0)
        return r;
    struct context_file *all = arena_calloc(arena, s->contexts_n + fresh.contexts_n + 1, sizeof *all);
    for (size_t i = 0; i < s->contexts_n; i++)
        if (str_list_has(&x->in->remove_context_ids, panel_given_id(arena, &s->contexts[i])))
            gone++;
        else
            all[n++] = s->contexts[i];
    if (gone < x->in->remove_context_ids.n)
        return error_set(e, ERROR_INVALID, "A text that should be removed is not in the run."),
               error_about(e, "removeContextIds");
    for (size_t i = 0; i < fresh.contexts_n; i++)
        all[n++] = fresh.contexts[i];
    if (n > PANEL_CONTEXTS_MAX)
        return error_set(e, ERROR_INVALID, "A panel takes at most %d texts beside the question.", PANEL_CONTEXTS_MAX),
               error_about(e, "additionalContexts");
    s->contexts = all;
    s->contexts_n = n;
    return research_context_ids(s, "additionalContexts", e);
}

/* What is asked for, on top of what the run was. */
static int change(struct arena *arena, struct enhancement *x, struct error *e)
{
    const struct enhance_in *in = x->in;
    struct run_settings *s = &x->settings;
    bool writer = in->synthesis_model.len && !str_eq(in->synthesis_model, s->synthesis_model);

    if (in->additional_models.n + in->additional_contexts_n + in->remove_context_ids.n == 0 && !writer)
        return error_set(e, ERROR_INVALID,
                         "Nothing would change. Give models or texts to add, texts to remove, or another model that "
                         "writes."),
               error_about(e, "additionalModels");
    for (size_t i = 0; i < in->additional_models.n; i++)
        str_list_add(arena, &s->selected_models, in->additional_models.items[i]);
    if (in->synthesis_model.len)
        s->synthesis_model = in->synthesis_model;
    s->models = (struct str_list){ 0 };
    s->notices = (struct str_list){ 0 };
    s->continues = str("");
    return change_contexts(arena, x, e);
}

static int create(const struct caller *caller, struct arena *arena, struct enhancement *x, struct run_ref_out *ret,
                  struct error *e)
{
    struct tools *tools = service_tools(caller->service);
    struct run_settings with = x->settings;
    const struct research_in added = { .contexts = x->in->additional_contexts,
                                       .contexts_n = x->in->additional_contexts_n };
    struct run_tools built;
    struct str tables, id;
    int r = tools_tables(tools, arena, &tables, e);

    with.models = x->settings.selected_models;
    if (r == 0)
        r = tools_for_settings(tools, arena, &(struct tools_choice){ .settings = &with, .tables = tables }, &built, e);
    if (r == 0)
        r = panel_settle(arena, built.llm, &x->settings, e);
    if (r < 0 && e && strcmp(e->field, "models") == 0)
        error_about(e, "additionalModels");
    if (r == 0)
        r = research_start(caller, arena, &(struct research_begin){ &x->settings, tables, &added }, &id, e);
    if (r == 0)
        *ret = (struct run_ref_out){ id, str(panel_status_words[PANEL_PENDING]), x->settings.notices };
    return r;
}

int do_enhance(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    struct enhancement x = { .in = in_ };
    struct panel_standing standing;
    struct reading reading;
    int r = reading_begin(caller, arena, x.in->id, &reading, e);

    if (r < 0)
        return r;
    r = panel_standing(&reading, arena, &standing, e);
    if (r == 0 && standing.status != PANEL_COMPLETED)
        r = wrong_state(&reading, &standing, "only a completed panel can be enhanced", e);
    if (r == 0)
        r = run_settings_parse(arena, reading.row.settings, &x.settings, e);
    if (r == 0)
        r = find_answers(&reading, arena, &x, e);
    reading_end(&reading);
    if (r < 0)
        return r;
    x.settings.enhances = reading.row.id;
    x.settings.reuses = x.reuses;
    r = change(arena, &x, e);
    return r < 0 ? r : create(caller, arena, &x, ret_, e);
}
