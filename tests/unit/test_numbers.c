#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "judge/number_match.h"

static const struct number *only(struct arena *arena, const char *text)
{
    struct numbers found = { 0 };

    numbers_of(arena, str(text), &found);
    if (found.n != 1)
        fail_msg("%zu numbers in: %s", found.n, text);
    return &found.items[0];
}

static void reads(const char *text, const char *want)
{
    struct arena *arena = arena_new();
    struct numbers found = { 0 };
    struct str_list parts = { 0 };

    numbers_of(arena, str(text), &found);
    for (size_t i = 0; i < found.n; i++) {
        str_list_add(arena, &parts, number_text(arena, &found.items[i]));
        assert_true(found.items[i].start < found.items[i].end && found.items[i].end <= strlen(text));
    }
    assert_string_equal(str_z(arena, str_join(arena, parts.items, parts.n, "; ")), want);
    arena_free(arena);
}

static void test_values_come_in_base_units(void **state)
{
    (void) state;
    reads("It cost $3.5 million in all", "3500000 USD");
    reads("\xe2\x82\xac"
          "40bn and \xc2\xa3"
          "66 million",
          "40000000000 EUR; 66000000 GBP");
    reads("12,345 people", "12345");
    reads("230 metres, or 0.23 km", "230 m; 230 m");
    reads("a 2.5 GWh store at 600 MW", "2500000000 Wh; 600000000 W");
    reads("180,000 square feet", "16722.5472 m2");
    reads("growth of 5.4% by 2 percentage points", "5.4 %; 2 points");
    reads("12 per cent and 3 percent", "12 %; 3 %");
    reads("90 km/h, 90 kilometres per hour, 90 kilometres an hour", "25 m/s; 25 m/s; 25 m/s");
    reads("6 metres per second or 6 m/s", "6 m/s; 6 m/s");
    reads("6 metres per person, a metre a day", "6 m");
    reads("500 billion tonnes", "500 trillion kg");
    reads("6,000,000,000,000,000,000 kg", "6000000000000000000 kg");
    reads("at 25 \xc2\xb0"
          "C",
          "25 C");
}

static void test_spelled_numbers_are_numbers(void **state)
{
    (void) state;
    reads("twenty-seven people", "27");
    reads("three hundred and five trees", "305");
    reads("two thirds of them", "66.6666666667 %");
    reads("half of the patients", "50 %");
    reads("One in five trials", "20 %");
    reads("1 in 5 million", "0.00002 %");
    reads("no one knows", "");
    reads("the third film", "3");
}

static void test_shares_in_words_are_percentages(void **state)
{
    (void) state;
    reads("a third of the cabins", "33.3333333333 %");
    reads("about a quarter of them", "25 %");
    reads("a fifth of all", "20 %");
    reads("a third man", "3");
    reads("a second of silence", "2");
}

static void test_units_and_words_of_other_languages_are_read(void **state)
{
    (void) state;
    reads("um 12,5 Prozent auf 3,4 Millionen Euro", "12.5 %; 3400000 EUR");
    reads("3 Prozentpunkte", "3 points");
    reads("el 82 por ciento, 82 pour cent, 82 per cento", "82 %; 82 %; 82 %");
    reads("12 Stunden, 12 horas, 12 heures", "43200 s; 43200 s; 43200 s");
    reads("seit 40 Jahren; hace 40 años; il y a 40 années", "480 month; 480 month; 480 month");
    reads("3,2 Mio. Tonnen", "3200000000 kg");
    reads("zwölf Boote, doce barcos, douze bateaux", "12; 12; 12");
    reads("zwei Drittel der Boote", "66.6666666667 %");
    reads("am 3. März 2021, el 3 de marzo de 2021, le 3 mars 2021", "2021-03-03; 2021-03-03; 2021-03-03");
    reads("quince, once and a mission to Mars", "");
    reads("12 metro lines", "12");
}

static void test_dates_keep_what_they_say(void **state)
{
    (void) state;
    reads("born June 26th , 1980 in", "1980-06-26");
    reads("on 10 February 1894", "1894-02-10");
    reads("in April of 1866", "1866-04");
    reads("released in October", "--10");
    reads("2018-09-13", "2018-09-13");
    reads("in the 1930s", "1930 to 1939");
    reads("between 1941-60", "1941 to 1960");
    reads("the 19th century", "1800 to 1900");
    reads("she may march in", "");
    reads("July 27.", "--07-27");
    reads("on the third of May 2022", "2022-05-03");
    reads("the twenty-third of May 2022", "20; 3; 2022-05");
}

static void test_ranges_have_two_ends(void **state)
{
    (void) state;
    reads("5-10 km away", "5000 to 10000 m");
    reads("from 5 to 10 people", "5 to 10");
    reads("10% to 20% of", "10 to 20 %");
    reads("between 3 and 4 hours", "10800 to 14400 s");
    reads("29 in 2019 to 46", "29; 2019; 46"); /* no span of years */
    reads("between \xe2\x88\x92"
          "1.99 to \xe2\x88\x92"
          "0.59 kg and -4.0 to 0.4 kg",
          "-1.99 to -0.59 kg; -4 to 0.4 kg");
    reads("5:2 \xe2\x88\x92"
          "2.42 kg",
          "5; 2; -2.42 kg");
}

static void test_bounds_are_heard(void **state)
{
    struct arena *arena = arena_new();

    (void) state;
    assert_true(only(arena, "more than 400 films")->at_least);
    assert_true(only(arena, "at least 400 films")->at_least);
    assert_true(only(arena, "up to 400 films")->at_most);
    assert_false(only(arena, "the fines added up to 400 euros")->at_most);
    assert_true(only(arena, "about 400 films")->about);
    assert_true(str_is(only(arena, "400 films")->what, "films"));
    assert_int_equal(only(arena, "it is \xe2\x88\x92"
                                 "5")
                         ->start,
                     6); /* the sign is part of it */
    arena_free(arena);
}

static void test_names_with_digits_are_no_numbers(void **state)
{
    (void) state;
    reads("BCL-2 and H1N1", "");
    reads("a 3D printer", "");
}

static void matches(const char *claim, const char *source, enum number_match want)
{
    struct arena *arena = arena_new();
    enum number_match got = number_match(only(arena, claim), only(arena, source));

    if (got != want)
        fail_msg("%s against %s: %d, not %d", claim, source, (int) got, (int) want);
    arena_free(arena);
}

static void test_numbers_agree_within_what_is_written(void **state)
{
    (void) state;
    matches("3 million people", "3,120,000 people", NUMBER_SAME);
    matches("3.0 million people", "3,120,000 people", NUMBER_CLOSE);
    matches("3 million people", "4,120,000 people", NUMBER_DIFFERENT);
    matches("three acts", "4 acts", NUMBER_DIFFERENT);
    matches("5 km", "5,000 metres", NUMBER_SAME);
    matches("5 km", "5 kg", NUMBER_UNRELATED);
    matches("5 %", "5 percentage points", NUMBER_UNRELATED);
    matches("more than 100 films", "400 films", NUMBER_SAME);
    matches("more than 100 films", "100 films", NUMBER_CLOSE);
    matches("over two million euros", "2.1 to 2.4 million euros", NUMBER_SAME);
    matches("less than 3 million euros", "2.1 to 2.4 million euros", NUMBER_SAME);
    matches("over 2.2 million euros", "2.1 to 2.4 million euros", NUMBER_CLOSE);
    matches("over 3 million euros", "2.1 to 2.4 million euros", NUMBER_DIFFERENT);
    matches("under 2 million euros", "2.1 to 2.4 million euros", NUMBER_DIFFERENT);
    matches("in 1980", "June 26, 1980", NUMBER_SAME);
    matches("June 26, 1980", "in 1980", NUMBER_CLOSE);
    matches("in 1980", "in 1981", NUMBER_DIFFERENT);
    matches("in March", "October 30, 2007", NUMBER_DIFFERENT);
    matches("in 1935", "in the 1930s", NUMBER_CLOSE);
    matches("second place", "third place", NUMBER_DIFFERENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_come_in_base_units),
        cmocka_unit_test(test_spelled_numbers_are_numbers),
        cmocka_unit_test(test_shares_in_words_are_percentages),
        cmocka_unit_test(test_units_and_words_of_other_languages_are_read),
        cmocka_unit_test(test_dates_keep_what_they_say),
        cmocka_unit_test(test_ranges_have_two_ends),
        cmocka_unit_test(test_bounds_are_heard),
        cmocka_unit_test(test_names_with_digits_are_no_numbers),
        cmocka_unit_test(test_numbers_agree_within_what_is_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
