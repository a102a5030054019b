/* What a line of Markdown is, by its first signs. */
#ifndef FATHOM_TEXT_MARKDOWN_LINE_H
#define FATHOM_TEXT_MARKDOWN_LINE_H

#include "base/str.h"

/* The signs of a heading: "# " is 1, "###### " is 6; 0: it is none. */
size_t line_heading_level(struct str line);
/* "```" or "~~~", indented or not: a block of code begins or ends. */
bool line_is_fence(struct str line);
/* "|---|:-:|": what stands below the names of the columns of a table. */
bool line_is_table_rule(struct str line);

#endif
