/* Text to value to text, and value to struct and back: nothing crashes, and
 * what was taken once is taken again with the same meaning. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "text/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct item {
    struct str query;
    int64_t priority;
    double score;
};
struct plan {
    struct str title, note, extra;
    int64_t count;
    bool done;
    int action;
    struct str_list tags;
    struct item best, *items;
    size_t items_n;
};

static const char *const actions[] = { "search", "sub_queries", "complete", NULL };
static const struct field item_fields[] = {
    FIELD_STR(struct item, query, .required = true, .min = 1, .max = 8),
    FIELD_INT(struct item, priority, .min = 1, .max = 5, .nullable = true),
    FIELD_DOUBLE(struct item, score, .nullable = true),
    FIELD_END,
};
static const struct field plan_fields[] = {
    FIELD_STR(struct plan, title),
    FIELD_STR(struct plan, note, .nullable = true),
    FIELD_INT(struct plan, count, .nullable = true),
    FIELD_BOOL(struct plan, done),
    FIELD_ENUM(struct plan, action, actions, .nullable = true),
    FIELD_STRS(struct plan, tags, .max = 3),
    FIELD_OBJECT(struct plan, best, item_fields),
    FIELD_LIST(struct plan, items, items_n, struct item, item_fields, .max = 4),
    FIELD_JSON(struct plan, extra),
    FIELD_END,
};

static void decode(struct arena *arena, const json_t *value, int flags)
{
    struct plan plan = { .best.query = str("x"), .best.priority = 1 }, again = plan;
    struct error e;

    if (json_decode(value, plan_fields, &plan, flags, arena, &e) < 0) {
        assert(e.code == ERROR_INVALID && e.message[0]);
        return;
    }
    json_t *back = json_encode(plan_fields, &plan);
    int r = json_decode(back, plan_fields, &again, DECODE_STRICT, arena, &e);
    assert(r == 0);
    json_t *twice = json_encode(plan_fields, &again);
    assert(str_eq(json_canonical(arena, back), json_canonical(arena, twice)));
    json_decref(back);
    json_decref(twice);
}

/* What a service sends: taken as it is, or with characters replaced; halves come to an end in any order. */
static void read_foreign(struct str text)
{
    struct buf joined;
    json_t *value;

    buf_init(&joined, 4 * text.len + 16);
    for (int halves = 0; halves < 2; halves++)
        if (json_parse_foreign(text, halves, &value, NULL) == 0) {
            buf_add(&joined, json_string_value(value), json_string_length(value));
            json_join_halves(&joined, 0, halves);
            json_decref(value);
        }
    buf_add_str(&joined, text);
    json_join_halves(&joined, 0, true);
    assert(json_half_at_end(buf_str(&joined)) == 0);
    buf_free(&joined);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *value, *again;
    struct error e;

    read_foreign(str_n((const char *) data, size));
    if (json_parse(str_n((const char *) data, size), &value, &e) < 0) {
        assert(e.code == ERROR_PARSE);
        return 0;
    }
    struct arena *arena = arena_new();
    struct str text = json_canonical(arena, value);
    int r = json_parse(text, &again, &e);
    assert(r == 0 && str_eq(json_canonical(arena, again), text));
    json_decref(again);
    decode(arena, value, DECODE_LENIENT);
    decode(arena, value, DECODE_STRICT);
    decode(arena, value, DECODE_CLAMP);
    json_pretty(arena, value);
    json_decref(value);
    arena_free(arena);
    return 0;
}
