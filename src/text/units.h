/* The words numbers are made of: units, multipliers, spelled-out values. */
#ifndef FATHOM_TEXT_UNITS_H
#define FATHOM_TEXT_UNITS_H

#include "base/str.h"

struct unit {
    const char *name;
    const char *base; /* what it is measured in here: "m", "kg", "USD", "%", "points" */
    double factor;    /* to the base */
};

/* By symbol, as written ("MW" is not "mW"); NULL if unknown. */
const struct unit *unit_symbol(struct str text);
/* By symbol or by name (English, German, Spanish, French, Italian) in any case, singular or plural; `fold` is `text` folded. */
const struct unit *unit_of(struct str text, struct str fold);
/* A currency, by its code; pounds may be a weight and are none. */
bool unit_is_money(const struct unit *unit);

/* Does a spelled-out number, a fraction or a month begin with this folded word? */
bool number_begins(struct str fold);

/* Values of folded words; false if the word is none. */
bool number_multiplier(struct str fold, double *ret);    /* "million" */
bool number_word(struct str fold, double *ret);          /* "seven", "forty" */
bool number_ordinal(struct str fold, double *ret);       /* "third" */
bool number_fraction(struct str fold, double *ret);      /* "thirds": percent of one */
bool number_month(struct str fold, double *ret);         /* "october", "oct" */
bool number_foreign_month(struct str fold, double *ret); /* "märz", "enero": written small, too */

#endif
