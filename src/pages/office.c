#include "pages/office.h"

#include "pages/metadata.h"

enum { LINKS_MAX = 1000, LINKS_LOOKED_AT = 200, URL_MAX = 4096 };

int office_open(struct format_input *in, const struct office_kind *kind, struct zip *ret, struct error *e)
{
    int r = zip_read(in->arena, in->bytes, kind->name, kind->wanted, ret, e);

    if (r == 0 && !zip_part(ret, kind->body).len)
        return error_set(e, ERROR_PARSE, "the %s has no %s%s", kind->name, kind->body,
                         kind->missing ? kind->missing : "");
    return r;
}

/* Where a relation of `from` ("xl/worksheets/sheet1.xml") leads to. */
static struct str target_of(struct arena *arena, struct str from, struct str target)
{
    size_t end = from.len;

    if (str_starts(target, "/"))
        return str_sub(target, 1, target.len);
    while (end > 0 && from.data[end - 1] != '/')
        end--;
    while (str_starts(target, "../") && end > 0) {
        target = str_sub(target, 3, target.len);
        for (end--; end > 0 && from.data[end - 1] != '/'; end--)
            ;
    }
    return str_format(arena, "%.*s%.*s", (int) end, from.data, STR_ARG(target));
}

/* The relations of part `from` are beside it: "xl/_rels/workbook.xml.rels". */
static struct str relation(struct arena *arena, const struct zip *zip, struct str from, struct str id, const char *type)
{
    struct xml xml;
    size_t name = from.len;

    while (name > 0 && from.data[name - 1] != '/')
        name--;
    struct str rels = str_format(arena, "%.*s_rels/%.*s.rels", (int) name, from.data, (int) (from.len - name),
                                 from.data + name);
    xml_open(&xml, zip_part(zip, rels.data));
    for (enum xml_type piece; (piece = xml_next(&xml)) != XML_END_OF_FILE;)
        if (piece == XML_START && str_is(xml.name, "Relationship") &&
            (type ? str_ends(xml_attribute(arena, &xml, "Type"), type) : str_eq(xml_attribute(arena, &xml, "Id"), id)))
            return target_of(arena, from, xml_attribute(arena, &xml, "Target"));
    return (struct str){ 0 };
}

struct str office_related(struct arena *arena, const struct zip *zip, struct str from, struct str id)
{
    return relation(arena, zip, from, id, NULL);
}

struct str office_related_type(struct arena *arena, const struct zip *zip, struct str from, const char *type_ends)
{
    return relation(arena, zip, from, (struct str){ 0 }, type_ends);
}

void office_properties(struct format_input *in, struct str text, struct document *ret)
{
    struct xml xml;
    struct str last = { 0 };

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_START)
            last = xml.name;
        if (type == XML_END)
            last = (struct str){ 0 };
        if (type != XML_TEXT || !last.len)
            continue;
        struct buf value;
        buf_init(&value, 4096);
        xml_add_text(&xml, &value);
        struct str found = str_trim(buf_take(&value, in->arena));
        if (!found.len)
            continue;
        if (str_is(last, "title") && !ret->title.len)
            ret->title = found;
        else if (str_is(last, "creator") || (str_is(last, "initial-creator") && !ret->author.len))
            ret->author = found;
        else if (str_is(last, "created") || str_is(last, "creation-date") ||
                 ((str_is(last, "modified") || str_is(last, "date")) && !ret->date.len))
            ret->date = metadata_date(in->arena, found);
        else if (str_is(last, "language") && found.len >= 2)
            ret->language = str_lower_ascii(in->arena, str_sub(found, 0, 2));
    }
}

void office_title(struct format_input *in, struct document *ret)
{
    struct str text = buf_str(in->text), line;

    if (!ret->title.len && str_next_line(&text, &line) && str_starts(line, "# "))
        ret->title = str_dup(in->arena, str_sub(line, 2, line.len));
}

static bool is_wordy(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char) c >= 0x80 ||
           c == ')' || c == ']';
}

/* "1st" is no power. */
static bool is_ordinal(struct str s)
{
    return str_is(s, "st") || str_is(s, "nd") || str_is(s, "rd") || str_is(s, "th");
}

void office_line_add(struct office_line *line, const struct xml *xml)
{
    struct buf *text = &line->text;

    if (line->place && text->len && is_wordy(text->data[text->len - 1]) && !is_ordinal(str_trim(xml->text)))
        buf_add_char(text, line->place);
    line->place = '\0';
    xml_add_text(xml, text);
}

void office_link_start(struct office_links *links, struct str url, const struct office_line *line)
{
    bool web = str_starts(url, "http://") || str_starts(url, "https://");

    links->url = web && url.len <= URL_MAX ? url : (struct str){ 0 };
    links->start = line->text.len;
}

void office_link_end(struct office_links *links, const struct office_line *line)
{
    struct document *d = links->document;
    struct str url = links->url, words = str_trim(str_sub(buf_str(&line->text), links->start, line->text.len));

    links->url = (struct str){ 0 };
    if (!url.len || d->links_n >= LINKS_MAX)
        return;
    for (size_t i = 0; i < d->links_n && i < LINKS_LOOKED_AT; i++)
        if (str_eq(d->links[i].url, url))
            return;
    d->links = arena_grow(links->arena, d->links, &links->capacity, d->links_n + 1, sizeof *d->links);
    d->links[d->links_n++] = (struct document_link){ str_dup(links->arena, words), url };
}

void office_row_clear(struct office_row *row) { row->n = 0; }

void office_row_cell(struct office_row *row)
{
    if (row->n < OUTLINE_COLUMNS_MAX)
        row->cells[row->n++] = (struct str){ 0 };
}

void office_row_add(struct office_row *row, struct str text)
{
    text = str_trim(text);
    if (!row->n || !text.len)
        return;
    struct str *cell = &row->cells[row->n - 1];
    *cell = cell->len ? str_format(row->arena, "%.*s %.*s", STR_ARG(*cell), STR_ARG(text)) : str_dup(row->arena, text);
}

int64_t office_number(struct arena *arena, const struct xml *xml, const char *name, int64_t absent)
{
    int64_t value;

    return str_to_int(xml_attribute(arena, xml, name), &value) ? value : absent;
}

char office_style_part(struct str name)
{
    static const struct {
        const char *name;
        char part;
    } parts[] = {
        { "listheading", 't' },          { "listcontents", 'd' },
        { "tableheading", 'c' },         { "definitionterm", 't' },
        { "definitiontermtight", 't' },  { "definition", 'd' },
        { "definitiondefinition", 'd' }, { "definitiondefinitiontight", 'd' },
    };
    char plain[32];
    size_t n = 0;

    for (size_t i = 0; i < name.len && n < sizeof plain; i++) {
        if (str_starts(str_sub(name, i, name.len), "_20_"))
            i += 3;
        else if (name.data[i] != ' ')
            plain[n++] = name.data[i];
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (str_eq_nocase(str_n(plain, n), str(parts[i].name)))
            return parts[i].part;
    return '\0';
}

bool office_is_title(struct str text)
{
    enum { TITLE_BYTES = 100 };

    text = str_trim(text);
    return text.len && text.len <= TITLE_BYTES && !str_ends(text, ".") && str_find_char(text, '\n', 0) < 0;
}

void office_add_number(struct buf *out, unsigned n, char digits)
{
    static const struct {
        unsigned value;
        const char *sign;
    } roman[] = { { 1000, "m" }, { 900, "cm" }, { 500, "d" }, { 400, "cd" }, { 100, "c" }, { 90, "xc" }, { 50, "l" },
                  { 40, "xl" },  { 10, "x" },   { 9, "ix" },  { 5, "v" },    { 4, "iv" },  { 1, "i" } };
    size_t from = out->len;

    if (digits == '1' || n > 3999 || (n > 26 && (digits == 'a' || digits == 'A'))) {
        buf_format(out, "%u", n);
        return;
    }
    if (digits == 'a' || digits == 'A')
        buf_add_char(out, (char) (digits + (int) n - 1));
    for (size_t i = 0; (digits == 'i' || digits == 'I') && i < sizeof roman / sizeof *roman; i++)
        for (; n >= roman[i].value; n -= roman[i].value)
            buf_add_z(out, roman[i].sign);
    for (size_t i = from; digits == 'I' && i < out->len; i++)
        out->data[i] = (char) (out->data[i] + 'A' - 'a');
}
