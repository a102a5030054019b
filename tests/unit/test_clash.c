/* Which sentences of the passages the writer is pointed at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/arena.h"
#include "workflows/clash.h"

/* A passage of each of two sources; what is told of them. */
static struct str told(struct arena *arena, const char *a, const char *b, bool copies)
{
    struct source_row rows[] = { { .url = str("https://a.example/") }, { .url = str("https://b.example/") } };
    struct source_list list = { .items = rows, .n = 2 };
    struct evidence_span spans[] = { { .source = 0, .quote = str(a), .relevance = 800 },
                                     { .source = 1, .quote = str(b), .relevance = 800 } };
    size_t clusters[] = { 0, copies ? 0 : 1 };
    const struct evidence_pool pool = {
        .sources = &list, .spans = spans, .spans_n = 2, .cluster = clusters, .clustered = 2
    };

    return clash_lines(arena, &pool);
}

struct pair {
    const char *a, *b;
};

#define MONTHS_2 "An espresso machine should be descaled every two months where the water is hard."
#define MONTHS_3 "An espresso machine should be descaled every three months where the water is hard, in our experience."

static void test_another_figure_in_the_same_sentence_is_told(void **state)
{
    static const struct pair pairs[] = {
        { MONTHS_2, MONTHS_3 },
        { "It removes limescale. " MONTHS_2 " Use citric acid.", MONTHS_3 },
        { "A heat pump cost an average household 940 euros a year to run in 2025.",
          "A heat pump cost an average household 1,150 euros a year to run in 2025." },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!told(arena, pairs[i].a, pairs[i].b, false).len || !told(arena, pairs[i].b, pairs[i].a, false).len)
            fail_msg("not told: %s | %s", pairs[i].a, pairs[i].b);
    assert_true(
        str_is(told(arena, MONTHS_2, MONTHS_3, false), "- \"" MONTHS_2 "\" [1] against \"" MONTHS_3 "\" [2]\n"));
    arena_free(arena);
}

static void test_what_may_stand_side_by_side_is_not_told(void **state)
{
    static const struct pair pairs[] = {
        { MONTHS_2, MONTHS_2 },
        { "An espresso machine cost 400 euros in 2023.", "An espresso machine cost 450 euros in 2024." },
        { "The pump of the machine makes 15 bar.", "The boiler of the machine holds 9 bar." },
        { "The road is 40 metres long and 12 metres wide.", "The road is 50 metres long and 9 metres wide." },
        { "The bridge was opened in spring.", "A ton of cement sells for 140 euros." },
        { "| two months | hard |", "| three months | hard |" },
        { "", "" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct str lines = told(arena, pairs[i].a, pairs[i].b, false);

        if (lines.len)
            fail_msg("told: %.*s", STR_ARG(lines));
    }
    assert_int_equal(told(arena, MONTHS_2, MONTHS_3, true).len, 0); /* copies of one text */
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_another_figure_in_the_same_sentence_is_told),
        cmocka_unit_test(test_what_may_stand_side_by_side_is_not_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
