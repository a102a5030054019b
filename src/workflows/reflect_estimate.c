/* What a research by reflect would take, from its depth table. */
#include "workflows/estimate.h"
#include "workflows/reflect.h"

/* Tokens of its roles beside the question. KNOWN: of each finished step; CALL: of what each call of a tool brought. */
enum {
    UNDERSTAND_IN = 450,
    UNDERSTAND_OUT = 120,
    ANSWER_IN = 150,
    STEPS_IN = 700,
    STEPS_IN_KNOWN = 500,
    STEPS_OUT_EACH = 90,
    REFLECT_IN = 350,
    REFLECT_OUT = 120,
    TURN_IN = 450,
    TURN_IN_CALL = 900,
    TURN_OUT = 120,
    OBSERVE_OUT = 350,
    BACKGROUND_LEAST = 2,
    BACKGROUND_MOST = 3,
    PLANS_MOST = 3,
    WRITE_SOURCES_LEAST = 10,
    WRITE_SOURCES = 30,
    BRIEF_OUT_LEAST = 200,
    BRIEF_OUT = 1200,
};

/* The steps and what is said about each: a model that calls tools reads again what its calls before brought. */
static void estimate_steps(const struct run_settings *s, const struct step_limits *limits, struct range steps,
                           struct estimate *ret)
{
    int64_t searches = s->max_search_queries ? s->max_search_queries : (int64_t) limits->searches;
    int64_t crawls = s->max_urls_to_crawl ? s->max_urls_to_crawl : (int64_t) limits->crawls;
    int64_t turns = smaller(searches + crawls, (int64_t) limits->calls) + 1, question = estimate_question(s);

    estimate_add(&ret->searches, steps.least, steps.most * searches);
    estimate_add(&ret->pages, 0, steps.most * crawls);
    if (s->extractive)
        return;
    if (limits->react)
        estimate_calls(ret, (struct range){ steps.least * 2, steps.most * turns },
                       (struct range){ TURN_IN + question,
                                       TURN_IN + question + steps.most * STEPS_IN_KNOWN + turns / 2 * TURN_IN_CALL },
                       (struct range){ TURN_OUT, OBSERVE_OUT });
    else
        estimate_calls(ret, steps, exactly(ESTIMATE_QUERIES_IN + question), exactly(ESTIMATE_QUERIES_OUT));
}

static void estimate_deep(const struct run_settings *s, struct estimate *ret)
{
    const struct reflect_depth *depth = &reflect_depths[estimate_depth(s)];
    struct range steps = { s->no_min_steps ? 1 : (int64_t) depth->least, (int64_t) depth->most };
    int64_t plans = s->max_plan_iterations ? s->max_plan_iterations : PLANS_MOST, question = estimate_question(s);

    ret->sub_queries = steps;
    ret->searches = (struct range){ BACKGROUND_LEAST, BACKGROUND_MOST };
    estimate_steps(s, &depth->step, steps, ret);
    if (s->extractive)
        return;
    struct range known = { STEPS_IN + question, STEPS_IN + question + steps.most * STEPS_IN_KNOWN };
    estimate_calls(ret, exactly(1), exactly(UNDERSTAND_IN + question), exactly(UNDERSTAND_OUT));
    estimate_calls(ret, exactly(1), exactly(ESTIMATE_QUERIES_IN + question), exactly(ESTIMATE_QUERIES_OUT));
    estimate_calls(ret, (struct range){ 1, plans }, known,
                   (struct range){ steps.least * STEPS_OUT_EACH, steps.most * STEPS_OUT_EACH });
    estimate_calls(ret, (struct range){ 1, steps.most },
                   (struct range){ REFLECT_IN + question, REFLECT_IN + question + steps.most * STEPS_IN_KNOWN },
                   exactly(REFLECT_OUT));
    int64_t sources = s->max_sources ? smaller(WRITE_SOURCES, s->max_sources) : WRITE_SOURCES;
    estimate_calls(
        ret, exactly(1),
        (struct range){ ESTIMATE_WRITE_IN + question + smaller(WRITE_SOURCES_LEAST, sources) * ESTIMATE_SOURCE_LEAST,
                        ESTIMATE_WRITE_IN + question + sources * ESTIMATE_SOURCE_MOST + steps.most * STEPS_IN_KNOWN },
        estimate_writing(&depth->style));
    estimate_evidence(s, ret);
}

/* A direct answer, or one after one search. */
static void estimate_brief(const struct run_settings *s, bool search, struct estimate *ret)
{
    int64_t question = estimate_question(s);

    ret->sub_queries = exactly(search);
    if (search)
        estimate_steps(s, &reflect_depths[DEPTH_LIGHT].step, exactly(1), ret);
    else if (s->extractive)
        ret->searches = exactly(1);
    if (s->extractive)
        return;
    estimate_calls(ret, exactly(1), exactly(UNDERSTAND_IN + question), exactly(UNDERSTAND_OUT));
    estimate_calls(
        ret, exactly(1),
        (struct range){ ANSWER_IN + question, ESTIMATE_WRITE_IN + question + REFLECT_BEST * ESTIMATE_SOURCE_MOST },
        (struct range){ BRIEF_OUT_LEAST, BRIEF_OUT });
    estimate_evidence(s, ret);
}

/* A mode that was asked for is known; else the whole research is estimated. */
void reflect_estimate(const struct run_settings *settings, struct estimate *ret)
{
    if (settings->depth == DEPTH_AUTO)
        str_list_add(ret->arena, &ret->notes, str("Depth auto: the question decides; estimated as medium."));
    if (str_empty(settings->mode))
        str_list_add(ret->arena, &ret->notes,
                     str("A simple question is answered directly, at a fraction of this cost."));
    if (str_is(settings->mode, "simple") || str_is(settings->mode, "web_search"))
        estimate_brief(settings, str_is(settings->mode, "web_search"), ret);
    else
        estimate_deep(settings, ret);
}
