/* Jobs that services do in the background for a run. */
#ifndef FATHOM_SERVICE_JOBS_H
#define FATHOM_SERVICE_JOBS_H

#include "service/operation.h"

/* Stops at their services the jobs of a run that was cancelled, as far as these can: nobody will read their answers, and
 * they cost money. Takes some seconds at most where there are any. What fails is logged. */
void jobs_cancel(const struct caller *caller, struct str run);

#endif
