/* Picking sentences (or passages) that answer a question, without repeating
 * each other: words of the question by rarity, the kind of answer wanted,
 * numbers and definitions, place in the source; then maximal marginal
 * relevance. Deterministic; scores are whole thousandths, ties go by order. */
#ifndef FATHOM_EXTRACTIVE_SELECT_H
#define FATHOM_EXTRACTIVE_SELECT_H

#include "extractive/question.h"

enum { SELECT_ITEMS = 20000 }; /* more are not looked at */

struct select_item {
    struct str text;
    size_t source;              /* any number that tells sources apart */
    size_t position, positions; /* place in its source, from 0, and how many there are */
    int64_t trust;              /* relevance of the source in thousandths; 0: unknown */
    struct str context;         /* what it stands under, title and heading: their words count for half */
    struct str near;            /* the sentences around it: their words count for a quarter */
    int64_t score;              /* set by select_score */
};

/* Sets the score of each. Sentences of a source that speaks little of the question count for less. */
void select_score(struct arena *arena, const struct question *question, struct select_item *items, size_t n);

struct select_settings {
    size_t most;       /* items wanted */
    size_t per_source; /* of one source; 0: no limit */
    int64_t least;     /* score under which nothing is taken */
    int64_t variety;   /* thousandths of weight for being unlike the others; 0: 300 */
    size_t bytes;      /* of all texts together; 0: no limit */
};

/* Indices of the chosen, best first, into `ret` (room for `most`); scores must be set. Returns how many. */
size_t select_pick(struct arena *arena, const struct question *question, const struct select_item *items, size_t n,
                   const struct select_settings *settings, size_t *ret);

#endif
