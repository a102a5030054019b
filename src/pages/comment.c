#include "pages/comment.h"

#include "pages/office.h"

enum { COMMENTS_MAX = 10000, ON_MAX = 100, TEXT_MAX = 64 * 1024 };

void comments_init(struct comments *c, struct arena *arena)
{
    *c = (struct comments){ .arena = arena };
    wordmap_init(&c->by_id, arena, 16);
}

struct comment *comments_add(struct comments *c, struct str id)
{
    if (c->n >= COMMENTS_MAX)
        return NULL;
    c->items = arena_grow(c->arena, c->items, &c->capacity, c->n + 1, sizeof *c->items);
    c->items[c->n] = (struct comment){ .id = id };
    if (id.len)
        wordmap_put(&c->by_id, id, (uint32_t) c->n);
    return &c->items[c->n++];
}

void comments_read_docx(struct comments *c, struct str text)
{
    struct xml xml;
    struct buf words;
    struct comment *now = NULL;
    bool in_text = false;

    buf_init(&words, TEXT_MAX);
    xml_open(&xml, text);
    for (enum xml_type type; (type = xml_next(&xml)) != XML_END_OF_FILE;) {
        if (type == XML_START && str_is(xml.name, "comment")) {
            now = comments_add(c, xml_attribute(c->arena, &xml, "id"));
            if (now)
                now->author = xml_attribute(c->arena, &xml, "author");
            buf_clear(&words);
        } else if (type != XML_TEXT && str_is(xml.name, "t")) {
            in_text = type == XML_START && !xml.empty;
        } else if (type == XML_TEXT && in_text) {
            xml_add_text(&xml, &words);
        } else if (type == XML_END && str_is(xml.name, "p")) {
            buf_add_char(&words, ' ');
        } else if (type == XML_END && str_is(xml.name, "comment") && now) {
            now->text = str_dup(c->arena, str_trim(buf_str(&words)));
            now = NULL;
        }
    }
    buf_free(&words);
}

static struct comment *find(struct comments *c, struct str id)
{
    int64_t at = wordmap_get(&c->by_id, id);

    return at < 0 ? NULL : &c->items[at];
}

void comments_range(struct comments *c, struct str id, struct str line, bool start)
{
    struct comment *comment = find(c, id);

    if (start) {
        if (c->ranges_n < COMMENT_RANGES) {
            c->ranges[c->ranges_n].id = id;
            c->ranges[c->ranges_n++].start = line.len;
        }
        return;
    }
    for (size_t i = 0; comment && i < c->ranges_n; i++)
        if (str_eq(c->ranges[i].id, id) && c->ranges[i].start <= line.len) {
            struct str on = str_trim(str_sub(line, c->ranges[i].start, line.len));
            comment->on = on.len <= ON_MAX && str_find_char(on, '\n', 0) < 0 ? str_dup(c->arena, on)
                                                                             : (struct str){ 0 };
        }
}

void comments_here(struct comments *c, struct str id)
{
    int64_t at = wordmap_get(&c->by_id, id);

    if (at < 0)
        return;
    c->waiting = arena_grow(c->arena, c->waiting, &c->waiting_capacity, c->waiting_n + 1, sizeof *c->waiting);
    c->waiting[c->waiting_n++] = (size_t) at;
}

void comments_about(struct comments *c, size_t from, struct str cell)
{
    cell = str_trim(cell);
    for (size_t i = from; i < c->waiting_n; i++)
        if (!c->items[c->waiting[i]].on.len && cell.len <= ON_MAX)
            c->items[c->waiting[i]].on = str_dup(c->arena, cell);
}

void comments_paragraph(struct comments *c)
{
    c->ranges_n = 0;
    c->before = c->waiting_n;
}

/* On one line. */
static struct str flat(struct arena *arena, struct str text)
{
    char *out = arena_copy(arena, text.data ? text.data : "", text.len);

    for (size_t i = 0; i < text.len; i++)
        out[i] = out[i] == '\n' || out[i] == '\r' ? ' ' : out[i];
    return str_n(out, text.len);
}

void comments_write(struct comments *c, struct outline *outline, bool more)
{
    if (more || !c->before)
        return;
    for (size_t i = 0; i < c->before; i++) {
        const struct comment *comment = &c->items[c->waiting[i]];
        struct str by = str(comment->author.len ? " by " : ""), on = str(comment->on.len ? " on “" : "");
        struct str text = flat(c->arena, comment->text);
        if (text.len)
            outline_paragraph(outline, str_format(c->arena, "[Comment%.*s%.*s%.*s%.*s%s: %.*s]", STR_ARG(by),
                                                  STR_ARG(comment->author), STR_ARG(on), STR_ARG(comment->on),
                                                  on.len ? "”" : "", STR_ARG(text)));
    }
    c->waiting_n -= c->before;
    memmove(c->waiting, c->waiting + c->before, c->waiting_n * sizeof *c->waiting);
    c->before = 0;
}
