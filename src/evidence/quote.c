/* Normalising keeps a map from each normalised byte back to the byte of the
 * text it came from, so a match there is a span here. The fuzzy search looks
 * only around words it shares with the proposal (anchors): an alignment of the
 * whole text would be quadratic. */
#include "evidence/quote.h"

#include <stdint.h>
#include <utf8proc.h>

#include "base/buf.h"
#include "judge/terms.h"
#include "text/utf8.h"

const char *const quote_match_words[] = { "none", "exact", "normalised", "fuzzy", NULL };

enum {
    PROPOSED_MAX = 2000, /* bytes; longer ones are no quotes */
    PROPOSED_MIN_FUZZY = 20,
    ANCHOR_MIN = 5, /* bytes of a word that is looked for */
    ANCHORS_MAX = 8,
    WINDOWS_MAX = 64,
};

struct normal {
    char *data;
    uint32_t *from; /* byte of the text where this byte's code point starts */
    size_t len;
};

struct quote_index {
    struct arena *arena;
    struct str text;
    struct normal normal;
};

/* One spelling for what people and models spell in several ways; 0: leave out. */
static int32_t alike(int32_t c)
{
    char mark = term_ascii_mark(c);

    if (mark)
        return mark;
    switch (c) {
    case 0x201a:
    case 0x201b:
    case 0x2032:
    case 0x60:
    case 0xb4: return '\'';
    case 0x201f:
    case 0x2033: return '"';
    case 0x2015: return '-';
    case 0x200b:
    case 0x200c:
    case 0x200d:
    case 0xfeff:
    case 0xad: return 0;
    case '*':
    case '_': return 0; /* emphasis that a model adds or drops */
    default: return utf8_is_space(c) ? ' ' : utf8proc_tolower(c);
    }
}

static void normalise(struct arena *arena, struct str text, struct normal *ret)
{
    size_t max = text.len * 2 + 4;

    /* Lower case may be longer than upper (two bytes at most per byte). */
    *ret = (struct normal){ .data = arena_alloc(arena, max), .from = arena_calloc(arena, max + 1, sizeof *ret->from) };
    for (size_t at = 0; at < text.len;) {
        size_t start = at;
        int32_t c = utf8_next(text, &at);
        char bytes[4];

        c = c < 0 ? '?' : alike(c);
        if (c == 0 || (c == ' ' && (ret->len == 0 || ret->data[ret->len - 1] == ' ')))
            continue;
        int n = utf8_encode(c, bytes);
        for (int i = 0; i < n && ret->len < max; i++) {
            ret->from[ret->len] = (uint32_t) start;
            ret->data[ret->len++] = bytes[i];
        }
    }
    while (ret->len && ret->data[ret->len - 1] == ' ')
        ret->len--;
    ret->from[ret->len] = (uint32_t) text.len;
}

struct quote_index *quote_index_new(struct arena *arena, struct str text)
{
    struct quote_index *index = arena_alloc(arena, sizeof *index);

    index->arena = arena;
    index->text = str_sub(text, 0, UINT32_MAX / 2);
    normalise(arena, index->text, &index->normal);
    return index;
}

/* [start, end) of normalised bytes as a span of the text, white space at its ends left out. */
static struct span span_of(const struct quote_index *index, size_t start, size_t end)
{
    const struct normal *n = &index->normal;
    size_t last = n->from[end > start ? end - 1 : start], next = last;

    while (start < end && n->data[start] == ' ')
        start++;
    if (last < index->text.len)
        utf8_next(index->text, &next);
    /* Combining marks belong to what they stand on. */
    while (next < index->text.len) {
        size_t after = next;
        int32_t c = utf8_next(index->text, &after);

        if (c < 0x300 || utf8proc_charwidth(c) != 0 || utf8_is_space(c))
            break;
        next = after;
    }
    return (struct span){ n->from[start], next };
}

/* --- fuzzy --- */

static bool word_byte(char c)
{
    unsigned char u = (unsigned char) c;

    return u >= 0x80 || (u >= '0' && u <= '9') || (u >= 'a' && u <= 'z');
}

struct anchor {
    size_t at, len;
};

/* The longest words of the proposal, in their order. */
static size_t anchors_of(const struct normal *p, struct anchor ret[ANCHORS_MAX])
{
    size_t n = 0;

    for (size_t i = 0; i < p->len;) {
        size_t start = i;

        while (i < p->len && word_byte(p->data[i]))
            i++;
        if (i - start >= ANCHOR_MIN) {
            size_t shortest = 0;

            if (n < ANCHORS_MAX) {
                ret[n++] = (struct anchor){ start, i - start };
            } else {
                for (size_t j = 1; j < n; j++)
                    if (ret[j].len < ret[shortest].len)
                        shortest = j;
                if (ret[shortest].len < i - start)
                    ret[shortest] = (struct anchor){ start, i - start };
            }
        }
        if (i == start)
            i++;
    }
    return n;
}

struct alignment {
    unsigned distance;
    size_t start, end;
};

/* The place in text[from, to) nearest to the proposal, by edit distance with a
 * free start and end (Sellers). Bytes stand for characters: fine at this threshold. */
static struct alignment align(struct arena *arena, const struct normal *p, const struct normal *t, size_t from,
                              size_t to)
{
    unsigned *cost = arena_calloc(arena, p->len + 1, sizeof *cost);
    size_t *origin = arena_calloc(arena, p->len + 1, sizeof *origin);
    struct alignment best = { (unsigned) p->len, from, from };

    for (size_t i = 0; i <= p->len; i++) {
        cost[i] = (unsigned) i;
        origin[i] = from;
    }
    for (size_t j = from; j < to; j++) {
        unsigned diagonal = cost[0];
        size_t diagonal_origin = origin[0];

        origin[0] = j + 1;
        diagonal_origin = j;
        for (size_t i = 1; i <= p->len; i++) {
            unsigned change = diagonal + (p->data[i - 1] != t->data[j]);
            unsigned skip = cost[i] + 1, drop = cost[i - 1] + 1;
            size_t change_origin = diagonal_origin;

            diagonal = cost[i];
            diagonal_origin = origin[i];
            if (change <= skip && change <= drop) {
                cost[i] = change;
                origin[i] = change_origin;
            } else if (skip <= drop) {
                cost[i] = skip;
            } else {
                cost[i] = drop;
                origin[i] = origin[i - 1];
            }
        }
        if (cost[p->len] < best.distance)
            best = (struct alignment){ cost[p->len], origin[p->len], j + 1 };
    }
    return best;
}

static bool find_fuzzy(const struct quote_index *index, struct arena *scratch, const struct normal *p, struct span *ret)
{
    const struct normal *t = &index->normal;
    struct anchor anchors[ANCHORS_MAX];
    size_t n = anchors_of(p, anchors), windows = 0, slack = p->len / 8 + 8;
    struct alignment best = { (unsigned) p->len, 0, 0 };

    for (size_t a = 0; a < n && windows < WINDOWS_MAX; a++) {
        struct str word = str_n(p->data + anchors[a].at, anchors[a].len), text = str_n(t->data, t->len);
        size_t tried_to = 0;

        for (ptrdiff_t at = 0; windows < WINDOWS_MAX && (at = str_find(text, word, (size_t) at)) >= 0; at++) {
            size_t before = anchors[a].at + slack, after = p->len - anchors[a].at + slack;
            size_t from = (size_t) at > before ? (size_t) at - before : 0;
            size_t to = (size_t) at + after < t->len ? (size_t) at + after : t->len;

            if (to <= tried_to)
                continue;
            tried_to = to;
            windows++;
            struct alignment one = align(scratch, p, t, from, to);
            if (one.distance < best.distance)
                best = one;
        }
    }
    if (best.end <= best.start || (p->len - best.distance) * 1000 < (size_t) QUOTE_SIMILARITY * p->len)
        return false;
    *ret = span_of(index, best.start, best.end);
    return true;
}

enum quote_match quote_find(const struct quote_index *index, struct str proposed, struct span *ret)
{
    enum quote_match match = QUOTE_NONE;
    struct normal p;

    proposed = str_trim(proposed);
    if (proposed.len == 0 || proposed.len > PROPOSED_MAX)
        return QUOTE_NONE;
    ptrdiff_t at = str_find(index->text, proposed, 0);
    if (at >= 0 && utf8_valid(proposed)) {
        *ret = (struct span){ (size_t) at, (size_t) at + proposed.len };
        return QUOTE_EXACT;
    }
    struct arena *scratch = arena_new();
    normalise(scratch, proposed, &p);
    at = p.len ? str_find(str_n(index->normal.data, index->normal.len), str_n(p.data, p.len), 0) : -1;
    if (at >= 0) {
        *ret = span_of(index, (size_t) at, (size_t) at + p.len);
        match = QUOTE_NORMALISED;
    } else if (p.len >= PROPOSED_MIN_FUZZY && find_fuzzy(index, scratch, &p, ret)) {
        match = QUOTE_FUZZY;
    }
    arena_free(scratch);
    return match;
}
