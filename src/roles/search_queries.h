/* search_queries: a task of a research becomes search queries. */
#ifndef FATHOM_ROLES_SEARCH_QUERIES_H
#define FATHOM_ROLES_SEARCH_QUERIES_H

#include "run/run.h"

/* Up to `count` queries for `task`; what cannot be read gives the task's own
 * words. `done` may be NULL. */
int role_search_queries(struct branch *branch, struct path path, struct str question, struct str task, size_t count,
                        const struct str_list *done, struct str_list *ret, struct error *e);

#endif
