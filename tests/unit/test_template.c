#include "arena_case.h"

#include "text/template.h"

static const struct template_value *values(void)
{
    static struct template_value all[] = {
        { "name", { 0 } }, { "empty", { 0 } }, { "tricky", { 0 } }, { NULL, { 0 } }
    };

    all[0].value = str("Ada");
    all[2].value = str("{{name}} {{#x}} }}");
    return all;
}

static void check(const char *source, const char *want)
{
    struct str got;
    struct error e;

    if (template_fill(arena, str(source), values(), &got, &e) < 0)
        fail_msg("%s: %s", source, e.message);
    assert_string_equal(got.data, want);
}

static void test_values_are_inserted_as_they_are(void **state)
{
    (void) state;
    check("Dear {{name}}, {{ name }}!", "Dear Ada, Ada!");
    check("", "");
    check("no tags { } {x}", "no tags { } {x}");
    check("{{tricky}}", "{{name}} {{#x}} }}");
    check("<{{empty}}>", "<>");
    check("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 1}}");
}

static void test_sections_stay_only_with_a_value(void **state)
{
    (void) state;
    check("a{{#name}} b{{/name}}{{#empty}} c{{/empty}} d", "a b d");
    check("{{#name}}x{{#empty}}y{{name}}{{/empty}}z{{/name}}", "xz");
    check("{{#empty}}{{#name}}x{{/name}}{{/empty}}", "");
}

static void test_section_tags_alone_on_a_line_take_the_line(void **state)
{
    (void) state;
    check("one\n{{#name}}\ntwo\n{{/name}}\nthree\n", "one\ntwo\nthree\n");
    check("one\n  {{#empty}}\ntwo\n  {{/empty}}  \r\nthree", "one\nthree");
    check("{{#name}}\ntwo\n{{/name}}", "two\n");
    check("{{#name}} {{/name}}\nx", " \nx");
}

static void test_errors_name_line_and_tag(void **state)
{
    static const struct {
        const char *source, *say;
    } cases[] = {
        { "a\nb {{who}}", "line 2: there is no value for {{who}}" },
        { "{{#who}}x{{/who}}", "line 1: there is no value for {{#who}}" },
        { "{{#empty}}{{who}}{{/empty}}", "line 1: there is no value for {{who}}" },
        { "a\n\n{{name", "line 3: {{ is not closed" },
        { "a\n{{#name}}\n", "line 2: {{#name}} is not closed" },
        { "{{/name}}", "line 1: {{/name}} closes nothing that is open" },
        { "{{#name}}{{/empty}}", "line 1: {{/empty}} closes nothing that is open" },
        { "{{}}", "line 1: {{}} is not a tag; write {{name}}, {{#name}} or {{/name}}" },
        { "{{a b}}", "line 1: {{a b}} is not a tag; write {{name}}, {{#name}} or {{/name}}" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str got = str("untouched");
        struct error e;

        assert_int_equal(template_fill(arena, str(cases[i].source), values(), &got, &e), -ERROR_INVALID);
        assert_string_equal(e.message, cases[i].say);
        assert_string_equal(got.data, "untouched");
    }
    struct str got;
    assert_int_equal(template_fill(arena, str("{{x}}"), NULL, &got, NULL), -ERROR_INVALID);
}

static void test_nesting_has_a_limit(void **state)
{
    struct str got;
    struct error e;

    (void) state;
    assert_int_equal(
        template_fill(arena, str("{{#name}}{{#name}}{{#name}}{{#name}}{{#name}}{{#name}}{{#name}}{{#name}}{{#name}}"),
                      values(), &got, &e),
        -ERROR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_inserted_as_they_are),
        cmocka_unit_test(test_sections_stay_only_with_a_value),
        cmocka_unit_test(test_section_tags_alone_on_a_line_take_the_line),
        cmocka_unit_test(test_errors_name_line_and_tag),
        cmocka_unit_test(test_nesting_has_a_limit),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
