/* Users, their tokens and limits, what they spent, and who did what.
 *
 * A token reads "fathom_SELECTOR_SECRET". The selector finds its row; of the
 * secret only the SHA-256 is kept, and it is compared in constant time. */
#ifndef FATHOM_RECORDS_USERS_H
#define FATHOM_RECORDS_USERS_H

#include "store/store.h"

/* Limits of a user; 0: none. In a row, -1: as the configuration says. */
struct user_limits {
    int64_t concurrent_runs, runs_per_day, tokens_per_day, cost_nano_per_day, requests_per_minute;
};

enum user_role { USER_ROLE_USER, USER_ROLE_ADMIN };
extern const char *const user_role_words[]; /* "user", "admin", NULL */

struct user_row {
    struct str name;
    enum user_role role;
    int64_t created_ms;
    struct user_limits limits;
    int64_t tokens;        /* how many */
    int64_t token_used_ms; /* of token_record_check(): when this token was used before */
};

/* -ERROR_INVALID for a name that is none: 1 to 40 of a-z, 0-9, '.', '_', '-', beginning with a letter or digit. */
int user_name_check(struct str name, struct error *e);
int user_record_add(struct db *db, const struct user_row *row, struct error *e); /* -ERROR_CONFLICT: there is one */
int user_record_set(struct db *db, const struct user_row *row, struct error *e); /* role and limits */
int user_record_get(struct db *db, struct str name, struct arena *arena, struct user_row *ret, struct error *e);
int user_record_list(struct db *db, struct arena *arena, struct user_row **ret, size_t *ret_n, struct error *e);
/* With the tokens. Runs and corpora stay: they belong to a name. */
int user_record_remove(struct db *db, struct str name, struct error *e);
int user_record_count(struct db *db, int64_t *ret, struct error *e);

struct token_row {
    struct str selector, label;
    int64_t created_ms, used_ms, expires_ms; /* 0: never */
};
/* A new token: its text, shown once, in `arena`. */
int token_record_make(struct db *db, struct str user, struct str label, int64_t now_ms, int64_t expires_ms,
                      struct arena *arena, struct str *ret, struct error *e);
int token_record_list(struct db *db, struct str user, struct arena *arena, struct token_row **ret, size_t *ret_n,
                      struct error *e);
/* By its selector; -ERROR_NOT_FOUND when the user has none of it. */
int token_record_remove(struct db *db, struct str user, struct str selector, struct error *e);
/* 1 and the user whose token it is; 0 for any other text. Takes the same time whatever of the secret is wrong. */
int token_record_check(struct db *db, struct str token, int64_t now_ms, struct arena *arena, struct user_row *ret,
                       struct error *e);
/* What the token with this selector opens as now: 1 and the role of its user, 0 when it opens nothing (any more). */
int token_record_role(struct db *db, struct str selector, int64_t now_ms, enum user_role *ret, struct error *e);
/* How many admins have a token that opens. */
int user_record_admins(struct db *db, int64_t now_ms, int64_t *ret, struct error *e);
/* Notes that a token was used; at most once a minute is worth a write. */
int token_record_used(struct db *db, struct str selector, int64_t now_ms, struct error *e);
struct str token_selector(struct str token); /* empty: it is no token */

enum { TOKEN_SELECTOR_SIZE = 16 }; /* of a selector with its NUL, at least */

/* --- what was spent on a day (UTC) --- */
struct spent_row {
    int64_t runs, tokens, cost_nano;
};
int64_t spent_day(int64_t wall_ms);
int spent_record_get(struct db *db, struct str owner, int64_t day, struct spent_row *ret, struct error *e);
int spent_record_add(struct db *db, struct str owner, int64_t day, const struct spent_row *more, struct error *e);

/* --- the audit log --- */
struct audit_row {
    int64_t id, time_ms;
    struct str user, door, operation;
    struct str target;  /* the run, corpus or user it was about; empty: none */
    struct str outcome; /* "done" or the word of the error */
};
int audit_record_add(struct db *db, const struct audit_row *row, struct error *e);
/* The newest, before the row `before` (0: from the newest); of one user unless it is empty. */
int audit_record_list(struct db *db, struct str user, int64_t before, int64_t limit, struct arena *arena,
                      struct audit_row **ret, size_t *ret_n, struct error *e);
int audit_record_sweep(struct db *db, int64_t before_ms, struct error *e);

/* --- requests that must not be done twice --- */
struct idempotency_row {
    struct hash digest; /* of what was asked */
    int64_t time_ms;
    struct str
        reply; /* JSON text; the id of the run it made, when no reply was stored; empty: it is still being done */
};
/* 1 and *ret when this key of the user is known, else 0 and it is known from now on. A key whose process died before it
 * had made anything is as good as new. In a write job. */
int idempotency_record_begin(struct db *db, struct str user, struct str key, struct hash digest, int64_t now_ms,
                             struct arena *arena, struct idempotency_row *ret, struct error *e);
int idempotency_record_end(struct db *db, struct str user, struct str key, struct str reply, struct error *e);
int idempotency_record_drop(struct db *db, struct str user, struct str key, struct error *e); /* it failed */
int idempotency_record_sweep(struct db *db, int64_t before_ms, struct error *e);

#endif
