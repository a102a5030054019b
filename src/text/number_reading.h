/* Shared by numbers.c and number_dates.c: a text being read for numbers. */
#ifndef FATHOM_TEXT_NUMBER_READING_H
#define FATHOM_TEXT_NUMBER_READING_H

#include "text/numbers.h"
#include "text/units.h"
#include "text/words.h"

/* One reading of a text: the words around a number decide what it means. */
struct reading {
    struct arena *arena;
    struct str text;
    struct words words;
    struct numbers *out;
};

static inline int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }

bool reading_is_one_of(const char *list, struct str word);           /* list parted by blanks */
const struct word *reading_word(const struct reading *r, size_t at); /* NULL behind the end */
struct str reading_gap(const struct reading *r, size_t at);          /* the bytes before word `at` */
bool reading_blank(struct str s);
bool reading_dash(struct str s);
struct number *reading_add(struct reading *r, enum number_kind kind, size_t start, size_t end, double value);

/* Each adds the date that begins at word `at` and returns the word behind it; 0 if there is none. */
size_t read_iso(struct reading *r, size_t at);                   /* "2018-09-13" */
size_t read_day_first(struct reading *r, size_t at);             /* "10 February 1894" */
size_t read_day_in_words(struct reading *r, size_t at, int day); /* "third of May 2022" */
size_t read_month_first(struct reading *r, size_t at);           /* "February 10, 1894", "in October" */
size_t read_year(struct reading *r, size_t at);                  /* "1930", "1930s", "1941-60" */
int year_of(const struct word *word);                            /* a plain year, or -1 */

/* number_units.c: of a value that was read, and of what stands behind it. */
void number_multiply(struct number *n, double by);
void number_set_unit(struct number *n, const struct unit *unit);
size_t read_sign(struct reading *r, struct number *n, size_t at); /* "%", "°C"; 0: none */
size_t read_unit(struct reading *r, struct number *n, size_t at); /* 0: the word is none */

#endif
