/* The linear pass over HTML before the parser.
 *
 * gumbo is quadratic in the depth of the tree and in the attributes of a tag,
 * and slow on what nobody reads. This pass counts both and refuses what no
 * honest page has, and it leaves out scripts, styles, comments, drawings and
 * the attributes that the reader never looks at: often more than half of a
 * page. What is left means the same to an HTML5 parser. */
#ifndef FATHOM_PAGES_SCAN_H
#define FATHOM_PAGES_SCAN_H

#include "base/buf.h"
#include "base/error.h"

enum {
    SCAN_DEPTH_MAX = 512,       /* browsers stop at the same depth */
    SCAN_ATTRIBUTES_MAX = 1000, /* in one tag */
    SCAN_DATA_MAX = 64,         /* JSON-LD scripts kept */
};

struct scan {
    struct str html;      /* the page without what is left out */
    struct str_list data; /* contents of application/ld+json scripts, pointing into the input */
    size_t scripts;       /* how many there were: a page of scripts only needs a browser */
    size_t depth;         /* deepest nesting seen */
};

/* -ERROR_LIMIT with a reason when a cap is passed. `html` is UTF-8 by convention. */
int scan_html(struct arena *arena, struct str html, struct scan *ret, struct error *e);

#endif
