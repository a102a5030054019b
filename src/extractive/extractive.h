/* What extractive forms are made of: queries from a question, and the sentences
 * of sources that answer it. Deterministic; no model, no network. */
#ifndef FATHOM_EXTRACTIVE_EXTRACTIVE_H
#define FATHOM_EXTRACTIVE_EXTRACTIVE_H

#include "run/sources.h"

struct extract_query {
    struct str query, why;
};

/* The question itself first, then its aspects; at most `max`. */
size_t extract_queries(struct arena *arena, struct str question, size_t max, struct extract_query ret[]);
/* The words that carry meaning, in their order; empty if all do already. */
struct str extract_keywords(struct arena *arena, struct str text);
/* The query with those keywords of the question that it lacks. */
struct str extract_combined(struct arena *arena, struct str query, struct str question);

/* A report of quoted sentences with markers: a direct answer, themes, disagreements,
 * gaps, what it rests on. Empty when nothing fits. */
struct str extract_report(struct branch *branch, struct str question, const struct source_row *const *sources,
                          size_t n);
/* The same by itself; `most` sentences beside the answer. Lives in `arena`. */
struct str extract_write(struct arena *arena, struct str question, const struct source_row *const *sources, size_t n,
                         size_t most);

#endif
