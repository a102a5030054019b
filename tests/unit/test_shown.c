/* What the writer is told about a passage: which of the things that were looked for it serves. */
#include "arena_case.h"

#include "evidence/evidence.h"

static const char *const aims[] = { "Hallen tidal barrage cost of building", "Hallen tidal barrage effect on birds",
                                    "Hallen tidal barrage jobs and income of the region" };

/* The passage as it is shown, of a page that those aims found (by their letters). */
static struct str shown(const char *title, const char *found, const char *passage)
{
    struct source_row source = { .title = str(title), .url = str("https://a.example/"), .text = str(passage) };
    struct source_list list = { .items = &source, .n = 1 };
    struct evidence_span span = { .at = { 0, str(passage).len }, .quote = str(passage) };
    const struct evidence_pool pool = { .sources = &list, .spans = &span, .spans_n = 1 };
    struct evidence_showing showing = { .question = str("What speaks for the Hallen tidal barrage?") };
    struct evidence_shown ret;

    for (const char *c = found; *c; c++)
        if (source.query.len == 0)
            source.query = str(aims[*c - 'a']);
        else
            str_list_add(arena, &source.queries, str(aims[*c - 'a']));
    for (size_t i = 0; i < 3; i++)
        str_list_add(arena, &showing.aims, str(aims[i]));
    evidence_show(arena, &pool, &showing, &ret);
    return ret.items[0];
}

static void test_a_passage_serves_what_it_speaks_of(void **state)
{
    static const struct {
        const char *title, *found, *passage, *serves;
    } rows[] = {
        { "The project", "abc", "Building the Hallen tidal barrage will cost 620 million euros.", "\nServes: a\n" },
        { "The project", "abc", "The Hallen tidal barrage takes the mud flats from 40,000 birds.", "\nServes: b\n" },
        { "The project", "abc", "The Hallen tidal barrage brings jobs and income to the region.", "\nServes: c\n" },
        { "The project", "a", "The Hallen tidal barrage brings jobs and income to the region.", "\nServes: c\n" },
        { "The project", "abc", "The cost of building and the effect on birds were weighed.", "\nServes: a, b\n" },
        { "Effect on birds", "b", "Mud flats will be under water for longer.", "\nServes: b\n" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str text = shown(rows[i].title, rows[i].found, rows[i].passage);

        if (!str_contains(text, rows[i].serves))
            fail_msg("%.*s\nlacks %s", STR_ARG(text), rows[i].serves);
    }
}

static void test_the_subject_alone_and_other_words_serve_nothing(void **state)
{
    (void) state;
    assert_false(str_contains(shown("The project", "abc", "The Hallen tidal barrage has 24 turbines."), "Serves"));
    assert_false(str_contains(shown("The project", "abc", "The inlet is two kilometres wide."), "Serves"));
    /* One word of an aim that did not find the page is no sign. */
    assert_false(str_contains(shown("The project", "a", "The region has two ports."), "Serves"));
    /* Nor is it one of a page about something else, although the aim found that. */
    assert_false(str_contains(shown("Water works", "abc", "The birds of the lake were counted."), "Serves"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_passage_serves_what_it_speaks_of, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_subject_alone_and_other_words_serve_nothing, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
