/* What stands around a sentence of a source: does the source say it, or does it only have it in order to deny, correct, reject or suppose
 * it? Any of the languages whose words the lists have. */
#ifndef FATHOM_JUDGE_FRAMING_H
#define FATHOM_JUDGE_FRAMING_H

#include "judge/judge.h"

/* Do the heading, the lead-in of the list, or the sentences beside sentences [first, end) of the passage take back what they say?
 * *ret_by: the words that do. Doubt is enough. */
bool framing_takes_back(struct arena *scratch, struct str claim, const struct passage *passage, size_t first,
                        size_t end, struct str *ret_by);

#endif
