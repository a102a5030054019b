/* A bounded pool of threads. They start when there is work and go when there
 * is none for a while, so idle runs hold none. Threads: any. */
#ifndef FATHOM_RUN_POOL_H
#define FATHOM_RUN_POOL_H

#include <stdbool.h>

struct pool;

struct pool *pool_new(const char *name, int max);
/* Waits for the work that is queued and under way, then for the threads. NULL is fine. */
void pool_free(struct pool *pool);
/* Starts fn(arg) now if a thread is free or may be made, else false. Never waits. */
bool pool_try(struct pool *pool, void (*fn)(void *arg), void *arg);
/* Starts fn(arg) as soon as there is a thread for it. */
void pool_submit(struct pool *pool, void (*fn)(void *arg), void *arg);

#endif
