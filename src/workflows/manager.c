/* The manager workflow: an agent plans the searches (asking the person where it is unclear what is wanted), makes them, has
 * the report written and hands it off. What the agent leaves undone is done by code. */
#include "workflows/manager.h"

#include "roles/role.h"
#include "workflows/estimate.h"
#include "workflows/outline.h"
#include "workflows/review.h"
#include "workflows/workflows.h"

const struct manager_depth manager_depths[] = {
    [DEPTH_LIGHT] = { 3, 5, 10, 6, { 800, 2000, 0.5, 3000 } },
    [DEPTH_MEDIUM] = { 5, 10, 16, 6, { 1200, 2000, 0.4, 4000 } },
    [DEPTH_EXTENDED] = { 10, 20, 30, 8, { 1500, 3200, 0.3, 6000 } },
};

/* The planned searches that nobody has made. */
static int search_rest(struct manager *m, struct path path, struct error *e)
{
    struct manager_search **rest = arena_calloc(branch_arena(m->branch), m->n + 1, sizeof *rest);
    size_t n = 0;

    for (size_t i = 0; i < m->n; i++)
        if (m->searches[i]->status == MANAGER_SEARCH_PENDING)
            rest[n++] = m->searches[i];
    return n ? manager_search(m, path, rest, n, e) : 0;
}

/* Rounds of the agent until it has a plan. Without a model, or if the agent does not plan, code calls the planner. */
static int plan_and_research(struct manager *m, struct error *e)
{
    bool again = true;
    int r = 0;

    while (r == 0 && again) {
        struct path path = path_at(path_root(), "round", m->rounds_n);

        again = false;
        if (review_wanted(m->branch) && !m->planned) /* nobody but the planner is asked before the plan is agreed to */
            r = manager_plan(m, path_add(path, "plan"), &again, e);
        if (again || r < 0)
            continue;
        if (!role_extractive(m->branch) && !branch_finishing(m->branch))
            r = manager_agent(m, &again, e);
        if (error_hurries(r)) {
            branch_skip(m->branch, "Searching ended early: %s.",
                        r == -ERROR_BUDGET ? "the budget did not allow a further turn" : branch_hurry(m->branch));
            r = 0;
        }
        if (r == 0 && !again && !m->planned)
            r = manager_plan(m, path_add(path, "plan"), &again, e);
    }
    return r;
}

/* The report is wanted and nothing was found yet: what the user gave is searched by the question as it stands. */
static int search_given(struct manager *m, struct error *e)
{
    struct str query = branch_settings(m->branch)->query;
    struct gathered found;
    int r = gather_given(m->branch, path_add(path_root(), "given"), query, &m->sources, &found, e);

    if (r < 0 || found.n == 0)
        return r;
    struct manager_search *s = manager_find(m, query);
    if (!s)
        s = manager_add(m, query, str("the question as asked"));
    if (s) {
        s->found = found;
        s->status = MANAGER_SEARCH_COMPLETED;
    }
    branch_set_sources(m->branch, m->sources.items, m->sources.n);
    return 0;
}

/* What the agent left undone: searches if none was made, and the report. */
static int conclude(struct manager *m, struct error *e)
{
    int r = 0;

    if ((m->made == 0 || m->reviewed) && !branch_finishing(m->branch))
        r = search_rest(m, path_add(path_root(), "rest"), e);
    if (r == 0 && m->sources.n == 0 && branch_finishing(m->branch))
        r = search_given(m, e);
    return r < 0 ? r : manager_write(m, e);
}

static void fill_report(struct manager *m)
{
    struct arena *arena = branch_arena(m->branch);
    const struct run_settings *s = branch_settings(m->branch);
    struct report *report = &m->report;

    report->workflow = str("manager");
    report->depth = str(depth_words[s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : s->depth]);
    report->sub_queries_generated = (int64_t) m->n;
    report->searches_performed = branch_searches(m->branch);
    report->queries = arena_calloc(arena, m->n + 1, sizeof *report->queries);
    for (size_t i = 0; i < m->n; i++) {
        const struct manager_search *search = m->searches[i];

        report->queries[report->queries_n++] = (struct report_query){
            .query = search->query, .rationale = search->reason, .status = str(manager_search_words[search->status])
        };
        report->sub_queries_completed += search->status == MANAGER_SEARCH_COMPLETED;
    }
    report->state = manager_state_text(m, arena);
}

static int manager_run(struct branch *root, struct str *ret_report, struct error *e)
{
    const struct run_settings *s = branch_settings(root);
    struct manager *m = arena_alloc(branch_arena(root), sizeof *m);
    struct error local = { .retry_after_ms = -1 };

    if (!e)
        e = &local;
    m->branch = root;
    m->depth = manager_depths[s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : s->depth];
    if (s->max_sub_queries)
        m->depth.plan = (size_t) s->max_sub_queries;
    if (m->depth.searches < m->depth.plan)
        m->depth.searches = m->depth.plan;
    if (s->max_iterations)
        m->depth.turns = (size_t) s->max_iterations;
    m->sources.max = (size_t) s->max_sources;
    writing_reserve(root, &m->depth.style);
    int r = branch_phase(root, manager_phase_words[MANAGER_INITIAL], 0, e);
    if (r < 0)
        return r;
    manager_save(m);
    r = gather_contexts(root, &m->sources, e);
    if (r == 0)
        r = outline_documents(root, path_add(path_root(), "outline"), &m->sources, &m->given, e);
    if (r < 0)
        return r;
    r = plan_and_research(m, e);
    if (error_stops_run(r))
        return r;
    if (r < 0 && (!m->planned || m->writing))
        return r; /* nothing to go on with, or nobody to write it: the reason is in e */
    if (r < 0)
        branch_warn(root, "Research ended early: %s", e->message);
    r = m->written ? 0 : conclude(m, e);
    if (r == 0)
        r = manager_enter(m, MANAGER_COMPLETE, e);
    if (r < 0)
        return r;
    fill_report(m);
    return writing_end(root, &m->report, ret_report, e); /* the hand-off, also where the agent forgot it */
}

/* --- estimate --- */

/* Tokens of its roles beside the question; TURN_IN_SEARCH: what each search adds to what the agent reads. */
enum {
    PLAN_IN = 500,
    PLAN_OUT_EACH = 60,
    TURN_IN = 700,
    TURN_IN_SEARCH = 400,
    TURN_OUT = 120,
    SUMMARY_IN_LEAST = 600,
    SUMMARY_IN_MOST = 4200,
    SUMMARY_OUT = 250,
    WRITE_SOURCES = 6,
    BY_CODE = 4, /* searches that code plans */
};

/* Least: plan, one turn of searches, report. Most: every search, and a turn for each. */
static void manager_estimate(const struct run_settings *s, struct estimate *ret)
{
    const struct manager_depth *depth = &manager_depths[estimate_depth(s)];
    int64_t plan = s->max_sub_queries ? s->max_sub_queries : (int64_t) depth->plan, question = estimate_question(s);
    int64_t searches = (int64_t) depth->searches > plan ? (int64_t) depth->searches : plan;
    int64_t turns = s->max_iterations ? s->max_iterations : (int64_t) depth->turns;
    int64_t sources = s->max_sources ? smaller(searches * WRITE_SOURCES, s->max_sources) : searches * WRITE_SOURCES;

    if (s->depth == DEPTH_AUTO)
        str_list_add(ret->arena, &ret->notes, str("Depth auto: this workflow has no classifier, so it takes medium."));
    if (s->extractive)
        searches = smaller(plan, BY_CODE);
    ret->sub_queries = (struct range){ 1, searches };
    ret->searches = (struct range){ 1, searches };
    ret->pages = (struct range){ 0, searches * (int64_t) depth->pages };
    if (s->extractive)
        return;
    estimate_calls(ret, (struct range){ 1, s->clarify ? MANAGER_ROUNDS_MAX + 1 : 1 }, exactly(PLAN_IN + question),
                   (struct range){ PLAN_OUT_EACH, plan * PLAN_OUT_EACH * 2 });
    estimate_calls(ret, (struct range){ 3, turns },
                   (struct range){ TURN_IN + question, TURN_IN + question + searches * TURN_IN_SEARCH },
                   exactly(TURN_OUT));
    estimate_calls(ret, (struct range){ 1, searches },
                   (struct range){ SUMMARY_IN_LEAST + question, SUMMARY_IN_MOST + question }, exactly(SUMMARY_OUT));
    estimate_calls(
        ret, exactly(1),
        (struct range){ ESTIMATE_WRITE_IN + question + smaller(plan * WRITE_SOURCES, sources) * ESTIMATE_SOURCE_LEAST,
                        ESTIMATE_WRITE_IN + question + sources * ESTIMATE_SOURCE_MOST },
        estimate_writing(&depth->style));
    estimate_evidence(s, ret);
}

const struct workflow workflow_manager = {
    .name = "manager",
    .version = "2",
    .help = "an agent asks back where the question is unclear, plans, searches, has the report written and delivered",
    .unit = "queries",
    .most_iterations = 50,
    .most_sub_queries = 20,
    .estimate = manager_estimate,
    .describe = manager_describe,
    .run = manager_run,
    .plans = true,
};
