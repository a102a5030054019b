/* What is sent to an engine without a model, and which searches are for the same. */
#include "arena_case.h"

#include "extractive/extractive.h"

static bool searched(const char *before, const char *query)
{
    struct str_list list = { 0 };

    str_list_add(arena, &list, str(before));
    return extract_searched(arena, &list, str(query));
}

static void test_case_spaces_punctuation_and_small_words_make_no_new_search(void **state)
{
    static const char *const same[] = { "HALLEN  tidal   barrage", "the Hallen tidal barrage?",
                                        "\"Hallen\" tidal-barrage", "What is the Hallen tidal barrage",
                                        "tidal barrage of Hallen" };

    (void) state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!searched("Hallen tidal barrage", same[i]))
            fail_msg("\"%s\" is taken for another search", same[i]);
    assert_true(searched("What limits grid batteries?", "limits grid batteries"));
    assert_true(searched("the who", "The Who "));
}

static void test_words_that_turn_the_meaning_make_another_search(void **state)
{
    static const char *const other[][2] = {
        { "arguments for the Hallen barrage", "arguments against the Hallen barrage" },
        { "sugar in tea", "no sugar in tea" },
        { "Why was the Orrin Bridge closed?", "When was the Orrin Bridge closed?" },
        { "trade before the war", "trade after the war" },
        { "Hallen tidal barrage", "Hallen tidal barrage cost" },
        { "the who", "to whom" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (searched(other[i][0], other[i][1]) || searched(other[i][1], other[i][0]))
            fail_msg("\"%s\" is taken for \"%s\"", other[i][1], other[i][0]);
}

static void assert_keywords(const char *text, const char *keywords)
{
    assert_string_equal(str_z(arena, extract_keywords(arena, str(text))), keywords);
}

static void test_key_words_of_a_sentence_are_its_content(void **state)
{
    (void) state;
    assert_keywords("The mayor of the village paid 5,000 euros for the fish that died in the lake in 1987.",
                    "mayor village paid 5,000 euros fish died lake 1987");
    assert_keywords("To be or not to be", "To be or not to be");
    /* Nothing parts these words: pairs of characters are none. */
    assert_keywords(" 湖の藻の原因は何ですか ", "湖の藻の原因は何ですか");
}

static void test_a_query_names_what_the_question_names_or_not(void **state)
{
    (void) state;
    assert_true(extract_names(arena, str("cost of a battery"), str("What limits grid batteries?")));
    assert_false(extract_names(arena, str("Costs and prices"), str("What limits grid batteries?")));
    assert_false(extract_names(arena, str("What is the cause of it?"), str("What limits grid batteries?")));
    assert_true(extract_names(arena, str("湖の費用"), str("湖の藻の原因")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_case_spaces_punctuation_and_small_words_make_no_new_search, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_words_that_turn_the_meaning_make_another_search, setup, teardown),
        cmocka_unit_test_setup_teardown(test_key_words_of_a_sentence_are_its_content, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_query_names_what_the_question_names_or_not, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
