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

/* The plan prices|fire rules after the answer; "wrong": the answer cannot be carried out. */
static struct str plan_after(struct arena *arena, const char *answer)
{
    struct review review = said(arena, answer);

    return review.answer == REVIEW_EDITED     ? str_join(arena, review.items.items, review.items.n, "|")
           : review.answer == REVIEW_ACCEPTED ? str("as it is")
           : review.answer == REVIEW_WRONG    ? str("wrong")
                                              : str("planner");
}

static void test_commands_mean_the_same_in_an_answer_as_at_the_prompt(void **state)
{
    static const char *const rows[][2] = {
        { "drop 1", "fire rules" },
        { "2: recycling", "prices|recycling" },
        { "2. recycling", "prices|recycling" },
        { "add recycling", "prices|fire rules|recycling" },
        { "+ recycling", "prices|fire rules|recycling" },
        { "- 2", "prices" },
        { "ok, go", "as it is" },
        { "drop 1\nok, go", "fire rules" },
        /* the numbers are those that the person saw */
        { "drop 1\n2: recycling\nadd tax", "recycling|tax" },
        { "drop 1; 2: recycling", "recycling" },
        { "2: costs; benefits", "prices|costs; benefits" },
        { "2: costs; add tax; ok", "prices|costs|tax" },
        { "drop 3", "wrong" },
        { "drop 1\ndrop 7", "wrong" },
        { "drop 1-2", "wrong" },
        { "stop", "wrong" },
        { "?", "wrong" },
        /* who copies the plan and takes lines out of it has no other in mind */
        { "2. fire rules", "fire rules" },
        { "1. recycling", "recycling" },
        { "1. recycling\n2. tax\nnoise\nok", "recycling|tax|noise" },
        { "1. recycling\n+ tax", "recycling|fire rules|tax" },
        { "drop the one about fire", "planner" },
        { "drop 1\nand look at noise", "planner" },
        { "note look at noise", "planner" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!str_is(plan_after(arena, rows[i][0]), rows[i][1]))
            fail_msg("\"%s\" leads to \"%.*s\"", rows[i][0], STR_ARG(plan_after(arena, rows[i][0])));
    arena_free(arena);
}

static void test_a_note_stands_beside_the_plan_as_it_was_changed(void **state)
{
    static const char *const rows[][4] = {
        /* answer, the note, the plan, of which lines are the person's */
        { "drop 1\nnote noise", "noise", "fire rules", "" },
        { "note noise", "noise", "prices|fire rules", "" },
        { "add tax; 2: recycling; note noise", "noise", "prices|recycling|tax", "recycling|tax" },
        { "1. prices\n2. recycling\nnote noise\nnote and smell", "noise\nand smell", "prices|recycling", "recycling" },
        { "look at noise", "look at noise", "prices|fire rules", "" },
        { "note noise\nand smell", "note noise\nand smell", "prices|fire rules", "" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct review review = said(arena, rows[i][0]), again;

        assert_int_equal(review.answer, REVIEW_GUIDANCE);
        assert_string_equal(str_z(arena, review.guidance), rows[i][1]);
        assert_string_equal(str_z(arena, str_join(arena, review.items.items, review.items.n, "|")), rows[i][2]);
        assert_string_equal(str_z(arena, str_join(arena, review.own.items, review.own.n, "|")), rows[i][3]);
        /* a run that made another plan is told of both in one answer */
        again = said(arena, str_z(arena, review_note(arena, &review.items, review.guidance)));
        assert_int_equal(again.answer, REVIEW_GUIDANCE);
        assert_true(str_eq(again.guidance, review.guidance));
        assert_string_equal(str_z(arena, str_join(arena, again.items.items, again.items.n, "|")), rows[i][2]);
    }
    assert_int_equal(said(arena, "drop 7\nnote noise").answer, REVIEW_WRONG);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_consent_and_the_same_plan_accept),
        cmocka_unit_test(test_numbered_lines_are_the_plan),
        cmocka_unit_test(test_other_words_are_for_the_planner),
        cmocka_unit_test(test_commands_mean_the_same_in_an_answer_as_at_the_prompt),
        cmocka_unit_test(test_a_note_stands_beside_the_plan_as_it_was_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
