/* Where a claim that nobody decided is to be compared with its source first: what the source does not have, or else where it
 * has the claim's figure or name. */
#ifndef FATHOM_JUDGE_HINT_H
#define FATHOM_JUDGE_HINT_H

#include "judge/binding.h"

/* `names`: the language writes only names with capital letters. What it gives lives in `arena`. */
void hint_find(struct arena *arena, struct arena *scratch, const struct binding_input *input, bool names,
               struct hint *ret);

#endif
