/* A page as an array of nodes in document order.
 *
 * The subtree of node i is [i, nodes[i].end): walks are plain loops, sums run
 * backwards, nothing recurses. Node 0 is the root. */
#ifndef FATHOM_PAGES_TREE_H
#define FATHOM_PAGES_TREE_H

#include <gumbo.h>

#include "base/error.h"
#include "base/str.h"

enum { TREE_TEXT = GUMBO_TAG_LAST + 1 };

/* What the names in class, id, role and itemprop say about a part. */
enum signal {
    SIGNAL_CONTENT = 1 << 0, /* article, body, entry, story */
    SIGNAL_COMMENTS = 1 << 1,
    SIGNAL_RELATED = 1 << 2, /* related, recommended, more from, popular */
    SIGNAL_SHARE = 1 << 3,   /* share buttons, social links, follow us */
    SIGNAL_NAV = 1 << 4,     /* menus, breadcrumbs, pagination, tables of contents */
    SIGNAL_AD = 1 << 5,      /* advertising, sponsors, promotion */
    SIGNAL_FOOTER = 1 << 6,  /* footers, legal notes, copyright */
    SIGNAL_SIDE = 1 << 7,    /* side bars, widgets */
    SIGNAL_SIGNUP = 1 << 8,  /* newsletters, subscriptions, log-in */
    SIGNAL_DIALOG = 1 << 9,  /* cookie banners, pop-ups, modal windows */
    SIGNAL_META = 1 << 10,   /* by-line, date, tags, categories */
    SIGNAL_CAPTION = 1 << 11,
    SIGNAL_HEADER = 1 << 12,
    SIGNAL_TITLE = 1 << 13,
    SIGNAL_HIDDEN = 1 << 14,  /* screen-reader-only, visually hidden */
    SIGNAL_MEDIA = 1 << 15,   /* players, galleries, carousels */
    SIGNAL_AUTHOR = 1 << 16,  /* about the author */
    SIGNAL_BODY = 1 << 17,    /* itemprop articleBody and its like: strong */
    SIGNAL_SUMMARY = 1 << 18, /* teaser, excerpt, summary, dek */
    SIGNAL_EMBED = 1 << 19,   /* a post of elsewhere shown in the text */
};

/* Those that say a part is not the content. */
enum {
    SIGNALS_NEGATIVE = SIGNAL_COMMENTS | SIGNAL_RELATED | SIGNAL_SHARE | SIGNAL_NAV | SIGNAL_AD | SIGNAL_FOOTER |
                       SIGNAL_SIDE | SIGNAL_SIGNUP | SIGNAL_DIALOG | SIGNAL_HIDDEN
};

struct node {
    unsigned parent, end;
    unsigned short tag; /* GumboTag or TREE_TEXT */
    bool hidden;        /* not shown to a reader */
    unsigned signals;
    struct str text; /* of text nodes */
    const GumboElement *element;
};

struct tree {
    struct node *nodes;
    unsigned n;
};

/* Parses HTML that went through scan_html(). Everything lives in `arena`. */
int tree_parse(struct arena *arena, struct str html, struct tree *ret, struct error *e);

/* Attribute of an element; empty if absent. */
struct str tree_attribute(const struct node *node, const char *name);
/* The text below a node, white space folded. */
struct str tree_text(struct arena *arena, const struct tree *tree, unsigned at);
/* Is `at` inside `ancestor` (or the same)? */
static inline bool tree_inside(const struct tree *tree, unsigned at, unsigned ancestor)
{
    return at >= ancestor && at < tree->nodes[ancestor].end;
}

bool tree_is_block(unsigned tag); /* starts on a line of its own */

#endif
