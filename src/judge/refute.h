/* A refutation: the claim is one exclusive value, or one "not", away from a proof. */
#ifndef FATHOM_JUDGE_REFUTE_H
#define FATHOM_JUDGE_REFUTE_H

#include "judge/proof.h"

struct refutation {
    enum rival rival;     /* RIVAL_NONE: a negation on one side */
    size_t claim, source; /* the two terms; of a negation the one that has it, the other is the count of terms */
};

/* Does the sentence exclude the claim? *ret is set when it does. */
bool refutes(struct arena *arena, const struct pair *pair, struct refutation *ret);

#endif
