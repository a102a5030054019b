/* tsan */
#include "store_case.h"

#include <sys/stat.h>

/* --- jobs for the tests: a table of numbers --- */
static int make_table(struct db *db, void *arg, struct error *e)
{
    (void) arg;
    return db_exec(db, "CREATE TABLE number(id INTEGER PRIMARY KEY, value INTEGER NOT NULL UNIQUE) STRICT", e);
}

static int add_number(struct db *db, void *arg, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "INSERT INTO number(value) VALUES($1)", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, *(int64_t *) arg);
    r = db_step(s, e);
    db_end(s);
    return r;
}

/* Writes, then fails: nothing of it may stay. */
static int add_and_fail(struct db *db, void *arg, struct error *e)
{
    int r = add_number(db, arg, e);

    return r < 0 ? r : error_set(e, ERROR_INVALID, "not today");
}

static int64_t count_numbers(void) { return look("SELECT count(*) FROM number"); }

static void test_what_was_written_is_there_after_opening_again(void **state)
{
    struct error e;
    struct stat st;

    (void) state;
    assert_ok(store_write(store, make_table, NULL, &e));
    assert_ok(store_write(store, add_number, &(int64_t) { 7 }, &e));
    assert_ok(store_write_durable(store, add_number, &(int64_t) { 8 }, &e));
    assert_int_equal(count_numbers(), 2);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    reopen();
    assert_int_equal(count_numbers(), 2);
    assert_ok(store_check(store, &e));
}

static void test_a_failing_job_is_rolled_back_alone(void **state)
{
    struct store_job jobs[64];
    int64_t values[64];
    struct error e;

    (void) state;
    assert_ok(store_write(store, make_table, NULL, &e));
    for (int i = 0; i < 64; i++) {
        values[i] = i;
        jobs[i] = (struct store_job) { .fn = i % 3 == 0 ? add_and_fail : add_number, .arg = &values[i] };
        store_submit(store, &jobs[i]);
    }
    for (int i = 0; i < 64; i++) {
        int r = store_wait(store, &jobs[i], &e);

        assert_int_equal(r, i % 3 == 0 ? -ERROR_INVALID : 0);
        if (r < 0)
            assert_says("not today");
    }
    assert_int_equal(count_numbers(), 64 - 22);
}

static void test_constraints_are_conflicts(void **state)
{
    struct error e;

    (void) state;
    assert_ok(store_write(store, make_table, NULL, &e));
    assert_ok(store_write(store, add_number, &(int64_t) { 1 }, &e));
    assert_int_equal(store_write(store, add_number, &(int64_t) { 1 }, &e), -ERROR_CONFLICT);
    assert_int_equal(count_numbers(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_was_written_is_there_after_opening_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_failing_job_is_rolled_back_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_constraints_are_conflicts, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
