/* A new store: its tables are made in memory, and the file appears with all of them.
 *
 * SQLite would make the file in three transactions with ten syncs, and the steps of migrate.c, from the first to the
 * last, take several times as long as the tables that are left of them: schema.sql (test_store_damage compares). */
#include "base/asset.h"
#include "base/file.h"
#include "store/internal.h"

/* Bytes of the file's header (sqlite.org/fileformat.html, "File format version numbers"): 2 is a file with a log. */
enum { WRITE_VERSION_AT = 18, READ_VERSION_AT = 19, VERSION_WITH_LOG = 2 };

static int make_tables(struct db *db, struct error *e)
{
    struct str schema;
    char set[128];
    int r;

    asset_find("src/store/schema.sql", &schema);
    snprintf(set, sizeof set, "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT", (int) STORE_APPLICATION_ID,
             migrate_version());
    (void) ((r = db_script(db, "PRAGMA journal_mode=OFF; PRAGMA page_size=4096; PRAGMA auto_vacuum=INCREMENTAL; BEGIN",
                           "making the store", e)) < 0 ||
            (r = db_script(db, schema.data, "making the store", e)) < 0 ||
            (r = db_script(db, set, "making the store", e)) < 0);
    return r;
}

static int write_image(struct db *db, const char *path, struct error *e)
{
    sqlite3_int64 size = 0;
    unsigned char *bytes = sqlite3_serialize(db->handle, "main", &size, 0);

    if (!bytes)
        return error_set(e, ERROR_STORE, "making the store: no memory for it");
    bytes[WRITE_VERSION_AT] = bytes[READ_VERSION_AT] = VERSION_WITH_LOG;
    hook_before_commit();
    int r = file_write_new(path, str_n((const char *) bytes, (size_t) size), 0600, e);
    hook_after_commit();
    sqlite3_free(bytes);
    return r == -ERROR_CONFLICT ? 0 : r;
}

int make_store(const char *path, struct error *e)
{
    struct db *db;
    int r = db_open_memory(path, &db, e);

    if (r < 0)
        return r;
    if ((r = make_tables(db, e)) == 0)
        r = write_image(db, path, e);
    db_close(db);
    return r;
}
