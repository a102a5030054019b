/* tsan */
/* The writer: many threads that submit, wait and fail, while somebody makes the writer pause. */
#include "store_case.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "base/clock.h"
#include "store/internal.h"

enum { WORKERS = 8, ROUNDS = 120, MOST = 6, LONG_MS = 25 }; /* longer than a batch may last: jobs are put back */

struct worker;

struct task {
    struct store_job job;
    struct worker *worker;
    int number; /* in the order of its worker's queueing */
    bool fails, lasts;
};

struct worker {
    pthread_t thread;
    unsigned dice;
    int queued, ran, told, expected_told;
    int good; /* tasks that were to succeed */
    const char *trouble;
};

static bool inside; /* not atomic: only the writer's thread touches it */
static bool over;

static unsigned throw(struct worker * w, unsigned sides)
{
    w->dice = w->dice * 1103515245 + 12345;
    return (w->dice >> 16) % sides;
}

static int run_task(struct db *db, void *arg, struct error *e)
{
    struct task *task = arg;
    struct worker *w = task->worker;
    struct statement *s;

    if (inside)
        w->trouble = "two threads write";
    inside = true;
    if (task->number != w->ran++)
        w->trouble = "jobs are run out of order";
    int r = db_prepare(db, "INSERT INTO number(value) VALUES($1)", &s, e);
    if (r == 0) {
        db_bind_int(s, 1, (int64_t) task->number);
        r = db_step(s, e);
        db_end(s);
    }
    for (int64_t until = clock_monotonic_ms() + LONG_MS; task->lasts && clock_monotonic_ms() < until;)
        sched_yield();
    inside = false;
    return r == 0 && task->fails ? error_set(e, ERROR_INVALID, "not today") : r;
}

static void tell(struct store_job *job)
{
    struct task *task = (struct task *) job;
    struct worker *w = task->worker;

    if (!pthread_equal(pthread_self(), store->writer))
        w->trouble = "told by another thread";
    if (task->number < __atomic_load_n(&w->told, __ATOMIC_RELAXED))
        w->trouble = "the later was told first";
    if ((job->result < 0) != task->fails)
        w->trouble = "a told task has the wrong result";
    __atomic_store_n(&w->told, task->number + 1, __ATOMIC_RELEASE);
    free(task);
}

static void make(struct worker *w, struct task *task, bool told)
{
    *task = (struct task){
        .job = { .fn = run_task, .arg = task, .durable = throw(w, 20) == 0, .done = told ? tell : NULL },
        .worker = w,
        .number = w->queued++,
        .fails = throw(w, 5) == 0,
        .lasts = throw(w, 150) == 0
    };
    w->good += !task->fails;
    if (told)
        w->expected_told = task->number + 1;
}

static void wait_for(struct worker *w, struct task *task)
{
    struct error e = { 0 };
    int r = store_wait(store, &task->job, &e);

    if ((r < 0) != task->fails || (r < 0 && e.code != ERROR_INVALID))
        w->trouble = "a task has the wrong result";
    /* Who waited for a job knows that everything before it was told too. */
    if (task->number >= w->expected_told && __atomic_load_n(&w->told, __ATOMIC_ACQUIRE) < w->expected_told)
        w->trouble = "an earlier job was not told";
}

static void *work(void *arg)
{
    struct worker *w = arg;

    for (int round = 0; round < ROUNDS; round++) {
        struct task tasks[MOST];
        unsigned n = 1 + throw(w, MOST);
        bool last_first = throw(w, 4) == 0;

        for (unsigned i = throw(w, 3); i > 0; i--) {
            struct task *one = memory_alloc(sizeof *one);

            make(w, one, true);
            store_submit(store, &one->job);
        }
        for (unsigned i = 0; i < n; i++) {
            make(w, &tasks[i], false);
            store_submit(store, &tasks[i].job);
        }
        for (unsigned i = 0; i < n; i++) /* in order, or the last first */
            wait_for(w, &tasks[last_first ? n - 1 - i : i]);
    }
    return NULL;
}

static void *interrupt(void *arg)
{
    (void) arg;
    while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) {
        writer_pause(store);
        int64_t until = clock_monotonic_ms() + 2;
        while (clock_monotonic_ms() < until)
            sched_yield();
        writer_resume(store);
        for (until = clock_monotonic_ms() + 3; clock_monotonic_ms() < until;)
            sched_yield();
    }
    return NULL;
}

static void test_jobs_keep_their_order(void **state)
{
    struct worker workers[WORKERS] = { 0 };
    pthread_t interrupter;
    int good = 0;

    (void) state;
    change("CREATE TABLE number(id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT");
    over = false;
    assert_int_equal(pthread_create(&interrupter, NULL, interrupt, NULL), 0);
    for (unsigned i = 0; i < WORKERS; i++) {
        workers[i].dice = i + 1;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i].thread, NULL);
    __atomic_store_n(&over, true, __ATOMIC_RELEASE);
    pthread_join(interrupter, NULL);
    reopen(); /* what was only submitted is written by then */
    for (int i = 0; i < WORKERS; i++) {
        if (workers[i].trouble)
            fail_msg("%s", workers[i].trouble);
        assert_int_equal(workers[i].ran, workers[i].queued);
        assert_int_equal(workers[i].told, workers[i].expected_told);
        good += workers[i].good;
    }
    assert_int_equal(look("SELECT count(*) FROM number"), good);
}

/* --- nobody is forgotten when nothing else happens --- */

struct waiting {
    pthread_t thread;
    struct store_job job;
    int result;
};

static int do_nothing(struct db *db, void *arg, struct error *e)
{
    (void) db, (void) arg, (void) e;
    return 0;
}

static void *wait_for_job(void *arg)
{
    struct waiting *w = arg;

    w->result = store_wait(store, &w->job, NULL);
    return NULL;
}

static void begin_to_wait(struct waiting *w)
{
    *w = (struct waiting){ .job = { .fn = do_nothing }, .result = -1 };
    store_submit(store, &w->job);
    assert_int_equal(pthread_create(&w->thread, NULL, wait_for_job, w), 0);
}

static void end_waiting(struct waiting *w)
{
    pthread_join(w->thread, NULL);
    assert_int_equal(w->result, 0);
}

static void test_who_waits_during_a_pause_is_served_after_it(void **state)
{
    struct waiting waiting[3];

    (void) state;
    writer_pause(store);
    for (int i = 0; i < 3; i++)
        begin_to_wait(&waiting[i]);
    writer_resume(store);
    for (int i = 0; i < 3; i++)
        end_waiting(&waiting[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_jobs_keep_their_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_who_waits_during_a_pause_is_served_after_it, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
