/* Rows of tables in words: a value means something only under the name of its column. */
#ifndef FATHOM_EVIDENCE_ROW_H
#define FATHOM_EVIDENCE_ROW_H

#include "base/str.h"

/* The next cell of a row, without markers and emphasis; false: there is none. The row begins behind its first "|". */
bool row_next_cell(struct arena *arena, struct str *row, struct str *ret);

/* "Running cost: 940 euros; Lifetime: 18 years": the cells of a row "| … |" under the names of their columns, which are a row too. Empty:
 * one of the two is no row, or no cell has anything in it. */
struct str row_named(struct arena *arena, struct str names, struct str row);

#endif
