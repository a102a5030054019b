/* The main content of a page by rules: one of the two opinions that content.h weighs. */
#ifndef FATHOM_PAGES_RULES_H
#define FATHOM_PAGES_RULES_H

#include "pages/block.h"

struct rules_hints {
    struct str title; /* dropped where it stands as the first heading */
    struct str body;  /* what JSON-LD calls the article's body, may be empty */
};

/* Sets `keep`, `figure` and `line` of the blocks. True when the page's own data (JSON-LD) decided. */
bool rules_choose(struct arena *arena, const struct tree *tree, const struct rules_hints *hints, struct blocks *blocks);

#endif
