/* What a line typed at a plan does to it. */
#include "arena_case.h"

#include "workflows/plan_edit.h"

/* The plan a|b|c|d after the line; "?", "!" …: it is as it was, for the reason that the sign stands for. */
static struct str after(const char *line)
{
    static const char *const signs[] = { "go", NULL, "note", "stop", "help", "wrong", "unknown" };
    struct str_list plan = { 0 };
    struct str said;

    for (const char *c = "abcd"; *c; c++)
        str_list_add(arena, &plan, str_n(c, 1));
    enum plan_edit edit = plan_edit(arena, &plan, str(line), &said);
    plan_edit_settle(arena, &plan);
    struct str left = str_join(arena, plan.items, plan.n, "|");
    if (edit == PLAN_CHANGED)
        return left;
    assert_true(str_is(left, "a|b|c|d")); /* nothing was changed by halves */
    assert_true((edit == PLAN_WRONG || edit == PLAN_NOTED) == (said.len > 0));
    return str(signs[edit]);
}

static void test_commands_do_what_they_say_and_nothing_else_changes_the_plan(void **state)
{
    static const struct {
        const char *line, *after;
    } rows[] = {
        { "", "go" },
        { "  ", "go" },
        { "go", "go" },
        { "OK", "go" },
        { "ok, go", "go" },
        { "Yes, looks good. Go ahead!", "go" },
        { "it is the plan", "unknown" },
        { "stop", "stop" },
        { "?", "help" },
        { "drop 3", "a|b|d" },
        { "drop step 3", "a|b|d" },
        { "Drop step 3.", "a|b|d" },
        { "remove lines 1 and 3", "b|d" },
        { "delete 2,3", "a|d" },
        { "drop 2-4", "a" },
        { "drop #2", "a|c|d" },
        { "drop last", "a|b|c" },
        { "-2", "a|c|d" },
        { "- 2", "a|c|d" },
        { "drop 1 2 3 4", "" },
        { "drop 7", "wrong" },
        { "drop 0", "wrong" },
        { "drop 2 and 9", "wrong" },
        { "drop 99999999999999999999", "unknown" },
        { "drop the one about cats", "unknown" },
        { "drop", "unknown" },
        { "drop 4-2", "unknown" },
        { "drop all", "unknown" },
        { "2: other words", "a|other words|c|d" },
        { "2. other words", "a|other words|c|d" },
        { "2) other words", "a|other words|c|d" },
        { "step 2: other words", "a|other words|c|d" },
        { "change 2 to other words", "a|other words|c|d" },
        { "change step 2 to other words", "a|other words|c|d" },
        { "replace 4 with x", "a|b|c|x" },
        { "9: words", "wrong" },
        { "3.", "unknown" },
        { "3", "unknown" },
        { "3.5 percent", "unknown" },
        { "12:30 is too late", "unknown" },
        { "2020: what happened then", "unknown" },
        { "2: ", "unknown" },
        { "change 2", "unknown" },
        { "change the second", "unknown" },
        { "add fire rules", "a|b|c|d|fire rules" },
        { "+ fire rules", "a|b|c|d|fire rules" },
        { "add", "unknown" },
        { "add Denmark and drop the prices", "unknown" }, /* a sentence for the planner */
        { "add: Denmark and drop the prices", "a|b|c|d|Denmark and drop the prices" },
        { "note prices only", "note" },
        { "recycling yards", "unknown" },
        { "I would drop step 3", "unknown" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!str_is(after(rows[i].line), rows[i].after))
            fail_msg("\"%s\" leads to \"%.*s\"", rows[i].line, STR_ARG(after(rows[i].line)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_commands_do_what_they_say_and_nothing_else_changes_the_plan, setup,
                                        teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
