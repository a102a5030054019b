#include "store/image.h"

#include <stdlib.h>

#include "base/buf.h"
#include "store/internal.h"
#include "text/counts.h"

enum { IMAGE_LENGTH_MAX = 256 << 20, WORK_STEP = 100000, WORK_MAX = 5000 /* steps of that */ };

int image_new(const char *schema_sql, int application, int version, struct db **ret, struct error *e)
{
    struct db *db;
    char set[128];
    int r = db_open_memory("the bundle", &db, e);

    if (r < 0)
        return r;
    snprintf(set, sizeof set, "PRAGMA page_size=4096; PRAGMA application_id=%d; PRAGMA user_version=%d;", application,
             version);
    if ((r = db_script(db, set, "making a bundle", e)) < 0 ||
        (r = db_script(db, schema_sql, "making a bundle", e)) < 0 ||
        (r = db_script(db, "BEGIN", "making a bundle", e)) < 0) {
        db_close(db);
        return r;
    }
    *ret = db;
    return 0;
}

int image_bytes(struct db *db, struct arena *arena, struct str *ret, struct error *e)
{
    int r;

    if ((r = db_script(db, "COMMIT", "making a bundle", e)) < 0 ||
        (r = db_script(db, "VACUUM", "making a bundle", e)) < 0)
        return r;
    sqlite3_int64 size = 0;
    unsigned char *bytes = sqlite3_serialize(db->handle, "main", &size, 0);
    if (!bytes)
        return error_set(e, ERROR_STORE, "making a bundle: no memory for it");
    *ret = str_dup(arena, str_n((const char *) bytes, (size_t) size));
    sqlite3_free(bytes);
    return 0;
}

/* --- strangers' bytes --- */

/* A damaged tree may lead in circles: every piece of work is counted. */
static int count_work(void *context)
{
    int64_t *work = context;

    return ++*work > WORK_MAX;
}

static void restrict_image(struct db *db)
{
    static const struct {
        int what, value;
    } limits[] = {
        { SQLITE_LIMIT_LENGTH, IMAGE_LENGTH_MAX }, { SQLITE_LIMIT_SQL_LENGTH, 100000 },   { SQLITE_LIMIT_COLUMN, 100 },
        { SQLITE_LIMIT_EXPR_DEPTH, 50 },           { SQLITE_LIMIT_COMPOUND_SELECT, 10 },  { SQLITE_LIMIT_ATTACHED, 0 },
        { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },         { SQLITE_LIMIT_VARIABLE_NUMBER, 100 },
    };

    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(db->handle, limits[i].what, limits[i].value);
    sqlite3_progress_handler(db->handle, WORK_STEP, count_work, &db->busy_since);
}

int image_open(struct str bytes, int application, struct db **ret, struct error *e)
{
    struct db *db;
    int64_t found = 0;

    if (bytes.len < 512 || memcmp(bytes.data, "SQLite format 3", 16) != 0)
        return error_set(e, ERROR_PARSE, "it is not a bundle: it does not begin with a database");
    int r = db_open_memory("the bundle", &db, e);
    if (r < 0)
        return r;
    restrict_image(db);
    /* Read-only: SQLite does not write to these bytes, nor free them. */
    int code = sqlite3_deserialize(db->handle, "main", (unsigned char *) bytes.data, (sqlite3_int64) bytes.len,
                                   (sqlite3_int64) bytes.len, SQLITE_DESERIALIZE_READONLY);
    if (code == SQLITE_OK)
        r = db_script(db, "PRAGMA cell_size_check=ON; PRAGMA query_only=ON", "reading a bundle", e);
    if (code == SQLITE_OK && r == 0)
        r = db_scalar(db, "PRAGMA application_id", &found, e);
    if (code != SQLITE_OK || r < 0)
        r = error_set(e, ERROR_PARSE, "it is not a bundle that can be read: its database is damaged");
    else if (found != application)
        r = error_set(e, ERROR_PARSE, "it is a database of another program, not a bundle of fathom");
    if (r < 0) {
        db_close(db);
        return r;
    }
    *ret = db;
    return 0;
}

int64_t image_version(struct db *db)
{
    int64_t version = -1;

    db_scalar(db, "PRAGMA user_version", &version, NULL);
    return version;
}

/* The schema as one text, in the order of names. */
static int schema_text(struct db *db, struct arena *arena, struct str *ret, struct error *e)
{
    struct statement *s;
    struct buf text;
    int r = db_prepare(
        db, "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1",
        &s, e);

    if (r < 0)
        return r;
    buf_init(&text, 1 << 20);
    while ((r = db_step(s, e)) == 1) {
        buf_add_str(&text, db_text(s, 0));
        buf_add_char(&text, '\n');
    }
    db_end(s);
    *ret = buf_take(&text, arena);
    return r;
}

static int check_schema(struct db *db, const char *schema_sql, struct arena *arena, struct str_list *ret,
                        struct error *e)
{
    struct db *model;
    struct str wanted = { 0 }, found = { 0 };
    int r = image_new(schema_sql, 0, 0, &model, e);

    if (r < 0)
        return r;
    r = schema_text(model, arena, &wanted, e);
    db_script(model, "COMMIT", "reading a bundle", NULL);
    db_close(model);
    if (r == 0)
        r = schema_text(db, arena, &found, e);
    if (r == 0 && !str_eq(wanted, found))
        str_list_add(arena, ret, str("schema: its tables are not those of a bundle"));
    return r;
}

static int check_integrity(struct db *db, struct arena *arena, struct str_list *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "PRAGMA integrity_check(3)", &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1)
        if (!str_is(db_text(s, 0), "ok"))
            str_list_add(arena, ret, str_format(arena, "database: %.*s", STR_ARG(str_trim(db_text(s, 0)))));
    db_end(s);
    return r;
}

int image_problems(struct db *db, struct str bytes, const char *schema_sql, struct arena *arena, struct str_list *ret,
                   struct error *e)
{
    int64_t pages = 0, size = 0, unused = 0;
    int r;

    if ((r = db_scalar(db, "PRAGMA page_count", &pages, e)) < 0 ||
        (r = db_scalar(db, "PRAGMA page_size", &size, e)) < 0 ||
        (r = db_scalar(db, "PRAGMA freelist_count", &unused, e)) < 0)
        return r;
    if (pages * size != (int64_t) bytes.len)
        str_list_add(arena, ret,
                     str_format(arena, "room: %lld bytes of the file do not belong to the database",
                                (long long) ((int64_t) bytes.len - pages * size)));
    if (unused)
        str_list_add(arena, ret,
                     str_format(arena, "free pages: %.*s unused",
                                STR_ARG(text_counted(arena, unused, "page of the file is", "pages of the file are"))));
    if ((r = check_schema(db, schema_sql, arena, ret, e)) < 0)
        return r;
    return check_integrity(db, arena, ret, e);
}

void image_close(struct db *db) { db_close(db); }
