/* How two terms relate: the same, alike in meaning, one more general than the other, or values of one thing that exclude each
 * other ("rose" and "fell", "Norway" and "Sweden", 450 and 900). The tables hold general English: a word belongs there
 * because a dictionary would say so, never because some text has it. */
#ifndef FATHOM_JUDGE_RELATION_H
#define FATHOM_JUDGE_RELATION_H

#include "base/str.h"

struct term;
struct relation; /* the sets a stem belongs to */

/* The sets of a stem, NULL if it is in none. */
const struct relation *relation_find(struct str stem);

/* A nation, its land or its people. */
bool relation_is_nation(const struct term *t);

/* How well the source's term carries the claim's, in hundredths; 0: not at all. */
enum {
    GRADE_SAME = 100,
    GRADE_STEM = 95,
    GRADE_LIGHT = 90,   /* two articles, two forms of "be" */
    GRADE_ALIKE = 80,   /* another word of the same meaning, a nation and its people */
    GRADE_AMOUNT = 75,  /* alike where an amount follows: "fell by 8 percent", "declined 8 percent" */
    GRADE_PAID = 74,    /* alike where a price is told: "acquired", "bought" */
    GRADE_GENERAL = 70, /* the claim's word is more general: "drink" for "tea" */
    GRADE_RIVAL = 60,   /* exclude each other; only relation_rival gives it */
};
int relation_grade(const struct term *claim, const struct term *source);

enum rival {
    RIVAL_NONE,
    RIVAL_NUMBER,
    RIVAL_DATE,
    RIVAL_ORDINAL,
    RIVAL_OPPOSITE,
    RIVAL_PREFIX,
    RIVAL_NATION,
    RIVAL_VALUE,  /* of a closed class: a colour, a direction */
    RIVAL_MEMBER, /* of an open class: a drink, an instrument; several can hold at once */
    RIVAL_NAME,   /* only relation_names gives it */
};
enum rival relation_rival(const struct term *claim, const struct term *source);
/* Two names that are not the same one: RIVAL_NAME, else RIVAL_NONE. They need not exclude each other. */
enum rival relation_names(const struct term *claim, const struct term *source);

#endif
