/* What is measured, and in which units: who asks for it wants a figure of that kind. */
#ifndef FATHOM_EXTRACTIVE_MEASURES_H
#define FATHOM_EXTRACTIVE_MEASURES_H

#include "text/words.h"

/* The enum number_kind that a word like "efficiency" or "cost" asks for; -1: it names no measure. */
int measure_kind(const struct language *language, struct str fold);
/* The base units (text/units.h) that "how long", "how heavy", "lifetime" want, each between blanks; empty: any. English. */
const char *measure_units(const struct words *words);
/* Keywords without a question: "snowy cost", "owner of hornsdale", "moss landing MWh". What is not recognised stays. */
void measure_in_keywords(const struct words *words, int *kind, int *measure, const char **units);

#endif
