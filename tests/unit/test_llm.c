/* tsan */
#include <math.h>

#include "wire_case.h"

#include "llm/context.h"
#include "llm/llm.h"
#include "net/retry.h"

static struct arena *arena;
static struct net *net;
static struct wire one, two;
static struct llm *llm;
static struct llm_request request;
static struct llm_message message;
static struct str_list models;
static struct retry_policy quick = { .retries = 3, .base_ms = 1, .cap_ms = 2 };
static struct call call;
static struct llm_answer answer;
static struct buf streamed;

static void to_streamed(void *context, struct str data)
{
    (void) context;
    if (data.len == 0)
        buf_add_char(&streamed, '|');
    buf_add_str(&streamed, data);
}
static const struct sink sink = { to_streamed, NULL };

static int setup(void **state)
{
    (void) state;
    struct net_settings settings = { 0 };
    struct error e;

    arena = arena_new();
    assert_int_equal(net_start(&settings, &net, &e), 0);
    wire_start(&one);
    wire_start(&two);
    struct llm_provider_settings providers[] = {
        { .name = str("openai"),
          .base_url = str(one.url),
          .key = str("key-one"),
          .timeout_ms = 3000,
          .stall_ms = 2000 },
        { .name = str("openrouter"), .base_url = str(two.url), .key = str("key-two"), .timeout_ms = 3000 },
    };
    struct llm_settings all = { .providers = providers, .providers_n = 2 };
    if (llm_new(arena, &all, &llm, &e) < 0)
        fail_msg("%s", e.message);
    message = (struct llm_message){ .role = LLM_USER, .text = str("Why?") };
    models = (struct str_list){ 0 };
    str_list_add(arena, &models, str("openai/gpt-5.2"));
    str_list_add(arena, &models, str("openrouter/openai/gpt-5.2"));
    request = (struct llm_request){ .role = str("decide"),
                                    .temperature = NAN,
                                    .top_p = NAN,
                                    .frequency_penalty = NAN,
                                    .presence_penalty = NAN,
                                    .messages = &message,
                                    .messages_n = 1,
                                    .models = &models,
                                    .retry = &quick };
    memset(&call, 0, sizeof call);
    buf_init(&streamed, 1 << 20);
    return 0;
}

static int teardown(void **state)
{
    (void) state;
    net_stop(net);
    wire_stop(&one);
    wire_stop(&two);
    buf_free(&streamed);
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

/* Runs the call; on success reads the answer. */
static void run(void)
{
    struct request asked;
    struct error e;

    llm_request(llm, arena, &request, &asked);
    call.stream = &sink;
    wire_call(net, &call, &asked, arena, 10000);
    assert_true(call.done);
    if (call.result == 0 && llm_answer_parse(arena, call.body, &answer, &e) < 0)
        fail_msg("%s", e.message);
}

#define JSON_TYPE "Content-Type: application/json\r\n"
#define SSE_TYPE "Content-Type: text/event-stream\r\n"
#define SAYS(text, finish)                                                                                             \
    "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"" finish "\",\"message\":{\"content\":\"" text                 \
    "\"}}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2}}"
#define FAILS(code) "{\"error\":{\"message\":\"sorry\",\"code\":\"" code "\"}}"

static void test_an_answer_comes_with_who_gave_it_and_what_it_cost(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, SAYS("Because.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "Because.") && answer.finish == LLM_STOP);
    assert_true(str_is(call.answered_by, "openai/gpt-5.2"));
    assert_int_equal(call.usage.calls, 1);
    assert_int_equal(call.usage.cost_nano, 10 * 1750 + 2 * 14000);
    assert_false(call.usage.cost_unknown || call.usage.estimated);
    assert_null(call.notes);
}

static void test_missing_usage_is_estimated_and_says_so(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, "{\"choices\":[{\"message\":{\"content\":\"Because of that.\"}}]}");
    run();
    assert_int_equal(call.result, 0);
    assert_true(call.usage.estimated && call.usage.input_tokens > 0 && call.usage.output_tokens > 0);
}

static void test_what_may_succeed_is_tried_again(void **state)
{
    (void) state;
    wire_reply(&one, 500, JSON_TYPE, FAILS("server_error"));
    wire_reply(&one, 429, JSON_TYPE "retry-after-ms: 5\r\n", FAILS("rate_limit_exceeded"));
    wire_reply(&one, 200, "Content-Type: text/html\r\n", "<html>");
    wire_reply(&one, 200, JSON_TYPE, SAYS("At last.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "At last."));
    assert_int_equal(one.asked, 4);
    assert_int_equal(two.asked, 0);
    assert_int_equal(wire_note(&call, NOTE_RETRY)->attempt, 3);
    assert_int_equal(call.usage.calls, 1);
}

static void test_the_next_model_answers_when_one_is_down(void **state)
{
    (void) state;
    wire_reply(&one, 503, JSON_TYPE, FAILS("overloaded"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(one.asked, 4);
    assert_true(str_is(call.answered_by, "openrouter/openai/gpt-5.2"));
    assert_true(str_is(wire_note(&call, NOTE_DEGRADED)->to, "openrouter/openai/gpt-5.2"));
}

static void test_a_quota_429_is_not_tried_again(void **state)
{
    (void) state;
    wire_reply(&one, 429, JSON_TYPE, FAILS("insufficient_quota"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(one.asked, 1);
}

static void test_x_should_retry_is_obeyed(void **state)
{
    (void) state;
    wire_reply(&one, 500, JSON_TYPE "x-should-retry: false\r\n", FAILS("server_error"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    run();
    assert_int_equal(one.asked, 1);
}

static void test_when_all_fail_the_error_names_each_and_what_to_set(void **state)
{
    (void) state;
    wire_reply(&one, 401, JSON_TYPE, FAILS("invalid_api_key"));
    wire_reply(&two, 402, JSON_TYPE, FAILS("no credits"));
    run();
    assert_int_equal(call.result, -ERROR_QUOTA);
    assert_non_null(strstr(call.error.message, "OPENAI_API_KEY"));
    assert_non_null(strstr(call.error.message, "openrouter"));
    assert_null(strstr(call.error.message, "key-one"));
}

static void test_a_key_refused_once_skips_the_providers_other_models(void **state)
{
    (void) state;
    models.n = 1;
    str_list_add(arena, &models, str("openai/gpt-5.4"));
    str_list_add(arena, &models, str("openrouter/openai/gpt-5.2"));
    wire_reply(&one, 401, JSON_TYPE, FAILS("invalid_api_key"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(one.asked, 1);
}

static void test_a_prompt_too_long_is_the_callers_to_shrink(void **state)
{
    (void) state;
    wire_reply(&one, 400, JSON_TYPE, FAILS("context_length_exceeded"));
    run();
    assert_int_equal(call.result, -ERROR_CONTEXT);
    assert_int_equal(one.asked, 1);
    assert_int_equal(two.asked, 0);
}

static void test_a_refused_field_is_left_out_and_the_request_sent_again(void **state)
{
    (void) state;
    models.n = 0;
    str_list_add(arena, &models, str("openrouter/some/model"));
    request.temperature = 0.5;
    wire_reply(&two, 400, JSON_TYPE, "{\"error\":{\"message\":\"Unsupported parameter: temperature\"}}");
    wire_reply(&two, 200, JSON_TYPE, SAYS("Fine.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    json_t *first = wire_json(&two, 0), *second = wire_json(&two, 1);
    assert_non_null(json_object_get(first, "temperature"));
    assert_null(json_object_get(second, "temperature"));
    json_decref(first);
    json_decref(second);
    assert_null(call.notes); /* no retry: the same attempt, said differently */
}

static void test_what_a_model_refused_once_is_not_sent_again(void **state)
{
    (void) state;
    request.schema = str("{\"type\":\"object\"}");
    wire_reply(&one, 400, JSON_TYPE, "{\"error\":{\"message\":\"response_format json_schema is not supported\"}}");
    wire_reply(&one, 200, JSON_TYPE, SAYS("{}", "stop"));
    run();
    assert_int_equal(one.asked, 2);
    memset(&call, 0, sizeof call);
    run();
    assert_int_equal(one.asked, 3);
    json_t *third = wire_json(&one, 2);
    assert_string_equal(json_string_value(json_at(third, "response_format.type")), "json_object");
    json_decref(third);
}

static void test_a_cut_answer_is_continued_and_joined_without_repeating(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, SAYS("The sky is blue because light", "length"));
    wire_reply(&one, 200, JSON_TYPE, SAYS("because light scatters", "length"));
    wire_reply(&one, 200, JSON_TYPE, SAYS(" in the air.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "The sky is blue because light scatters in the air."));
    assert_int_equal(answer.finish, LLM_STOP);
    assert_int_equal(call.usage.input_tokens, 30);
    assert_int_equal(call.usage.calls, 3);
    json_t *last = wire_json(&one, 2);
    assert_string_equal(json_string_value(json_at(last, "messages.1.content")),
                        "The sky is blue because light scatters");
    json_decref(last);
}

static void test_at_most_three_continuations(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, SAYS("more and ", "length"));
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(one.asked, 4);
    assert_int_equal(answer.finish, LLM_LENGTH);
}

#define TOO_LONG(limit, all, prompt, answer)                                                                           \
    "{\"error\":{\"message\":\"This model's maximum context length is " limit " tokens. However, you requested " all   \
    " tokens (" prompt " in the messages, " answer " in the completion).\",\"code\":\"context_length_exceeded\"}}"

static void test_a_context_that_is_too_small_makes_the_answer_shorter_first(void **state)
{
    (void) state;
    models.n = 1;
    request.max_tokens = 4000;
    wire_reply(&one, 400, JSON_TYPE, TOO_LONG("4096", "5750", "1750", "4000"));
    wire_reply(&one, 200, JSON_TYPE, SAYS("Because.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(one.asked, 2);
    json_t *second = wire_json(&one, 1);
    assert_int_equal(json_get_int(second, "max_completion_tokens", 0), 4096 - 1750);
    json_decref(second);

    /* The next request knows it. */
    memset(&call, 0, sizeof call);
    run();
    assert_int_equal(one.asked, 3);
    json_t *third = wire_json(&one, 2);
    int64_t asked = json_get_int(third, "max_completion_tokens", 0);
    assert_true(asked > 3900 && asked <= 4000);
    json_decref(third);
}

static void test_a_prompt_that_leaves_no_room_for_an_answer_is_too_long(void **state)
{
    (void) state;
    models.n = 1;
    request.max_tokens = 4000;
    wire_reply(&one, 400, JSON_TYPE, TOO_LONG("4096", "7500", "3500", "4000"));
    run();
    assert_int_equal(call.result, -ERROR_CONTEXT);
    assert_int_equal(one.asked, 1);
    /* A quarter of the context is for the answer. */
    assert_string_equal(call.error.message,
                        "the prompt is too long for openai/gpt-5.2 (its limit is 3072 tokens beside "
                        "the answer, it has 3500)");
}

static void test_words_of_services_that_count_the_answer_too(void **state)
{
    static const struct {
        const char *said;
        int64_t limit, prompt;
    } rows[] = {
        { "This model's maximum context length is 4096 tokens. However, you requested 5750 tokens (1750 in the messages, "
          "4000 in the completion).",
          4096, 1750 },
        { "input length and `max_tokens` exceed context limit: 188240 + 4000 > 192000, decrease input length or "
          "`max_tokens` and try again",
          192000, 188240 },
        { "'max_tokens' or 'max_completion_tokens' is too large: 4000. This model's maximum context length is 4096 tokens "
          "and your request has 1750 input tokens (4000 > 4096 - 1750).",
          4096, 1750 },
        { "This endpoint's maximum context length is 4096 tokens. However, you requested about 5750 tokens (1750 of text "
          "input, 4000 in the output).",
          4096, 1750 },
        { "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 1750 `inputs` tokens and 4000 `max_new_tokens`",
          4096, 1750 },
        { "This model's maximum context length is 4000 tokens. However, you requested 4913 tokens (913 in the messages, 4000 in "
          "the completion).",
          4000, 913 },
        { "This model's maximum context length is 4000 tokens. However, your messages resulted in 4913 tokens.", 4000,
          0 },
        { "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", 8192,
          0 },
        { "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1048576, 0 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct context_figures f;

        if (!context_figures(str(rows[i].said), 4000, &f) || f.limit != rows[i].limit || f.prompt != rows[i].prompt)
            fail_msg("%s: %lld, %lld", rows[i].said, (long long) f.limit, (long long) f.prompt);
    }
    struct context_figures f;
    assert_false(context_figures(str("4000 4000 4000 > 4000 + 4000"), 4000, &f));
    assert_false(context_figures(str(""), 4000, &f));
}

#define LONG_TEXT "Word after word after word after word after word after word after word after word after word. "
#define SAYS_MANY(tokens)                                                                                              \
    "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"" LONG_TEXT                \
    "\"}}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":" tokens "}}"

static void test_a_call_keeps_to_the_tokens_it_was_given(void **state)
{
    (void) state;
    models.n = 1;
    request.max_tokens = 4000;
    call.most_tokens = 1000;
    wire_reply(&one, 200, JSON_TYPE, SAYS_MANY("600"));
    wire_reply(&one, 200, JSON_TYPE, SAYS_MANY("150"));
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(answer.finish, LLM_LENGTH);
    assert_int_equal(one.asked, 2); /* 300 are left for a second part, 50 for a third: not worth it */
    json_t *first = wire_json(&one, 0), *second = wire_json(&one, 1);
    assert_in_range(json_get_int(first, "max_completion_tokens", 0), 980, 999);
    assert_in_range(json_get_int(second, "max_completion_tokens", 0), 200, 299);
    json_decref(first);
    json_decref(second);
    assert_true(call.usage.input_tokens + call.usage.output_tokens <= call.most_tokens);

    /* The same in money: 14 dollars for a million tokens of output. */
    memset(&call, 0, sizeof call);
    one.replies_n = one.asked;
    wire_reply(&one, 200, JSON_TYPE, SAYS("Because.", "stop"));
    call.most_nano = 14000 * 500;
    run();
    json_t *third = wire_json(&one, 2);
    assert_in_range(json_get_int(third, "max_completion_tokens", 0), 490, 499);
    json_decref(third);
}

static void test_a_request_says_with_how_little_it_is_worth_starting(void **state)
{
    struct request asked;

    (void) state;
    str_list_add(arena, &models, str("openai/unknown"));
    models.items += 2;
    models.n = 1;
    request.max_tokens = 4000;
    llm_request(llm, arena, &request, &asked);
    assert_in_range(asked.least_tokens, 500, 520);
    request.schema = str("{}");
    llm_request(llm, arena, &request, &asked);
    assert_in_range(asked.least_tokens, 1000, 1020);
    request.least_tokens = 700;
    llm_request(llm, arena, &request, &asked);
    assert_in_range(asked.least_tokens, 700, 720);
    request.max_tokens = 150; /* all of it */
    llm_request(llm, arena, &request, &asked);
    assert_in_range(asked.least_tokens, 150, 170);
    assert_true(asked.least_tokens <= asked.estimate_tokens + 1);
}

static void test_thinking_that_eats_the_answer_gets_more_room(void **state)
{
    (void) state;
    request.max_tokens = 100;
    wire_reply(&one, 200, JSON_TYPE, SAYS("", "length"));
    wire_reply(&one, 200, JSON_TYPE, SAYS("Now.", "stop"));
    run();
    assert_true(str_is(answer.text, "Now."));
    json_t *second = wire_json(&one, 1);
    assert_int_equal(json_get_int(second, "max_completion_tokens", 0), 400);
    json_decref(second);
}

static void test_a_stream_reaches_the_reader_as_it_is_written(void **state)
{
    (void) state;
    request.stream = true;
    wire_reply(
        &one, 200, SSE_TYPE,
        "data: {\"choices\":[{\"delta\":{\"content\":\"Be\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"cause\"},"
        "\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}}\n\ndata: [DONE]\n\n");
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "Because"));
    assert_string_equal(streamed.data, "Because");
    assert_int_equal(call.usage.input_tokens, 5);
}

static void test_a_broken_stream_starts_the_answer_anew(void **state)
{
    (void) state;
    request.stream = true;
    wire_reply(&one, 200, SSE_TYPE, "data: {\"choices\":[{\"delta\":{\"content\":\"Half\"}}]}\n\n");
    wire_reply(&one, 200, SSE_TYPE,
               "data: {\"choices\":[{\"delta\":{\"content\":\"Err\"}}]}\n\n"
               "data: {\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\"}}\n\n");
    wire_reply(&one, 200, SSE_TYPE,
               "data: {\"choices\":[{\"delta\":{\"content\":\"Whole\"},\"finish_reason\":\"stop\"}]}\n\n");
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "Whole"));
    assert_string_equal(streamed.data, "Half|Err|Whole");
    assert_int_equal(call.usage.calls, 1);
    assert_true(call.usage.estimated); /* what broke was billed as far as it came */
}

static void test_a_continued_stream_shows_no_repetition(void **state)
{
    (void) state;
    request.stream = true;
    wire_reply(
        &one, 200, SSE_TYPE,
        "data: {\"choices\":[{\"delta\":{\"content\":\"The quick brown fox\"},\"finish_reason\":\"length\"}]}\n\n");
    wire_reply(&one, 200, SSE_TYPE,
               "data: {\"choices\":[{\"delta\":{\"content\":\"quick bro\"}}]}\n\n"
               "data: {\"choices\":[{\"delta\":{\"content\":\"wn fox jumps\"},\"finish_reason\":\"stop\"}]}\n\n");
    run();
    assert_true(str_is(answer.text, "The quick brown fox jumps"));
    assert_string_equal(streamed.data, "The quick brown fox jumps");
}

static void test_one_json_body_instead_of_a_stream_is_read(void **state)
{
    (void) state;
    request.stream = true;
    wire_reply(&one, 200, JSON_TYPE, SAYS("Whole.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "Whole."));
    assert_string_equal(streamed.data, "Whole.");
}

static void test_a_safety_filter_is_named_and_the_next_model_asked(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, SAYS("cut", "content_filter"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "Here."));
    assert_true(str_contains(wire_note(&call, NOTE_DEGRADED)->reason, "safety filter"));
    assert_int_equal(call.usage.calls, 2); /* both were paid for */
}

#define REFUSES "{\"choices\":[{\"message\":{\"refusal\":\"I will not\"},\"finish_reason\":\"stop\"}]}"

static void test_a_models_refusal_is_named_and_the_next_model_asked(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, REFUSES);
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "Here."));
    assert_true(str_contains(wire_note(&call, NOTE_DEGRADED)->reason, "I will not"));
}

static void test_that_one_refused_is_told_although_the_last_was_down(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, REFUSES);
    wire_reply(&two, 403, JSON_TYPE, "{\"error\":{\"message\":\"not for you\"}}");
    run();
    assert_int_equal(call.result, -ERROR_REFUSED);
    assert_non_null(strstr(call.error.message, "I will not"));
    assert_non_null(strstr(call.error.message, "not for you"));
}

static void test_an_answer_without_choices_is_an_empty_one(void **state)
{
    (void) state;
    models.n = 1;
    wire_reply(&one, 200, JSON_TYPE, "{\"choices\":[]}");
    run();
    assert_int_equal(call.result, -ERROR_REFUSED);
    assert_non_null(strstr(call.error.message, "gave an empty answer"));
    assert_true(one.asked > 1); /* it may speak the next time */
}

static void test_a_shut_down_model_is_served_by_its_successor_with_a_notice(void **state)
{
    (void) state;
    models.n = 0;
    str_list_add(arena, &models, str("openai/retired-for-test"));
    struct llm_provider_settings provider = { .name = str("openai"), .base_url = str(one.url), .key = str("k") };
    json_t *retired = json_pack("{s:[{s:s, s:s, s:s}]}", "models", "name", "openai/retired-for-test", "lifecycle",
                                "retired", "successor", "openai/gpt-5.2");
    struct llm_settings all = { .providers = &provider, .providers_n = 1, .more_models = retired };
    struct error e;
    assert_int_equal(llm_new(arena, &all, &llm, &e), 0);
    json_decref(retired);
    wire_reply(&one, 200, JSON_TYPE, SAYS("Yes.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(call.answered_by, "openai/gpt-5.2"));
    assert_true(str_contains(answer.notice, "retired-for-test was shut down"));
}

static void test_a_model_not_found_falls_to_its_successor_then_the_list(void **state)
{
    (void) state;
    models.n = 0;
    str_list_add(arena, &models, str("openai/gpt-5"));
    str_list_add(arena, &models, str("openrouter/openai/gpt-5.2"));
    wire_reply(&one, 404, JSON_TYPE,
               "{\"error\":{\"message\":\"The model does not exist\",\"code\":\"model_not_found\"}}");
    wire_reply(&one, 200, JSON_TYPE, SAYS("Successor.", "stop"));
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(call.answered_by, "openai/gpt-5.2"));
    assert_true(str_contains(answer.notice, "openai/gpt-5 "));
    assert_int_equal(two.asked, 0);
}

static void test_the_breaker_opens_and_spares_the_service(void **state)
{
    (void) state;
    wire_reply(&one, 500, JSON_TYPE, FAILS("server_error"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    for (int i = 0; i < 3; i++) {
        memset(&call, 0, sizeof call);
        run();
        assert_int_equal(call.result, 0);
    }
    assert_int_equal(one.asked, 5); /* five failures in a row, then it is left alone */
    assert_int_equal(two.asked, 3);
}

static void test_retry_after_beyond_the_deadline_goes_to_the_next_model(void **state)
{
    (void) state;
    wire_reply(&one, 429, JSON_TYPE "Retry-After: 3600\r\n", FAILS("rate_limit_exceeded"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    int64_t start = clock_monotonic_ms();
    run();
    assert_int_equal(call.result, 0);
    assert_true(clock_monotonic_ms() - start < 5000);
}

static void test_a_long_wait_goes_to_another_service_if_there_is_one(void **state)
{
    (void) state;
    struct request asked;

    wire_reply(&one, 429, JSON_TYPE "Retry-After: 20\r\n", FAILS("rate_limit_exceeded"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    llm_request(llm, arena, &request, &asked);
    int64_t start = clock_monotonic_ms();
    wire_call(net, &call, &asked, arena, 60000);
    assert_int_equal(call.result, 0);
    assert_true(str_is(call.answered_by, "openrouter/openai/gpt-5.2"));
    assert_true(clock_monotonic_ms() - start < 5000);
}

static void test_nothing_configured_says_what_to_set(void **state)
{
    (void) state;
    struct llm_settings none = { 0 };
    struct error e;

    assert_int_equal(llm_new(arena, &none, &llm, &e), 0);
    request.models = NULL;
    run();
    assert_int_equal(call.result, -ERROR_MISCONFIGURED);
    assert_non_null(strstr(call.error.message, "OPENAI_API_KEY"));
}

static void test_the_canonical_request_is_about_the_question_only(void **state)
{
    (void) state;
    struct request a, b;

    llm_request(llm, arena, &request, &a);
    request.models = NULL;
    request.stream = true;
    request.retry = NULL;
    llm_request(llm, arena, &request, &b);
    assert_true(str_eq(a.canonical, b.canonical));
    assert_true(a.estimate_tokens > 0 && a.estimate_nano > 0);
    message.text = str("Why not?");
    llm_request(llm, arena, &request, &b);
    assert_false(str_eq(a.canonical, b.canonical));
}

static void test_answers_survive_being_written_and_read(void **state)
{
    (void) state;
    struct llm_answer back;
    struct error e;

    wire_reply(
        &one, 200, JSON_TYPE,
        "{\"choices\":[{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":\"t\",\"reasoning\":\"r\",\"tool_calls\":[{\"id\":\"i\","
        "\"function\":{\"name\":\"n\",\"arguments\":\"{}\"}}],\"annotations\":[{\"url_citation\":{\"url\":\"https://a.example/\",\"title\":\"T\"}}]}}]}");
    run();
    assert_int_equal(llm_answer_parse(arena, call.body, &back, &e), 0);
    assert_true(str_is(back.text, "t") && str_is(back.reasoning, "r"));
    assert_int_equal(back.tool_calls_n, 1);
    assert_true(str_is(back.tool_calls[0].name, "n"));
    assert_int_equal(back.citations_n, 1);
    assert_true(str_is(back.citations[0].title, "T") && back.citations[0].start == -1);
    assert_int_equal(back.finish, LLM_TOOL_CALLS);
}

static const char job_queued[] = "{\"id\":\"resp_7\",\"status\":\"queued\",\"output\":[]}";
static const char job_done[] =
    "{\"id\":\"resp_7\",\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"Found.\"}]}],"
    "\"usage\":{\"input_tokens\":10,\"output_tokens\":2},\"tool_usage\":{\"web_search\":{\"num_requests\":2}}}";

static void test_a_background_job_is_polled_until_it_is_done(void **state)
{
    (void) state;
    request.web_search = true;
    wire_reply(&one, 200, JSON_TYPE, job_queued);
    wire_reply(&one, 200, JSON_TYPE, "{\"id\":\"resp_7\",\"status\":\"in_progress\"}");
    wire_reply(&one, 502, JSON_TYPE, FAILS("bad gateway")); /* asking failed, the job did not */
    wire_reply(&one, 200, JSON_TYPE, job_done);
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(answer.text, "Found."));
    assert_int_equal(one.asked, 4);
    assert_non_null(strstr(one.requests[0], "POST /responses "));
    for (size_t i = 1; i < 4; i++)
        assert_non_null(strstr(one.requests[i], "GET /responses/resp_7 "));
    assert_int_equal(call.usage.calls, 1);
    assert_int_equal(call.usage.searches, 2);
    assert_int_equal(call.usage.cost_nano, 10 * 1750 + 2 * 14000 + 20000000);
}

static void test_a_resumed_run_asks_for_its_job_and_does_not_start_it_again(void **state)
{
    (void) state;
    request.web_search = true;
    call.remote_id = str("openai/gpt-5.2#resp_7");
    wire_reply(&one, 200, JSON_TYPE, job_done);
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(one.asked, 1);
    assert_non_null(strstr(one.requests[0], "GET /responses/resp_7 "));
}

static void test_a_job_that_fails_is_started_again(void **state)
{
    (void) state;
    request.web_search = true;
    wire_reply(&one, 200, JSON_TYPE, job_queued);
    wire_reply(&one, 200, JSON_TYPE,
               "{\"id\":\"resp_7\",\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"oops\"}}");
    wire_reply(&one, 200, JSON_TYPE, job_done);
    run();
    assert_int_equal(call.result, 0);
    assert_non_null(strstr(one.requests[2], "POST /responses "));
}

static void test_a_job_the_service_has_forgotten_is_started_again(void **state)
{
    (void) state;
    request.web_search = true;
    call.remote_id = str("openai/gpt-5.2#resp_6");
    call.submitted = true;
    wire_reply(&one, 404, JSON_TYPE, "{\"error\":{\"message\":\"Response with id 'resp_6' not found.\"}}");
    wire_reply(&one, 200, JSON_TYPE, job_queued);
    wire_reply(&one, 200, JSON_TYPE, job_done);
    run();
    assert_int_equal(call.result, 0);
    assert_non_null(strstr(one.requests[0], "GET /responses/resp_6 "));
    assert_non_null(strstr(one.requests[1], "POST /responses "));
    assert_non_null(strstr(one.requests[2], "GET /responses/resp_7 "));
    assert_false(call.submitted); /* the new id is to be journaled: nobody did so here */
}

static void test_each_model_has_its_own_time(void **state)
{
    (void) state;
    /* One asks for more patience than there is: retries end with the model's time, and the next one has all of its own. */
    wire_reply(&one, 503, JSON_TYPE "retry-after-ms: 400\r\n", FAILS("overloaded"));
    wire_reply(&two, 200, JSON_TYPE, SAYS("Here.", "stop"));
    request.each_ms = 300;
    int64_t start = clock_monotonic_ms();
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(call.answered_by, "openrouter/openai/gpt-5.2"));
    assert_int_equal(one.asked, 1);
    assert_true(clock_monotonic_ms() - start < 5000);
}

static void test_waiting_for_our_turn_is_not_the_models_time(void **state)
{
    (void) state;
    wire_reply(&one, 200, JSON_TYPE, SAYS("Here.", "stop"));
    request.each_ms = 200;
    limiter_pause(limiter_get(str("llm/openai"), NULL), clock_monotonic_ms() + 300);
    run();
    assert_int_equal(call.result, 0);
    assert_true(str_is(call.answered_by, "openai/gpt-5.2"));
    assert_int_equal(two.asked, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_an_answer_comes_with_who_gave_it_and_what_it_cost),
        CASE(test_missing_usage_is_estimated_and_says_so),
        CASE(test_what_may_succeed_is_tried_again),
        CASE(test_the_next_model_answers_when_one_is_down),
        CASE(test_a_quota_429_is_not_tried_again),
        CASE(test_x_should_retry_is_obeyed),
        CASE(test_when_all_fail_the_error_names_each_and_what_to_set),
        CASE(test_a_key_refused_once_skips_the_providers_other_models),
        CASE(test_a_prompt_too_long_is_the_callers_to_shrink),
        CASE(test_a_refused_field_is_left_out_and_the_request_sent_again),
        CASE(test_what_a_model_refused_once_is_not_sent_again),
        CASE(test_a_cut_answer_is_continued_and_joined_without_repeating),
        CASE(test_at_most_three_continuations),
        CASE(test_a_context_that_is_too_small_makes_the_answer_shorter_first),
        CASE(test_a_prompt_that_leaves_no_room_for_an_answer_is_too_long),
        CASE(test_words_of_services_that_count_the_answer_too),
        CASE(test_a_call_keeps_to_the_tokens_it_was_given),
        CASE(test_a_request_says_with_how_little_it_is_worth_starting),
        CASE(test_thinking_that_eats_the_answer_gets_more_room),
        CASE(test_a_stream_reaches_the_reader_as_it_is_written),
        CASE(test_a_broken_stream_starts_the_answer_anew),
        CASE(test_a_continued_stream_shows_no_repetition),
        CASE(test_one_json_body_instead_of_a_stream_is_read),
        CASE(test_a_safety_filter_is_named_and_the_next_model_asked),
        CASE(test_a_models_refusal_is_named_and_the_next_model_asked),
        CASE(test_that_one_refused_is_told_although_the_last_was_down),
        CASE(test_an_answer_without_choices_is_an_empty_one),
        CASE(test_a_shut_down_model_is_served_by_its_successor_with_a_notice),
        CASE(test_a_model_not_found_falls_to_its_successor_then_the_list),
        CASE(test_the_breaker_opens_and_spares_the_service),
        CASE(test_retry_after_beyond_the_deadline_goes_to_the_next_model),
        CASE(test_a_long_wait_goes_to_another_service_if_there_is_one),
        CASE(test_nothing_configured_says_what_to_set),
        CASE(test_the_canonical_request_is_about_the_question_only),
        CASE(test_answers_survive_being_written_and_read),
        CASE(test_a_background_job_is_polled_until_it_is_done),
        CASE(test_a_resumed_run_asks_for_its_job_and_does_not_start_it_again),
        CASE(test_each_model_has_its_own_time),
        CASE(test_waiting_for_our_turn_is_not_the_models_time),
        CASE(test_a_job_the_service_has_forgotten_is_started_again),
        CASE(test_a_job_that_fails_is_started_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
