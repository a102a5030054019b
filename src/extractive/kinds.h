/* What kinds of things a sentence has that a question does not: numbers, dates, names, reasons. */
#ifndef FATHOM_EXTRACTIVE_KINDS_H
#define FATHOM_EXTRACTIVE_KINDS_H

#include "extractive/terms.h"

struct kinds {
    bool number, date;
    bool capital; /* a capital letter inside */
    bool person;  /* two of them running */
    bool reason, concludes, weighs, aim, counts, method;
};

void kinds_of(struct arena *arena, struct str sentence, const struct language *language,
              const struct asked_terms *asked, struct kinds *ret);

#endif
