/* Words that an answer may use where the question uses another: "who owns it", "the owner is". General English: a word belongs
 * there because a dictionary would say so. */
#ifndef FATHOM_EXTRACTIVE_ALIKE_H
#define FATHOM_EXTRACTIVE_ALIKE_H

#include "text/words.h"

enum { ALIKE_MOST = 24 };

/* The stems of other words that may stand for this one; returns how many. */
size_t alike_stems(struct arena *arena, struct str stem, struct str ret[ALIKE_MOST]);

#endif
