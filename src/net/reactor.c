/* The reactor thread: commands, limits, timers and sockets.
 *
 * An exchange goes NEW -> WAITING (for its limiter or a free place in the pool)
 * -> RUNNING (in libcurl) -> OVER. What waits stands in a lane, one per limiter
 * and pool, so the limiter is asked for the first of a lane only and a thousand
 * waiting exchanges cost nothing. libcurl tells which sockets to watch and when
 * to call it back; nothing is ever polled handle by handle. */
#include <assert.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "net/exchange.h"
#include "net/url.h"

#define CONTAINER(pointer, type, member) ((type *) ((char *) (pointer) -offsetof(type, member)))

enum { EVENTS_AT_ONCE = 128, WAKE_TAG = NET_SHARDS_MAX };

/* --- timers: a binary heap of nodes that know their place --- */

static void heap_put(struct net *net, size_t at, struct net_timer_node *node)
{
    net->heap[at] = node;
    node->place = at + 1;
}

static void heap_up(struct net *net, size_t at)
{
    struct net_timer_node *node = net->heap[at];

    for (; at > 0 && net->heap[(at - 1) / 2]->at_ms > node->at_ms; at = (at - 1) / 2)
        heap_put(net, at, net->heap[(at - 1) / 2]);
    heap_put(net, at, node);
}

static void heap_down(struct net *net, size_t at)
{
    struct net_timer_node *node = net->heap[at];

    for (size_t child; (child = 2 * at + 1) < net->heap_n; at = child) {
        if (child + 1 < net->heap_n && net->heap[child + 1]->at_ms < net->heap[child]->at_ms)
            child++;
        if (net->heap[child]->at_ms >= node->at_ms)
            break;
        heap_put(net, at, net->heap[child]);
    }
    heap_put(net, at, node);
}

void net_timer_stop(struct net *net, struct net_timer_node *node)
{
    if (node->place == 0)
        return;
    size_t at = node->place - 1;
    struct net_timer_node *last = net->heap[--net->heap_n];
    node->place = 0;
    if (last == node)
        return;
    heap_put(net, at, last);
    heap_up(net, at);
    heap_down(net, last->place - 1);
}

void net_timer_set(struct net *net, struct net_timer_node *node, int64_t at_ms)
{
    net_timer_stop(net, node);
    if (net->heap_n == net->heap_capacity) {
        net->heap_capacity = net->heap_capacity ? net->heap_capacity * 2 : 64;
        net->heap = memory_realloc(net->heap, net->heap_capacity * sizeof(struct net_timer_node *));
    }
    node->at_ms = at_ms;
    heap_put(net, net->heap_n++, node);
    heap_up(net, net->heap_n - 1);
}

/* --- the end of an exchange --- */

static void trace(const struct net_exchange *x)
{
    struct buf url;

    if (!x->net->settings.trace || !log_wants(LOG_DEBUG))
        return;
    buf_init(&url, 2 * 8192);
    url_mask(&url, x->request.url);
    if (x->error)
        log_line(LOG_DEBUG, "net: %s %s failed: %s", x->request.method, url.over ? "(long)" : url.data,
                 x->error->message);
    else
        log_line(LOG_DEBUG, "net: %s %s %d, %zu bytes, %lld ms, queued %lld ms, %s", x->request.method,
                 url.over ? "(long)" : url.data, x->response.status, x->response.body.len,
                 (long long) x->response.elapsed_ms, (long long) x->response.queued_ms, x->address);
    buf_free(&url);
}

static void lane_leave(struct net *net, struct net_exchange *x);

/* Off libcurl and out of every list; what is left belongs to the waiter. */
static void leave(struct net *net, struct net_exchange *x)
{
    net_timer_stop(net, &x->timer);
    if (x->lane)
        lane_leave(net, x);
    if (x->state == NET_STATE_RUNNING) {
        net_transfer_close(x);
        net->pools[x->request.pool].running--;
        atomic_fetch_sub(&net->bodies, x->body.len);
    }
    if (x->holds_place)
        limiter_give_back(x->request.limiter);
    x->holds_place = false;
    if (x->state != NET_STATE_OVER && x->state != NET_STATE_NEW)
        TAILQ_REMOVE(&net->live, x, live_link);
    x->state = NET_STATE_OVER;
}

static void finish(struct net *net, struct net_exchange *x)
{
    leave(net, x);
    atomic_fetch_add(x->error ? &net->failed : &net->finished, 1);
    trace(x);
    net_publish(x);
}

/* --- lanes --- */

static struct net_lane **lane_slot(struct net *net, const struct limiter *limiter, enum net_pool pool)
{
    uintptr_t key = (uintptr_t) limiter / 16 + pool;
    struct net_lane **slot = &net->lanes[(key ^ key >> 8) % NET_LANE_BUCKETS];

    while (*slot && ((*slot)->limiter != limiter || (*slot)->pool != pool))
        slot = &(*slot)->next;
    return slot;
}

static void lane_drop_if_empty(struct net *net, struct net_lane *lane)
{
    if (!TAILQ_EMPTY(&lane->waiting))
        return;
    *lane_slot(net, lane->limiter, lane->pool) = lane->next;
    net_timer_stop(net, &lane->timer);
    if (lane->blocked)
        TAILQ_REMOVE(&net->pools[lane->pool].blocked, lane, blocked_link);
    free(lane);
}

static void lane_join(struct net *net, struct net_exchange *x)
{
    struct net_lane **slot = lane_slot(net, x->request.limiter, x->request.pool), *lane = *slot;

    if (!lane) {
        *slot = lane = memory_alloc(sizeof *lane);
        *lane = (struct net_lane){
            .limiter = x->request.limiter,
            .pool = x->request.pool,
            .timer.kind = NET_TIMER_LANE,
        };
        TAILQ_INIT(&lane->waiting);
    }
    TAILQ_INSERT_TAIL(&lane->waiting, x, lane_link);
    x->lane = lane;
    x->state = NET_STATE_WAITING;
    atomic_fetch_add(&net->queued, 1);
    if (x->request.queue_ms > 0)
        net_timer_set(net, &x->timer, x->sent_ms + x->request.queue_ms);
}

static void lane_leave(struct net *net, struct net_exchange *x)
{
    TAILQ_REMOVE(&x->lane->waiting, x, lane_link);
    x->lane = NULL;
    atomic_fetch_sub(&net->queued, 1);
    net_timer_stop(net, &x->timer);
}

static void arm(struct net *net, struct net_exchange *x)
{
    int64_t end = x->started_ms + x->request.timeout_ms, stall = x->last_ms + x->request.stall_ms;

    net_timer_set(net, &x->timer, end < stall ? end : stall);
}

static void begin(struct net *net, struct net_exchange *x)
{
    x->state = NET_STATE_RUNNING;
    atomic_store(&x->sent, true);
    x->started_ms = x->last_ms = net->now_ms;
    net->pools[x->request.pool].running++;
    atomic_fetch_add(&net->started, 1);
    net_transfer_begin(x);
    if (x->error)
        finish(net, x);
    else
        arm(net, x);
}

static void refuse(struct net *net, struct net_exchange *x)
{
    struct limiter_status status;
    char why[LIMITER_WHY];

    limiter_status(x->request.limiter, net->now_ms, &status);
    limiter_explain(x->request.limiter, net->now_ms, why);
    net_fail(x, ERROR_UNAVAILABLE, "%s", why); /* who asked names the service */
    x->error->retry = true;
    x->error->retry_after_ms = status.opens_again_ms;
    finish(net, x);
}

/* Bodies in flight share a limit; what runs goes on, so that room comes back. */
static bool has_room(const struct net *net, enum net_pool pool)
{
    return net->pools[pool].running < net->pools[pool].most && atomic_load(&net->bodies) < net->settings.bodies_max;
}

/* Starts what may start. The lane is gone afterwards if nothing waits in it. */
static void lane_pump(struct net *net, struct net_lane *lane)
{
    struct net_pool_state *pool = &net->pools[lane->pool];
    struct net_exchange *x;
    int64_t again_ms;

    while ((x = TAILQ_FIRST(&lane->waiting))) {
        if (!has_room(net, lane->pool)) {
            if (!lane->blocked)
                TAILQ_INSERT_TAIL(&pool->blocked, lane, blocked_link);
            lane->blocked = true;
            return;
        }
        enum limiter_answer answer = LIMITER_GO;
        if (lane->limiter)
            answer = limiter_take(lane->limiter, x->request.tokens, net->now_ms, &again_ms);
        if (answer == LIMITER_WAIT) {
            int64_t latest = net->now_ms + NET_RECHECK_MS;

            net_timer_set(net, &lane->timer, again_ms < 0 || again_ms > latest ? latest : again_ms);
            return;
        }
        lane_leave(net, x);
        if (answer == LIMITER_GO) {
            x->holds_place = lane->limiter != NULL;
            begin(net, x);
        } else {
            refuse(net, x);
        }
    }
    lane_drop_if_empty(net, lane);
}

/* A place was given back: the lanes of that limiter, then those the pool held up. */
static void make_room(struct net *net, const struct limiter *limiter)
{
    for (int p = NET_PROVIDER; p <= NET_PAGE; p++) {
        struct net_lane *lane = *lane_slot(net, limiter, (enum net_pool) p);

        if (lane && !lane->blocked)
            lane_pump(net, lane);
    }
    for (int p = NET_PROVIDER; p <= NET_PAGE; p++) {
        struct net_pool_state *pool = &net->pools[p];
        struct net_lane *lane;

        while (has_room(net, (enum net_pool) p) && (lane = TAILQ_FIRST(&pool->blocked))) {
            TAILQ_REMOVE(&pool->blocked, lane, blocked_link);
            lane->blocked = false;
            lane_pump(net, lane);
        }
    }
}

static void finish_and_make_room(struct net *net, struct net_exchange *x)
{
    const struct limiter *limiter = x->request.limiter;

    finish(net, x);
    make_room(net, limiter);
}

/* --- commands --- */

static void admit(struct net *net, struct net_exchange *x)
{
    struct net_lane *lane = *lane_slot(net, x->request.limiter, x->request.pool);

    if (net->failure.code) {
        net_fail(x, net->failure.code, "%s", net->failure.message);
        finish(net, x);
        return;
    }
    x->timer.kind = NET_TIMER_EXCHANGE;
    TAILQ_INSERT_TAIL(&net->live, x, live_link);
    lane_join(net, x);
    if (!lane) /* else others are before it */
        lane_pump(net, *lane_slot(net, x->request.limiter, x->request.pool));
}

static void drop(struct net *net, struct net_exchange *x)
{
    const struct limiter *limiter = x->request.limiter;
    struct net_lane *lane = x->lane;

    leave(net, x);
    net_exchange_destroy(x);
    if (lane)
        lane_drop_if_empty(net, lane);
    else
        make_room(net, limiter);
}

/* True when the reactor must stop. */
static bool run_commands(struct net *net)
{
    for (;;) {
        pthread_mutex_lock(&net->lock);
        net->signalled = false;
        struct net_exchange *x = TAILQ_FIRST(&net->commands);
        bool stopping = net->stopping, aborted = x && x->aborted;
        if (x && !stopping) {
            TAILQ_REMOVE(&net->commands, x, command_link);
            x->commanded = false;
        }
        pthread_mutex_unlock(&net->lock);
        if (!x || stopping)
            return stopping;
        if (aborted)
            drop(net, x);
        else
            admit(net, x);
    }
}

void net_reactor_signal(struct net *net)
{
    uint64_t one = 1;

    if (net->signalled || net->stopped)
        return;
    net->signalled = true;
    /* The counter cannot overflow: it is read before it is written again. */
    ssize_t n = write(net->event_fd, &one, sizeof one);
    assert(n == sizeof one);
    (void) n;
}

void net_reactor_stop(struct net *net)
{
    pthread_mutex_lock(&net->lock);
    net->stopping = true;
    net_reactor_signal(net);
    pthread_mutex_unlock(&net->lock);
}

/* --- timers that fire --- */

static void exchange_timer(struct net *net, struct net_exchange *x)
{
    const struct net_request *request = &x->request;
    struct str where = net_authority(request->url);
    char seconds[32];

    if (x->state == NET_STATE_WAITING) {
        struct net_lane *lane = x->lane;

        /* Our own limit, not a failure of the service: the breaker must not count it. */
        net_fail(x, ERROR_RATE, "no request to %.*s could start in time: its rate or concurrency limit was reached",
                 STR_ARG(where));
        x->error->retry = true;
        finish(net, x);
        lane_drop_if_empty(net, lane);
        return;
    }
    if (net->now_ms >= x->started_ms + request->timeout_ms)
        net_fail(x, ERROR_TIMEOUT, "no complete answer from %.*s %s%s", STR_ARG(where),
                 request->bounded ? "in time" : "within ",
                 request->bounded ? "" : net_seconds(seconds, request->timeout_ms));
    else if (net->now_ms >= x->last_ms + request->stall_ms)
        net_fail(x, ERROR_TIMEOUT, "no data for %s from %.*s", net_seconds(seconds, request->stall_ms), STR_ARG(where));
    if (!x->error) {
        arm(net, x);
        return;
    }
    finish_and_make_room(net, x);
}

static void run_timers(struct net *net)
{
    while (net->heap_n && net->heap[0]->at_ms <= net->now_ms) {
        struct net_timer_node *node = net->heap[0];

        net_timer_stop(net, node);
        if (node->kind == NET_TIMER_EXCHANGE) {
            exchange_timer(net, CONTAINER(node, struct net_exchange, timer));
        } else if (node->kind == NET_TIMER_LANE) {
            struct net_lane *lane = CONTAINER(node, struct net_lane, timer);

            if (!lane->blocked)
                lane_pump(net, lane);
        } else {
            struct net_shard *shard = CONTAINER(node, struct net_shard, timer);

            if (shard->index > NET_PAGE)
                net_shard_close(shard);
        }
    }
}

/* --- the loop --- */

static void collect(struct net *net, struct net_shard *shard)
{
    CURLMsg *message;
    int left;

    while ((message = curl_multi_info_read(shard->multi, &left))) {
        struct net_exchange *x;
        CURLcode result = message->data.result;

        if (message->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **) &x);
        net_transfer_end(x, result);
        finish_and_make_room(net, x);
    }
}

static int next_timeout(const struct net *net)
{
    int64_t at = net->heap_n ? net->heap[0]->at_ms : -1;

    for (uint32_t i = 0; i < net->shards_n; i++)
        if (net->shards[i] && net->shards[i]->timer_ms >= 0 && (at < 0 || net->shards[i]->timer_ms < at))
            at = net->shards[i]->timer_ms;
    if (at < 0)
        return -1;
    int64_t wait = at - clock_monotonic_ms();
    return wait < 0 ? 0 : wait > 60000 ? 60000 : (int) wait;
}

static void run_sockets(struct net *net, const struct epoll_event *events, int n)
{
    int running;

    for (int i = 0; i < n; i++) {
        unsigned tag = (unsigned) (events[i].data.u64 >> 32);
        uint64_t count;

        if (tag == WAKE_TAG) {
            ssize_t got = read(net->event_fd, &count, sizeof count);
            (void) got;
            continue;
        }
        int what = (events[i].events & EPOLLIN ? CURL_CSELECT_IN : 0) |
                   (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                   (events[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
        if (net->shards[tag])
            curl_multi_socket_action(net->shards[tag]->multi, (int) (uint32_t) events[i].data.u64, what, &running);
    }
    for (uint32_t i = 0; i < net->shards_n; i++) {
        struct net_shard *shard = net->shards[i];

        if (!shard)
            continue;
        if (shard->timer_ms >= 0 && shard->timer_ms <= net->now_ms) {
            shard->timer_ms = -1;
            curl_multi_socket_action(shard->multi, CURL_SOCKET_TIMEOUT, 0, &running);
        }
        collect(net, shard);
    }
}

/* Everything under way ends with an error; nobody may be left waiting. */
static void stop_all(struct net *net)
{
    struct net_exchange *x;

    while ((x = TAILQ_FIRST(&net->live))) {
        struct net_lane *lane = x->lane;

        net_fail(x, ERROR_UNAVAILABLE, "the network has been shut down");
        finish(net, x);
        if (lane)
            lane_drop_if_empty(net, lane);
    }
    for (;;) {
        pthread_mutex_lock(&net->lock);
        if ((x = TAILQ_FIRST(&net->commands)))
            TAILQ_REMOVE(&net->commands, x, command_link);
        else
            net->stopped = true;
        bool aborted = x && x->aborted;
        if (x)
            x->commanded = false;
        pthread_mutex_unlock(&net->lock);
        if (!x)
            return;
        if (aborted) {
            net_exchange_destroy(x);
        } else {
            net_fail(x, ERROR_UNAVAILABLE, "the network has been shut down");
            finish(net, x);
        }
    }
}

static int start_curl(struct net *net, struct error *e)
{
    if (curl_api_load(e) < 0)
        return -e->code;
    for (int p = 0; p < 2; p++)
        if (!net_shard_open(net, (enum net_pool) p))
            return error_set(e, ERROR_INTERNAL, "libcurl cannot be started");
    return 0;
}

void *net_reactor_run(void *argument)
{
    struct net *net = argument;
    struct epoll_event events[EVENTS_AT_ONCE];

    start_curl(net, &net->failure);
    for (;;) {
        net->now_ms = clock_monotonic_ms();
        if (run_commands(net))
            break;
        int n = epoll_wait(net->epoll_fd, events, EVENTS_AT_ONCE, next_timeout(net));
        net->now_ms = clock_monotonic_ms();
        run_sockets(net, events, n > 0 ? n : 0);
        run_timers(net);
    }
    stop_all(net);
    return NULL;
}

int net_reactor_open(struct net *net, struct error *e)
{
    TAILQ_INIT(&net->live);
    net->shard_idle_ms = NET_SHARD_IDLE_MS;
    net->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    net->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event wake = { .events = EPOLLIN, .data.u64 = (uint64_t) WAKE_TAG << 32 };
    if (net->epoll_fd < 0 || net->event_fd < 0 || epoll_ctl(net->epoll_fd, EPOLL_CTL_ADD, net->event_fd, &wake) < 0)
        return error_errno(e, "cannot start the network");
    for (int p = 0; p < 2; p++) {
        struct net_pool_state *pool = &net->pools[p];

        pool->most = p == NET_PAGE ? net->settings.page_connections : net->settings.provider_connections;
        TAILQ_INIT(&pool->blocked);
    }
    return 0;
}

void net_reactor_close(struct net *net)
{
    for (int small = 0; small < 2; small++)
        while (net->idle_n[small])
            curl_easy_cleanup(net->idle[small][--net->idle_n[small]]);
    while (net->shards_n)
        net_shard_close(net->shards[net->shards_n - 1]);
    if (net->epoll_fd >= 0)
        close(net->epoll_fd);
    if (net->event_fd >= 0)
        close(net->event_fd);
    net->epoll_fd = net->event_fd = -1;
    free(net->heap);
    free(net->watched);
    net->heap = NULL;
    net->watched = NULL;
    net->watched_n = 0;
}
