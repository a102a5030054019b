/* The plan and the estimated cost of a research: the workflow's own estimate, prices from the model table. Unknown stays unknown. */
#include <math.h>

#include "base/clock.h"
#include "llm/models.h"
#include "service/feed.h"
#include "service/inventory.h"
#include "service/research.h"
#include "service/runs.h"
#include "workflows/workflows.h"

/* How long a reply waits for the planner. The run goes on planning after that. */
enum { PLANNER_MS = 120000 };

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

    all.settings.review_plan = false; /* make_plan() does that, where there is one to review */

    all.contexts = arena_calloc(arena, in->contexts_n + in->sources.n + 1, sizeof *all.contexts);
    for (size_t i = 0; i < in->contexts_n; i++)
        all.contexts[i] = in->contexts[i];
    for (size_t i = 0; i < in->sources.n; i++)
        all.contexts[all.contexts_n++] = (struct research_context){ .name = in->sources.items[i],
                                                                    .text = in->sources.items[i],
                                                                    .url = in->sources.items[i] };
    return all;
}

static int estimate(const struct caller *caller, struct arena *arena, const struct research_in *asked,
                    struct plan_out *ret, struct error *e)
{
    const struct research_in in = unread(arena, asked);
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
    add_models(arena, &s->selected_models, &ret->models);
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

/* --- the plan itself --- */

bool plan_comes_first(const struct workflow *workflow, struct str mode)
{
    return workflow && workflow->plans && !str_is(mode, "simple") && !str_is(mode, "web_search");
}

struct str_list plan_items(struct arena *arena, struct str asks)
{
    struct str_list plan = { 0 };
    json_t *question = NULL;
    const json_t *one;
    size_t i;

    if (str_empty(asks) || json_parse(asks, &question, NULL) < 0)
        return plan;
    json_array_foreach (json_object_get(question, "plan"), i, one)
        str_list_add(arena, &plan, str_dup(arena, str_n(json_string_value(one), json_string_length(one))));
    json_decref(question);
    return plan;
}

static bool under_way(const struct run_view *view)
{
    return str_is(view->status, "queued") || str_is(view->status, "running") || str_is(view->status, "pending");
}

/* Waits until the run has a question, has ended, or the time is up. */
static int wait_for(const struct caller *caller, struct arena *arena, struct str id, struct run_view *ret,
                    struct error *e)
{
    struct feed *feed = feed_open(caller->service, id);
    int64_t until = clock_monotonic_ms() + PLANNER_MS;
    int r;

    do {
        r = operation_run(&operation_show, caller, arena, &(struct run_ref_in){ id }, ret, e);
    } while (r == 0 && under_way(ret) && feed_wait(feed, until));
    feed_close(feed);
    return r;
}

/* A research that waits with its plan. What it says instead of one is a note. */
static int make_plan(const struct caller *caller, struct arena *arena, const struct research_in *in,
                     struct plan_out *ret, struct error *e)
{
    struct run_ref_out made;
    struct run_view view = { 0 };
    int r = operation_run(&operation_research, caller, arena, in, &made, e);

    if (r == 0)
        r = wait_for(caller, arena, made.id, &view, e);
    if (r < 0)
        return r;
    ret->run = made.id;
    ret->plan = plan_items(arena, view.asks);
    if (under_way(&view))
        str_list_add(arena, &ret->notes, str("The planner has not answered yet. The run waits when its plan is made."));
    else if (ret->plan.n == 0 && view.questions.n)
        str_list_add(arena, &ret->notes,
                     str_format(arena, "The run asks before it plans: %.*s",
                                STR_ARG(str_join(arena, view.questions.items, view.questions.n, " "))));
    else if (ret->plan.n == 0)
        str_list_add(arena, &ret->notes, str_format(arena, "No plan was made: the run is %.*s.", STR_ARG(view.status)));
    return 0;
}

int do_plan(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct research_in *in = in_;
    struct plan_out *ret = ret_;
    int r = estimate(caller, arena, in, ret, e);

    if (r == 0 && in->settings.review_plan && plan_comes_first(workflow_named(ret->workflow), in->settings.mode))
        r = make_plan(caller, arena, in, ret, e);
    return r;
}
