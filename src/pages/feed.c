#include "pages/format.h"
#include "pages/metadata.h"
#include "pages/canonical.h"
#include "pages/xml.h"
#include "text/charset.h"

enum { ITEMS_MAX = 500, FIELD_MAX = 256 * 1024 };

struct item {
    struct str title, link, date, author, text;
};

struct feed {
    struct format_input *in;
    struct document *ret;
    size_t links_capacity;
    struct item item;
    bool inside; /* of an item */
    size_t items;
};

static void add_item(struct feed *f)
{
    struct format_input *in = f->in;
    struct item *item = &f->item;

    if (++f->items > ITEMS_MAX)
        return;
    if (item->title.len)
        buf_format(in->text, "## %.*s\n\n", STR_ARG(canonical_line(in->arena, item->title, 500)));
    if (item->date.len || item->author.len)
        buf_format(in->text, "%.*s%s%.*s\n\n", STR_ARG(item->date), item->date.len && item->author.len ? ", " : "",
                   STR_ARG(canonical_line(in->arena, item->author, 200)));
    html_fragment(in->arena, item->text, in->text);
    buf_add_z(in->text, "\n\n");
    if (item->link.len && f->ret->links_n < ITEMS_MAX) {
        f->ret->links = arena_grow(in->arena, f->ret->links, &f->links_capacity, f->ret->links_n + 1,
                                   sizeof *f->ret->links);
        f->ret->links[f->ret->links_n++] = (struct document_link){ canonical_line(in->arena, item->title, 200),
                                                                   item->link };
    }
}

/* A field's text; markup inside it (Atom's xhtml) counts as its words. */
static struct str field_text(struct feed *f, struct xml *xml)
{
    struct buf text;
    int depth = 1;

    buf_init(&text, FIELD_MAX);
    while (depth > 0 && !text.over) {
        enum xml_type type = xml_next(xml);
        if (type == XML_END_OF_FILE)
            break;
        if (type == XML_TEXT)
            xml_add_text(xml, &text);
        else
            buf_add_char(&text, ' ');
        depth += type == XML_START;
        depth -= type == XML_END;
    }
    while (depth > 0) { /* too long: skip to its end */
        enum xml_type type = xml_next(xml);
        if (type == XML_END_OF_FILE)
            break;
        depth += type == XML_START;
        depth -= type == XML_END;
    }
    return str_trim(buf_take(&text, f->in->arena));
}

static void take(struct str *field, struct str value)
{
    if (value.len > field->len)
        *field = value;
}

static void read_field(struct feed *f, struct xml *xml)
{
    struct str name = xml->name;
    struct item *item = &f->item;
    struct arena *arena = f->in->arena;

    if (str_is(name, "link")) {
        struct str href = xml_attribute(arena, xml, "href"), rel = xml_attribute(arena, xml, "rel");
        struct str text = field_text(f, xml);
        struct str link = href.len ? href : text;
        if (link.len && (!rel.len || str_is(rel, "alternate")))
            *(f->inside ? &item->link : &f->ret->url) = link;
        return;
    }
    bool wanted = str_is(name, "title") || str_is(name, "pubDate") || str_is(name, "published") ||
                  str_is(name, "updated") || str_is(name, "date") || str_is(name, "author") ||
                  str_is(name, "creator") || str_is(name, "description") || str_is(name, "summary") ||
                  str_is(name, "content") || str_is(name, "encoded") || str_is(name, "language") ||
                  str_is(name, "subtitle");
    if (!wanted)
        return;
    struct str field = str_dup(arena, name), value = field_text(f, xml);
    if (str_is(field, "title")) {
        struct str *title = f->inside ? &item->title : &f->ret->title;
        if (!title->len)
            *title = value;
    } else if (str_is(field, "author") || str_is(field, "creator")) {
        *(f->inside ? &item->author : &f->ret->author) = value;
    } else if (str_is(field, "language")) {
        f->ret->language = str_lower_ascii(arena, str_sub(value, 0, 2));
    } else if (field.data[0] == 'p' || str_is(field, "date") || str_is(field, "updated")) {
        struct str *date = f->inside ? &item->date : &f->ret->date;
        if (!date->len)
            *date = metadata_date(arena, value);
    } else if (f->inside) {
        take(&item->text, value);
    } else if (value.len) {
        buf_format(f->in->text, "%.*s\n\n", STR_ARG(canonical_line(arena, value, 2000)));
    }
}

int format_feed(struct format_input *in, struct document *ret, struct error *e)
{
    struct feed f = { .in = in, .ret = ret };
    struct xml xml;

    xml_open(&xml, charset_decode(in->arena, in->bytes, in->hints->content_type, true, &ret->charset));
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE && !in->text->over;) {
        bool item = str_is(xml.name, "item") || str_is(xml.name, "entry");
        if (type == XML_START && item) {
            f.item = (struct item){ 0 };
            f.inside = true;
        } else if (type == XML_END && item && f.inside) {
            add_item(&f);
            f.inside = false;
        } else if (type == XML_START) {
            read_field(&f, &xml);
        }
    }
    if (f.items > ITEMS_MAX)
        document_warn(in->arena, ret, "%zu of %zu entries %s left out", f.items - ITEMS_MAX, f.items,
                      f.items - ITEMS_MAX == 1 ? "was" : "were");
    (void) e;
    return 0;
}
