#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "judge/judge.h"

static struct judgement judge(struct arena *arena, const char *claim, const char *const *sentences)
{
    struct str *evidence = arena_calloc(arena, 17, sizeof *evidence);
    struct judgement r;
    size_t n = 0;

    for (; sentences[n]; n++)
        evidence[n] = str(sentences[n]);
    judge_claim_by_passage(arena, NULL, str(claim), &(struct passage){ evidence, n, str("") }, &r);
    assert_true(r.decided_by_n <= n);
    for (size_t i = 0; i < r.decided_by_n; i++)
        assert_true(r.decided_by[i] < n && (i == 0 || r.decided_by[i - 1] < r.decided_by[i]));
    assert_true(r.reason.len > 0);
    return r;
}

#define JUDGE(arena, claim, ...) judge(arena, claim, (const char *const[]){ __VA_ARGS__, NULL })

static void quotes(const char *claim, const char *sentence, bool want)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, "Rain fell.", sentence, "Nobody came.");

    if (r.quoted != want)
        fail_msg("%s a quotation: %s | %s", want ? "should be" : "should not be", claim, sentence);
    arena_free(arena);
}

static void test_words_of_the_source_are_a_quotation(void **state)
{
    (void) state;
    quotes("Google acquired Fitbit for 2.1 billion dollars in January 2021.",
           "Google acquired Fitbit for 2.1 billion dollars in January 2021.", true);
    quotes("\"google acquired Fitbit for $2.1 billion\" [1].", "Google acquired Fitbit for $2.1 billion.", true);
    quotes("… the plant was closed … [2, 3]", "The plant was closed.", true);
    quotes("Das Werk wurde 1974 gebaut.", "Das Werk wurde 1974 gebaut.", true);
    quotes("抽水蓄能电站很大。", "抽水蓄能电站很大。", true);
}

static void test_other_words_or_signs_are_none(void **state)
{
    (void) state;
    quotes("Google acquired Fitbit for 2.4 billion dollars.", "Google acquired Fitbit for 2.1 billion dollars.", false);
    quotes("It was 5 degrees.", "It was -5 degrees.", false);
    quotes("Sales rose by 5.", "Sales rose by 5 %.", false);
    quotes("Prices rose by 35.", "Prices rose by 3.5.", false);
    quotes("The plant was closed.", "The plant was closed?", false);
    quotes("Google acquired Fitbit.", "It is not true that Google acquired Fitbit.", false);
}

static void gives(const char *claim, const char *sentence, enum verdict want)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, sentence);

    if (r.verdict != want)
        fail_msg("%s (%.*s), not %s: %s | %s", verdict_words[r.verdict], STR_ARG(r.reason), verdict_words[want], claim,
                 sentence);
    arena_free(arena);
}

static void never_supported(const char *claim, const char *sentence)
{
    struct arena *arena = arena_new();
    struct judgement r = JUDGE(arena, claim, sentence);

    if (r.verdict == VERDICT_SUPPORTED)
        fail_msg("supported: %s | %s", claim, sentence);
    arena_free(arena);
}

static void test_edits_that_keep_it_true_are_supported(void **state)
{
    (void) state;
    gives("Sales rose in Norway.", "Sales rose in Norway and fell in Sweden.", VERDICT_SUPPORTED);
    gives("Google acquired Fitbit.", "Google acquired Fitbit for 2.1 billion dollars in January 2021.",
          VERDICT_SUPPORTED);
    gives("The plant was opened in 1984.", "The plant was opened in 1984 by the queen.", VERDICT_SUPPORTED);
    gives("Ann, a nurse, bought the large house.", "Ann, a nurse, purchased the big house.", VERDICT_SUPPORTED);
}

static void test_who_did_what_to_whom_counts(void **state)
{
    (void) state;
    never_supported("Fitbit acquired Google for 2.1 billion dollars in January 2021.",
                    "Google acquired Fitbit for 2.1 billion dollars in January 2021.");
    never_supported("Sales rose in Sweden and fell in Norway.", "Sales rose in Norway and fell in Sweden.");
    never_supported("Sales rose in Sweden.", "Sales rose in Norway and fell in Sweden.");
    never_supported("Google acquired Fitbit for 2.4 billion dollars.",
                    "Google acquired Fitbit for 2.1 billion dollars in January 2021.");
    never_supported("The company pays 900 euros for a desk.", "The company pays an allowance of 450 euros for a desk.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_of_the_source_are_a_quotation),
        cmocka_unit_test(test_other_words_or_signs_are_none),
        cmocka_unit_test(test_edits_that_keep_it_true_are_supported),
        cmocka_unit_test(test_who_did_what_to_whom_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
