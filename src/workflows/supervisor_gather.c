/* The gatherer's phase: the sub-queries of this round, searched side by side within
 * their limit, their pages read, what came judged. A model is asked for other words alone, where the searches are to be
 * made again. */
#include "extractive/extractive.h"
#include "roles/role.h"
#include "roles/search_queries.h"
#include "workflows/gather.h"
#include "workflows/supervisor.h"

enum { TYPES_MAX = 3, AT_ONCE = 3, WORDS_MAX = 8 };

static size_t types_of(const struct run_settings *settings, enum search_type *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < settings->source_types.n && n < TYPES_MAX; i++) {
        int type = word_index(search_type_words, settings->source_types.items[i]);

        if (type >= 0)
            ret[n++] = (enum search_type) type;
    }
    if (n == 0)
        ret[n++] = SEARCH_WEB;
    return n;
}

/* `text` is what was searched for it, in this try. */
static void announce_query(struct supervisor *x, enum event_kind kind, const struct research_query *q, struct str text,
                           size_t sources)
{
    branch_emit(x->branch, kind,
                &(struct event_query){ .id = q->id,
                                       .query = text,
                                       .status = str(query_status_words[q->status]),
                                       .sources = q->status == QUERY_PENDING ? EVENT_NONE : (int64_t) sources,
                                       .error = q->error });
}

bool supervisor_sources_full(const struct supervisor *x) { return gather_full(&x->s.sources, x->s.most_sources); }

/* Other words are a model's: code that mixes the words of query and question pays for the same pages twice. */
bool supervisor_may_search(const struct supervisor *x)
{
    for (size_t i = x->first_query; i < x->s.queries_n && !supervisor_sources_full(x); i++)
        if (x->s.queries[i].status == QUERY_FAILED || !role_extractive(x->branch))
            return true;
    return false;
}

/* The same sought in other words: texts that were not searched in this run, one for each query at most. */
static int other_words(struct supervisor *x, struct str_list *ret, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct str_list thin = { 0 }, words = { 0 };

    for (size_t i = x->first_query; i < x->s.queries_n; i++)
        if (x->s.queries[i].status != QUERY_FAILED)
            str_list_add(arena, &thin, x->s.queries[i].query);
    if (x->try == 0 || thin.n == 0 || role_extractive(x->branch))
        return 0;
    struct queries_input input = {
        .question = x->s.question,
        .task = str_format(arena, "%.*s%s%.*s", STR_ARG(str_join(arena, thin.items, thin.n, "; ")),
                           x->guidance.len ? "\n" : "", STR_ARG(x->guidance)),
        .otherwise = thin.items[0],
        .count = thin.n < WORDS_MAX ? thin.n : WORDS_MAX,
        .done = &x->searched,
        .thin = true,
    };
    int r = role_search_queries(x->branch, supervisor_path(x, "words"), &input, &words, e);
    if (r < 0)
        return supervisor_hurried(x, r, e) ? 0 : r;
    for (size_t i = 0; i < words.n; i++)
        if (!extract_searched(arena, &x->searched, words.items[i]))
            str_list_add(arena, ret, words.items[i]);
    return 0;
}

static void tell_not_searched(struct supervisor *x, struct str reason)
{
    branch_emit(x->branch, EVENT_DEGRADED, &(struct event_degraded){ .what = str("search"), .reason = reason });
}

/* The text to search for in this try: the query itself, or the next of the other words if it brought too little. No text is
 * searched twice in a run, unless its search failed. */
static void forms_of(struct supervisor *x, const struct research_query *q, struct str_list *words, struct str_list *ret)
{
    struct arena *arena = branch_arena(x->branch);
    bool as_is = x->try == 0 || q->status == QUERY_FAILED;

    if (as_is || words->n) {
        struct str text = as_is ? q->query : words->items[0];

        words->items += !as_is;
        words->n -= !as_is;
        str_list_add(arena, ret, text);
        str_list_add(arena, &x->searched, text);
        return;
    }
    tell_not_searched(
        x, str_format(arena, "\"%.*s\" was not searched again: it was searched before in this run", STR_ARG(q->query)));
}

/* Is there money and time left to gather? */
static int may_gather(struct supervisor *x, bool *ret, struct error *e)
{
    enum pressure pressure;
    int r = branch_pressure(x->branch, supervisor_path(x, "budget"), &pressure, e);

    *ret = false;
    if (r < 0)
        return r;
    if (branch_finishing(x->branch) || pressure == PRESSURE_WRITE) {
        x->ends_early = true;
        branch_skip(x->branch, branch_finishing(x->branch)
                                   ? branch_asked_to_finish(x->branch)
                                         ? "Gathering ended early: the run was asked to finish."
                                         : "Gathering ended early: its time was up."
                                   : "Gathering ended early: the rest of the budget is kept for the writing.");
        return 0;
    }
    if (supervisor_sources_full(x)) {
        struct arena *arena = branch_arena(x->branch);
        struct str why = str_format(arena, "no further search was made: %.*s",
                                    STR_ARG(gather_full_words(arena, x->s.most_sources)));

        tell_not_searched(x, why);
        branch_skip(x->branch, "Gathering ended: %.*s.", STR_ARG(why));
        return 0;
    }
    if (pressure == PRESSURE_NARROW && x->s.sources.per_query > 2) {
        x->s.sources.per_query = 2;
        branch_skip(x->branch, "After 80 %% of the budget, each query gave only two sources.");
    }
    *ret = true;
    return 0;
}

static void settle_query(struct supervisor *x, struct research_query *q, struct str text, const struct gathered *found)
{
    struct arena *arena = branch_arena(x->branch);

    x->s.stats.queries_executed += found->searches;
    if (!found->failed) {
        q->status = QUERY_COMPLETED;
        q->error = str("");
    } else if (q->status != QUERY_COMPLETED) {
        q->status = QUERY_FAILED;
        q->error = str_dup(arena, str(found->error.message));
        x->s.stats.queries_failed++;
        if (found->error.code == ERROR_FINISH)
            branch_skip(x->branch, "The search for \"%.*s\" was cut short.", STR_ARG(q->query));
        else
            branch_warn(x->branch, "The search for \"%.*s\" failed: %s", STR_ARG(q->query), found->error.message);
    }
    announce_query(x, EVENT_SUB_QUERY_COMPLETED, q, text, found->n);
}

/* Sources were added in the order of the queries: each belongs to the first that found it. */
static void note_origins(struct supervisor *x, struct research_query *const *queries, const struct gathered *found,
                         size_t n)
{
    struct supervision *s = &x->s;
    size_t known = s->origin_n;

    s->origin = arena_grow(branch_arena(x->branch), s->origin, &s->origin_capacity, s->sources.n, sizeof *s->origin);
    for (size_t i = known; i < s->sources.n; i++)
        s->origin[i] = SIZE_MAX;
    s->origin_n = s->sources.n;
    for (size_t q = 0; q < n; q++)
        for (size_t i = 0; i < found[q].n; i++)
            if (s->origin[found[q].sources[i]] == SIZE_MAX)
                s->origin[found[q].sources[i]] = (size_t) (queries[q] - s->queries);
    for (size_t i = known; i < s->sources.n; i++)
        if (s->origin[i] == SIZE_MAX)
            s->origin[i] = n ? (size_t) (queries[0] - s->queries) : 0;
}

/* A round that others may follow leaves them a part of the sources. */
static void share_sources(struct supervisor *x)
{
    size_t n = source_list_counted(&x->s.sources), left = x->s.most_sources > n ? x->s.most_sources - n : 0;

    if (x->s.most_sources)
        x->s.sources.max = n + (x->s.iteration < x->s.max_iterations ? gather_share(left) : left);
}

static int search_queries(struct supervisor *x, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);
    struct arena *arena = branch_arena(x->branch);
    size_t n = x->s.queries_n - x->first_query, count = 0;
    struct str_list *forms = arena_calloc(arena, n + 1, sizeof *forms);
    struct research_query **queries = arena_calloc(arena, n + 1, sizeof *queries);
    struct gathered *found = arena_calloc(arena, n + 1, sizeof *found);
    enum search_type types[TYPES_MAX];
    struct str_list words = { 0 };
    struct gathering gathering = {
        .forms = forms,
        .list = &x->s.sources,
        .types = types,
        .types_n = types_of(settings, types),
        .at_once = settings->concurrent_searches ? (size_t) settings->concurrent_searches : AT_ONCE,
    };

    int r = other_words(x, &words, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < n; i++) {
        struct research_query *q = &x->s.queries[x->first_query + i];

        forms_of(x, q, &words, &forms[count]);
        if (forms[count].n == 0)
            continue;
        announce_query(x, EVENT_SUB_QUERY_STARTED, q, forms[count].items[0], 0);
        queries[count++] = q;
    }
    gathering.n = count;
    share_sources(x);
    r = gather_searches(x->branch, supervisor_path(x, "search"), &gathering, found, e);
    x->s.sources.max = x->s.most_sources;
    for (size_t i = 0; i < count; i++)
        if (r == 0)
            settle_query(x, queries[i], forms[i].items[0], &found[i]);
        else if (!found[i].failed)
            queries[i]->status = QUERY_COMPLETED; /* stopped: what is known is kept for who looks at it */
    note_origins(x, queries, found, count);
    return r;
}

/* The report is wanted and nothing was found yet: what the user gave is searched by the question as asked. */
static int search_given(struct supervisor *x, struct error *e)
{
    struct research_query *first = x->s.queries_n > x->first_query ? &x->s.queries[x->first_query] : NULL;
    struct gathered found;
    int r = gather_given(x->branch, supervisor_path(x, "given"), x->s.question, &x->s.sources, &found, e);

    if (r == 0 && found.n && first) {
        settle_query(x, first, x->s.question, &found);
        note_origins(x, &first, &found, 1);
    }
    return r;
}

int supervisor_gather(struct supervisor *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    size_t known = x->s.sources.n, duplicates = x->s.sources.duplicates;
    bool may;
    int r = may_gather(x, &may, e);

    if (r == 0 && may)
        r = search_queries(x, e);
    if (r == 0 && x->s.sources.n == 0 && branch_finishing(x->branch))
        r = search_given(x, e);
    size_t *positions = arena_calloc(arena, x->s.sources.n + 1, sizeof *positions), n = 0;
    for (size_t i = known; i < x->s.sources.n; i++)
        positions[n++] = i;
    if (r == 0)
        r = gather_pages(x->branch, supervisor_path(x, "read"), &x->s.sources, positions, n, e);
    /* Also after a failure: a writer whose provider searches may have added sources. */
    x->s.stats.sources_collected = x->s.sources.n;
    x->s.stats.duplicates_skipped += x->s.sources.duplicates - duplicates;
    supervisor_judge_sources(x);
    branch_set_sources(x->branch, x->s.sources.items, x->s.sources.n);
    return r;
}
