#include "pages/rtf_table.h"

#include <stdlib.h>

#include "base/order.h"

enum { SAME_EDGE = 60 }; /* twips: edges nearer than that are one, 1 mm; programs round them */

void rtf_table_edge(struct rtf_table *t, int64_t twips)
{
    if (t->edges_n < OUTLINE_COLUMNS_MAX)
        t->edges[t->edges_n++] = twips;
}

void rtf_table_row(struct rtf_table *t, const struct office_row *row, bool header)
{
    size_t edges = t->edges_n < row->n ? t->edges_n : row->n;

    t->rows = arena_grow(t->arena, t->rows, &t->capacity, t->n + 1, sizeof *t->rows);
    t->rows[t->n++] = (struct rtf_row){ .cells = arena_copy(t->arena, row->cells, row->n * sizeof *row->cells),
                                        .edges = arena_copy(t->arena, t->edges, edges * sizeof *t->edges),
                                        .n = row->n,
                                        .edges_n = edges,
                                        .header = header };
}

static int by_place(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return ORDER(*x, *y);
}

/* The edges of all rows, in order; near ones once. */
static size_t columns_of(const struct rtf_table *t, int64_t **ret)
{
    size_t all = 0, n = 0;

    for (size_t i = 0; i < t->n; i++)
        all += t->rows[i].edges_n;
    int64_t *edges = arena_calloc(t->arena, all + 1, sizeof *edges);
    for (size_t i = 0, k = 0; i < t->n; k += t->rows[i++].edges_n)
        if (t->rows[i].edges_n)
            memcpy(edges + k, t->rows[i].edges, t->rows[i].edges_n * sizeof *edges);
    qsort(edges, all, sizeof *edges, by_place);
    for (size_t i = 0; i < all; i++)
        if (n == 0 || edges[i] - edges[n - 1] > SAME_EDGE)
            edges[n++] = edges[i];
    *ret = edges;
    return n;
}

/* Each cell in its first column; the others that it spans stay empty. */
static void place_row(const struct rtf_row *row, const int64_t *columns, size_t n, struct office_row *ret)
{
    size_t at = 0;

    for (size_t i = 0; i < row->n; i++) {
        office_row_cell(ret);
        office_row_add(ret, row->cells[i]);
        at++;
        while (i < row->edges_n && at < n && ret->n < OUTLINE_COLUMNS_MAX &&
               columns[at - 1] + SAME_EDGE < row->edges[i]) {
            office_row_cell(ret);
            at++;
        }
    }
}

void rtf_table_end(struct rtf_table *t, struct outline *outline)
{
    int64_t *columns;
    size_t n = columns_of(t, &columns);

    if (!t->n)
        return;
    outline_break(outline);
    for (size_t i = 0; i < t->n; i++) {
        struct office_row placed = { .arena = t->arena };
        place_row(&t->rows[i], columns, n, &placed);
        outline_row(outline, placed.cells, placed.n);
        if (i == 0 && t->rows[i].header)
            outline_header(outline);
    }
    outline_break(outline);
    t->n = 0;
}
