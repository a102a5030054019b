/* The store: one database, many readers, one writer thread with group commit.
 *
 * Everything above speaks to `struct db` (a connection inside a transaction or
 * a read) with SQL text and typed values; SQLite is behind it today, PostgreSQL
 * joins behind the same interface. Only src/store and src/records hold SQL.
 * Placeholders are $1, $2 … in order of first appearance.
 *
 * Writing: a job (function + argument) is queued; the writer takes whatever is
 * queued, runs each job inside a savepoint of one transaction, commits once,
 * and only then tells the callers. A job that fails is rolled back alone.
 * Reading: store_read_begin lends a connection of a small pool; never hold it
 * across a wait.
 *
 * Threads: any thread may write and read; the writer thread owns its connection. */
#ifndef FATHOM_STORE_STORE_H
#define FATHOM_STORE_STORE_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"

struct store;
struct db; /* a connection, lent */
struct statement;

struct store_settings {
    const char *path; /* the database file */
    bool read_only;
    bool create;     /* make it (and its folder) when it is not there */
    int64_t busy_ms; /* wait for another process's lock; 0: 5 s */
};

/* Opens, migrates older files, refuses newer ones; every error names the file
 * and what to do. */
int store_open(const struct store_settings *settings, struct store **ret, struct error *e);
void store_close(struct store *store); /* writes what is queued first; NULL is fine */

/* --- writing --- */
typedef int store_fn(struct db *db, void *arg, struct error *e);

/* Runs fn in the writer and returns when it is committed (0) or failed. */
int store_write(struct store *store, store_fn *fn, void *arg, struct error *e);

/* A job in flight; the caller owns it and keeps it until it is done. */
struct store_job {
    store_fn *fn;
    void *arg;
    bool durable;
    /* Called on the writer thread, after the commit (or failure); may be NULL.
     * It only wakes somebody: no SQL, no waiting. */
    void (*done)(struct store_job *job);
    int result;
    struct error error;
    struct store_job *next;
};
void store_submit(struct store *store, struct store_job *job);
/* Waits for a submitted job whose `done` is NULL. Hold no lock that a job or a `done` takes; the same goes for
 * store_write(). */
int store_wait(struct store *store, struct store_job *job, struct error *e);

/* --- reading --- */
int store_read_begin(struct store *store, struct db **ret, struct error *e);
void store_read_end(struct store *store, struct db *db);
/* Opens the first connection for reading before it is needed: for who waits for a write and reads then. */
void store_read_ahead(struct store *store);
/* Changes when another connection or process has committed (PRAGMA data_version
 * of a connection kept for this). */
int store_version(struct store *store, int64_t *ret, struct error *e);

/* Told, on a thread of the store's, soon after any process has written to the store, and at times when none has:
 * compare store_version(). `changed` only wakes somebody: no SQL, no waiting. */
struct store_listener {
    void (*changed)(void *context);
    void *context;
    struct store_listener *next; /* the store's */
};
int store_listen(struct store *store, struct store_listener *listener, struct error *e);
/* After it `changed` is not called any more. Hold no lock that `changed` takes. */
void store_unlisten(struct store *store, struct store_listener *listener);

/* --- statements; prepared once per connection and kept --- */
int db_prepare(struct db *db, const char *sql, struct statement **ret, struct error *e);
void db_bind_int(struct statement *s, int at, int64_t value); /* at counts from 1 */
void db_bind_double(struct statement *s, int at, double value);
void db_bind_text(struct statement *s, int at, struct str value); /* must live until the statement ends */
void db_bind_blob(struct statement *s, int at, struct str value);
void db_bind_null(struct statement *s, int at);
/* 1: a row is there, 0: the end, negative: an error. */
int db_step(struct statement *s, struct error *e);
int64_t db_int(struct statement *s, int column); /* columns count from 0 */
double db_double(struct statement *s, int column);
bool db_is_null(struct statement *s, int column);
struct str db_text(struct statement *s, int column); /* until the next step or end */
struct str db_text_dup(struct arena *arena, struct statement *s, int column);
void db_end(struct statement *s); /* back to the cache; every prepared statement is ended */
/* Prepare, bind nothing, step to the end. */
int db_exec(struct db *db, const char *sql, struct error *e);
/* A statement that only reads and still runs at this moment (monotonic) ends with ERROR_TIMEOUT; 0: no limit. Not for
 * writing: SQLite would drop the whole transaction. */
void db_until(struct db *db, int64_t deadline_ms);
int64_t db_changes(struct db *db); /* rows changed by the last statement */
int64_t db_last_id(struct db *db); /* rowid of the last insert */

/* --- care --- */
int store_backup(struct store *store, const char *path, struct error *e); /* online */
int store_check(struct store *store, struct error *e);                    /* integrity check; names the damage */
struct store_counts {
    uint64_t jobs, commits, wal_bytes;
};
void store_count(struct store *store, struct store_counts *ret);

/* Test builds only (FATHOM_HOOKS): the environment's FATHOM_CRASH_AT=N kills the
 * process with SIGKILL right before (odd N) or after (even N) commit (N+1)/2;
 * FATHOM_UNPACKED stores texts uncompressed. */

#endif
