/* Who a caller is, how much the caller may do, and what is written down about it.
 *
 * Threads: any. */
#ifndef FATHOM_SERVICE_ACCOUNT_H
#define FATHOM_SERVICE_ACCOUNT_H

#include "service/operation.h"
#include "service/service.h"

/* Are there users? Then a door that others can reach asks for a token. */
int service_has_users(struct service *service, bool *ret, struct error *e);
/* The caller whose token this is, with role and limits; -ERROR_TOKEN for any other text. `ret->door` is the caller's to
 * set; texts live in `arena`. */
int caller_for_token(struct service *service, struct str token, struct arena *arena, struct caller *ret,
                     struct error *e);
/* What tokens open as by now: ROLE_NOBODY for one that was taken back, has expired, or whose user is gone. */
struct token_role {
    char selector[TOKEN_SELECTOR_SIZE];
    enum role role; /* out */
};
int service_token_roles(struct service *service, struct token_role *tokens, size_t n, struct error *e);
/* One request of a caller against its requests per minute: -ERROR_THROTTLED with retry_after_ms when there were too many.
 * operation_run() asks this itself; it is for requests that call no operation. */
int caller_count_request(const struct caller *caller, struct error *e);

/* For operations that ask a model outside of a run: may the caller spend more today (-ERROR_THROTTLED), and what was spent. */
int caller_may_spend(const struct caller *caller, struct error *e);
/* What is stored together with the change that gives this result: the reply to the request, where it has a key. */
struct run_receipt;
struct run_receipt caller_receipt(const struct caller *caller, struct arena *arena, const void *result);
void caller_spent(const struct caller *caller, const struct usage *usage);

/* What is in force for a user: the user's own limits, else the configuration's. */
struct user_limits limits_of(const struct service *service, const struct user_limits *own);

/* --- for operation.c and service.c --- */
/* Keeps in the audit log that the caller called the operation. What the local caller does to things of its own is not
 * kept: nobody else is there to ask. */
void audit(const struct operation *operation, const struct caller *caller, const void *in, const void *ret, int result);
struct rates;
struct rates *rates_new(struct arena *arena);
void rates_free(struct rates *rates);
struct rates *service_rates(struct service *service);

#endif
