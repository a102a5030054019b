/* BM25 over documents in memory: terms with postings, fields with weights.
 *
 * Documents are numbered from 0 in the order they are added. Scores come out
 * as whole thousandths, so that orders are the same on every machine; equal
 * scores go by number. Everything lives in the index's arena.
 * Threads: searching is safe from any thread while nobody adds. */
#ifndef FATHOM_SEARCH_BM25_H
#define FATHOM_SEARCH_BM25_H

#include <math.h>

#include "base/str.h"

struct bm25;
struct language; /* text/language.h */

/* The formula, for every index there is. How much a term weighs that `often` of `n` texts have: */
static inline double bm25_rarity(double n, double often)
{
    double without = n - often + 0.5;

    return log(1 + (without > 0 ? without : 0) / (often + 0.5));
}
/* How often a term counts in a field of some length; `weight` of the length is 0 to 1. */
static inline double bm25_often(double count, double length, double mean, double weight)
{
    return count / (1 - weight + weight * (mean > 0 ? length / mean : 1));
}
/* What the term gives, by how often it counts in all fields together; more times give ever less. */
static inline double bm25_part(double often, double saturation)
{
    return often * (saturation + 1) / (often + saturation);
}

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
/* The best `most` documents that have a word of the query; *ret in `arena`. */
size_t bm25_search(const struct bm25 *index, struct arena *arena, struct str query, size_t most, struct bm25_hit **ret);

#endif
