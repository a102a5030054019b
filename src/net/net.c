/* What callers see of the reactor: exchanges, waits and their events.
 *
 * An exchange is made here, handed to the reactor through the command queue,
 * and comes back through its wait's `ready` queue. Streamed parts are not
 * queued one by one: the exchange stands in `ready` once and the reader takes
 * all that has come since, so a slow reader costs no memory. */
#include "net/net.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "net/exchange.h"

/* --- start and stop --- */

static char *copy_z(struct str s)
{
    char *copy = memory_alloc(s.len + 1);

    if (s.len)
        memcpy(copy, s.data, s.len);
    copy[s.len] = '\0';
    return copy;
}

static int preset_connections(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) < 0 || files.rlim_cur == RLIM_INFINITY || files.rlim_cur / 2 >= 4096)
        return 4096;
    return files.rlim_cur < 32 ? 16 : (int) (files.rlim_cur / 2);
}

static void net_delete(struct net *net)
{
    net_reactor_close(net);
    pthread_mutex_destroy(&net->lock);
    free(net->user_agent);
    free(net->ca_file);
    free(net);
}

void net_unref(struct net *net)
{
    if (atomic_fetch_sub(&net->references, 1) == 1)
        net_delete(net);
}

int net_start(const struct net_settings *settings, struct net **ret, struct error *e)
{
    struct net *net = memory_alloc(sizeof *net);
    *net = (struct net){ .settings = *settings, .epoll_fd = -1, .event_fd = -1 };
    if (net->settings.bodies_max == 0)
        net->settings.bodies_max = (size_t) 256 << 20;
    if (net->settings.provider_connections <= 0)
        net->settings.provider_connections = preset_connections();
    if (net->settings.page_connections <= 0)
        net->settings.page_connections = 64;
    net->user_agent = copy_z(settings->user_agent);
    net->ca_file = copy_z(settings->ca_file);
    atomic_init(&net->references, 1);
    pthread_mutex_init(&net->lock, NULL);
    TAILQ_INIT(&net->commands);
    int r = net_reactor_open(net, e);
    if (r == 0)
        r = thread_start(&net->thread, "net", net_reactor_run, net, e);
    if (r == 0)
        *ret = net;
    else
        net_delete(net);
    return r;
}

void net_stop(struct net *net)
{
    if (!net)
        return;
    net_reactor_stop(net);
    pthread_join(net->thread, NULL);
    net_unref(net);
}

void net_count(struct net *net, struct net_counts *ret)
{
    *ret = (struct net_counts){
        .started = atomic_load(&net->started),
        .finished = atomic_load(&net->finished),
        .failed = atomic_load(&net->failed),
        .connections = atomic_load(&net->connections),
        .queued = atomic_load(&net->queued),
        .bodies_bytes = atomic_load(&net->bodies),
    };
}

/* --- exchanges --- */

static bool has_controls(struct str s, unsigned char lowest)
{
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char) s.data[i];

        if ((c < lowest && c != '\t') || c == 0x7f)
            return true;
    }
    return false;
}

/* A line break in a header or a blank in a URL would let text from elsewhere
 * write requests of its own. Values are not shown: they may be keys. */
static int check_request(const struct net_exchange *x, struct error *e)
{
    const struct net_request *request = &x->request;
    struct str method = str(request->method);

    for (size_t i = 0; i < method.len; i++)
        if (method.data[i] < 'A' || method.data[i] > 'Z')
            return error_set(e, ERROR_INVALID, "the method of a request must be capital letters");
    if (method.len == 0)
        return error_set(e, ERROR_INVALID, "the method of a request must be capital letters");
    if (!str_starts_nocase(request->url, "http://") && !str_starts_nocase(request->url, "https://"))
        return error_set(e, ERROR_INVALID, "only http and https addresses can be asked");
    if (has_controls(request->url, 0x21) || str_find_char(request->url, '\t', 0) >= 0)
        return error_set(e, ERROR_INVALID, "the address holds white space or control characters");
    for (size_t i = 0; i < request->headers_n; i++) {
        ptrdiff_t colon = str_find_char(request->headers[i], ':', 0);

        if (colon <= 0 || has_controls(request->headers[i], 0x20))
            return error_set(e, ERROR_INVALID, "request header %zu is not of the form \"Name: value\"", i + 1);
    }
    return request->pool == NET_PAGE ? guard_url(x->net->settings.guard, request->url, e) : 0;
}

static char *put(char **at, struct str s)
{
    char *start = *at;

    if (s.len)
        memcpy(start, s.data, s.len);
    start[s.len] = '\0';
    *at += s.len + 1;
    return start;
}

/* One block: the struct, the header list, then all the bytes. */
static struct net_exchange *exchange_new(struct net_wait *wait, const struct net_request *request, void *tag)
{
    struct str method = str(request->method);
    size_t bytes = method.len + 1 + request->url.len + 1 + request->body.len + 1;

    for (size_t i = 0; i < request->headers_n; i++)
        bytes += request->headers[i].len + 1;
    struct net_exchange *x = memory_alloc(sizeof *x + request->headers_n * sizeof(struct str) + bytes);
    *x = (struct net_exchange){ .net = wait->net, .wait = wait, .tag = tag, .request = *request };
    struct str *headers = (struct str *) (x + 1);
    char *at = (char *) (headers + request->headers_n);
    x->request.method = put(&at, method);
    x->request.url.data = put(&at, request->url);
    for (size_t i = 0; i < request->headers_n; i++)
        headers[i] = str_n(put(&at, request->headers[i]), request->headers[i].len);
    x->request.headers = headers;
    x->request.body.data = put(&at, request->body);
    if (x->request.connect_ms <= 0)
        x->request.connect_ms = 10000;
    if (x->request.timeout_ms <= 0)
        x->request.timeout_ms = 120000;
    if (x->request.stall_ms <= 0)
        x->request.stall_ms = 60000;
    if (x->request.body_max == 0)
        x->request.body_max = (size_t) 8 << 20;
    buf_init(&x->head, NET_HEAD_MAX);
    buf_init(&x->body, x->request.body_max);
    x->sent_ms = x->started_ms = clock_monotonic_ms();
    return x;
}

static void wait_unref(struct net_wait *wait)
{
    if (atomic_fetch_sub(&wait->references, 1) != 1)
        return;
    assert(TAILQ_EMPTY(&wait->all) && TAILQ_EMPTY(&wait->ready));
    net_unref(wait->net);
    pthread_mutex_destroy(&wait->lock);
    pthread_cond_destroy(&wait->cond);
    buf_free(&wait->part);
    free(wait->timers);
    free(wait);
}

void net_exchange_destroy(struct net_exchange *x)
{
    assert(!x->easy && !x->ready && x->timer.place == 0);
    buf_free(&x->head);
    buf_free(&x->body);
    free(x->spans);
    free(x->response.headers);
    free(x->error);
    wait_unref(x->wait);
    free(x);
}

/* wait->lock held. */
static void make_ready(struct net_exchange *x)
{
    if (!x->ready) {
        TAILQ_INSERT_TAIL(&x->wait->ready, x, ready_link);
        x->ready = true;
    }
    pthread_cond_signal(&x->wait->cond);
}

void net_publish(struct net_exchange *x)
{
    struct net_wait *wait = x->wait;

    /* Once the lock is released, the owner may free the exchange and the wait. */
    atomic_fetch_add(&wait->references, 1);
    pthread_mutex_lock(&wait->lock);
    if (!x->detached) {
        x->done = true;
        make_ready(x);
    }
    pthread_mutex_unlock(&wait->lock);
    wait_unref(wait);
}

bool net_publish_part(struct net_exchange *x, struct str part)
{
    struct net_wait *wait = x->wait;
    int r = 0;

    pthread_mutex_lock(&wait->lock);
    x->streamed = true;
    if (!x->detached && (r = buf_add_str(&x->body, part)) == 0)
        make_ready(x);
    pthread_mutex_unlock(&wait->lock);
    return r == 0;
}

struct net_exchange *net_send(struct net_wait *wait, const struct net_request *request, void *tag)
{
    struct net *net = wait->net;
    struct net_exchange *x = exchange_new(wait, request, tag);
    struct error error;

    atomic_fetch_add(&wait->references, 1);
    pthread_mutex_lock(&wait->lock);
    TAILQ_INSERT_TAIL(&wait->all, x, wait_link);
    pthread_mutex_unlock(&wait->lock);

    bool wrong = check_request(x, &error) < 0;
    pthread_mutex_lock(&net->lock);
    bool stopped = net->stopped;
    if (!wrong && !stopped) {
        TAILQ_INSERT_TAIL(&net->commands, x, command_link);
        x->commanded = true;
        net_reactor_signal(net);
    }
    pthread_mutex_unlock(&net->lock);
    if (wrong || stopped) {
        if (!wrong)
            error_set(&error, ERROR_UNAVAILABLE, "the network has been shut down");
        x->error = memory_alloc(sizeof error);
        *x->error = error;
        x->state = NET_STATE_OVER;
        net_publish(x);
    }
    return x;
}

/* Takes it out of its wait; true if the reactor is through with it. */
static bool detach(struct net_exchange *x)
{
    struct net_wait *wait = x->wait;

    pthread_mutex_lock(&wait->lock);
    assert(!x->detached);
    TAILQ_REMOVE(&wait->all, x, wait_link);
    if (x->ready)
        TAILQ_REMOVE(&wait->ready, x, ready_link);
    x->ready = false;
    x->detached = true;
    bool done = x->done;
    pthread_mutex_unlock(&wait->lock);
    return done;
}

void net_abort(struct net_exchange *x)
{
    struct net *net = x->net;

    if (detach(x)) {
        net_exchange_destroy(x);
        return;
    }
    pthread_mutex_lock(&net->lock);
    bool stopped = net->stopped;
    x->aborted = true;
    if (!stopped && !x->commanded) {
        TAILQ_INSERT_TAIL(&net->commands, x, command_link);
        x->commanded = true;
        net_reactor_signal(net);
    }
    pthread_mutex_unlock(&net->lock);
    if (stopped)
        net_exchange_destroy(x);
}

void net_exchange_free(struct net_exchange *x)
{
    if (x)
        net_abort(x);
}

bool net_exchange_queued(const struct net_exchange *x) { return !atomic_load(&x->sent); }

int64_t net_exchange_elapsed(const struct net_exchange *x)
{
    assert(x->done);
    return clock_monotonic_ms() - x->started_ms;
}

int net_exchange_result(struct net_exchange *x, const struct net_response **ret, struct error *e)
{
    assert(x->done);
    if (x->error) {
        if (e)
            *e = *x->error;
        return -x->error->code;
    }
    *ret = &x->response;
    return 0;
}

/* --- waits --- */

struct net_wait *net_wait_new(struct net *net)
{
    struct net_wait *wait = memory_alloc(sizeof *wait);

    *wait = (struct net_wait){ .net = net };
    atomic_fetch_add(&net->references, 1);
    atomic_init(&wait->references, 1);
    pthread_mutex_init(&wait->lock, NULL);
    thread_cond_init(&wait->cond);
    TAILQ_INIT(&wait->all);
    TAILQ_INIT(&wait->ready);
    buf_init(&wait->part, (size_t) 1 << 40);
    return wait;
}

void net_wait_free(struct net_wait *wait)
{
    struct net_exchange *x;

    if (!wait)
        return;
    /* The owner alone adds and removes, so the list needs no lock to be walked. */
    while ((x = TAILQ_FIRST(&wait->all)))
        net_abort(x);
    wait_unref(wait);
}

void net_timer(struct net_wait *wait, int64_t at_ms, void *tag)
{
    pthread_mutex_lock(&wait->lock);
    if (wait->timers_n == wait->timers_capacity) {
        wait->timers_capacity = wait->timers_capacity ? wait->timers_capacity * 2 : 4;
        wait->timers = memory_realloc(wait->timers, wait->timers_capacity * sizeof *wait->timers);
    }
    size_t at = wait->timers_n++;
    for (; at > 0 && wait->timers[at - 1].at_ms <= at_ms; at--)
        wait->timers[at] = wait->timers[at - 1];
    wait->timers[at] = (struct net_wait_timer){ at_ms, tag };
    pthread_cond_signal(&wait->cond);
    pthread_mutex_unlock(&wait->lock);
}

void net_timer_cancel(struct net_wait *wait, void *tag)
{
    size_t kept = 0;

    pthread_mutex_lock(&wait->lock);
    for (size_t i = 0; i < wait->timers_n; i++)
        if (wait->timers[i].tag != tag)
            wait->timers[kept++] = wait->timers[i];
    wait->timers_n = kept;
    pthread_mutex_unlock(&wait->lock);
}

void net_wake(struct net_wait *wait)
{
    pthread_mutex_lock(&wait->lock);
    wait->woken = true;
    pthread_cond_signal(&wait->cond);
    pthread_mutex_unlock(&wait->lock);
}

/* The first exchange that has news: its new bytes, then its end. */
static bool take_ready(struct net_wait *wait, struct net_event *ret)
{
    struct net_exchange *x = TAILQ_FIRST(&wait->ready);

    if (!x)
        return false;
    bool part = x->streamed && x->delivered < x->body.len;
    if (part) {
        buf_clear(&wait->part);
        buf_add(&wait->part, x->body.data + x->delivered, x->body.len - x->delivered);
        x->delivered = x->body.len;
    }
    *ret = (struct net_event){ part ? NET_DATA : NET_DONE, x->tag, x, { 0 } };
    if (part)
        ret->data = buf_str(&wait->part);
    if (part && x->done)
        return true; /* stays first: NET_DONE is next */
    TAILQ_REMOVE(&wait->ready, x, ready_link);
    x->ready = false;
    return true;
}

/* A call to stop comes before anything else, and timers before data, so that
 * a stream that never rests holds up neither. */
static bool take_event(struct net_wait *wait, int64_t now_ms, struct net_event *ret)
{
    if (wait->woken) {
        wait->woken = false;
        *ret = (struct net_event){ .type = NET_WOKEN };
        return true;
    }
    if (wait->timers_n && wait->timers[wait->timers_n - 1].at_ms <= now_ms) {
        *ret = (struct net_event){ .type = NET_TIMER, .tag = wait->timers[--wait->timers_n].tag };
        return true;
    }
    return take_ready(wait, ret);
}

void net_wait_next(struct net_wait *wait, int64_t deadline_ms, struct net_event *ret)
{
    pthread_mutex_lock(&wait->lock);
    for (;;) {
        int64_t now = clock_monotonic_ms(), until = deadline_ms;

        if (take_event(wait, now, ret))
            break;
        if (deadline_ms >= 0 && now >= deadline_ms) {
            *ret = (struct net_event){ .type = NET_DEADLINE };
            break;
        }
        if (wait->timers_n && (until < 0 || wait->timers[wait->timers_n - 1].at_ms < until))
            until = wait->timers[wait->timers_n - 1].at_ms;
        thread_cond_wait(&wait->cond, &wait->lock, until);
    }
    pthread_mutex_unlock(&wait->lock);
}

/* --- responses --- */

struct str net_header(const struct net_response *response, const char *name)
{
    for (size_t i = 0; i < response->headers_n; i++)
        if (str_eq_nocase(response->headers[i].name, str(name)))
            return response->headers[i].value;
    return str("");
}

int64_t net_retry_after_ms(const struct net_response *response, int64_t wall_now_ms)
{
    static const double longest_ms = 1e12;
    double value;
    int64_t at;

    if (str_to_double(net_header(response, "retry-after-ms"), &value) && value >= 0 && value <= longest_ms)
        return (int64_t) (value + 0.999);
    struct str after = net_header(response, "retry-after");
    if (str_to_double(after, &value))
        return value >= 0 && value <= longest_ms / 1000 ? (int64_t) (value * 1000 + 0.999) : -1;
    if (clock_parse_http_date(after, &at))
        return at > wall_now_ms ? at - wall_now_ms : 0;
    return -1;
}
