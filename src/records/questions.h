/* What a run asks a person: typed rows of the run, open until they are answered. */
#ifndef FATHOM_RECORDS_QUESTIONS_H
#define FATHOM_RECORDS_QUESTIONS_H

#include "store/store.h"

enum question_type {
    QUESTION_CLARIFY, /* what is meant; answered in the person's own words */
    QUESTION_PAUSE,   /* a phase has ended; guidance for the next */
    QUESTION_CONFIRM, /* go on with what is there: proceed, retry or cancel */
    QUESTION_SAMPLES, /* answers of the caller's own model */
    QUESTION_PLAN,    /* the plan before it is carried out; nothing, another plan, or words for the planner */
    QUESTION_TYPES
};
extern const char *const question_type_words[]; /* "clarify", "pause", "confirm", "samples", "plan", NULL */

struct question_row {
    struct str path; /* the place in the run that asks */
    enum question_type type;
    struct str data; /* JSON object: the data of the event that told it; `agreed`: the plan by the answer */
    int64_t asked_ms, answered_ms; /* wall clock; answered_ms 0: it is open */
    struct str answered_by;        /* user; empty: the local caller */
    struct str answer;             /* as it was given; while it is open: what is kept until somebody answers */
};

/* Known ones are left as they are: a resumed run asks again at the same place. */
int question_record_put(struct db *db, struct str run, const struct question_row *row, struct error *e);
/* Answers the oldest open question of the run: 1, or 0 when none is open. Takes answer, answered_by, answered_ms and data (empty:
 * stays as it is). */
int question_record_answer(struct db *db, struct str run, const struct question_row *row, struct error *e);
/* Keeps words with the oldest open question, which stays open: 1, or 0 when none is open. */
int question_record_keep(struct db *db, struct str run, struct str answer, struct error *e);
/* The oldest open question: 1, or 0 when there is none. */
int question_record_open(struct db *db, struct str run, struct arena *arena, struct question_row *ret, struct error *e);
/* All of them, oldest first. */
int question_record_list(struct db *db, struct str run, struct arena *arena, struct question_row **ret, size_t *ret_n,
                         struct error *e);

#endif
