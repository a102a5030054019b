/* May a number be worked out from others? A sum, a difference, a share, a ratio, what is left of the whole. */
#ifndef FATHOM_JUDGE_DERIVE_H
#define FATHOM_JUDGE_DERIVE_H

#include "judge/figure.h"

/* How a claim says that it worked the number out. */
enum derivation { DERIVED_ANYHOW, DERIVED_BY_SUM, DERIVED_BY_DIFFERENCE };

/* Do the source's figures give the number in that way? Broad on purpose: it decides what is no clash. */
bool figure_may_be_derived(const struct number *claim, enum derivation how, const struct figures *source);

/* Is it a value with a difference laid on the wrong side of it? The figure of that difference; NULL: it is not. */
const struct figure *figure_is_turned(const struct number *claim, const struct figures *source);
/* May "the rest" be so many? True, too, where the passage does not give what it is a part of. */
bool figure_may_be_rest(const struct number *claim, const struct figure *rest, const struct figures *source);
/* "Opened in 2017, two years later than planned": a year so many years from one of the source's. */
bool figure_is_shifted_date(const struct number *claim, const struct figures *source);

#endif
