/* What body.c, body_text.c and document.c share. */
#ifndef FATHOM_REPORT_INTERNAL_H
#define FATHOM_REPORT_INTERNAL_H

#include <cmark-gfm.h>

#include "report/body.h"

/* Stands behind the first sentence of a signed body. */
#define BODY_SPLIT "\U0001039f"

struct body_writer {
    struct arena *arena;
    const struct report *report;
    struct body_html *body;
    struct buf *out;
    bool has_signs;                /* the body was given signs */
    const struct claim_row *claim; /* whose sentence is being written, or NULL */
    bool marked;                   /* it had a marker already */
    bool in_answer, in_link, in_head;
    bool splits; /* the paragraph ends behind its first sentence, and another begins */
};

/* The tree of a Markdown text; the caller frees it. The one parser of reports. */
cmark_node *body_parse(struct str markdown);
/* A link of a body may lead to a source of the report alone: any other address could carry the question away. */
bool body_leads_to_source(const struct report *report, struct str url);

/* Does the text of a model or source hold one of our signs? */
bool body_has_signs(struct str text);
/* The body from `start` on, with signs around the sentences that are claims; as it is if it has signs of its own. */
struct str body_signed(struct arena *arena, const struct report *report, size_t start);
/* Where the first sentence of the text ends, behind headings; 0: it starts with something else than running text. */
size_t body_first_sentence(struct arena *arena, struct str text);

/* Text of a node: sentences with their verdicts, markers as buttons that open the evidence. */
void body_write_text(struct body_writer *w, struct str text);
/* The same text without signs. */
struct str body_plain(const struct body_writer *w, struct str text);

#endif
