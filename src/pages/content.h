/* The main content of a page: which of its blocks are the text people came for. */
#ifndef FATHOM_PAGES_CONTENT_H
#define FATHOM_PAGES_CONTENT_H

#include "pages/block.h"

struct content_hints {
    struct str title; /* dropped where it stands as the first heading */
    struct str body;  /* what JSON-LD calls the article's body, may be empty */
};

/* Sets `keep` of the blocks. */
void content_choose(struct arena *arena, const struct tree *tree, const struct content_hints *hints,
                    struct blocks *blocks);

#endif
