/* The learned table: how likely each block of a page is part of its content, and what kind of page it is.
 *
 * tests/train/pages makes the table (model_table.inc) from public pages (NOTICE); docs/internals/pages.md tells how and
 * what it reaches on pages it has not seen. */
#ifndef FATHOM_PAGES_MODEL_H
#define FATHOM_PAGES_MODEL_H

#include "pages/feature.h"

struct model_scores {
    float *chance;           /* by block */
    unsigned *words;         /* by block */
    float types[PAGE_TYPES]; /* sum 1 */
};

/* `page` without its `known_` fields. Lives in the page's arena. */
void model_score(const struct feature_page *page, struct model_scores *ret);

#endif
