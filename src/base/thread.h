/* Threads with the project's stack size, and a name for the debugger. */
#ifndef FATHOM_BASE_THREAD_H
#define FATHOM_BASE_THREAD_H

#include <pthread.h>

#include "base/error.h"

enum { THREAD_STACK = 512 * 1024 };

/* `name` has at most 15 letters and stays. */
int thread_start(pthread_t *ret, const char *name, void *(*fn)(void *), void *arg, struct error *e);

/* The system starts no thread while it loads a library, which takes longer than all else before the first request. So
 * `n` threads are started ahead and wait; thread_start() gives its work to one of them while there is one. */
void thread_prepare(int n);
void thread_dismiss(void); /* ends those that still wait */

/* Condition variables on the monotonic clock. */
void thread_cond_init(pthread_cond_t *cond);
/* Waits until `deadline_ms` of clock_monotonic_ms(); -1 waits for ever.
 * False when the time is over. */
bool thread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t deadline_ms);

/* Threads that leave by themselves and are still waited for: each joins the one that left before it, so the end of the last is
 * the end of all. What a thread leaves behind (of a library, too) is gone only then. All zero: none has left. */
struct thread_chain {
    pthread_t last;
    bool any;
};
/* The calling thread is about to end. Under the owner's lock; returns who left before, for thread_chain_join() without it. */
struct thread_chain thread_chain_leave(struct thread_chain *chain);
void thread_chain_join(struct thread_chain chain);

/* Sets a flag under its lock and wakes all that wait for it. */
void thread_tell(pthread_mutex_t *lock, bool *flag, bool value, pthread_cond_t *cond);

#endif
