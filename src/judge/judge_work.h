/* What judge.c and lacking.c share: the claim that is judged, and its passage. */
#ifndef FATHOM_JUDGE_WORK_H
#define FATHOM_JUDGE_WORK_H

#include "judge/judge.h"
#include "judge/proof.h"

enum { JUDGE_NEAREST = 5 }; /* sentences that share most with the claim are tried */

struct judge_work {
    struct arena *arena, *scratch; /* for what is given, for what is forgotten */
    struct reader *reader;
    const struct passage *passage;
    struct terms *sentences; /* the last one is the heading */
    size_t n;                /* without it */
    struct str said;         /* the claim as it is written */
    struct terms claim;      /* words and numbers only */
    struct terms marked;     /* the claim with its marks */
    struct {
        size_t sentence;
        int shared;
    } best[JUDGE_NEAREST];
    size_t best_n;
    struct {
        struct str by;
        size_t sentence;
        bool around;     /* its neighbours do so; else another sentence says otherwise */
    } framed;            /* a sentence has the claim's words, and is taken back; `by` is empty if there is none */
    struct str pronoun;  /* what the nearest sentence says for the claim's name, where nothing else parts the two */
    struct str left_out; /* what the nearest sentence says more, where nothing else parts it from the claim */
};

bool judge_has_term(const struct terms *sentence, const struct term *c);

struct proof_context judge_context(const struct judge_work *w);

/* The claim beside its `at`-th nearest sentence. */
struct pair judge_pair(const struct judge_work *w, const struct proof_context *context, size_t at);

/* What a person would look for in the passage and not find, as a reason; empty: nothing. */
struct str judge_missing(struct judge_work *w);

/* The words of the nearest sentence in the place of one word of the claim, as a reason; empty: more parts the two. */
struct str judge_other_words(struct judge_work *w);

#endif
