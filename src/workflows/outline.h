/* What planners are told of the documents of the person who asks: titles, headings, and what a corpus has on the question. */
#ifndef FATHOM_WORKFLOWS_OUTLINE_H
#define FATHOM_WORKFLOWS_OUTLINE_H

#include "run/effect.h"
#include "run/sources.h"

/* A line for each document that was given, list->items[0 … given-1]: its title and its headings, or how it begins. */
struct str outline_given(struct arena *arena, const struct source_list *list);
/* These, and the best documents of the corpora by the question, which are searched at `path`: nobody outside is asked.
 * Empty without documents, and for a run without a model, which reads them by itself. */
int outline_documents(struct branch *branch, struct path path, const struct source_list *list, struct str *ret,
                      struct error *e);

#endif
