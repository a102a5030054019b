/* What models put around a text is taken off, in the whole and while it is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include <time.h>

#include "base/buf.h"
#include "text/utf8.h"
#include "text/wrapping.h"

#define REPORT "The dam is 79 metres high [1].\n\n## Details\n\nIt supplies 340,000 people [2]."

struct sample {
    const char *text, *expected; /* NULL: the same */
};

static void collect(void *context, struct str data) { buf_add_str(context, data); }

static void check(const struct sample *samples, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct arena *arena = arena_new();
        const char *expected = samples[i].expected ? samples[i].expected : samples[i].text;
        struct str text = text_unwrap(arena, str(samples[i].text));

        if (!str_is(text, expected))
            fail_msg("%s\n=> %.*s\nnot %s", samples[i].text, STR_ARG(text), expected);
        arena_free(arena);
    }
}
#define CHECK(samples) check(samples, sizeof(samples) / sizeof *(samples))

static void test_the_fence_around_a_whole_text_is_taken_off(void **state)
{
    static const struct sample samples[] = {
        { "```markdown\n" REPORT "\n```", REPORT },
        { "```md\n" REPORT "\n```\n", REPORT },
        { "```\n" REPORT "\n```", REPORT },
        { "````Markdown\n" REPORT "\n````", REPORT },
        { "~~~\n" REPORT "\n~~~", REPORT },
        { "Here is the report you asked for:\n\n```md\n" REPORT "\n```\n\nLet me know if you need anything else!",
          REPORT },
        { "Certainly!\n\nThe report follows.\n```\n" REPORT "\n```\nAll figures are from the passages.", REPORT },
        { "```markdown\n" REPORT, REPORT }, /* cut off */
        { "```markdown\nPlain words.\n```", "Plain words." },
        { "```markdown\n" REPORT "\n\n```c\nint x;\n```\n```", REPORT "\n\n```c\nint x;\n```" },
        { "```markdown\n" REPORT "\n```\n\n## Limits\n\nSilt [2].", REPORT "\n\n## Limits\n\nSilt [2]." },
    };

    (void) state;
    CHECK(samples);
}

static void test_a_code_block_of_a_text_stays(void **state)
{
    static const struct sample samples[] = {
        { "```sh\nmake install # [1]\n```" },
        { "```\nx = a[1]\n```" },
        { "Run this:\n\n```\nmake install\n```\n\nIt takes a minute [1]." },
        { "The table in Markdown:\n\n```markdown\n| a | b |\n| - | - |\n```" },
        { "The dam is high [1].\n\n```\nSee the survey [1].\n```" },
        { "```markdown\n```" },
        { "```" },
        { "" },
    };

    (void) state;
    CHECK(samples);
}

static void test_what_is_said_to_the_asker_is_taken_off(void **state)
{
    static const struct sample samples[] = {
        { "Certainly! Here is the research report:\n\n# Dam\n\n" REPORT, "# Dam\n\n" REPORT },
        { "Sure.\n\nBelow is the report:\n\n---\n\n" REPORT, REPORT },
        { "**Here’s the summary you asked for:**\n\n" REPORT, REPORT },
        { "Based on the passages, this is what can be said:\n\n# Dam\n\n" REPORT, "# Dam\n\n" REPORT },
        { "Here is the report on the dam.\n" REPORT, REPORT },
        { "Gerne! Hier ist der Bericht:\n\n" REPORT, REPORT },
        { "Voici le rapport :\n\n" REPORT, REPORT },
        { "以下是报告：\n\n" REPORT, REPORT },
        { REPORT "\n\nLet me know if you need more details on any section.", REPORT },
        { REPORT "\n\n---\n\n*I hope this helps! Feel free to ask.*", REPORT },
        { REPORT "\n\nWould you like me to compare both dams?", REPORT },
        { REPORT "\n\nWenn Sie weitere Fragen haben, lassen Sie es mich wissen.", REPORT },
    };

    (void) state;
    CHECK(samples);
}

static void test_the_words_of_a_text_stay(void **state)
{
    static const struct sample samples[] = {
        { REPORT },
        { "# Dam\n\n" REPORT },
        { "Certainly the report of 2019 was wrong.\n\n" REPORT },
        { "Here is the answer: 79 metres.\n\n" REPORT },
        { "The passages name three causes:\n\n- price [1]\n- heat [2]" },
        { "The dam has these parts:\n\nThe wall is 79 metres high [1]." },
        { "Sure, here is the report:" },
        { "Let me know if you need more." },
        { REPORT "\n\nLet me know, said the mayor, when the gate is open [2]." },
        { REPORT "\n\n- Feel free to open the gate" },
        { "Sure Start was a programme of 1998.\n\nIt ended in 2010 [1]." },
    };

    (void) state;
    CHECK(samples);
}

static const struct sample tagged[] = {
    { "<p>The dam is <b>high</b> [1].</p><script>alert(1)</script>", "The dam is high [1]." },
    { "A</p><script>alert(1)</script> B [1].", "A\n\n B [1]." },
    { "It is high [1].\n\n<style>\np { color: red }\n\n</style>\n\nIt is wide [2].",
      "It is high [1].\n\nIt is wide [2]." },
    { "It is high [1]. <script>alert(1)\n\nIt is wide [2].", "It is high [1]. \n\nIt is wide [2]." },
    { "<h2 class=\"x>y\">Costs</h2><ul><li>One [1].</li><li>Two [2].</li></ul>", "## Costs\n\n- One [1].\n- Two [2]." },
    { "CO<sub>2</sub> at 10<sup>6</sup> and 10<SUP>-3</SUP> m.<sup>[1]</sup>",
      "CO2 at 10\u2076 and 10\u207b\u00b3 m.[1]" },
    { "One.<br><br/>Two <!-- not\nthree --> [1].", "One.\n\nTwo  [1]." },
    { "| a<br>b | <b>c</b> |\n| - | - |", "| a<br>b | c |\n| - | - |" },
    { "# <span style='x'>Dam</span><br>of it", "# Dam of it" },
    { "<code>List<String></code> [1]", "`List<String>` [1]" },
    { "<!DOCTYPE html>\n<html><body>\n<p>It is high [1].</p>\n</body></html>", "It is high [1]." },
    { "<details>\n<summary>More</summary>\n\nIt is wide [2].\n</details>", "More\n\nIt is wide [2]." },
    /* what is not closed holds nothing behind its paragraph */
    { "A <svg onload=x> b [1].\n\nIt is wide [2].\n\n<svg>x</svg>C.", "A  b [1].\n\nIt is wide [2].\n\nC." },
    { "A [1]. <script>x\n\nIt is wide [2].\n\nB <script>y</script> [1].", "A [1]. \n\nIt is wide [2].\n\nB  [1]." },
    /* no tags */
    { "a < b, n<N, p <0.05, x <- y, List<String>, Map<K, V>, f<T>, List<B>, <https://a.example/> <me@b.example>" },
    { "`<p>` and ``<b>``, \\<p> [1]" },
    { "```html\n<p>x</p>\n<script>y</script>\n```" },
    { "<a href=\"u\">x</a> <p" },
    { "<script" },
};

static void test_tags_of_html_are_taken_off(void **state)
{
    (void) state;
    CHECK(tagged);
}

static double seconds_of(const char *unit, size_t bytes)
{
    struct arena *arena = arena_new();
    struct buf text;

    buf_init(&text, bytes + 64);
    while (text.len < bytes)
        buf_add_z(&text, unit);
    clock_t before = clock();
    text_untag(arena, buf_str(&text));
    double seconds = (double) (clock() - before) / CLOCKS_PER_SEC;
    buf_free(&text);
    arena_free(arena);
    return seconds;
}

/* 8 times the text takes 8 times the time of a processor, not 64 times. */
static void test_a_text_of_nothing_but_beginnings_takes_no_longer(void **state)
{
    static const char *const units[] = { "a<b>",          "<svg>",        "<svg></x", "x<sup>1",
                                         "<!-- <b>x</b>", "`a` <b>x</b>", "<p x=\"" };

    (void) state;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double small = seconds_of(units[i], 1 << 15), large = seconds_of(units[i], 1 << 18);

        if (large > 0.5 && large > 24 * small)
            fail_msg("%s: 32 KB %.3f s, 256 KB %.3f s", units[i], small, large);
    }
}

/* A drawing of usual size goes; what stands behind a beginning without an end near it stays. */
static void test_an_end_far_away_holds_nothing(void **state)
{
    struct arena *arena = arena_new();
    struct buf text;

    (void) state;
    for (int lines = 100; lines <= 10000; lines *= 100) {
        buf_init(&text, 1 << 20);
        buf_add_z(&text, "The dam <svg>\n");
        for (int i = 0; i < lines; i++)
            buf_add_z(&text, "holds water\n");
        buf_add_z(&text, "</svg>is high [1].");
        struct str out = text_untag(arena, buf_str(&text));
        assert_true(str_starts(out, "The dam ") && str_ends(out, "is high [1]."));
        assert_int_equal(str_contains(out, "holds water"), lines > 100);
        buf_free(&text);
    }
    arena_free(arena);
}

static void test_a_text_has_one_title(void **state)
{
    static const struct sample samples[] = {
        { "# Dam\n\nHigh [1].\n\n# Details\n\n## Water\n\nWet [2].",
          "# Dam\n\nHigh [1].\n\n## Details\n\n### Water\n\nWet [2]." },
        { "High [1].\n\n# Details\n\nWet [2].", "High [1].\n\n## Details\n\nWet [2]." },
        { "# Dam\n\n# Dam\n\nHigh [1].", "# Dam\n\n\nHigh [1]." },
        { "# Dam\n\nHigh [1].\n\n```sh\n# make it\nmake\n```" },
    };

    (void) state;
    CHECK(samples);
}

/* In pieces of 1, 2, 3 … bytes, as services send them. */
static void check_written(const char *text, const char *expected)
{
    size_t n = strlen(text);

    for (size_t piece = 1; piece <= n; piece++) {
        struct buf out;
        struct unwrapping u = { 0 };
        const struct sink sink = { collect, &out };

        buf_init(&out, 1 << 16);
        for (size_t i = 0; i < n; i += piece)
            unwrapping_write(&u, str_sub(str(text), i, i + piece), &sink);
        unwrapping_end(&u, &sink);
        if (!str_is(str_trim(buf_str(&out)), expected))
            fail_msg("%s\nin pieces of %zu => %.*s\nnot %s", text, piece, STR_ARG(buf_str(&out)), expected);
        buf_free(&out);
    }
}

static void test_a_text_that_is_written_shows_no_fence_and_no_announcement(void **state)
{
    (void) state;
    check_written(REPORT, REPORT);
    check_written("# Dam\n\n" REPORT, "# Dam\n\n" REPORT);
    check_written("One line.", "One line.");
    check_written("One line that ends with a colon:", "One line that ends with a colon:");
    check_written("```markdown\n" REPORT "\n```", REPORT);
    check_written("```\n" REPORT "\n```\n", REPORT);
    check_written("Here is the report you asked for:\n\n```md\n" REPORT
                  "\n```\n\nLet me know if you need anything else!",
                  REPORT);
    check_written("Certainly! Here is the research report:\n\n# Dam\n\n" REPORT, "# Dam\n\n" REPORT);
    check_written("```markdown\n" REPORT "\n\n```c\nint `x`;\n```\n\nEnd ``` of it.\n```",
                  REPORT "\n\n```c\nint `x`;\n```\n\nEnd ``` of it.");
    check_written("Run this:\n\nmake it", "Run this:\n\nmake it");
}

static void test_a_text_that_is_written_shows_no_offer_behind_it(void **state)
{
    (void) state;
    check_written(REPORT "\n\nWould you like me to look for the costs?", REPORT);
    check_written(REPORT "\n\n---\n\nI hope this helps!\n\nLet me know if you need more.\n", REPORT);
    check_written("# Dam\n\n" REPORT "\n\n*Let me know if you need more.*", "# Dam\n\n" REPORT);
    check_written("```markdown\n" REPORT "\n\nLet me know if you need more.\n```", REPORT);
    check_written(REPORT "\n\n---\n\nLet me know, says the sign at the dam.\n\nIt is closed [1].",
                  REPORT "\n\n---\n\nLet me know, says the sign at the dam.\n\nIt is closed [1].");
    check_written("Let me know if you need more.", "Let me know if you need more.");
    check_written(REPORT "\n\n- one\n- two\n\n---", REPORT "\n\n- one\n- two\n\n---");
}

/* A line that cites is no offer: it goes out while it is written, the next short one waits. */
static void test_a_text_that_is_written_shows_no_tags(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof tagged / sizeof *tagged; i++)
        if (!strstr(tagged[i].text, "<a "))
            check_written(tagged[i].text, tagged[i].expected ? tagged[i].expected : tagged[i].text);
    check_written("It is <a href=\"u\">high</a> [1], \n`<b>` and `a ` <b>wide</b> <img src=\"x\">.",
                  "It is high [1], \n`<b>` and `a ` wide .");
}

/* What comes before a tag, and a sign that begins none, wait for nothing. */
static void test_only_a_paragraph_with_a_tag_is_held_back(void **state)
{
    struct untag_stream u = { 0 };
    struct buf out;
    const struct sink sink = { collect, &out };

    (void) state;
    buf_init(&out, 1 << 16);
    untag_stream_write(&u, str("It is < 5 m and <not a tag> high <b"), &sink);
    assert_true(str_is(buf_str(&out), "It is < 5 m and <not a tag> high "));
    untag_stream_write(&u, str(">and</b> wide.\n\nIt"), &sink);
    assert_true(str_is(buf_str(&out), "It is < 5 m and <not a tag> high and wide.\n\nIt"));
    for (int i = 0; i < 5000; i++)
        untag_stream_write(&u, str(i ? "é" : "<i>"), &sink);
    assert_true(out.len > 8000); /* not for ever */
    assert_true(utf8_valid(buf_str(&out)));
    buf_free(&out);
}

static void test_a_line_that_cites_goes_out_at_once(void **state)
{
    struct unwrapping u = { 0 };
    struct buf out;
    const struct sink sink = { collect, &out };

    (void) state;
    buf_init(&out, 1 << 16);
    unwrapping_write(&u, str("# Dam\n\nThe dam is high [1] and"), &sink);
    assert_true(str_is(buf_str(&out), "# Dam\n\nThe dam is high [1] and"));
    unwrapping_write(&u, str(" wide.\n\nWould you"), &sink);
    assert_true(str_is(buf_str(&out), "# Dam\n\nThe dam is high [1] and wide."));
    unwrapping_write(&u, str(" say that it is wide [1]?"), &sink);
    assert_true(str_is(buf_str(&out), "# Dam\n\nThe dam is high [1] and wide.\n\nWould you say that it is wide [1]?"));
    buf_free(&out);
}

static void test_a_long_line_is_not_held_back_for_ever(void **state)
{
    struct unwrapping u = { 0 };
    struct buf out;
    const struct sink sink = { collect, &out };

    (void) state;
    buf_init(&out, 1 << 16);
    for (int i = 0; i < 1000; i++)
        unwrapping_write(&u, str("é"), &sink);
    assert_true(out.len >= 1000);
    assert_int_equal(out.len % 2, 0); /* no half of a character */
    unwrapping_end(&u, &sink);
    assert_int_equal(out.len, 2000);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_fence_around_a_whole_text_is_taken_off),
        cmocka_unit_test(test_a_code_block_of_a_text_stays),
        cmocka_unit_test(test_what_is_said_to_the_asker_is_taken_off),
        cmocka_unit_test(test_the_words_of_a_text_stay),
        cmocka_unit_test(test_tags_of_html_are_taken_off),
        cmocka_unit_test(test_a_text_of_nothing_but_beginnings_takes_no_longer),
        cmocka_unit_test(test_an_end_far_away_holds_nothing),
        cmocka_unit_test(test_a_text_has_one_title),
        cmocka_unit_test(test_a_text_that_is_written_shows_no_fence_and_no_announcement),
        cmocka_unit_test(test_a_text_that_is_written_shows_no_offer_behind_it),
        cmocka_unit_test(test_a_text_that_is_written_shows_no_tags),
        cmocka_unit_test(test_only_a_paragraph_with_a_tag_is_held_back),
        cmocka_unit_test(test_a_line_that_cites_goes_out_at_once),
        cmocka_unit_test(test_a_long_line_is_not_held_back_for_ever),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
