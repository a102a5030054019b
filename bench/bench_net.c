/* What the reactor costs: many threads with several exchanges in flight against
 * a server of its own (a child process, so that its time is not counted).
 *
 *   bench_net [THREADS [IN_FLIGHT [ROUNDS [LATENCY_MS]]]]      default 1000 3 4 1000
 *
 * The threads start one after the other over one latency, as runs do.
 * Prints processor time per exchange, peak memory, and the time of a round over
 * the latency (median and p99 over threads and rounds). */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "net/net.h"

enum { BODY = 4096, REQUEST_BODY = 4096 };

/* The bar for a whole call of a run; the network may take a good part of it. */
static const double CPU_MS_BAR = 0.25;

static void die(const char *what)
{
    fprintf(stderr, "bench_net: %s\n", what);
    exit(1);
}

static void raise_descriptors(void)
{
    struct rlimit limit;

    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* --- the server: answers each request LATENCY_MS after it is whole --- */

struct answer {
    int64_t at_ms;
    int fd;
};

static struct answer *answers;
static size_t answers_first, answers_last, answers_size = 1 << 16;
static size_t *received;

static void server_read(int epoll, int fd, int64_t now_ms, int latency_ms, size_t request_size)
{
    static char data[16384];
    ssize_t n = recv(fd, data, sizeof data, MSG_DONTWAIT);

    if (n == 0) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL);
        received[fd] = 0;
        close(fd);
    }
    if (n <= 0)
        return;
    received[fd] += (size_t) n;
    /* The body is longer than any head: past its length, it is whole when the read was short. */
    if (received[fd] > request_size && n < (ssize_t) sizeof data) {
        received[fd] = 0;
        answers[answers_last++ % answers_size] = (struct answer){ now_ms + latency_ms, fd };
    }
}

static void server_run(int listener, int latency_ms)
{
    static char reply[BODY + 256];
    int length = snprintf(reply, 256, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
                          BODY);
    int epoll = epoll_create1(0);
    static struct epoll_event events[256];
    struct epoll_event event = { .events = EPOLLIN, .data.fd = listener };

    memset(reply + length, 'x', BODY);
    answers = calloc(answers_size, sizeof *answers);
    received = calloc(1 << 20, sizeof *received);
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int64_t now = clock_monotonic_ms();

        for (; answers_first < answers_last && answers[answers_first % answers_size].at_ms <= now; answers_first++)
            if (send(answers[answers_first % answers_size].fd, reply, (size_t) length + BODY, MSG_NOSIGNAL) < 0)
                continue;
        int timeout = answers_first < answers_last ? (int) (answers[answers_first % answers_size].at_ms - now) : -1;
        int n = epoll_wait(epoll, events, 256, timeout);
        now = clock_monotonic_ms();
        for (int i = 0; i < n; i++) {
            if (events[i].data.fd != listener) {
                server_read(epoll, events[i].data.fd, now, latency_ms, REQUEST_BODY);
                continue;
            }
            int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC), yes = 1;
            if (fd < 0)
                continue;
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            event = (struct epoll_event){ .events = EPOLLIN, .data.fd = fd };
            epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
        }
    }
}

static pid_t server_start(int latency_ms, int *ret_port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (bind(listener, (struct sockaddr *) &address, len) < 0 || listen(listener, 4096) < 0)
        die("cannot listen");
    getsockname(listener, (struct sockaddr *) &address, &len);
    *ret_port = ntohs(address.sin_port);
    pid_t child = fork();
    if (child == 0)
        server_run(listener, latency_ms);
    close(listener);
    return child;
}

/* --- the clients --- */

struct client {
    struct net *net;
    struct str url;
    int in_flight, rounds;
    int64_t start_ms, *round_us;
    int bad;
};

static void *client_run(void *argument)
{
    static const char body[REQUEST_BODY];
    struct client *client = argument;
    struct net_wait *wait = net_wait_new(client->net);
    struct str header = str("Content-Type: application/json");
    struct net_request request = {
        .method = "POST",
        .url = client->url,
        .body = str_n(body, sizeof body),
        .headers = &header,
        .headers_n = 1,
    };

    net_wait_next(wait, client->start_ms, &(struct net_event){ 0 });
    for (int round = 0; round < client->rounds; round++) {
        int64_t start = clock_monotonic_us();

        for (int i = 0; i < client->in_flight; i++)
            net_send(wait, &request, NULL);
        for (int i = 0; i < client->in_flight; i++) {
            struct net_event event;
            const struct net_response *response;

            net_wait_next(wait, -1, &event);
            if (net_exchange_result(event.exchange, &response, NULL) < 0 || response->body.len != BODY)
                client->bad++;
            net_exchange_free(event.exchange);
        }
        client->round_us[round] = clock_monotonic_us() - start;
    }
    net_wait_free(wait);
    return NULL;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

    return (x > y) - (x < y);
}

static double cpu_ms(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
           (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static long resident_kb(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static int number(char **argv, int argc, int at, int preset)
{
    int64_t value;

    return at < argc && str_to_int(str(argv[at]), &value) ? (int) value : preset;
}

int main(int argc, char **argv)
{
    int threads = number(argv, argc, 1, 1000), in_flight = number(argv, argc, 2, 3);
    int rounds = number(argv, argc, 3, 4), latency_ms = number(argv, argc, 4, 1000), port;
    struct net_settings settings = { .provider_connections = threads * in_flight };
    struct arena *arena = arena_new();
    struct error e;
    struct net *net;

    raise_descriptors();
    pid_t server = server_start(latency_ms, &port);
    if (net_start(&settings, &net, &e) < 0)
        die(e.message);
    struct client *clients = arena_calloc(arena, (size_t) threads, sizeof *clients);
    pthread_t *handles = arena_calloc(arena, (size_t) threads, sizeof *handles);
    int64_t *round_us = arena_calloc(arena, (size_t) (threads * rounds), sizeof *round_us);
    struct str url = str_format(arena, "http://127.0.0.1:%d/v1/chat", port);
    double cpu = cpu_ms();
    for (int i = 0; i < threads; i++) {
        int64_t start_ms = clock_monotonic_ms() + (int64_t) i * latency_ms / threads;

        clients[i] = (struct client){ net, url, in_flight, rounds, start_ms, round_us + i * rounds, 0 };
        if (thread_start(&handles[i], "client", client_run, &clients[i], &e) < 0)
            die(e.message);
    }
    int bad = 0;
    for (int i = 0; i < threads; i++) {
        pthread_join(handles[i], NULL);
        bad += clients[i].bad;
    }
    cpu = cpu_ms() - cpu;
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    net_stop(net);
    size_t n = (size_t) (threads * rounds);
    qsort(round_us, n, sizeof *round_us, compare);
    int calls = threads * in_flight * rounds;
    printf("{\"bench\":\"net\",\"exchanges\":%d,\"failed\":%d,\"cpuMsPerCall\":%.3f,\"peakMb\":%ld,"
           "\"p50\":%.4f,\"p99\":%.4f}\n",
           calls, bad, cpu / calls, resident_kb() / 1024, (double) round_us[n / 2] / 1e3 / latency_ms,
           (double) round_us[n * 99 / 100] / 1e3 / latency_ms);
    arena_free(arena);
    return bad > 0 || cpu / calls > CPU_MS_BAR;
}
