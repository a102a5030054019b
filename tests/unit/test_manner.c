#include "arena_case.h"

#include "roles/manner.h"

static void test_length_follows_from_what_there_is_to_say(void **state)
{
    const struct run_settings normal = { 0 }, brief = { .kind = str("brief") }, small = { .length = str("short") },
                              large = { .length = str("long") };

    (void) state;
    assert_int_equal(manner_words(&normal, 1200, 2000, 100), 150);
    assert_int_equal(manner_words(&normal, 1200, 2000, 1000), 500);
    assert_int_equal(manner_words(&normal, 1200, 2000, 100000), 2000);
    assert_int_equal(manner_words(&small, 1200, 2000, 100000), 600);
    assert_int_equal(manner_words(&large, 1200, 2000, 100000), 3200);
    assert_int_equal(manner_words(&large, 1200, 2000, 1000), 650);
    /* Of the same passages a short report is always shorter, and a long one never shorter than the usual. */
    for (int64_t tokens = 0; tokens < 20000; tokens += 37) {
        int usual = manner_words(&normal, 1200, 2000, tokens);

        assert_true(manner_words(&small, 1200, 2000, tokens) < usual);
        assert_true(manner_words(&large, 1200, 2000, tokens) >= usual);
        assert_true(tokens < 400 || manner_words(&large, 1200, 2000, tokens) > usual);
        assert_true(tokens < 400 || manner_words(&large, 1200, 2000, tokens) < tokens * 3 / 4);
    }
    assert_int_equal(manner_words(&brief, 1200, 2000, 100000), 120);
    assert_int_equal(manner_tokens(&normal, 4000), 4000);
    assert_int_equal(manner_tokens(&large, 4000), 6400);
}

static void test_nothing_asked_for_adds_no_word(void **state)
{
    const struct run_settings none = { 0 }, report = { .kind = str("report"), .length = str("normal") },
                              all = { .kind = str("comparison"),
                                      .length = str("long"),
                                      .tone = str("dry\nand exact"),
                                      .audience = str("engineers") };
    struct str lines = manner_lines(arena, &all);

    (void) state;
    assert_int_equal(manner_lines(arena, &none).len, 0);
    assert_int_equal(manner_lines(arena, &report).len, 0);
    assert_true(str_contains(lines, "- A comparison is wanted"));
    assert_true(str_contains(lines, "- Go into detail"));
    assert_true(str_contains(lines, "- Tone: dry and exact."));
    assert_true(str_contains(lines, "- It is read by: engineers."));
    assert_true(str_ends(lines, "\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length_follows_from_what_there_is_to_say),
        cmocka_unit_test(test_nothing_asked_for_adds_no_word),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
