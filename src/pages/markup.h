/* What the readers of markup that people write by hand share: lines with their indent. */
#ifndef FATHOM_PAGES_MARKUP_H
#define FATHOM_PAGES_MARKUP_H

#include "pages/format.h"
#include "pages/outline.h"

struct markup_lines {
    struct str *items; /* no white space at their ends; tabs as spaces */
    size_t n;
};
void markup_lines_of(struct arena *arena, struct str text, struct markup_lines *ret);

size_t markup_indent(struct str line); /* columns before the first character; of an empty line a very large number */
bool markup_is_empty(struct str line);
/* Is the line one character, at least `least` times? Returns it, else 0. */
char markup_rule(struct str line, size_t least);
/* How often the character at `at` stands there in a row, up to 4. */
size_t markup_run(struct str s, size_t at);
/* The lines [from, to) without the indent that all of them have, as one text. */
struct str markup_block(struct arena *arena, const struct markup_lines *lines, size_t from, size_t to);
/* Where the indented block that starts at `from` ends: the first line that stands left of `indent`, empty ones behind the
 * block aside. */
size_t markup_block_end(const struct markup_lines *lines, size_t from, size_t indent);
/* "3. ", "3) ", "#. ", "(3) ": bytes of the sign, and the number (1 for "#"); 0 if it is none. */
size_t markup_number(struct str line, unsigned *ret_number);

#endif
