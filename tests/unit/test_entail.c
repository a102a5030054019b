#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "judge/align.h"
#include "judge/verdict.h"

static struct verdict_result check(const char *claim, const char *const *sentences)
{
    static char reason[256];
    struct arena *arena = arena_new();
    struct str evidence[16];
    struct verdict_result r;
    size_t n = 0;

    for (; sentences[n]; n++)
        evidence[n] = str(sentences[n]);
    verdict_of(arena, NULL, str(claim), evidence, n, &r);
    snprintf(reason, sizeof reason, "%.*s", STR_ARG(r.reason));
    r.reason = str(reason);
    assert_true(r.confidence >= 0 && r.confidence <= 1000);
    for (size_t i = 0; i < r.decided_by_n; i++)
        assert_true(r.decided_by[i] < n);
    arena_free(arena);
    return r;
}

#define CHECK(claim, ...) check(claim, (const char *const[]){ __VA_ARGS__, NULL })

static void gives(const char *claim, const char *sentence, enum verdict want)
{
    struct verdict_result r = CHECK(claim, sentence);

    if (r.verdict != want)
        fail_msg("%s (%d, %s), not %s: %s | %s", verdict_words[r.verdict], r.confidence, r.reason.data,
                 verdict_words[want], claim, sentence);
}

static void test_what_is_said_is_supported(void **state)
{
    (void) state;
    gives("The plant was opened in 1984.", "The plant was opened in 1984 by the queen.", VERDICT_SUPPORTED);
    gives("The lake stores 10 GWh.", "With 10,000 MWh stored in the lake, it is the largest of the region.",
          VERDICT_SUPPORTED);
    gives("Ada Vale wrote the novel.", "The novel was written by Ada Vale in 1921.", VERDICT_SUPPORTED);
}

static void test_other_numbers_contradict(void **state)
{
    struct verdict_result r = CHECK("The plant was opened in 1984.", "The plant was opened in 1991 by the queen.");

    (void) state;
    assert_int_equal(r.verdict, VERDICT_CONTRADICTED);
    assert_non_null(strstr(r.reason.data, "1991"));
    gives("The turbine produces 30 MW.", "The turbine produces 45 MW.", VERDICT_CONTRADICTED);
}

static void test_negation_contradicts_and_double_negation_does_not(void **state)
{
    (void) state;
    gives("The pump is not a turbine.", "The pump is a turbine.", VERDICT_CONTRADICTED);
    gives("The drug reduced pain in patients.", "The drug did not reduce pain in patients.", VERDICT_CONTRADICTED);
    gives("Headaches are linked with the new drug.",
          "Evidence that headaches are linked with the new drug was lacking.", VERDICT_CONTRADICTED);
    assert_int_not_equal(CHECK("The drug did not reduce pain.", "The drug failed to reduce pain.").verdict,
                         VERDICT_CONTRADICTED);
}

static void test_opposites_contradict(void **state)
{
    (void) state;
    gives("The treatment increases blood pressure.", "The treatment decreases blood pressure.", VERDICT_CONTRADICTED);
    gives("Storage inhibits corrosion of the steel tank.", "Storage promotes corrosion of the steel tank.",
          VERDICT_CONTRADICTED);
    gives("Redwater is a painting.", "Redwater is a film directed by Ada Vale.", VERDICT_CONTRADICTED);
}

static void test_who_does_what_to_whom_matters(void **state)
{
    struct alignment a;
    struct arena *arena = arena_new();
    struct str turned = str("Later Brown sued Miller in court."), same = str("Later Miller sued Brown in court.");

    (void) state;
    align(arena, NULL, str("In 1999 Miller sued Brown."), &turned, 1, &a);
    assert_true(a.signals[SIGNAL_SWAPPED] == 1);
    align(arena, NULL, str("In 1999 Miller sued Brown."), &same, 1, &a);
    assert_true(a.signals[SIGNAL_SWAPPED] == 0);
    arena_free(arena);
}

static void test_what_is_not_spoken_of_is_unsupported(void **state)
{
    (void) state;
    gives("Penguins live in Antarctica.", "The bank raised its interest rate on Monday.", VERDICT_UNSUPPORTED);
    assert_int_equal(CHECK("Penguins live in Antarctica.", "The bank raised its rate.").decided_by_n, 0);
}

static void test_several_sentences_decide_together(void **state)
{
    struct verdict_result r = CHECK("Mount Vell holds a 300 MW plant built in 1974 by Norgrid.", "The hall has a cafe.",
                                    "Mount Vell holds a plant of 300 MW.", "Parking is free.",
                                    "Norgrid built it in 1974.", "Tours start at noon.");

    (void) state;
    assert_true(r.decided_by_n >= 2);
    assert_int_equal(r.decided_by[0], 1);
    assert_int_equal(r.decided_by[1], 3);
}

static void test_acronyms_stand_for_their_words(void **state)
{
    struct arena *arena = arena_new();
    struct str evidence[] = { str("Compressed air energy storage (CAES) is old."), str("CAES plants need caverns.") };
    struct alignment a;

    (void) state;
    align(arena, NULL, str("Compressed air energy storage plants need caverns."), evidence, 2, &a);
    assert_int_equal(a.chosen[0], 1);
    assert_true(a.signals[SIGNAL_BEST] > 0.9);
    arena_free(arena);
}

static void test_other_languages_are_read(void **state)
{
    (void) state;
    gives("Das Kraftwerk wurde 1974 in der Schweiz gebaut.", "Das Kraftwerk wurde im Jahr 1974 in der Schweiz gebaut.",
          VERDICT_SUPPORTED);
    gives("Das Kraftwerk wurde 1974 in der Schweiz gebaut.", "Das Kraftwerk wurde im Jahr 1991 in der Schweiz gebaut.",
          VERDICT_CONTRADICTED);
}

static void test_nothing_and_garbage_are_answered(void **state)
{
    struct arena *arena = arena_new();
    struct verdict_result r;
    struct str bad = str_n("\xff\xfe\x00(", 4);

    (void) state;
    verdict_of(arena, NULL, str(""), NULL, 0, &r);
    assert_int_equal(r.verdict, VERDICT_UNSUPPORTED);
    verdict_of(arena, NULL, bad, &bad, 1, &r);
    assert_int_equal(r.verdict, VERDICT_UNSUPPORTED);
    verdict_of(arena, NULL, str("the of and"), &bad, 1, &r);
    assert_int_equal(r.verdict, VERDICT_UNSUPPORTED);
    arena_free(arena);
}

static void test_same_input_same_answer(void **state)
{
    struct verdict_result a = CHECK("Flywheels last 20 years.", "A flywheel may last for 20 years.", "They spin.");
    struct verdict_result b = CHECK("Flywheels last 20 years.", "A flywheel may last for 20 years.", "They spin.");

    (void) state;
    assert_int_equal(a.verdict, b.verdict);
    assert_int_equal(a.confidence, b.confidence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_said_is_supported),
        cmocka_unit_test(test_other_numbers_contradict),
        cmocka_unit_test(test_negation_contradicts_and_double_negation_does_not),
        cmocka_unit_test(test_opposites_contradict),
        cmocka_unit_test(test_who_does_what_to_whom_matters),
        cmocka_unit_test(test_what_is_not_spoken_of_is_unsupported),
        cmocka_unit_test(test_several_sentences_decide_together),
        cmocka_unit_test(test_acronyms_stand_for_their_words),
        cmocka_unit_test(test_other_languages_are_read),
        cmocka_unit_test(test_nothing_and_garbage_are_answered),
        cmocka_unit_test(test_same_input_same_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
