/* Limits per service: requests and tokens per minute (token buckets),
 * exchanges at once, and a circuit breaker.
 *
 * The reactor asks before it starts an exchange; the decoder above reports how
 * the answer was (only it can tell a full quota from a full queue). Limiters
 * live in a registry by name for the whole process, so all runs share them.
 * Threads: any. */
#ifndef FATHOM_NET_LIMITER_H
#define FATHOM_NET_LIMITER_H

#include "base/error.h"
#include "base/str.h"

struct limits {
    double requests_per_minute; /* 0: no limit */
    double burst;               /* size of the bucket in requests; 0: ten seconds' worth, at least 1 */
    double tokens_per_minute;   /* 0: no limit */
    int concurrent;             /* 0: no limit */
    int breaker_failures;       /* in a row, until it opens; 0: 5 */
    int64_t breaker_ms;         /* until half-open; 0: 30 s */
};

/* Takes the given limits that are above 0. */
void limits_take(struct limits *limits, double requests_per_minute, double tokens_per_minute, int64_t concurrent);

struct limiter;

/* The limiter of that name, made with `limits` when it is new. Lives until the process ends. */
struct limiter *limiter_get(struct str name, const struct limits *limits);

enum limiter_answer { LIMITER_GO, LIMITER_WAIT, LIMITER_OPEN };
/* May an exchange start now? GO takes a place; WAIT sets *ret_at_ms to when to ask
 * again (-1: when a place is given back); OPEN means the breaker refuses. */
enum limiter_answer limiter_take(struct limiter *limiter, int64_t tokens, int64_t now_ms, int64_t *ret_at_ms);
void limiter_give_back(struct limiter *limiter); /* the place in `concurrent` */

/* How it went: a failure is a timeout, reset, 5xx, with its message; NULL: it was good. A 429 is neither. In the
 * half-open state one exchange is let through; its report closes or reopens. */
void limiter_report(struct limiter *limiter, const char *failure, int64_t now_ms);
/* The service said to come back later: nothing starts before. */
void limiter_pause(struct limiter *limiter, int64_t until_ms);
/* It said so, and nobody can wait that long: until then what would start is refused, with its reason. */
void limiter_hold(struct limiter *limiter, int64_t until_ms, const char *why);
/* Why it refuses, in words that hold no durations: the first failure of those in a row, or what the service said. */
enum { LIMITER_WHY = 320 };
void limiter_explain(struct limiter *limiter, int64_t now_ms, char ret[LIMITER_WHY]);
/* Reported minus estimated tokens, once the answer tells. */
void limiter_correct(struct limiter *limiter, int64_t tokens);

enum breaker_state { BREAKER_CLOSED, BREAKER_OPEN, BREAKER_HALF_OPEN };
struct limiter_status {
    struct str name;
    enum breaker_state breaker;
    int64_t opens_again_ms; /* until half-open, 0 if closed */
    int in_flight, failures;
    uint64_t started, refused;
    struct limits limits; /* in force */
};
void limiter_status(struct limiter *limiter, int64_t now_ms, struct limiter_status *ret);
bool limiter_open(struct limiter *limiter, int64_t now_ms);
void limiter_forget_all(void); /* tests only: back to an empty registry */

#endif
