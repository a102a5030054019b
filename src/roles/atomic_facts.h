/* atomic_facts: a sentence becomes the single facts it states. */
#ifndef FATHOM_ROLES_ATOMIC_FACTS_H
#define FATHOM_ROLES_ATOMIC_FACTS_H

#include "run/run.h"

enum { FACTS_MAX = 5 };

/* ret[i] are the facts of claims[i], at least one each. All are asked at once;
 * without a model, or where its answer cannot be read, the sentence is parted
 * at its clauses. Negative only for what stops the run. */
int role_atomic_facts(struct branch *branch, struct path path, const struct str claims[], size_t n,
                      struct str_list ret[], struct error *e);

#endif
