#include "records/users.h"

#include "records/internal.h"
#include "records/runs.h"

enum { NAME_LONGEST = 40, SELECTOR_BYTES = 6, SECRET_BYTES = 20, LIST_LIMIT = 100, DAY_MS = 86400000 };

#define TOKEN_PREFIX "fathom_"

const char *const user_role_words[] = { "user", "admin", NULL };

/* --- users --- */

#define USER_COLUMNS                                                                                                   \
    "u.name, u.role, u.created_ms, u.concurrent_runs, u.runs_per_day, u.tokens_per_day, u.cost_nano_per_day,"          \
    " u.requests_per_minute, (SELECT count(*) FROM user_token t WHERE t.user = u.id)"

static const struct column user_columns[] = {
    COLUMN(TEXT, struct user_row, name),
    COLUMN(WORD, struct user_row, role, .words = user_role_words),
    COLUMNS(INT, struct user_row, created_ms, limits.concurrent_runs, limits.runs_per_day, limits.tokens_per_day,
            limits.cost_nano_per_day, limits.requests_per_minute, tokens),
    COLUMN_END,
};
static const struct shape user_shape = { user_columns, sizeof(struct user_row), NULL };

int user_name_check(struct str name, struct error *e)
{
    bool good = name.len > 0 && name.len <= NAME_LONGEST;

    for (size_t i = 0; i < name.len && good; i++) {
        char c = name.data[i];

        good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (i > 0 && (c == '.' || c == '_' || c == '-'));
    }
    if (good)
        return 0;
    error_set(
        e, ERROR_INVALID,
        "\"%.*s\" is no name of a user: it must have 1 to %d of a-z, 0-9, '.', '_' and '-', and begin with a letter "
        "or digit.",
        (int) (name.len < 60 ? name.len : 60), name.data ? name.data : "", NAME_LONGEST);
    error_about(e, "name");
    return -ERROR_INVALID;
}

static int user_not_found(struct str name, struct error *e)
{
    return error_set(e, ERROR_NOT_FOUND, "There is no user \"%.*s\".", (int) (name.len < 60 ? name.len : 60),
                     name.data ? name.data : "");
}

int user_record_add(struct db *db, const struct user_row *row, struct error *e)
{
    const struct user_limits *l = &row->limits;
    int r = query_run(QUERY(db,
                            "INSERT INTO users(name, role, created_ms, concurrent_runs, runs_per_day, tokens_per_day,"
                            " cost_nano_per_day, requests_per_minute) VALUES($1, $2, $3, $4, $5, $6, $7, $8)"
                            " ON CONFLICT(name) DO NOTHING",
                            TEXT(row->name), TEXT(str(user_role_words[row->role])), INT(row->created_ms),
                            INT(l->concurrent_runs), INT(l->runs_per_day), INT(l->tokens_per_day),
                            INT(l->cost_nano_per_day), INT(l->requests_per_minute)),
                      e);

    if (r == 0 && db_changes(db) == 0)
        return error_set(e, ERROR_CONFLICT, "There is a user \"%.*s\" already.", STR_ARG(row->name));
    return r;
}

int user_record_set(struct db *db, const struct user_row *row, struct error *e)
{
    const struct user_limits *l = &row->limits;
    int r = query_run(QUERY(db,
                            "UPDATE users SET role = $1, concurrent_runs = $2, runs_per_day = $3, tokens_per_day = $4,"
                            " cost_nano_per_day = $5, requests_per_minute = $6 WHERE name = $7",
                            TEXT(str(user_role_words[row->role])), INT(l->concurrent_runs), INT(l->runs_per_day),
                            INT(l->tokens_per_day), INT(l->cost_nano_per_day), INT(l->requests_per_minute),
                            TEXT(row->name)),
                      e);

    return r == 0 && db_changes(db) == 0 ? user_not_found(row->name, e) : r;
}

int user_record_get(struct db *db, struct str name, struct arena *arena, struct user_row *ret, struct error *e)
{
    int r = query_one(QUERY(db, "SELECT " USER_COLUMNS " FROM users u WHERE u.name = $1", TEXT(name)), &user_shape,
                      arena, ret, e);

    return r < 0 ? r : r == 0 ? user_not_found(name, e) : 0;
}

int user_record_list(struct db *db, struct arena *arena, struct user_row **ret, size_t *ret_n, struct error *e)
{
    return query_all(QUERY(db, "SELECT " USER_COLUMNS " FROM users u ORDER BY u.name", NO_VALUES), &user_shape, arena,
                     ret, ret_n, e);
}

int user_record_remove(struct db *db, struct str name, struct error *e)
{
    int r = query_run(QUERY(db, "DELETE FROM users WHERE name = $1", TEXT(name)), e);

    return r == 0 && db_changes(db) == 0 ? user_not_found(name, e) : r;
}

int user_record_count(struct db *db, int64_t *ret, struct error *e)
{
    int r = query_int(QUERY(db, "SELECT count(*) FROM users", NO_VALUES), ret, e);

    return r < 0 ? r : 0;
}

/* --- tokens --- */

static int user_number(struct db *db, struct str name, int64_t *ret, struct error *e)
{
    int r = query_int(QUERY(db, "SELECT id FROM users WHERE name = $1", TEXT(name)), ret, e);

    return r < 0 ? r : r == 0 ? user_not_found(name, e) : 0;
}

int token_record_make(struct db *db, struct str user, struct str label, int64_t now_ms, int64_t expires_ms,
                      struct arena *arena, struct str *ret, struct error *e)
{
    unsigned char selector[SELECTOR_BYTES], secret[SECRET_BYTES];
    char selector_hex[2 * SELECTOR_BYTES + 1], secret_hex[2 * SECRET_BYTES + 1];
    int64_t number;
    int r = user_number(db, user, &number, e);

    if (r < 0)
        return r;
    random_bytes(selector, sizeof selector);
    random_bytes(secret, sizeof secret);
    hex_encode(selector, sizeof selector, selector_hex);
    hex_encode(secret, sizeof secret, secret_hex);
    struct hash digest = hash_of(str(secret_hex));
    r = query_run(QUERY(db,
                        "INSERT INTO user_token(user, selector, digest, label, created_ms, used_ms, expires_ms)"
                        " VALUES($1, $2, $3, $4, $5, 0, $6)",
                        INT(number), TEXT(str(selector_hex)), HASH(&digest), TEXT(label), INT(now_ms), INT(expires_ms)),
                  e);
    if (r == 0)
        *ret = str_format(arena, TOKEN_PREFIX "%s_%s", selector_hex, secret_hex);
    return r;
}

int token_record_list(struct db *db, struct str user, struct arena *arena, struct token_row **ret, size_t *ret_n,
                      struct error *e)
{
    static const struct column columns[] = { COLUMNS(TEXT, struct token_row, selector, label),
                                             COLUMNS(INT, struct token_row, created_ms, used_ms, expires_ms),
                                             COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct token_row), NULL };
    int64_t number;
    int r = user_number(db, user, &number, e);

    if (r < 0)
        return r;
    return query_all(QUERY(db,
                           "SELECT selector, label, created_ms, used_ms, expires_ms FROM user_token WHERE user = $1"
                           " ORDER BY id",
                           INT(number)),
                     &shape, arena, ret, ret_n, e);
}

int token_record_remove(struct db *db, struct str user, struct str selector, struct error *e)
{
    int r = query_run(
        QUERY(db, "DELETE FROM user_token WHERE selector = $1 AND user = (SELECT id FROM users WHERE name = $2)",
              TEXT(selector), TEXT(user)),
        e);

    if (r == 0 && db_changes(db) == 0)
        return error_set(e, ERROR_NOT_FOUND, "The user %.*s has no token %.*s.", STR_ARG(user),
                         (int) (selector.len < 60 ? selector.len : 60), selector.data ? selector.data : "");
    return r;
}

/* The parts of a token; false: it is none. */
static bool token_split(struct str token, struct str *ret_selector, struct str *ret_secret)
{
    size_t prefix = sizeof TOKEN_PREFIX - 1, selector = 2 * (size_t) SELECTOR_BYTES;

    if (token.len != prefix + selector + 1 + 2 * (size_t) SECRET_BYTES || !str_starts(token, TOKEN_PREFIX) ||
        token.data[prefix + selector] != '_')
        return false;
    *ret_selector = str_sub(token, prefix, prefix + selector);
    *ret_secret = str_sub(token, prefix + selector + 1, token.len);
    return true;
}

struct str token_selector(struct str token)
{
    struct str selector = { 0 }, secret;

    token_split(token, &selector, &secret);
    return selector;
}

struct token_found {
    int64_t user, expires_ms, used_ms;
    struct hash digest;
};

int token_record_check(struct db *db, struct str token, int64_t now_ms, struct arena *arena, struct user_row *ret,
                       struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct token_found, user, expires_ms, used_ms),
                                             COLUMN(HASH, struct token_found, digest), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct token_found), NULL };
    struct token_found found = { 0 };
    struct str selector, secret;

    if (!token_split(token, &selector, &secret))
        return 0;
    int r = query_one(
        QUERY(db, "SELECT user, expires_ms, used_ms, digest FROM user_token WHERE selector = $1", TEXT(selector)),
        &shape, NULL, &found, e);
    struct hash digest = hash_of(secret);
    bool same = hash_eq(digest, found.digest); /* in constant time */
    if (r <= 0 || !same || (found.expires_ms && found.expires_ms <= now_ms))
        return r < 0 ? r : 0;
    r = query_one(QUERY(db, "SELECT " USER_COLUMNS " FROM users u WHERE u.id = $1", INT(found.user)), &user_shape,
                  arena, ret, e);
    if (r == 1)
        ret->token_used_ms = found.used_ms;
    return r;
}

int token_record_role(struct db *db, struct str selector, int64_t now_ms, enum user_role *ret, struct error *e)
{
    int64_t admin = 0;
    int r = query_int(
        QUERY(db,
              "SELECT CASE WHEN u.role = 'admin' THEN 1 ELSE 0 END FROM user_token t JOIN users u ON u.id = t.user"
              " WHERE t.selector = $1 AND (t.expires_ms = 0 OR t.expires_ms > $2)",
              TEXT(selector), INT(now_ms)),
        &admin, e);

    if (r == 1)
        *ret = admin ? USER_ROLE_ADMIN : USER_ROLE_USER;
    return r;
}

int user_record_admins(struct db *db, int64_t now_ms, int64_t *ret, struct error *e)
{
    int r = query_int(QUERY(db,
                            "SELECT count(*) FROM users u WHERE u.role = 'admin' AND EXISTS (SELECT 1 FROM user_token t"
                            " WHERE t.user = u.id AND (t.expires_ms = 0 OR t.expires_ms > $1))",
                            INT(now_ms)),
                      ret, e);

    return r < 0 ? r : 0;
}

int token_record_used(struct db *db, struct str selector, int64_t now_ms, struct error *e)
{
    return query_run(QUERY(db, "UPDATE user_token SET used_ms = $1 WHERE selector = $2", INT(now_ms), TEXT(selector)),
                     e);
}

/* --- what was spent --- */

int64_t spent_day(int64_t wall_ms) { return wall_ms / DAY_MS; }

int spent_record_get(struct db *db, struct str owner, int64_t day, struct spent_row *ret, struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct spent_row, runs, tokens, cost_nano), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct spent_row), NULL };

    *ret = (struct spent_row){ 0 };
    int r = query_one(
        QUERY(db, "SELECT runs, tokens, cost_nano FROM spent WHERE owner = $1 AND day = $2", TEXT(owner), INT(day)),
        &shape, NULL, ret, e);
    return r < 0 ? r : 0;
}

int spent_record_add(struct db *db, struct str owner, int64_t day, const struct spent_row *more, struct error *e)
{
    return query_run(QUERY(db,
                           "INSERT INTO spent(owner, day, runs, tokens, cost_nano) VALUES($1, $2, $3, $4, $5)"
                           " ON CONFLICT(owner, day) DO UPDATE SET runs = runs + $3, tokens = tokens + $4,"
                           " cost_nano = cost_nano + $5",
                           TEXT(owner), INT(day), INT(more->runs), INT(more->tokens), INT(more->cost_nano)),
                     e);
}

/* --- the audit log --- */

int audit_record_add(struct db *db, const struct audit_row *row, struct error *e)
{
    return query_run(QUERY(db,
                           "INSERT INTO audit(time_ms, user, door, operation, target, outcome)"
                           " VALUES($1, $2, $3, $4, $5, $6)",
                           INT(row->time_ms), TEXT(row->user), TEXT(row->door), TEXT(row->operation), TEXT(row->target),
                           TEXT(row->outcome)),
                     e);
}

int audit_record_list(struct db *db, struct str user, int64_t before, int64_t limit, struct arena *arena,
                      struct audit_row **ret, size_t *ret_n, struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct audit_row, id, time_ms),
                                             COLUMNS(TEXT, struct audit_row, user, door, operation, target, outcome),
                                             COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct audit_row), NULL };

    return query_all(QUERY(db,
                           "SELECT id, time_ms, user, door, operation, target, outcome FROM audit"
                           " WHERE ($1 = 0 OR id < $1) AND ($2 = '' OR user = $2) ORDER BY id DESC LIMIT $3",
                           INT(before), TEXT(user), INT(limit > 0 ? limit : LIST_LIMIT)),
                     &shape, arena, ret, ret_n, e);
}

int audit_record_sweep(struct db *db, int64_t before_ms, struct error *e)
{
    return query_run(QUERY(db, "DELETE FROM audit WHERE time_ms < $1", INT(before_ms)), e);
}

/* --- requests that must not be done twice --- */

int idempotency_record_begin(struct db *db, struct str user, struct str key, struct hash digest, int64_t now_ms,
                             struct arena *arena, struct idempotency_row *ret, struct error *e)
{
    static const struct column columns[] = { COLUMN(HASH, struct idempotency_row, digest),
                                             COLUMN(INT, struct idempotency_row, time_ms),
                                             COLUMN(TEXT, struct idempotency_row, reply), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct idempotency_row), NULL };
    int r = query_one(
        QUERY(db, "SELECT digest, time_ms, reply FROM idempotency WHERE user = $1 AND key = $2", TEXT(user), TEXT(key)),
        &shape, arena, ret, e);

    if (r < 0)
        return r;
    bool at_work = r == 1 && str_starts(ret->reply, "@");
    bool lost = at_work && hash_eq(ret->digest, digest) && worker_is_gone(str_sub(ret->reply, 1, ret->reply.len));
    if (at_work)
        ret->reply = str("");
    if (r == 1 && !lost)
        return 1;
    *ret = (struct idempotency_row){ 0 };
    struct str mine = str_format(arena, "@%.*s", STR_ARG(run_worker_name()));
    return query_run(QUERY(db,
                           "INSERT INTO idempotency(user, key, digest, time_ms, reply) VALUES($1, $2, $3, $4, $5)"
                           " ON CONFLICT(user, key) DO UPDATE SET time_ms = $4, reply = $5",
                           TEXT(user), TEXT(key), HASH(&digest), INT(now_ms), TEXT(mine)),
                     e);
}

int idempotency_record_end(struct db *db, struct str user, struct str key, struct str reply, struct error *e)
{
    return query_run(
        QUERY(db, "UPDATE idempotency SET reply = $1 WHERE user = $2 AND key = $3", TEXT(reply), TEXT(user), TEXT(key)),
        e);
}

int idempotency_record_drop(struct db *db, struct str user, struct str key, struct error *e)
{
    return query_run(QUERY(db, "DELETE FROM idempotency WHERE user = $1 AND key = $2", TEXT(user), TEXT(key)), e);
}

int idempotency_record_sweep(struct db *db, int64_t before_ms, struct error *e)
{
    return query_run(QUERY(db, "DELETE FROM idempotency WHERE time_ms < $1", INT(before_ms)), e);
}
