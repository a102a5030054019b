/* plan_searches: what to search for a question, or what to ask the person first. */
#ifndef FATHOM_ROLES_PLAN_SEARCHES_H
#define FATHOM_ROLES_PLAN_SEARCHES_H

#include "run/run.h"

enum { PLAN_QUESTIONS_MAX = 5 };

#define PLAN_ASKED "Asked: %.*s\n" /* a question in plan_searches_input.clarified */

struct planned_search {
    struct str query, reason;
};

struct search_plan {
    struct str_list questions; /* not empty: it is unclear what is wanted */
    struct planned_search *searches;
    size_t searches_n;
    struct str_list assumptions; /* what was taken for granted */
    bool alone;                  /* nobody was asked, or nothing that was not answered before */
};

struct plan_searches_input {
    struct str question;  /* as it was asked */
    struct str clarified; /* what the person was asked back and answered, or empty */
    struct str answers;   /* of these, the person's words alone */
    struct str guidance;  /* what the person says about the plan before, or empty */
    struct str before;    /* that plan, a search per line */
    struct str given;     /* what documents the person gave, by line; or empty */
    size_t most;          /* searches */
    size_t questions;     /* that may be asked; 0: nobody can be asked */
};

/* Questions or at least one search, never both; with nobody to ask always searches. An answer that cannot be read, and a
 * ceiling, leave it to code. Negative: no model answered, or the run is stopped. */
int role_plan_searches(struct branch *branch, struct path path, const struct plan_searches_input *input,
                       struct search_plan *ret, struct error *e);

#endif
