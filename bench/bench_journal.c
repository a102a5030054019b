/* Effects per second through the journal: many threads, each effect with a
 * body of 2 KB and three events, each caller waiting for its commit; then what
 * it costs to find one again. One line of JSON.
 *
 *   bench_journal [SECONDS]       in TMPDIR; fails under 10,000 effects/s */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "records/journal.h"

enum { PRODUCERS = 64, BODY = 2048, FINDS = 20000, ROUNDS = 4, RATE_BAR = 10000 };
static const double FIND_BAR_MS = 0.2;

static struct store *store;
static int64_t until_us;
static int64_t counts[PRODUCERS], slowest_us[PRODUCERS];

/* Text that shrinks like prose does: words of a small vocabulary, in an order of its own. */
static struct str prose(struct arena *arena, uint64_t seed)
{
    static const char *const words[] = {
        "the",       "of",         "measured", "reactor",     "capacity",  "in",      "storage",
        "grid",      "a",          "battery",  "cost",        "per",       "and",     "according",
        "to",        "report",     "2024",     "while",       "estimates", "vary",    "between",
        "operators", "37.5",       "percent",  "however",     "published", "figures", "show",
        "that",      "efficiency", "declined", "after",       "thermal",   "cycling", "https://example.org/energy/",
        "review",    "authors",    "note",     "uncertainty", "because",   "samples", "were",
        "small",     "regional",   "demand",   "is",          "expected",  "rise",    "by",
        "gigawatts",
    };
    char *text = arena_alloc(arena, BODY + 1);
    size_t n = 0;

    while (n < BODY) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const char *word = words[(seed >> 33) % (sizeof words / sizeof *words)];
        for (; *word && n < BODY; word++)
            text[n++] = *word;
        if (n < BODY)
            text[n++] = (seed >> 20) % 13 == 0 ? '.' : ' ';
    }
    return str_n(text, n);
}

static void check(int r, const struct error *e)
{
    if (r >= 0)
        return;
    fprintf(stderr, "bench_journal: %s\n", e->message);
    exit(1);
}

static int insert_job(struct db *db, void *arg, struct error *e) { return run_record_insert(db, arg, e); }
static int append_job(struct db *db, void *arg, struct error *e) { return journal_append(db, arg, e); }

static struct str run_id(struct arena *arena, int who) { return str_format(arena, "run-%012d", who); }

static void append_one(struct arena *arena, struct str run, int who, int64_t i)
{
    struct str path = str_format(arena, "gather/%lld/subq-%lld/search", (long long) i / 8, (long long) i % 8);
    struct effect_row row = {
        .path = path,
        .key = hash_of(path),
        .kind = 1,
        .state = EFFECT_DONE,
        .answered_by = str("openai/gpt-5.2"),
        .body = prose(arena, (uint64_t) i * PRODUCERS + (uint64_t) who),
        .elapsed_ms = i,
        .usage = { .calls = 1, .input_tokens = 1200, .output_tokens = 420, .cost_nano = 3456000 },
    };
    struct event_row events[3];
    struct error e;

    for (int k = 0; k < 3; k++)
        events[k] = (struct event_row){
            .path = path,
            .ordinal = k,
            .type = str("search.done"),
            .phase = str("gather"),
            .data = str_format(arena, "{\"query\":\"storage cost per kWh %lld\",\"results\":%d,\"engine\":\"tavily\"}",
                               (long long) i, k),
        };
    struct usage sum = { .calls = i, .input_tokens = 1200 * i, .output_tokens = 420 * i, .cost_nano = 3456000 * i };
    struct journal_entry entry = { .run = run,
                                   .epoch = 0,
                                   .now_ms = clock_wall_ms(),
                                   .effect = &row,
                                   .events = events,
                                   .events_n = 3,
                                   .usage = &sum,
                                   .active_ms = i };
    journal_pack(&entry, arena);
    check(store_write(store, append_job, &entry, &e), &e);
}

static void *produce(void *arg)
{
    int who = (int) (intptr_t) arg;
    char name[32];
    snprintf(name, sizeof name, "run-%012d", who);

    for (int64_t now; (now = clock_monotonic_us()) < until_us; counts[who]++) {
        struct arena *arena = arena_new();

        append_one(arena, str(name), who, counts[who]);
        arena_free(arena);
        int64_t took = clock_monotonic_us() - now;
        if (took > slowest_us[who])
            slowest_us[who] = took;
    }
    return NULL;
}

/* CPU time of the writer's and the checkpointer's threads: says more than the
 * rate on a machine that others use too. */
static double thread_cpu_us(const char *wanted)
{
    double sum = 0;
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;

    while (tasks && (task = readdir(tasks))) {
        struct buf text;
        char path[300];
        int64_t ns;

        buf_init(&text, 256);
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", task->d_name);
        if (file_read(path, &text, NULL) == 0 && str_is(str_trim(buf_str(&text)), wanted)) {
            snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", task->d_name);
            buf_clear(&text);
            struct str rest, first;
            if (file_read(path, &text, NULL) == 0 && (rest = buf_str(&text), str_next(&rest, ' ', &first)) &&
                str_to_int(first, &ns))
                sum += (double) ns / 1000;
        }
        buf_free(&text);
    }
    if (tasks)
        closedir(tasks);
    return sum;
}

static double find_many_ms(void)
{
    struct error e;
    int64_t start = clock_monotonic_us();

    for (int64_t i = 0; i < FINDS; i++) {
        struct arena *arena = arena_new();
        int who = (int) (i % PRODUCERS);
        int64_t at = (i / PRODUCERS) % counts[who];
        struct str path = str_format(arena, "gather/%lld/subq-%lld/search", (long long) at / 8, (long long) at % 8);
        struct effect_row row;
        struct db *db;

        check(store_read_begin(store, &db, &e), &e);
        int r = journal_find(db, run_id(arena, who), path, arena, &row, &e);
        store_read_end(store, db);
        check(r, &e);
        if (r != 1 || row.body.len != BODY) {
            fprintf(stderr, "bench_journal: %.*s is not there\n", STR_ARG(path));
            exit(1);
        }
        arena_free(arena);
    }
    return (double) (clock_monotonic_us() - start) / 1000 / FINDS;
}

struct result {
    double rate, per_commit, writer_us, log_us, slowest_ms, wal_mb, find_ms;
    int64_t effects;
};

static struct result measure(const char *path, int64_t seconds)
{
    struct arena *arena = arena_new();
    struct result result = { 0 };
    struct store_counts count;
    struct error e;
    pthread_t threads[PRODUCERS];

    check(store_open(&(struct store_settings){ .path = path, .create = true }, &store, &e), &e);
    for (int i = 0; i < PRODUCERS; i++) {
        struct run_row row = { .id = run_id(arena, i),
                               .workflow = str("loop"),
                               .query = str("q"),
                               .settings = prose(arena, 1),
                               .created_ms = 1 };
        check(store_write(store, insert_job, &row, &e), &e);
        counts[i] = slowest_us[i] = 0;
    }
    int64_t start = clock_monotonic_us();
    until_us = start + seconds * 1000000;
    for (intptr_t i = 0; i < PRODUCERS; i++)
        pthread_create(&threads[i], NULL, produce, (void *) i);
    for (int i = 0; i < PRODUCERS; i++) {
        pthread_join(threads[i], NULL);
        result.effects += counts[i];
        if ((double) slowest_us[i] / 1000 > result.slowest_ms)
            result.slowest_ms = (double) slowest_us[i] / 1000;
    }
    double effects = (double) result.effects;
    result.rate = effects / ((double) (clock_monotonic_us() - start) / 1e6);
    store_count(store, &count);
    result.per_commit = (double) count.jobs / (double) count.commits;
    result.wal_mb = (double) count.wal_bytes / 1048576;
    result.writer_us = thread_cpu_us("store-writer") / effects;
    result.log_us = thread_cpu_us("store-log") / effects;
    result.find_ms = find_many_ms();
    store_close(store);
    arena_free(arena);
    return result;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct result best = { 0 };
    struct str folder;
    struct error e;
    int64_t seconds = 2;

    if (argc > 1 && (!str_to_int(str(argv[1]), &seconds) || seconds < 1))
        return 2;
    /* The best of a few: others use the machine too. */
    for (int round = 0; round < ROUNDS && best.rate < RATE_BAR; round++) {
        check(file_temp_dir(arena, "bench-journal", &folder, &e), &e);
        struct result result = measure(str_format(arena, "%s/journal.db", folder.data).data, seconds);
        file_remove_tree(folder.data, NULL);
        if (result.rate > best.rate)
            best = result;
    }
    bool good = best.rate >= RATE_BAR && best.find_ms <= FIND_BAR_MS;
    printf("{\"bench\":\"journal\",\"effects\":%lld,\"effects_per_second\":%.0f,\"effects_per_commit\":%.1f,"
           "\"writer_us\":%.1f,\"checkpoint_us\":%.1f,\"slowest_ms\":%.1f,\"wal_mb\":%.1f,\"find_ms\":%.4f,"
           "\"ok\":%s}\n",
           (long long) best.effects, best.rate, best.per_commit, best.writer_us, best.log_us, best.slowest_ms,
           best.wal_mb, best.find_ms, good ? "true" : "false");
    arena_free(arena);
    return good ? 0 : 1;
}
