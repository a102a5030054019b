/* What leads the report without a model: lists of questions with answers, definitions, lists, judgements. */
#include "report_on.h"

/* Questions that are paragraphs, or terms of a definition list, are the headings of their answers; a question of its own
 * in running text is a turn of speech. */
static void test_questions_that_are_paragraphs_head_their_answers(void **state)
{
    static const char *const paragraphs[][2] = {
        { "Frequent questions",
          "## Background\n\nHow do you pronounce Heimgard?\n\nThe first part as in home, the second as in guard.\n\n"
          "Where does the name of Heimgard come from?\n\nFrom the old tales of the north. It was called Watch at first, "
          "but that was taken.\n\nIs it possible to attach Heimgard to a program that is running?\n\nNo. The program has "
          "to be started by it, since it lays out the memory." },
        { "Manual",
          "Heimgard comes with a set of tools. Each has a name. Programs that are running can be attached to a "
          "debugger.\n\nThe name of the tool is given on the line that starts Heimgard." },
    };
    static const char *const terms[][2] = {
        { "Frequent questions",
          "Where does the name of Heimgard come from?\n: From the old tales of the north.\n\nWho pays "
          "for Heimgard?\n: Nobody does, it is free." },
        { "Manual",
          "The name of the tool is given on the line that starts Heimgard. Heimgard has come with tools for years." },
    };

    (void) state;
    begins(
        lead_on("Where does the name Heimgard come from?", paragraphs, 2),
        "### Frequent questions › Background › Where does the name of Heimgard come from?, line 9\n\nFrom the old tales");
    begins(
        lead_on("Can Heimgard be attached to a program that is already running?", paragraphs, 2),
        "### Frequent questions › Background › Is it possible to attach Heimgard to a program that is running?, line "
        "13\n\nNo. [1] The program has to be started by it");
    has(lead_on("Where does the name Heimgard come from?", terms, 2), "From the old tales of the north.");
}

/* A note on who wrote it is no answer, nor is a line that only announces one. */
static void test_a_section_that_answers_is_shown_from_its_first_words_of_substance(void **state)
{
    static const char *const given[][2] = {
        { "Data",
          "## What is the difference between a list and an array?\n\n(contributed by a reader)\n\nA list is a fixed "
          "collection of scalars. An array is a variable that holds one.\n\n## Why are texts immutable?\n\nThere are "
          "several advantages.\n\nOne is performance, since the space of a text is known when it is made.\n\nAnother is "
          "that a text is as elemental as a number." },
        { "Other",
          "A list and an array may differ in length. Texts are immutable in this language, as lists are not." },
    };

    (void) state;
    struct str lead = lead_on("What is the difference between a list and an array?", given, 2);
    has(lead, "A list is a fixed collection of scalars.");
    lacks(lead, "contributed");
    lead = lead_on("Why are texts immutable?", given, 2);
    has(lead, "There are several advantages.");
    has(lead, "One is performance");
}

/* Every sentence of a manual has its subject: the one that says what it is leads, and names that only contain it do not. */
static void test_what_a_thing_is_leads_whatever_its_heading_says(void **state)
{
    static const char *const given[][2] = {
        { "54. Moxim utilities",
          "A number of utilities come with Moxim and are described here.\n\n## 14. moxim_fixdb\n\nThe "
          "moxim_fixdb program is a utility for changing databases of Moxim.\n\n## Moxim and Perl\n\n"
          "Moxim::log writes a line to the log of Moxim. Up to Moxim version 4 the Moxim user could write it." },
        { "1. Introduction", "Moxim is a mail transfer agent for hosts that run all day. It was designed in 1995." },
        { "Options", "--moxim-out=FILE\n: The file that Moxim writes its log to. The default of Moxim is moxim.out." },
    };
    static const char *const about[][2] = {
        { "suGO Support",
          "The suGO feature lets programs run under another user. It is off by default.\n\n## Installing\n\nThe "
          "option that installs suGO is needed once. Without it suGO is never installed." },
        { "Scripts", "Do not use suGO unless you know suGO well. Remove suGO if scripts fail because of suGO." },
    };

    (void) state;
    begins(lead_on("What is Moxim?", given, 3), "### 1. Introduction, line 1\n\nMoxim is a mail transfer agent");
    begins(lead_on("What is suGO?", about, 2), "### suGO Support, line 1\n\nThe suGO feature lets programs");
}

/* An option whose name has more in it than the question is another thing. */
static void test_identifiers_with_more_in_them_are_other_things(void **state)
{
    static const char *const given[][2] = {
        { "Options",
          "## Emulation\n\nPOSIX_ARGZERO\n: This option restores the name that was used to start Zish by default. Its "
          "default is to be unset.\n\nPOSIX_IDENTIFIERS\n: Only letters of ASCII are allowed by default in Zish." },
        { "Introduction", "Zish is not compatible with POSIX in its default mode. It has a history." },
    };

    (void) state;
    begins(lead_on("Is Zish compatible with POSIX by default?", given, 2),
           "### Introduction, line 1\n\nZish is not compatible");
}

/* A heading that asks something else about the same thing is no answer. */
static void test_another_question_about_the_thing_is_not_this_one(void **state)
{
    static const char *const given[][2] = {
        { "General questions",
          "## How stable is Pyro?\n\nVery stable. Stable releases of Pyro have come out for years, and "
          "this seems likely to go on.\n\nThe latest stable releases of Pyro can be found on its page." },
        { "Sorting in Pyro",
          "## Stability\n\nSorts are guaranteed to be stable. Records with the same key keep their order." },
    };

    (void) state;
    has(lead_on("Are sorts in Pyro stable?", given, 2), "Sorts are guaranteed to be stable.");
}

/* Long entries of a list are passages of their own; where the list is asked for, all of them come. */
static void test_a_list_that_is_asked_for_comes_with_its_long_entries(void **state)
{
    static const char *const given[][2] = {
        { "Caching",
          "An entry of the cache is in one of three states:\n\nFresh\n: The content is younger than its lifetime, and so the "
          "cache is free to serve it without asking the server at all. Nothing else has to be done, and the client cannot "
          "tell where it comes from, which is why it is quick.\n\nStale\n: The content is older than its lifetime. The cache "
          "asks the server whether the content has changed before it serves it again; if it has not, the content becomes "
          "fresh again without being sent, and the circle goes on from there.\n\nGone\n: The cache was full and has removed "
          "it. Content can be removed at any time, whether it is fresh or stale, though what is stale goes first, as far as "
          "there is any of it in the cache." },
        { "Other", "The states of the Union are no entries of a cache. A cache can be emptied by hand." },
    };

    (void) state;
    struct str lead = lead_on("In which states can an entry of the cache be?", given, 2);
    begins(lead, "### Caching, line 1\n\nAn entry of the cache is in one of three states:");
    has(lead, "Fresh: ");
    has(lead, "Stale: ");
    has(lead, "Gone: ");
}

/* A list may be announced without a colon, and asked for by any verb. */
static void test_the_following_tasks_are_shown(void **state)
{
    static const char *const given[][2] = {
        { "Basics",
          "## The root account\n\nThe root account is also called superuser. From this account, you can perform the "
          "following tasks.\n\n- Read any file\n- Set the password of any user\n\nThis power of the root account needs "
          "care. What is done from the root account cannot be undone." },
    };
    static const char *const ways[][2] = {
        { "Signing",
          "The program offers several ways to sign a zone:\n\n- by a policy\n- by hand\n\nA zone is signed once." },
    };

    (void) state;
    has(lead_on("What can be done from the root account?", given, 1), "- Set the password of any user");
    has(lead_on("Which ways to sign a zone does the program offer?", ways, 1), "- by hand");
}

/* "Name Security Extensions (NAMESEC) provide …"; what a site adds to its titles is no part of the subject. */
static void test_names_that_are_spelt_out_and_titles_of_sites(void **state)
{
    static const char *const given[][2] = {
        { "Guide — Binder 9 documentation",
          "## Disadvantages of NAMESEC\n\nNAMESEC, like many things, is not without problems. "
          "NAMESEC faces challenges.\n\n## Organization\n\nBasic NAMESEC help is given here." },
        { "5. NAMESEC — Binder 9 documentation",
          "Name Security Extensions (NAMESEC) provide protection from forged answers. "
          "They add signatures.\n\n## Keys\n\nNAMESEC needs keys." },
    };
    static const char *const office[][2] = {
        { "History",
          "The software is maintained by the Internet Names Consortium and its sponsors. Ann Lee wrote the first "
          "version at the Internet Names Consortium." },
    };

    (void) state;
    begins(lead_on("What is NAMESEC?", given, 2), "### 5. NAMESEC — Binder 9 documentation, line 1\n\nName Security");
    has(lead_on("Who is the treasurer of the Internet Names Consortium?", office, 1),
        "Nothing in this document answers this.");
    has(lead_on("Who wrote the first version at the Internet Names Consortium?", office, 1), "Ann Lee wrote the first");
}

/* What a source thinks of it leads where a judgement is asked for; an example worked out is no price. */
static void test_judgements_answer_whether_something_is_good_and_examples_are_no_prices(void **state)
{
    static const char *const views[][2] = {
        { "Peat as a fuel", "A good oven needs four kilograms of peat a day to heat a house. Peat can be cut and "
                            "dried.\n\nOur view: leave it where it is. As a fuel it is the last resort." },
    };
    static const char *const prices[][2] = {
        { "Why tanks win", "A barrel at 150 dollars per litre, used once a year for 20 years, "
                           "costs 7.50 dollars for each litre." },
        { "Prices", "The yearly survey found that a barrel costs 48 dollars per litre, all costs included." },
    };

    (void) state;
    has(lead_on("Is peat a good choice of fuel?", views, 1),
        "Our view: leave it where it is. [1] As a fuel it is the last resort.");
    begins(lead_on("What does a barrel cost per litre?", prices, 2), "### Prices, line 1\n\nThe yearly survey");
}

/* What limits a thing: all of it. A second answer that lacks the name asked about is none. */
static void test_causes_come_whole_and_second_answers_name_the_thing(void **state)
{
    static const char *const limits[][2] = {
        { "Kites",
          "## What limits them\n\nThree things limit cargo kites: wind, line and law. Without wind no kite stays up. A "
          "line wears out within a season. And above a hundred metres the air belongs to aircraft." },
        { "Other", "Cargo kites were flown in 1990. The limits of a field are marked." },
    };
    static const char *const service[][2] = {
        { "Huntdorf", "The plant at Huntdorf has been in service since 1978. It has 290 MW." },
        { "Hornsberg", "On 1 December 2017 the plant at Hornsberg went into service beside a farm with great power." },
    };

    (void) state;
    has(lead_on("What limits cargo kites?", limits, 2), "And above a hundred metres the air belongs to aircraft.");
    struct str lead = lead_on("When did the plant at Huntdorf go into service?", service, 2);
    has(lead, "1978");
    lacks(lead, "Hornsberg");
}

/* Manuals made from plain text stand in preformatted blocks as a whole: what reads like sentences is quoted by the
 * sentence, and only the rest is code. */
static void test_prose_that_is_set_like_code_is_read_like_prose(void **state)
{
    static const char *const given[][2] = {
        { "Guide",
          "## Stopping\n\n```\nMoxim can be stopped in two ways, and both of them are safe for the files that\n"
          "are being written.  A graceful stop lets the current requests end before the\nprocess does.\n\n"
          "A hard stop ends the process at once and closes every connection that is\nstill open.\n\n"
          "  $ kill -TERM `cat /run/moxim.pid`\n```\n" },
        { "Code", "## Starting\n\n```\nmoxim --hard --stop=none --config=/etc/moxim.conf\n```\n" },
    };

    (void) state;
    struct str lead = lead_on("What does a hard stop do with open connections?", given, 2);
    begins(lead,
           "### Guide › Stopping, line 8\n\nA hard stop ends the process at once and closes every connection that is "
           "still open. [1]");
    lacks(lead, "two ways");
    has(lead_on("How is Moxim started with a config?", given + 1, 1), "```\nmoxim --hard");
}

/* The sentence that says the matter leads to the one that gives the reason or the figure. */
static void test_reasons_and_figures_may_stand_in_the_next_sentence(void **state)
{
    static const char *const reasons[][2] = {
        { "Dates",
          "Other formats of a date can be recognized by giving an explicit format to the scan of a date.\n\nIf the scan of "
          "a date is invoked without a format, it guesses. This form of the scan is deprecated. The reason for the "
          "deprecation is that there are too many ambiguities." },
    };
    static const char *const figures[][2] = {
        { "Checks",
          "The option rise sets how many checks bring a server up.\n\nThe option fall states after how many failed checks "
          "a server is considered dead. This value defaults to three if it is not given.\n\nChecks are run for each "
          "server in each of 16 threads." },
    };

    (void) state;
    has(lead_on("Why should the scan of a date not be invoked without giving a format?", reasons, 1),
        "too many ambiguities");
    has(lead_on("After how many failed checks is a server considered dead?", figures, 1),
        "a server is considered dead. [1] This value defaults to three");
}

/* "How does X differ from Y" compares; how other things differ that are named beside them is no answer. */
static void test_how_other_things_differ_is_no_answer(void **state)
{
    static const char *const given[][2] = {
        { "Commands",
          "hold\n: Marks a package. The difference between hold and keep is that hold will cause a package to be ignored "
          "by future full-upgrade or safe-upgrade commands.\n\nfull-upgrade\n: Upgrades packages, removing others as "
          "necessary. This command is less conservative than safe-upgrade.\n\nsafe-upgrade\n: Upgrades packages. None "
          "is removed unless it is unused." },
    };

    (void) state;
    has(lead_on("How does full-upgrade differ from safe-upgrade?", given, 1), "less conservative than safe-upgrade");
}

/* What is meant by a word is said where the word is introduced. */
static void test_a_meaning_is_where_the_name_is_given(void **state)
{
    static const char *const given[][2] = {
        { "Balancers",
          "## Features\n\nLoad balancing would be useless without stickiness. The stickiness of load balancing in Pen is "
          "limited.\n\n## Principles\n\nBalancers also face a challenge of load balancing known as stickiness. They must send all requests "
          "of one visitor to the same server." },
    };

    (void) state;
    begins(
        lead_on("What is meant by stickiness in load balancing?", given, 1),
        "### Balancers › Principles, line 7\n\nBalancers also face a challenge of load balancing known as stickiness. [1] They must");
}

/* The heading names what the list is of. */
static void test_a_list_under_a_heading_that_names_it_leads(void **state)
{
    static const char *const given[][2] = {
        { "Names",
          "A name is a string. Reserved words are not valid names. Objects that have names can be used by "
          "others.\n\n## Reserved words\n\nThe following identifiers cannot be used for objects\n\n```\nif else repeat "
          "while\n```\n" },
    };

    (void) state;
    has(lead_on("Which words are reserved and cannot be used as names of objects?", given, 1), "if else repeat while");
}

/* Of two sentences with the same words the one in the question's own form leads. */
static void test_the_same_wording_leads(void **state)
{
    static const char *const given[][2] = {
        { "Packages",
          "A recommendation of packages is new if the package is recommended for the first time.\n\nIf one package "
          "recommends another, the other one gives it more to do.\n\nThe package has recommendations." },
    };

    (void) state;
    begins(lead_on("What does it mean if one package recommends another?", given, 1),
           "### Packages, line 3\n\nIf one package recommends another");
}

/* A word that hundreds of sentences about the matter do not have is another matter; among a few it may be worded
 * otherwise. */
static void test_a_word_that_a_manual_never_says_is_not_answered(void **state)
{
    const char *manual[1][2] = { { "Manual", NULL } };
    struct buf text;

    (void) state;
    buf_init(&text, 1 << 20);
    buf_add_z(&text, "A package is built from its sources by the build command.");
    for (size_t i = 0; i < 2000; i++)
        buf_format(&text, "\n\nThe part %zu of the system is kept in a file.", i);
    manual[0][1] = buf_take(&text, arena).data;
    has(lead_on("How is a package built from its sources?", manual, 1), "by the build command");
    begins(lead_on("How do I send a flatpak to the build command?", manual, 1), "Nothing in this document");
}

/* "A data race in Go": the thing is defined, wherever it is met; what may be done with it is no definition. */
static void test_a_thing_in_its_field_is_defined(void **state)
{
    static const char *const given[][2] = {
        { "The memory of Gox",
          "Programmers should write Gox programs without data races, since a data race in Gox has few limits.\n\nA data "
          "race is defined as a write to a place that happens together with another one.\n\nData races may be found by "
          "a Gox tool." },
    };

    (void) state;
    begins(lead_on("What is a data race in Gox?", given, 1),
           "### The memory of Gox, line 3\n\nA data race is defined as");
}

/* Labels in front of what is said of a setting belong to it. */
static void test_labels_of_a_setting_belong_to_it(void **state)
{
    static const char *const given[][2] = {
        { "Reference",
          "## connect_timeout\n\nType: number\nDefault: 30\n\nCauses Moxim to close a network connection after this many "
          "seconds.\n\n## tunnel\n\nType: text\nDefault: none\n\nA command of Moxim that makes a connection." },
    };

    (void) state;
    has(lead_on("What is the default of connect_timeout in Moxim?", given, 1), "Default: 30");
}

/* Where, when, who: what has such a thing in it comes before what has the question's words alone. */
static void test_places_dates_and_names_are_looked_for(void **state)
{
    static const char *const given[][2] = {
        { "Commands", "The moxim create command creates an archive. Moxim was created by moxim create only if a "
                      "repository exists, and Moxim creates none." },
        { "About", "Moxim was created in May 2015, when the old program had stood still." },
        { "Use",
          "The shell is where the history of commands is saved by hand if it ends.\n\nThe history of commands is saved "
          "in the file ~/.local/share/moxim by default." },
    };

    (void) state;
    begins(lead_on("When was Moxim created?", given, 2), "### About, line 1\n\nMoxim was created in May 2015");
    begins(lead_on("Where is the history of commands saved?", given, 3),
           "### Use, line 3\n\nThe history of commands is saved in the file");
}

/* How much is paid is not answered by a price of something else, nor a name by one that is spelt nearly like it. */
static void test_other_prices_and_names_are_no_answers(void **state)
{
    static const char *const given[][2] = {
        { "Minutes",
          "Until it has arrived, tenants of house 1 may use the laundry room of house 3 on Mondays. Yusuf buys "
          "a dryer for at most 1,150 euros." },
    };

    (void) state;
    begins(lead_on("How much rent do the tenants of house 3 pay?", given, 1), "Nothing in this document");
}

/* Figures of three things are asked for: the second passage gives the one that the first has not. */
static void test_the_second_passage_gives_the_figure_that_is_missing(void **state)
{
    static const char *const given[][2] = {
        { "Measured", "In 2019 the measured efficiency of kites was 82 percent, and that of weirs 79 percent." },
        { "A weir",
          "| Quantity | Value |\n| --- | --- |\n| Efficiency of the weir | 79% |\n| Height of the weir | 385 m |" },
        { "Wicks: count the losses",
          "Multiply the losses. Of 100 parts 24 to 40 come back. The efficiency of a kite is 82 to 85 percent." },
    };

    (void) state;
    struct str lead = lead_on("What is the efficiency of kites, weirs and wicks?", given, 3);
    begins(lead, "### Measured, line 1\n\nIn 2019");
    has(lead, "Of 100 parts 24 to 40 come back. [3] The efficiency of a kite");
}

/* A section or a sentence that says that it tells why leads, though the question's words stand elsewhere. Pounds are a
 * price where one is asked for. */
static void test_what_says_that_it_tells_why_leads(void **state)
{
    static const char *const slides[][2] = {
        { "From the coal stove to the heat pump",
          "- The leader is Mira Lund\n- The coal stove is taken out on 4 May\n- The heat pump makes heat from then on\n\n"
          "## Why we do it\n\n- Nobody delivers fuel in this street any more\n- The chimney leaks\n\n## What stays\n\n- The pipes stay as "
          "they are\n- The coal cellar is kept for bicycles" },
    };
    static const char *const results[][2] = {
        { "Harvest of 2026: results",
          "In 2026 all 14 farms sent their results for the harvest, so that every valley is shown. The harvest is weighed by the mill.\n\n"
          "## By valley\n\nWhy Orr is behind: the weir broke in March, and many fields were dry.\n\n## Next\n\nThe farms meet in Orr on 6 "
          "October. The next harvest is in 2027." },
    };
    static const char *const prices[][2] = {
        { "Travel",
          "| Place | Room per night, at most | Meals |\n| --- | --- | --- |\n| Leeds | 110 pounds | 34 pounds |\n| Zug | 190 pounds "
          "| 55 pounds |" },
    };

    (void) state;
    has(lead_on("Why is the coal stove replaced by a heat pump?", slides, 1),
        "Why we do it, line 7\n\n- Nobody delivers fuel");
    has(lead_on("Why were the results of the harvest so poor in Orr?", results, 1),
        "By valley, line 5\n\nWhy Orr is behind");
    has(lead_on("How much may a room in Zug cost per night?", prices, 1), "| Zug | 190 pounds");
    assert_false(str_contains(lead_on("How much may a room in Zug cost per night?", prices, 1), "Nothing in"));
}

/* A column in euros holds prices, and a number is the same in words and in digits. */
static void test_a_column_in_a_currency_holds_prices_of_rows_named_in_words(void **state)
{
    static const char *const given[][2] = {
        { "Cider",
          "| Article | Size | Members in euros | Remark |\n| --- | --- | --- | --- |\n| Cider in a barrel | 30 litres | 41.20 | "
          "no deposit |\n| Cider in a barrel | 12 litres | 19.35 | no deposit |\n| Perry in a jug | 2 litres | 5.10 | from May |" },
        { "The cellar", "Members may visit the cellar. Cider in the barrel keeps for twelve weeks." },
    };

    (void) state;
    begins(lead_on("What do members pay for twelve litres of cider in a barrel?", given, 2), "### Cider");
    has(lead_on("What do members pay for twelve litres of cider in a barrel?", given, 2), "| 12 litres | 19.35");
    has(lead_on("What do members pay for thirty litres of cider in a barrel?", given, 2), "| 30 litres | 41.20");
    lacks(lead_on("What do members pay for twelve litres of cider in a barrel?", given, 2), "Nothing in");
}

/* What says what a thing is may have it in the plural, or be an entry under its name. */
static void test_definitions_in_the_plural_and_entries_lead(void **state)
{
    static const char *const plural[][2] = {
        { "Boards",
          "## Placing\n\nIf blind vias are enabled in the setup, a blind via can be placed. Use the key V to place a blind via. A "
          "blind via may be placed on any layer.\n\n## Kinds\n\nHoles join layers. Buried vias are holes inside the "
          "board. Blind vias are mechanically drilled holes that start on an outer layer and end on an inner one." },
        { "Keys", "Place the blind via by the key V. The blind via is placed via the menu, too." },
    };
    static const char *const cell[][2] = {
        { "Boards",
          "## Placing\n\nIf blind vias are enabled in the setup, a blind via can be placed.\n\n## Setup\n\n| Setting | Description |\n"
          "| --- | --- |\n| Allow it | Must be on to place a blind via. Blind vias are drilled holes that end on an inner layer. |\n"
          "| Grid | The distance of its lines. |" },
    };
    static const char *const entry[][2] = {
        { "Weaving",
          "## Work\n\nThe heddle bar is lifted first. Check the heddle bar for cracks before you lift a heddle bar. The heddle "
          "bar is heavy.\n\n## Words\n\n- Shuttle: carries the thread.\n- Heddle bar: rod of wood to which every second thread is tied." },
    };

    (void) state;
    has(lead_on("What is a blind via?", plural, 2), "Blind vias are mechanically drilled holes");
    begins(lead_on("What is a blind via?", plural, 2), "### Boards \xe2\x80\xba Kinds");
    begins(lead_on("What is a blind via?", cell, 1), "### Boards \xe2\x80\xba Setup");
    begins(lead_on("What is a heddle bar?", entry, 1), "### Weaving \xe2\x80\xba Words");
    has(lead_on("What is a heddle bar?", entry, 1), "Heddle bar: rod of wood");
}

/* A sentence with all words of the question that says where to read, what a version changed, or something by the way. */
static void test_what_only_has_the_words_of_the_question_comes_behind(void **state)
{
    static const char *const pointer[][2] = {
        { "Cellars",
          "## Space\n\nThe cellar is dry. For more information about which boxes may stand in the cellar, see Storage. It has two "
          "rooms.\n\n## Use\n\nIt is cool there. In the cellar there are boxes of wood only." },
    };
    static const char *const changes[][2] = {
        { "Change Log \xe2\x80\x94 Boxes", "## Version 3\n\n- Sealed boxes can be opened twice again, as before." },
        { "Seals", "## Opening\n\nThe seal breaks. Sealed boxes cannot be opened twice." },
    };
    static const char *const steps[][2] = {
        { "Lids", "## Wear\n\nPaint is thin here. The lid of a box is worn where hands lift it.\n\n"
                  "## Handling\n\nLids are heavy. To lift the lid of a box, press both catches." },
    };

    (void) state;
    has(lead_on("Which boxes may stand in the cellar?", pointer, 1), "there are boxes of wood only");
    begins(lead_on("Can sealed boxes be opened twice?", changes, 2), "### Seals");
    begins(lead_on("How do I lift the lid of a box?", steps, 1), "### Lids \xe2\x80\xba Handling");
}

/* A unit may be written without a blank behind its number. */
static void test_a_unit_that_sticks_to_its_number_is_the_same(void **state)
{
    static const char *const given[][2] = {
        { "Times",
          "| Processor | Memory | Copied | Time |\n| --- | --- | --- | --- |\n| A8 2.5GHz | 8GB | 6 GB files | 8.5 min |\n| B7 "
          "3.2GHz | 6GB | 4.3GB files | 7 min |\n| C6 1.8GHz | 2GB | 3 GB files | 14 min |" },
    };

    (void) state;
    struct str lead = lead_on("How many minutes did it take to copy 4.3 GB of files?", given, 1);
    has(lead, "4.3GB files | 7 min");
    assert_false(str_contains(lead, "Nothing in"));
}

static void test_a_list_of_what_else_to_read_tells_no_difference(void **state)
{
    static const char *const given[][2] = {
        { "arv - an archiver",
          "## Options\n\n- **-j**, **--morpack**: Filter the archive through morpack.\n"
          "- **-z**, **--halpack**: Filter the archive through halpack.\n\n## See also\n\nmorpack(1), cresspack(1), halpack(1), "
          "vorn(8).\n" },
    };

    (void) state;
    struct str lead = lead_on("Compare halpack and morpack in arv", given, 1);
    has(lead, "through morpack");
    has(lead, "through halpack");
    lacks(lead, "cresspack");
}

/* Where three sentences of one paragraph may each be the fact, each is shown, and nothing of what stands between them. */
static void test_a_fact_may_stand_in_any_sentence_of_its_passage(void **state)
{
    static const char *const given[][2] = {
        { "The Merle",
          "The barque Merle called at the harbour of Brask with timber. Her crew painted the deck grey during the long "
          "wait. The masts were checked by a carpenter who came aboard. The barque Merle called at the harbour of Dunholm "
          "with coal. New nets were bought from a widow in the town, who had made them in the winter for her sons. A cook was "
          "hired who had never sailed, and whose soup was thrown over the rail on the first evening. The barque Merle "
          "called at the harbour of Elsby with salt." },
    };

    (void) state;
    struct str lead = lead_on("Which harbour did the Merle call at?", given, 1);
    has(lead, "harbour of Brask");
    has(lead, "harbour of Dunholm");
    has(lead, "harbour of Elsby");
    lacks(lead, "widow");
}

/* "ext4" is a name though it has no capital: what another thing's text says in all other words is no answer. */
static void test_a_word_with_a_digit_is_a_name(void **state)
{
    static const char *const given[][2] = {
        { "Sorfs", "A label has a maximum length of 255 bytes on most disks." },
        { "Labels", "A vel4 label takes 16 bytes. The length is checked." },
    };

    (void) state;
    begins(lead_on("What is the maximum length of a label on vel4?", given, 2), "### Labels");
}

/* What tells the difference stands beside a pair of entries of some other text. */
static void test_a_pair_does_not_hide_what_tells_the_difference(void **state)
{
    static const char *const given[][2] = {
        { "Settings", "## Options\n\n- **loom_style**: true if Halden style is read; default true.\n"
                      "- **crate_style**: true if Morvik style is read; default true.\n" },
        { "Styles",
          "The main difference between the styles is how parts are set off: Halden style uses indentation, whereas Morvik style "
          "uses underlines. Halden style needs less room." },
    };

    (void) state;
    struct str lead = lead_on("How do Halden style and Morvik style differ?", given, 2);
    has(lead, "Halden style is read");
    has(lead, "whereas Morvik style uses underlines");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_pair_does_not_hide_what_tells_the_difference, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_word_with_a_digit_is_a_name, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_fact_may_stand_in_any_sentence_of_its_passage, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_list_of_what_else_to_read_tells_no_difference, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_column_in_a_currency_holds_prices_of_rows_named_in_words, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_definitions_in_the_plural_and_entries_lead, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_only_has_the_words_of_the_question_comes_behind, setup, teardown),
        cmocka_unit_test_setup_teardown(test_questions_that_are_paragraphs_head_their_answers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_section_that_answers_is_shown_from_its_first_words_of_substance, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_what_a_thing_is_leads_whatever_its_heading_says, setup, teardown),
        cmocka_unit_test_setup_teardown(test_identifiers_with_more_in_them_are_other_things, setup, teardown),
        cmocka_unit_test_setup_teardown(test_another_question_about_the_thing_is_not_this_one, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_list_that_is_asked_for_comes_with_its_long_entries, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_following_tasks_are_shown, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names_that_are_spelt_out_and_titles_of_sites, setup, teardown),
        cmocka_unit_test_setup_teardown(test_judgements_answer_whether_something_is_good_and_examples_are_no_prices,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_causes_come_whole_and_second_answers_name_the_thing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_prose_that_is_set_like_code_is_read_like_prose, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reasons_and_figures_may_stand_in_the_next_sentence, setup, teardown),
        cmocka_unit_test_setup_teardown(test_how_other_things_differ_is_no_answer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_meaning_is_where_the_name_is_given, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_list_under_a_heading_that_names_it_leads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_same_wording_leads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_word_that_a_manual_never_says_is_not_answered, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_thing_in_its_field_is_defined, setup, teardown),
        cmocka_unit_test_setup_teardown(test_labels_of_a_setting_belong_to_it, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places_dates_and_names_are_looked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_prices_and_names_are_no_answers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_says_that_it_tells_why_leads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_unit_that_sticks_to_its_number_is_the_same, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_second_passage_gives_the_figure_that_is_missing, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
