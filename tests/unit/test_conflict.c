#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "judge/conflict.h"

/* kind -1: no conflict. */
static void conflict_is(const char *a, const char *b, int kind)
{
    struct arena *arena = arena_new();
    struct str sentences[] = { str(a), str(b) };
    size_t different[] = { 1, 2 }, same[] = { 1, 1 };
    struct conflict *found;
    size_t n = conflicts_of(arena, sentences, different, 2, 5, &found);

    if (kind < 0 ? n != 0 : n != 1 || found[0].kind != kind)
        fail_msg("%zu conflicts, %s (%.*s): %s | %s", n, n ? conflict_kind_words[found[0].kind] : "none",
                 STR_ARG(n ? found[0].reason : str("")), a, b);
    assert_int_equal(conflicts_of(arena, sentences, same, 2, 5, &found), 0);
    arena_free(arena);
}

static void test_two_values_of_one_quantity_conflict(void **state)
{
    (void) state;
    conflict_is("The Vell plant employs 300 people.", "The Vell plant employs 450 people in three shifts.",
                CONFLICT_NUMBER);
    conflict_is("The Vell tunnel cost 2.1 billion euros.", "The Vell tunnel cost 3.4 billion euros to build.",
                CONFLICT_NUMBER);
    conflict_is("The Vell bridge was opened in May 1974.", "The Vell bridge was opened in June 1974.", CONFLICT_DATE);
    conflict_is("The Vell reactor was not damaged by the flood.", "The Vell reactor was damaged by the flood.",
                CONFLICT_NEGATION);
    conflict_is("Sales of the Vell group rose sharply.", "Sales of the Vell group fell sharply.", CONFLICT_OPPOSITE);
}

static void test_other_subjects_units_and_times_do_not(void **state)
{
    (void) state;
    conflict_is("The company employs 300 people in Berlin.", "The company employs 500 people in Munich.", -1);
    conflict_is("The revenue of Vell was 5 million euros in 2018.", "The revenue of Vell was 7 million euros in 2019.",
                -1);
    conflict_is("The Vell bridge is 200 metres long.", "The Vell bridge is 20 metres wide.", -1);
    conflict_is("The Vell tower is 300 metres tall.", "The Vell tower is 984 feet tall.", -1);
    conflict_is("The Vell plant stores 10 GWh of energy.", "The Vell plant delivers 300 MW of energy.", -1);
    conflict_is("The Vell plant employs 300 men.", "The Vell plant employs 500 people.", -1);
    conflict_is("About 12,000 people live in Vell.", "In Vell live 12,345 people.", -1);
    conflict_is("The Vell group sold 300 cars in May.", "The Vell group may sell 400 cars.", -1);
    conflict_is("The Vell group sold 300 cars.", "If the Vell group sold 400 cars, it would earn more.", -1);
    conflict_is("The Vell group plans 300 new jobs.", "The Borr group plans 500 new jobs.", -1);
}

static void test_only_the_strongest_are_given(void **state)
{
    struct arena *arena = arena_new();
    struct str sentences[] = { str("The Vell plant employs 300 people."), str("The Vell plant employs 400 people."),
                               str("The Vell plant employs 500 people.") };
    size_t sources[] = { 1, 2, 3 };
    struct conflict *found;

    (void) state;
    assert_int_equal(conflicts_of(arena, sentences, sources, 3, 2, &found), 2);
    assert_int_equal(found[0].a, 0);
    assert_int_equal(found[0].b, 1);
    assert_true(str_is(found[0].reason, "300 against 400"));
    assert_int_equal(conflicts_of(arena, sentences, sources, 3, 0, &found), 0);
    assert_int_equal(conflicts_of(arena, NULL, NULL, 0, 3, &found), 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_values_of_one_quantity_conflict),
        cmocka_unit_test(test_other_subjects_units_and_times_do_not),
        cmocka_unit_test(test_only_the_strongest_are_given),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
