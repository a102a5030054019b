/* What the manager's tools do: planning with its questions to the person, searching, writing. */
#include "workflows/manager.h"

#include "roles/role.h"
#include "roles/search_summary.h"
#include "run/events.h"
#include "text/sentence.h"
#include "text/utf8.h"

enum {
    QUESTIONS = 3, /* of one round, unless the settings say otherwise */
    WRITE_TOP = 6, /* sources of each search that the writer sees */
    WRITE_MOST = 40,
    FINDINGS_PER_SEARCH = 10,
    ANSWER_CHARACTERS = 10000, /* of an answer of the person, to the models */
};

#define ASSUMED "The question can be read in several ways; the most likely reading was taken."

/* --- planning --- */

struct str manager_clarified(const struct manager *m, struct arena *arena)
{
    struct buf text;

    buf_init(&text, 256 * 1024);
    for (size_t i = 0; i < m->rounds_n; i++) {
        const struct manager_round *round = &m->rounds[i];

        for (size_t k = 0; k < round->questions.n; k++)
            buf_format(&text, "Asked: %.*s\n", STR_ARG(round->questions.items[k]));
        buf_format(&text, "Answered: %.*s\n",
                   STR_ARG(round->answer.len ? round->answer : str("(nothing: take the most likely reading)")));
    }
    return str_trim(buf_take(&text, arena));
}

/* The person's words alone. */
static struct str answers_of(const struct manager *m, struct arena *arena)
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

int manager_plan(struct manager *m, struct path path, bool *ret_answered, struct error *e)
{
    struct arena *arena = branch_arena(m->branch);
    struct search_plan plan;
    const struct plan_searches_input input = { .question = branch_settings(m->branch)->query,
                                               .clarified = manager_clarified(m, arena),
                                               .answers = answers_of(m, arena),
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
    if (input.questions == 0 || role_extractive(m->branch))
        tell_assumptions(m, &plan);
    for (size_t i = 0; i < plan.searches_n; i++)
        manager_add(m, plan.searches[i].query, plan.searches[i].reason);
    m->planned = true;
    announce_plan(m);
    manager_save(m);
    return 0;
}

/* --- searching --- */

struct manager_search *manager_find(const struct manager *m, struct str query)
{
    for (size_t i = 0; i < m->n; i++)
        if (str_eq_nocase(str_trim(m->searches[i]->query), str_trim(query)))
            return m->searches[i];
    return NULL;
}

struct manager_search *manager_add(struct manager *m, struct str query, struct str reason)
{
    if (m->n == MANAGER_SEARCHES_MAX)
        return NULL;
    struct arena *arena = branch_arena(m->branch);
    struct manager_search *s = arena_alloc(arena, sizeof *s);

    *s = (struct manager_search){ .id = effect_id(m->branch, path_add(path_root(), "search"), m->n, "subq-"),
                                  .query = query,
                                  .reason = reason };
    m->searches = arena_grow(arena, m->searches, &m->capacity, m->n + 1, sizeof *m->searches);
    m->searches[m->n++] = s;
    return s;
}

static void announce_search(struct manager *m, enum event_kind kind, const struct manager_search *s)
{
    branch_emit(m->branch, kind,
                &(struct event_query){
                    .status = str(manager_search_words[s->status]),
                    .id = s->id,
                    .query = s->query,
                    .sources = s->status == MANAGER_SEARCH_PENDING ? EVENT_NONE : (int64_t) s->found.n,
                    .error = str(s->status == MANAGER_SEARCH_FAILED ? s->found.error.message : ""),
                });
}

/* The best pages of each search that were not read before, all at once. */
static int read_best(struct manager *m, struct path path, struct manager_search *const searches[], size_t n,
                     struct error *e)
{
    size_t most = role_extractive(m->branch) ? SIZE_MAX : m->narrowed ? (m->depth.pages + 1) / 2 : m->depth.pages;
    bool *wanted = arena_calloc(branch_arena(m->branch), m->sources.n + 1, sizeof *wanted);
    size_t *positions = arena_calloc(branch_arena(m->branch), m->sources.n + 1, sizeof *positions), count = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < searches[i]->found.n && k < most; k++)
            wanted[searches[i]->found.sources[k]] = true;
    for (size_t i = 0; i < m->sources.n; i++)
        if (wanted[i])
            positions[count++] = i;
    return gather_pages(m->branch, path, &m->sources, positions, count, e);
}

/* In a few sentences, for the agent and for the writer. */
static int summarise(struct manager *m, struct path path, struct manager_search *const searches[], size_t n,
                     struct error *e)
{
    struct arena *scratch = arena_new();
    struct search_summary_input *items = arena_calloc(scratch, n + 1, sizeof *items);
    struct manager_search **which = arena_calloc(scratch, n + 1, sizeof *which);
    struct str *texts = arena_calloc(scratch, n + 1, sizeof *texts);
    struct search_summaries input = { .question = branch_settings(m->branch)->query,
                                      .items = items,
                                      .by_code = m->narrowed || branch_finishing(m->branch) };

    for (size_t i = 0; i < n; i++) {
        const struct source_row **rows = arena_calloc(scratch, searches[i]->found.n + 1, sizeof *rows);

        if (searches[i]->found.n == 0)
            continue;
        for (size_t k = 0; k < searches[i]->found.n; k++)
            rows[k] = &m->sources.items[searches[i]->found.sources[k]];
        items[input.n] = (struct search_summary_input){ searches[i]->query, searches[i]->reason, rows,
                                                        searches[i]->found.n };
        which[input.n++] = searches[i];
    }
    int r = input.n && !role_extractive(m->branch) ? role_search_summaries(m->branch, path, &input, texts, e) : 0;
    for (size_t i = 0; r == 0 && i < input.n; i++)
        which[i]->summary = texts[i];
    arena_free(scratch);
    return r;
}

int manager_search(struct manager *m, struct path path, struct manager_search *const searches[], size_t n,
                   struct error *e)
{
    struct arena *arena = branch_arena(m->branch);
    struct str_list *forms = arena_calloc(arena, n + 1, sizeof *forms);
    struct gathered *found = arena_calloc(arena, n + 1, sizeof *found);

    for (size_t i = 0; i < n; i++) {
        str_list_add(arena, &forms[i], searches[i]->query);
        announce_search(m, EVENT_QUERY_STARTED, searches[i]);
    }
    int r = gather_searches(m->branch, path_add(path, "search"),
                            &(struct gathering){ .forms = forms, .n = n, .list = &m->sources }, found, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < n; i++) {
        struct manager_search *s = searches[i];

        s->found = found[i];
        s->status = found[i].failed ? MANAGER_SEARCH_FAILED : MANAGER_SEARCH_COMPLETED;
        m->made++;
        if (found[i].failed && found[i].error.code == ERROR_FINISH)
            branch_skip(m->branch, "The search for \"%.*s\" was cut short.", STR_ARG(s->query));
        else if (found[i].failed)
            branch_warn(m->branch, "The search for \"%.*s\" failed: %s", STR_ARG(s->query), found[i].error.message);
        announce_search(m, EVENT_QUERY_COMPLETED, s);
    }
    r = read_best(m, path_add(path, "read"), searches, n, e);
    branch_set_sources(m->branch, m->sources.items, m->sources.n);
    if (r == 0)
        r = summarise(m, path_add(path, "summary"), searches, n, e);
    manager_save(m);
    return r;
}

/* --- writing --- */

/* The best of each search and what the agent named, in the order of their numbers. */
static size_t choose(const struct manager *m, size_t *ret)
{
    bool *chosen = arena_calloc(branch_arena(m->branch), m->sources.n + 1, sizeof *chosen);
    size_t n = 0, top = role_extractive(m->branch) ? SIZE_MAX : WRITE_TOP;

    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->searches[i]->found.n && k < top; k++)
            chosen[m->searches[i]->found.sources[k]] = true;
    for (size_t i = 0; i < m->sources.n && n < WRITE_MOST; i++)
        if (chosen[i] || (i < m->wanted_n && m->wanted[i]))
            ret[n++] = i;
    return n;
}

/* A sentence without the numbers of sources in it: the writer cites passages by other numbers. */
static struct str unnumbered(struct arena *arena, struct str sentence)
{
    struct buf text;

    buf_init(&text, sentence.len + 1);
    for (size_t i = 0; i < sentence.len; i++) {
        size_t end = i + 1;

        while (sentence.data[i] == '(' && end < sentence.len && sentence.data[end] &&
               strchr("0123456789, ", sentence.data[end]))
            end++;
        if (end > i + 1 && end < sentence.len && sentence.data[end] == ')')
            i = end;
        else
            buf_add_char(&text, sentence.data[i]);
    }
    return str_trim(buf_take(&text, arena));
}

/* The sentences of the summaries, with the sources of their search. */
static struct evidence_finding *findings_of(const struct manager *m, size_t *ret_n)
{
    struct arena *arena = branch_arena(m->branch);
    struct evidence_finding *all = arena_calloc(arena, m->n * FINDINGS_PER_SEARCH + 1, sizeof *all);

    *ret_n = 0;
    for (size_t i = 0; i < m->n; i++) {
        const struct manager_search *s = m->searches[i];
        struct sentences sentences = { 0 };

        sentences_of(arena, s->summary, &sentences);
        for (size_t k = 0; k < sentences.n && k < FINDINGS_PER_SEARCH; k++)
            all[(*ret_n)++] = (struct evidence_finding){
                .text = unnumbered(arena, str_sub(s->summary, sentences.items[k].start, sentences.items[k].end)),
                .sources = s->found.sources,
                .n = s->found.n,
            };
    }
    return all;
}

/* The question with what the person said about it: the query itself is never changed. */
static struct str understood(const struct manager *m)
{
    struct arena *arena = branch_arena(m->branch);
    struct str query = branch_settings(m->branch)->query;

    if (m->rounds_n == 0)
        return query;
    if (role_extractive(m->branch))
        return str_format(arena, "%.*s %.*s", STR_ARG(query), STR_ARG(answers_of(m, arena)));
    return str_format(arena, "%.*s\n\nThe person was asked back and answered:\n%.*s", STR_ARG(query),
                      STR_ARG(manager_clarified(m, arena)));
}

int manager_write(struct manager *m, struct error *e)
{
    struct arena *arena = branch_arena(m->branch);
    size_t *chosen = arena_calloc(arena, m->sources.n + 1, sizeof *chosen);
    struct writing_tried *tried = arena_calloc(arena, m->n + 1, sizeof *tried);
    struct writing writing = {
        .question = understood(m),
        .sources = &m->sources,
        .chosen = chosen,
        .n = choose(m, chosen),
        .style = m->depth.style,
        .phase_goes_on = true,
        .tried = tried,
    };

    for (size_t i = 0; i < m->n; i++) {
        const struct manager_search *s = m->searches[i];

        if (s->status == MANAGER_SEARCH_PENDING)
            continue;
        str_list_add(arena, &writing.aims, s->query);
        tried[writing.tried_n++] = (struct writing_tried){
            .query = s->query,
            .why = str(s->status == MANAGER_SEARCH_FAILED ? s->found.error.message : ""),
            .code = s->found.error.code,
        };
    }
    if (!role_extractive(m->branch))
        writing.findings = findings_of(m, &writing.findings_n);
    m->writing = true;
    int r = writing_run(m->branch, &writing, &m->report, e);
    if (r == 0) {
        m->written = true;
        manager_save(m);
    }
    return r;
}
