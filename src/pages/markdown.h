/* Markdown as canonical text: much of it is that already. */
#ifndef FATHOM_PAGES_MARKDOWN_H
#define FATHOM_PAGES_MARKDOWN_H

#include "pages/format.h"

/* Appends the text to in->text, its links and captions to `ret`. */
void markdown_write(struct format_input *in, struct str text, struct document *ret);

#endif
