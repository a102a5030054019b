/* What the test model says in the roles of the supervisor workflow. */
#ifndef TESTD_SUPERVISED_H
#define TESTD_SUPERVISED_H

#include "model.h"

/* Which of these roles a schema or prompt belongs to; empty: none. */
struct str supervised_role(const json_t *members, struct str prompt);
/* NULL when it is none of them. */
json_t *say_supervised(const struct model_asked *asked, struct str role, struct hash hash);

#endif
