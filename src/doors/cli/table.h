/* Tables on a terminal: those of results and those of a report. */
#ifndef FATHOM_DOORS_CLI_TABLE_H
#define FATHOM_DOORS_CLI_TABLE_H

#include "base/arena.h"
#include "base/buf.h"

enum { TABLE_COLUMNS_MAX = 32 };

struct table {
    struct arena *arena;
    size_t columns;
    struct str *cells; /* the first row has the names of the columns; a cell is one line and may have colours */
    size_t rows, capacity;
    bool right[TABLE_COLUMNS_MAX]; /* set against the right edge of the column */
    bool prose;                    /* of a report: a rule below the names, rows set apart */
    bool color;
};

/* A row with a cell for every column. */
void table_row(struct table *table, const struct str *cells);
/* Columns side by side with cells that are wrapped; where they do not fit, the last one of a result below the
 * others; else each row as its cells behind the names of their columns. */
void table_write(struct buf *out, const struct table *table, size_t width);

#endif
