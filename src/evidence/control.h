/* What the kinds of control questions share. */
#ifndef FATHOM_EVIDENCE_CONTROL_H
#define FATHOM_EVIDENCE_CONTROL_H

#include "evidence/internal.h"

enum { CONTROL_PASSAGES = 32 }; /* that are looked through */

/* The passages that claims cite, each once, in the order of the report. */
struct cited {
    const struct evidence_passage *passage[CONTROL_PASSAGES];
    const size_t *span[CONTROL_PASSAGES];
    size_t n;
};
void passages_cited(struct evidence_work *work, struct cited *ret);

/* Adds a question about the claim and its span or quote, unless it is there already. */
void controls_add(struct evidence_work *work, struct verify_item control);
/* Is the sentence neither too short nor too long, and no row? */
bool control_may_ask(struct str sentence);
/* Has the sentence words with which another number may be true, too ("within 20 days"), or none is said? */
bool control_is_doubtful(struct arena *scratch, struct str sentence);
/* The digits of an exact number of two digits or more that stands alone and is no year. */
bool control_digits(struct str sentence, const struct number *number, struct span *ret);
/* Has the passage the value, or do two of its numbers lead to it? */
bool control_is_reached(const struct numbers *of_passage, const struct number *number);
/* Can the passage not carry the sentence, because it speaks of something else? */
bool control_is_foreign(struct evidence_work *work, struct str sentence, const struct evidence_passage *passage);

#endif
