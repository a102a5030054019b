#include "arena_case.h"
#include "text/counts.h"

static void test_digits_stand_in_groups_of_three(void **state)
{
    (void) state;
    assert_true(str_is(text_grouped(arena, 0), "0"));
    assert_true(str_is(text_grouped(arena, 999), "999"));
    assert_true(str_is(text_grouped(arena, 1234567), "1,234,567"));
    assert_true(str_is(text_grouped(arena, -123), "-123"));
    assert_true(str_is(text_grouped(arena, -1234), "-1,234"));
    assert_true(str_is(text_grouped(arena, INT64_MIN), "-9,223,372,036,854,775,808"));
}

static void test_only_one_is_singular(void **state)
{
    (void) state;
    assert_true(str_is(text_counted(arena, 1, "gap", "gaps"), "1 gap"));
    assert_true(str_is(text_counted(arena, 0, "gap", "gaps"), "0 gaps"));
    assert_true(str_is(text_counted(arena, 21340, "gap is", "gaps are"), "21,340 gaps are"));
}

static void test_the_verb_follows_the_part_and_the_noun_the_whole(void **state)
{
    (void) state;
    assert_true(
        str_is(text_part(arena, 1, text_counted(arena, 10, "claim", "claims"), "was", "were"), "1 of 10 claims was"));
    assert_true(str_is(text_part(arena, 2, text_counted(arena, 1200, "claim", "claims"), "was", "were"),
                       "2 of 1,200 claims were"));
    assert_true(
        str_is(text_part(arena, 1, text_counted(arena, 1, "claim", "claims"), "was", "were"), "1 of 1 claim was"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_digits_stand_in_groups_of_three, setup, teardown),
        cmocka_unit_test_setup_teardown(test_only_one_is_singular, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_verb_follows_the_part_and_the_noun_the_whole, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
