/* Contradictions between sentences of different sources: other numbers or
 * dates for the same thing, one denies what the other says, opposites. Rests on
 * the same alignment as the verdicts (judge/align.h). Deterministic. */
#ifndef FATHOM_JUDGE_CONFLICT_H
#define FATHOM_JUDGE_CONFLICT_H

#include "base/str.h"

enum conflict_kind { CONFLICT_NUMBER, CONFLICT_DATE, CONFLICT_NEGATION, CONFLICT_OPPOSITE };
extern const char *const conflict_kind_words[]; /* "number", "date", "negation", "opposite", NULL */

struct conflict {
    size_t a, b;       /* indices of the sentences, a < b */
    int kind;          /* enum conflict_kind */
    int64_t strength;  /* thousandths: how much the two share */
    struct str reason; /* "10000000000 Wh against 12000000000 Wh" */
};

enum { CONFLICT_SENTENCES = 300 }; /* more are not compared */

/* The strongest `most`, strongest first; two sentences of one source are not
 * compared. Returns how many; all in `arena`. */
size_t conflicts_of(struct arena *arena, const struct str *sentences, const size_t *sources, size_t n, size_t most,
                    struct conflict **ret);

#endif
