/* Clashes between a claim and a sentence that speaks of the same thing: what code can point at, whatever the verdict is. */
#ifndef FATHOM_JUDGE_CLASH_H
#define FATHOM_JUDGE_CLASH_H

#include "judge/judge.h"
#include "judge/proof.h"
#include "judge/refute.h"

struct clashes {
    struct arena *arena; /* where reasons live */
    struct clash *items; /* JUDGE_CLASHES_MAX of them */
    size_t n;
};

/* Adds one, with copies of its texts; false: it was told already, its reason names the same thing twice, or there is no room. */
bool clashes_add(struct clashes *ret, const struct clash *clash);

/* Adds the clashes of the claim with sentence number `sentence` of the passage. `scratch`: for what is forgotten. */
void clashes_find(struct clashes *ret, struct arena *scratch, const struct pair *pair, size_t sentence);

/* The same of numbers and dates alone: all that is looked at in languages other than English. */
void clashes_of_numbers(struct clashes *ret, struct arena *scratch, const struct pair *pair, size_t sentence);

/* Adds the clash that a refutation is; it goes first. False: it names no difference that could be told. */
bool clashes_refuted(struct clashes *ret, const struct pair *pair, const struct refutation *refutation,
                     size_t sentence);

#endif
