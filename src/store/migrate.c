/* The shape of the database and how older files come to it.
 *
 * Step N of `steps` brings a file of version N to version N + 1. All steps that a
 * file lacks are one transaction with the new version number. A step that was ever
 * released is never changed: a new one is added. */
#include <assert.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/internal.h"

/* The columns of a struct usage. */
#define USAGE                                                                                                          \
    " calls INTEGER NOT NULL,"                                                                                         \
    " searches INTEGER NOT NULL,"                                                                                      \
    " input_tokens INTEGER NOT NULL,"                                                                                  \
    " cached_tokens INTEGER NOT NULL,"                                                                                 \
    " output_tokens INTEGER NOT NULL,"                                                                                 \
    " reasoning_tokens INTEGER NOT NULL,"                                                                              \
    " cost_nano INTEGER NOT NULL,"                                                                                     \
    " cost_unknown INTEGER NOT NULL,"                                                                                  \
    " estimated INTEGER NOT NULL,"

static const char *const steps[] = {
    /* Referred to by hash from any column that ends in _hash; no foreign keys, the sweep looks
     * at the references (records/runs.c). */
    "CREATE TABLE blob("
    " id INTEGER PRIMARY KEY,"
    " hash BLOB NOT NULL UNIQUE CHECK(length(hash) = 32),"
    " size INTEGER NOT NULL,"
    " data BLOB NOT NULL"
    ") STRICT;"

    /* The part of a run that never changes. The rest is in run_state, so that an append rewrites a short row. */
    "CREATE TABLE run("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL UNIQUE,"
    " workflow TEXT NOT NULL,"
    " query TEXT NOT NULL,"
    " settings TEXT NOT NULL,"
    " engine_version TEXT NOT NULL,"
    " workflow_version TEXT NOT NULL,"
    " tables_hash BLOB,"
    " seed BLOB NOT NULL,"
    " parent TEXT NOT NULL,"
    " owner TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX run_created ON run(created_ms);"

    "CREATE TABLE run_state("
    " id INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,"
    " status TEXT NOT NULL,"
    " phase TEXT NOT NULL,"
    " updated_ms INTEGER NOT NULL,"
    " finished_ms INTEGER NOT NULL,"
    " active_ms INTEGER NOT NULL," USAGE " error TEXT NOT NULL,"
    " report_hash BLOB,"
    " events INTEGER NOT NULL,"
    " worker TEXT NOT NULL,"
    " epoch INTEGER NOT NULL,"
    " lease_until_ms INTEGER NOT NULL,"
    " waiting_path TEXT NOT NULL DEFAULT '',"
    " waiting_for TEXT NOT NULL DEFAULT '',"
    " waiting_since_ms INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE INDEX run_state_status ON run_state(status);"

    /* A body is packed in `body`, or a blob under `body_hash`; neither: there is none yet. */
    "CREATE TABLE effect("
    " id INTEGER PRIMARY KEY,"
    " run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " path TEXT NOT NULL,"
    " key BLOB NOT NULL CHECK(length(key) = 32),"
    " kind INTEGER NOT NULL,"
    " state TEXT NOT NULL CHECK(state IN ('started', 'submitted', 'done')),"
    " failed INTEGER NOT NULL,"
    " lost INTEGER NOT NULL,"
    " seen INTEGER NOT NULL,"
    " elapsed_ms INTEGER NOT NULL,"
    " answered_by TEXT NOT NULL,"
    " remote_id TEXT NOT NULL," USAGE " error_code TEXT,"
    " error_message TEXT,"
    " error_status INTEGER,"
    " error_retry INTEGER,"
    " request BLOB,"
    " request_hash BLOB,"
    " body BLOB,"
    " body_hash BLOB,"
    " UNIQUE(run, path)"
    ") STRICT;"
    /* These indexes let the sweep work without reading the bodies. */
    "CREATE INDEX effect_body_hash ON effect(body_hash) WHERE body_hash IS NOT NULL;"
    "CREATE INDEX effect_request_hash ON effect(request_hash) WHERE request_hash IS NOT NULL;"

    "CREATE TABLE event("
    " id INTEGER PRIMARY KEY,"
    " run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL,"
    " time_ms INTEGER NOT NULL,"
    " path TEXT NOT NULL,"
    " ordinal INTEGER NOT NULL,"
    " type TEXT NOT NULL,"
    " phase TEXT NOT NULL,"
    " data TEXT NOT NULL,"
    " UNIQUE(run, seq),"
    " UNIQUE(run, path, ordinal)"
    ") STRICT;"

    /* Ids are never used again: a watcher asks for what is newer than the last it saw. */
    "CREATE TABLE control("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " type TEXT NOT NULL,"
    " data TEXT NOT NULL,"
    " time_ms INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX control_run ON control(run, id);"

    "CREATE TABLE source("
    " id INTEGER PRIMARY KEY,"
    " run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL,"
    " name TEXT NOT NULL,"
    " url TEXT NOT NULL,"
    " canonical_url TEXT NOT NULL,"
    " title TEXT NOT NULL,"
    " snippet TEXT NOT NULL,"
    " author TEXT NOT NULL,"
    " date TEXT NOT NULL,"
    " engine TEXT NOT NULL,"
    " query TEXT NOT NULL,"
    " text_hash BLOB NOT NULL,"
    " relevance REAL NOT NULL,"
    " snippet_only INTEGER NOT NULL,"
    " UNIQUE(run, number)"
    ") STRICT;"

    "CREATE TABLE cache("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " key BLOB NOT NULL,"
    " expires_ms INTEGER NOT NULL,"
    " value BLOB,"
    " value_hash BLOB,"
    " UNIQUE(name, key)"
    ") STRICT;"
    "CREATE INDEX cache_expires ON cache(expires_ms);"
    "CREATE INDEX cache_value_hash ON cache(value_hash) WHERE value_hash IS NOT NULL;",

    /* Corpora (records/corpora.h). */
    "CREATE TABLE corpus("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL UNIQUE,"
    " languages TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL,"
    " updated_ms INTEGER NOT NULL,"
    " next_unit INTEGER NOT NULL"
    ") STRICT;"

    "CREATE TABLE corpus_file("
    " id INTEGER PRIMARY KEY,"
    " corpus INTEGER NOT NULL REFERENCES corpus(id) ON DELETE CASCADE,"
    " path TEXT NOT NULL,"
    " size INTEGER NOT NULL,"
    " changed_ns INTEGER NOT NULL,"
    " note TEXT NOT NULL,"
    " UNIQUE(corpus, path)"
    ") STRICT;"

    "CREATE TABLE corpus_document("
    " id INTEGER PRIMARY KEY,"
    " corpus INTEGER NOT NULL REFERENCES corpus(id) ON DELETE CASCADE,"
    " file INTEGER NOT NULL,"
    " name TEXT NOT NULL,"
    " title TEXT NOT NULL,"
    " url TEXT NOT NULL,"
    " date TEXT NOT NULL,"
    " language TEXT NOT NULL,"
    " hash BLOB NOT NULL,"
    " text_hash BLOB NOT NULL,"
    " bytes INTEGER NOT NULL,"
    " duplicate_of INTEGER NOT NULL,"
    " pass INTEGER NOT NULL,"
    " UNIQUE(corpus, name)"
    ") STRICT;"
    "CREATE INDEX corpus_document_text ON corpus_document(text_hash, corpus);"
    "CREATE INDEX corpus_document_file ON corpus_document(file);"
    "CREATE INDEX corpus_document_duplicate ON corpus_document(duplicate_of) WHERE duplicate_of > 0;"

    /* Neither these nor the terms have foreign keys: they come and go by the hundred thousand. */
    "CREATE TABLE corpus_unit("
    " corpus INTEGER NOT NULL,"
    " unit INTEGER NOT NULL,"
    " document INTEGER NOT NULL,"
    " start INTEGER NOT NULL,"
    " finish INTEGER NOT NULL,"
    " PRIMARY KEY(corpus, unit)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX corpus_unit_document ON corpus_unit(document);"

    "CREATE TABLE corpus_dead("
    " corpus INTEGER NOT NULL,"
    " unit INTEGER NOT NULL,"
    " PRIMARY KEY(corpus, unit)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE corpus_segment("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " corpus INTEGER NOT NULL REFERENCES corpus(id) ON DELETE CASCADE,"
    " first_unit INTEGER NOT NULL,"
    " units_n INTEGER NOT NULL,"
    " body_words INTEGER NOT NULL,"
    " title_words INTEGER NOT NULL,"
    " lengths BLOB NOT NULL"
    ") STRICT;"
    "CREATE INDEX corpus_segment_corpus ON corpus_segment(corpus, first_unit);"

    "CREATE TABLE corpus_term("
    " segment INTEGER NOT NULL,"
    " term TEXT NOT NULL,"
    " list BLOB NOT NULL,"
    " PRIMARY KEY(segment, term)"
    ") STRICT, WITHOUT ROWID;",

    /* What a report claims and what it rests on; the report's own copy is in its blob. */
    "CREATE TABLE claim("
    " id INTEGER PRIMARY KEY,"
    " run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL,"
    " text TEXT NOT NULL,"
    " start_at INTEGER NOT NULL,"
    " end_at INTEGER NOT NULL,"
    " verdict TEXT NOT NULL,"
    " confidence INTEGER NOT NULL,"
    " reasoning TEXT NOT NULL,"
    " checked_by TEXT NOT NULL,"
    " correction TEXT NOT NULL,"
    " marked INTEGER NOT NULL,"
    " removed INTEGER NOT NULL,"
    " independent INTEGER NOT NULL,"
    " numbers TEXT NOT NULL,"
    " UNIQUE(run, number)"
    ") STRICT;"
    "CREATE TABLE claim_span("
    " id INTEGER PRIMARY KEY,"
    " claim INTEGER NOT NULL REFERENCES claim(id) ON DELETE CASCADE,"
    " alternate INTEGER NOT NULL,"
    " ordinal INTEGER NOT NULL,"
    " source INTEGER NOT NULL,"
    " start_at INTEGER NOT NULL,"
    " end_at INTEGER NOT NULL,"
    " quote TEXT NOT NULL,"
    " page INTEGER NOT NULL,"
    " snippet INTEGER NOT NULL,"
    " UNIQUE(claim, alternate, ordinal)"
    ") STRICT;"
    /* Runs that came as a bundle: its digest, and the journal it had elsewhere as a blob. */
    "CREATE TABLE imported("
    " run INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,"
    " digest BLOB NOT NULL CHECK(length(digest) = 32),"
    " journal_hash BLOB NOT NULL"
    ") STRICT;",

    /* Where a workflow stands in its own words, JSON: written anew as it goes. */
    "CREATE TABLE workflow_state("
    " run INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,"
    " time_ms INTEGER NOT NULL,"
    " state TEXT NOT NULL"
    ") STRICT;",

    /* Where the pages of a document start (records/page_starts.h). PDFs of corpora are read again when
     * they are next added to: a size that no file has says that they are not done. */
    "ALTER TABLE source ADD COLUMN pages TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE corpus_document ADD COLUMN pages TEXT NOT NULL DEFAULT '';"
    "UPDATE corpus_file SET size = -1 WHERE path LIKE '%.pdf';",

    /* The process that adds to a corpus (corpora_lease.c). An epoch of 0 means that the next add checks the corpus
     * for damage. */
    "ALTER TABLE corpus ADD COLUMN worker TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE corpus ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE corpus ADD COLUMN lease_until_ms INTEGER NOT NULL DEFAULT 0;",

    /* What a sentence does, who decided, what is not carried, why it was left out. */
    "ALTER TABLE claim RENAME COLUMN reasoning TO reason;"
    "ALTER TABLE claim RENAME COLUMN checked_by TO decided_by;"
    "ALTER TABLE claim RENAME COLUMN removed TO left_out;"
    "ALTER TABLE claim ADD COLUMN kind TEXT NOT NULL DEFAULT 'claim';"
    "ALTER TABLE claim ADD COLUMN missing TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE claim ADD COLUMN left_out_reason TEXT NOT NULL DEFAULT '';",

    /* The index finds passages under their headings (search/corpus_unit.c): every file of a corpus is read and indexed
     * again when it is next added to. Until then the old index answers. */
    "UPDATE corpus_file SET size = -1;",

    /* Several people. What a user says of a run; `share_key` is the SHA-256 of the share token; deleted runs are swept
     * after a day. */
    "ALTER TABLE run ADD COLUMN title TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE run ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE run ADD COLUMN share_key BLOB;"
    "ALTER TABLE run ADD COLUMN deleted_ms INTEGER NOT NULL DEFAULT 0;"
    "DROP INDEX run_created;"
    "CREATE INDEX run_created ON run(created_ms, id);"
    "CREATE INDEX run_owner ON run(owner, created_ms, id);"
    "CREATE UNIQUE INDEX run_share ON run(share_key) WHERE share_key IS NOT NULL;"
    "CREATE INDEX run_deleted ON run(deleted_ms) WHERE deleted_ms > 0;"
    /* A run that sleeps until a service is looked at again has this set (wall clock), and no lease. */
    "ALTER TABLE run_state ADD COLUMN wake_at_ms INTEGER NOT NULL DEFAULT 0;"
    /* When an effect began and ended (wall clock), and how often it was tried. */
    "ALTER TABLE effect ADD COLUMN started_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE effect ADD COLUMN ended_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE effect ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;"
    /* Names of corpora are unique for each owner; `key` is both. */
    "ALTER TABLE corpus RENAME COLUMN name TO key;"
    "ALTER TABLE corpus ADD COLUMN name TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE corpus ADD COLUMN owner TEXT NOT NULL DEFAULT '';"
    "UPDATE corpus SET name = key;"
    "CREATE UNIQUE INDEX corpus_name ON corpus(owner, name);"

    /* What a run asks a person (records/questions.h); answered_ms is 0 while it waits. */
    "CREATE TABLE question("
    " id INTEGER PRIMARY KEY,"
    " run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " path TEXT NOT NULL,"
    " type TEXT NOT NULL,"
    " data TEXT NOT NULL,"
    " asked_ms INTEGER NOT NULL,"
    " answered_ms INTEGER NOT NULL DEFAULT 0,"
    " answered_by TEXT NOT NULL DEFAULT '',"
    " answer TEXT NOT NULL DEFAULT '',"
    " UNIQUE(run, path)"
    ") STRICT;"
    "INSERT INTO question(run, path, type, data, asked_ms)"
    " SELECT e.run, substr(e.path, 3), 'clarify', e.data, e.time_ms FROM event e JOIN run_state s ON s.id = e.run"
    " WHERE s.status = 'waiting' AND e.type = 'clarification_needed' AND e.seq ="
    " (SELECT max(seq) FROM event l WHERE l.run = e.run AND l.type = 'clarification_needed');"
    /* Nothing uses it now; a store of this version has it. */
    "CREATE TABLE run_document("
    " run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,"
    " name TEXT NOT NULL,"
    " version INTEGER NOT NULL,"
    " time_ms INTEGER NOT NULL,"
    " document TEXT NOT NULL,"
    " PRIMARY KEY(run, name)"
    ") STRICT, WITHOUT ROWID;"

    /* Users (records/users.h). Limits: -1 is the configuration's. A token is found by its selector; `digest` is the
     * SHA-256 of its secret. */
    "CREATE TABLE users("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL UNIQUE,"
    " role TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL,"
    " concurrent_runs INTEGER NOT NULL,"
    " runs_per_day INTEGER NOT NULL,"
    " tokens_per_day INTEGER NOT NULL,"
    " cost_nano_per_day INTEGER NOT NULL,"
    " requests_per_minute INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE user_token("
    " id INTEGER PRIMARY KEY,"
    " user INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " selector TEXT NOT NULL UNIQUE,"
    " digest BLOB NOT NULL CHECK(length(digest) = 32),"
    " label TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL,"
    " used_ms INTEGER NOT NULL,"
    " expires_ms INTEGER NOT NULL"
    ") STRICT;"
    /* What a user has spent on a day (UTC, days since 1970), for the quotas. */
    "CREATE TABLE spent("
    " owner TEXT NOT NULL,"
    " day INTEGER NOT NULL,"
    " runs INTEGER NOT NULL,"
    " tokens INTEGER NOT NULL,"
    " cost_nano INTEGER NOT NULL,"
    " PRIMARY KEY(owner, day)"
    ") STRICT, WITHOUT ROWID;"
    /* Who did what. */
    "CREATE TABLE audit("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " time_ms INTEGER NOT NULL,"
    " user TEXT NOT NULL,"
    " door TEXT NOT NULL,"
    " operation TEXT NOT NULL,"
    " target TEXT NOT NULL,"
    " outcome TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX audit_time ON audit(time_ms);"
    /* Requests that must not be done twice: `digest` of what was asked, and the reply once there is one. */
    "CREATE TABLE idempotency("
    " user TEXT NOT NULL,"
    " key TEXT NOT NULL,"
    " digest BLOB NOT NULL CHECK(length(digest) = 32),"
    " time_ms INTEGER NOT NULL,"
    " reply TEXT NOT NULL,"
    " PRIMARY KEY(user, key)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX idempotency_time ON idempotency(time_ms);",

    /* Conversations: what follows a run. */
    "CREATE INDEX run_parent ON run(parent) WHERE parent <> '';",

    /* Which reader read a file of a corpus (search/corpus_add.c): another one reads it again. */
    "ALTER TABLE corpus_file ADD COLUMN reader INTEGER NOT NULL DEFAULT 0;",
};

enum { VERSION = sizeof steps / sizeof *steps };

int migrate_version(void) { return VERSION; }

struct shape {
    int64_t application, version, tables;
};

static int read_shape(struct db *db, struct shape *ret, struct error *e)
{
    struct shape s;
    int r;

    /* One snapshot: another process may be making the file just now. */
    if ((r = db_script(db, "BEGIN", "opening the store", e)) < 0)
        return r;
    (void) ((r = db_scalar(db, "PRAGMA application_id", &s.application, e)) < 0 ||
            (r = db_scalar(db, "PRAGMA user_version", &s.version, e)) < 0 ||
            (r = db_scalar(db, "SELECT count(*) FROM sqlite_schema", &s.tables, e)) < 0);
    db_script(db, "COMMIT", "opening the store", NULL);
    if (r < 0)
        return r;
    *ret = s;
    return 0;
}

static int refuse_newer(struct db *db, int64_t version, struct error *e)
{
    return error_set(e, ERROR_STORE,
                     "%s was written by a newer fathom: it has store version %lld, this program knows "
                     "versions up to %d. Update fathom, or name another file. Nothing was changed.",
                     db->path, (long long) version, (int) VERSION);
}

static int check_shape(struct db *db, const struct shape *shape, bool read_only, struct error *e)
{
    bool fresh = shape->application == 0 && shape->version == 0 && shape->tables == 0;

    if (!fresh && shape->application != STORE_APPLICATION_ID)
        return error_set(e, ERROR_STORE, "%s is a database of another program. Name another file.", db->path);
    if (shape->version > VERSION)
        return refuse_newer(db, shape->version, e);
    if (read_only && shape->version < VERSION)
        return error_set(e, ERROR_STORE,
                         "%s has store version %lld and must be brought to version %d first. "
                         "Open it once for writing.",
                         db->path, (long long) shape->version, (int) VERSION);
    return 0;
}

/* Several programs that open a new file at once get in each other's way here,
 * and SQLite does not always ask the busy handler. */
static int use_wal(struct db *db, struct error *e)
{
    int64_t start = clock_monotonic_ms();
    struct statement *s;

    for (;;) {
        int r = db_prepare(db, "PRAGMA journal_mode=WAL", &s, e);
        if (r < 0)
            return r;
        int code = sqlite3_step(s->handle);
        bool wal = code == SQLITE_ROW && str_is(db_text(s, 0), "wal");
        db_end(s);
        if (wal)
            return 0;
        if (code == SQLITE_ROW)
            return error_set(e, ERROR_STORE,
                             "%s lies on a file system that cannot share memory between programs. "
                             "Name a file on a local disk.",
                             db->path);
        if ((code & 0xff) != SQLITE_BUSY || clock_monotonic_ms() - start > db->busy_ms)
            return db_fail(db, code, "opening the store", e);
        usleep(1000);
    }
}

/* All steps that the file lacks. */
static int apply_steps(struct db *db, struct error *e)
{
    int64_t version;
    char set[96];
    int r = db_script(db, "BEGIN IMMEDIATE", "bringing the store up to date", e);

    if (r < 0)
        return r;
    r = db_scalar(db, "PRAGMA user_version", &version, e);
    for (int64_t step = version; r == 0 && step < VERSION; step++)
        r = db_script(db, steps[step], "bringing the store up to date", e);
    if (r == 0 && version < VERSION) {
        snprintf(set, sizeof set, "PRAGMA application_id=%d; PRAGMA user_version=%d;", (int) STORE_APPLICATION_ID,
                 (int) VERSION);
        r = db_script(db, set, "bringing the store up to date", e);
    }
    if (r == 0) {
        hook_before_commit();
        r = db_script(db, "COMMIT", "bringing the store up to date", e);
        hook_after_commit();
    }
    if (r < 0 && !sqlite3_get_autocommit(db->handle))
        db_script(db, "ROLLBACK", "bringing the store up to date", NULL);
    return r;
}

int migrate(struct db *db, bool read_only, struct error *e)
{
    struct shape shape;
    int r;

    if ((r = read_shape(db, &shape, e)) < 0 || (r = check_shape(db, &shape, read_only, e)) < 0 || read_only)
        return r;
    /* Count only for an empty file, and must come before its first page. */
    if (shape.tables == 0 &&
        (r = db_script(db, "PRAGMA page_size=4096; PRAGMA auto_vacuum=INCREMENTAL", "making the store", e)) < 0)
        return r;
    if ((r = use_wal(db, e)) < 0)
        return r;
    if (shape.version < VERSION && ((r = apply_steps(db, e)) < 0 || (r = read_shape(db, &shape, e)) < 0))
        return r;
    return shape.version > VERSION ? refuse_newer(db, shape.version, e) : 0;
}

int migrate_still_ours(struct db *db, struct error *e)
{
    int64_t version;
    int r = db_scalar(db, "PRAGMA user_version", &version, e);

    if (r < 0 || version == VERSION)
        return r;
    return refuse_newer(db, version, e);
}
