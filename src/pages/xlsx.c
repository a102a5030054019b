/* Sheets: each is a heading and its tables with every column; cells are written as they show their values. */
#include "pages/comment.h"
#include "pages/office.h"
#include "pages/sheet.h"
#include "pages/xlsx_format.h"

enum { SHEETS_MAX = 1000, FORMATS_MAX = 5000, CODES_MAX = 1000, TEXT_MAX = 64 * 1024 };
enum { FIRST_DAY = 25569, FIRST_DAY_1904 = 24107 }; /* days before 1970 that counting begins at */

struct xlsx {
    struct arena *arena;
    struct outline outline;
    const struct zip *zip;
    struct str_list shared;                  /* strings by number */
    struct xlsx_format formats[FORMATS_MAX]; /* of cells */
    size_t formats_n;
    int first_day;
    struct office_row row;
    struct sheet sheet;
    size_t bytes; /* of cells, so far */
};

/* --- the parts beside the sheets --- */

static void read_shared(struct xlsx *x, struct str text)
{
    struct xml xml;
    struct buf now;
    bool in_text = false, phonetic = false;

    buf_init(&now, ZIP_BYTES_MAX);
    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type != XML_TEXT && str_is(xml.name, "rPh"))
            phonetic = type == XML_START;
        if (type != XML_TEXT && str_is(xml.name, "t"))
            in_text = type == XML_START && !xml.empty;
        if (type == XML_TEXT && in_text && !phonetic)
            xml_add_text(&xml, &now);
        if (type == XML_END && str_is(xml.name, "si")) {
            str_list_add(x->arena, &x->shared, str_dup(x->arena, buf_str(&now)));
            buf_clear(&now);
        }
    }
    buf_free(&now);
}

static void read_styles(struct xlsx *x, struct str text)
{
    struct str *codes = arena_calloc(x->arena, CODES_MAX, sizeof *codes);
    struct xml xml;
    bool in_formats = false;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type != XML_TEXT && str_is(xml.name, "cellXfs"))
            in_formats = type == XML_START;
        if (type != XML_START)
            continue;
        int64_t id = office_number(x->arena, &xml, "numFmtId", 0);
        bool known = id >= 0 && id < CODES_MAX;
        if (str_is(xml.name, "numFmt") && known) {
            codes[id] = xml_attribute(x->arena, &xml, "formatCode");
        } else if (in_formats && str_is(xml.name, "xf") && x->formats_n < FORMATS_MAX) {
            struct xlsx_format *format = &x->formats[x->formats_n++];
            if (known && codes[id].len)
                xlsx_format_read(x->arena, codes[id], format);
            else
                xlsx_format_known(id, format);
        }
    }
}

/* --- cells --- */

/* Column of "BC12": 54. */
static size_t column_of(struct str place, size_t absent)
{
    size_t n = 0;

    for (size_t i = 0; i < place.len && place.data[i] >= 'A' && place.data[i] <= 'Z' && n < 20000; i++)
        n = n * 26 + (size_t) (place.data[i] - 'A' + 1);
    return n ? n - 1 : absent;
}

/* Row of "BC12". */
static int64_t row_of(struct str place, int64_t absent)
{
    int64_t row;

    while (place.len && (place.data[0] < '0' || place.data[0] > '9'))
        place = str_sub(place, 1, place.len);
    return str_to_int(place, &row) ? row : absent;
}

struct cell {
    struct str type;
    int64_t style;
    size_t column;
};

static const struct xlsx_format *format_of(const struct xlsx *x, const struct cell *cell)
{
    static const struct xlsx_format general;

    return cell->style >= 0 && (size_t) cell->style < x->formats_n ? &x->formats[cell->style] : &general;
}

static void put_cell(struct xlsx *x, const struct cell *cell, struct str value)
{
    int64_t at;

    value = str_trim(value);
    if (str_is(cell->type, "s"))
        value = str_to_int(value, &at) && at >= 0 && (size_t) at < x->shared.n ? x->shared.items[at]
                                                                               : (struct str){ 0 };
    else if (str_is(cell->type, "b"))
        value = str(str_is(value, "1") ? "TRUE" : "FALSE");
    else if (!cell->type.len || str_is(cell->type, "n"))
        value = xlsx_show(x->arena, format_of(x, cell), value, x->first_day);
    while (x->row.n <= cell->column && x->row.n < OUTLINE_COLUMNS_MAX)
        office_row_cell(&x->row);
    if (cell->column < x->row.n)
        x->row.cells[cell->column] = str_dup(x->arena, value);
    x->bytes += value.len;
}

/* "B2:D2" */
static void read_merge(struct xlsx *x, struct str ref)
{
    ptrdiff_t colon = str_find_char(ref, ':', 0);
    struct str first = str_sub(ref, 0, colon < 0 ? ref.len : (size_t) colon),
               last = colon < 0 ? first : str_sub(ref, (size_t) colon + 1, ref.len);
    size_t left = column_of(first, 0), right = column_of(last, 0);
    int64_t top = row_of(first, 0), bottom = row_of(last, 0);

    if (right >= left && bottom >= top)
        sheet_merge(&x->sheet, &(struct sheet_merge){ top, bottom - top + 1, left, right - left + 1 });
}

/* A cell whose formula was never reckoned has the formula only. */
static void end_cell(struct xlsx *x, const struct cell *cell, struct buf *value, struct buf *formula)
{
    if (value->len)
        put_cell(x, cell, buf_str(value));
    else if (formula->len)
        put_cell(x, &(struct cell){ str("str"), -1, cell->column },
                 str_format(x->arena, "=%.*s", STR_ARG(buf_str(formula))));
}

static void read_rows(struct xlsx *x, struct xml *xml, struct buf *value, struct buf *formula)
{
    struct cell cell = { 0 };
    struct buf *into = NULL;
    size_t next = 0;
    int64_t at = 0;

    for (enum xml_type type; (type = xml_next(xml)) != XML_END_OF_FILE && x->bytes < x->outline.out->max;) {
        if (type == XML_START && str_is(xml->name, "c")) {
            cell = (struct cell){ .type = xml_attribute(x->arena, xml, "t"),
                                  .style = office_number(x->arena, xml, "s", -1),
                                  .column = column_of(xml_attribute(x->arena, xml, "r"), next) };
            next = cell.column + 1;
            buf_clear(value);
            buf_clear(formula);
        } else if (type != XML_TEXT && (str_is(xml->name, "v") || str_is(xml->name, "t") || str_is(xml->name, "f"))) {
            into = type == XML_END || xml->empty ? NULL : str_is(xml->name, "f") ? formula : value;
        } else if (type == XML_TEXT && into) {
            xml_add_text(xml, into);
        } else if (type == XML_END && str_is(xml->name, "c")) {
            end_cell(x, &cell, value, formula);
        } else if (type == XML_START && str_is(xml->name, "row")) {
            at = office_number(x->arena, xml, "r", at + 1);
        } else if (type == XML_END && str_is(xml->name, "row")) {
            sheet_add(&x->sheet, at, x->row.cells, x->row.n);
            office_row_clear(&x->row);
            next = 0;
        } else if (type == XML_START && str_is(xml->name, "mergeCell")) {
            read_merge(x, xml_attribute(x->arena, xml, "ref"));
        }
    }
    x->outline.out->over |= x->bytes >= x->outline.out->max;
}

static void write_sheet(struct xlsx *x, struct str text)
{
    struct xml xml;
    struct buf value, formula;

    buf_init(&value, x->outline.out->max);
    buf_init(&formula, TEXT_MAX);
    xml_open(&xml, text);
    read_rows(x, &xml, &value, &formula);
    sheet_write(&x->sheet, &x->outline);
    office_row_clear(&x->row);
    buf_free(&value);
    buf_free(&formula);
}

/* --- comments --- */

/* Excel writes the author's name in front of a note, and words of its own in front of a thread. */
static struct str comment_words(struct str text, struct str author)
{
    ptrdiff_t thread = str_starts(text, "[Threaded comment]") ? str_find(text, str("Comment:"), 0) : -1;

    if (thread >= 0)
        text = str_sub(text, (size_t) thread + 8, text.len);
    else if (author.len && text.len > author.len && str_eq(str_sub(text, 0, author.len), author) &&
             text.data[author.len] == ':')
        text = str_sub(text, author.len + 1, text.len);
    return str_trim(text);
}

static void end_comment(struct comments *c, struct str ref, struct str author, struct str text)
{
    struct comment *comment = comments_add(c, ref);

    if (!comment)
        return;
    comment->author = str_starts(author, "tc=") ? (struct str){ 0 } : author; /* of threads: no name */
    comment->on = ref;
    comment->text = str_dup(c->arena, comment_words(str_trim(text), author));
    comments_here(c, ref);
}

static void write_comments(struct xlsx *x, struct str part)
{
    struct comments comments;
    struct str_list authors = { 0 };
    struct str ref = { 0 };
    struct xml xml;
    struct buf text;
    int64_t author = -1;
    bool in_text = false;

    comments_init(&comments, x->arena);
    buf_init(&text, TEXT_MAX);
    xml_open(&xml, part);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_START && str_is(xml.name, "comment")) {
            ref = xml_attribute(x->arena, &xml, "ref");
            author = office_number(x->arena, &xml, "authorId", -1);
            buf_clear(&text);
        } else if (type != XML_TEXT && (str_is(xml.name, "t") || str_is(xml.name, "author"))) {
            in_text = type == XML_START && !xml.empty;
            if (type == XML_END && str_is(xml.name, "author")) {
                str_list_add(x->arena, &authors, str_dup(x->arena, str_trim(buf_str(&text))));
                buf_clear(&text);
            }
        } else if (type == XML_TEXT && in_text) {
            xml_add_text(&xml, &text);
        } else if (type == XML_END && str_is(xml.name, "comment")) {
            bool known = author >= 0 && (size_t) author < authors.n;
            end_comment(&comments, ref, known ? authors.items[author] : (struct str){ 0 }, buf_str(&text));
        }
    }
    buf_free(&text);
    comments_paragraph(&comments);
    comments_write(&comments, &x->outline, false);
}

/* --- the workbook --- */

static bool wanted(struct str name)
{
    return str_starts(name, "xl/worksheets/") || str_starts(name, "xl/comments") ||
           str_is(name, "xl/sharedStrings.xml") || str_is(name, "xl/styles.xml") || str_is(name, "xl/workbook.xml") ||
           str_is(name, "docProps/core.xml") || str_is(name, "xl/_rels/workbook.xml.rels");
}

/* One sheet: its name, its tables, its comments. A hidden one says so. */
static void read_sheet(struct xlsx *x, const struct xml *xml)
{
    struct str name = xml_attribute(x->arena, xml, "name"), state = xml_attribute(x->arena, xml, "state");
    struct str part = office_related(x->arena, x->zip, str("xl/workbook.xml"), xml_attribute(x->arena, xml, "id"));
    struct str data = part.len ? zip_part(x->zip, str_z(x->arena, part)) : part;

    if (!data.len)
        return;
    if (str_contains_nocase(state, "hidden"))
        name = str_format(x->arena, "%.*s (hidden)", STR_ARG(name));
    outline_heading(&x->outline, 2, name);
    write_sheet(x, data);
    part = office_related_type(x->arena, x->zip, part, "/comments");
    if (part.len)
        write_comments(x, zip_part(x->zip, str_z(x->arena, part)));
}

static bool is_on(struct str value) { return str_is(value, "1") || str_is(value, "true"); }

int format_xlsx(struct format_input *in, struct document *ret, struct error *e)
{
    const struct office_kind kind = { "XLSX", "xl/workbook.xml", NULL, wanted };
    struct xlsx *x = arena_alloc(in->arena, sizeof *x);
    struct zip zip;
    struct xml xml;
    int sheets = 0;

    int r = office_open(in, &kind, &zip, e);

    if (r < 0)
        return r;
    *x = (struct xlsx){ .arena = in->arena,
                        .outline = { .out = in->text },
                        .zip = &zip,
                        .first_day = FIRST_DAY,
                        .row = { .arena = in->arena },
                        .sheet = { .arena = in->arena } };
    read_shared(x, zip_part(&zip, "xl/sharedStrings.xml"));
    read_styles(x, zip_part(&zip, "xl/styles.xml"));
    office_properties(in, zip_part(&zip, "docProps/core.xml"), ret);
    xml_open(&xml, zip_part(&zip, "xl/workbook.xml"));
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && sheets < SHEETS_MAX && !in->text->over;) {
        if (type == XML_START && str_is(xml.name, "workbookPr") && is_on(xml_attribute(in->arena, &xml, "date1904")))
            x->first_day = FIRST_DAY_1904;
        if (type != XML_START || !str_is(xml.name, "sheet"))
            continue;
        sheets++;
        read_sheet(x, &xml);
    }
    return 0;
}
