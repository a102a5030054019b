/* tsan */
/* A pool of threads: what is submitted runs, and the end of the pool is the end of its threads. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "run/pool.h"

static pthread_key_t key;
static atomic_int begun, cleaned;

/* What a library does for a thread that ends; it takes its time. */
static void clean(void *value)
{
    (void) value;
    nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
    atomic_fetch_add(&cleaned, 1);
}

static void use_key(void *arg)
{
    pthread_setspecific(key, arg);
    atomic_fetch_add(&begun, 1);
}

static void test_the_end_of_a_pool_is_the_end_of_its_threads(void **state)
{
    enum { THREADS = 8 };
    struct pool *pool = pool_new("test", THREADS);

    (void) state;
    begun = cleaned = 0;
    assert_int_equal(pthread_key_create(&key, clean), 0);
    for (int i = 0; i < THREADS; i++)
        assert_true(pool_try(pool, use_key, &begun));
    while (begun < THREADS)
        sched_yield();
    pool_free(pool);
    assert_true(cleaned > 0);
    int then = cleaned;
    nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
    assert_int_equal(cleaned, then);
    pthread_key_delete(key);
}

static void test_more_work_than_threads_waits_and_is_done(void **state)
{
    struct pool *pool = pool_new("test", 2);

    (void) state;
    begun = cleaned = 0;
    assert_int_equal(pthread_key_create(&key, NULL), 0);
    for (int i = 0; i < 100; i++)
        pool_submit(pool, use_key, &begun);
    pool_free(pool);
    assert_int_equal(begun, 100);
    pthread_key_delete(key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_end_of_a_pool_is_the_end_of_its_threads),
        cmocka_unit_test(test_more_work_than_threads_waits_and_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
