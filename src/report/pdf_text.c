/* Text on pages: pango breaks it into lines, this file puts the lines where there is room. */
#include <math.h>
#include <stdio.h>

#include "report/markup.h"
#include "report/pdf_internal.h"

enum { MARKUP_MAX = 64 << 20, LINK_MAX = 4000 };

#define SERIF "Charis SIL, Bitstream Charter, Noto Serif, Source Serif 4, Liberation Serif, DejaVu Serif, serif"
#define SANS "Inter, Noto Sans, Source Sans 3, Liberation Sans, DejaVu Sans, sans-serif"
#define MONO "Noto Sans Mono, DejaVu Sans Mono, Liberation Mono, monospace"
#define ACCENT "#0a5c7c"

const struct pdf_style pdf_body = { SERIF, 10.2, 1.5, "#13202a" };
const struct pdf_style pdf_lead = { SERIF, 11.6, 1.5, "#13202a" };
const struct pdf_style pdf_small = { SANS, 8.4, 1.45, "#41505b" };
const struct pdf_style pdf_note = { SANS, 8.4, 1.45, "#13202a" };
const struct pdf_style pdf_source = { SANS, 8.8, 1.45, "#13202a" };
const struct pdf_style pdf_code = { MONO, 8.2, 1.4, "#13202a" };
const struct pdf_style pdf_cell = { SANS, 8.6, 1.4, "#13202a" };
const struct pdf_style pdf_cell_head = { SANS " Bold", 8.6, 1.4, "#13202a" };

/* --- markup --- */

/* What breaks a long address at places a reader expects. */
static void add_breaks(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        html_escape(out, str_sub(text, i, i + 1));
        if (strchr("/?&=_.-", text.data[i]) && i + 1 < text.len)
            buf_add_z(out, "\u200b");
    }
}

static size_t breaks_in(struct str text)
{
    size_t n = 0;

    for (size_t i = 0; i + 1 < text.len; i++)
        n += strchr("/?&=_.-", text.data[i]) != NULL;
    return n;
}

/* Returns how many bytes of the laid out text the run is. A hyphen where a word is broken would be read as a part of code
 * or of an address. */
static size_t add_run(struct buf *out, const struct doc_run *run, bool hyphens)
{
    bool address = run->code && run->url.len;

    if (run->line_break) {
        buf_add_char(out, '\n');
        return 1;
    }
    buf_add_z(out, hyphens && !run->code ? "<span" : "<span insert_hyphens=\"false\"");
    if (run->bold)
        buf_add_z(out, " weight=\"bold\"");
    if (run->italic)
        buf_add_z(out, " style=\"italic\"");
    if (run->strike)
        buf_add_z(out, " strikethrough=\"true\"");
    if (run->code)
        buf_add_z(out, address ? " size=\"88%\"" : " font_family=\"" MONO "\" size=\"88%\"");
    if (run->source)
        buf_add_z(out, " size=\"76%\" rise=\"2400\" foreground=\"" ACCENT "\"");
    else if (run->url.len)
        buf_add_z(out, " foreground=\"" ACCENT "\"");
    buf_add_char(out, '>');
    if (address)
        add_breaks(out, run->text);
    else
        html_escape(out, run->text);
    buf_add_z(out, "</span>");
    return run->text.len + (address ? 3 * breaks_in(run->text) : 0);
}

static PangoLayout *layout_new(struct pdf *p, const struct pdf_style *style, double width)
{
    PangoLayout *layout = pdf_api.pango_layout_new(p->context);
    char font[300];

    snprintf(font, sizeof font, "%s %.2f", style->font, style->size);
    PangoFontDescription *description = pdf_api.pango_font_description_from_string(font);
    pdf_api.pango_layout_set_font_description(layout, description);
    pdf_api.pango_font_description_free(description);
    pdf_api.pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    if (width >= 0)
        pdf_api.pango_layout_set_width(layout, (int) (width * PANGO_SCALE));
    return layout;
}

struct pdf_text pdf_text_new(struct pdf *p, const struct pdf_style *style, const struct doc_text *text, double width)
{
    struct pdf_text ret = { .layout = layout_new(p, style, width), .style = style };
    size_t at = 0;
    struct buf markup;

    ret.links = arena_calloc(p->arena, text->n + 1, sizeof *ret.links);
    buf_init(&markup, MARKUP_MAX);
    for (size_t i = 0; i < text->n; i++) {
        size_t n = add_run(&markup, &text->runs[i], style != &pdf_code);

        if (text->runs[i].source || text->runs[i].url.len)
            ret.links[ret.links_n++] = (struct pdf_link){ at, at + n, &text->runs[i] };
        at += n;
    }
    pdf_api.pango_layout_set_markup(ret.layout, buf_str(&markup).data, (int) markup.len);
    buf_free(&markup);
    return ret;
}

struct pdf_text pdf_text_plain(struct pdf *p, const struct pdf_style *style, struct str text, double width)
{
    struct doc_run run = { .text = text };

    return pdf_text_new(p, style, &(struct doc_text){ &run, text.len > 0, 1 }, width);
}

void pdf_text_free(struct pdf_text *text) { pdf_api.g_object_unref(text->layout); }

/* --- lines --- */

static double advance_of(const struct pdf_text *text, const PangoRectangle *logical)
{
    double leading = text->style->size * text->style->leading, height = (double) logical->height / PANGO_SCALE;

    /* A script with tall letters needs more than the style's distance; a raised marker does not. */
    return height > leading * 1.25 ? height : leading;
}

/* cairo reads attributes as NAME='value'. */
static void add_address(struct buf *out, struct str url)
{
    for (size_t i = 0; i < url.len; i++) {
        unsigned char c = (unsigned char) url.data[i];

        if (c <= 32 || c >= 127 || strchr("'\\\"<>[]{}|^`", c))
            buf_format(out, "%%%02X", c);
        else
            buf_add_char(out, (char) c);
    }
}

static void add_link(struct pdf *p, const struct doc_run *run, double x, double y, double width, double height)
{
    struct buf out;

    buf_init(&out, LINK_MAX);
    buf_format(&out, "rect=[%.2f %.2f %.2f %.2f] ", x, y, width, height);
    if (run->source) {
        buf_format(&out, "dest='source-%lld'", (long long) run->source);
    } else {
        buf_add_z(&out, "uri='");
        add_address(&out, run->url);
        buf_add_z(&out, "'");
    }
    if (!out.over) {
        pdf_api.cairo_tag_begin(p->cr, CAIRO_TAG_LINK, buf_str(&out).data);
        pdf_api.cairo_tag_end(p->cr, CAIRO_TAG_LINK);
    }
    buf_free(&out);
}

static void add_links(struct pdf *p, const struct pdf_text *text, PangoLayoutLine *line, double x, double y,
                      double height)
{
    size_t from = (size_t) line->start_index, to = from + (size_t) line->length;

    for (size_t i = 0; i < text->links_n; i++) {
        const struct pdf_link *link = &text->links[i];
        int *ranges = NULL, n = 0;

        if (link->start >= to || link->end <= from)
            continue;
        pdf_api.pango_layout_line_get_x_ranges(line, (int) (link->start > from ? link->start : from),
                                               (int) (link->end < to ? link->end : to), &ranges, &n);
        for (int k = 0; k < n; k++)
            add_link(p, link->run, x + (double) ranges[2 * k] / PANGO_SCALE, y,
                     (double) (ranges[2 * k + 1] - ranges[2 * k]) / PANGO_SCALE, height);
        pdf_api.g_free(ranges);
    }
}

static void draw_line(struct pdf *p, const struct pdf_text *text, PangoLayoutIter *iter, double x, double y)
{
    PangoLayoutLine *line = pdf_api.pango_layout_iter_get_line_readonly(iter);
    PangoRectangle logical;

    if (!p->cr)
        return;
    pdf_api.pango_layout_iter_get_line_extents(iter, NULL, &logical);
    double height = (double) logical.height / PANGO_SCALE, advance = advance_of(text, &logical);
    double ascent = (double) (pdf_api.pango_layout_iter_get_baseline(iter) - logical.y) / PANGO_SCALE;
    pdf_color(p, text->style->color);
    pdf_api.cairo_move_to(p->cr, x + (double) logical.x / PANGO_SCALE, y + (advance - height) / 2 + ascent);
    pdf_api.pango_cairo_show_layout_line(p->cr, line);
    add_links(p, text, line, x, y, advance);
}

double pdf_text_part(struct pdf *p, const struct pdf_text *text, double x, double y, double room, int *at)
{
    PangoLayoutIter *iter = pdf_api.pango_layout_get_iter(text->layout);
    double used = 0;
    bool more = true;

    for (int line = 0; more; line++, more = pdf_api.pango_layout_iter_next_line(iter)) {
        PangoRectangle logical;

        if (line < *at)
            continue;
        pdf_api.pango_layout_iter_get_line_extents(iter, NULL, &logical);
        double advance = advance_of(text, &logical);
        if (used + advance > room + 0.01)
            break;
        draw_line(p, text, iter, x, y + used);
        used += advance;
        *at = line + 1;
    }
    pdf_api.pango_layout_iter_free(iter);
    return used;
}

double pdf_text_height(const struct pdf_text *text)
{
    struct pdf none = { 0 };
    int at = 0;

    return pdf_text_part(&none, text, 0, 0, INFINITY, &at);
}

void pdf_text_flow(struct pdf *p, const struct pdf_text *text, double x)
{
    int at = 0, lines = pdf_api.pango_layout_get_line_count(text->layout);
    double leading = text->style->size * text->style->leading;

    while (at < lines) {
        double room = pdf_room(p);

        /* No single line stands alone at the end of a page, nor at the top of the next. */
        if (lines - at > 1 && room < 2 * leading)
            pdf_page_break(p), room = pdf_room(p);
        else if (lines - at > 3 && room < (lines - at) * leading && room >= (lines - at - 1) * leading)
            room -= leading;
        int before = at;
        p->y += pdf_text_part(p, text, x, p->y, room, &at);
        if (at == before && p->y <= PDF_TOP + 0.01) /* a line taller than a page */
            at++;
        else if (at < lines)
            pdf_page_break(p);
    }
}
