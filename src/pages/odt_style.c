#include "pages/odt_style.h"

enum { STYLES_MAX = 4000, START_MAX = 1000000 }; /* the highest number that a list begins with */

void odt_styles_init(struct odt_styles *d, struct arena *arena)
{
    *d = (struct odt_styles){ .arena = arena };
    wordmap_init(&d->by_name, arena, 64);
}

struct style *odt_style(const struct odt_styles *d, struct str name)
{
    int64_t at = wordmap_get(&d->by_name, name);

    return at < 0 ? NULL : &d->items[at];
}

bool odt_is_code_name(struct str name)
{
    return str_contains_nocase(name, "preformatted") || str_contains_nocase(name, "source_20_code") ||
           str_contains_nocase(name, "source code");
}

/* "super 58%", "33% 80%" stand higher, "sub 58%", "-8% 80%" lower. */
static char place_of(struct str position)
{
    if (str_starts(position, "sub") || str_starts(position, "-"))
        return '_';
    return str_starts(position, "super") || (position.len && position.data[0] >= '1' && position.data[0] <= '9') ? '^'
                                                                                                                 : '\0';
}

unsigned odt_start_of(struct arena *arena, const struct xml *xml)
{
    int64_t start = office_number(arena, xml, "start-value", 0);

    return start > 0 && start < START_MAX ? (unsigned) start : 0;
}

static void read_level(struct odt_styles *d, const struct xml *xml, struct style *ret)
{
    int64_t level = office_number(d->arena, xml, "level", 1);

    if (level < 1 || level > ODT_LEVELS)
        return;
    unsigned bit = 1u << (level - 1);
    struct str sign = xml_attribute(d->arena, xml, "bullet-char");
    ret->levels |= bit;
    ret->start[level - 1] = odt_start_of(d->arena, xml);
    if (str_ends(xml->name, "number") && xml_attribute(d->arena, xml, "num-format").len)
        ret->numbered |= bit;
    else if (sign.len && !str_trim(sign).len) /* without a word of it the sign is the usual one */
        ret->blank |= bit;
}

static void read_outline_level(struct odt_styles *d, const struct xml *xml)
{
    int64_t level = office_number(d->arena, xml, "level", 1), shown = office_number(d->arena, xml, "display-levels", 1);
    struct str digits = xml_attribute(d->arena, xml, "num-format");
    unsigned start = odt_start_of(d->arena, xml);

    if (level < 1 || level > ODT_LEVELS)
        return;
    d->levels[level - 1] = (struct outline_level){ .digits = digits.len ? digits.data[0] : '\0',
                                                   .shown = shown > 0 && shown <= level ? (int) shown : 1,
                                                   .start = start ? start : 1,
                                                   .before = xml_attribute(d->arena, xml, "num-prefix"),
                                                   .behind = xml_attribute(d->arena, xml, "num-suffix") };
}

void odt_styles_read(struct odt_styles *d, struct str text)
{
    struct xml xml;
    struct style *s = NULL;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_START && (str_is(xml.name, "body") || d->n >= STYLES_MAX))
            return;
        if (type != XML_START)
            continue;
        if (str_is(xml.name, "style") || str_is(xml.name, "list-style")) {
            d->items = arena_grow(d->arena, d->items, &d->capacity, d->n + 1, sizeof *d->items);
            s = &d->items[d->n++];
            struct str parent = xml_attribute(d->arena, &xml, "parent-style-name");
            *s = (struct style){ .name = xml_attribute(d->arena, &xml, "name") };
            if (s->name.len)
                wordmap_put(&d->by_name, s->name, (uint32_t) (d->n - 1));
            s->code = odt_is_code_name(parent) || odt_is_code_name(s->name);
            s->quote = str_contains_nocase(parent, "quot") || str_contains_nocase(s->name, "quot");
            s->list = office_style_part(office_style_part(parent) ? parent : s->name);
        } else if (s && str_is(xml.name, "text-properties")) {
            s->place = place_of(xml_attribute(d->arena, &xml, "text-position"));
            s->hidden = str_is(xml_attribute(d->arena, &xml, "display"), "none");
        } else if (s && str_is(xml.name, "table-properties")) {
            s->hidden = str_is(xml_attribute(d->arena, &xml, "display"), "false");
        } else if (s && str_starts(xml.name, "list-level-style-")) {
            read_level(d, &xml, s);
        } else if (str_is(xml.name, "outline-level-style")) {
            read_outline_level(d, &xml);
        }
    }
}

void odt_add_label(struct odt_styles *d, int level, struct buf *ret)
{
    struct outline_level *l = level >= 1 && level <= ODT_LEVELS ? &d->levels[level - 1] : NULL;

    if (!l || !l->digits)
        return;
    l->count = l->count ? l->count + 1 : l->start;
    for (int i = level; i < ODT_LEVELS; i++)
        d->levels[i].count = 0;
    buf_add_str(ret, l->before);
    for (int i = level - l->shown; i < level; i++) {
        const struct outline_level *of = &d->levels[i];
        office_add_number(ret, of->count ? of->count : 1, of->digits ? of->digits : '1');
        buf_add_z(ret, i + 1 < level ? "." : "");
    }
    buf_add_str(ret, l->behind);
    buf_add_char(ret, ' ');
}
