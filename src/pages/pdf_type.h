/* What the size and the height of the letters say about the lines of a PDF: headings, raised and lowered figures. */
#ifndef FATHOM_PAGES_PDF_TYPE_H
#define FATHOM_PAGES_PDF_TYPE_H

#include "base/buf.h"

enum { PDF_MARKS_MAX = 8, PDF_LEVELS_MAX = 4 };

/* A line as `pdftotext -bbox-layout` gives it. */
struct pdf_line {
    struct str letters; /* without white space: how lines of two prints are compared */
    int size;           /* of its letters, in tenths of a point */
    struct pdf_mark {
        size_t at; /* in `letters` */
        char sign; /* '^' or '_' */
    } marks[PDF_MARKS_MAX];
    size_t marks_n;
};

struct pdf_type_page {
    struct pdf_line *lines;
    size_t n, capacity;
    size_t next; /* where the line after the last one found is looked for */
};

struct pdf_type {
    struct pdf_type_page *pages;
    size_t n, capacity;
    int sizes[PDF_LEVELS_MAX]; /* of headings, largest first; 0: no further */
};

/* Reads what `pdftotext -bbox-layout` printed; at most `most` pages. */
void pdf_type_read(struct arena *arena, struct str printed, size_t most, struct pdf_type *ret);
/* The level of the heading that a line of a page is, 0 for text, and the line with "^" and "_" put in. */
struct str pdf_type_line(struct arena *arena, struct pdf_type *type, size_t page, struct str line, int *level);

#endif
