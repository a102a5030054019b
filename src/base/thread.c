#include "base/thread.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

int thread_start(pthread_t *ret, const char *name, void *(*fn)(void *), void *arg, struct error *e)
{
    pthread_attr_t attr;
    sigset_t all, old;

    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, THREAD_STACK);
    /* Signals are the main thread's business. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int r = pthread_create(ret, &attr, fn, arg);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attr);
    if (r) {
        char reason[128];

        return error_set(e, ERROR_LIMIT, "cannot start the thread %s: %s", name, strerror_r(r, reason, sizeof reason));
    }
    pthread_setname_np(*ret, name);
    return 0;
}

void thread_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t attr;

    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attr);
    pthread_condattr_destroy(&attr);
}

bool thread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t deadline_ms)
{
    if (deadline_ms < 0) {
        pthread_cond_wait(cond, lock);
        return true;
    }
    struct timespec until = { deadline_ms / 1000, deadline_ms % 1000 * 1000000 };
    return pthread_cond_timedwait(cond, lock, &until) != ETIMEDOUT;
}

void thread_tell(pthread_mutex_t *lock, bool *flag, bool value, pthread_cond_t *cond)
{
    pthread_mutex_lock(lock);
    *flag = value;
    pthread_cond_broadcast(cond);
    pthread_mutex_unlock(lock);
}

struct thread_chain thread_chain_leave(struct thread_chain *chain)
{
    struct thread_chain before = *chain;

    *chain = (struct thread_chain){ pthread_self(), true };
    return before;
}

void thread_chain_join(struct thread_chain chain)
{
    if (chain.any)
        pthread_join(chain.last, NULL);
}
