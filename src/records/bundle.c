#include "records/bundle.h"

#include "records/internal.h"
#include "store/image.h"
#include "text/json.h"

enum { APPLICATION = 0x6661746c /* "fatl" */, HEX = 64 };

static const char trailer_head[] = "\nfathom bundle 1, sha256 of all before this line: ";
enum { TRAILER = sizeof trailer_head - 1 + HEX + 1 };

#define SCHEMA(pages)                                                                                                            \
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"                                       \
    "CREATE TABLE report(id INTEGER PRIMARY KEY CHECK(id = 1), json TEXT NOT NULL) STRICT;"                                      \
    "CREATE TABLE source(number INTEGER PRIMARY KEY, name TEXT NOT NULL, url TEXT NOT NULL, canonical_url TEXT NOT NULL,"        \
    " title TEXT NOT NULL, snippet TEXT NOT NULL, author TEXT NOT NULL, date TEXT NOT NULL, engine TEXT NOT NULL,"               \
    " query TEXT NOT NULL, relevance REAL NOT NULL, snippet_only INTEGER NOT NULL, hash BLOB NOT NULL, text BLOB NOT NULL" pages \
    ") STRICT;"                                                                                                                  \
    "CREATE TABLE claim(number INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;"                                                 \
    "CREATE TABLE journal(ordinal INTEGER PRIMARY KEY, path TEXT NOT NULL, key BLOB NOT NULL, outcome TEXT NOT NULL,"            \
    " body BLOB NOT NULL) STRICT;"
#define SELECT_SOURCES(pages)                                                                                          \
    "SELECT " SOURCE_HEAD ", relevance, snippet_only, hash, text, " pages " FROM source ORDER BY number"

/* The parts of each version; versions start at 1. */
static const struct {
    const char *schema, *sources;
} versions[BUNDLE_VERSION + 1] = {
    [1] = { SCHEMA(""), SELECT_SOURCES("''") },
    [2] = { SCHEMA(", pages TEXT NOT NULL"), SELECT_SOURCES("pages") },
};

static const struct column source_columns[] = { SOURCE_HEAD_COLUMNS,
                                                COLUMN(REAL, struct source_row, relevance),
                                                COLUMN(BOOL, struct source_row, snippet_only),
                                                COLUMN(HASH, struct source_row, hash),
                                                COLUMN(BYTES, struct source_row, text),
                                                COLUMN(TEXT, struct source_row, pages),
                                                COLUMN_END };

static const struct column outline_columns[] = { COLUMN(TEXT, struct outline_row, path),
                                                 COLUMN(HASH, struct outline_row, key),
                                                 COLUMN(TEXT, struct outline_row, outcome),
                                                 COLUMN(HASH, struct outline_row, body), COLUMN_END };

/* --- the trailer --- */

bool bundle_digest(struct str bytes, struct hash *ret)
{
    if (bytes.len < TRAILER)
        return false;
    struct str trailer = str_sub(bytes, bytes.len - TRAILER, bytes.len);
    return str_starts(trailer, trailer_head) && trailer.data[TRAILER - 1] == '\n' &&
           hash_from_hex(str_sub(trailer, TRAILER - 1 - HEX, TRAILER - 1), ret);
}

static struct str seal(struct arena *arena, struct str database)
{
    char hex[HASH_HEX_SIZE];
    char *out = arena_alloc(arena, database.len + TRAILER + 1);

    hash_hex(hash_of(database), hex);
    memcpy(out, database.data, database.len);
    memcpy(out + database.len, trailer_head, sizeof trailer_head - 1);
    memcpy(out + database.len + sizeof trailer_head - 1, hex, HEX);
    out[database.len + TRAILER - 1] = '\n';
    return str_n(out, database.len + TRAILER);
}

/* --- writing --- */

static int put_meta(struct db *db, const char *name, struct str value, struct error *e)
{
    return query_run(QUERY(db, "INSERT INTO meta(name, value) VALUES($1, $2)", TEXT(str(name)), TEXT(value)), e);
}

static int put_all_meta(struct db *db, const struct bundle *b, struct arena *arena, struct error *e)
{
    char report[HASH_HEX_SIZE], journal[HASH_HEX_SIZE];
    int r = 0;

    hash_hex(b->report_hash, report);
    hash_hex(b->journal, journal);
    const struct {
        const char *name;
        struct str value;
    } all[] = {
        { "run", b->run },
        { "question", b->question },
        { "workflow", b->workflow },
        { "engineVersion", b->engine_version },
        { "workflowVersion", b->workflow_version },
        { "reportSha256", str(report) },
        { "journalSha256", str(journal) },
        { "claimsVersion", str_format(arena, "%lld", (long long) b->claims_version) },
    };
    for (size_t i = 0; r == 0 && i < sizeof all / sizeof *all; i++)
        r = put_meta(db, all[i].name, all[i].value, e);
    return r;
}

static int put_report(struct db *db, struct str json, struct error *e)
{
    return query_run(QUERY(db, "INSERT INTO report(id, json) VALUES(1, $1)", TEXT(json)), e);
}

static int put_source(struct db *db, const struct source_row *row, struct error *e)
{
    return query_run(QUERY(db,
                           "INSERT INTO source(number, name, url, canonical_url, title, snippet, author, date, engine,"
                           " query, relevance, snippet_only, hash, text, pages)"
                           " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
                           ROW(source_columns, row)),
                     e);
}

static int put_claim(struct db *db, const struct claim_row *row, struct error *e)
{
    struct arena *arena = arena_new();
    int r = query_run(QUERY(db, "INSERT INTO claim(number, json) VALUES($1, $2)", INT(row->number),
                            TEXT(json_encode_text(arena, claim_row_fields, row))),
                      e);

    arena_free(arena);
    return r;
}

static int put_outline(struct db *db, size_t at, const struct outline_row *row, struct error *e)
{
    return query_run(QUERY(db, "INSERT INTO journal(ordinal, path, key, outcome, body) VALUES($1, $2, $3, $4, $5)",
                           INT(at + 1), ROW(outline_columns, row)),
                     e);
}

int bundle_write(const struct bundle *bundle, struct arena *arena, struct str *ret, struct error *e)
{
    struct db *db;
    struct str database;
    int r = image_new(versions[BUNDLE_VERSION].schema, APPLICATION, BUNDLE_VERSION, &db, e);

    if (r < 0)
        return r;
    r = put_all_meta(db, bundle, arena, e);
    if (r == 0)
        r = put_report(db, bundle->report, e);
    for (size_t i = 0; r == 0 && i < bundle->sources_n; i++)
        r = put_source(db, &bundle->sources[i], e);
    for (size_t i = 0; r == 0 && i < bundle->claims_n; i++)
        r = put_claim(db, &bundle->claims[i], e);
    for (size_t i = 0; r == 0 && i < bundle->outline_n; i++)
        r = put_outline(db, i, &bundle->outline[i], e);
    if (r == 0)
        r = image_bytes(db, arena, &database, e);
    image_close(db);
    if (r == 0 && database.len > BUNDLE_MAX)
        r = error_set(e, ERROR_LIMIT, "the bundle would be larger than %d MB", BUNDLE_MAX >> 20);
    if (r == 0)
        *ret = seal(arena, database);
    return r;
}

/* --- reading --- */

static int get_meta(struct db *db, struct arena *arena, struct bundle *ret, struct error *e)
{
    struct str report = { 0 }, journal = { 0 }, claims = { 0 };
    const struct {
        const char *name;
        struct str *into;
    } all[] = {
        { "run", &ret->run },
        { "question", &ret->question },
        { "workflow", &ret->workflow },
        { "engineVersion", &ret->engine_version },
        { "workflowVersion", &ret->workflow_version },
        { "reportSha256", &report },
        { "journalSha256", &journal },
        { "claimsVersion", &claims },
    };
    struct statement *s;
    int r = query_begin(QUERY(db, "SELECT name, value FROM meta", NO_VALUES), &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (str_is(db_text(s, 0), all[i].name))
                *all[i].into = db_text_dup(arena, s, 1);
    db_end(s);
    if (r == 0 && (!hash_from_hex(report, &ret->report_hash) || !hash_from_hex(journal, &ret->journal) ||
                   !str_to_int(claims, &ret->claims_version)))
        r = error_set(e, ERROR_PARSE, "the bundle does not say what it holds");
    return r;
}

static int get_report(struct db *db, struct arena *arena, struct bundle *ret, struct error *e)
{
    int r = query_text(QUERY(db, "SELECT json FROM report", NO_VALUES), arena, &ret->report, e);

    return r == 0 ? error_set(e, ERROR_PARSE, "the bundle has no report") : r < 0 ? r : 0;
}

static int get_sources(struct db *db, const char *sql, struct arena *arena, struct bundle *ret, struct error *e)
{
    static const struct shape shape = { source_columns, sizeof(struct source_row), NULL };

    return query_all(QUERY(db, sql, NO_VALUES), &shape, arena, &ret->sources, &ret->sources_n, e);
}

static int read_claim(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    json_t *object = NULL;
    int r = json_parse(db_text(s, 1), &object, e);

    (void) db;
    if (r == 0)
        r = json_decode(object, claim_row_fields, row, DECODE_LENIENT, arena, e);
    json_decref(object);
    if (r < 0)
        error_wrap(e, "claim %lld of the bundle", (long long) db_int(s, 0));
    return r;
}

static int get_claims(struct db *db, struct arena *arena, struct bundle *ret, struct error *e)
{
    static const struct column columns[] = { COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct claim_row), read_claim };

    return query_all(QUERY(db, "SELECT number, json FROM claim ORDER BY number", NO_VALUES), &shape, arena,
                     &ret->claims, &ret->claims_n, e);
}

static int get_outline(struct db *db, struct arena *arena, struct bundle *ret, struct error *e)
{
    static const struct shape shape = { outline_columns, sizeof(struct outline_row), NULL };

    return query_all(QUERY(db, "SELECT path, key, outcome, body FROM journal ORDER BY ordinal", NO_VALUES), &shape,
                     arena, &ret->outline, &ret->outline_n, e);
}

/* Where the database ends, and what its trailer says about it. */
static struct str unsealed(struct str bytes, struct arena *arena, struct str_list *problems)
{
    struct hash said;

    if (!bundle_digest(bytes, &said)) {
        ptrdiff_t at = bytes.len > 4 * TRAILER ? str_find(bytes, str(trailer_head), bytes.len - 4 * TRAILER)
                                               : str_find(bytes, str(trailer_head), 0);

        str_list_add(arena, problems,
                     str(at < 0 ? "trailer: the file has none, so no digest covers it"
                                : "trailer: bytes follow it, or it is damaged"));
        return at < 0 ? bytes : str_sub(bytes, 0, (size_t) at);
    }
    struct str database = str_sub(bytes, 0, bytes.len - TRAILER);
    if (!hash_eq(hash_of(database), said))
        str_list_add(arena, problems, str("digest: the file's bytes differ from those that were sealed"));
    return database;
}

int bundle_read(struct str bytes, struct arena *arena, struct bundle *ret, struct str_list *problems, struct error *e)
{
    struct str database = unsealed(bytes, arena, problems);
    struct bundle bundle = { 0 };
    struct db *db;
    int r = image_open(database, APPLICATION, &db, e);

    if (r < 0)
        return r;
    int64_t version = image_version(db);
    if (version < 1 || version > BUNDLE_VERSION) {
        r = error_set(e, ERROR_PARSE, "the bundle has version %lld, this program reads versions up to %d",
                      (long long) version, BUNDLE_VERSION);
        goto out;
    }
    size_t before = problems->n;
    if ((r = image_problems(db, database, versions[version].schema, arena, problems, e)) < 0)
        goto out;
    /* Strange tables are not asked for anything. */
    for (size_t i = before; i < problems->n; i++)
        if (str_starts(problems->items[i], "schema:")) {
            r = error_set(e, ERROR_PARSE, "the bundle's tables are not those of a bundle");
            goto out;
        }
    (void) ((r = get_meta(db, arena, &bundle, e)) < 0 || (r = get_report(db, arena, &bundle, e)) < 0 ||
            (r = get_sources(db, versions[version].sources, arena, &bundle, e)) < 0 ||
            (r = get_claims(db, arena, &bundle, e)) < 0 || (r = get_outline(db, arena, &bundle, e)) < 0);
out:
    image_close(db);
    if (r < 0) {
        if (e)
            e->code = ERROR_PARSE;
        return -ERROR_PARSE;
    }
    *ret = bundle;
    return 0;
}
