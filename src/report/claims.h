/* The claims of a report as readers see them: counts on page one, what did not
 * hold, and in HTML a card of evidence for every claim. */
#ifndef FATHOM_REPORT_CLAIMS_H
#define FATHOM_REPORT_CLAIMS_H

#include "base/buf.h"
#include "report/report.h"

/* "16 claims, 14 checked", "12 supported" …, part by part; nothing when claims were not looked for. */
void claims_facts(struct arena *arena, const struct report *report, struct str_list *ret);

void claims_markdown(struct buf *out, const struct report *report);
void claims_html(struct buf *out, const struct report *report);

/* The body with each marker followed by the number of its claim between two
 * private characters: what Markdown's parser carries through to the links. */
#define CLAIM_OPEN "\xee\x80\x80"
#define CLAIM_CLOSE "\xee\x80\x81"
struct str claims_numbered(struct arena *arena, const struct report *report);
/* The number behind a marker at `at`, and the byte behind it; 0 if there is none. */
int64_t claims_number_at(struct str text, size_t at, size_t *ret_end);
/* Takes out what is left of them. */
struct str claims_clean(struct arena *arena, struct str text);

#endif
