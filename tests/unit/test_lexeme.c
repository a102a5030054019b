/* tsan */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "text/lexeme.h"
#include "text/words.h"

enum { THREADS = 4, WORDS = 3000 };

static int wrong[THREADS];

/* Each thread meets the same words in another order. */
static void *meet(void *arg)
{
    int *mine = arg;
    const struct language *english = language_named(str("en"));
    struct arena *arena = arena_new();

    for (int i = 0; i < WORDS; i++) {
        int n = (i * 7 + (int) (mine - wrong) * 911) % WORDS;
        struct str word = str_format(arena, "%cunning%dations", 'a' + n % 26, n / 26);
        const struct lexeme *lexeme = lexeme_of(english, word);

        *mine += !lexeme || !str_eq(lexeme->fold, word) || !str_eq(lexeme->stem, language_stem(english, arena, word));
    }
    arena_free(arena);
    return NULL;
}

static void test_threads_that_meet_the_same_words_agree(void **state)
{
    pthread_t threads[THREADS];

    (void) state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, meet, &wrong[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(wrong[i], 0);
    }
}

static void test_a_language_keeps_its_words_to_itself(void **state)
{
    const struct lexeme *english = lexeme_of(language_named(str("en")), str("die"));
    const struct lexeme *german = lexeme_of(language_named(str("de")), str("die"));

    (void) state;
    assert_false(english->stop);
    assert_true(german->stop);
    assert_true(lexeme_of(language_named(str("en")), str("never"))->negation);
    assert_ptr_equal(lexeme_of(language_named(str("de")), str("die")), german);
}

/* What does not fit is worked out as ever: a text of more words than are kept reads the same. */
static void test_more_words_than_are_kept_are_read_all_the_same(void **state)
{
    struct arena *arena = arena_new();
    const struct language *english = language_named(str("en"));

    (void) state;
    for (int i = 0; i < 20000; i++) {
        struct str text = str_format(arena, "Word%dings", i);
        struct words words = { 0 };

        words_of(arena, text, english, &words);
        assert_int_equal(words.n, 1);
        assert_true(str_eq(words.items[0].fold, word_fold(arena, text)));
        assert_true(str_eq(words.items[0].stem, language_stem(english, arena, words.items[0].fold)));
    }
    assert_null(lexeme_of(english, str_format(arena, "%060d", 1)));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_that_meet_the_same_words_agree),
        cmocka_unit_test(test_a_language_keeps_its_words_to_itself),
        cmocka_unit_test(test_more_words_than_are_kept_are_read_all_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
