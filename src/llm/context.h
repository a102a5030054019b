/* What services say of contexts that are too small, and the limits they have named. */
#ifndef FATHOM_LLM_CONTEXT_H
#define FATHOM_LLM_CONTEXT_H

#include "base/arena.h"
#include "base/str.h"

struct context_figures {
    int64_t limit;  /* tokens that the model takes; 0: not named */
    int64_t asked;  /* tokens it was sent, those of the answer included where the service counts them; 0: not named */
    int64_t prompt; /* of these, the prompt; 0: the words do not tell it apart */
};
/* Reads "maximum context length is 8192 tokens, your messages resulted in 9000" and the like. `answer`: the tokens that the
 * request wanted to be written (0: not known); words that name this figure count it beside the prompt. False when they
 * do not tell both a limit and more than it. Pure. */
bool context_figures(struct str said, int64_t answer, struct context_figures *ret);
/* What an answer needs at least of a context: all it may be, or a quarter of the limit. */
int64_t context_least(int64_t limit, int64_t answer);

/* Limits that services named in refusals, by model, for as long as the process lives; any thread. They only ever lower how
 * much is asked for, so an outdated one costs length and no answer. */
struct context_limits;
struct context_limits *context_limits_new(struct arena *arena);
void context_limits_learn(struct context_limits *limits, struct str model, int64_t limit);
int64_t context_limit_of(struct context_limits *limits, struct str model); /* 0: not known */

#endif
