#include "arena_case.h"

#include <math.h>

#include "text/json.h"

#define assert_text(got, want)                                                                                         \
    do {                                                                                                               \
        struct str got_ = (got);                                                                                       \
        if (!str_is(got_, want))                                                                                       \
            fail_msg("got  %.*s\n       want %s", STR_ARG(got_), want);                                                \
    } while (0)

static json_t *parse(const char *text)
{
    json_t *value = NULL;
    struct error e;

    if (json_parse(str(text), &value, &e) < 0)
        fail_msg("%s: %s", text, e.message);
    return value;
}

static void test_what_is_not_json_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *text, *say;
    } cases[] = {
        { "", "the text is empty" },
        { "  \n", "the text is empty" },
        { "{\"a\": 1,\n \"b\": x}", "line 2, column" },
        { "[1, 2", "']' expected" },
        { "{} {}", "end of file expected" },
        { "\"\xff\"", "line 1, column 2: the bytes are not UTF-8" },
        { "[\n\"é\xc3(\"]", "line 2, column 3: the bytes are not UTF-8" },
        { "\"\\u0000\"", "not JSON at line 1" },
        { "\"\\ud800\"", "not JSON at line 1" },
        { "'a'", "not JSON at line 1" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *value = (json_t *) 1;
        struct error e;

        assert_int_equal(json_parse(str(cases[i].text), &value, &e), -ERROR_PARSE);
        assert_ptr_equal(value, (json_t *) 1);
        if (!strstr(e.message, cases[i].say))
            fail_msg("%s", e.message);
    }
    json_t *value;
    assert_int_equal(json_parse(str_n("[1\0]", 4), &value, NULL), -ERROR_PARSE);
}

static void test_nesting_over_64_is_refused_before_jansson(void **state)
{
    struct buf text;
    struct error e;
    json_t *value;

    (void) state;
    buf_init(&text, 4 << 20);
    for (int i = 0; i < 64; i++)
        buf_add_char(&text, '[');
    for (int i = 0; i < 64; i++)
        buf_add_char(&text, ']');
    assert_int_equal(json_parse(buf_str(&text), &value, &e), 0);
    json_decref(value);
    buf_clear(&text);
    for (int i = 0; i < 65; i++)
        buf_add_char(&text, '[');
    assert_int_equal(json_parse(buf_str(&text), &value, &e), -ERROR_PARSE);
    assert_non_null(strstr(e.message, "column 65: nested more than 64"));
    for (int i = 0; i < 1000000; i++)
        buf_add_z(&text, "{\"");
    assert_int_equal(json_parse(buf_str(&text), &value, &e), -ERROR_PARSE);
    /* Brackets inside strings are only text. */
    buf_clear(&text);
    buf_add_z(&text, "\"\\\"");
    for (int i = 0; i < 100; i++)
        buf_add_char(&text, '[');
    buf_add_char(&text, '"');
    assert_int_equal(json_parse(buf_str(&text), &value, &e), 0);
    json_decref(value);
    buf_free(&text);
}

static void test_numbers_beyond_their_types_do_not_fail_the_text(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "[9223372036854775807,-9223372036854775808]", "[9223372036854775807,-9223372036854775808]" },
        { "{\"id\":9223372036854775808,\"s\":\"9223372036854775808 \\\" 1e999\"}",
          "{\"id\":9.223372036854776e+18,\"s\":\"9223372036854775808 \\\" 1e999\"}" },
        { "[1e999,-1e999]", "[1.7976931348623157e+308,-1.7976931348623157e+308]" },
        { "[100000000000000000000,0.1,5]", "[1e+20,0.1,5]" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *value = parse(cases[i].text);

        assert_text(json_text(arena, value), cases[i].want);
        json_decref(value);
    }
}

static void test_text_is_compact_shortest_and_keeps_order(void **state)
{
    json_t *value = parse("\xef\xbb\xbf { \"b\" : [ 0.1, 1e5, 100.0, 1e-7, 123456.789, -0.0, 1e22, 5e-324 ],\n"
                          "\"a\":\"\\u00e9\\n\\\"\\\\\\/\\u0001\\u2028\", \"c\": [true,false,null,{},[]] }");

    (void) state;
    assert_text(json_text(arena, value), "{\"b\":[0.1,100000.0,100.0,1e-07,123456.789,-0.0,1e+22,5e-324],"
                                         "\"a\":\"é\\n\\\"\\\\/\\u0001\xe2\x80\xa8\",\"c\":[true,false,null,{},[]]}");
    json_decref(value);
}

static void test_reals_read_back_as_themselves(void **state)
{
    static const double values[] = { 1.0 / 3,
                                     2.0 / 3,
                                     0.1 + 0.2,
                                     1e300 / 7,
                                     5e-324,
                                     2.2250738585072014e-308,
                                     1.7976931348623157e308,
                                     123456789.123456789,
                                     3.0,
                                     -7.25 };

    (void) state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        json_t *one = json_real(values[i]);
        struct str text = json_text(arena, one);
        json_t *again = parse(text.data);

        assert_true(json_is_real(again));
        assert_true(json_real_value(again) == values[i]);
        json_decref(one);
        json_decref(again);
    }
}

static void test_canonical_sorts_keys_by_bytes_at_every_level(void **state)
{
    json_t *value = parse("{\"b\":1,\"a\":{\"z\":1,\"é\":2,\"Z\":3,\"\":4},\"ab\":[{\"y\":1,\"x\":2}]}");

    (void) state;
    assert_text(json_canonical(arena, value),
                "{\"a\":{\"\":4,\"Z\":3,\"z\":1,\"é\":2},\"ab\":[{\"x\":2,\"y\":1}],\"b\":1}");
    json_decref(value);
}

static void test_pretty_indents_by_two(void **state)
{
    json_t *value = parse("{\"a\":[1,{}],\"b\":{\"c\":[]}}");

    (void) state;
    assert_text(json_pretty(arena, value), "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": []\n  }\n}");
    json_decref(value);
}

static void test_members_fall_back(void **state)
{
    json_t *o = parse("{\"s\":\"x\",\"i\":7,\"r\":2.9,\"b\":true,\"n\":null,\"big\":1e300}");

    (void) state;
    assert_text(json_get_str(o, "s"), "x");
    assert_text(json_get_str(o, "i"), "");
    assert_text(json_get_str(NULL, "s"), "");
    assert_int_equal(json_get_int(o, "i", -1), 7);
    assert_int_equal(json_get_int(o, "r", -1), 2);
    assert_int_equal(json_get_int(o, "big", -1), -1);
    assert_int_equal(json_get_int(o, "s", -1), -1);
    assert_true(json_get_double(o, "i", 0) == 7.0);
    assert_true(json_get_double(o, "absent", 1.5) == 1.5);
    assert_true(json_get_bool(o, "b", false));
    assert_true(json_get_bool(o, "n", true));
    json_decref(o);
}

static void test_paths_walk_members_and_indices(void **state)
{
    json_t *o = parse("{\"choices\":[{\"message\":{\"content\":\"hi\"}}],\"0\":1}");

    (void) state;
    assert_string_equal(json_string_value(json_at(o, "choices.0.message.content")), "hi");
    assert_int_equal(json_integer_value(json_at(o, "0")), 1);
    assert_null(json_at(o, "choices.1.message"));
    assert_null(json_at(o, "choices.-1"));
    assert_null(json_at(o, "choices.x"));
    assert_null(json_at(o, "choices.0.message.content.more"));
    assert_null(json_at(NULL, "a"));
    json_decref(o);
}

static void test_strings_made_from_bytes_can_be_parsed_again(void **state)
{
    json_t *value = json_new_str(str_n("a\0b\xff"
                                       "c",
                                       5));
    struct str text = json_text(arena, value);
    json_t *again = parse(text.data);

    (void) state;
    assert_text(text, "\"a\xef\xbf\xbd"
                      "b\xef\xbf\xbd"
                      "c\"");
    assert_true(json_equal(value, again));
    json_decref(value);
    json_decref(again);
    value = json_new_str((struct str){ 0 });
    assert_int_equal(json_string_length(value), 0);
    json_decref(value);
}

struct query {
    struct str query;
    int64_t priority;
};
struct inner {
    double score;
};
struct plan {
    struct str title, note;
    int64_t count;
    double weight;
    bool done;
    int action;
    struct str_list tags;
    struct inner inner;
    struct query *subQueries;
    size_t subQueries_n;
    struct str extra;
};

static const char *const action_words[] = { "search", "sub_queries", "complete", NULL };
static const struct field query_fields[] = {
    FIELD_STR(struct query, query, .required = true, .min = 1, .max = 20, .help = "What to ask"),
    FIELD_INT(struct query, priority, .min = 1, .max = 5),
    FIELD_END,
};
static const struct field inner_fields[] = {
    FIELD_DOUBLE(struct inner, score, .max = 1),
    FIELD_END,
};
static const struct field plan_fields[] = {
    FIELD_STR(struct plan, title, .required = true, .help = "Short title"),
    FIELD_STR(struct plan, note, .nullable = true),
    FIELD_INT(struct plan, count, .nullable = true),
    FIELD_DOUBLE(struct plan, weight, .nullable = true, .min = -1, .max = 1),
    FIELD_BOOL(struct plan, done),
    FIELD_ENUM(struct plan, action, action_words, .required = true),
    FIELD_STRS(struct plan, tags, .max = 3),
    FIELD_OBJECT(struct plan, inner, inner_fields),
    FIELD_LIST(struct plan, subQueries, subQueries_n, struct query, query_fields, .min = 1),
    FIELD_JSON(struct plan, extra, .hidden = true),
    FIELD_END,
};

static int decode(const char *text, int flags, struct plan *ret, struct error *e)
{
    json_t *value = parse(text);
    int r = json_decode(value, plan_fields, ret, flags, arena, e);

    json_decref(value);
    return r;
}

static void test_decode_fills_every_kind_of_member(void **state)
{
    struct plan p = { 0 };
    struct error e;

    (void) state;
    assert_int_equal(
        decode("{\"title\":\"T\",\"note\":\"n\",\"count\":3,\"weight\":0.5,\"done\":true,\"action\":\"sub_queries\","
               "\"tags\":[\"a\",\"b\"],\"inner\":{\"score\":1},\"subQueries\":[{\"query\":\"q1\",\"priority\":2},"
               "{\"query\":\"q2\"}],\"extra\":{\"k\":[1]}}",
               DECODE_STRICT, &p, &e),
        0);
    assert_text(p.title, "T");
    assert_text(p.note, "n");
    assert_int_equal(p.count, 3);
    assert_true(p.weight == 0.5);
    assert_true(p.done);
    assert_int_equal(p.action, 1);
    assert_int_equal(p.tags.n, 2);
    assert_text(p.tags.items[1], "b");
    assert_true(p.inner.score == 1.0);
    assert_int_equal(p.subQueries_n, 2);
    assert_text(p.subQueries[1].query, "q2");
    assert_int_equal(p.subQueries[1].priority, 0);
    assert_text(p.extra, "{\"k\":[1]}");
}

static void test_decode_names_the_member_that_is_wrong(void **state)
{
#define REST "\"title\":\"T\",\"action\":\"search\""
    static const struct {
        const char *text;
        int flags;
        const char *say;
    } cases[] = {
        { "{" REST ",\"subQueries\":[{\"query\":\"a\"},{\"query\":\"b\"},{}]}", 0, "subQueries[2].query is missing" },
        { "{\"action\":\"search\"}", 0, "title is missing" },
        { "{\"title\":null,\"action\":\"search\"}", 0, "title is null" },
        { "{\"title\":[1],\"action\":\"search\"}", 0, "title must be a string, not a list" },
        { "{\"title\":3,\"action\":\"search\"}", DECODE_STRICT, "title must be a string, not a number" },
        { "{\"title\":\"T\",\"action\":\"look\"}", 0,
          "action is \"look\"; it must be one of: search, sub_queries, complete" },
        { "{" REST ",\"tags\":[\"a\",[]]}", 0, "tags[1] must be a string, not a list" },
        { "{" REST ",\"tags\":[1,2,3,4]}", 0, "tags has 4 items; at most 3 are allowed" },
        { "{" REST ",\"tags\":\"a\"}", DECODE_STRICT, "tags must be a list, not a string" },
        { "{" REST ",\"weight\":2}", 0, "weight is 2; it must be from -1 to 1" },
        { "{" REST ",\"count\":1.5}", 0, "count is 1.5; it must be a whole number" },
        { "{" REST ",\"count\":\"x\"}", 0, "count must be a number, not a string" },
        { "{" REST ",\"done\":2}", 0, "done must be true or false, not a number" },
        { "{" REST ",\"inner\":[]}", 0, "inner must be an object, not a list" },
        { "{" REST ",\"subQueries\":[]}", 0, "subQueries is empty" },
        { "{" REST ",\"subQueries\":[{\"query\":\"\"}]}", 0, "subQueries[0].query is empty" },
        { "{" REST ",\"subQueries\":[{\"query\":\"ééééééééééééééééééééé\"}]}", 0,
          "subQueries[0].query is 21 characters long; at most 20 are allowed" },
        { "{" REST ",\"tag\":[]}", DECODE_STRICT, "the value has no member \"tag\"; did you mean \"tags\"?" },
        { "{" REST ",\"inner\":{\"zzzzzzzz\":1}}", DECODE_STRICT, "inner has no member \"zzzzzzzz\"" },
        { "\"text\"", 0, "the value must be an object, not a string" },
        { "[1]", DECODE_STRICT, "the value must be an object, not a list" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct plan p, untouched;
        struct error e;

        memset(&p, 0x5a, sizeof p);
        memcpy(&untouched, &p, sizeof p);
        assert_int_equal(decode(cases[i].text, cases[i].flags, &p, &e), -ERROR_INVALID);
        assert_string_equal(e.message, cases[i].say);
        assert_memory_equal(&p, &untouched, sizeof p);
    }
    assert_int_equal(json_decode(NULL, plan_fields, NULL, 0, arena, NULL), -ERROR_INVALID);
}

static void test_lenient_decode_takes_what_models_write(void **state)
{
    struct plan p = { 0 };
    struct error e;

    (void) state;
    assert_int_equal(
        decode("{\"title\":42,\"action\":\" Sub-Queries \",\"count\":\"12\",\"weight\":\"0.25\",\"done\":\"Yes\","
               "\"tags\":\"only\",\"subQueries\":{\"query\":\"q\",\"priority\":3.0},\"unknown\":{}}",
               DECODE_LENIENT, &p, &e),
        0);
    assert_text(p.title, "42");
    assert_int_equal(p.action, 1);
    assert_int_equal(p.count, 12);
    assert_true(p.weight == 0.25);
    assert_true(p.done);
    assert_int_equal(p.tags.n, 1);
    assert_int_equal(p.subQueries_n, 1);
    assert_int_equal(p.subQueries[0].priority, 3);
}

static void test_clamp_cuts_instead_of_failing(void **state)
{
    struct plan p = { 0 };
    struct error e;

    (void) state;
    assert_int_equal(decode("{" REST ",\"weight\":9,\"count\":2.6,\"tags\":[\"a\",\"b\",\"c\",\"d\"],"
                            "\"subQueries\":[{\"query\":\"ééééééééééééééééééééé\",\"priority\":99}]}",
                            DECODE_CLAMP, &p, &e),
                     0);
    assert_true(p.weight == 1.0);
    assert_int_equal(p.count, 3);
    assert_int_equal(p.tags.n, 3);
    assert_int_equal(p.subQueries[0].query.len, 41); /* 19 of two bytes and "…" */
    assert_true(str_ends(p.subQueries[0].query, "…"));
    assert_int_equal(p.subQueries[0].priority, 5);
}

static void test_absent_members_keep_their_preset_and_nullable_ones_become_null(void **state)
{
    struct plan p = { .done = true, .inner.score = 0.75, .count = 4 };
    struct error e;

    (void) state;
    assert_int_equal(decode("{" REST ",\"note\":null}", 0, &p, &e), 0);
    assert_true(p.done);
    assert_true(p.inner.score == 0.75);
    assert_true(isnan(p.weight));
    assert_true(p.count == INT64_MIN);
    assert_int_equal(p.note.len, 0);
}

struct bare {
    struct str_list queries;
    bool more;
};
static const struct field bare_fields[] = {
    FIELD_STRS(struct bare, queries, .required = true),
    FIELD_BOOL(struct bare, more),
    FIELD_END,
};

static void test_a_bare_list_fills_the_only_list(void **state)
{
    struct bare b = { 0 };
    struct error e;
    json_t *value = parse("[\"a\",\"b\"]");

    (void) state;
    assert_int_equal(json_decode(value, bare_fields, &b, DECODE_LENIENT, arena, &e), 0);
    assert_int_equal(b.queries.n, 2);
    assert_int_equal(json_decode(value, bare_fields, &b, DECODE_STRICT, arena, &e), -ERROR_INVALID);
    json_decref(value);
}

static void test_encode_is_the_reverse_of_decode(void **state)
{
    static const char text[] =
        "{\"title\":\"T\",\"note\":null,\"count\":null,\"weight\":null,\"done\":false,\"action\":\"complete\",\"tags\":[\"x\"],"
        "\"inner\":{\"score\":0.5},\"subQueries\":[{\"query\":\"q\",\"priority\":1}],\"extra\":[1,{}]}";
    struct plan p = { 0 };
    struct error e;

    (void) state;
    assert_int_equal(decode(text, DECODE_STRICT, &p, &e), 0);
    json_t *back = json_encode(plan_fields, &p);
    assert_text(json_text(arena, back), text);
    json_decref(back);
    p.extra = str("not json");
    p.inner.score = NAN;
    p.action = -1;
    back = json_encode(plan_fields, &p);
    assert_string_equal(json_string_value(json_object_get(back, "extra")), "not json");
    assert_true(json_is_null(json_at(back, "inner.score")));
    assert_true(json_is_null(json_at(back, "action")));
    json_decref(back);
}

struct sparse_part {
    int64_t n;
};
static const struct field sparse_part_fields[] = { FIELD_INT(struct sparse_part, n), FIELD_END };

struct sparse {
    struct str word, text;
    int64_t count, known;
    double share;
    bool done;
    int action;
    struct str_list tags;
    struct sparse_part part;
    struct str raw;
};
static const struct field sparse_fields[] = {
    FIELD_STR(struct sparse, word),
    FIELD_STR(struct sparse, text, .sparse = true),
    FIELD_INT(struct sparse, count, .sparse = true),
    FIELD_INT(struct sparse, known, .sparse = true, .nullable = true),
    FIELD_DOUBLE(struct sparse, share, .sparse = true),
    FIELD_BOOL(struct sparse, done, .sparse = true),
    FIELD_ENUM(struct sparse, action, action_words, .sparse = true),
    FIELD_STRS(struct sparse, tags, .sparse = true),
    FIELD_OBJECT(struct sparse, part, sparse_part_fields, .sparse = true),
    FIELD_JSON(struct sparse, raw, .sparse = true, .nullable = true),
    FIELD_END,
};

static void test_sparse_members_are_written_only_where_there_is_something(void **state)
{
    struct sparse s = { .known = INT64_MIN, .action = -1 };
    struct str tag = str("t");

    (void) state;
    assert_text(json_encode_text(arena, sparse_fields, &s), "{\"word\":\"\"}");
    /* A nullable 0 and an empty object are something. */
    s = (struct sparse){ .known = 0, .action = -1, .raw = str("{}") };
    assert_text(json_encode_text(arena, sparse_fields, &s), "{\"word\":\"\",\"known\":0,\"raw\":{}}");
    s = (struct sparse){ .text = str("a"), .count = 1, .known = INT64_MIN, .share = 0.5, .done = true, .part = { 2 } };
    s.tags = (struct str_list){ &tag, 1, 1 };
    assert_text(
        json_encode_text(arena, sparse_fields, &s),
        "{\"word\":\"\",\"text\":\"a\",\"count\":1,\"share\":0.5,\"done\":true,\"action\":\"search\",\"tags\":[\"t\"],"
        "\"part\":{\"n\":2}}");
}

struct carrier {
    struct field_any what, nothing;
};
static const struct field carrier_fields[] = {
    FIELD_ANY(struct carrier, what),
    FIELD_ANY(struct carrier, nothing),
    FIELD_END,
};

static void test_a_struct_with_its_own_table_is_written_and_not_read(void **state)
{
    const struct sparse_part part = { 7 };
    struct carrier carrier = { .what = { sparse_part_fields, &part } }, back = { 0 };
    struct str text = json_encode_text(arena, carrier_fields, &carrier);
    struct error e;

    (void) state;
    assert_text(text, "{\"what\":{\"n\":7},\"nothing\":null}");
    assert_int_equal(json_decode_text(text, carrier_fields, &back, DECODE_LENIENT, arena, &e), -ERROR_INVALID);
    assert_non_null(strstr(e.message, "what is never read"));
}

/* Everything a strict mode asks for, at every level. */
static void check_strict(const json_t *schema)
{
    const json_t *properties = json_object_get(schema, "properties");
    const char *key;
    json_t *property;

    assert_true(json_is_false(json_object_get(schema, "additionalProperties")));
    assert_int_equal(json_array_size(json_object_get(schema, "required")), json_object_size(properties));
    json_object_foreach ((json_t *) properties, key, property) {
        assert_null(json_object_get(property, "maxLength"));
        if (json_object_get(property, "properties"))
            check_strict(property);
        if (json_at(property, "items.properties"))
            check_strict(json_object_get(property, "items"));
    }
}

static void test_schema_is_fit_for_strict_mode(void **state)
{
    json_t *schema = json_schema(plan_fields);

    (void) state;
    assert_string_equal(json_string_value(json_object_get(schema, "type")), "object");
    check_strict(schema);
    assert_null(json_at(schema, "properties.extra"));
    assert_text(json_text(arena, json_at(schema, "properties.title")),
                "{\"type\":\"string\",\"description\":\"Short title\"}");
    assert_text(json_text(arena, json_at(schema, "properties.action")),
                "{\"type\":\"string\",\"enum\":[\"search\",\"sub_queries\",\"complete\"]}");
    assert_text(
        json_text(arena, json_at(schema, "properties.tags")),
        "{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"string\"},\"description\":\"(at most 3 items)\"}");
    assert_text(json_text(arena, json_at(schema, "properties.subQueries.items.properties.query")),
                "{\"type\":\"string\",\"description\":\"What to ask (1 to 20 characters)\"}");
    json_decref(schema);
}

/* Both readers on the same text: the same value, or both refuse. Numbers beyond
 * their types and what json_parse() keeps from jansson are left to it. */
struct leaf {
    struct str name;
    double weight;
    int kind;
};
struct tree {
    struct str title, note;
    int64_t count;
    bool done;
    struct str_list tags;
    struct leaf best, *leaves;
    size_t leaves_n;
};

static const char *const leaf_kinds[] = { "oak", "ash", NULL };
static const struct field leaf_fields[] = {
    FIELD_STR(struct leaf, name),
    FIELD_DOUBLE(struct leaf, weight),
    FIELD_ENUM(struct leaf, kind, leaf_kinds),
    FIELD_END,
};
static const struct field tree_fields[] = {
    FIELD_STR(struct tree, title),
    FIELD_STR(struct tree, note, .nullable = true),
    FIELD_INT(struct tree, count),
    FIELD_BOOL(struct tree, done),
    FIELD_STRS(struct tree, tags),
    FIELD_OBJECT(struct tree, best, leaf_fields),
    FIELD_LIST(struct tree, leaves, leaves_n, struct leaf, leaf_fields),
    FIELD_END,
};

static void test_a_struct_survives_the_way_to_text_and_back(void **state)
{
    struct leaf leaves[] = { { str("a\"b\\c\n\x01"), -0.5, 1 }, { str("\xff broken"), 3, 0 } };
    struct tree tree = { .title = str("caf\u00e9"),
                         .note = str("n"),
                         .count = -7,
                         .done = true,
                         .best = { str(""), 1e300, 0 },
                         .leaves = leaves,
                         .leaves_n = 2 },
                again = { 0 };

    (void) state;
    str_list_add(arena, &tree.tags, str("one"));
    str_list_add(arena, &tree.tags, str("two, \"2\""));
    json_t *object = json_encode(tree_fields, &tree);
    struct str text = json_encode_text(arena, tree_fields, &tree);
    assert_true(str_eq(text, json_text(arena, object)));
    assert_true(str_eq(json_encode_canonical(arena, tree_fields, &tree), json_canonical(arena, object)));
    assert_int_equal(json_decode(object, tree_fields, &again, DECODE_STRICT, arena, NULL), 0);
    assert_true(str_eq(json_encode_text(arena, tree_fields, &again), text));
    json_decref(object);
}

static void test_odd_characters_of_a_service_cost_one_character(void **state)
{
    static const struct {
        const char *text, *value;
    } cases[] = {
        { "\"a\\u0000b\"", "a\ufffdb" },
        { "\"a\\ud83db\"", "a\ufffdb" },
        { "\"a\\ude00b\"", "a\ufffdb" },
        { "\"\\ud83d\\ud83d\\ude00\"", "\ufffd\U0001f600" },
        { "\"\\ud83d\"", "\ufffd" },
        { "\"\\ude00\"", "\ufffd" },
        { "\"\\ud83d\\u0041\"", "\ufffdA" },
        { "\"a\xff\xfe"
          "b\"",
          "a\ufffd\ufffdb" },
        { "\"a\xed\xa0\x80"
          "b\"",
          "a\ufffd\ufffd\ufffdb" },
        { "\"a\x01"
          "b\x1f\"",
          "a\ufffdb\ufffd" },
        { "\"a\tb\nc\rd\"", "a\tb\nc\rd" },
        { "\"a\\x41b\"", "a\ufffdx41b" },
        { "\"a\\u12\"", "a\ufffdu12" },
        { "\"a\\\\ud83d \\\" \xff\"", "a\\ud83d \" \ufffd" },
    };
    struct error e;
    json_t *value;

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (json_parse_foreign(str(cases[i].text), false, &value, &e) < 0)
            fail_msg("%s: %s", cases[i].text, e.message);
        assert_string_equal(json_string_value(value), cases[i].value);
        json_decref(value);
    }
    assert_int_equal(json_parse_foreign(str_n("[\"a\0b\"]", 7), false, &value, &e), 0);
    assert_string_equal(json_string_value(json_array_get(value, 0)), "a\ufffdb");
    json_decref(value);
    /* What is wrong otherwise stays an error that names its place in the text as it came. */
    assert_int_equal(json_parse_foreign(str("{\"a\": 1,\n \"b\": x}"), false, &value, &e), -ERROR_PARSE);
    assert_non_null(strstr(e.message, "line 2, column"));
    assert_int_equal(json_parse_foreign(str("\"\\"), true, &value, &e), -ERROR_PARSE);
}

/* The pieces as events of a stream bring them; what a reader may see after each, and in the end. */
static void join(const char *const *pieces, const char *seen, const char *whole)
{
    struct buf text, shown;

    buf_init(&text, 1000);
    buf_init(&shown, 1000);
    for (; *pieces; pieces++) {
        size_t before = text.len;
        json_t *value;

        assert_int_equal(json_parse_foreign(str(*pieces), true, &value, NULL), 0);
        buf_add(&text, json_string_value(value), json_string_length(value));
        json_decref(value);
        json_join_halves(&text, before, false);
        buf_add(&shown, text.data, text.len - json_half_at_end(buf_str(&text)));
        buf_add_char(&shown, '|');
    }
    json_join_halves(&text, text.len, true);
    assert_string_equal(buf_str(&shown).data, seen);
    assert_string_equal(buf_str(&text).data, whole);
    buf_free(&text);
    buf_free(&shown);
}

static void test_a_character_split_over_two_events_is_joined(void **state)
{
    (void) state;
    join((const char *const[]){ "\"a\\ud83d\"", "\"\\ude00b\"", NULL }, "a|a\U0001f600b|", "a\U0001f600b");
    join((const char *const[]){ "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\"", NULL }, "|\U0001f600|\U0001f600|",
         "\U0001f600\ufffd");
    join((const char *const[]){ "\"\\ud83d\"", "\"x\"", "\"\\ude00\"", NULL }, "|\ufffdx|\ufffdx\ufffd|",
         "\ufffdx\ufffd");
    join((const char *const[]){ "\"\\ud83d\"", "\"\\ud83d\"", "\"\\ude00\"", NULL }, "|\ufffd|\ufffd\U0001f600|",
         "\ufffd\U0001f600");
    join((const char *const[]){ "\"\"", "\"\\ude00\"", NULL }, "|\ufffd|", "\ufffd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_not_json_is_refused_with_its_place),
        cmocka_unit_test(test_nesting_over_64_is_refused_before_jansson),
        cmocka_unit_test(test_numbers_beyond_their_types_do_not_fail_the_text),
        cmocka_unit_test(test_text_is_compact_shortest_and_keeps_order),
        cmocka_unit_test(test_reals_read_back_as_themselves),
        cmocka_unit_test(test_canonical_sorts_keys_by_bytes_at_every_level),
        cmocka_unit_test(test_pretty_indents_by_two),
        cmocka_unit_test(test_members_fall_back),
        cmocka_unit_test(test_paths_walk_members_and_indices),
        cmocka_unit_test(test_strings_made_from_bytes_can_be_parsed_again),
        cmocka_unit_test(test_decode_fills_every_kind_of_member),
        cmocka_unit_test(test_decode_names_the_member_that_is_wrong),
        cmocka_unit_test(test_lenient_decode_takes_what_models_write),
        cmocka_unit_test(test_clamp_cuts_instead_of_failing),
        cmocka_unit_test(test_absent_members_keep_their_preset_and_nullable_ones_become_null),
        cmocka_unit_test(test_a_bare_list_fills_the_only_list),
        cmocka_unit_test(test_encode_is_the_reverse_of_decode),
        cmocka_unit_test(test_sparse_members_are_written_only_where_there_is_something),
        cmocka_unit_test(test_a_struct_with_its_own_table_is_written_and_not_read),
        cmocka_unit_test(test_schema_is_fit_for_strict_mode),
        cmocka_unit_test(test_a_struct_survives_the_way_to_text_and_back),
        cmocka_unit_test(test_odd_characters_of_a_service_cost_one_character),
        cmocka_unit_test(test_a_character_split_over_two_events_is_joined),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
