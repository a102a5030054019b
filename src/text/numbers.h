/* Numbers of a text: values with unit, multiplier and bounds, percentages,
 * money, ordinals, ratios, dates and ranges, in digits or in English words; units, months and small numbers also in
 * German, Spanish and French.
 *
 * Values are kept in base units (metres, kilograms, seconds, watts, …), so
 * "3 km" and "3,000 metres" are the same. Dates keep what they say: a year, a
 * month of a year, a day. */
#ifndef FATHOM_TEXT_NUMBERS_H
#define FATHOM_TEXT_NUMBERS_H

#include "base/str.h"

enum number_kind {
    NUMBER_COUNT,   /* "400 films", "2.5" */
    NUMBER_PERCENT, /* also "one in five", "half of" */
    NUMBER_POINTS,  /* percentage points: not a percentage */
    NUMBER_MONEY,
    NUMBER_MEASURE, /* with a physical unit */
    NUMBER_ORDINAL, /* "third", "2nd" */
    NUMBER_DATE,
};

struct number {
    size_t start, end; /* bytes of the text, unit and multiplier included */
    enum number_kind kind;
    double low, high;       /* in base units, with the sign; equal unless it is a range; years for a date */
    double rounding;        /* half of the last digit written: what "3.1 million" leaves open */
    const char *unit;       /* base unit or currency, "" for none */
    int month, day;         /* dates: 0 where not said */
    bool has_year;          /* dates: low and high are years */
    bool about;             /* "about", "nearly", "~" */
    bool at_least, at_most; /* "more than", "up to" */
    struct str what;        /* the word behind a count, as written; what is counted */
};

struct numbers {
    struct number *items;
    size_t n, capacity;
};

/* Appends the numbers of `text`, in order. */
void numbers_of(struct arena *arena, struct str text, struct numbers *ret);

#endif
