/* Calls of tools: every wire sends a conversation with calls and results as its service wants it, thoughts go back signed,
 * and models that know no tools are told of them in words. */
#include "attempt_case.h"

#include "llm/tool_words.h"

static struct llm_tool tools[] = {
    { { "search", 6 }, { "finds pages", 11 }, { "{\"type\":\"object\"}", 17 } },
    { { "write_report", 12 }, { "writes", 6 }, { "{\"type\":\"object\"}", 17 } },
};

/* system, user, two calls of the assistant, their results */
static void talk(struct llm_tool_call calls[2])
{
    calls[0] = (struct llm_tool_call){ .id = str("a"), .name = str("search"), .arguments = str("{\"query\":\"x\"}") };
    calls[1] = (struct llm_tool_call){ .id = str("b"), .name = str("search"), .arguments = str("not json") };
    the.messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .tool_calls = calls, .tool_calls_n = 2 };
    the.messages[3] = (struct llm_message){
        .role = LLM_TOOL, .text = str("one"), .tool_call_id = str("a"), .tool_name = str("search")
    };
    the.messages[4] = (struct llm_message){
        .role = LLM_TOOL, .text = str("two"), .tool_call_id = str("b"), .tool_name = str("search")
    };
    the.request.messages_n = 5;
    the.request.tools = tools;
    the.request.tools_n = 2;
    the.request.tool_choice = str("auto");
}

static void test_every_wire_sends_calls_and_results(void **state)
{
    static const struct {
        const char *model;
        bool search; /* the provider's other wire */
        const char *call, *first, *second, *offered;
    } wires[] = {
        { "openai/gpt-5.2", false, "messages.2.tool_calls.0.function.name", "messages.3.content", "messages.4.content",
          "tools.1.function.name" },
        { "openai/gpt-5.2", true, "input.1.name", "input.3.output", "input.4.output", "tools.1.name" },
        { "anthropic/claude-sonnet-5-5", false, "messages.1.content.0.name", "messages.2.content.0.content",
          "messages.2.content.1.content", "tools.1.name" },
        { "google/gemini-3.6-flash", false, "contents.1.parts.0.functionCall.name",
          "contents.2.parts.0.functionResponse.response.output", "contents.2.parts.1.functionResponse.response.output",
          "tools.0.functionDeclarations.1.name" },
        { "ollama/llama3.3", false, "messages.2.tool_calls.0.function.name", "messages.3.content", "messages.4.content",
          "tools.1.function.name" },
        { "vllm/served", false, "messages.2.tool_calls.0.function.name", "messages.3.content", "messages.4.content",
          "tools.1.function.name" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof wires / sizeof *wires; i++) {
        struct llm_tool_call calls[2];
        struct net_request request;

        talk(calls);
        the.request.web_search = wires[i].search;
        attempt_case_model(wires[i].model);
        json_t *body = attempt_case_build(&request);
        assert_string_equal(text_at(body, wires[i].call), "search");
        assert_string_equal(text_at(body, wires[i].first), "one");
        assert_string_equal(text_at(body, wires[i].second), "two");
        assert_string_equal(text_at(body, wires[i].offered), "write_report");
        json_decref(body);
    }
}

/* --- thoughts --- */

static const char thought_call[] =
    "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"sig==\"},"
    "{\"type\":\"redacted_thinking\",\"data\":\"zzz\"},{\"type\":\"text\",\"text\":\"I search.\"},"
    "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"search\",\"input\":{\"query\":\"x\"}}],\"stop_reason\":\"tool_use\"}";

static void test_signed_thoughts_go_back_to_the_model_that_had_them_and_to_no_other(void **state)
{
    struct net_request request;

    (void) state;
    attempt_case_model("anthropic/claude-sonnet-5-5");
    assert_int_equal(attempt_case_decode(thought_call), 0);
    struct llm_tool_call call = the.attempt->answer.tool_calls[0];
    assert_true(call.carry.len > 0);
    the.messages[2] = (struct llm_message){
        .role = LLM_ASSISTANT, .text = str("I search."), .tool_calls = &call, .tool_calls_n = 1
    };
    the.messages[3] = (struct llm_message){ .role = LLM_TOOL, .text = str("found"), .tool_call_id = call.id };
    the.request.messages_n = 4;
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "messages.1.content.0.signature"), "sig==");
    assert_string_equal(text_at(body, "messages.1.content.0.thinking"), "hm");
    assert_string_equal(text_at(body, "messages.1.content.1.data"), "zzz");
    assert_string_equal(text_at(body, "messages.1.content.2.text"), "I search.");
    assert_string_equal(text_at(body, "messages.1.content.3.type"), "tool_use");
    json_decref(body);

    attempt_case_model("anthropic/claude-opus-4-5");
    body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "messages.1.content.0.type"), "text");
    json_decref(body);
}

static void test_thoughts_that_come_in_pieces_are_signed_too(void **state)
{
    static const char stream[] =
        "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n"
        "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}}\n\n"
        "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"s1\"}}\n\n"
        "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
        "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"search\",\"input\":{}}}\n\n"
        "data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"query\\\":\\\"x\\\"}\"}}\n\n"
        "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
        "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":5}}\n\n"
        "data: {\"type\":\"message_stop\"}\n\n";

    (void) state;
    the.request.stream = true;
    attempt_case_model("anthropic/claude-sonnet-5-5");
    assert_int_equal(attempt_case_feed(stream, 7), 0);
    assert_int_equal(the.attempt->answer.tool_calls_n, 1);
    assert_text(the.attempt->answer.tool_calls[0].arguments, "{\"query\":\"x\"}");
    assert_true(str_contains(the.attempt->answer.tool_calls[0].carry, "\"signature\":\"s1\""));
}

static void test_thoughts_are_kept_with_an_answer_and_missing_where_there_are_none(void **state)
{
    struct llm_answer back;

    (void) state;
    attempt_case_model("anthropic/claude-sonnet-5-5");
    assert_int_equal(attempt_case_decode(thought_call), 0);
    struct str text = llm_answer_text(the.arena, &the.attempt->answer);
    assert_int_equal(llm_answer_parse(the.arena, text, &back, NULL), 0);
    assert_true(str_eq(back.tool_calls[0].carry, the.attempt->answer.tool_calls[0].carry));
    the.attempt->answer.tool_calls[0].carry = str("");
    assert_false(str_contains(llm_answer_text(the.arena, &the.attempt->answer), "carry"));
}

static void test_a_thought_signature_of_a_function_call_goes_back(void **state)
{
    struct net_request request;

    (void) state;
    attempt_case_model("perplexity/low");
    assert_int_equal(
        attempt_case_decode("{\"status\":\"completed\",\"output\":[{\"type\":\"function_call\",\"call_id\":\"c\","
                            "\"name\":\"search\",\"arguments\":\"{}\",\"thought_signature\":\"ts\"}]}"),
        0);
    struct llm_tool_call call = the.attempt->answer.tool_calls[0];
    the.messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .tool_calls = &call, .tool_calls_n = 1 };
    the.request.messages_n = 3;
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "input.1.thought_signature"), "ts");
    json_decref(body);
}

/* --- in words --- */

static void test_tools_are_described_and_the_conversation_is_text(void **state)
{
    struct llm_tool_call calls[2];

    (void) state;
    talk(calls);
    the.messages[5] = (struct llm_message){ .role = LLM_USER, .text = str("Call write_report.") };
    the.request.messages_n = 6;
    const struct llm_request *r = tool_words_request(the.arena, &the.request);
    assert_int_equal(r->tools_n, 0);
    assert_int_equal(r->tool_choice.len, 0);
    assert_int_equal(r->messages_n, 4);
    assert_true(str_starts(r->messages[0].text, "Be brief.\n\n"));
    assert_true(str_contains(r->messages[0].text, "- write_report: writes {\"type\":\"object\"}"));
    assert_true(str_contains(r->messages[0].text, "{\"calls\": ["));
    assert_int_equal(r->messages[2].role, LLM_ASSISTANT);
    assert_true(str_is(r->messages[2].text, "{\"calls\":[{\"tool\":\"search\",\"arguments\":{\"query\":\"x\"}},"
                                            "{\"tool\":\"search\",\"arguments\":{}}]}"));
    assert_true(str_is(r->messages[3].text, "Result of search:\none\n\nResult of search:\ntwo\n\nCall write_report."));
    assert_int_equal(the.request.messages_n, 6); /* the run's own request stays */

    the.request.tool_choice = str("none");
    r = tool_words_request(the.arena, &the.request);
    assert_true(str_contains(r->messages[0].text, "No tools can be used now"));
    assert_false(str_contains(r->messages[0].text, "write_report:"));
}

static struct llm_answer read_text(const char *text, bool told)
{
    struct llm_answer answer = { .text = str(text), .finish = LLM_STOP };

    the.request.tools = tools;
    the.request.tools_n = 2;
    tool_words_read(the.arena, &the.request, told, &answer);
    return answer;
}

static void test_a_call_is_read_in_every_form_that_models_write(void **state)
{
    static const char *const forms[] = {
        "{\"calls\": [{\"tool\": \"search\", \"arguments\": {\"query\":\"x\"}}]}",
        "```json\n{\"calls\": [{\"tool\": \"search\", \"arguments\": {\"query\":\"x\"}}]}\n```",
        "I will search now.\n{\"calls\": [{\"tool\": \"search\", \"arguments\": {\"query\":\"x\"}}]}",
        "{\"calls\": [{\"tool\": \"search\", \"arguments\": {\"query\":\"x\"}}", /* cut */
        "{'calls': [{'tool': 'search', 'arguments': {'query':'x'}}]}",           /* Python */
        "{\"calls\": {\"tool\": \"search\", \"arguments\": {\"query\":\"x\"}}}", /* no list */
        "{\"tool\": \"search\", \"arguments\": {\"query\":\"x\"}}",
        "{\"name\": \"search\", \"parameters\": {\"query\":\"x\"}}",
        "[{\"name\": \"search\", \"args\": {\"query\":\"x\"}}]",
        "{\"tool_calls\": [{\"type\":\"function\",\"function\": {\"name\":\"search\", \"arguments\": \"{\\\"query\\\":\\\"x\\\"}\"}}]}",
        "{\"function\": \"search\", \"arguments\": {\"query\":\"x\"}}",
        "{\"search\": {\"query\":\"x\"}}",
        "<tool_call>\n{\"name\": \"search\", \"arguments\": {\"query\":\"x\"}}\n</tool_call>",
        "<tool_call>{\"name\": \"search\", \"arguments\": {\"query\":\"x\"}}",
    };

    (void) state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct llm_answer answer = read_text(forms[i], true);

        if (answer.tool_calls_n != 1 || !str_is(answer.tool_calls[0].name, "search") ||
            !str_is(answer.tool_calls[0].arguments, "{\"query\":\"x\"}"))
            fail_msg("%s: %zu calls", forms[i], answer.tool_calls_n);
        assert_int_equal(answer.finish, LLM_TOOL_CALLS);
        assert_int_equal(answer.text.len, 0);
        assert_true(str_is(answer.tool_calls[0].id, "call_1"));
    }
}

static void test_several_calls_keep_their_order_and_unknown_tools_are_left_to_the_caller(void **state)
{
    (void) state;
    struct llm_answer answer = read_text(
        "{\"calls\":[{\"tool\":\"search\",\"arguments\":{\"query\":\"1\"}},{\"tool\":\"surf\"},"
        "{\"tool\":\"search\",\"arguments\":{\"query\":\"2\"}}]}",
        true);
    assert_int_equal(answer.tool_calls_n, 3);
    assert_true(str_is(answer.tool_calls[1].name, "surf"));
    assert_true(str_is(answer.tool_calls[1].arguments, "{}"));
    assert_true(str_is(answer.tool_calls[2].arguments, "{\"query\":\"2\"}"));
    answer = read_text("<tool_call>{\"name\":\"search\",\"arguments\":{}}</tool_call> then "
                       "<tool_call>{\"name\":\"write_report\",\"arguments\":{}}</tool_call>",
                       false);
    assert_int_equal(answer.tool_calls_n, 2);
    assert_true(str_is(answer.tool_calls[1].name, "write_report"));
}

static void test_plain_text_stays_text(void **state)
{
    static const char *const texts[] = {
        "The report is there.", "", "{}", "[1, 2]", "{\"calls\": []}", "{\"query\": \"x\", \"reason\": \"y\"}"
    };

    (void) state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int told = 0; told < 2; told++) {
            struct llm_answer answer = read_text(texts[i], told);

            assert_int_equal(answer.tool_calls_n, 0);
            assert_true(str_is(answer.text, texts[i]));
        }
    /* Where the model knows tools, text is a call only if it is nothing else and names a tool. */
    assert_int_equal(read_text("{\"tool\":\"surf\",\"arguments\":{}}", false).tool_calls_n, 0);
    assert_int_equal(read_text("As in {\"tool\":\"search\"}: see below.", false).tool_calls_n, 0);
    assert_int_equal(read_text("{\"tool\":\"search\",\"arguments\":{}}", false).tool_calls_n, 1);
    the.request.tool_choice = str("none");
    assert_int_equal(read_text("{\"tool\":\"search\",\"arguments\":{}}", true).tool_calls_n, 0);
}

/* --- who knows no tools --- */

static void test_services_that_refuse_tools_are_understood(void **state)
{
    static const struct {
        const char *model;
        int status;
        const char *body;
        bool refuses;
    } rows[] = {
        { "ollama/gemma", 400, "{\"error\":\"registry.ollama.ai/library/gemma:latest does not support tools\"}", true },
        { "vllm/served", 400,
          "{\"object\":\"error\",\"message\":\"\\\"auto\\\" tool choice requires --enable-auto-tool-choice and "
          "--tool-call-parser to be set\",\"code\":400}",
          true },
        { "llamacpp/local", 500, "{\"error\":{\"code\":500,\"message\":\"tools param requires --jinja flag\"}}", true },
        { "openrouter/vendor/test", 404,
          "{\"error\":{\"message\":\"No endpoints found that support tool use. To learn more, visit x\",\"code\":404}}",
          true },
        { "groq/openai/gpt-oss-120b", 400,
          "{\"error\":{\"message\":\"`tool calling` is not supported with this model\"}}", true },
        { "openai/gpt-5.2", 400,
          "{\"error\":{\"message\":\"Unsupported parameter: 'tools' is not supported with this model.\"}}", true },
        { "openai/gpt-5.2", 429, "{\"error\":{\"message\":\"Rate limit: this tier does not support tools so fast\"}}",
          false },
        { "openai/gpt-5.2", 400, "{\"error\":{\"message\":\"Invalid schema for function 'search'\"}}", false },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct llm_tool_call calls[2];
        talk(calls);
        attempt_case_model(rows[i].model);
        int r = attempt_case_failure(rows[i].status, rows[i].body);
        if ((r == 0 && (the.attempt->left_out & LLM_NO_TOOLS)) != rows[i].refuses)
            fail_msg("%s", rows[i].body);
        if (!rows[i].refuses)
            continue;
        the.request.tools_n = 0; /* as the next attempt sends it: the same words are a failure then */
        assert_true(attempt_case_failure(rows[i].status, rows[i].body) < 0 || !(the.attempt->left_out & ~LLM_NO_TOOLS));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_every_wire_sends_calls_and_results),
        CASE(test_signed_thoughts_go_back_to_the_model_that_had_them_and_to_no_other),
        CASE(test_thoughts_that_come_in_pieces_are_signed_too),
        CASE(test_thoughts_are_kept_with_an_answer_and_missing_where_there_are_none),
        CASE(test_a_thought_signature_of_a_function_call_goes_back),
        CASE(test_tools_are_described_and_the_conversation_is_text),
        CASE(test_a_call_is_read_in_every_form_that_models_write),
        CASE(test_several_calls_keep_their_order_and_unknown_tools_are_left_to_the_caller),
        CASE(test_plain_text_stays_text),
        CASE(test_services_that_refuse_tools_are_understood),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
