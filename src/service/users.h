/* Operations on users and their tokens, and the audit log. */
#ifndef FATHOM_SERVICE_USERS_H
#define FATHOM_SERVICE_USERS_H

#include "service/operation.h"

struct user_in {
    struct str name;
    int role;                                                                   /* enum user_role */
    int64_t concurrent_runs, runs_per_day, tokens_per_day, requests_per_minute; /* -1: the configuration's */
    double usd_per_day;
    struct str_list given; /* users_set changes these alone */
};
struct user_ref_in {
    struct str name;
};
struct user_view {
    struct str name, role, created;
    int64_t concurrent_runs, runs_per_day, tokens_per_day, requests_per_minute; /* in force; 0: none */
    double usd_per_day;
    int64_t tokens;                   /* how many it has */
    int64_t runs_today, tokens_today; /* spent */
    double usd_today;
};
struct users_out {
    struct user_view *users;
    size_t users_n;
};
struct token_in {
    struct str name, label, expires; /* expires: a duration; empty: never */
    struct str revoke;
};
struct token_view {
    struct str selector, label, created, used, expires;
};
struct token_out {
    struct str name, token; /* the token itself, shown this once; empty: none was made */
    struct token_view *tokens;
    size_t tokens_n;
};
struct audit_in {
    struct str user;
    int64_t before, limit;
};
struct audit_view {
    int64_t id;
    struct str time, user, door, operation, target, outcome;
};
struct audit_out {
    struct audit_view *entries;
    size_t entries_n;
};

#endif
