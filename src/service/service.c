#include "service/service.h"

#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/thread.h"
#include "llm/lender.h"
#include "net/guard.h"
#include "pages/document.h"
#include "records/care.h"
#include "service/account.h"
#include "service/delivery.h"
#include "service/feed.h"
#include "service/notices.h"
#include "service/tools.h"
#include "service/value.h"
#include "workflows/workflows.h"

enum { EVENTS_BEGUN = 2 }; /* run_created, run_started */
enum { CARE_MS = 5000, CARE_AFTER_MS = 1000, CARE_EVERY_MS = 3600 * 1000 };

/* Of the first run: the network, the writer of the store and who tells of its changes, the watcher, the care, the run, the feed. */
enum { RUN_THREADS = 7 };

struct service {
    struct arena *arena;
    struct service_options options;
    struct environment *environment;
    struct config config;
    pthread_mutex_t lock;       /* guards what is opened on first use */
    pthread_rwlock_t listening; /* guards options.text; held while it is called */
    struct store *store;
    const struct guard *guard;
    struct delivery_settings *delivery;
    struct notices *notices; /* made with the engine */
    struct net *net;
    struct engine *engine;
    struct tools *tools;
    struct feeds *feeds;
    struct rates *rates;
    struct lender *lender;
    pthread_t care; /* tidies the store once a day */
    bool caring, closing;
    pthread_cond_t closed;
};

static void rested(void *context, struct str run) { notices_push(((struct service *) context)->notices, run); }
static void committed(void *context, struct str run) { feeds_moved(((struct service *) context)->feeds, run); }

int service_new(const struct service_options *options, struct service **ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct service *service = arena_alloc(arena, sizeof *service);
    int r = 0;

    /* Before any thread: the process that forks the readers of documents. */
    pages_zygote_start(NULL);
    *service = (struct service){ .arena = arena, .options = *options };
    service->environment = environment_new(arena, true);
    pthread_mutex_init(&service->lock, NULL);
    pthread_rwlock_init(&service->listening, NULL);
    thread_cond_init(&service->closed);
    service->feeds = feeds_new(service, arena);
    service->rates = rates_new(arena);
    service->lender = lender_new(committed, service);
    if (options->env_file)
        r = environment_read(service->environment, options->env_file, e);
    if (r == 0)
        r = config_load(arena, &(struct config_options){ .path = options->config_path }, service->environment,
                        &service->config, e);
    if (r == 0 && options->will_call)
        service_will_call(service);
    if (r == 0)
        r = config_check_addresses(arena, service->environment, e);
    if (r == 0)
        service->tools = tools_new(service);
    if (r < 0) {
        service_free(service);
        return r;
    }
    *ret = service;
    return 0;
}

void service_stop(struct service *service)
{
    pthread_mutex_lock(&service->lock);
    struct engine *engine = service->engine;
    service->engine = NULL;
    pthread_mutex_unlock(&service->lock);
    engine_stop(engine);
}

void service_free(struct service *service)
{
    if (!service)
        return;
    service_stop(service);
    notices_free(service->notices);
    net_stop(service->net);
    feeds_stop(service->feeds);
    rates_free(service->rates);
    thread_tell(&service->lock, &service->closing, true, &service->closed);
    if (service->caring)
        pthread_join(service->care, NULL);
    thread_dismiss();
    store_close(service->store);
    tools_free(service->tools);
    lender_free(service->lender);
    pthread_rwlock_destroy(&service->listening);
    pthread_cond_destroy(&service->closed);
    pthread_mutex_destroy(&service->lock);
    arena_free(service->arena);
}

const struct config *service_config(const struct service *service) { return &service->config; }
const struct environment *service_environment(const struct service *service) { return service->environment; }
struct tools *service_tools(struct service *service) { return service->tools; }
struct notices *service_notices(struct service *service) { return service->notices; }
struct feeds *service_feeds(struct service *service) { return service->feeds; }
struct lender *service_lender(struct service *service) { return service->lender; }
struct rates *service_rates(struct service *service) { return service->rates; }

struct str service_database(const struct service *service, struct arena *arena)
{
    return str_format(arena, "%.*s/fathom.db", STR_ARG(service->config.home));
}

static bool is_other_than_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* With the lock held. */
static int open_store(struct service *service, bool create, struct error *e)
{
    struct str path = service_database(service, service->arena);
    const char *home = str_z(service->arena, service->config.home);
    struct stat st;
    bool there = stat(path.data, &st) == 0;
    int why = there ? 0 : errno;

    if (is_other_than_folder(home)) {
        error_set(e, ERROR_MISCONFIGURED, "The data folder %s is not a folder; set FATHOM_HOME to one.", home);
        return -ERROR_MISCONFIGURED;
    }
    if (why && why != ENOENT) {
        errno = why;
        error_errno(e,
                    why == ENAMETOOLONG ? "The path of the data folder is too long; set FATHOM_HOME to a shorter one"
                                        : "The data folder %s cannot be read; set FATHOM_HOME to one you can read",
                    home);
        if (e)
            e->code = ERROR_MISCONFIGURED;
        return -ERROR_MISCONFIGURED;
    }
    if (!there && !create)
        return error_set(e, ERROR_NOT_FOUND, "There is no run yet in %s.", home);
    if (!there && file_make_dirs(home, e) < 0) {
        if (e)
            e->code = ERROR_MISCONFIGURED;
        return error_wrap(e, "The data folder cannot be created; set FATHOM_HOME to a folder you can write");
    }
    if (access(home, W_OK) < 0 && create) {
        error_errno(e, "The data folder %s cannot be written; set FATHOM_HOME to one you can write", home);
        if (e)
            e->code = ERROR_MISCONFIGURED;
        return -ERROR_MISCONFIGURED;
    }
    struct store_settings settings = { .path = path.data,
                                       .create = create,
                                       .read_only = access(path.data, W_OK) < 0 && there };
    return store_open(&settings, &service->store, e);
}

int service_store(struct service *service, bool create, struct store **ret, struct error *e)
{
    pthread_mutex_lock(&service->lock);
    int r = service->store ? 0 : open_store(service, create, e);
    if (r == 0)
        *ret = service->store;
    pthread_mutex_unlock(&service->lock);
    return r;
}

static int make_guard(struct service *service, const struct guard **ret, struct error *e)
{
    const struct str_list *networks = &service->config.fetch.allow_networks;

    if (!service->guard &&
        guard_new(service->arena, str_join(service->arena, networks->items, networks->n, ","), &service->guard, e) < 0)
        return error_wrap(e, "fetch.allow_networks");
    *ret = service->guard;
    return 0;
}

int service_guard(struct service *service, const struct guard **ret, struct error *e)
{
    pthread_mutex_lock(&service->lock);
    int r = make_guard(service, ret, e);
    pthread_mutex_unlock(&service->lock);
    return r;
}

int service_delivery(struct service *service, const struct delivery_settings **ret, struct error *e)
{
    const struct guard *guard = NULL;
    int r = 0;

    pthread_mutex_lock(&service->lock);
    if (!service->delivery && (r = make_guard(service, &guard, e)) == 0) {
        struct delivery_settings made;

        r = delivery_settings_make(&service->config, guard, &made, e);
        if (r == 0)
            service->delivery = arena_copy(service->arena, &made, sizeof made);
    }
    if (r == 0)
        *ret = service->delivery;
    pthread_mutex_unlock(&service->lock);
    return r;
}

static int start_net(struct service *service, struct error *e)
{
    const struct guard *guard = NULL;
    int r = make_guard(service, &guard, e);

    if (r < 0)
        return r;
    return net_start(&(struct net_settings){ .guard = guard,
                                             .user_agent = str("fathom/" FATHOM_VERSION),
                                             .ca_file = service->config.ca_file,
                                             .trace = log_wants(LOG_DEBUG) },
                     &service->net, e);
}

int service_net(struct service *service, struct net **ret, struct error *e)
{
    pthread_mutex_lock(&service->lock);
    int r = service->net ? 0 : start_net(service, e);
    if (r == 0)
        *ret = service->net;
    pthread_mutex_unlock(&service->lock);
    return r;
}

void service_will_call(struct service *service)
{
    pthread_mutex_lock(&service->lock);
    if (!service->net) {
        thread_prepare(RUN_THREADS);
        start_net(service, NULL); /* service_net() tries again and says what is wrong */
    }
    pthread_mutex_unlock(&service->lock);
}

static void text_written(void *context, struct str run, struct str path, int attempt, size_t offset, struct str text)
{
    struct service *service = context;

    pthread_rwlock_rdlock(&service->listening);
    if (service->options.text)
        service->options.text(service->options.context, run, path, attempt, offset, text);
    pthread_rwlock_unlock(&service->listening);
}

void service_listen_text(struct service *service, service_text_fn *text, void *context)
{
    pthread_rwlock_wrlock(&service->listening);
    service->options.text = text;
    service->options.context = context;
    pthread_rwlock_unlock(&service->listening);
}

/* Of a user who is gone, the configuration's. */
static struct user_limits limits_for(struct service *service, struct str owner)
{
    struct arena *arena = arena_new();
    struct user_row user = { .limits = { -1, -1, -1, -1, -1 } };
    struct store *store;
    struct db *db;

    if (service_read_begin(service, &store, &db, NULL) == 0) {
        struct user_row found;

        if (user_record_get(db, owner, arena, &found, NULL) == 0)
            user = found;
        store_read_end(store, db);
    }
    arena_free(arena);
    return limits_of(service, &user.limits);
}

static struct user_limits configured_limits(void *context, const struct user_limits *own)
{
    return limits_of(context, own);
}

static int64_t concurrent_runs(void *context, struct str owner) { return limits_for(context, owner).concurrent_runs; }

/* A run may have waited in the queue while others of its owner used up what is left for today. */
static int check_quota(struct service *service, const struct run_row *row, struct error *e)
{
    const struct user_limits limits = limits_for(service, row->owner);
    struct store *store;
    struct db *db;
    int r = service_read_begin(service, &store, &db, e);

    if (r < 0)
        return r;
    r = quota_check(db, row->owner, &limits, clock_wall_ms(), e);
    store_read_end(store, db);
    return r;
}

static int run_tools(void *context, const struct run_row *row, const struct run_settings *settings,
                     struct run_tools *ret, struct error *e)
{
    struct service *service = context;
    bool begins = row->events <= EVENTS_BEGUN && row->owner.len;
    int r = begins ? check_quota(service, row, e) : 0;

    return r < 0 ? r : tools_for_run(service->tools, row, settings, ret, e);
}

/* --- care: what nobody needs leaves the store --- */

void service_care(struct service *service)
{
    struct cared cared;
    struct error e;

    /* The deletion itself is done; a store that cannot be tidied now is tidied another time. */
    if (store_care(service->store, CARE_MS, &cared, &e) < 0)
        log_line(LOG_WARN, "cleaning up the store: %s", e.message);
}

static void care_daily(struct service *service)
{
    struct cared cared = { 0 };
    struct error e;

    if (store_care_daily(service->store, CARE_MS, &cared, &e) < 0)
        log_line(LOG_WARN, "cleaning up the store: %s", e.message);
}

/* False when the time is over. */
static bool closes_before(struct service *service, int64_t deadline_ms)
{
    pthread_mutex_lock(&service->lock);
    while (!service->closing && thread_cond_wait(&service->closed, &service->lock, deadline_ms))
        ;
    bool closing = service->closing;
    pthread_mutex_unlock(&service->lock);
    return closing;
}

/* Looks when the first run has got under way, or at the end when that comes first. */
static void *care_main(void *arg)
{
    struct service *service = arg;
    int64_t next = clock_monotonic_ms() + CARE_AFTER_MS;
    bool looked = false;

    for (; !closes_before(service, next); next = clock_monotonic_ms() + CARE_EVERY_MS) {
        care_daily(service);
        looked = true;
    }
    if (!looked)
        care_daily(service);
    return NULL;
}

int service_engine(struct service *service, struct engine **ret, struct error *e)
{
    struct store *store = NULL;
    struct net *net = NULL;
    int r = service_store(service, true, &store, e);

    if (r == 0)
        r = service_net(service, &net, e);
    if (r < 0)
        return r;
    pthread_mutex_lock(&service->lock);
    if (!service->notices)
        service->notices = notices_new(service);
    if (!service->engine)
        r = engine_start(&(struct engine_settings){ .store = store,
                                                    .net = net,
                                                    .workflows = workflows,
                                                    .run_threads = (int) service->config.run_threads,
                                                    .tools = run_tools,
                                                    .give_back = tools_give_back,
                                                    .context = service,
                                                    .text = text_written,
                                                    .committed = committed,
                                                    .rested = rested,
                                                    .limit = concurrent_runs,
                                                    .limits = configured_limits },
                         &service->engine, e);
    if (r == 0 && !service->caring)
        service->caring = thread_start(&service->care, "store-care", care_main, service, NULL) == 0;
    if (r == 0)
        *ret = service->engine;
    pthread_mutex_unlock(&service->lock);
    return r;
}

int64_t service_in_flight(struct service *service)
{
    struct net_counts counts = { 0 };

    pthread_mutex_lock(&service->lock);
    if (service->net)
        net_count(service->net, &counts);
    pthread_mutex_unlock(&service->lock);
    return (int64_t) (counts.started - counts.finished);
}

bool service_active(struct service *service, struct str id)
{
    pthread_mutex_lock(&service->lock);
    bool active = service->engine && engine_active(service->engine, id);
    pthread_mutex_unlock(&service->lock);
    return active;
}

bool service_wake(struct service *service, struct str id)
{
    pthread_mutex_lock(&service->lock);
    bool slept = service->engine && engine_wake(service->engine, id);
    pthread_mutex_unlock(&service->lock);
    return slept;
}

size_t service_calls(struct service *service, struct str id)
{
    pthread_mutex_lock(&service->lock);
    int n = service->engine ? engine_in_flight(service->engine, id) : 0;
    pthread_mutex_unlock(&service->lock);
    return n > 0 ? (size_t) n : 0;
}

int service_result(struct service *service, struct str id, struct error *e)
{
    pthread_mutex_lock(&service->lock);
    struct engine *engine = service->engine;
    pthread_mutex_unlock(&service->lock);
    return engine ? engine_wait(engine, id, clock_monotonic_ms(), e) : 0;
}

int service_read_begin(struct service *service, struct store **ret_store, struct db **ret, struct error *e)
{
    struct store *store = NULL;
    int r = service_store(service, false, &store, e);

    if (r == 0)
        r = store_read_begin(store, ret, e);
    if (r < 0)
        return r;
    *ret_store = store;
    return 0;
}

int service_find(struct service *service, int (*find)(struct db *db, void *context, struct error *e), void *context,
                 struct error *e)
{
    struct store *store;
    struct db *db;
    int r = service_read_begin(service, &store, &db, e);

    if (r < 0)
        return r == -ERROR_NOT_FOUND ? 0 : r;
    r = find(db, context, e);
    store_read_end(store, db);
    return r;
}
