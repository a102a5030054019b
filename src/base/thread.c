#include "base/thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"

/* A thread that waits until thread_start() has work for it. The lock guards the list and every `fn`. */
struct spare {
    pthread_t thread;
    pthread_cond_t called;
    void *(*fn)(void *);
    void *arg;
    struct spare *next;
};
static pthread_mutex_t spares_lock = PTHREAD_MUTEX_INITIALIZER;
static struct spare *spares;

static int create(pthread_t *ret, void *(*fn)(void *), void *arg)
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
    return r;
}

static void *spare_main(void *arg)
{
    struct spare *spare = arg;

    pthread_mutex_lock(&spares_lock);
    while (!spare->fn)
        pthread_cond_wait(&spare->called, &spares_lock);
    struct spare work = *spare;
    pthread_mutex_unlock(&spares_lock);
    pthread_cond_destroy(&spare->called);
    free(spare);
    return work.fn(work.arg);
}

/* Gives the work to a spare thread; false: there is none. */
static bool call_spare(pthread_t *ret, void *(*fn)(void *), void *arg)
{
    pthread_mutex_lock(&spares_lock);
    struct spare *spare = spares;
    if (spare) {
        spares = spare->next;
        *ret = spare->thread;
        spare->arg = arg;
        spare->fn = fn;
        pthread_cond_signal(&spare->called);
    }
    pthread_mutex_unlock(&spares_lock);
    return spare;
}

void thread_prepare(int n)
{
    for (int i = 0; i < n; i++) {
        struct spare *spare = memory_alloc(sizeof *spare);

        *spare = (struct spare){ .next = NULL };
        pthread_cond_init(&spare->called, NULL);
        pthread_mutex_lock(&spares_lock);
        bool made = create(&spare->thread, spare_main, spare) == 0;
        if (made) {
            spare->next = spares;
            spares = spare;
        }
        pthread_mutex_unlock(&spares_lock);
        if (made)
            continue;
        pthread_cond_destroy(&spare->called);
        free(spare);
        return; /* thread_start() says what is wrong */
    }
}

static void *nothing(void *arg) { return arg; }

void thread_dismiss(void)
{
    pthread_t spare;

    while (call_spare(&spare, nothing, NULL))
        pthread_join(spare, NULL);
}

int thread_start(pthread_t *ret, const char *name, void *(*fn)(void *), void *arg, struct error *e)
{
    int r = call_spare(ret, fn, arg) ? 0 : create(ret, fn, arg);

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
