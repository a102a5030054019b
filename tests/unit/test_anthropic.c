#include "attempt_case.h"

static void test_a_request_has_version_key_and_mandatory_limit(void **state)
{
    (void) state;
    struct net_request request;

    the.request.temperature = 0.3;
    attempt_case_model("anthropic/claude-sonnet-5-5");
    json_t *body = attempt_case_build(&request);
    assert_text(request.url, "http://127.0.0.1:1/base/v1/messages");
    assert_true(attempt_case_header(&request, "x-api-key: secret-key-1"));
    assert_true(attempt_case_header(&request, "anthropic-version: 2026-10-21"));
    assert_null(json_object_get(body, "temperature")); /* refused by the newer version */
    assert_int_equal(json_get_int(body, "max_tokens", 0), 8192);
    assert_string_equal(text_at(body, "system.0.text"), "Be brief.");
    assert_string_equal(text_at(body, "messages.0.content.0.text"), "Why is the sky blue?");
    json_decref(body);
    attempt_case_model("anthropic/claude-opus-4-5");
    body = attempt_case_build(&request);
    assert_true(attempt_case_header(&request, "anthropic-version: 2023-06-01"));
    assert_true(json_get_double(body, "temperature", 0) == 0.3);
    json_decref(body);
}

static void test_schemas_are_cut_to_what_the_service_knows(void **state)
{
    (void) state;
    struct net_request request;

    the.request.schema = str(
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1},\"minimum\":{\"type\":\"string\",\"maxLength\":5}}}");
    attempt_case_model("anthropic/claude-sonnet-5-5");
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "output_config.format.type"), "json_schema");
    assert_null(json_at(body, "output_config.format.schema.properties.n.minimum"));
    assert_string_equal(text_at(body, "output_config.format.schema.properties.minimum.type"), "string");
    assert_null(json_at(body, "output_config.format.schema.properties.minimum.maxLength"));
    assert_true(json_is_false(json_at(body, "output_config.format.schema.additionalProperties")));
    json_decref(body);
    the.request.web_search = true; /* citations exclude the schema */
    body = attempt_case_build(&request);
    assert_null(json_object_get(body, "output_config"));
    assert_non_null(strstr(text_at(body, "messages.0.content.1.text"), "JSON Schema"));
    assert_string_equal(text_at(body, "tools.0.name"), "web_search");
    assert_string_equal(text_at(body, "tools.1.name"), "web_fetch");
    json_decref(body);
}

static void test_tool_results_of_one_turn_are_one_message(void **state)
{
    (void) state;
    struct net_request request;
    struct llm_tool tool = { str("lookup"), str("finds"), str("{\"type\":\"object\"}") };
    struct llm_tool_call calls[] = { { str("a"), str("lookup"), str("{\"q\":1}") },
                                     { str("b"), str("lookup"), str("broken") } };

    the.request.tools = &tool;
    the.request.tools_n = 1;
    the.request.tool_choice = str("required");
    the.messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .tool_calls = calls, .tool_calls_n = 2 };
    the.messages[3] = (struct llm_message){ .role = LLM_TOOL, .text = str("one"), .tool_call_id = str("a") };
    the.messages[4] = (struct llm_message){ .role = LLM_TOOL, .text = str("two"), .tool_call_id = str("b") };
    the.request.messages_n = 5;
    attempt_case_model("anthropic/claude-sonnet-5-5");
    json_t *body = attempt_case_build(&request);
    assert_int_equal(json_array_size(json_object_get(body, "messages")), 3);
    assert_int_equal(json_integer_value(json_at(body, "messages.1.content.0.input.q")), 1);
    assert_true(json_is_object(json_at(body, "messages.1.content.1.input")));
    assert_string_equal(text_at(body, "messages.2.content.1.tool_use_id"), "b");
    assert_string_equal(text_at(body, "tool_choice.type"), "any");
    assert_string_equal(text_at(body, "tools.0.input_schema.type"), "object");
    assert_string_equal(text_at(body, "cache_control.type"), "ephemeral");
    json_decref(body);
}

static const char whole[] =
    "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-opus-4-5-x\",\"content\":["
    "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"sig\"},"
    "{\"type\":\"server_tool_use\",\"id\":\"s1\",\"name\":\"web_search\",\"input\":{\"query\":\"q\"}},"
    "{\"type\":\"web_search_tool_result\",\"tool_use_id\":\"s1\",\"content\":[{\"type\":\"web_search_result\",\"url\":\"https://seen.example/\",\"title\":\"Seen\",\"encrypted_content\":\"x\"}]},"
    "{\"type\":\"web_fetch_tool_result\",\"tool_use_id\":\"s2\",\"content\":{\"type\":\"web_fetch_result\",\"url\":\"https://read.example/\",\"content\":{\"type\":\"document\",\"source\":{\"type\":\"text\",\"data\":\"page text\"},\"title\":\"Read\"}}},"
    "{\"type\":\"web_search_tool_result\",\"content\":{\"type\":\"web_search_tool_result_error\",\"error_code\":\"max_uses_exceeded\"}},"
    "{\"type\":\"text\",\"text\":\"So: \"},"
    "{\"type\":\"text\",\"text\":\"it is blue\",\"citations\":[{\"type\":\"web_search_result_location\",\"url\":\"https://seen.example/\",\"title\":\"Seen\",\"cited_text\":\"blue indeed\",\"encrypted_index\":\"i\"}]},"
    "{\"type\":\"text\",\"text\":\".\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":100,\"cache_creation_input_tokens\":4000,\"cache_read_input_tokens\":2000,\"output_tokens\":50,\"output_tokens_details\":{\"thinking_tokens\":20},\"server_tool_use\":{\"web_search_requests\":1,\"web_fetch_requests\":1}}}";

static void check_whole(void)
{
    const struct llm_answer *answer = &the.attempt->answer;

    assert_text(answer->text, "So: it is blue.");
    assert_text(answer->reasoning, "hm");
    assert_int_equal(answer->finish, LLM_STOP);
    assert_text(answer->model, "claude-opus-4-5-x");
    assert_int_equal(answer->citations_n, 3);
    assert_text(answer->citations[0].url, "https://seen.example/");
    assert_text(answer->citations[1].text, "page text");
    assert_text(answer->citations[2].text, "blue indeed");
    assert_int_equal(answer->citations[2].start, 4);
    assert_int_equal(answer->citations[2].end, 14);
    assert_int_equal(the.attempt->usage.input_tokens, 6100);
    assert_int_equal(the.attempt->usage.cached_tokens, 2000);
    assert_int_equal(the.attempt->usage.reasoning_tokens, 20);
    /* 100 x 5 + 2000 x 0.5 + 4000 x 6.25 + 50 x 25 micro-dollars + 1 cent = 37750 */
    model_cost(the.attempt->model, &the.attempt->usage, the.attempt->cache_write_tokens);
    assert_int_equal(the.attempt->usage.cost_nano, 37750000);
}

static void test_a_whole_answer_joins_its_blocks(void **state)
{
    (void) state;
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(attempt_case_decode(whole), 0);
    check_whole();
}

static const char stream[] =
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"claude-opus-4-5-x\",\"content\":[],\"usage\":{\"input_tokens\":100,\"cache_creation_input_tokens\":4000,\"cache_read_input_tokens\":2000,\"output_tokens\":1}}}\n\n"
    "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n"
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}}\n\n"
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"sig\"}}\n\n"
    "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
    "event: ping\ndata: {\"type\":\"ping\"}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"server_tool_use\",\"id\":\"s1\",\"name\":\"web_search\",\"input\":{}}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"query\\\":\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\\\"q\\\"}\"}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"web_search_tool_result\",\"tool_use_id\":\"s1\",\"content\":[{\"type\":\"web_search_result\",\"url\":\"https://seen.example/\",\"title\":\"Seen\"}]}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":2}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":3,\"content_block\":{\"type\":\"web_fetch_tool_result\",\"content\":{\"type\":\"web_fetch_result\",\"url\":\"https://read.example/\",\"content\":{\"source\":{\"type\":\"text\",\"data\":\"page text\"},\"title\":\"Read\"}}}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":3}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":4,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":4,\"delta\":{\"type\":\"text_delta\",\"text\":\"So: \"}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":4}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":5,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":5,\"delta\":{\"type\":\"citations_delta\",\"citation\":{\"type\":\"web_search_result_location\",\"url\":\"https://seen.example/\",\"title\":\"Seen\",\"cited_text\":\"blue indeed\"}}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":5,\"delta\":{\"type\":\"text_delta\",\"text\":\"it is \"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":5,\"delta\":{\"type\":\"text_delta\",\"text\":\"blue\"}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":5}\n\n"
    "data: {\"type\":\"content_block_start\",\"index\":6,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
    "data: {\"type\":\"content_block_delta\",\"index\":6,\"delta\":{\"type\":\"text_delta\",\"text\":\".\"}}\n\n"
    "data: {\"type\":\"content_block_stop\",\"index\":6}\n\n"
    "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":50,\"output_tokens_details\":{\"thinking_tokens\":20},\"server_tool_use\":{\"web_search_requests\":1}}}\n\n"
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

static void test_a_stream_reads_the_same_byte_by_byte(void **state)
{
    (void) state;
    the.request.stream = true;
    for (size_t piece = 1; piece < 40; piece += 13) {
        attempt_case_model("anthropic/claude-opus-4-5");
        assert_int_equal(attempt_case_feed(stream, piece), 0);
        assert_text(buf_str(&the.streamed), "So: it is blue.");
        check_whole();
    }
}

static void test_a_paused_turn_is_sent_back_as_it_came(void **state)
{
    (void) state;
    struct net_request request;

    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(
        attempt_case_decode(
            "{\"content\":[{\"type\":\"text\",\"text\":\"first\"},{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\",\"input\":{},\"odd\":[1]}],\"stop_reason\":\"pause_turn\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}"),
        0);
    assert_non_null(the.attempt->paused);
    json_t *turn = json_incref(the.attempt->paused);
    attempt_case_model("anthropic/claude-opus-4-5");
    the.attempt->turn = turn;
    the.attempt->partial = str("first");
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "messages.1.role"), "assistant");
    assert_int_equal(json_integer_value(json_at(body, "messages.1.content.1.odd.0")), 1);
    assert_int_equal(json_array_size(json_object_get(body, "messages")), 2);
    json_decref(body);
    /* Paused once more: both parts go back. */
    assert_int_equal(
        attempt_case_decode("{\"content\":[{\"type\":\"text\",\"text\":\"second\"}],\"stop_reason\":\"pause_turn\"}"),
        0);
    assert_int_equal(json_array_size(the.attempt->paused), 3);
    json_decref(turn);
}

static void test_ends_are_told_apart(void **state)
{
    (void) state;
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(
        attempt_case_decode("{\"content\":[{\"type\":\"text\",\"text\":\"cut\"}],\"stop_reason\":\"max_tokens\"}"), 0);
    assert_int_equal(the.attempt->answer.finish, LLM_LENGTH);
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(
        attempt_case_decode(
            "{\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{\"a\":1}}],\"stop_reason\":\"tool_use\"}"),
        0);
    assert_int_equal(the.attempt->answer.finish, LLM_TOOL_CALLS);
    assert_text(the.attempt->answer.tool_calls[0].arguments, "{\"a\":1}");
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(
        attempt_case_decode(
            "{\"content\":[],\"stop_reason\":\"refusal\",\"stop_details\":{\"category\":\"bio\",\"explanation\":\"not that\"}}"),
        -ERROR_REFUSED);
    assert_non_null(strstr(the.e.message, "not that"));
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(attempt_case_decode("{\"content\":[],\"stop_reason\":\"model_context_window_exceeded\"}"),
                     -ERROR_CONTEXT);
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(attempt_case_decode("{\"content\":{}}"), -ERROR_UPSTREAM);
    the.request.stream = true;
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(
        attempt_case_feed(
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
            4),
        -ERROR_UPSTREAM);
    assert_true(the.e.retry);
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(
        attempt_case_feed(
            "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"x\"}}\n\n",
            4),
        -ERROR_UPSTREAM);
}

static void test_failures_are_classified(void **state)
{
    (void) state;
    static const struct {
        int status;
        const char *type, *message;
        int code;
        bool retry;
        const char *says;
    } table[] = {
        { 400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum", ERROR_CONTEXT, false,
          "" },
        { 400, "invalid_request_error", "Your credit balance is too low", ERROR_QUOTA, false, "" },
        { 400, "invalid_request_error", "messages: odd", ERROR_REJECTED, false, "odd" },
        { 401, "authentication_error", "invalid x-api-key", ERROR_AUTH, false, "ANTHROPIC_API_KEY" },
        { 402, "billing_error", "pay", ERROR_QUOTA, false, "" },
        { 403, "permission_error", "no", ERROR_AUTH, false, "" },
        { 404, "not_found_error", "model: claude-opus-4-5", ERROR_MODEL, false, "claude-opus-5-5" },
        { 413, "request_too_large", "big", ERROR_CONTEXT, false, "" },
        { 429, "rate_limit_error", "slow", ERROR_RATE, true, "" },
        { 500, "api_error", "oops", ERROR_UPSTREAM, true, "" },
        { 529, "overloaded_error", "Overloaded", ERROR_UPSTREAM, true, "529" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        attempt_case_model("anthropic/claude-opus-4-5");
        struct str body = str_format(the.arena, "{\"type\":\"error\",\"error\":{\"type\":\"%s\",\"message\":\"%s\"}}",
                                     table[i].type, table[i].message);
        if (attempt_case_failure(table[i].status, body.data) != -table[i].code || the.e.retry != table[i].retry ||
            !strstr(the.e.message, table[i].says))
            fail_msg("%d %s became %s: %s", table[i].status, table[i].type, error_name(the.e.code), the.e.message);
    }
    attempt_case_model("anthropic/claude-opus-4-5");
    assert_int_equal(
        attempt_case_failure(
            400, "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"output_config.format: unsupported\"}}"),
        0);
    assert_int_equal(the.attempt->left_out, LLM_NO_SCHEMA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_request_has_version_key_and_mandatory_limit),
        CASE(test_schemas_are_cut_to_what_the_service_knows),
        CASE(test_tool_results_of_one_turn_are_one_message),
        CASE(test_a_whole_answer_joins_its_blocks),
        CASE(test_a_stream_reads_the_same_byte_by_byte),
        CASE(test_a_paused_turn_is_sent_back_as_it_came),
        CASE(test_ends_are_told_apart),
        CASE(test_failures_are_classified),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
