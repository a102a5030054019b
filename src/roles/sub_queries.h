/* sub_queries: a question becomes focused search queries. */
#ifndef FATHOM_ROLES_SUB_QUERIES_H
#define FATHOM_ROLES_SUB_QUERIES_H

#include "run/run.h"

struct sub_query {
    struct str query, rationale;
    struct str_list rewordings; /* the same in the words of other sources; each is worth a search of its own */
};
struct sub_queries {
    struct sub_query *items;
    size_t n;
};

struct sub_queries_input {
    struct str question;
    size_t count;                /* wanted */
    const struct str_list *done; /* queries already made; may be NULL */
    struct str guidance;         /* what is still missing; may be empty */
    struct str before, note;     /* a plan that was made before, by line, and what a person says about it */
    size_t rewordings;           /* at most, of each query */
    struct str given;            /* what documents the person gave, by line; may be empty */
};
/* -ERROR_PARSE when the model's answer could not be read. */
int role_sub_queries(struct branch *branch, struct path path, const struct sub_queries_input *input,
                     struct sub_queries *ret, struct error *e);

#endif
