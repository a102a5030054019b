/* Where a run stands in its workflow's own words: what `show` adds to the run's row. */
#ifndef FATHOM_SERVICE_RUN_STATE_H
#define FATHOM_SERVICE_RUN_STATE_H

#include "service/runs.h"

/* Fills state, the last event and its age, and the time left of the view. */
int run_state_fill(struct reading *reading, struct arena *arena, struct run_view *view, struct error *e);
/* The audit log: every event, one JSON object per line. */
int run_audit_log(struct reading *reading, struct arena *arena, struct str *ret, struct error *e);
/* The draft of a run that was stopped after it had written one (Markdown; markers
 * name its sources), or empty. */
int run_state_draft(struct reading *reading, struct arena *arena, struct str *ret, struct error *e);

#endif
