/* sub_queries: a question becomes focused search queries. */
#ifndef FATHOM_ROLES_SUB_QUERIES_H
#define FATHOM_ROLES_SUB_QUERIES_H

#include "run/run.h"

struct sub_query {
    struct str query, rationale;
};
struct sub_queries {
    struct sub_query *items;
    size_t n;
};

struct sub_queries_input {
    struct str question;
    size_t count;                /* wanted */
    const struct str_list *done; /* queries already made; may be NULL */
    struct str guidance;         /* may be empty */
};
/* -ERROR_PARSE when the model's answer could not be read. */
int role_sub_queries(struct branch *branch, struct path path, const struct sub_queries_input *input,
                     struct sub_queries *ret, struct error *e);

/* The same meaning in other words, for a second and third search: by code, no
 * model. Up to `max` rewordings, each different from the query. */
void sub_query_rewordings(struct arena *arena, struct str query, struct str question, size_t max, struct str_list *ret);

#endif
