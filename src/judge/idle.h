/* A reason must name two things that differ. */
#ifndef FATHOM_JUDGE_IDLE_H
#define FATHOM_JUDGE_IDLE_H

#include "base/str.h"

/* Are X and Y of "the source gives X, not Y" the same, up to case, inflection, unit and the language of the unit? Then the reason tells no
 * difference. */
bool reason_is_idle(struct str reason);

#endif
