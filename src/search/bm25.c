#include "search/bm25.h"

#include <libstemmer.h>
#include <math.h>
#include <stdlib.h>

#include "text/utf8.h"

#define K1 1.2
#define B 0.75
enum { TERM_MAX = 64, QUERY_TERMS_MAX = 256 };

struct posting {
    uint32_t document;
    float count;                    /* weighted */
};

struct term {
    struct str text;
    struct posting *postings;
    size_t n, capacity;
};

struct bm25 {
    struct arena *arena;
    struct term *terms;
    size_t terms_n, terms_capacity;
    uint32_t *slots;                /* term number + 1, 0: empty; a power of two of them */
    size_t slots_n;
    float *lengths;                 /* weighted words per document */
    size_t documents_n, documents_capacity;
    double length_sum;
};

/* --- words --- */

struct words {
    struct str folded;
    size_t at;
    struct sb_stemmer *stemmer;
    int32_t before;                 /* the last CJK character, for pairs */
    char term[TERM_MAX];
};

static void words_begin(struct words *words, struct arena *arena, struct str text)
{
    *words = (struct words) { .folded = utf8_fold(arena, text), .stemmer = sb_stemmer_new("english", NULL) };
}

static void words_end(struct words *words) { sb_stemmer_delete(words->stemmer); }

/* The next word as it is indexed: folded and stemmed; pairs of characters
 * where a script has no blanks. False at the end. */
static bool words_next(struct words *words, struct str *ret)
{
    struct str s = words->folded;
    size_t n = 0;

    while (words->at < s.len) {
        size_t start = words->at;
        int32_t c = utf8_next(s, &words->at);
        size_t width = words->at - start;

        if (c >= 0 && utf8_is_cjk(c)) {
            if (n > 0) {
                words->at = start;
                break;
            }
            int32_t before = words->before;
            words->before = c;
            if (before == 0)
                continue;
            n = (size_t) utf8_encode(before, words->term);
            n += (size_t) utf8_encode(c, words->term + n);
            *ret = str_n(words->term, n);
            return true;
        }
        words->before = 0;
        if (c >= 0 && utf8_is_word(c)) {
            if (n + width <= TERM_MAX)
                memcpy(words->term + n, s.data + start, width);
            n += n + width <= TERM_MAX ? width : 0;
        } else if (n > 0) {
            break;
        }
    }
    if (n == 0)
        return false;
    const sb_symbol *stem = words->stemmer
        ? sb_stemmer_stem(words->stemmer, (const sb_symbol *) words->term, (int) n) : NULL;
    *ret = stem ? str_n((const char *) stem, (size_t) sb_stemmer_length(words->stemmer)) : str_n(words->term, n);
    return true;
}

/* --- the index --- */

struct bm25 *bm25_new(struct arena *arena)
{
    struct bm25 *index = arena_alloc(arena, sizeof *index);

    index->arena = arena;
    index->slots_n = 1024;
    index->slots = arena_calloc(arena, index->slots_n, sizeof *index->slots);
    return index;
}

static uint32_t *slot_of(const struct bm25 *index, struct str text)
{
    size_t at = str_hash(text) & (index->slots_n - 1);

    while (index->slots[at] && !str_eq(index->terms[index->slots[at] - 1].text, text))
        at = (at + 1) & (index->slots_n - 1);
    return &index->slots[at];
}

static void grow_slots(struct bm25 *index)
{
    index->slots_n *= 2;
    index->slots = arena_calloc(index->arena, index->slots_n, sizeof *index->slots);
    for (size_t i = 0; i < index->terms_n; i++)
        *slot_of(index, index->terms[i].text) = (uint32_t) i + 1;
}

static struct term *term_of(struct bm25 *index, struct str text)
{
    uint32_t *slot = slot_of(index, text);

    if (*slot)
        return &index->terms[*slot - 1];
    if (index->terms_n * 2 >= index->slots_n) {
        grow_slots(index);
        slot = slot_of(index, text);
    }
    index->terms = arena_grow(index->arena, index->terms, &index->terms_capacity, index->terms_n + 1,
                              sizeof *index->terms);
    index->terms[index->terms_n] = (struct term) { .text = str_dup(index->arena, text) };
    *slot = (uint32_t) ++index->terms_n;
    return &index->terms[index->terms_n - 1];
}

static void count_word(struct bm25 *index, struct str text, uint32_t document, float weight)
{
    struct term *term = term_of(index, text);

    if (term->n > 0 && term->postings[term->n - 1].document == document) {
        term->postings[term->n - 1].count += weight;
        return;
    }
    term->postings = arena_grow(index->arena, term->postings, &term->capacity, term->n + 1, sizeof *term->postings);
    term->postings[term->n++] = (struct posting) { document, weight };
}

uint32_t bm25_add(struct bm25 *index, const struct bm25_field fields[], size_t n)
{
    uint32_t document = (uint32_t) index->documents_n;
    struct arena *scratch = arena_new();
    double length = 0;

    for (size_t i = 0; i < n; i++) {
        struct words words;
        struct str word;

        words_begin(&words, scratch, fields[i].text);
        while (words_next(&words, &word)) {
            count_word(index, word, document, (float) fields[i].weight);
            length += fields[i].weight;
        }
        words_end(&words);
    }
    arena_free(scratch);
    index->lengths = arena_grow(index->arena, index->lengths, &index->documents_capacity, index->documents_n + 1,
                                sizeof *index->lengths);
    index->lengths[index->documents_n++] = (float) length;
    index->length_sum += length;
    return document;
}

size_t bm25_count(const struct bm25 *index) { return index->documents_n; }

static int by_score(const void *a, const void *b)
{
    const struct bm25_hit *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->document < y->document ? -1 : x->document > y->document;
}

static void score_term(const struct bm25 *index, const struct term *term, double scores[])
{
    double documents = (double) index->documents_n, mean = index->length_sum / documents;
    double idf = log(1 + (documents - (double) term->n + 0.5) / ((double) term->n + 0.5));

    for (size_t i = 0; i < term->n; i++) {
        const struct posting *p = &term->postings[i];
        double norm = K1 * (1 - B + B * (mean > 0 ? index->lengths[p->document] / mean : 1));

        scores[p->document] += idf * p->count * (K1 + 1) / (p->count + norm);
    }
}

size_t bm25_search(const struct bm25 *index, struct arena *arena, struct str query, size_t most, struct bm25_hit **ret)
{
    struct words words;
    struct str word;
    uint32_t seen[QUERY_TERMS_MAX];
    size_t seen_n = 0, n = 0;

    if (index->documents_n == 0)
        return 0;
    double *scores = arena_calloc(arena, index->documents_n, sizeof *scores);
    words_begin(&words, arena, query);
    while (seen_n < QUERY_TERMS_MAX && words_next(&words, &word)) {
        uint32_t number = *slot_of(index, word);
        bool again = number == 0;

        for (size_t i = 0; i < seen_n && !again; i++)
            again = seen[i] == number;
        if (again)
            continue;
        seen[seen_n++] = number;
        score_term(index, &index->terms[number - 1], scores);
    }
    words_end(&words);
    struct bm25_hit *hits = arena_calloc(arena, index->documents_n, sizeof *hits);
    for (size_t i = 0; i < index->documents_n; i++)
        if (scores[i] > 0)
            hits[n++] = (struct bm25_hit) { (uint32_t) i, llround(scores[i] * 1000) };
    qsort(hits, n, sizeof *hits, by_score);
    *ret = hits;
    return n < most ? n : most;
}
