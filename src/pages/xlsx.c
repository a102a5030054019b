/* Sheets: each is a heading and a table with every column; dates are told from numbers by their style. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pages/office.h"

enum { SHEETS_MAX = 1000, FORMATS_MAX = 5000 };

struct xlsx {
    struct arena *arena;
    struct outline outline;
    const struct zip *zip;
    struct str_list shared;  /* strings by number */
    bool dates[FORMATS_MAX]; /* cell formats that show a date */
    size_t formats;
    struct office_row row;
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

/* A format that writes a day: letters of day and year, not only of elapsed time. */
static bool shows_date(struct str code)
{
    bool quoted = false, day = false;

    for (size_t i = 0; i < code.len; i++) {
        char c = code.data[i];
        if (c == '"')
            quoted = !quoted;
        else if (c == '[')
            while (i < code.len && code.data[i] != ']')
                i++;
        else if (!quoted)
            day |= c == 'y' || c == 'Y' || c == 'd' || c == 'D';
    }
    return day;
}

static void read_styles(struct xlsx *x, struct str text)
{
    struct xml xml;
    bool custom[1000] = { false }, in_formats = false;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type != XML_TEXT && str_is(xml.name, "cellXfs"))
            in_formats = type == XML_START;
        if (type != XML_START)
            continue;
        if (str_is(xml.name, "numFmt")) {
            int64_t id = office_number(x->arena, &xml, "numFmtId", -1);
            if (id >= 0 && id < 1000)
                custom[id] = shows_date(xml_attribute(x->arena, &xml, "formatCode"));
        } else if (in_formats && str_is(xml.name, "xf") && x->formats < FORMATS_MAX) {
            int64_t id = office_number(x->arena, &xml, "numFmtId", 0);
            x->dates[x->formats++] = (id >= 14 && id <= 17) || id == 22 || (id >= 0 && id < 1000 && custom[id]);
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

static struct str as_date(struct arena *arena, struct str value)
{
    double days;

    if (!str_to_double(value, &days) || days < 1 || days > 200000)
        return value;
    time_t seconds = ((time_t) days - 25569) * 86400;
    struct tm day;
    char text[32];
    if (!gmtime_r(&seconds, &day) || !strftime(text, sizeof text, "%Y-%m-%d", &day))
        return value;
    return str_dup(arena, str(text));
}

/* "0.1" is stored as 0.10000000000000001. */
static struct str as_number(struct arena *arena, struct str value)
{
    double number;

    if (value.len < 16 || !str_to_double(value, &number))
        return value;
    return str_format(arena, "%.15g", number);
}

struct cell {
    struct str type;
    int64_t style;
    size_t column;
};

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
        value = cell->style >= 0 && (size_t) cell->style < x->formats && x->dates[cell->style]
                    ? as_date(x->arena, value)
                    : as_number(x->arena, value);
    while (x->row.n <= cell->column && x->row.n < OUTLINE_COLUMNS_MAX)
        office_row_cell(&x->row);
    if (cell->column < x->row.n)
        x->row.cells[cell->column] = str_dup(x->arena, value);
}

static void write_sheet(struct xlsx *x, struct str text)
{
    struct xml xml;
    struct cell cell = { 0 };
    struct buf value;
    bool in_value = false;
    size_t rows = 0, next = 0;

    buf_init(&value, x->outline.out->max);
    outline_break(&x->outline);
    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && !x->outline.out->over;) {
        if (type == XML_START && str_is(xml.name, "c")) {
            cell = (struct cell){ .type = xml_attribute(x->arena, &xml, "t"),
                                  .style = office_number(x->arena, &xml, "s", -1),
                                  .column = column_of(xml_attribute(x->arena, &xml, "r"), next) };
            next = cell.column + 1;
            buf_clear(&value);
        } else if (type != XML_TEXT && (str_is(xml.name, "v") || str_is(xml.name, "t"))) {
            in_value = type == XML_START && !xml.empty;
        } else if (type == XML_TEXT && in_value) {
            xml_add_text(&xml, &value);
        } else if (type == XML_END && str_is(xml.name, "c")) {
            if (value.len)
                put_cell(x, &cell, buf_str(&value));
        } else if (type == XML_END && str_is(xml.name, "row")) {
            size_t before = x->outline.out->len;
            outline_row(&x->outline, x->row.cells, x->row.n);
            /* The first row of a sheet mostly names its columns. */
            if (x->outline.out->len > before && rows++ == 0)
                outline_header(&x->outline);
            office_row_clear(&x->row);
            next = 0;
        }
    }
    buf_free(&value);
    outline_break(&x->outline);
}

/* --- the workbook --- */

/* The part that relation `id` of the workbook leads to. */
static struct str related(struct xlsx *x, struct str id)
{
    struct xml xml;

    xml_open(&xml, zip_part(x->zip, "xl/_rels/workbook.xml.rels"));
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;)
        if (type == XML_START && str_is(xml.name, "Relationship") && str_eq(xml_attribute(x->arena, &xml, "Id"), id)) {
            struct str target = xml_attribute(x->arena, &xml, "Target");
            struct str path = str_starts(target, "/") ? str_sub(target, 1, target.len)
                                                      : str_format(x->arena, "xl/%.*s", STR_ARG(target));
            return zip_part(x->zip, str_z(x->arena, path));
        }
    return (struct str){ 0 };
}

static bool wanted(struct str name)
{
    return str_starts(name, "xl/worksheets/sheet") || str_is(name, "xl/sharedStrings.xml") ||
           str_is(name, "xl/styles.xml") || str_is(name, "xl/workbook.xml") || str_is(name, "docProps/core.xml") ||
           str_is(name, "xl/_rels/workbook.xml.rels");
}

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
    *x = (struct xlsx){
        .arena = in->arena, .outline = { .out = in->text }, .zip = &zip, .row = { .arena = in->arena }
    };
    read_shared(x, zip_part(&zip, "xl/sharedStrings.xml"));
    read_styles(x, zip_part(&zip, "xl/styles.xml"));
    office_properties(in, zip_part(&zip, "docProps/core.xml"), ret);
    xml_open(&xml, zip_part(&zip, "xl/workbook.xml"));
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && sheets < SHEETS_MAX;) {
        if (type != XML_START || !str_is(xml.name, "sheet") || in->text->over)
            continue;
        sheets++;
        struct str data = related(x, xml_attribute(in->arena, &xml, "id"));
        if (!data.len)
            continue;
        outline_heading(&x->outline, 2, xml_attribute(in->arena, &xml, "name"));
        write_sheet(x, data);
    }
    return 0;
}
