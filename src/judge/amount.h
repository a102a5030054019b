/* Amounts: how much of something a quantifier takes. */
#ifndef FATHOM_JUDGE_AMOUNT_H
#define FATHOM_JUDGE_AMOUNT_H

#include "judge/proof.h"

/* 6 a share ("half of", "30 percent of", "part of"), 5 all, 4 most, 3 many, 2 some, 1 few, 0 none; -1: no quantifier there. */
int amount_at(const struct term *items, size_t n, size_t at);

/* The quantifier as a person would name it: "nearly all". */
struct str amount_text(const struct term *items, size_t at);

/* Has the sentence another amount of what the claim's quantifier at `claim` takes, one that does not carry it, and nowhere one that
 * does? *source: where. */
bool amounts_clash(const struct pair *pair, size_t claim, size_t *source);

/* Does the claim say "not all", and the sentence nowhere "all"? Then it denies nothing that the sentence says. */
bool amount_is_denied(const struct pair *pair);

#endif
