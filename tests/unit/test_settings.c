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
    bad = good, bad.think_pause = str("command");
    expect_fault(bad, "think_pause_command names no program");
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

static void test_every_setting_has_help_and_a_name_of_its_own_in_each_place(void **state)
{
    static const enum setting_place places[] = { SETTING_CONFIG, SETTING_REQUEST, SETTING_STORED };
    static struct field fields[RUN_SETTINGS_MAX];

    (void) state;
    for (size_t p = 0; p < 3; p++) {
        size_t n = run_settings_fields(places[p], 8, fields);

        assert_true(n > 10 && n <= RUN_SETTINGS_MAX);
        for (size_t i = 0; i < n; i++) {
            assert_true(fields[i].help && fields[i].help[0]);
            assert_true(fields[i].offset >= 8 && fields[i].offset < sizeof(struct run_settings) + 8);
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(fields[i].name, fields[k].name);
        }
    }
}

/* What was kept before this version, by its names. */
static void test_settings_of_old_runs_are_read(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct run_settings s;

    assert_int_equal(run_settings_parse(arena,
                                        str("{\"query\":\"q\",\"depth\":\"medium\",\"timeoutMs\":300000,\"phaseMs\":7,"
                                            "\"tierBulk\":[\"a/b\"],\"citationNames\":true,\"noMinSteps\":true,"
                                            "\"continues\":\"run-1\",\"maxSources\":5000,\"hookMs\":9,"
                                            "\"concurrentSearches\":4,\"tokens\":{\"disabled\":true,"
                                            "\"token_safety_margin\":0.0,\"content_archive_ttl_ms\":5,"
                                            "\"summarization_providers\":[\"x/y\"],\"digest_policy\":\"always\"}}"),
                                        &s, NULL),
                     0);
    assert_int_equal(s.depth, DEPTH_MEDIUM);
    assert_true(s.timeout_ms == 300000 && s.phase_ms == 7 && s.hook_ms == 9 && s.concurrent_searches == 4);
    assert_true(s.max_sources == 5000); /* above today's limit: it was not, then */
    assert_true(str_is(s.tier_bulk.items[0], "a/b") && str_is(s.continues, "run-1"));
    assert_true(str_is(s.citation_keys, "names") && s.no_min_steps);
    assert_true(s.tokens.disabled && s.tokens.archive_ttl_ms == 5 && s.tokens.digest == DIGEST_ALWAYS);
    assert_true(str_is(s.tokens.summarizers.items[0], "x/y"));
    /* A limit that was not kept is the default; what was kept stays. */
    run_settings_complete(&s);
    assert_true(s.timeout_ms == 300000 && s.phase_ms == 7 && s.operation_ms == 360000 && s.synthesis_ms == 600000);
    assert_true(s.tokens.summarization_ms == 60000 && s.tokens.archive_ttl_ms == 5 && s.tokens.runtime_overhead == 0);
    arena_free(arena);
}

static void test_what_is_given_beats_what_is_set_up(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct run_settings to = { .max_sources = 7, .clarify = true, .language = str("de"), .verify = VERIFY_QUICK };
    struct run_settings from = { .max_sources = 3, .language = str("fr"), .verify = VERIFY_FULL };
    struct str_list given = { 0 };

    run_settings_take(&to, &from, &given);
    assert_true(to.max_sources == 7 && to.clarify && str_is(to.language, "de") && to.verify == VERIFY_QUICK);
    str_list_add(arena, &given, str("language"));
    str_list_add(arena, &given, str("clarify"));
    str_list_add(arena, &given, str("verify"));
    str_list_add(arena, &given, str("contexts")); /* is no setting of a request */
    run_settings_take(&to, &from, &given);
    assert_true(to.max_sources == 7 && !to.clarify && str_is(to.language, "fr") && to.verify == VERIFY_FULL);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_fault_has_its_own_message),
        cmocka_unit_test(test_json_round_trip_gives_equal_text),
        cmocka_unit_test(test_a_run_stored_with_the_old_switch_stays_unverified),
        cmocka_unit_test(test_every_setting_has_help_and_a_name_of_its_own_in_each_place),
        cmocka_unit_test(test_settings_of_old_runs_are_read),
        cmocka_unit_test(test_what_is_given_beats_what_is_set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
