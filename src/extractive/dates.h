/* Dates in figures: "2026-03-17", "17.3.2026", "17/03/2026". */
#ifndef FATHOM_EXTRACTIVE_DATES_H
#define FATHOM_EXTRACTIVE_DATES_H

#include "text/words.h"

struct day {
    int year, month, day;
};

/* Does such a date begin with a word? "3/4/2026" is the third of April, but in English texts nobody knows: false. */
bool day_at(struct str text, const struct language *language, const struct words *words, size_t at, struct day *ret);

/* "October", as the language has it; empty where we do not know it. */
struct str day_month(const struct language *language, int month);

#endif
