/* The sources of a run: numbered once, when they are first added, and found
 * again by canonical URL. Changed only at joins, by the thread of the root. */
#ifndef FATHOM_RUN_SOURCES_H
#define FATHOM_RUN_SOURCES_H

#include "records/sources.h"
#include "run/run.h"

struct source_list {
    struct source_row *items;
    size_t n, capacity;
    size_t given;            /* the first of them: documents that a person gave to be read. No limit counts them */
    size_t max;              /* 0: no limit; sources beyond it are not added */
    size_t refusals;         /* results that found no room, each time */
    struct str_list refused; /* their addresses, each once; some may have found room later */
    size_t per_query;        /* of one query, the best; 0: all */
    bool by_title;           /* the same title is the same source */
    size_t documents;        /* of the user's that were looked through; 0: nobody counted */
    size_t duplicates;       /* results that were known already */
};

/* Adds what a search found (rank counts from 0), or finds the source again.
 * Returns its position, or -1 when it has no text at all, its address is excluded or the list is full.
 * A longer text replaces a shorter snippet. Emits source_added for new ones. */
ptrdiff_t source_list_add(struct branch *branch, struct source_list *list, const struct search_hit *hit, size_t rank,
                          struct str query);

/* Those that limits count. */
static inline size_t source_list_counted(const struct source_list *list) { return list->n - list->given; }
/* Is it the address of a document that a person gave? */
bool source_list_gave(const struct source_list *list, struct str canonical);

/* Addresses that were found and that the limit kept out: each once, however many searches found it. */
size_t source_list_left_out(const struct source_list *list);

/* A further query, or the step of a plan, that led to the source: its passages are chosen by them all. */
void source_found_by(struct branch *branch, struct source_row *source, struct str what);

/* A passage of the source reads like orders to a model: it is text like any other
 * and stays, but the reader is told. The first one counts. */
void source_suspect(struct branch *branch, struct source_row *source, struct str passage);

/* An answer of a model that is kept as a source, so that what it said can be quoted and attributed. It carries no claim
 * about the world. Its address is "model:" and the model's name. */
bool source_is_answer(const struct source_row *source);

/* What is known of it beside its title, for prompts: "official site, high quality", "given by the person who asks"; empty
 * where its address tells nothing. `quality` is an analyst's judgement (0 low … 2 high), -1: by the address. */
struct str source_standing(struct arena *arena, const struct source_row *source, struct str research_mode, int quality);
/* " (2025-03-03; official site, high quality)", or what of it is known. */
struct str source_note(struct arena *arena, const struct source_row *source, struct str research_mode);

/* What a source says, for prompts and extraction: its text, else its snippet. */
struct str source_text(const struct source_row *source);

#endif
