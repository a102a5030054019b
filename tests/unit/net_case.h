/* A small web server on loopback for the tests of src/net/: a thread per
 * connection, behaviour by path. Tests steer it with a gate and counters, so
 * that nothing depends on how long something takes. */
#ifndef FATHOM_TESTS_NET_CASE_H
#define FATHOM_TESTS_NET_CASE_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zstd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/thread.h"
#include "net/net.h"

enum { SERVER_CONNECTIONS = 1200 };

struct server {
    int fd, port;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping;
    int gate; /* how many answers may leave /gate and /parts */
    int requests, connections, closed, at_gate, most_at_gate;
    char last_request[65536]; /* head and body of the last one */
    int fds[SERVER_CONNECTIONS];
    pthread_t threads[SERVER_CONNECTIONS];
    int threads_n;
};

struct server_connection {
    struct server *server;
    int fd;
};

static void server_send(int fd, const void *data, size_t len)
{
    for (const char *p = data; len;) {
        ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

        if (n <= 0)
            return;
        p += n;
        len -= (size_t) n;
    }
}

static void server_say(int fd, const char *z) { server_send(fd, z, strlen(z)); }

static void server_answer(int fd, const char *status, const char *headers, const char *body)
{
    char head[1024];

    snprintf(head, sizeof head, "HTTP/1.1 %s\r\n%sContent-Length: %zu\r\n\r\n", status, headers, strlen(body));
    server_say(fd, head);
    server_say(fd, body);
}

static void server_chunk(int fd, const char *data, size_t len)
{
    char size[32];

    snprintf(size, sizeof size, "%zx\r\n", len);
    server_say(fd, size);
    server_send(fd, data, len);
    server_say(fd, "\r\n");
}

/* Waits until the test lets one more through. */
static void server_wait_gate(struct server *server)
{
    pthread_mutex_lock(&server->lock);
    server->at_gate++;
    if (server->at_gate > server->most_at_gate)
        server->most_at_gate = server->at_gate;
    pthread_cond_broadcast(&server->changed);
    while (server->gate == 0 && !server->stopping)
        pthread_cond_wait(&server->changed, &server->lock);
    server->gate--;
    server->at_gate--;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

static inline void server_open_gate(struct server *server, int n)
{
    pthread_mutex_lock(&server->lock);
    server->gate += n;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

/* Until *counter (one of the server's) reaches `want`. */
static inline void server_wait(struct server *server, const int *counter, int want)
{
    int64_t deadline = clock_monotonic_ms() + 20000;

    pthread_mutex_lock(&server->lock);
    while (*counter < want)
        if (!thread_cond_wait(&server->changed, &server->lock, deadline)) {
            int got = *counter;

            pthread_mutex_unlock(&server->lock);
            fail_msg("the server waited for %d, got %d", want, got);
        }
    pthread_mutex_unlock(&server->lock);
}

static inline int server_count(struct server *server, const int *counter)
{
    pthread_mutex_lock(&server->lock);
    int n = *counter;
    pthread_mutex_unlock(&server->lock);
    return n;
}

/* Until the peer closes. */
static void server_wait_close(int fd)
{
    char c;

    while (recv(fd, &c, 1, 0) > 0)
        ;
}

static void server_parts(struct server *server, int fd)
{
    server_say(fd, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    server_chunk(fd, "one,", 4);
    server_wait_gate(server);
    server_chunk(fd, "two,", 4);
    server_wait_gate(server);
    server_chunk(fd, "three", 5);
    server_say(fd, "0\r\n\r\n");
}

static void server_endless(int fd)
{
    static const char zeros[4096];
    ssize_t n;

    server_say(fd, "HTTP/1.1 200 OK\r\n\r\n");
    do
        n = send(fd, zeros, sizeof zeros, MSG_NOSIGNAL);
    while (n > 0);
}

static void server_drip(struct server *server, int fd)
{
    server_say(fd, "HTTP/1.1 200 OK\r\n\r\n");
    pthread_mutex_lock(&server->lock);
    bool stopping = server->stopping;
    while (!stopping && send(fd, ".", 1, MSG_NOSIGNAL) == 1) {
        thread_cond_wait(&server->changed, &server->lock, clock_monotonic_ms() + 10);
        stopping = server->stopping;
    }
    pthread_mutex_unlock(&server->lock);
}

static void server_bomb(int fd)
{
    enum { BOMB = 32 << 20 };
    char *zeros = calloc(1, BOMB), *packed = malloc(ZSTD_compressBound(BOMB)), head[128];
    size_t n = ZSTD_compress(packed, ZSTD_compressBound(BOMB), zeros, BOMB, 1);

    snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: %zu\r\n\r\n", n);
    server_say(fd, head);
    server_send(fd, packed, n);
    free(zeros);
    free(packed);
}

static void server_many_headers(int fd, int n, size_t size)
{
    char *line = malloc(size + 64);

    server_say(fd, "HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < n; i++) {
        int len = snprintf(line, 64, "X-%d: ", i);

        memset(line + len, 'a', size);
        memcpy(line + len + size, "\r\n", 3);
        server_say(fd, line);
    }
    server_say(fd, "Content-Length: 0\r\n\r\n");
    free(line);
}

/* False: the connection ends here. */
static bool server_serve(struct server *server, int fd, struct str request)
{
    struct linger hard = { .l_onoff = 1 };
    struct str rest = request, method, path;

    str_next(&rest, ' ', &method);
    str_next(&rest, ' ', &path);
    if (str_starts(path, "/plain")) {
        server_answer(fd, "200 OK", "Content-Type: text/plain\r\nX-Test:  spaced  \r\n", "hello");
        return true;
    }
    if (str_is(path, "/echo")) {
        ptrdiff_t body = str_find(request, str("\r\n\r\n"), 0);
        char text[256];

        snprintf(text, sizeof text, "%.*s:%.*s", STR_ARG(method),
                 STR_ARG(str_sub(request, (size_t) body + 4, request.len)));
        server_answer(fd, "200 OK", "", text);
        return true;
    }
    if (str_starts(path, "/gate")) {
        server_wait_gate(server);
        server_answer(fd, "200 OK", "", path.data[5] == '/' ? "x" : "through");
        return true;
    }
    if (str_is(path, "/parts")) {
        server_parts(server, fd);
        return true;
    }
    if (str_is(path, "/continue")) {
        server_say(fd, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
        server_answer(fd, "200 OK", "X-Final: yes\r\n", "ok");
        return true;
    }
    if (str_is(path, "/retry")) {
        server_answer(fd, "429 Too Many Requests", "Retry-After: 7\r\n", "slow down");
        return true;
    }
    if (str_is(path, "/missing")) {
        server_answer(fd, "404 Not Found", "", "nothing here");
        return true;
    }
    if (str_is(path, "/moved")) {
        server_answer(fd, "302 Found", "Location: /plain\r\n", "");
        return true;
    }
    if (str_is(path, "/stall"))
        server_say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart");
    if (str_is(path, "/stall") || str_is(path, "/hang"))
        server_wait_close(fd);
    if (str_is(path, "/reset"))
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    if (str_is(path, "/garbage"))
        server_send(fd, "\x00\x01\xfe garbage \r\n\r\n more", 20);
    if (str_is(path, "/cut"))
        server_say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
    if (str_is(path, "/cutchunk"))
        server_say(fd, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nonly \r\n5\r\nth");
    if (str_is(path, "/endless"))
        server_endless(fd);
    if (str_is(path, "/length"))
        server_say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n");
    if (str_is(path, "/drip"))
        server_drip(server, fd);
    if (str_is(path, "/bomb"))
        server_bomb(fd);
    if (str_is(path, "/badzip"))
        server_answer(fd, "200 OK", "Content-Encoding: zstd\r\n", "this is not zstd at all");
    if (str_is(path, "/longheader"))
        server_many_headers(fd, 1, 256 << 10);
    if (str_is(path, "/headers"))
        server_many_headers(fd, 300, 10);
    if (str_is(path, "/bighead"))
        server_many_headers(fd, 30, 4000);
    return false;
}

static size_t server_request_length(struct str got)
{
    ptrdiff_t end = str_find(got, str("\r\n\r\n"), 0), at = str_find(got, str("Content-Length: "), 0);
    size_t length = 0;

    if (end < 0)
        return SIZE_MAX;
    if (at >= 0 && at < end)
        for (size_t i = (size_t) at + 16; i < got.len && got.data[i] >= '0' && got.data[i] <= '9'; i++)
            length = length * 10 + (size_t) (got.data[i] - '0');
    return (size_t) end + 4 + length;
}

static void *server_connection_run(void *argument)
{
    struct server_connection connection = *(struct server_connection *) argument;
    struct server *server = connection.server;
    size_t room = 1 << 20, used = 0;
    char *data = malloc(room);
    bool go_on = true;
    int yes = 1;

    free(argument);
    setsockopt(connection.fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    while (go_on) {
        size_t whole = server_request_length(str_n(data, used));

        if (whole > used) {
            ssize_t n = used < room ? recv(connection.fd, data + used, room - used, 0) : 0;

            if (n <= 0)
                break;
            used += (size_t) n;
            continue;
        }
        pthread_mutex_lock(&server->lock);
        server->requests++;
        size_t keep = whole < sizeof server->last_request - 1 ? whole : sizeof server->last_request - 1;
        memcpy(server->last_request, data, keep);
        server->last_request[keep] = '\0';
        pthread_cond_broadcast(&server->changed);
        pthread_mutex_unlock(&server->lock);
        go_on = server_serve(server, connection.fd, str_n(data, whole));
        memmove(data, data + whole, used - whole);
        used -= whole;
    }
    free(data);
    pthread_mutex_lock(&server->lock);
    for (int i = 0; i < SERVER_CONNECTIONS; i++)
        if (server->fds[i] == connection.fd + 1)
            server->fds[i] = 0;
    close(connection.fd);
    server->closed++;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

static void *server_run(void *argument)
{
    struct server *server = argument;

    for (;;) {
        int fd = accept(server->fd, NULL, NULL);

        pthread_mutex_lock(&server->lock);
        if (fd < 0 || server->stopping || server->threads_n == SERVER_CONNECTIONS) {
            pthread_mutex_unlock(&server->lock);
            if (fd >= 0)
                close(fd);
            return NULL;
        }
        struct server_connection *connection = malloc(sizeof *connection);
        *connection = (struct server_connection){ server, fd };
        server->fds[server->threads_n] = fd + 1;
        server->connections++;
        thread_start(&server->threads[server->threads_n++], "connection", server_connection_run, connection, NULL);
        pthread_mutex_unlock(&server->lock);
    }
}

static struct server *server_start(void)
{
    struct server *server = calloc(1, sizeof *server);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof address;

    pthread_mutex_init(&server->lock, NULL);
    thread_cond_init(&server->changed);
    server->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(server->fd, (struct sockaddr *) &address, len) < 0 || listen(server->fd, 1024) < 0)
        abort();
    getsockname(server->fd, (struct sockaddr *) &address, &len);
    server->port = ntohs(address.sin_port);
    thread_start(&server->thread, "server", server_run, server, NULL);
    return server;
}

static void server_stop(struct server *server)
{
    pthread_mutex_lock(&server->lock);
    server->stopping = true;
    shutdown(server->fd, SHUT_RDWR);
    pthread_cond_broadcast(&server->changed);
    for (int i = 0; i < SERVER_CONNECTIONS; i++)
        if (server->fds[i])
            shutdown(server->fds[i] - 1, SHUT_RDWR);
    pthread_mutex_unlock(&server->lock);
    pthread_join(server->thread, NULL);
    for (int i = 0; i < server->threads_n; i++)
        pthread_join(server->threads[i], NULL);
    close(server->fd);
    pthread_mutex_destroy(&server->lock);
    pthread_cond_destroy(&server->changed);
    free(server);
}

/* One server, one net, one wait: what most tests need. */
struct net_case {
    struct server *server;
    struct net *net;
    struct net_wait *wait;
    struct arena *arena;
};

static struct net_case net_case_open(const struct net_settings *settings)
{
    static const struct net_settings preset;
    struct net_case c = { .server = server_start(), .arena = arena_new() };
    struct error e;

    if (net_start(settings ? settings : &preset, &c.net, &e) < 0)
        fail_msg("%s", e.message);
    c.wait = net_wait_new(c.net);
    return c;
}

static void net_case_close(struct net_case *c)
{
    net_wait_free(c->wait);
    net_stop(c->net);
    server_stop(c->server);
    arena_free(c->arena);
}

static inline struct str net_case_url(struct net_case *c, const char *path)
{
    return str_format(c->arena, "http://127.0.0.1:%d%s", c->server->port, path);
}

static inline struct net_request net_case_request(struct net_case *c, const char *path)
{
    return (struct net_request){ .method = "GET", .url = net_case_url(c, path) };
}

static inline struct net_exchange *get(struct net_case *c, const char *path)
{
    struct net_request request = net_case_request(c, path);

    return net_send(c->wait, &request, NULL);
}

static inline struct net_event next(struct net_case *c)
{
    struct net_event event;

    net_wait_next(c->wait, clock_monotonic_ms() + 20000, &event);
    assert_int_not_equal(event.type, NET_DEADLINE);
    return event;
}

/* Waits for the end of `x`, which must be the next event. */
static inline const struct net_response *answer(struct net_case *c, struct net_exchange *x)
{
    struct net_event event = next(c);
    const struct net_response *response = NULL;
    struct error e;

    assert_int_equal(event.type, NET_DONE);
    assert_ptr_equal(event.exchange, x);
    if (net_exchange_result(x, &response, &e) < 0)
        fail_msg("%s", e.message);
    return response;
}

static inline struct error failure(struct net_case *c, struct net_exchange *x)
{
    struct net_event event;
    const struct net_response *response;
    struct error e;

    do
        event = next(c);
    while (event.type == NET_DATA);
    assert_int_equal(event.type, NET_DONE);
    assert_ptr_equal(event.exchange, x);
    assert_true(net_exchange_result(x, &response, &e) < 0);
    net_exchange_free(x);
    return e;
}

static inline void assert_str(struct str got, const char *want)
{
    if (!str_is(got, want))
        fail_msg("got \"%.*s\", want \"%s\"", STR_ARG(got), want);
}

#endif
