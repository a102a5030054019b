#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "evidence/quote.h"

static const char text[] =
    "Pumped hydro is the oldest form of grid storage. In 2023 it held about 90 % of the world\xe2\x80\x99s "
    "storage capacity \xe2\x80\x93 roughly 180 GW \xe2\x80\x93 according to the agency.\n\nLithium-ion  batteries grew "
    "fastest: 42 GW were added in 2023, more than double the year before. Caf\xc3\xa9 culture is unrelated.";

static struct str find(const char *proposed, enum quote_match expected)
{
    static struct arena *arena;
    struct span span = { 0 };

    arena_free(arena);
    arena = arena_new();
    enum quote_match match = quote_find(quote_index_new(arena, str(text)), str(proposed), &span);
    assert_int_equal(match, expected);
    return str_sub(str(text), span.start, span.end);
}

static void assert_bytes(struct str got, const char *want)
{
    if (!str_is(got, want))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(got), want);
}

static void test_exact_words_give_their_own_bytes(void **state)
{
    (void) state;
    assert_bytes(find("42 GW were added in 2023", QUOTE_EXACT), "42 GW were added in 2023");
}

static void test_case_spaces_quotes_and_dashes_do_not_matter_but_stored_bytes_are_returned(void **state)
{
    (void) state;
    assert_bytes(find("90 % of the World's storage capacity - roughly 180 gw -", QUOTE_NORMALISED),
                 "90 % of the world\xe2\x80\x99s storage capacity \xe2\x80\x93 roughly 180 GW \xe2\x80\x93");
    assert_bytes(find("lithium-ion batteries grew", QUOTE_NORMALISED), "Lithium-ion  batteries grew");
    assert_bytes(find("**CAF\xc3\x89** culture", QUOTE_NORMALISED), "Caf\xc3\xa9 culture");
}

static void test_a_small_slip_is_found_and_replaced_by_what_the_text_says(void **state)
{
    (void) state;
    assert_bytes(find("Pumped hydro is the oldest forms of grid storage", QUOTE_FUZZY),
                 "Pumped hydro is the oldest form of grid storage");
}

static void test_an_invented_quote_is_not_found(void **state)
{
    (void) state;
    find("Flywheels held about 90 % of the world's storage capacity in 2023", QUOTE_NONE);
    find("Pumped hydro is the cheapest and cleanest form of all storage", QUOTE_NONE);
    find("", QUOTE_NONE);
}

static void test_a_changed_short_phrase_is_not_forgiven(void **state)
{
    (void) state;
    find("43 GW were added", QUOTE_NONE);
}

static void test_broken_bytes_and_any_text_are_survived(void **state)
{
    struct arena *arena = arena_new();
    const char wild[] = "\xff\xfe\x80 a\xcc\x81 \xe2\x80 some words here that repeat words here \xf0\x9f\x98";
    struct quote_index *index = quote_index_new(arena, str_n(wild, sizeof wild - 1));
    struct span span;

    (void) state;
    for (size_t start = 0; start < sizeof wild - 1; start++)
        for (size_t end = start; end <= sizeof wild - 1; end++)
            if (quote_find(index, str_n(wild + start, end - start), &span)) {
                assert_true(span.start <= span.end);
                assert_true(span.end <= sizeof wild - 1);
            }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_words_give_their_own_bytes),
        cmocka_unit_test(test_case_spaces_quotes_and_dashes_do_not_matter_but_stored_bytes_are_returned),
        cmocka_unit_test(test_a_small_slip_is_found_and_replaced_by_what_the_text_says),
        cmocka_unit_test(test_an_invented_quote_is_not_found),
        cmocka_unit_test(test_a_changed_short_phrase_is_not_forgiven),
        cmocka_unit_test(test_broken_bytes_and_any_text_are_survived),
    };

    return cmocka_run_group_tests_name("quote", tests, NULL, NULL);
}
