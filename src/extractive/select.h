/* How well sentences answer a question: its words by rarity, the kind of answer
 * wanted, numbers and definitions, place in the source. Deterministic; scores
 * are whole thousandths. */
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

#endif
