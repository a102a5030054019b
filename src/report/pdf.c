/* The report as a PDF: A4, set with pango, drawn with cairo.
 *
 * The document is set twice. The first pass draws nothing and finds out on which page each heading lies; the second draws,
 * with the numbers in the list of contents. Both take the same way through the same code, so they break the same pages.
 *
 * The same document and fonts give the same bytes: the file names no time. One PDF is made at a time (fontconfig is shared). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/markup.h"
#include "report/pdf_internal.h"
#include "text/utf8.h"

/* In points: ENTRY_WHOLE: up to that height a source or a note is not parted; RULE_ROOM: a rule and two lines behind it. */
enum {
    PDF_MAX = 256 << 20,
    TITLE_SHOWN = 80,
    INDENT = 18,
    CODE_CUT = 200000,
    CONTENTS_LEAST = 3,
    CONTENTS_MOST = 80,
    ENTRY_WHOLE = 130,
    RULE_ROOM = 42,
};

#define TEXT_WIDTH (PDF_WIDTH - 2 * PDF_LEFT)
#define SANS "Inter, Noto Sans, Source Sans 3, Liberation Sans, DejaVu Sans, sans-serif"

static const struct pdf_style style_title = { SANS " Bold", 21, 1.25, "#13202a" };
static const struct pdf_style style_asked = { SANS " Italic", 9.4, 1.45, "#41505b" };
static const struct pdf_style style_heading[] = { { SANS " Bold", 14, 1.3, "#13202a" },
                                                  { SANS " Bold", 11, 1.35, "#13202a" },
                                                  { SANS " Bold", 9.8, 1.4, "#41505b" } };
static const struct pdf_style style_contents = { SANS, 9, 1.6, "#13202a" };
static const struct pdf_style style_running = { SANS, 7.6, 1.3, "#586772" };
static const struct pdf_style style_brand = { SANS " Bold", 8.6, 1.3, "#0a5c7c" };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* --- pages --- */

void pdf_color(struct pdf *p, const char *color)
{
    unsigned long rgb = strtoul(color + 1, NULL, 16);

    if (p->cr)
        pdf_api.cairo_set_source_rgb(p->cr, (double) (rgb >> 16 & 255) / 255, (double) (rgb >> 8 & 255) / 255,
                                     (double) (rgb & 255) / 255);
}

void pdf_fill(struct pdf *p, const char *color, double x, double y, double width, double height)
{
    if (!p->cr)
        return;
    pdf_color(p, color);
    pdf_api.cairo_rectangle(p->cr, x, y, width, height);
    pdf_api.cairo_fill(p->cr);
}

double pdf_room(const struct pdf *p) { return PDF_HEIGHT - PDF_BOTTOM - p->y; }

static void put_line(struct pdf *p, const struct pdf_style *style, struct str text, double y, PangoAlignment align)
{
    struct pdf_text line = pdf_text_plain(p, style, text, TEXT_WIDTH);
    int at = 0;

    pdf_api.pango_layout_set_alignment(line.layout, align);
    pdf_text_part(p, &line, PDF_LEFT, y, 2 * style->size, &at);
    pdf_text_free(&line);
}

/* The line of the title from the second page on, and the number of the page. */
static void write_frame(struct pdf *p)
{
    struct str title = utf8_cut(p->document->title, TITLE_SHOWN);

    if (!p->cr)
        return;
    if (p->page > 1) {
        put_line(p, &style_running,
                 str_format(p->arena, "%.*s%s", STR_ARG(title), title.len < p->document->title.len ? "\u2026" : ""), 38,
                 PANGO_ALIGN_LEFT);
        pdf_fill(p, "#dbe2e5", PDF_LEFT, 52, TEXT_WIDTH, 0.5);
    }
    put_line(p, &style_running, str_format(p->arena, "%d / %d", p->page, p->pages), PDF_HEIGHT - 46, PANGO_ALIGN_RIGHT);
}

static void page_begin(struct pdf *p)
{
    p->page++;
    p->y = PDF_TOP;
    write_frame(p);
}

void pdf_page_break(struct pdf *p)
{
    if (p->cr)
        pdf_api.cairo_show_page(p->cr);
    page_begin(p);
}

void pdf_need(struct pdf *p, double height)
{
    if (pdf_room(p) < height && p->y > PDF_TOP + 0.01)
        pdf_page_break(p);
}

static void gap(struct pdf *p, double height)
{
    if (p->y > PDF_TOP + 0.01)
        p->y += height;
}

/* --- blocks --- */

static double left_of(const struct doc_block *b)
{
    return PDF_LEFT + INDENT * (b->indent > 6 ? 6 : b->indent) + 14.0 * (b->quote > 4 ? 4 : b->quote);
}

static void flow(struct pdf *p, const struct pdf_style *style, const struct doc_text *text, double x)
{
    struct pdf_text set = pdf_text_new(p, style, text, PDF_WIDTH - PDF_LEFT - x);

    pdf_text_flow(p, &set, x);
    pdf_text_free(&set);
}

static void put_label(struct pdf *p, const struct pdf_style *style, struct str label, double x, double width)
{
    struct pdf_text set = pdf_text_plain(p, style, label, width);
    int at = 0;

    pdf_api.pango_layout_set_alignment(set.layout, PANGO_ALIGN_RIGHT);
    pdf_text_part(p, &set, x - width - 5, p->y, 2 * style->size, &at);
    pdf_text_free(&set);
}

/* The bar beside a quotation, on every page that it reaches. */
static void put_bars(struct pdf *p, const struct doc_block *b, int page, double y)
{
    for (int depth = 0; depth < b->quote && depth < 4; depth++) {
        double x = left_of(b) - 14.0 * (b->quote - depth) + 2, top = p->page == page ? y : PDF_TOP;

        pdf_fill(p, "#0a5c7c", x, top, 1.6, p->y - top);
    }
}

static void write_paragraph(struct pdf *p, const struct doc_block *b, const struct pdf_style *style)
{
    double x = left_of(b);

    gap(p, b->tight && b->label.len ? 2.5 : b->label.len ? 4 : 7);
    pdf_need(p, 2 * style->size * style->leading);
    int page = p->page;
    double y = p->y;
    if (b->label.len)
        put_label(p, style, b->label, x, 40);
    flow(p, style, &b->text, x);
    put_bars(p, b, page, y);
}

static void write_heading(struct pdf *p, const struct doc_block *b)
{
    static const double above[] = { 22, 15, 11 };
    const struct pdf_style *style = &style_heading[b->level - 1];

    gap(p, above[b->level - 1]);
    struct pdf_text set = pdf_text_new(p, style, &b->text, TEXT_WIDTH);
    double height = pdf_text_height(&set);
    /* A heading stays with two lines of what follows. */
    pdf_need(p, (height < 200 ? height : 200) + 3 * pdf_body.size * pdf_body.leading);
    if (!p->cr && p->headings_n < PDF_HEADINGS_MAX) {
        p->headings = arena_grow(p->arena, p->headings, &p->headings_capacity, p->headings_n + 1, sizeof *p->headings);
        p->headings[p->headings_n++] = (struct pdf_heading){
            .text = doc_text_plain(p->arena, &b->text), .level = b->level, .page = p->page, .y = p->y
        };
    }
    pdf_text_flow(p, &set, PDF_LEFT);
    pdf_text_free(&set);
    p->y += b->level == 1 ? 2 : 0;
}

static void write_code(struct pdf *p, const struct doc_block *b)
{
    double x = left_of(b), width = PDF_WIDTH - PDF_LEFT - x;
    struct str rest = utf8_cut_bytes(b->code, CODE_CUT), line;

    gap(p, 8);
    /* Line by line: the ground behind it goes with each. */
    for (bool first = true; str_next_line(&rest, &line); first = false) {
        struct pdf_text set = pdf_text_plain(p, &pdf_code, line.len ? line : str(" "), width - 14);
        double height = pdf_text_height(&set), space = first ? 5 : 0;
        int at = 0, lines = pdf_api.pango_layout_get_line_count(set.layout);

        if (height + space > pdf_room(p) && height < PDF_HEIGHT / 2)
            pdf_page_break(p);
        while (at < lines) {
            double room = pdf_room(p), shown = height < room ? height : room;
            int before = at;

            pdf_fill(p, "#f1f4f5", x, p->y, width, shown + space + (rest.len ? 0.2 : 5));
            p->y += space;
            p->y += pdf_text_part(p, &set, x + 7, p->y, pdf_room(p), &at);
            space = 0;
            if (at < lines)
                pdf_page_break(p);
            if (at == before && p->y <= PDF_TOP + 0.01)
                break;
        }
        pdf_text_free(&set);
    }
    p->y += 8;
}

/* A heading of the first level, with the page that the measuring pass found for it. */
static void write_entry(struct pdf *p, const struct doc_block *b, const struct pdf_heading *h)
{
    pdf_need(p, style_contents.size * style_contents.leading);
    double y = p->y;
    struct pdf_text set = pdf_text_plain(p, &style_contents, doc_text_plain(p->arena, &b->text), TEXT_WIDTH - 40);
    pdf_text_flow(p, &set, PDF_LEFT);
    pdf_text_free(&set);
    if (!h || p->y <= y)
        return;
    put_line(p, &style_contents, str_format(p->arena, "%d", h->page),
             p->y - style_contents.size * style_contents.leading, PANGO_ALIGN_RIGHT);
    char link[120];
    snprintf(link, sizeof link, "rect=[%.2f %.2f %.2f %.2f] page=%d pos=[0 %.2f]", PDF_LEFT, y, TEXT_WIDTH, p->y - y,
             h->page, h->y > 20 ? h->y - 20 : 0);
    pdf_api.cairo_tag_begin(p->cr, CAIRO_TAG_LINK, link);
    pdf_api.cairo_tag_end(p->cr, CAIRO_TAG_LINK);
}

static void write_contents(struct pdf *p)
{
    size_t all = 0, shown = 0;

    for (size_t i = 0; i < p->document->n; i++)
        all += p->document->blocks[i].kind == DOC_HEADING && p->document->blocks[i].level == 1;
    if (all < CONTENTS_LEAST)
        return;
    gap(p, 16);
    pdf_need(p, 80);
    put_line(p, &style_brand, str("Contents"), p->y, PANGO_ALIGN_LEFT);
    p->y += 16;
    for (size_t i = 0, at = 0; i < p->document->n && shown < CONTENTS_MOST; i++) {
        const struct doc_block *b = &p->document->blocks[i];

        if (b->kind != DOC_HEADING)
            continue;
        const struct pdf_heading *h = p->cr && at < p->headings_n ? &p->headings[at] : NULL;
        at++;
        if (b->level != 1)
            continue;
        write_entry(p, b, h);
        shown++;
    }
    if (shown < all) {
        put_line(p, &style_running, str_format(p->arena, "and %zu more", all - shown), p->y, PANGO_ALIGN_LEFT);
        p->y += 12;
    }
    p->y += 6;
}

/* An entry with its label beside it stays on one page unless it is long. */
static void write_labelled(struct pdf *p, const struct pdf_style *style, const struct doc_block *b, double width)
{
    double x = PDF_LEFT + width + 5;
    struct pdf_text set = pdf_text_new(p, style, &b->text, PDF_WIDTH - PDF_LEFT - x);
    double height = pdf_text_height(&set), least = 2.2 * style->size * style->leading;

    gap(p, 5);
    pdf_need(p, height < ENTRY_WHOLE && height > least ? height : least);
    if (b->kind == DOC_SOURCE && p->cr) {
        char name[80];

        snprintf(name, sizeof name, "name='source-%lld' x=0 y=%.2f", (long long) b->number, p->y - 6);
        pdf_api.cairo_tag_begin(p->cr, CAIRO_TAG_DEST, name);
        pdf_api.cairo_tag_end(p->cr, CAIRO_TAG_DEST);
    }
    put_label(p, style, b->label, x, width);
    pdf_text_flow(p, &set, x);
    pdf_text_free(&set);
}

static void write_figures(struct pdf *p, const struct doc_block *b)
{
    gap(p, 7);
    pdf_need(p, 2 * pdf_small.size * pdf_small.leading);
    flow(p, &pdf_small, &b->text, PDF_LEFT);
}

static void write_title(struct pdf *p, const struct doc_block *b)
{
    put_line(p, &style_brand, str("fathom \u00b7 research report"), p->y - 18, PANGO_ALIGN_LEFT);
    p->y += 4;
    flow(p, &style_title, &b->text, PDF_LEFT);
    p->y += 4;
}

static void write_block(struct pdf *p, const struct doc_block *b)
{
    switch (b->kind) {
    case DOC_TITLE: write_title(p, b); break;
    case DOC_SUBTITLE: gap(p, 2), flow(p, &style_asked, &b->text, PDF_LEFT); break;
    case DOC_HEADING: write_heading(p, b); break;
    case DOC_PARAGRAPH: write_paragraph(p, b, &pdf_body); break;
    case DOC_LEAD: write_paragraph(p, b, &pdf_lead); break;
    case DOC_CODE: write_code(p, b); break;
    case DOC_TABLE:
        gap(p, 9);
        pdf_table(p, b->table, left_of(b), PDF_WIDTH - PDF_LEFT - left_of(b));
        gap(p, 4);
        break;
    case DOC_RULE:
        gap(p, 10), pdf_need(p, RULE_ROOM), pdf_fill(p, "#dbe2e5", PDF_LEFT, p->y, TEXT_WIDTH, 0.6), gap(p, 4);
        break;
    case DOC_FIGURES: write_figures(p, b); break;
    case DOC_CONTENTS: write_contents(p); break;
    case DOC_SOURCE: write_labelled(p, &pdf_source, b, b->label.len > 6 ? 78 : 26); break;
    case DOC_NOTE: write_labelled(p, &pdf_note, b, 21); break;
    }
}

static void write_pass(struct pdf *p)
{
    p->page = 0;
    page_begin(p);
    for (size_t i = 0; i < p->document->n; i++)
        write_block(p, &p->document->blocks[i]);
}

/* --- the file --- */

static void add_outline(struct pdf *p)
{
    int parents[4] = { CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT, CAIRO_PDF_OUTLINE_ROOT };

    for (size_t i = 0; i < p->headings_n; i++) {
        const struct pdf_heading *h = &p->headings[i];
        char where[60];

        snprintf(where, sizeof where, "page=%d pos=[0 %.2f]", h->page, h->y > 20 ? h->y - 20 : 0);
        int id = pdf_api.cairo_pdf_surface_add_outline(p->surface, parents[h->level - 1],
                                                       str_z(p->arena, text_one_line(p->arena, h->text)), where,
                                                       CAIRO_PDF_OUTLINE_FLAG_OPEN);
        for (int level = h->level; level < 4; level++)
            parents[level] = id;
    }
}

static cairo_status_t take_bytes(void *context, const unsigned char *data, unsigned length)
{
    return buf_add(context, data, length) < 0 ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static void add_metadata(struct pdf *p)
{
    const char *title = str_z(p->arena, utf8_cut(p->document->title, 300));

    pdf_api.cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_TITLE, title);
    pdf_api.cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_CREATOR, "fathom " FATHOM_VERSION);
    if (p->document->digest.len)
        pdf_api.cairo_pdf_surface_set_metadata(
            p->surface, CAIRO_PDF_METADATA_KEYWORDS,
            str_format(p->arena, "fathom digest %.*s", STR_ARG(p->document->digest)).data);
    pdf_api.cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
}

static int draw(struct pdf *p, struct buf *out, struct error *e)
{
    p->surface = pdf_api.cairo_pdf_surface_create_for_stream(take_bytes, out, PDF_WIDTH, PDF_HEIGHT);
    add_metadata(p);
    p->cr = pdf_api.cairo_create(p->surface);
    write_pass(p);
    pdf_api.cairo_show_page(p->cr);
    add_outline(p);
    cairo_status_t status = pdf_api.cairo_status(p->cr);
    pdf_api.cairo_destroy(p->cr);
    pdf_api.cairo_surface_finish(p->surface);
    pdf_api.cairo_surface_destroy(p->surface);
    if (out->over)
        return error_set(e, ERROR_LIMIT, "the PDF would be larger than 256 MB");
    if (status != CAIRO_STATUS_SUCCESS)
        return error_set(e, ERROR_INTERNAL, "the PDF could not be drawn: %s", pdf_api.cairo_status_to_string(status));
    return 0;
}

static bool has_fonts(PangoFontMap *fonts)
{
    PangoFontFamily **families = NULL;
    int n = 0;

    pdf_api.pango_font_map_list_families(fonts, &families, &n);
    pdf_api.g_free(families);
    return n > 0;
}

int document_pdf(struct arena *arena, const struct document *document, struct str *ret, struct error *e)
{
    struct pdf p = { .arena = arena_new(), .document = document };
    struct buf out;
    int r = pdf_api_load(e);

    if (r < 0) {
        arena_free(p.arena);
        return r;
    }
    buf_init(&out, PDF_MAX);
    pthread_mutex_lock(&one_at_a_time);
    PangoFontMap *fonts = pdf_api.pango_cairo_font_map_new();
    pdf_api.pango_cairo_font_map_set_resolution((PangoCairoFontMap *) fonts, 72);
    if (!has_fonts(fonts))
        r = error_set(e, ERROR_MISCONFIGURED,
                      "a PDF cannot be written: no font is installed. Install fonts-dejavu-core");
    p.context = pdf_api.pango_font_map_create_context(fonts);
    if (document->language.len)
        pdf_api.pango_context_set_language(p.context,
                                           pdf_api.pango_language_from_string(str_z(p.arena, document->language)));
    if (r == 0) {
        write_pass(&p); /* measures: p.cr is NULL */
        p.pages = p.page;
        r = draw(&p, &out, e);
    }
    pdf_api.g_object_unref(p.context);
    pdf_api.g_object_unref(fonts);
    pthread_mutex_unlock(&one_at_a_time);
    if (r == 0)
        *ret = buf_take(&out, arena);
    buf_free(&out);
    arena_free(p.arena);
    return r;
}
