/* Identifiers: names that programs use, which word rules would take apart. "default_value", "--delete",
 * "os.path.join", "std::vector", "nDCG@10" are each one thing; their parts are words as well. */
#ifndef FATHOM_TEXT_IDENTIFIER_H
#define FATHOM_TEXT_IDENTIFIER_H

#include "base/arena.h"
#include "base/str.h"

/* The next identifier at or after *at, which moves behind it; false at the end. It points into the text. */
bool identifier_next(struct str text, size_t *at, struct str *ret);
/* Are two the same? Capitals make no difference, but in options of one letter: "-L" is not "-l". */
bool identifier_same(struct str a, struct str b);
/* The form in which those that are the same are equal. */
struct str identifier_fold(struct arena *arena, struct str identifier);

#endif
