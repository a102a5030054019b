/* Hooks: a program of the user's that is asked during a run. It gets JSON on its
 * standard input and answers on its standard output; what it said is journaled
 * like any other answer from outside. */
#ifndef FATHOM_RUN_HOOK_H
#define FATHOM_RUN_HOOK_H

#include "run/run.h"

struct hook {
    const struct str_list *command; /* program and arguments; no shell */
    struct str input;               /* JSON */
    int64_t timeout_ms;             /* 0: 60 s */
};

/* 0 and what it printed; a hook that fails, is late or cannot be started is
 * -ERROR_UPSTREAM with the reason (a fact of the run like any other failure).
 * Other negative codes stop the run. Cancelling kills it. */
int effect_hook(struct branch *branch, struct path path, const struct hook *hook, struct str *ret, struct error *e)
    __attribute__((warn_unused_result));

#endif
