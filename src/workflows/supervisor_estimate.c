/* What a supervised research would take. */
#include "workflows/estimate.h"
#include "workflows/supervisor.h"

/* Tokens of its roles beside the question, and how many sources one call analyses. */
enum {
    BATCH = 20,
    BRIEF_IN = 350,
    BRIEF_OUT_EACH = 70,
    JUDGE_IN = 600,
    JUDGE_OUT = 180,
    ANALYZE_IN = 700,
    ANALYZE_OUT = 900,
    REFINE_IN = 1800,
    REFINE_OUT = 500,
    WRITE_SOURCES_LEAST = 10,
    JUDGED_PHASES = 4,
};

static int64_t given(int64_t value, int64_t preset) { return value ? value : preset; }

static void estimate_models(const struct run_settings *s, int64_t rounds, int64_t queries, struct range sources,
                            struct estimate *ret)
{
    int64_t question = estimate_question(s), shown = smaller(SUPERVISOR_SOURCES_SHOWN, sources.most);

    estimate_calls(ret, exactly(1), exactly(BRIEF_IN + question),
                   (struct range){ 2 * BRIEF_OUT_EACH, queries * BRIEF_OUT_EACH });
    estimate_calls(ret, (struct range){ JUDGED_PHASES, JUDGED_PHASES * rounds },
                   (struct range){ JUDGE_IN + question, 3 * JUDGE_IN + question }, exactly(JUDGE_OUT));
    estimate_calls(
        ret, (struct range){ (sources.least + BATCH - 1) / BATCH, (sources.most + BATCH - 1) / BATCH + rounds - 1 },
        (struct range){ ANALYZE_IN + question + BATCH / 2 * ESTIMATE_SOURCE_LEAST,
                        ANALYZE_IN + question + BATCH * ESTIMATE_SOURCE_MOST },
        (struct range){ ANALYZE_OUT / 2, ANALYZE_OUT });
    estimate_calls(ret, (struct range){ 0, rounds - 1 }, exactly(REFINE_IN + question), exactly(REFINE_OUT));
    estimate_calls(ret, (struct range){ 1, rounds },
                   (struct range){ ESTIMATE_WRITE_IN + question +
                                       smaller(WRITE_SOURCES_LEAST, sources.most) * ESTIMATE_SOURCE_LEAST,
                                   ESTIMATE_WRITE_IN + question + shown * ESTIMATE_SOURCE_MOST },
                   estimate_writing(&supervisor_styles[estimate_depth(s)]));
    estimate_evidence(s, ret);
}

/* Least: one round, and nothing is done twice. Most: every round with as many
 * searches as the first; a second try of a phase is the exception. */
void supervisor_estimate(const struct run_settings *settings, struct estimate *ret)
{
    const struct run_settings *s = settings;
    int64_t rounds = given(s->max_iterations, SUPERVISOR_ITERATIONS);
    int64_t queries = given(s->max_sub_queries, SUPERVISOR_QUERIES);
    int64_t per_query = given(s->max_sources_per_query, SUPERVISOR_PER_QUERY);
    int64_t cap = given(s->max_sources, s->deep_research_max_sources);
    int64_t first = queries * per_query, all = rounds * first, least = smaller(2, queries);
    int64_t types = s->source_types.n ? (int64_t) s->source_types.n : 1;
    struct range sources = { cap ? smaller(first, cap) : first, cap ? smaller(all, cap) : all };

    ret->sub_queries = (struct range){ least, rounds * queries };
    ret->searches = (struct range){ least * types, rounds * queries * types };
    ret->pages = (struct range){ 0, sources.most };
    if (s->depth == DEPTH_AUTO)
        str_list_add(ret->arena, &ret->notes, str("Depth auto: this workflow has no classifier, so it takes medium."));
    if (!s->extractive)
        estimate_models(s, rounds, queries, sources, ret);
}
