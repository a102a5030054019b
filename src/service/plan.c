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
    PLAN_IN = 400,
    PLAN_OUT_EACH = 60,
    DECIDE_IN = 450,
    DECIDE_IN_EACH = 60,
    DECIDE_OUT = 150, /* each: one of the top 3 results of a search */
    WRITE_IN = 600,
    WRITE_IN_LEAST = 80,
    WRITE_IN_MOST = 900, /* each: one of the top 5 sources of a query */
    UNDERSTAND_IN = 450,
    UNDERSTAND_OUT = 120,
    QUERIES_IN = 250,
    QUERIES_OUT = 80,
    ANSWER_IN = 150,
    STEPS_IN = 700,
    STEPS_IN_KNOWN = 500,
    STEPS_OUT_EACH = 90,
    REFLECT_IN = 350,
    REFLECT_OUT = 120, /* known: by each step before */
    TURN_IN = 450,
    TURN_IN_CALL = 900,
    TURN_OUT = 120,
    OBSERVE_OUT = 350, /* call: what each call before it brought */
    VERIFY_CALLS = 12,
    VERIFY_IN = 1800,
    VERIFY_OUT = 250, /* five claims to a call, sixty at most */
};

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t question_tokens(const struct run_settings *s)
{
    return (int64_t) (tokens_estimate(s->query) + tokens_estimate(s->system_prompt) + tokens_estimate(s->history));
}

static void add(struct range *range, int64_t least, int64_t most)
{
    range->least += least;
    range->most += most;
}

/* So many calls of a role, each with so much to read and to write. */
static void add_calls(struct plan_out *plan, struct range calls, struct range in, struct range out)
{
    add(&plan->calls, calls.least, calls.most);
    add(&plan->input_tokens, calls.least * in.least, calls.most * in.most);
    add(&plan->output_tokens, calls.least * out.least, calls.most * out.most);
}

static struct range exactly(int64_t n) { return (struct range){ n, n }; }

/* Nobody is asked about what code can tell; at worst all of the doubtful claims. */
static void estimate_evidence(const struct run_settings *s, struct plan_out *ret)
{
    if (s->verify != VERIFY_OFF && !str_is(s->citations, "classical"))
        add_calls(ret, (struct range){ 0, VERIFY_CALLS }, exactly(VERIFY_IN), exactly(VERIFY_OUT));
}

/* --- loop --- */

/* The loop's scale, as its table has it; flags may narrow it. */
static const struct {
    int64_t sub_queries, searches, iterations, write_least, write_most;
} loop_plans[] = {
    [DEPTH_LIGHT] = { 3, 1, 6, 1100, 3000 },
    [DEPTH_MEDIUM] = { 5, 2, 15, 1600, 4000 },
    [DEPTH_EXTENDED] = { 10, 3, 25, 2000, 6000 },
};

/* Least: one round of sub-queries, one decision. Most: every iteration used,
 * half of them decisions that each bring one more search. */
static void estimate_loop(const struct run_settings *s, enum depth depth, struct plan_out *ret)
{
    int64_t sub_queries = loop_plans[depth].sub_queries, iterations = loop_plans[depth].iterations;
    int64_t question = question_tokens(s);

    if (s->max_sub_queries)
        sub_queries = smaller(sub_queries, s->max_sub_queries);
    if (s->max_iterations)
        iterations = smaller(iterations, s->max_iterations);
    int64_t decisions = iterations > 1 ? iterations / 2 : 0,
            queries = sub_queries + (decisions > 1 ? decisions - 1 : 0);
    int64_t sources = s->max_sources ? smaller(queries * 5, s->max_sources) : queries * 5;

    ret->sub_queries = (struct range){ 1, queries };
    ret->searches = (struct range){ sub_queries, queries * loop_plans[depth].searches };
    ret->pages = (struct range){ 0, sources };
    if (s->extractive)
        return;
    add_calls(ret, exactly(1), exactly(PLAN_IN + question),
              (struct range){ sub_queries * PLAN_OUT_EACH, sub_queries * PLAN_OUT_EACH * 2 });
    add_calls(ret, (struct range){ decisions > 0, decisions },
              (struct range){ DECIDE_IN + question, DECIDE_IN + question + queries * 3 * DECIDE_IN_EACH },
              exactly(DECIDE_OUT));
    add_calls(ret, exactly(1),
              (struct range){ WRITE_IN + question + smaller(sub_queries * 5, sources) * WRITE_IN_LEAST,
                              WRITE_IN + question + sources * WRITE_IN_MOST },
              (struct range){ loop_plans[depth].write_least, loop_plans[depth].write_most });
    estimate_evidence(s, ret);
}

/* --- reflect --- */

static const struct {
    struct range steps;
    bool react;
    int64_t calls, searches, crawls, write_least, write_most;
} reflect_plans[] = {
    [DEPTH_LIGHT] = { { 1, 3 }, false, 8, 2, 3, 1100, 3000 },
    [DEPTH_MEDIUM] = { { 3, 6 }, true, 12, 3, 5, 1600, 4000 },
    [DEPTH_EXTENDED] = { { 5, 10 }, true, 40, 4, 8, 2000, 6000 },
};
enum {
    BACKGROUND_LEAST = 2,
    BACKGROUND_MOST = 3,
    PLANS_MOST = 3,
    WRITE_SOURCES = 30,
    BRIEF_OUT = 1200,
    BRIEF_SOURCES = 5
};

/* The steps and what is said about each: a model that calls tools reads again
 * what its calls before brought. */
static void estimate_steps(const struct run_settings *s, enum depth depth, struct range steps, struct plan_out *ret)
{
    int64_t searches = s->max_search_queries ? s->max_search_queries : reflect_plans[depth].searches;
    int64_t crawls = s->max_urls_to_crawl ? s->max_urls_to_crawl : reflect_plans[depth].crawls;
    int64_t turns = smaller(searches + crawls, reflect_plans[depth].calls) + 1, question = question_tokens(s);

    add(&ret->searches, steps.least, steps.most * searches);
    add(&ret->pages, 0, steps.most * crawls);
    if (s->extractive)
        return;
    if (reflect_plans[depth].react)
        add_calls(ret, (struct range){ steps.least * 2, steps.most * turns },
                  (struct range){ TURN_IN + question,
                                  TURN_IN + question + steps.most * STEPS_IN_KNOWN + turns / 2 * TURN_IN_CALL },
                  (struct range){ TURN_OUT, OBSERVE_OUT });
    else
        add_calls(ret, steps, exactly(QUERIES_IN + question), exactly(QUERIES_OUT));
}

static void estimate_deep(const struct run_settings *s, enum depth depth, struct plan_out *ret)
{
    struct range steps = reflect_plans[depth].steps;
    int64_t plans = s->max_plan_iterations ? s->max_plan_iterations : PLANS_MOST, question = question_tokens(s);

    if (s->no_min_steps)
        steps.least = 1;
    ret->sub_queries = steps;
    ret->searches = (struct range){ BACKGROUND_LEAST, BACKGROUND_MOST };
    estimate_steps(s, depth, steps, ret);
    if (s->extractive)
        return;
    struct range known = { STEPS_IN + question, STEPS_IN + question + steps.most * STEPS_IN_KNOWN };
    add_calls(ret, exactly(1), exactly(UNDERSTAND_IN + question), exactly(UNDERSTAND_OUT));
    add_calls(ret, exactly(1), exactly(QUERIES_IN + question), exactly(QUERIES_OUT));
    add_calls(ret, (struct range){ 1, plans }, known,
              (struct range){ steps.least * STEPS_OUT_EACH, steps.most * STEPS_OUT_EACH });
    add_calls(ret, (struct range){ 1, steps.most },
              (struct range){ REFLECT_IN + question, REFLECT_IN + question + steps.most * STEPS_IN_KNOWN },
              exactly(REFLECT_OUT));
    int64_t sources = s->max_sources ? smaller(WRITE_SOURCES, s->max_sources) : WRITE_SOURCES;
    add_calls(ret, exactly(1),
              (struct range){ WRITE_IN + question + smaller(10, sources) * WRITE_IN_LEAST,
                              WRITE_IN + question + sources * WRITE_IN_MOST + steps.most * STEPS_IN_KNOWN },
              (struct range){ reflect_plans[depth].write_least, reflect_plans[depth].write_most });
    estimate_evidence(s, ret);
}

/* A mode that was asked for is known; else the whole research is estimated. */
static void estimate_reflect(const struct run_settings *s, enum depth depth, struct plan_out *ret)
{
    bool simple = str_is(s->mode, "simple");
    int64_t question = question_tokens(s);

    if (!simple && !str_is(s->mode, "web_search")) {
        estimate_deep(s, depth, ret);
        return;
    }
    ret->sub_queries = exactly(!simple);
    if (simple && s->extractive)
        ret->searches = exactly(1);
    if (!simple)
        estimate_steps(s, DEPTH_LIGHT, exactly(1), ret);
    if (s->extractive)
        return;
    add_calls(ret, exactly(1), exactly(UNDERSTAND_IN + question), exactly(UNDERSTAND_OUT));
    add_calls(ret, exactly(1),
              (struct range){ ANSWER_IN + question, WRITE_IN + question + BRIEF_SOURCES * WRITE_IN_MOST },
              (struct range){ 200, BRIEF_OUT });
    estimate_evidence(s, ret);
}

/* --- supervisor --- */

enum {
    ROUNDS = 3,
    ROUNDS_MOST = 10,
    SUB_QUERIES = 5,
    SUB_QUERIES_MOST = 20,
    PER_QUERY = 5,
    BATCH = 20,
    BRIEF_IN = 350,
    BRIEF_OUT_EACH = 70,
    JUDGE_IN = 600,
    JUDGE_OUT = 180,
    ANALYZE_IN = 700,
    ANALYZE_OUT = 900,
    REFINE_IN = 1800,
    REFINE_OUT = 500,
};

static int64_t given(int64_t value, int64_t preset, int64_t most) { return !value ? preset : smaller(value, most); }

/* Least: one round, and nothing is done twice. Most: every round with as many
 * searches as the first; a second try of a phase is the exception. */
static void estimate_supervisor(const struct run_settings *s, enum depth depth, struct plan_out *ret)
{
    int64_t rounds = given(s->max_iterations, ROUNDS, ROUNDS_MOST),
            queries = given(s->max_sub_queries, SUB_QUERIES, SUB_QUERIES_MOST);
    int64_t per_query = s->max_sources_per_query ? s->max_sources_per_query : PER_QUERY, question = question_tokens(s);
    int64_t cap = s->max_sources ? s->max_sources : s->deep_research_max_sources;
    int64_t sources = cap ? smaller(rounds * queries * per_query, cap) : rounds * queries * per_query;
    int64_t first = cap ? smaller(queries * per_query, cap) : queries * per_query;
    int64_t types = s->source_types.n ? (int64_t) s->source_types.n : 1;

    ret->sub_queries = (struct range){ smaller(2, queries), rounds * queries };
    ret->searches = (struct range){ smaller(2, queries) * types, rounds * queries * types };
    ret->pages = (struct range){ 0, sources };
    if (s->extractive)
        return;
    add_calls(ret, exactly(1), exactly(BRIEF_IN + question),
              (struct range){ 2 * BRIEF_OUT_EACH, queries * BRIEF_OUT_EACH });
    add_calls(ret, (struct range){ 4, 1 + 4 * rounds - 1 },
              (struct range){ JUDGE_IN + question, 3 * JUDGE_IN + question }, exactly(JUDGE_OUT));
    add_calls(ret, (struct range){ (first + BATCH - 1) / BATCH, (sources + BATCH - 1) / BATCH + rounds - 1 },
              (struct range){ ANALYZE_IN + question + BATCH / 2 * WRITE_IN_LEAST,
                              ANALYZE_IN + question + BATCH * WRITE_IN_MOST },
              (struct range){ ANALYZE_OUT / 2, ANALYZE_OUT });
    add_calls(ret, (struct range){ 0, rounds - 1 }, exactly(REFINE_IN + question), exactly(REFINE_OUT));
    add_calls(ret, (struct range){ 1, rounds },
              (struct range){ WRITE_IN + question + smaller(10, sources) * WRITE_IN_LEAST,
                              WRITE_IN + question + smaller(40, sources) * WRITE_IN_MOST },
              (struct range){ reflect_plans[depth].write_least, reflect_plans[depth].write_most });
    estimate_evidence(s, ret);
}

static const struct {
    const char *workflow;
    void (*estimate)(const struct run_settings *s, enum depth depth, struct plan_out *ret);
} estimates[] = { { "loop", estimate_loop }, { "reflect", estimate_reflect }, { "supervisor", estimate_supervisor } };

static void estimate_work(struct arena *arena, const struct run_settings *s, struct plan_out *ret)
{
    for (size_t i = 0; i < sizeof estimates / sizeof *estimates; i++)
        if (str_is(s->workflow, estimates[i].workflow)) {
            estimates[i].estimate(s, s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : (enum depth) s->depth, ret);
            return;
        }
    str_list_add(arena, &ret->notes, str("There is no estimate for this workflow."));
}

/* Both ends priced with the cheapest and the dearest model that may answer. */
static void estimate_money(const struct llm *llm, struct arena *arena, struct plan_out *ret)
{
    double least = INFINITY, most = 0;
    bool unknown = ret->models.n == 0;

    for (size_t i = 0; i < ret->models.n; i++) {
        bool known;
        const struct model *model = model_find(llm, arena, ret->models.items[i], &known);
        struct usage low = { .calls = ret->calls.least,
                             .input_tokens = ret->input_tokens.least,
                             .output_tokens = ret->output_tokens.least };
        struct usage high = { .calls = ret->calls.most,
                              .input_tokens = ret->input_tokens.most,
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
    ret->least_usd = usage_cost_json(arena, &(struct usage){ .cost_nano = (int64_t) least });
    ret->most_usd = usage_cost_json(arena, &(struct usage){ .cost_nano = (int64_t) most });
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
    *ret = (struct plan_out){ .query = s->query,
                              .workflow = s->workflow,
                              .notes = p.warnings,
                              .depth = str(depth_words[s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : s->depth]),
                              .engines = *search_engines(p.tools.search) };
    if (s->depth == DEPTH_AUTO)
        str_list_add(arena, &ret->notes,
                     str(str_is(s->workflow, "reflect") ? "Depth auto: the question decides; estimated as medium."
                                                        : "Depth auto: with no classifier it is medium."));
    if (str_is(s->workflow, "reflect") && str_empty(s->mode))
        str_list_add(arena, &ret->notes,
                     str("A question that turns out to be simple is answered directly, at a fraction of this."));
    estimate_work(arena, s, ret);
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
                     str("Near the budget fathom narrows, keeps a reserve for the writing, and says what it skipped."));
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
    FIELD_AS("subQueries", OBJECT, struct plan_out, sub_queries, .fields = range_fields,
             .help = "queries, or steps of a plan"),
    FIELD_OBJECT(struct plan_out, searches, range_fields, .help = "searches"),
    FIELD_OBJECT(struct plan_out, pages, range_fields, .help = "pages read"),
    FIELD_OBJECT(struct plan_out, calls, range_fields, .help = "calls of models"),
    FIELD_AS("inputTokens", OBJECT, struct plan_out, input_tokens, .fields = range_fields, .help = "tokens read"),
    FIELD_AS("outputTokens", OBJECT, struct plan_out, output_tokens, .fields = range_fields, .help = "tokens written"),
    FIELD_AS("leastUsd", JSON, struct plan_out, least_usd, .help = "cost in dollars; null: unknown"),
    FIELD_AS("mostUsd", JSON, struct plan_out, most_usd, .help = "cost in dollars; null: unknown"),
    FIELD_STRS(struct plan_out, notes, .help = "worth knowing"),
    FIELD_END,
};
const struct operation operation_plan = {
    .name = "plan",
    .help = "Tell what a research would do and cost, without doing it.",
    .in = research_fields,
    .in_size = sizeof(struct research_in),
    .out = plan_fields,
    .out_size = sizeof(struct plan_out),
    .run = plan,
    .errors = { ERROR_INVALID, ERROR_MISCONFIGURED },
};
