/* Slides: the title of each as a heading, its paragraphs as items or text, tables, the speaker's notes. */
#include <stdlib.h>

#include "base/order.h"
#include "pages/math.h"
#include "pages/office.h"

struct slide {
    unsigned number;
    struct str xml, notes;
};

struct pptx {
    struct arena *arena;
    struct outline outline;
    struct office_line line;
    bool in_text, title; /* inside a title's shape */
    bool other;          /* inside a shape of page numbers, dates, footers */
    int64_t level;
    bool bullet;
    bool in_table;
    size_t rows;
    struct office_row row;
    bool titled; /* the slide has its heading */
    struct str first_title;
    unsigned number;
    bool notes;
};

static void heading(struct pptx *p, struct str text)
{
    if (p->titled)
        return;
    p->titled = true;
    if (text.len && !p->first_title.len)
        p->first_title = str_dup(p->arena, text);
    outline_heading(&p->outline, 2, text.len ? text : str_format(p->arena, "Slide %u", p->number));
}

static void end_paragraph(struct pptx *p)
{
    struct str text = str_trim(buf_str(&p->line.text));

    if (p->in_table) {
        office_row_add(&p->row, text);
    } else if (text.len && !p->other) {
        bool item = p->level > 0 || p->bullet;

        if (!p->notes && (p->title || (!p->titled && !item && office_is_title(text)))) {
            heading(p, text);
        } else {
            heading(p, (struct str){ 0 });
            if (item)
                outline_item(&p->outline, (int) p->level, 0, text);
            else
                outline_paragraph(&p->outline, text);
        }
    }
    buf_clear(&p->line.text);
    p->level = 0;
    p->bullet = false;
}

static void start(struct pptx *p, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "t")) {
        p->in_text = true;
    } else if (str_is(name, "sp")) {
        p->title = p->other = false;
    } else if (str_is(name, "ph")) {
        struct str type = xml_attribute(p->arena, xml, "type");
        p->title = str_is(type, "title") || str_is(type, "ctrTitle");
        p->other = str_is(type, "sldNum") || str_is(type, "dt") || str_is(type, "ftr") || str_is(type, "sldImg");
        /* The body of a slide is a list unless it says otherwise. */
    } else if (str_is(name, "pPr")) {
        p->level = office_number(p->arena, xml, "lvl", 0);
        p->level = p->level < 0 || p->level > 9 ? 0 : p->level;
    } else if (str_is(name, "buChar") || str_is(name, "buAutoNum")) {
        p->bullet = true;
    } else if (str_is(name, "rPr")) {
        int64_t base = office_number(p->arena, xml, "baseline", 0);
        p->line.place = base > 0 ? '^' : base < 0 ? '_' : '\0';
    } else if (str_is(name, "br")) {
        buf_add_char(&p->line.text, '\n');
    } else if (str_is(name, "tbl")) {
        heading(p, (struct str){ 0 });
        outline_break(&p->outline);
        p->in_table = true;
        p->rows = 0;
    } else if (str_is(name, "tc")) {
        office_row_cell(&p->row);
    }
}

static void end(struct pptx *p, struct str name)
{
    if (str_is(name, "t")) {
        p->in_text = false;
    } else if (str_is(name, "p")) {
        end_paragraph(p);
    } else if (str_is(name, "tr")) {
        outline_row(&p->outline, p->row.cells, p->row.n);
        if (p->rows++ == 0)
            outline_header(&p->outline);
        office_row_clear(&p->row);
    } else if (str_is(name, "tbl")) {
        p->in_table = false;
        outline_break(&p->outline);
    }
}

static void write_slide(struct pptx *p, struct str text)
{
    struct xml xml;

    p->title = p->other = p->in_text = p->in_table = false;
    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && !p->outline.out->over;) {
        if (type == XML_START && str_is(xml.name, "oMath"))
            buf_add_str(&p->line.text, math_read(p->arena, &xml));
        else if (type == XML_START)
            start(p, &xml);
        else if (type == XML_END)
            end(p, xml.name);
        else if (p->in_text)
            office_line_add(&p->line, &xml);
    }
    buf_clear(&p->line.text);
    office_row_clear(&p->row);
}

static bool is_slide(struct str name) { return str_starts(name, "ppt/slides/slide") && str_ends(name, ".xml"); }
static bool is_notes(struct str name)
{
    return str_starts(name, "ppt/notesSlides/notesSlide") && str_ends(name, ".xml");
}
static bool wanted(struct str name) { return is_slide(name) || is_notes(name) || str_is(name, "docProps/core.xml"); }

/* The digits before ".xml". */
static unsigned number_of(struct str name)
{
    unsigned n = 0;

    for (size_t i = 0; i < name.len; i++)
        if (name.data[i] >= '0' && name.data[i] <= '9')
            n = n * 10 % 1000000 + (unsigned) (name.data[i] - '0');
    return n;
}

static int by_number(const void *a, const void *b)
{
    const struct slide *x = a, *y = b;

    return ORDER(x->number, y->number);
}

int format_pptx(struct format_input *in, struct document *ret, struct error *e)
{
    struct pptx p = { .arena = in->arena, .outline = { .out = in->text }, .row = { .arena = in->arena } };
    struct zip zip;
    size_t n = 0;

    int r = zip_read(in->arena, in->bytes, "PPTX", wanted, &zip, e);
    if (r < 0)
        return r;
    struct slide *slides = arena_calloc(in->arena, zip.n + 1, sizeof *slides);
    for (size_t i = 0; i < zip.n; i++)
        if (is_slide(zip.parts[i].name))
            slides[n++] = (struct slide){ number_of(zip.parts[i].name), zip.parts[i].data, { 0 } };
    if (n == 0)
        return error_set(e, ERROR_PARSE, "the PPTX has no slides");
    qsort(slides, n, sizeof *slides, by_number);
    for (size_t i = 0; i < zip.n; i++)
        for (size_t k = 0; is_notes(zip.parts[i].name) && k < n; k++)
            if (slides[k].number == number_of(zip.parts[i].name))
                slides[k].notes = zip.parts[i].data;
    buf_init(&p.line.text, in->text->max);
    office_properties(in, zip_part(&zip, "docProps/core.xml"), ret);
    for (size_t i = 0; i < n; i++) {
        p.number = slides[i].number;
        p.titled = p.notes = false;
        write_slide(&p, slides[i].xml);
        p.notes = true;
        write_slide(&p, slides[i].notes);
    }
    if (!ret->title.len)
        ret->title = p.first_title;
    buf_free(&p.line.text);
    return 0;
}
