/* What a page says about itself: meta elements, JSON-LD, microdata, by-lines. */
#ifndef FATHOM_PAGES_METADATA_H
#define FATHOM_PAGES_METADATA_H

#include "pages/tree.h"

struct metadata {
    struct str title, author, date, language, site, url, body;
    bool login;                     /* says that it is not free to read */
};

/* `data`: the JSON-LD scripts of the page. */
void metadata_read(struct arena *arena, const struct tree *tree, const struct str_list *data, struct metadata *ret);

/* "2019-11-18" of the many ways to write a day; empty if it is none. */
struct str metadata_date(struct arena *arena, struct str text);

#endif
