/* A scripted HTTP server on loopback for unit tests of what speaks to services:
 * it answers the n-th request with the n-th reply and keeps what it was asked.
 * And the few lines that drive one call to its end. */
#ifndef TESTS_UNIT_WIRE_CASE_H
#define TESTS_UNIT_WIRE_CASE_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "net/call.h"
#include "net/limiter.h"
#include "text/json.h"

enum { WIRE_MAX = 64 };

struct wire_reply {
    int status;
    const char *headers; /* "Name: value\r\n…" or NULL */
    const char *body;
    bool cut; /* promises more than it sends */
};

struct wire {
    int fd;
    pthread_t thread;
    char url[64];
    struct wire_reply replies[WIRE_MAX];
    _Atomic size_t replies_n;
    _Atomic size_t asked;
    char *requests[WIRE_MAX]; /* head and body */
};

static void wire_send_all(int fd, const char *data, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(fd, data, n, MSG_NOSIGNAL);

        if (sent <= 0)
            return;
        data += sent;
        n -= (size_t) sent;
    }
}

static char *wire_read_request(int fd)
{
    size_t capacity = 1 << 20, n = 0, need = 0;
    char *data = memory_alloc(capacity + 1);

    while (n < capacity) {
        ssize_t got = recv(fd, data + n, capacity - n, 0);

        if (got <= 0)
            break;
        n += (size_t) got;
        data[n] = '\0';
        char *end = strstr(data, "\r\n\r\n");
        if (end && !need) {
            char *length = strcasestr(data, "content-length:");

            need = (size_t) (end + 4 - data) + (length && length < end ? strtoul(length + 15, NULL, 10) : 0);
        }
        if (need && n >= need)
            break;
    }
    data[n] = '\0';
    return data;
}

static void *wire_serve(void *context)
{
    struct wire *wire = context;

    for (;;) {
        int fd = accept(wire->fd, NULL, NULL);

        if (fd < 0)
            return NULL;
        char *request = wire_read_request(fd);
        if (request[0] == '\0' || wire->asked == WIRE_MAX) {
            free(request);
            close(fd);
            continue;
        }
        size_t at = wire->asked;
        struct wire_reply reply = wire->replies_n ? wire->replies[at < wire->replies_n ? at : wire->replies_n - 1]
                                                  : (struct wire_reply){ .status = 500, .body = "no reply scripted" };
        wire->requests[at] = request;
        wire->asked = at + 1;
        char head[1024];
        size_t length = strlen(reply.body);
        int n = snprintf(head, sizeof head, "HTTP/1.1 %d Test\r\nConnection: close\r\nContent-Length: %zu\r\n%s\r\n",
                         reply.status, length + (reply.cut ? 100 : 0), reply.headers ? reply.headers : "");
        wire_send_all(fd, head, (size_t) n);
        wire_send_all(fd, reply.body, length);
        shutdown(fd, SHUT_WR);
        char rest[256];
        while (recv(fd, rest, sizeof rest, 0) > 0)
            ;
        close(fd);
    }
}

static inline void wire_start(struct wire *wire)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;

    *wire = (struct wire){ 0 };
    wire->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(wire->fd >= 0);
    assert_int_equal(bind(wire->fd, (struct sockaddr *) &address, sizeof address), 0);
    assert_int_equal(listen(wire->fd, 64), 0);
    assert_int_equal(getsockname(wire->fd, (struct sockaddr *) &address, &size), 0);
    snprintf(wire->url, sizeof wire->url, "http://127.0.0.1:%d", ntohs(address.sin_port));
    assert_int_equal(pthread_create(&wire->thread, NULL, wire_serve, wire), 0);
}

static inline void wire_reply(struct wire *wire, int status, const char *headers, const char *body)
{
    assert_true(wire->replies_n < WIRE_MAX);
    wire->replies[wire->replies_n] = (struct wire_reply){ status, headers, body, false };
    wire->replies_n++;
}

static inline void wire_stop(struct wire *wire)
{
    shutdown(wire->fd, SHUT_RDWR);
    close(wire->fd);
    pthread_join(wire->thread, NULL);
    for (size_t i = 0; i < wire->asked; i++)
        free(wire->requests[i]);
}

/* Head of the n-th request in one string, its body as JSON (owned by the caller). */
static inline json_t *wire_json(struct wire *wire, size_t at)
{
    json_t *value = NULL;
    struct error e;

    assert_true(at < wire->asked);
    char *body = strstr(wire->requests[at], "\r\n\r\n");
    assert_non_null(body);
    if (json_parse(str(body + 4), &value, &e) < 0)
        fail_msg("request %zu is not JSON: %s", at, e.message);
    return value;
}

/* One call to its end. `call` must be zeroed but for what the test sets. */
static inline void wire_call(struct net *net, struct call *call, const struct request *request, struct arena *arena,
                             int64_t timeout_ms)
{
    struct net_wait *wait = net_wait_new(net);

    call->deadline_ms = clock_monotonic_ms() + timeout_ms;
    call->wall_ms = INT64_C(1794700800000); /* 2026-11-15 */
    if (!call->random)
        call->random = 7;
    call_begin(call, request, net, wait, arena);
    call_drive((struct call *[]){ call }, 1);
    call_free(call);
    net_wait_free(wait);
}

/* The call's last note of a type (NOTE_RETRY …), which must be there. */
static inline const struct call_note *wire_note(const struct call *call, int type)
{
    const struct call_note *last = NULL;

    for (const struct call_note *n = call->notes; n; n = n->next)
        if ((int) n->type == type)
            last = n;
    assert_non_null(last);
    return last;
}

#endif
