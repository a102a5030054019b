/* Which pairs of statements may contradict each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "judge/dispute.h"

struct pair {
    const char *a, *b;
};

static void test_sides_about_one_thing_stay(void **state)
{
    static const struct pair pairs[] = {
        { "Costs fell to 115 dollars.", "Costs fell to 95 dollars." },
        { "The town of Norvik had a population of 41,230 on 1 January 2025, according to the register of residents.",
          "Norvik has a population of 44,000, students included." },
        { "The Hallen tidal barrage will cost 620 million euros, according to the company that plans it.",
          "The auditors expect a cost between 700 and 900 million euros for the Hallen tidal barrage." },
        { "The tap water of Norvik is not safe to drink for infants in houses that still have lead pipes.",
          "The tap water of Norvik is safe to drink and met every legal limit in 2024." },
        { "The Orrin Bridge was closed in 2019 because of cracks in its deck.",
          "The Orrin Bridge was closed because the wind made it swing with 3 hertz." },
        { "Deaths in road traffic fell by 20 percent.", "Deaths in road traffic rose by 300." },
        { "Prices rose.", "Prices fell." },
        { "Grid batteries cost 139 dollars per kilowatt hour in 2024, says the industry.",
          "In 2024 the agency counts 115 dollars per kilowatt hour for grid batteries." },
        { "The bridge was opened in 1931.", "The bridge was opened in 1934." },
        { "Die Kosten sanken auf 95 Dollar.", "Costs fell to 115 dollars." }, /* code cannot tell */
        { "", "Costs fell to 115 dollars." },
        { "电池成本下降到95美元。", "电池成本下降到115美元。" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!dispute_about_one(str(pairs[i].a), str(pairs[i].b)) ||
            !dispute_about_one(str(pairs[i].b), str(pairs[i].a)))
            fail_msg("dropped: %s | %s", pairs[i].a, pairs[i].b);
}

static void test_sides_about_different_things_go(void **state)
{
    static const struct pair pairs[] = {
        { "The Orrin Bridge was opened in 1931.", "A ton of cement sells for 140 euros in the north of the country." },
        { "The registry counts 312 houses without residents.", "Fishing boats landed 9,000 tons of herring." },
        { "The Orrin Bridge is 40 metres long.", "The Orrin Bridge cost 12 million euros." },
        { "The population of Norvik was 41,230 in 2025.", "The population of Norvik grew by 1.4 percent in 2024." },
        { "During the tests of this battery in Australia, with 300 MW and 450 MWh, one container caught fire after a leak of "
          "coolant had caused a short circuit, and a second one followed.",
          "Pacific Gas and Electric owns the Elkhorn battery next door, 182.5 MW and 730 MWh in 256 containers, in service "
          "since April 2022." },
        { "Grid batteries cost 139 dollars per kilowatt hour in 2023.",
          "Grid batteries cost 115 dollars per kilowatt hour in 2024." },
        { "Pumped hydro plants hold most of the storage capacity.",
          "Most of the storage capacity is held by pumped hydro plants." },
        { "Fever occurred in 6.2 percent of those who received the Quill vaccine and in 5.9 percent of those who received a placebo.",
          "The medicines agency approved the Quill vaccine on 12 June 2025 for adults aged 18 to 70." },
        { "The Quill vaccine gives 95 percent protection against tick fever, says a post that was shared widely; the post names no study.",
          "Fever occurred in 6.2 percent of those who received the Quill vaccine and in 5.9 percent of the others." },
        { "The Quill vaccine protected 95 percent of the adults against a severe course.",
          "Fever occurred in 6.2 percent of those who received the Quill vaccine." },
        { "Heat pumps last about 20 years in most houses.", "Gas prices are set by the regulator every spring." },
    };

    (void) state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (dispute_about_one(str(pairs[i].a), str(pairs[i].b)) || dispute_about_one(str(pairs[i].b), str(pairs[i].a)))
            fail_msg("kept: %s | %s", pairs[i].a, pairs[i].b);
}

static void test_a_sentence_that_calls_two_sides_a_disagreement_tells_them(void **state)
{
    struct str one, other;

    (void) state;
    assert_true(dispute_sides(
        str("The sources disagree: according to \"Quill trial\", fever occurred in 6 percent, whereas according to "
            "\"Agency\", it was approved in 2025."),
        &one, &other));
    assert_true(str_is(one, "fever occurred in 6 percent"));
    assert_true(str_is(other, "it was approved in 2025."));
    assert_false(dispute_sides(str("Costs: they fell, whereas prices rose."), &one, &other));
    assert_false(dispute_sides(str("The sources disagree about the cost."), &one, &other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sentence_that_calls_two_sides_a_disagreement_tells_them),
        cmocka_unit_test(test_sides_about_one_thing_stay),
        cmocka_unit_test(test_sides_about_different_things_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
