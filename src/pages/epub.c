/* Books: the chapters of the spine, in its order, with everything in them. */
#include "pages/office.h"

enum { CHAPTERS_MAX = 3000, CLASSES_MAX = 200, LEVELS_MAX = 4, HEADING_POINTS = 14 };

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

/* --- what style sheets say --- */

/* LibreOffice and converters write headings, code and raised figures as text of a class; only the style sheet tells. */
struct style {
    struct str name;
    char place; /* '^' raised, '_' lowered, 0 neither */
    bool bold, mono;
    double size; /* in points, of 12 for text; 0: not said */
};

struct styles {
    struct arena *arena;
    struct style *items;
    size_t n, capacity;
    double levels[LEVELS_MAX]; /* sizes of headings, largest first; 0: no further */
};

/* The value of a property in the body of a rule, empty if it is not there. */
static struct str property(struct str rule, const char *name)
{
    struct str part, key;

    while (str_next(&rule, ';', &part)) {
        ptrdiff_t colon = str_find_char(part, ':', 0);

        if (colon < 0)
            continue;
        key = str_trim(str_sub(part, 0, (size_t) colon));
        if (str_is(key, name))
            return str_trim(str_sub(part, (size_t) colon + 1, part.len));
    }
    return (struct str){ 0 };
}

/* Whether a rule raises ('^') or lowers ('_') text: by its name, or moved and smaller. */
static char rule_place(struct str rule)
{
    struct str align = property(rule, "vertical-align"), top = property(rule, "top");

    if (str_is(align, "super"))
        return '^';
    if (str_is(align, "sub"))
        return '_';
    if (!top.len || !str_starts(property(rule, "font-size"), "0.") || !str_is(property(rule, "position"), "relative"))
        return '\0';
    return str_starts(top, "-") ? '^' : '_';
}

/* "18pt", "1.5em", "150%": in points. */
static double points_of(struct str size)
{
    static const struct {
        const char *unit;
        double points;
    } units[] = { { "pt", 1 }, { "px", 0.75 }, { "rem", 12 }, { "em", 12 }, { "%", 0.12 } };
    double value = 0;

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_ends(size, units[i].unit))
            return str_to_double(str_sub(size, 0, size.len - strlen(units[i].unit)), &value) && value > 0 &&
                           value < 10000
                       ? value * units[i].points
                       : 0;
    return 0;
}

/* Bold and larger than text: how headings look. */
static bool is_large(const struct style *style) { return style->bold && style->size >= HEADING_POINTS; }

static void add_level(struct styles *styles, double size)
{
    size_t i = 0;

    while (i < LEVELS_MAX && styles->levels[i] > size)
        i++;
    if (i == LEVELS_MAX || styles->levels[i] == size)
        return;
    memmove(&styles->levels[i + 1], &styles->levels[i], (LEVELS_MAX - 1 - i) * sizeof *styles->levels);
    styles->levels[i] = size;
}

/* The classes of ".name { … }". */
static void read_sheet(struct str sheet, struct styles *ret)
{
    struct str rule;

    while (ret->n < CLASSES_MAX && str_next(&sheet, '}', &rule)) {
        ptrdiff_t open = str_find_char(rule, '{', 0);
        struct str name = str_trim(str_sub(rule, 0, open < 0 ? 0 : (size_t) open));
        if (!str_starts(name, "."))
            continue;
        rule = str_sub(rule, (size_t) open + 1, rule.len);
        struct style style = { .name = str_sub(name, 1, name.len),
                               .place = rule_place(rule),
                               .bold = str_is(property(rule, "font-weight"), "bold"),
                               .mono = str_contains_nocase(property(rule, "font-family"), "mono") ||
                                       str_contains_nocase(property(rule, "font-family"), "courier"),
                               .size = points_of(property(rule, "font-size")) };
        if (!style.place && !style.mono && !is_large(&style))
            continue;
        ret->items = arena_grow(ret->arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
        ret->items[ret->n++] = style;
        if (is_large(&style))
            add_level(ret, style.size);
    }
}

static const struct style *style_of(const struct styles *styles, struct str name)
{
    for (size_t i = 0; i < styles->n; i++)
        if (str_eq(styles->items[i].name, name))
            return &styles->items[i];
    return NULL;
}

/* <span class="…"> at `at` with nothing but text inside: its style and its text; `*end` is behind it. */
static bool span_at(const struct styles *styles, struct str html, size_t at, const struct style **style,
                    struct str *inside, size_t *end)
{
    static const char start[] = "<span class=\"", stop[] = "</span>";

    if (!str_starts(str_sub(html, at, html.len), start))
        return false;
    size_t from = at + sizeof start - 1;
    ptrdiff_t quote = str_find_char(html, '"', from), close = str_find_char(html, '<', from);
    if (quote < 0 || close <= quote || html.data[quote + 1] != '>' ||
        !str_starts(str_sub(html, (size_t) close, html.len), stop))
        return false;
    *style = style_of(styles, str_sub(html, from, (size_t) quote));
    *inside = str_sub(html, (size_t) quote + 2, (size_t) close);
    *end = (size_t) close + sizeof stop - 1;
    return true;
}

/* A paragraph of such spans alone: a heading's level, or 'c' for code, if all of them are that; 0 for text. `text` gets
 * what they hold. */
static int paragraph_kind(const struct styles *styles, struct str html, struct buf *text)
{
    const struct style *style = NULL;
    struct str inside;
    size_t at = 0, code = 0, n = 0;
    double size = 0;

    for (; at < html.len && span_at(styles, html, at, &style, &inside, &at); n++) {
        if (!style || style->place || (!style->mono && !is_large(style)))
            return 0;
        code += style->mono;
        size = style->size > size ? style->size : size;
        buf_add_str(text, inside);
    }
    if (at < html.len || n == 0 || (code && code < n))
        return 0;
    for (int i = 0; !code && i < LEVELS_MAX; i++)
        if (styles->levels[i] == size)
            return i + 1;
    return code ? 'c' : 0;
}

/* Paragraphs that only their classes make headings or code, as such. Code goes on in the next paragraph. */
static struct str with_headings(const struct styles *styles, struct str html)
{
    struct buf out, text;
    size_t at = 0;
    ptrdiff_t found;
    bool code = false;

    buf_init(&out, 2 * html.len + 64);
    buf_init(&text, html.len + 64);
    while ((found = str_find(html, str("<p class=\""), at)) >= 0) {
        ptrdiff_t open = str_find_char(html, '>', (size_t) found), close = str_find(html, str("</p>"), (size_t) found);
        if (open < 0 || close < open)
            break;
        buf_clear(&text);
        int kind = paragraph_kind(styles, str_sub(html, (size_t) open + 1, (size_t) close), &text);
        if (code && (kind != 'c' || (size_t) found > at))
            buf_add_z(&out, "</pre>");
        buf_add_str(&out, str_sub(html, at, (size_t) found));
        if (kind == 'c')
            buf_format(&out, "%s%.*s\n", code && (size_t) found == at ? "" : "<pre>", STR_ARG(buf_str(&text)));
        else if (kind)
            buf_format(&out, "<h%d>%.*s</h%d>", kind, STR_ARG(buf_str(&text)), kind);
        else
            buf_add_str(&out, str_sub(html, (size_t) found, (size_t) close + 4));
        code = kind == 'c';
        at = (size_t) close + 4;
    }
    buf_add_z(&out, code ? "</pre>" : "");
    buf_add_str(&out, str_sub(html, at, html.len));
    buf_free(&text);
    return buf_take(&out, styles->arena);
}

/* Spans that only their class raises or lowers become <sup> or <sub>. */
static struct str with_places(const struct styles *styles, struct str html)
{
    struct buf out;
    size_t at = 0;
    ptrdiff_t found;

    buf_init(&out, 2 * html.len + 64);
    while ((found = str_find(html, str("<span "), at)) >= 0) {
        const struct style *style = NULL;
        struct str inside;
        size_t end;
        bool moved = span_at(styles, html, (size_t) found, &style, &inside, &end) && style && style->place;

        buf_add_str(&out, str_sub(html, at, (size_t) found + (moved ? 0 : 1)));
        at = moved ? end : (size_t) found + 1;
        if (moved)
            buf_format(&out, style->place == '^' ? "<sup>%.*s</sup>" : "<sub>%.*s</sub>", STR_ARG(inside));
    }
    buf_add_str(&out, str_sub(html, at, html.len));
    return buf_take(&out, styles->arena);
}

/* The number before a note, a link back to its mark, is written as other formats have it: "[^1]: ". */
static struct str with_notes(struct arena *arena, struct str html)
{
    static const char note[] = "<aside epub:type=\"footnote\"", back[] = "<sup><a href=\"#", end[] = "</a></sup>";
    struct buf out;
    size_t at = 0;
    ptrdiff_t found;

    if (!str_contains(html, note))
        return html;
    buf_init(&out, html.len + 64);
    while ((found = str_find(html, str(note), at)) >= 0) {
        ptrdiff_t close = str_find(html, str("</aside>"), (size_t) found),
                  from = str_find(html, str(back), (size_t) found);
        ptrdiff_t number = from < 0 ? -1 : str_find_char(html, '>', (size_t) from + sizeof back);
        ptrdiff_t stop = number < 0 ? -1 : str_find(html, str(end), (size_t) number);
        if (stop < 0 || close < stop)
            break;
        buf_add_str(&out, str_sub(html, at, (size_t) from));
        buf_format(&out, "[^%.*s]: ", STR_ARG(str_sub(html, (size_t) number + 1, (size_t) stop)));
        at = (size_t) stop + sizeof end - 1;
    }
    buf_add_str(&out, str_sub(html, at, html.len));
    return buf_take(&out, arena);
}

static struct str with_styles(const struct styles *styles, struct str html)
{
    html = with_notes(styles->arena, html);
    return styles->n ? with_places(styles, with_headings(styles, html)) : html;
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
    struct styles styles = { .arena = in->arena };
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
            read_sheet(zip_part(&zip, str_z(in->arena, zip.parts[i].name)), &styles);
    for (size_t i = 0; i < book.spine.n && !in->text->over; i++)
        for (size_t k = 0; k < book.n; k++) {
            if (!str_eq(book.items[k].id, book.spine.items[i]) || book.items[k].navigation)
                continue;
            struct str name = resolve(in->arena, folder_of(path), book.items[k].href);
            if (in->text->len)
                buf_add_z(in->text, "\n\n");
            html_fragment(in->arena, with_styles(&styles, zip_part(&zip, str_z(in->arena, name))), in->text);
            break;
        }
    return 0;
}
