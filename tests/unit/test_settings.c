#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/settings.h"

static void expect_fault(struct run_settings settings, const char *says)
{
    struct error e = { 0 };

    assert_int_equal(run_settings_check(&settings, &e), -ERROR_INVALID);
    assert_non_null(strstr(e.message, says));
}

static void test_each_fault_has_its_own_message(void **state)
{
    (void) state;
    struct run_settings good = { .query = str("q"), .depth = DEPTH_MEDIUM };
    struct run_settings bad = good;

    assert_int_equal(run_settings_check(&good, NULL), 0);
    bad.query = str(" \n\t");
    expect_fault(bad, "question is empty");
    bad = good, bad.query = str("\xff\xfe");
    expect_fault(bad, "UTF-8");
    bad = good, bad.depth = 9;
    expect_fault(bad, "depth");
    bad = good, bad.max_sources = -1;
    expect_fault(bad, "maxSources must be at least 1");
    bad = good, bad.since = str("yesterday");
    expect_fault(bad, "not a date");
    bad = good, bad.mode = str("quick");
    expect_fault(bad, "mode");
    bad = good, bad.citations = str("none");
    expect_fault(bad, "citations");
    bad = good, bad.budget_usd = -1;
    expect_fault(bad, "dollars");
    bad = good, bad.budget_usd = 0.0 / 0.0;
    expect_fault(bad, "dollars");
}

static void test_depth_has_two_spellings(void **state)
{
    (void) state;
    assert_int_equal(depth_named(str("basic")), DEPTH_LIGHT);
    assert_int_equal(depth_named(str("standard")), DEPTH_MEDIUM);
    assert_int_equal(depth_named(str("deep")), DEPTH_EXTENDED);
    assert_int_equal(depth_named(str("extended")), DEPTH_EXTENDED);
    assert_int_equal(depth_named(str("auto")), DEPTH_AUTO);
    assert_int_equal(depth_named(str("huge")), -1);
}

static void test_json_round_trip_gives_equal_text(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct context_file contexts[] = { { str("a.txt"), str("00ff") } };
    struct run_settings settings = { .query = str("q?"),
                                     .workflow = str("loop"),
                                     .depth = DEPTH_LIGHT,
                                     .budget_usd = 0.1,
                                     .contexts = contexts,
                                     .contexts_n = 1,
                                     .max_sources = 7,
                                     .extractive = true };
    struct run_settings back;

    str_list_add(arena, &settings.models, str("openai/gpt-5.2"));
    struct str text = run_settings_text(arena, &settings);
    assert_int_equal(run_settings_parse(arena, text, &back, NULL), 0);
    assert_true(str_eq(text, run_settings_text(arena, &back)));
    assert_int_equal(back.depth, DEPTH_LIGHT);
    assert_true(str_is(back.contexts[0].name, "a.txt"));
    assert_true(back.extractive);
    assert_true(run_settings_parse(arena, str("[1]"), &back, &(struct error){ 0 }) < 0);
    arena_free(arena);
}

static void test_a_run_stored_with_the_old_switch_stays_unverified(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct run_settings back;

    assert_int_equal(run_settings_parse(arena, str("{\"query\":\"q\",\"noVerify\":true}"), &back, NULL), 0);
    assert_int_equal(back.verify, VERIFY_OFF);
    assert_int_equal(run_settings_parse(arena, str("{\"query\":\"q\",\"noVerify\":false}"), &back, NULL), 0);
    assert_int_equal(back.verify, VERIFY_FULL);
    assert_int_equal(run_settings_parse(arena, str("{\"query\":\"q\",\"verify\":\"quick\"}"), &back, NULL), 0);
    assert_int_equal(back.verify, VERIFY_QUICK);
    arena_free(arena);
}

static void test_every_field_has_help(void **state)
{
    (void) state;
    for (const struct field *f = run_settings_fields; f->type != FIELD_TYPE_END; f++)
        assert_true(f->help && f->help[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_fault_has_its_own_message),
        cmocka_unit_test(test_depth_has_two_spellings),
        cmocka_unit_test(test_json_round_trip_gives_equal_text),
        cmocka_unit_test(test_a_run_stored_with_the_old_switch_stays_unverified),
        cmocka_unit_test(test_every_field_has_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
