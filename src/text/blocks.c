#include "text/blocks.h"

#include "base/buf.h"
#include "text/sentence.h"

enum { LEAD_MAX_BYTES = 300, PATH_MAX_BYTES = 1000, LEVELS = 6, TITLE_MAX = 80 };

const char *const text_block_words[] = { "heading", "paragraph", "item", "row", "definition", "quote", "code", NULL };

/* What a line is, before one knows what stands around it. */
enum line_kind {
    LINE_EMPTY,
    LINE_HEADING,
    LINE_ITEM,
    LINE_ROW,
    LINE_SEPARATOR, /* "| --- | --- |" */
    LINE_DEFINITION,
    LINE_QUOTE,
    LINE_FENCE,
    LINE_UNDERLINE, /* "=====" or "-----" */
    LINE_TEXT,
};

struct line {
    enum line_kind kind;
    size_t start, end;   /* of its bytes without white space at the ends */
    size_t indent, mark; /* columns before it; bytes of its sign ("## ", "12. ") */
    bool numbered;
};

struct reader {
    struct arena *arena;
    struct str text;
    size_t at;
    struct text_blocks *blocks;
    int headings[LEVELS + 1]; /* last heading of each level, -1: none */
    int open;                 /* block that the next line may belong to, -1: none */
    bool gap;                 /* an empty line came before */
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static size_t run_of(struct str s, char c)
{
    size_t n = 0;

    while (n < s.len && s.data[n] == c)
        n++;
    return n;
}

/* Bytes of "- ", "12. ", "b) "; 0 if the line is no item. */
static size_t item_mark(struct str s, bool *ret_numbered)
{
    size_t n = 0;

    *ret_numbered = false;
    if (s.len >= 2 && (s.data[0] == '-' || s.data[0] == '*' || s.data[0] == '+') && s.data[1] == ' ')
        return 2;
    if (str_starts(s, "\xe2\x80\xa2 "))
        return 4;
    while (n < s.len && n < 4 && is_digit(s.data[n]))
        n++;
    if (n == 0 && s.len && is_letter(s.data[0]) && s.len > 1 && s.data[1] == ')')
        n = 1;
    if (n == 0 || n + 1 >= s.len || (s.data[n] != '.' && s.data[n] != ')') || s.data[n + 1] != ' ')
        return 0;
    *ret_numbered = true;
    return n + 2;
}

static bool is_separator(struct str s)
{
    bool dash = false;

    for (size_t i = 0; i < s.len; i++) {
        if (!memchr("|-: ", s.data[i], 4))
            return false;
        dash |= s.data[i] == '-';
    }
    return dash;
}

static void classify(struct str s, struct line *l)
{
    size_t hashes = run_of(s, '#');

    l->kind = LINE_TEXT;
    l->mark = 0;
    if (!s.len)
        l->kind = LINE_EMPTY;
    else if (str_starts(s, "```"))
        l->kind = LINE_FENCE;
    else if (hashes >= 1 && hashes <= LEVELS && hashes < s.len && s.data[hashes] == ' ')
        l->kind = LINE_HEADING, l->mark = hashes + 1;
    else if (s.len > 1 && s.data[0] == '|' && s.data[s.len - 1] == '|')
        l->kind = is_separator(s) ? LINE_SEPARATOR : LINE_ROW;
    else if (s.data[0] == '>' && (s.len == 1 || s.data[1] == ' '))
        l->kind = LINE_QUOTE, l->mark = s.len == 1 ? 1 : 2;
    else if (str_starts(s, ": "))
        l->kind = LINE_DEFINITION, l->mark = 2;
    else if (s.len >= 3 && (run_of(s, '=') == s.len || run_of(s, '-') == s.len))
        l->kind = LINE_UNDERLINE;
    else if ((l->mark = item_mark(s, &l->numbered)) > 0)
        l->kind = LINE_ITEM;
}

static bool next_line(struct reader *r, struct line *ret)
{
    if (r->at >= r->text.len)
        return false;
    const char *from = r->text.data + r->at, *end = memchr(from, '\n', r->text.len - r->at);
    struct str line = str_n(from, end ? (size_t) (end - from) : r->text.len - r->at);
    size_t indent = run_of(line, ' ');

    *ret = (struct line){ .start = r->at + indent, .indent = indent };
    while (line.len > indent && (line.data[line.len - 1] == ' ' || line.data[line.len - 1] == '\r'))
        line.len--;
    ret->end = r->at + line.len;
    r->at = end ? (size_t) (end - r->text.data) + 1 : r->text.len;
    classify(str_sub(line, indent, line.len), ret);
    if (ret->kind == LINE_HEADING && indent)
        ret->kind = LINE_TEXT, ret->mark = 0;
    return true;
}

static struct text_block *last(struct reader *r) { return r->open >= 0 ? &r->blocks->items[r->open] : NULL; }

static int above(const struct reader *r, int level)
{
    int found = -1;

    for (int i = 1; i < level; i++)
        if (r->headings[i] > found)
            found = r->headings[i];
    return found;
}

static struct text_block *add(struct reader *r, enum text_block_kind kind, const struct line *l)
{
    struct text_blocks *list = r->blocks;

    list->items = arena_grow(r->arena, list->items, &list->capacity, list->n + 1, sizeof *list->items);
    list->items[list->n] = (struct text_block){ .kind = (unsigned char) kind,
                                                .start = l->start,
                                                .end = l->end,
                                                .heading = above(r, LEVELS + 1),
                                                .first = (int) list->n };
    r->open = (int) list->n++;
    return &list->items[r->open];
}

static void make_heading(struct reader *r, struct text_block *b, int level)
{
    b->kind = TEXT_HEADING;
    b->level = (unsigned char) level;
    b->heading = above(r, level);
    for (int i = level; i <= LEVELS; i++)
        r->headings[i] = -1;
    r->headings[level] = (int) (b - r->blocks->items);
    r->open = -1;
}

/* The index of the list or table that the block before belongs to, if this one goes on with it. */
static int goes_on(const struct reader *r, enum text_block_kind kind, bool across_gap)
{
    const struct text_blocks *list = r->blocks;

    if (!list->n || list->items[list->n - 1].kind != kind || (r->gap && !across_gap))
        return (int) list->n;
    return list->items[list->n - 1].first;
}

static void read_code(struct reader *r, const struct line *fence)
{
    struct text_block *b = add(r, TEXT_CODE, fence);
    struct line l;

    while (next_line(r, &l)) {
        b->end = l.end;
        if (l.kind == LINE_FENCE)
            break;
    }
    r->open = -1;
}

static void read_underline(struct reader *r, const struct line *l)
{
    struct text_block *b = last(r);
    bool one_line = b && b->kind == TEXT_PARAGRAPH && !r->gap &&
                    !memchr(r->text.data + b->start, '\n', b->end - b->start) && b->end - b->start < 200;

    if (one_line)
        make_heading(r, b, r->text.data[l->start] == '=' ? 1 : 2);
    else
        r->open = -1; /* a rule across the page */
}

/* Is the section that we are in one that the text marks as such, below its title? Then its numbers are steps. */
static bool in_marked_section(const struct reader *r)
{
    int at = above(r, LEVELS + 1);

    return at >= 0 && r->blocks->items[at].level > 1 && !r->blocks->items[at].numbered;
}

/* "2. Losses" above a paragraph, as papers number their sections: a short line that ends like a title, with an empty line
 * before it, and behind it a long line or an empty one that leads to something else than the next number. */
static bool is_numbered_heading(const struct reader *r, const struct line *l)
{
    struct str title = str_sub(r->text, l->start + l->mark, l->end);
    struct reader ahead = *r;
    struct line next = { 0 };

    if (!l->numbered || l->indent || (r->blocks->n && !r->gap) || in_marked_section(r) || !title.len ||
        title.len > TITLE_MAX || title.data[0] < 'A' || title.data[0] > 'Z' ||
        memchr(".,;:!", title.data[title.len - 1], 5))
        return false;
    if (!next_line(&ahead, &next))
        return false;
    if (next.kind == LINE_TEXT)
        return !next.indent && next.end - next.start > TITLE_MAX;
    while (next.kind == LINE_EMPTY && next_line(&ahead, &next))
        ;
    return next.kind != LINE_EMPTY && !(next.kind == LINE_ITEM && next.numbered);
}

static void read_item(struct reader *r, const struct line *l)
{
    if (is_numbered_heading(r, l)) {
        struct text_block *heading = add(r, TEXT_HEADING, l);

        heading->numbered = true;
        make_heading(r, heading, 2);
        return;
    }
    int first = goes_on(r, TEXT_ITEM, true);
    struct text_block *b = add(r, TEXT_ITEM, l);
    size_t level = l->indent / 2;

    b->numbered = l->numbered;
    b->level = (unsigned char) (level > 20 ? 20 : level);
    /* Bullets behind numbers are a list of their own. */
    if (level > 0 || (first < r->open && r->blocks->items[first].numbered == l->numbered))
        b->first = first;
}

/* Behind nested items: a further paragraph of the item that holds them. */
static void read_outer(struct reader *r, const struct line *l)
{
    int first = r->blocks->items[r->open].first;
    struct text_block *b = add(r, TEXT_ITEM, l);

    b->level = (unsigned char) (l->indent / 2 - 1);
    b->first = first;
}

/* A line without a sign of its own: goes on with the block before, or is a new paragraph. */
static void read_text(struct reader *r, const struct line *l)
{
    struct text_block *b = last(r);
    bool same = b && !r->gap && (b->kind == TEXT_PARAGRAPH || b->kind == TEXT_ITEM || b->kind == TEXT_DEFINITION);
    bool further = b && r->gap && b->kind == TEXT_ITEM && l->indent > (size_t) b->level * 2 + 1;

    if (b && !r->gap && b->kind == TEXT_ITEM && l->indent >= 2 && l->indent / 2 <= b->level)
        read_outer(r, l);
    else if (same || further)
        b->end = l->end;
    else
        add(r, TEXT_PARAGRAPH, l);
}

static void read_definition(struct reader *r, const struct line *l)
{
    struct text_block *b = last(r);

    if (!b || r->gap || (b->kind != TEXT_PARAGRAPH && b->kind != TEXT_DEFINITION))
        b = add(r, TEXT_DEFINITION, l);
    b->kind = TEXT_DEFINITION;
    b->end = l->end;
}

static void read_row(struct reader *r, const struct line *l)
{
    int first = goes_on(r, TEXT_ROW, false);

    add(r, TEXT_ROW, l)->first = first;
}

static void read_line(struct reader *r, const struct line *l)
{
    struct text_block *b = last(r);

    switch (l->kind) {
    case LINE_EMPTY: break;
    case LINE_HEADING: make_heading(r, add(r, TEXT_HEADING, l), (int) l->mark - 1); break;
    case LINE_ITEM: read_item(r, l); break;
    case LINE_ROW: read_row(r, l); break;
    case LINE_SEPARATOR:
        if (b && b->kind == TEXT_ROW && b->first == r->open)
            b->header = true;
        break;
    case LINE_DEFINITION: read_definition(r, l); break;
    case LINE_QUOTE:
        if (b && b->kind == TEXT_QUOTE && !r->gap)
            b->end = l->end;
        else
            add(r, TEXT_QUOTE, l);
        break;
    case LINE_FENCE: read_code(r, l); break;
    case LINE_UNDERLINE: read_underline(r, l); break;
    case LINE_TEXT: read_text(r, l); break;
    }
    r->gap = l->kind == LINE_EMPTY;
}

void text_blocks(struct arena *arena, struct str text, struct text_blocks *ret)
{
    struct reader r = { .arena = arena, .text = text, .blocks = ret, .open = -1 };
    struct line l;

    *ret = (struct text_blocks){ 0 };
    for (int i = 0; i <= LEVELS; i++)
        r.headings[i] = -1;
    while (next_line(&r, &l))
        read_line(&r, &l);
}

static struct str heading_words(struct str text, const struct text_block *b)
{
    struct str s = str_sub(text, b->start, b->end);

    return str_trim(str_sub(s, run_of(s, '#'), s.len));
}

struct str text_blocks_path(struct arena *arena, struct str text, const struct text_blocks *blocks, size_t at)
{
    struct str parts[LEVELS];
    size_t n = 0, bytes = 0;

    for (int h = blocks->items[at].heading; h >= 0 && n < LEVELS; h = blocks->items[h].heading) {
        struct str words = heading_words(text, &blocks->items[h]);
        if ((bytes += words.len) > PATH_MAX_BYTES)
            break;
        parts[n++] = words;
    }
    for (size_t i = 0; i < n / 2; i++) {
        struct str swap = parts[i];
        parts[i] = parts[n - 1 - i];
        parts[n - 1 - i] = swap;
    }
    return str_join(arena, parts, n, " \xe2\x80\xba ");
}

/* Bytes of the sign that a line of this block begins with. */
static size_t sign_of(const struct text_block *b, struct str line, bool first)
{
    bool numbered;

    switch (b->kind) {
    case TEXT_ITEM: return first ? item_mark(line, &numbered) : 0;
    case TEXT_QUOTE: return str_starts(line, "> ") ? 2 : str_is(line, ">") ? 1 : 0;
    case TEXT_DEFINITION: return str_starts(line, ": ") ? 2 : 0;
    default: return 0;
    }
}

/* Lines between the fences. */
static struct str code_words(struct str s)
{
    ptrdiff_t first = str_find_char(s, '\n', 0);

    s = first < 0 ? (struct str){ 0 } : str_sub(s, (size_t) first + 1, s.len);
    if (str_is(s, "```"))
        s.len = 0;
    else if (str_ends(s, "\n```"))
        s.len -= 4;
    return s;
}

struct str text_block_words_of(struct arena *arena, struct str text, const struct text_block *block)
{
    struct str s = str_sub(text, block->start, block->end), line;

    if (block->kind == TEXT_HEADING)
        return heading_words(text, block);
    if (block->kind == TEXT_CODE)
        return code_words(s);
    if (block->kind == TEXT_PARAGRAPH)
        return s;
    struct buf out;
    buf_init(&out, s.len + 1);
    for (bool first = true; str_next(&s, '\n', &line); first = false) {
        struct str bare = str_trim(line);
        bare = str_trim(str_sub(bare, sign_of(block, bare, first), bare.len));
        if (out.len)
            buf_add_char(&out, '\n');
        for (size_t i = 0; i < bare.len; i++)
            if (block->kind != TEXT_ROW || bare.data[i] != '|')
                buf_add_char(&out, bare.data[i]);
    }
    return str_trim(buf_take(&out, arena));
}

size_t text_blocks_at(const struct text_blocks *blocks, size_t at)
{
    size_t i = 0;

    while (i < blocks->n && blocks->items[i].end <= at)
        i++;
    return i;
}

/* --- leads --- */

/* The last sentence of a paragraph that ends with a colon; empty: it leads to nothing. */
static struct str lead_in(struct arena *arena, struct str text, const struct text_block *block)
{
    struct str line = str_trim(str_sub(text, block->start, block->end));
    struct sentences sentences = { 0 };

    if (block->kind != TEXT_PARAGRAPH || !(str_ends(line, ":") || str_ends(line, "\xef\xbc\x9a")))
        return str("");
    sentences_of(arena, line, &sentences);
    if (sentences.n > 1)
        line = str_sub(line, sentences.items[sentences.n - 1].start, line.len);
    return line.len <= LEAD_MAX_BYTES ? line : str("");
}

struct str text_blocks_lead(struct arena *arena, struct str text, const struct text_blocks *blocks, size_t at,
                            size_t from)
{
    const struct text_block *items = blocks->items, *block = &items[at], *head = &items[block->first];
    struct str parts[LEVELS + 1], before = str("");
    size_t n = LEVELS + 1;
    unsigned level = block->level;

    if (block->kind == TEXT_ROW)
        return head->header && head->start < from ? str_sub(text, head->start, head->end) : before;
    if (block->kind != TEXT_ITEM)
        return before;
    for (const struct text_block *b = block; b-- > head && level && n > 1;)
        if (b->level < level) {
            level = b->level;
            if (b->start < from)
                parts[--n] = text_block_words_of(arena, text, b);
        }
    if (head > items && head[-1].heading == block->heading && head[-1].start < from)
        before = lead_in(arena, text, &head[-1]);
    if (before.len)
        parts[--n] = before;
    return str_join(arena, parts + n, LEVELS + 1 - n, "\n");
}
