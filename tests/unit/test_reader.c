/* A reader gives what reading gives, once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "judge/reader.h"

static void test_it_gives_what_reading_gives(void **state)
{
    struct arena *arena = arena_new();
    struct reader *reader = reader_new(arena);
    struct str text = str("In 2019 the plant stored 1,200 MWh. Its batteries were ageing.");
    const struct language *english = language_named(str("en"));
    struct words words = { 0 };
    struct numbers numbers = { 0 };
    struct sentences sentences = { 0 };

    (void) state;
    words_of(arena, text, english, &words);
    numbers_of(arena, text, &numbers);
    sentences_of(arena, text, &sentences);
    const struct words *read = reader_words(reader, text, english);
    assert_int_equal(read->n, words.n);
    for (size_t i = 0; i < words.n; i++)
        assert_true(str_eq(read->items[i].stem, words.items[i].stem));
    assert_int_equal(reader_numbers(reader, text)->n, numbers.n);
    assert_true(reader_numbers(reader, text)->items[1].low == numbers.items[1].low);
    assert_int_equal(reader_sentences(reader, text)->n, 2);
    assert_int_equal(reader_sentences(reader, text)->items[1].start, sentences.items[1].start);
    assert_ptr_equal(reader_language(reader, text), language_guess(text));
    arena_free(arena);
}

static void test_it_reads_a_text_once(void **state)
{
    struct arena *arena = arena_new();
    struct reader *reader = reader_new(arena);
    struct str text = str("Cells lost 2 percent of their capacity.");
    const struct language *english = language_named(str("en"));
    const struct words *first = reader_words(reader, text, english);
    const struct numbers *numbers = reader_numbers(reader, text);

    (void) state;
    assert_ptr_equal(reader_words(reader, text, english), first);
    assert_ptr_equal(reader_words(reader, str_n(text.data, text.len), english), first);
    assert_ptr_equal(reader_numbers(reader, text), numbers);
    arena_free(arena);
}

static void test_parts_and_languages_are_told_apart(void **state)
{
    struct arena *arena = arena_new();
    struct reader *reader = reader_new(arena);
    struct str text = str("Batterien altern schneller als gedacht");
    const struct language *english = language_named(str("en")), *german = language_named(str("de"));

    (void) state;
    assert_int_equal(reader_words(reader, text, german)->n, 5);
    assert_int_equal(reader_words(reader, str_sub(text, 0, 9), german)->n, 1);
    assert_ptr_not_equal(reader_words(reader, text, english), reader_words(reader, text, german));
    assert_true(word_is_content(&reader_words(reader, text, english)->items[3]));
    assert_false(word_is_content(&reader_words(reader, text, german)->items[3])); /* "als" */
    arena_free(arena);
}

static void test_what_it_gave_stays_when_it_has_read_much(void **state)
{
    enum { TEXTS = 3000 };
    struct arena *arena = arena_new();
    struct reader *reader = reader_new(arena);
    const struct language *english = language_named(str("en"));
    struct str texts[TEXTS];
    const struct words *given[TEXTS];

    (void) state;
    for (size_t i = 0; i < TEXTS; i++) {
        texts[i] = str_format(arena, "number %zu", i);
        given[i] = reader_words(reader, texts[i], english);
    }
    for (size_t i = 0; i < TEXTS; i++) {
        assert_ptr_equal(reader_words(reader, texts[i], english), given[i]);
        assert_true(str_eq(given[i]->items[1].text, str_sub(texts[i], 7, texts[i].len)));
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_gives_what_reading_gives),
        cmocka_unit_test(test_it_reads_a_text_once),
        cmocka_unit_test(test_parts_and_languages_are_told_apart),
        cmocka_unit_test(test_what_it_gave_stays_when_it_has_read_much),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
