#include "arena_case.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "text/json.h"

/* The repaired value as compact text; "error" if there was nothing to repair. */
static struct str repair(struct str text)
{
    struct buf out;
    struct error e;
    json_t *value;

    buf_init(&out, 1 << 24);
    int r = json_repair(text, &out, &e);
    if (r < 0) {
        assert_int_equal(r, -ERROR_PARSE);
        assert_int_equal(out.len, 0);
        buf_free(&out);
        return str("error");
    }
    if (json_parse(buf_str(&out), &value, &e) < 0)
        fail_msg("made %s of %.*s: %s", out.data, STR_ARG(text), e.message);
    struct str result = json_text(arena, value);
    json_decref(value);
    buf_free(&out);
    return result;
}

struct pair {
    const char *text, *want;
};

static void check(const struct pair *pairs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct str got = repair(str(pairs[i].text));

        if (!str_is(got, pairs[i].want))
            fail_msg("\n  text %s\n  got  %s\n  want %s", pairs[i].text, got.data, pairs[i].want);
    }
}
#define CHECK(pairs) check(pairs, sizeof(pairs) / sizeof *(pairs))

static void test_valid_json_is_left_alone(void **state)
{
    static const struct pair pairs[] = {
        { "{\"a\":[1,2.5,true,null,\"x, \\\"y\\\": [z\"]}", "{\"a\":[1,2.5,true,null,\"x, \\\"y\\\": [z\"]}" },
        { " \"text\" ", "\"text\"" },
        { "0", "0" },
        { "[]", "[]" },
        { "\xef\xbb\xbf{}", "{}" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_quotes_of_any_kind_and_none(void **state)
{
    static const struct pair pairs[] = {
        { "{name: 'Ada', \"age\": 36}", "{\"name\":\"Ada\",\"age\":36}" },
        { "{“title”: “Deep ‘sea’”}", "{\"title\":\"Deep ‘sea’\"}" },
        { "[`a`, ´b´, 'c’s']", "[\"a\",\"b\",\"c’s\"]" },
        { "{city: New York, zip: 01234}", "{\"city\":\"New York\",\"zip\":\"01234\"}" },
        { "['it's', 'O\\'Brien']", "[\"it's\",\"O'Brien\"]" },
        { "{a: it's fine, b: don't}", "{\"a\":\"it's fine\",\"b\":\"don't\"}" },
        { "[one\", \"two]", "[\"one\",\"two\"]" },
        { "{\"say\": \"They call it \"AI\", \"ML\" and \"DL\" now\", \"n\": 3}",
          "{\"say\":\"They call it \\\"AI\\\", \\\"ML\\\" and \\\"DL\\\" now\",\"n\":3}" },
        { "{\"q\": \"What is \"x\"?\", \"r\": \"end\"}", "{\"q\":\"What is \\\"x\\\"?\",\"r\":\"end\"}" },
        { "{\"h\": \"a (5'11\") man\", \"w\": 1}", "{\"h\":\"a (5'11\\\") man\",\"w\":1}" },
        { "{\"a\": \"\"\"one \"two\"\nthree\"\"\", \"b\": 1}", "{\"a\":\"one \\\"two\\\"\\nthree\",\"b\":1}" },
        { "{\"a\": \"x, \"b\": \"y\"}", "{\"a\":\"x\",\"b\":\"y\"}" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_missing_and_spare_punctuation(void **state)
{
    static const struct pair pairs[] = {
        { "[1 2 3]", "[1,2,3]" },
        { "[1,,2,]", "[1,2]" },
        { "[,1]", "[1]" },
        { "{\"a\":1,,\"b\":2,}", "{\"a\":1,\"b\":2}" },
        { "{\"a\" 1 \"b\" 2}", "{\"a\":1,\"b\":2}" },
        { "{\"a\": \"x\"\n\"b\": \"y\"}", "{\"a\":\"x\",\"b\":\"y\"}" },
        { "[\"a\" true, \"b\"]", "[\"a\",true,\"b\"]" },
        { "{\"a\":1; \"b\":2}", "{\"a\":1,\"b\":2}" },
        { "{\"a\" => 1, b = 2}", "{\"a\":1,\"b\":2}" },
        { "\"a\": 1, \"b\": [2]", "{\"a\":1,\"b\":[2]}" },
        { "{\"a\":1}}]", "{\"a\":1}" },
        { "[{\"a\":1}, {\"b\":2]", "[{\"a\":1},{\"b\":2}]" },
        { "{\"a\":[1,2}", "{\"a\":[1,2]}" },
        { "{\"a\":}", "{\"a\":null}" },
        { "{\"a\", \"b\"}", "{\"a\":null,\"b\":null}" },
        { "[1, ..., 9]", "[1,9]" },
        { "{\"a\":1, …}", "{\"a\":1}" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_text_that_was_cut_off(void **state)
{
    static const struct pair pairs[] = {
        { "{\"a\": {\"b\": [1, {\"c\": \"unfinished sent", "{\"a\":{\"b\":[1,{\"c\":\"unfinished sent\"}]}}" },
        { "{\"a\": 1, \"b", "{\"a\":1,\"b\":null}" },
        { "{\"a\": tru", "{\"a\":\"tru\"}" },
        { "[1.", "[1.0]" },
        { "[-", "[0]" },
        { "[3e", "[3.0]" },
        { "\"caf\\u00e", "\"caf\"" },
        { "\"x\\", "\"x\"" },
        { "[\"\\ud83d", "[\"\"]" },
        { "[\"\\ud83d\\ude0", "[\"\"]" },
        { "[\"caf\xc3", "[\"caf\"]" },
        { "```json\n{\"a\": [1,", "{\"a\":[1]}" },
        { "{", "{}" },
        { "[", "[]" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_words_and_numbers_of_other_languages(void **state)
{
    static const struct pair pairs[] = {
        { "{'a': True, 'b': None, 'c': False}", "{\"a\":true,\"b\":null,\"c\":false}" },
        { "[undefined, NaN, Infinity, -Infinity]", "[null,null,null,null]" },
        { "[.5, -.5, +3, 1., 007, 1.2.3, 2024-10-18, 12:30, 2024/10/18]",
          "[0.5,-0.5,3,1.0,\"007\",\"1.2.3\",\"2024-10-18\",\"12:30\",\"2024/10/18\"]" },
        { "{_id: ObjectId(\"5f\"), t: Timestamp(1, 2), d: new Date('2020'), e: Foo()}",
          "{\"_id\":\"5f\",\"t\":[1,2],\"d\":\"2020\",\"e\":null}" },
        { "load({\"a\": 1});", "{\"a\":1}" },
        { "('a', 'b')", "[\"a\",\"b\"]" },
        { "[truest, nullable, None]", "[\"truest\",\"nullable\",null]" },
        { "{re: /a[,]b\\/\"c/gi, path: /usr/bin/env}", "{\"re\":\"/a[,]b\\\\/\\\"c/gi\",\"path\":\"/usr/bin/env\"}" },
        { "{u: https://a.b/c?d=e#f, v: 1}", "{\"u\":\"https://a.b/c?d=e#f\",\"v\":1}" },
        { "{price: $5, share: 10%, color: #fff}", "{\"price\":\"$5\",\"share\":\"10%\",\"color\":\"#fff\"}" },
        { "2 apples", "\"2 apples\"" },
        { "None of these", "\"None of these\"" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_comments_fences_and_prose_go(void **state)
{
    static const struct pair pairs[] = {
        { "{\"a\": 1, // it's \"one\"\n /* and */ \"b\": 2 # two\n}", "{\"a\":1,\"b\":2}" },
        { "```json\n[1,2,]\n```", "[1,2]" },
        { "```\n{a:1}\n```\nDone.", "{\"a\":1}" },
        { "Sure, here it is: {\"a\": 1,}. Enjoy, all!", "{\"a\":1}" },
        { "Here you go:\n\n```json\n{\"a\": [1,],}\n```\nAsk for more.", "{\"a\":[1]}" },
        { "{\"a\":1,}\nHope this helps!", "{\"a\":1}" },
        { "{} /* open", "{}" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_escapes_and_control_characters(void **state)
{
    static const struct pair pairs[] = {
        { "{\\\"a\\\": \\\"say \\\\\\\"hi\\\\\\\"\\\"}", "{\"a\":\"say \\\"hi\\\"\"}" },
        { "{\\n  \\\"a\\\": [1]\\n}", "{\"a\":[1]}" },
        { "{\"a\": \"one\ntwo\tthree\"}", "{\"a\":\"one\\ntwo\\tthree\"}" },
        { "[\"C:\\users\", \"\\q\", \"\\x41\"]", "[\"C:\\\\users\",\"q\",\"A\"]" },
        { "[\"\\u0000\", \"\\ud800x\", \"\\udc00\", \"\xff\", \"\x01\"]",
          "[\"\xef\xbf\xbd\",\"\xef\xbf\xbdx\",\"\xef\xbf\xbd\",\"\xef\xbf\xbd\",\"\\u0001\"]" },
        { "[\"long \" + \"text\" +\n 'more']", "[\"long textmore\"]" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_values_on_lines_become_a_list(void **state)
{
    static const struct pair pairs[] = {
        { "{\"a\":1}\n{\"a\":2}\n", "[{\"a\":1},{\"a\":2}]" },
        { "1, 2, 3", "[1,2,3]" },
        { "\"a\"\n\"b\"", "[\"a\",\"b\"]" },
        { "{},\n[],", "[{},[]]" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_nothing_is_not_json(void **state)
{
    static const struct pair pairs[] = {
        { "", "error" },    { "  \n", "error" }, { "/* only */", "error" },
        { "```", "error" }, { ",", "error" },    { "}", "error" },
    };

    (void) state;
    CHECK(pairs);
}

static void test_deep_nesting_is_an_error_not_a_crash(void **state)
{
    static const char *const openers[] = { "[", "{\"a\":", "f(", "[{a:[(\"" };
    struct buf text, out;
    struct error e;

    (void) state;
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        buf_init(&text, 1 << 20);
        buf_init(&out, 1 << 20);
        for (int k = 0; k < 50000; k++)
            buf_add_z(&text, openers[i]);
        int r = json_repair(buf_str(&text), &out, &e);
        assert_true(r == 0 || r == -ERROR_PARSE);
        buf_free(&text);
        buf_free(&out);
    }
    /* As deep as is allowed. */
    buf_init(&text, 1024);
    for (int k = 0; k < 63; k++)
        buf_add_char(&text, '[');
    buf_add_char(&text, '1');
    assert_int_equal(repair(buf_str(&text)).len, 127);
    buf_free(&text);
}

static void test_the_limit_of_the_output_holds(void **state)
{
    struct buf out;
    struct error e;

    (void) state;
    for (size_t max = 1; max < 40; max++) {
        buf_init(&out, max);
        buf_add_char(&out, '>');
        int r = json_repair(str("{a: [1, {b: 'c'}, f(2)], d: null}"), &out, &e);
        if (r < 0) {
            assert_int_equal(r, -ERROR_LIMIT);
            assert_string_equal(out.data, ">");
            assert_true(out.over);
        } else {
            assert_string_equal(out.data, ">{\"a\":[1,{\"b\":\"c\"},2],\"d\":null}");
            assert_int_equal(out.len, 31);
        }
        assert_int_equal(r == 0, max >= 31);
        buf_free(&out);
    }
}

/* Each pattern made a reader that looks ahead from every quote, bracket or
 * slash quadratic. A megabyte takes some ten milliseconds when it is linear. */
static void test_hostile_text_takes_linear_time(void **state)
{
    static const char *const patterns[] = {
        "\"a ",  "['a, \"b, ",     "\"/*",         "\"//",    "/*\"/**/", "\"a\"b,",  "{\"a\"b ",
        "`a, ´", "[/\\/,",         "\\\\\\\\\\/,", "a'b",     "```a\n",   "\"\"\"x ", "\\\"",
        "f (",   "f(\"",           "\"+",          "\"a\"+",  "+ \"",     ". ",       "...",
        "{:",    "“a} ",           "\"x\" ,",      "(\"",     "((",       "\"a\", b", "\"a\", \"b\" c",
        "# ",    "{\"a\":\"b, \"", "\"(\"]",       "\"[\"] ", "new ",     "a.b",
    };

    (void) state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct buf text, out;
        struct error e;

        buf_init(&text, 1 << 21);
        buf_init(&out, 1 << 25);
        buf_add_z(&text, "{\"k\": [");
        while (text.len < 300000)
            buf_add_z(&text, patterns[i]);
        int64_t start = clock_cpu_ms();
        int r = json_repair(buf_str(&text), &out, &e);
        int64_t took = clock_cpu_ms() - start;
        assert_true(r == 0 || r == -ERROR_PARSE);
        if (took > 3000)
            fail_msg("%s took %d ms", patterns[i], (int) took);
        buf_free(&text);
        buf_free(&out);
    }
}

static void answer(const char *text, const char *want, bool want_repaired)
{
    json_t *value = NULL;
    bool repaired = !want_repaired;
    struct error e;

    if (json_from_answer(str(text), &value, &repaired, &e) < 0)
        fail_msg("%s: %s", text, e.message);
    struct str got = json_text(arena, value);
    json_decref(value);
    if (!str_is(got, want) || repaired != want_repaired)
        fail_msg("\n  text %s\n  got  %s (%d)\n  want %s", text, got.data, repaired, want);
}

static void test_answers_are_found_where_models_put_them(void **state)
{
    (void) state;
    answer("{\"a\":1}", "{\"a\":1}", false);
    answer("[]", "[]", false);
    answer("```json\n{\"a\":1}\n```", "{\"a\":1}", false);
    answer("Here:\n```\n[{\"a\":1}]\n```\nand\n```json\n{\"b\":2}\n```", "[{\"a\":1}]", false);
    answer("```python\nprint(1)\n```\n```json\n{\"b\":2}\n```", "{\"b\":2}", false);
    answer("<think>maybe {\"a\":0}?</think>\n{\"a\":1}", "{\"a\":1}", false);
    answer("reasoning… {\"x\": 1}\n</think>\n\n{\"a\":1}", "{\"a\":1}", false);
    answer("As [1] and [2, 3] say, {\"a\":1} is it. {\"b\":2}", "{\"a\":1}", false);
    answer("An {} is empty; {\"a\":1} is not", "{\"a\":1}", false);
    answer("See [1].", "[1]", false);
    answer("\"{\\\"a\\\": [1]}\"", "{\"a\":[1]}", false);
    answer("{\"a\":\"</think>\"}", "{\"a\":\"</think>\"}", false);
}

static void test_broken_answers_are_repaired_from_their_first_bracket(void **state)
{
    (void) state;
    answer("{\"items\": [{\"a\":1},], }", "{\"items\":[{\"a\":1}]}", true);
    answer("Result:\n```json\n{\"a\": [1, 2\n```", "{\"a\":[1,2]}", true);
    answer("As {curly} says [1]: {\"a\": 'b'}", "{\"a\":\"b\"}", true);
    answer("The answer, {query: 'x', n: 3}, is short", "{\"query\":\"x\",\"n\":3}", true);
    answer("\"a\": 1, \"b\": 2}", "{\"a\":1,\"b\":2}", true);
    answer("{\"text\": \"He said \"no\" twice\", \"n\": 1} and so on",
           "{\"text\":\"He said \\\"no\\\" twice\",\"n\":1}", true);
}

static void test_an_answer_without_json_is_an_error(void **state)
{
    static const char *const texts[] = { "", "I cannot do that.", "42", "null", "<think>hm</think>" };

    (void) state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *value = (json_t *) 1;
        bool repaired = true;
        struct error e;

        assert_int_equal(json_from_answer(str(texts[i]), &value, &repaired, &e), -ERROR_PARSE);
        assert_ptr_equal(value, (json_t *) 1);
        assert_true(repaired);
        assert_true(e.message[0]);
    }
}

/* The public pairs of the folder that FATHOM_DATA names. */
static void test_public_pairs_reach_the_bar(void **state)
{
    const char *data = getenv("FATHOM_DATA");
    char path[4096] = "";
    json_t *pairs = NULL, *pair;
    size_t i, n = 0, equal = 0;

    (void) state;
    if (data && snprintf(path, sizeof path, "%s/json-repair/pairs.json", data) < (int) sizeof path)
        pairs = json_load_file(path, JSON_ALLOW_NUL, NULL);
    if (!pairs) {
        print_message("FATHOM_DATA names no folder with json-repair: skipped\n");
        skip();
    }
    json_array_foreach (pairs, i, pair) {
        json_t *want = NULL, *got = NULL;
        struct error e;

        if (json_parse(json_get_str(pair, "expected"), &want, &e) < 0)
            continue;
        n++;
        struct str text = repair(json_get_str(pair, "input"));
        if (json_parse(text, &got, &e) == 0)
            equal += json_equal(want, got) || str_eq(json_canonical(arena, want), json_canonical(arena, got));
        json_decref(want);
        json_decref(got);
    }
    json_decref(pairs);
    print_message("%zu of %zu pairs are equal\n", equal, n);
    assert_true(n > 400 && equal * 100 >= n * 97);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_json_is_left_alone),
        cmocka_unit_test(test_quotes_of_any_kind_and_none),
        cmocka_unit_test(test_missing_and_spare_punctuation),
        cmocka_unit_test(test_text_that_was_cut_off),
        cmocka_unit_test(test_words_and_numbers_of_other_languages),
        cmocka_unit_test(test_comments_fences_and_prose_go),
        cmocka_unit_test(test_escapes_and_control_characters),
        cmocka_unit_test(test_values_on_lines_become_a_list),
        cmocka_unit_test(test_nothing_is_not_json),
        cmocka_unit_test(test_deep_nesting_is_an_error_not_a_crash),
        cmocka_unit_test(test_the_limit_of_the_output_holds),
        cmocka_unit_test(test_hostile_text_takes_linear_time),
        cmocka_unit_test(test_answers_are_found_where_models_put_them),
        cmocka_unit_test(test_broken_answers_are_repaired_from_their_first_bracket),
        cmocka_unit_test(test_an_answer_without_json_is_an_error),
        cmocka_unit_test(test_public_pairs_reach_the_bar),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
