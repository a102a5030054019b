/* Pages of a PDF as lines: what print adds is taken off, tables are found. */
#ifndef FATHOM_PAGES_PDF_PAGE_H
#define FATHOM_PAGES_PDF_PAGE_H

#include "base/buf.h"

enum { PDF_ROWS_MAX = 400 };

struct pdf_page {
    struct str *lines;
    size_t n;
};

/* The pages of what pdftotext printed; at most `most`. Lines point into `raw`. */
size_t pdf_split_pages(struct arena *arena, struct str raw, size_t most, struct pdf_page **ret);
/* Empties running heads and page numbers. */
void pdf_drop_heads(struct arena *arena, struct pdf_page *pages, size_t n);
/* A page of `pdftotext -layout` with its tables as rows ("| a | b |"); false if it has none or is set in columns, and is better
 * taken in reading order. */
bool pdf_layout_page(struct arena *arena, const struct pdf_page *page, struct buf *ret);

#endif
