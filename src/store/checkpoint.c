/* Moves the write-ahead log into the database, off the writer's path.
 *
 * Past LOG_SOFT a passive checkpoint runs beside the writer and blocks nobody.
 * A writer that never pauses keeps adding behind it, so the log would grow for
 * ever: past LOG_HARD what little the passive one left is done while the writer
 * waits, and the log starts again. When nobody writes, a long file is cut.
 *
 * Most programs end before the log is long: the thread starts when it is, on the
 * writer's thread, and opens its connection with its first checkpoint. */
#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "store/internal.h"

enum {
    LOG_SOFT = 16 << 20,
    LOG_STEP = 8 << 20,
    LOG_HARD = 48 << 20,
    LOG_IDLE = 1 << 20,
    IDLE_MS = 1000,
    RESTART_WAIT_MS = 200, /* for readers that still look at the old log */
};

/* One that fails costs nothing: the log keeps what it has, and the next tries again. */
static bool checkpoint(struct store *store, int mode)
{
    struct error e;

    if (!store->checking && db_open(store->path, DB_WRITE, RESTART_WAIT_MS, &store->checking, &e) < 0) {
        log_line(LOG_WARN, "%s: checkpoint: %s", store->path, e.message);
        return false;
    }
    int code = sqlite3_wal_checkpoint_v2(store->checking->handle, "main", mode, NULL, NULL);

    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY)
        log_line(LOG_WARN, "%s: checkpoint: %s", store->path, sqlite3_errmsg(store->checking->handle));
    return code == SQLITE_OK;
}

/* With log_lock held, as in the loop; it is released while the disk works. */
static void checkpoint_beside(struct store *store)
{
    pthread_mutex_unlock(&store->log_lock);
    checkpoint(store, SQLITE_CHECKPOINT_PASSIVE);
    pthread_mutex_lock(&store->log_lock);
    if (store->log_bytes < LOG_HARD)
        return;
    pthread_mutex_unlock(&store->log_lock);
    writer_pause(store);
    checkpoint(store, SQLITE_CHECKPOINT_RESTART);
    writer_resume(store);
    pthread_mutex_lock(&store->log_lock);
}

static void checkpoint_idle(struct store *store)
{
    int64_t told_ms = store->log_told_ms;

    pthread_mutex_unlock(&store->log_lock);
    bool cut = checkpoint(store, SQLITE_CHECKPOINT_TRUNCATE);
    pthread_mutex_lock(&store->log_lock);
    if (store->log_told_ms != told_ms)
        return; /* written to again */
    if (cut)
        store->log_bytes = store->log_peak = 0;
    else
        store->log_told_ms = clock_monotonic_ms();
}

static void *checkpointer_main(void *arg)
{
    struct store *store = arg;
    int64_t next = LOG_SOFT; /* length of the log at which to act */

    pthread_mutex_lock(&store->log_lock);
    while (!store->log_closing) {
        int64_t bytes = store->log_bytes, idle_at = store->log_told_ms + IDLE_MS;

        if (bytes < LOG_SOFT)
            next = LOG_SOFT;
        if (bytes >= next) {
            checkpoint_beside(store);
            next = bytes + LOG_STEP;
        } else if (store->log_peak >= LOG_IDLE && clock_monotonic_ms() >= idle_at) {
            checkpoint_idle(store);
        } else {
            thread_cond_wait(&store->log_grown, &store->log_lock, store->log_peak >= LOG_IDLE ? idle_at : -1);
        }
    }
    pthread_mutex_unlock(&store->log_lock);
    return NULL;
}

/* Without the thread the log grows until a later commit starts it, or the store closes. */
static void start(struct store *store)
{
    struct error e;

    store->checkpointer_started = thread_start(&store->checkpointer, "store-log", checkpointer_main, store, &e) == 0;
    if (!store->checkpointer_started)
        log_line(LOG_WARN, "%s: checkpoint: %s", store->path, e.message);
}

void checkpoint_told(struct store *store, int64_t log_bytes)
{
    pthread_mutex_lock(&store->log_lock);
    bool first = store->log_peak < LOG_IDLE && log_bytes >= LOG_IDLE;
    store->log_bytes = log_bytes;
    if (store->log_peak < log_bytes)
        store->log_peak = log_bytes;
    store->log_told_ms = clock_monotonic_ms();
    pthread_mutex_unlock(&store->log_lock);
    if (log_bytes >= LOG_IDLE && !store->checkpointer_started)
        start(store);
    /* Between the two the checkpointer only watches the time. */
    else if (first || log_bytes >= LOG_SOFT)
        pthread_cond_signal(&store->log_grown);
}

void checkpoint_stop(struct store *store)
{
    if (store->checkpointer_started) {
        thread_tell(&store->log_lock, &store->log_closing, true, &store->log_grown);
        pthread_join(store->checkpointer, NULL);
        store->checkpointer_started = false;
    }
    db_close(store->checking);
    store->checking = NULL;
}
