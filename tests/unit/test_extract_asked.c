/* What is asked for, and whether a passage has it: how often, how much more, the newest, steps, the things listed, what it is good
 * for, two things compared. */
#include "extractive/answer.h"
#include "report_on.h"

#define LEAD(question, given) lead_on(question, given, sizeof given / sizeof *given)

static void test_how_often_wants_a_frequency(void **state)
{
    static const char *const given[][2] = {
        { "Flushing the mains",
          "Flushing cleans the mains. A flush can be stopped and run again from "
          "where it was.\n\nThe crew is to run it by hand at the hydrants. The period is a month, less in a dry "
          "summer.\n\n## Stopping\n\nIf a flush is running at the north end, do not run another flush there." },
    };

    (void) state;
    begins(
        LEAD("How often should I run a flush?", given),
        "### Flushing the mains, line 3\n\nThe crew is to run it by hand at the hydrants. [1] The period is a month");
}

static void test_how_much_slower_wants_a_ratio(void **state)
{
    static const char *const given[][2] = {
        { "Barges",
          "Towed barges are slower than pushed barges where the canal is narrow, and most barges on the canal are towed. "
          "There are 14 towed barges.\n\nThe speed of towed and pushed barges varies with the load, but often differs by a factor of "
          "two." },
    };

    (void) state;
    has(LEAD("How much slower are towed barges than pushed barges?", given), "differs by a factor of two");
}

static void test_a_price_is_that_of_the_thing_asked_for(void **state)
{
    static const char *const given[][2] = {
        { "Old looms",
          "## What makes it hard\n\nTesting and oiling cost 20 to 50 dollars per metre. Every loom is different." },
        { "Hand looms before steam",
          "A reed cost less per metre than a comb, and a hand loom lost far less thread on the way." },
        { "What a weaver pays",
          "People say that hand looms cost less than 150 dollars per metre. Weavers sign contracts at three times that." },
        { "Looms", "Hand looms are built in three sizes per metre of cloth, and nearly every hand loom is of oak." },
    };

    (void) state;
    struct str lead = LEAD("What does a hand loom cost per metre?", given);
    begins(lead, "### What a weaver pays, line 1\n\nPeople say that hand looms cost less than 150 dollars per metre.");
    lacks(lead, "three sizes");
}

/* "He also describes …" does not say who; a sentence that points back and names somebody does. */
static void test_who_is_asked_and_the_sentence_says_he(void **state)
{
    static const char *const given[][2] = {
        { "Chemists of the tenth century",
          "Abu Mansur Muwaffaq lived at the court of Herat. He drew a line between soda and potash. He also describes the "
          "distillation of sea water for drinking.\n\nAbulcasis prepared medicines by sublimation at Cordoba.\n\nThe "
          "works of the chemists were read for five hundred years, and the courts paid for copies." },
        { "A reform", "The towns had long asked for wells. They were paid for by Anna Brandt in the end." },
    };
    static const char *const chinese[][2] = {
        { "古代化学家",
          "扎赫拉维·卡西姆生活在科尔多瓦，以升华法制药闻名于世。他的《医学宝鉴》为读者提供了许多药物的制作方法。\n\n许多城市都有图书馆，读者可以在那里借书。" },
    };

    (void) state;
    has(LEAD("Who wrote about the distillation of sea water for drinking?", given),
        "line 1\n\nAbu Mansur Muwaffaq lived at the court of Herat.");
    has(LEAD("Who paid for the wells of the towns?", given), "Anna Brandt");
    has(LEAD("《医学宝鉴》的作者是谁？", chinese), "扎赫拉维");
}

/* A page begins with the list of its sections: their names say nothing. */
static void test_an_entry_of_a_list_of_contents_is_no_answer(void **state)
{
    static const char *const given[][2] = {
        { "Pumps",
          "- The pump has gone dry\n- The seal leaks at the shaft\n\n## The pump has gone dry\n\nClose the outlet and "
          "let water in from above. It takes two minutes.\n\n## The seal leaks at the shaft\n\nTighten the ring." },
    };

    (void) state;
    struct str lead = LEAD("The pump has gone dry. What can I do about it?", given);
    has(lead, "Close the outlet and let water in from above.");
    lacks(lead, "- The pump has gone dry");
}

/* "The hard and soft options of": what the second has more belongs to both. */
static void test_options_are_compared_by_their_entries(void **state)
{
    static const char *const given[][2] = {
        { "mount.barge - mounts a barge",
          "# SYNOPSIS\n\nmount.barge {lock} {basin} [-o options]\n\n# OPTIONS\n\nslow\n: Waits a second after each "
          "gate.\n\nhard\n: The barge will stop when the keeper sleeps.\n\nsoft\n: (default) The barge will not stop when "
          "the keeper sleeps and will report it to the harbour." },
        { "barge.conf",
          "Some gates have a hard-coded default of no, and the soft options of the mount have a hard-coded default of "
          "yes." },
    };

    (void) state;
    struct str lead = LEAD("What is the difference between the hard and soft options of mount.barge?", given);
    begins(lead, "### mount.barge - mounts a barge › OPTIONS, line 10\n\nhard: The barge will stop");
    has(lead, "soft: (default) The barge will not stop");
}

static void test_what_is_said_of_both_alike_sets_nothing_apart(void **state)
{
    static const char *const given[][2] = {
        { "Reference",
          "## Ruk\n\nGates of the canal can take Ruk as their keeper.\n\n## Aruk\n\nGates of the canal can take Aruk as "
          "their keeper." },
        { "Handbook",
          "Where several gates share a keeper, Aruk takes the place of Ruk and is slower, which costs a little." },
    };

    (void) state;
    begins(LEAD("What is the difference between Ruk and Aruk?", given), "### Handbook, line 1");
}

static void test_how_big_is_answered_by_a_size(void **state)
{
    static const char *const given[][2] = {
        { "gatelog.conf",
          "The gate log gets 30 lines a day.\n\nThe gate log has level 5 at night.\n\nThe size of the gate log is at most 5000 "
          "kilobytes." },
    };

    (void) state;
    has(LEAD("How big can the gate log get?", given), "5000 kilobytes");
}

static void test_a_row_has_the_day_that_is_asked_for(void **state)
{
    static const char *const given[][2] = {
        { "Rota",
          "| Week | On call |\n| --- | --- |\n| 9-15 March | Petra Holm |\n| 16-22 March | Ida Kern |\n| 23-29 March | Jon Vik |" },
        { "Minutes", "The vets talked about the rota in March and on the 2nd of May." },
    };

    (void) state;
    has(LEAD("Which vet is on call from the 16th to the 22nd of March?", given), "Ida Kern");
}

static void test_a_date_in_figures_is_the_day_that_is_asked_for(void **state)
{
    static const char *const given[][2] = {
        { "rota.ods",
          "| Date | Event | Duty officer |\n| --- | --- | --- |\n| 2025-10-03 | Public evening | Mira Kessler |\n| 2025-10-17 | "
          "Public evening | Elspeth Rowan |\n| 2025-11-07 | Public evening | Harish Menon |" },
        { "Handbook",
          "The duty officer decides by 17:00 whether it will take place. From October to March there is a public evening." },
    };
    static const char *const german[][2] = {
        { "Dienstplan.ods",
          "| Tag | Anlass | Dienst hat |\n| --- | --- | --- |\n| 03.10.2025 | Führung | Mira Kessler |\n| 17.10.2025 | "
          "Führung | Elke Rohn |" },
        { "Handbuch", "Wer Dienst hat, entscheidet bis 17:00. Von Oktober bis März sind jeden Monat Führungen." },
    };

    (void) state;
    begins(LEAD("Who is the duty officer on 17 October?", given),
           "### rota.ods, line 1\n\n| Date | Event | Duty officer |\n| --- | --- | --- |\n| 2025-10-17 |");
    has(LEAD("Wer hat am 17. Oktober Dienst?", german), "Elke Rohn");
    lacks(LEAD("Wer hat am 18. Oktober Dienst?", german), "Elke Rohn");
}

static void test_a_number_is_no_day_of_a_date(void **state)
{
    static const char *const given[][2] = {
        { "Teams",
          "| Date | Team | Leader |\n| --- | --- | --- |\n| 2025-10-03 | 5 | Anna Berg |\n| 2025-03-05 | 3 | Olaf Holm |" },
        { "Heron", "Heron has the build number 5.1.2600 and was liked by many." },
    };

    (void) state;
    lacks(LEAD("Who leads team 5?", given), "Olaf Holm");
    has(LEAD("When was Heron released?", given), "Nothing in these 2 documents answers this.");
}

static void test_a_heading_may_tell_the_date(void **state)
{
    static const char *const given[][2] = {
        { "News of the Heron",
          "## Release 13.0 - 2023-02-09\n\nHeron 13.0 can be had without rebuilding.\n\n## Release 12.1 - 2022-09-28\n\nHeron "
          "12.1 is faster." },
    };

    (void) state;
    static const char *const meeting[][2] = {
        { "Minutes",
          "## Meeting of 18 February 2025\n\nThe old wooden bridge over the mill stream was painted again." },
    };

    begins(LEAD("When was Heron 13.0 released?", given), "### News of the Heron › Release 13.0 - 2023-02-09, line 3");
    has(LEAD("When was the wooden bridge built?", meeting), "Nothing in this document answers this.");
}

static void test_what_something_is_now_wants_no_definition(void **state)
{
    static const char *const given[][2] = {
        { "Minutes of 18 February 2025", "The adult subscription has been 26 pounds since 2022. Hall hire went up." },
        { "Minutes of 20 May 2025",
          "## Subscriptions\n\nThe committee decided that an adult will pay 30 pounds a year from October. It will be "
          "announced." },
    };

    (void) state;
    has(LEAD("What is the adult subscription now?", given), "an adult will pay 30 pounds");
}

static void test_a_number_before_what_is_counted_answers_how_many(void **state)
{
    static const char *const given[][2] = {
        { "Queue of the lock",
          "Barges that leave the queue pay 2 pounds to the lock.\n\nThe queue has room for 12 barges." },
    };

    (void) state;
    has(LEAD("How many barges can the queue of the lock hold?", given), "The queue has room for 12 barges.");
}

static void test_two_words_are_found_written_as_one(void **state)
{
    static const char *const given[][2] = {
        { "Storage",
          "## Tanks\n\nA file of rain tanks stands on the roof, and swap meets are held there.\n\n## Swapfile "
          "support\n\nTo create and activate a swapfile run the following commands:\n\n```\ntruncate -s 0 "
          "memory\nswapon memory\n```" },
    };

    (void) state;
    has(LEAD("How do I create a swap file?", given), "To create and activate a swapfile");
}

static void test_the_newest_text_leads_where_it_is_asked_for(void **state)
{
    static const char *const given[][2] = {
        { "Minutes of 12 March 2026",
          "## Kiln charges\n\nIt was proposed that the charge for the kiln should go from 12 to 14 euros per hour, to "
          "save for a new one. Carried." },
        { "Minutes of 11 June 2026",
          "## Kiln charges\n\nThe committee decided that the kiln is 16 euros per hour from July on." },
    };

    (void) state;
    has(LEAD("What do we charge now for an hour of the kiln?", given), "16 euros per hour");
}

static void test_steps_are_found_by_what_stands_above_them(void **state)
{
    static const char *const given[][2] = {
        { "Lathe: operating instructions",
          "Read this first.\n\n## Turning a bowl\n\n1. Switch on the extractor and wait.\n2. Set the rest.\n3. Begin "
          "at the rim.\n4. Switch everything off.\n\n## If something goes wrong\n\nStop it." },
        { "Price list", "| Item | Price |\n| --- | --- |\n| Lathe, billed in steps of 5 minutes | 3 |\n| Bowl | 9 |" },
        { "House rules", "Wet wood must not be turned on the lathe, and no bowl may stand on it." },
    };

    (void) state;
    struct str lead = LEAD("What do I have to do, step by step, to turn a bowl on the lathe?", given);
    begins(lead, "### Lathe: operating instructions › Turning a bowl");
    lacks(lead, "billed in steps");
    has(lead, "1. Switch on the extractor and wait.");
    has(lead, "4. Switch everything off.");
}

static void test_a_list_of_other_things_is_not_the_list_asked_for(void **state)
{
    static const char *const given[][2] = {
        { "The tracker",
          "## Examples\n\nThe tracker is shown by the following examples:\n\n- a van\n- a boat\n\n## Model\n\nThe "
          "tracker passes gates. The usual gates are: entry, retry, exit and fault." },
    };

    (void) state;
    begins(LEAD("Which gates does the tracker have?", given),
           "### The tracker › Model, line 10\n\nThe usual gates are: entry, retry");
}

static void test_what_it_is_good_for_is_told_by_what_it_allows(void **state)
{
    static const char *const given[][2] = {
        { "Storage in Vale",
          "procedure: (keeper? thing) returns: yes if thing is a keeper, no otherwise\n\nThe caveat is that a "
          "keeper may be late.\n\n## Use\n\nKeepers allow programs to save things from the sweep." },
    };

    (void) state;
    begins(LEAD("What is a keeper in Vale good for?", given),
           "### Storage in Vale › Use, line 7\n\nKeepers allow programs");
}

static void test_what_sets_one_thing_against_the_other_leads(void **state)
{
    static const char *const entries[][2] = {
        { "Packing", "Sacks may be packed with PLO, some with ZAB, and packing is by hand. Packing with PLO or ZAB is "
                     "marked.\n\nPLO\n: faster packing than ZAB, worse ratio\n\nZAB\n: slow, good ratio" },
    };
    static const char *const columns[][2] = {
        { "Maps",
          "The plate columns and the globe columns are drawn the same way, but in ink.\n\n## Kinds\n\nThere are fewer "
          "tools for the globe kind than for the plate kind.\n\n## Tables\n\nA table has a plate column. A table may "
          "have a globe column." },
    };

    (void) state;
    has(LEAD("How does PLO packing compare with ZAB?", entries), "faster packing than ZAB");
    has(LEAD("What is the difference between a plate column and a globe column?", columns), "There are fewer tools");
}

static void test_what_treats_both_alike_does_not_set_them_apart(void **state)
{
    static const char *const given[][2] = {
        { "Joints",
          "Unlike nails, glue is allowed in dowel and biscuit joints.\n\n## Kinds\n\nA dowel joint is drilled, whereas a "
          "biscuit joint is sawn." },
        { "Contents", "- Dowel joints\n- Biscuit joints\n- Glue" },
    };

    (void) state;
    begins(LEAD("What is the difference between a dowel joint and a biscuit joint?", given),
           "### Joints › Kinds, line 5\n\nA dowel joint is drilled, whereas");
}

static void test_what_a_colon_announces_comes_along(void **state)
{
    static const char *const given[][2] = {
        { "Settings",
          "search_language\n: Language of the search index. Support is present for these languages:\n\n- Danish\n- "
          "Dutch\n- Finnish\n\nOther things follow." },
    };

    (void) state;
    has(LEAD("Which languages does the search index support?", given), "Danish");
}

static void test_what_somebody_means_by_a_word_is_its_definition(void **state)
{
    static const char *const given[][2] = {
        { "Names", "Having realms means that there are no clashes of names.\n\n## Realms\n\nA realm is a collection of "
                   "marks that belong together.\n\n## Rules\n\nIf none is chosen, Vela takes the first." },
    };

    (void) state;
    begins(LEAD("What does Vela mean by a realm?", given), "### Names › Realms, line 5\n\nA realm is a");
}

static void test_what_will_be_is_told_by_a_sentence_that_says_so(void **state)
{
    static const char *const given[][2] = {
        { "Letter",
          "From 1 September the full share will cost 28 crowns a month instead of 24. The small share stays at "
          "14 crowns." },
    };

    (void) state;
    begins(LEAD("How much more than the small share will the full share cost from September?", given), "### Letter");
}

static void test_how_it_works_is_not_how_well(void **state)
{
    static const char *const given[][2] = {
        { "Stores in numbers",
          "## Sand store\n\nA sand store keeps heat, returns 80 to 90 percent of it, works for 30 years and is "
          "claimed to work at 15 dollars." },
        { "Sand stores",
          "## How it works\n\nPipes with hot air lead through a silo of sand. Fans blow cold air through "
          "them when heat is wanted.\n\n## Plants\n\nA sand store was built at Kankaan in 2022." },
    };

    (void) state;
    begins(LEAD("How does a sand store work?", given), "### Sand stores › How it works, line 3\n\nPipes with hot air");
}

static void test_what_happened_happened_on_some_day(void **state)
{
    static const char *const given[][2] = {
        { "Brenne Mill: one fire, two owners",
          "Mill Letters, 3 May 2021\n\nOn 12 April 2021 the drying floor of Brenne Mill burned down. Nobody was hurt.\n\nThere are two "
          "mills at Brenne Mill, with different owners." },
    };

    (void) state;
    struct str lead = LEAD("What happened at Brenne Mill?", given);
    begins(
        lead,
        "### Brenne Mill: one fire, two owners, line 3\n\nOn 12 April 2021 the drying floor of Brenne Mill burned down.");
    lacks(lead, "Mill Letters");
}

static void test_a_section_called_what_is_asked_for_is_the_list(void **state)
{
    static const char *const given[][2] = {
        { "Clay ovens",
          "A clay oven keeps its heat for a day. Many clay ovens stand in yards.\n\n## Strengths\n\n- Heat. It "
          "stays for hours.\n\n## Weaknesses\n\n- Time. Two hours pass before one can bake.\n- Wood. It wants a "
          "lot.\n\n## Makers\n\nClay ovens are made in Brede." },
    };

    (void) state;
    begins(LEAD("What are the disadvantages of clay ovens?", given), "### Clay ovens › Weaknesses, line 9\n\n- Time.");
    begins(LEAD("What are the advantages of clay ovens?", given), "### Clay ovens › Strengths, line 5\n\n- Heat.");
}

static void test_a_paragraph_that_ends_with_a_question_is_no_heading(void **state)
{
    static const char *const given[][2] = {
        { "Peat markets",
          "A peat market pays diggers for being there when fuel is short. A stove can burn as long as it is fed. A pile "
          "is empty after some days. How much of it should count?\n\nThe town found out first. It counted all.\n\nTake "
          "a ton of peat. Dry it, carry it, and burn it. How much is left?\n\nA third of it." },
    };

    (void) state;
    begins(LEAD("What is a peat market?", given), "### Peat markets, line 1\n\nA peat market pays diggers");
}

static void test_kinds_of_one_thing_are_compared_as_such(void **state)
{
    static const char *const given[][2] = {
        { "Reed-core looms",
          "A reed-core frame is built like a drum-core frame and can be made by the same joiner. The "
          "drum-core frame came before it." },
        { "Drum-core looms", "Drum-core looms are quick, are built within a week and need no second weaver." },
        { "Belt looms", "A belt loom keeps its cloth on two belts. Its weaver stands." },
    };

    (void) state;
    begins(LEAD("Compare drum-core and belt looms", given), "### Drum-core looms, line 1");
}

static void test_a_date_to_come_is_told_without_will(void **state)
{
    struct source_row row = { .number = 1,
                              .title = str("Orr Tunnel"),
                              .date = str("2031-11-14"),
                              .relevance = 1,
                              .text = str("The Orr Tunnel has a name for delays.\n\nIn August 2031 the owner reset the "
                                          "project to two billion crowns with completion in December 2038.") };
    const struct source_row *sources[] = { &row };
    struct extract_result result;

    (void) state;
    extract_write(
        arena,
        &(struct extract_input){
            .question = str("When will the Orr Tunnel be finished?"), .sources = sources, .sources_n = 1, .most = 5 },
        &result);
    assert_true(result.answered);
    has(result.body, "completion in December 2038");
}

static void test_of_a_long_list_about_other_things_one_item_is_shown(void **state)
{
    static const char *const given[][2] = {
        { "Six facts about oak",
          "1. It is hard. An axe of soft iron is blunt within a day when a whole oak has to be cut with it.\n2. It is "
          "heavy. A log of four metres weighs as much as two grown men and is carried by six.\n3. It is cheap. Whoever "
          "buys a load of it in autumn pays half of what is paid in spring.\n4. It lasts. No other beam comes close: "
          "drawbacks of larch show after thirty years.\n5. It is near. Woods of it stand on both sides of the valley "
          "and along the road.\n6. It is handsome. Halls of oak are shown to guests with pride in every town." },
        { "Timber", "Beams of pine are weak." },
    };

    (void) state;
    struct str lead = LEAD("What are the drawbacks of larch beams?", given);
    has(lead, "No other beam comes close: drawbacks of larch");
    lacks(lead, "It is handsome");
}

static void test_what_is_best_is_not_said_by_its_seller(void **state)
{
    static const char *const given[][2] = {
        { "Our glazes", "Our customers say that lead glaze is the best glaze for long firing." },
        { "Glazes", "For long firing potters use an ash glaze, which is best where the kiln is hot for two days." },
    };

    (void) state;
    begins(LEAD("Which glaze is best for long firing?", given), "### Glazes, line 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_how_often_wants_a_frequency, setup, teardown),
        cmocka_unit_test_setup_teardown(test_how_much_slower_wants_a_ratio, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_price_is_that_of_the_thing_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_who_is_asked_and_the_sentence_says_he, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_entry_of_a_list_of_contents_is_no_answer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_options_are_compared_by_their_entries, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_said_of_both_alike_sets_nothing_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_how_big_is_answered_by_a_size, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_row_has_the_day_that_is_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_date_in_figures_is_the_day_that_is_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_number_is_no_day_of_a_date, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_heading_may_tell_the_date, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_something_is_now_wants_no_definition, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_number_before_what_is_counted_answers_how_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_two_words_are_found_written_as_one, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_newest_text_leads_where_it_is_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_steps_are_found_by_what_stands_above_them, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_list_of_other_things_is_not_the_list_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_it_is_good_for_is_told_by_what_it_allows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_sets_one_thing_against_the_other_leads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_treats_both_alike_does_not_set_them_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_a_colon_announces_comes_along, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_somebody_means_by_a_word_is_its_definition, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_will_be_is_told_by_a_sentence_that_says_so, setup, teardown),
        cmocka_unit_test_setup_teardown(test_how_it_works_is_not_how_well, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_happened_happened_on_some_day, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_section_called_what_is_asked_for_is_the_list, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_paragraph_that_ends_with_a_question_is_no_heading, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kinds_of_one_thing_are_compared_as_such, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_date_to_come_is_told_without_will, setup, teardown),
        cmocka_unit_test_setup_teardown(test_of_a_long_list_about_other_things_one_item_is_shown, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_best_is_not_said_by_its_seller, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
