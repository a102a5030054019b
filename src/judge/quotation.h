/* Is a text one or more whole sentences of another, word for word? Case, citation markers, quotation marks, ellipses and
 * other punctuation do not count; signs that belong to numbers do. Any language. */
#ifndef FATHOM_JUDGE_QUOTATION_H
#define FATHOM_JUDGE_QUOTATION_H

#include "base/str.h"

/* The words of a text and the signs that matter, small letters, one blank between them. Lives in `arena`. */
struct str quotation_key(struct arena *arena, struct str text);

/* Sentences [*ret_first, *ret_end) in a row are the claim. False: no such sentences. */
bool quotation_find(struct arena *arena, struct str claim, const struct str *sentences, size_t n, size_t *ret_first,
                    size_t *ret_end);

#endif
