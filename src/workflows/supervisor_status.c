/* Where a supervised research stands, read back from the state it stores. */
#include "workflows/supervisor.h"

static void add(struct arena *arena, struct status_lines *lines, const char *name, struct str value)
{
    lines->items = arena_grow(arena, lines->items, &lines->capacity, lines->n + 1, sizeof *lines->items);
    lines->items[lines->n++] = (struct status_line){ str(name), value };
}

static struct str counted(struct arena *arena, const json_t *state, const char *key, const char *one, const char *many)
{
    long long n = (long long) json_get_int(state, key, 0);

    return str_format(arena, "%lld %s", n, n == 1 ? one : many);
}

static struct str found(struct arena *arena, const json_t *state)
{
    return str_format(arena, "%.*s (%lld done), %.*s (%lld good), %.*s (%lld firm), %.*s",
                      STR_ARG(counted(arena, state, "sub_query_count", "sub-query", "sub-queries")),
                      (long long) json_get_int(state, "sub_queries_completed", 0),
                      STR_ARG(counted(arena, state, "source_count", "source", "sources")),
                      (long long) json_get_int(state, "high_quality_sources", 0),
                      STR_ARG(counted(arena, state, "finding_count", "finding", "findings")),
                      (long long) json_get_int(state, "high_confidence_count", 0),
                      STR_ARG(counted(arena, state, "contradiction_count", "contradiction", "contradictions")));
}

void supervisor_describe(struct arena *arena, const json_t *state, struct status_lines *ret)
{
    const json_t *gap, *allocation = json_object_get(state, "content_allocation_metadata");
    struct str stopped = json_get_str(json_object_get(state, "metadata"), "abort_phase");
    size_t i;

    add(arena, ret, "iteration",
        str_format(arena, "%lld of %lld", (long long) json_get_int(state, "iteration", 0),
                   (long long) json_get_int(state, "max_iterations", 0)));
    add(arena, ret, "found", found(arena, state));
    json_array_foreach (json_object_get(state, "gaps"), i, gap)
        add(arena, ret, i ? "" : "gaps",
            str_format(arena, "%.*s%s", STR_ARG(json_get_str(gap, "description")),
                       json_get_bool(gap, "addressed", false) ? " (closed)" : ""));
    if (allocation)
        add(arena, ret, "fidelity", str_format(arena, "%.0f %%", json_get_double(allocation, "fidelity", 1) * 100));
    if (stopped.len)
        add(arena, ret, "stopped in", str_dup(arena, stopped));
}
