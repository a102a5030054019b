/* JSON and its schema from field tables: the reverse of json_decode.c. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/json.h"

static json_t *encode_list(const struct field *f, const unsigned char *base)
{
    const unsigned char *items;
    size_t n;
    json_t *array = json_array();

    memcpy(&items, base + f->offset, sizeof items);
    memcpy(&n, base + f->count_offset, sizeof n);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_encode(f->fields, items + i * f->size));
    return array;
}

json_t *json_new_strs(const struct str_list *list)
{
    json_t *array = json_array();

    for (size_t i = 0; i < list->n; i++)
        json_array_append_new(array, json_new_str(list->items[i]));
    return array;
}

static json_t *encode_json(struct str text)
{
    json_t *value = NULL;

    if (text.len == 0)
        return json_null();
    return json_parse(text, &value, NULL) == 0 ? value : json_new_str(text);
}

static json_t *encode_member(const struct field *f, const unsigned char *base)
{
    const void *at = base + f->offset;

    switch (f->type) {
    case FIELD_TYPE_STR: {
        struct str s = *(const struct str *) at;

        return f->nullable && s.len == 0 ? json_null() : json_new_str(s);
    }
    case FIELD_TYPE_INT: {
        int64_t n = *(const int64_t *) at;

        return f->nullable && n == INT64_MIN ? json_null() : json_integer(n);
    }
    case FIELD_TYPE_DOUBLE: {
        double n = *(const double *) at;

        return isfinite(n) ? json_real(n) : json_null();
    }
    case FIELD_TYPE_BOOL: return json_boolean(*(const bool *) at);
    case FIELD_TYPE_ENUM: {
        int n = *(const int *) at;

        return n < 0 ? json_null() : json_string(f->words[n]);
    }
    case FIELD_TYPE_STRS: return json_new_strs(at);
    case FIELD_TYPE_OBJECT: return json_encode(f->fields, at);
    case FIELD_TYPE_LIST: return encode_list(f, base);
    case FIELD_TYPE_JSON: return encode_json(*(const struct str *) at);
    case FIELD_TYPE_ANY: {
        const struct field_any *any = at;

        return any->fields ? json_encode(any->fields, any->from) : json_null();
    }
    case FIELD_TYPE_END: break;
    }
    assert(!"unknown field type");
    return json_null();
}

static bool is_nothing(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_NULL:
    case JSON_FALSE: return true;
    case JSON_TRUE: return false;
    case JSON_STRING: return json_string_length(value) == 0;
    case JSON_INTEGER: return json_integer_value(value) == 0;
    case JSON_REAL: return json_real_value(value) == 0;
    case JSON_ARRAY: return json_array_size(value) == 0;
    case JSON_OBJECT: break;
    }
    /* An object is nothing when none of its members is anything. */
    for (void *at = json_object_iter((json_t *) value); at; at = json_object_iter_next((json_t *) value, at))
        if (!is_nothing(json_object_iter_value(at)))
            return false;
    return true;
}

json_t *json_encode(const struct field *fields, const void *from)
{
    json_t *object = json_object();

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        json_t *value = encode_member(f, from);

        if (f->sparse && (f->nullable ? json_is_null(value) : is_nothing(value)))
            json_decref(value);
        else
            json_object_set_new(object, f->name, value);
    }
    return object;
}

struct str json_encode_text(struct arena *arena, const struct field *fields, const void *from)
{
    json_t *value = json_encode(fields, from);
    struct str text = json_text(arena, value);

    json_decref(value);
    return text;
}

struct str json_encode_canonical(struct arena *arena, const struct field *fields, const void *from)
{
    json_t *value = json_encode(fields, from);
    struct str text = json_canonical(arena, value);

    json_decref(value);
    return text;
}

/* Services refuse minLength, maximum and the like in strict mode, so limits go
 * into the description, where the model reads them. */
static json_t *description_of(const struct field *f)
{
    char text[600];
    size_t n = (size_t) snprintf(text, sizeof text, "%s", f->help ? f->help : "");
    const char *unit = f->type == FIELD_TYPE_STR                                  ? " characters"
                       : f->type == FIELD_TYPE_STRS || f->type == FIELD_TYPE_LIST ? " items"
                                                                                  : "";

    if (n >= sizeof text)
        n = sizeof text - 1;
    if (f->min != 0 || f->max != 0) {
        const char *open = n ? " (" : "(";

        if (f->max < f->min)
            snprintf(text + n, sizeof text - n, "%sat least %.15g%s)", open, f->min, unit);
        else if (f->min == 0 && unit[0])
            snprintf(text + n, sizeof text - n, "%sat most %.15g%s)", open, f->max, unit);
        else
            snprintf(text + n, sizeof text - n, "%s%.15g to %.15g%s)", open, f->min, f->max, unit);
    }
    return text[0] ? json_new_str(str(text)) : NULL;
}

static json_t *schema_of(const struct field *f)
{
    static const char *const types[] = {
        [FIELD_TYPE_STR] = "string",    [FIELD_TYPE_INT] = "integer", [FIELD_TYPE_DOUBLE] = "number",
        [FIELD_TYPE_BOOL] = "boolean",  [FIELD_TYPE_ENUM] = "string", [FIELD_TYPE_STRS] = "array",
        [FIELD_TYPE_OBJECT] = "object", [FIELD_TYPE_LIST] = "array",  [FIELD_TYPE_JSON] = NULL,
    };
    bool optional = !f->required || f->nullable;
    json_t *schema = f->type == FIELD_TYPE_OBJECT ? json_schema(f->fields) : json_object();

    /* Every property is required in strict mode: optional is said as "or null". */
    if (types[f->type] && optional)
        json_object_set_new(schema, "type", json_pack("[ss]", types[f->type], "null"));
    else if (types[f->type])
        json_object_set_new(schema, "type", json_string(types[f->type]));
    if (f->type == FIELD_TYPE_ENUM) {
        json_t *words = json_array();

        for (size_t i = 0; f->words[i]; i++)
            json_array_append_new(words, json_string(f->words[i]));
        if (optional)
            json_array_append_new(words, json_null());
        json_object_set_new(schema, "enum", words);
    }
    if (f->type == FIELD_TYPE_STRS)
        json_object_set_new(schema, "items", json_pack("{ss}", "type", "string"));
    if (f->type == FIELD_TYPE_LIST)
        json_object_set_new(schema, "items", json_schema(f->fields));
    json_t *description = description_of(f);
    if (description)
        json_object_set_new(schema, "description", description);
    return schema;
}

json_t *json_schema(const struct field *fields)
{
    json_t *properties = json_object(), *required = json_array();

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        if (!f->hidden) {
            json_object_set_new(properties, f->name, schema_of(f));
            json_array_append_new(required, json_string(f->name));
        }
    return json_pack("{ss so so sb}", "type", "object", "properties", properties, "required", required,
                     "additionalProperties", 0);
}
