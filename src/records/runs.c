#include "records/runs.h"

#include "records/internal.h"
#include "base/field.h"

enum { LIST_LIMIT = 50, CANDIDATES = 3 };

const char *const run_status_words[] = {
    "draft", "queued", "running", "waiting", "completed", "failed", "cancelled", "timed_out", NULL,
};

static bool hash_is_set(const struct hash *hash)
{
    static const struct hash zero;

    return memcmp(hash->bytes, zero.bytes, HASH_SIZE) != 0;
}

static int insert_run(struct db *db, const struct run_row *row, struct error *e)
{
    struct statement *s;
    int r = db_prepare(
        db,
        "INSERT INTO run(name, workflow, query, settings, engine_version, workflow_version, tables_hash, seed, parent,"
        " owner, created_ms) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
        " ON CONFLICT(name) DO NOTHING",
        &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, row->id);
    db_bind_text(s, 2, row->workflow);
    db_bind_text(s, 3, row->query);
    db_bind_text(s, 4, row->settings);
    db_bind_text(s, 5, row->engine_version);
    db_bind_text(s, 6, row->workflow_version);
    hash_bind(s, 7, hash_is_set(&row->tables) ? &row->tables : NULL);
    db_bind_blob(s, 8, row->seed);
    db_bind_text(s, 9, row->parent);
    db_bind_text(s, 10, row->owner);
    db_bind_int(s, 11, row->created_ms);
    r = db_step(s, e);
    db_end(s);
    if (r == 0 && db_changes(db) == 0)
        return error_set(e, ERROR_CONFLICT, "there is a run %.*s already", STR_ARG(row->id));
    return r;
}

int run_record_set_settings(struct db *db, struct str id, struct str settings, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "UPDATE run SET settings = $1 WHERE name = $2", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, settings);
    db_bind_text(s, 2, id);
    r = db_step(s, e);
    db_end(s);
    return r;
}

int run_record_insert(struct db *db, const struct run_row *row, struct error *e)
{
    struct statement *s;
    int r = insert_run(db, row, e);

    if (r < 0)
        return r;
    int64_t id = db_last_id(db);
    r = db_prepare(
        db,
        "INSERT INTO run_state(id, status, phase, updated_ms, finished_ms, active_ms, error, report_hash, events,"
        " worker, epoch, lease_until_ms, " USAGE_COLUMNS ")"
        " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
        &s, e);
    if (r < 0)
        return r;
    db_bind_int(s, 1, id);
    db_bind_text(s, 2, str(run_status_words[row->status]));
    db_bind_text(s, 3, row->phase);
    db_bind_int(s, 4, row->updated_ms ? row->updated_ms : row->created_ms);
    db_bind_int(s, 5, row->finished_ms);
    db_bind_int(s, 6, row->active_ms);
    db_bind_text(s, 7, row->error);
    hash_bind(s, 8, row->has_report ? &row->report : NULL);
    db_bind_int(s, 9, row->events);
    db_bind_text(s, 10, row->worker);
    db_bind_int(s, 11, row->epoch);
    db_bind_int(s, 12, row->lease_until_ms);
    usage_bind(s, 13, &row->usage);
    r = db_step(s, e);
    db_end(s);
    return r;
}

#define RUN_SELECT                                                                                                     \
    "SELECT r.name, s.status, r.workflow, s.phase, r.query, r.settings, r.engine_version, r.workflow_version,"         \
    " r.tables_hash, r.seed, r.parent, r.owner, r.created_ms, s.updated_ms, s.finished_ms, s.active_ms, s.error,"      \
    " s.report_hash, s.events, s.worker, s.epoch, s.lease_until_ms, " USAGE_COLUMNS                                    \
    " FROM run r JOIN run_state s ON s.id = r.id "

static int read_run(struct statement *s, struct arena *arena, struct run_row *ret, struct error *e)
{
    int status = word_index(run_status_words, db_text(s, 1));

    if (status < 0)
        return error_set(e, ERROR_STORE, "run %.*s has the unknown status \"%.*s\"", STR_ARG(db_text(s, 0)),
                         STR_ARG(db_text(s, 1)));
    struct run_row row = {
        .id = db_text_dup(arena, s, 0),
        .status = (enum run_status) status,
        .workflow = db_text_dup(arena, s, 2),
        .phase = db_text_dup(arena, s, 3),
        .query = db_text_dup(arena, s, 4),
        .settings = db_text_dup(arena, s, 5),
        .engine_version = db_text_dup(arena, s, 6),
        .workflow_version = db_text_dup(arena, s, 7),
        .seed = db_text_dup(arena, s, 9),
        .parent = db_text_dup(arena, s, 10),
        .owner = db_text_dup(arena, s, 11),
        .created_ms = db_int(s, 12),
        .updated_ms = db_int(s, 13),
        .finished_ms = db_int(s, 14),
        .active_ms = db_int(s, 15),
        .error = db_text_dup(arena, s, 16),
        .events = db_int(s, 18),
        .worker = db_text_dup(arena, s, 19),
        .epoch = db_int(s, 20),
        .lease_until_ms = db_int(s, 21),
        .usage = usage_column(s, 22),
    };
    hash_column(s, 8, &row.tables);
    row.has_report = hash_column(s, 17, &row.report);
    *ret = row;
    return 0;
}

int run_record_get(struct db *db, struct str id, struct arena *arena, struct run_row *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, RUN_SELECT "WHERE r.name = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, id);
    r = db_step(s, e);
    r = r < 0 ? r : r == 0 ? run_not_found(id, e) : read_run(s, arena, ret, e);
    db_end(s);
    return r;
}

/* Names that begin with `prefix`, the first few. Ids are ASCII: '~' is above all of them. */
static int list_candidates(struct db *db, struct str prefix, struct arena *arena, struct str_list *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT name FROM run WHERE name >= $1 AND name < $2 ORDER BY name LIMIT $3", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, prefix);
    struct str after = str_format(arena, "%.*s~", STR_ARG(prefix));
    db_bind_text(s, 2, after);
    db_bind_int(s, 3, CANDIDATES + 1);
    while ((r = db_step(s, e)) == 1)
        str_list_add(arena, ret, db_text_dup(arena, s, 0));
    db_end(s);
    return r;
}

static int find_last(struct db *db, struct arena *arena, struct str *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT name FROM run ORDER BY created_ms DESC, id DESC LIMIT 1", &s, e);

    if (r < 0)
        return r;
    r = db_step(s, e);
    if (r == 1)
        *ret = db_text_dup(arena, s, 0);
    db_end(s);
    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "there are no runs yet");
    return r < 0 ? r : 0;
}

int run_record_find(struct db *db, struct str id, struct arena *arena, struct str *ret, struct error *e)
{
    struct str_list found = { 0 };

    if (str_is(id, "last"))
        return find_last(db, arena, ret, e);
    if (str_empty(id) || id.len > 64)
        return run_not_found(id, e);
    /* "run" is the start of all of them. */
    struct str prefix = str_starts(id, "run-")                        ? id
                        : str_eq(id, str_sub(str("run-"), 0, id.len)) ? str("run-")
                                                                      : str_format(arena, "run-%.*s", STR_ARG(id));
    int r = list_candidates(db, prefix, arena, &found, e);
    if (r < 0)
        return r;
    if (found.n == 0)
        return run_not_found(id, e);
    if (found.n > 1 && !str_eq(found.items[0], prefix)) {
        size_t named = found.n < CANDIDATES ? found.n : CANDIDATES;
        struct str list = str_join(arena, found.items, named, ", ");

        return error_set(e, ERROR_INVALID, "\"%.*s\" could be %.*s%s. Give more of the id.", STR_ARG(id), STR_ARG(list),
                         found.n > CANDIDATES ? " or others" : "");
    }
    *ret = found.items[0];
    return 0;
}

#define LIST_REST                                                                                                      \
    " AND ($2 = '' OR r.owner = $2) AND ($3 = 0 OR r.created_ms < $3) ORDER BY r.created_ms DESC, r.id DESC LIMIT $4"

/* Most runs are over. The few that are not are looked up by their status; of
 * the others the newest are soon found by going back in time. */
static const char *list_sql(int status)
{
    static const char *const by_time = RUN_SELECT "WHERE ($1 = '' OR s.status = $1)" LIST_REST;
    static const char *const by_status = RUN_SELECT
        "WHERE r.id IN (SELECT id FROM run_state WHERE status = $1)" LIST_REST;

    return status >= 0 && status < RUN_STATUS_COMPLETED ? by_status : by_time;
}

int run_record_list(struct db *db, const struct run_filter *filter, struct arena *arena, struct run_row **ret,
                    size_t *ret_n, struct error *e)
{
    struct run_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(db, list_sql(filter->status), &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, str(filter->status < 0 ? "" : run_status_words[filter->status]));
    db_bind_text(s, 2, filter->owner);
    db_bind_int(s, 3, filter->before_created_ms);
    db_bind_int(s, 4, filter->limit > 0 ? filter->limit : LIST_LIMIT);
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        if ((r = read_run(s, arena, &rows[n], e)) < 0)
            break;
        n++;
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

int run_record_state(struct db *db, struct str id, struct arena *arena, struct str *ret, int64_t *ret_time_ms,
                     struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT state, time_ms FROM workflow_state WHERE run = (SELECT id FROM run WHERE name = $1)",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, id);
    r = db_step(s, e);
    if (r >= 0) {
        *ret = r == 1 ? db_text_dup(arena, s, 0) : str("");
        *ret_time_ms = r == 1 ? db_int(s, 1) : 0;
    }
    db_end(s);
    return r < 0 ? r : 0;
}

int run_record_delete(struct db *db, struct str id, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "DELETE FROM run WHERE name = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, id);
    r = db_step(s, e);
    db_end(s);
    if (r == 0 && db_changes(db) == 0)
        return run_not_found(id, e);
    return r;
}
