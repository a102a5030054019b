#include "service/account.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "run/engine.h"
#include "service/door.h"

enum { USED_EVERY_MS = 60000, RATES_KEPT = 1000, MINUTE_MS = 60000, DOOR_MAX = 20 };

static int count_users(struct db *db, void *n, struct error *e) { return user_record_count(db, n, e); }

int service_has_users(struct service *service, bool *ret, struct error *e)
{
    int64_t n = 0;
    int r = service_find(service, count_users, &n, e);

    if (r == 0)
        *ret = n > 0;
    return r;
}

/* --- tokens --- */

/* A user's own limit, else the configuration's. */
static int64_t limit(int64_t own, int64_t configured) { return own < 0 ? configured : own; }

struct user_limits limits_of(const struct service *service, const struct user_limits *own)
{
    const struct user_limits *c = &service_config(service)->server.limits;
    double usd = service_config(service)->server.usd_per_day;

    return (struct user_limits){ .concurrent_runs = limit(own->concurrent_runs, c->concurrent_runs),
                                 .runs_per_day = limit(own->runs_per_day, c->runs_per_day),
                                 .tokens_per_day = limit(own->tokens_per_day, c->tokens_per_day),
                                 .cost_nano_per_day = limit(own->cost_nano_per_day, (int64_t) (usd * 1e9)),
                                 .requests_per_minute = limit(own->requests_per_minute, c->requests_per_minute) };
}

struct use {
    struct str selector;
    int64_t now_ms;
};

static int use_job(struct db *db, void *arg, struct error *e)
{
    const struct use *use = arg;

    return token_record_used(db, use->selector, use->now_ms, e);
}

struct token_check {
    struct str token;
    int64_t now_ms;
    struct arena *arena;
    struct user_row user;
};

static int check_token(struct db *db, void *context, struct error *e)
{
    struct token_check *check = context;

    return token_record_check(db, check->token, check->now_ms, check->arena, &check->user, e);
}

int caller_for_token(struct service *service, struct str token, struct arena *arena, struct caller *ret,
                     struct error *e)
{
    struct token_check check = { .token = token, .now_ms = clock_wall_ms(), .arena = arena };
    const struct user_row *user = &check.user;
    struct store *store;

    if (str_empty(token))
        return error_set(e, ERROR_TOKEN, "This needs the token of a user.");
    int r = service_find(service, check_token, &check, e);

    if (r < 0)
        return r;
    if (r == 0)
        return error_set(e, ERROR_TOKEN, "This token is not valid.");
    if (check.now_ms - user->token_used_ms > USED_EVERY_MS && service_store(service, false, &store, NULL) == 0)
        store_write(store, use_job, &(struct use){ token_selector(token), check.now_ms }, NULL);
    *ret = (struct caller){ .service = service,
                            .user = user->name,
                            .role = user->role == USER_ROLE_ADMIN ? ROLE_ADMIN : ROLE_USER,
                            .limits = limits_of(service, &user->limits) };
    return 0;
}

struct role_look {
    struct token_role *tokens;
    size_t n;
};

static int find_roles(struct db *db, void *context, struct error *e)
{
    const struct role_look *look = context;
    int64_t now = clock_wall_ms();
    int r = 0;

    for (size_t i = 0; r >= 0 && i < look->n; i++) {
        enum user_role role;

        r = token_record_role(db, str(look->tokens[i].selector), now, &role, e);
        look->tokens[i].role = r <= 0 ? ROLE_NOBODY : role == USER_ROLE_ADMIN ? ROLE_ADMIN : ROLE_USER;
    }
    return r < 0 ? r : 0;
}

int service_token_roles(struct service *service, struct token_role *tokens, size_t n, struct error *e)
{
    return service_find(service, find_roles, &(struct role_look){ tokens, n }, e);
}

/* --- requests per minute: a bucket for each user that fills evenly --- */

struct rate {
    struct rate *next;
    char user[48];
    double tokens;
    int64_t at_ms;
};

struct rates {
    pthread_mutex_t lock;
    struct rate *first;
    size_t n;
};

struct rates *rates_new(struct arena *arena)
{
    struct rates *rates = arena_alloc(arena, sizeof *rates);

    pthread_mutex_init(&rates->lock, NULL);
    return rates;
}

void rates_free(struct rates *rates)
{
    if (!rates)
        return;
    for (struct rate *r = rates->first, *next; r; r = next) {
        next = r->next;
        free(r);
    }
    pthread_mutex_destroy(&rates->lock);
}

/* With the lock held. The bucket used last stands first; of too many the one used longest ago goes. */
static struct rate *rate_of(struct rates *rates, struct str user, double full, int64_t now)
{
    struct rate **at = &rates->first, *found;

    while (*at && !str_is(user, (*at)->user) && ((*at)->next || rates->n < RATES_KEPT))
        at = &(*at)->next;
    found = *at;
    if (found) {
        *at = found->next;
    } else {
        found = memory_alloc(sizeof *found);
        rates->n++;
        found->user[0] = '\0';
    }
    if (!str_is(user, found->user)) {
        snprintf(found->user, sizeof found->user, "%.*s", STR_ARG(user));
        found->tokens = full;
        found->at_ms = now;
    }
    found->next = rates->first;
    rates->first = found;
    return found;
}

int caller_count_request(const struct caller *caller, struct error *e)
{
    double full = (double) caller->limits.requests_per_minute, per_ms = full / MINUTE_MS;
    int64_t now = clock_monotonic_ms(), wait = 0;

    if (full <= 0)
        return 0;
    struct rates *rates = service_rates(caller->service);
    pthread_mutex_lock(&rates->lock);
    struct rate *rate = rate_of(rates, caller->user, full, now);
    rate->tokens += (double) (now - rate->at_ms) * per_ms;
    rate->tokens = rate->tokens > full ? full : rate->tokens;
    rate->at_ms = now;
    if (rate->tokens >= 1)
        rate->tokens -= 1;
    else
        wait = (int64_t) ((1 - rate->tokens) / per_ms) + 1;
    pthread_mutex_unlock(&rates->lock);
    if (wait == 0)
        return 0;
    error_set(e, ERROR_THROTTLED, "More than %lld requests in a minute; try again in %lld s.",
              (long long) caller->limits.requests_per_minute, (long long) (wait + 999) / 1000);
    error_detail(e, "{\"limit\":\"requestsPerMinute\"}");
    if (e) {
        e->retry = true;
        e->retry_after_ms = wait;
    }
    return -ERROR_THROTTLED;
}

/* --- what is spent outside of runs --- */

static int spend_check(struct db *db, void *context, struct error *e)
{
    const struct caller *caller = context;

    return quota_check(db, caller->user, &caller->limits, clock_wall_ms(), e);
}

int caller_may_spend(const struct caller *caller, struct error *e)
{
    return str_empty(caller->user) ? 0 : service_find(caller->service, spend_check, (void *) caller, e);
}

struct run_receipt caller_receipt(const struct caller *caller, struct arena *arena, const void *result)
{
    if (str_empty(caller->request_key) || !caller->receipt)
        return (struct run_receipt){ 0 };
    return (struct run_receipt){ caller->user, caller->request_key,
                                 caller->receipt(caller->receipt_context, arena, result) };
}

struct spending {
    struct str user;
    struct spent_row row;
};

static int spend_job(struct db *db, void *arg, struct error *e)
{
    const struct spending *s = arg;

    return spent_record_add(db, s->user, spent_day(clock_wall_ms()), &s->row, e);
}

void caller_spent(const struct caller *caller, const struct usage *usage)
{
    struct spending spending = {
        caller->user, { .tokens = usage->input_tokens + usage->output_tokens, .cost_nano = usage->cost_nano }
    };
    struct store *store;
    struct error e;

    if (str_empty(caller->user) || (spending.row.tokens == 0 && spending.row.cost_nano == 0))
        return;
    if (service_store(caller->service, true, &store, &e) < 0 || store_write(store, spend_job, &spending, &e) < 0)
        log_line(LOG_ERROR, "what %.*s spent was not counted: %s", STR_ARG(caller->user), e.message);
}

/* --- the audit log --- */

/* The run, corpus or user that arguments or a result name. */
static struct str named(const struct field *fields, const void *base)
{
    static const char *const names[] = { "id", "name", "user", "target" };

    for (size_t i = 0; base && i < sizeof names / sizeof *names; i++) {
        const struct field *f = field_named(fields, str(names[i]));

        if (f && f->type == FIELD_TYPE_STR && !str_empty(*(const struct str *) ((const char *) base + f->offset)))
            return *(const struct str *) ((const char *) base + f->offset);
    }
    return str("");
}

static int audit_job(struct db *db, void *arg, struct error *e) { return audit_record_add(db, arg, e); }

void audit(const struct operation *operation, const struct caller *caller, const void *in, const void *ret, int result)
{
    struct store *store;
    struct error e;

    if (!operation->changes || !caller->service || (str_empty(caller->user) && operation->who != ACCESS_ADMIN) ||
        service_store(caller->service, false, &store, NULL) < 0)
        return;
    /* The result names the run by its full id. */
    struct str target = result == 0 ? named(operation->out.fields, ret) : str("");
    struct audit_row row = { .time_ms = clock_wall_ms(),
                             .user = caller->user,
                             .door = str(caller->door ? caller->door->name : ""),
                             .operation = str(operation->name),
                             .target = str_empty(target) ? named(operation_in(operation), in) : target,
                             .outcome = str(result == 0 ? "done" : error_name(-result)) };
    if (store_write(store, audit_job, &row, &e) < 0)
        log_line(LOG_ERROR, "the audit log: %s", e.message);
}
