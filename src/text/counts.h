/* Counts in English words: the one place that groups digits and chooses between singular and plural. */
#ifndef FATHOM_TEXT_COUNTS_H
#define FATHOM_TEXT_COUNTS_H

#include "base/arena.h"
#include "base/str.h"

/* 21340 -> "21,340" */
struct str text_grouped(struct arena *arena, int64_t n);
/* "1 source", "21,340 sources"; with a verb "1 gap is", "2 gaps are" */
struct str text_counted(struct arena *arena, int64_t n, const char *one, const char *many);
/* "1 of 10 claims was", "2 of 10 claims were": the verb follows the part, not the whole. `whole`: text_counted() of it. */
struct str text_part(struct arena *arena, int64_t n, struct str whole, const char *was, const char *were);

#endif
