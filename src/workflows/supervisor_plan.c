/* The planner's phase: a brief and sub-queries, made once or, where its gate or the
 * supervisor asks for it, twice. */
#include "roles/plan_research.h"
#include "roles/role.h"
#include "workflows/fit.h"
#include "workflows/review.h"
#include "workflows/supervisor.h"

#define REVIEWED "of the reviewed plan" /* why a line is searched that a person wrote */

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
                &(struct event_research_planned){
                    list, n, x->s.brief, (int64_t) x->s.iteration,
                    effect_id(x->branch, path_add(path_root(), "plan"), x->plan_ids++, "plan-") });
}

static struct str_list queries_of(struct supervisor *x)
{
    struct str_list list = { 0 };

    for (size_t i = 0; i < x->s.queries_n; i++)
        str_list_add(branch_arena(x->branch), &list, x->s.queries[i].query);
    return list;
}

/* A plan, one query per line. */
static struct str plan_text(struct supervisor *x, const struct str_list *queries)
{
    struct buf text;

    buf_init(&text, PLAN_MAX);
    for (size_t i = 0; i < queries->n; i++)
        buf_format(&text, "- %.*s\n", STR_ARG(queries->items[i]));
    return buf_take(&text, branch_arena(x->branch));
}

/* What a person made of the plan; queries that stay keep what the planner said of them. What the person took out is not
 * searched later in its place. */
static void take_edited(struct supervisor *x, const struct str_list *items)
{
    struct arena *arena = branch_arena(x->branch);
    struct research_query *old = arena_copy(arena, x->s.queries, x->s.queries_n * sizeof *old);
    size_t n = x->s.queries_n;

    x->s.queries_n = 0;
    x->s.max_sub_queries = items->n > x->s.max_sub_queries ? items->n : x->s.max_sub_queries;
    for (size_t i = 0; i < items->n; i++) {
        struct research_query as = { .rationale = str(REVIEWED), .priority = (int64_t) i + 1 };

        for (size_t k = 0; k < n; k++)
            if (str_eq(str_trim(old[k].query), items->items[i]))
                as = old[k];
        supervision_add_query(arena, &x->s, as.id.len ? as.id : supervisor_query_id(x), items->items[i], as.rationale,
                              as.priority);
    }
    for (size_t k = 0; k < n; k++)
        if (!str_list_has(items, str_trim(old[k].query)))
            str_list_add(arena, &x->searched, old[k].query);
}

/* A plan of the model replaces the one before, of which nothing was searched yet; code has nothing better. The lines that are a
 * person's stay. */
static void take_plan(struct supervisor *x, const struct research_plan *plan, const struct review *said)
{
    struct arena *arena = branch_arena(x->branch);

    if (plan->by_code && x->s.queries_n > 0) {
        if (said->own.n)
            take_edited(x, &said->items);
        return;
    }
    x->s.queries_n = 0;
    if (plan->research_brief.len)
        x->s.brief = plan->research_brief;
    for (size_t i = 0; i < said->own.n; i++)
        supervision_add_query(arena, &x->s, supervisor_query_id(x), said->own.items[i], str(REVIEWED), 1);
    if (x->s.max_sub_queries <= x->s.queries_n)
        x->s.max_sub_queries = x->s.queries_n + 1;
    for (size_t i = 0; i < plan->n && x->s.queries_n < x->s.max_sub_queries; i++)
        supervision_add_query(arena, &x->s, supervisor_query_id(x), plan->sub_queries[i].query,
                              plan->sub_queries[i].rationale,
                              plan->sub_queries[i].priority > 0 ? plan->sub_queries[i].priority : (int64_t) i + 1);
}

static int plan_once(struct supervisor *x, struct path path, const struct review *said, struct error *e);

static int review(struct supervisor *x, struct error *e)
{
    struct review said = { 0 };
    int r = 0;

    for (size_t round = 0; r == 0 && x->try == 0 && round < REVIEW_ROUNDS && review_wanted(x->branch); round++) {
        struct str_list plan = queries_of(x);

        r = review_plan(x->branch, path_index(supervisor_path(x, "review"), round),
                        plan.n == 1 ? "sub-query" : "sub-queries", &plan, &said, e);
        if (r < 0)
            return r;
        x->reviewed = said.answer != REVIEW_GUIDANCE;
        if (said.answer == REVIEW_ACCEPTED)
            return 0;
        if (said.answer == REVIEW_EDITED) {
            take_edited(x, &said.items);
            supervisor_announce_plan(x);
            return 0;
        }
        x->guidance = said.guidance;
        r = plan_once(x, path_index(supervisor_path(x, "replan"), round), &said, e);
    }
    return r;
}

static int plan_once(struct supervisor *x, struct path path, const struct review *said, struct error *e)
{
    int64_t share = role_extractive(x->branch) ? 0 : fit_budget(x->branch, BUDGET_PLANNING, TIER_ANALYTICAL, NULL);
    struct str history = fit_history(branch_arena(x->branch), branch_settings(x->branch)->history, share);
    const struct str_list standing = queries_of(x);
    const struct plan_research_input input = { .question = x->s.question,
                                               .history = history,
                                               .guidance = x->guidance,
                                               .given = x->given,
                                               .most = x->s.max_sub_queries,
                                               .before = plan_text(x, said->items.n ? &said->items : &standing) };
    struct research_plan answer;
    x->guided = true;
    int r = role_plan_research(x->branch, path, &input, &answer, e);

    if (r == 0)
        take_plan(x, &answer, said);
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

int supervisor_plan_guided(struct supervisor *x, struct error *e)
{
    supervisor_hurried(x, 0, e);
    if (x->guidance.len == 0 || x->reviewed || x->ends_early || role_extractive(x->branch))
        return 0;
    int r = plan_once(x, supervisor_path(x, "guided"), &(struct review){ 0 }, e);
    x->guided = false; /* the analyst gets it too */
    return r;
}

int supervisor_plan(struct supervisor *x, struct error *e)
{
    int r = plan_once(x, supervisor_path(x, "plan"), &(struct review){ 0 }, e);

    return r < 0 ? r : review(x, e);
}
