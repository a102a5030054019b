/* What the files of this folder share and engines do not need. */
#ifndef FATHOM_SEARCH_INTERNAL_H
#define FATHOM_SEARCH_INTERNAL_H

#include "net/shared.h"
#include "search/engine.h"

struct context_index;

struct search {
    struct engine_state *engines;  /* one per row of the table */
    struct str_list order;         /* engines for the web, in order */
    bool chosen;                   /* the order is the user's: all of them are asked */
    struct context_index *context; /* NULL: no documents */
    struct search_store store;
    struct str_list corpora;     /* none: the engine corpus has nothing to search */
    struct search_port provider; /* how a model is asked to search */
    int64_t timeout_ms, cache_ms;
    struct retry_policy *retry;
    struct shared *under_way; /* searches that are being made, by engine and query */
};

struct search_call_argument {
    const struct search *search;
    const struct search_query *query;
};
extern const struct call_type search_call_type;
extern const struct field search_result_fields[], search_hit_fields[], search_query_fields[];

/* Rows of the table. */
int engine_index(struct str name); /* -1 if there is none */
int engine_unknown(struct arena *arena, struct str name, struct error *e);
/* What is missing to use it, as "BRAVE_API_KEY is not set"; empty if nothing. */
struct str engine_missing(struct arena *arena, const struct search *search, int index);
/* The engines to ask for this query, in order; *ret_first: how many of them at once. */
void engines_for(const struct search *search, struct arena *arena, const struct search_query *query,
                 int ret[SEARCH_ENGINES_MAX], size_t *ret_n, size_t *ret_first);

/* Keeps of a text that is longer than a hit may carry the part around a place; its page starts go with it. */
void search_hit_cut(struct arena *arena, struct search_hit *hit, size_t at);

/* context.c. `beside`: documents that a conversation remembers, not given to be read. */
struct context_index *context_index_new(struct arena *arena, const struct search_document *documents, size_t n,
                                        bool beside);

/* fusion.c: what one engine found, in its order. */
struct ranking {
    struct str engine;
    struct search_hit *hits;
    size_t hits_n;
};
void fuse(struct arena *arena, const struct ranking rankings[], size_t n, const struct search_query *query,
          struct search_result *ret);
/* Does the hit pass the query's domain and date filters? An unknown date passes. */
bool filter_passes(const struct search_query *query, const struct search_hit *hit);

#endif
