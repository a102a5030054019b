/* A model asked outside of a run: nothing is recorded. For operations that answer at once. */
#ifndef FATHOM_ROLES_ALONE_H
#define FATHOM_ROLES_ALONE_H

#include "run/run.h"

struct alone {
    const struct run_tools *tools;
    struct net *net;
    struct arena *arena;           /* of what comes back */
    int64_t timeout_ms;            /* of each call */
    const struct str_list *models; /* who answers, in order; NULL: the tier's */
    struct usage usage;            /* out: what was spent */
};

#endif
