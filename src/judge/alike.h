/* Do two statements say the same in other words? Decided by code, precision first: words of one meaning, another order and another form count as equal;
 * another number, name, negation or quantity, an opposite, or one word exchanged for a word whose meaning is not known to
 * be the same makes them two. What code cannot tell apart from a difference is one. Deterministic, any script; texts in
 * scripts without blanks are alike only when they are equal. */
#ifndef FATHOM_JUDGE_ALIKE_H
#define FATHOM_JUDGE_ALIKE_H

#include "base/arena.h"
#include "base/str.h"

/* Statements: the same content, but for a word or two that one of them has more. */
bool statements_alike(struct str a, struct str b);
/* Topics, what a gap or a disagreement is about: up to a third of the words of one may be more. */
bool topics_alike(struct str a, struct str b);
/* Does the second say all of the first, with the same numbers and names, and at most as much again? */
bool statement_within(struct str part, struct str whole);
/* What is missing, without the words that say that it is: "the birds" of "Nothing is said of the birds". A part of `lack`. */
struct str lack_topic(struct arena *arena, struct str lack);

#endif
