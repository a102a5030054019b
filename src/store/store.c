/* Opening and closing, the readers, and the care of the file. */
#include "store/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/thread.h"
#include "store/internal.h"

enum { BUSY_MS = 5000, DAMAGES_NAMED = 3, READER_WAIT_MS = 2 };

static void configure_once(void)
{
    /* The count of all memory is one lock for all connections. Refused when the
     * program around the library has used SQLite before: then it stays. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static int make_folder(const char *path, struct error *e)
{
    char *copy = strdup(path);

    if (!copy)
        return error_set(e, ERROR_IO, "out of memory");
    int r = file_make_dirs(dirname(copy), e);
    free(copy);
    return r;
}

/* SQLite would make the file readable for everybody; those beside it take its mode. */
static int make_file(const char *path, struct error *e)
{
    int r = make_folder(path, e);

    if (r < 0)
        return r;
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno != EEXIST)
        return error_errno(e, "cannot make the store %s", path);
    if (fd >= 0)
        close(fd);
    return 0;
}

/* Where a whole store cannot be put in place, an empty file is made: its migration works, or says what is wrong. */
static int make_new(const char *path, struct error *e)
{
    int r = make_folder(path, e);

    return r < 0 || make_store(path, NULL) == 0 ? r : make_file(path, e);
}

static int check_path(const struct store_settings *settings, struct error *e)
{
    struct stat st;

    if (!settings->path || !*settings->path)
        return error_set(e, ERROR_INVALID, "the store has no file name");
    if (stat(settings->path, &st) < 0) {
        if (errno == ENOENT && settings->create && !settings->read_only)
            return make_new(settings->path, e);
        if (errno == ENOENT)
            return error_set(e, ERROR_NOT_FOUND, "there is no store at %s", settings->path);
        return error_errno(e, "cannot open the store %s", settings->path);
    }
    if (!S_ISREG(st.st_mode))
        return error_set(e, ERROR_STORE, "%s is not a file. Name a file for the store.", settings->path);
    /* Better now than at the first commit. */
    if (!settings->read_only && access(settings->path, W_OK) < 0)
        return error_set(e, ERROR_STORE,
                         "opening the store: %s cannot be written. Check the permissions of the file "
                         "and of its folder.",
                         settings->path);
    return 0;
}

/* Size of a file beside the store ("-wal", "-shm"), -1 if there is none. */
static int64_t size_beside(const char *path, const char *suffix)
{
    size_t n = strlen(path), m = strlen(suffix) + 1;
    char *name = memory_alloc(n + m);
    struct stat st;

    memcpy(name, path, n);
    memcpy(name + n, suffix, m);
    int64_t size = stat(name, &st) == 0 ? (int64_t) st.st_size : -1;
    free(name);
    return size;
}

/* In a folder that cannot be written readers cannot share memory, and need
 * not when nobody else is at work: then there is nothing beside the file. */
static bool is_frozen(const char *path)
{
    char *copy = strdup(path);
    bool writable = !copy || access(dirname(copy), W_OK) == 0;

    free(copy);
    return !writable && size_beside(path, "-wal") < 0 && size_beside(path, "-shm") < 0;
}

static enum db_mode reader_mode(const struct store *store) { return store->immutable ? DB_READ_IMMUTABLE : DB_READ; }

static int open_read_only(struct store *store, struct error *e)
{
    struct db *db;

    store->immutable = is_frozen(store->path);
    int r = db_open(store->path, reader_mode(store), store->busy_ms, &db, e);
    if (r < 0)
        return r;
    store->idle[store->idle_n++] = db;
    store->readers_n++;
    return migrate(db, true, e);
}

static int open_for_writing(struct store *store, struct error *e)
{
    int r;

    if ((r = db_open(store->path, DB_WRITE, store->busy_ms, &store->writing, e)) < 0 ||
        (r = migrate(store->writing, false, e)) < 0)
        return r;
    return writer_start(store, e);
}

int store_open(const struct store_settings *settings, struct store **ret, struct error *e)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, configure_once);
    int r = check_path(settings, e);
    if (r < 0)
        return r;
    struct store *store = memory_alloc(sizeof *store);
    *store = (struct store){
        .path = memory_alloc(strlen(settings->path) + 1),
        .read_only = settings->read_only,
        .busy_ms = settings->busy_ms > 0 ? settings->busy_ms : BUSY_MS,
    };
    memcpy(store->path, settings->path, strlen(settings->path) + 1);
    store->queue_end = &store->queue;
    pthread_mutex_init(&store->queue_lock, NULL);
    pthread_mutex_init(&store->log_lock, NULL);
    pthread_mutex_init(&store->readers_lock, NULL);
    pthread_mutex_init(&store->version_lock, NULL);
    pthread_mutex_init(&store->listeners_lock, NULL);
    thread_cond_init(&store->queue_changed);
    thread_cond_init(&store->batch_ended);
    thread_cond_init(&store->log_grown);
    thread_cond_init(&store->reader_free);

    r = store->read_only ? open_read_only(store, e) : open_for_writing(store, e);
    if (r == 0)
        *ret = store;
    else
        store_close(store);
    return r;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    changes_stop(store);
    writer_stop(store);
    checkpoint_stop(store);
    assert(store->idle_n == store->readers_n && "a reader was not given back");
    for (int i = 0; i < store->idle_n; i++)
        db_close(store->idle[i]);
    db_close(store->versioned);
    db_close(store->writing); /* last: it empties the log */
    pthread_mutex_destroy(&store->queue_lock);
    pthread_mutex_destroy(&store->log_lock);
    pthread_mutex_destroy(&store->readers_lock);
    pthread_mutex_destroy(&store->version_lock);
    pthread_mutex_destroy(&store->listeners_lock);
    pthread_cond_destroy(&store->queue_changed);
    pthread_cond_destroy(&store->batch_ended);
    pthread_cond_destroy(&store->log_grown);
    pthread_cond_destroy(&store->reader_free);
    free(store->path);
    free(store);
    hook_closed();
}

/* An idle reader, or leave to open one more. A connection costs more to open than most reads take (SQLite reads the
 * schema), so who finds all of them at work waits a little for one. */
static struct db *take_reader(struct store *store)
{
    struct db *db = NULL;

    pthread_mutex_lock(&store->readers_lock);
    int64_t until = clock_monotonic_ms() + READER_WAIT_MS;
    while (store->idle_n == 0 && store->readers_n > 0) {
        bool all = store->readers_n == READERS_MAX;

        if (!thread_cond_wait(&store->reader_free, &store->readers_lock, all ? -1 : until) &&
            store->readers_n < READERS_MAX)
            break;
    }
    assert(store->idle_n > 0 || store->readers_n < READERS_MAX);
    if (store->idle_n > 0)
        db = store->idle[--store->idle_n];
    else
        store->readers_n++;
    pthread_mutex_unlock(&store->readers_lock);
    return db;
}

/* Back to the stack; without a connection: one that could not be opened. */
static void give_reader(struct store *store, struct db *db)
{
    pthread_mutex_lock(&store->readers_lock);
    if (db)
        store->idle[store->idle_n++] = db;
    else
        store->readers_n--;
    pthread_mutex_unlock(&store->readers_lock);
    pthread_cond_signal(&store->reader_free);
}

int store_read_begin(struct store *store, struct db **ret, struct error *e)
{
    struct db *db = take_reader(store);
    int r = 0;

    if (!db && (r = db_open(store->path, reader_mode(store), store->busy_ms, &db, e)) < 0) {
        give_reader(store, NULL);
        return r;
    }
    /* All statements of one read see one state. */
    if ((r = db_exec(db, "BEGIN", e)) < 0) {
        give_reader(store, db);
        return r;
    }
    *ret = db;
    return 0;
}

void store_read_ahead(struct store *store)
{
    struct db *db;
    int64_t tables;

    pthread_mutex_lock(&store->readers_lock);
    bool none = store->readers_n == 0;
    pthread_mutex_unlock(&store->readers_lock);
    if (!none || store_read_begin(store, &db, NULL) < 0)
        return;
    db_scalar(db, "SELECT count(*) FROM sqlite_schema", &tables, NULL);
    store_read_end(store, db);
}

void store_read_end(struct store *store, struct db *db)
{
    if (!db)
        return;
    assert(db->in_use == 0 && "a read left a statement open");
    if (db_exec(db, "COMMIT", NULL) < 0)
        db_exec(db, "ROLLBACK", NULL);
    give_reader(store, db);
}

int store_version(struct store *store, int64_t *ret, struct error *e)
{
    int r = 0;

    pthread_mutex_lock(&store->version_lock);
    if (!store->versioned)
        r = db_open(store->path, reader_mode(store), store->busy_ms, &store->versioned, e);
    if (r == 0)
        r = db_scalar(store->versioned, "PRAGMA data_version", ret, e);
    pthread_mutex_unlock(&store->version_lock);
    return r;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int copy_all(struct db *from, struct db *to, struct error *e)
{
    sqlite3_backup *backup = sqlite3_backup_init(to->handle, "main", from->handle, "main");

    if (!backup)
        return db_fail(to, sqlite3_errcode(to->handle), "writing the backup", e);
    /* In one step: the snapshot of the read holds nobody up, and a stepwise
     * copy would begin again with every commit. */
    sqlite3_backup_step(backup, -1);
    int code = sqlite3_backup_finish(backup);
    return code == SQLITE_OK ? 0 : db_fail(to, code, "writing the backup", e);
}

static int copy_to_new(struct store *store, const char *path, struct error *e)
{
    struct db *from = NULL, *to = NULL;
    int r = make_file(path, e);

    if (r < 0 || (r = db_open(path, DB_WRITE, store->busy_ms, &to, e)) < 0)
        return r;
    if ((r = store_read_begin(store, &from, e)) == 0) {
        r = copy_all(from, to, e);
        store_read_end(store, from);
    }
    db_close(to);
    return r;
}

int store_backup(struct store *store, const char *path, struct error *e)
{
    if (same_file(store->path, path))
        return error_set(e, ERROR_INVALID, "the backup would replace the store %s itself; name another file", path);
    if (strlen(path) + 9 > PATH_MAX)
        return error_set(e, ERROR_INVALID, "the file name of the backup is too long");
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return error_set(e, ERROR_INVALID, "%s is not a file; name a file for the backup", path);

    char temporary[PATH_MAX];
    snprintf(temporary, sizeof temporary, "%s.partial", path);
    unlink(temporary);
    int r = copy_to_new(store, temporary, e);
    if (r == 0 && rename(temporary, path) < 0)
        r = error_errno(e, "cannot write the backup %s", path);
    if (r < 0)
        unlink(temporary);
    return r;
}

int store_check(struct store *store, struct error *e)
{
    struct db *db;
    struct statement *s;
    char found[400] = "";
    size_t at = 0;
    int named = 0, r = store_read_begin(store, &db, e);

    if (r < 0)
        return r;
    if ((r = db_prepare(db, "PRAGMA integrity_check(20)", &s, e)) == 0) {
        while ((r = db_step(s, e)) == 1) {
            struct str line = db_text(s, 0);

            if (str_is(line, "ok") || named++ >= DAMAGES_NAMED)
                continue;
            int n = snprintf(found + at, sizeof found - at, "%s%.*s", at ? "; " : "", STR_ARG(line));
            at += n > 0 && (size_t) n < sizeof found - at ? (size_t) n : 0;
        }
        db_end(s);
    }
    store_read_end(store, db);
    if (r == 0 && named > 0)
        r = error_set(e, ERROR_STORE,
                      "%s is damaged: %s%s. Restore a backup, or move the file away to start with an "
                      "empty one.",
                      store->path, found, named > DAMAGES_NAMED ? "; and more" : "");
    return r;
}

void store_count(struct store *store, struct store_counts *ret)
{
    int64_t log = size_beside(store->path, "-wal");

    *ret = (struct store_counts){
        .jobs = __atomic_load_n(&store->jobs, __ATOMIC_RELAXED),
        .commits = __atomic_load_n(&store->commits, __ATOMIC_RELAXED),
        .wal_bytes = log > 0 ? (uint64_t) log : 0,
    };
}
