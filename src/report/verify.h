/* Checking a report against what it rests on, with no network and no model: by
 * code that only compares, counts and looks up. */
#ifndef FATHOM_REPORT_VERIFY_H
#define FATHOM_REPORT_VERIFY_H

#include "records/bundle.h"
#include "report/report.h"

/* The checks that failed, each named ("quote: claim 3 …"), in the order found; none if all passed. *ret is the report.
 * -ERROR_PARSE when the bundle's report cannot be read. */
int report_verify(struct arena *arena, const struct bundle *bundle, struct report *ret, struct str_list *problems,
                  struct error *e);

#endif
