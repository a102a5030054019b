/* The planner's phase: a brief and sub-queries, made once or, where its gate or the
 * supervisor asks for it, twice. */
#include "roles/plan_research.h"
#include "workflows/supervisor.h"

enum { PLAN_MAX = 16 * 1024 };

struct str supervisor_query_id(struct supervisor *x)
{
    return effect_id(x->branch, path_add(path_root(), "query"), x->query_ids++, "subq-");
}

void supervisor_announce_plan(struct supervisor *x)
{
    size_t n = x->s.queries_n - x->first_query;
    struct event_planned_query *list = arena_calloc(branch_arena(x->branch), n + 1, sizeof *list);

    for (size_t i = 0; i < n; i++) {
        const struct research_query *q = &x->s.queries[x->first_query + i];

        list[i] = (struct event_planned_query){ q->id, q->query, q->rationale, q->priority };
    }
    branch_emit(x->branch, EVENT_RESEARCH_PLANNED,
                &(struct event_research_planned){ list, n, x->s.brief, (int64_t) x->s.iteration });
}

/* The plan that stands, one query per line. */
static struct str plan_text(struct supervisor *x)
{
    struct buf text;

    buf_init(&text, PLAN_MAX);
    for (size_t i = 0; i < x->s.queries_n; i++)
        buf_format(&text, "- %.*s\n", STR_ARG(x->s.queries[i].query));
    return buf_take(&text, branch_arena(x->branch));
}

/* A plan of the model replaces the one before, of which nothing was searched yet; code has nothing better. */
static void take_plan(struct supervisor *x, const struct research_plan *plan)
{
    struct arena *arena = branch_arena(x->branch);

    if (plan->by_code && x->s.queries_n > 0)
        return;
    x->s.queries_n = 0;
    if (plan->research_brief.len)
        x->s.brief = plan->research_brief;
    for (size_t i = 0; i < plan->n && x->s.queries_n < x->s.max_sub_queries; i++)
        supervision_add_query(arena, &x->s, supervisor_query_id(x), plan->sub_queries[i].query,
                              plan->sub_queries[i].rationale,
                              plan->sub_queries[i].priority > 0 ? plan->sub_queries[i].priority : (int64_t) i + 1);
}

int supervisor_plan(struct supervisor *x, struct error *e)
{
    const struct plan_research_input input = {
        .question = x->s.question, .guidance = x->guidance, .most = x->s.max_sub_queries, .before = plan_text(x)
    };
    struct research_plan answer;
    x->guided = true;
    int r = role_plan_research(x->branch, supervisor_path(x, "plan"), &input, &answer, e);

    if (r == 0)
        take_plan(x, &answer);
    else if (supervisor_hurried(x, r, e))
        r = 0;
    if (r < 0)
        return r;
    if (x->s.queries_n == 0)
        supervision_add_query(branch_arena(x->branch), &x->s, supervisor_query_id(x), x->s.question,
                              str("the question as asked"), 1);
    supervisor_announce_plan(x);
    return 0;
}
