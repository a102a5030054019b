/* OpenDocument: texts (ODT), and the text of sheets (ODS) and slides (ODP), whose content.xml has the same elements. */
#include "pages/comment.h"
#include "pages/math.h"
#include "pages/odt_style.h"
#include "pages/office.h"
#include "pages/sheet.h"

enum { NESTED_MAX = 8, OBJECTS_MAX = 2000, OBJECT_BYTES = 64 * 1024, COMMENT_BYTES = 64 * 1024, LABEL_MAX = 100 };
enum { REPEAT_MAX = 100, ROWS_MAX = 1 << 24 }; /* copies of a row that are written; rows of a sheet */

/* A paragraph that a shape with paragraphs of its own stands in. */
struct outside {
    struct str text;
    int heading;
    bool is_code, is_quote;
    char part;
};

struct odt {
    struct arena *arena;
    const struct zip *zip;
    struct outline outline;
    struct odt_styles styles;
    struct comments comments;
    struct office_links links;
    size_t cell_comments; /* that waited before the cell */
    struct office_line line;
    struct buf code;
    int heading;     /* level of the paragraph being read */
    bool unnumbered; /* it has no number, though others of the level do */
    bool in_paragraph, is_code, is_quote;
    char part;                        /* style.list of the paragraph */
    bool slides, titled, title_frame; /* of a presentation: the slide has its heading; the frame is its title's */
    struct str first_title;
    int list;                           /* nesting */
    struct str list_styles[ODT_LEVELS]; /* of the lists that are open */
    struct str item_style;              /* of the item, where it has its own */
    unsigned item_start;                /* its number, where it has its own */
    bool item_begun;                    /* the item has its sign */
    int table;
    struct office_row row;
    bool header;
    bool sheet;  /* of cells: the first row of a table mostly names its columns */
    size_t rows; /* of the table so far */
    int64_t repeat_cell, repeat_row;
    struct sheet cells; /* of the sheet being read */
    int64_t row_at;     /* the row's number on it */
    struct str value;   /* of the cell, for one that shows no text */
    struct str day;     /* of the cell, where it has one: what it shows may be read in two ways */
    size_t sheet_bytes;
    unsigned notes;
    struct buf notes_text;
    int in_note; /* depth inside a note: its text goes to the end */
    struct buf outer;
    struct outside outside[NESTED_MAX];
    int paragraphs; /* open ones */
    unsigned objects;
    int spans, hidden;   /* depth of spans, and of the one that is not shown; 0: none */
    size_t hidden_bytes; /* in such spans */
    int skip;            /* depth inside of what is no text: tracked changes, annotations */
};

static void end_code(struct odt *d)
{
    outline_code(&d->outline, buf_str(&d->code));
    buf_clear(&d->code);
}

static void write_paragraph(struct odt *d, struct str text);

/* The title's frame says it; without one a short line at the top is the title. */
static void write_slide_title(struct odt *d, struct str text)
{
    d->titled = true;
    if (!d->title_frame && (d->list || !office_is_title(text))) {
        write_paragraph(d, text);
        return;
    }
    outline_heading(&d->outline, 2, text);
    if (!d->first_title.len)
        d->first_title = str_dup(d->arena, str_trim(text));
}

/* Which level of the style a list so deep inside others has: its own, or the deepest one that the style tells of. */
static int level_of(const struct style *s, int depth)
{
    int level = depth;

    while (level > 0 && !(s->levels >> level & 1))
        level--;
    return level;
}

static struct style *item_style(const struct odt *d)
{
    if (!d->list || d->list > ODT_LEVELS)
        return NULL;
    return odt_style(&d->styles, d->item_style.len ? d->item_style : d->list_styles[d->list - 1]);
}

/* An item without a sign goes on with the one above. */
static bool is_blank(const struct odt *d)
{
    const struct style *s = item_style(d);

    return s && d->outline.last == OUTLINE_ITEM && (s->blank >> level_of(s, d->list - 1) & 1);
}

static void write_item(struct odt *d, struct str text)
{
    struct style *s = item_style(d);
    int depth = d->list - 1;
    unsigned number = 0;

    if (!str_trim(text).len)
        return;
    if (d->item_begun || is_blank(d)) {
        outline_item_more(&d->outline, depth, text);
    } else {
        if (s && (s->numbered >> level_of(s, depth) & 1)) {
            unsigned first = s->start[level_of(s, depth)], last = s->count[depth];
            number = d->item_start ? d->item_start : last ? last + 1 : first ? first : 1;
            s->count[depth] = number;
        }
        outline_item(&d->outline, depth, number, text);
    }
    d->item_begun = true;
}

/* A heading with the number that it has on paper. */
static void write_heading(struct odt *d, struct str text)
{
    struct buf out;

    if (!str_trim(text).len)
        return;
    buf_init(&out, LABEL_MAX + text.len);
    if (!d->unnumbered)
        odt_add_label(&d->styles, d->heading, &out);
    buf_add_str(&out, text);
    outline_heading(&d->outline, d->heading, buf_str(&out));
    buf_free(&out);
}

static void write_paragraph(struct odt *d, struct str text)
{
    if (str_trim(text).len)
        comments_write(&d->comments, &d->outline, d->list && d->outline.last == OUTLINE_ITEM);
    if (d->is_code && (!d->list || d->item_begun || is_blank(d))) {
        buf_add_str(&d->code, text);
        buf_add_char(&d->code, '\n');
        return;
    }
    end_code(d);
    if (d->heading) {
        write_heading(d, text);
    } else if (d->slides && !d->titled && str_trim(text).len) {
        write_slide_title(d, text);
    } else if (d->list && d->list <= ODT_LEVELS) {
        write_item(d, text);
    } else if (d->is_quote) {
        outline_quote(&d->outline, text);
    } else if (d->part == 't') {
        outline_term(&d->outline, text);
    } else if (d->part == 'd' && d->outline.last == OUTLINE_TERM) {
        outline_definition(&d->outline, text);
    } else {
        outline_paragraph(&d->outline, text);
    }
}

static void end_paragraph(struct odt *d)
{
    if (d->in_note) {
        buf_add_char(&d->line.text, ' ');
        return;
    }
    d->header |= d->table == 1 && d->part == 'c';
    if (d->table)
        office_row_add(&d->row, buf_str(&d->line.text));
    else
        write_paragraph(d, buf_str(&d->line.text));
    comments_paragraph(&d->comments);
    comments_write(&d->comments, &d->outline, d->table || d->list || d->code.len);
    buf_clear(&d->line.text);
    d->in_paragraph = d->is_code = d->is_quote = false;
    d->heading = 0;
}

/* The paragraphs of a shape stand before the one they are anchored in. */
static void leave_paragraph(struct odt *d)
{
    end_paragraph(d);
    if (d->in_note)
        return;
    d->paragraphs -= d->paragraphs > 0;
    if (d->paragraphs == 0 || d->paragraphs > NESTED_MAX)
        return;
    const struct outside *o = &d->outside[d->paragraphs - 1];
    buf_add_str(&d->line.text, o->text);
    d->in_paragraph = true;
    d->heading = o->heading;
    d->is_code = o->is_code;
    d->is_quote = o->is_quote;
    d->part = o->part;
}

static void start_paragraph(struct odt *d, const struct xml *xml)
{
    struct str name = xml_attribute(d->arena, xml, "style-name");
    const struct style *style = odt_style(&d->styles, name);

    if (d->in_note)
        return;
    if (d->paragraphs > 0 && d->paragraphs <= NESTED_MAX) {
        d->outside[d->paragraphs - 1] = (struct outside){ str_dup(d->arena, buf_str(&d->line.text)), d->heading,
                                                          d->is_code, d->is_quote, d->part };
        buf_clear(&d->line.text);
    }
    d->paragraphs++;
    d->in_paragraph = true;
    d->is_code = style ? style->code : odt_is_code_name(name);
    d->is_quote = style ? style->quote : str_contains_nocase(name, "quot");
    d->part = style && style->list ? style->list : office_style_part(name);
    d->heading = 0;
    d->unnumbered = str_is(xml_attribute(d->arena, xml, "is-list-header"), "true");
    if (str_is(xml->name, "h"))
        d->heading = (int) office_number(d->arena, xml, "outline-level", 1);
    else if (str_eq_nocase(name, str("title")))
        d->heading = 1;
}

/* A note stands in the middle of its paragraph: its mark stays there, its words wait for the end. */
static void start_note(struct odt *d)
{
    if (d->in_note++)
        return;
    d->notes++;
    buf_format(&d->line.text, "[^%u]", d->notes);
    buf_clear(&d->outer);
    buf_add_str(&d->outer, buf_str(&d->line.text));
    buf_clear(&d->line.text);
}

static void end_note(struct odt *d)
{
    if (d->in_note == 0 || --d->in_note)
        return;
    buf_format(&d->notes_text, "[^%u]: ", d->notes);
    buf_add_str(&d->notes_text, str_trim(buf_str(&d->line.text)));
    buf_add_z(&d->notes_text, "\n\n");
    buf_clear(&d->line.text);
    buf_add_str(&d->line.text, buf_str(&d->outer));
}

/* A formula is a document of its own: "./Object 1" is the folder of its content.xml. */
static void add_object(struct odt *d, const struct xml *given)
{
    struct str path = xml_attribute(d->arena, given, "href");
    struct xml xml;

    if (d->objects++ >= OBJECTS_MAX)
        return;
    path = str_starts(path, "./") ? str_sub(path, 2, path.len) : path;
    path = str_ends(path, "/") ? str_sub(path, 0, path.len - 1) : path;
    struct str part = zip_part(d->zip, str_format(d->arena, "%.*s/content.xml", STR_ARG(path)).data);
    xml_open(&xml, str_sub(part, 0, OBJECT_BYTES));
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_START && str_is(xml.name, "math"))
            buf_add_str(&d->line.text, math_read(d->arena, &xml));
        else if (type == XML_START && str_is(xml.name, "body"))
            return;
    }
}

static void start_space(struct odt *d, const struct xml *xml)
{
    int64_t n = office_number(d->arena, xml, "c", 1);

    for (int64_t i = 0; i < n && i < 200; i++)
        buf_add_char(&d->line.text, ' ');
}

static bool is_skipped(struct str name)
{
    return str_is(name, "tracked-changes") || str_is(name, "note-citation") || str_is(name, "sequence-decls") ||
           str_is(name, "table-of-content") || str_is(name, "illustration-index") || str_is(name, "table-index") ||
           str_is(name, "object-index") || str_is(name, "alphabetical-index") ||
           str_is(name, "alphabetical-index-mark") || str_is(name, "desc") || str_is(name, "title");
}

/* The name of a sheet is its heading; a hidden one says so. */
static void start_sheet(struct odt *d, const struct xml *xml)
{
    struct str name = xml_attribute(d->arena, xml, "name");
    const struct style *style = odt_style(&d->styles, xml_attribute(d->arena, xml, "style-name"));

    d->row_at = 0;
    outline_heading(&d->outline, 2,
                    style && style->hidden ? str_format(d->arena, "%.*s (hidden)", STR_ARG(name)) : name);
}

/* The value of a cell that shows no text: programs leave it to the reader to write it. */
static struct str value_of(struct odt *d, const struct xml *xml)
{
    static const char *const names[] = { "string-value", "date-value", "time-value", "boolean-value", "value" };
    struct str value = { 0 };
    double share;

    for (size_t i = 0; i < sizeof names / sizeof *names && !value.len; i++)
        value = xml_attribute(d->arena, xml, names[i]);
    if (str_is(xml_attribute(d->arena, xml, "value-type"), "percentage") && str_to_double(value, &share))
        return str_format(d->arena, "%.15g%%", share * 100);
    struct str money = xml_attribute(d->arena, xml, "currency");
    return money.len ? str_format(d->arena, "%.*s %.*s", STR_ARG(value), STR_ARG(money)) : value;
}

static void start_cell(struct odt *d, const struct xml *xml)
{
    struct str day = xml_attribute(d->arena, xml, "date-value");

    if (d->sheet)
        sheet_merge(&d->cells,
                    &(struct sheet_merge){ d->row_at, office_number(d->arena, xml, "number-rows-spanned", 1), d->row.n,
                                           (size_t) office_number(d->arena, xml, "number-columns-spanned", 1) });
    office_row_cell(&d->row);
    d->cell_comments = d->comments.waiting_n;
    d->repeat_cell = office_number(d->arena, xml, "number-columns-repeated", 1);
    /* "2024-02-01T08:30:00": seconds that are none are left out. */
    if (str_ends(day, ":00"))
        day.len -= 3;
    d->day = d->sheet && day.len > 10 && day.data[10] == 'T'
                 ? str_format(d->arena, "%.10s %.*s", day.data, (int) day.len - 11, day.data + 11)
                 : day;
    d->value = d->sheet ? value_of(d, xml) : (struct str){ 0 };
}

static void start_table(struct odt *d, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "table")) {
        end_code(d);
        if (d->table++ == 0) {
            outline_break(&d->outline);
            d->rows = 0;
            if (d->sheet)
                start_sheet(d, xml);
        }
    } else if (str_is(name, "spreadsheet")) {
        d->sheet = true;
    } else if (str_is(name, "table-header-rows")) {
        d->header = true;
    } else if (str_is(name, "table-row") && d->table == 1) {
        d->repeat_row = office_number(d->arena, xml, "number-rows-repeated", 1);
    } else if ((str_is(name, "table-cell") || str_is(name, "covered-table-cell")) && d->table == 1) {
        start_cell(d, xml);
    }
}

static void start_list(struct odt *d, const struct xml *xml)
{
    struct str name = xml_attribute(d->arena, xml, "style-name");

    if (d->list < ODT_LEVELS) {
        d->list_styles[d->list] = name.len || !d->list ? name : d->list_styles[d->list - 1];
        struct style *s = odt_style(&d->styles, d->list_styles[d->list]);
        if (s && !str_is(xml_attribute(d->arena, xml, "continue-numbering"), "true") &&
            !xml_attribute(d->arena, xml, "continue-list").len)
            s->count[d->list] = 0;
    }
    d->list++;
    d->item_style = (struct str){ 0 };
    d->item_start = 0;
}

static void start(struct odt *d, const struct xml *xml)
{
    struct str name = xml->name;

    if (str_is(name, "p") || str_is(name, "h")) {
        start_paragraph(d, xml);
    } else if (str_is(name, "s")) {
        start_space(d, xml);
    } else if (str_is(name, "tab")) {
        buf_add_char(&d->line.text, d->is_code ? '\t' : ' ');
    } else if (str_is(name, "line-break")) {
        buf_add_char(&d->line.text, '\n');
    } else if (str_is(name, "span")) {
        const struct style *style = odt_style(&d->styles, xml_attribute(d->arena, xml, "style-name"));
        d->line.place = style ? style->place : '\0';
        d->spans++;
        if (style && style->hidden && !d->hidden)
            d->hidden = d->spans;
    } else if (str_is(name, "list")) {
        start_list(d, xml);
    } else if (str_is(name, "list-item") || str_is(name, "list-header")) {
        d->item_begun = false;
        d->item_start = odt_start_of(d->arena, xml);
        d->item_style = xml_attribute(d->arena, xml, "style-override");
    } else if (str_is(name, "a")) {
        office_link_start(&d->links, xml_attribute(d->arena, xml, "href"), &d->line);
    } else if (str_is(name, "note")) {
        start_note(d);
    } else if (str_is(name, "object") && d->in_paragraph) {
        add_object(d, xml);
    } else if (str_is(name, "page") && !str_is(xml_attribute(d->arena, xml, "name"), "")) {
        d->slides = true;
        d->titled = d->title_frame = false;
    } else if (str_is(name, "frame")) {
        d->title_frame = str_is(xml_attribute(d->arena, xml, "class"), "title");
    } else {
        start_table(d, xml);
    }
}

/* A row of a sheet, as often as it is repeated. */
static void end_sheet_row(struct odt *d)
{
    for (int64_t i = 0; i < d->repeat_row && i < REPEAT_MAX && d->sheet_bytes < d->outline.out->max; i++) {
        sheet_add(&d->cells, d->row_at + i, d->row.cells, d->row.n);
        for (size_t k = 0; k < d->row.n; k++)
            d->sheet_bytes += d->row.cells[k].len;
    }
    d->row_at += d->repeat_row > 0 && d->repeat_row < ROWS_MAX ? d->repeat_row : 1;
    office_row_clear(&d->row);
}

static void end_row(struct odt *d)
{
    if (d->table != 1)
        return;
    if (d->sheet) {
        end_sheet_row(d);
        return;
    }
    while (d->row.n && !d->row.cells[d->row.n - 1].len && d->row.n > 1 && d->repeat_cell > 1)
        d->row.n--;
    size_t before = d->outline.out->len;
    outline_row(&d->outline, d->row.cells, d->row.n);
    bool written = d->outline.out->len > before;
    if (written && d->rows == 0 && d->header)
        outline_header(&d->outline);
    d->rows += written;
    d->header = false;
    office_row_clear(&d->row);
}

static void end_cell(struct odt *d)
{
    struct str *cell = d->row.n ? &d->row.cells[d->row.n - 1] : NULL;

    if (cell && d->sheet)
        *cell = d->day.len ? d->day : cell->len ? *cell : d->value;
    struct str same = d->row.n ? d->row.cells[d->row.n - 1] : (struct str){ 0 };

    comments_about(&d->comments, d->cell_comments, same);
    for (int64_t i = 1; i < d->repeat_cell && i < OUTLINE_COLUMNS_MAX; i++) {
        office_row_cell(&d->row);
        office_row_add(&d->row, same);
    }
}

static void end_table(struct odt *d)
{
    d->table -= d->table > 0;
    if (d->table)
        return;
    if (d->sheet) {
        sheet_write(&d->cells, &d->outline);
        comments_paragraph(&d->comments);
        comments_write(&d->comments, &d->outline, false);
    }
    outline_break(&d->outline);
}

static void end(struct odt *d, struct str name)
{
    if (str_is(name, "p") || str_is(name, "h")) {
        leave_paragraph(d);
    } else if (str_is(name, "span")) {
        d->line.place = '\0';
        d->hidden = d->hidden == d->spans ? 0 : d->hidden;
        d->spans -= d->spans > 0;
    } else if (str_is(name, "list")) {
        d->list -= d->list > 0;
        d->item_begun = d->list > 0;
    } else if (str_is(name, "a")) {
        office_link_end(&d->links, &d->line);
    } else if (str_is(name, "note")) {
        end_note(d);
    } else if ((str_is(name, "table-cell") || str_is(name, "covered-table-cell")) && d->table == 1) {
        end_cell(d);
    } else if (str_is(name, "table-row")) {
        end_row(d);
    } else if (str_is(name, "table")) {
        end_table(d);
    }
}

/* <office:annotation>: who made it, when, and paragraphs. Its end stands where the words end that it is about. */
static void read_annotation(struct odt *d, struct xml *xml)
{
    struct str id = xml_attribute(d->arena, xml, "name");
    struct buf words, author;
    bool in_author = false, in_text = false;

    buf_init(&words, COMMENT_BYTES);
    buf_init(&author, 200);
    for (enum xml_type type; (type = xml_next(xml)) != XML_END_OF_FILE;) {
        if (type == XML_END && str_is(xml->name, "annotation"))
            break;
        if (type == XML_TEXT && (in_author || in_text))
            xml_add_text(xml, in_author ? &author : &words);
        else if (type != XML_TEXT && str_is(xml->name, "creator"))
            in_author = type == XML_START && !xml->empty;
        else if (type != XML_TEXT && str_is(xml->name, "p"))
            in_text = type == XML_START && !xml->empty;
        if (type == XML_END && str_is(xml->name, "p"))
            buf_add_char(&words, ' ');
    }
    if (!id.len) /* about a place, not about words */
        id = str_format(d->arena, " %zu", d->comments.n);
    struct comment *comment = comments_add(&d->comments, id);
    if (comment) {
        comment->author = str_dup(d->arena, str_trim(buf_str(&author)));
        comment->text = str_dup(d->arena, str_trim(buf_str(&words)));
        comments_range(&d->comments, id, buf_str(&d->line.text), true);
        comments_here(&d->comments, id);
    }
    buf_free(&words);
    buf_free(&author);
}

static void write_body(struct odt *d, struct str text)
{
    struct xml xml;
    bool body = false;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && !d->outline.out->over;) {
        if (type == XML_START && str_is(xml.name, "body"))
            body = true;
        if (type != XML_TEXT && is_skipped(xml.name))
            d->skip += type == XML_START ? 1 : d->skip > 0 ? -1 : 0;
        if (!body || d->skip)
            continue;
        if (type == XML_START && str_is(xml.name, "annotation"))
            read_annotation(d, &xml);
        else if (type == XML_START && str_is(xml.name, "annotation-end"))
            comments_range(&d->comments, xml_attribute(d->arena, &xml, "name"), buf_str(&d->line.text), false);
        else if (type == XML_START)
            start(d, &xml);
        else if (type == XML_END)
            end(d, xml.name);
        else if (d->hidden)
            d->hidden_bytes += xml.text.len;
        else if (d->in_paragraph)
            office_line_add(&d->line, &xml);
    }
    while (d->paragraphs > 0 && !d->in_note)
        leave_paragraph(d);
    end_code(d);
    comments_paragraph(&d->comments);
    comments_write(&d->comments, &d->outline, false);
}

static bool wanted(struct str name)
{
    return str_is(name, "content.xml") || str_ends(name, "/content.xml") || str_is(name, "styles.xml") ||
           str_is(name, "meta.xml");
}

int format_odt(struct format_input *in, struct document *ret, struct error *e)
{
    struct odt d = { .arena = in->arena,
                     .outline = { .out = in->text },
                     .row = { .arena = in->arena },
                     .cells = { .arena = in->arena } };
    struct buf *const bufs[] = { &d.line.text, &d.code, &d.outer, &d.notes_text };
    const struct office_kind kind = { "OpenDocument file", "content.xml", ", or it is encrypted", wanted };
    struct zip zip;
    int r = office_open(in, &kind, &zip, e);

    if (r < 0)
        return r;
    d.zip = &zip;
    for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
        buf_init(bufs[i], in->text->max);
    odt_styles_init(&d.styles, in->arena);
    comments_init(&d.comments, in->arena);
    d.links = (struct office_links){ .arena = in->arena, .document = ret };
    odt_styles_read(&d.styles, zip_part(&zip, "styles.xml"));
    odt_styles_read(&d.styles, zip_part(&zip, "content.xml"));
    office_properties(in, zip_part(&zip, "meta.xml"), ret);
    write_body(&d, zip_part(&zip, "content.xml"));
    if (d.notes_text.len) {
        buf_add_z(in->text, "\n\n");
        buf_add_str(in->text, buf_str(&d.notes_text));
    }
    if (!ret->title.len)
        ret->title = d.first_title;
    office_title(in, ret);
    ret->hidden_bytes = d.hidden_bytes;
    for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
        buf_free(bufs[i]);
    return 0;
}
