/* The one way rows get into the journal: run, effect, events, caches and the
 * run's own row in one job, so that all of it is there or nothing. */
#include "records/journal.h"

#include "base/log.h"
#include "records/internal.h"
#include "text/json.h"

static const char *const state_words[] = { "started", "submitted", "done" };

struct journal_packed {
    struct body body, request, report;
    struct body *cache; /* one per row */
};

struct append {
    struct db *db;
    struct journal_entry *entry;
    struct arena *arena; /* for this append */
    int64_t run, events; /* number of the run, its last event */
};

static int check_epoch(struct append *a, struct error *e)
{
    struct statement *s;
    int64_t epoch = 0;
    int r = db_prepare(
        a->db, "SELECT s.id, s.epoch, s.events FROM run r JOIN run_state s ON s.id = r.id WHERE r.name = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, a->entry->run);
    r = db_step(s, e);
    if (r == 1) {
        a->run = db_int(s, 0);
        epoch = db_int(s, 1);
        a->events = db_int(s, 2);
    }
    db_end(s);
    if (r < 0)
        return r;
    if (r == 0)
        return run_not_found(a->entry->run, e);
    if (epoch != a->entry->epoch)
        return error_set(e, ERROR_CONFLICT,
                         "run %.*s is no longer ours: its lease is %lld, ours was %lld. Nothing was "
                         "written.",
                         STR_ARG(a->entry->run), (long long) epoch, (long long) a->entry->epoch);
    return 0;
}

/* Why the upsert of an effect changed nothing. */
static int effect_refused(struct append *a, const struct effect_row *row, struct error *e)
{
    struct statement *s;
    int r = db_prepare(a->db, "SELECT state FROM effect WHERE run = $1 AND path = $2", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, a->run);
    db_bind_text(s, 2, row->path);
    r = db_step(s, e);
    bool done = r == 1 && str_is(db_text(s, 0), "done");
    db_end(s);
    if (r < 0)
        return r;
    return error_set(e, ERROR_CONFLICT,
                     done ? "run %.*s has finished %.*s already" : "run %.*s has another request at %.*s",
                     STR_ARG(a->entry->run), STR_ARG(row->path));
}

static void bind_error(struct statement *s, int at, const struct effect_row *row, struct arena *arena)
{
    if (!row->failed) {
        for (int i = 0; i < 4; i++)
            db_bind_null(s, at + i);
        return;
    }
    db_bind_text(s, at, str(error_name(row->error.code)));
    db_bind_text(s, at + 1, log_redacted(arena, str(row->error.message)));
    db_bind_int(s, at + 2, row->error.status);
    db_bind_int(s, at + 3, row->error.retry);
}

/* A row that is not done may be written again under the same key: by its own
 * outcome, or by another start, which means that the one before was lost. */
static int put_effect(struct append *a, const struct effect_row *row, const struct body *body,
                      const struct body *request, struct error *e)
{
    struct statement *s;
    int r;

    if ((r = body_store(a->db, body, e)) < 0 || (r = body_store(a->db, request, e)) < 0)
        return r;
    r = db_prepare(
        a->db,
        "INSERT INTO effect(run, path, key, kind, state, failed, lost, seen, elapsed_ms, answered_by, remote_id,"
        " error_code, error_message, error_status, error_retry, request, request_hash, body, body_hash, " USAGE_COLUMNS
        ") VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,"
        " $20, $21, $22, $23, $24, $25, $26, $27, $28)"
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
        " cost_unknown = excluded.cost_unknown, estimated = excluded.estimated"
        " WHERE effect.key = excluded.key AND effect.state <> 'done'",
        &s, e);
    if (r < 0)
        return r;
    db_bind_int(s, 1, a->run);
    db_bind_text(s, 2, row->path);
    hash_bind(s, 3, &row->key);
    db_bind_int(s, 4, row->kind);
    db_bind_text(s, 5, str(state_words[row->state]));
    db_bind_int(s, 6, row->failed);
    db_bind_int(s, 7, row->lost);
    db_bind_int(s, 8, row->seen);
    db_bind_int(s, 9, row->elapsed_ms);
    db_bind_text(s, 10, row->answered_by);
    db_bind_text(s, 11, row->remote_id);
    bind_error(s, 12, row, a->arena);
    body_bind(s, 16, row->request.len ? request : NULL);
    body_bind(s, 18, row->state == EFFECT_DONE || row->body.len ? body : NULL);
    usage_bind(s, 20, &row->usage);
    r = db_step(s, e);
    db_end(s);
    if (r == 0 && db_changes(a->db) == 0)
        return effect_refused(a, row, e);
    return r;
}

/* The number and time that a known event was given. */
static int known_event(struct append *a, struct event_row *event, struct error *e)
{
    struct statement *s;
    int r = db_prepare(a->db, "SELECT seq, time_ms FROM event WHERE run = $1 AND path = $2 AND ordinal = $3", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, a->run);
    db_bind_text(s, 2, event->path);
    db_bind_int(s, 3, event->ordinal);
    r = db_step(s, e);
    if (r == 1) {
        event->seq = db_int(s, 0);
        event->time_ms = db_int(s, 1);
    }
    db_end(s);
    return r == 0  ? error_set(e, ERROR_INTERNAL, "event %.*s is neither new nor known", STR_ARG(event->path))
           : r < 0 ? r
                   : 0;
}

static int put_event(struct append *a, struct event_row *event, struct error *e)
{
    struct statement *s;
    int r = db_prepare(
        a->db,
        "INSERT INTO event(run, seq, time_ms, path, ordinal, type, phase, data) VALUES($1, $2, $3, $4, $5, $6, $7, $8)"
        " ON CONFLICT(run, path, ordinal) DO NOTHING",
        &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, a->run);
    db_bind_int(s, 2, a->events + 1);
    db_bind_int(s, 3, a->entry->now_ms);
    db_bind_text(s, 4, event->path);
    db_bind_int(s, 5, event->ordinal);
    db_bind_text(s, 6, event->type);
    db_bind_text(s, 7, event->phase);
    db_bind_text(s, 8, event->data);
    r = db_step(s, e);
    db_end(s);
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
    struct statement *s;
    int r = body_store(db, value, e);

    if (r < 0)
        return r;
    r = db_prepare(db,
                   "INSERT INTO cache(name, key, expires_ms, value, value_hash) VALUES($1, $2, $3, $4, $5)"
                   " ON CONFLICT(name, key) DO UPDATE SET expires_ms = excluded.expires_ms, value = excluded.value,"
                   " value_hash = excluded.value_hash",
                   &s, e);
    if (r < 0)
        return r;
    db_bind_text(s, 1, row->name);
    hash_bind(s, 2, &row->key);
    db_bind_int(s, 3, row->expires_ms);
    body_bind(s, 4, value);
    r = db_step(s, e);
    db_end(s);
    return r;
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
    struct statement *s;
    int r = db_prepare(a->db, "UPDATE run_state SET status = $1 WHERE id = $2", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, str(run_status_words[a->entry->status]));
    db_bind_int(s, 2, a->run);
    r = db_step(s, e);
    db_end(s);
    return r;
}

static void bind_text_if(struct statement *s, int at, struct str text, bool given)
{
    if (given)
        db_bind_text(s, at, text);
    else
        db_bind_null(s, at);
}

static void bind_int_if(struct statement *s, int at, int64_t value, bool given)
{
    if (given)
        db_bind_int(s, at, value);
    else
        db_bind_null(s, at);
}

static int put_run(struct append *a, struct error *e)
{
    const struct journal_entry *entry = a->entry;
    const struct body *report = &entry->packed->report;
    struct statement *s;
    bool waits = entry->waiting_path.data;
    int r = 0;

    if (entry->report && (r = blob_put_packed(a->db, report->hash, report->size, report->packed, e)) < 0)
        return r;
    if (entry->set_status && (r = put_status(a, e)) < 0)
        return r;
    r = db_prepare(a->db,
                   "UPDATE run_state SET updated_ms = $1, events = $2, phase = coalesce($3, phase),"
                   " active_ms = coalesce($4, active_ms), error = coalesce($5, error),"
                   " report_hash = coalesce($6, report_hash), finished_ms = coalesce($7, finished_ms),"
                   " waiting_path = coalesce($8, waiting_path), waiting_for = coalesce($9, waiting_for),"
                   " waiting_since_ms = coalesce($10, waiting_since_ms), calls = coalesce($11, calls),"
                   " searches = coalesce($12, searches), input_tokens = coalesce($13, input_tokens),"
                   " cached_tokens = coalesce($14, cached_tokens), output_tokens = coalesce($15, output_tokens),"
                   " reasoning_tokens = coalesce($16, reasoning_tokens), cost_nano = coalesce($17, cost_nano),"
                   " cost_unknown = coalesce($18, cost_unknown), estimated = coalesce($19, estimated) WHERE id = $20",
                   &s, e);
    if (r < 0)
        return r;
    db_bind_int(s, 1, entry->now_ms);
    db_bind_int(s, 2, a->events);
    bind_text_if(s, 3, entry->phase, entry->phase.len > 0);
    bind_int_if(s, 4, entry->active_ms, entry->active_ms >= 0);
    bind_text_if(s, 5, entry->error, entry->error.data);
    hash_bind(s, 6, entry->report ? &report->hash : NULL);
    bind_int_if(s, 7, entry->now_ms, entry->finished);
    bind_text_if(s, 8, entry->waiting_path, waits);
    bind_text_if(s, 9, entry->waiting_for, waits);
    bind_int_if(s, 10, entry->waiting_path.len ? entry->now_ms : 0, waits);
    if (entry->usage)
        usage_bind(s, 11, entry->usage);
    db_bind_int(s, 20, a->run);
    r = db_step(s, e);
    db_end(s);
    return r;
}

static int put_state(struct append *a, struct error *e)
{
    struct statement *s;
    int r = db_prepare(a->db,
                       "INSERT INTO workflow_state(run, time_ms, state) VALUES($1, $2, $3)"
                       " ON CONFLICT(run) DO UPDATE SET time_ms = excluded.time_ms, state = excluded.state",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, a->run);
    db_bind_int(s, 2, a->entry->now_ms);
    db_bind_text(s, 3, a->entry->state);
    r = db_step(s, e);
    db_end(s);
    return r;
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

#define EFFECT_COLUMNS                                                                                                 \
    "path, key, kind, state, failed, lost, seen, elapsed_ms, answered_by, remote_id, error_code, error_message,"       \
    " error_status, error_retry, " USAGE_COLUMNS ", request, request_hash, body, body_hash"

static enum effect_state state_named(struct str word)
{
    return str_is(word, "done") ? EFFECT_DONE : str_is(word, "submitted") ? EFFECT_SUBMITTED : EFFECT_STARTED;
}

static struct error error_column(struct statement *s, int column)
{
    struct error error;
    char name[32];

    if (db_is_null(s, column)) {
        error_clear(&error);
        return error;
    }
    snprintf(name, sizeof name, "%.*s", STR_ARG(db_text(s, column)));
    error_set(&error, error_code_named(name), "%.*s", STR_ARG(db_text(s, column + 1)));
    error.status = (int) db_int(s, column + 2);
    error.retry = db_int(s, column + 3) != 0;
    return error;
}

static int read_effect(struct db *db, struct statement *s, bool bodies, struct arena *arena, struct effect_row *ret,
                       struct error *e)
{
    struct effect_row row = {
        .path = db_text_dup(arena, s, 0),
        .kind = (int) db_int(s, 2),
        .state = state_named(db_text(s, 3)),
        .failed = db_int(s, 4) != 0,
        .lost = (int) db_int(s, 5),
        .seen = (int) db_int(s, 6),
        .elapsed_ms = db_int(s, 7),
        .answered_by = db_text_dup(arena, s, 8),
        .remote_id = db_text_dup(arena, s, 9),
        .error = error_column(s, 10),
        .usage = usage_column(s, 14),
    };
    int r;

    hash_column(s, 1, &row.key);
    if (bodies && ((r = body_column(db, s, 23, arena, &row.request, e)) < 0 ||
                   (r = body_column(db, s, 25, arena, &row.body, e)) < 0)) {
        error_wrap(e, "effect %.*s", STR_ARG(row.path));
        return r;
    }
    *ret = row;
    return 0;
}

int journal_find(struct db *db, struct str run, struct str path, struct arena *arena, struct effect_row *ret,
                 struct error *e)
{
    struct statement *s;
    int r = db_prepare(
        db, "SELECT " EFFECT_COLUMNS " FROM effect WHERE run = (SELECT id FROM run WHERE name = $1) AND path = $2", &s,
        e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, run);
    db_bind_text(s, 2, path);
    r = db_step(s, e);
    if (r == 1) {
        int read = read_effect(db, s, true, arena, ret, e);
        r = read < 0 ? read : 1;
    }
    db_end(s);
    return r;
}

int journal_list(struct db *db, struct str run, bool bodies, struct arena *arena, struct effect_row **ret,
                 size_t *ret_n, struct error *e)
{
    struct effect_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    /* The set of numbers first: sorting whole rows would copy their bodies. */
    int r = run_prepare(
        db, run, "SELECT " EFFECT_COLUMNS " FROM effect WHERE id IN (SELECT id FROM effect WHERE run = $1) ORDER BY id",
        &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        if ((r = read_effect(db, s, bodies, arena, &rows[n], e)) < 0)
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

int journal_drop_from(struct db *db, struct str run, int64_t epoch, struct str path, const struct str_list *keep,
                      struct error *e)
{
    struct journal_entry entry = { .run = run, .epoch = epoch };
    struct append a = { .db = db, .entry = &entry, .arena = arena_new() };
    json_t *kept = json_new_strs(keep);
    struct statement *s;
    int r = check_epoch(&a, e);

    if (r == 0)
        r = db_prepare(
            db,
            "DELETE FROM effect WHERE run = $1 AND id >= (SELECT id FROM effect WHERE run = $1 AND path = $2)"
            " AND (path = $2 OR path NOT IN (SELECT value FROM json_each($3)))",
            &s, e);
    if (r == 0) {
        db_bind_int(s, 1, a.run);
        db_bind_text(s, 2, path);
        db_bind_text(s, 3, json_text(a.arena, kept));
        r = db_step(s, e);
        db_end(s);
    }
    json_decref(kept);
    arena_free(a.arena);
    return r;
}

int journal_drop_cut(struct db *db, struct str run, int64_t epoch, const struct str_list *facts, struct error *e)
{
    struct journal_entry entry = { .run = run, .epoch = epoch };
    struct append a = { .db = db, .entry = &entry, .arena = arena_new() };
    json_t *paths = json_new_strs(facts);
    struct statement *s;
    int r = check_epoch(&a, e);

    if (r == 0)
        r = db_prepare(db,
                       "DELETE FROM effect WHERE run = $1 AND (path IN (SELECT value FROM json_each($2))"
                       " OR (failed AND error_code IN ('finish', 'budget')))",
                       &s, e);
    if (r == 0) {
        db_bind_int(s, 1, a.run);
        db_bind_text(s, 2, json_text(a.arena, paths));
        r = db_step(s, e);
        db_end(s);
    }
    json_decref(paths);
    arena_free(a.arena);
    return r;
}

/* Each part with its length before it, so that no two journals read alike. */
static void digest_part(struct hasher *hasher, struct str part)
{
    char length[24];

    snprintf(length, sizeof length, "%zu:", part.len);
    hasher_add(hasher, str(length));
    hasher_add(hasher, part);
}

static int read_outline(struct db *db, struct statement *s, struct arena *arena, struct outline_row *ret,
                        struct error *e)
{
    struct arena *scratch = arena_new();
    struct effect_row row;
    int r = read_effect(db, s, true, scratch, &row, e);

    if (r == 0)
        *ret = (struct outline_row){ str_dup(arena, row.path), row.key, hash_of(row.body),
                                     str(row.failed ? error_name(row.error.code) : "done") };
    arena_free(scratch);
    return r;
}

int journal_outline(struct db *db, struct str run, struct arena *arena, struct outline_row **ret, size_t *ret_n,
                    struct error *e)
{
    struct outline_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = run_prepare(db, run,
                        "SELECT " EFFECT_COLUMNS " FROM effect WHERE run = $1 AND state = 'done' ORDER BY path", &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        if ((r = read_outline(db, s, arena, &rows[n], e)) < 0)
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

int journal_digest(struct db *db, struct str run, struct hash *ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct outline_row *rows;
    size_t n;
    int r = journal_outline(db, run, arena, &rows, &n, e);

    if (r == 0)
        *ret = outline_digest(rows, n);
    arena_free(arena);
    return r;
}

int spending_list(struct db *db, struct str owner, struct arena *arena, struct spending_row **ret, size_t *ret_n,
                  struct error *e)
{
    struct spending_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(
        db,
        "SELECT e.answered_by, sum(e.calls), sum(e.searches), sum(e.cost_nano), max(e.cost_unknown) FROM effect e"
        " JOIN run r ON r.id = e.run WHERE e.answered_by <> '' AND ($1 = '' OR r.owner = $1)"
        " GROUP BY e.answered_by ORDER BY e.answered_by",
        &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, owner);
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        rows[n++] = (struct spending_row){ db_text_dup(arena, s, 0), db_int(s, 1), db_int(s, 2), db_int(s, 3),
                                           db_int(s, 4) != 0 };
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}
