/* Names: words given to another speaker than the source's, and a name of which a part is another one. */
#ifndef FATHOM_JUDGE_ATTRIBUTION_H
#define FATHOM_JUDGE_ATTRIBUTION_H

#include "judge/binding.h"

void attribution_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);

/* speaker.c: what the passage lets another speaker say. */
void speaker_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);
/* agent.c: what the passage says where another name stands. */
void agent_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);
/* nobody.c: what the passage says that nobody did. */
void nobody_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);
/* winner.c: who won, where the passage gives another rank. */
void winner_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);
/* rank.c: "the largest", where the passage says the third largest of it. */
void rank_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input);
/* Adds a clash of names: the claim has `said` where the source has `given`. */
void attribution_add(struct clashes *ret, struct str said, struct str given, size_t sentence, struct str reason);
/* A verb of speech or opinion. */
bool attribution_is_speech(const struct term *t);

#endif
