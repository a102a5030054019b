/* A report as a flat list of blocks, for writers that set pages: PDF, DOCX, the HTML of an e-mail.
 *
 * The body comes from cmark's tree, as in HTML: raw HTML is text or nothing, images are their words, links lead to sources of
 * the report or nowhere. All text is UTF-8 without control characters. Lives in the arena it was made in; texts may point
 * into the report. */
#ifndef FATHOM_REPORT_DOCUMENT_H
#define FATHOM_REPORT_DOCUMENT_H

#include "report/report.h"

/* A stretch of text with one look. */
struct doc_run {
    struct str text;
    bool bold, italic, code, strike;
    bool line_break; /* stands for a forced new line; has no text */
    int64_t source;  /* a marker: leads to the source of that number; 0: none */
    struct str url;  /* leads to a web page */
};
struct doc_text {
    struct doc_run *runs;
    size_t n, capacity;
};

struct doc_table {
    size_t columns, rows, capacity; /* of rows; the first is the head */
    struct doc_text *cells;         /* rows x columns */
    char *align;                    /* per column: 'l', 'c', 'r' */
};

enum doc_kind {
    DOC_TITLE,
    DOC_SUBTITLE, /* the question, where the title is another */
    DOC_HEADING,
    DOC_PARAGRAPH,
    DOC_LEAD, /* the paragraph that the answer begins with */
    DOC_CODE,
    DOC_TABLE,
    DOC_RULE,
    DOC_FIGURES,  /* how far the report was checked, how it was made */
    DOC_CONTENTS, /* the place of the list of contents */
    DOC_SOURCE,   /* an entry of the list of sources; `number` */
    DOC_NOTE,     /* small print: evidence, what to know */
};

struct doc_block {
    enum doc_kind kind;
    int level;           /* heading: 1 parts the report, 2 and 3 lie below */
    int indent, quote;   /* depth in lists and in quotations */
    struct str label;    /* "1." or "•" of a list's entry, "[3]" of a source; empty: none */
    bool ordered, tight; /* of the list it is an entry of */
    int list;            /* number of its list; 0: none */
    int64_t number;      /* of a source */
    struct doc_text text;
    struct str code; /* CODE: the text with its lines */
    struct doc_table *table;
    bool rtl; /* its first strong character is written from right to left */
};

struct document {
    struct str title, language; /* language: "en" or empty */
    struct str digest;
    struct doc_block *blocks;
    size_t n, capacity;
    size_t lists;
};

void document_make(struct arena *arena, const struct report *report, struct document *ret);
/* The text without its looks. */
struct str doc_text_plain(struct arena *arena, const struct doc_text *text);
/* Is the text written from right to left, by its first strong character? */
bool doc_is_rtl(struct str text);

/* The document as HTML for mail programs: styles stand at the elements, nothing is loaded, no script. */
struct str document_mail_html(struct arena *arena, const struct document *document);
/* As a PDF (report/pdf.c) and as an Office Open XML document (report/docx.c). */
int document_pdf(struct arena *arena, const struct document *document, struct str *ret, struct error *e);
int document_docx(struct arena *arena, const struct document *document, struct str *ret, struct error *e);

#endif
