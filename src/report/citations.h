/* How citations read. The stored body always has markers [n], which is what claims
 * and verify go by; readers may be shown names ([Arxiv], [Arxiv-2]) instead, or,
 * with classical citations, links ([Title](address)). Of a report that only quotes, a
 * passage carries its marker once, at its end. */
#ifndef FATHOM_REPORT_CITATIONS_H
#define FATHOM_REPORT_CITATIONS_H

#include "report/report.h"
#include "text/sentence.h"

/* What stands between the brackets for this source: "3", or "Arxiv-2". Stable:
 * it depends on the sources with smaller numbers only. */
struct str citation_key(struct arena *arena, const struct report *report, int64_t number);

/* The markers of a report that only quotes which its passages can do without, each with the blanks before it. */
size_t citations_spare(struct arena *arena, struct str body, struct span **ret);

/* The body as Markdown with its markers as the report wants them read. */
struct str citations_written(struct arena *arena, const struct report *report, struct str body);

#endif
