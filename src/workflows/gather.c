#include "workflows/gather.h"

#include "run/effect.h"

static void fill_query(const struct branch *branch, struct str text, struct search_query *ret)
{
    const struct run_settings *s = branch_settings(branch);

    *ret = (struct search_query) {
        .text = text, .language = s->language, .since = s->since,
        .include_domains = s->include_domains, .exclude_domains = s->exclude_domains,
    };
}

static bool known(const struct gathered *g, size_t position)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->sources[i] == position)
            return true;
    return false;
}

/* One search's outcome joins its query's. */
static void join(struct branch *branch, struct arena *scratch, struct source_list *list, struct str query,
                 const struct outcome *outcome, struct gathered *g)
{
    struct search_result result = { 0 };
    struct error error = outcome->error;
    bool good = !outcome->failed && search_result_parse(scratch, outcome->body, &result, &error) == 0;
    json_t *event = json_pack("{s:b, s:I}", "ok", good, "hits", (json_int_t) result.hits_n);

    json_object_set_new(event, "query", json_new_str(query));
    json_object_set_new(event, "engines", json_new_str(outcome->answered_by));
    if (!good)
        json_object_set_new(event, "error", json_new_str(str(error.message)));
    branch_event(branch, "search_completed", event);
    g->searches++;
    if (!good) {
        if (!g->error.code)
            g->error = error;
        return;
    }
    g->failed = false;
    for (size_t i = 0; i < result.notes.n; i++)
        branch_warn(branch, "%.*s", STR_ARG(result.notes.items[i]));
    size_t *positions = arena_calloc(branch_arena(branch), g->n + result.hits_n, sizeof *positions);
    for (size_t i = 0; i < g->n; i++)
        positions[i] = g->sources[i];
    g->sources = positions;
    for (size_t i = 0; i < result.hits_n; i++) {
        ptrdiff_t at = source_list_add(branch, list, &result.hits[i], i, g->query);

        if (at >= 0 && !known(g, (size_t) at))
            g->sources[g->n++] = (size_t) at;
    }
}

int gather_searches(struct branch *branch, struct path path, const struct str_list forms[], size_t n,
                    struct source_list *list, struct gathered ret[], struct error *e)
{
    struct arena *arena = arena_new();          /* for the asking; what was found goes to the branch's */
    size_t total = 0, at = 0;

    for (size_t i = 0; i < n; i++)
        total += forms[i].n;
    if (total == 0) {
        arena_free(arena);
        return 0;
    }
    struct request *requests = arena_calloc(arena, total, sizeof *requests);
    struct search_query *queries = arena_calloc(arena, total, sizeof *queries);
    struct outcome *outcomes = arena_calloc(arena, total, sizeof *outcomes);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < forms[i].n; j++, at++) {
            fill_query(branch, forms[i].items[j], &queries[at]);
            search_request(branch_tools(branch)->search, arena, &queries[at], &requests[at]);
            requests[at].arena = arena;
        }
    int r = effect_do_all(branch, path, EFFECT_PURE, 0, requests, total, outcomes, e);
    at = 0;
    for (size_t i = 0; r == 0 && i < n; i++) {
        ret[i] = (struct gathered) { .query = forms[i].items[0], .failed = true };
        for (size_t j = 0; j < forms[i].n; j++, at++)
            join(branch, arena, list, forms[i].items[j], &outcomes[at], &ret[i]);
    }
    arena_free(arena);
    return r;
}
