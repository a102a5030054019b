/* Letters with accents and signs that have a name, for the reader of LaTeX. */
#ifndef FATHOM_PAGES_LATEX_SIGN_H
#define FATHOM_PAGES_LATEX_SIGN_H

#include "base/buf.h"

/* "\'e", "\'{e}", "\c{c}": writes the letter that stands at `at`, behind the accent's sign. Returns where it ends. */
size_t latex_accent(struct str s, size_t at, char accent, struct buf *out);
/* What a command stands for ("ldots" is "…"), NULL: it is no sign. */
const char *latex_sign(struct str name);

#endif
