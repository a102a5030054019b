#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "text/tokens.h"

static void between(const char *text, size_t least, size_t most)
{
    size_t n = tokens_estimate(str(text));

    if (n < least || n > most)
        fail_msg("%zu tokens, not %zu to %zu: %s", n, least, most, text);
}

/* The ranges are 15 % around the mean of the common tokenizers. */
static void test_prose_is_near_what_tokenizers_count(void **state)
{
    (void) state;
    between("The quick brown fox jumps over the lazy dog while the five boxing wizards jump quickly.", 17, 23);
    between("In 2023, global average atmospheric carbon dioxide was 419.3 parts per million, a new record high.", 21,
            29);
    between("Der schnelle braune Fuchs springt über den faulen Hund, während die Zauberer zuschauen.", 18, 27);
    between("人工智能正在改变我们的生活方式和工作方式。", 12, 18);
    between("Быстрая коричневая лиса прыгает через ленивую собаку.", 15, 24);
    between("for (int i = 0; i < n; i++) { sum += values[i] * 2; }", 18, 30);
}

static void test_no_text_is_free_and_any_text_costs(void **state)
{
    (void) state;
    assert_int_equal(tokens_estimate(str("")), 0);
    assert_int_equal(tokens_estimate((struct str){ 0 }), 0);
    assert_int_equal(tokens_estimate(str("a")), 1);
    assert_int_equal(tokens_estimate(str(" ")), 1);
    assert_int_equal(tokens_estimate(str("\xff")), 1);
}

static void test_more_text_never_costs_less(void **state)
{
    struct str s = str("Mixed TEXT 12ab CamelCase 東京 \xff\xfe é 😀    indented {\"k\": [1,2.5]}\n\n");
    size_t before = 0;

    (void) state;
    for (size_t n = 0; n <= s.len; n++) {
        size_t now = tokens_estimate(str_sub(s, 0, n));

        if (n && (s.data[n - 1] & 0x80) == 0) { /* inside a character the estimate may wait */
            assert_true(now >= before);
            before = now;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prose_is_near_what_tokenizers_count),
        cmocka_unit_test(test_no_text_is_free_and_any_text_costs),
        cmocka_unit_test(test_more_text_never_costs_less),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
