/* The units of a document, and what compounds share with their parts. */
#include "search/corpus_internal.h"
#include "text/blocks.h"
#include "text/utf8.h"

enum { PART_LETTERS = 5, COMPOUND_LETTERS = 10 };

/* The end of a piece of a block that is too long by itself: at a line, a sentence, a blank, never inside a character. */
static size_t piece_end(struct str text, size_t start, size_t end)
{
    size_t limit = start + CORPUS_UNIT_BYTES, least = start + CORPUS_UNIT_BYTES / 3, line = 0, sentence = 0, blank = 0;

    if (limit >= end)
        return end;
    for (size_t i = limit; i > least; i--) {
        const char *at = text.data + i;

        if (!line && at[-1] == '\n')
            line = i;
        if (!sentence && at[-1] == ' ' && i >= 2 && strchr(".!?", at[-2]))
            sentence = i;
        if (!blank && at[-1] == ' ')
            blank = i;
    }
    if (line || sentence || blank)
        return line ? line : sentence ? sentence : blank;
    while (limit > start + 1 && ((unsigned char) text.data[limit] & 0xc0) == 0x80)
        limit--;
    return limit;
}

struct units {
    struct arena *arena;
    struct str text;
    struct corpus_unit *items;
    size_t n, capacity;
};

static void add(struct units *u, size_t start, size_t end, struct str headings)
{
    while (start < end || (!u->n && !u->text.len)) {
        size_t to = piece_end(u->text, start, end);

        u->items = arena_grow(u->arena, u->items, &u->capacity, u->n + 1, sizeof *u->items);
        u->items[u->n++] = (struct corpus_unit){ start, to, headings };
        if (to == start)
            break;
        start = to;
    }
}

size_t corpus_units(struct arena *arena, struct str text, struct corpus_unit **ret)
{
    struct units u = { .arena = arena, .text = text };
    struct text_blocks blocks = { 0 };
    size_t from = 0, first = SIZE_MAX; /* where the unit begins; its first block that is no heading */

    text_blocks(arena, text, &blocks);
    for (size_t i = 0; i < blocks.n; i++) {
        const struct text_block *b = &blocks.items[i];
        bool heading = b->kind == TEXT_HEADING;

        if (first != SIZE_MAX && (heading || b->end - from > CORPUS_UNIT_BYTES)) {
            add(&u, from, b->start, text_blocks_path(arena, text, &blocks, first));
            from = b->start;
            first = SIZE_MAX;
        }
        if (!heading && first == SIZE_MAX)
            first = i;
    }
    add(&u, from, text.len, first == SIZE_MAX ? str("") : text_blocks_path(arena, text, &blocks, first));
    *ret = u.items;
    return u.n;
}

static bool joins_words(const struct language *language)
{
    static const char *const codes[] = { "de", "nl", "sv", "da", "no", "fi" };

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(language_code(language), codes[i]) == 0)
            return true;
    return false;
}

size_t corpus_ends(struct arena *arena, const struct language *language, struct str stem, bool compound,
                   struct str ret[CORPUS_ENDS])
{
    size_t letters, at = 0;

    /* The stemmer takes this ending off long words and leaves it on short ones. */
    if (str_ends(stem, "ung") && stem.len >= 8)
        stem.len -= 3;
    if (!joins_words(language) || (letters = utf8_count(stem)) < (compound ? COMPOUND_LETTERS : PART_LETTERS))
        return 0;
    for (size_t i = 0; i + PART_LETTERS < letters; i++)
        utf8_next(stem, &at);
    ret[0] = str_format(arena, "%s<%.*s", language_code(language), STR_ARG(utf8_cut(stem, PART_LETTERS)));
    ret[1] = str_format(arena, "%s>%.*s", language_code(language), STR_ARG(str_sub(stem, at, stem.len)));
    return CORPUS_ENDS;
}
