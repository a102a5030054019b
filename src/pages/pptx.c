/* Slides: the title of each as a heading, its paragraphs as items or text, tables, the speaker's notes, comments. */
#include <stdlib.h>

#include "base/order.h"
#include "pages/comment.h"
#include "pages/math.h"
#include "pages/office.h"

enum { COMMENT_MAX = 64 * 1024, SLIDES_MAX = 2000 };

struct slide {
    unsigned number;
    struct str name, xml;
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
    struct str_list authors; /* of comments */
    struct wordmap by_author;
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
static bool wanted(struct str name)
{
    return is_slide(name) || is_notes(name) || str_is(name, "docProps/core.xml") ||
           str_is(name, "ppt/presentation.xml") || str_is(name, "ppt/_rels/presentation.xml.rels") ||
           str_starts(name, "ppt/slides/_rels/") || str_starts(name, "ppt/comments/") ||
           str_is(name, "ppt/commentAuthors.xml") || str_is(name, "ppt/authors.xml");
}

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

/* --- comments --- */

/* The names of those who made comments, by the number or the sign that comments have. */
static void read_authors(struct pptx *p, const struct zip *zip)
{
    static const char *const parts[] = { "ppt/commentAuthors.xml", "ppt/authors.xml" };
    struct xml xml;

    wordmap_init(&p->by_author, p->arena, 8);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        xml_open(&xml, zip_part(zip, parts[i]));
        for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
            struct str id = type == XML_START ? xml_attribute(p->arena, &xml, "id") : (struct str){ 0 };
            if (!id.len)
                continue;
            wordmap_put(&p->by_author, id, (uint32_t) p->authors.n);
            str_list_add(p->arena, &p->authors, xml_attribute(p->arena, &xml, "name"));
        }
    }
}

static struct str author_of(const struct pptx *p, const struct xml *xml)
{
    int64_t at = wordmap_get(&p->by_author, xml_attribute(p->arena, xml, "authorId"));

    return at < 0 ? (struct str){ 0 } : p->authors.items[at];
}

/* A comment begins; its words come later. Returns its place. */
static size_t begin_comment(struct pptx *p, const struct xml *xml, struct comments *comments)
{
    struct str id = str_format(p->arena, "%zu", comments->n);
    struct comment *comment = comments_add(comments, id);

    if (!comment)
        return comments->n;
    comment->author = author_of(p, xml);
    comments_here(comments, id);
    return comments->n - 1;
}

/* Comments of a slide, <cm>; newer ones hold their answers, <reply>, in front of their own words. */
static void write_comments(struct pptx *p, struct str part)
{
    struct comments comments;
    struct xml xml;
    struct buf words[2]; /* of the comment, of the answer in it */
    size_t places[2] = { 0 };
    bool in_text = false, reply = false;

    comments_init(&comments, p->arena);
    buf_init(&words[0], COMMENT_MAX);
    buf_init(&words[1], COMMENT_MAX);
    xml_open(&xml, part);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        bool answer = str_is(xml.name, "reply");
        if (type == XML_START && (answer || str_is(xml.name, "cm"))) {
            reply = answer;
            buf_clear(&words[reply]);
            places[reply] = begin_comment(p, &xml, &comments);
        } else if (type == XML_END && (answer || str_is(xml.name, "cm"))) {
            if (places[answer] < comments.n)
                comments.items[places[answer]].text = str_dup(p->arena, str_trim(buf_str(&words[answer])));
            reply = false;
        } else if (type != XML_TEXT && (str_is(xml.name, "t") || str_is(xml.name, "text"))) {
            in_text = type == XML_START && !xml.empty;
        } else if (type == XML_TEXT && in_text) {
            xml_add_text(&xml, &words[reply]);
        }
    }
    buf_free(&words[0]);
    buf_free(&words[1]);
    comments_paragraph(&comments);
    comments_write(&comments, &p->outline, false);
}

/* --- the presentation --- */

static size_t slides_of(struct arena *arena, const struct zip *zip, struct slide *ret)
{
    struct str from = str("ppt/presentation.xml");
    struct xml xml;
    size_t n = 0, named = 0;

    xml_open(&xml, zip_part(zip, from.data));
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && n < zip->n && named < SLIDES_MAX;) {
        if (type != XML_START || !str_is(xml.name, "sldId"))
            continue;
        named++;
        struct str id = xml_attribute(arena, &xml, "r:id");
        struct str name = office_related(arena, zip, from, id), data = name.len ? zip_part(zip, name.data) : name;
        if (data.len)
            ret[n] = (struct slide){ (unsigned) n + 1, name, data }, n++;
    }
    if (n)
        return n;
    /* Without an order the numbers of the files are one. */
    for (size_t i = 0; i < zip->n; i++)
        if (is_slide(zip->parts[i].name))
            ret[n++] = (struct slide){ number_of(zip->parts[i].name), zip->parts[i].name, zip->parts[i].data };
    qsort(ret, n, sizeof *ret, by_number);
    return n;
}

/* The speaker's notes of a slide: those that it relates to, else those with its number. */
static struct str notes_of(struct arena *arena, const struct zip *zip, const struct slide *slide)
{
    struct str name = office_related_type(arena, zip, slide->name, "/notesSlide");

    if (name.len)
        return zip_part(zip, str_z(arena, name));
    for (size_t i = 0; i < zip->n; i++)
        if (is_notes(zip->parts[i].name) && number_of(zip->parts[i].name) == number_of(slide->name))
            return zip->parts[i].data;
    return (struct str){ 0 };
}

int format_pptx(struct format_input *in, struct document *ret, struct error *e)
{
    struct pptx p = { .arena = in->arena, .outline = { .out = in->text }, .row = { .arena = in->arena } };
    struct zip zip;

    int r = zip_read(in->arena, in->bytes, "PPTX", wanted, &zip, e);
    if (r < 0)
        return r;
    struct slide *slides = arena_calloc(in->arena, zip.n + 1, sizeof *slides);
    size_t n = slides_of(in->arena, &zip, slides);
    if (n == 0)
        return error_set(e, ERROR_PARSE, "the PPTX has no slides");
    buf_init(&p.line.text, in->text->max);
    office_properties(in, zip_part(&zip, "docProps/core.xml"), ret);
    read_authors(&p, &zip);
    for (size_t i = 0; i < n; i++) {
        p.number = slides[i].number;
        p.titled = p.notes = false;
        write_slide(&p, slides[i].xml);
        p.notes = true;
        write_slide(&p, notes_of(in->arena, &zip, &slides[i]));
        struct str comments = office_related_type(in->arena, &zip, slides[i].name, "/comments");
        if (comments.len)
            write_comments(&p, zip_part(&zip, str_z(in->arena, comments)));
    }
    if (!ret->title.len)
        ret->title = p.first_title;
    buf_free(&p.line.text);
    return 0;
}
