/* The cells of a sheet (XLSX, ODS, CSV) before they are text: where its tables are, which row names the columns. */
#ifndef FATHOM_PAGES_SHEET_H
#define FATHOM_PAGES_SHEET_H

#include "pages/outline.h"

struct sheet_row {
    int64_t at; /* its number on the sheet */
    struct str *cells;
    size_t n;
};

struct sheet_merge { /* cells that are one */
    int64_t row, rows;
    size_t column, columns;
};

struct sheet {
    struct arena *arena;
    struct sheet_row *rows;
    size_t n, capacity;
    struct sheet_merge *merges;
    size_t merges_n, merges_capacity;
};

/* A row with something in it, below those before. Rows that are not given are empty: they part tables. */
void sheet_add(struct sheet *s, int64_t at, const struct str *cells, size_t n);
void sheet_merge(struct sheet *s, const struct sheet_merge *merge);
/* Writes the tables and forgets the rows. A table ends at an empty row; tables side by side are told by the rows that they
 * reach over. A line of one cell above or below a table is a paragraph. Two rows of names, of which the upper ones reach
 * over several columns, become one; a cell over several rows stands in each of them. */
void sheet_write(struct sheet *s, struct outline *outline);

#endif
