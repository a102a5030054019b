#include "report/fidelity.h"

#include "text/json.h"

static const struct field item_fields[] = {
    FIELD_STR(struct fidelity_item, id, .required = true),
    FIELDS(INT, struct fidelity_item, original_tokens, current_tokens, code_tokens),
    FIELD_ENUM(struct fidelity_item, current_level, level_words),
    FIELD_DOUBLE(struct fidelity_item, compression_ratio),
    FIELD_STR(struct fidelity_item, archive_hash),
    FIELD_END,
};

static const struct field allocation_fields[] = {
    FIELD_DOUBLE(struct allocation, fidelity),
    FIELDS(INT, struct allocation, tokens_used, tokens_available, code_tokens),
    FIELD_DOUBLE(struct allocation, utilization),
    FIELDS(INT, struct allocation, items_dropped, items_summarized),
    FIELD_END,
};

const struct field fidelity_fields[] = {
    FIELD_LIST(struct fidelity, items, items_n, struct fidelity_item, item_fields),
    FIELD_OBJECT(struct fidelity, allocation, allocation_fields),
    FIELD_BOOL(struct fidelity, any),
    FIELD_END,
};

static double thousandths(int64_t n) { return (double) n / 1000.0; }

/* What the items say, counted anew. */
static void recount(struct fidelity *f)
{
    int64_t original = 0, current = 0;
    struct allocation *a = &f->allocation;

    a->items_dropped = a->items_summarized = a->code_tokens = 0;
    for (size_t i = 0; i < f->items_n; i++) {
        const struct fidelity_item *item = &f->items[i];

        original += item->original_tokens;
        current += item->current_tokens;
        a->code_tokens += item->code_tokens;
        a->items_dropped += item->current_level == LEVEL_DROPPED;
        a->items_summarized += item->current_level != LEVEL_DROPPED && item->current_level != LEVEL_FULL;
    }
    a->fidelity = thousandths(fidelity_of(current, original));
}

void fidelity_put(struct arena *arena, struct fidelity *f, const struct fidelity_item *item)
{
    size_t i = 0;

    while (i < f->items_n && !str_eq(f->items[i].id, item->id))
        i++;
    if (i == f->items_n) {
        f->items = arena_grow(arena, f->items, &f->items_capacity, f->items_n + 1, sizeof *f->items);
        f->items_n++;
    }
    f->items[i] = *item;
    f->items[i].compression_ratio = thousandths(fidelity_of(item->current_tokens, item->original_tokens));
    f->any = true;
    recount(f);
}

void fidelity_use(struct fidelity *f, int64_t used, int64_t available)
{
    struct allocation *a = &f->allocation;

    a->tokens_used += used;
    a->tokens_available += available;
    a->utilization = a->tokens_available > 0 ? thousandths(a->tokens_used * 1000 / a->tokens_available) : 0;
    f->any = true;
}

void fidelity_merge(struct arena *arena, struct fidelity *f, const struct fidelity *more)
{
    for (size_t i = 0; i < more->items_n; i++)
        fidelity_put(arena, f, &more->items[i]);
    if (more->any)
        fidelity_use(f, more->allocation.tokens_used, more->allocation.tokens_available);
}

enum fidelity_band fidelity_score(const struct fidelity *f)
{
    return fidelity_band((int64_t) (f->allocation.fidelity * 1000 + 0.5));
}

json_t *fidelity_json(const struct fidelity *f)
{
    struct arena *scratch = arena_new();
    json_t *items = json_object(), *dropped = json_array(), *hashes = json_object();

    for (size_t i = 0; i < f->items_n; i++) {
        const struct fidelity_item *item = &f->items[i];
        const char *id = str_z(scratch, item->id);
        json_t *one = json_encode(item_fields, item);

        json_object_del(one, "id");
        json_object_del(one, "archive_hash");
        json_object_set_new(items, id, one);
        if (item->current_level == LEVEL_DROPPED)
            json_array_append_new(dropped, json_string(id));
        if (item->archive_hash.len)
            json_object_set_new(hashes, id,
                                json_new_str(str_format(scratch, "sha256:%.*s", STR_ARG(item->archive_hash))));
    }
    json_t *all = json_pack("{s:o, s:o, s:o, s:o, s:s}", "content_fidelity", items, "content_allocation_metadata",
                            json_encode(allocation_fields, &f->allocation), "dropped_content_ids", dropped,
                            "content_archive_hashes", hashes, "fidelity_level", band_words[fidelity_score(f)]);
    arena_free(scratch);
    return all;
}

void fidelity_parts(struct arena *arena, const struct fidelity *f, struct fidelity_parts *ret)
{
    json_t *all = fidelity_json(f);

    ret->content_fidelity = json_text(arena, json_object_get(all, "content_fidelity"));
    ret->content_allocation_metadata = json_text(arena, json_object_get(all, "content_allocation_metadata"));
    ret->dropped_content_ids = json_text(arena, json_object_get(all, "dropped_content_ids"));
    ret->content_archive_hashes = json_text(arena, json_object_get(all, "content_archive_hashes"));
    ret->fidelity_level = json_text(arena, json_object_get(all, "fidelity_level"));
    json_decref(all);
}
