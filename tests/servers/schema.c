/* An instance of a JSON schema, decided by a hash. */
#include "model.h"
#include "words.h"

enum { DEPTH_MAX = 12, ITEMS_MAX = 20 };

static json_t *instance(const json_t *root, const json_t *schema, struct hash hash, int depth);

static const char *type_of(const json_t *schema)
{
    const json_t *type = json_object_get(schema, "type"), *item;
    size_t i;

    if (json_is_string(type))
        return json_string_value(type);
    json_array_foreach (type, i, item)
        if (json_string_value(item) && !str_is(str(json_string_value(item)), "null"))
            return json_string_value(item);
    return json_object_get(schema, "properties") ? "object" : json_object_get(schema, "items") ? "array" : "string";
}

/* Follows "#/$defs/name" and the first of anyOf that is not null. */
static const json_t *resolve(const json_t *root, const json_t *schema)
{
    for (int hops = 0; hops < DEPTH_MAX; hops++) {
        const char *reference = json_string_value(json_object_get(schema, "$ref"));
        const json_t *any = json_object_get(schema, "anyOf"), *found = NULL, *item;
        size_t i;

        if (reference && str_starts(str(reference), "#/$defs/"))
            found = json_object_get(json_object_get(root, "$defs"), reference + strlen("#/$defs/"));
        json_array_foreach (any, i, item)
            if (!found && !str_is(str(type_of(item)), "null"))
                found = item;
        if (!found)
            return schema;
        schema = found;
    }
    return schema;
}

static json_t *number(const json_t *schema, struct dice *dice, bool whole)
{
    const json_t *low = json_object_get(schema, "minimum"), *high = json_object_get(schema, "maximum");
    double from = json_is_number(low) ? json_number_value(low) : 0;
    double to = json_is_number(high) ? json_number_value(high) : from + (whole ? 10 : 1);
    double value = from + (to - from) * (double) dice_roll(dice, 101) / 100;

    return whole ? json_integer((json_int_t) value) : json_real(value);
}

static json_t *list(const json_t *root, const json_t *schema, struct hash hash, struct dice *dice, int depth)
{
    const json_t *least = json_object_get(schema, "minItems"), *most = json_object_get(schema, "maxItems");
    json_int_t n = json_is_integer(least) ? json_integer_value(least) : 1 + (json_int_t) dice_roll(dice, 3);
    json_t *items = json_array();

    if (json_is_integer(most) && n > json_integer_value(most))
        n = json_integer_value(most);
    for (json_int_t i = 0; i < n && i < ITEMS_MAX; i++)
        json_array_append_new(
            items, instance(root, json_object_get(schema, "items"), hash_mix(hash, "item", (uint64_t) i), depth + 1));
    return items;
}

static json_t *object(const json_t *root, const json_t *schema, struct hash hash, int depth)
{
    json_t *value = json_object(), *part;
    const char *name;

    json_object_foreach (json_object_get(schema, "properties"), name, part)
        json_object_set_new(value, name, instance(root, part, hash_mix(hash, name, 0), depth + 1));
    return value;
}

/* No sentence: the texts of a schema are ids and names as often as prose. */
static json_t *text(struct dice *dice)
{
    struct arena *arena = arena_new();
    struct str words = words_aspect(arena, dice_roll(dice, (uint32_t) words_aspects()), str("the subject"));
    json_t *value = json_pack("s%", words.data, words.len);

    arena_free(arena);
    return value;
}

static json_t *instance(const json_t *root, const json_t *schema, struct hash hash, int depth)
{
    struct dice dice = dice_of(hash, "schema");
    const json_t *choices, *constant;
    const char *type;

    if (!schema || depth > DEPTH_MAX)
        return json_null();
    schema = resolve(root, schema);
    choices = json_object_get(schema, "enum");
    constant = json_object_get(schema, "const");
    type = type_of(schema);
    if (constant)
        return json_deep_copy(constant);
    if (json_array_size(choices) > 0)
        return json_deep_copy(json_array_get(choices, dice_roll(&dice, (uint32_t) json_array_size(choices))));
    if (str_is(str(type), "object"))
        return object(root, schema, hash, depth);
    if (str_is(str(type), "array"))
        return list(root, schema, hash, &dice, depth);
    if (str_is(str(type), "integer") || str_is(str(type), "number"))
        return number(schema, &dice, type[0] == 'i');
    if (str_is(str(type), "boolean"))
        return json_boolean(dice_roll(&dice, 2));
    if (str_is(str(type), "null"))
        return json_null();
    return text(&dice);
}

json_t *schema_instance(const json_t *schema, struct hash hash) { return instance(schema, schema, hash, 0); }
