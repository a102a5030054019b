/* The body of a report through cmark's tree: split behind the answer, and written
 * as HTML in which every sentence and marker knows its claim. */
#ifndef FATHOM_REPORT_BODY_H
#define FATHOM_REPORT_BODY_H

#include "report/report.h"

struct body_section {
    struct str title;                /* plain text */
    const struct claim_row **claims; /* that stand in it, in order */
    size_t claims_n, capacity;
};

struct body_html {
    struct str label;        /* plain text of the heading the answer starts with, or empty */
    struct str answer, rest; /* HTML; rest may be empty */
    struct body_section *sections;
    size_t sections_n, sections_capacity; /* of the rest: section i has the id "part-i" */
    bool *shown;                          /* per claim of the report: its sentence has the id "sNUMBER" */
};

/* The answer is everything before the second heading that parts the body ("## …"; deeper ones where there is none), or
 * before the first one where text stands before it. */
void body_html(struct arena *arena, const struct report *report, struct body_html *ret);
/* Where the answer of a Markdown text ends: the byte at which the next section starts, or its length. */
size_t body_answer_end(struct str markdown);
/* The text behind a heading "# …" it starts with, which is the report's title. */
struct str body_without_title(struct str markdown, struct str *ret_title);

#endif
