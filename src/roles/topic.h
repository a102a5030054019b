/* Follow-ups: what a question like "And in winter?" is about. */
#ifndef FATHOM_ROLES_TOPIC_H
#define FATHOM_ROLES_TOPIC_H

#include "base/str.h"

struct branch;

/* The earlier question that this one follows up, in `arena`: the last of the conversation that says by itself what it is
 * about. Empty where the question does so, or nothing was asked before. `history`: as in run_settings. */
struct str follow_up_topic(struct arena *arena, struct str question, struct str history);
/* The same for a run's question. */
struct str role_topic(const struct branch *branch, struct arena *arena);
/* The question of a run, or its beginning is that, for code, which sees no conversation: a follow-up with the words of its
 * topic. Lives in `arena`, or is the question itself. */
struct str role_question(const struct branch *branch, struct arena *arena, struct str question);

#endif
