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
    struct damaged *found = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(db, damaged_documents, &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    while ((r = db_step(s, e)) > 0) {
        found = arena_grow(arena, found, &capacity, n + 1, sizeof *found);
        found[n++] = (struct damaged){ db_int(s, 0), db_int(s, 1) };
    }
    db_end(s);
    *ret = found;
    *ret_n = n;
    return r;
}

int corpus_record_repair(struct db *db, int64_t corpus, bool *ret_repaired, struct error *e)
{
    struct arena *arena = arena_new();
    struct damaged *damaged;
    size_t n;
    int64_t lost = 0;
    int r = find_damaged(db, corpus, arena, &damaged, &n, e);

    for (size_t i = 0; i < n && r >= 0; i++)
        (void) ((r = RUN_SQL(db, e, "UPDATE corpus_file SET size = -1 WHERE id = $1", damaged[i].file)) < 0 ||
                (r = corpus_record_document_remove(db, damaged[i].document, e)) < 0);
    if (r >= 0 &&
        (r = RUN_SQL(db, e,
                     "INSERT OR IGNORE INTO corpus_dead SELECT corpus, unit FROM corpus_unit WHERE corpus = $1"
                     " AND document NOT IN (SELECT id FROM corpus_document WHERE corpus = $1)",
                     corpus)) >= 0) {
        lost = db_changes(db);
        r = RUN_SQL(db, e,
                    "DELETE FROM corpus_unit WHERE corpus = $1"
                    " AND document NOT IN (SELECT id FROM corpus_document WHERE corpus = $1)",
                    corpus);
    }
    /* A file that says it was read but gave nothing: what it gave was lost. */
    if (r >= 0 && (n || lost))
        r = RUN_SQL(db, e,
                    "UPDATE corpus_file SET size = -1 WHERE corpus = $1 AND note = ''"
                    " AND NOT EXISTS (SELECT 1 FROM corpus_document d WHERE d.file = corpus_file.id)",
                    corpus);
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

int corpus_lease_take(struct db *db, int64_t corpus, int64_t now_ms, int64_t until_ms, struct corpus_lease *ret,
                      struct error *e)
{
    struct str worker = run_worker_name();
    struct corpus_lease lease = { .corpus = corpus };
    struct statement *s;
    int r = db_prepare(db, "SELECT worker, lease_until_ms, epoch FROM corpus WHERE id = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    if ((r = db_step(s, e)) == 1) {
        struct str holder = db_text(s, 0);

        lease.epoch = db_int(s, 2) + 1;
        lease.unclean = holder.len || lease.epoch == 1;
        r = !holder.len || db_int(s, 1) <= now_ms || worker_is_gone(holder) ? 0
                                                                            : taken(holder, db_int(s, 1), now_ms, e);
    } else if (r == 0) {
        r = error_set(e, ERROR_NOT_FOUND, "The corpus was removed.");
    }
    db_end(s);
    if (r < 0 ||
        (r = db_prepare(db, "UPDATE corpus SET worker = $1, epoch = $2, lease_until_ms = $3 WHERE id = $4", &s, e)) < 0)
        return r;
    db_bind_text(s, 1, worker);
    db_bind_int(s, 2, lease.epoch);
    db_bind_int(s, 3, until_ms);
    db_bind_int(s, 4, corpus);
    r = db_step(s, e);
    db_end(s);
    if (r == 0)
        *ret = lease;
    return r;
}

/* Why an update of the lease changed no row. */
static int lost(struct db *db, const struct corpus_lease *lease, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT 1 FROM corpus WHERE id = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, lease->corpus);
    r = db_step(s, e);
    db_end(s);
    if (r < 0)
        return r;
    return r ? error_set(e, ERROR_CONFLICT,
                         "Another process took over adding to this corpus. What was added so far is "
                         "kept; add again to go on.")
             : error_set(e, ERROR_NOT_FOUND, "The corpus was removed while documents were added to it.");
}

int corpus_lease_renew(struct db *db, const struct corpus_lease *lease, int64_t until_ms, struct error *e)
{
    int r = RUN_SQL(db, e, "UPDATE corpus SET lease_until_ms = $1 WHERE id = $2 AND epoch = $3 AND worker <> ''",
                    until_ms, lease->corpus, lease->epoch);

    return r < 0 || db_changes(db) ? r : lost(db, lease, e);
}

int corpus_lease_release(struct db *db, const struct corpus_lease *lease, struct error *e)
{
    int r = RUN_SQL(db, e, "UPDATE corpus SET worker = '', lease_until_ms = 0 WHERE id = $1 AND epoch = $2",
                    lease->corpus, lease->epoch);

    return r < 0 || db_changes(db) ? r : lost(db, lease, e);
}
