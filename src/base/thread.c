#include "base/thread.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "base/arena.h"

/* What a thread does. It is the thread's own once it runs, and names itself: who names another goes through /proc. */
struct work {
    void *(*fn)(void *);
    void *arg;
    const char *name;
};

/* A thread that waits until thread_start() has work for it. */
struct spare {
    pthread_t thread;
    sem_t called;
    struct work work;
    struct spare *next;
};
static pthread_mutex_t spares_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static struct spare *spares;

static void *run(struct work work)
{
    if (work.name)
        prctl(PR_SET_NAME, work.name);
    return work.fn(work.arg);
}

static void *work_main(void *arg)
{
    struct work work = *(struct work *) arg;

    free(arg);
    return run(work);
}

static void *spare_main(void *arg)
{
    struct spare *spare = arg;

    while (sem_wait(&spare->called) < 0)
        ;
    struct work work = spare->work;
    sem_destroy(&spare->called);
    free(spare);
    return run(work);
}

static int create(pthread_t *ret, void *(*fn)(void *), void *arg)
{
    pthread_attr_t attr;
    sigset_t all;

    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, THREAD_STACK);
    /* Signals are the main thread's business. */
    sigfillset(&all);
    int r = pthread_attr_setsigmask_np(&attr, &all);
    if (r == 0)
        r = pthread_create(ret, &attr, fn, arg);
    pthread_attr_destroy(&attr);
    return r;
}

/* Gives the work to a spare thread; false: there is none. */
static bool call_spare(pthread_t *ret, struct work work)
{
    pthread_mutex_lock(&spares_lock);
    struct spare *spare = spares;
    if (spare)
        spares = spare->next;
    pthread_mutex_unlock(&spares_lock);
    if (!spare)
        return false;
    *ret = spare->thread;
    spare->work = work;
    sem_post(&spare->called);
    return true;
}

void thread_prepare(int n)
{
    for (int i = 0; i < n; i++) {
        struct spare *spare = memory_alloc(sizeof *spare);

        sem_init(&spare->called, 0, 0);
        if (create(&spare->thread, spare_main, spare) != 0) {
            sem_destroy(&spare->called);
            free(spare);
            return; /* thread_start() says what is wrong */
        }
        pthread_mutex_lock(&spares_lock);
        spare->next = spares;
        spares = spare;
        pthread_mutex_unlock(&spares_lock);
    }
}

static void *nothing(void *arg) { return arg; }

void thread_dismiss(void)
{
    pthread_t spare;

    while (call_spare(&spare, (struct work){ .fn = nothing }))
        pthread_join(spare, NULL);
}

static int create_for(pthread_t *ret, struct work given)
{
    struct work *work = memory_alloc(sizeof *work);

    *work = given;
    int r = create(ret, work_main, work);
    if (r)
        free(work);
    return r;
}

int thread_start(pthread_t *ret, const char *name, void *(*fn)(void *), void *arg, struct error *e)
{
    struct work work = { fn, arg, name };
    int r = call_spare(ret, work) ? 0 : create_for(ret, work);

    if (r) {
        char reason[128];

        return error_set(e, ERROR_LIMIT, "cannot start the thread %s: %s", name, strerror_r(r, reason, sizeof reason));
    }
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
