/* The supervisor workflow: planning, gathering, analysis, synthesis, and, while
 * gaps are open and iterations left, refinement and the next round. After each
 * phase a gate and a pause (supervisor_pause.c); the phases follow one another by
 * the table of supervision.c, never by what a model says. */
#include "workflows/supervisor.h"

#include "roles/refine.h"
#include "roles/role.h"
#include "workflows/fit.h"
#include "workflows/gather.h"
#include "workflows/outline.h"
#include "workflows/workflows.h"

enum { DAY_MS = 86400000 };

const struct writing_style supervisor_styles[] = {
    [DEPTH_AUTO] = { 1200, 2000, 0.4, 4000 },
    [DEPTH_LIGHT] = { 800, 2000, 0.5, 3000 },
    [DEPTH_MEDIUM] = { 1200, 2000, 0.4, 4000 },
    [DEPTH_EXTENDED] = { 1500, 3200, 0.3, 6000 },
};

struct path supervisor_path(const struct supervisor *x, const char *name)
{
    struct path path = path_at(path_root(), phase_words[x->s.phase], x->s.iteration);

    return path_add(path_index(path, x->try), name);
}

bool supervisor_hurried(struct supervisor *x, int r, struct error *e)
{
    if (error_stops_run(r) || (!error_hurries(r) && !branch_finishing(x->branch)))
        return false;
    if (!x->ends_early) {
        x->ends_early = true;
        branch_skip(x->branch, "The research ended early, in %s: %s.", phase_words[x->s.phase],
                    branch_finishing(x->branch) ? branch_hurry(x->branch) : e->message);
    }
    return true;
}

/* --- refinement --- */

static void fill_gaps(struct supervisor *x, struct refine_gap *ret, size_t *ret_n)
{
    struct arena *arena = branch_arena(x->branch);

    *ret_n = 0;
    for (size_t i = 0; i < x->s.gaps_n; i++) {
        const struct research_gap *g = &x->s.gaps[i];
        struct refine_gap *gap = &ret[*ret_n];

        if (g->addressed)
            continue;
        *gap = (struct refine_gap){
            .id = g->id, .description = g->description, .priority = g->priority, .queries = g->queries
        };
        for (size_t q = 0; q < g->queries.n; q++)
            if (!query_tried(&x->s, g->queries.items[q]))
                str_list_add(arena, &gap->untried, g->queries.items[q]);
        (*ret_n)++;
    }
}

/* Follow-up queries become the sub-queries of the next round: what matters most first. */
static void follow_up(struct supervisor *x, const struct refinement *refinement)
{
    struct arena *arena = branch_arena(x->branch);
    const struct str_list *first = &refinement->iteration_recommendation.priority_gaps;
    size_t most = x->s.max_sub_queries;

    x->first_query = x->s.queries_n;
    x->s.iteration++; /* they belong to the round that comes */
    for (int pass = 0; pass < 4; pass++)
        for (size_t i = 0; i < refinement->n; i++) {
            const struct gap_review *review = &refinement->gap_analysis[i];
            struct research_gap *gap = supervision_gap(&x->s, review->gap_id);
            int rank = str_list_has(first, review->gap_id) ? 0 : GAP_CRITICAL - review->severity + 1;

            if (!gap || rank != pass)
                continue;
            gap->severity = review->severity;
            for (size_t q = 0; review->addressable && q < review->n && x->s.queries_n - x->first_query < most; q++) {
                struct str query = review->follow_up_queries[q].query;

                if (supervision_add_query(arena, &x->s, supervisor_query_id(x), query,
                                          review->follow_up_queries[q].expected_contribution, gap->priority) &&
                    !str_list_has(&gap->queries, query))
                    str_list_add(arena, &gap->queries, query);
            }
        }
    x->s.iteration--;
}

static int refine(struct supervisor *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct refine_gap *gaps = arena_calloc(arena, x->s.gaps_n + 1, sizeof *gaps);
    struct str_list searched = { 0 };
    struct refine_input input = {
        .share = role_extractive(x->branch) ? 0 : fit_budget(x->branch, BUDGET_REFINEMENT, TIER_ANALYTICAL, NULL),
        .question = x->s.question,
        .report = x->s.report,
        .guidance = x->guidance,
        .gaps = gaps,
        .searched = &searched,
        .iteration = x->s.iteration,
        .max_iterations = x->s.max_iterations,
        .sources = x->s.sources.n,
        .findings = x->s.findings_n,
        .confident = findings_confident(&x->s),
    };
    struct refinement answer;

    fill_gaps(x, gaps, &input.gaps_n);
    for (size_t i = 0; i < x->s.queries_n; i++)
        str_list_add(arena, &searched, x->s.queries[i].query);
    x->guided = true;
    int r = role_refine(x->branch, supervisor_path(x, "refine"), &input, &answer, e);
    if (r < 0)
        return supervisor_hurried(x, r, e) ? 0 : r;
    x->s.improvements = answer.report_improvements;
    x->advice = arena_copy(arena, &answer, sizeof answer);
    follow_up(x, &answer);
    if (!answer.iteration_recommendation.should_iterate)
        x->ends_early = true;
    if (x->s.queries_n > x->first_query && !x->ends_early)
        supervisor_announce_plan(x);
    return 0;
}

/* --- the whole --- */

static int work(struct supervisor *x, struct error *e)
{
    switch (x->s.phase) {
    case PHASE_PLANNING: return supervisor_plan(x, e);
    case PHASE_GATHERING: return supervisor_gather(x, e);
    case PHASE_ANALYSIS: return supervisor_analyse(x, e);
    case PHASE_SYNTHESIS: return supervisor_write(x, e);
    case PHASE_REFINEMENT: return refine(x, e);
    default: return 0;
    }
}

/* A phase, once or twice, with its pauses. */
static int do_phase(struct supervisor *x, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);
    bool again = true;
    int64_t limit = x->s.phase == PHASE_SYNTHESIS ? settings->synthesis_ms : 0;
    int r = branch_phase_hard(x->branch, phase_words[x->s.phase], limit, e);

    if (x->revising) /* the last word about it was spoken: there is no further pause */
        return r < 0 ? r : supervisor_revise(x, e);
    for (x->try = 0; r == 0 && again; x->try++) {
        supervisor_dispatch(x);
        r = work(x, e);
        if (r == 0) {
            supervisor_hand_back(x);
            r = supervisor_pause(x, &again, e);
        }
    }
    return r == 0 && x->s.phase == PHASE_PLANNING ? supervisor_plan_guided(x, e) : r;
}

static struct circumstances circumstances_of(const struct supervisor *x, int r)
{
    return (struct circumstances){
        .starts = x->s.phase == PHASE_IDLE,
        .finished = r == 0,
        .nothing_new = x->s.phase == PHASE_GATHERING && x->drafted && sources_fresh(&x->s) == 0,
        .aborted = r < 0,
        .gaps = gaps_open(&x->s),
        .untried = x->s.queries_n - x->first_query,
        .iteration = x->s.iteration,
        .max_iterations = x->s.max_iterations,
        .unwritten = !x->revising && supervisor_may_revise(x),
        .revised = x->revising,
        .ends_early = x->ends_early,
    };
}

/* From phase to phase, by the table, until the report stands or something stops it. */
static int go(struct supervisor *x, struct error *e)
{
    int r = 0;

    while (x->s.phase != PHASE_COMPLETED) {
        if (x->s.phase == PHASE_DECISION)
            r = supervisor_decide_iteration(x, e);
        else if (x->s.phase != PHASE_IDLE)
            r = do_phase(x, e);
        const struct circumstances c = circumstances_of(x, r);
        enum phase next = phase_next(x->s.phase, &c);

        if (next == PHASE_ABORTED)
            return r;
        if (x->s.phase == PHASE_REFINEMENT && next == PHASE_GATHERING)
            x->s.iteration++;
        x->revising = next == PHASE_SYNTHESIS && x->s.phase != PHASE_ANALYSIS;
        x->s.phase = next;
        x->try = 0;
    }
    return r;
}

static int64_t at_most(int64_t given, int64_t preset, int64_t most)
{
    return !given ? preset : given < most ? given : most;
}

static void begin(struct supervisor *x, struct branch *root)
{
    const struct run_settings *settings = branch_settings(root);

    *x = (struct supervisor){ .branch = root };
    x->s = (struct supervision){
        .question = settings->query,
        .iteration = 1,
        .max_iterations = (size_t) at_most(settings->max_iterations, SUPERVISOR_ITERATIONS, SUPERVISOR_ITERATIONS_MAX),
        .max_sub_queries = (size_t) at_most(settings->max_sub_queries, SUPERVISOR_QUERIES, SUPERVISOR_QUERIES_MAX),
    };
    x->s.most_sources = (size_t) (settings->max_sources ? settings->max_sources : settings->deep_research_max_sources);
    x->s.sources.per_query = (size_t) at_most(settings->max_sources_per_query, SUPERVISOR_PER_QUERY,
                                              SUPERVISOR_PER_QUERY_MAX);
    x->s.sources.by_title = true;
    writing_reserve(root, &supervisor_styles[settings->depth]);
}

static void fill_report(struct supervisor *x, struct report *ret)
{
    const struct run_settings *settings = branch_settings(x->branch);
    struct arena *arena = branch_arena(x->branch);

    ret->workflow = str("supervisor");
    ret->depth = str(depth_words[settings->depth == DEPTH_AUTO ? DEPTH_MEDIUM : settings->depth]);
    ret->sub_queries_generated = (int64_t) x->s.queries_n;
    ret->sub_queries_completed = (int64_t) queries_done(&x->s);
    ret->searches_performed = branch_searches(x->branch);
    ret->queries = arena_calloc(arena, x->s.queries_n + 1, sizeof *ret->queries);
    for (size_t i = 0; i < x->s.queries_n; i++)
        ret->queries[ret->queries_n++] = (struct report_query){ x->s.queries[i].query, x->s.queries[i].rationale,
                                                                str(query_status_words[x->s.queries[i].status]) };
    ret->state = supervisor_printed_state(x, ret->body);
    ret->fidelity = x->fidelity;
}

static int supervisor_run(struct branch *root, struct str *ret_report, struct error *e)
{
    struct supervisor *x = arena_alloc(branch_arena(root), sizeof *x);
    struct report report;

    begin(x, root);
    int r = effect_clock(root, path_add(path_root(), "clock"), &x->today_ms, e);
    x->today_ms = x->today_ms / DAY_MS * DAY_MS;
    if (r == 0)
        r = gather_contexts(root, &x->s.sources, e);
    if (r == 0)
        r = outline_documents(root, path_add(path_root(), "outline"), &x->s.sources, &x->given, e);
    if (r == 0)
        r = go(x, e);
    if (r == 0)
        r = writing_check(root, &x->writing, &x->draft, &report, e);
    if (r < 0) {
        if (r != -RUN_SUSPENDED && r != -RUN_SHUTDOWN)
            supervisor_save(x, r);
        return r;
    }
    supervisor_save(x, 0);
    fill_report(x, &report);
    return writing_end(root, &report, ret_report, e);
}

const struct workflow workflow_supervisor = {
    .name = "supervisor",
    .version = "4",
    .plans = true,
    .help = "plan, gather, analyse, write and refine; each phase is judged before the next begins",
    .unit = "sub-queries",
    .most_iterations = SUPERVISOR_ITERATIONS_MAX,
    .most_sub_queries = SUPERVISOR_QUERIES_MAX,
    .estimate = supervisor_estimate,
    .describe = supervisor_describe,
    .run = supervisor_run,
};
