#include "pages/block.h"

#include "pages/math.h"

enum { NODE_ROOM = 4 }; /* in the text, beside a node's own: a space, a sign, an end */

struct builder {
    struct arena *arena;
    const struct tree *tree;
    struct blocks *blocks;
    struct block now; /* the one being filled */
    char *text;       /* of the whole page, one allocation */
    size_t start, n;  /* of the block in `text` */
    size_t link_bytes;
    bool gap;        /* white space is due before the next byte */
    unsigned breaks; /* <br> seen since the last byte */
    enum blocks_kind kind;
    struct place *path; /* the open elements */
    size_t depth, capacity;
    unsigned unseen; /* end of the hidden part we are in */
    bool link;       /* inside of one */
    struct math *math;
};

struct place { /* an open element */
    unsigned node, end;
    size_t from;        /* where its text starts */
    struct block outer; /* structure around it, to go back to */
    bool block, link;
};

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Sentence ends and words; bytes of other scripts count as letters. */
static void measure(struct block *b)
{
    bool in_word = false;
    size_t letters = 0;

    for (size_t i = 0; i < b->text.len; i++) {
        unsigned char c = (unsigned char) b->text.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80;

        letters += letter && c >= 0xe3 && c <= 0xed; /* lead bytes of CJK: each about half a word */
        if (letter && !in_word)
            b->words++;
        in_word = letter;
        if ((c == '.' || c == '!' || c == '?' || c == ';' || c == ':' || c == ',') && i > 0)
            b->stops += c != ':' && (i + 1 == b->text.len || is_space(b->text.data[i + 1]) ||
                                     b->text.data[i + 1] == '"' || (unsigned char) b->text.data[i + 1] >= 0x80);
        if (c == 0xe3 && i + 2 < b->text.len && (unsigned char) b->text.data[i + 1] == 0x80 &&
            ((unsigned char) b->text.data[i + 2] == 0x81 || (unsigned char) b->text.data[i + 2] == 0x82))
            b->stops++;
        if (c == 0xef && i + 2 < b->text.len && (unsigned char) b->text.data[i + 1] == 0xbc &&
            (unsigned char) b->text.data[i + 2] == 0x8c)
            b->stops++;
        if ((c == 0xd8 && i + 1 < b->text.len && (unsigned char) b->text.data[i + 1] == 0x8c))
            b->stops++;
    }
    b->words += letters / 2;
}

static void flush(struct builder *w)
{
    struct blocks *list = w->blocks;

    while (w->n > w->start && is_space(w->text[w->n - 1]))
        w->n--;
    if (w->n > w->start) {
        struct block b = w->now;

        b.text = str_n(w->text + w->start, w->n - w->start);
        b.link_bytes = (unsigned short) (w->link_bytes > 65535 ? 65535 : w->link_bytes);
        measure(&b);
        list->items = arena_grow(w->arena, list->items, &list->capacity, list->n + 1, sizeof *list->items);
        list->items[list->n++] = b;
        w->text[w->n++] = '\0';
    }
    w->start = w->n;
    w->link_bytes = 0;
    w->gap = false;
    w->breaks = 0;
    w->now.first = 0;
}

static void add_text(struct builder *w, unsigned at, struct str s, bool link)
{
    if (w->now.code) {
        if (w->n == w->start)
            w->now.first = at;
        memcpy(w->text + w->n, s.data, s.len);
        w->n += s.len;
        return;
    }
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char) s.data[i];

        if (is_space(s.data[i]) || (c == 0xc2 && i + 1 < s.len && (unsigned char) s.data[i + 1] == 0xa0)) {
            w->gap = true;
            i += c == 0xc2;
            continue;
        }
        if (w->breaks > 1)
            flush(w);
        if (w->n == w->start)
            w->now.first = at;
        else if (w->breaks)
            w->text[w->n++] = '\n';
        else if (w->gap)
            w->text[w->n++] = ' ';
        w->gap = false;
        w->breaks = 0;
        w->text[w->n++] = s.data[i];
        w->link_bytes += link;
    }
}

static void enter(struct block *b, unsigned at, unsigned tag)
{
    switch (tag) {
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6: b->heading = (unsigned char) (tag - GUMBO_TAG_H1 + 1); break;
    case GUMBO_TAG_UL:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_DIR: b->list_depth += b->list_depth < 20; break;
    case GUMBO_TAG_LI: b->item = at; break;
    case GUMBO_TAG_BLOCKQUOTE: b->quote_depth += b->quote_depth < 20; break;
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_XMP: b->code = at; break;
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_CAPTION: b->caption = true; break;
    case GUMBO_TAG_DT: b->term = true; break;
    case GUMBO_TAG_DD:
        b->definition = true;
        b->term = false;
        break;
    case GUMBO_TAG_BUTTON: b->button = true; break;
    case GUMBO_TAG_TABLE:
        b->table = at;
        b->row = b->cell = 0;
        b->item = 0;
        break;
    case GUMBO_TAG_TR: b->row = at; break;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH: b->cell = at; break;
    default: break;
    }
}

static bool is_left_out(unsigned tag)
{
    switch (tag) {
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_VIDEO:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_SVG:
    case GUMBO_TAG_DATALIST:
    case GUMBO_TAG_MAP:
    case GUMBO_TAG_TITLE:
    case GUMBO_TAG_RT:
    case GUMBO_TAG_RP:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_APPLET: return true;
    default: return false;
    }
}

/* "[12]" and "[note 3]", marks of an encyclopedia's footnotes, and the "#" or
 * "¶" behind a heading that links to itself: not part of the sentence. */
static bool is_mark(const struct tree *tree, unsigned at)
{
    static const char *const signs[] = {
        "#",
        "\xc2\xb6",
        "\xc2\xa7",
        "\xf0\x9f\x94\x97",
        "\xe2\x86\xa9", /* back from a note to its mark */
        "\xe2\x86\xa9\xef\xb8\x8e",
        "\xe2\x86\xa9\xef\xb8\x8f",
    };
    char text[16];
    size_t n = 0;

    if (tree->nodes[at].tag != GUMBO_TAG_SUP && tree->nodes[at].tag != GUMBO_TAG_A)
        return false;
    for (unsigned i = at + 1; i < tree->nodes[at].end; i++) {
        struct str s = tree->nodes[i].text;
        if (s.len > sizeof text - n)
            return false;
        if (s.len)
            memcpy(text + n, s.data, s.len);
        n += s.len;
    }
    struct str mark = str_trim(str_n(text, n));
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (str_is(mark, signs[i]))
            return true;
    return tree->nodes[at].tag == GUMBO_TAG_SUP && n > 2 && text[0] == '[' && text[n - 1] == ']';
}

static void add_link(struct builder *w, unsigned at, size_t from)
{
    struct blocks *list = w->blocks;
    struct str href = tree_attribute(&w->tree->nodes[at], "href");

    if (href.len == 0 || href.data[0] == '#')
        return;
    bool flushed = w->n == w->start && list->n > 0; /* the link held a whole block */
    struct str text = flushed ? list->items[list->n - 1].text
                              : str_trim(str_n(w->text + from, w->n > from ? w->n - from : 0));
    if (text.len == 0)
        return;
    list->links = arena_grow(w->arena, list->links, &list->links_capacity, list->links_n + 1, sizeof *list->links);
    list->links[list->links_n++] = (struct block_link){ text, href, flushed ? list->n - 1 : list->n };
}

/* A link to a note that says what it is. */
static bool is_note_mark(const struct node *node)
{
    return node->tag == GUMBO_TAG_A && (str_is(tree_attribute(node, "role"), "doc-noteref") ||
                                        str_is(tree_attribute(node, "epub:type"), "noteref") ||
                                        str_contains(tree_attribute(node, "class"), "footnote-ref"));
}

/* A raised or lowered part keeps its meaning without its place: "2^32", "H_2O". Ordinals ("1st") and marks of trade stay
 * as they are. */
static void add_place(struct builder *w, unsigned at)
{
    static const char *const plain[] = { "st", "nd", "rd", "th",       "TM",           "SM",       "er",      "e",
                                         "re", "o",  "a",  "\xc2\xae", "\xe2\x84\xa2", "\xc2\xba", "\xc2\xaa" };
    const struct tree *tree = w->tree;
    struct str text = { 0 };

    for (unsigned i = at + 1; i < tree->nodes[at].end; i++) {
        if (tree->nodes[i].tag == TREE_TEXT && !text.len)
            text = str_trim(tree->nodes[i].text);
        /* The mark of a note on this page is set off ("in 2020^3", not "in 20203"); other links are words. */
        if (tree->nodes[i].tag == GUMBO_TAG_A &&
            (!str_starts(tree_attribute(&tree->nodes[i], "href"), "#") || is_note_mark(&tree->nodes[i])))
            return;
    }
    if (!text.len || text.len > 20 || w->gap || w->breaks || w->n == w->start || is_space(w->text[w->n - 1]))
        return;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (str_is(text, plain[i]))
            return;
    w->text[w->n++] = tree->nodes[at].tag == GUMBO_TAG_SUP ? '^' : '_';
}

/* Text that is put in the place of an element, within the room that its nodes have in `text`. */
static void add_instead(struct builder *w, unsigned at, struct str text)
{
    size_t room = 0;

    for (unsigned i = at; i < w->tree->nodes[at].end; i++)
        room += w->tree->nodes[i].text.len + NODE_ROOM;
    if (text.len < room)
        add_text(w, at, text, w->link);
}

/* The name of an element of a formula, without its prefix; empty: a text. */
static struct str math_name(const struct node *node)
{
    if (!node->element)
        return (struct str){ 0 };
    struct str name = str(gumbo_normalized_tagname((GumboTag) node->tag));
    if (node->tag == GUMBO_TAG_UNKNOWN) {
        GumboStringPiece given = node->element->original_tag;
        gumbo_tag_from_original_text(&given);
        name = str_n(given.data, given.length);
    }
    ptrdiff_t colon = str_find_char(name, ':', 0);
    return colon >= 0 ? str_sub(name, (size_t) colon + 1, name.len) : name;
}

static bool is_math(const struct node *node)
{
    return node->tag == GUMBO_TAG_MATH ||
           (node->tag == GUMBO_TAG_UNKNOWN && str_eq_nocase(math_name(node), str("math")));
}

static void add_math(struct builder *w, unsigned at)
{
    const struct tree *tree = w->tree;
    unsigned open[MATH_DEPTH * 4], depth = 0;

    if (!w->math)
        w->math = arena_alloc(w->arena, sizeof *w->math);
    math_begin(w->math, w->arena);
    for (unsigned i = at + 1; i < tree->nodes[at].end; i++) {
        while (depth && i >= open[depth - 1]) {
            math_end(w->math);
            depth--;
        }
        if (tree->nodes[i].tag == TREE_TEXT) {
            math_text(w->math, tree->nodes[i].text);
        } else if (depth < sizeof open / sizeof *open) {
            math_start(w->math, math_name(&tree->nodes[i]));
            open[depth++] = tree->nodes[i].end;
        }
    }
    add_instead(w, at, math_take(w->math));
}

/* Is this an item of a list of things to do? Its boxes say what is done; those of a shop's filters say nothing. */
static bool is_task(const struct builder *w)
{
    const struct node *item = &w->tree->nodes[w->now.item];

    return w->now.item && (str_contains(tree_attribute(item, "class"), "task") ||
                           str_contains(tree_attribute(&w->tree->nodes[item->parent], "class"), "task"));
}

/* What is written otherwise than it stands there: formulas, marks of notes, boxes of a list of things to do. */
static bool replace(struct builder *w, unsigned at)
{
    const struct node *node = &w->tree->nodes[at];

    if (w->now.code)
        return false;
    if (is_math(node)) {
        add_math(w, at);
    } else if (is_note_mark(node)) {
        struct str mark = str_trim(tree_text(w->arena, w->tree, at));
        if (!mark.len || mark.len > 12 || str_starts(mark, "["))
            return false;
        add_instead(w, at, str_format(w->arena, "[^%.*s]", STR_ARG(mark)));
    } else if (node->tag == GUMBO_TAG_INPUT && w->n == w->start && is_task(w) &&
               str_is(tree_attribute(node, "type"), "checkbox")) {
        add_instead(w, at, str(gumbo_get_attribute(&node->element->attributes, "checked") ? "[x]" : "[ ]"));
        w->gap = true;
    } else {
        return false;
    }
    return true;
}

static void leave(struct builder *w)
{
    const struct place *p = &w->path[--w->depth];
    unsigned first = w->now.first;

    if (p->link) {
        add_link(w, p->node, p->from);
        w->link = false;
    }
    if (p->block)
        flush(w);
    first = p->block ? 0 : first;
    w->now = p->outer;
    w->now.first = first;
}

/* Numbers of lines beside code. */
static bool is_line_number(const struct builder *w, const struct node *node)
{
    if (node->tag == GUMBO_TAG_SPAN && w->now.code)
        return str_in_words("lineno linenos", tree_attribute(node, "class"));
    return node->tag == GUMBO_TAG_DIV && str_is(tree_attribute(node, "class"), "linenodiv");
}

/* An element that is passed over with all that is in it: what is never shown, what is hidden, a line break. */
static bool pass_over(struct builder *w, unsigned at)
{
    const struct node *node = &w->tree->nodes[at];
    bool left_out = is_left_out(node->tag) || is_mark(w->tree, at) || is_line_number(w, node) ||
                    (node->tag == GUMBO_TAG_NOSCRIPT && w->kind != BLOCKS_ALL);

    if (node->hidden && at >= w->unseen)
        w->unseen = node->end;
    if (left_out || (w->kind == BLOCKS_SHOWN && at < w->unseen)) {
        if (tree_is_block(node->tag))
            flush(w);
        else if (node->tag != GUMBO_TAG_SUP)
            w->gap = true;
        return true;
    }
    if (node->tag != GUMBO_TAG_BR)
        return false;
    if (w->now.code)
        w->text[w->n++] = '\n';
    else
        w->breaks++;
    return true;
}

/* Listings of Doxygen are no <pre>: each line is an element of its own. */
static bool is_listing(const struct tree *tree, unsigned at)
{
    const struct node *node = &tree->nodes[at];

    if (node->tag != GUMBO_TAG_DIV || !str_is(tree_attribute(node, "class"), "fragment"))
        return false;
    for (unsigned i = at + 1; i < node->end; i++)
        if (tree->nodes[i].tag != TREE_TEXT)
            return str_is(tree_attribute(&tree->nodes[i], "class"), "line");
    return false;
}

static void open_element(struct builder *w, unsigned at)
{
    const struct node *node = &w->tree->nodes[at];
    bool block = tree_is_block(node->tag);

    if (block)
        flush(w);
    w->path = arena_grow(w->arena, w->path, &w->capacity, w->depth + 1, sizeof *w->path);
    w->path[w->depth++] = (struct place){ at, node->end, w->n, w->now, block, node->tag == GUMBO_TAG_A };
    w->link |= node->tag == GUMBO_TAG_A;
    if ((node->tag == GUMBO_TAG_SUP || node->tag == GUMBO_TAG_SUB) && !w->now.code)
        add_place(w, at);
    w->now.signals |= node->signals;
    if (block) {
        w->now.node = at;
        enter(&w->now, at, node->tag);
        if (is_listing(w->tree, at))
            w->now.code = at;
    }
}

void blocks_of(struct arena *arena, const struct tree *tree, enum blocks_kind kind, struct blocks *ret)
{
    struct builder w = { .arena = arena, .tree = tree, .blocks = ret, .kind = kind };
    size_t total = 1;

    *ret = (struct blocks){ 0 };
    for (unsigned i = 0; i < tree->n; i++)
        total += tree->nodes[i].text.len + NODE_ROOM;
    w.text = arena_alloc(arena, total);
    for (unsigned i = 0; i < tree->n;) {
        const struct node *node = &tree->nodes[i];

        while (w.depth && i >= w.path[w.depth - 1].end)
            leave(&w);
        if (node->tag == TREE_TEXT) {
            if (kind == BLOCKS_ALL || (kind == BLOCKS_HIDDEN) == (i < w.unseen))
                add_text(&w, i, node->text, w.link);
            i++;
        } else if (pass_over(&w, i) || replace(&w, i)) {
            i = node->end;
        } else {
            open_element(&w, i++);
        }
    }
    while (w.depth)
        leave(&w);
    flush(&w);
}
