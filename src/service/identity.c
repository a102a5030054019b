#include "service/identity.h"

#include <pthread.h>

#include "base/clock.h"
#include "records/users.h"
#include "service/service.h"

enum { BUCKETS = 1024, USED_MS = 60000 };

/* Requests that a user has left: one bucket per user, by the hash of its name. Two users may share one; then they are
 * slowed down together. */
struct bucket {
    uint64_t user;
    double left;
    int64_t filled_ms;
};
static struct bucket buckets[BUCKETS];
static pthread_mutex_t bucket_lock = PTHREAD_MUTEX_INITIALIZER;

int identity_users(struct service *service, int64_t *ret, struct error *e)
{
    struct store *store;
    struct db *db;
    int r = service_read_begin(service, &store, &db, e);

    *ret = 0;
    if (r == -ERROR_NOT_FOUND)
        return 0;
    if (r < 0)
        return r;
    r = user_record_count(db, ret, e);
    store_read_end(store, db);
    return r;
}

/* A request takes one of those that the user has left; they grow back within a minute. */
static int take_one(const struct user_row *user, struct error *e)
{
    double most = (double) user->limits.requests_per_minute;
    uint64_t hash = str_hash(user->name);
    struct bucket *bucket = &buckets[hash % BUCKETS];
    int64_t now = clock_monotonic_ms(), wait = 0;

    if (most <= 0)
        return 0;
    pthread_mutex_lock(&bucket_lock);
    if (bucket->user != hash)
        *bucket = (struct bucket){ hash, most, now };
    bucket->left += (double) (now - bucket->filled_ms) * most / 60000;
    bucket->left = bucket->left > most ? most : bucket->left;
    bucket->filled_ms = now;
    if (bucket->left >= 1)
        bucket->left -= 1;
    else
        wait = (int64_t) ((1 - bucket->left) * 60000 / most) + 1;
    pthread_mutex_unlock(&bucket_lock);
    if (!wait)
        return 0;
    error_set(e, ERROR_THROTTLED, "The limit is %lld requests per minute; try again in %lld s.",
              (long long) user->limits.requests_per_minute, (long long) (wait + 999) / 1000);
    if (e)
        e->retry_after_ms = wait;
    return -ERROR_THROTTLED;
}

struct used {
    struct str selector;
    int64_t now_ms;
};

static int note_used(struct db *db, void *arg, struct error *e)
{
    const struct used *used = arg;

    return token_record_used(db, used->selector, used->now_ms, e);
}

int identity_of(struct service *service, struct str token, struct arena *arena, struct caller *caller, struct error *e)
{
    int64_t now = clock_wall_ms();
    struct user_row user = { 0 };
    struct store *store;
    struct db *db;
    int r = service_read_begin(service, &store, &db, e);

    if (r < 0)
        return r == -ERROR_NOT_FOUND ? error_set(e, ERROR_TOKEN, "There is no user with that token.") : r;
    r = token_record_check(db, token, now, arena, &user, e);
    store_read_end(store, db);
    if (r < 0)
        return r;
    if (r == 0)
        return error_set(e, ERROR_TOKEN,
                         token.len ? "There is no user with that token." : "This needs the token of a user.");
    /* When a token was last used is worth knowing, not worth failing for. */
    static _Atomic int64_t noted_ms;
    if (now - noted_ms > USED_MS) {
        noted_ms = now;
        store_write(store, note_used, &(struct used){ token_selector(token), now }, NULL);
    }
    caller->user = user.name;
    caller->role = user.role == USER_ROLE_ADMIN ? ROLE_ADMIN : ROLE_USER;
    return take_one(&user, e);
}
