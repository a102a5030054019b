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
    size_t n;     /* most important first */
    bool by_code; /* no model planned it: none is there, or its answer could not be had */
};

struct plan_research_input {
    struct str question, guidance;
    struct str history; /* the conversation, as far as the planner's share takes it */
    size_t most;
    struct str given;  /* what documents the person gave, by line; may be empty */
    struct str before; /* the plan that is to be replaced, one query per line; empty: it is the first */
};

/* At most `most`. An answer that cannot be read, or that plans nothing, gives one sub-query: the question. */
int role_plan_research(struct branch *branch, struct path path, const struct plan_research_input *input,
                       struct research_plan *ret, struct error *e);

#endif
