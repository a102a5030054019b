#include "records/care.h"

#include "base/clock.h"
#include "records/internal.h"
#include "records/journal.h"
#include "records/users.h"

enum { PIECE = 2000, DAY_MS = 24 * 3600 * 1000, AUDIT_DAYS = 90 };

/* Blobs that no row refers to. Every column that ends in _hash; test_the_care_knows_every_reference holds this to the
 * schema. Texts given by the user are named in the settings, in hexadecimal. */
#define ORPHANS                                                                                                        \
    "hash NOT IN (SELECT tables_hash FROM run WHERE tables_hash IS NOT NULL"                                           \
    " UNION ALL SELECT report_hash FROM run_state WHERE report_hash IS NOT NULL"                                       \
    " UNION ALL SELECT body_hash FROM effect WHERE body_hash IS NOT NULL"                                              \
    " UNION ALL SELECT request_hash FROM effect WHERE request_hash IS NOT NULL"                                        \
    " UNION ALL SELECT text_hash FROM source"                                                                          \
    " UNION ALL SELECT text_hash FROM corpus_document"                                                                 \
    " UNION ALL SELECT journal_hash FROM imported"                                                                     \
    " UNION ALL SELECT value_hash FROM cache WHERE value_hash IS NOT NULL)"                                            \
    " AND lower(hex(hash)) NOT IN (SELECT json_extract(context.value, '$.hash')"                                       \
    " FROM run, json_each(run.settings, '$.contexts') AS context"                                                      \
    " WHERE json_extract(context.value, '$.hash') IS NOT NULL)"

struct piece {
    int64_t from, to; /* ids of blobs */
    int64_t n;        /* how many were orphans, or were deleted */
};

static int clean_cache(struct db *db, void *arg, struct error *e)
{
    struct piece *piece = arg;
    int r = query_run(QUERY(db, "DELETE FROM cache WHERE expires_ms <= $1", INT(piece->to)), e);

    piece->n = r < 0 ? 0 : db_changes(db);
    return r;
}

/* Looks without the writer, and may be cut off by the time limit; sets the ids of the first and last orphan of a piece. */
static int find_orphans(struct store *store, int64_t until_ms, struct piece *piece, struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct piece, from, to, n), COLUMN_END };
    static const struct shape shape = { columns, sizeof *piece, NULL };
    struct db *db;
    int r = store_read_begin(store, &db, e);

    if (r < 0)
        return r;
    db_until(db, until_ms);
    r = query_one(
        QUERY(db, "SELECT min(id), max(id), count(*) FROM (SELECT id FROM blob WHERE " ORPHANS " ORDER BY id LIMIT $1)",
              INT(PIECE)),
        &shape, NULL, piece, e);
    db_until(db, 0);
    store_read_end(store, db);
    return r < 0 ? r : 0;
}

/* Asked again in the transaction: a blob may have been referred to in between. */
static int delete_orphans(struct db *db, void *arg, struct error *e)
{
    struct piece *piece = arg;
    int r = query_run(
        QUERY(db, "DELETE FROM blob WHERE id BETWEEN $1 AND $2 AND " ORPHANS, INT(piece->from), INT(piece->to)), e);

    piece->n = r < 0 ? 0 : db_changes(db);
    return r;
}

/* `n`: pages that are free before. */
static int give_back_pages(struct db *db, void *arg, struct error *e)
{
    struct piece *piece = arg;
    int r = query_int(QUERY(db, "PRAGMA freelist_count", NO_VALUES), &piece->n, e);

    return r < 0 ? r : piece->n == 0 ? 0 : db_exec(db, "PRAGMA incremental_vacuum(2000)", e);
}

/* Runs that were deleted a day ago, old entries of the audit log, requests that nobody repeats any more. */
static int sweep(struct db *db, void *arg, struct error *e)
{
    struct piece *piece = arg;
    int r = run_record_sweep(db, piece->to - DAY_MS, &piece->n, e);

    if (r == 0)
        r = audit_record_sweep(db, piece->to - AUDIT_DAYS * (int64_t) DAY_MS, e);
    return r < 0 ? r : idempotency_record_sweep(db, piece->to - DAY_MS, e);
}

int store_care(struct store *store, int64_t limit_ms, struct cared *ret, struct error *e)
{
    int64_t until = clock_monotonic_ms() + limit_ms;
    struct piece piece = { .to = clock_wall_ms() };
    struct error ours;
    int r = store_write(store, sweep, &piece, e);

    if (r == 0)
        r = store_write(store, clean_cache, &piece, e);

    *ret = (struct cared){ .cache_rows = piece.n };
    for (piece.n = 1; r == 0 && piece.n > 0 && clock_monotonic_ms() < until;) {
        piece.n = 0;
        if (find_orphans(store, until, &piece, &ours) < 0)
            return ours.code == ERROR_TIMEOUT ? 0 : e ? (*e = ours, -ours.code) : -ours.code;
        if (piece.n > 0 && (r = store_write(store, delete_orphans, &piece, e)) == 0)
            ret->blobs += piece.n;
    }
    bool swept = piece.n == 0;
    for (piece.n = 1; r == 0 && piece.n > 0 && clock_monotonic_ms() < until;)
        r = store_write(store, give_back_pages, &piece, e);
    ret->all = r == 0 && swept && piece.n == 0;
    return r;
}

/* A store with a run of a day ago or more, which nobody looked after in a day. */
static bool is_due(struct store *store, struct hash key, struct arena *arena)
{
    struct str when;
    struct db *db;
    int64_t oldest = INT64_MAX;

    if (store_read_begin(store, &db, NULL) < 0)
        return false;
    query_int(QUERY(db, "SELECT created_ms FROM run ORDER BY created_ms LIMIT 1", NO_VALUES), &oldest, NULL);
    store_read_end(store, db);
    return oldest <= clock_wall_ms() - DAY_MS && !cache_read(store, "care", key, arena, &when);
}

static int remember(struct db *db, void *row, struct error *e) { return cache_put(db, row, e); }

int store_care_daily(struct store *store, int64_t limit_ms, struct cared *ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct cache_row row = { .name = str("care"), .key = hash_of(str("care")), .value = str("done") };
    int r = 0;

    row.expires_ms = clock_wall_ms() + DAY_MS;
    if (is_due(store, row.key, arena)) {
        r = store_care(store, limit_ms, ret, e);
        if (r == 0 && ret->all)
            r = store_write(store, remember, &row, e);
    }
    arena_free(arena);
    return r;
}
