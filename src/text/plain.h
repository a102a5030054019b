/* What a model wrote in Markdown, as plain words: for a line of its own, and for the sentences that a text states. */
#ifndef FATHOM_TEXT_PLAIN_H
#define FATHOM_TEXT_PLAIN_H

#include "base/str.h"

/* The text without the signs of emphasis and code: "**Cause:** `a*b`" is "Cause: a*b". `text` itself if it has none. */
struct str text_plain(struct arena *arena, struct str text);

/* The same of a line that may be an item of a list: without "- " in front, too. */
struct str text_plain_line(struct arena *arena, struct str line);

/* What stands behind "Step 2:", "3." or "3)" at the beginning of a line, and the number; the line and 0 if it has none. */
struct str text_behind_number(struct str line, size_t *ret_number);

/* The sentences of a text in plain words. Headings, code, the heads of tables and lines without a word are none; a row of a table
 * is its cells with commas between them. */
void text_statements(struct arena *arena, struct str text, struct str_list *ret);

#endif
