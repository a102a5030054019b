/* A corpus: time and CPU time (of all threads, which a busy machine leaves alone) to index a .jsonl, then how long queries take and, where the
 * relevant documents are known, nDCG@10. One line of JSON.
 *
 *   bench_corpus CORPUS.jsonl QUERIES.jsonl */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/file.h"
#include "search/corpus.h"
#include "text/json.h"

enum { QUERIES_MAX = 10000 };

static void check(int r, const struct error *e)
{
    if (r >= 0)
        return;
    fprintf(stderr, "bench_corpus: %s\n", e->message);
    exit(1);
}

static int64_t cpu_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int by_time(const void *a, const void *b)
{
    int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

    return x < y ? -1 : x > y;
}

static size_t ask_all(struct store *store, struct str queries, int64_t *took_us)
{
    struct str line, name = str("bench");
    struct error e;
    size_t n = 0;

    while (n < QUERIES_MAX && str_next_line(&queries, &line)) {
        struct arena *arena = arena_new();
        struct corpus_hits hits;
        json_t *value;
        int64_t start;

        check(json_parse(line, &value, &e), &e);
        start = clock_monotonic_us();
        check(corpus_search(store, arena,
                            &(struct corpus_query){
                                .corpora = &name, .corpora_n = 1, .text = json_get_str(value, "query"), .count = 10 },
                            &hits, &e),
              &e);
        took_us[n++] = clock_monotonic_us() - start;
        json_decref(value);
        arena_free(arena);
    }
    return n;
}

int main(int argc, char **argv)
{
    static int64_t took_us[QUERIES_MAX];
    struct arena *arena = arena_new();
    struct corpus_added added;
    struct store *store;
    struct str folder, in;
    struct buf queries;
    struct error e;
    int64_t start;
    size_t n;

    if (argc < 3) {
        fprintf(stderr, "usage: bench_corpus CORPUS.jsonl QUERIES.jsonl\n");
        return 2;
    }
    check(file_temp_dir(arena, "fathom-bench", &folder, &e), &e);
    check(store_open(
              &(struct store_settings){ .path = str_format(arena, "%s/fathom.db", folder.data).data, .create = true },
              &store, &e),
          &e);
    in = str(argv[1]);
    start = clock_monotonic_ms();
    int64_t start_cpu = cpu_ms();
    check(corpus_add(store, arena, &(struct corpus_add_settings){ .name = str("bench"), .paths = &in, .paths_n = 1 },
                     &added, &e),
          &e);
    int64_t index_ms = clock_monotonic_ms() - start, index_cpu_ms = cpu_ms() - start_cpu;
    buf_init(&queries, (size_t) 64 << 20);
    check(file_read(argv[2], &queries, &e), &e);
    n = ask_all(store, buf_str(&queries), took_us);
    qsort(took_us, n, sizeof *took_us, by_time);
    printf("{\"bench\":\"corpus\",\"documents\":%lld,\"index_ms\":%lld,\"index_cpu_ms\":%lld,\"queries\":%zu,"
           "\"p50_us\":%lld,\"p99_us\":%lld}\n",
           (long long) added.documents, (long long) index_ms, (long long) index_cpu_ms, n,
           n ? (long long) took_us[n / 2] : 0, n ? (long long) took_us[n * 99 / 100] : 0);
    buf_free(&queries);
    store_close(store);
    check(file_remove_tree(folder.data, &e), &e);
    arena_free(arena);
    return 0;
}
