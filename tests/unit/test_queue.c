/* tsan */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "net/net.h"
#include "records/users.h"
#include "run/engine.h"

#include "store_case.h"

enum { PATIENCE_MS = 60000 };

/* A workflow that works until the test lets one more go, and tells which began. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static char began_texts[64][24];
static struct str began[64]; /* questions, in the order they began */
static size_t began_n, ended_n, may_end;

static int gate_run(struct branch *b, struct str *ret, struct error *e)
{
    (void) e;
    pthread_mutex_lock(&lock);
    snprintf(began_texts[began_n], sizeof *began_texts, "%.*s", STR_ARG(branch_settings(b)->query));
    began[began_n] = str(began_texts[began_n]);
    began_n++;
    pthread_cond_broadcast(&changed);
    while (ended_n >= may_end)
        thread_cond_wait(&changed, &lock, -1);
    ended_n++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    *ret = str("\"done\"");
    return 0;
}

static const struct workflow gate = { .name = "gate", .version = "1", .run = gate_run };
static const struct workflow *const gates[] = { &gate, NULL };

static int no_tools(void *context, const struct run_row *row, const struct run_settings *settings,
                    struct run_tools *ret, struct error *e)
{
    (void) context, (void) row, (void) settings, (void) e;
    *ret = (struct run_tools){ 0 };
    return 0;
}

static int64_t one_for_ada(void *context, struct str owner)
{
    (void) context;
    return str_is(owner, "ada") ? 1 : 0;
}

static struct engine *engine;
static struct net *net;

static void start(int threads, int64_t (*limit)(void *, struct str))
{
    struct error e;

    thread_cond_init(&changed);
    began_n = ended_n = may_end = 0;
    assert_ok(net_start(&(struct net_settings){ 0 }, &net, &e));
    assert_ok(engine_start(
        &(struct engine_settings){
            .store = store, .net = net, .workflows = gates, .tools = no_tools, .run_threads = threads, .limit = limit },
        &engine, &e));
}

static void let_go(size_t n)
{
    pthread_mutex_lock(&lock);
    may_end += n;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void stop(void)
{
    let_go(1000);
    engine_stop(engine);
    net_stop(net);
    pthread_cond_destroy(&changed);
}

static int add_job(struct db *db, void *arg, struct error *e) { return user_record_add(db, arg, e); }

static int remove_job(struct db *db, void *arg, struct error *e)
{
    return user_record_remove(db, ((const struct user_row *) arg)->name, e);
}

static void add_user(const char *name)
{
    struct user_row user = { .name = str(name) };
    struct error e;

    assert_ok(store_write(store, add_job, &user, &e));
}

static void remove_user(const char *name)
{
    struct user_row user = { .name = str(name) };
    struct error e;

    assert_ok(store_write(store, remove_job, &user, &e));
}

static struct str create(const char *owner, const char *query)
{
    struct run_settings settings = { .query = str(query), .workflow = str("gate"), .depth = DEPTH_MEDIUM };
    struct error e;
    struct str id;

    assert_ok(engine_create(engine,
                            &(struct run_creation){ .settings = &settings, .tables = str("{}"), .owner = str(owner) },
                            arena, &id, &e));
    return id;
}

static void submit(const char *owner, const char *query)
{
    struct error e;

    assert_ok(engine_submit(engine, create(owner, query), &e));
}

/* Waits until so many have begun, or more: whoever begins may take the leave to end that was meant for another. */
static void until_began(size_t n)
{
    int64_t deadline = clock_monotonic_ms() + PATIENCE_MS;

    pthread_mutex_lock(&lock);
    while (began_n < n && thread_cond_wait(&changed, &lock, deadline))
        continue;
    size_t got = began_n;
    pthread_mutex_unlock(&lock);
    assert_true(got >= n);
}

static void test_a_free_place_goes_to_the_user_with_the_fewest_at_work(void **state)
{
    (void) state;
    start(2, NULL);
    submit("ada", "a1");
    submit("ada", "a2");
    until_began(2);
    submit("ada", "a3");
    submit("ada", "a4");
    submit("bob", "b1");
    submit("bob", "b2");
    static const char *const order[] = { "b1", "a3", "b2", "a4" };
    for (size_t i = 0; i < 4; i++) {
        let_go(1);
        until_began(3 + i);
    }
    /* b1 comes first: nobody of bob works. After that the oldest of those with the fewest at work. */
    assert_text(began[2], order[0]);
    bool seen[4] = { false };
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 4; k++)
            seen[k] |= str_is(began[2 + i], order[k]);
    assert_true(seen[0] && seen[1] && seen[2] && seen[3]);
    stop();
}

static void test_a_user_has_no_more_at_work_than_allowed(void **state)
{
    (void) state;
    start(8, one_for_ada);
    submit("ada", "a1");
    submit("ada", "a2");
    submit("ada", "a3");
    submit("bob", "b1");
    submit("bob", "b2");
    until_began(3); /* a1, b1, b2 */
    pthread_mutex_lock(&lock);
    size_t at_work = began_n;
    pthread_mutex_unlock(&lock);
    assert_int_equal(at_work, 3);
    for (size_t i = 0; i < 3; i++)
        assert_false(str_is(began[i], "a2") || str_is(began[i], "a3"));
    let_go(3);
    until_began(4);
    assert_text(began[3], "a2");
    let_go(1);
    until_began(5);
    assert_text(began[4], "a3");
    stop();
}

static const char *sql;
static int sql_job(struct db *db, void *arg, struct error *e)
{
    (void) arg;
    return db_exec(db, sql, e);
}

static void test_what_nobody_works_on_is_taken_up(void **state)
{
    struct error e;
    size_t n = 0;

    (void) state;
    start(8, NULL);
    add_user("ada");
    add_user("bob");
    create("ada", "queued");
    create("", "interrupted");
    create("bob", "sleeping");
    create("bob", "elsewhere");
    create("bob", "waiting");
    create("bob", "deleted");
    create("bob", "queued elsewhere");
    create("bob", "queued elsewhere just now");
    create("bob", "queued here");
    static const char *const rows[] = {
        "UPDATE run_state SET updated_ms = 1 WHERE id IN (SELECT id FROM run WHERE query NOT LIKE '%just now')",
        "UPDATE run_state SET worker = '' WHERE id IN (SELECT id FROM run WHERE query NOT LIKE '%here%')",
        "UPDATE run_state SET worker = 'other:boot:1:1' WHERE id IN"
        " (SELECT id FROM run WHERE query LIKE 'queued elsewhere%')",
        "UPDATE run_state SET status = 'running' WHERE id IN"
        " (SELECT id FROM run WHERE query IN ('interrupted', 'sleeping', 'elsewhere'))",
        "UPDATE run_state SET wake_at_ms = 9000000000000 WHERE id = (SELECT id FROM run WHERE query = 'sleeping')",
        "UPDATE run_state SET worker = 'other:boot:1:1', lease_until_ms = 9000000000000 WHERE id ="
        " (SELECT id FROM run WHERE query = 'elsewhere')",
        "UPDATE run_state SET status = 'waiting' WHERE id = (SELECT id FROM run WHERE query = 'waiting')",
        "UPDATE run SET deleted_ms = 1 WHERE query = 'deleted'",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sql = rows[i];
        assert_ok(store_write(store, sql_job, NULL, &e));
    }
    create("", "just now"); /* whoever made it is about to begin it */
    assert_ok(engine_take_up(engine, &n, &e));
    assert_int_equal(n, 4);
    until_began(4);
    bool queued = false, elsewhere = false, interrupted = false, sleeping = false;
    for (size_t i = 0; i < 4; i++) {
        queued |= str_is(began[i], "queued");
        elsewhere |= str_is(began[i], "queued elsewhere");
        interrupted |= str_is(began[i], "interrupted");
        sleeping |= str_is(began[i], "sleeping");
    }
    assert_true(queued && elsewhere && interrupted && sleeping);
    assert_ok(engine_take_up(engine, &n, &e)); /* they are at work by now */
    assert_int_equal(n, 0);
    stop();
}

static void test_a_run_that_sleeps_is_not_interrupted(void **state)
{
    (void) state;
    struct run_row row = { .status = RUN_STATUS_RUNNING, .worker = str("") };

    assert_true(run_is_interrupted(&row, 1000));
    row.wake_at_ms = 5000;
    assert_false(run_is_interrupted(&row, 1000));
    assert_false(run_is_interrupted(&row, 20000));
    assert_true(run_is_interrupted(&row, 5000 + 60001)); /* nobody woke it */
}

static struct run_row stored(struct str id, struct arena *scratch)
{
    struct run_row row;
    struct error e;
    struct db *db;

    assert_ok(store_read_begin(store, &db, &e));
    assert_ok(run_record_get(db, id, scratch, &row, &e));
    store_read_end(store, db);
    return row;
}

static int leave_job(struct db *db, void *arg, struct error *e)
{
    (void) arg;
    return run_lease_leave_queued(db, run_worker_name(), e);
}

/* Whether a run waits for its turn or was stopped is told by whose queue it is in. */
static void test_a_run_that_nobody_has_queued_is_interrupted(void **state)
{
    struct arena *scratch = arena_new();
    struct error e;

    (void) state;
    start(1, NULL);
    add_user("ada");
    struct str id = create("ada", "waits");
    struct run_row row = stored(id, scratch);
    assert_true(str_eq(row.worker, run_worker_name()));
    assert_false(run_is_interrupted(&row, 1000));
    assert_ok(store_write(store, leave_job, NULL, &e));
    row = stored(id, scratch);
    assert_int_equal(row.status, RUN_STATUS_QUEUED);
    assert_text(row.worker, "");
    assert_true(run_is_interrupted(&row, 1000));
    assert_ok(engine_resume(engine, id, &e));
    until_began(1);
    row = stored(id, scratch);
    assert_int_equal(row.status, RUN_STATUS_RUNNING);
    assert_false(run_is_interrupted(&row, 1000));
    arena_free(scratch);
    stop();
}

static void test_a_user_who_was_removed_since_starts_nothing(void **state)
{
    struct run_settings settings = { .query = str("late"), .workflow = str("gate"), .depth = DEPTH_MEDIUM };
    const struct user_limits limits = { 0 };
    const struct run_creation creation = {
        .settings = &settings, .tables = str("{}"), .owner = str("ada"), .limits = &limits
    };
    struct error e;
    struct str id;

    (void) state;
    start(1, NULL);
    add_user("ada");
    assert_ok(engine_create(engine, &creation, arena, &id, &e));
    remove_user("ada");
    assert_int_equal(engine_create(engine, &creation, arena, &id, &e), -ERROR_TOKEN);
    stop();
}

static int spend_job(struct db *db, void *arg, struct error *e)
{
    return spent_record_add(db, str("ada"), spent_day(clock_wall_ms()), arg, e);
}

static void test_a_run_goes_on_only_if_its_owner_is_there_and_may_spend(void **state)
{
    struct arena *scratch = arena_new();
    struct spent_row spent = { .tokens = 100 };
    struct user_row user = { .name = str("ada"), .limits = { .tokens_per_day = 100 } };
    struct error e;
    size_t n = 0;

    (void) state;
    start(1, NULL);
    assert_ok(store_write(store, add_job, &user, &e));
    struct str id = create("ada", "goes on");
    assert_ok(store_write(store, leave_job, NULL, &e));
    assert_ok(store_write(store, spend_job, &spent, &e));
    assert_int_equal(engine_resume(engine, id, &e), -ERROR_THROTTLED);
    remove_user("ada");
    assert_int_equal(engine_resume(engine, id, &e), -ERROR_CONFLICT);
    assert_non_null(strstr(e.message, "its user ada was removed"));
    /* The process that removed the user died before it cancelled the run: the next one does. */
    assert_ok(engine_take_up(engine, &n, &e));
    assert_int_equal(n, 0);
    struct run_row row = stored(id, scratch);
    assert_int_equal(row.status, RUN_STATUS_CANCELLED);
    assert_true(str_contains(row.error, "was removed"));
    arena_free(scratch);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_free_place_goes_to_the_user_with_the_fewest_at_work, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_user_has_no_more_at_work_than_allowed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_nobody_works_on_is_taken_up, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_run_that_sleeps_is_not_interrupted, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_run_that_nobody_has_queued_is_interrupted, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_user_who_was_removed_since_starts_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_run_goes_on_only_if_its_owner_is_there_and_may_spend, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
