/* Readers of the single formats, for document.c. Each takes UTF-8 text or raw
 * bytes, fills what it knows of `ret` (zeroed before), and leaves the rest to
 * document_parse(): language, canonical form, limits, flags. `text` is a
 * buffer whose maximum cuts what is too long. */
#ifndef FATHOM_PAGES_FORMAT_H
#define FATHOM_PAGES_FORMAT_H

#include "base/buf.h"
#include "pages/document.h"

struct format_input {
    struct arena *arena;
    struct str bytes; /* as they came */
    const struct document_hints *hints;
    const struct document_limits *limits; /* all set */
    struct buf *text;                     /* where the reader writes */
    int depth;                            /* documents inside documents (mail) */
    bool fenced; /* PDF: the programs run behind a fence each, then one is raised here, before what they said is read */
};

int format_html(struct format_input *in, struct document *ret, struct error *e);
int format_plain(struct format_input *in, struct document *ret, struct error *e);
int format_markdown(struct format_input *in, struct document *ret, struct error *e);
int format_json(struct format_input *in, struct document *ret, struct error *e);
int format_csv(struct format_input *in, struct document *ret, struct error *e);
int format_feed(struct format_input *in, struct document *ret, struct error *e);
int format_mail(struct format_input *in, struct document *ret, struct error *e);
int format_docx(struct format_input *in, struct document *ret, struct error *e);
int format_odt(struct format_input *in, struct document *ret, struct error *e);
int format_pptx(struct format_input *in, struct document *ret, struct error *e);
int format_xlsx(struct format_input *in, struct document *ret, struct error *e);
int format_epub(struct format_input *in, struct document *ret, struct error *e);
int format_rtf(struct format_input *in, struct document *ret, struct error *e);
int format_latex(struct format_input *in, struct document *ret, struct error *e);
int format_rst(struct format_input *in, struct document *ret, struct error *e);
int format_asciidoc(struct format_input *in, struct document *ret, struct error *e);
int format_man(struct format_input *in, struct document *ret, struct error *e);
int format_notebook(struct format_input *in, struct document *ret, struct error *e);
int format_pdf(struct format_input *in, struct document *ret, struct error *e);

/* What pdftotext printed, pages ended by form feeds: as text in reading order, with -layout, and with -bbox-layout. The last
 * two may be empty. */
struct pdf_prints {
    struct str text, layout, boxes;
};
/* To text and pages of `ret`. */
void pdf_join_pages(struct format_input *in, const struct pdf_prints *prints, struct document *ret);

/* Reads a PDF in a process made for it (sandbox.c): nothing of it is looked at before a fence is raised. */
int document_parse_pdf_fenced(struct arena *arena, struct str bytes, const struct document_hints *hints,
                              const struct document_limits *limits, struct document *ret, struct error *e);
/* Is this one for the profile with pdftotext? */
bool sniff_pdf(struct str bytes);

void document_warn(struct arena *arena, struct document *document, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "report-2024.txt" of a path or URL. */
struct str format_name(const struct document_hints *hints);

/* Text of an HTML fragment as lines, for formats that carry HTML inside. */
void html_fragment(struct arena *arena, struct str html, struct buf *ret);

/* Blocks of a page with what the learned table sees of them, as JSON (`fathom debug blocks`). */
int html_dump_blocks(struct arena *arena, struct str bytes, struct buf *ret, struct error *e);

#endif
