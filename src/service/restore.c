#include "service/restore.h"

#include "base/clock.h"
#include "records/archive.h"
#include "records/sources.h"
#include "report/report.h"
#include "service/config.h"
#include "service/runs.h"
#include "service/service.h"
#include "service/value.h"
#include "store/blob.h"

/* Which item is meant, and the hash of its original. */
static int find_item(struct reading *reading, struct arena *arena, struct str name, struct restore_out *ret,
                     struct hash *ret_hash, struct error *e)
{
    struct source_row *rows;
    struct report report = { 0 };
    struct str text;
    size_t n;
    int64_t number = 0;
    bool found = hash_from_hex(str_starts(name, "sha256:") ? str_sub(name, 7, name.len) : name, ret_hash);
    int r = source_record_list(reading->db, reading->row.id, false, arena, &rows, &n, e);

    ret->item_id = found ? str("") : name;
    str_to_int(name, &number);
    for (size_t i = 0; r == 0 && !found && i < n; i++)
        if (str_eq(rows[i].id, name) || rows[i].number == number) {
            *ret_hash = rows[i].hash;
            ret->item_id = rows[i].id;
            ret->title = rows[i].title;
            ret->url = rows[i].url;
            found = true;
        }
    if (r == 0 && reading->row.has_report && blob_get(reading->db, reading->row.report, arena, &text, NULL) == 0)
        report_parse(arena, text, &report, NULL);
    for (size_t i = 0; r == 0 && i < report.fidelity.items_n; i++) {
        const struct fidelity_item *item = &report.fidelity.items[i];

        if (str_eq(item->id, ret->item_id) && hash_from_hex(item->archive_hash, ret_hash))
            found = true;
    }
    if (r == 0 && !found)
        r = error_set(e, ERROR_NOT_FOUND,
                      "%.*s has no source \"%.*s\". Name it by number, id or SHA-256; @{sources %.*s} lists them.",
                      STR_ARG(reading->row.id), STR_ARG(name), STR_ARG(reading->row.id));
    return r;
}

/* Where this run archived, else where runs archive today. */
static const char *folder_of(const struct caller *caller, struct arena *arena, const struct run_row *row)
{
    const struct config *config = service_config(caller->service);
    struct run_settings settings = { 0 };

    if (run_settings_parse(arena, row->settings, &settings, NULL) == 0 && settings.tokens.archive_dir.len)
        return str_z(arena, settings.tokens.archive_dir);
    return str_z(arena, config_archive_dir(arena, config));
}

static int from_archive(const char *folder, int64_t ttl_ms, struct hash hash, struct arena *arena,
                        struct restore_out *ret, struct error *e)
{
    struct archive_record record;
    size_t removed;
    int r = archive_expire(folder, ttl_ms, clock_wall_ms(), &removed, e);

    if (r == 0)
        r = archive_get(folder, hash, arena, &record, e);
    if (r < 0)
        return r;
    ret->item_id = ret->item_id.len ? ret->item_id : record.item_id;
    ret->title = ret->title.len ? ret->title : record.title;
    ret->url = ret->url.len ? ret->url : record.url;
    ret->from = str("archive");
    ret->archived = clock_iso_text(arena, record.archived_ms);
    ret->reason = record.reason;
    ret->content = record.content;
    return 0;
}

int do_restore(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct restore_in *in = in_;
    struct restore_out *ret = ret_, found = { 0 };
    struct reading reading;
    struct hash hash;
    char hex[HASH_HEX_SIZE];
    struct error gone;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    r = find_item(&reading, arena, str_trim(in->source), &found, &hash, e);
    if (r == 0) {
        int64_t ttl = service_config(caller->service)->research.tokens.archive_ttl_ms;

        /* The store keeps the sources of a report as long as the run, even if the archive has dropped them. */
        if (from_archive(folder_of(caller, arena, &reading.row), ttl, hash, arena, &found, &gone) < 0) {
            found.from = str("store");
            r = blob_get(reading.db, hash, arena, &found.content, e);
            if (r == -ERROR_NOT_FOUND && e)
                *e = gone;
        }
    }
    reading_end(&reading);
    if (r < 0)
        return r == -ERROR_NOT_FOUND && e ? -e->code : r;
    hash_hex(hash, hex);
    found.id = reading.row.id;
    found.hash = str_dup(arena, str(hex));
    *ret = found;
    return 0;
}
