/* What a follow-up knows of the runs before it, and what a run asks its user. */
#ifndef FATHOM_SERVICE_CONVERSATION_H
#define FATHOM_SERVICE_CONVERSATION_H

#include "run/settings.h"
#include "search/search.h"
#include "service/operation.h"
#include "store/store.h"

struct conversation {
    struct str id;                     /* the run that goes on, in full */
    struct str history;                /* its last messages, oldest first */
    struct context_file *contexts;     /* files it was given, then the sources its answers cite */
    struct search_document *documents; /* the same, with their texts */
    size_t n;
    struct str_list corpora; /* that it searched */
};

/* Reads the conversation that ends with the run `id` (any unique start, or
 * "last"), following its parents. With `given`, the files and corpora that were
 * given to the run go on being searched. -ERROR_CONFLICT when the run has not ended. */
int conversation_load(const struct caller *caller, struct arena *arena, struct str id, bool given,
                      struct conversation *ret, struct error *e);

/* The questions a run waits with; none when it asks nothing. */
int questions_pending(struct db *db, struct str run, struct arena *arena, struct str_list *ret, struct error *e);

struct answer_in {
    struct str id, answer;
};

#endif
