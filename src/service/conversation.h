/* What a follow-up knows of the runs before it, and what a run asks its user. */
#ifndef FATHOM_SERVICE_CONVERSATION_H
#define FATHOM_SERVICE_CONVERSATION_H

#include "records/questions.h"
#include "records/runs.h"
#include "run/settings.h"
#include "search/search.h"
#include "service/operation.h"
#include "store/store.h"

struct conversation {
    struct str id;                     /* the run that goes on, in full */
    struct str history;                /* its first question and its last messages, oldest first */
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

/* What a run waits to be told: 1, or 0 when it asks nothing. */
struct pending_question {
    enum question_type type;
    struct str_list texts;   /* the questions in words */
    struct str_list options; /* that it is decided between; none: any words answer it */
    bool changed;            /* it is a plan that a person has changed and not agreed to yet */
    struct str data;         /* as it is stored */
    struct str json;         /* {type, askedAt, and what the event that told it has} */
};
int question_pending(struct db *db, const struct run_row *run, struct arena *arena, struct pending_question *ret,
                     struct error *e);

/* What people have answered, oldest first; what a client's model answered is left out. */
struct answer_view;
int answers_given(struct db *db, struct str run, struct arena *arena, struct answer_view **ret, size_t *ret_n,
                  struct error *e);

struct answer_in {
    struct str id, answer;
    bool keep; /* changes of a plan are stored, and the run goes on waiting */
};

#endif
