/* Which texts are none of what a writer was asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "roles/unfit.h"

struct sample {
    const char *text;
    enum unfit unfit;
};

static void check(const struct sample *samples, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        enum unfit unfit = text_unfit(str(samples[i].text), UNFIT_ANY);

        if (unfit != samples[i].unfit)
            fail_msg("%s: taken as %d, not as %d", samples[i].text, (int) unfit, (int) samples[i].unfit);
    }
}

static void test_a_refusal_cites_nothing_and_begins_like_one(void **state)
{
    static const struct sample samples[] = {
        { "I'm sorry, but I can't help with that.", UNFIT_REFUSAL },
        { "I’m sorry, I can’t assist.", UNFIT_REFUSAL },
        { "# Grid batteries\n\n**I cannot write about this.**", UNFIT_REFUSAL },
        { "As an AI language model, I am not able to browse.", UNFIT_REFUSAL },
        { "Es tut mir leid, dabei kann ich nicht helfen.", UNFIT_REFUSAL },
        { "Désolé, je ne peux pas répondre.", UNFIT_REFUSAL },
        { "很抱歉，我无法回答。", UNFIT_REFUSAL },
        { "Извините, я не могу помочь.", UNFIT_REFUSAL },
        { "عذرًا، لا يمكنني المساعدة.", UNFIT_REFUSAL },
        { "I cannot find a single figure; the register gives 12 percent [3].", UNFIT_NONE },
        { "None of the passages answers the question.", UNFIT_NONE },
        { "Sorry Business is a mourning custom.", UNFIT_NONE },
        { "\"I'm sorry\" was the first word of the minister, says [Herald](https://herald.example/).", UNFIT_NONE },
        { "Batteries are limited by their price.", UNFIT_NONE },
        { "", UNFIT_NONE },
    };

    (void) state;
    check(samples, sizeof samples / sizeof *samples);
}

static void test_headings_alone_are_no_text(void **state)
{
    static const struct sample samples[] = {
        { "# The conversion cost 61 million euros, of which the state paid 24 million [3].", UNFIT_HEADINGS },
        { "# Title # Answer The conversion cost 61 million euros [3]. ## Costs They fell [3].", UNFIT_HEADINGS },
        { "# Title\n\n## Costs\n\n## Batteries\n", UNFIT_HEADINGS },
        { "# Title\n\n- 61 million euros [3]", UNFIT_NONE },
        { "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |", UNFIT_NONE },
    };

    (void) state;
    check(samples, sizeof samples / sizeof *samples);
}

static void test_json_is_no_prose_whether_it_can_be_read_or_not(void **state)
{
    static const struct sample samples[] = {
        { "{\"report\": \"Batteries …", UNFIT_JSON },
        { "  {\n  \"report\": 1}", UNFIT_JSON },
        { "[{\"a\": 1}]", UNFIT_JSON },
        { "{}", UNFIT_JSON },
        { "```json\n{\"report\": \"x\"}\n```", UNFIT_JSON },
        { "[1] is where it starts.", UNFIT_NONE },
        { "[Title](https://example.org) says so.", UNFIT_NONE },
        { "```json\n{\"a\": 1}\n```\n\nThis is how a request looks [2].", UNFIT_NONE },
        { "{", UNFIT_NONE },
        { "{x} is a set.", UNFIT_NONE },
    };

    (void) state;
    check(samples, sizeof samples / sizeof *samples);
}

static void test_one_sentence_again_and_again(void **state)
{
#define S "Batteries are limited by their price [1]. "
#define T "Batteries are limited by their price [2]. "
    static const struct sample samples[] = {
        { S T S T, UNFIT_REPEATS },
        { "## One\n\n" S "\n\n## Two\n\n" T "\n\n## Three\n\n" S "\n\n## Four\n\n" T, UNFIT_REPEATS },
        { S T S "They are also limited by fire. They are limited by age, too.", UNFIT_NONE },
        { "In 2019 the price was 100 dollars. In 2020 the price was 90 dollars. In 2021 the price was 80 dollars. "
          "In 2022 the price was 70 dollars. In 2023 the price was 60 dollars.",
          UNFIT_NONE },
        { "Yes. Yes. Yes. Yes. Yes. Yes. Yes. Yes. Yes.", UNFIT_NONE },
    };

    (void) state;
    check(samples, sizeof samples / sizeof *samples);
}

static void test_another_language_is_told_where_it_is_certain(void **state)
{
    static const char english[] =
        "The grid batteries are limited by their price, which has been falling for years, and by the lifetime of the cells, "
        "of which it is said that they lose about two percent of their capacity in each year of their operation.";
    static const char danish[] =
        "Batterierne er begrænset af prisen, som er faldet i mange år, og af levetiden for cellerne, der ikke er lang, og "
        "det er en af de ting, som kilderne har sagt om dem, når de er blevet brugt i et net med sol og vind i landet.";
    static const char chinese[] =
        "电网电池受到其价格和电池寿命的限制，价格多年来一直在下降，每年损失约百分之二的容量。";
    static const char kazakh[] = "Көпір 1931 жылы ашылды және аралдың екі үлкен қаласын байланыстырады.";
    static const struct {
        const char *text, *wanted, *question;
        bool other;
    } samples[] = {
        { english, "de", "", true },
        { english, "en-GB", "Was begrenzt Batterien?", false },
        { danish, "en", "", true },
        { danish, "no", "", false },
        { chinese, "en", "", true },
        { chinese, "zh-Hant", "", false },
        { chinese, "", "What limits grid batteries?", true },
        { chinese, "", "What limits grid batteries? Answer in Chinese.", false },
        { chinese, "", "电网电池", false },
        { chinese, "", "CATL 的电网电池？", false },
        { kazakh, "kk", "", false },
        { kazakh, "en", "", true },
        { english, "", "电网电池受到哪些因素的限制，价格是多少，寿命有多长？", true },
        { english, "", "Was begrenzt Batterien im Netz?", false },
        { "Batteries cost too much [1].", "de", "", false },
    };

    (void) state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        if (text_in_other_language(str(samples[i].text), str(samples[i].wanted), str(samples[i].question)) !=
            samples[i].other)
            fail_msg("sample %zu", i);
}

static void test_only_what_is_looked_for_is_told(void **state)
{
    (void) state;
    assert_int_equal(text_unfit(str("{\"a\": 1}"), 0), UNFIT_NONE);
    assert_int_equal(text_unfit(str("I'm sorry, I can't."), UNFIT_JSON | UNFIT_REPEATS), UNFIT_NONE);
    assert_string_equal(unfit_words(UNFIT_REFUSAL), "a refusal");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_refusal_cites_nothing_and_begins_like_one),
        cmocka_unit_test(test_headings_alone_are_no_text),
        cmocka_unit_test(test_json_is_no_prose_whether_it_can_be_read_or_not),
        cmocka_unit_test(test_one_sentence_again_and_again),
        cmocka_unit_test(test_another_language_is_told_where_it_is_certain),
        cmocka_unit_test(test_only_what_is_looked_for_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
