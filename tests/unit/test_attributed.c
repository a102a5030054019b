/* Sentences that give words to a model, held to what the models answered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "evidence/evidence.h"

static struct source_row rows[] = {
    { .url = { "model:a", 7 }, .title = { "Answer of openai/one", 20 } },
    { .url = { "model:b", 7 }, .title = { "Answer of anthropic/two", 23 } },
};
static struct source_list sources = { .items = rows, .n = 2 };

/* The reason, or "" where nothing is wrong. */
static struct str reason_of(struct arena *arena, const char *sentence)
{
    struct str names[] = { str("openai/one"), str("anthropic/two") };
    const struct str_list speakers = { .items = names, .n = 2 };
    struct misattribution wrong;

    rows[0].text = str("The conversion of the ferry cost 61 million euros. The ferry runs on hydrogen.");
    rows[1].text = str("The conversion of the ferry cost 74 million euros. The ferry is operated by Norvik Lines.");
    return evidence_misattributed(arena, &sources, &speakers, str(sentence), &wrong) ? wrong.reason : str("");
}

static void check(const char *const (*cases)[2])
{
    struct arena *arena = arena_new();

    for (size_t i = 0; cases[i][0]; i++) {
        struct str reason = reason_of(arena, cases[i][0]);

        if (!str_is(reason, cases[i][1]))
            fail_msg("%s: \"%.*s\", not \"%s\"", cases[i][0], STR_ARG(reason), cases[i][1]);
    }
    arena_free(arena);
}

static void test_words_of_another_model_are_told(void **state)
{
    static const char *const cases[][2] = {
        { "According to anthropic/two, the ferry runs on hydrogen.", "openai/one says this, not anthropic/two" },
        { "openai/one says that the conversion of the ferry cost 74 million euros.",
          "anthropic/two says this, not openai/one" },
        { "openai/one says that the conversion cost 61 million euros, whereas anthropic/two says that it cost 61 million euros.",
          "openai/one says this, not anthropic/two" },
        { "Laut openai/one the ferry is operated by Norvik Lines.", "anthropic/two says this, not openai/one" },
        { NULL },
    };

    (void) state;
    check(cases);
}

static void test_words_of_nobody_are_told(void **state)
{
    static const char *const cases[][2] = {
        { "Both models agree that the conversion cost 61 million euros.",
          "the answer of anthropic/two does not say this" },
        { "openai/one and anthropic/two say that the conversion cost 99 million euros.",
          "the answer of openai/one does not say this" },
        { "According to openai/one, passengers praise comfortable seats.",
          "the answer of openai/one was not found to say this" },
        { NULL },
    };

    (void) state;
    check(cases);
}

/* What cannot be told is not told. */
static void test_true_and_unclear_attributions_stay(void **state)
{
    static const char *const cases[][2] = {
        { "According to openai/one, the ferry runs on hydrogen.", "" },
        { "openai/one says that the conversion cost 61 million euros, whereas anthropic/two says 74 million euros.",
          "" },
        { "anthropic/two does not mention the 61 million euros.", "" },
        { "openai/one, in contrast to anthropic/two, says that it cost 61 million euros.", "" },
        { "openai/one gives 61 million euros, the figure of 74 million euros is reported by anthropic/two.", "" },
        { "openai/one says 61 million euros rather than 74 million euros.", "" },
        { "The ferry runs on hydrogen and costs 99 million euros.", "" },
        { NULL },
    };

    (void) state;
    check(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_of_another_model_are_told),
        cmocka_unit_test(test_words_of_nobody_are_told),
        cmocka_unit_test(test_true_and_unclear_attributions_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
