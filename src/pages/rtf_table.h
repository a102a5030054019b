/* A table of Rich Text Format. Its rows say where their cells end on the paper, not which columns they span: a table waits
 * until its last row is known, then the edges of all rows are the columns. */
#ifndef FATHOM_PAGES_RTF_TABLE_H
#define FATHOM_PAGES_RTF_TABLE_H

#include "pages/office.h"

struct rtf_row {
    struct str *cells;
    int64_t *edges; /* right ones, in twips; fewer than cells where the row does not say */
    size_t n, edges_n;
    bool header; /* names the columns */
};

struct rtf_table {
    struct arena *arena;
    struct rtf_row *rows;
    size_t n, capacity;
    int64_t edges[OUTLINE_COLUMNS_MAX]; /* of the row that is being read */
    size_t edges_n;
};

void rtf_table_edge(struct rtf_table *t, int64_t twips);
/* The row is done; its edges stay for the next one, until \trowd says others. */
void rtf_table_row(struct rtf_table *t, const struct office_row *row, bool header);
/* Writes the rows so far, if there are any. */
void rtf_table_end(struct rtf_table *t, struct outline *outline);

#endif
