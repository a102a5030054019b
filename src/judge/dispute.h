/* Are two sides of a contradiction about one thing? A model calls things contradictory that only stand side by side. */
#ifndef FATHOM_JUDGE_DISPUTE_H
#define FATHOM_JUDGE_DISPUTE_H

#include "base/str.h"

/* False where code sees that they are not: hardly a word in common, a figure each of different quantities, of different things or of
 * different years and nothing that denies the other, or the same said twice. Sides in different languages, and empty ones, are taken as they are. */
bool dispute_about_one(struct str a, struct str b);

/* The two sides of a sentence that calls them a disagreement: "The sources disagree: A, whereas B". False: it is none. */
bool dispute_sides(struct str sentence, struct str *ret_one, struct str *ret_other);

#endif
