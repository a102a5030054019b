/* JSON Schema of what operations take and give. */
#include "service_case.h"

#include "service/schema.h"
#include "text/json.h"

static const char *const colour_words[] = { "red", "green", NULL };

struct thing {
    struct str name;
    int64_t wait_ms, count;
    int colour;
    struct str_list tags;
    double share;
    struct str note, secret;
};

static const struct field thing_fields[] = {
    FIELD_STR(struct thing, name, .required = true, .min = 1, .max = 40, .help = "its name"),
    FIELD_AS("wait", INT, struct thing, wait_ms, .words = kind_duration, .preset = "15m"),
    FIELD_INT(struct thing, count, .min = 1, .max = 9, .preset = "3"),
    FIELD_ENUM(struct thing, colour, colour_words),
    FIELD_STRS(struct thing, tags, .choices = colour_words),
    FIELD_DOUBLE(struct thing, share),
    FIELD_STR(struct thing, note, .nullable = true, .sparse = true),
    FIELD_STR(struct thing, secret, .hidden = true),
    FIELD_END,
};

static void assert_schema(json_t *schema, const char *expected)
{
    struct arena *arena = arena_new();
    json_t *value;

    assert_int_equal(json_parse(str(expected), &value, NULL), 0);
    assert_string_equal(json_canonical(arena, schema).data, json_canonical(arena, value).data);
    json_decref(value);
    json_decref(schema);
    arena_free(arena);
}

static void test_arguments_tell_limits_defaults_and_what_must_be_given(void **state)
{
    (void) state;
    assert_schema(schema_arguments(thing_fields),
                  "{\"type\":\"object\",\"required\":[\"name\"],\"additionalProperties\":false,\"properties\":{"
                  "\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":40,\"description\":\"its name\"},"
                  "\"wait\":{\"type\":\"string\",\"default\":\"15m\"},"
                  "\"count\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9,\"default\":3},"
                  "\"colour\":{\"type\":\"string\",\"enum\":[\"red\",\"green\"]},"
                  "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"red\",\"green\"]}},"
                  "\"share\":{\"type\":\"number\"},\"note\":{\"type\":\"string\"}}}");
}

static void test_results_tell_what_may_be_null_or_absent(void **state)
{
    (void) state;
    assert_schema(schema_result(thing_fields),
                  "{\"type\":\"object\",\"required\":[\"name\",\"wait\",\"count\",\"colour\",\"tags\",\"share\"],"
                  "\"properties\":{\"name\":{\"type\":\"string\",\"description\":\"its name\"},"
                  "\"wait\":{\"type\":\"integer\"},\"count\":{\"type\":\"integer\"},"
                  "\"colour\":{\"type\":[\"string\",\"null\"]},"
                  "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
                  "\"share\":{\"type\":[\"number\",\"null\"]},\"note\":{\"type\":[\"string\",\"null\"]}}}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments_tell_limits_defaults_and_what_must_be_given),
        cmocka_unit_test(test_results_tell_what_may_be_null_or_absent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
