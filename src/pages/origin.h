/* What a page of the user's own is, told from what it says to others: how much of it stays depends on that. */
#ifndef FATHOM_PAGES_ORIGIN_H
#define FATHOM_PAGES_ORIGIN_H

#include "pages/tree.h"

enum page_origin {
    ORIGIN_SITE, /* saved from the web: it tells networks and readers of feeds how to show it, or loads from elsewhere */
    ORIGIN_SET,  /* one page of documentation: it leads to the others by a menu */
    ORIGIN_ALONE, /* a document by itself */
};

/* `data`: the JSON-LD scripts of the page. */
enum page_origin origin_of(const struct tree *tree, const struct str_list *data);

#endif
