#include "records/runs.h"

#include "base/buf.h"
#include "records/internal.h"
#include "base/field.h"
#include "text/json.h"

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
              " parent, owner, created_ms, title) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
              " ON CONFLICT(name) DO NOTHING",
              TEXT(row->id), TEXT(row->workflow), TEXT(row->query), TEXT(row->settings), TEXT(row->engine_version),
              TEXT(row->workflow_version), HASH(hash_is_set(&row->tables) ? &row->tables : NULL), BYTES(row->seed),
              TEXT(row->parent), TEXT(row->owner), INT(row->created_ms), TEXT(row->title)),
        e);

    if (r == 0 && db_changes(db) == 0)
        return error_set(e, ERROR_CONFLICT, "there is a run %.*s already", STR_ARG(row->id));
    return r;
}

int run_record_set_settings(struct db *db, struct str id, struct str settings, struct error *e)
{
    return query_run(QUERY(db, "UPDATE run SET settings = $1 WHERE name = $2", TEXT(settings), TEXT(id)), e);
}

int run_record_edit(struct db *db, const struct run_row *row, struct error *e)
{
    return query_run(QUERY(db,
                           "UPDATE run SET query = $1, settings = $2, workflow = $3, workflow_version = $4"
                           " WHERE name = $5",
                           TEXT(row->query), TEXT(row->settings), TEXT(row->workflow), TEXT(row->workflow_version),
                           TEXT(row->id)),
                     e);
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
    " s.events, s.worker, s.epoch, s.lease_until_ms, s.wake_at_ms, r.title, r.favourite, r.share_key IS NOT NULL,"     \
    " r.deleted_ms, r.id, " USAGE_COLUMNS ", s.report_hash FROM run r JOIN run_state s ON s.id = r.id "

static const struct column run_columns[] = {
    COLUMN(TEXT, struct run_row, id),
    COLUMN(WORD, struct run_row, status, .words = run_status_words),
    COLUMNS(TEXT, struct run_row, workflow, phase, query, settings, engine_version, workflow_version),
    COLUMN(HASH, struct run_row, tables),
    COLUMN(BYTES, struct run_row, seed),
    COLUMNS(TEXT, struct run_row, parent, owner),
    COLUMNS(INT, struct run_row, created_ms, updated_ms, finished_ms, active_ms),
    COLUMN(TEXT, struct run_row, error),
    COLUMN(INT, struct run_row, events),
    COLUMN(TEXT, struct run_row, worker),
    COLUMNS(INT, struct run_row, epoch, lease_until_ms, wake_at_ms),
    COLUMN(TEXT, struct run_row, title),
    COLUMNS(BOOL, struct run_row, favourite, shared),
    COLUMNS(INT, struct run_row, deleted_ms, number),
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
static int list_candidates(struct db *db, struct str owner, struct str prefix, struct arena *arena,
                           struct str_list *ret, struct error *e)
{
    struct str after = str_format(arena, "%.*s~", STR_ARG(prefix));
    struct statement *s;
    int r = query_begin(QUERY(db,
                              "SELECT name FROM run WHERE name >= $1 AND name < $2 AND owner = $3 AND deleted_ms = 0"
                              " ORDER BY name LIMIT $4",
                              TEXT(prefix), TEXT(after), TEXT(owner), INT(CANDIDATES + 1)),
                        &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1)
        str_list_add(arena, ret, db_text_dup(arena, s, 0));
    db_end(s);
    return r;
}

static int find_last(struct db *db, struct str owner, struct arena *arena, struct str *ret, struct error *e)
{
    int r = query_text(QUERY(db,
                             "SELECT name FROM run WHERE owner = $1 AND deleted_ms = 0"
                             " ORDER BY created_ms DESC, id DESC LIMIT 1",
                             TEXT(owner)),
                       arena, ret, e);

    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "there are no runs yet");
    return r < 0 ? r : 0;
}

/* For programs: {"candidates":["run-1","run-2"]}. */
static void detail_candidates(const struct str_list *found, size_t named, struct arena *arena, struct error *e)
{
    struct buf out;

    buf_init(&out, 1000);
    buf_add_z(&out, "{\"candidates\":[");
    for (size_t i = 0; i < named; i++)
        buf_format(&out, "%s\"%.*s\"", i ? "," : "", STR_ARG(found->items[i]));
    buf_add_z(&out, "]}");
    error_detail(e, str_z(arena, buf_str(&out)));
    buf_free(&out);
}

int run_record_find(struct db *db, struct str owner, struct str id, struct arena *arena, struct str *ret,
                    struct error *e)
{
    struct str_list found = { 0 };

    if (str_is(id, "last"))
        return find_last(db, owner, arena, ret, e);
    if (str_empty(id) || id.len > 64)
        return run_not_found(id, e);
    /* "run" is the start of all of them. */
    struct str prefix = str_starts(id, "run-")                        ? id
                        : str_eq(id, str_sub(str("run-"), 0, id.len)) ? str("run-")
                                                                      : str_format(arena, "run-%.*s", STR_ARG(id));
    int r = list_candidates(db, owner, prefix, arena, &found, e);
    if (r < 0)
        return r;
    if (found.n == 0)
        return run_not_found(id, e);
    if (found.n > 1 && !str_eq(found.items[0], prefix)) {
        size_t named = found.n < CANDIDATES ? found.n : CANDIDATES;
        struct str list = str_join(arena, found.items, named, ", ");

        error_set(e, ERROR_INVALID, "\"%.*s\" could be %.*s%s. Give more of the id.", STR_ARG(id), STR_ARG(list),
                  found.n > CANDIDATES ? " or others" : "");
        error_about(e, "id");
        detail_candidates(&found, named, arena, e);
        return -ERROR_INVALID;
    }
    *ret = found.items[0];
    return 0;
}

struct str run_cursor_text(struct arena *arena, const struct run_row *row)
{
    return str_format(arena, "%llx-%llx", (unsigned long long) row->created_ms, (unsigned long long) row->number);
}

static bool read_hex(struct str text, int64_t *ret)
{
    uint64_t value = 0;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];

        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return false;
        value = value << 4 | (uint64_t) (c <= '9' ? c - '0' : c - 'a' + 10);
    }
    *ret = (int64_t) value;
    return text.len > 0 && text.len < 16;
}

bool run_cursor_read(struct str text, struct run_cursor *ret)
{
    struct str time, number = text;
    struct run_cursor cursor;

    if (!str_next(&number, '-', &time) || !read_hex(time, &cursor.created_ms) || !read_hex(number, &cursor.number))
        return false;
    *ret = cursor;
    return true;
}

/* $8 is a list of patterns; each must fit the question or the title, or the id where it has "run-". $9: what follows a run. $10: beginnings of
 * conversations; of one whose first run is gone that is the next. */
#define LIST_FILTER                                                                                                    \
    " AND (r.deleted_ms > 0) = $5 AND ($6 = '' OR r.workflow = $6) AND ($7 = 0 OR r.favourite = 1)"                    \
    " AND ($8 = '[]' OR NOT EXISTS (SELECT 1 FROM json_each($8) w WHERE r.query NOT LIKE w.value ESCAPE '\\'"          \
    " AND ifnull(r.title, '') NOT LIKE w.value ESCAPE '\\'"                                                            \
    " AND NOT (w.value LIKE '\\%run-%' ESCAPE '\\' AND r.name LIKE w.value ESCAPE '\\')))"                             \
    " AND ($9 = '' OR r.parent = $9)"                                                                                  \
    " AND ($10 = 0 OR (NOT EXISTS (SELECT 1 FROM run p WHERE p.name = r.parent AND p.owner = r.owner"                  \
    " AND p.deleted_ms = 0) AND EXISTS (SELECT 1 FROM run c WHERE c.parent <> '' AND c.parent = r.name"                \
    " AND c.owner = r.owner AND c.deleted_ms = 0)))"
#define LIST_ORDER                                                                                                     \
    " AND ($11 = 0 OR r.created_ms < $11 OR (r.created_ms = $11 AND r.id < $12))"                                      \
    " ORDER BY r.created_ms DESC, r.id DESC LIMIT $13"
#define LIST_REST LIST_FILTER LIST_ORDER

/* Most runs are over. The few that are not are looked up by their status; of
 * the others the newest are soon found by going back in time, and those of one owner by an index. */
static const char *list_sql(int status, bool everyone, bool parent)
{
    static const char *const by_time = RUN_SELECT
        "WHERE ($1 = '' OR s.status IN ($1, $2, $3)) AND ($4 = '' OR $4 <> '')" LIST_REST;
    static const char *const by_owner = RUN_SELECT
        "WHERE ($1 = '' OR s.status IN ($1, $2, $3)) AND r.owner = $4" LIST_REST;
    static const char *const by_status = RUN_SELECT
        "WHERE r.id IN (SELECT id FROM run_state WHERE status IN ($1, $2, $3)) AND ($4 = '' OR $4 <> '')" LIST_REST;
    static const char *const by_parent = RUN_SELECT
        "WHERE ($1 = '' OR s.status IN ($1, $2, $3)) AND r.owner = $4" LIST_FILTER
        " AND r.parent <> '' AND r.parent = $9" LIST_ORDER;
    static const char *const by_both = RUN_SELECT
        "WHERE r.id IN (SELECT id FROM run_state WHERE status IN ($1, $2, $3)) AND r.owner = $4" LIST_REST;

    if (parent && !everyone)
        return by_parent;
    if (status >= 0 && status < RUN_STATUS_COMPLETED)
        return everyone ? by_status : by_both;
    return everyone ? by_time : by_owner;
}

/* "50 % off" -> ["%50%","%\\%%","%off%"] */
static struct str like_words(struct arena *arena, struct str words)
{
    json_t *list = json_array();
    struct str word;
    struct buf pattern;

    buf_init(&pattern, 2 * words.len + 2);
    while (str_next(&words, ' ', &word)) {
        if (str_empty(word))
            continue;
        buf_clear(&pattern);
        buf_add_char(&pattern, '%');
        for (size_t i = 0; i < word.len; i++) {
            if (word.data[i] == '%' || word.data[i] == '_' || word.data[i] == '\\')
                buf_add_char(&pattern, '\\');
            buf_add_char(&pattern, word.data[i]);
        }
        buf_add_char(&pattern, '%');
        json_array_append_new(list, json_new_str(buf_str(&pattern)));
    }
    buf_free(&pattern);
    struct str text = json_text(arena, list);
    json_decref(list);
    return text;
}

/* $1 to $10 of a list's statement. */
struct list_values {
    struct str status[3], words;
};

static struct list_values list_values(const struct run_filter *filter, struct arena *arena)
{
    struct str status = str(filter->status < 0 ? "" : run_status_words[filter->status]);
    struct list_values v = { { status, status, status }, like_words(arena, filter->words) };

    for (size_t i = 0; i < filter->or_status_n; i++)
        v.status[1 + i] = str(run_status_words[filter->or_status[i]]);
    return v;
}
#define LIST_VALUES(v, filter)                                                                                         \
    TEXT((v).status[0]), TEXT((v).status[1]), TEXT((v).status[2]), TEXT((filter)->owner), INT((filter)->deleted),      \
        TEXT((filter)->workflow), INT((filter)->favourite), TEXT((v).words), TEXT((filter)->parent),                   \
        INT((filter)->roots)

int run_record_list(struct db *db, const struct run_filter *filter, struct arena *arena, struct run_row **ret,
                    size_t *ret_n, struct error *e)
{
    struct list_values v = list_values(filter, arena);

    return query_all(QUERY(db, list_sql(filter->status, filter->everyone, filter->parent.len > 0),
                           LIST_VALUES(v, filter), INT(filter->behind.created_ms), INT(filter->behind.number),
                           INT(filter->limit > 0 ? filter->limit : LIST_LIMIT)),
                     &run_shape, arena, ret, ret_n, e);
}

int run_record_count(struct db *db, const struct run_filter *filter, struct arena *arena, int64_t *ret, struct error *e)
{
    struct list_values v = list_values(filter, arena);

    int r = query_int(QUERY(db,
                            "SELECT count(*) FROM run r JOIN run_state s ON s.id = r.id"
                            " WHERE ($1 = '' OR s.status IN ($1, $2, $3)) AND ($4 = '' OR $4 <> '')" LIST_FILTER
                            " AND (r.owner = $4 OR $11 = 1)",
                            LIST_VALUES(v, filter), INT(filter->everyone)),
                      ret, e);

    return r < 0 ? r : 0;
}

/* --- what its owner says of it --- */

static int changed(struct db *db, struct str id, int r, struct error *e)
{
    return r == 0 && db_changes(db) == 0 ? run_not_found(id, e) : r;
}

int run_record_set_title(struct db *db, struct str id, struct str title, struct error *e)
{
    return changed(db, id, query_run(QUERY(db, "UPDATE run SET title = $1 WHERE name = $2", TEXT(title), TEXT(id)), e),
                   e);
}

int run_record_set_favourite(struct db *db, struct str id, bool favourite, struct error *e)
{
    return changed(
        db, id, query_run(QUERY(db, "UPDATE run SET favourite = $1 WHERE name = $2", INT(favourite), TEXT(id)), e), e);
}

int run_record_set_deleted(struct db *db, struct str id, int64_t deleted_ms, struct error *e)
{
    return changed(db, id,
                   query_run(QUERY(db, "UPDATE run SET deleted_ms = $1 WHERE name = $2", INT(deleted_ms), TEXT(id)), e),
                   e);
}

int run_record_set_share(struct db *db, struct str id, const struct hash *key, struct error *e)
{
    return changed(db, id,
                   query_run(QUERY(db, "UPDATE run SET share_key = $1 WHERE name = $2", HASH(key), TEXT(id)), e), e);
}

int run_record_unshare_all(struct db *db, struct str owner, struct error *e)
{
    return query_run(
        QUERY(db, "UPDATE run SET share_key = NULL WHERE owner = $1 AND share_key IS NOT NULL", TEXT(owner)), e);
}

int run_record_shared(struct db *db, struct hash key, struct arena *arena, struct run_row *ret, struct error *e)
{
    return query_one(QUERY(db, RUN_SELECT "WHERE r.share_key = $1 AND r.deleted_ms = 0", HASH(&key)), &run_shape, arena,
                     ret, e);
}

int run_record_sweep(struct db *db, int64_t before_ms, int64_t *ret, struct error *e)
{
    int r = query_run(QUERY(db, "DELETE FROM run WHERE deleted_ms > 0 AND deleted_ms < $1", INT(before_ms)), e);

    if (r == 0)
        *ret = db_changes(db);
    return r;
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

int run_replace_rows(struct db *db, struct str run, const struct new_rows *rows, struct error *e)
{
    int64_t number;
    int r = run_number(db, run, &number, e);

    if (r == 0)
        r = query_run(QUERY(db, rows->sql, INT(number)), e);
    for (size_t i = 0; i < rows->n && r == 0; i++)
        r = rows->insert(db, number, (char *) rows->rows + i * rows->size, e);
    return r;
}
