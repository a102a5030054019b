/* Events: does the sentence only announce, or tell that it was refused, what the claim says has happened? */
#ifndef FATHOM_JUDGE_EVENT_H
#define FATHOM_JUDGE_EVENT_H

#include "judge/proof.h"

struct event {
    size_t claim;    /* the claim's verb */
    size_t from, to; /* the terms of the sentence that say so, without the one at `to` */
};

/* The claim's past verb stands in the sentence only as something to come ("will repeat", "is to be built") or as the matter of
 * a refused proposal ("rejected a bill to ban"), with all other words of the claim. */
bool event_is_open(const struct pair *pair, struct event *ret);

/* "plans to replace", "failed to start": a verb of the sentence that the claim leaves out says that it is not so yet, or never was. */
bool event_is_intended(const struct pair *pair, const struct lay *lay, struct event *ret);

#endif
