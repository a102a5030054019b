/* Care of a corpus after documents came or went: the dead are marked in their
 * segments, small neighbouring segments are joined, the row is brought up to date. */
#include "records/corpora.h"

#include <stdlib.h>

#include "records/internal.h"

static int update_lengths(struct db *db, const struct corpus_segment *segment, struct error *e)
{
    int64_t body = 0, title = 0;

    for (int64_t i = 0; i < segment->units_n; i++) {
        body += segment->lengths[i].alive ? segment->lengths[i].body : 0;
        title += segment->lengths[i].alive ? segment->lengths[i].title : 0;
    }
    return query_run(
        QUERY(db, "UPDATE corpus_segment SET lengths = $1, body_words = $2, title_words = $3 WHERE id = $4",
              BYTES(str_n((const char *) segment->lengths, (size_t) segment->units_n * sizeof *segment->lengths)),
              INT(body), INT(title), INT(segment->id)),
        e);
}

/* Segments that hold dead units learn of it. */
static int mark_dead(struct db *db, int64_t corpus, struct error *e)
{
    struct arena *arena = arena_new();
    struct corpus_segment *segments;
    size_t n = 0;
    int64_t dead = 0;
    int r = query_int(QUERY(db, "SELECT count(*) FROM corpus_dead WHERE corpus = $1", INT(corpus)), &dead, e);

    if (r >= 0 && dead)
        r = corpus_record_segments(db, corpus, arena, &segments, &n, e);
    for (size_t i = 0; i < n && r >= 0; i++)
        r = update_lengths(db, &segments[i], e);
    if (r >= 0 && dead)
        r = query_run(QUERY(db, "DELETE FROM corpus_dead WHERE corpus = $1", INT(corpus)), e);
    arena_free(arena);
    return r < 0 ? r : 0;
}

/* Lists of the same term are joined end to end: each begins with its first unit. */
static int join(struct db *db, const struct corpus_segment *a, const struct corpus_segment *b, struct error *e)
{
    struct corpus_segment both = *a;
    struct corpus_length *lengths;
    int r;

    if ((r = query_run(
             QUERY(
                 db,
                 "UPDATE corpus_term SET list = CAST(list || (SELECT other.list FROM corpus_term other"
                 " WHERE other.segment = $1 AND other.term = corpus_term.term) AS BLOB) WHERE segment = $2"
                 " AND EXISTS (SELECT 1 FROM corpus_term other WHERE other.segment = $1 AND other.term = corpus_term.term)",
                 INT(b->id), INT(a->id)),
             e)) < 0 ||
        (r = query_run(QUERY(db,
                             "INSERT INTO corpus_term SELECT $1, other.term, other.list FROM corpus_term other"
                             " WHERE other.segment = $2 AND NOT EXISTS (SELECT 1 FROM corpus_term mine"
                             " WHERE mine.segment = $1 AND mine.term = other.term)",
                             INT(a->id), INT(b->id)),
                       e)) < 0 ||
        (r = query_run(QUERY(db, "DELETE FROM corpus_term WHERE segment = $1", INT(b->id)), e)) < 0 ||
        (r = query_run(QUERY(db, "DELETE FROM corpus_segment WHERE id = $1", INT(b->id)), e)) < 0)
        return r;
    both.units_n += b->units_n;
    lengths = memory_alloc((size_t) (both.units_n + 1) * sizeof *lengths);
    memcpy(lengths, a->lengths, (size_t) a->units_n * sizeof *lengths);
    memcpy(lengths + a->units_n, b->lengths, (size_t) b->units_n * sizeof *lengths);
    both.lengths = lengths;
    r = update_lengths(db, &both, e);
    free(lengths);
    return r < 0 ? r
                 : query_run(
                       QUERY(db, "UPDATE corpus_segment SET units_n = $1 WHERE id = $2", INT(both.units_n), INT(a->id)),
                       e);
}

static int join_smallest(struct db *db, int64_t corpus, int64_t most, bool *ret_more, struct error *e)
{
    struct arena *arena = arena_new();
    struct corpus_segment *segments;
    size_t n, best = 0;
    int r = corpus_record_segments(db, corpus, arena, &segments, &n, e);

    *ret_more = r >= 0 && (int64_t) n > most;
    if (*ret_more) {
        for (size_t i = 1; i + 1 < n; i++)
            if (segments[i].units_n + segments[i + 1].units_n < segments[best].units_n + segments[best + 1].units_n)
                best = i;
        r = join(db, &segments[best], &segments[best + 1], e);
    }
    arena_free(arena);
    return r;
}

static int update_row(struct db *db, int64_t corpus, int64_t now_ms, struct error *e)
{
    return query_run(
        QUERY(
            db,
            "UPDATE corpus SET updated_ms = $1, languages = coalesce((SELECT group_concat(language || ':' || n, ' ') FROM"
            " (SELECT language, count(*) AS n FROM corpus_document WHERE corpus = $2 GROUP BY language"
            " ORDER BY count(*) DESC, language LIMIT 8)), '') WHERE id = $2",
            INT(now_ms), INT(corpus)),
        e);
}

int corpus_record_settle(struct db *db, int64_t corpus, int64_t most, int64_t now_ms, struct error *e)
{
    bool more = true;
    int r = mark_dead(db, corpus, e);

    while (r >= 0 && more)
        r = join_smallest(db, corpus, most, &more, e);
    return r < 0 ? r : update_row(db, corpus, now_ms, e);
}
