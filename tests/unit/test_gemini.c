#include "attempt_case.h"

static void test_a_request_has_contents_config_and_key(void **state)
{
    (void) state;
    struct net_request request;

    the.request.temperature = 0.2;
    the.request.max_tokens = 300;
    the.request.schema = str("{\"type\":\"object\"}");
    attempt_case_model("google/gemini-3.6-flash");
    json_t *body = attempt_case_build(&request);
    assert_text(request.url, "http://127.0.0.1:1/base/v1beta/models/gemini-3.6-flash:generateContent");
    assert_true(attempt_case_header(&request, "x-goog-api-key: secret-key-1"));
    assert_string_equal(text_at(body, "systemInstruction.parts.0.text"), "Be brief.");
    assert_string_equal(text_at(body, "contents.0.role"), "user");
    assert_string_equal(text_at(body, "contents.0.parts.0.text"), "Why is the sky blue?");
    assert_string_equal(text_at(body, "generationConfig.responseMimeType"), "application/json");
    assert_string_equal(text_at(body, "generationConfig.responseJsonSchema.type"), "object");
    assert_int_equal(json_integer_value(json_at(body, "generationConfig.maxOutputTokens")), 300);
    json_decref(body);
    the.request.web_search = the.request.stream = true; /* JSON mode excludes grounding */
    body = attempt_case_build(&request);
    assert_true(str_ends(request.url, ":streamGenerateContent?alt=sse"));
    assert_null(json_at(body, "generationConfig.responseMimeType"));
    assert_true(json_is_object(json_at(body, "tools.0.googleSearch")));
    assert_non_null(strstr(text_at(body, "contents.0.parts.1.text"), "JSON Schema"));
    json_decref(body);
}

static void test_signatures_of_function_calls_come_back_unchanged(void **state)
{
    (void) state;
    struct net_request request;
    struct llm_tool tool = { str("lookup"), str("finds"), str("{\"type\":\"object\"}") };

    the.request.tools = &tool;
    the.request.tools_n = 1;
    the.request.tool_choice = str("lookup");
    attempt_case_model("google/gemini-3.6-flash");
    assert_int_equal(
        attempt_case_decode(
            "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"lookup\",\"args\":{\"q\":\"x\"}},\"thoughtSignature\":\"c2ln|b==\"}]}}]}"),
        0);
    assert_int_equal(the.attempt->answer.finish, LLM_TOOL_CALLS);
    struct llm_tool_call call = the.attempt->answer.tool_calls[0];
    assert_text(call.arguments, "{\"q\":\"x\"}");
    the.messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .tool_calls = &call, .tool_calls_n = 1 };
    the.messages[3] = (struct llm_message){
        .role = LLM_TOOL, .text = str("found"), .tool_call_id = call.id, .tool_name = str("lookup")
    };
    the.request.messages_n = 4;
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "contents.1.role"), "model");
    assert_string_equal(text_at(body, "contents.1.parts.0.thoughtSignature"), "c2ln|b==");
    assert_string_equal(text_at(body, "contents.1.parts.0.functionCall.args.q"), "x");
    assert_string_equal(text_at(body, "contents.2.parts.0.functionResponse.name"), "lookup");
    assert_string_equal(text_at(body, "contents.2.parts.0.functionResponse.response.output"), "found");
    assert_string_equal(text_at(body, "toolConfig.functionCallingConfig.allowedFunctionNames.0"), "lookup");
    assert_string_equal(text_at(body, "tools.0.functionDeclarations.0.parametersJsonSchema.type"), "object");
    json_decref(body);
}

#define GROUNDING                                                                                                                                                                                                            \
    "\"groundingMetadata\":{\"webSearchQueries\":[\"a\",\"b\"],\"groundingChunks\":[{\"web\":{\"uri\":\"https://one.example/\",\"title\":\"one.example\"}},{\"web\":{\"uri\":\"https://two.example/\",\"title\":\"two\"}}]," \
    "\"groundingSupports\":[{\"segment\":{\"endIndex\":6,\"text\":\"x\"},\"groundingChunkIndices\":[0]},{\"segment\":{\"startIndex\":7,\"endIndex\":999},\"groundingChunkIndices\":[1,77]}]}"
#define USAGE                                                                                                          \
    "\"usageMetadata\":{\"promptTokenCount\":1000,\"cachedContentTokenCount\":200,\"toolUsePromptTokenCount\":50,\"candidatesTokenCount\":100,\"thoughtsTokenCount\":40,\"totalTokenCount\":1190}"

static void check_whole(void)
{
    const struct llm_answer *answer = &the.attempt->answer;

    assert_text(answer->text, "\xc3\x84pfel are red");
    assert_text(answer->reasoning, "hm");
    assert_int_equal(answer->finish, LLM_STOP);
    assert_int_equal(answer->citations_n, 2);
    assert_int_equal(answer->citations[0].start, 0);
    assert_int_equal(answer->citations[0].end, 6);
    assert_text(answer->citations[1].url, "https://two.example/");
    assert_int_equal(answer->citations[1].start, -1); /* beyond the text: not believed */
    assert_int_equal(the.attempt->usage.output_tokens, 140);
    assert_int_equal(the.attempt->usage.searches, 2);
    /* 850 x 1.5 + 200 x 0.15 + 140 x 7.5 micro-dollars + 2 x 1.4 cents = 1275 + 30 + 1050 + 28000 */
    model_cost(the.attempt->model, &the.attempt->usage, 0);
    assert_int_equal(the.attempt->usage.cost_nano, 30355000);
}

static void test_a_whole_answer_is_grounded_in_bytes(void **state)
{
    (void) state;
    attempt_case_model("google/gemini-3.6-flash");
    assert_int_equal(
        attempt_case_decode(
            "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"parts\":[{\"text\":\"hm\",\"thought\":true},{\"text\":\"\xc3\x84pfel are red\"}]}," GROUNDING
            "}]," USAGE ",\"modelVersion\":\"v\"}"),
        0);
    check_whole();
}

static void test_a_stream_reads_the_same_byte_by_byte(void **state)
{
    (void) state;
    the.request.stream = true;
    attempt_case_model("google/gemini-3.6-flash");
    assert_int_equal(
        attempt_case_feed(
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"hm\",\"thought\":true}]}}],\"usageMetadata\":{\"promptTokenCount\":1000}}\r\n\r\n"
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\xc3\x84pfel\"}]}}]}\r\n\r\n"
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\" are red\"}]},\"finishReason\":\"STOP\"," GROUNDING
            "}]," USAGE "}\r\n\r\n",
            1),
        0);
    assert_text(buf_str(&the.streamed), "\xc3\x84pfel are red");
    check_whole();
}

static void test_older_models_bill_a_grounded_prompt_once(void **state)
{
    (void) state;
    attempt_case_model("google/gemini-2.5-pro");
    assert_int_equal(
        attempt_case_decode(
            "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"parts\":[{\"text\":\"x\"}]}," GROUNDING
            "}]," USAGE "}"),
        0);
    assert_int_equal(the.attempt->usage.searches, 1);
}

static void test_blocks_and_ends_are_told_apart(void **state)
{
    (void) state;
    static const struct {
        const char *body;
        int r, finish;
    } table[] = {
        { "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}", -ERROR_REFUSED, LLM_FILTER },
        { "{\"candidates\":[{\"finishReason\":\"SAFETY\"}]}", 0, LLM_FILTER },
        { "{\"candidates\":[{\"finishReason\":\"RECITATION\",\"content\":{}}]}", 0, LLM_FILTER },
        { "{\"candidates\":[{\"finishReason\":\"MAX_TOKENS\",\"content\":{\"parts\":[{\"text\":\"x\"}]}}]}", 0,
          LLM_LENGTH },
        { "{\"candidates\":[{\"finishReason\":\"MALFORMED_FUNCTION_CALL\"}]}", -ERROR_UPSTREAM, LLM_OTHER },
        { "{\"candidates\":[]}", -ERROR_UPSTREAM, LLM_OTHER },
        { "[]", -ERROR_UPSTREAM, LLM_OTHER },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        attempt_case_model("google/gemini-3.6-flash");
        assert_int_equal(attempt_case_decode(table[i].body), table[i].r);
        assert_int_equal(the.attempt->answer.finish, table[i].finish);
    }
    attempt_case_model("google/gemini-3.6-flash");
    assert_int_equal(
        attempt_case_decode(
            "{\"candidates\":[{\"finishReason\":\"CONTINUATION\",\"continuationToken\":\"tok\",\"content\":{\"parts\":[{\"text\":\"x\"}]}}]}"),
        0);
    struct net_request request;
    const json_t *paused = the.attempt->paused;
    the.attempt->turn = paused;
    json_t *body = attempt_case_build(&request);
    assert_string_equal(text_at(body, "continuationToken"), "tok");
    json_decref(body);
    the.request.stream = true;
    attempt_case_model("google/gemini-3.6-flash");
    assert_int_equal(
        attempt_case_feed("data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"half\"}]}}]}\n\n", 9),
        -ERROR_UPSTREAM);
    attempt_case_model("google/gemini-3.6-flash");
    assert_int_equal(
        attempt_case_feed("data: {\"error\":{\"code\":503,\"message\":\"busy\",\"status\":\"UNAVAILABLE\"}}\n\n", 9),
        -ERROR_UPSTREAM);
    assert_true(the.e.retry);
}

static void test_failures_are_classified(void **state)
{
    (void) state;
    static const struct {
        int status;
        const char *body;
        int code;
        bool retry;
        int64_t after;
    } table[] = {
        { 400,
          "{\"error\":{\"code\":400,\"message\":\"API key not valid. Please pass a valid API key.\",\"status\":\"INVALID_ARGUMENT\"}}",
          ERROR_AUTH, false, -1 },
        { 400,
          "{\"error\":{\"code\":400,\"message\":\"The input token count (2000000) exceeds the maximum number of tokens allowed\",\"status\":\"INVALID_ARGUMENT\"}}",
          ERROR_CONTEXT, false, -1 },
        { 404,
          "[{\"error\":{\"code\":404,\"message\":\"models/x is not found for API version v1beta\",\"status\":\"NOT_FOUND\"}}]",
          ERROR_MODEL, false, -1 },
        { 429,
          "{\"error\":{\"code\":429,\"message\":\"Resource exhausted\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"18s\"}]}}",
          ERROR_RATE, true, 18000 },
        { 429,
          "{\"error\":{\"code\":429,\"message\":\"m\",\"details\":[{\"violations\":[{\"quotaId\":\"GenerateRequestsPerDayPerProject\"}]}]}}",
          ERROR_QUOTA, false, -1 },
        { 503, "{\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}", ERROR_UPSTREAM, true,
          -1 },
        { 504, "{\"error\":{\"code\":504,\"status\":\"DEADLINE_EXCEEDED\"}}", ERROR_TIMEOUT, true, -1 },
        { 403, "{\"error\":{\"code\":403,\"status\":\"PERMISSION_DENIED\",\"message\":\"no\"}}", ERROR_AUTH, false,
          -1 },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        attempt_case_model("google/gemini-3.6-flash");
        if (attempt_case_failure(table[i].status, table[i].body) != -table[i].code || the.e.retry != table[i].retry ||
            the.e.retry_after_ms != table[i].after)
            fail_msg("%s became %s after %lld: %s", table[i].body, error_name(the.e.code),
                     (long long) the.e.retry_after_ms, the.e.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_request_has_contents_config_and_key),
        CASE(test_signatures_of_function_calls_come_back_unchanged),
        CASE(test_a_whole_answer_is_grounded_in_bytes),
        CASE(test_a_stream_reads_the_same_byte_by_byte),
        CASE(test_older_models_bill_a_grounded_prompt_once),
        CASE(test_blocks_and_ends_are_told_apart),
        CASE(test_failures_are_classified),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
