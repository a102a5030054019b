/* search_summary: what a search brought, in a few sentences that name sources by number. */
#ifndef FATHOM_ROLES_SEARCH_SUMMARY_H
#define FATHOM_ROLES_SEARCH_SUMMARY_H

#include "run/sources.h"

struct search_summary_input {
    struct str query, reason;
    const struct source_row *const *sources; /* best first */
    size_t n;
};

struct search_summaries {
    struct str question;
    const struct search_summary_input *items;
    size_t n;
    bool by_code; /* no model is asked */
};

struct search_summary {
    struct str text; /* in the branch's arena; empty where nothing was found */
    bool by_code;    /* no model said it: sentences of the sources that speak of the search */
};

/* All of them at once, at paths below `path`. A warning tells of those that a model should have made. Negative only for
 * what stops the run. */
int role_search_summaries(struct branch *branch, struct path path, const struct search_summaries *input,
                          struct search_summary ret[], struct error *e);

#endif
