/* The blocks of a canonical text, read back from its lines.
 *
 * Every document is stored as plain lines in a small part of Markdown:
 *
 *   # heading … ###### heading       a level of the heading path; set in by a space it is text ("# make install")
 *   - item, 1. item                  two spaces of indent per level
 *   | a | b |                        a row; "| --- | --- |" under the first row marks it as the header
 *   term, then ": definition"        a definition list
 *   > quote
 *   ``` … ```                        code, lines and indentation as they were
 *
 * so blocks need no column of their own in the store, and texts stored before this file existed have blocks too. A block
 * is a contiguous span of bytes: whoever quotes one quotes the text. Blocks come in order, do not overlap, and leave out
 * nothing but white space, the separator rows of tables and the underlines of headings. */
#ifndef FATHOM_TEXT_BLOCKS_H
#define FATHOM_TEXT_BLOCKS_H

#include "base/str.h"

enum text_block_kind {
    TEXT_HEADING,
    TEXT_PARAGRAPH,
    TEXT_ITEM,       /* one item of a list with its further lines; nested items are blocks of their own */
    TEXT_ROW,        /* one row of a table */
    TEXT_DEFINITION, /* a term and what is said of it */
    TEXT_QUOTE,
    TEXT_CODE, /* with its fences */
};
extern const char *const text_block_words[]; /* "heading", "paragraph" …, NULL at the end */

struct text_block {
    unsigned char kind;  /* enum text_block_kind */
    unsigned char level; /* headings: 1 … 6; items: 0 outermost */
    bool numbered;       /* items and headings without a sign of their own: "1." */
    bool header;         /* rows: names the columns */
    size_t start, end;   /* bytes of the text, no white space at the ends but the indent of an item */
    int heading;         /* index of the heading it stands under (of a heading: the one above it), -1: none */
    int first;           /* items, rows: index of the first block of their list or table; others: their own */
};

struct text_blocks {
    struct text_block *items;
    size_t n, capacity;
};

/* Never fails; linear. */
void text_blocks(struct arena *arena, struct str text, struct text_blocks *ret);

/* "Installing › Linux": the headings that block `at` stands under, outermost first; empty if there is none. A heading's
 * own words are not part of it. */
struct str text_blocks_path(struct arena *arena, struct str text, const struct text_blocks *blocks, size_t at);

/* The block that has byte `at`, or the next one behind it; n: there is none. */
size_t text_blocks_at(const struct text_blocks *blocks, size_t at);

/* What stands before byte `from` and says of a block what it is one of: of an item the sentence with a colon that its list stands behind and the
 * items it is nested in, of a row the header of its table; a line each. Empty: nothing does. */
struct str text_blocks_lead(struct arena *arena, struct str text, const struct text_blocks *blocks, size_t at,
                            size_t from);

/* The words of a block without its signs: "## " of a heading, "- " of an item, fences, bars of a row stay out. Points
 * into the text for paragraphs, headings and code; else it is made in `arena`. */
struct str text_block_words_of(struct arena *arena, struct str text, const struct text_block *block);

#endif
