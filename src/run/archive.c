#include "run/archive.h"

/* Writing the same again changes nothing but a record's time, so it may happen twice. */
static void archiving_begin(struct call *call, const void *argument)
{
    const struct archiving *archiving = argument;
    struct str_list kept = { 0 };
    size_t removed;
    struct error e = { 0 };
    int r = archive_expire(archiving->folder, archiving->ttl_ms, call->wall_ms, &removed, &e);

    for (size_t i = 0; r == 0 && i < archiving->n; i++) {
        archiving->records[i].archived_ms = call->wall_ms;
        r = archive_put(archiving->folder, &archiving->records[i], &e);
        str_list_add(call->arena, &kept, archiving->records[i].item_id);
    }
    if (r < 0) {
        call_fail(call, &e);
        return;
    }
    json_t *ids = json_new_strs(&kept);
    call_done(call, json_text(call->arena, ids), str("archive"));
    json_decref(ids);
}

static const struct call_type archiving_type = { .name = "archive", .begin = archiving_begin };

static struct str canonical_text(struct arena *arena, const struct archiving *archiving)
{
    json_t *list = json_array();

    for (size_t i = 0; i < archiving->n; i++) {
        const struct archive_record *record = &archiving->records[i];
        char hex[HASH_HEX_SIZE];

        hash_hex(record->hash, hex);
        json_array_append_new(list,
                              json_pack("[o, s, o]", json_new_str(record->item_id), hex, json_new_str(record->reason)));
    }
    json_t *canonical = json_pack("{s:s, s:o}", "type", "archive", "items", list);
    struct str text = json_canonical(arena, canonical);
    json_decref(canonical);
    return text;
}

int effect_archive(struct branch *branch, struct path path, const struct archiving *archiving, struct outcome *ret,
                   struct error *e)
{
    struct arena *scratch = arena_new();
    const struct request request = { .canonical = canonical_text(scratch, archiving),
                                     .type = &archiving_type,
                                     .argument = archiving };
    int r = effect_do(branch, path, EFFECT_PURE | EFFECT_LOCAL, &request, ret, e);

    arena_free(scratch);
    return r;
}
