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
    int r = query_run(
        QUERY(db,
              "INSERT INTO run(name, workflow, query, settings, engine_version, workflow_version, tables_hash, seed,"
              " parent, owner, created_ms) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
              " ON CONFLICT(name) DO NOTHING",
              TEXT(row->id), TEXT(row->workflow), TEXT(row->query), TEXT(row->settings), TEXT(row->engine_version),
              TEXT(row->workflow_version), HASH(hash_is_set(&row->tables) ? &row->tables : NULL), BYTES(row->seed),
              TEXT(row->parent), TEXT(row->owner), INT(row->created_ms)),
        e);

    if (r == 0 && db_changes(db) == 0)
        return error_set(e, ERROR_CONFLICT, "there is a run %.*s already", STR_ARG(row->id));
    return r;
}

int run_record_set_settings(struct db *db, struct str id, struct str settings, struct error *e)
{
    return query_run(QUERY(db, "UPDATE run SET settings = $1 WHERE name = $2", TEXT(settings), TEXT(id)), e);
}

int run_record_insert(struct db *db, const struct run_row *row, struct error *e)
{
    int r = insert_run(db, row, e);

    if (r < 0)
        return r;
    return query_run(
        QUERY(db,
              "INSERT INTO run_state(id, status, phase, updated_ms, finished_ms, active_ms, error, report_hash, events,"
              " worker, epoch, lease_until_ms, " USAGE_COLUMNS ")"
              " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
              INT(db_last_id(db)), TEXT(str(run_status_words[row->status])), TEXT(row->phase),
              INT(row->updated_ms ? row->updated_ms : row->created_ms), INT(row->finished_ms), INT(row->active_ms),
              TEXT(row->error), HASH(row->has_report ? &row->report : NULL), INT(row->events), TEXT(row->worker),
              INT(row->epoch), INT(row->lease_until_ms), USAGE(&row->usage)),
        e);
}

#define RUN_SELECT                                                                                                     \
    "SELECT r.name, s.status, r.workflow, s.phase, r.query, r.settings, r.engine_version, r.workflow_version,"         \
    " r.tables_hash, r.seed, r.parent, r.owner, r.created_ms, s.updated_ms, s.finished_ms, s.active_ms, s.error,"      \
    " s.events, s.worker, s.epoch, s.lease_until_ms, " USAGE_COLUMNS                                                   \
    ", s.report_hash FROM run r JOIN run_state s ON s.id = r.id "

static const struct column run_columns[] = {
    COLUMN(TEXT, struct run_row, id),
    COLUMN(WORD, struct run_row, status, .words = run_status_words),
    COLUMN(TEXT, struct run_row, workflow),
    COLUMN(TEXT, struct run_row, phase),
    COLUMN(TEXT, struct run_row, query),
    COLUMN(TEXT, struct run_row, settings),
    COLUMN(TEXT, struct run_row, engine_version),
    COLUMN(TEXT, struct run_row, workflow_version),
    COLUMN(HASH, struct run_row, tables),
    COLUMN(BYTES, struct run_row, seed),
    COLUMN(TEXT, struct run_row, parent),
    COLUMN(TEXT, struct run_row, owner),
    COLUMN(INT, struct run_row, created_ms),
    COLUMN(INT, struct run_row, updated_ms),
    COLUMN(INT, struct run_row, finished_ms),
    COLUMN(INT, struct run_row, active_ms),
    COLUMN(TEXT, struct run_row, error),
    COLUMN(INT, struct run_row, events),
    COLUMN(TEXT, struct run_row, worker),
    COLUMN(INT, struct run_row, epoch),
    COLUMN(INT, struct run_row, lease_until_ms),
    COLUMN(USAGE, struct run_row, usage),
    COLUMN_END,
};
enum { REPORT_AT = sizeof run_columns / sizeof *run_columns - 2 + USAGE_COLUMNS_N };

static int read_report(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    struct run_row *run = row;

    (void) db, (void) arena, (void) e;
    run->has_report = hash_column(s, REPORT_AT, &run->report);
    return 0;
}

static const struct shape run_shape = { run_columns, sizeof(struct run_row), read_report };

int run_record_get(struct db *db, struct str id, struct arena *arena, struct run_row *ret, struct error *e)
{
    int r = query_one(QUERY(db, RUN_SELECT "WHERE r.name = $1", TEXT(id)), &run_shape, arena, ret, e);

    return r < 0 ? r : r == 0 ? run_not_found(id, e) : 0;
}

/* Names that begin with `prefix`, the first few. Ids are ASCII: '~' is above all of them. */
static int list_candidates(struct db *db, struct str prefix, struct arena *arena, struct str_list *ret, struct error *e)
{
    struct str after = str_format(arena, "%.*s~", STR_ARG(prefix));
    struct statement *s;
    int r = query_begin(QUERY(db, "SELECT name FROM run WHERE name >= $1 AND name < $2 ORDER BY name LIMIT $3",
                              TEXT(prefix), TEXT(after), INT(CANDIDATES + 1)),
                        &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1)
        str_list_add(arena, ret, db_text_dup(arena, s, 0));
    db_end(s);
    return r;
}

static int find_last(struct db *db, struct arena *arena, struct str *ret, struct error *e)
{
    int r = query_text(QUERY(db, "SELECT name FROM run ORDER BY created_ms DESC, id DESC LIMIT 1", NO_VALUES), arena,
                       ret, e);

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
    return query_all(QUERY(db, list_sql(filter->status),
                           TEXT(str(filter->status < 0 ? "" : run_status_words[filter->status])), TEXT(filter->owner),
                           INT(filter->before_created_ms), INT(filter->limit > 0 ? filter->limit : LIST_LIMIT)),
                     &run_shape, arena, ret, ret_n, e);
}

struct state {
    struct str text;
    int64_t time_ms;
};

int run_record_state(struct db *db, struct str id, struct arena *arena, struct str *ret, int64_t *ret_time_ms,
                     struct error *e)
{
    static const struct column columns[] = { COLUMN(TEXT, struct state, text), COLUMN(INT, struct state, time_ms),
                                             COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct state), NULL };
    struct state state = { .text = str("") };
    int r = query_one(
        QUERY(db, "SELECT state, time_ms FROM workflow_state WHERE run = (SELECT id FROM run WHERE name = $1)",
              TEXT(id)),
        &shape, arena, &state, e);

    if (r < 0)
        return r;
    *ret = state.text;
    *ret_time_ms = state.time_ms;
    return 0;
}

int run_record_delete(struct db *db, struct str id, struct error *e)
{
    int r = query_run(QUERY(db, "DELETE FROM run WHERE name = $1", TEXT(id)), e);

    return r == 0 && db_changes(db) == 0 ? run_not_found(id, e) : r;
}
