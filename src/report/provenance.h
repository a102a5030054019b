/* Where a report comes from, for archives and auditors. */
#ifndef FATHOM_REPORT_PROVENANCE_H
#define FATHOM_REPORT_PROVENANCE_H

#include "records/bundle.h"
#include "report/report.h"

struct str provenance_json(struct arena *arena, const struct bundle *bundle, const struct report *report);
struct str provenance_markdown(struct arena *arena, const struct bundle *bundle, const struct report *report);

#endif
