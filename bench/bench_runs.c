/* Whole runs in one process against testd, measured as ratios:
 *
 *   bench_runs overhead [RUNS]     one run at a time of each workflow, 50 and 500 ms per call: wall time over the critical path
 *   bench_runs many [RUNS]         all at once over 6 s, 1 s per call: completion, memory, p99 overhead, CPU per call
 *   bench_runs leaks [RUNS]        one after the other with no latency: memory and descriptors flat
 *
 * The critical path is the longest chain of calls times their latency. For
 * `overhead` it is taken from the services' own log: calls that do not overlap;
 * a run is measured from its submission until its report is stored.
 * `many` and `leaks` measure `loop` and the engine alone (--no-verify); with
 * BENCH_VERIFY=1 the evidence stages run too, and BENCH_WORKFLOW names another. */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/asset.h"
#include "base/clock.h"
#include "base/file.h"
#include "llm/llm.h"
#include "run/engine.h"
#include "search/search.h"
#include "workflows/workflows.h"

struct bench {
    struct arena *arena;
    struct str folder, url;
    pid_t testd;
    int testd_stdin;
    struct store *store;
    struct net *net;
    struct engine *engine;
    struct llm *llm;
    struct search *search;
    struct prompts prompts;
};

static void die(const char *what, const struct error *e)
{
    fprintf(stderr, "bench_runs: %s: %s\n", what, e ? e->message : "failed");
    exit(1);
}

/* --- testd --- */

static void start_testd(struct bench *b, const char *latency)
{
    int in[2], out[2];
    char line[4096];
    const char *path = getenv("TESTD") ? getenv("TESTD") : "build/release/testd";

    if (pipe(in) || pipe(out))
        die("pipe", NULL);
    b->testd = fork();
    if (b->testd == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl(path, path, "--latency", latency, (char *) NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    fcntl(in[1], F_SETFD, FD_CLOEXEC);
    b->testd_stdin = in[1];
    size_t n = 0;
    while (n < sizeof line - 1 && read(out[0], line + n, 1) == 1 && line[n] != '\n')
        n++;
    close(out[0]);
    json_t *info;
    struct error e;
    if (json_parse(str_n(line, n), &info, &e) < 0)
        die("testd did not start (TESTD names its program)", &e);
    b->url = str_dup(b->arena, json_get_str(info, "url"));
    json_decref(info);
}

static void stop_testd(struct bench *b)
{
    close(b->testd_stdin);
    waitpid(b->testd, NULL, 0);
}

/* --- the house --- */

static int tools(void *context, const struct run_row *row, const struct run_settings *settings, struct run_tools *ret,
                 struct error *e)
{
    struct bench *b = context;

    (void) row, (void) settings, (void) e;
    *ret = (struct run_tools){ b->llm, b->search, &b->prompts };
    return 0;
}

static void load_prompts(struct bench *b)
{
    struct prompt *items = arena_calloc(b->arena, asset_count(), sizeof *items);

    for (size_t i = 0; i < asset_count(); i++) {
        struct str path = str(asset_path(i)), text;

        if (!str_starts(path, "prompts/") || !asset_find(path.data, &text))
            continue;
        items[b->prompts.n++] = (struct prompt){ str_sub(path, 8, path.len - 3), text };
    }
    b->prompts.items = items;
}

static void open_house(struct bench *b, const char *latency)
{
    struct error e;

    *b = (struct bench){ .arena = arena_new() };
    start_testd(b, latency);
    if (file_temp_dir(b->arena, "fathom-bench", &b->folder, &e) < 0)
        die("temporary folder", &e);
    struct store_settings store = { .path = str_format(b->arena, "%s/fathom.db", b->folder.data).data, .create = true };
    if (store_open(&store, &b->store, &e) < 0)
        die("store", &e);
    if (net_start(&(struct net_settings){ .provider_connections = 20000 }, &b->net, &e) < 0)
        die("net", &e);
    struct llm_provider_settings provider = {
        .name = str("bench"),
        .family = str("openai-chat"),
        .key = str("bench-key"),
        .base_url = str_format(b->arena, "%.*s/openai/v1", STR_ARG(b->url)),
        .concurrent = 20000,
    };
    struct llm_settings llm = { .providers = &provider, .providers_n = 1 };
    for (int tier = 0; tier < TIER_N; tier++)
        str_list_add(b->arena, &llm.tiers[tier], str("bench/test"));
    if (llm_new(b->arena, &llm, &b->llm, &e) < 0)
        die("models", &e);
    struct search_engine_settings engine = {
        .name = str("searxng"),
        .base_url = str_format(b->arena, "%.*s/searxng", STR_ARG(b->url)),
        .concurrent = 20000,
    };
    struct search_settings search = { .engines = &engine, .engines_n = 1, .cache_ms = -1 };
    str_list_add(b->arena, &search.order, str("searxng"));
    if (search_new(b->arena, &search, &b->search, &e) < 0)
        die("search", &e);
    load_prompts(b);
    struct engine_settings settings = {
        .store = b->store, .net = b->net, .workflows = workflows, .tools = tools, .context = b
    };
    if (engine_start(&settings, &b->engine, &e) < 0)
        die("engine", &e);
}

static void close_house(struct bench *b)
{
    engine_stop(b->engine);
    net_stop(b->net);
    store_close(b->store);
    stop_testd(b);
    file_remove_tree(b->folder.data, NULL);
    arena_free(b->arena);
}

struct kind {
    const char *workflow;
    enum depth depth;
    bool verify;
};

static struct str create(struct bench *b, struct arena *arena, const struct kind *kind, int number)
{
    struct run_settings settings = {
        .query = str_format(arena, "What limits grid batteries in region %d?", number),
        .workflow = str(kind->workflow),
        .depth = kind->depth,
        .verify = kind->verify ? VERIFY_FULL : VERIFY_OFF,
    };
    struct str id;
    struct error e;

    if (engine_create(b->engine, &(struct run_creation){ .settings = &settings, .tables = str("{}") }, arena, &id, &e) <
        0)
        die("create", &e);
    return id;
}

/* Links of the chain: model calls and batches of searches. */
static int links(struct bench *b, struct str id, struct arena *arena, int *ret_calls)
{
    struct effect_row *rows;
    struct db *db;
    struct error e;
    size_t n;
    int chain = 0, batches = -1;
    struct str checked = { 0 };

    *ret_calls = 0;
    if (store_read_begin(b->store, &db, &e) < 0 || journal_list(db, id, false, arena, &rows, &n, &e) < 0)
        die("journal", &e);
    store_read_end(b->store, db);
    for (size_t i = 0; i < n; i++) {
        struct str path = rows[i].path;
        bool search = str_starts(path, "search/"),
             model = str_starts(path, "plan/") || str_starts(path, "decide/") || str_starts(path, "write/");

        /* Checks of one stage are asked together: "check/verify/ask/0 …". */
        struct str checks = str_starts(path, "check/") && str_contains(path, "/ask/") ? path : str("");
        while (checks.len && checks.data[checks.len - 1] != '/')
            checks.len--;
        *ret_calls += search || model || checks.len;
        chain += model + (checks.len && !str_eq(checks, checked));
        checked = checks.len ? checks : checked;
        if (search) {
            int64_t batch;
            ptrdiff_t slash = str_find_char(path, '/', 7);

            if (slash > 0 && str_to_int(str_sub(path, 7, (size_t) slash), &batch) && batch != batches) {
                batches = (int) batch;
                chain++;
            }
        }
    }
    return chain;
}

static struct run_row row_of(struct bench *b, struct str id, struct arena *arena)
{
    struct run_row row;
    struct db *db;
    struct error e;

    if (store_read_begin(b->store, &db, &e) < 0 || run_record_get(db, id, arena, &row, &e) < 0)
        die("run", &e);
    store_read_end(b->store, db);
    return row;
}

/* --- measures of the process --- */

static long resident_kb(const char *field)
{
    FILE *f = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;

    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, field, strlen(field)) == 0)
            kb = strtol(line + strlen(field), NULL, 10);
    if (f)
        fclose(f);
    return kb;
}

static int descriptors(void)
{
    DIR *d = opendir("/proc/self/fd");
    int n = 0;

    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

static double cpu_ms(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return (double) (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000.0 +
           (double) (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1000.0;
}

/* --- the benches --- */

static const char *yes(bool b) { return b ? "true" : "false"; }
static struct kind kind_asked(void)
{
    const char *workflow = getenv("BENCH_WORKFLOW") ? getenv("BENCH_WORKFLOW") : "loop";

    return (struct kind){ workflow, strcmp(workflow, "loop") == 0 ? DEPTH_LIGHT : DEPTH_MEDIUM,
                          getenv("BENCH_VERIFY") };
}

/* Asks testd itself; HTTP/1.0, so that the answer is plain and ends with the connection. */
static struct str control(struct bench *b, const char *method, const char *what, struct buf *ret)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int64_t port = 0;
    struct str ask = str_format(b->arena, "%s /_control/%s HTTP/1.0\r\nContent-Length: 0\r\n\r\n", method, what);
    char block[4096];
    ssize_t n;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    str_to_int(str_sub(b->url, strlen("http://127.0.0.1:"), b->url.len), &port);
    address.sin_port = htons((uint16_t) port);
    if (connect(fd, (struct sockaddr *) &address, sizeof address) < 0 ||
        write(fd, ask.data, ask.len) != (ssize_t) ask.len)
        die("testd does not answer", NULL);
    while ((n = read(fd, block, sizeof block)) > 0)
        buf_add(ret, block, (size_t) n);
    close(fd);
    ptrdiff_t body = str_find(buf_str(ret), str("\r\n\r\n"), 0);
    if (body < 0)
        die("testd does not answer", NULL);
    return str_sub(buf_str(ret), (size_t) body + 4, buf_str(ret).len);
}

struct asked {
    double arrived, ended;
};

static int by_end(const void *a, const void *b)
{
    const struct asked *x = a, *y = b;

    return (x->ended > y->ended) - (x->ended < y->ended);
}

/* The longest chain of calls that do not overlap. */
static int chain_of(struct bench *b, size_t *ret_calls)
{
    struct buf log;
    struct str rest, line;
    struct asked *calls = NULL;
    size_t n = 0, capacity = 0;
    double end = -1;
    int chain = 0;

    buf_init(&log, 16 << 20);
    rest = control(b, "GET", "log", &log);
    while (str_next_line(&rest, &line)) {
        json_t *row;

        if (json_parse(line, &row, NULL) < 0)
            die("the services' log", NULL);
        calls = arena_grow(b->arena, calls, &capacity, n + 1, sizeof *calls);
        if (!str_starts(json_get_str(row, "service"), "_"))
            calls[n++] = (struct asked){ json_number_value(json_object_get(row, "arrivedMs")),
                                         json_number_value(json_object_get(row, "endedMs")) };
        json_decref(row);
    }
    buf_free(&log);
    qsort(calls, n, sizeof *calls, by_end);
    for (size_t i = 0; i < n; i++)
        if (calls[i].arrived >= end) {
            chain++;
            end = calls[i].ended;
        }
    *ret_calls = n;
    return chain;
}

static double overhead_of(struct bench *b, const struct kind *kind, int latency_ms, int runs)
{
    double best = 1e9;
    int chain = 0;
    size_t calls = 0;
    struct error e;

    for (int i = 0; i < runs; i++) {
        struct buf nothing;

        buf_init(&nothing, 4096);
        control(b, "POST", "reset", &nothing);
        buf_free(&nothing);
        struct str id = create(b, b->arena, kind, 1);
        int64_t start = clock_monotonic_us();
        if (engine_submit(b->engine, id, &e) < 0 || engine_wait(b->engine, id, clock_monotonic_ms() + 60000, &e) < 0)
            die("run", &e);
        double wall = (double) (clock_monotonic_us() - start) / 1000.0;
        if (row_of(b, id, b->arena).status != RUN_STATUS_COMPLETED)
            die("a run did not complete", NULL);
        chain = chain_of(b, &calls);
        double ratio = wall / (chain * (double) latency_ms);
        best = ratio < best ? ratio : best;
    }
    printf(
        "{\"bench\":\"overhead\",\"workflow\":\"%s\",\"depth\":\"%s\",\"verify\":%s,\"runs\":%d,\"calls\":%zu,\"links\":%d,"
        "\"latencyMs\":%d,\"best\":%.4f}\n",
        kind->workflow, depth_words[kind->depth], yes(kind->verify), runs, calls, chain, latency_ms, best);
    return best;
}

static int overhead(int runs)
{
    static const struct kind kinds[] = {
        { "loop", DEPTH_LIGHT, false },   { "loop", DEPTH_LIGHT, true },     { "loop", DEPTH_MEDIUM, true },
        { "reflect", DEPTH_LIGHT, true }, { "reflect", DEPTH_MEDIUM, true }, { "supervisor", DEPTH_MEDIUM, true },
        { "manager", DEPTH_LIGHT, true },
    };
    static const struct {
        const char *latency;
        int ms;
        double bar;
    } rounds[] = { { "50ms", 50, 1.10 }, { "500ms", 500, 1.02 } };
    struct bench b;
    bool missed = false;

    for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++) {
        open_house(&b, rounds[r].latency);
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            missed = overhead_of(&b, &kinds[i], rounds[r].ms, runs) > rounds[r].bar || missed;
        close_house(&b);
    }
    return missed;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;

    return (x > y) - (x < y);
}

static int many(int runs)
{
    struct bench b;
    struct error e;
    struct rlimit files;

    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    open_house(&b, "1000ms");
    struct str *ids = arena_calloc(b.arena, (size_t) runs, sizeof *ids);
    double *ratios = arena_calloc(b.arena, (size_t) runs, sizeof *ratios);
    struct kind kind = kind_asked();
    double cpu = cpu_ms();
    int64_t start = clock_monotonic_ms();
    for (int i = 0; i < runs; i++) {
        int64_t due = start + (int64_t) i * 6000 / runs, now = clock_monotonic_ms();

        if (due > now)
            usleep((useconds_t) (due - now) * 1000);
        ids[i] = create(&b, b.arena, &kind, i);
        if (engine_submit(b.engine, ids[i], &e) < 0)
            die("submit", &e);
    }
    for (int i = 0; i < runs; i++)
        if (engine_wait(b.engine, ids[i], clock_monotonic_ms() + 120000, &e) < 0)
            die("wait", &e);
    cpu = cpu_ms() - cpu;
    long peak = resident_kb("VmHWM:");
    int completed = 0, calls = 0;
    for (int i = 0; i < runs; i++) {
        struct run_row row = row_of(&b, ids[i], b.arena);
        int n, chain = links(&b, ids[i], b.arena, &n);

        completed += row.status == RUN_STATUS_COMPLETED;
        calls += n;
        ratios[i] = (double) row.active_ms / (chain * 1000.0);
    }
    qsort(ratios, (size_t) runs, sizeof *ratios, compare);
    double p99 = ratios[runs * 99 / 100 < runs ? runs * 99 / 100 : runs - 1];
    struct store_counts counts;
    store_count(b.store, &counts);
    close_house(&b);
    printf(
        "{\"bench\":\"many\",\"verify\":%s,\"runs\":%d,\"completed\":%d,\"peakMb\":%.1f,\"p50\":%.4f,\"p99\":%.4f,\"calls\":%d,"
        "\"jobs\":%llu,\"commits\":%llu,\"cpuMsPerCall\":%.3f}\n",
        yes(kind.verify), runs, completed, (double) peak / 1024.0, ratios[runs / 2], p99, calls,
        (unsigned long long) counts.jobs, (unsigned long long) counts.commits, cpu / calls);
    return completed == runs && peak <= 256 * 1024 && p99 <= 1.10 && cpu / calls <= 0.5 ? 0 : 1;
}

static int leaks(int runs)
{
    struct bench b;
    struct error e;
    long after_warm = 0;
    int open_warm = 0, warm = runs * 7 / 10; /* by then the database's page cache is full */

    struct kind kind = kind_asked();
    open_house(&b, "0ms");
    for (int i = 0; i < runs; i++) {
        struct arena *arena = arena_new();
        struct str id = create(&b, arena, &kind, i);

        if (engine_submit(b.engine, id, &e) < 0 || engine_wait(b.engine, id, clock_monotonic_ms() + 60000, &e) < 0)
            die("run", &e);
        if (row_of(&b, id, arena).status != RUN_STATUS_COMPLETED)
            die("a run did not complete", NULL);
        arena_free(arena);
        if (i == warm) {
            after_warm = resident_kb("VmRSS:");
            open_warm = descriptors();
        }
    }
    long growth = resident_kb("VmRSS:") - after_warm;
    int more = descriptors() - open_warm;
    close_house(&b);
    printf("{\"bench\":\"leaks\",\"verify\":%s,\"runs\":%d,\"growthKb\":%ld,\"descriptors\":%d}\n", yes(kind.verify),
           runs, growth, more);
    return growth <= 4096 && more <= 4 ? 0 : 1;
}

int main(int argc, char **argv)
{
    int64_t runs = 0;

    signal(SIGPIPE, SIG_IGN);
    if (argc > 2 && (!str_to_int(str(argv[2]), &runs) || runs < 1)) {
        fprintf(stderr, "bench_runs: RUNS must be a positive number\n");
        return 2;
    }
    if (argc > 1 && strcmp(argv[1], "overhead") == 0)
        return overhead(runs ? (int) runs : 5);
    if (argc > 1 && strcmp(argv[1], "many") == 0)
        return many(runs ? (int) runs : 1000);
    if (argc > 1 && strcmp(argv[1], "leaks") == 0)
        return leaks(runs ? (int) runs : 1000);
    fprintf(stderr, "usage: bench_runs overhead|many|leaks [RUNS]\n");
    return 2;
}
