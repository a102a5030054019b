/* The claims of a report as readers see them: one look per verdict, the figures,
 * and in Markdown a sign where a claim needs care and a list of those that do. */
#ifndef FATHOM_REPORT_CLAIMS_H
#define FATHOM_REPORT_CLAIMS_H

#include "base/buf.h"
#include "report/report.h"

/* How a verdict is shown. `word` is the one of verdict_words, and a class in HTML. */
struct claim_look {
    const char *word;
    const char *name; /* "partly supported" */
    const char *sign; /* of HTML: the id of a symbol */
    const char *mark; /* of Markdown, behind the marker; empty where nothing needs to be said */
};
const struct claim_look *claim_look(const struct claim_row *claim);
const struct claim_look *verdict_look(int verdict);
/* In the order in which verdicts are listed: quotations behind what is supported. */
extern const int verdict_order[VERDICT_COUNT];

/* Is it one of the claims of the text? Only these are counted and listed. */
bool claim_is_counted(const struct claim_row *claim);
/* Does it stand in the text with a verdict, and so with a card? Claims and summaries do, checked or not. */
bool claim_is_shown(const struct claim_row *claim);

/* Do markers show the verdicts of their claims? Links of classical citations do not: their claims are not checked. */
bool report_shows_verdicts(const struct report *report);

/* The claim as it is listed: of a row of a table "Running cost: 940 euros; Lifetime: 18 years", else its own text. */
struct str claim_words(struct arena *arena, const struct report *report, const struct claim_row *claim);

/* Is it worth showing? What a quote does not give may stand in the passage around it, which is what a supported claim was
 * checked against. */
bool claim_shows_number(const struct claim_row *claim, const struct number_row *number);

/* "2 independent sources carry this"; of a claim that sets two things against each other "[1] carries the first side, [5]
 * and [6] the second"; of one that takes half from each "[1] and [2] carry this together". Empty where no source carries it. */
struct str claim_carried(struct arena *arena, const struct claim_row *claim);

/* What the list of a span stands behind, or the header of its table: a quote that is an item or a row says little without it.
 * From the texts of the report's sources, where they are set. */
void claims_add_leads(struct arena *arena, const struct report *report, struct claim_row *claims, size_t n);

/* "15 of 16 claims checked by a model and by code: 12 supported, 2 quotations, 1 partly supported." and so on, in one
 * sentence or two; for an extractive report of quotations alone: "Every sentence is a quotation; nothing was inferred." */
struct str claims_figures(struct arena *arena, const struct claim_summary *summary, bool extractive);
/* The same of a report; empty when its claims were not looked for. */
struct str report_claim_figures(struct arena *arena, const struct report *report);

/* The body with a sign behind the markers of every sentence that is not supported, before its stop where it has none; says which verdicts
 * have one. */
struct str claims_signed(struct arena *arena, const struct report *report, bool ret_used[VERDICT_COUNT]);
/* "Claims to read with care": each with the reason and the quotes. */
void claims_markdown(struct arena *arena, struct buf *out, const struct report *report);

/* HTML: the list of claims with its filter, and one card of evidence per claim. */
void claims_html_list(struct arena *arena, struct buf *out, const struct report *report);
void claims_html_cards(struct arena *arena, struct buf *out, const struct report *report);
/* Writes the sentences that were left out and why, folded; nothing if there are none. */
void claims_html_left_out(struct arena *arena, struct buf *out, const struct report *report);

#endif
