/* Buckets are filled when they are looked at, from the time that passed, so a
 * limiter costs nothing while nobody asks. */
#include "net/limiter.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 64 };

struct bucket {
    double level, capacity, per_ms; /* per_ms 0: no limit */
};

struct limiter {
    struct limiter *next;
    struct str name;
    struct limits limits;

    pthread_mutex_t lock;
    struct bucket requests, tokens;
    int64_t filled_ms; /* -1: never looked at */
    int64_t paused_until_ms;
    int in_flight;
    enum breaker_state breaker;
    int failures;                 /* in a row */
    char first[LIMITER_WHY - 60]; /* message of the first of them */
    int64_t held_until_ms;
    char held[LIMITER_WHY - 60]; /* why */
    int64_t open_until_ms;
    int64_t trial_until_ms; /* half-open: one exchange is out until then */
    uint64_t started, refused;
};

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static struct limiter *registry[BUCKETS];

static struct bucket bucket_full(double capacity, double per_minute)
{
    return (struct bucket){ capacity, capacity, per_minute / 60000 };
}

static struct limiter *limiter_new(struct str name, const struct limits *limits)
{
    struct limiter *limiter = memory_alloc(sizeof *limiter + name.len + 1);
    char *copy = (char *) (limiter + 1);

    if (name.len)
        memcpy(copy, name.data, name.len);
    copy[name.len] = '\0';
    *limiter = (struct limiter){ .name = { copy, name.len }, .filled_ms = -1 };
    if (limits)
        limiter->limits = *limits;
    struct limits *l = &limiter->limits;
    if (l->breaker_failures <= 0)
        l->breaker_failures = 5;
    if (l->breaker_ms <= 0)
        l->breaker_ms = 30000;
    double burst = l->burst > 0 ? l->burst : l->requests_per_minute / 6;
    if (l->requests_per_minute > 0)
        limiter->requests = bucket_full(burst < 1 ? 1 : burst, l->requests_per_minute);
    if (l->tokens_per_minute > 0)
        limiter->tokens = bucket_full(l->tokens_per_minute, l->tokens_per_minute);
    pthread_mutex_init(&limiter->lock, NULL);
    return limiter;
}

void limits_take(struct limits *limits, double requests_per_minute, double tokens_per_minute, int64_t concurrent)
{
    if (requests_per_minute > 0)
        limits->requests_per_minute = requests_per_minute;
    if (tokens_per_minute > 0)
        limits->tokens_per_minute = tokens_per_minute;
    if (concurrent > 0)
        limits->concurrent = (int) concurrent;
}

struct limiter *limiter_get(struct str name, const struct limits *limits)
{
    struct limiter **slot = &registry[str_hash(name) % BUCKETS];

    pthread_mutex_lock(&registry_lock);
    while (*slot && !str_eq((*slot)->name, name))
        slot = &(*slot)->next;
    if (!*slot)
        *slot = limiter_new(name, limits);
    struct limiter *limiter = *slot;
    pthread_mutex_unlock(&registry_lock);
    return limiter;
}

void limiter_forget_all(void)
{
    pthread_mutex_lock(&registry_lock);
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct limiter *l = registry[i], *next; l; l = next) {
            next = l->next;
            pthread_mutex_destroy(&l->lock);
            free(l);
        }
        registry[i] = NULL;
    }
    pthread_mutex_unlock(&registry_lock);
}

static void bucket_fill(struct bucket *bucket, int64_t ms)
{
    bucket->level += bucket->per_ms * (double) ms;
    if (bucket->level > bucket->capacity)
        bucket->level = bucket->capacity;
}

static void fill(struct limiter *limiter, int64_t now_ms)
{
    int64_t passed = limiter->filled_ms < 0 ? 0 : now_ms - limiter->filled_ms;

    if (passed > 0 || limiter->filled_ms < 0) {
        bucket_fill(&limiter->requests, passed);
        bucket_fill(&limiter->tokens, passed);
        limiter->filled_ms = now_ms;
    }
}

/* Milliseconds until the bucket holds `want`; more than fits needs a full one,
 * else it would wait for ever. */
static int64_t bucket_wait(const struct bucket *bucket, double want)
{
    if (bucket->per_ms <= 0)
        return 0;
    if (want > bucket->capacity)
        want = bucket->capacity;
    double missing = want - bucket->level;
    /* A part in a million is rounding, not a request. */
    return missing <= 1e-6 ? 0 : (int64_t) ceil(missing / bucket->per_ms - 1e-6);
}

/* Moves an open breaker on when its time is over. */
static enum breaker_state breaker_now(struct limiter *limiter, int64_t now_ms)
{
    if (limiter->breaker == BREAKER_OPEN && now_ms >= limiter->open_until_ms) {
        limiter->breaker = BREAKER_HALF_OPEN;
        limiter->trial_until_ms = 0;
    }
    return limiter->breaker;
}

/* An exchange that was let through and never reported on (aborted) must not
 * keep the breaker half-open for good: its turn ends after breaker_ms. */
static bool breaker_refuses(struct limiter *limiter, int64_t now_ms)
{
    enum breaker_state state = breaker_now(limiter, now_ms);

    if (now_ms < limiter->held_until_ms)
        return true;
    return state == BREAKER_OPEN || (state == BREAKER_HALF_OPEN && now_ms < limiter->trial_until_ms);
}

static int64_t wait_until(struct limiter *limiter, int64_t tokens, int64_t now_ms)
{
    if (limiter->limits.concurrent > 0 && limiter->in_flight >= limiter->limits.concurrent)
        return -1;
    fill(limiter, now_ms);
    int64_t requests_ms = bucket_wait(&limiter->requests, 1);
    int64_t tokens_ms = bucket_wait(&limiter->tokens, (double) tokens);
    int64_t at_ms = now_ms + (requests_ms > tokens_ms ? requests_ms : tokens_ms);
    return at_ms > limiter->paused_until_ms ? at_ms : limiter->paused_until_ms;
}

enum limiter_answer limiter_take(struct limiter *limiter, int64_t tokens, int64_t now_ms, int64_t *ret_at_ms)
{
    enum limiter_answer answer = LIMITER_GO;

    pthread_mutex_lock(&limiter->lock);
    if (breaker_refuses(limiter, now_ms)) {
        limiter->refused++;
        answer = LIMITER_OPEN;
    } else {
        int64_t at_ms = wait_until(limiter, tokens, now_ms);

        if (at_ms < 0 || at_ms > now_ms) {
            *ret_at_ms = at_ms;
            answer = LIMITER_WAIT;
        } else {
            limiter->requests.level -= 1;
            limiter->tokens.level -= (double) tokens;
            limiter->in_flight++;
            limiter->started++;
            if (limiter->breaker == BREAKER_HALF_OPEN)
                limiter->trial_until_ms = now_ms + limiter->limits.breaker_ms;
        }
    }
    pthread_mutex_unlock(&limiter->lock);
    return answer;
}

void limiter_give_back(struct limiter *limiter)
{
    pthread_mutex_lock(&limiter->lock);
    if (limiter->in_flight > 0)
        limiter->in_flight--;
    pthread_mutex_unlock(&limiter->lock);
}

static void keep(char to[LIMITER_WHY - 60], const char *why)
{
    snprintf(to, LIMITER_WHY - 60, "%s", why);
    /* Cut at a character. */
    size_t n = strlen(to);
    if (n + 1 == LIMITER_WHY - 60)
        while (n > 0 && ((unsigned char) to[n - 1] & 0xc0) == 0x80)
            to[--n] = '\0';
    if (n > 0 && (unsigned char) to[n - 1] >= 0xc0)
        to[n - 1] = '\0';
}

/* Exchanges that were under way when the breaker opened report too; they must not delay the next trial. */
void limiter_report(struct limiter *limiter, const char *failure, int64_t now_ms)
{
    pthread_mutex_lock(&limiter->lock);
    enum breaker_state state = breaker_now(limiter, now_ms);
    if (!failure) {
        limiter->failures = 0;
        limiter->breaker = BREAKER_CLOSED;
    } else {
        if (limiter->failures++ == 0)
            keep(limiter->first, failure);
        if (state == BREAKER_HALF_OPEN ||
            (state == BREAKER_CLOSED && limiter->failures >= limiter->limits.breaker_failures)) {
            limiter->breaker = BREAKER_OPEN;
            limiter->open_until_ms = now_ms + limiter->limits.breaker_ms;
        }
    }
    pthread_mutex_unlock(&limiter->lock);
}

void limiter_pause(struct limiter *limiter, int64_t until_ms)
{
    pthread_mutex_lock(&limiter->lock);
    if (until_ms > limiter->paused_until_ms)
        limiter->paused_until_ms = until_ms;
    pthread_mutex_unlock(&limiter->lock);
}

void limiter_hold(struct limiter *limiter, int64_t until_ms, const char *why)
{
    pthread_mutex_lock(&limiter->lock);
    if (until_ms > limiter->held_until_ms) {
        limiter->held_until_ms = until_ms;
        keep(limiter->held, why);
    }
    pthread_mutex_unlock(&limiter->lock);
}

void limiter_explain(struct limiter *limiter, int64_t now_ms, char ret[LIMITER_WHY])
{
    pthread_mutex_lock(&limiter->lock);
    if (now_ms < limiter->held_until_ms)
        snprintf(ret, LIMITER_WHY, "%s", limiter->held);
    else
        snprintf(ret, LIMITER_WHY, "paused after %d failures in a row; the first: %s", limiter->failures,
                 limiter->first);
    pthread_mutex_unlock(&limiter->lock);
}

void limiter_correct(struct limiter *limiter, int64_t tokens)
{
    pthread_mutex_lock(&limiter->lock);
    limiter->tokens.level -= (double) tokens;
    if (limiter->tokens.level > limiter->tokens.capacity)
        limiter->tokens.level = limiter->tokens.capacity;
    pthread_mutex_unlock(&limiter->lock);
}

void limiter_status(struct limiter *limiter, int64_t now_ms, struct limiter_status *ret)
{
    pthread_mutex_lock(&limiter->lock);
    enum breaker_state state = breaker_now(limiter, now_ms);
    int64_t until = state == BREAKER_OPEN        ? limiter->open_until_ms
                    : state == BREAKER_HALF_OPEN ? limiter->trial_until_ms
                                                 : now_ms;
    if (until < limiter->held_until_ms)
        until = limiter->held_until_ms;
    *ret = (struct limiter_status){
        .name = limiter->name,
        .breaker = state,
        .opens_again_ms = until > now_ms ? until - now_ms : 0,
        .in_flight = limiter->in_flight,
        .failures = limiter->failures,
        .started = limiter->started,
        .refused = limiter->refused,
        .limits = limiter->limits,
    };
    pthread_mutex_unlock(&limiter->lock);
}

bool limiter_open(struct limiter *limiter, int64_t now_ms)
{
    pthread_mutex_lock(&limiter->lock);
    bool refuses = breaker_refuses(limiter, now_ms);
    pthread_mutex_unlock(&limiter->lock);
    return refuses;
}
