/* Clauses: who does what, where a sentence or two neighbours say it of two of them.
 *
 * "The laboratory blames imports; the association considers hives more likely" has two clauses, each with a subject. Two clashes need
 * no alignment and no grammar beyond that: the claim says of the one what the source says of the other, or gives the one the figure
 * of the other. */
#ifndef FATHOM_JUDGE_CLAUSE_H
#define FATHOM_JUDGE_CLAUSE_H

#include "judge/binding.h"

void clause_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);

/* Terms [from, to) of a sentence. */
struct clause {
    size_t sentence;
    size_t from, to;
    bool joined; /* begins behind "and" or a comma, not behind a semicolon, a contrast or a full stop */
};
enum { CLAUSES_MAX = 12 };
/* The clauses of a sentence; at most CLAUSES_MAX, the last one has the rest. */
size_t clauses_of(const struct terms *terms, size_t sentence, struct clause ret[CLAUSES_MAX]);

#endif
