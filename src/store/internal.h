/* What the files of src/store share: the connection, the store, their makers. */
#ifndef FATHOM_STORE_INTERNAL_H
#define FATHOM_STORE_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/store.h"

enum {
    STATEMENT_BUCKETS = 64,
    STATEMENTS_KEPT = 256, /* per connection; more are prepared and thrown away */
    READERS_MAX = 8,
    STORE_PAGE = 4096,
    STORE_APPLICATION_ID = 0x6661746d, /* "fatm" */
};

struct statement {
    struct db *db;
    sqlite3_stmt *handle;
    const char *sql; /* the caller's pointer: the key of the cache */
    int failed;      /* SQLite's code of a bind that failed; the next step returns it */
    bool in_use, kept;
    struct statement *next; /* in its bucket */
};

struct db {
    sqlite3 *handle;
    const char *path;            /* the store's, for messages */
    int64_t until_ms;            /* of db_until; 0: none */
    int64_t busy_ms, busy_since; /* how long to wait for locks; when this wait began */
    struct statement *buckets[STATEMENT_BUCKETS];
    int kept, in_use;
};

struct store {
    char *path;
    bool read_only, immutable;
    int64_t busy_ms;

    /* The writer: its queue, its connection. */
    pthread_mutex_t queue_lock;
    pthread_cond_t queue_changed; /* jobs came, the pause is over, or the store closes */
    pthread_cond_t batch_ended;
    struct store_job *queue, **queue_end;
    bool writer_busy, pause_asked, closing, writer_started;
    pthread_t writer;
    struct db *writing;

    /* The checkpointer; the writer tells it how long the log is, and starts it. */
    pthread_mutex_t log_lock;
    pthread_cond_t log_grown;
    int64_t log_bytes, log_peak, log_told_ms; /* now, since the file was cut, when told */
    bool log_closing, checkpointer_started;
    pthread_t checkpointer;
    struct db *checking;

    /* Readers: idle ones stacked, at most READERS_MAX in all. */
    pthread_mutex_t readers_lock;
    pthread_cond_t reader_free;
    struct db *idle[READERS_MAX];
    int idle_n, readers_n;

    pthread_mutex_t version_lock;
    struct db *versioned;

    /* Who is told of writes, and the thread that does. */
    pthread_mutex_t listeners_lock;
    struct store_listener *listeners;
    bool listening;
    int listening_end; /* an eventfd */
    int written;       /* tells of writes to the folder; -1: the kernel does not */
    pthread_t changes;

    uint64_t jobs, commits; /* atomic */
};

/* --- db.c --- */
enum db_mode { DB_WRITE, DB_READ, DB_READ_IMMUTABLE };
int db_open(const char *path, enum db_mode mode, int64_t busy_ms, struct db **ret, struct error *e);
/* An empty one; `name` is what messages call it. */
int db_open_memory(const char *name, struct db **ret, struct error *e);
void db_close(struct db *db); /* NULL is fine */
/* SQLite's code as an error that says what to do; `doing` is what was tried. */
int db_fail(struct db *db, int code, const char *doing, struct error *e);
/* Runs SQL that is not worth keeping: pragmas, migrations, several statements. */
int db_script(struct db *db, const char *sql, const char *doing, struct error *e);
/* One integer of one row. */
int db_scalar(struct db *db, const char *sql, int64_t *ret, struct error *e);

/* --- migrate.c --- */
/* Brings the file to this program's version, or says why not. */
int migrate(struct db *db, bool read_only, struct error *e);
int migrate_version(void); /* this program's */
/* -ERROR_STORE when another program has moved the file past our version. */
int migrate_still_ours(struct db *db, struct error *e);

/* --- make.c --- */
/* Makes the file of a new store, with all its tables, in one step: it is whole, or not there. 0 also when another program
 * has made it meanwhile. */
int make_store(const char *path, struct error *e);

/* --- writer.c --- */
int writer_start(struct store *store, struct error *e);
void writer_stop(struct store *store); /* after the queue is empty */
/* Keeps the writer from its next batch; returns when the one under way is done. */
void writer_pause(struct store *store);
void writer_resume(struct store *store);

/* --- checkpoint.c --- */
void checkpoint_stop(struct store *store);                    /* after the writer */
void checkpoint_told(struct store *store, int64_t log_bytes); /* by the writer */

/* --- changes.c --- */
void changes_stop(struct store *store);

/* --- hooks.c; nothing outside test builds --- */
void hook_before_commit(void);
void hook_after_commit(void);
void hook_closed(void);
bool hook_unpacked(void);

#endif
