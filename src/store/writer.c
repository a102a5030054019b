/* The one writer: takes what is queued, commits it together, tells the callers.
 *
 * A job that comes while nothing is under way is committed at once; those that
 * come during a commit share the next one. Nobody waits for company.
 *
 * One thread writes at a time: whoever has the turn (`writer_busy`, behind the
 * queue's lock) owns the writing connection. The writer's thread takes it for
 * jobs nobody waits for, and under load; a thread that waits for its job while the
 * writer's sleeps takes it itself and saves two changes of threads. Jobs are run,
 * and their `done` is called, in the order of their coming. */
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "store/internal.h"

enum { BATCH_JOBS = 512, BATCH_MS = 20 };

/* `result` of a job that is not done; results are zero or negative. A waiter
 * that goes to sleep says so, so that the writer makes no needless system call. */
enum { JOB_PENDING = INT_MAX, JOB_WAITED = INT_MAX - 1 };

/* This thread is in the middle of a batch. */
static _Thread_local bool writing;

static void futex_wait(int *at, int expected) { syscall(SYS_futex, at, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0); }

static void futex_wake(int *at) { syscall(SYS_futex, at, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

/* Hands the job back. Once the result is there the owner may be gone with it:
 * after the exchange only its address is used, which a wake does not read. */
static void finish_job(struct store_job *job, int result)
{
    void (*done)(struct store_job *) = job->done;

    int before = __atomic_exchange_n(&job->result, result, __ATOMIC_ACQ_REL);
    if (done)
        done(job);
    else if (before == JOB_WAITED)
        futex_wake(&job->result);
}

void store_queue(struct store *store, struct store_job *job)
{
    job->next = NULL;
    __atomic_store_n(&job->result, JOB_PENDING, __ATOMIC_RELAXED);
    error_clear(&job->error);
    if (store->read_only) {
        finish_job(job, error_set(&job->error, ERROR_STORE, "%s is open for reading only", store->path));
        return;
    }
    assert(!writing && "a write job must not write through the store");

    pthread_mutex_lock(&store->queue_lock);
    assert(!store->closing);
    *store->queue_end = job;
    store->queue_end = &job->next;
    pthread_mutex_unlock(&store->queue_lock);
}

/* Gives the queue's lock back, and wakes the writer's thread if there is something for it. */
static void unlock_and_wake(struct store *store)
{
    bool wake = store->queue && store->writer_sleeps;

    store->writer_sleeps = store->writer_sleeps && !wake;
    pthread_mutex_unlock(&store->queue_lock);
    if (wake)
        pthread_cond_signal(&store->queue_filled);
}

void store_wake(struct store *store)
{
    pthread_mutex_lock(&store->queue_lock);
    unlock_and_wake(store);
}

void store_submit(struct store *store, struct store_job *job)
{
    store_queue(store, job);
    store_wake(store);
}

static bool write_batch(struct store *store, bool writer);

int store_wait(struct store *store, struct store_job *job, struct error *e)
{
    int result;

    assert(!job->done);
    while (__atomic_load_n(&job->result, __ATOMIC_ACQUIRE) > 0 && write_batch(store, false))
        ;
    while ((result = __atomic_load_n(&job->result, __ATOMIC_ACQUIRE)) > 0) {
        if (result == JOB_PENDING &&
            !__atomic_compare_exchange_n(&job->result, &result, JOB_WAITED, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            continue;
        futex_wait(&job->result, JOB_WAITED);
    }
    if (result < 0 && e)
        *e = job->error;
    return result;
}

static int write_and_wait(struct store *store, store_fn *fn, void *arg, bool durable, struct error *e)
{
    struct store_job job = { .fn = fn, .arg = arg, .durable = durable };

    store_queue(store, &job);
    return store_wait(store, &job, e);
}

int store_write(struct store *store, store_fn *fn, void *arg, struct error *e)
{
    return write_and_wait(store, fn, arg, false, e);
}

int store_write_durable(struct store *store, store_fn *fn, void *arg, struct error *e)
{
    return write_and_wait(store, fn, arg, true, e);
}

/* Runs one job and keeps its outcome beside it: `result` itself tells the
 * waiter, so it is set only after the commit. False: the transaction is gone. */
static bool run_job(struct db *db, struct store_job *job, bool alone, int *ret)
{
    struct error *e = &job->error;

    if (!alone && (*ret = db_exec(db, "SAVEPOINT job", e)) < 0)
        return !sqlite3_get_autocommit(db->handle);
    *ret = job->fn(db, job->arg, e);
    assert(*ret <= 0 && "a job returns 0 or a negative code");
    assert(db->in_use == 0 && "a job left a statement open");
    if (sqlite3_get_autocommit(db->handle))
        return false;
    if (alone)
        return true;
    if (*ret < 0 && db_exec(db, "ROLLBACK TO job", NULL) < 0)
        return false;
    return db_exec(db, "RELEASE job", *ret < 0 ? NULL : e) == 0;
}

struct batch {
    struct store_job *jobs[BATCH_JOBS], *waited[BATCH_JOBS];
    int results[BATCH_JOBS];
    size_t n;
    bool durable;
};

static int batch_begin(struct db *db, const struct batch *batch, struct error *e)
{
    int r = 0;

    /* Cannot be changed inside a transaction; whoever is in the batch gets it too. */
    if (batch->durable && (r = db_script(db, "PRAGMA synchronous=FULL", "writing to the store", e)) < 0)
        return r;
    if ((r = db_exec(db, "BEGIN IMMEDIATE", e)) < 0)
        return r;
    return migrate_still_ours(db, e);
}

static int batch_commit(struct db *db, struct error *e)
{
    hook_before_commit();
    int r = db_exec(db, "COMMIT", e);
    hook_after_commit();
    return r;
}

static void batch_fail(struct batch *batch, size_t n, int r, const struct error *e)
{
    for (size_t i = 0; i < n; i++) {
        batch->results[i] = r;
        batch->jobs[i]->error = *e;
    }
}

/* Runs its jobs, or fewer when time is over; returns how many. */
static size_t batch_run(struct store *store, struct batch *batch)
{
    struct db *db = store->writing;
    int64_t until = clock_monotonic_ms() + BATCH_MS;
    size_t ran = 0, good = 0;
    struct error e;
    int r = batch_begin(db, batch, &e);

    while (r == 0 && ran < batch->n && (ran == 0 || clock_monotonic_ms() < until)) {
        bool alive = run_job(db, batch->jobs[ran], batch->n == 1, &batch->results[ran]);
        good += batch->results[ran] == 0;
        ran++;
        if (!alive) {
            e = batch->jobs[ran - 1]->error;
            r = e.code ? -e.code : error_set(&e, ERROR_STORE, "%s: a transaction was lost", store->path);
        }
    }
    if (r == 0 && good > 0 && (r = batch_commit(db, &e)) == 0)
        __atomic_add_fetch(&store->commits, 1, __ATOMIC_RELAXED);
    if (!sqlite3_get_autocommit(db->handle))
        db_exec(db, "ROLLBACK", NULL);
    if (batch->durable)
        db_script(db, "PRAGMA synchronous=NORMAL", "writing to the store", NULL);
    if (r < 0) {
        ran = ran ? ran : batch->n; /* could not begin: all of them hear it */
        batch_fail(batch, ran, r, &e);
    }
    __atomic_add_fetch(&store->jobs, ran, __ATOMIC_RELAXED);
    return ran;
}

/* --- turns --- */

/* With the queue's lock held. */
static bool turn_is_free(const struct store *store) { return !store->writer_busy && !store->pause_asked; }

/* A writer under load holds the file's lock nearly always, so that a polite
 * request for it would never be granted: it steps aside when asked. */
void writer_pause(struct store *store)
{
    pthread_mutex_lock(&store->queue_lock);
    store->pause_asked = true;
    store->turns_awaited++;
    while (store->writer_busy)
        thread_cond_wait(&store->turn_changed, &store->queue_lock, -1);
    store->turns_awaited--;
    pthread_mutex_unlock(&store->queue_lock);
}

void writer_resume(struct store *store)
{
    pthread_mutex_lock(&store->queue_lock);
    store->pause_asked = false;
    pthread_cond_broadcast(&store->turn_changed);
    unlock_and_wake(store);
}

/* Takes the turn and the first jobs of the queue; false when somebody else has it or should, or there are none. */
static bool turn_begin(struct store *store, struct batch *batch, bool writer)
{
    struct store_job *job;

    pthread_mutex_lock(&store->queue_lock);
    bool ours = turn_is_free(store) && store->queue && (writer || store->writer_sleeps);
    for (job = ours ? store->queue : NULL; job && batch->n < BATCH_JOBS; job = job->next) {
        batch->jobs[batch->n++] = job;
        batch->durable |= job->durable;
    }
    if (ours) {
        store->writer_busy = true;
        store->queue = job;
        store->queue_end = job ? store->queue_end : &store->queue;
    }
    pthread_mutex_unlock(&store->queue_lock);
    return ours;
}

/* Jobs that were not run are the first of the queue again: the order is kept. */
static void turn_end(struct store *store, const struct batch *batch, size_t ran)
{
    pthread_mutex_lock(&store->queue_lock);
    if (ran < batch->n) {
        struct store_job *last = batch->jobs[batch->n - 1];

        last->next = store->queue;
        store->queue_end = store->queue ? store->queue_end : &last->next;
        store->queue = batch->jobs[ran];
    }
    store->writer_busy = false;
    if (store->turns_awaited)
        pthread_cond_broadcast(&store->turn_changed);
    unlock_and_wake(store);
}

/* Who is told by a call is told in our turn, so in order; who waits may wake in any order, and finds the turn free. */
static void finish_batch(struct store *store, struct batch *batch, size_t ran)
{
    size_t waited = 0;

    for (size_t i = 0; i < ran; i++) {
        struct store_job *job = batch->jobs[i];

        if (job->done) {
            finish_job(job, batch->results[i]);
        } else {
            batch->results[waited] = batch->results[i];
            batch->waited[waited++] = job;
        }
    }
    turn_end(store, batch, ran);
    for (size_t i = 0; i < waited; i++)
        finish_job(batch->waited[i], batch->results[i]);
}

/* One batch, if nobody else writes. */
static bool write_batch(struct store *store, bool writer)
{
    struct batch *batch = memory_alloc(sizeof *batch);

    batch->n = 0;
    batch->durable = false;
    bool ours = turn_begin(store, batch, writer);
    if (ours) {
        writing = true;
        size_t ran = batch_run(store, batch);
        writing = false;
        finish_batch(store, batch, ran);
    }
    free(batch);
    return ours;
}

/* Waits for jobs and for the turn; false when the store closes. */
static bool wait_for_turn(struct store *store)
{
    pthread_mutex_lock(&store->queue_lock);
    for (;;) {
        if (!store->queue && store->closing)
            break;
        if (!store->queue) {
            store->writer_sleeps = true;
            thread_cond_wait(&store->queue_filled, &store->queue_lock, -1);
            store->writer_sleeps = false;
        } else if (!turn_is_free(store)) {
            store->turns_awaited++;
            thread_cond_wait(&store->turn_changed, &store->queue_lock, -1);
            store->turns_awaited--;
        } else {
            break;
        }
    }
    bool more = store->queue;
    pthread_mutex_unlock(&store->queue_lock);
    return more;
}

static void *writer_main(void *arg)
{
    struct store *store = arg;

    while (wait_for_turn(store))
        write_batch(store, true);
    return NULL;
}

static int log_written(void *context, sqlite3 *handle, const char *name, int pages)
{
    (void) handle;
    (void) name;
    checkpoint_told(context, (int64_t) pages * STORE_PAGE);
    return SQLITE_OK;
}

int writer_start(struct store *store, struct error *e)
{
    sqlite3_wal_hook(store->writing->handle, log_written, store);
    int r = thread_start(&store->writer, "store-writer", writer_main, store, e);
    store->writer_started = r == 0;
    return r;
}

void writer_stop(struct store *store)
{
    if (!store->writer_started)
        return;
    pthread_mutex_lock(&store->queue_lock);
    store->closing = true;
    pthread_mutex_unlock(&store->queue_lock);
    pthread_cond_signal(&store->queue_filled);
    pthread_join(store->writer, NULL);
    store->writer_started = false;
}
