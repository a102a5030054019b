/* A heading ends with a phrase, and a text that was cut off with a whole sentence. */
#include "arena_case.h"

#include "text/ending.h"
#include "text/utf8.h"

struct sample {
    const char *text, *expected;
};

static void check(struct str got, const struct sample *s)
{
    if (!str_is(got, s->expected))
        fail_msg("%s\n=> %.*s\nnot %s", s->text, STR_ARG(got), s->expected);
}

static void test_a_heading_ends_with_a_clause_or_a_word(void **state)
{
    static const struct sample samples[] = {
        { "They give other costs.", "They give other costs" },
        { "They give other costs. One of them is older.", "They give other costs" },
        { "One source puts the costs at 620 million, whereas 950 million are named by another",
          "One source puts the costs at 620 million…" },
        { "One source puts the costs of the barrage at 1,250,000 and another at 950 million euros",
          "One source puts the costs of the barrage…" },
        { "The costs of the barrage (620 million, says the company) and those of the auditors",
          "The costs of the barrage…" },
        { "What the company says and whereas the auditors of the region do not",
          "What the company says and whereas the auditors…" },
        { "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlung",
          "Donaudampfschifffahrtsgesellschaftskapitänswitwen…" },
        { "大坝的高度在两个来源中不同，第一个来源说七十九米，第二个来源说八十一米，第三个来源没有说明它的高度是多少米以及为什么这样",
          "大坝的高度在两个来源中不同，第一个来源说七十九米，第二个来源说八十一米…" },
        { "\"The dam is 79 metres high.\" against \"The dam is 81 metres high since 1980.\"",
          "\"The dam is 79 metres high.\" against \"The dam…\"" },
        { "", "" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct str got = text_phrase(arena, str(samples[i].text), 50);

        check(got, &samples[i]);
        assert_true(utf8_count(got) <= 50);
    }
}

static void test_a_text_that_was_cut_off_ends_with_a_whole_sentence(void **state)
{
    static const struct sample samples[] = {
        { "The dam is 79 metres high [1]. It holds more t", "The dam is 79 metres high [1]." },
        { "The dam is high. [1] It holds more t", "The dam is high. [1]" },
        { "It is high [1]. It cost 3.", "It is high [1]." },          /* 3.5 */
        { "It is high [1]. It was built by Dr.", "It is high [1]." }, /* a name follows */
        { "It is high [1]. Was it \"safe\"?", "It is high [1]. Was it \"safe\"?" },
        { "It is high [1]. It holds more water [2]", "It is high [1]." }, /* "than others do" */
        { "It is high [1]. **It is wide.**", "It is high [1]. **It is wide.**" },
        { "大坝高七十九米[1]。它储存更", "大坝高七十九米[1]。" },
        { "It is high [1].\n\n## Costs\n\nIt cost mo", "It is high [1]." },
        { "It is high [1].\n\n## Cos", "It is high [1]." },
        { "It is high [1].\n\nThe reasons are:\n\n1. Wat", "It is high [1]." },
        { "- It is high [1]\n- It is wide [2]\n- It co", "- It is high [1]\n- It is wide [2]" },
        { "- It is high [1]\n- It is wide [2]", "- It is high [1]\n- It is wide [2]" },
        { "- It is high [1].\n- It is wide [2]", "- It is high [1]." },
        { "- It is high [1]\n- It is wide\n", "- It is high [1]\n- It is wide" },
        { "It is high [1].\nIt is one of the\nwidest that", "It is high [1]." },
        { "| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | ", "| A | B |\n| - | - |\n| 1 | 2 |" },
        { "| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |", "| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |" },
        { "It is high [1].\n\n| A | B |\n| - | - |\n| 1 | 2", "It is high [1]." },
        { "Do this:\n\n```sh\nmake\nmake inst", "Do this:\n\n```sh\nmake\n```" },
        { "It is high [1].\n\n```sh\nmake inst", "It is high [1]." },
        { "Do this:\n\n```sh\nmake\n```", "Do this:\n\n```sh\nmake\n```" },
        { "Batteries cost more t", "" },
        { "", "" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check(text_finished(arena, str(samples[i].text)), &samples[i]);
}

/* Wherever it is cut, what is left is a beginning of it, or one with its code block closed. */
static void test_every_beginning_of_a_text_has_an_end(void **state)
{
    const char *whole =
        "It is *high* [1]. So \"it\" is.\n\n## Costs\n\n1. It cost 3.5 million [2].\n2. More\n\n| A | B |\n|--|--|\n| 1 |"
        " 2 |\n\n~~~\nx = 1\n~~~\n\nEnd.";

    (void) state;
    for (size_t n = 0; n <= strlen(whole); n++) {
        struct str got = text_finished(arena, str_n(whole, n));
        struct str code = str_ends(got, "\n~~~") ? str_sub(got, 0, got.len - 4) : got;

        assert_true(str_starts(str(whole), str_z(arena, code)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_heading_ends_with_a_clause_or_a_word, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_text_that_was_cut_off_ends_with_a_whole_sentence, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_beginning_of_a_text_has_an_end, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
