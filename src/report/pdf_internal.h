/* What the files of the PDF writer share: pango and cairo, loaded when the first PDF is asked for (linked, they would
 * double the time to start), and the page that is being set. */
#ifndef FATHOM_REPORT_PDF_INTERNAL_H
#define FATHOM_REPORT_PDF_INTERNAL_H

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#include "base/buf.h"
#include "report/document.h"

// clang-format off
/* The functions by their own names, as members: pdf_api.cairo_show_page(…). */
#define PDF_CAIRO(X)                                                                                                   \
    X(cairo_pdf_surface_create_for_stream)                                                                             \
    X(cairo_pdf_surface_set_metadata)                                                                                  \
    X(cairo_pdf_surface_add_outline)                                                                                   \
    X(cairo_pdf_surface_set_page_label)                                                                                \
    X(cairo_surface_finish)                                                                                            \
    X(cairo_surface_destroy)                                                                                           \
    X(cairo_create) X(cairo_destroy) X(cairo_status) X(cairo_status_to_string) X(cairo_show_page) X(cairo_move_to)     \
        X(cairo_line_to) X(cairo_stroke) X(cairo_fill) X(cairo_rectangle) X(cairo_set_source_rgb)                      \
            X(cairo_set_line_width) X(cairo_tag_begin) X(cairo_tag_end)
#define PDF_PANGO(X)                                                                                                   \
    X(pango_font_map_create_context)                                                                                   \
    X(pango_font_map_list_families)                                                                                    \
    X(pango_layout_new) X(pango_layout_set_markup) X(pango_layout_set_width) X(pango_layout_set_wrap)                  \
        X(pango_layout_set_alignment) X(pango_layout_set_auto_dir) X(pango_layout_get_size) X(pango_layout_get_iter)   \
            X(pango_layout_iter_get_line_readonly) X(pango_layout_iter_get_line_extents)                               \
                X(pango_layout_iter_get_baseline) X(pango_layout_iter_next_line) X(pango_layout_iter_free)             \
                    X(pango_layout_line_get_x_ranges) X(pango_layout_get_line_count)                                   \
                        X(pango_layout_set_font_description) X(pango_font_description_from_string)                     \
                            X(pango_font_description_free) X(pango_context_set_language) X(pango_language_from_string)

#define PDF_PANGOCAIRO(X)                                                                                              \
    X(pango_cairo_font_map_new) X(pango_cairo_font_map_set_resolution) X(pango_cairo_show_layout_line)
#define PDF_GLIB(X) X(g_free) X(g_log_set_default_handler)
#define PDF_GOBJECT(X) X(g_object_unref)

// clang-format on
#define PDF_MEMBER(name) __typeof__(name) *name;
struct pdf_api {
    PDF_CAIRO(PDF_MEMBER)
    PDF_PANGO(PDF_MEMBER)
    PDF_PANGOCAIRO(PDF_MEMBER)
    PDF_GLIB(PDF_MEMBER)
    void (*g_object_unref)(gpointer object);
};
#undef PDF_MEMBER
extern struct pdf_api pdf_api;
int pdf_api_load(struct error *e); /* once; any thread */

/* A4, in points. */
#define PDF_WIDTH 595.28
#define PDF_HEIGHT 841.89
#define PDF_LEFT 76.0
#define PDF_TOP 72.0
#define PDF_BOTTOM 70.0

enum { PDF_HEADINGS_MAX = 2000 };

struct pdf_heading {
    struct str text;
    int level, page;
    double y;
    int outline; /* id of its entry in the outline */
};

struct pdf {
    struct arena *arena;
    const struct document *document;
    cairo_surface_t *surface;
    cairo_t *cr; /* NULL: this pass only measures */
    PangoContext *context;
    double y;
    int page, pages;              /* pages: of the whole, known when it is drawn */
    struct pdf_heading *headings; /* in order; filled by the measuring pass */
    size_t headings_n, headings_capacity, headings_at;
};

/* A look of text: font, size, colour, distance of lines. */
struct pdf_style {
    const char *font; /* "Noto Serif, DejaVu Serif, serif" and attributes of pango */
    double size, leading;
    const char *color;
};
extern const struct pdf_style pdf_body, pdf_lead, pdf_small, pdf_note, pdf_source, pdf_code, pdf_cell, pdf_cell_head;

/* Text that is laid out, with the places of its links. */
struct pdf_link {
    size_t start, end; /* bytes of the text */
    const struct doc_run *run;
};
struct pdf_text {
    PangoLayout *layout;
    const struct pdf_style *style;
    struct pdf_link *links;
    size_t links_n;
};

struct pdf_text pdf_text_new(struct pdf *p, const struct pdf_style *style, const struct doc_text *text, double width);
struct pdf_text pdf_text_plain(struct pdf *p, const struct pdf_style *style, struct str text, double width);
void pdf_text_free(struct pdf_text *text);
double pdf_text_height(const struct pdf_text *text); /* of all its lines */
/* Draws the text at `x` from p->y on, page after page. */
void pdf_text_flow(struct pdf *p, const struct pdf_text *text, double x);
/* Draws what of its lines fits into `room` points from `y` on, beginning with line *at, which moves; returns the height. */
double pdf_text_part(struct pdf *p, const struct pdf_text *text, double x, double y, double room, int *at);

void pdf_page_break(struct pdf *p);
double pdf_room(const struct pdf *p); /* left on this page */
/* Breaks the page unless that much is left, and the page is not empty. */
void pdf_need(struct pdf *p, double height);
void pdf_color(struct pdf *p, const char *color); /* "#0a5c7c" */
void pdf_fill(struct pdf *p, const char *color, double x, double y, double width, double height);

void pdf_table(struct pdf *p, const struct doc_table *table, double x, double width);

#endif
