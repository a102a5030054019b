/* Signs by which a sentence that answers is told from one that merely has the same words: what kind of text it is and where in
 * its section it stands. bench_ranks prints their values, and
 * tests/real/signs learned the weights from them (docs/internals/extractive.md). */
#ifndef FATHOM_EXTRACTIVE_SIGNS_H
#define FATHOM_EXTRACTIVE_SIGNS_H

#include "extractive/rank.h"

/* Of a path of headings: what was different in some version. */
bool signs_is_change_log(struct str path);
/* … what else one might read: a list of names. */
bool signs_is_see_also(struct str path);

/* What they add to the score of a candidate, in thousandths; their values go into `signs` of it. They were learned on English
 * questions: in other languages all are zero. */
int64_t signs_weigh(struct arena *arena, const struct ranking *r, struct ranked *candidate);

#endif
