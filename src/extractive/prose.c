#include "extractive/prose.h"

#include "text/sentence.h"
#include "text/words.h"

enum {
    TOKENS_LEAST = 6,   /* fewer say nothing: a line like that goes by its end */
    TOKENS_SURE = 20,   /* a block with no paragraph as long as this stays as it is */
    PLAIN_PERCENT = 75, /* of the tokens */
    STOP_PERCENT = 15,  /* of the words */
    PROSE_PERCENT = 50, /* of the bytes of a block */
};

static bool is_letter(char c) { return ((c | 32) >= 'a' && (c | 32) <= 'z') || ((unsigned char) c & 0x80); }

/* A word with the marks that stand around words: "(which", "file's", "HTTP/1.1," but no "a=b" and no "$x". */
static bool is_plain(struct str token)
{
    while (token.len && strchr("(\"'`[<", token.data[0]))
        token = str_sub(token, 1, token.len);
    while (token.len && strchr(".,;:!?)\"'`]>", token.data[token.len - 1]))
        token.len--;
    for (size_t i = 0; i < token.len; i++)
        if (!is_letter(token.data[i]) && !(i && strchr("-'/.0123456789", token.data[i])))
            return false;
    return token.len > 0;
}

static bool next_token(struct str *rest, struct str *ret)
{
    size_t from = 0, to;

    while (from < rest->len && strchr(" \t\n", rest->data[from]))
        from++;
    for (to = from; to < rest->len && !strchr(" \t\n", rest->data[to]);)
        to++;
    *ret = str_sub(*rest, from, to);
    *rest = str_sub(*rest, to, rest->len);
    return ret->len > 0;
}

static size_t count_tokens(struct str text, size_t *ret_plain)
{
    struct str token;
    size_t n = 0;

    *ret_plain = 0;
    while (next_token(&text, &token)) {
        n++;
        /* The sign of an item or a colon that stands alone is neither. */
        *ret_plain += is_plain(token) || (token.len == 1 && strchr("-*:;", token.data[0]));
    }
    return n;
}

bool prose_reads(struct arena *arena, struct str text, const struct language *language)
{
    struct words words = { 0 };
    size_t plain, stops = 0, n = count_tokens(text, &plain);

    text = str_trim(text);
    /* "- process incoming connections;" */
    if (n < TOKENS_LEAST)
        return plain == n && text.len && (strchr(":.;", text.data[text.len - 1]) || str_starts(text, "- "));
    if (plain * 100 < n * PLAIN_PERCENT)
        return false;
    words_of(arena, text, language, &words);
    for (size_t i = 0; i < words.n; i++)
        stops += !word_is_content(&words.items[i]);
    return stops * 100 >= words.n * STOP_PERCENT;
}

/* The next run of lines up to an empty one, at `*at` of the text before `end`. */
static bool next_chunk(struct str text, size_t *at, size_t end, struct span *ret)
{
    bool any = false;

    while (*at < end) {
        ptrdiff_t found = str_find_char(text, '\n', *at);
        size_t to = found < 0 || (size_t) found > end ? end : (size_t) found;
        bool empty = !str_trim(str_sub(text, *at, to)).len;

        if (!empty && !any)
            ret->start = *at;
        if (empty && any)
            return true;
        any = any || !empty;
        if (!empty)
            ret->end = to;
        *at = to < end ? to + 1 : end;
    }
    return any;
}

struct opening {
    struct arena *arena;
    struct str text;
    const struct language *language;
    struct text_blocks out;
    const struct text_block *code; /* the block that is opened */
    int heading;                   /* of it, in `out` */
};

static struct text_block *add(struct opening *o, const struct text_block *block)
{
    o->out.items = arena_grow(o->arena, o->out.items, &o->out.capacity, o->out.n + 1, sizeof *o->out.items);
    o->out.items[o->out.n] = *block;
    return &o->out.items[o->out.n++];
}

/* A line with "#" in front is a remark in preformatted text, no heading. */
static bool is_remark(const struct opening *o, const struct text_block *b, size_t from)
{
    return b->kind == TEXT_HEADING && o->text.data[from + b->start] == '#';
}

static void add_prose(struct opening *o, struct span run)
{
    struct text_blocks inner = { 0 };
    int base = (int) o->out.n;

    text_blocks(o->arena, str_sub(o->text, run.start, run.end), &inner);
    for (size_t i = 0; i < inner.n; i++) {
        struct text_block *b = add(o, &inner.items[i]);
        int above = inner.items[i].heading;

        while (above >= 0 && is_remark(o, &inner.items[above], run.start))
            above = inner.items[above].heading;
        if (is_remark(o, &inner.items[i], run.start))
            b->kind = TEXT_PARAGRAPH;
        b->heading = above >= 0 ? base + above : o->heading;
        b->first += base;
        b->start += run.start;
        b->end += run.start;
    }
}

static void add_code(struct opening *o, struct span run)
{
    struct text_block *b = add(o, o->code);

    b->start = run.start;
    b->end = run.end;
    b->heading = o->heading;
    b->first = (int) o->out.n - 1;
}

/* The lines between the fences. */
static struct span inside(struct str text, const struct text_block *b)
{
    ptrdiff_t first = str_find_char(text, '\n', b->start);
    struct span lines = { first < 0 || (size_t) first > b->end ? b->end : (size_t) first + 1, b->end };

    if (str_ends(str_sub(text, lines.start, lines.end), "```"))
        lines.end -= 3;
    return lines;
}

static bool is_mostly_prose(const struct opening *o, struct span lines)
{
    struct span chunk = { 0 };
    size_t prose = 0, all = 0, plain;
    bool sure = false;

    for (size_t at = lines.start; next_chunk(o->text, &at, lines.end, &chunk);) {
        struct str text = str_sub(o->text, chunk.start, chunk.end);

        all += text.len;
        if (!prose_reads(o->arena, text, o->language))
            continue;
        prose += text.len;
        sure = sure || count_tokens(text, &plain) >= TOKENS_SURE;
    }
    return sure && prose * 100 >= all * PROSE_PERCENT;
}

static void open_block(struct opening *o, struct span lines)
{
    struct span chunk = { 0 }, run = { 0 };
    bool prose = false;

    for (size_t at = lines.start; next_chunk(o->text, &at, lines.end, &chunk);) {
        bool is = prose_reads(o->arena, str_sub(o->text, chunk.start, chunk.end), o->language);

        if (run.end && is != prose) {
            (prose ? add_prose : add_code)(o, run);
            run.end = 0;
        }
        run = (struct span){ run.end ? run.start : chunk.start, chunk.end };
        prose = is;
    }
    if (run.end)
        (prose ? add_prose : add_code)(o, run);
}

void prose_open(struct arena *arena, struct str text, const struct language *language, struct text_blocks *blocks)
{
    struct opening o = { .arena = arena, .text = text, .language = language };
    int *now = arena_calloc(arena, blocks->n + 1, sizeof *now);

    for (size_t i = 0; i < blocks->n; i++) {
        const struct text_block *b = &blocks->items[i];

        now[i] = (int) o.out.n;
        o.code = b;
        o.heading = b->heading < 0 ? -1 : now[b->heading];
        if (b->kind == TEXT_CODE && is_mostly_prose(&o, inside(text, b))) {
            open_block(&o, inside(text, b));
            continue;
        }
        int first = b->first < (int) i ? now[b->first] : (int) o.out.n;
        struct text_block *kept = add(&o, b);
        kept->heading = o.heading;
        kept->first = first;
    }
    *blocks = o.out;
}
