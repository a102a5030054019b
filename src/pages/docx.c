/* Word documents. styles.xml says which styles are headings whatever their language, numbering.xml which lists count. */
#include "pages/comment.h"
#include "pages/docx_style.h"
#include "pages/math.h"
#include "pages/office.h"

enum { NESTED_MAX = 8 };

/* A paragraph that a text box with paragraphs of its own stands in. */
struct outside {
    struct str text;
    struct style style;
    int64_t list, level;
};

struct docx {
    struct arena *arena;
    struct outline outline;
    struct docx_styles styles;
    struct office_line line; /* the paragraph being read */
    struct buf code;         /* paragraphs of code so far */
    struct style style;      /* of it */
    int64_t list, level;     /* of it: -1 none */
    bool in_run, in_text, deleted;
    bool hidden;         /* the run is not shown */
    size_t hidden_bytes; /* of such runs */
    struct comments comments;
    struct office_links links;
    struct str_list link_urls; /* by the relation that leads there */
    struct wordmap by_relation;
    int controls, contents; /* depth of content controls, and of the one that holds the table of contents; 0: none */
    int fields, toc;        /* the same of fields */
    bool in_field_code;
    int fallback; /* depth inside of <mc:Fallback>, which repeats what was read */
    struct outside outside[NESTED_MAX];
    int paragraphs; /* open ones */
    int table;      /* nesting */
    struct office_row row;
    int64_t span;             /* columns of the cell being read */
    bool header, look_header; /* this row is one; the table says that its first row is */
    size_t rows;              /* of the table so far */
    int64_t note;             /* number of the note being read, 0: none */
    struct buf note_text;
};

/* --- the body --- */

static void end_code(struct docx *d)
{
    outline_code(&d->outline, buf_str(&d->code));
    buf_clear(&d->code);
}

static void write_item(struct docx *d, struct str text)
{
    int level = d->level >= 0 && d->level < DOCX_LEVELS ? (int) d->level : d->style.level;
    if (d->level < 0 && d->style.kind == STYLE_PLAIN)
        level = d->style.list_level >= 0 && d->style.list_level < DOCX_LEVELS ? (int) d->style.list_level : 0;
    struct numbering *list = docx_numbering(&d->styles, d->list > 0 ? d->list : d->style.list);
    int64_t counted = d->list > 0 || d->style.list <= 0 ? level : d->style.list_level;

    counted = counted >= 0 && counted < DOCX_LEVELS ? counted : 0;

    if (list && list->blank[counted] && d->outline.last == OUTLINE_ITEM)
        outline_item_more(&d->outline, level, text);
    else
        outline_item(&d->outline, level, docx_next_number(&d->styles, list, counted), text);
}

/* A heading with the number that it has on paper. */
static void write_heading(struct docx *d, struct str text)
{
    struct numbering *list = docx_numbering(&d->styles, d->list >= 0 ? d->list : d->style.list);
    int64_t level = d->level >= 0 ? d->level : d->style.list_level;

    if (!str_trim(text).len)
        return;
    struct str label = list && level >= 0 && level < DOCX_LEVELS ? docx_next_label(&d->styles, list, level)
                                                                 : (struct str){ 0 };
    if (label.len)
        text = str_format(d->arena, "%.*s %.*s", STR_ARG(label), STR_ARG(text));
    outline_heading(&d->outline, d->style.level, text);
}

static bool is_item(const struct docx *d)
{
    if (d->list >= 0)
        return d->list > 0;
    return d->level >= 0 || d->style.kind == STYLE_BULLET || d->style.kind == STYLE_NUMBER ||
           (d->style.kind == STYLE_PLAIN && d->style.list > 0);
}

static void write_paragraph(struct docx *d, struct str text)
{
    bool item = is_item(d);

    if (!d->note && str_trim(text).len)
        comments_write(&d->comments, &d->outline, item && d->outline.last == OUTLINE_ITEM);
    if (d->style.kind == STYLE_CODE) {
        buf_add_str(&d->code, text);
        buf_add_char(&d->code, '\n');
        return;
    }
    end_code(d);
    if (d->note) {
        buf_add_str(&d->note_text, str_trim(text));
        buf_add_char(&d->note_text, ' ');
    } else if (d->style.kind == STYLE_HEADING) {
        write_heading(d, text);
    } else if (item && str_trim(text).len) {
        write_item(d, text);
    } else if (d->style.kind == STYLE_QUOTE) {
        outline_quote(&d->outline, text);
    } else if (d->style.kind == STYLE_TERM) {
        outline_term(&d->outline, text);
    } else if (d->style.kind == STYLE_DEFINITION && d->outline.last == OUTLINE_TERM) {
        outline_definition(&d->outline, text);
    } else if (d->style.kind != STYLE_CONTENTS) {
        outline_paragraph(&d->outline, text);
    }
}

static void end_paragraph(struct docx *d)
{
    d->header = d->header || (d->table == 1 && d->style.kind == STYLE_COLUMN);
    if (d->table)
        office_row_add(&d->row, buf_str(&d->line.text)); /* paragraphs of a cell stay on its row */
    else
        write_paragraph(d, buf_str(&d->line.text));
    comments_paragraph(&d->comments);
    comments_write(&d->comments, &d->outline, d->table > 0 || d->outline.last == OUTLINE_ITEM || d->code.len > 0);
    buf_clear(&d->line.text);
    d->style = (struct style){ 0 };
    d->list = d->level = -1;
}

static void end_note(struct docx *d)
{
    struct str text = str_trim(buf_str(&d->note_text));

    if (d->note && text.len)
        outline_paragraph(&d->outline, str_format(d->arena, "[^%lld]: %.*s", (long long) d->note, STR_ARG(text)));
    buf_clear(&d->note_text);
    d->note = 0;
}

/* The paragraphs of a text box stand before the one they are anchored in. */
static void start_paragraph(struct docx *d)
{
    if (d->paragraphs > 0 && d->paragraphs <= NESTED_MAX) {
        d->outside[d->paragraphs - 1] = (struct outside){ str_dup(d->arena, buf_str(&d->line.text)), d->style, d->list,
                                                          d->level };
        buf_clear(&d->line.text);
        d->style = (struct style){ 0 };
        d->list = d->level = -1;
    }
    d->paragraphs++;
}

static void leave_paragraph(struct docx *d)
{
    end_paragraph(d);
    d->paragraphs -= d->paragraphs > 0;
    if (d->paragraphs == 0 || d->paragraphs > NESTED_MAX)
        return;
    const struct outside *o = &d->outside[d->paragraphs - 1];
    buf_add_str(&d->line.text, o->text);
    d->style = o->style;
    d->list = o->list;
    d->level = o->level;
    d->in_run = true;
}

static void end_row(struct docx *d)
{
    if (d->table != 1)
        return;
    outline_row(&d->outline, d->row.cells, d->row.n);
    if (d->header ? d->rows == 0 : d->look_header && d->rows == 0)
        outline_header(&d->outline);
    d->rows++;
    d->header = false;
    office_row_clear(&d->row);
}

/* Of a property that is on where it stands, unless it says otherwise. */
static bool is_on(struct str value) { return !str_is(value, "false") && !str_is(value, "0") && !str_is(value, "off"); }

static void start_table(struct docx *d, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "tbl")) {
        end_code(d);
        if (d->table++ == 0) {
            outline_break(&d->outline);
            d->rows = 0;
            d->look_header = false;
        }
    } else if (str_is(name, "tblLook")) {
        d->look_header = office_number(d->arena, xml, "firstRow", 0) == 1;
    } else if (str_is(name, "tblHeader")) {
        d->header = is_on(xml_attribute(d->arena, xml, "val"));
    } else if (str_is(name, "tc") && d->table == 1) {
        office_row_cell(&d->row);
        d->span = 1;
    } else if (str_is(name, "gridSpan") && d->table == 1) {
        d->span = office_number(d->arena, xml, "val", 1);
    }
}

/* Comments, fields and content controls: what Word keeps beside the text. */
static bool start_aside(struct docx *d, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "commentRangeStart") || str_is(name, "commentRangeEnd")) {
        comments_range(&d->comments, xml_attribute(d->arena, xml, "id"), buf_str(&d->line.text),
                       str_is(name, "commentRangeStart"));
    } else if (str_is(name, "commentReference")) {
        comments_here(&d->comments, xml_attribute(d->arena, xml, "id"));
    } else if (str_is(name, "hyperlink")) {
        int64_t at = wordmap_get(&d->by_relation, xml_attribute(d->arena, xml, "id"));
        office_link_start(&d->links, at < 0 ? (struct str){ 0 } : d->link_urls.items[at], &d->line);
    } else if (str_is(name, "sdt")) {
        d->controls++;
    } else if (str_is(name, "docPartGallery")) {
        if (!d->contents && str_is(xml_attribute(d->arena, xml, "val"), "Table of Contents"))
            d->contents = d->controls;
    } else if (str_is(name, "fldChar")) {
        struct str type = xml_attribute(d->arena, xml, "fldCharType");
        if (str_is(type, "end")) {
            d->toc = d->toc == d->fields ? 0 : d->toc;
            d->fields -= d->fields > 0;
        }
        d->fields += str_is(type, "begin");
    } else if (str_is(name, "instrText")) {
        d->in_field_code = !xml->empty;
    } else {
        return false;
    }
    return true;
}

/* The code of a field says what it is: "TOC \\o" is a table of contents. */
static void read_field_code(struct docx *d, struct str code)
{
    if (!d->toc && str_starts(str_trim(code), "TOC "))
        d->toc = d->fields;
}

static void start(struct docx *d, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "t")) {
        d->in_text = true;
    } else if (str_is(name, "r")) {
        d->in_run = true;
    } else if (str_is(name, "vanish") && d->in_run) {
        d->hidden = is_on(xml_attribute(d->arena, xml, "val"));
    } else if ((str_is(name, "tab") || str_is(name, "ptab")) && d->in_run) {
        buf_add_char(&d->line.text, d->style.kind == STYLE_CODE ? '\t' : ' ');
    } else if (str_is(name, "p")) {
        start_paragraph(d);
    } else if (str_is(name, "br") || str_is(name, "cr")) {
        buf_add_char(&d->line.text, '\n');
    } else if (str_is(name, "noBreakHyphen")) {
        buf_add_char(&d->line.text, '-');
    } else if (str_is(name, "pStyle")) {
        d->style = docx_style(&d->styles, xml_attribute(d->arena, xml, "val"));
    } else if (str_is(name, "ilvl")) {
        d->level = office_number(d->arena, xml, "val", 0);
    } else if (str_is(name, "numId")) {
        d->list = office_number(d->arena, xml, "val", -1);
    } else if (str_is(name, "vertAlign")) {
        struct str value = xml_attribute(d->arena, xml, "val");
        d->line.place = str_is(value, "superscript") ? '^' : str_is(value, "subscript") ? '_' : '\0';
    } else if (str_is(name, "position")) {
        int64_t half_points = office_number(d->arena, xml, "val", 0);
        d->line.place = half_points > 0 ? '^' : half_points < 0 ? '_' : '\0';
    } else if (str_is(name, "footnoteReference") || str_is(name, "endnoteReference")) {
        buf_format(&d->line.text, "[^%lld]", (long long) office_number(d->arena, xml, "id", 0));
    } else if (str_is(name, "footnote") || str_is(name, "endnote")) {
        /* Separators are notes, too; real ones have no type. */
        d->note = xml_attribute(d->arena, xml, "type").len ? 0 : office_number(d->arena, xml, "id", 0);
    } else if (str_is(name, "del") || str_is(name, "delText") || str_is(name, "moveFrom")) {
        d->deleted = !xml->empty;
    } else if (str_is(name, "outlineLvl") && d->paragraphs) {
        int64_t level = office_number(d->arena, xml, "val", 9);
        if (level >= 0 && level < 6 && d->style.kind == STYLE_PLAIN)
            d->style.kind = STYLE_HEADING, d->style.level = (int) level + 1;
    } else if (!start_aside(d, xml)) {
        start_table(d, xml);
    }
}

static void end(struct docx *d, struct str name)
{
    if (str_is(name, "t")) {
        d->in_text = false;
    } else if (str_is(name, "r")) {
        d->line.place = '\0';
        d->in_run = d->hidden = false;
    } else if (str_is(name, "p")) {
        leave_paragraph(d);
    } else if (str_is(name, "tc") && d->table == 1) {
        for (; d->span > 1 && d->span < 100; d->span--)
            office_row_cell(&d->row);
    } else if (str_is(name, "tr")) {
        end_row(d);
    } else if (str_is(name, "tbl")) {
        d->table -= d->table > 0;
        if (!d->table)
            outline_break(&d->outline);
    } else if (str_is(name, "sdt")) {
        d->contents = d->contents == d->controls ? 0 : d->contents;
        d->controls -= d->controls > 0;
    } else if (str_is(name, "hyperlink")) {
        office_link_end(&d->links, &d->line);
    } else if (str_is(name, "instrText")) {
        d->in_field_code = false;
    } else if (str_is(name, "footnote") || str_is(name, "endnote")) {
        end_note(d);
    } else if (str_is(name, "del") || str_is(name, "delText") || str_is(name, "moveFrom")) {
        d->deleted = false;
    }
}

static void write_body(struct docx *d, struct str text)
{
    struct xml xml;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && !d->outline.out->over;) {
        if (type != XML_TEXT && str_is(xml.name, "Fallback"))
            d->fallback = type == XML_START;
        if (d->fallback)
            continue;
        if (type == XML_START && str_is(xml.name, "oMath"))
            buf_add_str(&d->line.text, math_read(d->arena, &xml));
        else if (type == XML_START)
            start(d, &xml);
        else if (type == XML_END)
            end(d, xml.name);
        else if (d->in_field_code)
            read_field_code(d, xml.text);
        else if (d->in_text && d->hidden)
            d->hidden_bytes += xml.text.len;
        else if (d->in_text && !d->deleted && !d->toc && !d->contents)
            office_line_add(&d->line, &xml);
    }
    d->table = 0;
    while (d->paragraphs > 1)
        leave_paragraph(d);
    end_paragraph(d);
    d->paragraphs = 0;
    end_note(d);
    end_code(d);
    comments_paragraph(&d->comments);
    comments_write(&d->comments, &d->outline, false);
    d->controls = d->contents = d->fields = d->toc = 0;
}

/* Where links lead to: relations to what is outside of the document. */
static void read_links(struct docx *d, struct str text)
{
    struct xml xml;

    wordmap_init(&d->by_relation, d->arena, 16);
    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;)
        if (type == XML_START && str_is(xml_attribute(d->arena, &xml, "TargetMode"), "External")) {
            struct str id = xml_attribute(d->arena, &xml, "Id");
            if (id.len)
                wordmap_put(&d->by_relation, id, (uint32_t) d->link_urls.n);
            str_list_add(d->arena, &d->link_urls, xml_attribute(d->arena, &xml, "Target"));
        }
}

static bool wanted(struct str name)
{
    return str_is(name, "word/document.xml") || str_is(name, "docProps/core.xml") || str_is(name, "word/styles.xml") ||
           str_is(name, "word/numbering.xml") || str_is(name, "word/footnotes.xml") ||
           str_is(name, "word/endnotes.xml") || str_is(name, "word/comments.xml") ||
           str_is(name, "word/_rels/document.xml.rels");
}

int format_docx(struct format_input *in, struct document *ret, struct error *e)
{
    struct docx d = { .arena = in->arena, .outline = { .out = in->text }, .row = { .arena = in->arena } };
    const struct office_kind kind = { "DOCX", "word/document.xml", NULL, wanted };
    struct zip zip;
    int r = office_open(in, &kind, &zip, e);

    if (r < 0)
        return r;
    d.list = d.level = -1;
    buf_init(&d.line.text, in->text->max);
    buf_init(&d.code, in->text->max);
    buf_init(&d.note_text, in->text->max);
    docx_styles_read(&d.styles, in->arena, zip_part(&zip, "word/styles.xml"), zip_part(&zip, "word/numbering.xml"));
    comments_init(&d.comments, in->arena);
    d.links = (struct office_links){ .arena = in->arena, .document = ret };
    read_links(&d, zip_part(&zip, "word/_rels/document.xml.rels"));
    comments_read_docx(&d.comments, zip_part(&zip, "word/comments.xml"));
    office_properties(in, zip_part(&zip, "docProps/core.xml"), ret);
    write_body(&d, zip_part(&zip, "word/document.xml"));
    write_body(&d, zip_part(&zip, "word/footnotes.xml"));
    write_body(&d, zip_part(&zip, "word/endnotes.xml"));
    office_title(in, ret);
    ret->hidden_bytes = d.hidden_bytes;
    buf_free(&d.line.text);
    buf_free(&d.code);
    buf_free(&d.note_text);
    return 0;
}
