/* Streams: 50 runs, 100 readers each, an event to every one of them each 100 ms.
 *
 *   bench_streams [SECONDS]        10
 *
 * The readers are a process of their own. Bars: nothing lost or doubled, and at most 64 MB of resident memory for the
 * streams (the server with all of them open and working, less the server alone). */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "doors/http/http.h"
#include "records/journal.h"
#include "records/runs.h"
#include "store/store.h"

enum { RUNS = 50, READERS = 100, EVERY_MS = 100, MEMORY_MB = 64, HISTOGRAM_MS = 60000 };

static void die(const char *what, const struct error *e)
{
    fprintf(stderr, "bench_streams: %s: %s\n", what, e ? e->message : strerror(errno));
    exit(1);
}

static void raise_files(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_max < RUNS * READERS + 300) {
        fprintf(stderr, "bench_streams: %d descriptors are needed (ulimit -n)\n", RUNS * READERS + 300);
        exit(0);
    }
}

/* --- readers --- */

struct reader {
    int socket;
    int64_t seq; /* of the last event */
    bool ended;
    char line[600];
    size_t line_n;
};

static struct reader readers[RUNS * READERS];
static int64_t delivered, wrong, late[HISTOGRAM_MS + 1];

/* "id: 7" counts up by one; "data:" has the moment the event was made; "event: end" is the last. */
static void read_line(struct reader *r)
{
    int64_t seq, now = clock_monotonic_us(), made;
    const char *at;

    r->line[r->line_n] = '\0';
    if (strncmp(r->line, "id: ", 4) == 0) {
        if (!str_to_int(str(r->line + 4), &seq) || seq != r->seq + 1)
            wrong++;
        r->seq = seq;
        delivered++;
    } else if (strcmp(r->line, "event: end") == 0) {
        r->ended = true;
    } else if ((at = strstr(r->line, "\"madeUs\":")) != NULL) {
        made = strtoll(at + 9, NULL, 10);
        int64_t ms = (now - made) / 1000;
        late[ms < 0 ? 0 : ms > HISTOGRAM_MS ? HISTOGRAM_MS : ms]++;
    }
    r->line_n = 0;
}

/* False at the end of the stream. */
static bool read_some(struct reader *r)
{
    char bytes[4096];
    ssize_t n = recv(r->socket, bytes, sizeof bytes, 0);

    if (n <= 0)
        return n < 0 && errno == EAGAIN;
    for (ssize_t i = 0; i < n; i++) {
        if (bytes[i] == '\n')
            read_line(r);
        else if (bytes[i] != '\r' && r->line_n < sizeof r->line - 1)
            r->line[r->line_n++] = bytes[i];
    }
    return true;
}

static void connect_reader(struct reader *r, int port, int run)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_port = htons((uint16_t) port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    char request[200];
    int n = snprintf(request, sizeof request, "GET /research/run-%012d/stream HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     run);

    r->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (r->socket < 0 || connect(r->socket, (struct sockaddr *) &address, sizeof address) < 0 ||
        send(r->socket, request, (size_t) n, 0) != n)
        die("connect", NULL);
}

static int64_t percentile(double part)
{
    int64_t all = 0, seen = 0;

    for (int i = 0; i <= HISTOGRAM_MS; i++)
        all += late[i];
    for (int i = 0; i <= HISTOGRAM_MS; i++)
        if ((seen += late[i]) >= (int64_t) ((double) all * part) && all)
            return i;
    return 0;
}

/* The child: reads every stream to its end; what it saw goes to the parent. */
static void read_all(int from, int to)
{
    int port, poll = epoll_create1(0), open = 0;
    char go = 'g';

    if (read(from, &port, sizeof port) != sizeof port)
        exit(1);
    for (int i = 0; i < RUNS * READERS; i++) {
        connect_reader(&readers[i], port, i / READERS);
        epoll_ctl(poll, EPOLL_CTL_ADD, readers[i].socket,
                  &(struct epoll_event){ .events = EPOLLIN, .data.u32 = (uint32_t) i });
        open++;
    }
    /* Every stream has begun when its "retry:" line is there. */
    for (int i = 0; i < RUNS * READERS; i++)
        read_some(&readers[i]);
    if (write(to, &go, 1) != 1)
        exit(1);
    while (open) {
        struct epoll_event events[128];
        int n = epoll_wait(poll, events, 128, -1);

        for (int k = 0; k < n; k++) {
            struct reader *r = &readers[events[k].data.u32];

            if (!read_some(r) || r->ended) {
                close(r->socket);
                open--;
            }
        }
    }
    int64_t result[4] = { delivered, wrong, percentile(0.5), percentile(0.99) };
    for (int i = 0; i < RUNS * READERS; i++)
        result[1] += !readers[i].ended;
    if (write(to, result, sizeof result) != sizeof result)
        exit(1);
    exit(0);
}

/* --- the server and its runs --- */

static int insert_job(struct db *db, void *arg, struct error *e) { return run_record_insert(db, arg, e); }
static int append_job(struct db *db, void *arg, struct error *e) { return journal_append(db, arg, e); }

static void make_run(struct store *store, struct arena *arena, int who)
{
    struct run_row row = { .id = str_format(arena, "run-%012d", who),
                           .status = RUN_STATUS_RUNNING,
                           .workflow = str("loop"),
                           .query = str("What limits grid batteries?"),
                           .settings = str("{}"),
                           .engine_version = str("1"),
                           .workflow_version = str("1"),
                           .seed = str("0123456789abcdef0123456789abcdef"),
                           .created_ms = clock_wall_ms(),
                           .updated_ms = clock_wall_ms() };
    struct error e;

    if (store_write(store, insert_job, &row, &e) < 0)
        die("run", &e);
}

static void tell(struct store *store, int who, int64_t i, bool last)
{
    struct arena *arena = arena_new();
    struct event_row event = {
        .path = str_format(arena, "gather/%lld", (long long) i),
        .type = str(last ? "run_completed" : "search_completed"),
        .phase = str("gather"),
        .data = str_format(
            arena,
            "{\"ok\":true,\"hits\":10,\"query\":\"storage cost per kWh in 2024\",\"engines\":[\"tavily\"],\"madeUs\":%lld}",
            (long long) clock_monotonic_us()),
    };
    struct journal_entry entry = { .run = str_format(arena, "run-%012d", who),
                                   .now_ms = clock_wall_ms(),
                                   .events = &event,
                                   .events_n = 1,
                                   .set_status = last,
                                   .status = RUN_STATUS_COMPLETED,
                                   .active_ms = i,
                                   .finished = last };
    struct error e;

    if (store_write(store, append_job, &entry, &e) < 0)
        die("event", &e);
    arena_free(arena);
}

static double resident_mb(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (!file || fscanf(file, "%*u %lu", &pages) != 1)
        die("statm", NULL);
    fclose(file);
    return (double) pages * (double) sysconf(_SC_PAGESIZE) / 1e6;
}

static double cpu_s(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv)
{
    int64_t seconds = 10;
    int to_child[2], from_child[2], status;
    struct arena *arena = arena_new();
    struct service *service;
    struct store *store;
    struct http *http;
    struct str home;
    struct error e;
    char go;

    if (argc > 1 && !str_to_int(str(argv[1]), &seconds))
        return 2;
    int64_t rounds = seconds * 1000 / EVERY_MS;
    raise_files();
    if (pipe(to_child) || pipe(from_child) || file_temp_dir(arena, "bench", &home, &e) < 0)
        die("set-up", NULL);
    pid_t child = fork();
    if (child == 0)
        read_all(to_child[0], from_child[1]);
    setenv("FATHOM_HOME", home.data, 1);
    setenv("XDG_CONFIG_HOME", home.data, 1);
    if (service_new(&(struct service_options){ 0 }, &service, &e) < 0 || service_store(service, true, &store, &e) < 0 ||
        http_start(&(struct http_settings){ .service = service, .listen = str("127.0.0.1:0") }, &http, &e) < 0)
        die("start", &e);
    for (int i = 0; i < RUNS; i++)
        make_run(store, arena, i);
    double before = resident_mb(), most = 0, cpu = cpu_s();
    int port = http_port(http);
    if (write(to_child[1], &port, sizeof port) != sizeof port || read(from_child[0], &go, 1) != 1)
        die("readers", NULL);
    if (getenv("BENCH_VERBOSE"))
        fprintf(stderr, "%.1f MB with streams open\n", resident_mb() - before);
    int64_t start = clock_monotonic_us();
    for (int64_t i = 0; i < rounds; i++) {
        for (int who = 0; who < RUNS; who++) {
            int64_t due = start + (i * RUNS + who) * EVERY_MS * 1000 / RUNS, now = clock_monotonic_us();

            if (due > now)
                usleep((useconds_t) (due - now));
            tell(store, who, i, i == rounds - 1);
        }
        double mb = resident_mb();
        most = mb > most ? mb : most;
    }
    double took = (double) (clock_monotonic_us() - start) / 1e6;
    int64_t result[4];
    if (read(from_child[0], result, sizeof result) != sizeof result)
        die("result", NULL);
    waitpid(child, &status, 0);
    cpu = cpu_s() - cpu;
    int64_t expected = rounds * RUNS * READERS, lost = expected - result[0];
    bool good = lost == 0 && result[1] == 0 && most - before <= MEMORY_MB;
    printf(
        "{\"bench\":\"streams\",\"runs\":%d,\"readers\":%d,\"seconds\":%.1f,\"delivered\":%lld,\"lost\":%lld,\"wrong\":%lld,"
        "\"memoryMb\":%.1f,\"serverMb\":%.1f,\"p50Ms\":%lld,\"p99Ms\":%lld,\"cpuUsPerEvent\":%.1f,\"good\":%s}\n",
        RUNS, RUNS * READERS, took, (long long) result[0], (long long) lost, (long long) result[1], most - before,
        before, (long long) result[2], (long long) result[3], cpu * 1e6 / (double) expected, good ? "true" : "false");
    http_stop(http);
    service_free(service);
    file_remove_tree(home.data, NULL);
    arena_free(arena);
    return good ? 0 : 1;
}
