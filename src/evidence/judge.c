/* Comparing claims with passages by their words. */
#include "evidence/internal.h"

#include <stdlib.h>

#include "extractive/works.h"
#include "text/utf8.h"

enum { GRAMS_MAX = 4096 };

static int by_hash(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

    return (x > y) - (x < y);
}

/* Sorted, each once. */
static void make_set(struct stems *set)
{
    size_t unique = 0;

    qsort(set->items, set->n, sizeof *set->items, by_hash);
    for (size_t i = 0; i < set->n; i++)
        if (i == 0 || set->items[i] != set->items[i - 1])
            set->items[unique++] = set->items[i];
    set->n = unique;
}

void stems_of(struct arena *arena, const struct words *words, bool content, struct stems *ret)
{
    *ret = (struct stems){ .items = arena_calloc(arena, words->n + 1, sizeof *ret->items) };
    for (size_t i = 0; i < words->n; i++)
        if (!content || word_is_content(&words->items[i]))
            ret->items[ret->n++] = str_hash(words->items[i].stem);
    make_set(ret);
}

int stems_share(const struct stems *of, const struct stems *in)
{
    size_t shared = 0;

    for (size_t i = 0, k = 0; i < of->n && k < in->n;) {
        uint64_t a = of->items[i], b = in->items[k];

        shared += a == b;
        i += a <= b;
        k += a > b;
    }
    return of->n ? (int) (shared * 1000 / of->n) : 0;
}

/* Few words against few: looking is cheaper than sorting. In the claim's language: stems must be comparable. */
int overlap_of(struct reader *reader, struct str claim, const struct str *quotes, size_t n)
{
    const struct language *language = reader_language(reader, claim);
    const struct words *mine = reader_words(reader, claim, language);
    size_t all = 0, shared = 0;

    for (size_t i = 0; i < mine->n; i++) {
        struct str stem = mine->items[i].stem;
        bool again = !word_is_content(&mine->items[i]), found = false;

        for (size_t k = 0; k < i && !again; k++)
            again = word_is_content(&mine->items[k]) && str_eq(mine->items[k].stem, stem);
        for (size_t q = 0; q < n && !again && !found; q++)
            found = words_have_stem(reader_words(reader, quotes[q], language), stem);
        all += !again;
        shared += found;
    }
    return all ? (int) (shared * 1000 / all) : 0;
}

int evidence_overlap(struct str claim, struct str quote)
{
    struct arena *scratch = arena_new();
    int share = overlap_of(reader_new(scratch), claim, &quote, 1);

    arena_free(scratch);
    return share;
}

/* --- likeness of spelling: shared sequences of three letters --- */

void spelling_of(struct arena *arena, struct str text, struct stems *ret)
{
    size_t most = text.len < GRAMS_MAX ? text.len : GRAMS_MAX;
    uint32_t window = 0;

    *ret = (struct stems){ .items = arena_calloc(arena, most + 1, sizeof *ret->items) };
    for (size_t i = 0; i < text.len && ret->n < GRAMS_MAX; i++) {
        unsigned char c = (unsigned char) text.data[i];

        c = c >= 'A' && c <= 'Z' ? (unsigned char) (c | 0x20) : c;
        if (c < 0x80 && !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
            c = ' ';
        if (c == ' ' && (window & 0xff) == ' ')
            continue;
        window = (window << 8 | c) & 0xffffff;
        if (window >> 16)
            ret->items[ret->n++] = window;
    }
    make_set(ret);
}

bool spelling_matters(int overlap) { return overlap * 8 + 2000 >= CORRECTION_LEAST * 10; }

int citation_score(int overlap, const struct stems *claim, const struct stems *quote)
{
    if (!spelling_matters(overlap))
        return overlap * 8 / 10;
    return (overlap * 8 + stems_share(claim, quote) * 2) / 10;
}

/* --- the pool --- */

size_t pool_add(struct arena *arena, struct evidence_pool *pool, const struct evidence_span *span)
{
    for (size_t i = 0; i < pool->spans_n; i++)
        if (pool->spans[i].source == span->source && pool->spans[i].at.start == span->at.start &&
            pool->spans[i].at.end == span->at.end)
            return i;
    pool->spans = arena_grow(arena, pool->spans, &pool->spans_capacity, pool->spans_n + 1, sizeof *pool->spans);
    pool->spans[pool->spans_n] = *span;
    return pool->spans_n++;
}

void pool_cluster(struct arena *arena, struct evidence_pool *pool)
{
    struct arena *scratch = arena_new();
    size_t n = pool->sources->n;
    struct work_source *list = arena_calloc(scratch, n + 1, sizeof *list);

    for (size_t i = 0; i < n && pool->clustered != n; i++)
        list[i] = (struct work_source){ pool->sources->items[i].title, pool->sources->items[i].url,
                                        source_text(&pool->sources->items[i]) };
    if (pool->clustered != n) {
        pool->cluster = arena_calloc(arena, n + 1, sizeof *pool->cluster);
        works_cluster(scratch, list, n, pool->cluster);
    }
    pool->clustered = n;
    arena_free(scratch);
}

size_t pool_independent(const struct evidence_pool *pool, const size_t *spans, size_t n)
{
    size_t different = 0;

    for (size_t i = 0; i < n; i++) {
        size_t cluster = pool->cluster[pool->spans[spans[i]].source];
        bool known = false;

        for (size_t k = 0; k < i; k++)
            known = known || pool->cluster[pool->spans[spans[k]].source] == cluster;
        different += !known;
    }
    return different;
}
