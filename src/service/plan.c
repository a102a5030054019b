/* The plan and the estimated cost of a research: the workflow's own estimate, prices from the model table. Unknown stays unknown. */
#include <math.h>

#include "llm/models.h"
#include "service/inventory.h"
#include "service/research.h"
#include "workflows/workflows.h"

/* Both ends priced with the cheapest and the dearest model that may answer. */
static void estimate_money(const struct llm *llm, struct arena *arena, struct plan_out *ret)
{
    double least = INFINITY, most = 0;
    bool unknown = ret->models.n == 0;

    for (size_t i = 0; i < ret->models.n; i++) {
        bool known;
        const struct model *model = model_find(llm, arena, ret->models.items[i], &known);
        struct usage low = { .calls = ret->work.calls.least,
                             .input_tokens = ret->work.input_tokens.least,
                             .output_tokens = ret->work.output_tokens.least };
        struct usage high = { .calls = ret->work.calls.most,
                              .input_tokens = ret->work.input_tokens.most,
                              .output_tokens = ret->work.output_tokens.most };

        model_cost(model, &low, 0);
        model_cost(model, &high, 0);
        unknown = unknown || !known || low.cost_unknown || high.cost_unknown;
        least = fmin(least, (double) low.cost_nano);
        most = fmax(most, (double) high.cost_nano);
    }
    if (unknown) {
        str_list_add(arena, &ret->notes,
                     str("The price of a model that may answer is unknown, so the cost is "
                         "unknown."));
        return;
    }
    ret->least_usd = usage_cost_json(arena, &(struct usage){ .cost_nano = (int64_t) least });
    ret->most_usd = usage_cost_json(arena, &(struct usage){ .cost_nano = (int64_t) most });
}

static void add_models(struct arena *arena, const struct str_list *list, struct str_list *ret)
{
    for (size_t i = 0; i < list->n; i++)
        if (!str_list_has(ret, list->items[i]))
            str_list_add(arena, ret, list->items[i]);
}

/* Pages that are asked for stand for themselves: a plan reads none. */
static struct research_in unread(struct arena *arena, const struct research_in *in)
{
    struct research_in all = *in;

    all.contexts = arena_calloc(arena, in->contexts_n + in->sources.n + 1, sizeof *all.contexts);
    for (size_t i = 0; i < in->contexts_n; i++)
        all.contexts[i] = in->contexts[i];
    for (size_t i = 0; i < in->sources.n; i++)
        all.contexts[all.contexts_n++] = (struct research_context){ .name = in->sources.items[i],
                                                                    .text = in->sources.items[i],
                                                                    .url = in->sources.items[i] };
    return all;
}

int do_plan(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct research_in in = unread(arena, in_);
    struct plan_out *ret = ret_;
    struct prepared p;
    int r = research_prepare(caller, arena, &in, &p, e);

    if (r < 0)
        return r;
    const struct run_settings *s = &p.settings;
    const struct workflow *workflow = workflow_named(s->workflow);
    *ret = (struct plan_out){ .query = s->query,
                              .workflow = s->workflow,
                              .unit = str(workflow->unit),
                              .notes = p.warnings,
                              .depth = str(depth_words[estimate_depth(s)]),
                              .engines = *search_engines(p.tools.search),
                              .work = { .arena = arena } };
    workflow->estimate(s, &ret->work);
    for (size_t i = 0; i < ret->work.notes.n; i++)
        str_list_add(arena, &ret->notes, ret->work.notes.items[i]);
    if (s->extractive) {
        ret->least_usd = ret->most_usd = str("0.0");
        str_list_add(arena, &ret->notes, str("Extractive: no model is used."));
        return 0;
    }
    /* The first of each list answers unless it fails. */
    for (int t = 0; t < TIER_BULK; t++) {
        struct str_list first = *llm_tier_models(p.tools.llm, (enum tier) t);

        first.n = first.n ? 1 : 0;
        add_models(arena, &first, &ret->models);
    }
    if (!str_empty(s->synthesis_model))
        add_models(arena, &(struct str_list){ &p.settings.synthesis_model, 1, 1 }, &ret->models);
    estimate_money(p.tools.llm, arena, ret);
    if (s->budget_usd > 0 && !str_empty(ret->most_usd))
        str_list_add(arena, &ret->notes,
                     str("Near the budget fathom searches less, keeps a reserve for writing the report, and says what "
                         "it skipped."));
    str_list_add(arena, &ret->notes, str("The cost does not include the fees of search services."));
    return 0;
}
