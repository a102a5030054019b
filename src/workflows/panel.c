/* The panel workflow: every model is asked, whoever did not answer is decided about, one text is written. */
#include "workflows/panel.h"

#include "report/voices.h"
#include "text/counts.h"
#include "text/utf8.h"
#include "workflows/estimate.h"
#include "workflows/workflows.h"

static void fill_voices(struct panel *p, struct report *report)
{
    struct arena *arena = branch_arena(p->branch);

    report->voices = arena_calloc(arena, p->n + 1, sizeof *report->voices);
    for (size_t i = 0; i < p->n; i++) {
        const struct panel_answer *a = &p->answers[i];
        bool good = a->status == PANEL_RESULT_COMPLETED;

        report->voices[report->voices_n++] = (struct report_voice){
            .model = a->model.items[0],
            .answered_by = good && !str_eq(a->answered_by, a->name) ? a->answered_by : str(""),
            .number = good && a->source != SIZE_MAX ? p->sources.items[a->source].number : 0,
            .characters = good ? (int64_t) utf8_count(str_trim(a->plain)) : 0,
            .pages = (int64_t) a->pages,
            .low_quality = a->low_quality,
            .reused = a->reused,
            .error = good ? str("") : str_dup(arena, str(a->error.message)),
        };
    }
    report->conflicts = arena_calloc(arena, p->conflicts.n + 1, sizeof *report->conflicts);
    for (size_t i = 0; i < p->conflicts.n; i++) {
        const struct panel_conflict *c = &p->conflicts.items[i];
        struct report_conflict *to = &report->conflicts[report->conflicts_n++];

        *to = (struct report_conflict){ .topic = c->topic, .severity = str(panel_severity_words[c->severity]) };
        to->sides = arena_calloc(arena, c->sides_n + 1, sizeof *to->sides);
        for (size_t k = 0; k < c->sides_n; k++)
            to->sides[to->sides_n++] = (struct report_side){ c->sides[k].model, c->sides[k].says };
    }
}

enum { HEADING_CHARACTERS = 300 };

/* A list shows at most 60 characters. Over a report stands the prompt where that would be a part of it, or cut, unless
 * the prompt is a text of its own. */
static struct str heading(struct str title, struct str prompt)
{
    bool shorter = str_ends(title, "…") || (title.len < prompt.len && str_eq(str_sub(prompt, 0, title.len), title));

    return shorter && utf8_count(prompt) <= HEADING_CHARACTERS && str_find_char(prompt, '\n', 0) < 0 ? prompt : title;
}

static void fill_report(struct panel *p, struct report *report)
{
    struct arena *arena = branch_arena(p->branch);
    json_t *state = panel_state_json(p, false);

    report->workflow = str("panel");
    report->title = heading(p->title, str_trim(branch_settings(p->branch)->query));
    report->sub_queries_generated = (int64_t) p->n;
    report->sub_queries_completed = (int64_t) panel_count(p, PANEL_RESULT_COMPLETED);
    fill_voices(p, report);
    voices_put(state, report);
    report->state = json_canonical(arena, state);
    json_decref(state);
}

static int panel_run(struct branch *root, struct str *ret_report, struct error *e)
{
    struct arena *arena = branch_arena(root);
    struct panel *p = arena_alloc(arena, sizeof *p);
    struct error local = { .retry_after_ms = -1 };
    struct report report;

    if (!e)
        e = &local;
    *p = (struct panel){ .branch = root, .status = PANEL_PENDING };
    int r = panel_ask(p, e);
    if (r == 0)
        r = panel_write(p, &report, e);
    if (r < 0)
        return r;
    panel_go(p, PANEL_COMPLETED);
    fill_report(p, &report);
    return writing_end(root, &report, ret_report, e);
}

/* --- before and beside a run --- */

enum { CONTEXT_IN = 400, CONTEXT_OUT = 200, ANSWER_IN = 350, ANSWER_OUT_LEAST = 500, ANSWER_OUT_MOST = 8000 };
enum { COMPARE_OUT = 400, WRITE_OUT_LEAST = 700, WRITE_OUT_MOST = 6000, PAGE_IN = 1500 };

static void panel_estimate(const struct run_settings *s, struct estimate *ret)
{
    int64_t n = (int64_t) (s->selected_models.n ? s->selected_models.n : s->models.n), question = estimate_question(s);
    struct range answers = { n * ANSWER_OUT_LEAST, n * ANSWER_OUT_MOST };

    ret->sub_queries = exactly(n);
    ret->pages = (struct range){ 0, PANEL_PAGES_MAX };
    estimate_calls(ret, exactly(1), exactly(CONTEXT_IN + question), exactly(CONTEXT_OUT));
    estimate_calls(ret, exactly(n), exactly(ANSWER_IN + question), (struct range){ ANSWER_OUT_LEAST, ANSWER_OUT_MOST });
    str_list_add(ret->arena, &ret->notes, str("Providers bill their own web searches in addition."));
    if (s->skip_synthesis || n < 2)
        return;
    estimate_calls(ret, exactly(1), (struct range){ question + answers.least, question + answers.most },
                   exactly(COMPARE_OUT));
    estimate_calls(ret, (struct range){ 1, 2 },
                   (struct range){ question + answers.least, question + answers.most + PANEL_PAGES_MAX * PAGE_IN },
                   (struct range){ WRITE_OUT_LEAST, WRITE_OUT_MOST });
    estimate_evidence(s, ret);
}

static void line(struct arena *arena, struct status_lines *ret, struct str name, struct str value)
{
    ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
    ret->items[ret->n++] = (struct status_line){ name, str_dup(arena, value) };
}

static void panel_describe(struct arena *arena, struct str text, struct status_lines *ret)
{
    const char *model;
    json_t *one, *state = NULL;

    if (json_parse(text, &state, NULL) < 0)
        return;
    line(arena, ret, str("title"), json_get_str(state, "title"));
    line(arena, ret, str("panel"), json_get_str(state, "status"));
    json_object_foreach (json_object_get(state, "llmResults"), model, one) {
        struct str status = json_get_str(one, "status"), error = json_get_str(one, "error");

        if (error.len)
            status = str_format(arena, "%.*s: %.*s", STR_ARG(status), STR_ARG(error));
        else if (json_object_get(one, "content"))
            status = str_format(
                arena, "%.*s, %.*s%s", STR_ARG(status),
                STR_ARG(text_counted(
                    arena, json_get_int(one, "characters", (int64_t) utf8_count(json_get_str(one, "content"))),
                    "character", "characters")),
                json_is_string(json_object_get(one, "qualityFlag")) ? " (very short)" : "");
        line(arena, ret, str_dup(arena, str(model)), status);
    }
    json_decref(state);
}

const struct workflow workflow_panel = {
    .name = "panel",
    .version = "2",
    .help = "models of several providers answer the same prompt; one text is written from their answers and names who "
            "said what",
    .unit = "models",
    .most_contexts = PANEL_CONTEXTS_MAX,
    .context_characters = PANEL_CONTEXT_CHARACTERS,
    .asks_all = true,
    .settle = panel_settle,
    .timeout_ms = 60 * 60 * 1000,
    .estimate = panel_estimate,
    .describe = panel_describe,
    .run = panel_run,
};
