/* search_queries: a task of a research becomes search queries. */
#ifndef FATHOM_ROLES_SEARCH_QUERIES_H
#define FATHOM_ROLES_SEARCH_QUERIES_H

#include "run/run.h"

struct queries_input {
    struct str question;
    struct str history;          /* the conversation, may be empty */
    struct str task;             /* what the searches must find out */
    struct str otherwise;        /* what is searched when the model names nothing; empty: the task */
    size_t count;                /* most queries */
    const struct str_list *done; /* searched before; may be NULL */
    bool thin;                   /* the searches of the task were made and brought too little */
};

/* Queries for the task; an answer that cannot be read gives `otherwise`, and a warning says so. */
int role_search_queries(struct branch *branch, struct path path, const struct queries_input *input,
                        struct str_list *ret, struct error *e);

#endif
