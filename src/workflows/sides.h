/* The two sides of each contradiction on their way into the report. */
#ifndef FATHOM_WORKFLOWS_SIDES_H
#define FATHOM_WORKFLOWS_SIDES_H

#include "base/buf.h"
#include "workflows/contradiction.h"
#include "workflows/writing.h"

/* Both sides of each, as the writer gets them: 2 * all->n. */
size_t sides_give(struct arena *arena, const struct contradictions *all, struct evidence_finding *ret);
/* What is thought of them, for the notes of the writer: which source to rely on, what explains the difference. */
void sides_tell(const struct contradictions *all, const struct source_list *sources, struct buf *text);
/* Adds to a model's draft those of writing->contradictions of which it does not cite both sides and that nothing explains. */
bool sides_stand_alone(struct str body); /* nothing but what sides_add() added is left of it */
void sides_add(struct branch *branch, const struct writing *writing, struct draft_report *draft);

#endif
