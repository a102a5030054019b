/* The loop workflow: ask for sub-queries, search them, let the model decide
 * what is still missing, write. */
#include <string.h>

#include "extractive/extractive.h"
#include "report/report.h"
#include "roles/decide.h"
#include "roles/role.h"
#include "roles/sub_queries.h"
#include "roles/topic.h"
#include "run/events.h"
#include "text/counts.h"
#include "workflows/estimate.h"
#include "workflows/gather.h"
#include "workflows/loop_view.h"
#include "workflows/noted.h"
#include "workflows/review.h"
#include "workflows/workflows.h"
#include "workflows/outline.h"
#include "workflows/writing.h"

enum { QUERIES_MAX = 64, DECIDE_TOP = 3, WRITE_TOP = 5 };
/* Tokens of a result that a decision sees: one of the last searches, and one of earlier searches. */
enum { DECIDE_FRESH = 120, DECIDE_OLD = 50, DECIDE_GIVEN = 10 /* documents; more are shown shorter */ };

#define REVIEWED "of the reviewed plan" /* why a line is searched that a person wrote */

struct loop_depth {
    size_t sub_queries, searches, iterations;
    struct writing_style style;
};

static const struct loop_depth depths[] = {
    [DEPTH_LIGHT] = { 3, 1, 6, { 800, 2000, 0.7, 3000 } },
    [DEPTH_MEDIUM] = { 5, 2, 15, { 1200, 2000, 0.5, 4000 } },
    [DEPTH_EXTENDED] = { 10, 3, 25, { 1500, 3200, 0.3, 6000 } },
};

static const char *const status_words[] = { "pending", "completed", "failed" };
enum query_status { QUERY_PENDING, QUERY_COMPLETED, QUERY_FAILED };

struct query {
    struct str id, query, rationale;
    struct str_list rewordings;
    enum query_status status;
    struct gathered found;
};

struct loop {
    struct branch *branch;
    struct loop_depth depth;
    struct query *queries;       /* few of the QUERIES_MAX there may be */
    size_t n, capacity, pending; /* the pending ones are the last */
    size_t plan_ids;
    size_t ids;           /* given, also to queries of plans that were replaced */
    struct str_list done; /* query texts already searched */
    struct event_loop_decision *decisions;
    size_t decisions_n, decisions_capacity;
    struct source_list sources;
    struct str given; /* the person's documents, for who plans (workflows/outline.h) */
    size_t most;      /* sources in all, 0: no limit; the list's own is what this round may have */
    bool *asked_for;  /* per source: its page was asked for */
    size_t asked_capacity;
    size_t searched;     /* queries before those of the last round */
    struct str repeated; /* what the last decision asked for though it was searched before; empty: nothing */
    size_t iteration;
    bool narrowed;
    struct noted noted;
};

/* --- queries --- */

/* Was it searched, or will it be, in these words or in others that ask an engine for the same? */
static bool query_known(const struct loop *l, struct str query)
{
    struct arena *scratch = arena_new();
    bool known = false;

    for (size_t i = 0; i < l->n && !known; i++)
        known = extract_same_search(scratch, query, l->queries[i].query) ||
                extract_searched(scratch, &l->queries[i].rewordings, query);
    arena_free(scratch);
    return known;
}

/* False when there are too many, or it stands there letter by letter. */
static bool put_query(struct loop *l, struct str query, struct str rationale, struct str_list rewordings)
{
    for (size_t i = 0; i < l->n; i++)
        if (str_eq_nocase(l->queries[i].query, query))
            return false;
    if (query.len == 0 || l->n == QUERIES_MAX)
        return false;
    l->queries = arena_grow(branch_arena(l->branch), l->queries, &l->capacity, l->n + 1, sizeof *l->queries);
    struct query *q = &l->queries[l->n];
    *q = (struct query){
        .id = effect_id(l->branch, path_add(path_root(), "query"), l->ids++, "subq-"),
        .query = query,
        .rationale = rationale,
        .rewordings = rewordings,
        .status = QUERY_PENDING,
    };
    l->n++;
    l->pending++;
    return true;
}

/* False when it is known already or there are too many. */
static bool add_query(struct loop *l, struct str query, struct str rationale, struct str_list rewordings)
{
    return !query_known(l, str_trim(query)) && put_query(l, str_trim(query), rationale, rewordings);
}

/* Where it stands, in the words of the seed; in `arena`. */
static struct str state_text(const struct loop *l, struct arena *arena, const char *status)
{
    struct loop_view view = {
        .original_query = branch_settings(l->branch)->query,
        .status = str(status),
        .sub_queries = arena_calloc(arena, l->n + 1, sizeof *view.sub_queries),
        .sub_queries_n = l->n,
        .decisions = l->decisions,
        .decisions_n = l->decisions_n,
        .source_count = (int64_t) l->sources.n,
    };

    for (size_t i = 0; i < l->n; i++) {
        const struct query *q = &l->queries[i];

        view.sub_queries[i] = (struct loop_query_view){
            q->id, q->query, q->rationale, str(status_words[q->status]), { 0 }
        };
        for (size_t k = 0; k < q->found.n; k++)
            str_list_add(arena, &view.sub_queries[i].source_ids, l->sources.items[q->found.sources[k]].id);
        str_list_add(arena, q->status == QUERY_PENDING ? &view.pending : &view.completed, q->query);
    }
    return json_encode_text(arena, loop_view_fields, &view);
}

static void save(struct loop *l)
{
    struct arena *scratch = arena_new();

    branch_set_state(l->branch, state_text(l, scratch, "in_progress"));
    arena_free(scratch);
}

static void announce_plan(struct loop *l)
{
    struct event_planned_query *list = arena_calloc(branch_arena(l->branch), l->pending, sizeof *list);
    const struct query *first = &l->queries[l->n - l->pending];

    for (size_t i = 0; i < l->pending; i++)
        list[i] = (struct event_planned_query){ first[i].id, first[i].query, first[i].rationale, 0 };
    branch_emit(l->branch, EVENT_QUERIES_PLANNED,
                &(struct event_queries_planned){
                    list, l->pending, effect_id(l->branch, path_add(path_root(), "plan"), l->plan_ids++, "plan-") });
    save(l);
}

/* The question as it is searched. */
static struct str words_asked(const struct loop *l)
{
    return role_question(l->branch, branch_arena(l->branch), branch_settings(l->branch)->query);
}

/* Asks for sub-queries; what cannot be read becomes the question itself. `guidance`: what is missing; `said`: what a person said of
 * the plan before, of which the person's own lines stay. */
static int make_queries(struct loop *l, struct path path, struct str guidance, const struct review *said,
                        struct error *e)
{
    const struct sub_queries_input input = {
        .question = branch_settings(l->branch)->query,
        .count = l->depth.sub_queries,
        .done = &l->done,
        .guidance = guidance,
        .before = str_join(branch_arena(l->branch), said->items.items, said->items.n, "\n"),
        .note = said->guidance,
        .rewordings = l->narrowed ? 0 : l->depth.searches - 1,
        .given = l->given,
    };
    struct sub_queries answer;
    int r = role_sub_queries(l->branch, path, &input, &answer, e);

    for (size_t i = 0; i < said->own.n; i++)
        put_query(l, str_trim(said->own.items[i]), str(REVIEWED), (struct str_list){ 0 });

    if (r == -ERROR_PARSE || error_hurries(r)) {
        if (r == -ERROR_PARSE)
            branch_warn(l->branch, "The model's list of sub-queries %s; the question itself was searched.",
                        role_unused(l->branch, e));
        else
            branch_skip(l->branch, "The question was not broken into sub-queries: %s.",
                        r == -ERROR_BUDGET ? "the budget did not allow the call" : branch_hurry(l->branch));
        add_query(l, words_asked(l), str("the question as asked"), (struct str_list){ 0 });
        announce_plan(l);
        return 0;
    }
    if (r < 0)
        return r;
    for (size_t i = 0; i < answer.n; i++)
        add_query(l, answer.items[i].query, answer.items[i].rationale, answer.items[i].rewordings);
    if (l->pending == 0 && l->n == 0)
        add_query(l, words_asked(l), str("the question as asked"), (struct str_list){ 0 });
    if (l->pending)
        announce_plan(l);
    return 0;
}

static void announce_step(struct loop *l, enum event_kind kind, const struct query *q)
{
    branch_emit(l->branch, kind,
                &(struct event_query){ .status = str(status_words[q->status]),
                                       .id = q->id,
                                       .query = q->query,
                                       .sources = q->status == QUERY_PENDING ? EVENT_NONE : (int64_t) q->found.n,
                                       .error = str(q->status == QUERY_FAILED ? q->found.error.message : "") });
}

/* The sources the writer sees: the best of each query, in the order of their numbers. */
static size_t chosen_sources(struct loop *l, size_t *ret)
{
    size_t n = 0;
    bool *chosen = arena_calloc(branch_arena(l->branch), l->sources.n, sizeof *chosen);

    for (size_t i = 0; i < l->sources.given; i++)
        chosen[i] = true;
    for (size_t i = 0; i < l->n; i++)
        for (size_t j = 0; j < l->queries[i].found.n && j < WRITE_TOP; j++)
            chosen[l->queries[i].found.sources[j]] = true;
    for (size_t i = 0; i < l->sources.n; i++)
        if (chosen[i])
            ret[n++] = i;
    return n;
}

/* Reads the pages behind the sources that the writer will see, each of them once. */
static int read_pages(struct loop *l, struct path path, struct error *e)
{
    struct arena *arena = branch_arena(l->branch);
    size_t *chosen = arena_calloc(arena, l->sources.n, sizeof *chosen), n = chosen_sources(l, chosen), fresh = 0;

    l->asked_for = arena_grow(arena, l->asked_for, &l->asked_capacity, l->sources.n, sizeof *l->asked_for);
    for (size_t i = 0; i < n; i++)
        if (!l->asked_for[chosen[i]]) {
            l->asked_for[chosen[i]] = true;
            chosen[fresh++] = chosen[i];
        }
    return gather_pages(l->branch, path, &l->sources, chosen, fresh, e);
}

/* A decision and the searches behind it can still follow this round: then it leaves them a part of the sources. */
static void share_sources(struct loop *l)
{
    size_t n = source_list_counted(&l->sources), left = l->most > n ? l->most - n : 0;
    bool last = role_extractive(l->branch) || l->iteration + 2 >= l->depth.iterations;

    if (l->most)
        l->sources.max = n + (last ? left : gather_share(left));
}

/* Searches all pending queries at once and reads their pages; the order of the sources is the order
 * of the queries, not of the answers. A query that fails is marked, and the
 * others count. */
static int search_pending(struct loop *l, struct error *e)
{
    struct arena *arena = branch_arena(l->branch);
    struct query *first = &l->queries[l->n - l->pending];
    size_t n = l->pending, forms_max = l->narrowed ? 1 : l->depth.searches;
    struct str_list *forms = arena_calloc(arena, n, sizeof *forms);
    struct gathered *found = arena_calloc(arena, n, sizeof *found);

    for (size_t i = 0; i < n; i++) {
        str_list_add(arena, &forms[i], first[i].query);
        for (size_t j = 0; j < first[i].rewordings.n && forms[i].n < forms_max; j++)
            str_list_add(arena, &forms[i], first[i].rewordings.items[j]);
        announce_step(l, EVENT_QUERY_STARTED, &first[i]);
    }
    share_sources(l);
    l->searched = l->n - n;
    int r = gather_searches(l->branch, path_at(path_root(), "search", l->iteration),
                            &(struct gathering){ .forms = forms, .n = n, .list = &l->sources }, found, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < n; i++) {
        first[i].found = found[i];
        first[i].status = found[i].failed ? QUERY_FAILED : QUERY_COMPLETED;
        str_list_add(arena, &l->done, first[i].query);
        if (found[i].failed && found[i].error.code == ERROR_FINISH)
            branch_skip(l->branch, "The search for \"%.*s\" was cut short.", STR_ARG(first[i].query));
        else if (found[i].failed)
            branch_warn(l->branch, "The search for \"%.*s\" failed: %s", STR_ARG(first[i].query),
                        found[i].error.message);
        announce_step(l, EVENT_QUERY_COMPLETED, &first[i]);
    }
    l->pending = 0;
    branch_set_sources(l->branch, l->sources.items, l->sources.n);
    save(l);
    r = read_pages(l, path_at(path_root(), "read", l->iteration), e);
    for (size_t i = 0; r == 0 && i < n; i++)
        noted_pages(l->branch, &l->noted, first[i].query, &l->sources, first[i].found.sources, first[i].found.n);
    return r;
}

/* The rounds are over: what the limit of sources has left goes to the best results that it had kept out. */
static int use_the_rest(struct loop *l, struct error *e)
{
    struct gathered **all = arena_calloc(branch_arena(l->branch), l->n + 1, sizeof(struct gathered *));

    for (size_t i = 0; i < l->n; i++)
        all[i] = &l->queries[i].found;
    if (l->most) {
        l->sources.max = l->most;
        gather_fill(l->branch, &l->sources, all, l->n);
        branch_set_sources(l->branch, l->sources.items, l->sources.n);
    }
    return read_pages(l, path_add(path_root(), "read"), e);
}

/* --- deciding --- */

/* The best results of each search, as the decision sees them. */
static struct str results_text(struct arena *arena, struct loop *l)
{
    struct buf text;

    buf_init(&text, 200 * 1024);
    if (l->sources.given)
        buf_add_z(&text, "Given by the person who asks, and read:\n");
    for (size_t i = 0; i < l->sources.given; i++) {
        buf_format(&text, "- %.*s: ", STR_ARG(l->sources.items[i].title));
        noted_excerpt(&text, &l->sources.items[i], words_asked(l),
                      l->sources.given > DECIDE_GIVEN ? DECIDE_OLD : DECIDE_FRESH);
        buf_add_char(&text, '\n');
    }
    for (size_t i = 0; i < l->n; i++) {
        const struct query *q = &l->queries[i];

        buf_format(&text, "Search: %.*s\n", STR_ARG(q->query));
        for (size_t j = 0; j < q->found.n && j < DECIDE_TOP; j++) {
            const struct source_row *s = &l->sources.items[q->found.sources[j]];

            buf_format(&text, "- %.*s%.*s: ", STR_ARG(s->title),
                       STR_ARG(source_note(arena, s, branch_settings(l->branch)->research_mode)));
            noted_excerpt(&text, s, q->query, i >= l->searched ? DECIDE_FRESH : DECIDE_OLD);
            buf_add_char(&text, '\n');
        }
        if (q->found.n == 0)
            buf_add_z(&text, q->status == QUERY_FAILED ? "- the search failed\n" : "- nothing found\n");
    }
    return buf_take(&text, arena);
}

/* An answer that cannot be read: complete with what is there, else search the question. */
static void fall_back(struct loop *l, const struct error *why, struct decision *ret)
{
    branch_warn(l->branch, "A decision of the model %s; the default was taken.", role_unused(l->branch, why));
    *ret = (struct decision){
        .action = l->sources.n ? DECIDE_COMPLETE : DECIDE_SEARCH,
        .query = branch_settings(l->branch)->query,
        .rationale = str_format(branch_arena(l->branch), "the model's decision %s", role_unused(l->branch, why)),
    };
}

/* Decides and does it; sets *ret_complete when there is nothing more to search. */
static int decide(struct loop *l, bool *ret_complete, struct error *e)
{
    struct arena *scratch = arena_new();
    struct decide_input input = {
        .question = branch_settings(l->branch)->query,
        .done = &l->done,
        .results = results_text(scratch, l),
        .results_n = l->sources.n,
        .rounds_left = l->depth.iterations - l->iteration - 1,
        .repeated = l->repeated,
    };
    struct decision d;
    bool told = l->repeated.len > 0;
    int r = role_decide(l->branch, path_at(path_root(), "decide", l->iteration), &input, &d, e);

    arena_free(scratch);
    l->repeated = str("");
    if (r == -ERROR_PARSE) {
        told = true;
        fall_back(l, e, &d);
    } else if (r == -ERROR_BUDGET) {
        branch_skip(l->branch, "Searching ended early: the budget did not allow a further decision.");
        *ret_complete = true;
        return 0;
    } else if (r < 0) {
        return r;
    }
    l->decisions = arena_grow(branch_arena(l->branch), l->decisions, &l->decisions_capacity, l->decisions_n + 1,
                              sizeof *l->decisions);
    l->decisions[l->decisions_n++] = (struct event_loop_decision){ str(decide_words[d.action]), d.query, d.rationale };
    branch_emit(l->branch, EVENT_LOOP_DECISION, &l->decisions[l->decisions_n - 1]);
    save(l);
    if (d.action == DECIDE_SUB_QUERIES) {
        r = make_queries(l, path_at(path_root(), "plan", l->iteration + 1), d.rationale, &(struct review){ 0 }, e);
        if (r < 0)
            return r;
    } else if (d.action == DECIDE_SEARCH && add_query(l, d.query, d.rationale, (struct str_list){ 0 })) {
        announce_plan(l);
    } else if (d.action == DECIDE_SEARCH && !told) {
        l->repeated = d.query; /* the next decision is told so; who repeats once more has nothing to add */
    }
    /* Complete, or nothing that was not searched before. */
    *ret_complete = l->pending == 0 && l->repeated.len == 0;
    return 0;
}

/* What a person made of the plan; queries that stay are those they were. */
static void take_edited(struct loop *l, const struct str_list *items)
{
    struct arena *arena = branch_arena(l->branch);
    struct query *old = arena_copy(arena, l->queries, l->n * sizeof *old);
    size_t n = l->n;

    l->n = l->pending = 0;
    for (size_t i = 0; i < items->n; i++) {
        struct query as = { .rationale = str(REVIEWED) };

        for (size_t k = 0; k < n; k++)
            if (str_eq(str_trim(old[k].query), items->items[i]))
                as = old[k];
        if (put_query(l, str_trim(items->items[i]), as.rationale, as.rewordings) && as.id.len)
            l->queries[l->n - 1].id = as.id;
    }
    announce_plan(l);
}

/* Nothing was searched yet: a person may have another plan. */
static int review(struct loop *l, struct error *e)
{
    struct review said = { 0 };
    int r = 0;

    for (size_t round = 0; r == 0 && round < REVIEW_ROUNDS && review_wanted(l->branch); round++) {
        struct str_list plan = { 0 };

        for (size_t i = 0; i < l->n; i++)
            str_list_add(branch_arena(l->branch), &plan, l->queries[i].query);
        r = review_plan(l->branch, path_at(path_root(), "review", round), plan.n == 1 ? "sub-query" : "sub-queries",
                        &plan, &said, e);
        if (r < 0 || said.answer == REVIEW_ACCEPTED)
            return r;
        if (said.answer == REVIEW_EDITED) {
            take_edited(l, &said.items);
            return 0;
        }
        l->n = l->pending = 0;
        r = make_queries(l, path_at(path_root(), "replan", round), str(""), &said, e);
    }
    return r;
}

/* The gathering part. 0 to go on to the writing; negative stops or fails the run. */
static int gather(struct loop *l, struct error *e)
{
    bool complete = false;
    int r = branch_phase(l->branch, "gathering", 0, e);

    if (r == 0)
        r = make_queries(l, path_at(path_root(), "plan", 0), str(""), &(struct review){ 0 }, e);
    if (r == 0)
        r = review(l, e);
    for (; r == 0 && !complete && l->iteration < l->depth.iterations; l->iteration++) {
        enum pressure pressure;

        if (branch_finishing(l->branch)) {
            r = -ERROR_FINISH;
            break;
        }
        r = branch_pressure(l->branch, path_at(path_root(), "budget", l->iteration), &pressure, e);
        if (r < 0)
            break;
        l->narrowed = pressure != PRESSURE_NONE;
        if (l->narrowed && l->depth.searches > 1)
            branch_skip(l->branch, "From 80 %% of the budget on each query was searched once, not reworded.");
        if (pressure == PRESSURE_WRITE) {
            branch_skip(l->branch, "Searching ended early: the rest of the budget is kept for the writing.");
            break;
        }
        if (gather_full(&l->sources, l->most) && !role_extractive(l->branch)) {
            branch_skip(l->branch, "Searching ended: %.*s.",
                        STR_ARG(gather_full_words(branch_arena(l->branch), l->most)));
            break;
        }
        if (l->pending == 0)
            r = decide(l, &complete, e);
        else
            r = search_pending(l, e);
    }
    if (r == -ERROR_FINISH) {
        branch_skip(l->branch, "Searching ended early: %s.", branch_hurry(l->branch));
        return 0;
    }
    if (r == 0 && !complete && l->iteration == l->depth.iterations)
        branch_skip(l->branch, "Searching ended at the limit of %.*s.",
                    STR_ARG(text_counted(branch_arena(l->branch), (int64_t) l->depth.iterations, "round", "rounds")));
    return r;
}

/* The report is wanted and nothing was found yet: what the user gave is searched by the question as asked. */
static int search_given(struct loop *l, struct error *e)
{
    struct str words = str_trim(words_asked(l));
    struct gathered found;
    int r = gather_given(l->branch, path_add(path_root(), "given"), words, &l->sources, &found, e);

    if (r < 0 || found.n == 0)
        return r;
    put_query(l, words, str("the question as asked"), (struct str_list){ 0 });
    for (size_t i = 0; i < l->n; i++)
        if (str_eq_nocase(l->queries[i].query, words)) {
            l->queries[i].found = found;
            l->queries[i].status = QUERY_COMPLETED;
        }
    l->pending = 0;
    branch_set_sources(l->branch, l->sources.items, l->sources.n);
    return 0;
}

/* --- writing --- */

/* What this workflow adds to the report. */
static void fill_report(struct loop *l, struct report *ret)
{
    const struct run_settings *s = branch_settings(l->branch);

    ret->workflow = str("loop");
    ret->state = state_text(l, branch_arena(l->branch), "complete");
    branch_set_state(l->branch, ret->state);
    ret->depth = str(depth_words[s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : s->depth]);
    ret->mode = s->mode;
    ret->sub_queries_generated = (int64_t) l->n;
    ret->searches_performed = branch_searches(l->branch);
    ret->queries = arena_calloc(branch_arena(l->branch), l->n, sizeof *ret->queries);
    for (size_t i = 0; i < l->n; i++) {
        ret->queries[ret->queries_n++] = (struct report_query){
            .query = l->queries[i].query,
            .rationale = l->queries[i].rationale,
            .status = str(status_words[l->queries[i].status]),
        };
        ret->sub_queries_completed += l->queries[i].status == QUERY_COMPLETED;
    }
}

static int write_report(struct loop *l, struct report *ret, struct error *e)
{
    struct arena *arena = branch_arena(l->branch);
    size_t *chosen = arena_calloc(arena, l->sources.n, sizeof *chosen);
    struct writing_tried *tried = arena_calloc(arena, l->n, sizeof *tried);
    const struct writing writing = {
        .question = branch_settings(l->branch)->query,
        .sources = &l->sources,
        .chosen = chosen,
        .n = chosen_sources(l, chosen),
        .style = l->depth.style,
        .tried = tried,
        .tried_n = l->n,
    };

    for (size_t i = 0; i < l->n; i++) {
        const struct query *q = &l->queries[i];

        tried[i] = (struct writing_tried){ .query = q->query, .code = q->found.error.code };
        if (q->status == QUERY_FAILED)
            tried[i].why = str(q->found.error.message);
    }
    return writing_run(l->branch, &writing, ret, e);
}

static int loop_run(struct branch *root, struct str *ret_report, struct error *e)
{
    const struct run_settings *s = branch_settings(root);
    struct arena *arena = branch_arena(root);
    struct loop *l = arena_alloc(arena, sizeof *l);
    struct report report;

    l->branch = root;
    l->depth = depths[s->depth == DEPTH_AUTO ? DEPTH_MEDIUM : s->depth];
    if (s->max_sub_queries)
        l->depth.sub_queries = (size_t) s->max_sub_queries;
    if (s->max_iterations)
        l->depth.iterations = (size_t) s->max_iterations;
    l->most = l->sources.max = (size_t) s->max_sources;
    writing_reserve(root, &l->depth.style);

    int r = gather_contexts(root, &l->sources, e);
    if (r == 0)
        r = outline_documents(root, path_add(path_root(), "outline"), &l->sources, &l->given, e);
    if (r < 0)
        return r;
    r = gather(l, e);
    if (error_stops_run(r))
        return r; /* cancelled, suspended: not ours to handle */
    if (r < 0 && l->sources.n == 0)
        return r; /* nothing in hand: the reason is in e */
    if (r < 0)    /* something in hand: write with it */
        branch_warn(root, "Searching ended early: %s", e->message);
    r = l->sources.n == 0 && branch_finishing(root) ? search_given(l, e) : use_the_rest(l, e);
    if (r < 0)
        return r;
    r = write_report(l, &report, e);
    if (r < 0)
        return r;
    fill_report(l, &report);
    return writing_end(root, &report, ret_report, e);
}

/* --- estimate --- */

/* Tokens of its roles beside the question: the plan, and each decision with the top results of every search. */
enum { PLAN_IN = 400, PLAN_OUT_EACH = 60, DECIDE_IN = 450, DECIDE_OUT = 150 };

/* Least: one round of sub-queries, one decision. Most: every iteration used, half of them decisions that each bring
 * one more search. */
static void loop_estimate(const struct run_settings *s, struct estimate *ret)
{
    const struct loop_depth *depth = &depths[estimate_depth(s)];
    int64_t sub_queries = s->max_sub_queries ? s->max_sub_queries : (int64_t) depth->sub_queries;
    int64_t iterations = s->max_iterations ? s->max_iterations : (int64_t) depth->iterations;
    int64_t decisions = iterations > 1 ? iterations / 2 : 0;
    int64_t queries = sub_queries + (decisions > 1 ? decisions - 1 : 0), question = estimate_question(s);
    int64_t sources = s->max_sources ? smaller(queries * WRITE_TOP, s->max_sources) : queries * WRITE_TOP;

    ret->sub_queries = (struct range){ 1, queries };
    ret->searches = (struct range){ 1, queries * (int64_t) depth->searches };
    ret->pages = (struct range){ 0, sources };
    if (s->depth == DEPTH_AUTO)
        str_list_add(ret->arena, &ret->notes, str("Depth auto: this workflow has no classifier, so it takes medium."));
    if (s->extractive)
        return;
    estimate_calls(ret, exactly(1), exactly(PLAN_IN + question),
                   (struct range){ sub_queries * PLAN_OUT_EACH, sub_queries * PLAN_OUT_EACH * 2 });
    estimate_calls(ret, (struct range){ decisions > 0, decisions },
                   (struct range){ DECIDE_IN + question, DECIDE_IN + question + queries * DECIDE_TOP * DECIDE_FRESH },
                   exactly(DECIDE_OUT));
    estimate_calls(ret, exactly(1),
                   (struct range){ ESTIMATE_WRITE_IN + question +
                                       smaller(sub_queries * WRITE_TOP, sources) * ESTIMATE_SOURCE_LEAST,
                                   ESTIMATE_WRITE_IN + question + sources * ESTIMATE_SOURCE_MOST },
                   estimate_writing(&depth->style));
    estimate_evidence(s, ret);
}

const struct workflow workflow_loop = {
    .name = "loop",
    .version = "3",
    .help = "search sub-queries in parallel; a model decides what is still missing",
    .unit = "sub-queries",
    .plans = true,
    .most_iterations = 100,
    .most_sub_queries = 50,
    .estimate = loop_estimate,
    .run = loop_run,
};
