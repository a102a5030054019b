/* The lock guards the list of listeners, and is held while they are told, so that
 * service_unlisten() need not wait for anything else. Listeners take their own
 * locks below it. The thread starts with the first listener. */
#include "service/feed.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "records/journal.h"

enum { NO_STORE_MS = 50, RUN_SIZE = 32, RUNS_AT_ONCE = 1000 };

struct feeds {
    struct service *service;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* the first listener, a write to the store, or the end */
    struct listener *listeners;
    struct store *store; /* that tells of writes; NULL: it is not there yet */
    struct store_listener writes;
    bool started, closing, written;
    pthread_t looker;
};

void feeds_moved(struct feeds *feeds, struct str run)
{
    pthread_mutex_lock(&feeds->lock);
    for (struct listener *l = feeds->listeners; l; l = l->next)
        l->moved(l->context, run);
    pthread_mutex_unlock(&feeds->lock);
}

/* --- other processes --- */

struct look {
    int64_t version, last; /* of the store; number of the last event that was seen */
};

static void store_written(void *context)
{
    struct feeds *feeds = context;

    thread_tell(&feeds->lock, &feeds->written, true, &feeds->changed);
}

/* On the thread that looks: from now on the store tells of writes. */
static void follow_store(struct feeds *feeds)
{
    struct store *store;

    if (feeds->store || service_store(feeds->service, false, &store, NULL) < 0)
        return;
    feeds->writes = (struct store_listener){ .changed = store_written, .context = feeds };
    if (store_listen(store, &feeds->writes, NULL) == 0)
        feeds->store = store;
}

/* Runs that got events since the last look, other than those this process works on. */
static void look(struct feeds *feeds, struct look *at)
{
    struct store *store = feeds->store;
    struct db *db;
    int64_t version = 0;

    if (!store || store_version(store, &version, NULL) < 0 || version == at->version ||
        store_read_begin(store, &db, NULL) < 0)
        return;
    struct arena *arena = arena_new();
    struct str_list runs = { 0 };
    bool first = at->version < 0;
    int r = event_moved_runs(db, run_worker_name(), first ? INT64_MAX : at->last, RUNS_AT_ONCE, arena, &runs, &at->last,
                             NULL);
    store_read_end(store, db);
    if (r == 0)
        at->version = version;
    if (first && r == 0)
        feeds_moved(feeds, str("")); /* what came between the listener's first look and ours */
    for (size_t i = 0; r == 0 && i < runs.n; i++)
        feeds_moved(feeds, runs.items[i]);
    arena_free(arena);
}

static void *look_main(void *arg)
{
    struct feeds *feeds = arg;
    struct look at = { -1, 0 };

    pthread_mutex_lock(&feeds->lock);
    while (!feeds->closing) {
        if (!feeds->listeners) {
            thread_cond_wait(&feeds->changed, &feeds->lock, -1);
            continue;
        }
        feeds->written = false;
        pthread_mutex_unlock(&feeds->lock);
        follow_store(feeds);
        look(feeds, &at);
        pthread_mutex_lock(&feeds->lock);
        if (!feeds->closing && !feeds->written)
            thread_cond_wait(&feeds->changed, &feeds->lock, feeds->store ? -1 : clock_monotonic_ms() + NO_STORE_MS);
    }
    pthread_mutex_unlock(&feeds->lock);
    return NULL;
}

struct feeds *feeds_new(struct service *service, struct arena *arena)
{
    struct feeds *feeds = arena_alloc(arena, sizeof *feeds);

    feeds->service = service;
    pthread_mutex_init(&feeds->lock, NULL);
    thread_cond_init(&feeds->changed);
    return feeds;
}

void feeds_stop(struct feeds *feeds)
{
    if (!feeds)
        return;
    thread_tell(&feeds->lock, &feeds->closing, true, &feeds->changed);
    if (feeds->started) /* no thread starts any more */
        pthread_join(feeds->looker, NULL);
    if (feeds->store)
        store_unlisten(feeds->store, &feeds->writes);
    pthread_cond_destroy(&feeds->changed);
    pthread_mutex_destroy(&feeds->lock);
}

void service_listen(struct service *service, struct listener *listener)
{
    struct feeds *feeds = service_feeds(service);

    pthread_mutex_lock(&feeds->lock);
    listener->next = feeds->listeners;
    feeds->listeners = listener;
    /* Without the thread the commits of this process are still told. */
    if (!feeds->started && !feeds->closing)
        feeds->started = thread_start(&feeds->looker, "feed", look_main, feeds, NULL) == 0;
    pthread_cond_broadcast(&feeds->changed);
    pthread_mutex_unlock(&feeds->lock);
}

void service_unlisten(struct service *service, struct listener *listener)
{
    struct feeds *feeds = service_feeds(service);

    pthread_mutex_lock(&feeds->lock);
    struct listener **at = &feeds->listeners;
    while (*at && *at != listener)
        at = &(*at)->next;
    if (*at)
        *at = listener->next;
    pthread_mutex_unlock(&feeds->lock);
}

/* --- one run --- */

struct feed {
    struct service *service;
    struct listener listener;
    char run[RUN_SIZE];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool moved;
};

static void note(void *context, struct str run)
{
    struct feed *feed = context;

    if (run.len && !str_is(run, feed->run))
        return;
    feed_wake(feed);
}

struct feed *feed_open(struct service *service, struct str run)
{
    struct feed *feed = memory_alloc(sizeof *feed);

    *feed = (struct feed){ .service = service, .listener = { .moved = note, .context = feed }, .moved = true };
    snprintf(feed->run, sizeof feed->run, "%.*s", STR_ARG(run));
    pthread_mutex_init(&feed->lock, NULL);
    thread_cond_init(&feed->changed);
    service_listen(service, &feed->listener);
    return feed;
}

void feed_close(struct feed *feed)
{
    if (!feed)
        return;
    service_unlisten(feed->service, &feed->listener);
    pthread_cond_destroy(&feed->changed);
    pthread_mutex_destroy(&feed->lock);
    free(feed);
}

void feed_wake(struct feed *feed) { thread_tell(&feed->lock, &feed->moved, true, &feed->changed); }

bool feed_wait(struct feed *feed, int64_t deadline_ms)
{
    bool in_time = true;

    pthread_mutex_lock(&feed->lock);
    while (!feed->moved && in_time)
        in_time = thread_cond_wait(&feed->changed, &feed->lock, deadline_ms);
    bool moved = feed->moved;
    feed->moved = false;
    pthread_mutex_unlock(&feed->lock);
    return moved;
}
