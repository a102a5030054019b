/* What is read beside the journal: events, caches, what a run waits for, and
 * the controls that others leave for it. */
#include "records/internal.h"
#include "records/journal.h"

#include "base/clock.h"
enum { EVENTS_LIMIT = 1000 };

static const struct column event_columns[] = { COLUMNS(INT, struct event_row, seq, time_ms),
                                               COLUMN(TEXT, struct event_row, path),
                                               COLUMN(INT, struct event_row, ordinal),
                                               COLUMNS(TEXT, struct event_row, type, phase, data), COLUMN_END };
static const struct shape event_shape = { event_columns, sizeof(struct event_row), NULL };

#define SELECT_EVENTS "SELECT seq, time_ms, path, ordinal, type, phase, data FROM event"

int event_list_types(struct db *db, struct str run, const char *one, const char *other, struct arena *arena,
                     struct event_row **ret, size_t *ret_n, struct error *e)
{
    return query_all(QUERY(db, SELECT_EVENTS " WHERE run = $1 AND type IN ($2, $3) ORDER BY seq", RUN(run),
                           TEXT(str(one)), TEXT(str(other))),
                     &event_shape, arena, ret, ret_n, e);
}

int event_list(struct db *db, struct str run, int64_t since, int64_t limit, struct arena *arena, struct event_row **ret,
               size_t *ret_n, struct error *e)
{
    return query_all(QUERY(db, SELECT_EVENTS " WHERE run = $1 AND seq > $2 ORDER BY seq LIMIT $3", RUN(run), INT(since),
                           INT(limit > 0 ? limit : EVENTS_LIMIT)),
                     &event_shape, arena, ret, ret_n, e);
}

struct moved_row {
    struct str run;
    int64_t last;
};

int event_moved_runs(struct db *db, struct str worker, int64_t since, int64_t limit, struct arena *arena,
                     struct str_list *ret, int64_t *ret_last, struct error *e)
{
    static const struct column columns[] = { COLUMN(TEXT, struct moved_row, run), COLUMN(INT, struct moved_row, last),
                                             COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct moved_row), NULL };
    struct moved_row *rows;
    int64_t last;
    size_t n;
    int r = query_int(QUERY(db, "SELECT coalesce(max(id), 0) FROM event", NO_VALUES), &last, e);

    if (r < 0)
        return r;
    /* Numbers are used again when the newest events were deleted. */
    if (since > last)
        since = last;
    r = query_all(
        QUERY(db,
              "SELECT r.name, max(m.id) FROM (SELECT run, id FROM event WHERE id > $1 ORDER BY id LIMIT $2) m"
              " JOIN run r ON r.id = m.run JOIN run_state s ON s.id = m.run WHERE s.worker <> $3 GROUP BY r.id",
              INT(since), INT(limit), TEXT(worker)),
        &shape, arena, &rows, &n, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < n; i++)
        str_list_add(arena, ret, rows[i].run);
    *ret_last = last - since > limit ? since + limit : last;
    return 0;
}

static int read_value(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    return body_column(db, s, 0, arena, row, e);
}

int cache_get(struct db *db, struct str name, struct hash key, int64_t now_ms, struct arena *arena, struct str *ret,
              struct error *e)
{
    static const struct column columns[] = { COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct str), read_value };

    return query_one(QUERY(db, "SELECT value, value_hash FROM cache WHERE name = $1 AND key = $2 AND expires_ms > $3",
                           TEXT(name), HASH(&key), INT(now_ms)),
                     &shape, arena, ret, e);
}

bool cache_read(void *context, const char *name, struct hash key, struct arena *arena, struct str *ret)
{
    struct store *store = context;
    struct db *db;

    if (store_read_begin(store, &db, NULL) < 0)
        return false;
    int found = cache_get(db, str(name), key, clock_wall_ms(), arena, ret, NULL);
    store_read_end(store, db);
    return found == 1;
}

int waiting_get(struct db *db, struct str run, struct arena *arena, struct waiting_row *ret, struct error *e)
{
    static const struct column columns[] = { COLUMNS(TEXT, struct waiting_row, path, what),
                                             COLUMN(INT, struct waiting_row, since_ms), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct waiting_row), NULL };

    return query_one(QUERY(db,
                           "SELECT waiting_path, waiting_for, waiting_since_ms FROM run_state"
                           " WHERE id = $1 AND waiting_path <> ''",
                           RUN(run)),
                     &shape, arena, ret, e);
}

int control_add(struct db *db, struct str run, struct str type, struct str data, int64_t now_ms, struct error *e)
{
    return query_run(QUERY(db, "INSERT INTO control(run, type, data, time_ms) VALUES($1, $2, $3, $4)", RUN(run),
                           TEXT(type), TEXT(data), INT(now_ms)),
                     e);
}

int control_list(struct db *db, struct str run, int64_t since, struct arena *arena, struct control_row **ret,
                 size_t *ret_n, struct error *e)
{
    static const struct column columns[] = { COLUMN(INT, struct control_row, id),
                                             COLUMNS(TEXT, struct control_row, type, data),
                                             COLUMN(INT, struct control_row, time_ms), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct control_row), NULL };

    return query_all(QUERY(db, "SELECT id, type, data, time_ms FROM control WHERE run = $1 AND id > $2 ORDER BY id",
                           RUN(run), INT(since)),
                     &shape, arena, ret, ret_n, e);
}

int control_last(struct db *db, int64_t *ret, struct error *e)
{
    int r = query_int(QUERY(db, "SELECT coalesce(max(id), 0) FROM control", NO_VALUES), ret, e);

    return r < 0 ? r : 0;
}
