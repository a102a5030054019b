/* What an answer to a plan means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "workflows/review.h"

static struct review said(struct arena *arena, const char *answer)
{
    struct str_list plan = { 0 };
    struct review review;

    str_list_add(arena, &plan, str("prices"));
    str_list_add(arena, &plan, str("fire rules"));
    review_read(arena, &plan, str(answer), &review);
    return review;
}

static void test_nothing_consent_and_the_same_plan_accept(void **state)
{
    static const char *const answers[] = {
        "", " \n", "ok", "Yes.", "go on!", "1. prices\n2. fire rules\n", "- prices\n\n- fire rules"
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        assert_int_equal(said(arena, answers[i]).answer, REVIEW_ACCEPTED);
    arena_free(arena);
}

static void test_numbered_lines_are_the_plan(void **state)
{
    static const char *const answers[] = { "1. prices\n2. recycling", "1) prices\r\n7) recycling\n7) recycling",
                                           "* prices\n* recycling", "1. prices 2. recycling" };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct review review = said(arena, answers[i]);

        assert_int_equal(review.answer, REVIEW_EDITED);
        assert_int_equal(review.items.n, 2);
        assert_true(str_is(review.items.items[0], "prices"));
        assert_true(str_is(review.items.items[1], "recycling"));
    }
    arena_free(arena);
}

static void test_other_words_are_for_the_planner(void **state)
{
    static const char *const answers[] = {
        "Look at recycling, too.", "1. prices\nand recycling", "2020 was the year", "1.", "3.5 percent", "-5 degrees"
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct review review = said(arena, answers[i]);

        assert_int_equal(review.answer, REVIEW_GUIDANCE);
        assert_true(str_is(review.guidance, answers[i]));
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_consent_and_the_same_plan_accept),
        cmocka_unit_test(test_numbered_lines_are_the_plan),
        cmocka_unit_test(test_other_words_are_for_the_planner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
