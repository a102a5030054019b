/* What word-for-word comparing does not see: signs, the case of units, versions, and words around a sentence that take it back. */
#ifndef FATHOM_JUDGE_MARKS_H
#define FATHOM_JUDGE_MARKS_H

#include "judge/judge.h"

/* May code call the claim supported by sentences [first, end) of the passage? False: a sign, a unit's case or a number's last
 * zero differs, or the source denies, annuls or limits what the sentence says. Somebody who reads has to decide then. */
bool marks_agree(struct arena *scratch, struct str claim, const struct passage *passage, size_t first, size_t end);

#endif
