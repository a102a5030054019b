#include "attempt_case.h"

#include "base/log.h"

static void test_a_request_has_model_messages_and_key(void **state)
{
    (void) state;
    struct net_request request;

    the.request.max_tokens = 500;
    attempt_case_model("openai/gpt-5.2");
    json_t *body = attempt_case_build(&request);
    assert_text(request.url, "http://127.0.0.1:1/base/chat/completions");
    assert_string_equal(request.method, "POST");
    assert_true(attempt_case_header(&request, "Authorization: Bearer secret-key-1"));
    assert_string_equal(text_at(body, "model"), "gpt-5.2");
    assert_string_equal(text_at(body, "messages.0.role"), "developer");
    assert_string_equal(text_at(body, "messages.1.content"), "Why is the sky blue?");
    assert_int_equal(json_get_int(body, "max_completion_tokens", 0), 500);
    assert_string_equal(text_at(body, "prompt_cache_key"), "fathom-decide");
    assert_null(json_object_get(body, "temperature"));
    assert_null(json_object_get(body, "stream"));
    assert_null(json_object_get(body, "response_format"));
    json_decref(body);
}

static void test_compatible_services_get_the_older_words(void **state)
{
    (void) state;
    struct net_request request;

    the.request.max_tokens = 500;
    the.request.temperature = 0.2;
    the.request.stream = true;
    attempt_case_model("mistral/some-model");
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "messages.0.role"), "system");
    assert_int_equal(json_get_int(body, "max_tokens", 0), 500);
    assert_true(json_get_double(body, "temperature", 0) == 0.2);
    assert_string_equal(text_at(body, "prompt_cache_key"), "fathom-decide");
    assert_null(
        json_object_get(body, "stream_options")); /* it gives the usage unasked and refuses what it does not know */
    json_decref(body);
}

static void test_odd_characters_in_a_stream_cost_one_character(void **state)
{
    (void) state;
    the.request.stream = true;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_feed(
            "data: {\"choices\":[{\"delta\":{\"content\":\"Good \\ud83d\"}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"content\":\"\\ude00 day\"}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"content\":\" a\\u0000b\xff\"}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{"
            "\"name\":\"f\",\"arguments\":\"{\\\"q\\\":\\\"\\ud83d\"}}]}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{"
            "\"arguments\":\"\\ude00\\\"}\"}}]}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"content\":\" end\\ud83d\"},\"finish_reason\":\"stop\"}]}\n\n"
            "data: [DONE]\n\n",
            7),
        0);
    assert_text(the.attempt->answer.text, "Good \U0001f600 day a\ufffdb\ufffd end\ufffd");
    assert_string_equal(the.streamed.data, "Good \U0001f600 day a\ufffdb\ufffd end\ufffd");
    assert_text(the.attempt->answer.tool_calls[0].arguments, "{\"q\":\"\U0001f600\"}");
}

static void test_openrouter_gets_its_headers(void **state)
{
    (void) state;
    struct net_request request;

    attempt_case_model("openrouter/openai/gpt-5.2");
    json_t *body = attempt_case_build(&request);
    assert_true(attempt_case_header(&request, "X-OpenRouter-Title: fathom"));
    for (size_t i = 0; i < request.headers_n; i++)
        assert_false(str_starts(request.headers[i], "HTTP-Referer:"));
    assert_string_equal(text_at(body, "model"), "openai/gpt-5.2");
    assert_null(json_object_get(body, "prompt_cache_key"));
    json_decref(body);
}

static void test_a_referer_is_sent_only_if_it_is_configured(void **state)
{
    (void) state;
    struct llm_provider_settings own = { .name = str("openrouter"),
                                         .key = str("k"),
                                         .referer = str("https://lab.example.org") };
    struct llm_settings settings = { .providers = &own, .providers_n = 1 };
    struct net_request request;

    attempt_case_model("openrouter/openai/gpt-5.2");
    assert_int_equal(llm_new(the.arena, &settings, &the.llm, &the.e), 0);
    the.attempt->provider = provider_find(the.llm, str("openrouter"));
    json_decref(attempt_case_build(&request));
    assert_true(attempt_case_header(&request, "HTTP-Referer: https://lab.example.org"));
}

static void test_a_schema_is_asked_by_the_best_means_the_model_has(void **state)
{
    (void) state;
    struct net_request request;

    the.request.schema = str("{\"type\":\"object\",\"properties\":{}}");
    attempt_case_model("openai/gpt-5.2");
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "response_format.type"), "json_schema");
    assert_string_equal(text_at(body, "response_format.json_schema.name"), "decide");
    assert_string_equal(text_at(body, "response_format.json_schema.schema.type"), "object");
    assert_true(json_is_true(json_at(body, "response_format.json_schema.strict")));
    assert_string_equal(text_at(body, "messages.1.content"), "Why is the sky blue?");
    json_decref(body);

    the.attempt->left_out = LLM_NO_SCHEMA;
    body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "response_format.type"), "json_object");
    assert_non_null(strstr(text_at(body, "messages.1.content"), "JSON Schema:\n{\"type\":\"object\""));
    json_decref(body);

    the.attempt->left_out = LLM_NO_SCHEMA | LLM_NO_JSON;
    body = attempt_case_build(&request);
    assert_null(json_object_get(body, "response_format"));
    assert_non_null(strstr(text_at(body, "messages.1.content"), "JSON Schema"));
    json_decref(body);
}

static void test_tools_and_their_results_go_along(void **state)
{
    (void) state;
    struct net_request request;
    struct llm_tool tool = { str("search"), str("finds"), str("{\"type\":\"object\"}") };
    struct llm_tool_call call = { str("c1"), str("search"), str("{\"q\":1}") };

    the.request.tools = &tool;
    the.request.tools_n = 1;
    the.request.tool_choice = str("search");
    the.messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .tool_calls = &call, .tool_calls_n = 1 };
    the.messages[3] = (struct llm_message){ .role = LLM_TOOL, .text = str("found"), .tool_call_id = str("c1") };
    the.request.messages_n = 4;
    attempt_case_model("openai/gpt-5.2");
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "tools.0.function.name"), "search");
    assert_string_equal(text_at(body, "tools.0.function.parameters.type"), "object");
    assert_string_equal(text_at(body, "tool_choice.function.name"), "search");
    assert_true(json_is_null(json_at(body, "messages.2.content")));
    assert_string_equal(text_at(body, "messages.2.tool_calls.0.function.arguments"), "{\"q\":1}");
    assert_string_equal(text_at(body, "messages.3.tool_call_id"), "c1");
    json_decref(body);
}

static void test_a_cut_answer_is_continued_by_showing_it(void **state)
{
    (void) state;
    struct net_request request;

    attempt_case_model("openai/gpt-5.2");
    the.attempt->partial = str("The sky is bl");
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "messages.2.role"), "assistant");
    assert_string_equal(text_at(body, "messages.2.content"), "The sky is bl");
    assert_string_equal(text_at(body, "messages.3.role"), "user");
    json_decref(body);
}

static const char plain[] =
    "{\"id\":\"x\",\"object\":\"chat.completion\",\"model\":\"gpt-5.2-2026\",\"choices\":[{\"index\":0,\"finish_reason\":\"stop\","
    "\"message\":{\"role\":\"assistant\",\"content\":\"Rayleigh.\",\"annotations\":[{\"type\":\"url_citation\",\"url_citation\":"
    "{\"url\":\"https://a.example/\",\"title\":\"A\",\"start_index\":0,\"end_index\":8}}]}}],\"usage\":{\"prompt_tokens\":100,"
    "\"prompt_tokens_details\":{\"cached_tokens\":60,\"cache_write_tokens\":7},\"completion_tokens\":40,"
    "\"completion_tokens_details\":{\"reasoning_tokens\":30},\"total_tokens\":140,\"cost\":0.0123}}";

static void test_a_plain_answer_is_read_whole(void **state)
{
    (void) state;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(attempt_case_decode(plain), 0);
    assert_text(the.attempt->answer.text, "Rayleigh.");
    assert_text(the.attempt->answer.model, "gpt-5.2-2026");
    assert_int_equal(the.attempt->answer.finish, LLM_STOP);
    assert_int_equal(the.attempt->usage.input_tokens, 100);
    assert_int_equal(the.attempt->usage.cached_tokens, 60);
    assert_int_equal(the.attempt->usage.output_tokens, 40);
    assert_int_equal(the.attempt->usage.reasoning_tokens, 30);
    assert_int_equal(the.attempt->cache_write_tokens, 7);
    assert_int_equal(the.attempt->cost_reported_nano, 12300000);
    assert_int_equal(the.attempt->answer.citations_n, 1);
    assert_text(the.attempt->answer.citations[0].url, "https://a.example/");
    assert_int_equal(the.attempt->answer.citations[0].end, 8);
}

static void test_citation_indices_count_characters_and_become_bytes(void **state)
{
    (void) state;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(attempt_case_decode(
                         "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"\xc3\xa4\xe2\x82\xac"
                         "b\",\"annotations\":"
                         "[{\"url_citation\":{\"url\":\"https://a.example/\",\"start_index\":1,\"end_index\":2}}]}}]}"),
                     0);
    assert_int_equal(the.attempt->answer.citations[0].start, 2);
    assert_int_equal(the.attempt->answer.citations[0].end, 5);
}

static const char stream[] =
    ": OPENROUTER PROCESSING\n\n"
    "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}],\"usage\":null}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Bl\xc3\xa4u \"},\"finish_reason\":null}]}\r\n\r\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"light\"},\"finish_reason\":null}],\"obfuscation\":\"xx\"}\n\n"
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":3}}\n\n"
    "data: [DONE]\n\n";

static void test_a_stream_reads_the_same_in_pieces_of_any_size(void **state)
{
    (void) state;
    the.request.stream = true;
    for (size_t piece = 1; piece < sizeof stream; piece += piece < 20 ? 1 : 97) {
        attempt_case_model("openai/gpt-5.2");
        assert_int_equal(attempt_case_feed(stream, piece), 0);
        assert_text(the.attempt->answer.text, "Bl\xc3\xa4u light");
        assert_text(buf_str(&the.streamed), "Bl\xc3\xa4u light");
        assert_int_equal(the.attempt->usage.input_tokens, 10);
        assert_int_equal(the.attempt->answer.finish, LLM_STOP);
        assert_true(the.attempt->ended);
    }
}

static void test_tool_calls_stream_in_parts_by_index(void **state)
{
    (void) state;
    the.request.stream = true;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_feed(
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"search\",\"arguments\":\"\"}}]}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"fetch\",\"arguments\":\"{}\"}}]}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"q\\\":\"}}]}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"2}\"}}]}}]}\n\n"
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n",
            7),
        0);
    assert_int_equal(the.attempt->answer.tool_calls_n, 2);
    assert_text(the.attempt->answer.tool_calls[0].id, "a");
    assert_text(the.attempt->answer.tool_calls[0].arguments, "{\"q\":2}");
    assert_text(the.attempt->answer.tool_calls[1].name, "fetch");
    assert_int_equal(the.attempt->answer.finish, LLM_TOOL_CALLS);
}

static void test_deviations_of_compatible_services_are_tolerated(void **state)
{
    (void) state;
    /* arguments as an object, no id, reasoning beside the content, no usage, an odd finish reason */
    attempt_case_model("vllm/m");
    assert_int_equal(
        attempt_case_decode(
            "{\"choices\":[{\"finish_reason\":\"odd\",\"message\":{\"content\":null,\"reasoning\":\"hm\",\"tool_calls\":"
            "[{\"function\":{\"name\":\"f\",\"arguments\":{\"a\":1}}}]}}]}"),
        0);
    assert_text(the.attempt->answer.tool_calls[0].arguments, "{\"a\":1}");
    assert_text(the.attempt->answer.tool_calls[0].id, "call_1");
    assert_text(the.attempt->answer.reasoning, "hm");
    assert_false(the.attempt->usage_reported);
    assert_int_equal(the.attempt->answer.finish, LLM_TOOL_CALLS);
}

static void test_leading_thinking_is_taken_out_of_text_and_stream(void **state)
{
    (void) state;
    static const char thinking[] =
        "data: {\"choices\":[{\"delta\":{\"content\":\"\\n<th\"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\"ink>one < two\"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\" </thi\"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\"nk>\\n\\n\"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\"Yes <b>\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    the.request.stream = true;
    attempt_case_model("vllm/m");
    assert_int_equal(attempt_case_feed(thinking, 1), 0);
    assert_text(the.attempt->answer.text, "Yes <b>");
    assert_text(buf_str(&the.streamed), "Yes <b>");
    assert_text(the.attempt->answer.reasoning, "one < two");
    /* Text that only looks like it is text. */
    attempt_case_model("vllm/m");
    assert_int_equal(attempt_case_decode("{\"choices\":[{\"message\":{\"content\":\"<thin air>\"}}]}"), 0);
    assert_text(the.attempt->answer.text, "<thin air>");
}

static void test_a_stream_that_stops_early_is_a_failure_worth_another_try(void **state)
{
    (void) state;
    the.request.stream = true;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(attempt_case_feed("data: {\"choices\":[{\"delta\":{\"content\":\"half an\"}}]}\n\n", 9),
                     -ERROR_UPSTREAM);
    assert_true(the.e.retry);
    /* A finish reason without [DONE] is an end. */
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_feed("data: {\"choices\":[{\"delta\":{\"content\":\"all\"},\"finish_reason\":\"stop\"}]}\n\n", 9),
        0);
    assert_text(the.attempt->answer.text, "all");
}

static void test_errors_inside_a_200_stream_mean_what_they_say(void **state)
{
    (void) state;
    static const struct {
        const char *event;
        int code;
        bool retry;
    } table[] = {
        { "{\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\"}}", ERROR_UPSTREAM, true },
        { "{\"error\":{\"code\":429,\"message\":\"slow down\"},\"choices\":[{\"finish_reason\":\"error\"}]}",
          ERROR_RATE, true },
        { "{\"error\":{\"code\":502,\"message\":\"upstream\"}}", ERROR_UPSTREAM, true },
        { "{\"error\":\"out of memory\"}", ERROR_UPSTREAM, true },
        { "{\"error\":{\"code\":402,\"message\":\"credits\"}}", ERROR_QUOTA, false },
        { "{\"error\":{\"type\":\"invalid_request_error\",\"code\":\"context_length_exceeded\",\"message\":\"long\"}}",
          ERROR_CONTEXT, false },
        { "{\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}", ERROR_UPSTREAM, true },
        { "{\"choices\":[", ERROR_UPSTREAM, true },
    };

    the.request.stream = true;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        attempt_case_model("openrouter/openai/gpt-5.2");
        struct str text = str_format(the.arena, "data: %s\n\n", table[i].event);
        if (attempt_case_feed(text.data, 5) != -table[i].code || the.e.retry != table[i].retry)
            fail_msg("%s became %s, retry %d", table[i].event, error_name(the.e.code), the.e.retry);
    }
}

static void test_failures_are_classified(void **state)
{
    (void) state;
    static const struct {
        int status;
        const char *body;
        int code;
        bool retry;
        const char *says;
    } table[] = {
        { 401, "{\"error\":{\"message\":\"Incorrect API key\",\"code\":\"invalid_api_key\"}}", ERROR_AUTH, false,
          "OPENAI_API_KEY" },
        { 403, "{\"error\":{\"message\":\"Country not supported\"}}", ERROR_AUTH, false, "403" },
        { 402, "{\"error\":{\"message\":\"no money\"}}", ERROR_QUOTA, false, "used up" },
        { 404, "{\"error\":{\"message\":\"The model `x` does not exist\",\"code\":\"model_not_found\"}}", ERROR_MODEL,
          false, "fathom models" },
        { 404, "404 page not found", ERROR_MISCONFIGURED, false, "address" },
        { 400, "{\"error\":{\"message\":\"too long\",\"code\":\"context_length_exceeded\"}}", ERROR_CONTEXT, false,
          "too long" },
        { 400,
          "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context size\",\"type\":\"exceed_context_size_error\"}}",
          ERROR_CONTEXT, false, "" },
        { 400, "{\"error\":{\"message\":\"strange\"}}", ERROR_REJECTED, false, "strange" },
        { 400, "{\"error\":{\"message\":\"flagged by our content policy\",\"code\":\"content_policy_violation\"}}",
          ERROR_REFUSED, false, "" },
        { 429, "{\"error\":{\"message\":\"Rate limit\",\"code\":\"rate_limit_exceeded\"}}", ERROR_RATE, true, "" },
        { 429, "{\"error\":{\"message\":\"You exceeded your current quota\",\"code\":\"insufficient_quota\"}}",
          ERROR_QUOTA, false, "" },
        { 408, "", ERROR_TIMEOUT, true, "" },
        { 409, "{}", ERROR_UPSTREAM, true, "" },
        { 500, "<html>oops</html>", ERROR_UPSTREAM, true, "oops" },
        { 503, "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}",
          ERROR_UPSTREAM, true, "Loading model" },
        { 529, "{\"error\":\"busy\"}", ERROR_UPSTREAM, true, "busy" },
        { 413, "", ERROR_CONTEXT, false, "" },
        { 422, "{\"detail\":[{\"msg\":\"bad field\"}]}", ERROR_REJECTED, false, "bad field" },
        { 418, "[1,2]", ERROR_REJECTED, false, "" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        attempt_case_model("openai/gpt-5.2");
        int r = attempt_case_failure(table[i].status, table[i].body);
        if (r != -table[i].code || the.e.retry != table[i].retry || !strstr(the.e.message, table[i].says))
            fail_msg("%d %s became %s, retry %d: %s", table[i].status, table[i].body, error_name(-r), the.e.retry,
                     the.e.message);
    }
}

static void test_a_retired_model_names_its_successor(void **state)
{
    (void) state;
    attempt_case_model("openai/gpt-5");
    assert_int_equal(
        attempt_case_failure(
            404, "{\"error\":{\"message\":\"The model gpt-5 does not exist\",\"code\":\"model_not_found\"}}"),
        -ERROR_MODEL);
    assert_non_null(strstr(the.e.message, "openai/gpt-5.2"));
}

static void test_refused_fields_are_left_out_once_each(void **state)
{
    (void) state;
    struct net_request request;

    the.request.schema = str("{\"type\":\"object\"}");
    the.request.temperature = 0.1;
    the.request.max_tokens = 9;
    the.request.stream = true;
    attempt_case_model("groq/m");
    assert_int_equal(
        attempt_case_failure(
            400, "{\"error\":{\"message\":\"Unsupported value: 'temperature'\",\"param\":\"temperature\"}}"),
        0);
    assert_int_equal(attempt_case_failure(400, "{\"error\":{\"message\":\"unknown field max_completion_tokens\"}}"), 0);
    assert_int_equal(attempt_case_failure(400, "{\"error\":{\"message\":\"stream_options not allowed\"}}"), 0);
    json_t *body = attempt_case_build(&request);
    assert_null(json_object_get(body, "temperature"));
    assert_null(json_object_get(body, "stream_options"));
    assert_int_equal(json_get_int(body, "max_tokens", 0), 9);
    json_decref(body);
    assert_int_equal(attempt_case_failure(400, "{\"error\":{\"message\":\"max_tokens is refused\"}}"), 0);
    assert_int_equal(attempt_case_failure(400, "{\"error\":{\"message\":\"response_format?\"}}"), 0);
    assert_int_equal(attempt_case_failure(400, "{\"error\":{\"message\":\"response_format?\"}}"), 0);
    body = attempt_case_build(&request);
    assert_null(json_object_get(body, "max_tokens"));
    assert_null(json_object_get(body, "response_format"));
    json_decref(body);
    assert_int_equal(attempt_case_failure(400, "{\"error\":{\"message\":\"temperature again\"}}"), -ERROR_REJECTED);
}

static void test_refusals_are_named(void **state)
{
    (void) state;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode(
            "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":null,\"refusal\":\"I cannot help\"}}]}"),
        -ERROR_REFUSED);
    assert_non_null(strstr(the.e.message, "I cannot help"));
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode("{\"choices\":[{\"finish_reason\":\"content_filter\",\"message\":{\"content\":\"x\"}}]}"),
        0);
    assert_int_equal(the.attempt->answer.finish, LLM_FILTER);
}

static void test_what_is_not_an_answer_is_garbage(void **state)
{
    (void) state;
    static const char *const bodies[] = { "",         "<html></html>",    "[]", "{}", "{\"choices\":{}}",
                                          "\"text\"", "{\"choices\":[7]}" };

    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        attempt_case_model("openai/gpt-5.2");
        assert_int_equal(attempt_case_decode(bodies[i]), -ERROR_UPSTREAM);
        assert_true(the.e.retry);
    }
}

static void test_a_secret_in_a_services_words_is_not_passed_on(void **state)
{
    (void) state;
    log_secret(str("secret-key-1"));
    attempt_case_model("openai/gpt-5.2");
    attempt_case_failure(401, "{\"error\":{\"message\":\"Incorrect API key provided: secret-key-1\"}}");
    assert_null(strstr(the.e.message, "secret-key-1"));
    assert_non_null(strstr(the.e.message, "[secret]"));
}

static void test_a_line_break_in_a_key_makes_no_header(void **state)
{
    (void) state;
    struct headers headers = { 0 };

    headers_add(&headers, the.arena, "X-Key", str("abc\r\nX-Evil: 1"));
    assert_text(headers.items[0], "X-Key: abc");
}

static void test_repeated_ends_are_found(void **state)
{
    (void) state;
    assert_int_equal(attempt_overlap(str("The quick brown fox"), str("quick brown fox jumps")), 15);
    assert_int_equal(attempt_overlap(str("The quick brown fox"), str("jumps over")), 0);
    assert_int_equal(attempt_overlap(str("abc"), str("abc")), 0); /* too short to be more than chance */
    assert_int_equal(attempt_overlap(str(""), str("x")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_request_has_model_messages_and_key),
        CASE(test_compatible_services_get_the_older_words),
        CASE(test_odd_characters_in_a_stream_cost_one_character),
        CASE(test_openrouter_gets_its_headers),
        CASE(test_a_referer_is_sent_only_if_it_is_configured),
        CASE(test_a_schema_is_asked_by_the_best_means_the_model_has),
        CASE(test_tools_and_their_results_go_along),
        CASE(test_a_cut_answer_is_continued_by_showing_it),
        CASE(test_a_plain_answer_is_read_whole),
        CASE(test_citation_indices_count_characters_and_become_bytes),
        CASE(test_a_stream_reads_the_same_in_pieces_of_any_size),
        CASE(test_tool_calls_stream_in_parts_by_index),
        CASE(test_deviations_of_compatible_services_are_tolerated),
        CASE(test_leading_thinking_is_taken_out_of_text_and_stream),
        CASE(test_a_stream_that_stops_early_is_a_failure_worth_another_try),
        CASE(test_errors_inside_a_200_stream_mean_what_they_say),
        CASE(test_failures_are_classified),
        CASE(test_a_retired_model_names_its_successor),
        CASE(test_refused_fields_are_left_out_once_each),
        CASE(test_refusals_are_named),
        CASE(test_what_is_not_an_answer_is_garbage),
        CASE(test_a_secret_in_a_services_words_is_not_passed_on),
        CASE(test_a_line_break_in_a_key_makes_no_header),
        CASE(test_repeated_ends_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
