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
#define SELECT_SOURCES(pages)                                                                                                           \
    "SELECT number, name, url, canonical_url, title, snippet, author, date, engine, query, relevance, snippet_only, hash, text, " pages \
    " FROM source ORDER BY number"

/* What each version has, the first at 1. */
static const struct {
    const char *schema, *sources;
} versions[BUNDLE_VERSION + 1] = {
    [1] = { SCHEMA(""), SELECT_SOURCES("''") },
    [2] = { SCHEMA(", pages TEXT NOT NULL"), SELECT_SOURCES("pages") },
};

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
    struct statement *s;
    int r = db_prepare(db, "INSERT INTO meta(name, value) VALUES($1, $2)", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, str(name));
    db_bind_text(s, 2, value);
    r = db_step(s, e);
    db_end(s);
    return r;
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
    struct statement *s;
    int r = db_prepare(db, "INSERT INTO report(id, json) VALUES(1, $1)", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, json);
    r = db_step(s, e);
    db_end(s);
    return r;
}

static int put_source(struct db *db, const struct source_row *row, struct error *e)
{
    struct statement *s;
    int r = db_prepare(
        db,
        "INSERT INTO source(number, name, url, canonical_url, title, snippet, author, date, engine, query, relevance, snippet_only,"
        " hash, text, pages) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        &s, e);

    if (r < 0)
        return r;
    const struct str texts[] = { row->id,     row->url,  row->canonical_url, row->title, row->snippet,
                                 row->author, row->date, row->engine,        row->query };
    db_bind_int(s, 1, row->number);
    for (int i = 0; i < (int) (sizeof texts / sizeof *texts); i++)
        db_bind_text(s, 2 + i, texts[i]);
    db_bind_double(s, 11, row->relevance);
    db_bind_int(s, 12, row->snippet_only);
    hash_bind(s, 13, &row->hash);
    db_bind_blob(s, 14, row->text);
    db_bind_text(s, 15, row->pages);
    r = db_step(s, e);
    db_end(s);
    return r;
}

static int put_claim(struct db *db, const struct claim_row *row, struct error *e)
{
    struct arena *arena = arena_new();
    struct statement *s;
    int r = db_prepare(db, "INSERT INTO claim(number, json) VALUES($1, $2)", &s, e);

    if (r == 0) {
        db_bind_int(s, 1, row->number);
        db_bind_text(s, 2, json_encode_text(arena, claim_row_fields, row));
        r = db_step(s, e);
        db_end(s);
    }
    arena_free(arena);
    return r;
}

static int put_outline(struct db *db, size_t at, const struct outline_row *row, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "INSERT INTO journal(ordinal, path, key, outcome, body) VALUES($1, $2, $3, $4, $5)", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, (int64_t) at + 1);
    db_bind_text(s, 2, row->path);
    hash_bind(s, 3, &row->key);
    db_bind_text(s, 4, row->outcome);
    hash_bind(s, 5, &row->body);
    r = db_step(s, e);
    db_end(s);
    return r;
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
    int r = db_prepare(db, "SELECT name, value FROM meta", &s, e);

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
    struct statement *s;
    int r = db_prepare(db, "SELECT json FROM report", &s, e);

    if (r < 0)
        return r;
    r = db_step(s, e);
    if (r == 1)
        ret->report = db_text_dup(arena, s, 0);
    db_end(s);
    return r == 0 ? error_set(e, ERROR_PARSE, "the bundle has no report") : r < 0 ? r : 0;
}

static int get_sources(struct db *db, const char *sql, struct arena *arena, struct bundle *ret, struct error *e)
{
    size_t capacity = 0;
    struct statement *s;
    int r = db_prepare(db, sql, &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        ret->sources = arena_grow(arena, ret->sources, &capacity, ret->sources_n + 1, sizeof *ret->sources);
        struct source_row *row = &ret->sources[ret->sources_n++];
        *row = (struct source_row){
            .number = db_int(s, 0),
            .id = db_text_dup(arena, s, 1),
            .url = db_text_dup(arena, s, 2),
            .canonical_url = db_text_dup(arena, s, 3),
            .title = db_text_dup(arena, s, 4),
            .snippet = db_text_dup(arena, s, 5),
            .author = db_text_dup(arena, s, 6),
            .date = db_text_dup(arena, s, 7),
            .engine = db_text_dup(arena, s, 8),
            .query = db_text_dup(arena, s, 9),
            .relevance = db_double(s, 10),
            .snippet_only = db_int(s, 11) != 0,
            .text = db_text_dup(arena, s, 13),
            .pages = db_text_dup(arena, s, 14),
        };
        hash_column(s, 12, &row->hash);
    }
    db_end(s);
    return r;
}

static int get_claims(struct db *db, struct arena *arena, struct bundle *ret, struct error *e)
{
    size_t capacity = 0;
    struct statement *s;
    int r = db_prepare(db, "SELECT number, json FROM claim ORDER BY number", &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        struct claim_row row = { 0 };
        json_t *object = NULL;

        r = json_parse(db_text(s, 1), &object, e);
        if (r == 0)
            r = json_decode(object, claim_row_fields, &row, DECODE_LENIENT, arena, e);
        json_decref(object);
        if (r < 0) {
            error_wrap(e, "claim %lld of the bundle", (long long) db_int(s, 0));
            break;
        }
        ret->claims = arena_grow(arena, ret->claims, &capacity, ret->claims_n + 1, sizeof *ret->claims);
        ret->claims[ret->claims_n++] = row;
    }
    db_end(s);
    return r;
}

static int get_outline(struct db *db, struct arena *arena, struct bundle *ret, struct error *e)
{
    size_t capacity = 0;
    struct statement *s;
    int r = db_prepare(db, "SELECT path, key, outcome, body FROM journal ORDER BY ordinal", &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        ret->outline = arena_grow(arena, ret->outline, &capacity, ret->outline_n + 1, sizeof *ret->outline);
        struct outline_row *row = &ret->outline[ret->outline_n++];
        *row = (struct outline_row){ .path = db_text_dup(arena, s, 0), .outcome = db_text_dup(arena, s, 2) };
        hash_column(s, 1, &row->key);
        hash_column(s, 3, &row->body);
    }
    db_end(s);
    return r;
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
                                : "trailer: there are bytes behind it or it is damaged"));
        return at < 0 ? bytes : str_sub(bytes, 0, (size_t) at);
    }
    struct str database = str_sub(bytes, 0, bytes.len - TRAILER);
    if (!hash_eq(hash_of(database), said))
        str_list_add(arena, problems, str("digest: the file's bytes are not those that were sealed"));
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
