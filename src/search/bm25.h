/* BM25 over documents in memory: terms with postings, fields with weights.
 *
 * Documents are numbered from 0 in the order they are added. Scores come out
 * as whole thousandths, so that orders are the same on every machine; equal
 * scores go by number. Everything lives in the index's arena.
 * Threads: searching is safe from any thread while nobody adds. */
#ifndef FATHOM_SEARCH_BM25_H
#define FATHOM_SEARCH_BM25_H

#include "base/str.h"

struct bm25;
struct language; /* text/language.h */

struct bm25_field {
    struct str text;
    double weight; /* how often a word in it counts; 1 for the body */
};

struct bm25_hit {
    uint32_t document;
    int64_t score; /* thousandths */
};

/* Words are compared by their stems in that language; its stop words do not count. */
struct bm25 *bm25_new(struct arena *arena, const struct language *language);
uint32_t bm25_add(struct bm25 *index, const struct bm25_field fields[], size_t n);
size_t bm25_count(const struct bm25 *index);
/* The best `most` documents that have a word of the query; *ret in `arena`. */
size_t bm25_search(const struct bm25 *index, struct arena *arena, struct str query, size_t most, struct bm25_hit **ret);

#endif
