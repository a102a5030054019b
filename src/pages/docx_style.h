/* Styles and numbering of a Word document: which paragraphs are headings, items, code, and what number they have. */
#ifndef FATHOM_PAGES_DOCX_STYLE_H
#define FATHOM_PAGES_DOCX_STYLE_H

#include "pages/office.h"
#include "text/wordmap.h"

enum { DOCX_LEVELS = 9 };

enum style_kind {
    STYLE_PLAIN,
    STYLE_HEADING,
    STYLE_BULLET,
    STYLE_NUMBER,
    STYLE_QUOTE,
    STYLE_CODE,
    STYLE_TERM,
    STYLE_DEFINITION,
    STYLE_COLUMN,   /* names a column */
    STYLE_CONTENTS, /* a line of the table of contents, which repeats the headings */
};

struct style {
    struct str id, based; /* on another style: what this one does not say, that one does */
    enum style_kind kind;
    int level;          /* of headings 1 … 6, of lists 0 … */
    bool body;          /* says that it is none of the outline, whatever it is based on */
    int64_t list;       /* that its paragraphs belong to, 0: none, -1: it says nothing … */
    int64_t list_level; /* … and on which level */
};

struct numbering { /* of abstract lists and of those that use them */
    int64_t id;
    size_t abstract;                              /* whose numbers it goes on with, one more than its place; 0: none */
    bool bullet[DOCX_LEVELS], blank[DOCX_LEVELS]; /* no number; no sign either: a further paragraph of the item above */
    struct str form[DOCX_LEVELS];                 /* "%1.%2": how the number is written … */
    char digits[DOCX_LEVELS];                     /* … and in which digits: '1', 'a', 'A', 'i', 'I' */
    int64_t start[DOCX_LEVELS];                   /* the first number */
    bool restarts[DOCX_LEVELS]; /* with it, where another list of the same abstract one counted before */
    unsigned count[DOCX_LEVELS];
};

struct docx_styles {
    struct arena *arena;
    struct style *styles;
    size_t n, capacity;
    struct wordmap by_id;
    struct numbering *abstracts, *lists;
    size_t abstracts_n, abstracts_capacity, lists_n, lists_capacity;
};

/* Of word/styles.xml and word/numbering.xml. */
void docx_styles_read(struct docx_styles *d, struct arena *arena, struct str styles, struct str numbering);
struct style docx_style(const struct docx_styles *d, struct str id);
/* NULL: there is none of this number. */
struct numbering *docx_numbering(const struct docx_styles *d, int64_t list);
/* The number of the next item of a list, 0 for a bullet. */
unsigned docx_next_number(struct docx_styles *d, struct numbering *n, int64_t level);
/* The same as it is written, "2.1.3"; empty for a bullet. */
struct str docx_next_label(struct docx_styles *d, struct numbering *n, int64_t level);

#endif
