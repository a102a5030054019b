/* The lock guards everything. A thread belongs to the pool until it leaves by
 * itself after IDLE_MS without work; pool_free waits for the last one. */
#include "run/pool.h"

#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/thread.h"

enum { IDLE_MS = 2000 };

struct work {
    struct work *next;
    void (*fn)(void *);
    void *arg;
};

struct pool {
    const char *name;
    int max, threads, idle;
    bool closing;
    struct work *first, **last;
    int queued;
    pthread_mutex_t lock;
    pthread_cond_t wake, gone;
    struct thread_chain left;
};

struct pool *pool_new(const char *name, int max)
{
    struct pool *pool = memory_alloc(sizeof *pool);

    *pool = (struct pool){ .name = name, .max = max };
    pool->last = &pool->first;
    pthread_mutex_init(&pool->lock, NULL);
    thread_cond_init(&pool->wake);
    thread_cond_init(&pool->gone);
    return pool;
}

static struct work *take(struct pool *pool)
{
    struct work *work = pool->first;

    pool->first = work->next;
    if (!pool->first)
        pool->last = &pool->first;
    pool->queued--;
    return work;
}

static void *thread_main(void *arg)
{
    struct pool *pool = arg;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        if (pool->first) {
            struct work *work = take(pool);

            pthread_mutex_unlock(&pool->lock);
            work->fn(work->arg);
            free(work);
            pthread_mutex_lock(&pool->lock);
            continue;
        }
        if (pool->closing)
            break;
        pool->idle++;
        bool more = thread_cond_wait(&pool->wake, &pool->lock, clock_monotonic_ms() + IDLE_MS);
        pool->idle--;
        if (!more && !pool->first)
            break;
    }
    struct thread_chain before = thread_chain_leave(&pool->left);
    pool->threads--;
    if (pool->threads == 0)
        pthread_cond_broadcast(&pool->gone);
    pthread_mutex_unlock(&pool->lock);
    thread_chain_join(before);
    return NULL;
}

/* One more thread, if allowed. Called with the lock held. */
static bool grow(struct pool *pool)
{
    pthread_t thread;

    if (pool->threads >= pool->max)
        return false;
    pool->threads++;
    if (thread_start(&thread, pool->name, thread_main, pool, NULL) < 0) {
        pool->threads--;
        return false;
    }
    return true;
}

static void enqueue(struct pool *pool, void (*fn)(void *), void *arg)
{
    struct work *work = memory_alloc(sizeof *work);

    *work = (struct work){ NULL, fn, arg };
    *pool->last = work;
    pool->last = &work->next;
    pool->queued++;
    pthread_cond_signal(&pool->wake);
}

bool pool_try(struct pool *pool, void (*fn)(void *arg), void *arg)
{
    pthread_mutex_lock(&pool->lock);
    assert(!pool->closing);
    bool free_thread = pool->idle > pool->queued || grow(pool);
    if (free_thread)
        enqueue(pool, fn, arg);
    pthread_mutex_unlock(&pool->lock);
    return free_thread;
}

void pool_submit(struct pool *pool, void (*fn)(void *arg), void *arg)
{
    pthread_mutex_lock(&pool->lock);
    assert(!pool->closing);
    if (pool->idle <= pool->queued)
        grow(pool);
    enqueue(pool, fn, arg);
    pthread_mutex_unlock(&pool->lock);
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    thread_tell(&pool->lock, &pool->closing, true, &pool->wake);
    pthread_mutex_lock(&pool->lock);
    while (pool->threads > 0)
        thread_cond_wait(&pool->gone, &pool->lock, -1);
    pthread_mutex_unlock(&pool->lock);
    thread_chain_join(pool->left);
    pthread_cond_destroy(&pool->wake);
    pthread_cond_destroy(&pool->gone);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
