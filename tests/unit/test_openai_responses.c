#include "attempt_case.h"

static void test_a_request_has_instructions_input_and_flat_tools(void **state)
{
    (void) state;
    struct net_request request;
    struct llm_tool tool = { str("lookup"), str("finds"), str("{\"type\":\"object\"}") };
    struct llm_tool_call call = { str("c1"), str("lookup"), str("{}") };

    the.request.web_search = true;
    the.request.stream = true;
    the.request.schema = str("{\"type\":\"object\"}");
    the.request.tools = &tool;
    the.request.tools_n = 1;
    the.request.max_tokens = 700;
    the.messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .tool_calls = &call, .tool_calls_n = 1 };
    the.messages[3] = (struct llm_message){ .role = LLM_TOOL, .text = str("found"), .tool_call_id = str("c1") };
    the.request.messages_n = 4;
    attempt_case_model("openai/gpt-5.2");
    assert_string_equal(the.family->name, "openai-responses");
    json_t *body = attempt_case_build(&request);
    assert_text(request.url, "http://127.0.0.1:1/base/responses");
    assert_true(attempt_case_header(&request, "Authorization: Bearer secret-key-1"));
    assert_string_equal(text_at(body, "instructions"), "Be brief.");
    assert_string_equal(text_at(body, "input.0.content"), "Why is the sky blue?");
    assert_string_equal(text_at(body, "input.1.type"), "function_call");
    assert_string_equal(text_at(body, "input.2.output"), "found");
    assert_string_equal(text_at(body, "tools.0.name"), "lookup");
    assert_string_equal(text_at(body, "tools.1.type"), "web_search");
    assert_string_equal(text_at(body, "text.format.type"), "json_schema");
    assert_string_equal(text_at(body, "include.0"), "web_search_call.action.sources");
    assert_int_equal(json_get_int(body, "max_output_tokens", 0), 700);
    assert_null(json_object_get(body, "background")); /* a reader waits */
    json_decref(body);
}

static void test_research_without_a_reader_goes_to_the_background(void **state)
{
    (void) state;
    struct net_request request;

    the.request.web_search = true;
    attempt_case_model("openai/gpt-5.2");
    json_t *body = attempt_case_build(&request);
    assert_true(json_is_true(json_object_get(body, "background")));
    json_decref(body);
    assert_int_equal(
        attempt_case_decode("{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"queued\",\"output\":[]}"), 0);
    assert_true(the.attempt->working);
    assert_text(the.attempt->remote_id, "resp_1");
    assert_int_equal(the.family->poll(the.attempt, &request, &the.e), 0);
    assert_text(request.url, "http://127.0.0.1:1/base/responses/resp_1");
    assert_string_equal(request.method, "GET");
    assert_true(attempt_case_header(&request, "Authorization: Bearer secret-key-1"));
}

static const char whole[] =
    "{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"completed\",\"error\":null,\"incomplete_details\":null,\"model\":\"gpt-5.2-x\",\"output\":["
    "{\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"thinking\"}]},"
    "{\"type\":\"web_search_call\",\"status\":\"completed\",\"action\":{\"type\":\"search\",\"queries\":[\"q\"],\"sources\":[{\"type\":\"url\",\"url\":\"https://seen.example/\"}]}},"
    "{\"type\":\"web_search_call\",\"action\":{\"type\":\"open_page\",\"url\":\"https://seen.example/\"}},"
    "{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"\xc3\x84"
    "b. \",\"annotations\":[]},"
    "{\"type\":\"output_text\",\"text\":\"\xc3\x84"
    "b cd\",\"annotations\":[{\"type\":\"url_citation\",\"url\":\"https://a.example/\",\"title\":\"A\",\"start_index\":1,\"end_index\":5}]}]}],"
    "\"usage\":{\"input_tokens\":1000,\"input_tokens_details\":{\"cached_tokens\":400},\"output_tokens\":200,\"output_tokens_details\":{\"reasoning_tokens\":150}},"
    "\"tool_usage\":{\"web_search\":{\"num_requests\":1}}}";

static void check_whole(void)
{
    const struct llm_answer *answer = &the.attempt->answer;

    assert_text(answer->text, "\xc3\x84"
                              "b. \xc3\x84"
                              "b cd");
    assert_int_equal(answer->finish, LLM_STOP);
    assert_int_equal(answer->citations_n, 2);
    assert_text(answer->citations[0].url, "https://seen.example/");
    assert_int_equal(answer->citations[0].start, -1);
    assert_text(answer->citations[1].title, "A");
    assert_int_equal(answer->citations[1].start, 7); /* bytes of the whole text */
    assert_int_equal(answer->citations[1].end, 11);
    assert_int_equal(the.attempt->usage.searches, 1);
    assert_int_equal(the.attempt->usage.reasoning_tokens, 150);
    /* 600 x 1.75 + 400 x 0.175 + 200 x 14 micro-dollars + 1 cent = 1050 + 70 + 2800 + 10000 */
    model_cost(the.attempt->model, &the.attempt->usage, the.attempt->cache_write_tokens);
    assert_int_equal(the.attempt->usage.cost_nano, 13920000);
}

static void test_a_whole_answer_has_text_citations_and_searches(void **state)
{
    (void) state;
    the.request.web_search = true;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(attempt_case_decode(whole), 0);
    assert_text(the.attempt->answer.reasoning, "thinking");
    check_whole();
}

static void test_a_stream_reads_the_same_byte_by_byte(void **state)
{
    (void) state;
    struct str stream;

    the.request.web_search = the.request.stream = true;
    attempt_case_model("openai/gpt-5.2");
    stream = str_format(
        the.arena,
        "event: response.created\ndata: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_1\",\"status\":\"in_progress\"}}\n\n"
        "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"\xc3\x84"
        "b. \"}\n\n"
        "data: {\"type\":\"response.something_new\",\"x\":1}\n\n"
        "data: {\"type\":\"response.output_text.delta\",\"delta\":\"\xc3\x84"
        "b cd\"}\n\n"
        "data: {\"type\":\"response.completed\",\"response\":%s}\n\ndata: [DONE]\n\n",
        whole);
    assert_int_equal(attempt_case_feed(stream.data, 1), 0);
    assert_text(buf_str(&the.streamed), "\xc3\x84"
                                        "b. \xc3\x84"
                                        "b cd");
    check_whole();
}

static void test_function_calls_come_once(void **state)
{
    (void) state;
    the.request.stream = the.request.web_search = true;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_feed(
            "data: {\"type\":\"response.output_item.done\",\"item\":{\"type\":\"function_call\",\"call_id\":\"c9\",\"name\":\"lookup\",\"arguments\":\"{\\\"q\\\":1}\"}}\n\n"
            "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[{\"type\":\"function_call\",\"call_id\":\"c9\",\"name\":\"lookup\",\"arguments\":\"{\\\"q\\\":1}\"}]}}\n\n",
            11),
        0);
    assert_int_equal(the.attempt->answer.tool_calls_n, 1);
    assert_text(the.attempt->answer.tool_calls[0].arguments, "{\"q\":1}");
    assert_int_equal(the.attempt->answer.finish, LLM_TOOL_CALLS);
}

static void test_ends_that_are_not_complete_are_told_apart(void **state)
{
    (void) state;
    the.request.web_search = true;
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode(
            "{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"max_output_tokens\"},\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"cut\"}]}]}"),
        0);
    assert_int_equal(the.attempt->answer.finish, LLM_LENGTH);
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode(
            "{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"content_filter\"},\"output\":[]}"),
        0);
    assert_int_equal(the.attempt->answer.finish, LLM_FILTER);
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode(
            "{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"refusal\",\"refusal\":\"No.\"}]}]}"),
        -ERROR_REFUSED);
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode(
            "{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"oops\"},\"output\":[]}"),
        -ERROR_UPSTREAM);
    assert_true(the.e.retry);
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode(
            "{\"status\":\"failed\",\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"slow\"},\"output\":[]}"),
        -ERROR_RATE);
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_decode(
            "{\"status\":\"failed\",\"error\":{\"code\":\"invalid_prompt\",\"message\":\"bad\"},\"output\":[]}"),
        -ERROR_REFUSED);
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(attempt_case_decode("{\"hello\":1}"), -ERROR_UPSTREAM);
    attempt_case_model("openai/gpt-5.2");
    the.request.stream = true;
    assert_int_equal(attempt_case_feed("data: {\"type\":\"response.output_text.delta\",\"delta\":\"half\"}\n\n", 5),
                     -ERROR_UPSTREAM);
    attempt_case_model("openai/gpt-5.2");
    assert_int_equal(
        attempt_case_feed(
            "event: error\ndata: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"m\",\"param\":null}\n\n",
            5),
        -ERROR_UPSTREAM);
    assert_true(the.e.retry);
}

/* --- Perplexity's Agent API --- */

static void test_perplexity_gets_presets_at_its_own_address(void **state)
{
    (void) state;
    struct net_request request;

    the.request.schema = str("{\"type\":\"object\"}");
    the.request.web_search = true;
    attempt_case_model("perplexity/high");
    json_t *body = attempt_case_build(&request);
    assert_text(request.url, "http://127.0.0.1:1/base/v1/agent");
    assert_string_equal(text_at(body, "preset"), "high");
    assert_null(json_object_get(body, "model"));
    assert_string_equal(text_at(body, "input.0.type"), "message");
    assert_string_equal(text_at(body, "response_format.json_schema.schema.type"), "object");
    assert_true(json_is_true(json_object_get(body, "background")));
    json_decref(body);
    the.attempt->remote_id = str("resp/../1");
    assert_int_equal(the.family->poll(the.attempt, &request, &the.e), 0);
    assert_true(str_starts(request.url, "http://127.0.0.1:1/base/v1/responses/resp%2F"));
    attempt_case_model("perplexity/openai/gpt-5.2");
    body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "model"), "openai/gpt-5.2");
    json_decref(body);
}

static const char agent[] =
    "{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"completed\",\"model\":\"perplexity/sonar\",\"output\":["
    "{\"type\":\"search_results\",\"queries\":[\"q\"],\"results\":[{\"id\":1,\"title\":\"T\",\"url\":\"https://one.example/\",\"snippet\":\"s\",\"date\":\"2026-10-01\"}]},"
    "{\"type\":\"fetch_url_results\",\"contents\":[{\"title\":\"F\",\"url\":\"https://two.example/\",\"snippet\":\"f\"}]},"
    "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"It is so [1]\",\"annotations\":[{\"type\":\"citation\",\"url\":\"https://one.example/\",\"title\":\"T\",\"start_index\":9,\"end_index\":12}]}]}],"
    "\"usage\":{\"input_tokens\":900,\"output_tokens\":300,\"tool_calls_details\":{\"web_search\":{\"invocation\":2}},\"cost\":{\"currency\":\"USD\",\"total_cost\":0.0062}}}";

static void test_perplexity_search_results_and_cost_are_taken_over(void **state)
{
    (void) state;
    attempt_case_model("perplexity/fast");
    assert_int_equal(attempt_case_decode(agent), 0);
    assert_text(the.attempt->answer.text, "It is so [1]");
    assert_int_equal(the.attempt->answer.citations_n, 3);
    assert_text(the.attempt->answer.citations[0].text, "s");
    assert_text(the.attempt->answer.citations[1].url, "https://two.example/");
    assert_int_equal(the.attempt->answer.citations[2].start, 9);
    assert_int_equal(the.attempt->usage.searches, 2);
    assert_int_equal(the.attempt->cost_reported_nano, 6200000);
    the.request.stream = true;
    attempt_case_model("perplexity/fast");
    struct str stream = str_format(
        the.arena,
        "event: response.reasoning.search_results\ndata: {\"type\":\"response.reasoning.search_results\",\"results\":[{\"url\":\"https://one.example/\",\"title\":\"T\",\"snippet\":\"s\"}],\"usage\":null}\n\n"
        "data: {\"type\":\"response.output_text.delta\",\"delta\":\"It is so [1]\"}\n\ndata: {\"type\":\"response.completed\",\"response\":%s}\n\n",
        agent);
    assert_int_equal(attempt_case_feed(stream.data, 3), 0);
    assert_int_equal(the.attempt->answer.citations_n, 3);
    assert_int_equal(attempt_case_failure(422, "{\"detail\":[{\"msg\":\"bad\"}]}"), -ERROR_REJECTED);
    assert_int_equal(attempt_case_failure(401, "{\"error\":{\"message\":\"no\"}}"), -ERROR_AUTH);
    assert_non_null(strstr(the.e.message, "PERPLEXITY_API_KEY"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_request_has_instructions_input_and_flat_tools),
        CASE(test_research_without_a_reader_goes_to_the_background),
        CASE(test_a_whole_answer_has_text_citations_and_searches),
        CASE(test_a_stream_reads_the_same_byte_by_byte),
        CASE(test_function_calls_come_once),
        CASE(test_ends_that_are_not_complete_are_told_apart),
        CASE(test_perplexity_gets_presets_at_its_own_address),
        CASE(test_perplexity_search_results_and_cost_are_taken_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
