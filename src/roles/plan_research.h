/* plan_research: a question becomes a brief and sub-queries by priority. */
#ifndef FATHOM_ROLES_PLAN_RESEARCH_H
#define FATHOM_ROLES_PLAN_RESEARCH_H

#include "run/run.h"

struct planned_query {
    struct str query, rationale;
    int64_t priority;
};

struct research_plan {
    struct str research_brief;
    struct planned_query *sub_queries;
    size_t n; /* most important first */
};

/* At most `most`. An answer that cannot be read gives one sub-query: the question. */
int role_plan_research(struct branch *branch, struct path path, struct str question, size_t most, struct str guidance,
                       struct research_plan *ret, struct error *e);

#endif
