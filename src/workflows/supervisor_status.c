/* Where a supervised research stands, read back from the state it stores. */
#include <math.h>

#include "text/counts.h"
#include "workflows/supervision_view.h"
#include "workflows/supervisor.h"

static void add(struct arena *arena, struct status_lines *lines, const char *name, struct str value)
{
    lines->items = arena_grow(arena, lines->items, &lines->capacity, lines->n + 1, sizeof *lines->items);
    lines->items[lines->n++] = (struct status_line){ str(name), value };
}

/* What of the state is told. */
struct told_allocation {
    double fidelity; /* NAN: nothing was fitted */
};
static const struct field told_allocation_fields[] = { FIELD_DOUBLE(struct told_allocation, fidelity), FIELD_END };

struct told_metadata {
    struct str abort_phase;
};
static const struct field told_metadata_fields[] = { FIELD_STR(struct told_metadata, abort_phase), FIELD_END };

struct told {
    struct supervision_view view; /* first: its own table reads it */
    struct told_allocation content_allocation_metadata;
    struct told_metadata metadata;
};
static const struct field told_fields[] = {
    FIELD_OBJECT(struct told, content_allocation_metadata, told_allocation_fields),
    FIELD_OBJECT(struct told, metadata, told_metadata_fields),
    FIELD_END,
};

static struct str found(struct arena *arena, const struct supervision_view *t)
{
    return str_format(
        arena, "%.*s (%lld done), %.*s (%lld good), %.*s (%lld firm), %.*s",
        STR_ARG(text_counted(arena, t->sub_query_count, "sub-query", "sub-queries")),
        (long long) t->sub_queries_completed, STR_ARG(text_counted(arena, t->source_count, "source", "sources")),
        (long long) t->high_quality_sources, STR_ARG(text_counted(arena, t->finding_count, "finding", "findings")),
        (long long) t->high_confidence_count,
        STR_ARG(text_counted(arena, t->contradiction_count, "contradiction", "contradictions")));
}

void supervisor_describe(struct arena *arena, struct str state, struct status_lines *ret)
{
    const struct field *const parts[] = { supervision_view_fields, told_fields };
    struct told told = { .content_allocation_metadata = { NAN } };
    const struct supervision_view *v = &told.view;

    if (json_decode_text(state, fields_joined(arena, parts, 2), &told, DECODE_LENIENT, arena, NULL) < 0)
        return;
    add(arena, ret, "iteration",
        str_format(arena, "%lld of %lld", (long long) v->iteration, (long long) v->max_iterations));
    add(arena, ret, "found", found(arena, v));
    for (size_t i = 0; i < v->gaps_n; i++)
        add(arena, ret, i ? "" : "gaps",
            str_format(arena, "%.*s%s", STR_ARG(v->gaps[i].description), v->gaps[i].addressed ? " (closed)" : ""));
    if (!isnan(told.content_allocation_metadata.fidelity))
        add(arena, ret, "fidelity", str_format(arena, "%.0f %%", told.content_allocation_metadata.fidelity * 100));
    if (told.metadata.abort_phase.len)
        add(arena, ret, "stopped in", told.metadata.abort_phase);
}
