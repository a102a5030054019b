/* What leads the report without a model: the figure that answers, what names the thing, and what is compared. */
#include "report_on.h"

/* "Lasts 12 years" answers how long something lasts; what else lasts, or what else the thing does for hours, does not. */
static void test_a_figure_behind_the_verb_of_the_question_leads(void **state)
{
    static const char *const given[][2] = {
        { "Stores in numbers",
          "## Kiln battery\n\nA kiln battery returns 70 percent of the heat, runs for 4 to 12 hours and is claimed to last "
          "more than 15,000 firings.\n\n## Clay battery\n\nA plant with clay cells returns 83 percent of the heat and lasts "
          "12 to 20 years or 4,000 firings." },
        { "What heat costs",
          "A battery that answers in a second sells what a lake cannot, and a lake that lasts for ten "
          "hours sells what a battery cannot." },
        { "Wheels for the grid", "The wheel has come back. Steel is cheap, and the rotor lasts for 40 years." },
        { "How stores work",
          "Building a battery is quick. Building took ten months at Norvik. When it is full, the battery "
          "goes from zero to full power in 12 seconds." },
    };

    (void) state;
    struct str report = report_on("How long do batteries last?", given, 4);
    begins(report, "### Stores in numbers › Clay battery, line 7\n\nA plant with clay cells");
    lacks(report, "**4 to 12 hours**");
    lacks(report, "**40 years**");
    begins(lead_on("How long did it take to build the battery?", given, 4),
           "### How stores work, line 1\n\nBuilding took ten months at Norvik.");
}

/* What a source never names it says nothing of, however much of the rest it has; nor does one that has the words of a name apart. */
static void test_sources_without_the_name_do_not_lead(void **state)
{
    static const char *const given[][2] = {
        { "Largest lake plant opens",
          "The plant at Fengdal has reached full power of 300 megawatts within 14 months of the start." },
        { "Old machines", "The reserve at Huntwick reaches full power within about ten minutes." },
        { "Norvik, the mountain plant",
          "The machines stand in a hall of rock. Norvik goes from standstill to 1,320 megawatts in about 12 seconds." },
    };
    static const char *const apart[][2] = {
        { "Cells and racks", "Cells form modules, modules form racks. In 2017 the first form of it sold energy." },
        { "Rust as a store", "A firm from the north named Form Energy sells rust. The work on it began in 2019." },
    };

    (void) state;
    begins(lead_on("How fast can Norvik reach full power?", given, 3),
           "### Norvik, the mountain plant, line 1\n\nNorvik goes from standstill");
    begins(lead_on("When did Form Energy begin?", apart, 2), "### Rust as a store");
}

/* A heading that asks as the question does answers in words of its own; one that asks something else does not. */
static void test_a_heading_that_asks_the_same_leads(void **state)
{
    static const char *const given[][2] = {
        { "Ferry fares: from 11 crowns to two",
          "## Why they fell\n\n- Scale. The boats carry twice as many.\n- Competition. A second line runs since May.\n\n## "
          "What it means\n\nA further fall of ferry fares will change little, however the summer goes." },
        { "The harbour market",
          "In the year of the new quay the fares of the ferry fell, since fish could no longer set the price." },
    };

    (void) state;
    begins(lead_on("Why did ferry fares fall?", given, 2),
           "### Ferry fares: from 11 crowns to two › Why they fell, line 3\n\n- Scale.");
}

/* "Which lasts longer" is not answered by what the two cost; "more than forty years" compares nothing. */
static void test_a_comparison_is_of_what_is_asked(void **state)
{
    static const char *const given[][2] = {
        { "Stores in numbers",
          "## Kiln store\n\n- Installed cost: 400 to 700 dollars per kilowatt\n- Lifetime: 15 to 20 years of daily use\n\n## "
          "Lake store\n\n- Installed cost: 1,500 to 5,000 dollars per kilowatt\n- Lifetime: 60 to 100 years of daily use" },
    };
    static const char *const plants[][2] = {
        { "What two plants taught",
          "For more than forty years the whole story was two plants: Huntwick in the north and Maston in the "
          "south.\n\n## Huntwick, 1978\n\nThe plant in the north was built with 290 megawatts and burns gas.\n\n## Maston, "
          "1991\n\nThe plant in the south keeps its heat, which saves a quarter of the fuel." },
    };

    static const char *const heat[][2] = {
        { "Stores in numbers", "A sodium kiln works at about 300 °C and returns 70 to 80 percent of the heat." },
        { "Other numbers", "A sodium kiln gets as hot as 310 °C. A sodium kiln costs 40 dollars." },
    };

    (void) state;
    lacks(report_on("How hot does a sodium kiln get?", heat, 2), "**70 to 80 percent**");
    struct str report = report_on("Kiln store or lake store: which lasts longer?", given, 1);
    has(report, "Lifetime: 60 to 100 years");
    lacks(report, "| Installed cost");
    struct str lead = lead_on("Compare Huntwick and Maston", plants, 1);
    begins(lead, "### What two plants taught › Huntwick, 1978");
    has(lead, "› Maston, 1991");
}

/* Each of two questions in one is judged by itself: what nothing tells is not the end of the other. */
static void test_two_questions_in_one_are_answered_each(void **state)
{
    static const char *const given[][2] = {
        { "The Fengdal plant", "Fengdal has twelve machines of 300 megawatts each. The total investment was 19 million "
                               "dollars. It took nine years." },
        { "Other plants", "The cost of the plant at Norvik was 90 million dollars. It is open on Sundays." },
    };

    (void) state;
    struct str lead = lead_on("How big is Fengdal and what did it cost?", given, 2);
    has(lead, "twelve machines of 300 megawatts");
    has(lead, "The total investment was 19 million dollars.");
    lacks(lead, "Nothing in these");
    lacks(lead, "Norvik");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_figure_behind_the_verb_of_the_question_leads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sources_without_the_name_do_not_lead, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_heading_that_asks_the_same_leads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_comparison_is_of_what_is_asked, setup, teardown),
        cmocka_unit_test_setup_teardown(test_two_questions_in_one_are_answered_each, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
