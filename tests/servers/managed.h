/* What the test model says in the roles of the manager workflow. */
#ifndef TESTD_MANAGED_H
#define TESTD_MANAGED_H

#include "model.h"

/* Which of these roles a request belongs to; empty: none. */
struct str managed_role(const struct model_asked *asked);
/* NULL when it is none of them. */
json_t *say_managed(const struct model_asked *asked, struct str role, struct hash hash);
/* The next calls of the agent; false when it has nothing more to call. */
bool managed_calls(const struct model_asked *asked, struct hash hash, struct model_said *ret);
/* The same calls as words, for a model that knows no tools. */
struct str managed_calls_text(const struct model_asked *asked, struct hash hash);

#endif
