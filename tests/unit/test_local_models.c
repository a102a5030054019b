/* Ollama's own protocol, and the quirks of the compatible ones: Z.ai, llama.cpp, vLLM. */
#include "attempt_case.h"

#include "llm/listing.h"

static void test_ollama_gets_the_context_it_needs(void **state)
{
    (void) state;
    struct net_request request;
    struct buf text;

    the.request.temperature = 0;
    the.request.max_tokens = 1000;
    the.request.schema = str("{\"type\":\"object\"}");
    attempt_case_model("ollama/llama3:8b");
    json_t *body = attempt_case_build(&request);
    assert_text(request.url, "http://127.0.0.1:1/base/api/chat");
    assert_true(json_is_false(json_object_get(body, "stream")));
    assert_int_equal(json_integer_value(json_at(body, "options.num_ctx")), 8192);
    assert_int_equal(json_integer_value(json_at(body, "options.num_predict")), 1000);
    assert_string_equal(text_at(body, "format.type"), "object");
    json_decref(body);
    buf_init(&text, 1 << 20);
    for (int i = 0; i < 12000; i++)
        buf_add_z(&text, "word ");
    the.messages[1].text = buf_str(&text);
    body = attempt_case_build(&request);
    int64_t context = json_integer_value(json_at(body, "options.num_ctx"));
    assert_true(context > 12000 && context % 4096 == 0 && context <= 65536);
    json_decref(body);
    buf_free(&text);
}

static void test_ollama_answers_are_read_whole_and_line_by_line(void **state)
{
    (void) state;
    attempt_case_model("ollama/m");
    assert_int_equal(
        attempt_case_decode(
            "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"hm\",\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":{\"a\":1}}}]},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":12,\"eval_count\":5}"),
        0);
    assert_int_equal(the.attempt->answer.finish, LLM_TOOL_CALLS);
    assert_text(the.attempt->answer.tool_calls[0].arguments, "{\"a\":1}");
    assert_int_equal(the.attempt->usage.input_tokens, 12);
    the.request.stream = true;
    attempt_case_model("ollama/m");
    assert_int_equal(attempt_case_feed(
                         "{\"model\":\"m\",\"message\":{\"content\":\"\xc3\x84"
                         "b\"},\"done\":false}\n{\"message\":{\"content\":\" c\"},\"done\":false}\n\n"
                         "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\",\"eval_count\":5}\n",
                         1),
                     0);
    assert_text(the.attempt->answer.text, "\xc3\x84"
                                          "b c");
    assert_text(buf_str(&the.streamed), "\xc3\x84"
                                        "b c");
    assert_int_equal(the.attempt->answer.finish, LLM_LENGTH);
    assert_false(the.attempt->usage_reported); /* a cached prompt is not counted: better estimated */
}

static void test_ollama_failures(void **state)
{
    (void) state;
    the.request.stream = true;
    attempt_case_model("ollama/m");
    assert_int_equal(attempt_case_feed("{\"message\":{\"content\":\"a\"},\"done\":false}\n", 5), -ERROR_UPSTREAM);
    attempt_case_model("ollama/m");
    assert_int_equal(attempt_case_feed("{\"message\":{\"content\":\"a\"}}\n{\"error\":\"model runner stopped\"}\n", 5),
                     -ERROR_UPSTREAM);
    assert_true(the.e.retry);
    attempt_case_model("ollama/m");
    assert_int_equal(attempt_case_feed("not json\n", 5), -ERROR_UPSTREAM);
    attempt_case_model("ollama/m");
    assert_int_equal(attempt_case_failure(404, "{\"error\":\"model \\\"m\\\" not found, try pulling it first\"}"),
                     -ERROR_MODEL);
    assert_non_null(strstr(the.e.message, "pulling"));
    assert_int_equal(attempt_case_failure(500, "{\"error\":\"boom\"}"), -ERROR_UPSTREAM);
}

static void test_zai_keeps_its_own_rules(void **state)
{
    (void) state;
    struct net_request request;
    struct llm_tool tool = { str("f"), str("d"), str("{\"type\":\"object\"}") };

    the.request.temperature = 0;
    the.request.top_p = 1;
    the.request.tools = &tool;
    the.request.tools_n = 1;
    the.request.tool_choice = str("required");
    the.request.schema = str("{\"type\":\"object\"}");
    the.request.web_search = true;
    the.request.max_tokens = 5;
    attempt_case_model("zai/glm-4.7");
    json_t *body = attempt_case_build(&request);
    assert_true(json_get_double(body, "temperature", 0) == 0.01);
    assert_true(json_get_double(body, "top_p", 0) == 0.99);
    assert_string_equal(text_at(body, "tool_choice"), "auto");
    assert_string_equal(text_at(body, "response_format.type"), "json_object");
    assert_string_equal(text_at(body, "tools.1.type"), "web_search");
    assert_int_equal(json_get_int(body, "max_tokens", 0), 5);
    assert_true(attempt_case_header(&request, "Accept-Language: en-US,en"));
    json_decref(body);
    attempt_case_model("zai/glm-4.7");
    assert_int_equal(
        attempt_case_decode(
            "{\"choices\":[{\"finish_reason\":\"sensitive\",\"message\":{\"content\":\"\",\"reasoning_content\":\"hm\"}}],\"web_search\":[{\"title\":\"T\",\"link\":\"https://a.example/\",\"content\":\"c\"}]}"),
        0);
    assert_int_equal(the.attempt->answer.finish, LLM_FILTER);
    assert_text(the.attempt->answer.citations[0].text, "c");
    attempt_case_model("zai/glm-4.7");
    assert_int_equal(
        attempt_case_decode("{\"choices\":[{\"finish_reason\":\"network_error\",\"message\":{\"content\":\"x\"}}]}"),
        -ERROR_UPSTREAM);
}

static void test_deepseek_does_not_think_about_small_jobs_and_tools(void **state)
{
    (void) state;
    static const struct {
        int tier;
        size_t tools;
        unsigned left_out;
        bool told;
    } table[] = {
        { TIER_SIMPLE, 0, 0, true },
        { TIER_BULK, 0, 0, true },
        { TIER_ANALYTICAL, 0, 0, false },
        { TIER_COMPLEX, 1, 0, true },
        { TIER_SIMPLE, 0, LLM_NO_REASONING, false },
    };
    struct llm_tool tool = { str("search"), str("finds"), str("{\"type\":\"object\"}") };
    struct net_request request;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        the.request.tier = table[i].tier;
        the.request.tools = &tool;
        the.request.tools_n = table[i].tools;
        attempt_case_model("deepseek/deepseek-flash");
        the.attempt->left_out = table[i].left_out;
        json_t *body = attempt_case_build(&request);
        assert_string_equal(text_at(body, "thinking.type"), table[i].told ? "disabled" : "(absent)");
        json_decref(body);
    }
    attempt_case_model("deepseek/deepseek-flash");
    assert_int_equal(
        attempt_case_decode(
            "{\"choices\":[{\"finish_reason\":\"insufficient_system_resource\",\"message\":{\"content\":\"Half an\"}}]}"),
        -ERROR_UPSTREAM);
    assert_true(the.e.retry);
}

/* Validation errors name the field in a place of their own. */
static void test_what_mistral_does_not_know_is_left_out(void **state)
{
    (void) state;
    struct net_request request;

    attempt_case_model("mistral/mistral-small-latest");
    assert_int_equal(
        attempt_case_failure(
            422,
            "{\"object\":\"error\",\"message\":{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\","
            "\"prompt_cache_key\"],\"msg\":\"Extra inputs are not permitted\"}]},\"type\":\"invalid_request_error\"}"),
        0);
    json_t *body = attempt_case_build(&request);
    assert_null(json_object_get(body, "prompt_cache_key"));
    json_decref(body);
    assert_int_equal(
        attempt_case_failure(
            422,
            "{\"detail\":[{\"loc\":[\"body\",\"messages\",1,\"name\"],\"msg\":\"Extra inputs are not permitted\"}]}"),
        -ERROR_REJECTED);
    assert_non_null(strstr(the.e.message, "Extra inputs"));
    assert_int_equal(
        attempt_case_failure(
            400,
            "{\"object\":\"error\",\"message\":\"Invalid model: x\",\"type\":\"invalid_model\",\"code\":\"1500\"}"),
        -ERROR_MODEL);
    assert_int_equal(attempt_case_decode(
                         "{\"choices\":[{\"finish_reason\":\"model_length\",\"message\":{\"content\":\"Half an\"}}]}"),
                     0);
    assert_int_equal(the.attempt->answer.finish, LLM_LENGTH);
}

static void test_groq_failures(void **state)
{
    (void) state;
    static const struct {
        int status;
        const char *body;
        int code;
        bool retry;
    } table[] = {
        { 400,
          "{\"error\":{\"message\":\"Failed to generate JSON.\",\"type\":\"invalid_request_error\",\"code\":\"json_validate_failed\"}}",
          ERROR_UPSTREAM, true },
        { 400,
          "{\"error\":{\"message\":\"Failed to call a function.\",\"type\":\"invalid_request_error\",\"code\":\"tool_use_failed\"}}",
          ERROR_UPSTREAM, true },
        { 400,
          "{\"error\":{\"message\":\"The model `m` has been decommissioned and is no longer supported.\",\"code\":\"model_decommissioned\"}}",
          ERROR_MODEL, false },
        { 413,
          "{\"error\":{\"message\":\"Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 6294\",\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}",
          ERROR_CONTEXT, false },
        { 429,
          "{\"error\":{\"message\":\"Rate limit reached for model `m` on tokens per minute (TPM)\",\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}",
          ERROR_RATE, true },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        attempt_case_model("groq/openai/gpt-oss-120b");
        int r = attempt_case_failure(table[i].status, table[i].body);
        if (r != -table[i].code || the.e.retry != table[i].retry)
            fail_msg("%s became %s, retry %d", table[i].body, error_name(-r), the.e.retry);
    }
}

static void test_zai_business_codes_decide(void **state)
{
    (void) state;
    static const struct {
        int status;
        const char *code;
        int meaning;
        bool retry;
    } table[] = {
        { 401, "1001", ERROR_AUTH, false },     { 400, "1111", ERROR_AUTH, false },
        { 429, "1113", ERROR_QUOTA, false },    { 400, "1211", ERROR_MODEL, false },
        { 400, "1210", ERROR_REJECTED, false }, { 400, "1261", ERROR_CONTEXT, false },
        { 400, "1301", ERROR_REFUSED, false },  { 429, "1302", ERROR_RATE, true },
        { 429, "1303", ERROR_RATE, true },      { 429, "1304", ERROR_QUOTA, false },
        { 429, "1305", ERROR_RATE, true },      { 500, "1234", ERROR_UPSTREAM, true },
        { 200, "1302", ERROR_RATE, true },      { 200, "1113", ERROR_QUOTA, false },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        attempt_case_model("zai/glm-4.7");
        struct str body = str_format(the.arena, "{\"error\":{\"code\":\"%s\",\"message\":\"m\"}}", table[i].code);
        int r = table[i].status == 200 ? attempt_case_decode(body.data)
                                       : attempt_case_failure(table[i].status, body.data);
        if (r != -table[i].meaning || the.e.retry != table[i].retry)
            fail_msg("%d %s became %s, retry %d", table[i].status, table[i].code, error_name(-r), the.e.retry);
    }
}

static json_t *listed(const char *name, const char *family, const char *body)
{
    struct llm_provider_settings provider = { .name = str(name),
                                              .family = str(family),
                                              .base_url = str("http://host.example/v1/") };
    json_t *rows = json_array();

    llm_listing_rows(&provider, str(body), rows);
    return rows;
}

static void test_a_servers_list_becomes_rows_of_the_table(void **state)
{
    (void) state;
    json_t *rows = listed(
        "ollama", "",
        "{\"models\":[{\"name\":\"nomic-embed-text:latest\"},{\"name\":\"all:33m\",\"details\":{\"family\":\"bert\"}},"
        "{\"name\":\"qwen3:8b\",\"details\":{\"family\":\"qwen3\"}},{\"name\":\"llama3.3:latest\"},{\"name\":7},{}]}");
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(text_at(rows, "0.name"), "ollama/qwen3:8b");
    assert_int_equal(json_array_size(json_at(rows, "0.tiers")), TIER_N);
    assert_null(json_at(rows, "1.tiers")); /* one model for all jobs: two drive each other out of the memory */
    struct llm_provider_settings own = { .name = str("ollama") };
    struct llm_settings settings = { .providers = &own, .providers_n = 1, .more_models = rows };
    assert_int_equal(llm_new(the.arena, &settings, &the.llm, &the.e), 0);
    assert_true(llm_available(the.llm));
    assert_text(llm_tier_models(the.llm, TIER_COMPLEX)->items[0], "ollama/qwen3:8b");
    json_decref(rows);

    rows = listed("vllm", "", "{\"data\":[{\"id\":\"vendor/served\",\"max_model_len\":40960}]}");
    assert_string_equal(text_at(rows, "0.name"), "vllm/vendor/served");
    assert_int_equal(json_get_int(json_array_get(rows, 0), "context", 0), 40960);
    assert_true(json_get_double(json_at(rows, "0.prices"), "input", -1) == 0);
    json_decref(rows);
    rows = listed("llamacpp", "", "{\"data\":[{\"id\":\"m.gguf\",\"meta\":{\"n_ctx_train\":32768}}]}");
    assert_int_equal(json_get_int(json_array_get(rows, 0), "context", 0), 32768);
    json_decref(rows);
    rows = listed("mine", "openai-chat", "{\"data\":[{\"id\":\"m\"}]}");
    assert_string_equal(text_at(rows, "0.name"), "mine/m");
    assert_null(json_at(rows, "0.prices")); /* whose machine it is nobody knows */
    json_decref(rows);
    static const char *const odd[] = {
        "", "null", "[]", "{\"models\":7}", "{\"data\":[null,3,\"x\",{\"id\":\"\"}]}", "<html>"
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        rows = listed("ollama", "", odd[i]);
        assert_int_equal(json_array_size(rows), 0);
        json_decref(rows);
    }
}

static void test_only_servers_of_ones_own_are_asked_for_their_models(void **state)
{
    (void) state;
    static const struct {
        const char *name, *family, *base, *url;
    } table[] = {
        { "ollama", "", "", "http://127.0.0.1:11434/api/tags" },
        { "llamacpp", "", "http://box:8080/v1/", "http://box:8080/v1/models" },
        { "vllm", "", "", "http://127.0.0.1:8000/v1/models" },
        { "lmstudio", "", "", "http://127.0.0.1:1234/v1/models" },
        { "mine", "", "http://box/v1", "http://box/v1/models" },
        { "mine", "ollama", "http://box", "http://box/api/tags" },
        { "mine", "anthropic", "http://box", NULL },
        { "openai", "", "", NULL },
        { "groq", "", "", NULL },
        { "anthropic", "", "", NULL },
        { "openrouter", "", "http://proxy/v1", NULL },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct llm_provider_settings provider = { .name = str(table[i].name),
                                                  .family = str(table[i].family),
                                                  .base_url = str(table[i].base),
                                                  .key = str("secret-key-1") };
        struct net_request request = { 0 };
        bool asks = llm_listing_request(the.arena, &provider, &request);

        assert_int_equal(asks, table[i].url != NULL);
        if (asks)
            assert_text(request.url, table[i].url);
        assert_true(!asks || attempt_case_header(&request, "Authorization: Bearer secret-key-1"));
    }
}

static void test_servers_of_ones_own_need_no_key_and_cost_nothing(void **state)
{
    (void) state;
    struct net_request request;
    static const char *const models[] = { "llamacpp/any", "vllm/org/name", "lmstudio/m", "ollama/m" };

    for (size_t i = 0; i < 4; i++) {
        struct str notice;

        attempt_case_model(models[i]);
        json_t *body = attempt_case_build(&request);
        json_decref(body);
        the.attempt->usage = (struct usage){ .input_tokens = 5, .output_tokens = 5 };
        model_cost(the.attempt->model, &the.attempt->usage, 0);
        assert_true(the.attempt->usage.cost_nano == 0 && !the.attempt->usage.cost_unknown);
        struct llm_settings none = { 0 };
        assert_int_equal(llm_new(the.arena, &none, &the.llm, &the.e), 0);
        assert_int_equal(llm_check_model(the.llm, the.arena, str(models[i]), &notice, &the.e), 0);
    }
    attempt_case_model("vllm/m");
    assert_int_equal(
        attempt_case_failure(
            400,
            "{\"error\":{\"message\":\"This model's maximum context length is 4096 tokens. However, you requested 9000 tokens\",\"type\":\"BadRequestError\",\"code\":400}}"),
        -ERROR_CONTEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_ollama_gets_the_context_it_needs),
        CASE(test_ollama_answers_are_read_whole_and_line_by_line),
        CASE(test_ollama_failures),
        CASE(test_zai_keeps_its_own_rules),
        CASE(test_deepseek_does_not_think_about_small_jobs_and_tools),
        CASE(test_what_mistral_does_not_know_is_left_out),
        CASE(test_groq_failures),
        CASE(test_zai_business_codes_decide),
        CASE(test_a_servers_list_becomes_rows_of_the_table),
        CASE(test_only_servers_of_ones_own_are_asked_for_their_models),
        CASE(test_servers_of_ones_own_need_no_key_and_cost_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
