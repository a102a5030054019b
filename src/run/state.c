/* The status of a run: one table of legal changes. */
#include "records/runs.h"
#include "run/engine.h"

#define TO(status) (1u << RUN_STATUS_##status)

static const unsigned may[] = {
    [RUN_STATUS_DRAFT] = TO(QUEUED),
    [RUN_STATUS_QUEUED] = TO(RUNNING) | TO(CANCELLED) | TO(FAILED),
    /* Back to queued: the process was told to stop; the run goes on elsewhere. */
    [RUN_STATUS_RUNNING] = TO(RUNNING) | TO(QUEUED) | TO(WAITING) | TO(COMPLETED) | TO(FAILED) | TO(CANCELLED) |
                           TO(TIMED_OUT),
    [RUN_STATUS_WAITING] = TO(QUEUED) | TO(CANCELLED),
    [RUN_STATUS_COMPLETED] = 0,
    [RUN_STATUS_FAILED] = TO(QUEUED),
    [RUN_STATUS_CANCELLED] = TO(QUEUED),
    [RUN_STATUS_TIMED_OUT] = TO(QUEUED),
};

bool run_status_may(enum run_status from, enum run_status to) { return may[from] & 1u << to; }

bool run_status_at_rest(enum run_status status) { return status != RUN_STATUS_QUEUED && status != RUN_STATUS_RUNNING; }
