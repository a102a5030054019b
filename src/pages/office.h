/* What the readers of office documents share. */
#ifndef FATHOM_PAGES_OFFICE_H
#define FATHOM_PAGES_OFFICE_H

#include "pages/format.h"
#include "pages/outline.h"
#include "pages/xml.h"
#include "pages/zip.h"

/* The members of a document that `wanted` names; `body` must be among them. `name` is for messages: "DOCX". */
struct office_kind {
    const char *name, *body;
    const char *missing; /* beside "the DOCX has no word/document.xml"; NULL: nothing */
    bool (*wanted)(struct str name);
};
int office_open(struct format_input *in, const struct office_kind *kind, struct zip *ret, struct error *e);

/* The part of a Microsoft document that a relation of part `from` leads to, by the relation's id, or the first one whose type
 * ends so ("/comments"); empty: none. */
struct str office_related(struct arena *arena, const struct zip *zip, struct str from, struct str id);
struct str office_related_type(struct arena *arena, const struct zip *zip, struct str from, const char *type_ends);

/* Title, author, date, language of docProps/core.xml, meta.xml or an OPF file. */
void office_properties(struct format_input *in, struct str xml, struct document *ret);
/* Without a title in its properties: the first heading, else the file's name. */
void office_title(struct format_input *in, struct document *ret);

/* A paragraph being put together: text, and raised or lowered parts as "^" and "_". */
struct office_line {
    struct buf text;
    char place; /* '^' or '_' that the next text gets, 0: none */
};
void office_line_add(struct office_line *line, const struct xml *xml);

/* Links of the text that lead to the web. */
struct office_links {
    struct arena *arena;
    struct document *document; /* gets them */
    size_t capacity;
    struct str url; /* of the link that is open, empty: none */
    size_t start;   /* where its words start in the line */
};
void office_link_start(struct office_links *links, struct str url, const struct office_line *line);
void office_link_end(struct office_links *links, const struct office_line *line);

/* The cells of a row being put together. */
struct office_row {
    struct arena *arena;
    struct str cells[OUTLINE_COLUMNS_MAX];
    size_t n;
};
void office_row_clear(struct office_row *row);
void office_row_cell(struct office_row *row);                 /* begins a cell */
void office_row_add(struct office_row *row, struct str text); /* to the cell that was begun last */

/* Attribute as a whole number, `absent` if it is none. */
int64_t office_number(struct arena *arena, const struct xml *xml, const char *name, int64_t absent);

/* A number in one of the digits '1', 'a', 'A', 'i', 'I'. */
void office_add_number(struct buf *out, unsigned n, char digits);

/* What the name of a paragraph's style says, however an office program spells it: 't' the term of a definition list, 'd'
 * what is said of it, 'c' the name of a column; 0: none of these. */
char office_style_part(struct str name);
/* A line at the top of a slide that reads like a title: short, and no sentence. */
bool office_is_title(struct str text);

#endif
