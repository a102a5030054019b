#include "text/words.h"

#include <stdlib.h>
#include <utf8proc.h>

#include "text/lexeme.h"
#include "text/utf8.h"
#include "text/wordmap.h"

static bool is_apostrophe(struct str text, size_t at, size_t *ret_len)
{
    if (text.data[at] == '\'') {
        *ret_len = 1;
        return true;
    }
    if (at + 3 <= text.len && memcmp(text.data + at, "\xe2\x80\x99", 3) == 0) {
        *ret_len = 3;
        return true;
    }
    return false;
}

static bool is_digit(struct str text, size_t at)
{
    return at < text.len && text.data[at] >= '0' && text.data[at] <= '9';
}

/* The part a code point plays in a word. */
enum part { PART_NONE, PART_WORD, PART_CJK };

static enum part part_at(struct str text, size_t at, size_t *ret_next, bool *ret_upper)
{
    unsigned char c = (unsigned char) text.data[at];
    utf8proc_category_t category;
    size_t next = at;
    int32_t code;

    *ret_upper = false;
    if (c < 0x80) {
        *ret_next = at + 1;
        *ret_upper = c >= 'A' && c <= 'Z';
        return *ret_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? PART_WORD : PART_NONE;
    }
    code = utf8_next(text, &next);
    *ret_next = next;
    if (code < 0)
        return PART_NONE;
    if (utf8_is_cjk(code))
        return utf8_is_word(code) ? PART_CJK : PART_NONE;
    *ret_upper = utf8_is_upper(code);
    if (utf8_is_word(code))
        return PART_WORD;
    category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ? PART_WORD : PART_NONE;
}

/* "-LRB-" and its kin, brackets as the Penn Treebank writes them. */
static bool is_treebank_bracket(struct str text, size_t start, size_t end)
{
    const char *w = text.data + start;

    if (end - start != 3 || start == 0 || end >= text.len || text.data[start - 1] != '-' || text.data[end] != '-')
        return false;
    return (w[0] == 'L' || w[0] == 'R') && (w[1] == 'R' || w[1] == 'S' || w[1] == 'C') && w[2] == 'B';
}

/* Two CJK characters at `start`; the next call begins at the second. */
static void take_pair(struct str text, size_t start, size_t first_end, size_t *at, struct word *ret)
{
    size_t end = first_end, after;
    bool upper;

    *at = first_end;
    if (first_end < text.len && part_at(text, first_end, &after, &upper) == PART_CJK) {
        size_t beyond;

        end = after;
        /* The last character of a run is in its last pair already. */
        if (after >= text.len || part_at(text, after, &beyond, &upper) != PART_CJK)
            *at = after;
    }
    *ret = (struct word){ .text = str_n(text.data + start, end - start), .start = start, .flags = WORD_CJK };
}

/* Does the word go on at `at` over an apostrophe, or a point or comma of a number? */
static bool joins(struct str text, size_t start, size_t at, size_t *ret_next)
{
    size_t len, next;
    bool upper;

    if (at >= text.len)
        return false;
    if ((text.data[at] == '.' || text.data[at] == ',') && is_digit(text, start) && is_digit(text, at - 1) &&
        is_digit(text, at + 1)) {
        *ret_next = at + 1;
        return true;
    }
    if (is_apostrophe(text, at, &len) && at + len < text.len && part_at(text, at + len, &next, &upper) == PART_WORD) {
        *ret_next = at + len;
        return true;
    }
    return false;
}

/* Kinds of bytes, so that most need not be decoded to a character. */
enum { BYTE_OTHER, BYTE_LOWER, BYTE_UPPER, BYTE_DIGIT, BYTE_HIGH };
static const unsigned char byte_kinds[256] = {
    ['a' ... 'z'] = BYTE_LOWER,
    ['A' ... 'Z'] = BYTE_UPPER,
    ['0' ... '9'] = BYTE_DIGIT,
    [0x80 ... 0xff] = BYTE_HIGH,
};

bool word_next(struct str text, size_t *at, struct word *ret)
{
    while (*at < text.len && byte_kinds[(unsigned char) text.data[*at]] == BYTE_OTHER)
        ++*at;
    while (*at < text.len) {
        size_t start = *at, next, end;
        size_t letters = 0, uppers = 0;
        bool upper, capital;
        enum part part = part_at(text, start, &next, &upper);

        if (part == PART_NONE) {
            *at = next;
            continue;
        }
        if (part == PART_CJK) {
            take_pair(text, start, next, at, ret);
            return true;
        }
        capital = upper;
        for (end = start; end < text.len;) {
            unsigned char kind = byte_kinds[(unsigned char) text.data[end]];

            if (kind >= BYTE_LOWER && kind <= BYTE_DIGIT) {
                letters++;
                uppers += kind != BYTE_LOWER;
                end++;
                continue;
            }
            if (text.data[end] == ' ')
                break;
            part = part_at(text, end, &next, &upper);
            if (part == PART_WORD) {
                letters++;
                uppers += upper || is_digit(text, end);
                end = next;
            } else if (end == start || !joins(text, start, end, &end)) {
                break;
            }
        }
        *at = end;
        if (is_treebank_bracket(text, start, end))
            continue;
        *ret = (struct word){ .text = str_n(text.data + start, end - start), .start = start };
        if (is_digit(text, start))
            ret->flags |= WORD_NUMBER;
        else if (capital)
            ret->flags |= WORD_CAPITAL | (letters > 1 && uppers == letters ? (unsigned) WORD_UPPER : 0);
        return true;
    }
    return false;
}

static struct str fold_ascii(struct arena *arena, struct str text, bool changed)
{
    char *copy;

    if (!changed)
        return text;
    copy = arena_alloc(arena, text.len + 1);
    for (size_t i = 0; i < text.len; i++)
        copy[i] = (char) (text.data[i] >= 'A' && text.data[i] <= 'Z' ? text.data[i] | 0x20 : text.data[i]);
    return str_n(copy, text.len);
}

static struct str fold_unicode(struct arena *arena, struct str text)
{
    utf8proc_uint8_t *mapped = NULL;
    utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *) text.data, (utf8proc_ssize_t) text.len, &mapped,
                                      UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
    struct str folded = text;

    if (n > 0)
        folded = str_dup(arena, str_n((const char *) mapped, (size_t) n));
    free(mapped);
    return folded;
}

struct str word_fold(struct arena *arena, struct str text)
{
    bool ascii = true, upper = false;
    struct str folded;

    for (size_t i = 0; i < text.len; i++) {
        ascii = ascii && !((unsigned char) text.data[i] & 0x80);
        upper = upper || (text.data[i] >= 'A' && text.data[i] <= 'Z');
    }
    folded = ascii ? fold_ascii(arena, text, upper) : fold_unicode(arena, text);
    if (folded.len > 2 && str_ends(folded, "'s"))
        folded.len -= 2;
    else if (folded.len > 4 && str_ends(folded, "\xe2\x80\x99s"))
        folded.len -= 4;
    return folded;
}

bool word_fold_short(struct str text, char fold[WORD_SHORT], struct str *ret)
{
    unsigned char high = 0;
    size_t n = text.len;

    if (n == 0 || n > WORD_SHORT)
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char) text.data[i];

        high |= c;
        fold[i] = (char) (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    }
    if (high & 0x80)
        return false;
    if (n > 2 && fold[n - 2] == '\'' && fold[n - 1] == 's')
        n -= 2;
    *ret = str_n(fold, n);
    return true;
}

/* "US" is a country and the D of "vitamin D" a name; "us" and "d" are nothing in particular. */
static bool counts_as_stop(const struct word *word)
{
    return !str_is(word->text, "US") &&
           !(word->text.len == 1 && (word->flags & WORD_CAPITAL) && !strchr("AIO", word->text.data[0]));
}

bool word_is_stop(const struct language *language, const struct word *word)
{
    return language_is_stop(language, word->fold) && counts_as_stop(word);
}

/* Most words are short and ASCII: they are folded on the stack and found again
 * in the table of lexemes, which keeps the folded form too. */
static bool take_lexeme(const struct language *language, struct word *word)
{
    char text[WORD_SHORT];
    struct str fold;

    if ((word->flags & WORD_NUMBER) ||
        !word_fold_short(word->text, text, &fold)) /* numbers are not kept: there are too many different ones */
        return false;
    fold = language_without_suffix(language, fold);
    const struct lexeme *lexeme = lexeme_of(language, fold);
    if (!lexeme)
        return false;
    word->lexeme = lexeme;
    word->fold = lexeme->fold;
    word->stem = lexeme->stem;
    if (lexeme->negation)
        word->flags |= WORD_NEGATION;
    if (lexeme->stop && counts_as_stop(word))
        word->flags |= WORD_STOP;
    return true;
}

static void take_word(struct arena *arena, const struct language *language, struct word *word)
{
    word->fold = language_without_suffix(language, word_fold(arena, word->text));
    if (language_is_negation(language, word->fold))
        word->flags |= WORD_NEGATION;
    if (word_is_stop(language, word))
        word->flags |= WORD_STOP;
    word->stem = word->flags & (WORD_NUMBER | WORD_CJK) ? word->fold : language_stem(language, arena, word->fold);
}

void words_of(struct arena *arena, struct str text, const struct language *language, struct words *ret)
{
    struct word word;
    size_t at = 0;

    if (!ret->items) /* rarely has to grow */
        ret->items = arena_grow(arena, ret->items, &ret->capacity, text.len / 6 + 4, sizeof *ret->items);
    while (word_next(text, &at, &word)) {
        if (!take_lexeme(language, &word))
            take_word(arena, language, &word);
        ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
        ret->items[ret->n++] = word;
    }
}

void content_words_of(struct arena *arena, struct str text, const struct language *language, struct words *ret)
{
    struct words all = { 0 };

    words_of(arena, text, language, &all);
    for (size_t i = 0; i < all.n; i++)
        if (word_is_content(&all.items[i])) {
            ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
            ret->items[ret->n++] = all.items[i];
        }
}

bool words_have_stem(const struct words *words, struct str stem)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_eq(words->items[i].stem, stem))
            return true;
    return false;
}

double words_overlap(const struct words *a, const struct words *b)
{
    struct arena *arena = arena_new();
    struct wordmap in_b, seen;
    size_t total = 0, hits = 0;
    bool fresh;

    wordmap_init(&in_b, arena, b->n);
    wordmap_init(&seen, arena, a->n);
    for (size_t i = 0; i < b->n; i++)
        wordmap_put(&in_b, b->items[i].stem, 1);
    for (size_t i = 0; i < a->n; i++) {
        if (!word_is_content(&a->items[i]))
            continue;
        wordmap_intern(&seen, a->items[i].stem, 1, false, &fresh);
        if (!fresh)
            continue;
        total++;
        hits += wordmap_get(&in_b, a->items[i].stem) >= 0;
    }
    arena_free(arena);
    return total ? (double) hits / (double) total : 0;
}

bool stem_is_inside(const struct language *language, struct str stem, struct str text)
{
    static const char *const compounding[] = { "de", "nl", "sv", "da", "no" };
    enum { STEM_LEAST = 6 };
    bool one_word = false;

    for (size_t i = 0; i < sizeof compounding / sizeof *compounding; i++)
        one_word = one_word || strcmp(language_code(language), compounding[i]) == 0;
    for (size_t at = 0; one_word && stem.len >= STEM_LEAST && at + stem.len <= text.len; at++)
        if (str_eq_nocase(str_sub(text, at, at + stem.len), stem))
            return true;
    return false;
}
