/* When to try again: only what may succeed, exponential with full jitter
 * (base 0.5 s, cap 60 s), Retry-After obeyed within the time that is left. */
#ifndef FATHOM_NET_RETRY_H
#define FATHOM_NET_RETRY_H

#include "base/error.h"

struct retry_policy {
    int retries;             /* 0: 3; negative: none */
    int64_t base_ms, cap_ms; /* 0: 500 and 60,000 */
};

/* Milliseconds to wait before attempt number `attempt` + 1 (attempt counts from
 * 1), or -1 to give up: not retryable (e->retry), attempts used up, or no time
 * left before `deadline_ms` (0: none). `random` is uniform over all 64-bit values. */
int64_t retry_delay_ms(const struct retry_policy *policy, int attempt, const struct error *e, uint64_t random,
                       int64_t now_ms, int64_t deadline_ms);

/* Is this HTTP status worth another try by itself? 408, 409, 425, 429, 5xx; x-should-retry
 * ("true"/"false", else empty) wins. */
bool retry_status(int status, const char *should_retry);

#endif
