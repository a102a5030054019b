/* Page starts: where each page of a document begins in its text, as they are
 * kept and passed on: byte offsets in order, "0 1203 2400". Empty: it has no
 * pages, or nobody knows where they are.
 *
 * They belong to exactly one text: who keeps a part of it takes the part's. */
#ifndef FATHOM_RECORDS_PAGE_STARTS_H
#define FATHOM_RECORDS_PAGE_STARTS_H

#include "base/str.h"

enum { PAGE_STARTS_MAX = 5000 };

/* The page starts of a text of `len` bytes, without those past its end. */
struct str page_starts_text(struct arena *arena, const size_t *starts, size_t n, size_t len);
/* The page starts of the part [from, to) of the text; pages keep their numbers. */
struct str page_starts_part(struct arena *arena, struct str starts, size_t from, size_t to);
/* Numbers in order, inside a text of `len` bytes, not too many. Empty is valid. */
bool page_starts_valid(struct str starts, size_t len);
/* The page (from 1) that a byte of the text stands on; 0: nobody knows. */
int64_t page_starts_at(struct str starts, size_t at);

#endif
