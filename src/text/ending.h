/* Where a text may end: a line that is shortened, and a text whose writer was cut off. */
#ifndef FATHOM_TEXT_ENDING_H
#define FATHOM_TEXT_ENDING_H

#include "base/str.h"

/* The text in at most n characters, for a heading: its first sentence if that is enough, else as much of it as ends with a
 * clause, else with a word that neither is nor waits for a number, a noun or a clause ("the", "whereas", "95"), and "…". */
struct str text_phrase(struct arena *arena, struct str text, size_t n);

/* A Markdown text that was cut off, without what has no end: the sentence, the row of a table or the line of a code block
 * that it ends in, and headings that nothing follows. Empty when no sentence of it ended. */
struct str text_finished(struct arena *arena, struct str text);

#endif
