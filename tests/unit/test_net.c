/* tsan */
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net_case.h"

#include "base/log.h"
#include "net/curl_api.h"
#include "net/exchange.h"

static void expect_failure(struct net_case *c, const char *path, int code, const char *words)
{
    struct error e = failure(c, get(c, path));

    if (e.code != code || !str_contains(str(e.message), words))
        fail_msg("%s: %s: %s", path, error_name(e.code), e.message);
    bool again = code == ERROR_NETWORK || code == ERROR_TIMEOUT || code == ERROR_UPSTREAM;
    assert_int_equal(e.retry, again);
}

static void test_get_and_post(void **state)
{
    struct net_case c = net_case_open(&(struct net_settings){ .user_agent = str("fathom/9 (+x)") });

    (void) state;
    struct net_exchange *x = get(&c, "/plain");
    const struct net_response *response = answer(&c, x);
    assert_int_equal(response->status, 200);
    assert_str(response->body, "hello");
    assert_str(net_header(response, "content-type"), "text/plain");
    assert_str(net_header(response, "X-TEST"), "spaced");
    assert_str(net_header(response, "absent"), "");
    assert_str(response->address, "127.0.0.1");
    net_exchange_free(x);
    assert_non_null(strstr(c.server->last_request, "User-Agent: fathom/9 (+x)\r\n"));
    assert_non_null(strstr(c.server->last_request, "Accept-Encoding: "));

    struct str headers[] = { str("Content-Type: application/json"), str("X-Key: s3cret") };
    struct net_request request = net_case_request(&c, "/echo");
    request.method = "POST";
    request.headers = headers;
    request.headers_n = 2;
    request.body = str("{\"a\":1}");
    x = net_send(c.wait, &request, NULL);
    assert_str(answer(&c, x)->body, "POST:{\"a\":1}");
    net_exchange_free(x);
    assert_non_null(strstr(c.server->last_request, "X-Key: s3cret\r\n"));
    assert_null(strstr(c.server->last_request, "Expect:"));

    static const char *const methods[] = { "PUT", "DELETE", "PATCH" };
    for (size_t i = 0; i < 3; i++) {
        request.method = methods[i];
        request.body = str(i == 1 ? "" : "x");
        x = net_send(c.wait, &request, NULL);
        struct str body = answer(&c, x)->body;
        assert_true(str_starts(body, methods[i]));
        net_exchange_free(x);
    }
    net_case_close(&c);
}

/* Stands between libcurl and the reactor: what one shard begins to watch, another takes leave of at once, as libcurl does when it has
 * closed a socket whose number is in use again. Reactor's thread. */
static struct {
    CURLMcode (*setopt)(CURLM *multi, CURLMoption option, ...);
    curl_socket_callback reactors;
    void *shards[8];
    int shards_n;
    atomic_int late, lost;
} between;

static int leave_late(CURL *easy, curl_socket_t fd, int what, void *shard, void *known)
{
    int r = between.reactors(easy, fd, what, shard, known);

    for (int i = 0; i < between.shards_n && what != CURL_POLL_REMOVE; i++)
        if (between.shards[i] != shard) {
            between.reactors(easy, fd, CURL_POLL_REMOVE, between.shards[i], NULL);
            atomic_fetch_add(&between.late, 1);
            /* Who is watched cannot be added once more. */
            if (epoll_ctl(((struct net_shard *) shard)->net->epoll_fd, EPOLL_CTL_ADD, fd, &(struct epoll_event){ 0 }) ==
                0)
                atomic_fetch_add(&between.lost, 1);
        }
    return r;
}

static CURLMcode setopt_between(CURLM *multi, CURLMoption option, ...)
{
    va_list ap;

    va_start(ap, option);
    void *value = va_arg(ap, void *); /* numbers are as large as pointers */
    va_end(ap);
    if (option == CURLMOPT_SOCKETDATA && between.shards_n < 8)
        between.shards[between.shards_n++] = value;
    if (option != CURLMOPT_SOCKETFUNCTION)
        return between.setopt(multi, option, value);
    memcpy(&between.reactors, &value, sizeof value);
    return between.setopt(multi, option, leave_late);
}

static void test_a_late_leave_does_not_stop_another_connection(void **state)
{
    struct error e;

    (void) state;
    assert_int_equal(curl_api_load(&e), 0);
    between.setopt = curl_api.multi_setopt;
    curl_api.multi_setopt = setopt_between;
    struct net_case c = net_case_open(NULL);
    for (int i = 0; i < 2; i++) {
        struct net_exchange *x = get(&c, "/plain");

        assert_int_equal(answer(&c, x)->status, 200);
        net_exchange_free(x);
    }
    net_case_close(&c);
    curl_api.multi_setopt = between.setopt;
    assert_true(atomic_load(&between.late) > 0);
    assert_int_equal(atomic_load(&between.lost), 0);
}

static void test_connections_are_shared(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    for (int i = 0; i < 20; i++) {
        struct net_exchange *x = get(&c, "/plain");

        answer(&c, x);
        net_exchange_free(x);
    }
    assert_int_equal(server_count(c.server, &c.server->connections), 1);
    struct net_counts counts;
    net_count(c.net, &counts);
    assert_int_equal(counts.started, 20);
    assert_int_equal(counts.finished, 20);
    assert_int_equal(counts.connections, 1);
    assert_int_equal(counts.bodies_bytes, 0);
    net_case_close(&c);
}

static void test_any_status_is_an_answer_and_redirects_are_not_followed(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    struct net_exchange *x = get(&c, "/missing");
    assert_int_equal(answer(&c, x)->status, 404);
    net_exchange_free(x);
    x = get(&c, "/moved");
    const struct net_response *response = answer(&c, x);
    assert_int_equal(response->status, 302);
    assert_str(net_header(response, "location"), "/plain");
    net_exchange_free(x);
    x = get(&c, "/continue");
    response = answer(&c, x);
    assert_int_equal(response->status, 200);
    assert_str(net_header(response, "x-final"), "yes");
    assert_str(net_header(response, "link"), "");
    net_exchange_free(x);
    net_case_close(&c);
}

static void test_retry_after_is_read(void **state)
{
    static const struct {
        const char *name, *value;
        int64_t want;
    } cases[] = {
        { "retry-after", "7", 7000 },
        { "Retry-After", "0", 0 },
        { "retry-after", "1.5", 1500 },
        { "retry-after-ms", "12.5", 13 },
        { "retry-after", "soon", -1 },
        { "retry-after", "-3", -1 },
        { "retry-after", "", -1 },
        { "retry-after", "1e300", -1 },
        { "retry-after", "Sun, 06 Nov 1994 08:49:37 GMT", 7000 },
        { "retry-after", "Sunday, 06-Nov-94 08:49:30 GMT", 0 },
        { "retry-after", "Sun Nov  6 08:50:30 1994", 60000 },
        { "x-other", "7", -1 },
    };
    struct net_case c = net_case_open(NULL);

    (void) state;
    struct net_exchange *x = get(&c, "/retry");
    const struct net_response *response = answer(&c, x);
    assert_int_equal(response->status, 429);
    assert_int_equal(net_retry_after_ms(response, 0), 7000);
    net_exchange_free(x);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct net_header header = { str(cases[i].name), str(cases[i].value) };
        struct net_response made = { .headers = &header, .headers_n = 1 };

        assert_int_equal(net_retry_after_ms(&made, 784111770000), cases[i].want);
    }
    struct net_header both[] = { { str("retry-after"), str("9") }, { str("retry-after-ms"), str("250") } };
    struct net_response made = { .headers = both, .headers_n = 2 };
    assert_int_equal(net_retry_after_ms(&made, 0), 250);
    net_case_close(&c);
}

static void test_streamed_parts_come_as_they_arrive(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/parts");
    int mark;

    (void) state;
    request.stream = true;
    struct net_exchange *x = net_send(c.wait, &request, &mark);
    struct net_event event = next(&c);
    assert_int_equal(event.type, NET_DATA);
    assert_ptr_equal(event.tag, &mark);
    assert_str(event.data, "one,");
    server_open_gate(c.server, 1);
    event = next(&c);
    assert_int_equal(event.type, NET_DATA);
    assert_str(event.data, "two,");
    server_open_gate(c.server, 1);
    event = next(&c);
    assert_int_equal(event.type, NET_DATA);
    assert_str(event.data, "three");
    assert_str(answer(&c, x)->body, "one,two,three");
    net_exchange_free(x);
    net_case_close(&c);
}

static void test_a_slow_reader_gets_the_parts_in_one_piece(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/parts");

    (void) state;
    request.stream = true;
    server_open_gate(c.server, 2);
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    struct net_counts counts;
    do
        net_count(c.net, &counts);
    while (counts.finished == 0);
    struct net_event event = next(&c);
    assert_int_equal(event.type, NET_DATA);
    assert_str(event.data, "one,two,three");
    answer(&c, x);
    net_exchange_free(x);
    net_case_close(&c);
}

static void test_errors_are_not_streamed(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/missing");

    (void) state;
    request.stream = true;
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    assert_str(answer(&c, x)->body, "nothing here");
    net_exchange_free(x);
    net_case_close(&c);
}

static void test_broken_answers_are_clear_errors(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    expect_failure(&c, "/reset", ERROR_NETWORK, "127.0.0.1");
    expect_failure(&c, "/nothing", ERROR_NETWORK, "without an answer");
    expect_failure(&c, "/garbage", ERROR_UPSTREAM, "did not answer in HTTP");
    expect_failure(&c, "/cut", ERROR_NETWORK, "before the end");
    expect_failure(&c, "/cutchunk", ERROR_NETWORK, "before the end");
    expect_failure(&c, "/badzip", ERROR_UPSTREAM, "decompressed");
    net_case_close(&c);
}

static void test_limits_hold(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    expect_failure(&c, "/endless", ERROR_LIMIT, "longer than 8388608 bytes");
    expect_failure(&c, "/length", ERROR_LIMIT, "longer than");
    expect_failure(&c, "/bomb", ERROR_LIMIT, "longer than");
    expect_failure(&c, "/headers", ERROR_LIMIT, "200 lines");
    expect_failure(&c, "/longheader", ERROR_LIMIT, "the headers of");
    expect_failure(&c, "/bighead", ERROR_LIMIT, "64 KB");
    struct net_request request = net_case_request(&c, "/plain");
    request.body_max = 4;
    assert_int_equal(failure(&c, net_send(c.wait, &request, NULL)).code, ERROR_LIMIT);
    request.body_max = 5;
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    assert_str(answer(&c, x)->body, "hello");
    net_exchange_free(x);
    struct net_counts counts;
    net_count(c.net, &counts);
    assert_int_equal(counts.bodies_bytes, 0);
    assert_int_equal(counts.failed, 7);
    net_case_close(&c);
}

static void test_connection_refused(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = { .method = "GET", .url = str("http://127.0.0.1:1/") };

    (void) state;
    struct error e = failure(&c, net_send(c.wait, &request, NULL));
    assert_int_equal(e.code, ERROR_NETWORK);
    assert_string_equal(e.message, "cannot connect to 127.0.0.1:1: Connection refused");
    assert_true(e.retry);
    net_case_close(&c);
}

static void test_requests_that_cannot_be_made_are_refused(void **state)
{
    struct net_case c = net_case_open(NULL);
    static const char *const urls[] = {
        "",
        "ftp://e.example/",
        "file:///etc/passwd",
        "http://e.example/a b",
        "http://e.example/\r\nX: y",
        "http://u:p@127.0.0.1:1/",
    };
    struct str headers[] = { str("X: a\r\nY: b"), str("no colon"), str(": empty") };

    (void) state;
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        struct net_request request = { .method = "GET", .url = str(urls[i]) };

        assert_int_equal(failure(&c, net_send(c.wait, &request, NULL)).code, ERROR_INVALID);
    }
    for (size_t i = 0; i < 3; i++) {
        struct net_request request = net_case_request(&c, "/plain");

        request.headers = &headers[i];
        request.headers_n = 1;
        assert_int_equal(failure(&c, net_send(c.wait, &request, NULL)).code, ERROR_INVALID);
    }
    struct net_request request = net_case_request(&c, "/plain");
    request.method = "GET / HTTP/1.1";
    assert_int_equal(failure(&c, net_send(c.wait, &request, NULL)).code, ERROR_INVALID);
    assert_int_equal(server_count(c.server, &c.server->requests), 0);
    net_case_close(&c);
}

static void test_a_stalled_stream_is_a_timeout(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/stall");

    (void) state;
    request.stall_ms = 60;
    request.stream = true;
    int64_t start = clock_monotonic_ms();
    struct error e = failure(&c, net_send(c.wait, &request, NULL));
    assert_int_equal(e.code, ERROR_TIMEOUT);
    assert_true(str_starts(str(e.message), "no data for 0.060 s from 127.0.0.1"));
    assert_true(e.retry);
    assert_true(clock_monotonic_ms() - start >= 60);
    request.url = net_case_url(&c, "/hang");
    e = failure(&c, net_send(c.wait, &request, NULL));
    assert_true(str_contains(str(e.message), "no data for"));
    request.method = "POST";
    request.body = str("body");
    start = clock_monotonic_ms();
    failure(&c, net_send(c.wait, &request, NULL));
    assert_true(clock_monotonic_ms() - start < 20 * 60);
    net_case_close(&c);
}

static void test_a_dripping_answer_ends_with_the_timeout(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/drip");

    (void) state;
    request.stall_ms = 2000;
    request.timeout_ms = 150;
    int64_t start = clock_monotonic_ms();
    struct error e = failure(&c, net_send(c.wait, &request, NULL));
    assert_int_equal(e.code, ERROR_TIMEOUT);
    assert_true(str_contains(str(e.message), "no complete answer from"));
    assert_true(str_contains(str(e.message), "within 0.150 s"));
    assert_true(clock_monotonic_ms() - start >= 150);
    /* What was left of the caller's time is another figure each time. */
    request.bounded = true;
    e = failure(&c, net_send(c.wait, &request, NULL));
    assert_true(str_ends(str(e.message), " in time"));
    net_case_close(&c);
}

static void test_a_long_upload_that_moves_does_not_stall(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/plain");
    char *body = arena_alloc(c.arena, 900 * 1000);

    (void) state;
    memset(body, 'x', 900 * 1000);
    request.method = "POST";
    request.body = str_n(body, 900 * 1000);
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    assert_int_equal(answer(&c, x)->status, 200);
    net_exchange_free(x);
    net_case_close(&c);
}

static void test_abort_in_flight_leaves_no_event(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_event event;

    (void) state;
    struct net_exchange *x = get(&c, "/hang");
    server_wait(c.server, &c.server->requests, 1);
    net_abort(x);
    server_wait(c.server, &c.server->closed, 1);
    net_abort(get(&c, "/hang")); /* perhaps not even seen yet */
    net_wait_next(c.wait, clock_monotonic_ms(), &event);
    assert_int_equal(event.type, NET_DEADLINE);
    x = get(&c, "/plain");
    answer(&c, x);
    net_abort(x); /* after the end it is a free */
    net_case_close(&c);
}

static void test_abort_while_data_waits(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/parts");
    struct net_event event;

    (void) state;
    request.stream = true;
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    server_wait(c.server, &c.server->at_gate, 1);
    net_abort(x);
    server_open_gate(c.server, 2);
    net_wait_next(c.wait, clock_monotonic_ms(), &event);
    assert_int_equal(event.type, NET_DEADLINE);
    net_case_close(&c);
}

static void test_freeing_a_wait_aborts_what_is_its(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    for (int i = 0; i < 3; i++)
        get(&c, "/hang");
    server_wait(c.server, &c.server->requests, 3);
    get(&c, "/hang");
    net_timer(c.wait, clock_monotonic_ms() + 60000, &c);
    net_wait_free(c.wait);
    server_wait(c.server, &c.server->closed, 3);
    c.wait = net_wait_new(c.net);
    struct net_exchange *x = get(&c, "/plain");
    answer(&c, x);
    net_exchange_free(x);
    net_case_close(&c);
}

static void *wake_twice(void *wait)
{
    net_wake(wait);
    net_wake(wait);
    return NULL;
}

static void test_wake_comes_once_and_first(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_event event;
    pthread_t thread;

    (void) state;
    net_timer(c.wait, 0, &c);
    assert_int_equal(thread_start(&thread, "waker", wake_twice, c.wait, NULL), 0);
    pthread_join(thread, NULL);
    assert_int_equal(next(&c).type, NET_WOKEN);
    assert_int_equal(next(&c).type, NET_TIMER);
    net_wait_next(c.wait, 0, &event);
    assert_int_equal(event.type, NET_DEADLINE);
    assert_int_equal(thread_start(&thread, "waker", wake_twice, c.wait, NULL), 0);
    assert_int_equal(next(&c).type, NET_WOKEN); /* while it waits */
    pthread_join(thread, NULL);
    net_case_close(&c);
}

static void test_timers_fire_in_order_and_can_be_cancelled(void **state)
{
    struct net_case c = net_case_open(NULL);
    int64_t now = clock_monotonic_ms();
    char tags[5];
    struct net_event event;

    (void) state;
    net_timer(c.wait, now + 20, &tags[3]);
    net_timer(c.wait, now + 10, &tags[1]);
    net_timer(c.wait, now - 5, &tags[0]);
    net_timer(c.wait, now + 10, &tags[2]);
    net_timer(c.wait, now + 5, &tags[4]);
    net_timer(c.wait, now + 15, &tags[4]);
    net_timer_cancel(c.wait, &tags[4]);
    for (int i = 0; i < 4; i++) {
        event = next(&c);
        assert_int_equal(event.type, NET_TIMER);
        assert_ptr_equal(event.tag, &tags[i]);
    }
    assert_true(clock_monotonic_ms() >= now + 20);
    net_wait_next(c.wait, clock_monotonic_ms() + 5, &event);
    assert_int_equal(event.type, NET_DEADLINE);
    net_case_close(&c);
}

/* All are at the server at the same time before any is answered. */
static void test_five_hundred_exchanges_at_once(void **state)
{
    enum { MANY = 500 };
    struct net_case c = net_case_open(NULL);
    int seen = 0;

    (void) state;
    for (int i = 0; i < MANY; i++)
        get(&c, "/gate");
    server_wait(c.server, &c.server->at_gate, MANY);
    server_open_gate(c.server, MANY);
    for (; seen < MANY; seen++) {
        struct net_event event = next(&c);
        const struct net_response *response;
        struct error e;

        assert_int_equal(event.type, NET_DONE);
        if (net_exchange_result(event.exchange, &response, &e) < 0)
            fail_msg("%s", e.message);
        assert_str(response->body, "through");
        net_exchange_free(event.exchange);
    }
    net_case_close(&c);
}

struct client {
    struct net_case *c;
    int good;
};

static void *client_run(void *argument)
{
    struct client *client = argument;
    struct net_wait *wait = net_wait_new(client->c->net);
    struct net_request request = net_case_request(client->c, "/plain");

    for (int round = 0; round < 10; round++) {
        struct net_exchange *dropped = net_send(wait, &request, NULL);

        for (int i = 0; i < 4; i++)
            net_send(wait, &request, client);
        net_abort(dropped);
        for (int i = 0; i < 4; i++) {
            struct net_event event;
            const struct net_response *response;

            net_wait_next(wait, -1, &event);
            if (event.type == NET_DONE && event.tag == client &&
                net_exchange_result(event.exchange, &response, NULL) == 0 && response->status == 200)
                client->good++;
            if (event.exchange)
                net_exchange_free(event.exchange);
        }
    }
    net_send(wait, &request, NULL);
    net_wait_free(wait);
    return NULL;
}

static void test_many_threads(void **state)
{
    enum { THREADS = 16 };
    struct net_case c = net_case_open(NULL);
    struct client clients[THREADS];
    pthread_t threads[THREADS];

    (void) state;
    /* The arena belongs to one thread: make the text before they start. */
    for (int i = 0; i < THREADS; i++)
        clients[i] = (struct client){ &c, 0 };
    struct net_case copies[THREADS];
    for (int i = 0; i < THREADS; i++) {
        copies[i] = c;
        copies[i].arena = arena_new();
        clients[i].c = &copies[i];
        assert_int_equal(thread_start(&threads[i], "client", client_run, &clients[i], NULL), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(clients[i].good, 40);
        arena_free(copies[i].arena);
    }
    net_case_close(&c);
}

static void test_stopping_ends_what_is_under_way(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    struct net_exchange *x = get(&c, "/hang");
    server_wait(c.server, &c.server->requests, 1);
    net_stop(c.net);
    struct error e = failure(&c, x);
    assert_int_equal(e.code, ERROR_UNAVAILABLE);
    e = failure(&c, get(&c, "/plain"));
    assert_int_equal(e.code, ERROR_UNAVAILABLE);
    net_wait_free(c.wait);
    server_stop(c.server);
    arena_free(c.arena);
}

static void take_line(void *context, enum log_level level, const char *line)
{
    (void) level;
    buf_add_z(context, line);
    buf_add_char(context, '\n');
}

static void test_the_log_holds_no_key(void **state)
{
    struct str header = str("Authorization: Bearer sk-planted-key-1");
    struct buf log;

    (void) state;
    buf_init(&log, 100000);
    log_listen(take_line, &log, LOG_DEBUG);
    struct net_case c = net_case_open(&(struct net_settings){ .trace = true });
    struct net_request request = net_case_request(&c, "/plain?key=sk-planted-key-2&q=visible");
    request.headers = &header;
    request.headers_n = 1;
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    answer(&c, x);
    net_exchange_free(x);
    request.url = str("http://127.0.0.1:1/?api_key=sk-planted-key-3");
    failure(&c, net_send(c.wait, &request, NULL));
    net_case_close(&c);
    log_listen(NULL, NULL, LOG_ERROR);
    assert_true(str_contains(buf_str(&log), "q=visible"));
    assert_true(str_contains(buf_str(&log), "200, 5 bytes"));
    assert_true(str_contains(buf_str(&log), "Connection refused"));
    assert_false(str_contains(buf_str(&log), "planted"));
    buf_free(&log);
}

static void test_a_missing_file_of_authorities_is_named(void **state)
{
    struct net_case c = net_case_open(&(struct net_settings){ .ca_file = str("/nowhere/authorities.pem") });
    struct net_request request = net_case_request(&c, "/plain");

    (void) state;
    request.url = str_format(c.arena, "https%.*s", STR_ARG(str_sub(request.url, 4, request.url.len)));
    struct error e = failure(&c, net_send(c.wait, &request, NULL));
    assert_int_equal(e.code, ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "/nowhere/authorities.pem"));
    assert_null(strstr(e.message, "not accepted"));
    net_case_close(&c);
}

static void test_a_cut_body_is_taken_as_far_as_the_limit(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/endless");

    (void) state;
    request.body_max = 5000;
    request.cut = true;
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    const struct net_response *response = answer(&c, x);
    assert_int_equal(response->status, 200);
    assert_int_equal(response->body.len, 5000);
    net_exchange_free(x);
    net_case_close(&c);
}

static void test_too_few_descriptors_are_named(void **state)
{
    struct net_case c = net_case_open(NULL);
    struct net_request request = net_case_request(&c, "/plain");
    struct rlimit before;

    (void) state;
    /* libcurl is loaded and the reactor runs. */
    struct net_exchange *x = net_send(c.wait, &request, NULL);
    answer(&c, x);
    net_exchange_free(x);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 3, before.rlim_max }), 0);
    request.url = str_format(c.arena, "http://127.0.0.2:9/");
    struct error e = failure(&c, net_send(c.wait, &request, NULL));
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(e.code, ERROR_NETWORK);
    assert_non_null(strstr(e.message, "ulimit -n"));
    net_case_close(&c);
}

/* In a process of its own, before libcurl is loaded: descriptors for the reactor are left, none for the library. */
static bool names_the_library(void)
{
    struct rlimit files;
    struct net *net;
    struct error e = { 0 };
    int free_fd = dup(STDIN_FILENO);

    close(free_fd);
    if (getrlimit(RLIMIT_NOFILE, &files) < 0)
        return false;
    files.rlim_cur = (rlim_t) free_fd + 2;
    if (setrlimit(RLIMIT_NOFILE, &files) < 0 || net_start(&(struct net_settings){ 0 }, &net, &e) < 0)
        return false;
    struct net_wait *wait = net_wait_new(net);
    struct net_exchange *x = net_send(wait, &(struct net_request){ .method = "GET", .url = str("http://127.0.0.1:9/") },
                                      NULL);
    const struct net_response *response;
    struct net_event event;
    net_wait_next(wait, clock_monotonic_ms() + 60000, &event);
    bool named = event.type == NET_DONE && net_exchange_result(x, &response, &e) == -ERROR_IO && !e.retry &&
                 strstr(e.message, "libcurl.so.4 cannot be loaded");
    net_exchange_free(x);
    net_wait_free(wait);
    net_stop(net);
    return named;
}

static void test_without_libcurl_an_exchange_names_it(void **state)
{
    int status = 0;
    pid_t child = fork();

    (void) state;
    assert_true(child >= 0);
    if (child == 0)
        _exit(names_the_library() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_libcurl_an_exchange_names_it), /* first: it is not loaded yet */
        cmocka_unit_test(test_get_and_post),
        cmocka_unit_test(test_a_missing_file_of_authorities_is_named),
        cmocka_unit_test(test_a_cut_body_is_taken_as_far_as_the_limit),
        cmocka_unit_test(test_too_few_descriptors_are_named),
        cmocka_unit_test(test_a_late_leave_does_not_stop_another_connection),
        cmocka_unit_test(test_connections_are_shared),
        cmocka_unit_test(test_any_status_is_an_answer_and_redirects_are_not_followed),
        cmocka_unit_test(test_retry_after_is_read),
        cmocka_unit_test(test_streamed_parts_come_as_they_arrive),
        cmocka_unit_test(test_a_slow_reader_gets_the_parts_in_one_piece),
        cmocka_unit_test(test_errors_are_not_streamed),
        cmocka_unit_test(test_broken_answers_are_clear_errors),
        cmocka_unit_test(test_limits_hold),
        cmocka_unit_test(test_connection_refused),
        cmocka_unit_test(test_requests_that_cannot_be_made_are_refused),
        cmocka_unit_test(test_a_stalled_stream_is_a_timeout),
        cmocka_unit_test(test_a_dripping_answer_ends_with_the_timeout),
        cmocka_unit_test(test_a_long_upload_that_moves_does_not_stall),
        cmocka_unit_test(test_abort_in_flight_leaves_no_event),
        cmocka_unit_test(test_abort_while_data_waits),
        cmocka_unit_test(test_freeing_a_wait_aborts_what_is_its),
        cmocka_unit_test(test_wake_comes_once_and_first),
        cmocka_unit_test(test_timers_fire_in_order_and_can_be_cancelled),
        cmocka_unit_test(test_five_hundred_exchanges_at_once),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_stopping_ends_what_is_under_way),
        cmocka_unit_test(test_the_log_holds_no_key),
    };

    return cmocka_run_group_tests_name("net", tests, NULL, NULL);
}
