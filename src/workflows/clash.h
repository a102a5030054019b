/* Passages that seem to contradict each other, found by code for the writer: whether they do, a model says. */
#ifndef FATHOM_WORKFLOWS_CLASH_H
#define FATHOM_WORKFLOWS_CLASH_H

#include "evidence/evidence.h"

/* '- "one sentence" [3] against "another" [7]' by line, the clearest first; the numbers are those of the pool's passages.
 * Sentences of different sources alone, not of copies, and not what a model answered. In `arena`; empty: none. */
struct str clash_lines(struct arena *arena, const struct evidence_pool *pool);

#endif
