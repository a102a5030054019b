#include "net/retry.h"

#include <string.h>

/* A number in [0, most], as even as anyone can tell. */
static int64_t jitter(uint64_t random, int64_t most)
{
    return (int64_t) (((unsigned __int128) random * ((uint64_t) most + 1)) >> 64);
}

int64_t retry_delay_ms(const struct retry_policy *policy, int attempt, const struct error *e, uint64_t random,
                       int64_t now_ms, int64_t deadline_ms)
{
    static const struct retry_policy preset = { 0 };
    const struct retry_policy *p = policy ? policy : &preset;
    int retries = p->retries == 0 ? 3 : p->retries;
    int64_t base = p->base_ms > 0 ? p->base_ms : 500, cap = p->cap_ms > 0 ? p->cap_ms : 60000, delay;

    if (!e->retry || attempt > retries)
        return -1;
    if (e->retry_after_ms >= 0) {
        /* Not before the time it asked for; a little after, so that not all come at once. */
        int64_t spread = e->retry_after_ms / 10;

        delay = e->retry_after_ms + jitter(random, spread < 200 ? spread : 200);
    } else {
        int doublings = attempt < 1 ? 0 : attempt > 31 ? 30 : attempt - 1;
        int64_t most = base > cap >> doublings ? cap : base << doublings;

        delay = jitter(random, most);
    }
    if (deadline_ms > 0 && delay >= deadline_ms - now_ms)
        return -1;
    return delay;
}

bool retry_status(int status, const char *should_retry)
{
    if (should_retry && strcmp(should_retry, "true") == 0)
        return true;
    if (should_retry && strcmp(should_retry, "false") == 0)
        return false;
    return status == 408 || status == 409 || status == 425 || status == 429 || (status >= 500 && status <= 599);
}
