/* What the two ways to carry out a step share: researcher.c (classic) and researcher_react.c. */
#ifndef FATHOM_WORKFLOWS_RESEARCHER_PARTS_H
#define FATHOM_WORKFLOWS_RESEARCHER_PARTS_H

#include "workflows/researcher.h"

/* One of the researcher's searches and what came of it. */
struct step_search {
    const struct step_input *input;
    struct str query;
    const struct outcome *outcome;
};
/* Positions of the first hits of a search. */
struct step_shown {
    size_t items[10], n;
};
/* Adds the hits of one search; how many were new. */
size_t researcher_add_hits(struct branch *branch, struct step_result *r, const struct step_search *found,
                           struct step_shown *shown);
void researcher_tell_search(struct branch *branch, struct str query, const struct outcome *outcome, size_t fresh);
/* A page that can be read and was not yet. */
bool researcher_may_read(const struct branch *branch, const struct step_hit *h);
/* By code: the best of what was found, as the other roles see it. */
struct str researcher_excerpts(struct branch *branch, const struct step_result *r);

int researcher_react(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e);

#endif
