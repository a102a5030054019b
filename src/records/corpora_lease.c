/* Who adds to a corpus, and the repair of one that was left in the middle.
 *
 * One writer at a time: two that both look a document up before either has written it would each remove what the other
 * wrote. Every write carries the epoch, so a writer whose lease ran out changes nothing any more. */
#include "records/corpora.h"
#include "records/internal.h"
#include "records/runs.h"

/* Documents that cannot be found, or would be found at the wrong place: without units, with units outside of their text,
 * with two units that begin at the same byte, or copies of a document that is gone. */
static const char damaged_documents[] =
    "SELECT d.id, d.file FROM corpus_document d WHERE d.corpus = $1 AND ("
    " d.duplicate_of = 0 AND NOT EXISTS (SELECT 1 FROM corpus_unit u WHERE u.document = d.id AND u.corpus = d.corpus)"
    " OR d.duplicate_of > 0 AND NOT EXISTS (SELECT 1 FROM corpus_document o WHERE o.id = d.duplicate_of"
    "  AND o.corpus = d.corpus AND o.text_hash = d.text_hash)"
    " OR EXISTS (SELECT 1 FROM corpus_unit u WHERE u.document = d.id AND (u.corpus <> d.corpus OR u.finish > d.bytes"
    "  OR EXISTS (SELECT 1 FROM corpus_unit v WHERE v.document = d.id AND v.start = u.start AND v.unit <> u.unit))))";

struct damaged {
    int64_t document, file;
};

static int find_damaged(struct db *db, int64_t corpus, struct arena *arena, struct damaged **ret, size_t *ret_n,
                        struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct damaged, document, file), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct damaged), NULL };

    return query_all(QUERY(db, damaged_documents, INT(corpus)), &shape, arena, ret, ret_n, e);
}

int corpus_record_repair(struct db *db, int64_t corpus, bool *ret_repaired, struct error *e)
{
    struct arena *arena = arena_new();
    struct damaged *damaged;
    size_t n = 0;
    int64_t lost = 0;
    int r = find_damaged(db, corpus, arena, &damaged, &n, e);

    for (size_t i = 0; i < n && r >= 0; i++)
        (void) ((r = query_run(QUERY(db, "UPDATE corpus_file SET size = -1 WHERE id = $1", INT(damaged[i].file)), e)) <
                    0 ||
                (r = corpus_record_document_remove(db, damaged[i].document, e)) < 0);
    if (r >= 0 &&
        (r = query_run(QUERY(db,
                             "INSERT OR IGNORE INTO corpus_dead SELECT corpus, unit FROM corpus_unit WHERE corpus = $1"
                             " AND document NOT IN (SELECT id FROM corpus_document WHERE corpus = $1)",
                             INT(corpus)),
                       e)) >= 0) {
        lost = db_changes(db);
        r = query_run(QUERY(db,
                            "DELETE FROM corpus_unit WHERE corpus = $1"
                            " AND document NOT IN (SELECT id FROM corpus_document WHERE corpus = $1)",
                            INT(corpus)),
                      e);
    }
    /* A file that says it was read but gave nothing: what it gave was lost. */
    if (r >= 0 && (n || lost))
        r = query_run(QUERY(db,
                            "UPDATE corpus_file SET size = -1 WHERE corpus = $1 AND note = ''"
                            " AND NOT EXISTS (SELECT 1 FROM corpus_document d WHERE d.file = corpus_file.id)",
                            INT(corpus)),
                      e);
    arena_free(arena);
    if (r < 0)
        return r;
    *ret_repaired = n || lost;
    return 0;
}

static int taken(struct str holder, int64_t until_ms, int64_t now_ms, struct error *e)
{
    error_set(e, ERROR_CONFLICT, "Another process (%.*s) adds to this corpus; its turn ends in %lld s at the latest.",
              STR_ARG(holder), (long long) ((until_ms - now_ms + 999) / 1000));
    if (e)
        e->retry = true;
    return -ERROR_CONFLICT;
}

struct holder {
    struct str worker;
    int64_t until_ms, epoch;
};

int corpus_lease_take(struct db *db, int64_t corpus, int64_t now_ms, int64_t until_ms, struct corpus_lease *ret,
                      struct error *e)
{
    static const struct column columns[] = { COLUMN(TEXT, struct holder, worker),
                                             COLUMNS(INT, struct holder, until_ms, epoch), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct holder), NULL };
    struct arena *arena = arena_new();
    struct corpus_lease lease = { .corpus = corpus };
    struct holder holder;
    int r = query_one(QUERY(db, "SELECT worker, lease_until_ms, epoch FROM corpus WHERE id = $1", INT(corpus)), &shape,
                      arena, &holder, e);

    if (r == 0)
        r = error_set(e, ERROR_NOT_FOUND, "The corpus was removed.");
    if (r == 1) {
        lease.epoch = holder.epoch + 1;
        lease.unclean = holder.worker.len || lease.epoch == 1;
        r = !holder.worker.len || holder.until_ms <= now_ms || worker_is_gone(holder.worker)
                ? query_run(QUERY(db, "UPDATE corpus SET worker = $1, epoch = $2, lease_until_ms = $3 WHERE id = $4",
                                  TEXT(run_worker_name()), INT(lease.epoch), INT(until_ms), INT(corpus)),
                            e)
                : taken(holder.worker, holder.until_ms, now_ms, e);
    }
    arena_free(arena);
    if (r == 0)
        *ret = lease;
    return r;
}

/* Why an update of the lease changed no row. */
static int lost(struct db *db, const struct corpus_lease *lease, struct error *e)
{
    int64_t one;
    int r = query_int(QUERY(db, "SELECT 1 FROM corpus WHERE id = $1", INT(lease->corpus)), &one, e);

    if (r < 0)
        return r;
    return r ? error_set(e, ERROR_CONFLICT,
                         "Another process took over adding to this corpus. What was added so far is "
                         "kept; add again to go on.")
             : error_set(e, ERROR_NOT_FOUND, "The corpus was removed while documents were added to it.");
}

int corpus_lease_renew(struct db *db, const struct corpus_lease *lease, int64_t until_ms, struct error *e)
{
    int r = query_run(QUERY(db, "UPDATE corpus SET lease_until_ms = $1 WHERE id = $2 AND epoch = $3 AND worker <> ''",
                            INT(until_ms), INT(lease->corpus), INT(lease->epoch)),
                      e);

    return r < 0 || db_changes(db) ? r : lost(db, lease, e);
}

int corpus_lease_release(struct db *db, const struct corpus_lease *lease, struct error *e)
{
    int r = query_run(QUERY(db, "UPDATE corpus SET worker = '', lease_until_ms = 0 WHERE id = $1 AND epoch = $2",
                            INT(lease->corpus), INT(lease->epoch)),
                      e);

    return r < 0 || db_changes(db) ? r : lost(db, lease, e);
}
