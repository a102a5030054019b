/* Roles: who does what to whom, as far as the words around a verb say it. */
#ifndef FATHOM_JUDGE_ROLE_H
#define FATHOM_JUDGE_ROLE_H

#include "judge/proof.h"

/* Do claim and sentence have one verb with its roles exchanged ("A sued B" and "B sued A", "A bought it from B" and "B
 * bought it from A"), or two verbs with their subjects exchanged ("A owns X, B runs Y" and "B owns X, A runs Y")?
 * *from, *to: the terms of the sentence that say so, without the one at *to. */
bool roles_are_turned(const struct pair *pair, size_t *from, size_t *to);

#endif
