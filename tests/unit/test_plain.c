/* What models write in Markdown becomes plain words, and signs that are none of Markdown's stay. */
#include "arena_case.h"

#include "text/plain.h"

static void check(const char *text, struct str got, const char *expected)
{
    if (!str_is(got, expected))
        fail_msg("%s\n=> %.*s\nnot %s", text, STR_ARG(got), expected);
}

static void test_signs_of_emphasis_and_code_go(void **state)
{
    static const char *const samples[][2] = {
        { "**Cause:** corrosion, and *not* traffic", "Cause: corrosion, and not traffic" },
        { "***Both*** and __this__ and _that_", "Both and this and that" },
        { "It calls `a * b` and `__init__`.", "It calls a * b and __init__." },
        { "3 * 4 is 12, a*b is not emphasis, nor is snake_case",
          "3 * 4 is 12, a*b is not emphasis, nor is snake_case" },
        { "`an open tick stays", "`an open tick stays" },
        { "(**1.2 %**)", "(1.2 %)" },
        { "**both *of them***", "both of them" },
        { "\\*a star\\*", "\\*a star\\*" },
        { "2**10 bytes and 2**12", "2**10 bytes and 2**12" },
        { "f(*args, **kwargs) and _id", "f(*args, **kwargs) and _id" },
        { "5* of 6*, *a paragraph\n\nand another*", "5* of 6*, *a paragraph\n\nand another*" },
        { "plain", "plain" },
        { "", "" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check(samples[i][0], text_plain(arena, str(samples[i][0])), samples[i][1]);
}

static void test_the_sign_of_an_item_goes_from_its_line(void **state)
{
    (void) state;
    check("item", text_plain_line(arena, str(" - **Closed:** in 2019.")), "Closed: in 2019.");
    check("item", text_plain_line(arena, str("-5 degrees")), "-5 degrees");
}

static void test_what_counts_a_title_is_told(void **state)
{
    static const struct sample {
        const char *text, *behind;
        size_t number;
    } samples[] = {
        { "Step 2: Costs", "Costs", 2 },
        { "3. Costs", "Costs", 3 },
        { "12) Costs", "Costs", 12 },
        { "2019 in review", "2019 in review", 0 },
        { "3.5 percent", "3.5 percent", 0 },
        { "Step by step", "Step by step", 0 },
        { "1.", "1.", 0 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t number;

        check(samples[i].text, text_behind_number(str(samples[i].text), &number), samples[i].behind);
        assert_int_equal(number, samples[i].number);
    }
}

static void test_headings_and_signs_of_lists_state_nothing(void **state)
{
    const char *text =
        "### Findings\n\n- **Closed:** It was closed in 2019 (1). It opened again in 2021 (3).\n  - Why: `rust`.\n\n"
        "**Disagreement**\n\nThe sources say this:\n\n1. One says *40* (2).\n\n| Year | Cars |\n|---|---|\n"
        "| **2018** | 21,000 (2) |\n\n---\n\n```\ncode\n```\n";
    struct str_list got = { 0 };

    (void) state;
    text_statements(arena, str(text), &got);
    check(
        text, str_join(arena, got.items, got.n, "/"),
        "Closed: It was closed in 2019 (1)./It opened again in 2021 (3)./Why: rust./One says 40 (2)./2018, 21,000 (2)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_signs_of_emphasis_and_code_go, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_sign_of_an_item_goes_from_its_line, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_counts_a_title_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_headings_and_signs_of_lists_state_nothing, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
