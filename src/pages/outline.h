/* Writes a document's structure as the lines of canonical text (text/blocks.h): every reader that is not HTML speaks to
 * this. It keeps the empty lines between blocks right; the caller says what comes. Text may hold line breaks. */
#ifndef FATHOM_PAGES_OUTLINE_H
#define FATHOM_PAGES_OUTLINE_H

#include "base/buf.h"

enum outline_kind { OUTLINE_NONE, OUTLINE_TEXT, OUTLINE_ITEM, OUTLINE_ROW, OUTLINE_TERM, OUTLINE_QUOTE, OUTLINE_CODE };

struct outline {
    struct buf *out;
    enum outline_kind last;
    size_t columns; /* of the row before */
    bool numbered;  /* the list before counts its items */
};

enum { OUTLINE_COLUMNS_MAX = 200, OUTLINE_DEPTH_MAX = 20 };

/* Does a line of text look like a heading ("# make install")? */
bool outline_looks_heading(struct str line);
/* A line of text. One that looks like a heading is set in by a space, which makes it text (text/blocks.h): white space at
 * its start is no part of a block, so quotations stay as they are. */
void outline_line(struct buf *out, struct str line);

void outline_heading(struct outline *o, int level, struct str text);
void outline_paragraph(struct outline *o, struct str text);
/* `depth` 0 is the outermost; `number` 0 is a bullet. */
void outline_item(struct outline *o, int depth, unsigned number, struct str text);
/* A further paragraph of the item before. */
void outline_item_more(struct outline *o, int depth, struct str text);
void outline_quote(struct outline *o, struct str text);
/* A further paragraph of an item (`depth` of -1: of none), a quotation, or a paragraph. */
void outline_text(struct outline *o, int depth, bool quote, struct str text);
void outline_code(struct outline *o, struct str text);
void outline_term(struct outline *o, struct str text);
void outline_definition(struct outline *o, struct str text);
void outline_cell(struct buf *out, struct str text); /* on one line, its bars written as "\|" */
void outline_row(struct outline *o, const struct str *cells, size_t n);
/* The row before names the columns. */
void outline_header(struct outline *o);
/* The next row begins a table of its own. */
void outline_break(struct outline *o);

#endif
