/* Prose that a page sets like code. Manuals and standards made from plain text stand in preformatted blocks as a whole: what
 * reads like sentences there is paragraphs and lists, and only the rest is code. */
#ifndef FATHOM_EXTRACTIVE_PROSE_H
#define FATHOM_EXTRACTIVE_PROSE_H

#include "text/blocks.h"
#include "text/language.h"

/* Does it read like sentences: mostly plain words, with stop words among them? */
bool prose_reads(struct arena *arena, struct str text, const struct language *language);

/* Replaces code that is mostly prose by the blocks in it. Code that is left of such a block has no fences in its span. */
void prose_open(struct arena *arena, struct str text, const struct language *language, struct text_blocks *blocks);

#endif
