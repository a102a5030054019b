/* The writer thread: takes what is queued, commits it together, tells the callers.
 *
 * A job that arrives while the writer is idle is committed at once; the jobs that
 * arrive during a commit share the next one. Only the writer thread touches the
 * writing connection. It runs the jobs, and calls their `done`, in the order in
 * which they were submitted.
 *
 * Waiters sleep on one condition variable: a commit wakes all of them, and each
 * looks at its own job. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "store/internal.h"

enum { BATCH_JOBS = 512, BATCH_MS = 20 };
#define SYNC_USUAL "PRAGMA synchronous=NORMAL"
enum { JOB_PENDING = INT_MAX }; /* `result` of a job that is not done; results are zero or negative */

/* This thread is in the middle of a batch. */
static _Thread_local bool writing;

void store_submit(struct store *store, struct store_job *job)
{
    assert(!writing && "a write job must not write through the store");
    job->next = NULL;
    error_clear(&job->error);
    if (store->read_only) {
        job->result = error_set(&job->error, ERROR_STORE, "%s is open for reading only", store->path);
        if (job->done)
            job->done(job);
        return;
    }
    job->result = JOB_PENDING;
    pthread_mutex_lock(&store->queue_lock);
    assert(!store->closing);
    *store->queue_end = job;
    store->queue_end = &job->next;
    pthread_mutex_unlock(&store->queue_lock);
    pthread_cond_signal(&store->queue_changed);
}

int store_wait(struct store *store, struct store_job *job, struct error *e)
{
    assert(!job->done);
    pthread_mutex_lock(&store->queue_lock);
    while (job->result == JOB_PENDING)
        thread_cond_wait(&store->batch_ended, &store->queue_lock, -1);
    pthread_mutex_unlock(&store->queue_lock);
    if (job->result < 0 && e)
        *e = job->error;
    return job->result;
}

int store_write(struct store *store, store_fn *fn, void *arg, struct error *e)
{
    struct store_job job = { .fn = fn, .arg = arg };

    store_submit(store, &job);
    return store_wait(store, &job, e);
}

/* Runs one job and keeps its outcome beside it: `result` tells the waiter, so it
 * is set only after the commit. False: the transaction is gone. */
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
    struct store_job *jobs[BATCH_JOBS];
    int results[BATCH_JOBS];
    size_t n;
    bool durable, first_log; /* first_log: the first of this program, and the log is empty */
};

/* The log's file has nothing in it. Inside a transaction nobody else can change that. */
static bool log_is_empty(struct db *db)
{
    sqlite3_file *log = NULL;
    sqlite3_int64 size = -1;

    return sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK && log &&
           log->pMethods && log->pMethods->xFileSize(log, &size) == SQLITE_OK && size == 0;
}

/* Cannot be changed inside a transaction. */
static int set_sync(struct db *db, const char *sql, struct error *e)
{
    return db_script(db, sql, "writing to the store", e);
}

static int begin_synced(struct db *db, const char *sync, struct error *e)
{
    int r = set_sync(db, sync, e);

    return r < 0 ? r : db_exec(db, "BEGIN IMMEDIATE", e);
}

/* SQLite syncs the head of the log and its folder when a commit begins a log, so that frames of before are not taken for
 * new ones after a power cut. An empty log has none, and the first commit of a program must not wait for the disk. */
static int begin_log(struct db *db, struct error *e)
{
    int r = begin_synced(db, "PRAGMA synchronous=OFF", e);

    if (r < 0 || log_is_empty(db))
        return r;
    /* Another program has begun it just now. */
    r = db_exec(db, "ROLLBACK", e);
    return r < 0 ? r : begin_synced(db, SYNC_USUAL, e);
}

/* Whoever is in a durable batch gets that too. */
static int batch_begin(struct db *db, const struct batch *batch, struct error *e)
{
    int r = batch->durable     ? begin_synced(db, "PRAGMA synchronous=FULL", e)
            : batch->first_log ? begin_log(db, e)
                               : db_exec(db, "BEGIN IMMEDIATE", e);

    return r < 0 ? r : migrate_still_ours(db, e);
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

    batch->first_log = store->commits == 0 && !batch->durable && log_is_empty(db);
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
    if (batch->durable || batch->first_log)
        set_sync(db, SYNC_USUAL, NULL);
    if (r < 0) {
        ran = ran ? ran : batch->n; /* could not begin: all of them hear it */
        batch_fail(batch, ran, r, &e);
    }
    __atomic_add_fetch(&store->jobs, ran, __ATOMIC_RELAXED);
    return ran;
}

/* Waits until there are jobs and nobody wants the writer to pause, and takes the first of them. False when the store
 * closes and the queue is empty. */
static bool take_batch(struct store *store, struct batch *batch)
{
    struct store_job *job;

    batch->n = 0;
    batch->durable = false;
    pthread_mutex_lock(&store->queue_lock);
    while (store->pause_asked || (!store->queue && !store->closing))
        thread_cond_wait(&store->queue_changed, &store->queue_lock, -1);
    for (job = store->queue; job && batch->n < BATCH_JOBS; job = job->next) {
        batch->jobs[batch->n++] = job;
        batch->durable |= job->durable;
    }
    store->queue = job;
    store->queue_end = job ? store->queue_end : &store->queue;
    store->writer_busy = batch->n > 0;
    pthread_mutex_unlock(&store->queue_lock);
    return batch->n > 0;
}

/* Tells the callers in the order of the jobs. A job whose result is set may be gone with its owner, so `done` is read
 * first and nothing of the job after it. Jobs that did not run go back to the head of the queue: the order is kept. */
static void end_batch(struct store *store, struct batch *batch, size_t ran)
{
    for (size_t i = 0; i < ran; i++)
        if (batch->jobs[i]->done) {
            batch->jobs[i]->result = batch->results[i];
            batch->jobs[i]->done(batch->jobs[i]);
            batch->jobs[i] = NULL;
        }
    pthread_mutex_lock(&store->queue_lock);
    for (size_t i = 0; i < ran; i++)
        if (batch->jobs[i])
            batch->jobs[i]->result = batch->results[i];
    if (ran < batch->n) {
        struct store_job *last = batch->jobs[batch->n - 1];

        last->next = store->queue;
        store->queue_end = store->queue ? store->queue_end : &last->next;
        store->queue = batch->jobs[ran];
    }
    store->writer_busy = false;
    pthread_cond_broadcast(&store->batch_ended);
    pthread_mutex_unlock(&store->queue_lock);
}

static void *writer_main(void *arg)
{
    struct store *store = arg;
    struct batch *batch = memory_alloc(sizeof *batch);

    while (take_batch(store, batch)) {
        writing = true;
        size_t ran = batch_run(store, batch);
        writing = false;
        end_batch(store, batch, ran);
    }
    free(batch);
    return NULL;
}

/* A writer under load holds the file's lock nearly always, so that a polite
 * request for it would never be granted: it steps aside when asked. */
void writer_pause(struct store *store)
{
    pthread_mutex_lock(&store->queue_lock);
    store->pause_asked = true;
    while (store->writer_busy)
        thread_cond_wait(&store->batch_ended, &store->queue_lock, -1);
    pthread_mutex_unlock(&store->queue_lock);
}

void writer_resume(struct store *store)
{
    thread_tell(&store->queue_lock, &store->pause_asked, false, &store->queue_changed);
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
    thread_tell(&store->queue_lock, &store->closing, true, &store->queue_changed);
    pthread_join(store->writer, NULL);
    store->writer_started = false;
}
