/* What a research would do and cost, without doing it: ranges from the depth,
 * prices from the model table. Unknown stays unknown. */
#include <math.h>

#include "llm/models.h"
#include "report/report.h"
#include "service/about.h"
#include "service/research.h"
#include "text/tokens.h"

/* What the roles send and get, in tokens, beside the question itself. Measured
 * on the built-in prompts; the wide range is the sources' length. */
enum {
    PLAN_IN = 400, PLAN_OUT_EACH = 60,
    DECIDE_IN = 450, DECIDE_IN_EACH = 60, DECIDE_OUT = 150,     /* each: one of the top 3 results of a search */
    WRITE_IN = 600, WRITE_IN_LEAST = 80, WRITE_IN_MOST = 900,   /* each: one of the top 5 sources of a query */
};

struct depth_plan { int64_t sub_queries, searches, iterations, write_least, write_most; };

/* The loop's scale, as 02 settles it; flags may narrow it. */
static const struct depth_plan loop_plans[] = {
    [DEPTH_LIGHT]    = { 3, 1, 6, 1100, 3000 },
    [DEPTH_MEDIUM]   = { 5, 2, 15, 1600, 4000 },
    [DEPTH_EXTENDED] = { 10, 3, 25, 2000, 6000 },
};

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Least: one round of sub-queries, one decision. Most: every iteration used,
 * half of them decisions that each bring one more search. */
static void estimate_work(const struct run_settings *s, struct plan_out *ret)
{
    struct depth_plan d = loop_plans[s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : s->depth];
    int64_t question = (int64_t) (tokens_estimate(s->query) + tokens_estimate(s->system_prompt));

    if (s->max_sub_queries)
        d.sub_queries = smaller(d.sub_queries, s->max_sub_queries);
    if (s->max_iterations)
        d.iterations = smaller(d.iterations, s->max_iterations);
    int64_t decisions = d.iterations > 1 ? d.iterations / 2 : 0, queries = d.sub_queries + (decisions > 1 ? decisions - 1 : 0);
    int64_t sources = queries * 5;

    if (s->max_sources)
        sources = smaller(sources, s->max_sources);
    ret->sub_queries = (struct range) { 1, queries };
    ret->searches = (struct range) { d.sub_queries, queries * d.searches };
    if (s->extractive)
        return;
    ret->calls = (struct range) { 2 + (decisions > 0), 2 + decisions };
    ret->input_tokens = (struct range) {
        PLAN_IN + WRITE_IN + smaller(d.sub_queries * 5, sources) * WRITE_IN_LEAST + (decisions > 0) * DECIDE_IN + 3 * question,
        PLAN_IN + WRITE_IN + sources * WRITE_IN_MOST + (2 + decisions) * question +
            decisions * (DECIDE_IN + queries * 3 * DECIDE_IN_EACH),
    };
    ret->output_tokens = (struct range) {
        d.sub_queries * PLAN_OUT_EACH + d.write_least,
        d.sub_queries * PLAN_OUT_EACH * 2 + decisions * DECIDE_OUT + d.write_most,
    };
}

/* Both ends priced with the cheapest and the dearest model that may answer. */
static void estimate_money(const struct llm *llm, struct arena *arena, struct plan_out *ret)
{
    double least = INFINITY, most = 0;
    bool unknown = ret->models.n == 0;

    for (size_t i = 0; i < ret->models.n; i++) {
        bool known;
        const struct model *model = model_find(llm, arena, ret->models.items[i], &known);
        struct usage low = { .calls = ret->calls.least, .input_tokens = ret->input_tokens.least,
                             .output_tokens = ret->output_tokens.least };
        struct usage high = { .calls = ret->calls.most, .input_tokens = ret->input_tokens.most,
                              .output_tokens = ret->output_tokens.most };

        model_cost(model, &low, 0);
        model_cost(model, &high, 0);
        unknown = unknown || !known || low.cost_unknown || high.cost_unknown;
        least = fmin(least, (double) low.cost_nano);
        most = fmax(most, (double) high.cost_nano);
    }
    if (unknown) {
        str_list_add(arena, &ret->notes, str("The price of a model that may answer is unknown, so the cost is."));
        return;
    }
    ret->least_usd = usage_cost_json(arena, &(struct usage) { .cost_nano = (int64_t) least });
    ret->most_usd = usage_cost_json(arena, &(struct usage) { .cost_nano = (int64_t) most });
}

static void add_models(struct arena *arena, const struct str_list *list, struct str_list *ret)
{
    for (size_t i = 0; i < list->n; i++)
        if (!str_list_has(ret, list->items[i]))
            str_list_add(arena, ret, list->items[i]);
}

static int plan(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    struct plan_out *ret = ret_;
    struct prepared p;
    int r = research_prepare(caller, arena, in_, &p, e);

    if (r < 0)
        return r;
    const struct run_settings *s = &p.settings;
    *ret = (struct plan_out) { .query = s->query, .workflow = s->workflow, .notes = p.warnings,
                               .depth = str(depth_words[s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : s->depth]),
                               .engines = *search_engines(p.tools.search) };
    if (s->depth == DEPTH_AUTO)
        str_list_add(arena, &ret->notes, str("Depth auto: with no classifier it is medium."));
    estimate_work(s, ret);
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
        add_models(arena, &(struct str_list) { &p.settings.synthesis_model, 1, 1 }, &ret->models);
    estimate_money(p.tools.llm, arena, ret);
    if (s->budget_usd > 0 && !str_empty(ret->most_usd))
        str_list_add(arena, &ret->notes, str("Near the budget fathom narrows, keeps a reserve for the writing, and says what it skipped."));
    str_list_add(arena, &ret->notes, str("Search services bill for themselves; their fees are not in the cost."));
    return 0;
}

static const struct field range_fields[] = {
    FIELD_INT(struct range, least, .help = "when it goes quickly"),
    FIELD_INT(struct range, most, .help = "when every round is used"),
    FIELD_END,
};
static const struct field plan_fields[] = {
    FIELD_STR(struct plan_out, query, .help = "the question"),
    FIELD_STR(struct plan_out, workflow, .help = "how it would be researched"),
    FIELD_STR(struct plan_out, depth, .help = "how far"),
    FIELD_STRS(struct plan_out, models, .help = "who would answer"),
    FIELD_STRS(struct plan_out, engines, .help = "who would be searched"),
    FIELD_AS("subQueries", OBJECT, struct plan_out, sub_queries, .fields = range_fields, .help = "queries"),
    FIELD_OBJECT(struct plan_out, searches, range_fields, .help = "searches"),
    FIELD_OBJECT(struct plan_out, calls, range_fields, .help = "calls of models"),
    FIELD_AS("inputTokens", OBJECT, struct plan_out, input_tokens, .fields = range_fields, .help = "tokens read"),
    FIELD_AS("outputTokens", OBJECT, struct plan_out, output_tokens, .fields = range_fields, .help = "tokens written"),
    FIELD_AS("leastUsd", JSON, struct plan_out, least_usd, .help = "cost in dollars; null: unknown"),
    FIELD_AS("mostUsd", JSON, struct plan_out, most_usd, .help = "cost in dollars; null: unknown"),
    FIELD_STRS(struct plan_out, notes, .help = "worth knowing"),
    FIELD_END,
};
const struct operation operation_plan = {
    .name = "plan", .help = "Tell what a research would do and cost, without doing it.",
    .in = research_fields, .in_size = sizeof(struct research_in), .out = plan_fields, .out_size = sizeof(struct plan_out),
    .run = plan, .errors = { ERROR_INVALID, ERROR_MISCONFIGURED },
};
