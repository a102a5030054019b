/* testd: the outside world for tests, on loopback, in one process and one thread.
 *
 *   testd [--script FILE] [--folder DIR] [--pages DIR] [--latency DURATION]
 *
 * Prints one JSON line with its addresses when it is ready; ends when its
 * standard input closes or on SIGTERM. README.md says what it speaks. */
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "exchange.h"
#include "timers.h"

struct testd testd;

enum { CONNECTIONS = 12000, POOL = 16 * 1024, BACKLOG = 4096, EVENTS = 64, ROUNDS_MAX = 8, EARLY_US = 150 };

/* All services behind one port, and sites: hosts of their own, 127.0.0.2 and so on. */
static const char *const places[] = { NULL, "site", "site2", "site3" };
enum { PLACES = sizeof places / sizeof *places };
static struct MHD_Daemon *daemons[PLACES];

static int die(const char *what)
{
    fprintf(stderr, "testd: %s: %s\n", what, strerror(errno));
    return 1;
}

/* A port that is bound and not listened on: connecting to it is refused. */
static int closed_port(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0 || bind(fd, (struct sockaddr *) &address, sizeof address) < 0 ||
        getsockname(fd, (struct sockaddr *) &address, &size) < 0)
        return -1;
    return ntohs(address.sin_port);
}

static struct MHD_Daemon *start(unsigned place)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + place) };

    /* Turbo: no shutdown() before close(), which would put a FIN before a reset. */
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO, 0, NULL, NULL, exchange_handle,
                            NULL, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, (unsigned) CONNECTIONS,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) POOL, MHD_OPTION_LISTEN_BACKLOG_SIZE,
                            (unsigned) BACKLOG, MHD_OPTION_URI_LOG_CALLBACK, exchange_begin, (void *) places[place],
                            MHD_OPTION_NOTIFY_COMPLETED, exchange_end, NULL, MHD_OPTION_END);
}

static unsigned port_of(unsigned place) { return MHD_get_daemon_info(daemons[place], MHD_DAEMON_INFO_BIND_PORT)->port; }

const char *testd_site(struct str name)
{
    static char address[PLACES][40];
    unsigned at = 1;

    for (unsigned i = 1; i < PLACES; i++)
        if (str_is(name, places[i]))
            at = i;
    snprintf(address[at], sizeof address[at], "http://127.0.0.%u:%u", at + 1, port_of(at));
    return address[at];
}

static json_t *base_url(const struct service *s)
{
    if (strcmp(s->name, places[1]) == 0)
        return json_sprintf("http://127.0.0.2:%u", port_of(1));
    return json_sprintf("http://127.0.0.1:%u/%s%s", port_of(0), s->name, s->base);
}

static void announce(int closed)
{
    json_t *services = json_object(), *sites = json_array(), *ready;
    unsigned port = port_of(0);
    char *text;

    for (size_t i = 0; i < service_count(); i++) {
        const struct service *s = service_at(i);

        json_object_set_new(services, s->name,
                            json_pack("{s:o, s:s, s:s?}", "baseUrl", base_url(s), "urlVariable", s->url_variable,
                                      "keyVariable", s->key_variable));
    }
    for (unsigned i = 1; i < PLACES; i++)
        json_array_append_new(sites, json_sprintf("http://127.0.0.%u:%u", i + 1, port_of(i)));
    ready = json_pack("{s:i, s:o, s:o, s:o, s:o}", "port", (int) port, "url", json_sprintf("http://127.0.0.1:%u", port),
                      "closedUrl", json_sprintf("http://127.0.0.1:%d", closed), "sites", sites, "services", services);
    text = json_dumps(ready, JSON_COMPACT);
    puts(text);
    fflush(stdout);
    free(text);
    json_decref(ready);
}

/* What we wait for besides connections; an event's pointer tells them apart. */
enum source { SOURCE_ALARM, SOURCE_SIGNAL, SOURCE_INPUT, SOURCE_SERVER, SOURCES = SOURCE_SERVER + PLACES };
static int sources[SOURCES];

static bool watch(unsigned source, int fd)
{
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = &sources[source] };

    sources[source] = fd;
    return epoll_ctl(testd.epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static void set_alarm(void)
{
    MHD_UNSIGNED_LONG_LONG soon;
    int64_t next = timers_next(), wait;
    struct itimerspec when = { 0 };

    for (size_t i = 0; i < PLACES; i++)
        if (MHD_get_timeout(daemons[i], &soon) == MHD_YES) {
            int64_t due = testd_now_us() + (int64_t) soon * 1000;

            next = next < 0 || due < next ? due : next;
        }
    if (next >= 0) {
        wait = next - testd_now_us() - (timers_few() ? EARLY_US : 0);
        wait = wait < 1 ? 1 : wait;
        when.it_value.tv_sec = wait / 1000000;
        when.it_value.tv_nsec = wait % 1000000 * 1000;
    }
    timerfd_settime(sources[SOURCE_ALARM], 0, &when, NULL);
}

/* Headers go out in one round and the body in the next: no need to wait in between. */
static bool has_more(void)
{
    MHD_UNSIGNED_LONG_LONG soon;

    for (size_t i = 0; i < PLACES; i++)
        if (MHD_get_timeout(daemons[i], &soon) == MHD_YES && soon == 0)
            return true;
    return false;
}

/* One round; false when it is time to end. */
static bool serve(void)
{
    struct epoll_event events[EVENTS];
    bool end = false;
    int n;

    set_alarm();
    n = epoll_wait(testd.epoll, events, EVENTS, -1);
    for (int i = 0; i < n; i++) {
        int *source = events[i].data.ptr;
        char bytes[256];

        if (source < sources || source >= sources + SOURCES)
            exchange_gone(source);
        else if (source == &sources[SOURCE_SIGNAL])
            end = true;
        else if (source == &sources[SOURCE_ALARM] || source == &sources[SOURCE_INPUT])
            end = (read(*source, bytes, sizeof bytes) <= 0 && source == &sources[SOURCE_INPUT]) || end;
    }
    /* Waking takes the kernel a while: with few calls under way we wake early and wait the rest out,
     * so that a call of 50 ms is one of 50.0 ms. */
    while (timers_few() && timers_next() >= 0 && timers_next() - testd_now_us() <= EARLY_US &&
           timers_next() > testd_now_us())
        ;
    timers_run(testd_now_us());
    int rounds = 0;
    do {
        testd.closing = false;
        for (size_t i = 0; i < PLACES; i++)
            MHD_run(daemons[i]);
    } while (testd.closing || (has_more() && ++rounds < ROUNDS_MAX));
    return !end;
}

static int read_script(const char *path, const char *latency, struct error *e)
{
    struct buf text;
    char block[4096];
    size_t n;
    FILE *file = path ? fopen(path, "rb") : NULL;
    int r;

    if (path && !file)
        return error_errno(e, "%s", path);
    buf_init(&text, 1 << 20);
    while (file && (n = fread(block, 1, sizeof block, file)) > 0)
        buf_add(&text, block, n);
    if (file)
        fclose(file);
    if (latency)
        buf_format(&text, "\nlatency %s\n", latency);
    r = script_parse(buf_str(&text), testd.folder, &testd.script, e);
    buf_free(&text);
    return r;
}

static int run(void)
{
    struct rlimit files = { 0 };
    sigset_t set;
    int signals, alarm;

    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signals = signalfd(-1, &set, SFD_CLOEXEC);
    alarm = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    testd.epoll = epoll_create1(EPOLL_CLOEXEC);
    testd.start_us = clock_monotonic_us();
    for (unsigned i = 0; i < PLACES; i++) {
        daemons[i] = start(i);
        if (!daemons[i])
            return die("cannot listen");
        if (!watch(SOURCE_SERVER + i, MHD_get_daemon_info(daemons[i], MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd))
            return die("cannot watch");
    }
    if (!watch(SOURCE_SIGNAL, signals) || !watch(SOURCE_ALARM, alarm))
        return die("cannot watch");
    watch(SOURCE_INPUT, STDIN_FILENO); /* a file cannot be watched: then only a signal ends us */
    announce(closed_port());
    while (serve())
        ;
    exchange_end_all();
    for (size_t i = 0; i < PLACES; i++) {
        MHD_run(daemons[i]);
        MHD_stop_daemon(daemons[i]);
    }
    timers_run(INT64_MAX);
    script_free(testd.script);
    ledger_reset();
    return 0;
}

int main(int argc, char **argv)
{
    const char *script = NULL, *folder = ".", *pages = NULL, *latency = NULL;
    struct error e;

    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--script") == 0)
            script = argv[i + 1];
        else if (strcmp(argv[i], "--folder") == 0)
            folder = argv[i + 1];
        else if (strcmp(argv[i], "--pages") == 0)
            pages = argv[i + 1];
        else if (strcmp(argv[i], "--latency") == 0)
            latency = argv[i + 1];
        else
            argc = 0;
    }
    if (argc % 2 == 0) {
        fputs("usage: testd [--script FILE] [--folder DIR] [--pages DIR] [--latency DURATION]\n", stderr);
        return 2;
    }
    testd.folder = folder;
    testd.pages = pages;
    if (read_script(script, latency, &e) < 0) {
        fprintf(stderr, "testd: %s\n", e.message);
        return 2;
    }
    return run();
}
