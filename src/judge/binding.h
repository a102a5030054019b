/* Is each figure of the claim said of what the passage says it of?
 *
 * Three clashes that no alignment of one sentence shows: a figure that the passage has for something else, while it gives another
 * one for what the claim names ("12 and 15" exchanged, a value of another row); a figure that the passage does not have and that
 * does not follow from what it has, while it gives another one of the same kind; a sum, difference or ratio that is worked out
 * wrongly. */
#ifndef FATHOM_JUDGE_BINDING_H
#define FATHOM_JUDGE_BINDING_H

#include "judge/clash.h"
#include "judge/figure.h"

struct binding_input {
    const struct terms *claim;    /* with its marks */
    struct proof_context passage; /* its sentences alone */
    const struct terms *heading;  /* NULL: none */
};

void binding_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);

#endif
