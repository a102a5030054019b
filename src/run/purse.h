/* What the ceilings of a run leave to the calls of a batch, and who of them gets how much. The thread of the branch. */
#ifndef FATHOM_RUN_PURSE_H
#define FATHOM_RUN_PURSE_H

#include "run/pending_effect.h"

struct purse {
    int64_t nano, tokens; /* INT64_MAX: there is no such ceiling */
};

struct purse purse_of(const struct batch *batch);
/* Which ceiling does not allow the call, NULL if it may start. Takes what it needs, so that calls made together stay under the
 * ceiling. */
const char *purse_take(const struct branch *branch, const struct request *request, struct purse *purse);
/* The calls that start share what is left beyond their needs in equal parts: none can use what another one counts on. */
void purse_share(struct batch *batch, const struct purse *left);

#endif
