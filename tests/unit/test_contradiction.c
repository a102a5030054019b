/* Contradictions that models tell in sentences with numbers of sources, and their merging. */
#include "arena_case.h"

#include "workflows/contradiction.h"

static ptrdiff_t source_numbered(const void *context, int64_t number)
{
    (void) context;
    return number >= 1 && number <= 9 ? number - 1 : -1;
}

static size_t parts_of(const char *sentence, struct said_part *ret)
{
    return said_parts(arena, str(sentence), source_numbered, NULL, ret);
}

static bool contradiction_in(const char *sentence, struct research_contradiction *ret)
{
    struct said_part parts[SAID_PARTS];
    size_t n = parts_of(sentence, parts);

    return said_contradiction(arena, parts, n, str(sentence), ret);
}

static void test_a_sentence_is_cut_where_it_names_sources(void **state)
{
    (void) state;
    struct said_part parts[SAID_PARTS];

    assert_int_equal(parts_of("No source is named (see below) and none (12) that exists.", parts), 0);
    assert_int_equal(parts_of("The dam is 79 metres high (7, 3) (5), others say 84 (2).", parts), 2);
    assert_true(str_is(parts[0].text, "The dam is 79 metres high"));
    assert_int_equal(parts[0].n, 3);
    assert_int_equal(parts[0].sources[0], 2);
    assert_int_equal(parts[0].sources[1], 4);
    assert_int_equal(parts[0].sources[2], 6);
    assert_true(str_is(parts[1].text, ", others say 84"));
    assert_int_equal(parts_of("a (1) b (2) c (3) d (4) e (5) f (6) g (7) h (8) i (9) j (1)", parts), SAID_PARTS);
    assert_int_equal(parts_of("(1", parts), 0);
    assert_int_equal(parts_of("()", parts), 0);
}

static void test_a_label_is_no_part_of_a_contradiction(void **state)
{
    struct research_contradiction c;

    (void) state;
    assert_true(contradiction_in("Disagreement: the survey counted 41 turbines in the sound (1), whereas the harbour "
                                 "counted 52 turbines in the sound (2, 3).",
                                 &c));
    assert_true(str_starts(c.description, "the survey counted 41 turbines"));
}

static void test_a_sentence_with_two_sides_is_a_contradiction(void **state)
{
    (void) state;
    struct research_contradiction c;

    assert_true(contradiction_in("The sources disagree: the survey counted 41 turbines in the sound (1), whereas the "
                                 "harbour counted 52 turbines in the sound (2, 3).",
                                 &c));
    assert_true(str_is(c.says_one, "The survey counted 41 turbines in the sound"));
    assert_true(str_is(c.says_other, "The harbour counted 52 turbines in the sound"));
    assert_true(str_is(c.description, "The sources disagree: the survey counted 41 turbines in the sound, whereas the "
                                      "harbour counted 52 turbines in the sound."));
    assert_int_equal(c.one_n, 1);
    assert_int_equal(c.one[0], 0);
    assert_int_equal(c.other_n, 2);
    assert_int_equal(c.other[1], 2);
    assert_true(contradiction_in(
        "The Kelda Dam costs 79 million euros (1), but the Kelda Dam costs 84 million euros (2).", &c));
}

static void test_statements_side_by_side_are_no_contradiction(void **state)
{
    (void) state;
    static const char *const sentences[] = {
        "The installed capacity in Germany is 7 GW (1), and the installed capacity in France is 5 GW (2).",
        "The dam is 79 metres high (1, 2).",
        "The dam is 79 metres high (1), and the survey of 2025 says so as well (2).",
        "The sources disagree: the dam is 79 metres high (1), whereas the dam is 84 metres high (1).",
        "The sources disagree about the dam (1).",
        "",
    };
    struct research_contradiction c;

    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        assert_false(contradiction_in(sentences[i], &c));
}

static void test_the_same_contradiction_with_its_sides_exchanged_is_one(void **state)
{
    (void) state;
    struct contradictions all = { 0 };
    struct research_contradiction c;

    assert_true(contradiction_in("The sources disagree: the survey counted 41 turbines in the sound (1), whereas the "
                                 "harbour counted 52 turbines in the sound (2).",
                                 &c));
    assert_true(contradictions_add(arena, &all, &c));
    assert_true(contradiction_in("Two pages contradict each other: the harbour counted 52 turbines in the sound (3), "
                                 "whereas the survey counted 41 turbines in the sound (1).",
                                 &c));
    assert_false(contradictions_add(arena, &all, &c));
    assert_int_equal(all.n, 1);
    assert_int_equal(all.items[0].one_n, 1);
    assert_int_equal(all.items[0].one[0], 0);
    assert_int_equal(all.items[0].other_n, 2);
    assert_int_equal(all.items[0].other[0], 1);
    assert_int_equal(all.items[0].other[1], 2);
    assert_true(contradiction_in(
        "The Kelda Dam costs 79 million euros (1), but the Kelda Dam costs 84 million euros (2).", &c));
    assert_true(contradictions_add(arena, &all, &c));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_a_sentence_is_cut_where_it_names_sources),
        TEST(test_a_label_is_no_part_of_a_contradiction),
        TEST(test_a_sentence_with_two_sides_is_a_contradiction),
        TEST(test_statements_side_by_side_are_no_contradiction),
        TEST(test_the_same_contradiction_with_its_sides_exchanged_is_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
