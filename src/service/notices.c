#include "service/notices.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/thread.h"
#include "deliver/webhook.h"
#include "records/journal.h"
#include "run/events.h"
#include "service/delivery.h"
#include "service/runs.h"
#include "service/service.h"
#include "text/json.h"

enum { THREADS = 4, NOTICE_MS = 60000, LOOK_BACK_MS = 86400000, LOOK_AT = 500, LAST_EVENTS = 50, ID_BYTES = 16 };

struct notice {
    STAILQ_ENTRY(notice) link;
    char run[]; /* its id */
};

struct notices {
    struct service *service;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t moved;
    STAILQ_HEAD(, notice) queue;
    pthread_t threads[THREADS];
    int started;
    bool closing;
};

/* --- one notice --- */

static int read_row(struct service *service, struct arena *arena, struct str id, struct run_row *ret, struct error *e)
{
    struct store *store;
    struct db *db;
    int r = service_read_begin(service, &store, &db, e);

    if (r < 0)
        return r;
    r = run_record_get(db, id, arena, ret, e);
    store_read_end(store, db);
    return r;
}

/* The same until the run is taken up again or the notice was told. */
static struct str notice_id(struct arena *arena, const struct run_row *row)
{
    char *hex = arena_alloc(arena, HASH_HEX_SIZE);

    hash_hex(hash_of(str_format(arena, "notice\n%.*s\n%s\n%lld", STR_ARG(row->id), run_status_words[row->status],
                                (long long) row->epoch)),
             hex);
    return str_n(hex, 2 * ID_BYTES);
}

static struct str body_of(struct arena *arena, const struct run_row *row, struct str id)
{
    json_t *error = NULL;
    struct str type = str_format(arena, "run.%s", run_status_words[row->status]);

    if (str_empty(row->error) || json_parse(row->error, &error, NULL) < 0)
        error = json_null();
    json_t *body = json_pack("{s:o, s:o, s:o, s:{s:o, s:s, s:o, s:o, s:o, s:b, s:o}}", "type", json_new_str(type), "id",
                             json_new_str(id), "timestamp", json_new_str(clock_iso_text(arena, clock_wall_ms())),
                             "data", "id", json_new_str(row->id), "status", run_status_words[row->status], "workflow",
                             json_new_str(row->workflow), "query", json_new_str(row->query), "title",
                             json_new_str(row->title), "hasReport", (int) row->has_report, "error", error);
    struct str text = json_text(arena, body);
    json_decref(body);
    return text;
}

static int post(struct service *service, struct arena *arena, const struct run_row *row, struct str url,
                struct error *e)
{
    const struct delivery_settings *settings;
    struct net *net;
    struct str said;
    int r = service_delivery(service, &settings, e);

    if (r == 0)
        r = delivery_check(settings, &(struct delivery_target){ DELIVERY_WEBHOOK, url }, false, e);
    if (r == 0)
        r = service_net(service, &net, e);
    if (r < 0)
        return r;
    struct str id = notice_id(arena, row);
    const struct webhook hook = { .url = url,
                                  .id = id,
                                  .body = body_of(arena, row, id),
                                  .secret = settings->webhook_secret,
                                  .guard = settings->guard,
                                  .retry = settings->retry };
    return call_alone(net, &(struct request){ .type = &webhook_call_type, .argument = &hook }, NOTICE_MS, arena, NULL,
                      &said, e);
}

static void send_notice(struct service *service, struct str run)
{
    struct arena *arena = arena_new();
    struct run_settings settings = { 0 };
    struct run_row row;
    struct error e;
    int r = read_row(service, arena, run, &row, &e);

    if (r == 0)
        r = run_settings_parse(arena, row.settings, &settings, &e);
    if (r == 0 && settings.webhook.len && run_status_at_rest(row.status)) {
        r = post(service, arena, &row, settings.webhook, &e);
        if (r < 0)
            log_redact_z(e.message, sizeof e.message);
        struct event_delivered delivered = { .target = delivery_target_shown(
                                                 arena, str_format(arena, "webhook:%.*s", STR_ARG(settings.webhook))),
                                             .status = str(r == 0 ? "sent" : "failed"),
                                             .id = notice_id(arena, &row) };
        if (r < 0)
            delivered.error = event_error(&e);
        delivery_tell(service, row.id, DELIVERY_NOTICE, &delivered);
    }
    if (r < 0)
        log_line(LOG_WARN, "the webhook of %.*s: %s", STR_ARG(run), e.message);
    arena_free(arena);
}

/* --- the threads --- */

static void *send_all(void *arg)
{
    struct notices *n = arg;

    pthread_mutex_lock(&n->lock);
    while (!n->closing || !STAILQ_EMPTY(&n->queue)) {
        struct notice *notice = STAILQ_FIRST(&n->queue);

        if (!notice) {
            thread_cond_wait(&n->moved, &n->lock, -1);
            continue;
        }
        STAILQ_REMOVE_HEAD(&n->queue, link);
        pthread_mutex_unlock(&n->lock);
        send_notice(n->service, str(notice->run));
        free(notice);
        pthread_mutex_lock(&n->lock);
    }
    pthread_mutex_unlock(&n->lock);
    return NULL;
}

struct notices *notices_new(struct service *service)
{
    struct notices *n = memory_alloc(sizeof *n);

    *n = (struct notices){ .service = service };
    pthread_mutex_init(&n->lock, NULL);
    thread_cond_init(&n->moved);
    STAILQ_INIT(&n->queue);
    return n;
}

void notices_push(struct notices *n, struct str run)
{
    struct notice *notice = memory_alloc(sizeof *notice + run.len + 1);

    memcpy(notice->run, run.data, run.len);
    notice->run[run.len] = '\0';
    pthread_mutex_lock(&n->lock);
    STAILQ_INSERT_TAIL(&n->queue, notice, link);
    if (n->started < THREADS && thread_start(&n->threads[n->started], "notices", send_all, n, NULL) == 0)
        n->started++;
    pthread_cond_signal(&n->moved);
    pthread_mutex_unlock(&n->lock);
}

void notices_free(struct notices *n)
{
    struct notice *notice;

    if (!n)
        return;
    pthread_mutex_lock(&n->lock);
    n->closing = true;
    pthread_cond_broadcast(&n->moved);
    pthread_mutex_unlock(&n->lock);
    for (int i = 0; i < n->started; i++)
        pthread_join(n->threads[i], NULL);
    while ((notice = STAILQ_FIRST(&n->queue))) { /* no thread could be started */
        STAILQ_REMOVE_HEAD(&n->queue, link);
        free(notice);
    }
    pthread_cond_destroy(&n->moved);
    pthread_mutex_destroy(&n->lock);
    free(n);
}

/* --- after a restart --- */

/* Its notice stands behind the end, or the question, that it tells of. */
static bool was_told(struct db *db, struct arena *arena, const struct run_row *row)
{
    static const char *const ends[] = { "run_completed",
                                        "run_failed",
                                        "run_cancelled",
                                        "clarification_needed",
                                        "think_pause",
                                        "waiting_for_confirmation",
                                        NULL };
    struct event_row *events;
    size_t n;

    if (event_list(db, row->id, row->events > LAST_EVENTS ? row->events - LAST_EVENTS : 0, LAST_EVENTS, arena, &events,
                   &n, NULL) < 0)
        return true;
    for (size_t i = n; i-- > 0;) {
        if (str_starts(events[i].path, DELIVERY_NOTICE))
            return true;
        if (str_is_any(events[i].type, ends))
            return false;
    }
    return true;
}

int notices_take_up(struct service *service, struct error *e)
{
    struct arena *arena = arena_new();
    struct run_filter filter = { .status = -1, .everyone = true, .limit = LOOK_AT };
    struct str_list found = { 0 };
    struct run_row *rows;
    struct store *store;
    struct db *db;
    size_t n = 0;
    int r = service_read_begin(service, &store, &db, e);

    if (r == 0) {
        r = run_record_list(db, &filter, arena, &rows, &n, e);
        for (size_t i = 0; r == 0 && i < n; i++) {
            struct run_settings settings = { 0 };

            if (str_contains(rows[i].settings, "\"webhook\":\"http") && run_status_at_rest(rows[i].status) &&
                rows[i].updated_ms > clock_wall_ms() - LOOK_BACK_MS &&
                run_settings_parse(arena, rows[i].settings, &settings, NULL) == 0 && settings.webhook.len &&
                !was_told(db, arena, &rows[i]))
                str_list_add(arena, &found, rows[i].id);
        }
        store_read_end(store, db);
    }
    for (size_t i = 0; r == 0 && i < found.n; i++)
        notices_push(service_notices(service), found.items[i]);
    arena_free(arena);
    return r;
}
