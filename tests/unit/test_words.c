#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "text/lexicon.h"
#include "text/wordmap.h"
#include "text/identifier.h"
#include "text/words.h"

/* The folded words, joined by bars. */
static void folds(const char *text, const char *want)
{
    struct arena *arena = arena_new();
    struct words words = { 0 };
    struct buf out;

    buf_init(&out, 4096);
    words_of(arena, str(text), language_named(str("en")), &words);
    for (size_t i = 0; i < words.n; i++) {
        buf_add_z(&out, i ? "|" : "");
        buf_add_str(&out, words.items[i].fold);
        assert_true(word_end(&words.items[i]) <= strlen(text));
        assert_memory_equal(text + words.items[i].start, words.items[i].text.data, words.items[i].text.len);
    }
    assert_string_equal(out.data ? out.data : "", want);
    buf_free(&out);
    arena_free(arena);
}

static void test_words_are_runs_of_letters_and_digits(void **state)
{
    (void) state;
    folds("The cat, the hat.", "the|cat|the|hat");
    folds("BRCA2-deficient cells", "brca2|deficient|cells");
    folds("Smith's dogs don't bark", "smith|dogs|don't|bark");
    folds("Smith\xe2\x80\x99s caf\xc3\xa9", "smith|caf\xc3\xa9");
    folds("1,234.5 and 3.14. End", "1,234.5|and|3.14|end");
    folds("", "");
    folds(" \xff\xfe ... ", "");
}

static void test_treebank_brackets_are_no_words(void **state)
{
    (void) state;
    folds("Vick -LRB- born 1980 -RRB- is", "vick|born|1980|is");
    folds("LRB is a party", "lrb|is|a|party");
}

static void test_cjk_gives_overlapping_pairs(void **state)
{
    (void) state;
    folds("\xe5\x8c\x97\xe4\xba\xac\xe5\xa4\xa7\xe5\xad\xa6",
          "\xe5\x8c\x97\xe4\xba\xac|\xe4\xba\xac\xe5\xa4\xa7|\xe5\xa4\xa7\xe5\xad\xa6");
    folds("\xe5\x8c\x97 a", "\xe5\x8c\x97|a");
}

static struct str stem(struct arena *arena, const char *language, const char *word)
{
    return language_stem(language_named(str(language)), arena, word_fold(arena, str(word)));
}

static void test_words_of_one_family_share_a_stem(void **state)
{
    struct arena *arena = arena_new();

    (void) state;
    assert_true(str_eq(stem(arena, "en", "regulates"), stem(arena, "en", "regulated")));
    assert_true(str_eq(stem(arena, "en", "wrote"), stem(arena, "en", "written")));
    assert_true(str_eq(stem(arena, "en", "children"), stem(arena, "en", "child")));
    assert_true(str_eq(stem(arena, "en", "died"), stem(arena, "en", "death")));
    assert_true(str_eq(stem(arena, "en", "No\xc3\xabl"), stem(arena, "en", "Noel")));
    assert_true(str_eq(stem(arena, "de", "H\xc3\xa4user"), stem(arena, "de", "Haus")));
    assert_false(str_eq(stem(arena, "en", "wind"), stem(arena, "en", "window")));
    arena_free(arena);
}

static void test_marks_that_are_vowels_stay(void **state)
{
    struct arena *arena = arena_new();
    struct str word = str("\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\x82\xe0\xa4\xa6\xe0\xa5\x80"); /* "Hindi" in Devanagari */

    (void) state;
    assert_true(str_eq(language_stem(language_named(str("hi")), arena, word), word));
    arena_free(arena);
}

static void test_language_is_told_by_its_function_words(void **state)
{
    (void) state;
    assert_string_equal(language_code(language_guess(str("The battery was charged by the grid in the night."))), "en");
    assert_string_equal(language_code(language_guess(str("Die Batterie wurde in der Nacht aus dem Netz geladen."))),
                        "de");
    assert_string_equal(language_code(language_guess(str("La batterie est charg\xc3\xa9"
                                                         "e par le r\xc3\xa9seau dans la nuit."))),
                        "fr");
    assert_string_equal(language_code(language_guess(str("La bater\xc3\xad"
                                                         "a se carga por la noche con la energ\xc3\xad"
                                                         "a de la red."))),
                        "es");
    assert_string_equal(language_code(language_guess(str("Lithium batteries"))), "en");
    assert_string_equal(language_code(language_guess(str("\xe5\x8c\x97\xe4\xba\xac\xe5\xa4\xa7\xe5\xad\xa6"))), "");
    assert_string_equal(language_code(language_guess(str("诺曼人 (Normans) 是来自诺曼底的 the Vikings 的后裔。"))), "");
    assert_string_equal(language_code(language_guess(str("The Normans (诺曼人) were the people of Normandy."))), "en");
    assert_string_equal(language_code(language_guess(str("билет в Эрмитаж"))), "ru");
    assert_string_equal(language_code(language_guess(str("اخترع الهاتف"))), "ar");
    assert_string_equal(language_code(language_guess(str(""))), "");
    assert_string_equal(language_code(language_named(str("pt-BR"))), "pt");
    assert_string_equal(language_code(language_named(str("xx"))), "");
}

static void guessed(const char *text, const char *want)
{
    const char *got = language_code(language_guess(str(text)));

    if (strcmp(got, want) != 0)
        fail_msg("\"%s\", not \"%s\": %s", got, want, text);
}

/* Most words of a short question are names; the word that asks tells. */
static void test_short_questions_tell_their_language_by_the_word_that_asks(void **state)
{
    (void) state;
    guessed("Welches Team gewann den Super Bowl?", "de");
    guessed("In welchem County liegt Heimgard?", "de");
    guessed("Wann startete Nova Digital?", "de");
    guessed("¿Quién ganó la Super Bowl?", "es");
    guessed("¿Dónde nació Ana Lund?", "es");
    guessed("Combien de canaux compte Utrecht ?", "fr");
    guessed("Hoeveel sluizen heeft Utrecht?", "nl");
    guessed("Luke Kuechly kaç gol attı?", "tr");
    guessed("Broncos'un Genel Menajeri kimdir?", "tr");
    guessed("Septisemi nedir?", "tr");
    guessed("Кто автор Liber servitoris?", "ru");
    guessed("В каком году вышла песня Fog on the Tyne?", "ru");
    guessed("من ألف كتاب Liber servitoris؟", "ar");
    guessed("Was Angela Merkel in Berlin in 1989?", "en");
    guessed("Who is Recep Tayyip Erdoğan?", "en");
    guessed("What is a Welcher?", "en");
    guessed("Kim Jong Un biography", "en");
    guessed("Wie leidt het project?", "nl");
    guessed("Who was Jack Welch?", "en");
    guessed("Where is Porto de Onde?", "en");
    guessed("What does \"pourquoi\" mean?", "en");
    guessed("What does ¿ mean?", "en");
    guessed("Wem was a city.", "en");
    guessed("Michelle Wie won the US Open. Wie lives in California.", "en");
    guessed("Beşiktaş beat Fenerbahçe on Sunday", "en");
    guessed("Compare Beşiktaş and Kadıköy", "en");
    guessed("Did Erdoğan meet Kılıçdaroğlu?", "en");
    guessed("Η πόλη της Москва", "");
}

static void test_turkish_words_and_numbers_lose_what_follows_an_apostrophe(void **state)
{
    struct arena *arena = arena_new();
    const struct language *turkish = language_named(str("tr"));
    struct words words = { 0 };

    (void) state;
    words_of(arena, str("2015'te Oslo’da O'Neill"), turkish, &words);
    assert_true(str_is(words.items[0].fold, "2015") && (words.items[0].flags & WORD_NUMBER));
    assert_true(str_is(words.items[0].text, "2015'te"));
    assert_true(str_is(words.items[1].fold, "oslo"));
    assert_true(str_is(words.items[2].fold, "o'neill"));
    words = (struct words){ 0 };
    words_of(arena, str("rock'n'roll"), language_named(str("en")), &words);
    assert_true(str_is(words.items[0].fold, "rock'n'roll"));
    arena_free(arena);
}

static void test_stop_words_carry_no_content(void **state)
{
    struct arena *arena = arena_new();
    struct words words = { 0 };

    (void) state;
    words_of(arena, str("The US did not help us"), language_named(str("en")), &words);
    assert_int_equal(words.n, 6);
    assert_false(word_is_content(&words.items[0]));
    assert_true(word_is_content(&words.items[1]));
    assert_true(words.items[3].flags & WORD_NEGATION);
    assert_true(word_is_content(&words.items[4]));
    assert_false(word_is_content(&words.items[5]));
    words.n = 0;
    words_of(arena, str("A vitamin D test"), language_named(str("en")), &words);
    assert_false(word_is_content(&words.items[0]));
    assert_true(word_is_content(&words.items[2]));
    arena_free(arena);
}

static void test_overlap_is_the_share_of_content_words(void **state)
{
    struct arena *arena = arena_new();
    const struct language *en = language_named(str("en"));
    struct words a = { 0 }, b = { 0 }, none = { 0 };

    (void) state;
    words_of(arena, str("The pumps store energy"), en, &a);
    words_of(arena, str("energy is stored by a dam"), en, &b);
    assert_true(words_overlap(&a, &b) > 0.66 && words_overlap(&a, &b) < 0.67);
    assert_true(words_overlap(&none, &b) == 0);
    arena_free(arena);
}

static void test_directions_and_denying_prefixes_are_known(void **state)
{
    struct arena *arena = arena_new();

    (void) state;
    assert_int_equal(lexicon_direction(stem(arena, "en", "inhibits")), -1);
    assert_int_equal(lexicon_direction(stem(arena, "en", "promotes")), 1);
    assert_true(lexicon_prefix_opposite(str("stabl"), str("unstabl")));
    assert_false(lexicon_prefix_opposite(str("able"), str("table")));
    arena_free(arena);
}

static void test_map_keeps_every_word_over_growth(void **state)
{
    struct arena *arena = arena_new();
    struct wordmap map;
    bool fresh;

    (void) state;
    wordmap_init(&map, arena, 1);
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(wordmap_intern(&map, str_format(arena, "w%u", i), i, true, &fresh), i);
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(wordmap_get(&map, str_format(arena, "w%u", i)), i);
    assert_int_equal(wordmap_get(&map, str("absent")), -1);
    wordmap_put(&map, str("w7"), 99);
    assert_int_equal(wordmap_get(&map, str("w7")), 99);
    assert_int_equal(map.n, 5000);
    arena_free(arena);
}

static void identifiers_are(const char *text, const char *want)
{
    struct str_list found = { 0 };
    struct arena *own = arena_new();
    struct str name;
    size_t at = 0;

    while (identifier_next(str(text), &at, &name))
        str_list_add(own, &found, name);
    struct str got = str_join(own, found.items, found.n, "|");
    if (!str_is(got, want))
        fail_msg("%.*s, not %s, in: %s", STR_ARG(got), want, text);
    arena_free(own);
}

static void test_capitals_tell_options_of_one_letter_apart(void **state)
{
    (void) state;
    assert_false(identifier_same(str("-L"), str("-l")));
    assert_true(identifier_same(str("-L"), str("-L")));
    assert_true(identifier_same(str("--Delete"), str("--delete")));
    assert_true(identifier_same(str("Default_Value"), str("default_value")));
}

static void test_identifiers_stand_as_programs_write_them(void **state)
{
    (void) state;
    identifiers_are("What does --delete do, and -x?", "--delete|-x");
    identifiers_are("Set default_value, then os.path.join and std::vector.", "default_value|os.path.join|std::vector");
    identifiers_are("A round-trip of 3.14 in 2010-2015, e.g. here -- or a--b.", "");
    identifiers_are("", "");
    identifiers_are("----- ___ ::", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capitals_tell_options_of_one_letter_apart),
        cmocka_unit_test(test_identifiers_stand_as_programs_write_them),
        cmocka_unit_test(test_words_are_runs_of_letters_and_digits),
        cmocka_unit_test(test_treebank_brackets_are_no_words),
        cmocka_unit_test(test_cjk_gives_overlapping_pairs),
        cmocka_unit_test(test_words_of_one_family_share_a_stem),
        cmocka_unit_test(test_marks_that_are_vowels_stay),
        cmocka_unit_test(test_language_is_told_by_its_function_words),
        cmocka_unit_test(test_short_questions_tell_their_language_by_the_word_that_asks),
        cmocka_unit_test(test_turkish_words_and_numbers_lose_what_follows_an_apostrophe),
        cmocka_unit_test(test_stop_words_carry_no_content),
        cmocka_unit_test(test_overlap_is_the_share_of_content_words),
        cmocka_unit_test(test_directions_and_denying_prefixes_are_known),
        cmocka_unit_test(test_map_keeps_every_word_over_growth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
