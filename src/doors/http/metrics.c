/* Counters, and what a watcher asks: does it live, is it ready, what has it done. */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "doors/http/handlers.h"
#include "doors/http/server.h"

enum { METRICS_MAX = 1 << 20 };

void server_count(struct http *http, const struct http_request *request)
{
    size_t at = request->route ? (size_t) (request->route - routes) : ROUTES_MAX - 1;
    int class = request->reply.status / 100;

    atomic_fetch_add(&http->counts[at].statuses[class < STATUS_CLASSES ? class : STATUS_CLASSES - 1], 1);
    atomic_fetch_add(&http->counts[at].micros, (uint64_t) (clock_monotonic_ms() - request->started_ms) * 1000);
}

void handle_health(struct http_request *request) { reply_text(request, 200, "text/plain; charset=utf-8", str("ok\n")); }

void handle_ready(struct http_request *request)
{
    struct store *store;
    struct db *db;
    struct error e;
    int r = service_store(request->http->settings.service, true, &store, &e);

    if (r == 0 && (r = store_read_begin(store, &db, &e)) == 0)
        store_read_end(store, db);
    if (r < 0)
        reply_error(request, &e);
    else
        reply_text(request, 200, "text/plain; charset=utf-8", str("ready\n"));
}

/* --- metrics --- */

static void write_help(struct buf *out, const char *name, const char *type, const char *help)
{
    buf_format(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void write_one(struct buf *out, const char *name, const char *type, const char *help, uint64_t value)
{
    write_help(out, name, type, help);
    buf_format(out, "%s %llu\n", name, (unsigned long long) value);
}

static void write_routes(struct buf *out, struct http *http)
{
    write_help(out, "fathom_http_requests_total", "counter", "Requests by route and first digit of the status.");
    for (size_t i = 0; i < ROUTES_MAX; i++)
        for (int c = 0; c < STATUS_CLASSES; c++) {
            uint64_t n = atomic_load(&http->counts[i].statuses[c]);

            if (n)
                buf_format(out, "fathom_http_requests_total{method=\"%s\",route=\"%s\",status=\"%dxx\"} %llu\n",
                           i == ROUTES_MAX - 1 ? "" : method_words[routes[i].method],
                           i == ROUTES_MAX - 1 ? "" : routes[i].pattern, c, (unsigned long long) n);
        }
}

/* "12345 678 …": pages, of these resident. */
static uint64_t resident_bytes(void)
{
    struct buf text;
    struct str rest, word;
    int64_t pages = 0;

    buf_init(&text, 4096);
    if (file_read("/proc/self/statm", &text, NULL) == 0) {
        rest = buf_str(&text);
        if (!str_next(&rest, ' ', &word) || !str_next(&rest, ' ', &word) || !str_to_int(word, &pages))
            pages = 0;
    }
    buf_free(&text);
    return (uint64_t) pages * (uint64_t) sysconf(_SC_PAGESIZE);
}

static void write_service(struct buf *out, struct service *service)
{
    struct store_counts counts = { 0 };
    struct engine *engine;
    struct store *store;

    if (service_store(service, true, &store, NULL) == 0)
        store_count(store, &counts);
    write_one(out, "fathom_store_jobs_total", "counter", "Write jobs that were done.", counts.jobs);
    write_one(out, "fathom_store_commits_total", "counter", "Commits of the store.", counts.commits);
    write_one(out, "fathom_store_wal_bytes", "gauge", "Bytes of the write-ahead log.", counts.wal_bytes);
    write_one(out, "fathom_exchanges_in_flight", "gauge", "Exchanges with services that are under way.",
              (uint64_t) service_in_flight(service));
    if (service_engine(service, &engine, NULL) == 0)
        write_one(out, "fathom_runs_active", "gauge", "Runs that are queued, at work or asleep in this process.",
                  engine_active_count(engine));
}

void handle_metrics(struct http_request *request)
{
    struct http *http = request->http;
    struct hub_counts streams;
    struct buf out;

    buf_init(&out, METRICS_MAX);
    pthread_mutex_lock(&http->lock);
    size_t connections = http->connections, requests = http->requests;
    pthread_mutex_unlock(&http->lock);
    write_routes(&out, http);
    write_one(&out, "fathom_http_connections", "gauge", "Connections that are open.", connections);
    write_one(&out, "fathom_http_requests_open", "gauge", "Requests whose answer is not complete.", requests);
    write_one(&out, "fathom_http_requests_working", "gauge", "Requests at work or queued.",
              (uint64_t) atomic_load(&http->working));
    hub_count(http->hub, &streams);
    write_one(&out, "fathom_http_streams", "gauge", "Streams that are open.", streams.streams);
    write_one(&out, "fathom_http_stream_runs", "gauge", "Runs that are watched by streams.", streams.channels);
    write_one(&out, "fathom_http_stream_events_total", "counter", "Events read for streams.", streams.events);
    write_one(&out, "fathom_http_streams_slow_total", "counter", "Streams closed because their reader took nothing.",
              atomic_load(&http->slow_readers));
    write_service(&out, http->settings.service);
    write_one(&out, "process_resident_memory_bytes", "gauge", "Memory that is resident.", resident_bytes());
    reply_text(request, 200, "text/plain; version=0.0.4; charset=utf-8", buf_take(&out, request->arena));
}
