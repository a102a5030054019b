/* tsan */
#include "store_case.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/thread.h"
#include "store/blob.h"
#include "store/internal.h"

/* --- jobs for the tests: a table of numbers --- */
static int setup_table(void **state)
{
    int r = setup(state);

    if (r == 0)
        change("CREATE TABLE number(id INTEGER PRIMARY KEY, value INTEGER NOT NULL UNIQUE) STRICT");
    return r;
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
    assert_ok(store_write(store, add_number, &(int64_t){ 7 }, &e));
    struct store_job durable = { .fn = add_number, .arg = &(int64_t){ 8 }, .durable = true };
    store_submit(store, &durable);
    assert_ok(store_wait(store, &durable, &e));
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
    for (int i = 0; i < 64; i++) {
        values[i] = i;
        jobs[i] = (struct store_job){ .fn = i % 3 == 0 ? add_and_fail : add_number, .arg = &values[i] };
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
    assert_ok(store_write(store, add_number, &(int64_t){ 1 }, &e));
    assert_int_equal(store_write(store, add_number, &(int64_t){ 1 }, &e), -ERROR_CONFLICT);
    assert_says("UNIQUE");
    assert_int_equal(count_numbers(), 1);
}

/* --- the writer's queue --- */

/* Keeps the writer busy until told, so that jobs gather behind it. */
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool entered, open;
};

static int wait_at_gate(struct db *db, void *arg, struct error *e)
{
    struct gate *gate = arg;

    (void) db;
    (void) e;
    pthread_mutex_lock(&gate->lock);
    gate->entered = true;
    pthread_cond_broadcast(&gate->changed);
    while (!gate->open)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
    return 0;
}

static void gate_close(struct gate *gate, struct store_job *job)
{
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->changed, NULL);
    gate->entered = gate->open = false;
    *job = (struct store_job){ .fn = wait_at_gate, .arg = gate };
    store_submit(store, job);
    pthread_mutex_lock(&gate->lock);
    while (!gate->entered)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

static void gate_open(struct gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->open = true;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

static void test_jobs_that_gather_share_a_commit(void **state)
{
    struct store_job blocker, jobs[100];
    struct store_counts before, after;
    int64_t values[100];
    struct gate gate;
    struct error e;

    (void) state;
    store_count(store, &before);
    gate_close(&gate, &blocker);
    for (int i = 0; i < 100; i++) {
        values[i] = i;
        jobs[i] = (struct store_job){ .fn = add_number, .arg = &values[i], .durable = i == 50 };
        store_submit(store, &jobs[i]);
    }
    gate_open(&gate);
    assert_ok(store_wait(store, &blocker, &e));
    for (int i = 0; i < 100; i++)
        assert_ok(store_wait(store, &jobs[i], &e));
    store_count(store, &after);
    assert_int_equal(after.jobs - before.jobs, 101);
    /* The blocker's and one more; a slow machine may need another for the 20 ms limit. */
    assert_in_range(after.commits - before.commits, 2, 20);
    assert_int_equal(count_numbers(), 100);
}

static void test_a_single_job_is_committed_at_once(void **state)
{
    struct store_counts before, after;
    struct error e;

    (void) state;
    store_count(store, &before);
    for (int64_t i = 0; i < 10; i++)
        assert_ok(store_write(store, add_number, &i, &e));
    store_count(store, &after);
    assert_int_equal(after.commits - before.commits, 10);
}

/* Takes the place of the C library's in SQLite. */
static atomic_int syncs;
int fdatasync(int fd)
{
    atomic_fetch_add(&syncs, 1);
    return (int) syscall(SYS_fdatasync, fd);
}

struct synced {
    int64_t value, level; /* to be written; how the job's transaction is synced */
};

static int add_synced(struct db *db, void *arg, struct error *e)
{
    struct synced *synced = arg;
    int r = add_number(db, &synced->value, e);

    return r < 0 ? r : db_scalar(db, "PRAGMA synchronous", &synced->level, e);
}

/* Writes the next number; how its transaction was synced, and how often the disk was waited for. */
static struct synced write_synced(struct store *to, bool durable, int *ret_syncs)
{
    static int64_t next = 1000;
    struct synced synced = { .value = next++ };
    struct store_job job = { .fn = add_synced, .arg = &synced, .durable = durable };
    struct error e;

    atomic_store(&syncs, 0);
    store_submit(to, &job);
    assert_ok(store_wait(to, &job, &e));
    *ret_syncs = atomic_load(&syncs);
    return synced;
}

static void test_the_first_commit_of_a_program_does_not_wait_for_the_disk(void **state)
{
    enum { OFF, NORMAL, FULL };
    struct store *other;
    struct error e;
    int waited;

    (void) state;
    reopen();
    assert_int_equal(write_synced(store, false, &waited).level, OFF);
    assert_int_equal(waited, 0);
    assert_int_equal(write_synced(store, false, &waited).level, NORMAL);
    assert_int_equal(waited, 0);
    assert_int_equal(write_synced(store, true, &waited).level, FULL);
    assert_true(waited >= 1);
    /* In a log with frames the first commit is like any other. */
    assert_ok(store_open(&(struct store_settings){ .path = path }, &other, &e));
    assert_int_equal(write_synced(other, false, &waited).level, NORMAL);
    store_close(other);
    assert_int_equal(count_numbers(), 4);
    /* A durable commit is one even as the first: the log, its head and its folder. */
    reopen();
    assert_int_equal(write_synced(store, true, &waited).level, FULL);
    assert_true(waited >= 3);
    reopen();
    assert_int_equal(count_numbers(), 5);
    assert_ok(store_check(store, &e));
}

static void test_a_reader_opened_ahead_serves_the_next_read(void **state)
{
    struct db *db;

    (void) state;
    reopen();
    store_read_ahead(store);
    assert_int_equal(store->readers_n, 1);
    assert_int_equal(store->idle_n, 1);
    db = read_begin();
    store_read_ahead(store); /* nothing to do, and nothing to wait for */
    store_read_end(store, db);
    assert_int_equal(count_numbers(), 0);
    assert_int_equal(store->readers_n, 1);
}

static void test_a_reader_is_opened_when_the_others_stay_at_work(void **state)
{
    (void) state;
    struct db *first = read_begin(), *second = read_begin();
    assert_ptr_not_equal(first, second);
    store_read_end(store, first);
    store_read_end(store, second);
    assert_int_equal(store->readers_n, 2);
}

static int done_calls;
static void count_done(struct store_job *job)
{
    __atomic_add_fetch(&done_calls, job->result == 0 ? 1 : 1000000, __ATOMIC_RELAXED);
}

static void test_closing_writes_what_is_queued_first(void **state)
{
    enum { MANY = 700 }; /* more than one batch holds */
    struct store_job *jobs = arena_calloc(arena, MANY, sizeof *jobs), blocker;
    int64_t *values = arena_calloc(arena, MANY, sizeof *values);
    struct gate gate;

    (void) state;
    done_calls = 0;
    gate_close(&gate, &blocker);
    for (int i = 0; i < MANY; i++) {
        values[i] = i;
        jobs[i] = (struct store_job){ .fn = add_number, .arg = &values[i], .done = count_done };
        store_submit(store, &jobs[i]);
    }
    gate_open(&gate);
    reopen();
    assert_int_equal(done_calls, MANY);
    assert_int_equal(count_numbers(), MANY);
}

/* --- many threads --- */
enum { THREADS = 8, EACH = 50 };

struct worker {
    struct store *store;
    int64_t base;
    const char *trouble;
};

static void *write_and_read(void *arg)
{
    struct worker *worker = arg;
    struct statement *s;
    struct error e;
    struct db *db;

    for (int64_t i = 0; i < EACH; i++) {
        int64_t value = worker->base + i;

        if (store_write(worker->store, add_number, &value, &e) < 0) {
            worker->trouble = "write";
            return NULL;
        }
        /* What was committed is seen by whoever reads from now on. */
        if (store_read_begin(worker->store, &db, &e) < 0 ||
            db_prepare(db, "SELECT count(*) FROM number WHERE value = $1", &s, &e) < 0) {
            worker->trouble = "read";
            return NULL;
        }
        db_bind_int(s, 1, value);
        if (db_step(s, &e) != 1 || db_int(s, 0) != 1)
            worker->trouble = "a committed row is not seen";
        db_end(s);
        store_read_end(worker->store, db);
    }
    return NULL;
}

static void run_workers(struct store *const stores[], size_t n)
{
    struct worker workers[THREADS] = { 0 };
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){ .store = stores[(size_t) i % n], .base = i * EACH };
        assert_int_equal(pthread_create(&threads[i], NULL, write_and_read, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        if (workers[i].trouble)
            fail_msg("%s", workers[i].trouble);
    }
    assert_int_equal(count_numbers(), THREADS * EACH);
}

static void test_threads_write_and_see_what_they_wrote(void **state)
{
    (void) state;
    run_workers(&store, 1);
}

static void test_two_stores_on_one_file_both_get_their_turn(void **state)
{
    struct store *other;
    struct error e;

    (void) state;
    assert_ok(store_open(&(struct store_settings){ .path = path }, &other, &e));
    run_workers((struct store *const[]){ store, other }, 2);
    store_close(other);
}

/* --- reading --- */

static int64_t count_in(struct db *db)
{
    struct statement *s;
    struct error e;

    assert_ok(db_prepare(db, "SELECT count(*) FROM number", &s, &e));
    assert_int_equal(db_step(s, &e), 1);
    int64_t n = db_int(s, 0);
    db_end(s);
    return n;
}

static void test_a_read_sees_one_state(void **state)
{
    struct error e;
    struct db *db;

    (void) state;
    assert_ok(store_write(store, add_number, &(int64_t){ 1 }, &e));
    assert_ok(store_read_begin(store, &db, &e));
    assert_int_equal(count_in(db), 1);
    assert_ok(store_write(store, add_number, &(int64_t){ 2 }, &e));
    assert_int_equal(count_in(db), 1);
    store_read_end(store, db);
    assert_int_equal(count_numbers(), 2);
}

static void test_a_reader_cannot_write(void **state)
{
    struct error e;
    struct db *db;

    (void) state;
    assert_ok(store_read_begin(store, &db, &e));
    assert_int_equal(db_exec(db, "DELETE FROM number", &e), -ERROR_STORE);
    assert_says("cannot be written");
    store_read_end(store, db);
}

static void test_the_version_changes_with_commits_of_anybody(void **state)
{
    struct store *other;
    struct error e;
    int64_t first, second, third, fourth;

    (void) state;
    assert_ok(store_open(&(struct store_settings){ .path = path }, &other, &e));
    assert_ok(store_version(store, &first, &e));
    assert_ok(store_version(store, &second, &e));
    assert_int_equal(first, second);
    assert_ok(store_write(other, add_number, &(int64_t){ 1 }, &e));
    assert_ok(store_version(store, &third, &e));
    assert_int_not_equal(second, third);
    assert_ok(store_write(store, add_number, &(int64_t){ 2 }, &e));
    assert_ok(store_version(store, &fourth, &e));
    assert_int_not_equal(third, fourth);
    store_close(other);
}

/* --- statements --- */

static int put_values(struct db *db, void *arg, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "INSERT INTO thing(id, whole, real, text, bytes, missing) VALUES($1, $2, $3, $4, $5, $6)",
                       &s, e);

    (void) arg;
    if (r < 0)
        return r;
    db_bind_int(s, 1, 1);
    db_bind_int(s, 2, INT64_MIN);
    db_bind_double(s, 3, 0.1);
    db_bind_text(s, 4, str_n("a\0b\xff", 4));
    db_bind_blob(s, 5, (struct str){ 0 });
    db_bind_null(s, 6);
    r = db_step(s, e);
    db_end(s);
    if (r == 0 && (db_changes(db) != 1 || db_last_id(db) != 1))
        return error_set(e, ERROR_INTERNAL, "changes or id are wrong");
    return r;
}

/* --- listeners --- */
struct told {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool told;
};

static void note_told(void *context)
{
    struct told *told = context;

    thread_tell(&told->lock, &told->told, true, &told->changed);
}

static bool wait_told(struct told *told, int64_t ms)
{
    int64_t until = clock_monotonic_ms() + ms;

    pthread_mutex_lock(&told->lock);
    bool in_time = true;
    while (!told->told && in_time)
        in_time = thread_cond_wait(&told->changed, &told->lock, until);
    bool was = told->told;
    told->told = false;
    pthread_mutex_unlock(&told->lock);
    return was;
}

/* Told until what the other store wrote can be seen; a listener that left is not told. */
static void see_the_others_write(int64_t value)
{
    struct told told = { .lock = PTHREAD_MUTEX_INITIALIZER };
    struct store_listener listener = { .changed = note_told, .context = &told };
    struct store *other;
    struct error e;

    thread_cond_init(&told.changed);
    assert_ok(store_listen(store, &listener, &e));
    assert_ok(store_open(&(struct store_settings){ .path = path }, &other, &e));
    int64_t before = count_numbers();
    assert_ok(store_write(other, add_number, &value, &e));
    do
        assert_true(wait_told(&told, 60000));
    while (count_numbers() == before);
    store_unlisten(store, &listener);
    told.told = false;
    assert_ok(store_write(other, add_number, &(int64_t){ value + 1 }, &e));
    assert_false(wait_told(&told, 100));
    store_close(other);
    pthread_cond_destroy(&told.changed);
}

static void test_listeners_are_told_of_writes_of_other_processes(void **state)
{
    (void) state;
    see_the_others_write(10);
    see_the_others_write(20);
}

static void test_listeners_are_told_where_the_kernel_tells_nothing(void **state)
{
    (void) state;
    setenv("FATHOM_NO_INOTIFY", "1", 1);
    see_the_others_write(10);
    unsetenv("FATHOM_NO_INOTIFY");
}

static void count_told(void *context) { atomic_fetch_add((atomic_int *) context, 1); }

/* After the last write the looks become rare and end: nothing polls while nobody writes. */
static void test_no_listener_is_told_when_nobody_writes(void **state)
{
    atomic_int times = 0;
    struct store_listener listener = { .changed = count_told, .context = &times };
    struct told never = { .lock = PTHREAD_MUTEX_INITIALIZER };
    struct error e;

    (void) state;
    thread_cond_init(&never.changed);
    assert_ok(store_listen(store, &listener, &e));
    assert_false(wait_told(&never, 300));
    assert_int_equal(atomic_load(&times), 0);
    assert_ok(store_write(store, add_number, &(int64_t){ 1 }, &e));
    assert_false(wait_told(&never, 1500));
    assert_in_range(atomic_load(&times), 1, 12);
    store_unlisten(store, &listener);
    pthread_cond_destroy(&never.changed);
}

static void test_values_come_back_as_they_were_bound(void **state)
{
    struct statement *s, *again;
    struct error e;
    struct db *db;

    (void) state;
    change("CREATE TABLE thing(id INTEGER PRIMARY KEY, whole INTEGER, real REAL, text TEXT NOT NULL,"
           " bytes BLOB NOT NULL, missing TEXT) STRICT");
    assert_ok(store_write(store, put_values, NULL, &e));
    assert_ok(store_read_begin(store, &db, &e));
    static const char *const sql = "SELECT whole, real, text, bytes, missing FROM thing";
    assert_ok(db_prepare(db, sql, &s, &e));
    assert_int_equal(db_step(s, &e), 1);
    /* The same SQL inside itself: another statement, not the one in use. */
    assert_ok(db_prepare(db, sql, &again, &e));
    assert_ptr_not_equal(s, again);
    assert_int_equal(db_step(again, &e), 1);
    db_end(again);
    assert_true(db_int(s, 0) == INT64_MIN);
    assert_true(db_double(s, 1) == 0.1);
    assert_true(str_eq(db_text(s, 2), str_n("a\0b\xff", 4)));
    assert_int_equal(db_text(s, 3).len, 0);
    assert_false(db_is_null(s, 3));
    assert_true(db_is_null(s, 4));
    assert_int_equal(db_text(s, 4).len, 0);
    assert_int_equal(db_step(s, &e), 0);
    db_end(s);
    struct statement *kept;
    assert_ok(db_prepare(db, sql, &kept, &e));
    assert_true(kept == s || kept == again);
    db_end(kept);
    store_read_end(store, db);
}

static void test_sql_that_changes_behind_one_pointer_is_not_confused(void **state)
{
    char sql[64];
    struct statement *s;
    struct error e;
    struct db *db;

    (void) state;
    assert_ok(store_read_begin(store, &db, &e));
    for (int i = 0; i < 400; i++) { /* more than are kept */
        snprintf(sql, sizeof sql, "SELECT %d", i);
        assert_ok(db_prepare(db, sql, &s, &e));
        assert_int_equal(db_step(s, &e), 1);
        assert_int_equal(db_int(s, 0), i);
        db_end(s);
    }
    assert_true(db_prepare(db, "SELECT nonsense FROM nowhere", &s, &e) < 0);
    assert_says("nowhere");
    store_read_end(store, db);
}

static int bind_too_much(struct db *db, void *arg, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "INSERT INTO number(value) VALUES($1)", &s, e);

    (void) arg;
    if (r < 0)
        return r;
    db_bind_text(s, 1, str_n("x", (size_t) 3 << 30));
    r = db_step(s, e);
    db_end(s);
    return r;
}

static void test_a_value_too_large_is_a_limit_error(void **state)
{
    struct error e;

    (void) state;
    assert_int_equal(store_write(store, bind_too_much, NULL, &e), -ERROR_LIMIT);
}

/* --- care --- */

static void test_a_backup_is_a_whole_store(void **state)
{
    const char *copy = str_format(arena, "%s/backup.db", folder.data).data;
    struct error e;
    struct stat st;

    (void) state;
    for (int64_t i = 0; i < 20; i++)
        assert_ok(store_write(store, add_number, &i, &e));
    assert_ok(store_backup(store, copy, &e));
    assert_ok(store_write(store, add_number, &(int64_t){ 99 }, &e));
    assert_int_equal(store_backup(store, path, &e), -ERROR_INVALID);
    assert_says("itself");
    assert_int_equal(store_backup(store, "/dev/null", &e), -ERROR_INVALID);
    assert_int_equal(store_backup(store, folder.data, &e), -ERROR_INVALID);
    assert_int_equal(stat(copy, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    store_close(store);
    store = NULL;
    path = copy;
    reopen();
    assert_int_equal(count_numbers(), 20);
    assert_ok(store_check(store, &e));
    /* Onto an older backup. */
    assert_ok(store_backup(store, str_format(arena, "%s/2.db", folder.data).data, &e));
    assert_ok(store_backup(store, str_format(arena, "%s/2.db", folder.data).data, &e));
    assert_int_equal(store_backup(store, str_format(arena, "%s/2.db/x", folder.data).data, &e), -ERROR_IO);
}

static void test_a_store_open_for_reading_refuses_writes(void **state)
{
    struct error e;

    (void) state;
    assert_ok(store_write(store, add_number, &(int64_t){ 1 }, &e));
    store_close(store);
    store = NULL;
    assert_ok(store_open(&(struct store_settings){ .path = path, .read_only = true, .create = true }, &store, &e));
    assert_int_equal(count_numbers(), 1);
    assert_int_equal(store_write(store, add_number, &(int64_t){ 2 }, &e), -ERROR_STORE);
    assert_says("reading only");
    assert_ok(store_check(store, &e));
}

/* --- the log --- */

static int64_t log_length(void)
{
    pthread_mutex_lock(&store->log_lock);
    int64_t bytes = store->log_bytes;
    pthread_mutex_unlock(&store->log_lock);
    return bytes;
}

static int put_blob(struct db *db, void *arg, struct error *e)
{
    struct hash hash;

    return blob_put(db, *(struct str *) arg, &hash, e);
}

static void test_the_log_starts_again_under_load_and_is_cut_when_idle(void **state)
{
    enum { PIECE = 500000, MOST = 1000 };
    char *noise = arena_alloc(arena, PIECE);
    struct str piece = str_n(noise, PIECE);
    struct store_counts counts;
    struct error e;
    int64_t before = 0, now = 0;

    (void) state;
    random_bytes(noise, PIECE);
    /* A writer that never pauses: the log grows past its bound, then begins anew. */
    int written = 0;
    for (; written < MOST && now >= before; written++) {
        before = now;
        memcpy(noise, &written, sizeof written);
        assert_ok(store_write(store, put_blob, &piece, &e));
        now = log_length();
    }
    assert_true(written < MOST);
    assert_int_equal(look("SELECT count(*) FROM blob"), written);

    /* As if a second had passed without a commit. */
    store_count(store, &counts);
    assert_true(counts.wal_bytes > 1 << 20);
    pthread_mutex_lock(&store->log_lock);
    store->log_told_ms -= 2000;
    pthread_cond_signal(&store->log_grown);
    pthread_mutex_unlock(&store->log_lock);
    int64_t until = clock_monotonic_ms() + 20000;
    do {
        sched_yield();
        store_count(store, &counts);
    } while (counts.wal_bytes > 0 && clock_monotonic_ms() < until);
    assert_int_equal(counts.wal_bytes, 0);
    assert_int_equal(look("SELECT count(*) FROM blob"), written);
    assert_ok(store_check(store, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_was_written_is_there_after_opening_again, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_a_failing_job_is_rolled_back_alone, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_constraints_are_conflicts, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_jobs_that_gather_share_a_commit, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_a_single_job_is_committed_at_once, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_the_first_commit_of_a_program_does_not_wait_for_the_disk, setup_table,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_a_reader_opened_ahead_serves_the_next_read, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_a_reader_is_opened_when_the_others_stay_at_work, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_closing_writes_what_is_queued_first, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_threads_write_and_see_what_they_wrote, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_two_stores_on_one_file_both_get_their_turn, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_a_read_sees_one_state, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_a_reader_cannot_write, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_the_version_changes_with_commits_of_anybody, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_listeners_are_told_of_writes_of_other_processes, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_listeners_are_told_where_the_kernel_tells_nothing, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_no_listener_is_told_when_nobody_writes, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_values_come_back_as_they_were_bound, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_sql_that_changes_behind_one_pointer_is_not_confused, setup_table,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_a_value_too_large_is_a_limit_error, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_the_log_starts_again_under_load_and_is_cut_when_idle, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_backup_is_a_whole_store, setup_table, teardown),
        cmocka_unit_test_setup_teardown(test_a_store_open_for_reading_refuses_writes, setup_table, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
