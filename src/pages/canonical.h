/* Canonical text: the form in which every source is stored and cited. UTF-8 in
 * NFC, no control or invisible characters, white space folded, one empty line
 * at most; code between ``` fences keeps its white space. The same input
 * always gives the same bytes. */
#ifndef FATHOM_PAGES_CANONICAL_H
#define FATHOM_PAGES_CANONICAL_H

#include "base/str.h"

enum canonical_flags {
    CANONICAL_LINES = 0,  /* lines trimmed at both ends */
    CANONICAL_INDENT = 1, /* white space at the start of a line is kept (tabs as spaces): lists, code */
};

/* `ret_invisible` (may be NULL): how many invisible characters were removed. */
struct str canonical_text(struct arena *arena, struct str text, int flags, size_t *ret_invisible);
/* The same for one line: titles, names. At most `max` bytes. */
struct str canonical_line(struct arena *arena, struct str text, size_t max);

#endif
