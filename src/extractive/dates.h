/* Dates in figures: "2026-03-17", "17.3.2026", "17/03/2026", and in words: "17 March", "March the 17th, 2026". */
#ifndef FATHOM_EXTRACTIVE_DATES_H
#define FATHOM_EXTRACTIVE_DATES_H

#include "text/words.h"

struct day {
    int year, month, day; /* of one in words the year may be 0 */
};

/* The date in figures that begins at a word. "3/4/2026" is none in an English text: nobody knows which month it is. */
bool day_at(struct str text, const struct language *language, const struct words *words, size_t at, struct day *ret);

/* The date in words whose month is the word at `at`; ret_number: its day, a word, too. */
bool day_in_words(const struct language *language, const struct words *words, size_t at, struct day *ret,
                  size_t *ret_number);

/* "0@10-17": what stands for a day among the terms of a text; with the year, if it has one. */
struct str day_term(struct arena *arena, const struct day *day);

#endif
