/* Connections and their statements. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/internal.h"

/* Neither these nor what configure() sets makes SQLite read the schema, which takes longer than all else at a start. */
static const char *const settings_sql = "PRAGMA temp_store=MEMORY;"
                                        "PRAGMA mmap_size=0;"
                                        "PRAGMA cell_size_check=ON;";

/* Of connections that write. The log keeps its length when it starts again, which is cheaper than to grow anew; the
 * cache holds the last pages of every index of many runs at once (in KB; taken as needed). */
static const char *const writer_sql = "PRAGMA synchronous=NORMAL;"
                                      "PRAGMA journal_size_limit=67108864;"
                                      "PRAGMA cache_size=-8000;";

static bool disk_is_full(int code, int number)
{
    return (code & 0xff) == SQLITE_FULL || number == ENOSPC || number == EDQUOT || number == EFBIG;
}

static const char *doing_with(struct db *db)
{
    return sqlite3_db_readonly(db->handle, "main") ? "reading the store" : "writing to the store";
}

int db_fail(struct db *db, int code, const char *doing, struct error *e)
{
    /* SQLite does not always keep the system's reason, but it is the last thing that failed. */
    int last = errno, kept = db->handle ? sqlite3_system_errno(db->handle) : 0, number = kept ? kept : last;
    const char *path = db->path, *why = db->handle ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code);
    char reason[128];

    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        error_set(e, ERROR_STORE, "%s: %s is locked by another program. Wait for it or end it, then try again.", doing,
                  path);
        if (e)
            e->retry = true;
        return -ERROR_STORE;
    case SQLITE_CORRUPT:
        return error_set(e, ERROR_STORE,
                         "%s: %s is damaged (%s). Restore a backup, or move the file away together "
                         "with the files beside it that begin with its name, to start with an empty one.",
                         doing, path, why);
    case SQLITE_NOTADB:
        return error_set(e, ERROR_STORE,
                         "%s: %s is not a database of fathom, or its beginning is damaged. "
                         "Name another file, or restore a backup.",
                         doing, path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return error_set(e, ERROR_STORE,
                         "%s: %s cannot be written. Check the permissions of the file and of its "
                         "folder.",
                         doing, path);
    case SQLITE_CONSTRAINT: return error_set(e, ERROR_CONFLICT, "%s: %s", doing, why);
    case SQLITE_INTERRUPT: return error_set(e, ERROR_TIMEOUT, "%s: %s: the time limit was reached", doing, path);
    case SQLITE_TOOBIG: return error_set(e, ERROR_LIMIT, "%s: too large for one row of the store", doing);
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        if (disk_is_full(code, number))
            return error_set(e, ERROR_STORE,
                             "%s: no space is left for %s. Free some, then go on; what was saved "
                             "before is safe.",
                             doing, path);
        if (number == EMFILE || number == ENFILE)
            return error_set(e, ERROR_STORE, "%s: %s cannot be opened: too many files are open here; raise ulimit -n.",
                             doing, path);
        return error_set(e, ERROR_STORE, "%s: %s: %s (%s). Check the disk and the permissions of the folder.", doing,
                         path, why, number ? strerror_r(number, reason, sizeof reason) : sqlite3_errstr(code));
    default: return error_set(e, ERROR_STORE, "%s: %s: %s (SQLite code %d)", doing, path, why, code);
    }
}

/* SQLite's own handler sleeps up to 100 ms at a time; a commit beside ours
 * takes less than one. */
static int wait_for_lock(void *context, int tries)
{
    struct db *db = context;
    int64_t now = clock_monotonic_ms();

    if (tries == 0)
        db->busy_since = now;
    if (now - db->busy_since >= db->busy_ms)
        return 0;
    usleep(tries < 10 ? 500 : tries < 50 ? 2000 : 10000);
    return 1;
}

/* An immutable file is opened by an address, in which some bytes are special. */
static char *immutable_address(const char *path)
{
    static const char before[] = "file:", after[] = "?immutable=1", digits[] = "0123456789abcdef";
    char *address = memory_alloc(sizeof before + 3 * strlen(path) + sizeof after), *at = address;

    memcpy(at, before, sizeof before - 1);
    at += sizeof before - 1;
    for (; *path; path++) {
        if (*path != '?' && *path != '#' && *path != '%') {
            *at++ = *path;
            continue;
        }
        *at++ = '%';
        *at++ = digits[(unsigned char) *path >> 4];
        *at++ = digits[(unsigned char) *path & 15];
    }
    memcpy(at, after, sizeof after);
    return address;
}

/* Checkpoints are the checkpointer's. */
static int configure(struct db *db, enum db_mode mode, struct error *e)
{
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_handler(db->handle, wait_for_lock, db);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_wal_autocheckpoint(db->handle, 0);
    int r = db_script(db, settings_sql, "opening the store", e);
    return r < 0 || mode != DB_WRITE ? r : db_script(db, writer_sql, "opening the store", e);
}

int db_open(const char *path, enum db_mode mode, int64_t busy_ms, struct db **ret, struct error *e)
{
    struct db *db = memory_alloc(sizeof *db);
    int code, r;

    *db = (struct db){ .path = path, .busy_ms = busy_ms };
    if (mode == DB_READ_IMMUTABLE) {
        char *address = immutable_address(path);
        code = sqlite3_open_v2(address, &db->handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
                               NULL);
        free(address);
    } else {
        int how = mode == DB_WRITE ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
        code = sqlite3_open_v2(path, &db->handle, how | SQLITE_OPEN_NOMUTEX, NULL);
    }
    if (code != SQLITE_OK) {
        r = db_fail(db, code, "opening the store", e);
        goto fail;
    }
    r = configure(db, mode, e);
    if (r < 0)
        goto fail;
    *ret = db;
    return 0;
fail:
    db_close(db);
    return r;
}

int db_open_memory(const char *name, struct db **ret, struct error *e)
{
    struct db *db = memory_alloc(sizeof *db);
    int code;

    *db = (struct db){ .path = name };
    code = sqlite3_open_v2(":memory:", &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX,
                           NULL);
    if (code != SQLITE_OK) {
        int r = db_fail(db, code, "opening a database in memory", e);

        db_close(db);
        return r;
    }
    sqlite3_extended_result_codes(db->handle, 1);
    *ret = db;
    return 0;
}

void db_close(struct db *db)
{
    if (!db)
        return;
    for (size_t i = 0; i < STATEMENT_BUCKETS; i++)
        for (struct statement *s = db->buckets[i], *next; s; s = next) {
            next = s->next;
            assert(!s->in_use && "a statement was not ended");
            sqlite3_finalize(s->handle);
            free(s);
        }
    int code = sqlite3_close(db->handle);
    assert(code == SQLITE_OK);
    (void) code;
    free(db);
}

int db_script(struct db *db, const char *sql, const char *doing, struct error *e)
{
    int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);

    return code == SQLITE_OK ? 0 : db_fail(db, code, doing, e);
}

int db_scalar(struct db *db, const char *sql, int64_t *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, sql, &s, e);

    if (r < 0)
        return r;
    r = db_step(s, e);
    if (r == 1)
        *ret = db_int(s, 0);
    db_end(s);
    return r < 0 ? r : r == 1 ? 0 : error_set(e, ERROR_INTERNAL, "no row from %s", sql);
}

/* Placeholders $1, $2 … must first appear in this order, so that a position is
 * an index in SQLite and in PostgreSQL alike. */
static bool parameters_in_order(sqlite3_stmt *handle)
{
    int n = sqlite3_bind_parameter_count(handle);

    for (int i = 1; i <= n; i++) {
        const char *name = sqlite3_bind_parameter_name(handle, i);
        int64_t number;

        if (!name || name[0] != '$' || !str_to_int(str(name + 1), &number) || number != i)
            return false;
    }
    return true;
}

static struct statement **bucket_of(struct db *db, const char *sql)
{
    uintptr_t key = (uintptr_t) sql;

    return &db->buckets[(key ^ key >> 6 ^ key >> 12) % STATEMENT_BUCKETS];
}

int db_prepare(struct db *db, const char *sql, struct statement **ret, struct error *e)
{
    struct statement **bucket = bucket_of(db, sql), *s;
    sqlite3_stmt *handle;

    for (s = *bucket; s; s = s->next)
        if (s->sql == sql && !s->in_use && strcmp(sqlite3_sql(s->handle), sql) == 0)
            goto found;

    int code = sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &handle, NULL);
    if (code != SQLITE_OK)
        return db_fail(db, code, doing_with(db), e);
    assert(handle && "SQL without a statement");
    assert(parameters_in_order(handle));
    s = memory_alloc(sizeof *s);
    *s = (struct statement){ .db = db, .handle = handle, .sql = sql, .kept = db->kept < STATEMENTS_KEPT };
    if (s->kept) {
        db->kept++;
        s->next = *bucket;
        *bucket = s;
    }
found:
    s->in_use = true;
    s->failed = SQLITE_OK;
    db->in_use++;
    *ret = s;
    return 0;
}

void db_end(struct statement *s)
{
    if (!s)
        return;
    assert(s->in_use);
    s->in_use = false;
    s->db->in_use--;
    if (!s->kept) {
        sqlite3_finalize(s->handle);
        free(s);
        return;
    }
    sqlite3_reset(s->handle);
    sqlite3_clear_bindings(s->handle);
}

static void bound(struct statement *s, int code)
{
    assert(code != SQLITE_RANGE && code != SQLITE_MISUSE);
    if (code != SQLITE_OK)
        s->failed = code;
}

void db_bind_int(struct statement *s, int at, int64_t value) { bound(s, sqlite3_bind_int64(s->handle, at, value)); }
void db_bind_double(struct statement *s, int at, double value) { bound(s, sqlite3_bind_double(s->handle, at, value)); }
void db_bind_null(struct statement *s, int at) { bound(s, sqlite3_bind_null(s->handle, at)); }

void db_bind_text(struct statement *s, int at, struct str value)
{
    bound(s, sqlite3_bind_text64(s->handle, at, value.data ? value.data : "", value.len, SQLITE_STATIC, SQLITE_UTF8));
}

void db_bind_blob(struct statement *s, int at, struct str value)
{
    bound(s, sqlite3_bind_blob64(s->handle, at, value.data ? value.data : "", value.len, SQLITE_STATIC));
}

int db_step(struct statement *s, struct error *e)
{
    assert(s->in_use);
    if (s->failed != SQLITE_OK)
        return db_fail(s->db, s->failed, "writing to the store", e);
    int code = sqlite3_step(s->handle);
    if (code == SQLITE_ROW)
        return 1;
    if (code == SQLITE_DONE)
        return 0;
    return db_fail(s->db, code, doing_with(s->db), e);
}

int64_t db_int(struct statement *s, int column) { return sqlite3_column_int64(s->handle, column); }
double db_double(struct statement *s, int column) { return sqlite3_column_double(s->handle, column); }

bool db_is_null(struct statement *s, int column) { return sqlite3_column_type(s->handle, column) == SQLITE_NULL; }

struct str db_text(struct statement *s, int column)
{
    const void *data = sqlite3_column_type(s->handle, column) == SQLITE_BLOB
                           ? sqlite3_column_blob(s->handle, column)
                           : (const void *) sqlite3_column_text(s->handle, column);

    return str_n(data ? data : "", (size_t) sqlite3_column_bytes(s->handle, column));
}

struct str db_text_dup(struct arena *arena, struct statement *s, int column)
{
    return str_dup(arena, db_text(s, column));
}

int db_exec(struct db *db, const char *sql, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, sql, &s, e);

    if (r < 0)
        return r;
    do
        r = db_step(s, e);
    while (r == 1);
    db_end(s);
    return r;
}

static int time_is_over(void *db) { return clock_monotonic_ms() >= ((struct db *) db)->until_ms; }

void db_until(struct db *db, int64_t deadline_ms)
{
    db->until_ms = deadline_ms;
    sqlite3_progress_handler(db->handle, 10000, deadline_ms ? time_is_over : NULL, db);
}

int64_t db_changes(struct db *db) { return sqlite3_changes64(db->handle); }
int64_t db_last_id(struct db *db) { return sqlite3_last_insert_rowid(db->handle); }
