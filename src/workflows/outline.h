/* What planners are told of the documents of the person who asks: titles, headings, and what a corpus has on the question. */
#ifndef FATHOM_WORKFLOWS_OUTLINE_H
#define FATHOM_WORKFLOWS_OUTLINE_H

#include "base/buf.h"
#include "run/effect.h"
#include "run/sources.h"

enum { OUTLINE_CHARACTERS = 300 }; /* of what a source says */

/* A line on a source, for who plans: its title, its date, what kind of place it is and how good, and words of it. `own`: it stands
 * among the person's documents; of a file among them nobody has to be told whose it is. */
void outline_source(struct branch *branch, struct buf *text, const struct source_row *source, struct str words,
                    bool own);
/* A line for each document that was given, list->items[0 … given-1]: its title and its headings, or how it begins. */
struct str outline_given(struct branch *branch, const struct source_list *list);
/* These, and the best documents of the corpora by the question, which are searched at `path`: nobody outside is asked.
 * Empty without documents, and for a run without a model, which reads them by itself. */
int outline_documents(struct branch *branch, struct path path, const struct source_list *list, struct str *ret,
                      struct error *e);

#endif
