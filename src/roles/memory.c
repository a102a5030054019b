#include "roles/memory.h"

static void look_begin(struct call *call, const void *argument)
{
    const struct memory_rows *look = argument;
    json_t *found = json_array();

    for (size_t i = 0; i < look->n; i++) {
        json_t *one = NULL;
        struct str value;

        if (look->values) {
            call_cache_put(call, look->memory->cache, look->keys[i],
                           json_text(call->arena, json_array_get(look->values, i)), look->memory->keep_ms);
            continue;
        }
        if (!call_cache_get(call, look->memory->cache, look->keys[i], &value) || json_parse(value, &one, NULL) < 0)
            one = json_null();
        json_array_append_new(found, one);
    }
    call_done(call, json_text(call->arena, found), str("cache"));
    json_decref(found);
}

static const struct call_type look_type = { .name = "memory", .begin = look_begin };

static int look_up(struct branch *branch, struct path path, const struct memory_rows *look, struct outcome *ret,
                   struct error *e)
{
    struct arena *scratch = arena_new();
    json_t *canonical = json_pack("{s:s, s:b}", "type", look->memory->name, "keep", look->values != NULL),
           *keys = json_array();

    for (size_t i = 0; i < look->n; i++) {
        char hex[HASH_HEX_SIZE];

        hash_hex(look->keys[i], hex);
        json_array_append_new(keys, json_string(hex));
    }
    json_object_set_new(canonical, "keys", keys);
    const struct request request = { .canonical = json_canonical(scratch, canonical),
                                     .type = &look_type,
                                     .argument = look };
    json_decref(canonical);
    int r = effect_do(branch, path, EFFECT_PURE | EFFECT_LOCAL, &request, ret, e);
    arena_free(scratch);
    return r;
}

int memory_recall(struct branch *branch, struct path path, const struct memory_rows *rows, json_t **ret,
                  struct error *e)
{
    struct outcome outcome;
    json_t *found = NULL;
    int r = look_up(branch, path, rows, &outcome, e);

    if (r < 0)
        return r;
    if (outcome.failed || json_parse(outcome.body, &found, NULL) < 0 || !json_is_array(found)) {
        json_decref(found);
        found = NULL;
    }
    *ret = found;
    return 0;
}

int memory_keep(struct branch *branch, struct path path, const struct memory_rows *rows, struct error *e)
{
    struct outcome outcome;

    return look_up(branch, path, rows, &outcome, e);
}
