/* Shapes of questions and of answers in the report without a model: what is denied, parts, comparisons, keywords, slips of
 * the keyboard, superlatives. */
#include "extractive/answer.h"
#include "report_on.h"

#define REPORT(question, given) report_on(question, given, sizeof given / sizeof *given)
#define LEAD(question, given) lead_on(question, given, sizeof given / sizeof *given)

static void test_a_figure_that_its_source_debunks_is_no_answer(void **state)
{
    static const char *const given[][2] = {
        { "The ninety percent legend: how much plastic ends up in rivers?",
          "Ninety percent of the plastic in the sea comes from ten rivers, it is said: 90% of all plastic.\n\n## Another "
          "look\n\nA survey of 1,600 rivers measured the load. It found that about 40% of the plastic in the sea came "
          "from rivers. That is less than half of the number in every headline." },
        { "Litter",
          "It is often said that 90% of the plastic in the sea comes from rivers. That number goes back to a model "
          "with few rivers. It is no good basis for laws.\n\nNets and ropes sink." },
    };

    (void) state;
    struct str body = REPORT("What percentage of plastic in the sea is from rivers?", given);
    begins(body,
           "### The ninety percent legend: how much plastic ends up in rivers? › Another look, line 5\n\nIt found "
           "that about 40%");
    lacks(body, "| It is often said");
    lacks(LEAD("What percentage of plastic in the sea is from rivers?", given), "90%");
}

static void test_questions_in_one_are_answered_one_by_one(void **state)
{
    static const char *const given[][2] = {
        { "Lock keepers' handbook",
          "A lock is a chamber with gates in which ships are raised and lowered. It is filled from above.\n\n## "
          "Draining\n\nTo drain a lock, close the upper gate and open the lower sluices. Wait until the levels are "
          "equal." },
        { "Canals", "The canal of Hallen has nine locks. Bridges cross it. The first boats came in 1880." },
    };

    (void) state;
    struct str lead = LEAD("What is a lock and how do I drain it?", given);
    begins(lead, "### Lock keepers' handbook, line 1\n\nA lock is a chamber with gates");
    has(lead, "To drain a lock, close the upper gate");
    lead = LEAD("What is a lock, and who invented it?", given);
    has(lead, "A lock is a chamber with gates");
    has(lead, "Nothing in these documents answers \"who invented it?\".");
    lead = LEAD("How many locks has the canal of Hallen? When did the first boats come?", given);
    has(lead, "The canal of Hallen has nine locks.");
    has(lead, "The first boats came in 1880.");
    static const char *const gauges[][2] = {
        { "Gauges",
          "A gauge of brass reads 40 litres a year. A gauge of tin reads 55 litres.\n\nThe rim explains most of the "
          "difference between the gauges, because the wind carries drops past a high one." },
        { "Bells", "Bells differ in tone. The readings of bells are sung." },
    };
    lead = LEAD("How many litres does a gauge of brass and of tin read, and why do the readings differ?", gauges);
    has(lead, "The rim explains most of the difference");
}

static const char *const plants[][2] = {
    { "Orrin Dam: ten years on",
      "The Orrin Dam stands above the village of Fell. It is a long wall of earth.\n\nThe state signed the contract "
      "in 2009. The owner is Nordkraft of Bergen; the county holds a small share. The works came to 310 million "
      "dollars.\n\nThe Orrin Dam is not typical of its kind. A full lake gives 900 MWh. The turbines have 45 MW." },
    { "Moraines", "Ice left the valley long ago. What a museum costs per visitor, 12 dollars, is paid by Fell." },
    { "Fusion at the fair", "A model of a nuclear reactor was shown. Fusion of two cells makes a spore." },
};

static void test_keywords_are_asked_like_sentences(void **state)
{
    (void) state;
    begins(LEAD("orrin dam cost", plants), "### Orrin Dam: ten years on, line 3\n\nThe works came to 310 million");
    begins(LEAD("Orrin Dam MWh", plants), "### Orrin Dam: ten years on, line 5\n\nA full lake gives 900 MWh.");
    begins(LEAD("Orrin Dam owner", plants), "### Orrin Dam: ten years on, line 3\n\nThe owner is Nordkraft");
    begins(LEAD("Who owns the Orrin Dam?", plants), "### Orrin Dam: ten years on, line 3\n\nThe owner is Nordkraft");
}

static void test_prices_of_other_things_are_none(void **state)
{
    static const char *const german[][2] = {
        { "Museen in Norwegen", "Norwegen hat viele Museen. Eine Eintrittskarte gilt einen Tag. In Bergen stiegen die "
                                "Mieten zeitweise auf fast 1.000 Euro im Monat." },
    };

    (void) state;
    begins(LEAD("nuclear fusion price", plants), "Nothing in these 3 documents answers this.");
    begins(LEAD("Was kostet eine Eintrittskarte in Norwegen?", german), "Dieses Dokument beantwortet das nicht.");
}

static void test_superlatives_of_any_language_lead(void **state)
{
    static const char *const french[][2] = {
        { "Les ponts du pays",
          "Les ponts suspendus du pays ont été construits entre 1960 et 1990. Un pont suspendu coûte cher.\n\n## Les "
          "grands ponts\n\nCelui de Norvik (Orne), ouvert en 1985, est le plus long du pays avec 1 800 mètres.\n\nCelui "
          "de Hallen est peint en rouge, comme tous les ponts suspendus de la côte." },
    };
    static const char *const spanish[][2] = {
        { "Lagos",
          "España tiene muchos lagos de montaña. Los lagos de España se visitan en verano.\n\nEl mayor lago de España es el de "
          "Sanabria, en la provincia de Zamora." },
    };
    static const char *const german[][2] = {
        { "Seen",
          "In Bayern liegen viele Seen. Die Seen in Bayern sind tief.\n\nDer größte See ist der Chiemsee mit 80 "
          "Quadratkilometern." },
    };

    (void) state;
    has(LEAD("Quel est le plus long pont suspendu du pays ?", french), "Celui de Norvik");
    begins(LEAD("¿Cuál es el lago más grande de España?", spanish),
           "### Lagos, línea 3\n\nEl mayor lago de España es el de Sanabria");
    begins(LEAD("Welcher See in Bayern ist der größte?", german),
           "### Seen, Zeile 3\n\nDer größte See ist der Chiemsee");
}

static void test_how_long_wants_a_time_and_why_a_reason(void **state)
{
    static const char *const given[][2] = {
        { "Why roofs leak, and how long they last",
          "A roof is under the sun all day.\n\n## What owners plan with\n\n- Makers speak of a lasting roof.\n- Owners "
          "count on 25 to 30 years for a roof of slate before something has to be replaced." },
        { "Roofs of the last century",
          "Large roofs were no invention of the last ten years. A roof that is swept lasts long enough. Some say that "
          "roofs of reed have lasted best." },
        { "Rain gauges as read",
          "The readings of gauges are given in every report. Gauges by the sea and their readings around 40 litres "
          "are usual.\n\nThe last point explains most of the difference between the gauges. The wind carries the drops "
          "past the rim, because the rim stands high." },
    };

    (void) state;
    has(LEAD("How long do roofs last?", given), "25 to 30 years");
    begins(LEAD("Why do readings of gauges differ?", given),
           "### Rain gauges as read, line 3\n\nThe last point explains");
}

static void test_slips_of_the_keyboard_are_mended_and_told(void **state)
{
    static const char *const given[][2] = {
        { "Lighthouses",
          "A lighthouse warns ships. The brightness of the lighthouse at Hallen is 400 kilocandela. Each lighthouse has a "
          "keeper. The brightness is measured once a year. Brightness falls as mirrors age. The last keeper left in "
          "1990." },
        { "Fire and five", "The wells of Hallen are five. The wall was built later. Stack ranks five." },
    };

    (void) state;
    struct str body = REPORT("What is teh brigthness of the lighthosue at Hallen?", given);
    begins(body,
           "#### Read as \"What is the brightness of the lighthouse at Hallen?\"\n\n### Lighthouses, line 1\n\nThe "
           "brightness of the lighthouse at Hallen is 400");
    /* Other words and other names are no slips; neither is a plural. */
    lacks(REPORT("When did a fire destroy the lighthouse at Hallen?", given), "Read as");
    lacks(REPORT("Does Slack warn the lighthouse at Hallen?", given), "Read as");
    lacks(REPORT("Which lighthouses warn ships?", given), "Read as");
    /* Two characters of which one is another are another word. */
    static const char *const chinese[][2] = {
        { "球队", "球队的教练来自北方。球队的主场在河边。球队的球员很年轻。球队的历史很长。" },
    };
    assert_true(REPORT("球员的教练和球迷来自哪里？", chinese).len);
    lacks(REPORT("球员的教练和球迷来自哪里？", chinese), "####");
}

static const char *const bridges[][2] = {
    { "Two bridges over the Orne",
      "For years two bridges were the whole story of the coast: Norvik and Hallen.\n\n## Norvik, 1978\n\nThe bridge at "
      "Norvik has been open since 1978. One crossing costs a lorry 4 dollars. It was built with a span of 290 "
      "metres.\n\n## Hallen, 1991\n\nThe bridge at Hallen was opened in 1991 with a span of 110 metres. A lorry pays 7 "
      "dollars for one crossing." },
    { "Ferries", "A ferry crosses the Orne at Fell. It is slow in winter." },
};

static void test_things_compared_stand_side_by_side(void **state)
{
    static const char *const apart[][2] = {
        { "Norvik", "Norvik is a town of fishermen. Its harbour never freezes." },
        { "Hallen", "Hallen lies in the hills. The mine there gave copper until it flooded." },
    };
    /* What differs is told already, and the sentences that are alike tell nothing of it. */
    static const char *const told[][2] = {
        { "Questions",
          "Arguments are given when a mill is called, whereas parameters are named when the mill is built." },
        { "Building",
          "One argument must be given first by the miller who works here. The gears turn with the wind.\n\nOne parameter "
          "must be given first by the miller who builds here." },
    };

    (void) state;
    lacks(REPORT("What is the difference between arguments and parameters?", told), "Side by side");
    for (size_t i = 0; i < 3; i++) {
        static const char *const asked[] = { "Compare Norvik and Hallen", "Norvik vs Hallen",
                                             "What is the difference between Norvik and Hallen?" };
        struct str body = REPORT(asked[i], bridges);

        has(body, "## Side by side\n\n| Norvik | Hallen |");
        has(body,
            "| It was built with a span of 290 metres. [1] | The bridge at Hallen was opened in 1991 with a span of "
            "110 metres. [1] |");
        has(body, "| One crossing costs a lorry 4 dollars. [1] | A lorry pays 7 dollars for one crossing. [1] |");
        body = REPORT(asked[i], apart);
        begins(body, "### Norvik, line 1\n\nNorvik is a town of fishermen.");
        has(body, "### Hallen, line 1\n\nHallen lies in the hills.");
        lacks(body, "Side by side");
    }
}

static void test_further_passages_say_more_than_the_subject(void **state)
{
    static const char *const given[][2] = {
        { "Stone walls", "Three things weaken stone walls: frost, roots and salt. Each winter opens the joints." },
        { "Gardens", "Stone walls keep the wind from a garden. Many stone walls are old." },
        { "Frost", "Frost weakens the mortar of walls first." },
        { "Masons", "A mason builds stone walls in summer. Stone walls of one metre take a week." },
        { "Sheep", "Stone walls part the pastures. Sheep stand behind stone walls." },
    };

    (void) state;
    struct str body = REPORT("What weakens stone walls?", given);
    begins(body, "### Stone walls, line 1\n\nThree things weaken stone walls");
    has(body, "### Frost, line 1");
    lacks(body, "### Gardens");
    lacks(body, "### Masons");
    lacks(body, "### Sheep");
}

static void test_what_decides_yes_or_no_is_first(void **state)
{
    static const char *const given[][2] = {
        { "Tools",
          "Orla has an ISO-conformant date builtin. Orla has dates of ISO weeks. Times conform to ISO as well." },
        { "Orla for users of other shells",
          "This is to give a quick overview of how it differs. Orla is deliberately not ISO conformant, and some of the "
          "things that you know work otherwise." },
        { "Tutorial", "Orla supports the familiar signs to join commands. Unlike others, Orla does not have macros. "
                      "Functions take their place." },
    };

    (void) state;
    begins(LEAD("Is Orla ISO conformant?", given),
           "### Orla for users of other shells, line 1\n\nOrla is deliberately not ISO conformant");
    begins(LEAD("Does Orla support macros?", given),
           "### Tutorial, line 1\n\nUnlike others, Orla does not have macros.");
}

static void test_what_a_text_says_of_itself_is_no_answer(void **state)
{
    static const char *const given[][2] = {
        { "Orla handbook",
          "This section describes how to install and start Orla. It also explains how to make Orla the login "
          "shell.\n\n## Login shell\n\nTo make Orla the login shell, write its path to the list of shells. Then run "
          "chsh." },
        { "Frequent questions",
          "## 4.6. How should I install a foreign program?\n\nAfter Vela (Orla 8) was released, Orla dropped it. Orla has "
          "an extensive policy.\n\n## 1.1. What is Orla Shell/Core?\n\nOrla Shell/Core is a shell for people." },
    };
    static const char *const works[][2] = {
        { "How windmills work, and how many there are",
          "A windmill works by turning. Each mill works at night as well." },
        { "Pumps", "A vane pump carries oil in the gaps between its vanes. The vanes slide as the rotor turns." },
    };

    (void) state;
    begins(LEAD("How do I make Orla my login shell?", given),
           "### Orla handbook › Login shell, line 5\n\nTo make Orla the login shell");
    begins(LEAD("What is Orla?", given), "### Frequent questions › 1.1. What is Orla Shell/Core?, line 7\n\nOrla "
                                         "Shell/Core is a shell");
    begins(LEAD("How does a vane pump work?", works), "### Pumps, line 1\n\nA vane pump carries oil");
}

/* Entries or sentences that begin with each of two things come before a sentence that has both names. */
static void test_what_one_text_says_of_each_thing_leads(void **state)
{
    static const char *const given[][2] = {
        { "vela-reset",
          "## Description\n\n--soft\n: Does not touch the index at all.\n\n--mixed\n: Resets the index but not the "
          "tree.\n\n--hard\n: Resets the index and the tree.\n\n## Discussion\n\nIn these tables vela reset --soft leaves "
          "a file as it is, while vela reset --hard is a synonym for losing work." },
        { "Journals",
          "Instead of deleting the journal it may be truncated.\n\n## Modes\n\nThe DELETE journal mode is usual. The file "
          "goes away.\n\nThe TRUNCATE journal mode cuts the file to nothing.\n\n## Changelog\n\n- DELETE mode was "
          "mended.\n- TRUNCATE mode was mended, unlike DELETE mode." },
    };

    (void) state;
    begins(LEAD("What is the difference between vela reset --soft and vela reset --hard?", given),
           "### vela-reset › Description, line 3\n\n--soft: Does not touch the index at all. [1]\n\n### vela-reset › "
           "Description, line 9\n\n--hard: Resets the index and the tree.");
    struct str lead = LEAD("What is the difference between the DELETE and the TRUNCATE journal mode?", given);
    begins(lead, "### Journals › Modes, line 5\n\nThe DELETE journal mode is usual.");
    has(lead, "The TRUNCATE journal mode cuts the file to nothing.");
    lacks(lead, "mended");
    /* Where nothing begins with each of them, a passage that speaks of both does; an index never. */
    static const char *const indexed[][2] = {
        { "Leaving Orla",
          "Two procedures leave the system. After exit the memory is lost, which may be a pity. By quit it is kept for "
          "another day." },
        { "Manual", "## Variable Index\n\n| name | section |\n| --- | --- |\n| exit | Leaving Orla |\n| quit | Leaving "
                    "Orla |\n\n## Loops\n\nThe loop ends by exit of its body. A player can quit the game." },
    };
    lead = LEAD("What is the difference between exit and quit in Orla?", indexed);
    begins(lead, "### Leaving Orla, line 1");
    lacks(lead, "Index");
}

/* Options of one letter are told apart by capitals, and the page of the command comes before that of another one. */
static void test_options_are_those_of_the_command_that_is_asked_about(void **state)
{
    static const char *const given[][2] = {
        { "orla-key - makes keys for orla",
          "## Options\n\n-L\n: Prints the keys.\n\n-R name\n: Removes a key of orla." },
        { "orla - goes to another machine",
          "## Options\n\n-L port\n: Sends on what comes to a port of this machine.\n\n-l name\n: Goes as that user "
          "of orla.\n\n-r\n: Reads nothing from orla.\n\n-R port\n: Sends back what comes to a port of the other one." },
    };

    (void) state;
    begins(
        LEAD("What is the difference between orla -L and orla -R?", given),
        "### orla - goes to another machine › Options, line 3\n\n-L port: Sends on what comes to a port of this machine. "
        "[2]\n\n### orla - goes to another machine › Options, line 12\n\n-R port: Sends back");
}

/* Rows of a list of plants are about plants: that one of their cells says "mill" compares no mills. */
static void test_a_row_is_about_what_its_first_cell_names(void **state)
{
    static const char *const given[][2] = {
        { "Sites",
          "| name | county | what | power in kW | remark |\n| --- | --- | --- | --- | --- |\n| Oldfield | Kent | "
          "windmill | 30 | rebuilt after the great fire of the north wing in 1901 |\n| Brook | Kent | water wheel | "
          "12 | stands still in dry summers and in hard winters since 1920 |" },
        { "Power before steam", "Windmills stand still on a calm day. Water wheels turn day and night, but freeze." },
    };
    static const char *const rows[][2] = {
        { "Power", "| no | what | remark |\n| --- | --- | --- |\n| 1 | windmill | stands still on a calm day and is "
                   "dear to mend after a storm from the sea |\n| 2 | water wheel | turns day and night, but freezes in "
                   "a hard winter and lacks water in summer |" },
        { "Walks", "A walk leads past windmills and water wheels." },
    };

    (void) state;
    begins(LEAD("How do windmills and water wheels compare?", given),
           "### Power before steam, line 1\n\nWindmills stand");
    begins(LEAD("How do windmills and water wheels compare?", rows), "### Power, line ");
}

/* What stands under a kind of a thing ("Iron-air battery") holds for that kind, and the table says which. */
static void test_a_table_of_things_says_which_kind_of_them_it_quotes(void **state)
{
    static const char *const given[][2] = {
        { "Mills in numbers",
          "## Windmill\n\n- Time to start: 10 to 20 minutes of work\n\n## Overshot wheel\n\n- Time to start: below 1 minute "
          "of work" },
        { "Power", "Windmills and wheels are old. Compare them with care." },
    };

    (void) state;
    has(REPORT("How do windmills and wheels compare?", given),
        "| Time to start: 10 to 20 minutes of work [1] | Overshot wheel: Time to start: below 1 minute of work [1] |");
}

/* A share of the market in percent is no efficiency, though it names the thing and has the unit. */
static void test_further_figures_are_of_what_is_measured(void **state)
{
    static const char *const given[][2] = {
        { "Efficiency as measured", "Kilns returned 42 percent on average, and ovens returned 61 percent." },
        { "Efficiency by maker", "Kilns give back 35 percent in the yard, and ovens give back 70 percent." },
        { "The trade", "Kilns had a share of 92 percent in the north, and ovens had 8 percent." },
        { "Clay", "Clay is dug in autumn. It rests until spring." },
    };

    (void) state;
    struct str lead = LEAD("What is the efficiency of kilns and ovens?", given);
    has(lead, "returned 42 percent");
    has(lead, "give back 70 percent");
    lacks(lead, "92 percent");
}

/* A word that is only used, or an amount that another paid, is no answer. */
static void test_meanings_and_payments_are_found_or_not(void **state)
{
    static const char *const given[][2] = {
        { "Salt", "A mixture of salts melts at 220 °C and stays stable up to 565 °C. Towers hold it." },
        { "Halden, five years on",
          "Nordkraft built the plant in 60 days. Its first machine ran in May.\n\nThe owner is Velo of France; the state "
          "pays for a part. The cost was 90 million dollars. Nordkraft was proud." },
        { "Contracts", "In May Orla paid Tindra 7 million dollars for the bridge." },
    };
    const char *const absent[] = { "What does stable mean?", "What did Nordkraft pay Velo?" };

    (void) state;
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        begins(REPORT(absent[i], given), "Nothing in these 3 documents answers this.");
    begins(LEAD("What did Orla pay Tindra?", given), "### Contracts, line 1\n\nIn May Orla paid Tindra 7 million");
}

/* Four passages have the same words of the question: all of them stand in the answer, one passage of each; what has far less
 * of the question, or is long, does not. */
static void test_passages_that_are_as_good_stand_in_the_answer_together(void **state)
{
    static const char *const given[][2] = {
        { "Mooring", "## Buoys\n\nThe harbour has buoys for visitors. Buoys are painted yellow here." },
        { "Berths", "## Rules\n\nA visitor of the harbour takes a buoy on the east side." },
        { "Fees", "## Buoys\n\nVisitors of the harbour pay for their buoy at the kiosk." },
        { "Storms", "## Warnings\n\nVisitors leave their buoy and the harbour when the cone is hoisted." },
        { "Kitchen", "The stove is lit at six. Nobody cooks fish after nine." },
    };
    struct str lead = LEAD("What do visitors do at a buoy in the harbour?", given);

    (void) state;
    has(lead, "The harbour has buoys for visitors.");
    has(lead, "takes a buoy on the east side");
    has(lead, "pay for their buoy at the kiosk");
    has(lead, "when the cone is hoisted");
    lacks(lead, "stove");
}

/* What has other words of the question but not the thing it is about comes behind. */
static void test_what_does_not_name_the_subject_comes_behind(void **state)
{
    static const char *const given[][2] = {
        { "Capacitors",
          "## Standing\n\nCapacitors lose much of their energy because of currents inside. They lose energy "
          "within days." },
        { "Gases", "## Making it\n\nHydrogen has to be made from water first, and because of that a third is gone." },
    };

    (void) state;
    begins(LEAD("Why does hydrogen lose energy?", given), "### Gases › Making it");
}

/* The subject stands behind the verb that asks, or behind "of"; what is asked for, and the verb itself, are none. */
static void test_the_subject_of_a_question_is_found(void **state)
{
    static const char *const cases[][2] = {
        { "Where on the island do the puffins nest?", "puffins" },
        { "Why isn't a ping enough to tell whether a server is alive?", "ping" },
        { "How many messages can the queue hold?", "queue" },
        { "What is the default value of work_size?", "work" },
        { "Which boxes may stand in the cellar?", NULL },
        { "How do I enlarge the queue?", NULL },
        { "Who was the receiver of the ping?", NULL },
        { "Does the queue hold messages?", NULL },
        { "Why do unicorns stand on the island?", NULL }, /* no source has them */
    };
    const struct source_row
        row = { .number = 1,
                .title = str("All"),
                .text = str("The puffins nest on the island. A ping tells that a server is alive. The queue "
                            "of boxes stands in the cellar. The default value of work_size holds "
                            "messages. I enlarge the receiver.") },
        *rows[] = { &row };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct answer *a = arena_calloc(arena, 1, sizeof *a);
        struct str found = { 0 };

        a->arena = arena;
        answer_read(
            a, &(struct extract_input){ .question = str(cases[i][0]), .sources = rows, .sources_n = 1, .most = 5 });
        for (size_t t = 0; t < a->ranking.asked.n; t++)
            if (a->ranking.subject >> t & 1)
                found = a->ranking.asked.items[t].text;
        buf_free(&a->out);
        assert_string_equal(str_z(arena, found), cases[i][1] ? cases[i][1] : "");
    }
}

/* "Below you can find …" announces the list that follows it, also without a colon. */
static void test_what_stands_below_comes_along(void **state)
{
    static const char *const given[][2] = {
        { "Repairs",
          "## Signatures\n\nIf a database was deleted, a tool can look for its signature. Below you can find the "
          "first bytes with which database files begin.\n\n- Old files: 65 FB 4B\n- New files: 67 FB 4B" },
        { "Starting", "A new file is opened with the first key. The bytes of its password are not stored." },
    };

    (void) state;
    has(LEAD("With which bytes does a database file begin?", given), "New files: 67 FB 4B");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_figure_that_its_source_debunks_is_no_answer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_a_text_says_of_itself_is_no_answer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_decides_yes_or_no_is_first, setup, teardown),
        cmocka_unit_test_setup_teardown(test_further_passages_say_more_than_the_subject, setup, teardown),
        cmocka_unit_test_setup_teardown(test_things_compared_stand_side_by_side, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_row_is_about_what_its_first_cell_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_further_figures_are_of_what_is_measured, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_table_of_things_says_which_kind_of_them_it_quotes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_one_text_says_of_each_thing_leads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_options_are_those_of_the_command_that_is_asked_about, setup, teardown),
        cmocka_unit_test_setup_teardown(test_meanings_and_payments_are_found_or_not, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slips_of_the_keyboard_are_mended_and_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_questions_in_one_are_answered_one_by_one, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keywords_are_asked_like_sentences, setup, teardown),
        cmocka_unit_test_setup_teardown(test_prices_of_other_things_are_none, setup, teardown),
        cmocka_unit_test_setup_teardown(test_superlatives_of_any_language_lead, setup, teardown),
        cmocka_unit_test_setup_teardown(test_passages_that_are_as_good_stand_in_the_answer_together, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_does_not_name_the_subject_comes_behind, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_subject_of_a_question_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_stands_below_comes_along, setup, teardown),
        cmocka_unit_test_setup_teardown(test_how_long_wants_a_time_and_why_a_reason, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
