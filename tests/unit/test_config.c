#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/log.h"
#include "run/settings.h"
#include "service/config.h"
#include "service/value.h"

struct fixture {
    struct arena *arena;
    struct environment *environment;
    struct str dir;
    struct config config;
    struct error e;
};

static struct fixture begin(void)
{
    struct fixture f = { .arena = arena_new() };

    f.environment = environment_new(f.arena, false);
    environment_set(f.environment, str("HOME"), str("/home/u"));
    assert_int_equal(file_temp_dir(f.arena, "config", &f.dir, &f.e), 0);
    return f;
}

static void end(struct fixture *f)
{
    file_remove_tree(f->dir.data, NULL);
    arena_free(f->arena);
}

static int load(struct fixture *f, const char *yaml)
{
    struct str path = str_format(f->arena, "%.*s/config.yaml", STR_ARG(f->dir));

    assert_int_equal(file_write_atomic(path.data, str(yaml), 0600, &f->e), 0);
    return config_load(f->arena, &(struct config_options){ .path = path.data }, f->environment, &f->config, &f->e);
}

static void expect_error(const char *yaml, const char *says)
{
    struct fixture f = begin();

    assert_int_equal(load(&f, yaml), -ERROR_MISCONFIGURED);
    if (!strstr(f.e.message, says))
        fail_msg("\"%s\" does not say \"%s\"", f.e.message, says);
    end(&f);
}

static void test_unknown_keys_are_named_with_place_and_nearest(void **state)
{
    (void) state;
    expect_error("depth: medium\nserch:\n  engines: [serper]\n",
                 "config.yaml:2:1: unknown key \"serch\"; did you mean \"search\"?");
    expect_error("search:\n  engine: [serper]\n",
                 "config.yaml:2:3: unknown key \"engine\" in search; did you mean \"engines\"?");
    expect_error("providers:\n  openai:\n    keey: x\n",
                 "config.yaml:3:5: unknown key \"keey\" in providers; did you mean \"key\"?");
    expect_error("zzzzzzzzzzzz: 1\n", "unknown key \"zzzzzzzzzzzz\".");
}

static void test_broken_yaml_names_line_and_column(void **state)
{
    (void) state;
    expect_error("depth: [1, 2\nworkflow: loop\n", "config.yaml:3:1: this is not YAML");
    expect_error("\tdepth: light\n", "config.yaml:1:1: this is not YAML");
    expect_error("depth: light\ndepth: deep\n", "config.yaml:2:1: this is not YAML: duplicate key");
    expect_error("- a\n- b\n", "must be a mapping");
    expect_error("\"", "this is not YAML");
    expect_error("depth: \xe0light\n", "not valid UTF-8");
    expect_error("# c\n%YAML 1.2\n---\ndepth: light\n", "config.yaml:2:1: directives (%...) are not supported");
    expect_error("%d\xe0"
                 "epdh: lig\n---\nb:--\x02"
                 "2:-\n[",
                 "not valid UTF-8"); /* libfyaml never ends */
    expect_error("depth: light\n---\ndepth: deep\n", "config.yaml:3:1: a second document begins here");
    expect_error("depth: light\n---\n[\n", "this is not YAML");
}

static void test_values_are_checked_with_their_place(void **state)
{
    (void) state;
    expect_error("depth: dep\n", "config.yaml:1:8: depth \"dep\" is unknown; did you mean \"deep\"?");
    expect_error("max_sources: 0\n", "config.yaml:1:14: max_sources is 0; it must be from 1 to 1000");
    expect_error("timeout: soon\n", "not a duration");
    expect_error("budget_usd: -1\n", "budget_usd is -1");
    expect_error("keep_requests: perhaps\n", "true or false");
    expect_error("models: {a: b}\n", "must be a list");
    expect_error("search: 3\n", "search must be a mapping");
    expect_error("workflow: lop\n",
                 "config.yaml:1:11: workflow \"lop\" is unknown; did you mean \"loop\"? Known: reflect");
    expect_error("fetch: {allow_networks: [10.0.0.0/8, everywhere]}\n", "config.yaml:1:38: fetch.allow_networks");
    expect_error("default_provider: opnai\n", "default_provider \"opnai\" is unknown; did you mean \"openai\"?");
    expect_error("workflow: &a loop\nlanguage: *a\n", "aliases");
}

static void test_variables_are_expanded(void **state)
{
    (void) state;
    struct fixture f = begin();

    environment_set(f.environment, str("WORD"), str("deep"));
    assert_int_equal(load(&f, "depth: ${WORD}\nlanguage: ${NONE:-en}\nsystem_prompt: \"$${x} and ${WORD}er\"\n"), 0);
    assert_int_equal(f.config.research.depth, DEPTH_EXTENDED);
    assert_true(str_is(f.config.research.language, "en"));
    assert_true(str_is(f.config.research.system_prompt, "${x} and deeper"));
    end(&f);
    expect_error("language: ${NOT_SET_HERE}\n", "config.yaml:1:11: the environment variable NOT_SET_HERE is not set");
    expect_error("language: ${OPEN\n", "not closed");
    expect_error("language: ${A:-${B}}\n", "config.yaml:1:11: \"${...}\" cannot stand inside another");
    expect_error("language: ${A:-${B:-en}}\n", "cannot stand inside another");
}

static void test_environment_beats_the_file(void **state)
{
    (void) state;
    struct fixture f = begin();

    environment_set(f.environment, str("FATHOM_DEPTH"), str("light"));
    environment_set(f.environment, str("FATHOM_MODELS"), str("a/b, c/d"));
    environment_set(f.environment, str("FATHOM_SEARCH_TIMEOUT"), str("5s"));
    environment_set(f.environment, str("FATHOM_HOME"), str("/data/fathom"));
    environment_set(f.environment, str("FATHOM_ALLOW_NETWORKS"), str("127.0.0.0/8,::1/128"));
    assert_int_equal(load(&f, "depth: deep\nmodels: [x/y]\nsearch: {timeout: 9s}\nhome: /elsewhere\n"), 0);
    assert_int_equal(f.config.research.depth, DEPTH_LIGHT);
    assert_int_equal(f.config.research.models.n, 2);
    assert_true(str_is(f.config.research.models.items[1], "c/d"));
    assert_int_equal(duration_ms(f.config.search.timeout, 0), 5000);
    assert_true(str_is(f.config.home, "/data/fathom"));
    assert_int_equal(f.config.fetch.allow_networks.n, 2);
    environment_set(f.environment, str("FATHOM_MAX_SOURCES"), str("many"));
    assert_int_equal(load(&f, ""), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(f.e.message, "FATHOM_MAX_SOURCES must be a whole number"));
    end(&f);
}

static void test_defaults_and_places(void **state)
{
    (void) state;
    struct fixture f = begin();
    struct config_options none = { 0 };

    environment_set(f.environment, str("XDG_CONFIG_HOME"), f.dir);
    assert_int_equal(config_load(f.arena, &none, f.environment, &f.config, &f.e), 0);
    assert_true(str_is(f.config.path, ""));
    assert_true(str_is(f.config.home, "/home/u/.local/share/fathom"));
    assert_true(str_is(f.config.research.workflow, "reflect"));
    assert_true(str_is(f.config.search.timeout, "30s"));
    assert_int_equal(f.config.research.max_sources, 0);

    struct str folder = str_format(f.arena, "%.*s/fathom", STR_ARG(f.dir));
    assert_int_equal(file_make_dirs(folder.data, &f.e), 0);
    assert_int_equal(file_write_atomic(str_format(f.arena, "%.*s/config.yaml", STR_ARG(folder)).data,
                                       str("# only comments\nprompts: mine\n"), 0600, &f.e),
                     0);
    assert_int_equal(config_load(f.arena, &none, f.environment, &f.config, &f.e), 0);
    assert_true(str_ends(f.config.prompts, "/fathom/mine"));
    assert_int_equal(
        config_load(f.arena, &(struct config_options){ .path = "/nowhere/c.yaml" }, f.environment, &f.config, &f.e),
        -ERROR_MISCONFIGURED);
    assert_non_null(strstr(f.e.message, "/nowhere/c.yaml"));
    end(&f);
}

static void test_options_of_token_management_exist_by_their_names(void **state)
{
    (void) state;
    struct fixture f = begin();
    const struct token_settings *t = &f.config.research.tokens;

    assert_int_equal(load(&f, ""), 0);
    assert_false(t->disabled || t->no_summarization_cache || t->allow_content_dropping || t->archive);
    assert_true(t->safety_margin == 0.15 && t->archive_ttl_ms == INT64_C(168) * 3600000);
    assert_true(t->runtime_overhead == 10000 && t->summarization_ms == 60000);
    assert_int_equal(
        load(
            &f,
            "token_management_enabled: false\ntoken_safety_margin: 0.2\nruntime_overhead: claude-code\n"
            "summarization_provider: openai/a\nsummarization_providers: [openrouter/b/c]\nsummarization_timeout: 30.5\n"
            "summarization_cache_enabled: false\nallow_content_dropping: true\ncontent_archive_enabled: true\n"
            "content_archive_ttl_hours: 24\nresearch_archive_dir: kept\ndeep_research_max_sources: 60\n"
            "digest_policy: always\nmodel_context_overrides: {ollama/tiny: 8192, big: 500000}\n"),
        0);
    assert_true(t->disabled && t->no_summarization_cache && t->allow_content_dropping && t->archive);
    assert_true(t->runtime_overhead == 60000 && t->summarization_ms == 30500 && t->archive_ttl_ms == 24 * 3600000);
    assert_true(t->summarizers.n == 2 && str_is(t->summarizers.items[0], "openai/a"));
    assert_true(str_ends(t->archive_dir, "/kept") && t->archive_dir.data[0] == '/');
    assert_int_equal(context_override(t, str("ollama/tiny")), 8192);
    assert_int_equal(context_override(t, str("openai/big")), 500000);
    assert_int_equal(context_override(t, str("openai/other")), 0);
    assert_int_equal(load(&f, "model_context_overrides: [a/b=1000, \"c:7b=2000\"]\n"), 0);
    assert_int_equal(context_override(t, str("ollama/c:7b")), 2000);
    end(&f);
    expect_error("runtime_overhead: emacs\n", "claude-code, cursor, codex");
    expect_error("runtime_overhead: -5\n", "neither a number");
    expect_error("model_context_overrides: [a/b]\n", "provider/model=128000");
    expect_error("model_context_overrides: {a/b: large}\n", "provider/model=128000");
    expect_error("token_safety_margin: 1.5\n", "token_safety_margin is 1.5");
    expect_error("content_archive_ttl_hours: 0\n", "from 1 to");
}

static void test_every_environment_has_its_overhead(void **state)
{
    static const struct {
        const char *name;
        int64_t tokens;
    } table[] = {
        { "claude-code", 60000 }, { "cursor", 40000 },     { "codex", 30000 }, { "opencode", 30000 },
        { "gemini-cli", 20000 },  { "direct-api", 10000 }, { "12345", 12345 }, { "0", 0 },
    };
    int64_t tokens;

    (void) state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(runtime_overhead_named(str(table[i].name), &tokens) && tokens == table[i].tokens);
    assert_false(runtime_overhead_named(str(""), &tokens) || runtime_overhead_named(str("99999999999"), &tokens));
}

static void test_keys_in_a_readable_file_are_warned_about_and_secret(void **state)
{
    (void) state;
    struct fixture f = begin();
    const char *yaml =
        "providers:\n  openai: {key: planted-key-123456}\n  mine: {family: openai-chat, base_url: \"http://127.0.0.1:1/v1\"}\n";

    assert_int_equal(load(&f, yaml), 0);
    assert_int_equal(f.config.warnings.n, 0);
    assert_int_equal(f.config.providers_n, 2);
    assert_true(str_is(f.config.providers[1].name, "mine"));
    assert_true(log_has_secret(str("x planted-key-123456 y")));
    struct str path = str_format(f.arena, "%.*s/config.yaml", STR_ARG(f.dir));
    chmod(path.data, 0644);
    assert_int_equal(
        config_load(f.arena, &(struct config_options){ .path = path.data }, f.environment, &f.config, &f.e), 0);
    assert_int_equal(f.config.warnings.n, 1);
    assert_true(str_contains(f.config.warnings.items[0], "chmod 600"));

    environment_set(f.environment, str("K"), str("another-key-987654"));
    assert_int_equal(file_write_atomic(path.data, str("providers:\n  openai: {key: \"${K}\"}\n"), 0644, &f.e), 0);
    assert_int_equal(
        config_load(f.arena, &(struct config_options){ .path = path.data }, f.environment, &f.config, &f.e), 0);
    assert_int_equal(f.config.warnings.n, 0);
    assert_true(log_has_secret(str("another-key-987654")));
    end(&f);
}

static void test_a_key_whose_variable_is_not_set_is_told_when_it_is_used(void **state)
{
    (void) state;
    struct fixture f = begin();
    struct llm_provider_settings *providers;
    struct llm *llm;
    struct str notice;
    size_t n;

    assert_int_equal(load(&f, "providers:\n  openai: {key: \"${MY_OWN_KEY}\"}\n"
                              "  mine: {key: \"${MINE}\", base_url: \"http://127.0.0.1:1/v1\"}\n"
                              "engines: {serper: {key: \"x${OTHER}\"}}\n"),
                     0);
    assert_true(str_is(f.config.providers[0].key, "") && str_is(f.config.providers[0].missing_key, "MY_OWN_KEY"));
    assert_true(str_is(f.config.engines[0].key, "") && str_is(f.config.engines[0].missing_key, "OTHER"));
    config_providers(f.arena, &f.config, f.environment, &providers, &n);
    assert_int_equal(llm_new(f.arena, &(struct llm_settings){ .providers = providers, .providers_n = n }, &llm, &f.e),
                     0);
    assert_true(llm_check_model(llm, f.arena, str("openai/gpt-5.2"), &notice, &f.e) < 0);
    assert_non_null(strstr(f.e.message, "openai needs a key: set MY_OWN_KEY"));
    assert_true(llm_check_model(llm, f.arena, str("mine/x"), &notice, &f.e) < 0);
    assert_non_null(strstr(f.e.message, "mine needs a key: set MINE"));
    /* The usual variable beats the file. */
    environment_set(f.environment, str("OPENAI_API_KEY"), str("usual-key-1234"));
    config_providers(f.arena, &f.config, f.environment, &providers, &n);
    assert_true(str_is(providers[0].key, "usual-key-1234") && str_empty(providers[0].missing_key));
    end(&f);
    expect_error("providers: {openai: {base_url: \"${NOT_SET_HERE}\"}}\n", "NOT_SET_HERE is not set");
}

static void test_env_file_is_read_behind_the_environment(void **state)
{
    (void) state;
    struct fixture f = begin();
    struct str path = str_format(f.arena, "%.*s/.env", STR_ARG(f.dir));
    struct environment *environment = environment_new(f.arena, false);

    assert_int_equal(file_write_atomic(path.data,
                                       str("# c\nexport A=1\nB = \"two words\" \nC='$x'\nD=bare # note\n\nE=\n"), 0600,
                                       &f.e),
                     0);
    assert_int_equal(environment_read(environment, path.data, &f.e), 0);
    assert_true(str_is(environment_get(environment, "A"), "1"));
    assert_true(str_is(environment_get(environment, "B"), "two words"));
    assert_true(str_is(environment_get(environment, "C"), "$x"));
    assert_true(str_is(environment_get(environment, "D"), "bare"));
    assert_true(str_empty(environment_get(environment, "E")));
    assert_int_equal(file_write_atomic(path.data, str("A=1\nnonsense sk-secret\n"), 0600, &f.e), 0);
    assert_int_equal(environment_read(environment, path.data, &f.e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(f.e.message, ".env:2:"));
    assert_null(strstr(f.e.message, "sk-secret"));
    assert_int_equal(environment_read(environment, "/nowhere/.env", &f.e), -ERROR_MISCONFIGURED);
    end(&f);
}

static void test_any_bytes_are_answered(void **state)
{
    (void) state;
    static const char *const odd[] = { "\xff\xfe",
                                       "a: \xff",
                                       "{",
                                       "[[[[[[[[",
                                       "? x",
                                       "!!binary a",
                                       "a: !!int x",
                                       "--- |\n x",
                                       "%YAML 9.9\n---\n",
                                       "depth: |\n  light\n",
                                       "models:\n- - a",
                                       "providers: [a]",
                                       "providers: {? {a: b} : c}",
                                       "a: b: c",
                                       "\"\\u0000\": 1" };

    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct fixture f = begin();

        load(&f, odd[i]);
        end(&f);
    }
}

static void test_documentation_is_the_table(void **state)
{
    (void) state;
    struct buf table, page;
    struct error e;

    for (const struct field *f = config_fields(); f->type != FIELD_TYPE_END; f++)
        assert_true(f->help && f->help[0]);
    buf_init(&table, 1 << 20);
    buf_init(&page, 1 << 20);
    config_write_reference(&table);
    assert_int_equal(file_read("docs/configuration.md", &page, &e), 0);
    bool same = str_find(buf_str(&page), buf_str(&table), 0) >= 0;
    buf_free(&table);
    buf_free(&page);
    if (!same)
        fail_msg("docs/configuration.md does not hold the table of keys as it is: run ./dev docs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_keys_are_named_with_place_and_nearest),
        cmocka_unit_test(test_broken_yaml_names_line_and_column),
        cmocka_unit_test(test_values_are_checked_with_their_place),
        cmocka_unit_test(test_variables_are_expanded),
        cmocka_unit_test(test_environment_beats_the_file),
        cmocka_unit_test(test_defaults_and_places),
        cmocka_unit_test(test_options_of_token_management_exist_by_their_names),
        cmocka_unit_test(test_every_environment_has_its_overhead),
        cmocka_unit_test(test_keys_in_a_readable_file_are_warned_about_and_secret),
        cmocka_unit_test(test_a_key_whose_variable_is_not_set_is_told_when_it_is_used),
        cmocka_unit_test(test_env_file_is_read_behind_the_environment),
        cmocka_unit_test(test_any_bytes_are_answered),
        cmocka_unit_test(test_documentation_is_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
