/* Contradictions between sentences of different sources: another number or date for the same quantity of the same subject in the same
 * unit, one denies what the other says, opposites. Rests on the same terms and proofs as the verdicts. Deterministic. */
#ifndef FATHOM_JUDGE_CONFLICT_H
#define FATHOM_JUDGE_CONFLICT_H

#include "base/str.h"

enum conflict_kind { CONFLICT_NUMBER, CONFLICT_DATE, CONFLICT_NEGATION, CONFLICT_OPPOSITE };
extern const char *const conflict_kind_words[]; /* "number", "date", "negation", "opposite", NULL */

struct conflict {
    size_t a, b;       /* indices of the sentences, a < b */
    int kind;          /* enum conflict_kind */
    int64_t strength;  /* thousandths of the shorter clause that the other shares */
    struct str reason; /* "10 GWh against 12 GWh" */
};

enum { CONFLICT_SENTENCES = 300 }; /* more are not compared */

/* The strongest `most`, strongest first; two sentences of one source are not
 * compared. Returns how many; all in `arena`. */
size_t conflicts_of(struct arena *arena, const struct str *sentences, const size_t *sources, size_t n, size_t most,
                    struct conflict **ret);

#endif
