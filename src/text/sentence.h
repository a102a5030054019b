/* Sentences of a text as byte ranges. Abbreviations (e.g., Dr., U.S., Fig.),
 * initials, decimals, URLs and list numbers do not end one, an ellipsis only
 * before a capital; line breaks between paragraphs, list items and headings do.
 * CJK and other full stops count. Quotes, brackets and citations ([1]) behind a
 * stop belong to the sentence before. Never breaks a code point; never empty;
 * covers what is not white space. Linear in the text, whatever its bytes. */
#ifndef FATHOM_TEXT_SENTENCE_H
#define FATHOM_TEXT_SENTENCE_H

#include "base/str.h"

struct span {
    size_t start, end;
};

struct sentences {
    struct span *items;
    size_t n, capacity;
};

void sentences_of(struct arena *arena, struct str text, struct sentences *ret);

#endif
