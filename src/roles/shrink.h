/* What the calls of roles know of the windows of their models: roles/role.c asks before each call and tells after it. */
#ifndef FATHOM_ROLES_SHRINK_H
#define FATHOM_ROLES_SHRINK_H

#include "run/effect.h"

/* -ERROR_CONTEXT, with both figures, when a model that may answer has refused a prompt of this run and this one, by the same
 * estimate, is longer than what that model takes. Pure. */
int shrink_check(const struct branch *branch, const struct llm_request *request, int64_t estimate, struct error *e);
/* Remembers the limit that a refusal names. Without the tokens that were sent our own count stands for them. */
void shrink_learn(struct branch *branch, const struct llm_request *request, int64_t estimate, int result,
                  const struct error *error);

#endif
