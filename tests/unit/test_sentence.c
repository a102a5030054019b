#include "arena_case.h"

#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "text/sentence.h"
#include "text/utf8.h"

/* A case is a text in which ¦ stands where a new sentence begins. */
static void check(const char *const *cases)
{
    for (; *cases; cases++) {
        struct str marked = str(*cases);
        struct str text = str_replace(arena, marked, str("¦"), str_n("", 0));
        struct sentences got;
        struct buf shown;

        sentences_of(arena, text, &got);
        buf_init(&shown, 1 << 16);
        size_t at = 0;
        for (size_t i = 0; i < got.n; i++) {
            buf_add_str(&shown, str_sub(text, at, got.items[i].start));
            if (i)
                buf_add_z(&shown, "¦");
            buf_add_str(&shown, str_sub(text, got.items[i].start, got.items[i].end));
            at = got.items[i].end;
        }
        buf_add_str(&shown, str_sub(text, at, text.len));
        if (!str_eq(buf_str(&shown), marked))
            fail_msg("\n  got  %s\n  want %s", shown.data, *cases);
        buf_free(&shown);
    }
}

static void test_stops_end_sentences(void **state)
{
    static const char *const cases[] = {
        "One. ¦Two! ¦Three? ¦Four.",
        "No stop at all",
        "It grew by 5%. ¦In 2020. ¦Then it fell.",
        "Why?! ¦Because.",
        "He said \"Stop.\" ¦Then he left.",
        "(It was late.) ¦We went.",
        "“Is it?” ¦“It is.”",
        "**Bold.** ¦Plain.",
        "\"What?\" he asked.",
        "Is it (really?) so. ¦Yes.",
        "See the list (a, b, etc.). ¦The rest follows.",
        "Apples, pears, etc. ¦Others too.",
        "It ended. ¦mRNA levels rose. ¦p53 did not.",
        "It ran on hydrogen. ¦openai/gpt-5.2 says so. ¦perplexity/sonar does not. ¦gpt-5.2 is silent.",
        "It costs approx. and/or about that.",
        "Wait... ¦The door opened.",
        "well… maybe not",
        "a [...] The b",
        "It works (!) Mostly.",
        "  Leading and trailing.  ",
        "As \"Does it work? The call centre\" says, it grew. ¦Then \"Why? A study\", of 2020, fell.",
        "Laut „Was nun? Ein Bericht“, der 2020 erschien, stieg es. ¦Dann fiel es.",
        "He asked \"Why? ¦It fell.\" ¦Then he left.",
        NULL
    };

    (void) state;
    check(cases);
}

static void test_short_forms_do_not(void **state)
{
    static const char *const cases[] = {
        "Dr. Smith met Mr. Jones and Prof. Lee. ¦They spoke.",
        "Use e.g. Python, i.e. the language, cf. Figure 2.",
        "Smith et al. (2020) and Lee et al. 2019 agree. ¦Jones et al. ¦The end.",
        "See Fig. 3 and Eq. 4, Vol. 2, No. 7, pp. 3-9. ¦Done.",
        "In the U.S. Senate and the U.K. Parliament.",
        "He lives in the U.S. ¦The weather is fine.",
        "J. K. Rowling and J.R.R. Tolkien wrote. ¦J.-P. Sartre did.",
        "Apple Inc. CEO Tim Cook spoke. ¦Apple Inc. ¦The company grew.",
        "On Jan. 5 and Sept. 11. ¦He left.",
        "At 5 p.m. Monday it rained. ¦At 6 p.m. ¦Police came.",
        "Pi is 3.14 or so. ¦Version 2.0.1 is out.",
        "See https://example.com/a.b?c=D. ¦Mail a.b@c.org now.",
        "Node.js and example.com. ¦Next.",
        "It has vitamin C. ¦Patients like it.",
        "They meet in hall B. ¦Doors open at nine. ¦He asked for C. ¦Whether it came is open.",
        "Doses of 0.4 mg/d. ¦High doses of TGF-β. ¦Absence.",
        "Ph.D. Students and B.Sc. Degrees.",
        "He said no. ¦I agree. ¦It is no. 5 of 6.",
        "Mt. Everest and St. Louis vs. Paris.",
        "Yahoo! Finance reports. ¦Stop! ¦Now.",
        "Am 3. Oktober war es so weit. ¦Vgl. Abb. 4 und z.B. Seite 5.",
        "Latency rose by 180 ms. ¦The team around Ms. Miller saw it.",
        "Sie erhöhten das 99. Perzentil um 180 ms. ¦Der 21. Platz ging an ihn.",
        NULL
    };

    (void) state;
    check(cases);
}

static void test_citations_belong_to_the_sentence_before(void **state)
{
    static const char *const cases[] = { "It grew.[1] ¦Then it fell.[2][3] ¦End.",
                                         "It grew. [1] ¦Then it fell. [2, 3] [4] ¦End. [5]",
                                         "It grew.[1]¦Then it fell.",
                                         "It grew.¹ ¦Then.²³ ¦End.",
                                         "So.[citation needed] ¦Then.[a] ¦End.[^4]",
                                         "It is.【4†source】 ¦Next.",
                                         "It grew [1]. ¦Then fell [2].",
                                         "It fell by 32 km [8]. ¦oldspoke has a larger one [8, 9]. ¦nobody minds.",
                                         "It fell by 32 km (see [the list]. below).",
                                         "It grew.[S12] ¦Then.",
                                         "See it. ¦[Link](http://a.b) follows.",
                                         "Quoted.\"[1] ¦Next.",
                                         NULL };

    (void) state;
    check(cases);
}

static void test_lines_that_stand_alone(void **state)
{
    static const char *const cases[] = {
        "# Title\n¦Text goes on\nover lines. ¦Next.\n\n¦New paragraph",
        "- first item\n¦- second item. ¦With two\n¦* third",
        "1. First\n¦2. Second\n¦3) Third\n¦(a) fourth",
        "Heading\n¦This paragraph is much longer than the heading above, is it not?\n¦And so on it goes for quite some time until it ends.",
        "1. Introduction follows. ¦It is short.",
        "IV. Methods were used. ¦They worked.",
        "| a | b |\n¦| c | d |",
        "Name: Ada\n¦Born: 1815\n¦Died: 1852",
        "A long line that was broken for its width only and goes\nOn with a capital although nothing ended up there.",
        "[1] Smith, J. Title of it.\n¦[2] Lee, K. Wider title.",
        "Text\r\n\r\n¦More\r\n¦- item\r\n",
        "One\f¦Two",
        "> quoted text\n¦> more text",
        "---\n¦text",
        NULL
    };

    (void) state;
    check(cases);
}

static void test_other_scripts_have_their_own_stops(void **state)
{
    static const char *const cases[] = { "これは文です。¦次の文です！¦本当ですか？¦はい。",
                                         "「そうです。」と彼は言った。¦終わり。",
                                         "彼は「行く。」¦帰った。",
                                         "今天很好。¦你呢？¦我也是。",
                                         "圆周率是３．１４。¦对。",
                                         "هل أنت بخير؟ ¦نعم.",
                                         "यह एक वाक्य है। ¦यह दूसरा है॥ ¦तीसरा",
                                         "Это первое. ¦Это второе! ¦Да?",
                                         "¿Qué hora es? ¦¡Es tarde! ¦Sí.",
                                         "Ναι. ¦Όχι.",
                                         "真的吗?¦是的!¦好",
                                         NULL };

    (void) state;
    check(cases);
}

/* What holds for any bytes at all. */
static void check_properties(struct str text)
{
    struct sentences got;
    size_t at = 0;

    sentences_of(arena, text, &got);
    for (size_t i = 0; i <= got.n; i++) {
        size_t start = i < got.n ? got.items[i].start : text.len;

        assert_true(start >= at);
        while (at < start) /* only white space lies between */
            assert_true(utf8_is_space(utf8_next(text, &at)));
        assert_int_equal(at, start);
        if (i == got.n)
            break;
        assert_true(got.items[i].end > start && got.items[i].end <= text.len);
        size_t end = start, last = start;
        int32_t c = utf8_next(text, &end);
        assert_false(utf8_is_space(c));
        while (end < got.items[i].end) {
            last = end;
            utf8_next(text, &end);
        }
        assert_int_equal(end, got.items[i].end); /* a code point was not cut */
        assert_false(utf8_is_space(utf8_next(text, &last)));
        at = got.items[i].end;
    }
}

static void test_everything_but_white_space_is_covered(void **state)
{
    static const char *const parts[] = {
        ".",  ". ",           " ",          "\n",   "\n\n",    "\r\n",     "\f",      "a",
        "Ab", "e.g.",         "Dr.",        "U.S.", "[1]",     "[",        "]",       "(",
        ")",  "\"",           "。",         "」",   "…",       "!",        "?",       "- ",
        "# ", "| ",           "1. ",        "é",    "\xff",    "\xe3\x80", "😀",       "\xc2\xa0",
        "东", "3.5",          "http://a.b", "¹",    "【2†s】", "*",        "et al. ", "The ",
        ",",  "\xe2\x80\xa8", "\xcc\x81",
    };
    uint64_t random = 88172645463325252u;

    (void) state;
    for (int round = 0; round < 4000; round++) {
        struct buf text;

        buf_init(&text, 1 << 12);
        for (unsigned n = 1 + round % 40; n > 0; n--) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            buf_add_z(&text, parts[random % (sizeof parts / sizeof *parts)]);
        }
        check_properties(buf_str(&text));
        buf_free(&text);
    }
    check_properties(str(""));
    check_properties(str(" \n "));
    check_properties(str_n("a\0. B", 5));
}

static void test_hostile_text_takes_linear_time(void **state)
{
    static const char *const patterns[] = { ". ", "A. ",  "((((((((((A. ", "a\n", ".[1] [1] ", ".)))))))) ",
                                            " .", "\n- ", "。」と",        "[1",  "... ",      "Dr. \"\"\"\"" };

    (void) state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct arena *own = arena_new();
        struct buf text;
        struct sentences got;

        buf_init(&text, 1 << 20);
        for (int k = 0; k < 2000; k++)
            buf_add_z(&text, "(");
        while (text.len < 500000)
            buf_add_z(&text, patterns[i]);
        int64_t start = clock_cpu_ms();
        sentences_of(own, buf_str(&text), &got);
        int64_t took = clock_cpu_ms() - start;
        if (took > 3000)
            fail_msg("%s took %d ms", patterns[i], (int) took);
        buf_free(&text);
        arena_free(own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stops_end_sentences),
        cmocka_unit_test(test_short_forms_do_not),
        cmocka_unit_test(test_citations_belong_to_the_sentence_before),
        cmocka_unit_test(test_lines_that_stand_alone),
        cmocka_unit_test(test_other_scripts_have_their_own_stops),
        cmocka_unit_test(test_everything_but_white_space_is_covered),
        cmocka_unit_test(test_hostile_text_takes_linear_time),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
