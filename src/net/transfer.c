/* One exchange as a libcurl transfer: options, callbacks, and what its result
 * codes mean in our words. Messages name the host, of durations only limits that
 * were set, and never a key, so that the same failure reads the same twice. */
#include <errno.h>
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "net/exchange.h"

enum { LARGE_UPLOAD = 64 * 1024 };

/* --- words --- */

int net_fail(struct net_exchange *x, int code, const char *format, ...)
{
    struct error *e = memory_alloc(sizeof *e);
    va_list ap;

    *e = (struct error){ .code = code, .retry_after_ms = -1 };
    e->retry = code == ERROR_NETWORK || code == ERROR_TIMEOUT || code == ERROR_UPSTREAM;
    va_start(ap, format);
    vsnprintf(e->message, sizeof e->message, format, ap);
    va_end(ap);
    free(x->error);
    x->error = e;
    return -code;
}

const char *net_seconds(char ret[32], int64_t ms)
{
    if (ms % 1000 == 0)
        snprintf(ret, 32, "%lld s", (long long) ms / 1000);
    else
        snprintf(ret, 32, "%lld.%03d s", (long long) ms / 1000, (int) (ms % 1000));
    return ret;
}

struct str net_authority(struct str url)
{
    ptrdiff_t at = str_find(url, str("://"), 0);
    size_t start = at < 0 ? 0 : (size_t) at + 3, end = start;

    while (end < url.len && !strchr("/?#", url.data[end]) && end - start < 200)
        end++;
    struct str authority = str_sub(url, start, end);
    ptrdiff_t user = str_find_char(authority, '@', 0);
    return user < 0 ? authority : str_sub(authority, (size_t) user + 1, authority.len);
}

static void fail_connect(struct net_exchange *x, struct str host)
{
    char reason[128];
    long number = 0;

    curl_easy_getinfo(x->easy, CURLINFO_OS_ERRNO, &number);
    if (number)
        net_fail(x, ERROR_NETWORK, "cannot connect to %.*s: %s", STR_ARG(host),
                 strerror_r((int) number, reason, sizeof reason));
    else
        net_fail(x, ERROR_NETWORK, "cannot connect to %.*s", STR_ARG(host));
}

static void fail_certificate(struct net_exchange *x, struct str host)
{
    net_fail(x, ERROR_NETWORK, "the certificate of %.*s was not accepted", STR_ARG(host));
    x->error->retry = false;
}

static void fail_authorities(struct net_exchange *x)
{
    if (x->net->ca_file[0])
        net_fail(x, ERROR_MISCONFIGURED,
                 "the file of trusted authorities, %s (ca_file), cannot be read as certificates", x->net->ca_file);
    else
        net_fail(x, ERROR_MISCONFIGURED,
                 "the system's file of trusted authorities cannot be read: install ca-certificates");
    x->error->retry = false;
}

static void fail_stopped(struct net_exchange *x, struct str host)
{
    if (x->stopped == NET_STOP_GUARD)
        net_fail(x, ERROR_FORBIDDEN,
                 "the address guard refused %.*s: only public web addresses are read, on ports 80 and 443, "
                 "and those that fetch.allow_networks names",
                 STR_ARG(host));
    else if (x->stopped == NET_STOP_FILES)
        net_fail(x, ERROR_NETWORK, "no connection to %.*s: too many files are open here; raise ulimit -n",
                 STR_ARG(host));
    else if (x->stopped == NET_STOP_HEAD)
        net_fail(x, ERROR_LIMIT, "the headers of %.*s's answer exceed %d KB or %d lines", STR_ARG(host),
                 NET_HEAD_MAX / 1024, NET_HEADERS_MAX);
    else
        net_fail(x, ERROR_LIMIT, "the answer of %.*s is longer than %zu bytes", STR_ARG(host), x->request.body_max);
}

/* Failures that need no more than the host to be told. */
static const struct {
    CURLcode result;
    int code;
    const char *before, *behind; /* the host */
} failures[] = {
    { CURLE_URL_MALFORMAT, ERROR_INVALID, "", " is not a web address" },
    { CURLE_LOGIN_DENIED, ERROR_INVALID, "", " is not a web address" }, /* user information in the address */
    { CURLE_COULDNT_RESOLVE_HOST, ERROR_NETWORK, "the name of ", " cannot be resolved" },
    { CURLE_COULDNT_RESOLVE_PROXY, ERROR_NETWORK, "the name of ", " cannot be resolved" },
    { CURLE_SSL_CONNECT_ERROR, ERROR_NETWORK, "no secure connection to ", " could be made" },
    { CURLE_GOT_NOTHING, ERROR_NETWORK, "", " closed the connection without an answer" },
    { CURLE_PARTIAL_FILE, ERROR_NETWORK, "", " closed the connection before the end of its answer" },
    { CURLE_BAD_CONTENT_ENCODING, ERROR_UPSTREAM, "the answer of ", " cannot be decompressed" },
    { CURLE_UNSUPPORTED_PROTOCOL, ERROR_UPSTREAM, "", " did not answer in HTTP" }, /* the scheme was checked */
    { CURLE_WEIRD_SERVER_REPLY, ERROR_UPSTREAM, "", " did not answer in HTTP" },
};

static void fail_with(struct net_exchange *x, CURLcode result)
{
    struct str host = net_authority(x->request.url);
    char seconds[32];

    if (x->stopped != NET_STOP_NONE || result == CURLE_FILESIZE_EXCEEDED) {
        fail_stopped(x, host);
        return;
    }
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (failures[i].result == result) {
            net_fail(x, failures[i].code, "%s%.*s%s", failures[i].before, STR_ARG(host), failures[i].behind);
            return;
        }
    switch (result) {
    case CURLE_COULDNT_CONNECT: fail_connect(x, host); break;
    case CURLE_OPERATION_TIMEDOUT:
        net_fail(x, ERROR_TIMEOUT, "no connection to %.*s within %s", STR_ARG(host),
                 net_seconds(seconds, x->request.connect_ms));
        break;
    case CURLE_SSL_CACERT_BADFILE: fail_authorities(x); break;
    case CURLE_PEER_FAILED_VERIFICATION: fail_certificate(x, host); break;
    case CURLE_OUT_OF_MEMORY: /* libcurl's word for a header line beyond its own limit */
        x->stopped = NET_STOP_HEAD;
        fail_stopped(x, host);
        break;
    default: net_fail(x, ERROR_NETWORK, "the connection to %.*s broke (%s)", STR_ARG(host), curl_easy_strerror(result));
    }
}

/* --- callbacks of a transfer --- */

static bool address_allowed(struct net_exchange *x, const struct sockaddr *address)
{
    if (x->request.pool != NET_PAGE || guard_address(x->net->settings.guard, address))
        return true;
    x->stopped = NET_STOP_GUARD;
    return false;
}

/* Which shard epoll wakes for a descriptor. libcurl may take leave of a socket that it has closed already, and its number may have
 * another owner by then: another shard, or another thread. Its word alone is not taken. Reactor's thread. */
static uint32_t *watcher_of(struct net *net, curl_socket_t fd)
{
    size_t at = (size_t) fd;

    if (at >= net->watched_n) {
        size_t n = at + 64;

        net->watched = memory_realloc(net->watched, n * sizeof *net->watched);
        memset(net->watched + net->watched_n, 0, (n - net->watched_n) * sizeof *net->watched);
        net->watched_n = n;
    }
    return &net->watched[at];
}

static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct net_exchange *x = context;

    if (purpose != CURLSOCKTYPE_IPCXN || !address_allowed(x, &address->addr))
        return CURL_SOCKET_BAD;
    int fd = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE)
            x->stopped = NET_STOP_FILES;
        return CURL_SOCKET_BAD;
    }
    /* Another address of the same name may have been refused before. */
    x->stopped = NET_STOP_NONE;
    atomic_fetch_add(&x->net->connections, 1);
    *watcher_of(x->net, fd) = 0;
    return fd;
}

/* A connection outlives the exchange that opened it: only the net is known here. */
static int on_close(void *context, curl_socket_t fd)
{
    struct net *net = context;

    atomic_fetch_sub(&net->connections, 1);
    *watcher_of(net, fd) = 0; /* epoll forgets what is closed */
    return close(fd);
}

static bool parse_address(const char *text, int port, struct sockaddr_storage *ret)
{
    struct sockaddr_in *v4 = (struct sockaddr_in *) ret;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *) ret;

    *ret = (struct sockaddr_storage){ 0 };
    if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons((uint16_t) port);
        return true;
    }
    if (inet_pton(AF_INET6, text, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons((uint16_t) port);
        return true;
    }
    return false;
}

/* Before each request, also on a connection that some earlier request opened. */
static int on_prerequest(void *context, char *peer, char *own, int port, int own_port)
{
    struct net_exchange *x = context;
    struct sockaddr_storage address;

    (void) own;
    (void) own_port;
    if (x->request.pool != NET_PAGE)
        return CURL_PREREQFUNC_OK;
    if (!parse_address(peer, port, &address)) {
        x->stopped = NET_STOP_GUARD;
        return CURL_PREREQFUNC_ABORT;
    }
    if (!address_allowed(x, (struct sockaddr *) &address))
        return CURL_PREREQFUNC_ABORT;
    x->stopped = NET_STOP_NONE; /* a refused address of the same name is no matter now */
    return CURL_PREREQFUNC_OK;
}

static void add_header(struct net_exchange *x, struct str line)
{
    ptrdiff_t colon = str_find_char(line, ':', 0);

    if (colon <= 0)
        return;
    if (x->spans_n == x->spans_capacity) {
        x->spans_capacity = x->spans_capacity ? x->spans_capacity * 2 : 16;
        x->spans = memory_realloc(x->spans, x->spans_capacity * sizeof *x->spans);
    }
    struct str value = str_trim(str_sub(line, (size_t) colon + 1, line.len));
    struct net_span *span = &x->spans[x->spans_n++];
    *span = (struct net_span){ x->head.len, (size_t) colon, x->head.len + (size_t) colon, value.len };
    buf_add(&x->head, line.data, (size_t) colon);
    buf_add_str(&x->head, value);
}

/* One line at a time: a status line, headers, an empty line; again after a 1xx
 * answer. What comes after the body (trailers) is not kept. */
static size_t on_header(char *data, size_t size, size_t n, void *context)
{
    struct net_exchange *x = context;
    struct str line = str_trim(str_n(data, size * n));

    x->last_ms = x->net->now_ms;
    if (str_starts(line, "HTTP/") && (x->status == 0 || x->head_ended)) {
        ptrdiff_t space = str_find_char(line, ' ', 0);
        int64_t status = 0;

        if (space > 0)
            str_to_int(str_sub(line, (size_t) space + 1, (size_t) space + 4), &status);
        x->status = (int) status;
        x->spans_n = 0;
        x->head_ended = false;
        buf_clear(&x->head);
        return size * n;
    }
    if (line.len == 0)
        x->head_ended = true;
    if (x->head_ended)
        return size * n;
    add_header(x, line);
    if (x->head.over || x->spans_n > NET_HEADERS_MAX) {
        x->stopped = NET_STOP_HEAD;
        return 0;
    }
    return size * n;
}

static size_t on_body(char *data, size_t size, size_t n, void *context)
{
    struct net_exchange *x = context;
    struct str part = str_n(data, size * n);
    bool stream = x->request.stream && x->status >= 200 && x->status < 300;

    size_t before = x->body.len;

    x->last_ms = x->net->now_ms;
    if (x->request.cut && !stream && part.len > x->body.max - x->body.len) {
        buf_add(&x->body, part.data, x->body.max - x->body.len);
        atomic_fetch_add(&x->net->bodies, x->body.len - before);
        x->stopped = NET_STOP_CUT;
        return 0;
    }
    if (stream ? !net_publish_part(x, part) : buf_add_str(&x->body, part) < 0) {
        x->stopped = NET_STOP_BODY;
        return 0;
    }
    atomic_fetch_add(&x->net->bodies, x->body.len - before);
    return part.len;
}

static int on_progress(void *context, curl_off_t down_all, curl_off_t down, curl_off_t up_all, curl_off_t up)
{
    struct net_exchange *x = context;

    (void) down_all;
    (void) down;
    (void) up_all;
    if (up != x->uploaded)
        x->last_ms = x->net->now_ms;
    x->uploaded = up;
    return 0;
}

/* --- begin and end --- */

static bool has_header(const struct net_request *request, const char *name)
{
    for (size_t i = 0; i < request->headers_n; i++)
        if (str_starts_nocase(request->headers[i], name))
            return true;
    return false;
}

static void set_method(struct net_exchange *x)
{
    const struct net_request *request = &x->request;
    CURL *easy = x->easy;

    if (request->body.len || strcmp(request->method, "POST") == 0) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body.data);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) request->body.len);
    } else if (strcmp(request->method, "HEAD") == 0) {
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    }
    if (strcmp(request->method, "GET") != 0 || request->body.len)
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
    for (size_t i = 0; i < request->headers_n; i++)
        x->header_list = curl_slist_append(x->header_list, request->headers[i].data);
    /* libcurl would name a form, and wait for "100 Continue" before a long body. */
    if (!has_header(request, "content-type:"))
        x->header_list = curl_slist_append(x->header_list, "Content-Type:");
    x->header_list = curl_slist_append(x->header_list, "Expect:");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, x->header_list);
    if (request->body.len > LARGE_UPLOAD) {
        curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, on_progress);
        curl_easy_setopt(easy, CURLOPT_XFERINFODATA, x);
        curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    }
}

static bool is_secure(const struct net_exchange *x) { return str_starts_nocase(x->request.url, "https:"); }

static void set_connection(struct net_exchange *x)
{
    CURL *easy = x->easy;

    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    /* An abort must not wait for a name server that does not answer. */
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long) x->request.connect_ms);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    /* HTTP/2 where TLS offers it; never in the clear, where 7.88 has trouble. */
    bool secure = is_secure(x);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, secure ? (long) CURL_HTTP_VERSION_2TLS : (long) CURL_HTTP_VERSION_1_1);
    if (secure)
        curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L); /* better a stream of a connection than one more of them */
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_open);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, x);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, x->net);
    if (x->request.pool == NET_PAGE) {
        curl_easy_setopt(easy, CURLOPT_PROXY, "");
        curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_prerequest);
        curl_easy_setopt(easy, CURLOPT_PREREQDATA, x);
    }
    if (x->net->ca_file[0])
        curl_easy_setopt(easy, CURLOPT_CAINFO, x->net->ca_file);
}

/* The first handle of the pool that is not busy, so that few exchanges share
 * few connections; a new one when all are. */
static struct net_shard *choose_shard(struct net *net, enum net_pool pool)
{
    struct net_shard *least = NULL;

    for (uint32_t i = 0; i < net->shards_n; i++) {
        struct net_shard *shard = net->shards[i];

        if (!shard || shard->pool != pool)
            continue;
        if (shard->running < NET_SHARD_EXCHANGES)
            return shard;
        if (!least || shard->running < least->running)
            least = shard;
    }
    struct net_shard *opened = net_shard_open(net, pool);
    return opened ? opened : least;
}

void net_transfer_begin(struct net_exchange *x)
{
    struct net *net = x->net;
    bool small = x->request.pool == NET_PROVIDER && !is_secure(x);
    CURL *easy = net->idle_n[small] ? net->idle[small][--net->idle_n[small]] : curl_easy_init();

    x->easy = easy;
    x->small = small;
    if (!easy) {
        net_fail(x, ERROR_INTERNAL, "libcurl gave no handle");
        return;
    }
    curl_easy_setopt(easy, CURLOPT_PRIVATE, x);
    curl_easy_setopt(easy, CURLOPT_URL, x->request.url.data);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    if (small)
        curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long) NET_SMALL_BUFFER);
    if (!x->request.cut)
        curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t) x->request.body_max);
    if (net->user_agent[0])
        curl_easy_setopt(easy, CURLOPT_USERAGENT, net->user_agent);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, x);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, x);
    set_connection(x);
    set_method(x);
    x->shard = choose_shard(net, x->request.pool);
    if (x->shard->running++ == 0)
        net_timer_stop(net, &x->shard->timer);
    CURLMcode r = curl_multi_add_handle(x->shard->multi, easy);
    if (r != CURLM_OK)
        net_fail(x, ERROR_INTERNAL, "libcurl did not take the request (%s)", curl_multi_strerror(r));
}

void net_transfer_close(struct net_exchange *x)
{
    struct net *net = x->net;

    if (!x->easy)
        return;
    curl_multi_remove_handle(x->shard->multi, x->easy);
    if (--x->shard->running == 0)
        net_timer_set(net, &x->shard->timer, net->now_ms + net->shard_idle_ms);
    if (net->idle_n[x->small] < NET_IDLE_HANDLES) {
        curl_easy_reset(x->easy);
        net->idle[x->small][net->idle_n[x->small]++] = x->easy;
    } else {
        curl_easy_cleanup(x->easy);
    }
    curl_slist_free_all(x->header_list);
    x->easy = NULL;
    x->header_list = NULL;
}

void net_transfer_end(struct net_exchange *x, CURLcode result)
{
    const char *address = NULL;
    long status = 0;

    curl_easy_getinfo(x->easy, CURLINFO_PRIMARY_IP, &address);
    curl_easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE, &status);
    snprintf(x->address, sizeof x->address, "%s", address ? address : "");
    if (result != CURLE_OK && x->stopped != NET_STOP_CUT) {
        fail_with(x, result);
        return;
    }
    x->response = (struct net_response){
        .status = (int) status,
        .headers = memory_alloc(x->spans_n * sizeof(struct net_header)),
        .headers_n = x->spans_n,
        .body = buf_str(&x->body),
        .queued_ms = x->started_ms - x->sent_ms,
        .elapsed_ms = x->net->now_ms - x->started_ms,
        .address = str(x->address),
    };
    for (size_t i = 0; i < x->spans_n; i++) {
        const struct net_span *span = &x->spans[i];

        x->response.headers[i].name = str_n(x->head.data + span->name, span->name_len);
        x->response.headers[i].value = str_n(x->head.data + span->value, span->value_len);
    }
}

/* --- libcurl's wishes --- */

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *context, void *known)
{
    struct net_shard *shard = context;
    uint32_t *watcher = watcher_of(shard->net, fd), own = shard->index + 1;
    struct epoll_event event = {
        .events = (what & CURL_POLL_IN ? (uint32_t) EPOLLIN : 0) | (what & CURL_POLL_OUT ? (uint32_t) EPOLLOUT : 0),
        .data.u64 = (uint64_t) shard->index << 32 | (uint32_t) fd,
    };

    (void) easy, (void) known;
    if (what != CURL_POLL_REMOVE) {
        /* Closed behind our back, and the number given to a new one: it is not known there. */
        if (*watcher != own || epoll_ctl(shard->net->epoll_fd, EPOLL_CTL_MOD, fd, &event) < 0)
            epoll_ctl(shard->net->epoll_fd, EPOLL_CTL_ADD, fd, &event);
        *watcher = own;
    } else if (*watcher == own) {
        epoll_ctl(shard->net->epoll_fd, EPOLL_CTL_DEL, fd, &event);
        *watcher = 0;
    }
    return 0;
}

/* The timer must not fire early: libcurl does not ask again for a timer that found nothing to do. Hence the fresh clock
 * and the round up. */
void net_shard_arm(struct net_shard *shard, long timeout_ms)
{
    shard->timer_ms = timeout_ms < 0 ? -1 : timeout_ms == 0 ? 0 : clock_monotonic_ms() + timeout_ms + 1;
}

static int on_timer(CURLM *multi, long timeout_ms, void *context)
{
    struct net_shard *shard = context;

    (void) multi;
    net_shard_arm(shard, timeout_ms);
    return 0;
}

struct net_shard *net_shard_open(struct net *net, enum net_pool pool)
{
    uint32_t index = 0;

    while (index < NET_SHARDS_MAX && net->shards[index])
        index++;
    CURLM *multi = index < NET_SHARDS_MAX ? curl_multi_init() : NULL;
    if (!multi)
        return NULL;
    struct net_shard *shard = memory_alloc(sizeof *shard);
    *shard = (struct net_shard){
        .net = net,
        .pool = pool,
        .multi = multi,
        .timer_ms = -1,
        .timer.kind = NET_TIMER_SHARD,
        .index = index,
    };
    net->shards[index] = shard;
    if (index >= net->shards_n)
        net->shards_n = index + 1;
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, shard);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, shard);
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long) NET_SHARD_EXCHANGES);
    return shard;
}

void net_shard_close(struct net_shard *shard)
{
    struct net *net = shard->net;

    net_timer_stop(net, &shard->timer);
    net->shards[shard->index] = NULL;
    while (net->shards_n && !net->shards[net->shards_n - 1])
        net->shards_n--;
    curl_multi_cleanup(shard->multi);
    free(shard);
}
