#include "arena_case.h"

#include "base/clock.h"
#include "text/utf8.h"

#define assert_text(got, want)                                                                                         \
    do {                                                                                                               \
        struct str got_ = (got);                                                                                       \
        assert_int_equal(got_.len, strlen(want));                                                                      \
        assert_memory_equal(got_.data, want, got_.len);                                                                \
    } while (0)

static void test_every_code_point_round_trips(void **state)
{
    (void) state;
    for (int32_t c = 0; c <= 0x10ffff; c++) {
        char bytes[4];
        int n = utf8_encode(c, bytes);
        size_t at = 0;

        if (c >= 0xd800 && c <= 0xdfff) {
            assert_int_equal(n, 0);
            continue;
        }
        assert_int_equal(utf8_next(str_n(bytes, (size_t) n), &at), c);
        assert_int_equal(at, n);
    }
    char bytes[4];
    assert_int_equal(utf8_encode(-1, bytes), 0);
    assert_int_equal(utf8_encode(0x110000, bytes), 0);
}

static void test_broken_bytes_are_not_valid_and_count_one_each(void **state)
{
    static const struct {
        const char *text;
        size_t count;
    } cases[] = {
        { "\x80", 1 },
        { "\xc0\xaf", 2 },
        { "\xe0\x80\xaf", 3 },
        { "\xed\xa0\x80", 3 },
        { "\xf4\x90\x80\x80", 4 },
        { "\xf5\x80\x80\x80", 4 },
        { "a\xff"
          "b",
          3 },
        { "\xe2\x82", 2 },
        { "\xf0\x9f\x98", 3 },
        { "\xc3", 1 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(utf8_valid(str(cases[i].text)));
        assert_int_equal(utf8_count(str(cases[i].text)), cases[i].count);
    }
    assert_true(utf8_valid(str("naïve 東京 😀")));
    assert_int_equal(utf8_count(str("naïve 東京 😀")), 10);
    assert_true(utf8_valid(str("")));
}

static void test_cut_never_splits_a_character(void **state)
{
    (void) state;
    assert_text(utf8_cut(str("東京都"), 2), "東京");
    assert_text(utf8_cut(str("abc"), 5), "abc");
    assert_text(utf8_cut(str("abc"), 0), "");
    /* e + combining acute: the accent does not fit, so the e goes too. */
    assert_text(utf8_cut(str("cafe\xcc\x81!"), 4), "caf");
    assert_text(utf8_cut(str("cafe\xcc\x81!"), 5), "cafe\xcc\x81");
    /* Nothing but marks: still cut somewhere. */
    assert_text(utf8_cut(str("\xcc\x81\xcc\x81\xcc\x81"), 2), "\xcc\x81\xcc\x81");
}

static void test_cut_for_people_ends_with_a_whole_word(void **state)
{
    (void) state;
    assert_text(utf8_cut_words(arena, str("one two"), 7), "one two");
    assert_text(utf8_cut_words(arena, str("one two, three"), 12), "one two…");
    assert_text(utf8_cut_words(arena, str("one two three"), 8), "one two…");
    assert_text(utf8_cut_words(arena, str("a incomprehensibilities"), 10), "a incompr…");
    assert_text(utf8_cut_words(arena, str("東京都の人口は"), 4), "東京都…");
    assert_text(utf8_cut_words(arena, str("abc"), 1), "…");
    assert_text(utf8_cut_words(arena, str("abc"), 0), "");
}

static void test_cut_bytes_ends_at_a_boundary(void **state)
{
    struct str s = str("a東😀é");

    (void) state;
    for (size_t n = 0; n <= s.len + 1; n++) {
        struct str cut = utf8_cut_bytes(s, n);

        assert_true(cut.len <= n);
        assert_true(n - cut.len < 4 || n > s.len);
        assert_true(utf8_valid(cut));
    }
    /* Broken text is cut where asked. */
    assert_int_equal(utf8_cut_bytes(str("\x80\x80\x80\x80\x80\x80"), 4).len, 4);
    assert_int_equal(utf8_cut_bytes(str("ab\xff\xff"), 3).len, 3);
}

static void test_clean_replaces_broken_bytes_and_drops_controls(void **state)
{
    (void) state;
    assert_text(utf8_clean(arena, str("a\xff"
                                      "b\x01\x7f\tc\r\nd\re")),
                "a\xef\xbf\xbd"
                "b\tc\nd\ne");
    assert_text(utf8_clean(arena, str("\xc2\x85x")), "x");
    assert_text(utf8_clean(arena, str("a\u202eb\u2066c\u00e9")), "abc\u00e9");
    assert_text(utf8_clean(arena, str_n("a\0b", 3)), "ab");
    assert_text(utf8_clean(arena, (struct str){ 0 }), "");
}

static void test_nfc_composes_and_fold_ignores_case_and_width(void **state)
{
    (void) state;
    assert_text(utf8_nfc(arena, str("cafe\xcc\x81")), "café");
    assert_text(utf8_nfc(arena, str("plain")), "plain");
    assert_text(utf8_fold(arena, str("Straße ＡＢＣ ﬁn")), "strasse abc fin");
    assert_text(utf8_fold(arena, str("HELLO")), "hello");
    assert_text(utf8_nfc(arena, str("\xff é")), "\xef\xbf\xbd é");
}

static void test_normalising_many_pieces_equals_one(void **state)
{
    struct buf text, want;

    (void) state;
    buf_init(&text, 1 << 20);
    buf_init(&want, 1 << 20);
    for (int i = 0; i < 3000; i++) {
        buf_add_z(&text, "cafe\xcc\x81 ");
        buf_add_z(&want, "café ");
    }
    struct str got = utf8_nfc(arena, buf_str(&text));
    assert_true(str_eq(got, buf_str(&want)));
    buf_free(&text);
    buf_free(&want);
}

/* utf8proc sorts marks in quadratic time: this takes minutes without a bound. */
static void test_a_flood_of_marks_is_normalised_in_time(void **state)
{
    struct buf text;
    int64_t start = clock_cpu_ms();

    (void) state;
    buf_init(&text, 4 << 20);
    buf_add_char(&text, 'a');
    for (int i = 0; i < 200000; i++)
        buf_add_z(&text, "\xcc\x81\xcc\xa3"); /* classes 230 and 220, always out of order */
    assert_true(utf8_nfc(arena, buf_str(&text)).len > 0);
    assert_true(clock_cpu_ms() - start < 5000);
    buf_free(&text);
}

static void test_width_counts_columns(void **state)
{
    (void) state;
    assert_int_equal(utf8_width(str("abc")), 3);
    assert_int_equal(utf8_width(str("東京")), 4);
    assert_int_equal(utf8_width(str("e\xcc\x81")), 1);
    assert_int_equal(utf8_width(str("\xff")), 1);
}

static void test_classes_of_code_points(void **state)
{
    (void) state;
    assert_true(utf8_is_word('a') && utf8_is_word('7') && utf8_is_word(0x6771) && utf8_is_word(0x0915));
    assert_false(utf8_is_word(' ') || utf8_is_word('-') || utf8_is_word(0x3002) || utf8_is_word(-1));
    assert_true(utf8_is_upper('A') && utf8_is_upper(0xc9) && utf8_is_upper(0x416));
    assert_false(utf8_is_upper('a') || utf8_is_upper(0x6771));
    assert_true(utf8_is_space(' ') && utf8_is_space(0xa0) && utf8_is_space(0x3000) && utf8_is_space('\n'));
    assert_false(utf8_is_space('x') || utf8_is_space(-1));
    assert_true(utf8_is_cjk(0x6771) && utf8_is_cjk(0x3042) && utf8_is_cjk(0xac00));
    assert_false(utf8_is_cjk('a') || utf8_is_cjk(0x0915));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_code_point_round_trips),
        cmocka_unit_test(test_broken_bytes_are_not_valid_and_count_one_each),
        cmocka_unit_test(test_cut_never_splits_a_character),
        cmocka_unit_test(test_cut_for_people_ends_with_a_whole_word),
        cmocka_unit_test(test_cut_bytes_ends_at_a_boundary),
        cmocka_unit_test(test_clean_replaces_broken_bytes_and_drops_controls),
        cmocka_unit_test(test_nfc_composes_and_fold_ignores_case_and_width),
        cmocka_unit_test(test_normalising_many_pieces_equals_one),
        cmocka_unit_test(test_a_flood_of_marks_is_normalised_in_time),
        cmocka_unit_test(test_width_counts_columns),
        cmocka_unit_test(test_classes_of_code_points),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
