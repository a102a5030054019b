/* The kept blocks of a page as lines of plain text. */
#ifndef FATHOM_PAGES_RENDER_H
#define FATHOM_PAGES_RENDER_H

#include "base/buf.h"
#include "pages/block.h"

/* Appends to `ret`, whose maximum cuts the text. */
void render_blocks(struct arena *arena, const struct tree *tree, const struct blocks *blocks, struct buf *ret);

#endif
