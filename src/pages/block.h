/* A page as a list of blocks: what stands on lines of its own.
 *
 * A block is a run of inline text in one block-level element, with the place it
 * has in the page's structure. The choice of the main content (content.h) works
 * on blocks; the text of the document is written from those that are kept. */
#ifndef FATHOM_PAGES_BLOCK_H
#define FATHOM_PAGES_BLOCK_H

#include "pages/tree.h"

/* What a line by itself looks like (rules.c). */
enum block_line {
    LINE_FURNITURE = 1, /* "Read more", "Share this" */
    LINE_META = 2,      /* a by-line, a date, tags */
    LINE_TITLE = 4,     /* the page's title */
    LINE_TEASER = 8,    /* a link in a part that says it leads elsewhere */
    LINE_TURNS = 16,    /* turns the pages of a manual; is LINE_FURNITURE, too */
};

struct block {
    struct str text;           /* white space folded; lines kept in code; "\n" for <br> */
    unsigned node;             /* nearest block-level element */
    unsigned first;            /* its first text node */
    unsigned item;             /* nearest <li>, 0 if none */
    unsigned cell, row, table; /* nearest <td>/<th> and what it belongs to, 0 if none */
    unsigned short link_bytes; /* of `text`, inside links (saturated) */
    unsigned char heading;     /* 1 … 6, 0: none */
    unsigned char list_depth, quote_depth;
    unsigned code; /* nearest <pre>, 0 if none */
    bool caption, button;
    bool term, definition; /* of a definition list */
    unsigned char line;    /* enum block_line */
    bool keep;             /* part of the text */
    bool figure;           /* a caption in the part that is kept */
    unsigned signals;      /* of the elements around it, up to the body */
    size_t words, stops;   /* sentence ends inside */
    double mass;           /* how much it looks like running text */
};

struct block_link {
    struct str text, href;
    size_t block;
};

struct blocks {
    struct block *items;
    size_t n, capacity;
    struct block_link *links;
    size_t links_n, links_capacity;
};

enum blocks_kind {
    BLOCKS_SHOWN,  /* what a reader sees */
    BLOCKS_HIDDEN, /* what none sees */
    BLOCKS_ALL,    /* both, and what is meant for browsers without scripts */
};
void blocks_of(struct arena *arena, const struct tree *tree, enum blocks_kind kind, struct blocks *ret);

#endif
