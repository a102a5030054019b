/* The models of a panel in a report: who was asked, what they gave, where they contradict each other. They stand in the
 * report's state, so that reports of other workflows stay as they are. */
#ifndef FATHOM_REPORT_VOICES_H
#define FATHOM_REPORT_VOICES_H

#include <jansson.h>

#include "base/buf.h"
#include "report/report.h"

/* Writes the report's voices and conflicts into a state, and reads them out of it. */
void voices_put(json_t *state, const struct report *report);
void voices_read(struct arena *arena, struct report *report);

void voices_markdown(struct arena *arena, struct buf *out, const struct report *report);
void voices_html(struct arena *arena, struct buf *out, const struct report *report);

#endif
