#include "service/users.h"

#include "base/clock.h"
#include "records/users.h"
#include "records/runs.h"
#include "run/engine.h"
#include "service/account.h"
#include "service/jobs.h"
#include "service/value.h"

/* --- adding, changing, removing --- */

static void read_user(const struct user_in *in, struct user_row *ret)
{
    *ret = (struct user_row){ .name = in->name,
                              .role = (enum user_role) in->role,
                              .created_ms = clock_wall_ms(),
                              .limits = { in->concurrent_runs, in->runs_per_day, in->tokens_per_day,
                                          in->usd_per_day < 0 ? -1 : (int64_t) (in->usd_per_day * 1e9),
                                          in->requests_per_minute } };
}

static void view_user(const struct caller *caller, struct arena *arena, const struct user_row *row,
                      const struct spent_row *spent, struct user_view *ret)
{
    struct user_limits l = limits_of(caller->service, &row->limits);

    *ret = (struct user_view){ .name = row->name,
                               .role = str(user_role_words[row->role]),
                               .created = clock_iso_text(arena, row->created_ms),
                               .concurrent_runs = l.concurrent_runs,
                               .runs_per_day = l.runs_per_day,
                               .tokens_per_day = l.tokens_per_day,
                               .requests_per_minute = l.requests_per_minute,
                               .usd_per_day = (double) l.cost_nano_per_day / 1e9,
                               .tokens = row->tokens,
                               .runs_today = spent->runs,
                               .tokens_today = spent->tokens,
                               .usd_today = (double) spent->cost_nano / 1e9 };
}

static int add_job(struct db *db, void *arg, struct error *e) { return user_record_add(db, arg, e); }

struct changing {
    const struct caller *caller;
    const struct user_in *in;
    struct arena *arena;
    struct user_row row;
    struct spent_row spent;
};

/* In the job that changed users or tokens: a user's own change must leave somebody who can manage users at this door. On
 * the machine itself the local caller always can. */
static int keep_an_admin(struct db *db, const struct caller *caller, struct str name, struct error *e)
{
    int64_t admins = 0;
    int r = str_empty(caller->user) ? 1 : user_record_admins(db, clock_wall_ms(), &admins, e);

    if (r != 0 || admins > 0)
        return r < 0 ? r : 0;
    return error_set(e, ERROR_CONFLICT,
                     "%.*s is the last admin with a token: nobody could manage users any more. Make somebody else an "
                     "admin first (@{users_set NAME}), with a token (@{users_token NAME}).",
                     STR_ARG(name));
}

static int set_job(struct db *db, void *arg, struct error *e)
{
    struct changing *s = arg;
    const struct str_list *given = &s->in->given;
    struct user_row wanted;
    int r = user_record_get(db, s->in->name, s->arena, &s->row, e);

    if (r < 0)
        return r;
    read_user(s->in, &wanted);
    if (str_list_has(given, str("role")))
        s->row.role = wanted.role;
    if (str_list_has(given, str("concurrentRuns")))
        s->row.limits.concurrent_runs = wanted.limits.concurrent_runs;
    if (str_list_has(given, str("runsPerDay")))
        s->row.limits.runs_per_day = wanted.limits.runs_per_day;
    if (str_list_has(given, str("tokensPerDay")))
        s->row.limits.tokens_per_day = wanted.limits.tokens_per_day;
    if (str_list_has(given, str("usdPerDay")))
        s->row.limits.cost_nano_per_day = wanted.limits.cost_nano_per_day;
    if (str_list_has(given, str("requestsPerMinute")))
        s->row.limits.requests_per_minute = wanted.limits.requests_per_minute;
    r = user_record_set(db, &s->row, e);
    if (r == 0)
        r = keep_an_admin(db, s->caller, s->row.name, e);
    return r < 0 ? r : spent_record_get(db, s->row.name, spent_day(clock_wall_ms()), &s->spent, e);
}

struct removal {
    const struct caller *caller;
    struct str name;
};

static int remove_job(struct db *db, void *arg, struct error *e)
{
    const struct removal *removal = arg;
    int r = user_record_remove(db, removal->name, e);

    if (r == 0)
        r = keep_an_admin(db, removal->caller, removal->name, e);
    return r < 0 ? r : run_record_unshare_all(db, removal->name, e);
}

enum { CANCEL_AT_ONCE = 100 };

/* The next runs of an owner that are queued or at work. */
static int under_way(const struct caller *caller, struct run_filter *filter, struct arena *arena, struct run_row **ret,
                     size_t *ret_n, struct error *e)
{
    struct store *store;
    struct db *db;
    int r = service_read_begin(caller->service, &store, &db, e);

    if (r < 0)
        return r;
    r = run_record_list(db, filter, arena, ret, ret_n, e);
    store_read_end(store, db);
    if (r == 0 && *ret_n > 0)
        filter->behind = (struct run_cursor){ (*ret)[*ret_n - 1].created_ms, (*ret)[*ret_n - 1].number };
    return r;
}

/* What a user who is gone has under way. An admin can resume it, or the user when there is one again. */
static int cancel_runs(const struct caller *caller, struct str owner, struct error *e)
{
    struct run_filter filter = { .owner = owner,
                                 .status = RUN_STATUS_QUEUED,
                                 .or_status = { RUN_STATUS_RUNNING },
                                 .or_status_n = 1,
                                 .limit = CANCEL_AT_ONCE };
    struct engine *engine;
    size_t n = CANCEL_AT_ONCE;
    int r = service_engine(caller->service, &engine, e);

    while (r == 0 && n == CANCEL_AT_ONCE) {
        struct arena *arena = arena_new();
        struct run_row *rows;

        r = under_way(caller, &filter, arena, &rows, &n, e);
        for (size_t i = 0; r == 0 && i < n; i++) /* one that cannot be cancelled has ended by itself */
            if (engine_cancel(engine, rows[i].id, RUN_OWNER_REMOVED, NULL) == 0)
                jobs_cancel(caller, rows[i].id);
        arena_free(arena);
    }
    return r;
}

int do_users_add(const struct caller *caller, struct arena *arena, const void *in_, void *ret, struct error *e)
{
    const struct user_in *in = in_;
    struct spent_row spent = { 0 };
    struct user_row row;
    struct store *store;
    int r = user_name_check(in->name, e);

    read_user(in, &row);
    if (r == 0)
        r = service_store(caller->service, true, &store, e);
    if (r == 0)
        r = store_write(store, add_job, &row, e);
    if (r == 0)
        view_user(caller, arena, &row, &spent, ret);
    return r;
}

int do_users_set(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e)
{
    struct changing setting = { .caller = caller, .in = in, .arena = arena };
    struct store *store;
    int r = service_store(caller->service, true, &store, e);

    if (r == 0)
        r = store_write(store, set_job, &setting, e);
    if (r == 0)
        view_user(caller, arena, &setting.row, &setting.spent, ret);
    return r;
}

int do_users_remove(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct user_ref_in *in = in_;
    struct store *store;
    int r = service_store(caller->service, true, &store, e);

    (void) arena;
    if (r == 0)
        r = store_write(store, remove_job, &(struct removal){ caller, in->name }, e);
    if (r == 0)
        r = cancel_runs(caller, in->name, e);
    if (r == 0)
        *(struct user_ref_in *) ret_ = *in;
    return r;
}

int do_users_list(const struct caller *caller, struct arena *arena, const void *in, void *ret_, struct error *e)
{
    struct users_out *ret = ret_;
    struct user_row *rows;
    struct store *store;
    struct db *db;
    size_t n = 0;
    int r = service_read_begin(caller->service, &store, &db, e);

    (void) in;
    if (r < 0)
        return r == -ERROR_NOT_FOUND ? 0 : r;
    r = user_record_list(db, arena, &rows, &n, e);
    ret->users = arena_calloc(arena, n + 1, sizeof *ret->users);
    for (size_t i = 0; r == 0 && i < n; i++) {
        struct spent_row spent;

        r = spent_record_get(db, rows[i].name, spent_day(clock_wall_ms()), &spent, e);
        if (r == 0)
            view_user(caller, arena, &rows[i], &spent, &ret->users[i]);
    }
    store_read_end(store, db);
    ret->users_n = n;
    return r;
}

/* --- tokens --- */

struct making {
    const struct caller *caller;
    const struct token_in *in;
    struct arena *arena;
    int64_t now_ms, expires_ms;
    struct str token;
};

static int make_job(struct db *db, void *arg, struct error *e)
{
    struct making *m = arg;

    if (!str_empty(m->in->revoke)) {
        int r = token_record_remove(db, m->in->name, m->in->revoke, e);

        return r < 0 ? r : keep_an_admin(db, m->caller, m->in->name, e);
    }
    return token_record_make(db, m->in->name, m->in->label, m->now_ms, m->expires_ms, m->arena, &m->token, e);
}

static int list_tokens(const struct caller *caller, struct arena *arena, struct str user, struct token_out *ret,
                       struct error *e)
{
    struct token_row *rows;
    struct store *store;
    struct db *db;
    size_t n;
    int r = service_read_begin(caller->service, &store, &db, e);

    if (r < 0)
        return r;
    r = token_record_list(db, user, arena, &rows, &n, e);
    store_read_end(store, db);
    if (r < 0)
        return r;
    ret->tokens = arena_calloc(arena, n + 1, sizeof *ret->tokens);
    ret->tokens_n = n;
    for (size_t i = 0; i < n; i++)
        ret->tokens[i] = (struct token_view){ rows[i].selector, rows[i].label,
                                              clock_iso_text(arena, rows[i].created_ms),
                                              clock_iso_text(arena, rows[i].used_ms),
                                              clock_iso_text(arena, rows[i].expires_ms) };
    return 0;
}

int do_users_token(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct token_in *in = in_;
    struct token_out *ret = ret_;
    struct making making = { .caller = caller, .in = in, .arena = arena, .now_ms = clock_wall_ms() };
    int64_t life = duration_ms(in->expires, 0);
    struct store *store;
    int r = service_store(caller->service, true, &store, e);

    making.expires_ms = life ? making.now_ms + life : 0;
    if (r == 0)
        r = store_write(store, make_job, &making, e);
    if (r == 0)
        r = list_tokens(caller, arena, in->name, ret, e);
    ret->name = in->name;
    ret->token = making.token;
    return r;
}

/* --- the audit log --- */

struct auditing {
    const struct audit_in *in;
    struct audit_out *ret;
    struct arena *arena;
};

static int list_entries(struct db *db, void *context, struct error *e)
{
    const struct auditing *a = context;
    struct audit_row *rows;
    size_t n;
    int r = audit_record_list(db, a->in->user, a->in->before, a->in->limit, a->arena, &rows, &n, e);

    if (r < 0)
        return r;
    a->ret->entries = arena_calloc(a->arena, n + 1, sizeof *a->ret->entries);
    a->ret->entries_n = n;
    for (size_t i = 0; i < n; i++)
        a->ret->entries[i] = (struct audit_view){ rows[i].id,        clock_iso_text(a->arena, rows[i].time_ms),
                                                  rows[i].user,      rows[i].door,
                                                  rows[i].operation, rows[i].target,
                                                  rows[i].outcome };
    return 0;
}

int do_audit(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e)
{
    return service_find(caller->service, list_entries, &(struct auditing){ in, ret, arena }, e);
}
