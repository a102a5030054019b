/* The manager's planning: the planner's questions to the person, its searches, and what a person makes of them. */
#include "roles/role.h"
#include "run/events.h"
#include "text/utf8.h"
#include "workflows/manager.h"
#include "workflows/review.h"

enum {
    QUESTIONS = 3,             /* of one round, unless the settings say otherwise */
    ANSWER_CHARACTERS = 10000, /* of an answer of the person, to the models */
};

#define ASSUMED "The question can be read in several ways; the most likely reading was taken."

struct str manager_clarified(const struct manager *m, struct arena *arena)
{
    struct buf text;

    buf_init(&text, 256 * 1024);
    for (size_t i = 0; i < m->rounds_n; i++) {
        const struct manager_round *round = &m->rounds[i];

        for (size_t k = 0; k < round->questions.n; k++)
            buf_format(&text, PLAN_ASKED, STR_ARG(round->questions.items[k]));
        buf_format(&text, "Answered: %.*s\n",
                   STR_ARG(round->answer.len ? round->answer : str("(nothing: take the most likely reading)")));
    }
    return str_trim(buf_take(&text, arena));
}

struct str manager_answers(const struct manager *m, struct arena *arena)
{
    struct str said[MANAGER_ROUNDS_MAX];

    for (size_t i = 0; i < m->rounds_n; i++)
        said[i] = m->rounds[i].answer;
    return str_trim(str_join(arena, said, m->rounds_n, " "));
}

/* How many questions may be asked now. */
static size_t may_ask(const struct manager *m)
{
    const struct run_settings *s = branch_settings(m->branch);

    if (!s->clarify || m->silent || m->rounds_n == MANAGER_ROUNDS_MAX)
        return 0;
    return s->max_clarifying_questions ? (size_t) s->max_clarifying_questions : QUESTIONS;
}

/* The run waits here. The questions are kept with the run, not in what a model sees; models see them with the answer. */
static int ask_person(struct manager *m, struct path path, const struct str_list *questions, struct error *e)
{
    const struct event_clarification_needed data = { .questions = *questions };
    struct str answer;
    int r = manager_enter(m, MANAGER_WAITING, e);

    if (r == 0)
        r = effect_ask(m->branch, path,
                       &(struct effect_question){ QUESTION_CLARIFY, EVENT_CLARIFICATION_NEEDED, &data }, &answer, e);
    if (r < 0)
        return r;
    struct str said = str_trim(utf8_cut(str_trim(answer), ANSWER_CHARACTERS));
    if (said.len < str_trim(answer).len)
        branch_warn(m->branch, "Of an answer the first %d characters were taken.", ANSWER_CHARACTERS);
    m->rounds[m->rounds_n++] = (struct manager_round){ .questions = *questions, .answer = said };
    m->silent = said.len == 0;
    manager_save(m);
    return 0;
}

static void announce_plan(struct manager *m)
{
    struct event_planned_query *list = arena_calloc(branch_arena(m->branch), m->n + 1, sizeof *list);

    for (size_t i = 0; i < m->n; i++)
        list[i] = (struct event_planned_query){ m->searches[i]->id, m->searches[i]->query, m->searches[i]->reason, 0 };
    branch_emit(m->branch, EVENT_QUERIES_PLANNED, &(struct event_queries_planned){ list, m->n });
}

/* What nobody was asked is said in the report. */
static void tell_assumptions(struct manager *m, const struct search_plan *plan)
{
    m->assumptions = plan->assumptions;
    for (size_t i = 0; i < plan->assumptions.n; i++)
        branch_warn(m->branch, "%s: %.*s",
                    m->rounds_n ? "Assumed beyond the answers" : "Assumed, since nobody was asked",
                    STR_ARG(plan->assumptions.items[i]));
    if (plan->assumptions.n == 0 && (m->silent || m->rounds_n == MANAGER_ROUNDS_MAX))
        branch_warn(m->branch, ASSUMED);
}

/* A plan replaces the one before; of that one nothing was searched. Queries that stay keep their ids and reasons. */
static void take_plan(struct manager *m, const struct planned_search *planned, size_t n)
{
    struct manager_search **before = m->searches;
    size_t before_n = m->n;

    m->searches = NULL;
    m->n = m->capacity = 0;
    for (size_t i = 0; i < n; i++) {
        struct manager_search *old = NULL;

        for (size_t k = 0; k < before_n && !old; k++)
            if (str_eq_nocase(str_trim(before[k]->query), str_trim(planned[i].query)))
                old = before[k];
        if (!manager_find(m, planned[i].query))
            manager_put(m, old, planned[i].query, planned[i].reason);
    }
}

/* The lines that are a person's, then what the planner made. */
static void take_lines(struct manager *m, const struct str_list *lines, const struct search_plan *plan)
{
    struct planned_search *all = arena_calloc(branch_arena(m->branch), lines->n + plan->searches_n + 1, sizeof *all);

    for (size_t i = 0; i < lines->n; i++)
        all[i] = (struct planned_search){ lines->items[i], str("of the reviewed plan") };
    for (size_t i = 0; i < plan->searches_n; i++)
        all[lines->n + i] = plan->searches[i];
    take_plan(m, all, lines->n + plan->searches_n);
    if (m->depth.searches < m->n)
        m->depth.searches = m->n;
}

static struct str_list queries_of(const struct manager *m)
{
    struct str_list queries = { 0 };

    for (size_t i = 0; i < m->n; i++)
        str_list_add(branch_arena(m->branch), &queries, m->searches[i]->query);
    return queries;
}

/* A person reads the plan before anything is searched. */
static int review(struct manager *m, struct path path, struct plan_searches_input *input, struct error *e)
{
    struct review said = { 0 };
    int r = 0;

    for (size_t round = 0; r == 0 && round < REVIEW_ROUNDS && review_wanted(m->branch); round++) {
        struct str_list queries = queries_of(m);
        struct search_plan plan;

        r = review_plan(m->branch, path_index(path_add(path, "review"), round), queries.n == 1 ? "search" : "searches",
                        &queries, &said, e);
        if (r < 0 || said.answer == REVIEW_ACCEPTED)
            return r;
        if (said.answer == REVIEW_EDITED) {
            take_lines(m, &said.items, &(struct search_plan){ 0 });
            announce_plan(m);
            return 0;
        }
        input->questions = 0; /* who reviews is asked about the plan */
        input->guidance = said.guidance;
        input->before = str_join(branch_arena(m->branch), said.items.items, said.items.n, "\n");
        r = role_plan_searches(m->branch, path_index(path_add(path, "again"), round), input, &plan, e);
        if (r == 0) {
            take_lines(m, &said.own, &plan);
            announce_plan(m);
        }
    }
    return r;
}

int manager_plan(struct manager *m, struct path path, bool *ret_answered, struct error *e)
{
    struct arena *arena = branch_arena(m->branch);
    struct search_plan plan;
    struct plan_searches_input input = { .question = branch_settings(m->branch)->query,
                                         .clarified = manager_clarified(m, arena),
                                         .answers = manager_answers(m, arena),
                                         .given = m->given,
                                         .most = m->depth.plan,
                                         .questions = may_ask(m) };
    int r = role_plan_searches(m->branch, path, &input, &plan, e);

    *ret_answered = false;
    if (r == 0 && plan.questions.n) {
        r = ask_person(m, path_add(path, "person"), &plan.questions, e);
        *ret_answered = r == 0;
        return r;
    }
    if (r == 0)
        r = manager_enter(m, MANAGER_RESEARCHING, e);
    if (r < 0)
        return r;
    if (input.questions == 0 || plan.alone || role_extractive(m->branch))
        tell_assumptions(m, &plan);
    take_plan(m, plan.searches, plan.searches_n);
    announce_plan(m);
    r = review(m, path, &input, e);
    if (r < 0)
        return r;
    m->reviewed = review_wanted(m->branch);
    m->planned = true;
    manager_save(m);
    return 0;
}
