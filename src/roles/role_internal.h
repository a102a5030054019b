/* What the two halves of a role share: answers that are decoded (role.c) and free texts (role_text.c). */
#ifndef FATHOM_ROLES_ROLE_INTERNAL_H
#define FATHOM_ROLES_ROLE_INTERNAL_H

#include "roles/role.h"

/* The models that the run's settings name for a tier; NULL: none, the service's own answer. */
const struct str_list *role_models_named(const struct branch *branch, enum tier tier);
void role_tell_started(struct branch *branch, const struct role *role);
void role_tell_completed(struct branch *branch, const struct role *role, int result);
/* What a model said, or why it did not. */
int role_take_answer(struct branch *branch, const struct outcome *outcome, struct llm_answer *ret, struct error *e);
/* A model that refuses, is blocked or says nothing has given no answer that could be used, whatever form that took: the role
 * goes on without one (-ERROR_PARSE). The reader is told why. Any other result stays. */
int role_without_answer(struct branch *branch, int result, const struct error *why);

#endif
