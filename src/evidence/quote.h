/* The quote finder: a model may propose a quote, but what counts are the bytes
 * of the stored text. Finds the proposed words exactly, then with case, white
 * space, quotation marks and dashes made alike, then within a small edit
 * distance; the span always ends at whole code points. */
#ifndef FATHOM_EVIDENCE_QUOTE_H
#define FATHOM_EVIDENCE_QUOTE_H

#include "base/str.h"
#include "text/sentence.h"

enum quote_match { QUOTE_NONE, QUOTE_EXACT, QUOTE_NORMALISED, QUOTE_FUZZY };
extern const char *const quote_match_words[];

/* Similarity a fuzzy match needs, in thousandths. */
enum { QUOTE_SIMILARITY = 920 };

/* A text prepared for many look-ups. Lives in the arena; `text` must outlive it. */
struct quote_index;
struct quote_index *quote_index_new(struct arena *arena, struct str text);

/* Where the stored text says this, or QUOTE_NONE. */
enum quote_match quote_find(const struct quote_index *index, struct str proposed, struct span *ret);

#endif
