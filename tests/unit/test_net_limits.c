/* tsan */
#include "net_case.h"

#include "net/exchange.h"
#include "net/guard.h"
#include "net/limiter.h"

/* --- the guard --- */

static struct net_exchange *get_page(struct net_case *c, const char *url)
{
    struct net_request request = { .method = "GET", .url = str(url), .pool = NET_PAGE };

    return net_send(c->wait, &request, NULL);
}

static void test_pages_inside_are_refused(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/plain");

    (void) state;
    request.pool = NET_PAGE;
    assert_int_equal(failure(&c, net_send(c.wait, &request, NULL)).code, ERROR_FORBIDDEN);
    assert_int_equal(failure(&c, get_page(&c, "http://localhost/")).code, ERROR_FORBIDDEN);
    assert_int_equal(failure(&c, get_page(&c, "http://169.254.169.254/")).code, ERROR_FORBIDDEN);
    assert_int_equal(server_count(c.server, &c.server->connections), 0);
    net_case_close(&c);
}

/* A name that leads inside: known only when it is resolved. */
static void test_the_guard_looks_at_the_resolved_address(void **state)
{
    struct arena *arena = arena_new();
    const struct guard *guard;

    (void) state;
    assert_int_equal(guard_new(arena, str("10.0.0.0/8"), &guard, NULL), 0);
    struct net_case c = net_case_open(&(struct net_settings){ .guard = guard });
    struct str url = str_format(arena, "http://localhost:%d/plain", c.server->port);
    struct error e = failure(&c, get_page(&c, url.data));
    assert_int_equal(e.code, ERROR_FORBIDDEN);
    assert_false(e.retry);
    assert_true(str_contains(str(e.message), "address guard refused localhost"));
    assert_false(str_contains(str(e.message), "127.0.0.1"));
    assert_int_equal(server_count(c.server, &c.server->connections), 0);
    net_case_close(&c);
    arena_free(arena);
}

/* The connection is there already; the guard must refuse before the request. */
static void test_the_guard_looks_again_on_a_reused_connection(void **state)
{
    struct arena *arena = arena_new();
    const struct guard *open, *closed;

    (void) state;
    assert_int_equal(guard_new(arena, str("127.0.0.0/8,::1"), &open, NULL), 0);
    assert_int_equal(guard_new(arena, str("10.0.0.0/8"), &closed, NULL), 0);
    struct net_case c = net_case_open(&(struct net_settings){ .guard = open });
    struct str url = str_format(arena, "http://localhost:%d/plain", c.server->port);
    struct net_exchange *x = get_page(&c, url.data);
    assert_int_equal(answer(&c, x)->status, 200);
    net_exchange_free(x);
    assert_int_equal(server_count(c.server, &c.server->requests), 1);
    c.net->settings.guard = closed;
    assert_int_equal(failure(&c, get_page(&c, url.data)).code, ERROR_FORBIDDEN);
    assert_int_equal(server_count(c.server, &c.server->connections), 1);
    assert_int_equal(server_count(c.server, &c.server->requests), 1);
    net_case_close(&c);
    arena_free(arena);
}

static void test_page_connections_are_limited(void **state)
{
    struct arena *arena = arena_new();
    const struct guard *guard;
    struct net_counts counts;

    (void) state;
    assert_int_equal(guard_new(arena, str("127.0.0.0/8"), &guard, NULL), 0);
    struct net_case c = net_case_open(&(struct net_settings){ .guard = guard, .page_connections = 3 });
    struct str url = net_case_url(&c, "/gate");
    for (int i = 0; i < 8; i++)
        get_page(&c, url.data);
    server_wait(c.server, &c.server->at_gate, 3);
    net_count(c.net, &counts);
    assert_int_equal(counts.queued, 5);
    server_open_gate(c.server, 8);
    for (int i = 0; i < 8; i++)
        net_exchange_free(next(&c).exchange);
    assert_int_equal(c.server->most_at_gate, 3);
    net_case_close(&c);
    arena_free(arena);
}

/* --- limits --- */

static void test_a_limiter_queues_in_order(void **state)
{
    enum { MANY = 12 };
    struct limits limits = { .concurrent = 2 };
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/gate");
    struct net_exchange *sent[MANY];
    struct net_counts counts;

    (void) state;
    request.limiter = limiter_get(str("two"), &limits);
    for (int i = 0; i < MANY; i++)
        sent[i] = net_send(c.wait, &request, NULL);
    server_wait(c.server, &c.server->at_gate, 2);
    net_count(c.net, &counts);
    assert_int_equal(counts.queued, MANY - 2);
    assert_int_equal(counts.started, 2);
    net_abort(sent[5]);
    server_open_gate(c.server, MANY);
    for (int i = 0; i < MANY - 1; i++) {
        struct net_event event = next(&c);

        assert_int_equal(event.type, NET_DONE);
        net_exchange_free(event.exchange);
    }
    assert_int_equal(c.server->most_at_gate, 2);
    struct limiter_status status;
    limiter_status(request.limiter, 0, &status);
    assert_int_equal(status.in_flight, 0);
    assert_int_equal(status.started, MANY - 1);
    net_case_close(&c);
    limiter_forget_all();
}

static void test_a_thousand_wait_first_come_first_served(void **state)
{
    enum { MANY = 1000 };
    struct limits limits = { .concurrent = 1 };
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/plain");
    static struct net_exchange *sent[MANY];

    (void) state;
    request.limiter = limiter_get(str("one"), &limits);
    for (int i = 0; i < MANY; i++)
        sent[i] = net_send(c.wait, &request, NULL);
    for (int i = 0; i < MANY; i++) {
        answer(&c, sent[i]);
        net_exchange_free(sent[i]);
    }
    assert_int_equal(server_count(c.server, &c.server->connections), 1);
    net_case_close(&c);
    limiter_forget_all();
}

static void test_a_rate_spreads_requests_over_time(void **state)
{
    struct limits limits = { .requests_per_minute = 60 * 50, .burst = 1 }; /* one each 20 ms */
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/plain");
    int64_t start = clock_monotonic_ms();

    (void) state;
    request.limiter = limiter_get(str("fifty"), &limits);
    for (int i = 0; i < 6; i++)
        net_send(c.wait, &request, NULL);
    for (int i = 0; i < 6; i++) {
        struct net_event event = next(&c);
        const struct net_response *response;

        assert_int_equal(net_exchange_result(event.exchange, &response, NULL), 0);
        net_exchange_free(event.exchange);
    }
    assert_true(clock_monotonic_ms() - start >= 100);
    net_case_close(&c);
    limiter_forget_all();
}

static void test_the_queue_has_a_time_limit(void **state)
{
    struct limits limits = { .concurrent = 1 };
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/gate");

    (void) state;
    request.limiter = limiter_get(str("slow"), &limits);
    struct net_exchange *first = net_send(c.wait, &request, NULL);
    request.queue_ms = 30;
    struct error e = failure(&c, net_send(c.wait, &request, NULL));
    assert_int_equal(e.code, ERROR_RATE);
    assert_true(e.retry && e.retry_after_ms == -1);
    assert_true(str_contains(str(e.message), "could start in time"));
    server_open_gate(c.server, 1);
    answer(&c, first);
    net_exchange_free(first);
    net_case_close(&c);
    limiter_forget_all();
}

static void test_an_open_breaker_answers_at_once_and_closes_after_a_success(void **state)
{
    struct limits limits = { .breaker_ms = 40 };
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/reset");

    (void) state;
    request.limiter = limiter_get(str("openai"), &limits);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(failure(&c, net_send(c.wait, &request, NULL)).code, ERROR_NETWORK);
        limiter_report(request.limiter, "it broke", clock_monotonic_ms());
    }
    int requests = server_count(c.server, &c.server->requests);
    struct error e = failure(&c, net_send(c.wait, &request, NULL));
    assert_int_equal(e.code, ERROR_UNAVAILABLE);
    assert_true(str_contains(str(e.message), "paused after 5 failures in a row; the first: it broke"));
    assert_true(e.retry);
    assert_in_range(e.retry_after_ms, 0, 40);
    assert_int_equal(server_count(c.server, &c.server->requests), requests);

    net_timer(c.wait, clock_monotonic_ms() + e.retry_after_ms, NULL);
    assert_int_equal(next(&c).type, NET_TIMER);
    request.url = net_case_url(&c, "/gate");
    struct net_exchange *trial = net_send(c.wait, &request, NULL);
    server_wait(c.server, &c.server->at_gate, 1);
    server_open_gate(c.server, 1);
    answer(&c, trial);
    net_exchange_free(trial);
    limiter_report(request.limiter, NULL, clock_monotonic_ms());
    request.url = net_case_url(&c, "/plain");
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    answer(&c, x);
    net_exchange_free(x);
    net_case_close(&c);
    limiter_forget_all();
}

static void test_what_waits_is_refused_when_the_breaker_opens(void **state)
{
    struct limits limits = { .concurrent = 1, .breaker_failures = 1 };
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/gate");

    (void) state;
    request.limiter = limiter_get(str("breaks"), &limits);
    for (int i = 0; i < 5; i++)
        net_send(c.wait, &request, NULL);
    server_wait(c.server, &c.server->at_gate, 1);
    limiter_report(request.limiter, "it broke", clock_monotonic_ms());
    server_open_gate(c.server, 1);
    int refused = 0;
    for (int i = 0; i < 5; i++) {
        struct net_event event = next(&c);
        const struct net_response *response;

        refused += net_exchange_result(event.exchange, &response, NULL) == -ERROR_UNAVAILABLE;
        net_exchange_free(event.exchange);
    }
    assert_int_equal(refused, 4);
    net_case_close(&c);
    limiter_forget_all();
}

/* After a rush the connections beyond the first few hundred are given up. */
static void test_idle_handles_are_closed(void **state)
{
    enum { MANY = 400 };
    struct net_case c = net_case_open(NULL);
    struct net_counts counts;

    (void) state;
    c.net->shard_idle_ms = 20;
    for (int i = 0; i < MANY; i++)
        get(&c, "/gate");
    server_wait(c.server, &c.server->at_gate, MANY);
    net_count(c.net, &counts);
    assert_int_equal(counts.connections, MANY);
    server_open_gate(c.server, MANY);
    for (int i = 0; i < MANY; i++)
        net_exchange_free(next(&c).exchange);
    server_wait(c.server, &c.server->closed, MANY - NET_SHARD_EXCHANGES);
    struct net_exchange *x = get(&c, "/plain");
    assert_int_equal(answer(&c, x)->status, 200);
    net_exchange_free(x);
    net_count(c.net, &counts);
    assert_int_equal(counts.connections, NET_SHARD_EXCHANGES);
    net_case_close(&c);
}

static void test_bodies_share_a_limit(void **state)
{
    struct net_case c = net_case_open(&(struct net_settings){ .bodies_max = 4 });
    struct net_request request = net_case_request(&c, "/parts");
    struct net_counts counts;

    (void) state;
    request.stream = true;
    net_send(c.wait, &request, NULL);
    assert_int_equal(next(&c).type, NET_DATA); /* four bytes are in flight */
    struct net_exchange *second = get(&c, "/plain");
    do
        net_count(c.net, &counts);
    while (counts.queued == 0);
    assert_int_equal(counts.started, 1);
    server_open_gate(c.server, 2);
    struct net_event event;
    do {
        event = next(&c);
        if (event.type == NET_DONE && event.exchange != second)
            net_exchange_free(event.exchange);
    } while (event.type != NET_DONE || event.exchange != second);
    net_exchange_free(second);
    net_case_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_inside_are_refused),
        cmocka_unit_test(test_the_guard_looks_at_the_resolved_address),
        cmocka_unit_test(test_the_guard_looks_again_on_a_reused_connection),
        cmocka_unit_test(test_page_connections_are_limited),
        cmocka_unit_test(test_a_limiter_queues_in_order),
        cmocka_unit_test(test_a_thousand_wait_first_come_first_served),
        cmocka_unit_test(test_a_rate_spreads_requests_over_time),
        cmocka_unit_test(test_the_queue_has_a_time_limit),
        cmocka_unit_test(test_an_open_breaker_answers_at_once_and_closes_after_a_success),
        cmocka_unit_test(test_what_waits_is_refused_when_the_breaker_opens),
        cmocka_unit_test(test_idle_handles_are_closed),
        cmocka_unit_test(test_bodies_share_a_limit),
    };

    return cmocka_run_group_tests_name("net limits", tests, NULL, NULL);
}
