/* Styles of an OpenDocument file: which paragraphs are code, quotations or parts of a list, how lists and headings count. */
#ifndef FATHOM_PAGES_ODT_STYLE_H
#define FATHOM_PAGES_ODT_STYLE_H

#include "pages/office.h"
#include "text/wordmap.h"

enum { ODT_LEVELS = 10 };

struct style {
    struct str name;
    char place;                       /* '^', '_' or 0 */
    bool hidden;                      /* of sheets and of text */
    bool code, quote;                 /* of paragraphs, by the parent's name */
    char list;                        /* office_style_part() of it */
    unsigned levels, numbered, blank; /* of lists: a bit for each level it tells of, that counts, that has no sign */
    unsigned start[ODT_LEVELS], count[ODT_LEVELS]; /* the first number of each level; the last one so far */
};

struct outline_level { /* how headings of a level are numbered */
    char digits;       /* 0: not at all */
    int shown;         /* levels that the number names: 2 of "3.1" */
    unsigned start, count;
    struct str before, behind;
};

struct odt_styles {
    struct arena *arena;
    struct style *items;
    size_t n, capacity;
    struct wordmap by_name;
    struct outline_level levels[ODT_LEVELS];
};

void odt_styles_init(struct odt_styles *d, struct arena *arena);
/* Of styles.xml, then of content.xml. */
void odt_styles_read(struct odt_styles *d, struct str xml);
struct style *odt_style(const struct odt_styles *d, struct str name);
bool odt_is_code_name(struct str name);
/* The attribute start-value, 0: none. */
unsigned odt_start_of(struct arena *arena, const struct xml *xml);
/* The number of the next heading of this level as it is written, "2.1", with a blank behind it; empty: it has none. */
void odt_add_label(struct odt_styles *d, int level, struct buf *ret);

#endif
