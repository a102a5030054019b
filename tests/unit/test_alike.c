/* Statements that say the same in other words, and those that do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "judge/alike.h"

static void test_the_same_in_other_words_is_one_statement(void **state)
{
    static const char *const pairs[][2] = {
        { "Battery pack prices fell by 14 % to 139 dollars per kWh in 2023.",
          "In 2023 the price of battery packs dropped by 14 percent to $139 per kWh." },
        { "Fires are rare but hard to put out.", "Fires are rare, but they are hard to put out." },
        { "Pumped hydro plants hold most of the storage capacity.",
          "Most of the storage capacity is held by pumped hydro plants." },
        { "The lifetime of lithium cells is limited by heat.", "Heat limits the lifetime of lithium cells." },
        { "No source tells the price of batteries in 2024.", "The price of batteries in 2024 is told by no source." },
    };

    (void) state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!statements_alike(str(pairs[i][0]), str(pairs[i][1])) ||
            !statements_alike(str(pairs[i][1]), str(pairs[i][0])) || !topics_alike(str(pairs[i][0]), str(pairs[i][1])))
            fail_msg("%s | %s", pairs[i][0], pairs[i][1]);
    }
}

static void test_what_differs_stays_two(void **state)
{
    static const char *const pairs[][2] = {
        { "No source tells the price of batteries.", "No source tells the lifetime of batteries." },
        { "No source tells how it developed lately.", "No source tells how it developed lately, and where." },
        { "Finding 12 about batteries here", "Finding 13 about batteries here" },
        { "Prices fell in Norway in 2023.", "Prices fell in Sweden in 2023." },
        { "Prices fell strongly in 2023.", "Prices rose strongly in 2023." },
        { "Exports rose by 5 % in 2020.", "Imports rose by 5 % in 2020." },
        { "Grid batteries and figure 1 of alpha.", "Grid batteries and figure 1 of beta." },
        { "Google acquired Fitbit in 2021.", "Fitbit acquired Google in 2021." },
        { "The drug reduces mortality in adults.", "The drug reduces mortality in children." },
        { "The drug may reduce mortality in adults.", "The drug reduces mortality in adults." },
        { "The drug does not reduce mortality in adults.", "The drug reduces mortality in adults." },
        { "", "" },
        { "电池成本下降。", "电池成本上升。" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (statements_alike(str(pairs[i][0]), str(pairs[i][1])) || topics_alike(str(pairs[i][0]), str(pairs[i][1])))
            fail_msg("%s | %s", pairs[i][0], pairs[i][1]);
}

static void test_a_topic_may_say_more_than_the_other_a_statement_hardly(void **state)
{
    struct str one = str("The sources give other costs of grid batteries."),
               more = str("The sources give other costs of large stationary grid batteries.");

    (void) state;
    assert_true(topics_alike(one, more));
    assert_false(statements_alike(one, more));
}

static void test_what_says_all_of_another_with_the_same_numbers_holds_it(void **state)
{
    static const struct {
        const char *part, *whole;
        bool within;
    } rows[] = {
        { "The Hallen tidal barrage will cost 620 million euros.",
          "The Hallen tidal barrage will cost 620 million euros, according to the company that plans it.", true },
        { "The Hallen tidal barrage will cost 620 million euros, according to the company that plans it.",
          "The Hallen tidal barrage will cost 620 million euros.", false },
        { "The Hallen tidal barrage will cost 620 million euros.",
          "The Hallen tidal barrage will cost 950 million euros, according to the auditors.", false },
        { "The Hallen tidal barrage will cost 620 million euros.",
          "The Hallen tidal barrage will cost 620 million euros and be built by 2031.", false },
        { "The Hallen tidal barrage will cost 620 million euros.",
          "The Hallen tidal barrage will not cost 620 million euros.", false },
        { "The drug reduces mortality in adults.", "The drug may reduce mortality in adults with a weak heart.",
          false },
        { "Prices fell strongly in the winter.", "Prices fell strongly in the winter in Norway.", false },
        { "Fires are rare.", "Fires are rare in houses with a new roof.", false },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (statement_within(str(rows[i].part), str(rows[i].whole)) != rows[i].within)
            fail_msg("%s | %s", rows[i].part, rows[i].whole);
}

static void test_what_lacks_is_told_without_the_words_that_say_so(void **state)
{
    static const char *const rows[][2] = {
        { "Nothing is said of what the opponents say of the birds.", "what the opponents say of the birds." },
        { "No source tells the price of batteries.", "price of batteries." },
        { "What opponents say of birds", "What opponents say of birds" },
        { "Nothing is known.", "Nothing is known." },
        { "", "" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!str_is(lack_topic(arena, str(rows[i][0])), rows[i][1]))
            fail_msg("%s", rows[i][0]);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_in_other_words_is_one_statement),
        cmocka_unit_test(test_what_differs_stays_two),
        cmocka_unit_test(test_a_topic_may_say_more_than_the_other_a_statement_hardly),
        cmocka_unit_test(test_what_says_all_of_another_with_the_same_numbers_holds_it),
        cmocka_unit_test(test_what_lacks_is_told_without_the_words_that_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
