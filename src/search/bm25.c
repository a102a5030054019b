#include "search/bm25.h"

#include <stdlib.h>

#include "base/order.h"
#include "text/wordmap.h"
#include "text/words.h"

#define K1 1.2
#define B 0.75
enum { QUERY_TERMS_MAX = 256 };

struct posting {
    uint32_t document;
    float count; /* weighted */
};

struct term {
    struct posting *postings;
    size_t n, capacity;
};

struct bm25 {
    struct arena *arena;
    const struct language *language;
    struct wordmap vocabulary; /* stem -> number of its term */
    struct term *terms;
    size_t terms_capacity;
    float *lengths; /* weighted words per document */
    size_t documents_n, documents_capacity;
    double length_sum;
};

struct bm25 *bm25_new(struct arena *arena, const struct language *language)
{
    struct bm25 *index = arena_alloc(arena, sizeof *index);

    index->arena = arena;
    index->language = language;
    wordmap_init(&index->vocabulary, arena, 1024);
    return index;
}

static struct term *term_of(struct bm25 *index, struct str stem)
{
    bool fresh;
    uint32_t number = wordmap_intern(&index->vocabulary, stem, (uint32_t) index->vocabulary.n, true, &fresh);

    if (fresh) {
        index->terms = arena_grow(index->arena, index->terms, &index->terms_capacity, index->vocabulary.n,
                                  sizeof *index->terms);
        index->terms[number] = (struct term){ 0 };
    }
    return &index->terms[number];
}

static void count_word(struct bm25 *index, struct str text, uint32_t document, float weight)
{
    struct term *term = term_of(index, text);

    if (term->n > 0 && term->postings[term->n - 1].document == document) {
        term->postings[term->n - 1].count += weight;
        return;
    }
    term->postings = arena_grow(index->arena, term->postings, &term->capacity, term->n + 1, sizeof *term->postings);
    term->postings[term->n++] = (struct posting){ document, weight };
}

uint32_t bm25_add(struct bm25 *index, const struct bm25_field fields[], size_t n)
{
    uint32_t document = (uint32_t) index->documents_n;
    struct arena *scratch = arena_new();
    double length = 0;

    for (size_t i = 0; i < n; i++) {
        struct words words = { 0 };

        words_of(scratch, fields[i].text, index->language, &words);
        for (size_t w = 0; w < words.n; w++) {
            if (!word_is_content(&words.items[w]))
                continue;
            count_word(index, words.items[w].stem, document, (float) fields[i].weight);
            length += fields[i].weight;
        }
    }
    arena_free(scratch);
    index->lengths = arena_grow(index->arena, index->lengths, &index->documents_capacity, index->documents_n + 1,
                                sizeof *index->lengths);
    index->lengths[index->documents_n++] = (float) length;
    index->length_sum += length;
    return document;
}

static int by_score(const void *a, const void *b)
{
    const struct bm25_hit *x = a, *y = b;

    return x->score != y->score ? ORDER(y->score, x->score) : ORDER(x->document, y->document);
}

static void score_term(const struct bm25 *index, const struct term *term, double scores[])
{
    double documents = (double) index->documents_n, mean = index->length_sum / documents;
    double idf = bm25_rarity(documents, (double) term->n);

    for (size_t i = 0; i < term->n; i++) {
        const struct posting *p = &term->postings[i];

        scores[p->document] += idf * bm25_part(bm25_often(p->count, index->lengths[p->document], mean, B), K1);
    }
}

size_t bm25_search(const struct bm25 *index, struct arena *arena, struct str query, size_t most, struct bm25_hit **ret)
{
    struct words words = { 0 };
    int64_t seen[QUERY_TERMS_MAX];
    size_t seen_n = 0, n = 0;

    if (index->documents_n == 0)
        return 0;
    double *scores = arena_calloc(arena, index->documents_n, sizeof *scores);
    words_of(arena, query, index->language, &words);
    for (size_t w = 0; w < words.n && seen_n < QUERY_TERMS_MAX; w++) {
        int64_t number = wordmap_get(&index->vocabulary, words.items[w].stem);
        bool again = number < 0 || !word_is_content(&words.items[w]);

        for (size_t i = 0; i < seen_n && !again; i++)
            again = seen[i] == number;
        if (again)
            continue;
        seen[seen_n++] = number;
        score_term(index, &index->terms[number], scores);
    }
    struct bm25_hit *hits = arena_calloc(arena, index->documents_n, sizeof *hits);
    for (size_t i = 0; i < index->documents_n; i++)
        if (scores[i] > 0)
            hits[n++] = (struct bm25_hit){ (uint32_t) i, llround(scores[i] * 1000) };
    qsort(hits, n, sizeof *hits, by_score);
    *ret = hits;
    return n < most ? n : most;
}
