/* Bundles and our own store: a run is loaded as one, a checked one becomes a run. */
#include "records/bundle.h"

#include "records/internal.h"
#include "records/runs.h"
#include "text/json.h"

struct outline_text {
    struct str path, key, body, outcome;
};
static const struct field outline_fields[] = {
    FIELDS(STR, struct outline_text, path, key, body, outcome),
    FIELD_END,
};
struct outline_list {
    struct outline_text *rows;
    size_t rows_n;
};
static const struct field outline_list_fields[] = {
    FIELD_LIST(struct outline_list, rows, rows_n, struct outline_text, outline_fields),
    FIELD_END,
};

static struct str outline_json(struct arena *arena, const struct outline_row *rows, size_t n)
{
    struct outline_list list = { .rows = arena_calloc(arena, n + 1, sizeof *list.rows), .rows_n = n };

    for (size_t i = 0; i < n; i++) {
        char key[HASH_HEX_SIZE], body[HASH_HEX_SIZE];

        hash_hex(rows[i].key, key);
        hash_hex(rows[i].body, body);
        list.rows[i] = (struct outline_text){ rows[i].path, str_dup(arena, str(key)), str_dup(arena, str(body)),
                                              rows[i].outcome };
    }
    return json_encode_text(arena, outline_list_fields, &list);
}

static int outline_parse(struct arena *arena, struct str text, struct bundle *ret, struct error *e)
{
    struct outline_list list = { 0 };
    int r = json_decode_text(text, outline_list_fields, &list, DECODE_LENIENT, arena, e);

    if (r < 0)
        return r;
    ret->outline = arena_calloc(arena, list.rows_n + 1, sizeof *ret->outline);
    for (size_t i = 0; i < list.rows_n; i++) {
        ret->outline[i] = (struct outline_row){ .path = list.rows[i].path, .outcome = list.rows[i].outcome };
        if (!hash_from_hex(list.rows[i].key, &ret->outline[i].key) ||
            !hash_from_hex(list.rows[i].body, &ret->outline[i].body))
            return error_set(e, ERROR_STORE, "the journal of an imported run is damaged");
    }
    ret->outline_n = list.rows_n;
    return 0;
}

/* 1 and the outline it came with, when the run was imported. */
static int imported_outline(struct db *db, struct str run, struct arena *arena, struct bundle *ret, struct error *e)
{
    static const struct column columns[] = { { .type = COLUMN_HASH }, COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct hash), NULL };
    struct hash hash;
    struct str text;
    int r = query_one(QUERY(db, "SELECT journal_hash FROM imported WHERE run = $1", RUN(run)), &shape, arena, &hash, e);

    if (r <= 0)
        return r;
    r = blob_get(db, hash, arena, &text, e);
    if (r == 0)
        r = outline_parse(arena, text, ret, e);
    return r < 0 ? r : 1;
}

/* A report that an older program wrote says nothing about it. */
static int64_t claims_version_of(struct str report)
{
    json_t *value = NULL;
    int64_t version = json_parse(report, &value, NULL) < 0 ? 1 : json_get_int(value, "claimsVersion", 1);

    json_decref(value);
    return version;
}

int bundle_load(struct db *db, struct str run, struct arena *arena, struct bundle *ret, struct error *e)
{
    struct bundle bundle = { 0 };
    struct run_row row;
    int r = run_record_get(db, run, arena, &row, e);

    if (r < 0)
        return r;
    if (!row.has_report)
        return error_set(e, ERROR_CONFLICT, "%.*s has no report, so there is nothing to bundle.", STR_ARG(run));
    bundle.run = row.id;
    bundle.question = row.query;
    bundle.workflow = row.workflow;
    bundle.engine_version = row.engine_version;
    bundle.workflow_version = row.workflow_version;
    bundle.report_hash = row.report;
    if ((r = blob_get(db, row.report, arena, &bundle.report, e)) < 0 ||
        (r = source_record_list(db, run, true, arena, &bundle.sources, &bundle.sources_n, e)) < 0 ||
        (r = claim_record_list(db, run, -1, arena, &bundle.claims, &bundle.claims_n, e)) < 0 ||
        (r = imported_outline(db, run, arena, &bundle, e)) < 0)
        return r;
    if (r == 0 && (r = journal_outline(db, run, arena, &bundle.outline, &bundle.outline_n, e)) < 0)
        return r;
    bundle.claims_version = claims_version_of(bundle.report);
    bundle.journal = outline_digest(bundle.outline, bundle.outline_n);
    *ret = bundle;
    return 0;
}

static int put_imported(struct db *db, const struct bundle *bundle, struct hash digest, struct error *e)
{
    struct arena *arena = arena_new();
    struct hash journal;
    int r = blob_put(db, outline_json(arena, bundle->outline, bundle->outline_n), &journal, e);

    if (r == 0)
        r = query_run(QUERY(db, "INSERT INTO imported(run, digest, journal_hash) VALUES($1, $2, $3)", RUN(bundle->run),
                            HASH(&digest), HASH(&journal)),
                      e);
    arena_free(arena);
    return r;
}

int bundle_store(struct db *db, const struct bundle *bundle, struct hash digest, struct str owner, int64_t now_ms,
                 struct error *e)
{
    static const char no_seed[HASH_SIZE];
    struct run_row row = {
        .id = bundle->run,
        .status = RUN_STATUS_COMPLETED,
        .workflow = bundle->workflow,
        .phase = str("imported"),
        .query = bundle->question,
        .settings = str("{}"),
        .engine_version = bundle->engine_version,
        .workflow_version = bundle->workflow_version,
        .seed = str_n(no_seed, HASH_SIZE),
        .owner = owner,
        .created_ms = now_ms,
        .updated_ms = now_ms,
        .finished_ms = now_ms,
        .has_report = true,
    };
    int r = blob_put(db, bundle->report, &row.report, e);

    if (r == 0)
        r = run_record_insert(db, &row, e);
    if (r == 0)
        r = source_record_put(db, bundle->run, bundle->sources, bundle->sources_n, e);
    if (r == 0)
        r = claim_record_put(db, bundle->run, bundle->claims, bundle->claims_n, e);
    if (r == 0)
        r = put_imported(db, bundle, digest, e);
    return r;
}
