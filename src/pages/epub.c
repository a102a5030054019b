/* Books: the chapters of the spine, in its order, with everything in them. */
#include "pages/office.h"

enum { CHAPTERS_MAX = 3000, CLASSES_MAX = 100 };

static bool wanted(struct str name)
{
    return str_is(name, "META-INF/container.xml") || str_ends(name, ".opf") || str_ends(name, ".xhtml") ||
           str_ends(name, ".html") || str_ends(name, ".htm") || str_ends(name, ".xml") || str_ends(name, ".css");
}

/* The folder of a path with its slash; empty at the top. */
static struct str folder_of(struct str path)
{
    for (size_t i = path.len; i-- > 0;)
        if (path.data[i] == '/')
            return str_sub(path, 0, i + 1);
    return (struct str){ 0 };
}

/* "%20" and its like; "../" is taken back. */
static struct str resolve(struct arena *arena, struct str folder, struct str href)
{
    struct buf path;

    for (size_t i = 0; i < href.len; i++)
        if (href.data[i] == '#')
            href.len = i;
    while (str_starts(href, "../")) {
        href = str_sub(href, 3, href.len);
        folder = folder_of(str_sub(folder, 0, folder.len ? folder.len - 1 : 0));
    }
    buf_init(&path, 4096);
    buf_add_str(&path, folder);
    for (size_t i = 0; i < href.len; i++) {
        char hex[3] = { 0 };
        int64_t c = 0;
        if (href.data[i] == '%' && i + 2 < href.len) {
            memcpy(hex, href.data + i + 1, 2);
            for (int k = 0; k < 2; k++) {
                char h = hex[k];
                int digit = h >= '0' && h <= '9'   ? h - '0'
                            : h >= 'a' && h <= 'f' ? h - 'a' + 10
                            : h >= 'A' && h <= 'F' ? h - 'A' + 10
                                                   : -1;
                c = digit < 0 || c < 0 ? -1 : c * 16 + digit;
            }
            if (c > 0) {
                buf_add_char(&path, (char) c);
                i += 2;
                continue;
            }
        }
        buf_add_char(&path, href.data[i]);
    }
    return buf_take(&path, arena);
}

/* --- raised and lowered text --- */

/* Whether a rule of a style sheet raises ('^') or lowers ('_') text: by its name, or moved and smaller. */
static char rule_place(struct str rule)
{
    ptrdiff_t top = str_find(rule, str(" top:"), 0);

    if (str_contains(rule, "vertical-align: super") || str_contains(rule, "vertical-align:super"))
        return '^';
    if (str_contains(rule, "vertical-align: sub") || str_contains(rule, "vertical-align:sub"))
        return '_';
    if (top < 0 || !str_contains(rule, "font-size: 0.") || !str_contains(rule, "position: relative"))
        return '\0';
    return str_starts(str_trim(str_sub(rule, (size_t) top + 5, rule.len)), "-") ? '^' : '_';
}

/* The classes of ".name { … }" that raise or lower text, each behind its sign. */
static void read_sheet(struct arena *arena, struct str sheet, struct str_list *ret)
{
    struct str rule;

    while (ret->n < CLASSES_MAX && str_next(&sheet, '}', &rule)) {
        ptrdiff_t open = str_find_char(rule, '{', 0);
        struct str name = str_trim(str_sub(rule, 0, open < 0 ? 0 : (size_t) open));
        char place = open < 0 ? '\0' : rule_place(str_sub(rule, (size_t) open, rule.len));
        if (place && str_starts(name, "."))
            str_list_add(arena, ret, str_format(arena, "%c%.*s", place, STR_ARG(str_sub(name, 1, name.len))));
    }
}

static char place_of(const struct str_list *classes, struct str name)
{
    for (size_t i = 0; i < classes->n; i++)
        if (str_eq(str_sub(classes->items[i], 1, classes->items[i].len), name))
            return classes->items[i].data[0];
    return '\0';
}

/* <span class="…"> of such a class, with nothing but text inside, becomes <sup> or <sub>. */
static struct str with_places(struct arena *arena, const struct str_list *classes, struct str html)
{
    static const char start[] = "<span class=\"", end[] = "</span>";
    struct buf out;
    size_t at = 0;
    ptrdiff_t found;

    if (!classes->n)
        return html;
    buf_init(&out, 2 * html.len + 64);
    while ((found = str_find(html, str(start), at)) >= 0) {
        size_t from = (size_t) found + sizeof start - 1;
        ptrdiff_t quote = str_find_char(html, '"', from), close = str_find_char(html, '<', from);
        char place = quote < 0 ? '\0' : place_of(classes, str_sub(html, from, (size_t) quote));
        bool plain = place && close > quote + 1 && html.data[quote + 1] == '>' &&
                     str_starts(str_sub(html, (size_t) close, html.len), end);
        buf_add_str(&out, str_sub(html, at, plain ? (size_t) found : from));
        if (plain) {
            struct str inside = str_sub(html, (size_t) quote + 2, (size_t) close);
            buf_format(&out, place == '^' ? "<sup>%.*s</sup>" : "<sub>%.*s</sub>", STR_ARG(inside));
        }
        at = plain ? (size_t) close + sizeof end - 1 : from;
    }
    buf_add_str(&out, str_sub(html, at, html.len));
    return buf_take(&out, arena);
}

struct item {
    struct str id, href;
    bool navigation;
};

struct book {
    struct item *items;
    size_t n, capacity;
    struct str_list spine; /* ids */
};

static void read_package(struct arena *arena, struct str opf, struct book *ret)
{
    struct xml xml;

    xml_open(&xml, opf);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type != XML_START)
            continue;
        if (str_is(xml.name, "item") && ret->n < CHAPTERS_MAX) {
            ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
            ret->items[ret->n++] = (struct item){ xml_attribute(arena, &xml, "id"), xml_attribute(arena, &xml, "href"),
                                                  str_contains(xml_attribute(arena, &xml, "properties"), "nav") };
        } else if (str_is(xml.name, "itemref") && ret->spine.n < CHAPTERS_MAX) {
            str_list_add(arena, &ret->spine, xml_attribute(arena, &xml, "idref"));
        }
    }
}

static struct str package_path(struct arena *arena, const struct zip *zip)
{
    struct xml xml;

    xml_open(&xml, zip_part(zip, "META-INF/container.xml"));
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;)
        if (type == XML_START && str_is(xml.name, "rootfile"))
            return xml_attribute(arena, &xml, "full-path");
    for (size_t i = 0; i < zip->n; i++)
        if (str_ends(zip->parts[i].name, ".opf"))
            return zip->parts[i].name;
    return (struct str){ 0 };
}

int format_epub(struct format_input *in, struct document *ret, struct error *e)
{
    struct book book = { 0 };
    struct str_list classes = { 0 };
    struct zip zip;

    int r = zip_read(in->arena, in->bytes, "EPUB", wanted, &zip, e);
    if (r < 0)
        return r;
    struct str path = package_path(in->arena, &zip), opf = zip_part(&zip, str_z(in->arena, path));
    if (!opf.len)
        return error_set(e, ERROR_PARSE, "the EPUB does not say what its chapters are (no package file)");
    office_properties(in, opf, ret);
    read_package(in->arena, opf, &book);
    for (size_t i = 0; i < zip.n; i++)
        if (str_ends(zip.parts[i].name, ".css"))
            read_sheet(in->arena, zip_part(&zip, str_z(in->arena, zip.parts[i].name)), &classes);
    for (size_t i = 0; i < book.spine.n && !in->text->over; i++)
        for (size_t k = 0; k < book.n; k++) {
            if (!str_eq(book.items[k].id, book.spine.items[i]) || book.items[k].navigation)
                continue;
            struct str name = resolve(in->arena, folder_of(path), book.items[k].href);
            if (in->text->len)
                buf_add_z(in->text, "\n\n");
            html_fragment(in->arena, with_places(in->arena, &classes, zip_part(&zip, str_z(in->arena, name))),
                          in->text);
            break;
        }
    return 0;
}
