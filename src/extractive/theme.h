/* Themes: sentences grouped by what they share beyond the question, each group
 * under a heading in their own words. Deterministic. */
#ifndef FATHOM_EXTRACTIVE_THEME_H
#define FATHOM_EXTRACTIVE_THEME_H

#include "extractive/question.h"

enum { THEME_ITEMS = 400 }; /* more are not grouped */

struct theme {
    struct str heading; /* empty for the rest that shares nothing */
    size_t *items;      /* indices of the given texts, in their order */
    size_t n;
};

/* At most `most` themes (2 at least make sense), those whose first text comes
 * first ahead; the rest, if any, last and without a heading. Every text is in
 * exactly one. Returns how many; all in `arena`. */
size_t themes_of(struct arena *arena, const struct question *question, const struct str *texts, size_t n, size_t most,
                 struct theme **ret);

#endif
