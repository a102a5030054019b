/* Where pages start: made, parted, asked, and checked when strangers say it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "records/page_starts.h"

static struct arena *arena;

static void assert_starts(struct str got, const char *want)
{
    if (!str_is(got, want))
        fail_msg("got \"%.*s\", want \"%s\"", STR_ARG(got), want);
}

static void test_a_byte_stands_on_the_last_page_that_starts_before_it(void **state)
{
    struct str starts = str("0 10 10 25"); /* the second page is empty */

    (void) state;
    assert_int_equal(page_starts_at(starts, 0), 1);
    assert_int_equal(page_starts_at(starts, 9), 1);
    assert_int_equal(page_starts_at(starts, 10), 3);
    assert_int_equal(page_starts_at(starts, 24), 3);
    assert_int_equal(page_starts_at(starts, 25), 4);
    assert_int_equal(page_starts_at(starts, SIZE_MAX), 4);
    assert_int_equal(page_starts_at(str(""), 0), 0);
    assert_int_equal(page_starts_at((struct str){ 0 }, 7), 0);
}

static void test_starts_behind_the_text_are_left_out(void **state)
{
    const size_t starts[] = { 0, 10, 25, 30 };

    (void) state;
    assert_starts(page_starts_text(arena, starts, 4, 100), "0 10 25 30");
    assert_starts(page_starts_text(arena, starts, 4, 30), "0 10 25");
    assert_starts(page_starts_text(arena, starts, 4, 0), "");
    assert_starts(page_starts_text(arena, NULL, 0, 100), "");
}

static void test_a_part_keeps_the_numbers_of_its_pages(void **state)
{
    struct str starts = str("0 10 25 40"), part = page_starts_part(arena, starts, 27, 60);

    (void) state;
    assert_starts(part, "0 0 0 13");
    for (size_t at = 27; at < 60; at++)
        assert_int_equal(page_starts_at(part, at - 27), page_starts_at(starts, at));
    assert_starts(page_starts_part(arena, starts, 0, 100), "0 10 25 40");
    assert_starts(page_starts_part(arena, starts, 0, 25), "0 10");
    assert_starts(page_starts_part(arena, str(""), 5, 9), "");
}

static void test_what_strangers_say_is_checked(void **state)
{
    static const char *const good[] = { "", "0", "0 0 5", "3 99" };
    static const char *const bad[] = { "100",  "5 3", "x",    "0 x", "0  5",
                                       " 0",   "-1",  "0 -1", "0,5", "99999999999999999999",
                                       "0 1e3" };

    (void) state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!page_starts_valid(str(good[i]), 100))
            fail_msg("\"%s\" was refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (page_starts_valid(str(bad[i]), 100))
            fail_msg("\"%s\" was taken", bad[i]);
        page_starts_at(str(bad[i]), 50); /* may say anything, but ends */
        page_starts_part(arena, str(bad[i]), 1, 50);
    }
}

static void test_the_number_of_pages_is_bounded(void **state)
{
    size_t *starts = arena_calloc(arena, PAGE_STARTS_MAX + 10, sizeof *starts);
    struct buf more;

    (void) state;
    for (size_t i = 0; i < PAGE_STARTS_MAX + 10; i++)
        starts[i] = (size_t) 1 << 52;
    struct str text = page_starts_text(arena, starts, PAGE_STARTS_MAX + 10, SIZE_MAX);
    assert_int_equal(page_starts_at(text, SIZE_MAX), PAGE_STARTS_MAX);
    assert_true(page_starts_valid(text, SIZE_MAX));
    buf_init(&more, 1 << 20);
    buf_add_str(&more, text);
    buf_format(&more, " %zu", starts[0]);
    assert_false(page_starts_valid(buf_str(&more), SIZE_MAX));
    buf_free(&more);
}

static int begin(void **state)
{
    (void) state;
    arena = arena_new();
    return 0;
}
static int end(void **state)
{
    (void) state;
    arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_byte_stands_on_the_last_page_that_starts_before_it, begin, end),
        cmocka_unit_test_setup_teardown(test_starts_behind_the_text_are_left_out, begin, end),
        cmocka_unit_test_setup_teardown(test_a_part_keeps_the_numbers_of_its_pages, begin, end),
        cmocka_unit_test_setup_teardown(test_what_strangers_say_is_checked, begin, end),
        cmocka_unit_test_setup_teardown(test_the_number_of_pages_is_bounded, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
