/* Shared by the feature_*.c files; not for others. */
#ifndef FATHOM_PAGES_FEATURE_PARTS_H
#define FATHOM_PAGES_FEATURE_PARTS_H

#include "pages/feature.h"

/* --- numbers of keys, in order of appearance --- */

struct feature_index {
    struct arena *arena;
    uint64_t *keys; /* 0: free */
    unsigned *values;
    size_t slots, n;
};
void feature_index_init(struct feature_index *index, struct arena *arena);
/* The number of `key`; a new one gets the next. */
unsigned feature_index_add(struct feature_index *index, uint64_t key);
/* The same without adding; -1 if it is not there. */
long feature_index_find(const struct feature_index *index, uint64_t key);

static inline uint64_t feature_mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;

    return h ^ (h >> 32);
}

/* --- words --- */

/* FNV-1a of a prefix and a word with ASCII letters made small. */
uint32_t feature_hash(const char *prefix, struct str word);

/* The next word at or after *at; false at the end. */
bool feature_word_next(struct str text, size_t *at, struct str *ret);

struct feature_set { /* of words that carry meaning, by number */
    struct feature_index index;
};
void feature_set_add(struct feature_set *set, struct str text);

struct feature_stats {
    unsigned words, linked, stops, marks, sentences, capitals;
    unsigned content;                  /* words that are no stop words */
    unsigned in_title, in_description; /* of these */
    uint64_t hash;                     /* of all words */
    bool ends, good, legal, cart, reply, price;
};

enum feature_word_flag { WORD_IS_STOP = 1, WORD_IS_LEGAL = 2, WORD_IS_CART = 4, WORD_IS_REPLY = 8 };

struct feature_lexicon {
    struct feature_index index;
    unsigned char *flags;
};
void feature_lexicon_init(struct feature_lexicon *lexicon, struct arena *arena);
unsigned feature_lexicon_flags(const struct feature_lexicon *lexicon, uint32_t hash);

/* --- the page --- */

struct feature_group { /* of blocks that have something in common */
    unsigned n, first, last;
    double words, linked, ends, stops;
};

struct feature_repeat { /* siblings of one tag and first class */
    unsigned n;
    double words, linked, good;
};

struct features {
    struct feature_page page;
    size_t n;
    unsigned *before;                  /* blocks that start before node i */
    unsigned short *depth;             /* of nodes */
    uint64_t *name_keys, *repeat_keys; /* of nodes: tag and class; tag, first class and parent */
    struct feature_stats *stats;
    double *words, *linked, *good, *stops; /* of blocks 0 … i-1 */
    unsigned best;                         /* node, 0: none */
    unsigned *alike, *same, *copy, *copy_rank;
    struct feature_group *alike_groups, *same_groups;
    unsigned *copies; /* by number of `copy` */
    unsigned alike_n;
    struct feature_index repeat_index, sibling_index;
    struct feature_repeat *repeats;
    unsigned *siblings;
    int *heading; /* last heading before the block, -1: none */
    int first_h1, last_h1, most_title;
    struct feature_set title, description;
    struct feature_lexicon lexicon;
    float values[FEATURE_PAGE_N];
    struct feature_tokens page_tokens;
    struct feature_node **nodes; /* tokens, made when first asked for; elements with the same names share them */
    struct feature_node **by_name;
    size_t by_name_capacity;
    struct feature_index name_index;
};

static inline size_t feature_from(const struct features *f, unsigned node) { return f->before[node]; }
static inline size_t feature_to(const struct features *f, unsigned node)
{
    return f->before[f->page.tree->nodes[node].end];
}
static inline double feature_sum(const double *sums, const struct features *f, unsigned node)
{
    return sums[feature_to(f, node)] - sums[feature_from(f, node)];
}
static inline double feature_share(double part, double whole) { return part / (whole < 1 ? 1 : whole); }

void feature_stats_of(const struct features *f, const struct block *block, struct feature_stats *ret);
/* Fills f->values, title and description; wants stats and sums for the second half. */
void feature_page_begin(struct features *f);
void feature_page_end(struct features *f);
unsigned feature_tag_group(unsigned tag);

#endif
