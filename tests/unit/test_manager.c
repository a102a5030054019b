/* The manager's own words: which phases follow one another, and what of the stored state a person is shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "workflows/manager.h"
#include "workflows/workflows.h"

static void test_only_the_changes_of_the_table_are_legal(void **state)
{
    static const char *const legal[] = { "initial waiting_for_answers", "initial researching",
                                         "waiting_for_answers researching", "researching complete", NULL };
    struct arena *arena = arena_new();

    (void) state;
    for (int from = 0; from < MANAGER_PHASES; from++)
        for (int to = 0; to < MANAGER_PHASES; to++) {
            struct str change = str_format(arena, "%s %s", manager_phase_words[from], manager_phase_words[to]);

            assert_int_equal(manager_phase_may((enum manager_phase) from, (enum manager_phase) to),
                             str_is_any(change, legal));
        }
    assert_null(manager_phase_words[MANAGER_PHASES]);
    arena_free(arena);
}

static struct str value_of(const struct status_lines *lines, const char *name)
{
    for (size_t i = 0; i < lines->n; i++)
        if (str_is(lines->items[i].name, name))
            return lines->items[i].value;
    return str("(absent)");
}

static void test_the_state_is_told_in_words(void **state)
{
    struct arena *arena = arena_new();
    struct status_lines lines = { 0 };

    (void) state;
    workflow_named(str("manager"))
        ->describe(arena,
                   str("{\"phase\":\"researching\",\"query\":\"q\",\"clarifications\":[{\"questions\":[\"a?\"],"
                       "\"answer\":\"b\"},{\"questions\":[\"c?\"],\"answer\":\"\"}],\"assumptions\":[\"d\"],"
                       "\"searches\":[{\"status\":\"completed\"},{\"status\":\"failed\"},{\"status\":\"pending\"}]}"),
                   &lines);
    assert_true(str_is(value_of(&lines, "searches"), "2 of 3 made"));
    assert_true(str_is(value_of(&lines, "answers"), "b"));
    assert_true(str_is(value_of(&lines, ""), "(left to fathom)"));
    assert_true(str_is(value_of(&lines, "assumed"), "d"));
    lines = (struct status_lines){ 0 };
    workflow_named(str("manager"))->describe(arena, str("no state"), &lines);
    assert_int_equal(lines.n, 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_the_changes_of_the_table_are_legal),
        cmocka_unit_test(test_the_state_is_told_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
