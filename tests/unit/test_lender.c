/* tsan */
/* The model that a client lends: calls leave prompts, a door answers them from another thread. */
#include <math.h>
#include <pthread.h>

#include "wire_case.h"

#include "llm/lender.h"
#include "llm/llm.h"
#include "net/retry.h"
#include "text/json.h"

static struct arena *arena;
static struct net *net;
static struct net_wait *wait;
static struct lender *lender;
static struct llm *llm;
static struct llm_message message;
static struct llm_request request;
static struct str_list models;
static struct retry_policy quick = { .retries = 1, .base_ms = 1, .cap_ms = 2 };
static struct call call;
static _Atomic int changes;

static void changed(void *context, struct str run)
{
    (void) context;
    (void) run;
    changes++;
}

static int setup(void **state)
{
    (void) state;
    struct net_settings settings = { 0 };
    struct error e;

    arena = arena_new();
    assert_int_equal(net_start(&settings, &net, &e), 0);
    wait = net_wait_new(net);
    lender = lender_new(changed, NULL);
    lender_open(lender);
    models = (struct str_list){ 0 };
    str_list_add(arena, &models, str(LENT_MODEL));
    if (llm_new(arena, &(struct llm_settings){ .lender = lender, .models = models, .retries = -1 }, &llm, &e) < 0)
        fail_msg("%s", e.message);
    message = (struct llm_message){ .role = LLM_USER, .text = str("Why?") };
    request = (struct llm_request){ LLM_USUAL_SAMPLING, .role = str("decide"), .messages = &message, .messages_n = 1,
                                    .retry = &quick };
    memset(&call, 0, sizeof call);
    return 0;
}

static int teardown(void **state)
{
    (void) state;
    call_free(&call);
    net_wait_free(wait);
    net_stop(net);
    lender_free(lender);
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

static void begin(int64_t timeout_ms)
{
    struct request asked;

    llm_request(llm, arena, &request, &asked);
    call.run = str("run-1");
    call.deadline_ms = clock_monotonic_ms() + timeout_ms;
    call_begin(&call, &asked, net, wait, arena);
}

static void drive(void)
{
    struct call *all[] = { &call };

    call_drive(all, 1);
    assert_true(call.done);
}

static struct llm_answer result(void)
{
    struct llm_answer answer;
    struct error e;

    drive();
    if (call.result < 0)
        fail_msg("%s", call.error.message);
    assert_int_equal(llm_answer_parse(arena, call.body, &answer, &e), 0);
    return answer;
}

static struct lent waiting(void)
{
    struct lent *lent;

    assert_int_equal(lender_waiting(lender, str("run-1"), 8, arena, &lent), 1);
    return lent[0];
}

#define SAYS(text) "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"" text "\"},\"model\":\"m\"}"

/* Answers each prompt that comes with the next of `replies`, up to a NULL. */
static void *client(void *replies)
{
    struct arena *own = arena_new();

    for (const char *const *reply = replies; *reply; reply++) {
        struct lent *lent;

        while (lender_take(lender, str("run-1"), 1, own, &lent) == 0)
            sched_yield();
        lender_answer(lender, str("run-1"), lent[0].key, str(*reply));
    }
    arena_free(own);
    return NULL;
}

static struct llm_answer answered_by(const char *const *replies)
{
    pthread_t thread;

    begin(20000);
    pthread_create(&thread, NULL, client, (void *) replies);
    struct llm_answer answer = result();
    pthread_join(thread, NULL);
    return answer;
}

static void test_a_prompt_waits_for_an_answer_from_any_thread(void **state)
{
    (void) state;
    struct llm_answer answer = answered_by((const char *const[]){ SAYS("Because."), NULL });

    assert_true(str_is(answer.text, "Because.") && str_is(answer.model, "m") && answer.finish == LLM_STOP);
    assert_true(str_is(call.answered_by, LENT_MODEL));
    assert_true(call.usage.estimated && call.usage.cost_unknown && call.usage.output_tokens > 0);
    assert_true(changes >= 2);
}

static void test_the_prompt_says_what_was_asked(void **state)
{
    (void) state;
    struct llm_message messages[] = { { .role = LLM_SYSTEM, .text = str("Be brief.") },
                                      { .role = LLM_USER, .text = str("One.") },
                                      { .role = LLM_USER, .text = str("Two.") } };
    json_t *params = NULL;

    request.messages = messages;
    request.messages_n = 3;
    request.schema = str("{\"type\":\"object\"}");
    request.temperature = 0.25;
    request.max_tokens = 77;
    begin(20000);
    assert_int_equal(json_parse(waiting().prompt, &params, NULL), 0);
    assert_true(str_is(json_get_str(params, "systemPrompt"), "Be brief."));
    assert_int_equal(json_get_int(params, "maxTokens", 0), 77);
    assert_true(json_get_double(params, "temperature", 0) == 0.25);
    assert_int_equal(json_array_size(json_object_get(params, "messages")), 1);
    struct str text = json_get_str(json_at(params, "messages.0.content"), "text");
    assert_true(str_starts(text, "One.\n\nTwo.\n\nAnswer with one JSON value") &&
                str_ends(text, "{\"type\":\"object\"}"));
    json_decref(params);
}

static void test_tools_are_told_in_words_and_called_in_json(void **state)
{
    (void) state;
    struct llm_tool tool = { str("search"), str("Searches."), str("{\"type\":\"object\"}") };

    request.tools = &tool;
    request.tools_n = 1;
    struct llm_answer answer = answered_by((const char *const[]){
        SAYS("{\\\"calls\\\": [{\\\"tool\\\": \\\"search\\\", \\\"arguments\\\": {\\\"q\\\": 1}}]}"), NULL });
    assert_int_equal(answer.tool_calls_n, 1);
    assert_true(str_is(answer.tool_calls[0].name, "search") && str_is(answer.tool_calls[0].arguments, "{\"q\":1}"));
    assert_true(answer.finish == LLM_TOOL_CALLS && str_empty(answer.text));
}

static void test_answers_that_cannot_be_read_are_asked_for_again(void **state)
{
    (void) state;
    struct llm_answer answer = answered_by((const char *const[]){ "{}", SAYS("Now."), NULL });

    assert_true(str_is(answer.text, "Now."));
    assert_int_equal(wire_note(&call, NOTE_RETRY)->attempt, 1);
}

static void test_a_refusal_ends_the_call_with_its_reason(void **state)
{
    (void) state;
    begin(20000);
    assert_true(lender_refuse(lender, str("run-1"), waiting().key, str("not today")));
    drive();
    assert_int_equal(call.result, -ERROR_AUTH);
    assert_non_null(strstr(call.error.message, "mcp/client: the client refused to lend its model: not today"));
}

static void test_nobody_answering_is_an_error_in_time(void **state)
{
    (void) state;
    begin(100);
    drive();
    assert_int_equal(call.result, -ERROR_TIMEOUT);
    assert_non_null(strstr(call.error.message, "mcp/client"));
}

static void test_only_the_run_and_key_that_wait_are_answered_and_only_once(void **state)
{
    (void) state;
    begin(20000);
    struct lent lent = waiting();
    struct lent *none;

    assert_false(lender_answer(lender, str("run-2"), lent.key, str(SAYS("No."))));
    assert_false(lender_answer(lender, str("run-1"), str("other"), str(SAYS("No."))));
    assert_int_equal(lender_waiting(lender, str("run-2"), 8, arena, &none), 0);
    assert_true(lender_answer(lender, str("run-1"), lent.key, str(SAYS("Yes."))));
    assert_false(lender_answer(lender, str("run-1"), lent.key, str(SAYS("No."))));
    assert_true(str_is(result().text, "Yes."));
}

static void test_a_prompt_is_taken_once_unless_it_is_put_back(void **state)
{
    (void) state;
    struct lent *lent;

    begin(20000);
    assert_int_equal(lender_take(lender, str("run-1"), 8, arena, &lent), 1);
    struct str key = lent[0].key;
    assert_int_equal(lender_take(lender, str("run-1"), 8, arena, &lent), 0);
    lender_put_back(lender, str("run-1"), key);
    assert_int_equal(lender_take(lender, str("run-1"), 8, arena, &lent), 1);
}

/* As a run that sleeps does: its call goes, and is made again under the id that was journaled. */
static void begin_again(struct str remote_id)
{
    call_free(&call);
    memset(&call, 0, sizeof call);
    call.remote_id = remote_id;
    call.submitted = true;
    begin(20000);
}

static void test_an_answer_that_comes_while_the_run_sleeps_is_kept(void **state)
{
    (void) state;
    begin(20000);
    struct str remote_id = str_dup(arena, call.remote_id), key = waiting().key;
    struct lent *none;

    assert_true(str_starts(remote_id, "mcp/client#") && str_ends(remote_id, key.data));
    call_abort(&call);
    assert_int_equal(lender_waiting(lender, str("run-1"), 8, arena, &none), 0);
    assert_true(lender_answer(lender, str("run-1"), key, str(SAYS("Meanwhile."))));
    begin_again(remote_id);
    assert_true(str_is(result().text, "Meanwhile."));
    assert_int_equal(lender_waiting(lender, str("run-1"), 8, arena, &none), 0);
}

static void test_a_run_that_slept_asks_under_the_same_key(void **state)
{
    (void) state;
    begin(20000);
    struct str remote_id = str_dup(arena, call.remote_id), key = waiting().key;

    call_abort(&call);
    begin_again(remote_id);
    assert_true(str_eq(waiting().key, key));
    assert_true(lender_answer(lender, str("run-1"), key, str(SAYS("Late."))));
    assert_true(str_is(result().text, "Late."));
}

static void test_prompts_whose_call_has_left_are_not_offered_but_counted(void **state)
{
    (void) state;
    struct lent *none;

    begin(20000);
    struct str remote_id = str_dup(arena, call.remote_id);
    assert_int_equal(lender_left(lender, str("run-1")), 0);
    call_abort(&call);
    assert_int_equal(lender_waiting(lender, str("run-1"), 8, arena, &none), 0);
    assert_int_equal(lender_left(lender, str("run-1")), 1);
    assert_int_equal(lender_left(lender, str("run-2")), 0);
    assert_false(lender_answer(lender, str("run-1"), str("x"), str(SAYS("No."))));
    begin_again(remote_id);
    assert_int_equal(lender_left(lender, str("run-1")), 0);
    assert_true(lender_answer(lender, str("run-1"), waiting().key, str(SAYS("Yes."))));
    assert_int_equal(lender_left(lender, str("run-1")), 0);
    assert_true(str_is(result().text, "Yes."));
}

static void test_without_a_door_the_model_cannot_be_named(void **state)
{
    (void) state;
    struct lender *closed = lender_new(changed, NULL);
    struct str notice;
    struct llm *other;
    struct error e;

    assert_int_equal(llm_new(arena, &(struct llm_settings){ .lender = closed, .models = models }, &other, &e), 0);
    assert_int_equal(llm_check_model(other, arena, str(LENT_MODEL), &notice, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "MCP client"));
    lender_free(closed);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_a_prompt_waits_for_an_answer_from_any_thread),
        CASE(test_the_prompt_says_what_was_asked),
        CASE(test_tools_are_told_in_words_and_called_in_json),
        CASE(test_answers_that_cannot_be_read_are_asked_for_again),
        CASE(test_a_refusal_ends_the_call_with_its_reason),
        CASE(test_nobody_answering_is_an_error_in_time),
        CASE(test_only_the_run_and_key_that_wait_are_answered_and_only_once),
        CASE(test_a_prompt_is_taken_once_unless_it_is_put_back),
        CASE(test_an_answer_that_comes_while_the_run_sleeps_is_kept),
        CASE(test_a_run_that_slept_asks_under_the_same_key),
        CASE(test_prompts_whose_call_has_left_are_not_offered_but_counted),
        CASE(test_without_a_door_the_model_cannot_be_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
