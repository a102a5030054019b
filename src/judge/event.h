/* Events: does the sentence only announce, or tell that it was refused, what the claim says has happened? */
#ifndef FATHOM_JUDGE_EVENT_H
#define FATHOM_JUDGE_EVENT_H

#include "judge/proof.h"

/* The claim's past verb at *claim stands in the sentence only as something to come ("will repeat", "is to be built") or as the
 * matter of a refused proposal ("rejected a bill to ban"). *from, *to: the terms of the sentence that say so. */
bool event_is_open(const struct pair *pair, size_t *claim, size_t *from, size_t *to);

#endif
