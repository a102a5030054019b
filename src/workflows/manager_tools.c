/* What the manager's tools do: searching and writing. Planning is in manager_plan.c. */
#include "workflows/manager.h"

#include "extractive/extractive.h"
#include "roles/role.h"
#include "roles/search_summary.h"
#include "run/events.h"
#include "text/plain.h"
#include "text/utf8.h"

enum {
    WRITE_MOST = 40,
    FINDINGS_PER_SEARCH = 10,
};

/* --- searching --- */

struct manager_search *manager_find(const struct manager *m, struct str query)
{
    struct arena *scratch = arena_new();
    struct manager_search *found = NULL;

    for (size_t i = 0; i < m->n && !found; i++)
        if (extract_same_search(scratch, query, m->searches[i]->query))
            found = m->searches[i];
    arena_free(scratch);
    return found;
}

struct manager_search *manager_put(struct manager *m, struct manager_search *s, struct str query, struct str reason)
{
    struct arena *arena = branch_arena(m->branch);

    if (m->n == MANAGER_SEARCHES_MAX)
        return NULL;
    if (!s) {
        s = arena_alloc(arena, sizeof *s);
        *s = (struct manager_search){ .id = effect_id(m->branch, path_add(path_root(), "search"), m->ids++, "subq-"),
                                      .query = query,
                                      .reason = reason };
    }
    m->searches = arena_grow(arena, m->searches, &m->capacity, m->n + 1, sizeof *m->searches);
    m->searches[m->n++] = s;
    return s;
}

struct manager_search *manager_add(struct manager *m, struct str query, struct str reason)
{
    return manager_put(m, NULL, query, reason);
}

size_t manager_pending(const struct manager *m)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n; i++)
        n += m->searches[i]->status == MANAGER_SEARCH_PENDING;
    return n;
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
    struct search_summary *summaries = arena_calloc(scratch, n + 1, sizeof *summaries);
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
    int r = input.n && !role_extractive(m->branch) ? role_search_summaries(m->branch, path, &input, summaries, e) : 0;
    for (size_t i = 0; r == 0 && i < input.n; i++) {
        which[i]->summary = summaries[i].text;
        which[i]->excerpts = summaries[i].by_code;
    }
    arena_free(scratch);
    return r;
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
        if (end > i + 1 && end < sentence.len && sentence.data[end] == ')') {
            if (end + 1 < sentence.len && strchr(".,;:!?", sentence.data[end + 1]) && text.len &&
                text.data[text.len - 1] == ' ')
                text.len--;
            i = end;
        } else
            buf_add_char(&text, sentence.data[i]);
    }
    return str_trim(buf_take(&text, arena));
}

/* The sources of a search that a sentence of its summary names: "(3, 7)". None: all of them. */
static size_t named_sources(const struct manager *m, const struct manager_search *s, struct str sentence, size_t *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < s->found.n; i++) {
        int64_t number = m->sources.items[s->found.sources[i]].number;

        for (size_t at = 0; at < sentence.len; at++) {
            struct str item, list;
            ptrdiff_t end = sentence.data[at] == '(' ? str_find_char(sentence, ')', at) : -1;
            bool named = false;
            int64_t one;

            for (list = end < 0 ? str("") : str_sub(sentence, at + 1, (size_t) end); str_next(&list, ',', &item);)
                named = named || (str_to_int(str_trim(item), &one) && one == number);
            if (!named)
                continue;
            ret[n++] = s->found.sources[i];
            break;
        }
    }
    for (size_t i = 0; i < s->found.n && n == 0; i++)
        ret[i] = s->found.sources[i];
    return n ? n : s->found.n;
}

struct numbered {
    const struct manager *m;
    const struct manager_search *search;
};

static ptrdiff_t source_numbered(const void *context, int64_t number)
{
    const struct numbered *c = context;

    for (size_t i = 0; i < c->search->found.n; i++)
        if (c->m->sources.items[c->search->found.sources[i]].number == number)
            return (ptrdiff_t) c->search->found.sources[i];
    return -1;
}

static bool is_no_finding(struct manager *m, const struct manager_search *s, struct str sentence)
{
    return noted_no_finding(m->branch, &m->noted, sentence, source_numbered, &(struct numbered){ m, s }, &m->sources);
}

/* The sentences of what a search brought, for who looks at the run. */
static void tell_findings(struct manager *m, const struct manager_search *s)
{
    struct arena *scratch = arena_new();
    size_t *sources = arena_calloc(scratch, s->found.n + 1, sizeof *sources);
    struct str_list statements = { 0 };

    if (role_extractive(m->branch) || s->excerpts) /* no model has summarised it */
        noted_pages(m->branch, &m->noted, s->query, &m->sources, s->found.sources, s->found.n);
    else
        text_statements(branch_arena(m->branch), s->summary, &statements);
    for (size_t k = 0; k < statements.n && k < FINDINGS_PER_SEARCH; k++) {
        struct str sentence = statements.items[k];

        if (is_no_finding(m, s, sentence))
            continue;
        size_t n = named_sources(m, s, sentence, sources);
        noted_tell(m->branch, &m->noted, unnumbered(scratch, sentence), &m->sources, sources, n);
    }
    arena_free(scratch);
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
    for (size_t i = 0; r == 0 && i < n; i++)
        tell_findings(m, searches[i]);
    manager_save(m);
    return r;
}

/* --- writing --- */

/* The best of each search, which were read. */
static bool *best_sources(const struct manager *m)
{
    bool *best = arena_calloc(branch_arena(m->branch), m->sources.n + 1, sizeof *best);
    size_t top = role_extractive(m->branch) ? SIZE_MAX : m->depth.pages;

    for (size_t i = 0; i < m->sources.given; i++)
        best[i] = true;
    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->searches[i]->found.n && k < top; k++)
            best[m->searches[i]->found.sources[k]] = true;
    return best;
}

/* What the agent wants the writer to see beside them is read too. */
static int read_wanted(struct manager *m, struct error *e)
{
    const bool *best = best_sources(m);
    size_t *positions = arena_calloc(branch_arena(m->branch), m->sources.n + 1, sizeof *positions), n = 0;

    for (size_t i = 0; i < m->wanted_n; i++)
        if (m->wanted[i] && !best[i])
            positions[n++] = i;
    int r = branch_finishing(m->branch)
                ? 0
                : gather_pages(m->branch, path_add(path_root(), "wanted"), &m->sources, positions, n, e);
    branch_set_sources(m->branch, m->sources.items, m->sources.n);
    return r;
}

/* The best of each search and what the agent named, in the order of their numbers. */
static size_t choose(const struct manager *m, size_t *ret)
{
    const bool *chosen = best_sources(m);
    size_t n = 0;

    for (size_t i = 0; i < m->sources.n && n < WRITE_MOST + m->sources.given; i++)
        if (chosen[i] || (i < m->wanted_n && m->wanted[i]))
            ret[n++] = i;
    return n;
}

/* The sentences of the summaries, with the sources of their search, behind the sides of contradictions. */
static struct evidence_finding *findings_of(struct manager *m, size_t *ret_n)
{
    struct arena *arena = branch_arena(m->branch);
    struct evidence_finding *all = arena_calloc(arena, m->n * FINDINGS_PER_SEARCH + 1, sizeof *all);

    size_t n = 0;

    for (size_t i = 0; i < m->n; i++) {
        const struct manager_search *s = m->searches[i];
        struct str_list statements = { 0 };

        if (!s->excerpts) /* these say nothing that the passages do not */
            text_statements(arena, s->summary, &statements);
        for (size_t k = 0; k < statements.n && k < FINDINGS_PER_SEARCH; k++)
            if (!is_no_finding(m, s, statements.items[k]))
                all[n++] = (struct evidence_finding){ .text = unnumbered(arena, statements.items[k]),
                                                      .sources = s->found.sources,
                                                      .n = s->found.n };
    }
    return noted_give(arena, &m->noted, all, n, ret_n);
}

/* The question with what the person said about it: the query itself is never changed. */
static struct str understood(const struct manager *m)
{
    struct arena *arena = branch_arena(m->branch);
    struct str query = branch_settings(m->branch)->query;

    if (m->rounds_n == 0)
        return query;
    if (role_extractive(m->branch))
        return str_format(arena, "%.*s %.*s", STR_ARG(query), STR_ARG(manager_answers(m, arena)));
    return str_format(arena, "%.*s\n\nThe person was asked back and answered:\n%.*s", STR_ARG(query),
                      STR_ARG(manager_clarified(m, arena)));
}

int manager_write(struct manager *m, struct error *e)
{
    struct arena *arena = branch_arena(m->branch);
    int r = read_wanted(m, e);
    if (r < 0)
        return r;
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
    if (!role_extractive(m->branch)) {
        writing.findings = findings_of(m, &writing.findings_n);
        writing.contradictions = m->noted.contradictions;
    }
    m->writing = true;
    r = writing_run(m->branch, &writing, &m->report, e);
    if (r == 0) {
        m->written = true;
        manager_save(m);
    }
    return r;
}
