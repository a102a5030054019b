#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "evidence/evidence.h"

static struct arena *arena;
static struct claims claims;

static size_t parse(const char *body)
{
    arena_free(arena);
    arena = arena_new();
    claims_parse(arena, NULL, str(body), 9, &claims);
    for (size_t i = 0; i < claims.n; i++)
        assert_true(claims.items[i].at.start < claims.items[i].at.end && claims.items[i].at.end <= strlen(body));
    return claims.n;
}

static void assert_claim(size_t at, const char *text, size_t markers)
{
    assert_true(at < claims.n);
    if (!str_is(claims.items[at].text, text))
        fail_msg("claim %zu is \"%.*s\", not \"%s\"", at, STR_ARG(claims.items[at].text), text);
    assert_int_equal(claims.items[at].spans_n, markers);
}

static void test_sentences_lose_their_markers_and_keep_their_place(void **state)
{
    const char *body = "Pumped hydro held 90 % of capacity [1]. Batteries doubled in 2023 [2][3, 4].\n";

    (void) state;
    assert_int_equal(parse(body), 2);
    assert_claim(0, "Pumped hydro held 90 % of capacity.", 1);
    assert_claim(1, "Batteries doubled in 2023.", 3);
    assert_int_equal(claims.items[1].spans[2], 4);
    assert_memory_equal(body + claims.items[1].at.start, "Batteries doubled", 17);
}

/* The kinds of the sentences, one letter each: c s r h q; small letters are guesses that a model may correct. */
static void kinds(const char *body, const char *expected)
{
    char found[100] = "";
    size_t n = parse(body);

    for (size_t i = 0; i < n && i < sizeof found - 1; i++)
        found[i] = (char) ("CSRHQ"[claims.items[i].kind] | (claims.items[i].kind_open ? 0x20 : 0));
    if (strcmp(found, expected) != 0)
        fail_msg("%s, not %s: %s", found, expected, body);
}

static void test_headings_tables_and_code_are_told_apart(void **state)
{
    (void) state;
    kinds("# A heading that says a lot about batteries\n\n---\n\n```\nint main(void) is not a claim [1].\n```\n", "H");
    kinds("**Costs and prices**\n\nLithium costs fell by 14 % [1].\n", "HC");
    kinds("| Year | Price |\n|---|---|\n| 2020 | 92 euros [1] |\n| 2021 | 88 euros [2] |\n", "HCC");
    assert_true(str_is(claims.items[1].lead, "| Year | Price |"));
    assert_claim(1, "2020   92 euros", 1);
    assert_int_equal(claims.items[1].spans[0], 1);
}

static void test_list_items_stand_alone_behind_their_lead(void **state)
{
    (void) state;
    kinds("- Lithium costs fell by 14 % [1]\n- Sodium cells entered production [2]\n1. Zinc lasts longer [3]\n", "CCC");
    assert_claim(0, "Lithium costs fell by 14 %", 1);
    assert_claim(2, "Zinc lasts longer", 1);
    kinds("Three things limit them:\n\n- fire rules [1]\n- the age of the cells [2]\n\nAnd so on.", "RCCR");
    assert_true(str_is(claims.items[1].lead, "Three things limit them:"));
    assert_true(str_empty(claims.items[3].lead));
}

static void test_remarks_about_the_sources_are_no_claims(void **state)
{
    (void) state;
    kinds("The figures of [1] and [7] were not measured in the same way and are compared with care.\n", "R");
    kinds("The figures of [1] and [7] leave open why the mayor was jailed.\n", "r");
    kinds("As shown in [3], lithium costs fell by 14 % within one year.\n", "C");
    kinds("Lithium costs fell by 14 % within one year [1] and [2].\n", "C");
    kinds("The sources do not say how long the cells of these batteries last.", "R");
    kinds("It is unclear whether the grant for the second pump will be approved.", "R");
    kinds("Whether the price of lithium will fall any further remains unclear today.", "R");
    kinds("It is not known who will maintain the ferries after 2028.", "R");
    kinds("Wie lange die Batterien halten, ist offen.", "R");
    kinds("Die Quellen nennen den Preis einer Überfahrt nicht.", "R");
    kinds("Keine der Quellen sagt, wer die Anlage nach dem Umbau betreibt.", "R");
    kinds("Las fuentes no indican quién va a pagar las obras del puerto.", "R");
    kinds("No se sabe cuánto duran las baterías de los barcos.", "R");
    kinds("Les sources ne précisent pas qui exploite la ligne aujourd'hui.", "R");
    /* What takes a fact for granted, or says one by denying a denial, is the verifier's. */
    kinds("Es ist offen, warum der Bürgermeister das Geld der Stadt gestohlen hat.", "c");
    kinds("Las fuentes no niegan que el alcalde robó el dinero de la ciudad.", "c");
    kinds("Nothing could be found out about the second test of the pump.", "r");
    kinds("The trial and the survey measured different things, so their figures should not be compared.", "r");
    kinds("Both reports come from those who answer for them, which should be kept in mind.", "r");
    kinds(
        "Costs fell by 14 % [1].\n\n## What is uncertain\n\nPrices in Asia may differ from those in Europe by a lot. Only one "
        "source gives a figure for sodium cells [2]. Sodium cells cost 60 dollars [2].",
        "CHrcC");
}

/* What cites looks checked, so it is asked about; the verifier may call it a remark. */
static void test_cited_remarks_are_claims_until_the_verifier_says_otherwise(void **state)
{
    (void) state;
    kinds("## What is uncertain\n\nIt is uncertain why Mayor Hagen was jailed in 2020 [1].", "Hc");
    kinds("## What is uncertain\n\nWhether the second court case of 2021 will succeed is left open [1].", "Hc");
    kinds("The sources disagree on how many people died; one gives three, the other five [1].", "c");
    kinds("The sources disagree on how many people died; one gives three [1], the other five [2].", "C");
    kinds("Whether the case of 2021 will succeed is for the court to decide [1].", "C");
}

/* What cites nothing is a remark for sure only when it speaks of the sources and of nothing else. */
static void test_facts_dressed_as_remarks_are_not_taken_for_them(void **state)
{
    (void) state;
    kinds("Readers should note that the mayor was jailed.", "c");
    kinds("Readers should note that the mayor of the old harbour town was jailed in 2019.", "c");
    kinds("It is worth noting that the mayor of the harbour town was jailed for theft.", "c");
    kinds("Note: the mayor of the harbour town was jailed for theft last year.", "c");
    kinds("The sources agree that the mayor stole three million euros from the harbour.", "c");
    kinds("Did you know that the mayor stole three million euros from the harbour?", "c");
    kinds("No source explains why the mayor stole 3 million euros.", "r");
    kinds("It is uncertain how the 40 victims of the fire died.", "r");
    kinds("Why did the mayor steal three million euros from the harbour?", "q");
    kinds("Who would have thought that the mayor was jailed?", "c");
    kinds("(Note that the mayor was jailed.)", "c");
    kinds("The mayor was jailed.", "r");
    kinds("Costs fell by 14 % [1].\n\n## What is uncertain\n\nThe mayor was jailed in 2018.", "CHr");
    kinds("**The harbour town has been bankrupt since the spring of 2020.**", "c");
    kinds("The mayor stole 3 million euros:\n\n- from the harbour [1]\n- from the church [1]", "rCC");
    /* Remarks stay what they are, with a frame or without. */
    kinds("Readers should note that the sources do not say how old the bridge is.", "R");
    kinds("Readers should treat the figures of the last table with some caution.", "R");
    kinds("Three things limit them:\n\n- fire rules [1]", "RC");
    kinds("And so on.", "R");
    kinds("What limits them?", "Q");
}

static void test_headings_that_state_something_are_told_apart(void **state)
{
    (void) state;
    kinds("## The mayor of Velm stole 3 million euros\n", "h");
    kinds("## The mayor has been jailed for theft\n", "h");
    kinds("**The mayor has been jailed for theft**\n", "h");
    kinds("## Captain Jens Holm commands both ferries\n", "h");
    kinds("## Sollen Ferry costs in 2024\n## Norvik Lines and its ferries\n## Batteries of the Sollen Ferry\n", "HHH");
    kinds("## Costs\n## How the prices fell in 2019\n## Rules that were dropped\n## Lessons learned from the crisis\n",
          "HHHH");
    kinds("## Questions we are often asked\n## 3. The same battery, used less\n", "HH");
    kinds("## Der Bürgermeister hat drei Millionen Euro gestohlen und ist verurteilt worden\n", "H");
    kinds("| The mayor has been jailed |\n|---|\n| 92 euros [1] |\n", "HC");
}

static void test_unmarked_statements_are_guessed(void **state)
{
    (void) state;
    kinds(
        "Grid operators in Texas added four gigawatts of storage last year. This report covers batteries. What limits them?",
        "cRQ");
    assert_false(claims.items[0].marked);
}

static void test_the_opening_and_the_conclusion_are_summaries(void **state)
{
    (void) state;
    kinds(
        "# Title\n\nGrid batteries became a lot cheaper within the last ten years.\n\n## Costs\n\nCosts fell by 14 % [1]. "
        "Operators in Texas added four gigawatts of storage.\n\n## Conclusion\n\nGrid batteries are now cheaper than ever before.",
        "HsHCcHs");
    kinds("Grid batteries became a lot cheaper within the last ten years.\n\nCosts fell by 14 % in one year [1].",
          "sC");
    /* Nothing to summarise: a text of one paragraph, or without any citation. */
    kinds("Grid batteries became a lot cheaper within the last ten years. Costs fell by 14 % in one year [1].", "cC");
    kinds("Grid batteries became a lot cheaper within ten years.\n\nLithium became a lot cheaper within ten years.",
          "cc");
}

static void test_unknown_numbers_and_links_cite_nothing(void **state)
{
    (void) state;
    assert_int_equal(parse("Storage grew quickly in many regions of the world [77]. See the long list [3](http://x) of "
                           "projects that are under way."),
                     2);
    assert_claim(0, "Storage grew quickly in many regions of the world.", 0);
    assert_int_equal(claims.items[1].spans_n, 0);
}

static void test_a_label_in_bold_belongs_to_the_sentence_behind_it(void **state)
{
    const char *body = "1. **Long trials.** Differences were no longer seen [1]. They were small [2].\n"
                       "2. **Costs**. Lithium costs fell by 14 % [1].\n\n"
                       "**Prices fell in all of the markets.** Lithium costs fell by 14 % [1].\n\n"
                       "**Is it safe?** It is safe [1].\n";

    (void) state;
    assert_int_equal(parse(body), 7);
    assert_claim(0, "Long trials: Differences were no longer seen.", 1);
    assert_memory_equal(body + claims.items[0].at.start, "**Long trials.**", 16);
    assert_claim(1, "They were small.", 1);
    assert_claim(2, "Costs: Lithium costs fell by 14 %.", 1);
    assert_claim(3, "Prices fell in all of the markets.", 0);
    assert_claim(5, "Is it safe?", 0);
    assert_int_equal(claims.sentences, 7);
}

static void test_nothing_is_read_again_behind_an_empty_item(void **state)
{
    (void) state;
    assert_int_equal(parse("1. \n| Coal | 12 [1] |\n   Lithium costs fell [2].\n"), 2);
    assert_claim(1, "Lithium costs fell.", 1);
    assert_int_equal(parse("- \n\n## Costs\n\nLithium costs fell [2].\n"), 2);
    assert_claim(1, "Lithium costs fell.", 1);
}

static void test_the_speaker_behind_a_quotation_is_no_claim(void **state)
{
    (void) state;
    assert_int_equal(parse("> \"We would not do it again.\" \xe2\x80\x94 Lumen Pay [2]\n"), 1);
    assert_claim(0, "\"We would not do it again.\" \xe2\x80\x94 Lumen Pay", 1);
    assert_int_equal(parse("Prices fell [1]. \xe2\x80\x94 They rose later [2].\n"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences_lose_their_markers_and_keep_their_place),
        cmocka_unit_test(test_headings_tables_and_code_are_told_apart),
        cmocka_unit_test(test_list_items_stand_alone_behind_their_lead),
        cmocka_unit_test(test_remarks_about_the_sources_are_no_claims),
        cmocka_unit_test(test_cited_remarks_are_claims_until_the_verifier_says_otherwise),
        cmocka_unit_test(test_facts_dressed_as_remarks_are_not_taken_for_them),
        cmocka_unit_test(test_headings_that_state_something_are_told_apart),
        cmocka_unit_test(test_unmarked_statements_are_guessed),
        cmocka_unit_test(test_the_opening_and_the_conclusion_are_summaries),
        cmocka_unit_test(test_unknown_numbers_and_links_cite_nothing),
        cmocka_unit_test(test_a_label_in_bold_belongs_to_the_sentence_behind_it),
        cmocka_unit_test(test_the_speaker_behind_a_quotation_is_no_claim),
        cmocka_unit_test(test_nothing_is_read_again_behind_an_empty_item),
    };
    int r = cmocka_run_group_tests_name("claim", tests, NULL, NULL);

    arena_free(arena);
    return r;
}
