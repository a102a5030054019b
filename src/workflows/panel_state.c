/* Where a panel stands: one table of legal changes beside the uniform status of every run, and the state as JSON. */
#include <assert.h>

#include "text/utf8.h"
#include "workflows/panel.h"

const char *const panel_status_words[] = {
    "draft", "pending", "processing", "retrying", "synthesizing", "awaiting_confirmation", "completed", "failed", NULL,
};
const char *const panel_result_words[] = { "pending", "processing", "completed", "failed", NULL };

#define TO(status) (1u << PANEL_##status)

static const unsigned may[PANEL_STATUSES] = {
    [PANEL_DRAFT] = TO(PENDING),
    [PANEL_PENDING] = TO(PROCESSING) | TO(SYNTHESIZING) | TO(FAILED),
    /* Completed: one answer, or several that are to stand side by side. */
    [PANEL_PROCESSING] = TO(SYNTHESIZING) | TO(AWAITING_CONFIRMATION) | TO(COMPLETED) | TO(FAILED),
    [PANEL_RETRYING] = TO(PROCESSING) | TO(SYNTHESIZING) | TO(FAILED),
    [PANEL_SYNTHESIZING] = TO(COMPLETED) | TO(FAILED),
    [PANEL_AWAITING_CONFIRMATION] = TO(SYNTHESIZING) | TO(RETRYING) | TO(COMPLETED) | TO(FAILED),
    [PANEL_COMPLETED] = 0,
    [PANEL_FAILED] = TO(RETRYING),
};

bool panel_status_may(enum panel_status from, enum panel_status to) { return may[from] & 1u << to; }

enum panel_status panel_status_of(enum run_status status, struct str word)
{
    int said = word_index(panel_status_words, word);

    switch (status) {
    case RUN_STATUS_DRAFT: return PANEL_DRAFT;
    case RUN_STATUS_WAITING: return PANEL_AWAITING_CONFIRMATION;
    case RUN_STATUS_COMPLETED: return PANEL_COMPLETED;
    case RUN_STATUS_FAILED:
    case RUN_STATUS_CANCELLED:
    case RUN_STATUS_TIMED_OUT: return PANEL_FAILED;
    default: break;
    }
    /* At work, or about to be: what it last said, unless somebody has just told it to go on. */
    if (said == PANEL_FAILED || said == PANEL_AWAITING_CONFIRMATION)
        return PANEL_RETRYING;
    return said < 0 || said == PANEL_DRAFT ? PANEL_PENDING : (enum panel_status) said;
}

size_t panel_count(const struct panel *p, enum panel_result status)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        n += p->answers[i].status == status;
    return n;
}

void panel_go(struct panel *p, enum panel_status to)
{
    assert(panel_status_may(p->status, to) && "the panel's table has no such change");
    p->status = to;
    panel_save(p);
}

void panel_save(struct panel *p)
{
    json_t *state = panel_state_json(p, true);

    branch_set_state(p->branch, json_text(branch_arena(p->branch), state));
    json_decref(state);
}

/* --- as JSON --- */

static json_t *cost_json(const struct usage *usage)
{
    return usage->cost_unknown ? json_null() : json_real((double) usage->cost_nano / 1e9);
}

static json_t *sources_json(const struct panel *p, const struct panel_answer *a)
{
    json_t *list = json_array();

    for (size_t i = 0; i < a->citations_n; i++) {
        bool known = false;

        for (size_t k = 0; k < i; k++)
            known = known || str_eq(a->citations[k].url, a->citations[i].url);
        if (known)
            continue;
        json_t *one = json_pack("{s:o, s:o}", "url", json_new_str(a->citations[i].url), "title",
                                json_new_str(a->citations[i].title));
        if (p->sources.n && a->numbers && a->numbers[i])
            json_object_set_new(one, "number", json_integer(a->numbers[i]));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *answer_json(const struct panel *p, const struct panel_answer *a)
{
    json_t *value = json_pack("{s:s}", "status", panel_result_words[a->status]);

    if (a->status == PANEL_RESULT_FAILED) {
        json_object_set_new(value, "error", json_new_str(str(a->error.message)));
        json_object_set_new(value, "errorCode", json_string(error_name(a->error.code)));
    }
    if (a->status == PANEL_RESULT_COMPLETED) {
        json_object_set_new(value, "content", json_new_str(a->content));
        json_object_set_new(value, "characters", json_integer((json_int_t) utf8_count(str_trim(a->plain))));
        json_object_set_new(value, "answeredBy", json_new_str(a->answered_by));
        json_object_set_new(value, "sources", sources_json(p, a));
        json_object_set_new(value, "qualityFlag", a->low_quality ? json_string("low") : json_null());
    }
    if (a->status == PANEL_RESULT_COMPLETED || a->usage.calls) {
        json_object_set_new(value, "tokenUsage",
                            json_pack("{s:I, s:I}", "input", (json_int_t) a->usage.input_tokens, "output",
                                      (json_int_t) a->usage.output_tokens));
        json_object_set_new(value, "costUsd", cost_json(&a->usage));
        json_object_set_new(value, "reused", json_boolean(a->reused));
    }
    return value;
}

/* Calls of models, what was written around them, all together, and what an earlier run had paid. */
static json_t *costs_json(const struct panel *p)
{
    const struct usage *all = branch_usage(p->branch);
    struct usage calls = { 0 }, reused = { 0 }, auxiliary;

    for (size_t i = 0; i < p->n; i++)
        usage_add(p->answers[i].reused ? &reused : &calls, &p->answers[i].usage);
    auxiliary = (struct usage){ .cost_nano = all->cost_nano - calls.cost_nano - p->synthesis.cost_nano,
                                .cost_unknown = all->unpriced > calls.unpriced + p->synthesis.unpriced };
    if (auxiliary.cost_nano < 0)
        auxiliary.cost_nano = 0;
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "callsUsd", cost_json(&calls), "synthesisUsd",
                     cost_json(&p->synthesis), "auxiliaryUsd", cost_json(&auxiliary), "totalUsd", cost_json(all),
                     "reusedUsd", cost_json(&reused));
}

static json_t *given_json(const struct panel *p)
{
    json_t *list = json_array();

    for (size_t i = 0; i < p->given_n; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "id", json_new_str(p->given[i].id), "label",
                                              json_new_str(p->given[i].label)));
    return list;
}

static json_t *error_json(const struct panel *p)
{
    json_t *failed = json_array();

    for (size_t i = 0; i < p->n; i++)
        if (p->answers[i].status == PANEL_RESULT_FAILED)
            json_array_append_new(failed, json_new_str(p->answers[i].model.items[0]));
    return json_pack("{s:s, s:o, s:{s:o}}", "code", error_name(p->error.code), "message",
                     json_new_str(str(p->error.message)), "details", "failedModels", failed);
}

json_t *panel_state_json(const struct panel *p, bool live)
{
    const struct run_settings *s = branch_settings(p->branch);
    json_t *value = json_pack("{s:s, s:o, s:o, s:o, s:b}", "status", panel_status_words[p->status], "title",
                              json_new_str(p->title), "selectedModels", json_new_strs(&s->selected_models),
                              "synthesisModel", json_new_str(s->synthesis_model), "skipSynthesis", s->skip_synthesis);
    json_t *results = json_object();

    for (size_t i = 0; i < p->n; i++)
        json_object_set_new(results, str_z(branch_arena(p->branch), p->answers[i].model.items[0]),
                            answer_json(p, &p->answers[i]));
    json_object_set_new(value, "llmResults", results);
    json_object_set_new(value, "inputContexts", given_json(p));
    if (p->has_context)
        json_object_set_new(value, "researchContext", panel_context_json(&p->context));
    if (p->compared)
        json_object_set_new(value, "synthesisContext", panel_conflicts_json(&p->conflicts));
    json_object_set_new(value, "costs", costs_json(p));
    json_object_set_new(value, "retries", json_integer((json_int_t) p->retries));
    if (live && p->error.code)
        json_object_set_new(value, "error", error_json(p));
    return value;
}
