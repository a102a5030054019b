#include "service/schema.h"

#include <math.h>
#include <string.h>

#include "text/json.h"

static json_t *schema_object(const struct field *fields, bool result);

static json_t *words_array(const char *const *words)
{
    json_t *array = json_array();

    for (size_t i = 0; words && words[i]; i++)
        json_array_append_new(array, json_string(words[i]));
    return array;
}

/* Numbers that are written as text ("15m") are strings for whoever calls. */
static bool is_text(const struct field *f, bool result)
{
    return f->type == FIELD_TYPE_STR || f->type == FIELD_TYPE_ENUM ||
           (!result && f->type == FIELD_TYPE_INT && f->words);
}

static const char *type_of(const struct field *f, bool result)
{
    if (is_text(f, result))
        return "string";
    switch (f->type) {
    case FIELD_TYPE_INT: return "integer";
    case FIELD_TYPE_DOUBLE: return "number";
    case FIELD_TYPE_BOOL: return "boolean";
    case FIELD_TYPE_STRS:
    case FIELD_TYPE_LIST: return "array";
    case FIELD_TYPE_OBJECT: return "object";
    default: return NULL;
    }
}

static json_t *number_of(double n)
{
    return n == floor(n) && fabs(n) < 9e15 ? json_integer((json_int_t) n) : json_real(n);
}

static void add_limits(json_t *schema, const struct field *f, bool text)
{
    const char *least = text                                                       ? "minLength"
                        : f->type == FIELD_TYPE_STRS || f->type == FIELD_TYPE_LIST ? "minItems"
                                                                                   : "minimum";
    const char *most = text                                                       ? "maxLength"
                       : f->type == FIELD_TYPE_STRS || f->type == FIELD_TYPE_LIST ? "maxItems"
                                                                                  : "maximum";

    if ((f->min == 0 && f->max == 0) || (text && f->type != FIELD_TYPE_STR))
        return;
    json_object_set_new(schema, least, number_of(f->min));
    if (f->max >= f->min)
        json_object_set_new(schema, most, number_of(f->max));
}

static void add_default(json_t *schema, const struct field *f)
{
    json_t *value = NULL;

    if (!f->preset)
        return;
    if (is_text(f, false))
        value = json_string(f->preset);
    else if (f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_DOUBLE || f->type == FIELD_TYPE_BOOL)
        json_parse(str(f->preset), &value, NULL);
    if (value)
        json_object_set_new(schema, "default", value);
}

static void add_type(json_t *schema, const struct field *f, bool result)
{
    const char *type = type_of(f, result);

    /* A number that is not finite is written as null, too. */
    if (type && result && (f->nullable || f->type == FIELD_TYPE_DOUBLE || f->type == FIELD_TYPE_ENUM))
        json_object_set_new(schema, "type", json_pack("[ss]", type, "null"));
    else if (type)
        json_object_set_new(schema, "type", json_string(type));
}

static json_t *schema_member(const struct field *f, bool result)
{
    json_t *schema = f->type == FIELD_TYPE_OBJECT ? schema_object(f->fields, result) : json_object();
    const char *const *words = f->type == FIELD_TYPE_ENUM ? f->words : f->choices;

    add_type(schema, f, result);
    if (f->type == FIELD_TYPE_STRS) {
        bool number = !result && field_is(f, kind_number);
        json_t *item = number ? json_pack("{s[ss]}", "type", "integer", "string") : json_pack("{ss}", "type", "string");

        if (words && !result)
            json_object_set_new(item, "enum", words_array(words));
        json_object_set_new(schema, "items", item);
    } else if (words && !result)
        json_object_set_new(schema, "enum", words_array(words));
    if (f->type == FIELD_TYPE_LIST)
        json_object_set_new(schema, "items", schema_object(f->fields, result));
    if (!result) {
        add_limits(schema, f, is_text(f, result));
        add_default(schema, f);
    }
    if (f->help)
        json_object_set_new(schema, "description", json_new_str(str(f->help)));
    return schema;
}

static json_t *schema_object(const struct field *fields, bool result)
{
    json_t *properties = json_object(), *required = json_array();

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        if (f->hidden)
            continue;
        json_object_set_new(properties, f->name, schema_member(f, result));
        if (result ? !f->sparse : f->required)
            json_array_append_new(required, json_string(f->name));
    }
    json_t *schema = json_pack("{ss so}", "type", "object", "properties", properties);
    if (json_array_size(required))
        json_object_set(schema, "required", required);
    json_decref(required);
    if (!result)
        json_object_set_new(schema, "additionalProperties", json_false());
    return schema;
}

json_t *schema_arguments(const struct field *fields) { return schema_object(fields, false); }
json_t *schema_result(const struct field *fields) { return schema_object(fields, true); }
