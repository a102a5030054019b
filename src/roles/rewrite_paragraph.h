/* rewrite_paragraph: a paragraph that lost a sentence reads well again. What comes back is a proposal: the caller checks
 * every sentence of it. */
#ifndef FATHOM_ROLES_REWRITE_PARAGRAPH_H
#define FATHOM_ROLES_REWRITE_PARAGRAPH_H

#include "run/run.h"

struct rewrite_question {
    struct str paragraph; /* as it stands without what was taken out; markers name sources */
    struct str notes;     /* what was taken out or holds only in part, and why; with the passages */
};

/* All at once; ret[i] is one line, or empty where no answer could be had. Negative only for what stops the run. */
int role_rewrite_paragraphs(struct branch *branch, struct path path, const struct rewrite_question questions[],
                            size_t n, struct str ret[], struct error *e);

#endif
