/* May a number be worked out from others? A sum, a difference, a share, a ratio, what is left of the whole. */
#ifndef FATHOM_JUDGE_DERIVE_H
#define FATHOM_JUDGE_DERIVE_H

#include "judge/figure.h"

/* How a claim says that it worked the number out. */
enum derivation { DERIVED_ANYHOW, DERIVED_BY_SUM, DERIVED_BY_DIFFERENCE };

/* Do the source's figures give the number in that way? Broad on purpose: it decides what is no clash. */
bool figure_may_be_derived(const struct number *claim, enum derivation how, const struct figures *source);

#endif
