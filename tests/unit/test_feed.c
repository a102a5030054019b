/* tsan */
#include "service_case.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "records/journal.h"
#include "service/feed.h"

enum { PATIENCE_MS = 60000 };

struct fixture {
    struct home home;
    struct arena *arena;
    struct service *service;
    struct store *store;
};

static void open_service(struct fixture *f)
{
    struct error e;

    if (service_new(&(struct service_options){ 0 }, &f->service, &e) < 0 ||
        service_store(f->service, true, &f->store, &e) < 0)
        fail_msg("%s", e.message);
}

static int add_job(struct db *db, void *arg, struct error *e)
{
    struct run_row row = { .id = str(arg) };
    struct str *texts[] = { &row.workflow, &row.query,  &row.settings, &row.engine_version, &row.workflow_version,
                            &row.seed,     &row.parent, &row.owner,    &row.title,          &row.phase,
                            &row.error,    &row.worker };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = str("");
    return run_record_insert(db, &row, e);
}

struct telling {
    const char *run;
    int number;
};

/* An event as a process that works on the run stores it. */
static int tell_job(struct db *db, void *arg, struct error *e)
{
    struct telling *t = arg;
    struct arena *arena = arena_new();
    struct event_row event = { .path = str_format(arena, "e%d", t->number),
                               .type = str("step_started"),
                               .data = str("{}") };
    struct journal_entry entry = { .run = str(t->run), .now_ms = 1, .events = &event, .events_n = 1, .active_ms = -1 };
    int r = journal_append(db, &entry, e);

    arena_free(arena);
    return r;
}

static void tell(struct store *store, const char *run, int number)
{
    struct error e;

    if (store_write(store, tell_job, &(struct telling){ run, number }, &e) < 0)
        fail_msg("%s", e.message);
}

static void begin(struct fixture *f)
{
    struct error e;

    f->home = home_begin();
    f->arena = arena_new();
    open_service(f);
    assert_int_equal(store_write(f->store, add_job, (void *) "run-a", &e), 0);
    assert_int_equal(store_write(f->store, add_job, (void *) "run-b", &e), 0);
}

static void end(struct fixture *f)
{
    service_free(f->service);
    arena_free(f->arena);
    home_end(&f->home);
}

/* Waits until nothing more comes: the thread that polls has taken its first look. */
static void settle(struct feed *feed)
{
    while (feed_wait(feed, clock_monotonic_ms() + 300))
        continue;
}

static void test_a_commit_wakes_the_watchers_of_its_run_alone(void **state)
{
    (void) state;
    struct fixture f;

    begin(&f);
    struct feed *a = feed_open(f.service, str("run-a")), *b = feed_open(f.service, str("run-b"));
    assert_true(feed_wait(a, clock_monotonic_ms())); /* what was there before it was opened */
    settle(a);
    settle(b);
    feeds_moved(service_feeds(f.service), str("run-a"));
    feeds_moved(service_feeds(f.service), str("run-a"));
    assert_true(feed_wait(a, clock_monotonic_ms()));
    assert_false(feed_wait(a, clock_monotonic_ms()));
    assert_false(feed_wait(b, clock_monotonic_ms()));
    feed_close(a);
    feed_close(b);
    feed_close(NULL);
    end(&f);
}

/* Another process writes events of run-a; it is told to begin by a byte. */
static int write_elsewhere(int go)
{
    struct fixture f = { 0 };
    char byte;

    open_service(&f);
    if (read(go, &byte, 1) != 1)
        return 1;
    for (int i = 0; i < 3; i++)
        tell(f.store, "run-a", i);
    service_free(f.service);
    return 0;
}

static void test_commits_of_another_process_wake_them_too(void **state)
{
    (void) state;
    struct fixture f;
    int go[2], status;

    f.home = home_begin();
    f.arena = arena_new();
    assert_int_equal(pipe(go), 0);
    /* Before this process has threads. */
    pid_t child = fork();
    if (child == 0)
        _exit(write_elsewhere(go[0]));
    open_service(&f);
    struct error e;
    assert_int_equal(store_write(f.store, add_job, (void *) "run-a", &e), 0);
    assert_int_equal(store_write(f.store, add_job, (void *) "run-b", &e), 0);
    struct feed *a = feed_open(f.service, str("run-a")), *b = feed_open(f.service, str("run-b"));
    settle(a);
    settle(b);
    assert_int_equal(write(go[1], "x", 1), 1);
    assert_true(feed_wait(a, clock_monotonic_ms() + PATIENCE_MS));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    settle(a);
    assert_false(feed_wait(b, clock_monotonic_ms()));
    feed_close(a);
    feed_close(b);
    close(go[0]);
    close(go[1]);
    end(&f);
}

struct watching {
    struct service *service;
    struct str run;
    atomic_bool *over;
    atomic_int wakes;
};

static void *watch(void *arg)
{
    struct watching *w = arg;

    while (!*w->over) {
        struct feed *feed = feed_open(w->service, w->run);

        for (int i = 0; i < 3; i++)
            w->wakes += feed_wait(feed, clock_monotonic_ms() + 5);
        feed_close(feed);
    }
    return NULL;
}

/* Watchers come and go while commits are told: nothing is called after it was closed. */
static void test_watchers_come_and_go_under_commits(void **state)
{
    (void) state;
    struct fixture f;
    atomic_bool over = false;
    struct watching watching[4] = { 0 };
    pthread_t threads[4];
    struct error e;

    begin(&f);
    for (int i = 0; i < 4; i++) {
        watching[i].service = f.service;
        watching[i].run = str(i % 2 ? "run-a" : "run-b");
        watching[i].over = &over;
        assert_int_equal(thread_start(&threads[i], "watch", watch, &watching[i], &e), 0);
    }
    for (int i = 0; i < 200; i++) {
        tell(f.store, "run-a", i);
        feeds_moved(service_feeds(f.service), str("run-a"));
        feeds_moved(service_feeds(f.service), str("run-b"));
    }
    over = true;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        assert_true(watching[i].wakes > 0);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commits_of_another_process_wake_them_too),
        cmocka_unit_test(test_a_commit_wakes_the_watchers_of_its_run_alone),
        cmocka_unit_test(test_watchers_come_and_go_under_commits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
