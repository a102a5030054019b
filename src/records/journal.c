/* The one way rows get into the journal: run, effect, events, caches and the
 * run's own row in one job, so that all of it is there or nothing. */
#include "records/journal.h"

#include "base/log.h"
#include "records/internal.h"
#include "records/users.h"
#include "text/json.h"

static const char *const state_words[] = { "started", "submitted", "done", NULL };

struct journal_packed {
    struct body body, request, report;
    struct body *cache; /* one per row */
};

struct append {
    struct db *db;
    struct journal_entry *entry;
    struct arena *arena; /* for this append */
    int64_t run, events; /* number of the run, its last event */
    struct str owner;
};

struct run_now {
    int64_t run, epoch, events;
    struct str owner;
};

static int check_epoch(struct append *a, struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct run_now, run, epoch, events),
                                             COLUMN(TEXT, struct run_now, owner), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct run_now), NULL };
    struct run_now now;
    int r = query_one(
        QUERY(a->db,
              "SELECT s.id, s.epoch, s.events, r.owner FROM run r JOIN run_state s ON s.id = r.id WHERE r.name = $1",
              TEXT(a->entry->run)),
        &shape, a->arena, &now, e);

    if (r < 0)
        return r;
    if (r == 0)
        return run_not_found(a->entry->run, e);
    a->run = now.run;
    a->owner = now.owner;
    a->events = now.events;
    if (now.epoch != a->entry->epoch)
        return error_set(e, ERROR_CONFLICT,
                         "run %.*s is no longer ours: its lease is %lld, ours was %lld. Nothing was "
                         "written.",
                         STR_ARG(a->entry->run), (long long) now.epoch, (long long) a->entry->epoch);
    return 0;
}

/* Why the upsert of an effect changed nothing. */
static int effect_refused(struct append *a, const struct effect_row *row, struct error *e)
{
    struct str state = { 0 };
    int r = query_text(
        QUERY(a->db, "SELECT state FROM effect WHERE run = $1 AND path = $2", INT(a->run), TEXT(row->path)), a->arena,
        &state, e);

    if (r < 0)
        return r;
    return error_set(e, ERROR_CONFLICT,
                     str_is(state, "done") ? "run %.*s has finished %.*s already"
                                           : "run %.*s has another request at %.*s",
                     STR_ARG(a->entry->run), STR_ARG(row->path));
}

/* A row that is not done may be written again under the same key: by its own
 * outcome, or by another start, which means that the one before was lost. */
static const char put_effect_sql[] =
    "INSERT INTO effect(run, path, key, kind, state, failed, lost, seen, elapsed_ms, answered_by, remote_id,"
    " error_code, error_message, error_status, error_retry, request, request_hash, body, body_hash, " USAGE_COLUMNS
    ", started_ms, ended_ms, retries) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,"
    " $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31)"
    " ON CONFLICT(run, path) DO UPDATE SET"
    " kind = excluded.kind, state = excluded.state, failed = excluded.failed,"
    " lost = effect.lost + CASE WHEN excluded.state = 'started' THEN 1 ELSE 0 END,"
    " seen = effect.seen | excluded.seen, elapsed_ms = excluded.elapsed_ms, answered_by = excluded.answered_by,"
    " remote_id = CASE WHEN excluded.remote_id = '' THEN effect.remote_id ELSE excluded.remote_id END,"
    " error_code = excluded.error_code, error_message = excluded.error_message,"
    " error_status = excluded.error_status, error_retry = excluded.error_retry,"
    " request = coalesce(excluded.request, effect.request),"
    " request_hash = coalesce(excluded.request_hash, effect.request_hash),"
    " body = excluded.body, body_hash = excluded.body_hash, calls = excluded.calls,"
    " searches = excluded.searches, input_tokens = excluded.input_tokens,"
    " cached_tokens = excluded.cached_tokens, output_tokens = excluded.output_tokens,"
    " reasoning_tokens = excluded.reasoning_tokens, cost_nano = excluded.cost_nano,"
    " cost_unknown = excluded.cost_unknown, estimated = excluded.estimated,"
    " started_ms = CASE WHEN effect.started_ms > 0 THEN effect.started_ms ELSE excluded.started_ms END,"
    " ended_ms = excluded.ended_ms, retries = effect.retries + excluded.retries"
    " WHERE effect.key = excluded.key AND effect.state <> 'done'";

/* For the quotas of its owner; runs of one's own machine have none. */
static int count_spent(struct append *a, const struct usage *usage, struct error *e)
{
    const struct spent_row more = { .tokens = usage->input_tokens + usage->output_tokens,
                                    .cost_nano = usage->cost_nano };

    if (str_empty(a->owner) || (more.tokens == 0 && more.cost_nano == 0))
        return 0;
    return spent_record_add(a->db, a->owner, spent_day(a->entry->now_ms), &more, e);
}

static int put_effect(struct append *a, const struct effect_row *row, const struct body *body,
                      const struct body *request, struct error *e)
{
    const struct error *error = row->failed ? &row->error : NULL;
    int r;

    if ((r = body_store(a->db, body, e)) < 0 || (r = body_store(a->db, request, e)) < 0)
        return r;
    r = query_run(QUERY(a->db, put_effect_sql, INT(a->run), TEXT(row->path), HASH(&row->key), INT(row->kind),
                        TEXT(str(state_words[row->state])), INT(row->failed), INT(row->lost), INT(row->seen),
                        INT(row->elapsed_ms), TEXT(row->answered_by), TEXT(row->remote_id),
                        error ? TEXT(str(error_name(error->code))) : NOTHING,
                        error ? TEXT(log_redacted(a->arena, str(error->message))) : NOTHING,
                        error ? INT(error->status) : NOTHING, error ? INT(error->retry) : NOTHING,
                        BODY(row->request.len ? request : NULL),
                        BODY(row->state == EFFECT_DONE || row->body.len ? body : NULL), USAGE(&row->usage),
                        INT(row->started_ms), INT(row->ended_ms), INT(row->retries)),
                  e);
    if (r == 0 && db_changes(a->db) == 0)
        return effect_refused(a, row, e);
    return r == 0 && row->state == EFFECT_DONE ? count_spent(a, &row->usage, e) : r;
}

/* The number and time that a known event was given. */
static int known_event(struct append *a, struct event_row *event, struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct event_row, seq, time_ms), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct event_row), NULL };
    struct event_row known;
    int r = query_one(QUERY(a->db, "SELECT seq, time_ms FROM event WHERE run = $1 AND path = $2 AND ordinal = $3",
                            INT(a->run), TEXT(event->path), INT(event->ordinal)),
                      &shape, NULL, &known, e);

    if (r == 0)
        return error_set(e, ERROR_INTERNAL, "event %.*s is neither new nor known", STR_ARG(event->path));
    if (r < 0)
        return r;
    event->seq = known.seq;
    event->time_ms = known.time_ms;
    return 0;
}

static int put_event(struct append *a, struct event_row *event, struct error *e)
{
    int r = query_run(QUERY(a->db,
                            "INSERT INTO event(run, seq, time_ms, path, ordinal, type, phase, data)"
                            " VALUES($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT(run, path, ordinal) DO NOTHING",
                            INT(a->run), INT(a->events + 1), INT(a->entry->now_ms), TEXT(event->path),
                            INT(event->ordinal), TEXT(event->type), TEXT(event->phase), TEXT(event->data)),
                      e);

    if (r < 0)
        return r;
    if (db_changes(a->db) == 0)
        return known_event(a, event, e);
    event->seq = ++a->events;
    event->time_ms = a->entry->now_ms;
    return 0;
}

static int put_cache(struct db *db, const struct cache_row *row, const struct body *value, struct error *e)
{
    int r = body_store(db, value, e);

    if (r < 0)
        return r;
    return query_run(
        QUERY(db,
              "INSERT INTO cache(name, key, expires_ms, value, value_hash) VALUES($1, $2, $3, $4, $5)"
              " ON CONFLICT(name, key) DO UPDATE SET expires_ms = excluded.expires_ms, value = excluded.value,"
              " value_hash = excluded.value_hash",
              TEXT(row->name), HASH(&row->key), INT(row->expires_ms), BODY(value)),
        e);
}

int cache_put(struct db *db, const struct cache_row *row, struct error *e)
{
    struct arena *arena = arena_new();
    struct body value = body_pack(arena, row->value);
    int r = put_cache(db, row, &value, e);

    arena_free(arena);
    return r;
}

/* Apart from the rest, since it moves an index entry. */
static int put_status(struct append *a, struct error *e)
{
    return query_run(QUERY(a->db, "UPDATE run_state SET status = $1, wake_at_ms = $2 WHERE id = $3",
                           TEXT(str(run_status_words[a->entry->status])), INT(a->entry->wake_at_ms), INT(a->run)),
                     e);
}

static int put_run(struct append *a, struct error *e)
{
    const struct journal_entry *entry = a->entry;
    const struct body *report = &entry->packed->report;
    bool waits = entry->waiting_path.data;
    int r = 0;

    if (entry->report && (r = blob_put_packed(a->db, report->hash, report->size, report->packed, e)) < 0)
        return r;
    if (entry->set_status && (r = put_status(a, e)) < 0)
        return r;
    return query_run(
        QUERY(a->db,
              "UPDATE run_state SET updated_ms = $1, events = $2, phase = coalesce($3, phase),"
              " active_ms = coalesce($4, active_ms), error = coalesce($5, error),"
              " report_hash = coalesce($6, report_hash), finished_ms = coalesce($7, finished_ms),"
              " waiting_path = coalesce($8, waiting_path), waiting_for = coalesce($9, waiting_for),"
              " waiting_since_ms = coalesce($10, waiting_since_ms), calls = coalesce($11, calls),"
              " searches = coalesce($12, searches), input_tokens = coalesce($13, input_tokens),"
              " cached_tokens = coalesce($14, cached_tokens), output_tokens = coalesce($15, output_tokens),"
              " reasoning_tokens = coalesce($16, reasoning_tokens), cost_nano = coalesce($17, cost_nano),"
              " cost_unknown = coalesce($18, cost_unknown), estimated = coalesce($19, estimated) WHERE id = $20",
              INT(entry->now_ms), INT(a->events), entry->phase.len ? TEXT(entry->phase) : NOTHING,
              entry->active_ms >= 0 ? INT(entry->active_ms) : NOTHING, entry->error.data ? TEXT(entry->error) : NOTHING,
              HASH(entry->report ? &report->hash : NULL), entry->finished ? INT(entry->now_ms) : NOTHING,
              waits ? TEXT(entry->waiting_path) : NOTHING, waits ? TEXT(entry->waiting_for) : NOTHING,
              waits ? INT(entry->waiting_path.len ? entry->now_ms : 0) : NOTHING, USAGE(entry->usage), INT(a->run)),
        e);
}

static int put_state(struct append *a, struct error *e)
{
    return query_run(QUERY(a->db,
                           "INSERT INTO workflow_state(run, time_ms, state) VALUES($1, $2, $3)"
                           " ON CONFLICT(run) DO UPDATE SET time_ms = excluded.time_ms, state = excluded.state",
                           INT(a->run), INT(a->entry->now_ms), TEXT(a->entry->state)),
                     e);
}

static int put_effects(struct append *a, struct error *e)
{
    const struct journal_entry *entry = a->entry;
    int r = 0;

    for (size_t i = 0; i < entry->facts_n && r == 0; i++) {
        struct body body = body_pack(a->arena, entry->facts[i].body),
                    request = body_pack(a->arena, entry->facts[i].request);

        r = put_effect(a, &entry->facts[i], &body, &request, e);
    }
    return r == 0 && entry->effect ? put_effect(a, entry->effect, &entry->packed->body, &entry->packed->request, e) : r;
}

static int append_all(struct append *a, struct error *e)
{
    struct journal_entry *entry = a->entry;
    int r;

    if ((r = check_epoch(a, e)) < 0 || (r = put_effects(a, e)) < 0)
        return r;
    for (size_t i = 0; i < entry->events_n; i++)
        if ((r = put_event(a, &entry->events[i], e)) < 0)
            return r;
    for (size_t i = 0; i < entry->cache_n; i++)
        if ((r = put_cache(a->db, &entry->cache[i], &entry->packed->cache[i], e)) < 0)
            return r;
    if (entry->state.len && (r = put_state(a, e)) < 0)
        return r;
    return put_run(a, e);
}

void journal_pack(struct journal_entry *entry, struct arena *arena)
{
    struct journal_packed *packed = arena_alloc(arena, sizeof *packed);
    const struct effect_row *effect = entry->effect;

    if (effect && (effect->body.len || effect->state == EFFECT_DONE))
        packed->body = body_pack(arena, effect->body);
    if (effect && effect->request.len)
        packed->request = body_pack(arena, effect->request);
    if (entry->report)
        packed->report = (struct body){ .packed = pack(arena, *entry->report),
                                        .hash = hash_of(*entry->report),
                                        .size = entry->report->len,
                                        .is_blob = true };
    packed->cache = arena_calloc(arena, entry->cache_n, sizeof *packed->cache);
    for (size_t i = 0; i < entry->cache_n; i++)
        packed->cache[i] = body_pack(arena, entry->cache[i].value);
    entry->packed = packed;
}

int journal_append(struct db *db, struct journal_entry *entry, struct error *e)
{
    struct append a = { .db = db, .entry = entry, .arena = arena_new() };
    bool packed = entry->packed;

    if (!packed)
        journal_pack(entry, a.arena);
    int r = append_all(&a, e);
    if (!packed)
        entry->packed = NULL;
    arena_free(a.arena);
    return r;
}

int journal_append_last(struct db *db, struct journal_entry *entry, struct error *e)
{
    int r = journal_append(db, entry, e);

    return r < 0 ? r : run_lease_release(db, entry->run, entry->epoch, e);
}

#define EFFECT_COLUMNS                                                                                                              \
    "path, key, kind, state, failed, lost, seen, elapsed_ms, answered_by, remote_id, started_ms, ended_ms, retries, " USAGE_COLUMNS \
    ", error_code, error_message, error_status, error_retry, request, request_hash, body, body_hash"

static const struct column effect_columns[] = {
    COLUMN(TEXT, struct effect_row, path),
    COLUMN(HASH, struct effect_row, key),
    COLUMN(INT, struct effect_row, kind),
    COLUMN(WORD, struct effect_row, state, .words = state_words),
    COLUMN(BOOL, struct effect_row, failed),
    COLUMNS(INT, struct effect_row, lost, seen, elapsed_ms),
    COLUMNS(TEXT, struct effect_row, answered_by, remote_id),
    COLUMNS(INT, struct effect_row, started_ms, ended_ms, retries),
    COLUMN(USAGE, struct effect_row, usage),
    COLUMN_END,
};
enum {
    ERROR_AT = sizeof effect_columns / sizeof *effect_columns - 2 + USAGE_COLUMNS_N,
    REQUEST_AT = ERROR_AT + 4,
    BODY_AT = REQUEST_AT + 2
};

static int read_error(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    struct error *error = &((struct effect_row *) row)->error;
    char name[32];

    (void) db, (void) arena, (void) e;
    error_clear(error);
    if (db_is_null(s, ERROR_AT))
        return 0;
    snprintf(name, sizeof name, "%.*s", STR_ARG(db_text(s, ERROR_AT)));
    error_set(error, error_code_named(name), "%.*s", STR_ARG(db_text(s, ERROR_AT + 1)));
    error->status = (int) db_int(s, ERROR_AT + 2);
    error->retry = db_int(s, ERROR_AT + 3) != 0;
    return 0;
}

static int read_error_and_bodies(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    struct effect_row *effect = row;
    int r;

    read_error(db, s, arena, row, e);
    if ((r = body_column(db, s, REQUEST_AT, arena, &effect->request, e)) < 0 ||
        (r = body_column(db, s, BODY_AT, arena, &effect->body, e)) < 0)
        error_wrap(e, "effect %.*s", STR_ARG(effect->path));
    return r;
}

static const struct shape effect_shape = { effect_columns, sizeof(struct effect_row), read_error },
                          effect_with_bodies = { effect_columns, sizeof(struct effect_row), read_error_and_bodies };

int journal_find(struct db *db, struct str run, struct str path, struct arena *arena, struct effect_row *ret,
                 struct error *e)
{
    return query_one(QUERY(db,
                           "SELECT " EFFECT_COLUMNS " FROM effect WHERE run = (SELECT id FROM run WHERE name = $1)"
                           " AND path = $2",
                           TEXT(run), TEXT(path)),
                     &effect_with_bodies, arena, ret, e);
}

int journal_list(struct db *db, struct str run, bool bodies, struct arena *arena, struct effect_row **ret,
                 size_t *ret_n, struct error *e)
{
    /* The set of numbers first: sorting whole rows would copy their bodies. */
    return query_all(QUERY(db,
                           "SELECT " EFFECT_COLUMNS " FROM effect WHERE id IN (SELECT id FROM effect WHERE run = $1)"
                           " ORDER BY id",
                           RUN(run)),
                     bodies ? &effect_with_bodies : &effect_shape, arena, ret, ret_n, e);
}

/* Deletes rows: $1 is the run, then the path where one is given, then the list of paths. */
static int drop(struct db *db, struct journal_entry *entry, const char *sql, struct str path,
                const struct str_list *paths, struct error *e)
{
    struct append a = { .db = db, .entry = entry, .arena = arena_new() };
    json_t *list = json_new_strs(paths);
    int r = check_epoch(&a, e);

    if (r == 0)
        r = query_run(QUERY(db, sql, INT(a.run), path.data ? TEXT(path) : NO_VALUES, TEXT(json_text(a.arena, list))),
                      e);
    json_decref(list);
    arena_free(a.arena);
    return r;
}

int journal_drop_from(struct db *db, struct str run, int64_t epoch, struct str path, const struct str_list *keep,
                      struct error *e)
{
    return drop(db, &(struct journal_entry){ .run = run, .epoch = epoch },
                "DELETE FROM effect WHERE run = $1 AND id >= (SELECT id FROM effect WHERE run = $1 AND path = $2)"
                " AND (path = $2 OR path NOT IN (SELECT value FROM json_each($3)))",
                path, keep, e);
}

int journal_drop_cut(struct db *db, struct str run, int64_t epoch, const struct str_list *facts, struct error *e)
{
    return drop(db, &(struct journal_entry){ .run = run, .epoch = epoch },
                "DELETE FROM effect WHERE run = $1 AND (path IN (SELECT value FROM json_each($2))"
                " OR (failed AND error_code IN ('finish', 'budget')))",
                (struct str){ 0 }, facts, e);
}

/* Each part with its length before it, so that no two journals read alike. */
static void digest_part(struct hasher *hasher, struct str part)
{
    char length[24];

    snprintf(length, sizeof length, "%zu:", part.len);
    hasher_add(hasher, str(length));
    hasher_add(hasher, part);
}

static int read_outline(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    struct arena *scratch = arena_new();
    struct effect_row effect;
    int r = row_read(db, s, &effect_with_bodies, scratch, &effect, e);

    if (r == 0)
        *(struct outline_row *) row = (struct outline_row){
            .path = str_dup(arena, effect.path),
            .key = effect.key,
            .body = hash_of(effect.body),
            .outcome = str(effect.failed ? error_name(effect.error.code) : "done"),
            .started_ms = effect.started_ms,
            .ended_ms = effect.ended_ms,
            .answered_by = str_dup(arena, effect.answered_by),
        };
    arena_free(scratch);
    return r;
}

int journal_outline(struct db *db, struct str run, struct arena *arena, struct outline_row **ret, size_t *ret_n,
                    struct error *e)
{
    static const struct column columns[] = { COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct outline_row), read_outline };

    return query_all(
        QUERY(db, "SELECT " EFFECT_COLUMNS " FROM effect WHERE run = $1 AND state = 'done' ORDER BY path", RUN(run)),
        &shape, arena, ret, ret_n, e);
}

struct hash outline_digest(const struct outline_row *rows, size_t n)
{
    struct hasher *hasher = hasher_begin();

    for (size_t i = 0; i < n; i++) {
        digest_part(hasher, rows[i].path);
        digest_part(hasher, str_n((const char *) rows[i].key.bytes, HASH_SIZE));
        digest_part(hasher, rows[i].outcome);
        digest_part(hasher, str_n((const char *) rows[i].body.bytes, HASH_SIZE));
    }
    return hasher_end(hasher);
}

int spending_list(struct db *db, struct str owner, struct arena *arena, struct spending_row **ret, size_t *ret_n,
                  struct error *e)
{
    static const struct column columns[] = { COLUMN(TEXT, struct spending_row, answered_by),
                                             COLUMNS(INT, struct spending_row, calls, searches, cost_nano),
                                             COLUMN(BOOL, struct spending_row, cost_unknown), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct spending_row), NULL };

    return query_all(
        QUERY(db,
              "SELECT e.answered_by, sum(e.calls), sum(e.searches), sum(e.cost_nano), max(e.cost_unknown) FROM effect e"
              " JOIN run r ON r.id = e.run WHERE e.answered_by <> '' AND ($1 = '' OR r.owner = $1)"
              " GROUP BY e.answered_by ORDER BY e.answered_by",
              TEXT(owner)),
        &shape, arena, ret, ret_n, e);
}
