/* Outcomes that a worker outside hands in: see push.c. */
#ifndef FATHOM_RUN_PUSH_H
#define FATHOM_RUN_PUSH_H

#include "run/engine.h"

struct pushed {
    struct str path;        /* of the effect */
    struct str body;        /* its answer, as the call would have given it */
    struct str answered_by; /* who gave it */
    struct str error;       /* why there is none; empty: there is one */
    struct usage usage;
};

/* Leaves it for the run. -ERROR_CONFLICT when the run is at rest. Whether the effect is pending is the caller's to know:
 * one that is not loses nothing. *ret_known: somebody handed in one for this effect before, and it is that one that counts. */
int engine_push(struct engine *engine, struct str id, const struct pushed *pushed, bool *ret_known, struct error *e);

#endif
