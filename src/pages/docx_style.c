#include "pages/docx_style.h"

enum { STYLES_MAX = 2000, NUMBERINGS_MAX = 2000, START_MAX = 1000000, BASED_MAX = 10, LABEL_MAX = 100 };

static int last_digit(struct str name)
{
    char c = name.len ? name.data[name.len - 1] : ' ';

    return c >= '1' && c <= '9' ? c - '0' : 0;
}

/* What a style's name says; the names in styles.xml are English in every language. */
static void name_style(struct style *s, struct str name)
{
    int digit = last_digit(name);
    char part = office_style_part(name);

    if (part)
        s->kind = part == 't' ? STYLE_TERM : part == 'd' ? STYLE_DEFINITION : STYLE_COLUMN;
    else if (str_eq_nocase(name, str("toc heading")) || str_eq_nocase(name, str("contents heading")))
        s->kind = STYLE_CONTENTS;
    else if (str_starts_nocase(name, "heading") && digit)
        s->kind = STYLE_HEADING, s->level = digit;
    else if (str_eq_nocase(name, str("title")))
        s->kind = STYLE_HEADING, s->level = 1;
    else if (str_starts_nocase(name, "list bullet") || str_starts_nocase(name, "listbullet"))
        s->kind = STYLE_BULLET, s->level = digit ? digit - 1 : 0;
    else if (str_starts_nocase(name, "list number") || str_starts_nocase(name, "listnumber"))
        s->kind = STYLE_NUMBER, s->level = digit ? digit - 1 : 0;
    else if (str_starts_nocase(name, "toc ") && digit)
        s->kind = STYLE_CONTENTS;
    else if (str_contains_nocase(name, "quot") || str_eq_nocase(name, str("block text")))
        s->kind = STYLE_QUOTE;
    else if (str_contains_nocase(name, "preformatted") || str_contains_nocase(name, "source code") ||
             str_contains_nocase(name, "code block") || str_eq_nocase(name, str("code")))
        s->kind = STYLE_CODE;
}

static void read_styles(struct docx_styles *d, struct str text)
{
    struct xml xml;
    struct style *s = NULL;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_END && str_is(xml.name, "style"))
            s = NULL;
        if (type != XML_START)
            continue;
        if (str_is(xml.name, "style") && d->n < STYLES_MAX) {
            d->styles = arena_grow(d->arena, d->styles, &d->capacity, d->n + 1, sizeof *d->styles);
            s = &d->styles[d->n++];
            *s = (struct style){ .id = xml_attribute(d->arena, &xml, "styleId"), .list = -1 };
            if (s->id.len)
                wordmap_put(&d->by_id, s->id, (uint32_t) (d->n - 1));
        } else if (s && str_is(xml.name, "numId")) {
            s->list = office_number(d->arena, &xml, "val", 0);
        } else if (s && str_is(xml.name, "ilvl")) {
            s->list_level = office_number(d->arena, &xml, "val", 0);
        } else if (s && str_is(xml.name, "basedOn")) {
            s->based = xml_attribute(d->arena, &xml, "val");
        } else if (s && str_is(xml.name, "name")) {
            name_style(s, xml_attribute(d->arena, &xml, "val"));
        } else if (s && s->kind == STYLE_PLAIN && str_is(xml.name, "outlineLvl")) {
            int64_t level = office_number(d->arena, &xml, "val", 9);
            if (level >= 0 && level < 6)
                s->kind = STYLE_HEADING, s->level = (int) level + 1;
            s->body = level >= 6;
        }
    }
}

/* A style is what the nearest one that it is based on is, where it does not say so itself. */
static void inherit(struct docx_styles *d)
{
    for (size_t i = 0; i < d->n; i++) {
        struct style *s = &d->styles[i];
        int64_t at = (int64_t) i;
        for (int steps = 0; steps < BASED_MAX && (at = wordmap_get(&d->by_id, d->styles[at].based)) >= 0; steps++) {
            const struct style *from = &d->styles[at];
            if (s->body && from->kind == STYLE_HEADING)
                break;
            if (s->kind == STYLE_PLAIN)
                s->kind = from->kind, s->level = from->level;
            if (s->list < 0)
                s->list = from->list, s->list_level = from->list_level;
        }
    }
}

static struct numbering *add_numbering(struct docx_styles *d, bool abstract, int64_t id)
{
    struct numbering **items = abstract ? &d->abstracts : &d->lists;
    size_t *n = abstract ? &d->abstracts_n : &d->lists_n;
    size_t *capacity = abstract ? &d->abstracts_capacity : &d->lists_capacity;

    if (*n >= NUMBERINGS_MAX)
        return NULL;
    *items = arena_grow(d->arena, *items, capacity, *n + 1, sizeof **items);
    (*items)[*n] = (struct numbering){ .id = id };
    for (int i = 0; i < DOCX_LEVELS; i++)
        (*items)[*n].start[i] = 1;
    return &(*items)[(*n)++];
}

/* A list is like its abstract one, which stands before it, but for what it says itself. */
static void copy_abstract(const struct docx_styles *d, int64_t abstract, struct numbering *list)
{
    int64_t id = list->id;

    for (size_t i = 0; i < d->abstracts_n; i++)
        if (d->abstracts[i].id == abstract) {
            *list = d->abstracts[i];
            list->id = id;
            list->abstract = i + 1;
        }
}

static void read_level(struct docx_styles *d, const struct xml *xml, int64_t level, struct numbering *ret)
{
    if (str_is(xml->name, "numFmt")) {
        struct str format = xml_attribute(d->arena, xml, "val");
        ret->bullet[level] = str_is(format, "bullet") || str_is(format, "none");
        ret->digits[level] = str_ends(format, "Letter") ? 'a' : str_ends(format, "Roman") ? 'i' : '1';
        if (str_starts(format, "upper"))
            ret->digits[level] = (char) (ret->digits[level] + 'A' - 'a');
    } else if (str_is(xml->name, "lvlText")) {
        ret->form[level] = str_trim(xml_attribute(d->arena, xml, "val"));
        ret->blank[level] = ret->bullet[level] && !ret->form[level].len;
    } else if (str_is(xml->name, "start") || str_is(xml->name, "startOverride")) {
        int64_t start = office_number(d->arena, xml, "val", 1);
        ret->start[level] = start > 0 && start < START_MAX ? start : 1;
        ret->restarts[level] = str_is(xml->name, "startOverride");
    }
}

static void read_numbering(struct docx_styles *d, struct str text)
{
    struct xml xml;
    struct numbering *now = NULL;
    int64_t level = 0;

    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type != XML_START)
            continue;
        if (str_is(xml.name, "abstractNum")) {
            now = add_numbering(d, true, office_number(d->arena, &xml, "abstractNumId", -1));
        } else if (str_is(xml.name, "num")) {
            now = add_numbering(d, false, office_number(d->arena, &xml, "numId", -1));
        } else if (str_is(xml.name, "lvl") || str_is(xml.name, "lvlOverride")) {
            level = office_number(d->arena, &xml, "ilvl", 0);
        } else if (now && str_is(xml.name, "abstractNumId")) {
            copy_abstract(d, office_number(d->arena, &xml, "val", -1), now);
        } else if (now && level >= 0 && level < DOCX_LEVELS) {
            read_level(d, &xml, level, now);
        }
    }
}

struct style docx_style(const struct docx_styles *d, struct str id)
{
    struct style found = { .id = id, .list = -1 };
    int64_t at = wordmap_get(&d->by_id, id);

    if (at >= 0)
        return d->styles[at];
    name_style(&found, id);
    return found;
}

struct numbering *docx_numbering(const struct docx_styles *d, int64_t list)
{
    for (size_t i = 0; i < d->lists_n; i++)
        if (d->lists[i].id == list)
            return &d->lists[i];
    return NULL;
}

unsigned docx_next_number(struct docx_styles *d, struct numbering *n, int64_t level)
{
    if (!n || n->bullet[level])
        return 0;
    unsigned *count = n->abstract ? d->abstracts[n->abstract - 1].count : n->count;
    for (int64_t k = level + 1; k < DOCX_LEVELS; k++)
        count[k] = 0;
    count[level] = count[level] && !n->restarts[level] ? count[level] + 1 : (unsigned) n->start[level];
    n->restarts[level] = false;
    return count[level];
}

struct str docx_next_label(struct docx_styles *d, struct numbering *n, int64_t level)
{
    struct buf out;

    if (!docx_next_number(d, n, level))
        return (struct str){ 0 };
    const unsigned *count = n->abstract ? d->abstracts[n->abstract - 1].count : n->count;
    struct str form = n->form[level];
    buf_init(&out, LABEL_MAX);
    for (size_t i = 0; i < form.len; i++) {
        int at = form.data[i] == '%' && i + 1 < form.len ? form.data[i + 1] - '1' : -1;
        if (at >= 0 && at <= level) {
            office_add_number(&out, count[at] ? count[at] : (unsigned) n->start[at],
                              n->digits[at] ? n->digits[at] : '1');
            i++;
        } else {
            buf_add_char(&out, form.data[i]);
        }
    }
    return buf_take(&out, d->arena);
}

void docx_styles_read(struct docx_styles *d, struct arena *arena, struct str styles, struct str numbering)
{
    *d = (struct docx_styles){ .arena = arena };
    wordmap_init(&d->by_id, arena, 64);
    read_styles(d, styles);
    inherit(d);
    read_numbering(d, numbering);
}
