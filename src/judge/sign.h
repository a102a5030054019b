/* How much, told with a sign by one and in words by the other: "beat it by 1.29 kg" and a mean difference of −1.29 kg. */
#ifndef FATHOM_JUDGE_SIGN_H
#define FATHOM_JUDGE_SIGN_H

#include "judge/proof.h"

/* Numbers of the claim that the passage has with the other sign alone, where a change or a difference is told and none
 * upwards, are read as the passage has them. Not before a proof: it is what keeps code from seeing a clash, and no
 * ground for a "supported". */
void sign_take(struct arena *arena, struct terms *claim, const struct proof_context *passage);

/* Is it the sign alone that parts these two numbers, where either sentence tells of a change and none of one upwards? */
bool sign_parts(const struct pair *pair, size_t claim, size_t source);

/* May the number be told with a sign by one of the two and in words by the other? */
bool sign_is_told(const struct number *number, struct str claim, struct str sentence);

#endif
