/* What a page says about itself: meta elements, JSON-LD, microdata, by-lines. */
#ifndef FATHOM_PAGES_METADATA_H
#define FATHOM_PAGES_METADATA_H

#include "pages/tree.h"

struct metadata {
    struct str title, author, date, language, site, url, body;
    bool login; /* says that it is not free to read */
};

/* `data`: the JSON-LD scripts of the page. */
void metadata_read(struct arena *arena, const struct tree *tree, const struct str_list *data, struct metadata *ret);

/* "2019-11-18" of the many ways to write a day; empty if it is none. */
struct str metadata_date(struct arena *arena, struct str text);
/* The day a text without metadata says it is from: a line of its own near the top ("Storage Desk, 2 March 2021"), not a
 * sentence that tells of some day; else the file's name ("2021-03-02-notes.txt"). Empty if there is none. */
struct str metadata_dateline(struct arena *arena, struct str text, struct str name);

#endif
