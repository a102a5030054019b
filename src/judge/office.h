/* Does the claim call somebody what the passage calls somebody else: a coach, a founder, the first customer? */
#ifndef FATHOM_JUDGE_OFFICE_H
#define FATHOM_JUDGE_OFFICE_H

#include "judge/binding.h"

void office_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);

#endif
