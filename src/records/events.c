/* What is read beside the journal: events, caches, what a run waits for, and
 * the controls that others leave for it. */
#include "records/internal.h"
#include "records/journal.h"

#include "base/clock.h"
enum { EVENTS_LIMIT = 1000 };

int event_list(struct db *db, struct str run, int64_t since, int64_t limit, struct arena *arena, struct event_row **ret,
               size_t *ret_n, struct error *e)
{
    struct event_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = run_prepare(db, run,
                        "SELECT seq, time_ms, path, ordinal, type, phase, data FROM event WHERE run = $1 AND seq > $2"
                        " ORDER BY seq LIMIT $3",
                        &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 2, since);
    db_bind_int(s, 3, limit > 0 ? limit : EVENTS_LIMIT);
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        rows[n++] = (struct event_row){
            .seq = db_int(s, 0),
            .time_ms = db_int(s, 1),
            .path = db_text_dup(arena, s, 2),
            .ordinal = db_int(s, 3),
            .type = db_text_dup(arena, s, 4),
            .phase = db_text_dup(arena, s, 5),
            .data = db_text_dup(arena, s, 6),
        };
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

int cache_get(struct db *db, struct str name, struct hash key, int64_t now_ms, struct arena *arena, struct str *ret,
              struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT value, value_hash FROM cache WHERE name = $1 AND key = $2 AND expires_ms > $3", &s,
                       e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, name);
    hash_bind(s, 2, &key);
    db_bind_int(s, 3, now_ms);
    r = db_step(s, e);
    if (r == 1) {
        int read = body_column(db, s, 0, arena, ret, e);
        r = read < 0 ? read : 1;
    }
    db_end(s);
    return r;
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
    struct statement *s;
    int r = run_prepare(
        db, run,
        "SELECT waiting_path, waiting_for, waiting_since_ms FROM run_state WHERE id = $1 AND waiting_path <> ''", &s,
        e);

    if (r < 0)
        return r;
    r = db_step(s, e);
    if (r == 1)
        *ret = (struct waiting_row){
            .path = db_text_dup(arena, s, 0),
            .what = db_text_dup(arena, s, 1),
            .since_ms = db_int(s, 2),
        };
    db_end(s);
    return r;
}

int control_add(struct db *db, struct str run, struct str type, struct str data, int64_t now_ms, struct error *e)
{
    struct statement *s;
    int r = run_prepare(db, run, "INSERT INTO control(run, type, data, time_ms) VALUES($1, $2, $3, $4)", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 2, type);
    db_bind_text(s, 3, data);
    db_bind_int(s, 4, now_ms);
    r = db_step(s, e);
    db_end(s);
    return r;
}

int control_list(struct db *db, struct str run, int64_t since, struct arena *arena, struct control_row **ret,
                 size_t *ret_n, struct error *e)
{
    struct control_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = run_prepare(db, run, "SELECT id, type, data, time_ms FROM control WHERE run = $1 AND id > $2 ORDER BY id",
                        &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 2, since);
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        rows[n++] = (struct control_row){
            .id = db_int(s, 0),
            .type = db_text_dup(arena, s, 1),
            .data = db_text_dup(arena, s, 2),
            .time_ms = db_int(s, 3),
        };
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

int control_last(struct db *db, int64_t *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT coalesce(max(id), 0) FROM control", &s, e);

    if (r < 0)
        return r;
    r = db_step(s, e);
    if (r == 1)
        *ret = db_int(s, 0);
    db_end(s);
    return r < 0 ? r : 0;
}
