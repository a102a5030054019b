/* tsan */
#include "net_case.h"

#include "net/call.h"

/* A call of two exchanges at once, whose answers it joins; "argument" is the two paths. */
struct pair {
    struct net_case *c;
    const char *paths[2];
};

static void pair_send(struct call *call, int slot)
{
    const struct pair *pair = call->state;
    struct net_request request = net_case_request(pair->c, pair->paths[slot]);

    request.stream = true;
    call_send(call, &request, slot);
}

static void pair_begin(struct call *call, const void *argument)
{
    union {
        const void *in;
        void *out;
    } state = { argument };

    call->state = state.out;
    pair_send(call, 0);
    pair_send(call, 1);
}

static void pair_event(struct call *call, const struct net_event *event)
{
    const struct net_response *responses[2];
    struct error e;

    if (event->type == NET_DATA) {
        sink_write(call->stream, event->data);
        return;
    }
    if (event->type != NET_DONE)
        return;
    if (net_exchange_result(event->exchange, &responses[0], &e) < 0) {
        call_fail(call, &e);
        return;
    }
    assert_ptr_equal(call->exchanges[call_slot(call, event)], event->exchange);
    if (++call->usage.calls < 2)
        return;
    net_exchange_result(call->exchanges[0], &responses[0], &e);
    net_exchange_result(call->exchanges[1], &responses[1], &e);
    call_done(call, str_format(call->arena, "%.*s+%.*s", STR_ARG(responses[0]->body), STR_ARG(responses[1]->body)),
              str("pair"));
}

static const struct call_type pair_type = { .name = "pair", .begin = pair_begin, .event = pair_event };

/* Tries again after a timer until the server lets it through. */
static void stubborn_event(struct call *call, const struct net_event *event)
{
    const struct net_response *response;
    struct error e;

    if (event->type == NET_TIMER) {
        assert_int_equal(call_slot(call, event), 5);
        ((struct pair *) call->state)->paths[0] = "/plain";
        pair_send(call, 0);
        return;
    }
    if (event->type != NET_DONE)
        return;
    if (net_exchange_result(event->exchange, &response, &e) < 0) {
        call_note(call, &(struct call_note){ .type = NOTE_RETRY, .service = str("a"), .attempt = 1 });
        call_forget(call, event->exchange);
        call_timer(call, clock_monotonic_ms() + 5, 5);
        return;
    }
    call_done(call, str_dup(call->arena, response->body), str("stubborn"));
}

static void stubborn_begin(struct call *call, const void *argument)
{
    union {
        const void *in;
        void *out;
    } state = { argument };

    call->state = state.out;
    pair_send(call, 0);
}

static const struct call_type stubborn_type = {
    .name = "stubborn",
    .begin = stubborn_begin,
    .event = stubborn_event,
};

/* Answers from the cache without asking anybody. */
static void cached_begin(struct call *call, const void *argument)
{
    struct hash key = hash_of(str("key"));
    struct str value;

    (void) argument;
    assert_false(call_cache_get(call, "search", hash_of(str("other")), &value));
    assert_true(call_cache_get(call, "search", key, &value));
    call_cache_put(call, "search", key, value, 1000);
    call_cache_put(call, "page", key, str("second"), 2000);
    call_done(call, value, str("cache"));
}

static void cached_event(struct call *call, const struct net_event *event)
{
    (void) call;
    (void) event;
    fail();
}

static const struct call_type cached_type = { .name = "cached", .begin = cached_begin, .event = cached_event };

static bool cache_get(void *context, const char *name, struct hash key, struct arena *arena, struct str *ret)
{
    assert_string_equal(name, "search");
    if (!hash_eq(key, hash_of(str("key"))))
        return false;
    *ret = str_dup(arena, str(context));
    return true;
}

static void begin(struct net_case *c, struct call *call, const struct call_type *type, const void *argument)
{
    struct request request = { .type = type, .argument = argument };

    call_begin(call, &request, c->net, c->wait, c->arena);
}

static void take(void *context, struct str data) { buf_add_str(context, data); }

static void test_a_call_of_two_exchanges(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct pair pair = { &c, { "/plain", "/continue" } };
    struct buf stream;
    struct sink sink = { take, &stream };
    struct call call = { .stream = &sink }, *calls[] = { &call };

    (void) state;
    buf_init(&stream, 100);
    begin(&c, &call, &pair_type, &pair);
    call_drive(calls, 1);
    assert_true(call.done);
    assert_int_equal(call.result, 0);
    assert_str(call.body, "hello+ok");
    assert_str(call.answered_by, "pair");
    assert_int_equal(stream.len, 7);
    call_free(&call);
    buf_free(&stream);
    net_case_close(&c);
}

static void test_one_thread_drives_many_calls(void **state)
{
    enum { MANY = 20 };
    struct net_case c = net_case_open(NULL);
    struct pair pair = { &c, { "/gate", "/gate" } };
    struct call calls[MANY] = { 0 }, *list[MANY];

    (void) state;
    for (int i = 0; i < MANY; i++) {
        list[i] = &calls[i];
        begin(&c, &calls[i], &pair_type, &pair);
    }
    server_wait(c.server, &c.server->at_gate, 2 * MANY);
    server_open_gate(c.server, 2 * MANY);
    call_drive(list, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_str(calls[i].body, "through+through");
        call_free(&calls[i]);
    }
    net_case_close(&c);
}

static void test_the_first_failure_stops_the_rest_of_a_call(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct pair pair = { &c, { "/hang", "/reset" } };
    struct call call = { 0 }, *calls[] = { &call };
    struct net_event event;

    (void) state;
    begin(&c, &call, &pair_type, &pair);
    call_drive(calls, 1);
    assert_int_equal(call.result, -ERROR_NETWORK);
    assert_int_equal(call.error.code, ERROR_NETWORK);
    assert_null(call.exchanges[0]);
    server_wait(c.server, &c.server->closed, 1);
    net_wait_next(c.wait, 0, &event);
    assert_int_equal(event.type, NET_DEADLINE);
    net_case_close(&c);
}

static void test_a_retry_after_a_timer(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct pair pair = { &c, { "/reset", NULL } };
    struct call call = { 0 }, *calls[] = { &call };

    (void) state;
    begin(&c, &call, &stubborn_type, &pair);
    call_drive(calls, 1);
    assert_str(call.body, "hello");
    assert_int_equal(call.notes->type, NOTE_RETRY);
    assert_str(call.notes->service, "a");
    assert_int_equal(call.notes->attempt, 1);
    assert_null(call.notes->next);
    call_free(&call);
    net_case_close(&c);
}

static void test_the_deadline_ends_a_call(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct pair pair = { &c, { "/hang", "/hang" } };
    int64_t start = clock_monotonic_ms();
    struct call call = { .deadline_ms = start + 50 }, *calls[] = { &call };

    (void) state;
    begin(&c, &call, &pair_type, &pair);
    call_drive(calls, 1);
    assert_int_equal(call.result, -ERROR_TIMEOUT);
    assert_true(clock_monotonic_ms() - start >= 50);
    call_free(&call);
    net_case_close(&c);
}

static bool abort_seen;
static void pair_abort(struct call *call)
{
    abort_seen = true;
    call->usage.cost_unknown = true;
}
static const struct call_type aborted_type = {
    .name = "aborted",
    .begin = pair_begin,
    .event = pair_event,
    .abort = pair_abort,
};

static void test_an_aborted_call_leaves_no_event(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct pair pair = { &c, { "/gate", "/hang" } };
    struct call call = { 0 };
    struct net_event event;

    (void) state;
    begin(&c, &call, &aborted_type, &pair);
    call_timer(&call, 0, 3);
    server_wait(c.server, &c.server->requests, 2);
    call_abort(&call);
    assert_true(abort_seen);
    assert_false(call.done);
    assert_true(call.usage.cost_unknown);
    server_open_gate(c.server, 1);
    net_wait_next(c.wait, 0, &event);
    assert_int_equal(event.type, NET_DEADLINE);
    call_free(&call);
    net_case_close(&c);
}

static void test_a_call_answered_from_the_cache(void **state)
{
    struct net_case c = net_case_open(NULL);
    char value[] = "kept";
    struct call_cache cache = { cache_get, value };
    struct call call = { .cache = &cache };

    (void) state;
    begin(&c, &call, &cached_type, NULL);
    assert_true(call.done);
    assert_str(call.body, "kept");
    assert_string_equal(call.cache_rows->name, "search");
    assert_str(call.cache_rows->value, "kept");
    assert_int_equal(call.cache_rows->ttl_ms, 1000);
    assert_string_equal(call.cache_rows->next->name, "page");
    assert_null(call.cache_rows->next->next);
    call_free(&call);
    net_case_close(&c);
}

static void test_random_differs_by_seed_and_step(void **state)
{
    struct call a = { .random = 1 }, b = { .random = 2 }, again = { .random = 1 };
    uint64_t first = call_random(&a);

    (void) state;
    assert_true(first != call_random(&b));
    assert_true(first != call_random(&a));
    assert_true(first == call_random(&again));
}

static void test_usage_adds_up(void **state)
{
    struct usage sum = { .calls = 1, .cost_nano = 5 };
    struct usage more = { 1, 2, 3, 4, 5, 6, 7, true, false };

    (void) state;
    usage_add(&sum, &more);
    assert_int_equal(sum.calls, 2);
    assert_int_equal(sum.searches, 2);
    assert_int_equal(sum.input_tokens, 3);
    assert_int_equal(sum.cached_tokens, 4);
    assert_int_equal(sum.output_tokens, 5);
    assert_int_equal(sum.reasoning_tokens, 6);
    assert_int_equal(sum.cost_nano, 12);
    assert_true(sum.cost_unknown);
    assert_false(sum.estimated);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_call_of_two_exchanges),
        cmocka_unit_test(test_one_thread_drives_many_calls),
        cmocka_unit_test(test_the_first_failure_stops_the_rest_of_a_call),
        cmocka_unit_test(test_a_retry_after_a_timer),
        cmocka_unit_test(test_the_deadline_ends_a_call),
        cmocka_unit_test(test_an_aborted_call_leaves_no_event),
        cmocka_unit_test(test_a_call_answered_from_the_cache),
        cmocka_unit_test(test_random_differs_by_seed_and_step),
        cmocka_unit_test(test_usage_adds_up),
    };

    return cmocka_run_group_tests_name("call", tests, NULL, NULL);
}
