/* Books: the chapters of the spine, in its order, with everything in them. */
#include "pages/office.h"

enum { CHAPTERS_MAX = 3000, NESTING_MAX = 64 };

static bool wanted(struct str name)
{
    return str_is(name, "META-INF/container.xml") || str_ends(name, ".opf") || str_ends(name, ".xhtml") ||
           str_ends(name, ".html") || str_ends(name, ".htm") || str_ends(name, ".xml");
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
    struct zip zip;

    int r = zip_read(in->arena, in->bytes, "EPUB", wanted, &zip, e);
    if (r < 0)
        return r;
    struct str path = package_path(in->arena, &zip), opf = zip_part(&zip, str_z(in->arena, path));
    if (!opf.len)
        return error_set(e, ERROR_PARSE, "the EPUB does not say what its chapters are (no package file)");
    office_properties(in, opf, ret);
    read_package(in->arena, opf, &book);
    for (size_t i = 0; i < book.spine.n && !in->text->over; i++)
        for (size_t k = 0; k < book.n; k++) {
            if (!str_eq(book.items[k].id, book.spine.items[i]) || book.items[k].navigation)
                continue;
            struct str name = resolve(in->arena, folder_of(path), book.items[k].href);
            if (in->text->len)
                buf_add_z(in->text, "\n\n");
            html_fragment(in->arena, zip_part(&zip, str_z(in->arena, name)), in->text);
            break;
        }
    return 0;
}
