/* tsan */
#include "service_case.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/thread.h"
#include "doors/http/http.h"
#include "text/json.h"

enum { CLIENTS = 6, ROUNDS = 8, ANSWER_MAX = 8 << 20 };

struct server {
    struct home home;
    struct service *service;
    struct http *http;
};

static void server_begin(struct server *s)
{
    struct error e;

    s->home = home_begin();
    assert_int_equal(service_new(&(struct service_options){ 0 }, &s->service, &e), 0);
    if (http_start(&(struct http_settings){ .service = s->service, .listen = str("127.0.0.1:0") }, &s->http, &e) < 0)
        fail_msg("%s", e.message);
}

static void server_end(struct server *s)
{
    http_stop(s->http);
    service_free(s->service);
    home_end(&s->home);
}

static int connect_to(const struct server *s)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_port = htons((uint16_t) http_port(s->http)),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    return connect(fd, (struct sockaddr *) &address, sizeof address) == 0 ? fd : -1;
}

static void send_request(int fd, const char *method, const char *path, const char *body)
{
    struct buf out;

    buf_init(&out, 1 << 20);
    buf_format(&out, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", method, path);
    if (body)
        buf_format(&out, "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
    buf_format(&out, "\r\n%s", body ? body : "");
    (void) !send(fd, out.data, out.len, MSG_NOSIGNAL);
    buf_free(&out);
}

/* Everything until the server closes. */
static struct str read_to_end(int fd, struct arena *arena)
{
    struct buf in;
    char bytes[4096];
    ssize_t n;

    buf_init(&in, ANSWER_MAX);
    while ((n = recv(fd, bytes, sizeof bytes, 0)) > 0)
        buf_add(&in, bytes, (size_t) n);
    close(fd);
    return buf_take(&in, arena);
}

static struct str ask(const struct server *s, struct arena *arena, const char *method, const char *path,
                      const char *body)
{
    int fd = connect_to(s);

    if (fd < 0)
        return str("");
    send_request(fd, method, path, body);
    return read_to_end(fd, arena);
}

static const char question[] =
    "{\"query\":\"What limits perovskite solar cells?\",\"models\":[\"extractive\"],\"contexts\":[{\"name\":\"cells.txt\","
    "\"text\":\"Perovskite solar cells reached an efficiency of 26.1 percent in 2024. The efficiency of perovskite solar "
    "cells falls when moisture enters the layer.\"}]}";

/* "run-…" of the Location; empty if there is none. */
static struct str run_of(struct str answer)
{
    ptrdiff_t at = str_find(answer, str("\r\nLocation: /research/"), 0);

    return at < 0 ? str("") : str_sub(answer, (size_t) at + 22, (size_t) at + 38);
}

/* --- clients at once --- */

static void *be_client(void *arg)
{
    const struct server *s = arg;

    for (int i = 0; i < ROUNDS; i++) {
        struct arena *arena = arena_new();
        struct str run = run_of(ask(s, arena, "POST", "/research", question));
        const char *path = str_format(arena, "/research/%.*s/stream", STR_ARG(run)).data;
        struct str stream = ask(s, arena, "GET", path, NULL);
        struct str again = ask(s, arena, "GET", path, NULL);

        if (!str_contains(stream, "run_completed") || !str_contains(stream, "event: end") ||
            !str_contains(again, "run_completed"))
            fprintf(stderr, "a stream is not whole: %.*s\n", STR_ARG(stream));
        struct str report = ask(s, arena, "GET", str_format(arena, "/research/%.*s/report", STR_ARG(run)).data, NULL);
        if (!str_contains(report, "moisture"))
            fprintf(stderr, "no report: %.*s\n", STR_ARG(report));
        ask(s, arena, "GET", "/metrics", NULL);
        ask(s, arena, "GET", "/nothing", NULL);
        arena_free(arena);
    }
    return NULL;
}

static void test_many_clients_research_stream_and_read_at_once(void **state)
{
    (void) state;
    struct server s;
    pthread_t threads[CLIENTS];
    struct arena *arena = arena_new();

    server_begin(&s);
    for (int i = 0; i < CLIENTS; i++)
        assert_int_equal(thread_start(&threads[i], "client", be_client, &s, NULL), 0);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    struct str metrics = ask(&s, arena, "GET", "/metrics", NULL);
    assert_true(str_contains(metrics, "\nfathom_http_streams 0\n"));
    struct str count = str_format(arena, "route=\"/research\",status=\"2xx\"} %d\n", CLIENTS * ROUNDS);
    if (!str_contains(metrics, count.data))
        fail_msg("%.*s", STR_ARG(metrics));
    arena_free(arena);
    server_end(&s);
}

/* --- stopping --- */

static void test_a_server_stops_with_streams_requests_and_idle_connections_open(void **state)
{
    (void) state;
    struct server s;
    struct arena *arena = arena_new();
    int streams[10], idle[5];

    server_begin(&s);
    struct str run = run_of(ask(&s, arena, "POST", "/research", question));
    assert_true(run.len > 0);
    const char *path = str_format(arena, "/research/%.*s/stream", STR_ARG(run)).data;
    for (int i = 0; i < 10; i++)
        send_request(streams[i] = connect_to(&s), "GET", path, NULL);
    for (int i = 0; i < 5; i++)
        idle[i] = connect_to(&s);
    for (int i = 0; i < 10; i++)
        send_request(idle[i % 5], "POST", "/research", question);
    server_end(&s);
    for (int i = 0; i < 10; i++)
        read_to_end(streams[i], arena);
    for (int i = 0; i < 5; i++)
        read_to_end(idle[i], arena);
    arena_free(arena);
}

static void test_readers_that_leave_in_the_middle_leave_nothing_behind(void **state)
{
    (void) state;
    struct server s;
    struct arena *arena = arena_new();

    server_begin(&s);
    for (int i = 0; i < 20; i++) {
        struct str run = run_of(ask(&s, arena, "POST", "/research", question));
        int fd = connect_to(&s);
        char byte;

        send_request(fd, "GET", str_format(arena, "/research/%.*s/stream", STR_ARG(run)).data, NULL);
        if (i % 2)
            (void) !recv(fd, &byte, 1, 0);
        close(fd);
    }
    server_end(&s);
    arena_free(arena);
}

static void test_a_chat_waits_without_a_thread_and_a_server_that_stops_ends_it(void **state)
{
    (void) state;
    struct server s;
    struct arena *arena = arena_new();
    const char *chat = str_format(arena,
                                  "{\"model\":\"fathom\",\"messages\":[{\"role\":\"user\",\"content\":\"What limits "
                                  "perovskite cells?\"}],\"fathom\":{\"models\":[\"extractive\"],\"contexts\":[{"
                                  "\"name\":\"a\",\"text\":\"Moisture limits perovskite cells.\"}]}}")
                           .data;
    int waiting[8];

    server_begin(&s);
    assert_true(str_contains(ask(&s, arena, "POST", "/v1/chat/completions", chat), "Moisture limits"));
    for (int i = 0; i < 8; i++)
        send_request(waiting[i] = connect_to(&s), "POST", "/v1/chat/completions", chat);
    server_end(&s);
    for (int i = 0; i < 8; i++)
        read_to_end(waiting[i], arena);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_clients_research_stream_and_read_at_once),
        cmocka_unit_test(test_a_server_stops_with_streams_requests_and_idle_connections_open),
        cmocka_unit_test(test_readers_that_leave_in_the_middle_leave_nothing_behind),
        cmocka_unit_test(test_a_chat_waits_without_a_thread_and_a_server_that_stops_ends_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
