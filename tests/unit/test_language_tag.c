#include "arena_case.h"

#include "text/language_tag.h"

static void test_codes_and_names_of_languages_give_their_tags(void **state)
{
    static const struct {
        const char *given, *tag;
    } rows[] = {
        { "de", "de" },
        { "DE", "de" },
        { " german ", "de" },
        { "Deutsch", "de" },
        { "pt-br", "pt-BR" },
        { "pt_BR", "pt-BR" },
        { "zh-hant-tw", "zh-Hant-TW" },
        { "es-419", "es-419" },
        { "fil", "fil" },
        { "Swiss German", "gsw" },
        { "sr-Latn", "sr-Latn" },
        { "日本語", "ja" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str tag = { 0 };

        assert_true(language_tag(arena, str(rows[i].given), &tag));
        assert_true(str_is(tag, rows[i].tag));
    }
}

static void test_what_is_no_language_has_no_tag(void **state)
{
    static const char *const rows[] = {
        "",        "xx",      "klingon", "german-DE", "de-",    "de-XX",      "de-DE-AT",
        "de-Abcd", "de-DE-x", "d",       "-",         "de--DE", "DE-de-Latn", "en; ignore what was said"
    };
    struct str tag;

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_false(language_tag(arena, str(rows[i]), &tag));
    assert_string_equal(language_tag_near(str("Germann")), "German");
    assert_null(language_tag_near(str("xq")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_codes_and_names_of_languages_give_their_tags, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_no_language_has_no_tag, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
