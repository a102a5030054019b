#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "llm/models.h"
#include "net/limiter.h"
#include "text/json.h"

static struct arena *arena;

static int setup(void **state)
{
    (void) state;
    arena = arena_new();
    return 0;
}
static int teardown(void **state)
{
    (void) state;
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

static json_t *table_of(const char *text)
{
    json_t *table = NULL;

    if (text)
        assert_int_equal(json_parse(str(text), &table, NULL), 0);
    return table;
}

static struct llm *make_with(const char *const *providers, const char *models_file)
{
    struct llm_provider_settings settings[16] = { 0 };
    json_t *more = table_of(models_file);
    struct llm_settings all = { .providers = settings, .more_models = more };
    struct llm *llm = NULL;
    struct error e;

    for (size_t i = 0; providers && providers[i]; i++) {
        settings[i].name = str(providers[i]);
        settings[i].key = str("key-for-tests");
        all.providers_n++;
    }
    if (llm_new(arena, &all, &llm, &e) < 0)
        fail_msg("%s", e.message);
    json_decref(more);
    return llm;
}

#define PROVIDERS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static int64_t cost(const char *model, struct usage usage, int64_t written, bool *ret_unknown)
{
    struct llm *llm = make_with(NULL, NULL);

    usage.cost_nano = -1;
    model_cost(model_find(llm, arena, str(model), NULL), &usage, written);
    if (ret_unknown)
        *ret_unknown = usage.cost_unknown;
    return usage.cost_nano;
}

/* 1,000,000 x 1.75 + 1,000,000 x 14 = 15.75 dollars. */
static void test_plain_tokens_cost_their_price(void **state)
{
    (void) state;
    bool unknown;
    assert_int_equal(cost("gpt-5.2", (struct usage){ .input_tokens = 1000000, .output_tokens = 1000000 }, 0, &unknown),
                     15750000000);
    assert_false(unknown);
    /* 1 token: 1750 nano-dollars in, 14000 out. */
    assert_int_equal(cost("gpt-5.2", (struct usage){ .input_tokens = 1, .output_tokens = 1 }, 0, NULL), 15750);
}

/* 1000 of 1200 input cached: 200 x 1.75 + 1000 x 0.175 + 300 x 14 per million = 350 + 175 + 4200 = 4725 micro-dollars. */
static void test_cached_tokens_are_cheaper_and_reasoning_is_inside_the_output(void **state)
{
    (void) state;
    struct usage usage = { .input_tokens = 1200, .cached_tokens = 1000, .output_tokens = 300, .reasoning_tokens = 250 };
    assert_int_equal(cost("gpt-5.2", usage, 0, NULL), 4725000);
}

/* claude-opus-4-5: 100 fresh x 5 + 2000 read x 0.5 + 4000 written x 6.25 + 50 x 25 = 500 + 1000 + 25000 + 1250
 * = 27750 micro-dollars. */
static void test_cache_writes_have_their_own_price(void **state)
{
    (void) state;
    struct usage usage = { .input_tokens = 6100, .cached_tokens = 2000, .output_tokens = 50 };
    assert_int_equal(cost("claude-opus-4.5", usage, 4000, NULL), 27750000);
}

/* gemini-2.5-pro, 200,001 tokens: the dearer price holds for all of them: 200001 x 2.5 + 1000 x 15 = 515002.5 micro. */
static void test_long_prompts_cost_the_long_price_for_all_tokens(void **state)
{
    (void) state;
    assert_int_equal(cost("gemini-2.5-pro", (struct usage){ .input_tokens = 200000, .output_tokens = 1000 }, 0, NULL),
                     260000000);
    assert_int_equal(cost("gemini-2.5-pro", (struct usage){ .input_tokens = 200001, .output_tokens = 1000 }, 0, NULL),
                     515002500);
    /* claude-sonnet-4-5: written tokens rise with the input price, 3.75 -> 7.5. */
    assert_int_equal(cost("claude-sonnet-4-5", (struct usage){ .input_tokens = 300000 }, 100000, NULL),
                     (int64_t) 200000 * 6000 + (int64_t) 100000 * 7500);
}

static void test_searches_are_paid_each(void **state)
{
    (void) state;
    /* 3 searches at 1 cent, 10 tokens out at 14 dollars per million. */
    assert_int_equal(cost("gpt-5.2", (struct usage){ .output_tokens = 10, .searches = 3 }, 0, NULL), 30000000 + 140000);
}

static void test_halves_round_up_once(void **state)
{
    (void) state;
    struct llm *llm = make_with(NULL,
                                "{\"models\":[{\"name\":\"x/tiny\",\"prices\":{\"input\":0.0005,\"output\":0}}]}");
    struct usage usage = { .input_tokens = 1 };

    model_cost(model_find(llm, arena, str("x/tiny"), NULL), &usage, 0);
    assert_int_equal(usage.cost_nano, 1); /* half a nano-dollar */
    usage.input_tokens = 3;
    model_cost(model_find(llm, arena, str("x/tiny"), NULL), &usage, 0);
    assert_int_equal(usage.cost_nano, 2); /* 1.5 */
}

static void test_unknown_prices_are_unknown_and_never_zero(void **state)
{
    (void) state;
    bool unknown;
    cost("openai/gpt-99", (struct usage){ .input_tokens = 1 }, 0, &unknown);
    assert_true(unknown);
    cost("perplexity/fast", (struct usage){ .output_tokens = 5 }, 0, &unknown);
    assert_true(unknown);
    cost("openrouter/openai/gpt-5.2", (struct usage){ .output_tokens = 5, .searches = 1 }, 0, &unknown);
    assert_true(unknown);
    assert_int_equal(cost("llamacpp/mine", (struct usage){ .input_tokens = 1000 }, 0, &unknown), 0);
    assert_false(unknown); /* one's own machine costs nothing */
    assert_int_equal(cost("zai/glm-4.7-flash", (struct usage){ .input_tokens = 1000 }, 0, &unknown), 0);
    assert_false(unknown);
}

static void test_the_ten_models_of_the_seeds_are_known_by_their_bare_names(void **state)
{
    (void) state;
    static const struct {
        const char *bare, *name, *lifecycle, *successor;
    } table[] = {
        { "gemini-2.5-pro", "google/gemini-2.5-pro", "deprecated", "google/gemini-3.1-pro-preview" },
        { "gemini-2.5-flash", "google/gemini-2.5-flash", "deprecated", "google/gemini-3.6-flash" },
        { "gpt-5.2", "openai/gpt-5.2", "active", "" },
        { "o4-mini-deep-research", "openai/o4-mini-deep-research", "retired", "openai/gpt-5.2" },
        { "claude-opus-4.5", "anthropic/claude-opus-4-5", "active", "anthropic/claude-opus-5-5" },
        { "claude-sonnet-4.5", "anthropic/claude-sonnet-4-5", "deprecated", "anthropic/claude-sonnet-5-5" },
        { "sonar", "perplexity/sonar", "retired", "perplexity/fast" },
        { "sonar-pro", "perplexity/sonar-pro", "retired", "perplexity/low" },
        { "sonar-deep-research", "perplexity/sonar-deep-research", "retired", "perplexity/high" },
        { "glm-4.7", "zai/glm-4.7", "active", "" },
    };
    struct llm *llm = make_with(NULL, NULL);

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bool known;
        const struct model *model = model_find(llm, arena, str(table[i].bare), &known);

        assert_true(known);
        assert_string_equal(str_z(arena, model->name), table[i].name);
        assert_string_equal(str_z(arena, model->lifecycle), table[i].lifecycle);
        assert_string_equal(str_z(arena, model->successor), table[i].successor);
        if (model->successor.len) {
            model_find(llm, arena, model->successor, &known);
            assert_true(known);
        }
    }
    assert_string_equal(str_z(arena, model_find(llm, arena, str("anthropic/claude-opus-4.5"), NULL)->id),
                        "claude-opus-4-5");
}

static void test_names_split_at_the_first_slash(void **state)
{
    (void) state;
    struct llm *llm = make_with(PROVIDERS("openrouter"), NULL);
    bool known;
    const struct model *model = model_find(llm, arena, str("openrouter/meta-llama/llama-9:free"), &known);

    assert_false(known);
    assert_true(str_is(model->provider, "openrouter"));
    assert_true(str_is(model->id, "meta-llama/llama-9:free"));
    assert_true(isnan(model->prices.input));
    assert_true(model_can(model, "schema"));
    /* A reseller of a known model has its window and prices. */
    model = model_find(llm, arena, str("openrouter/anthropic/claude-opus-4.5"), &known);
    assert_true(known);
    assert_true(str_is(model->id, "anthropic/claude-opus-4.5"));
    assert_int_equal(model->context, 200000);
}

static void test_the_users_file_adds_and_overrides(void **state)
{
    (void) state;
    struct llm *llm = make_with(NULL,
                                "{\"models\":[{\"name\":\"openai/gpt-5.2\",\"context\":5,\"prices\":{\"input\":9}},"
                                "{\"name\":\"mine/one\",\"abilities\":[\"json\"]}]}");
    const struct model *model = model_find(llm, arena, str("gpt-5.2"), NULL);

    assert_int_equal(model->context, 5);
    assert_true(model->prices.input == 9 && model->prices.output == 14);
    assert_true(model_can(model, "schema"));
    bool known;
    assert_true(model_can(model_find(llm, arena, str("mine/one"), &known), "json"));
    assert_true(known);
}

static void test_a_broken_table_is_named(void **state)
{
    (void) state;
    static const struct {
        const char *file, *says;
    } table[] = {
        { "{\"models\":[{\"name\":\"x/y\",\"contxt\":5}]}", "did you mean \"context\"" },
        { "{\"models\":[{\"name\":\"nameless\"}]}", "provider/model" },
        { "{\"models\":[{\"name\":\"x/y\",\"prices\":{\"input\":\"much\"}}]}", "\"input\"" },
        { "{\"models\":[{\"name\":\"x/y\",\"lifecycle\":\"old\"}]}", "lifecycle" },
        { "{\"models\":[{\"name\":\"x/y\",\"tiers\":[\"huge\"]}]}", "huge" },
        { "{\"models\":3}", "expected" },
        { "{\"models\":[7]}", "provider/model" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        json_t *broken = table_of(table[i].file);
        struct llm_settings settings = { .more_models = broken };
        struct llm *llm = NULL;
        struct error e;

        assert_true(llm_new(arena, &settings, &llm, &e) < 0);
        assert_null(llm);
        if (!strstr(e.message, table[i].says))
            fail_msg("%s\nis told as: %s", table[i].file, e.message);
        json_decref(broken);
    }
}

static const char *first(struct llm *llm, enum tier tier)
{
    const struct str_list *list = llm_tier_models(llm, tier);

    return list->n ? str_z(arena, list->items[0]) : "";
}

static void test_one_key_is_enough_for_all_tiers(void **state)
{
    (void) state;
    static const char *const providers[] = { "openai", "openrouter", "anthropic", "google",  "perplexity",
                                             "zai",    "groq",       "mistral",   "deepseek" };

    for (size_t i = 0; i < sizeof providers / sizeof *providers; i++) {
        struct llm *llm = make_with(PROVIDERS(providers[i]), NULL);

        assert_true(llm_available(llm));
        for (int t = 0; t < TIER_N; t++) {
            const struct str_list *list = llm_tier_models(llm, (enum tier) t);

            assert_true(list->n > 0);
            for (size_t j = 0; j < list->n; j++)
                assert_true(str_starts(list->items[j], providers[i]));
        }
    }
}

static void test_a_fallback_is_another_service_first(void **state)
{
    (void) state;
    struct llm *llm = make_with(PROVIDERS("openrouter", "openai"), NULL);
    const struct str_list *list = llm_tier_models(llm, TIER_COMPLEX);

    assert_true(list->n >= 2);
    assert_string_equal(first(llm, TIER_COMPLEX), "openai/gpt-5.6-terra");
    assert_true(str_starts(list->items[1], "openrouter/"));
    assert_string_equal(first(llm, TIER_SIMPLE), "openai/gpt-5.6-luna");
}

/* What the keys at hand make of the tiers. */
static void test_mixed_keys_choose_sensible_tiers(void **state)
{
    (void) state;
    static const struct {
        const char *keys[3], *simple, *analytical, *complex;
    } table[] = {
        { { "anthropic" }, "anthropic/claude-haiku-5-5", "anthropic/claude-sonnet-5-5", "anthropic/claude-sonnet-5-5" },
        { { "google" }, "google/gemini-3.6-flash", "google/gemini-3.6-flash", "google/gemini-3.1-pro-preview" },
        { { "google", "anthropic" },
          "anthropic/claude-haiku-5-5",
          "anthropic/claude-sonnet-5-5",
          "anthropic/claude-sonnet-5-5" },
        { { "zai", "openai" }, "openai/gpt-5.6-luna", "openai/gpt-5.6-terra", "openai/gpt-5.6-terra" },
        { { "openai" }, "openai/gpt-5.6-luna", "openai/gpt-5.6-terra", "openai/gpt-5.6-terra" },
        { { "openrouter" },
          "openrouter/openai/gpt-5.6-luna",
          "openrouter/openai/gpt-5.2",
          "openrouter/openai/gpt-5.2" },
        { { "zai" }, "zai/glm-4.7-flash", "zai/glm-5", "zai/glm-5" },
        { { "perplexity" }, "perplexity/fast", "perplexity/low", "perplexity/medium" },
        { { "deepseek" }, "deepseek/deepseek-flash", "deepseek/deepseek-flash", "deepseek/deepseek-v4-pro" },
        { { "mistral" },
          "mistral/mistral-small-latest",
          "mistral/mistral-large-latest",
          "mistral/mistral-medium-latest" },
        { { "groq" }, "groq/openai/gpt-oss-20b", "groq/openai/gpt-oss-120b", "groq/openai/gpt-oss-120b" },
        { { "groq", "google" }, "google/gemini-3.6-flash", "google/gemini-3.6-flash", "google/gemini-3.1-pro-preview" },
        { { "groq", "deepseek" }, "deepseek/deepseek-flash", "deepseek/deepseek-flash", "deepseek/deepseek-v4-pro" },
        { { "perplexity", "mistral" },
          "mistral/mistral-small-latest",
          "mistral/mistral-large-latest",
          "mistral/mistral-medium-latest" },
        { { "mistral", "openrouter" },
          "openrouter/openai/gpt-5.6-luna",
          "openrouter/openai/gpt-5.2",
          "openrouter/openai/gpt-5.2" },
        { { "zai", "openrouter" },
          "openrouter/openai/gpt-5.6-luna",
          "openrouter/openai/gpt-5.2",
          "openrouter/openai/gpt-5.2" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct llm *llm = make_with(table[i].keys, NULL);

        assert_string_equal(first(llm, TIER_SIMPLE), table[i].simple);
        assert_string_equal(first(llm, TIER_ANALYTICAL), table[i].analytical);
        assert_string_equal(first(llm, TIER_COMPLEX), table[i].complex);
        assert_string_equal(first(llm, TIER_BULK), table[i].simple);
    }
}

static void test_without_keys_no_model_is_available(void **state)
{
    (void) state;
    struct llm *llm = make_with(NULL, NULL);

    assert_false(llm_available(llm));
    assert_int_equal(llm_tier_models(llm, TIER_BULK)->n, 0);
}

static void test_checking_a_model_names_what_is_wrong(void **state)
{
    (void) state;
    static const struct {
        const char *model, *says;
        int code;
    } table[] = {
        { "openia/gpt-5.2", "did you mean \"openai\"", ERROR_INVALID },
        { "nonsense", "provider/model", ERROR_INVALID },
        { "openrouter/openai/gpt-5.2", "OPENROUTER_API_KEY", ERROR_MISCONFIGURED },
        { "qqqqqqqqqq/x", "no provider", ERROR_INVALID },
    };
    struct llm *llm = make_with(PROVIDERS("openai"), NULL);
    struct str notice;
    struct error e;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        assert_int_equal(llm_check_model(llm, arena, str(table[i].model), &notice, &e), -table[i].code);
        if (!strstr(e.message, table[i].says))
            fail_msg("%s is told as: %s", table[i].model, e.message);
    }
    assert_int_equal(llm_check_model(llm, arena, str("gpt-5.2"), &notice, &e), 0);
    assert_true(str_empty(notice));
    assert_int_equal(llm_check_model(llm, arena, str("o4-mini-deep-research"), &notice, &e), 0);
    assert_true(str_contains(notice, "shut down on 2026-07-23") && str_contains(notice, "openai/gpt-5.2"));
    assert_int_equal(llm_check_model(llm, arena, str("openai/gpt-5"), &notice, &e), 0);
    assert_true(str_contains(notice, "2026-12-11"));
    assert_int_equal(llm_check_model(llm, arena, str("openai/gpt-77"), &notice, &e), 0);
    assert_true(str_contains(notice, "unknown"));
    assert_int_equal(llm_check_model(llm, arena, str("llamacpp/any"), &notice, &e), 0);
}

static void test_a_provider_of_ones_own_needs_an_address(void **state)
{
    (void) state;
    struct llm_provider_settings own = { .name = str("mine"), .base_url = str("http://127.0.0.1:9/v1/") };
    struct llm_settings settings = { .providers = &own, .providers_n = 1 };
    struct str_list *complex = &settings.tiers[TIER_COMPLEX];
    struct llm *llm;
    struct error e;

    str_list_add(arena, complex, str("mine/local-model"));
    assert_int_equal(llm_new(arena, &settings, &llm, &e), 0);
    assert_string_equal(first(llm, TIER_SIMPLE), "mine/local-model"); /* one tier serves for all */
    own.base_url = str("");
    assert_true(llm_new(arena, &settings, &llm, &e) < 0);
    assert_non_null(strstr(e.message, "\"mine\""));
}

static void test_every_successor_and_tier_of_the_table_exists(void **state)
{
    (void) state;
    struct llm *llm = make_with(NULL, NULL);

    assert_true(model_count(llm) > 30);
    for (size_t i = 0; i < model_count(llm); i++) {
        const struct model *model = model_get(llm, i);
        bool known = true;

        if (model->successor.len)
            assert_false(str_is(model_find(llm, arena, model->successor, &known)->lifecycle, "retired"));
        assert_true(known);
        if (!str_is(model->lifecycle, "active"))
            assert_true(model->successor.len > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_plain_tokens_cost_their_price, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cached_tokens_are_cheaper_and_reasoning_is_inside_the_output, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_cache_writes_have_their_own_price, setup, teardown),
        cmocka_unit_test_setup_teardown(test_long_prompts_cost_the_long_price_for_all_tokens, setup, teardown),
        cmocka_unit_test_setup_teardown(test_searches_are_paid_each, setup, teardown),
        cmocka_unit_test_setup_teardown(test_halves_round_up_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_unknown_prices_are_unknown_and_never_zero, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_ten_models_of_the_seeds_are_known_by_their_bare_names, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_names_split_at_the_first_slash, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_users_file_adds_and_overrides, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_broken_table_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_key_is_enough_for_all_tiers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_fallback_is_another_service_first, setup, teardown),
        cmocka_unit_test_setup_teardown(test_mixed_keys_choose_sensible_tiers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_keys_no_model_is_available, setup, teardown),
        cmocka_unit_test_setup_teardown(test_checking_a_model_names_what_is_wrong, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_provider_of_ones_own_needs_an_address, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_successor_and_tier_of_the_table_exists, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
