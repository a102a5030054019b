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
/* The words that carry meaning, in their order: what an engine is asked for a whole sentence. The text itself where none
 * does, or where nothing parts its words. */
struct str extract_keywords(struct arena *arena, struct str text);
/* Does the query name anything that the question names? */
bool extract_names(struct arena *arena, struct str query, struct str question);
/* Have both the same words but for small ones and endings? Then the second search is one for the same. */
bool extract_same_words(struct arena *arena, struct str query, struct str question);
/* Are both searches for the same: equal but for case, spaces, punctuation, endings and small words that do not turn the
 * meaning? All workflows ask this before they search in a model's words. */
bool extract_same_search(struct arena *arena, struct str one, struct str other);
bool extract_searched(struct arena *arena, const struct str_list *searched, struct str query);

struct extract_input {
    struct str question;
    const struct source_row *const *sources;
    size_t sources_n;
    size_t documents; /* how many were searched; 0: the sources */
    size_t most;      /* passages beside the answer; extract_report() goes by the run's depth and length */
    bool whole;       /* half of them even where they say little to the question; by the run's length */
    bool brief;       /* the answer and nothing else; extract_report() goes by the run's kind */
};
struct extract_result {
    struct str body; /* empty when no source has a word of the question */
    bool answered;   /* false: the sources do not answer, and the body says so */
    bool compared;   /* it has the things that the question compares side by side */
};

/* A report of passages with markers: the answer, what its shape asks for, more from the sources, what it rests on. */
void extract_report(struct branch *branch, struct extract_input *input, struct extract_result *ret);
/* The same by itself. The body lives in `arena`. */
void extract_write(struct arena *arena, const struct extract_input *input, struct extract_result *ret);

/* What is said where no document has a word of the question. */
struct str extract_nothing(struct arena *arena, struct str question, size_t documents);

#endif
