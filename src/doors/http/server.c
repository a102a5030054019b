/* The socket, the connections, and the threads around them.
 *
 * Threads: libmicrohttpd's own thread calls handle_connection(); the ticker closes connections that take too long to ask. */
#include "doors/http/server.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "service/account.h"

enum {
    POOL_BYTES = 8192,       /* per connection: its head must fit */
    SPARE_DESCRIPTORS = 256, /* kept for the store, services and children */
    CONNECTIONS_MAX = 20000,
    IDLE_MS = 30000,
    REQUEST_MS = 60000,
    QUICK_THREADS = 16,
    SLOW_THREADS = 8,
    TICK_MS = 1000,
    DRAIN_MS = 3000, /* for answers under way when the server stops */
};

/* --- connections --- */

static void handle_connection(void *context, struct MHD_Connection *connection, void **state,
                              enum MHD_ConnectionNotificationCode code)
{
    struct http *http = context;
    struct peer *peer = *state;

    pthread_mutex_lock(&http->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        peer = memory_alloc(sizeof *peer);
        *peer = (struct peer){
            .next = http->peers,
            .socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
            .waiting = true,
            .deadline_ms = clock_monotonic_ms() + http->settings.request_ms
        };
        if (peer->next)
            peer->next->previous = peer;
        http->peers = peer;
        http->connections++;
        *state = peer;
    } else if (peer) {
        *(peer->previous ? &peer->previous->next : &http->peers) = peer->next;
        if (peer->next)
            peer->next->previous = peer->previous;
        http->connections--;
        free(peer);
        *state = NULL;
    }
    pthread_mutex_unlock(&http->lock);
}

void peer_waits(struct http *http, struct MHD_Connection *connection, int64_t ms)
{
    struct peer *peer = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;

    pthread_mutex_lock(&http->lock);
    peer->waiting = ms > 0;
    peer->deadline_ms = clock_monotonic_ms() + ms;
    pthread_mutex_unlock(&http->lock);
}

void peer_known(struct http *http, struct MHD_Connection *connection, struct str token, enum role role)
{
    struct peer *peer = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;

    pthread_mutex_lock(&http->lock);
    snprintf(peer->token, sizeof peer->token, "%.*s", STR_ARG(token));
    peer->role = role;
    peer->revoked = false;
    pthread_mutex_unlock(&http->lock);
}

/* --- tokens that were taken back while their request is under way --- */

static int by_selector(const void *a, const void *b)
{
    return strcmp(((const struct token_role *) a)->selector, ((const struct token_role *) b)->selector);
}

/* The tokens of all connections, each once, sorted. */
static size_t list_tokens(struct http *http, struct arena *arena, struct token_role **ret)
{
    size_t n = 0, kept = 0;

    pthread_mutex_lock(&http->lock);
    struct token_role *list = arena_calloc(arena, http->connections + 1, sizeof *list);
    for (struct peer *p = http->peers; p; p = p->next)
        if (p->token[0])
            memcpy(list[n++].selector, p->token, sizeof p->token);
    pthread_mutex_unlock(&http->lock);
    qsort(list, n, sizeof *list, by_selector);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || strcmp(list[kept - 1].selector, list[i].selector) != 0)
            list[kept++] = list[i];
    *ret = list;
    return kept;
}

/* Seen twice, a second apart: the answer to who takes back his own token is out by then. */
static void close_revoked(struct http *http)
{
    struct arena *arena = arena_new();
    struct token_role *list;
    size_t n = list_tokens(http, arena, &list);

    if (n && service_token_roles(http->settings.service, list, n, NULL) == 0) {
        pthread_mutex_lock(&http->lock);
        for (struct peer *p = http->peers; p; p = p->next) {
            struct token_role key;

            memcpy(key.selector, p->token, sizeof key.selector);
            struct token_role *now = p->token[0] ? bsearch(&key, list, n, sizeof *list, by_selector) : NULL;
            bool revoked = now && now->role < p->role;

            if (revoked && p->revoked)
                shutdown(p->socket, SHUT_RDWR);
            p->revoked = revoked;
        }
        pthread_mutex_unlock(&http->lock);
    }
    arena_free(arena);
}

static void close_late(struct http *http)
{
    int64_t now = clock_monotonic_ms();

    pthread_mutex_lock(&http->lock);
    for (struct peer *p = http->peers; p; p = p->next)
        if (p->waiting && p->deadline_ms < now) {
            p->waiting = false;
            shutdown(p->socket, SHUT_RDWR);
        }
    pthread_mutex_unlock(&http->lock);
}

/* The first user may come while we run: from then on tokens are needed. Away from loopback they always are. */
static void look_for_users(struct http *http)
{
    bool users;

    if (service_has_users(http->settings.service, &users, NULL) == 0)
        atomic_store(&http->users, users || !http->rules.loopback);
}

static void *tick(void *arg)
{
    struct http *http = arg;

    pthread_mutex_lock(&http->lock);
    while (!atomic_load(&http->stopping)) {
        thread_cond_wait(&http->changed, &http->lock, clock_monotonic_ms() + TICK_MS);
        pthread_mutex_unlock(&http->lock);
        close_late(http);
        close_revoked(http);
        look_for_users(http);
        pthread_mutex_lock(&http->lock);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

/* --- listening --- */

static int bad_listen(struct str listen, const char *why, struct error *e)
{
    return error_set(e, ERROR_MISCONFIGURED, "The server cannot listen on %.*s: %s.", STR_ARG(listen), why);
}

static int check_listen(struct http *http, struct str host, struct error *e)
{
    bool users = false;
    int r = service_has_users(http->settings.service, &users, e);

    http->rules.loopback = host_is_loopback(host);
    atomic_store(&http->users, users);
    if (r == 0 && !http->rules.loopback && !users)
        return error_set(e, ERROR_MISCONFIGURED,
                         "%.*s can be reached from other machines, and there is no user with a token. Add one with "
                         "\"fathom users add NAME\", or listen on 127.0.0.1.",
                         STR_ARG(host));
    return r;
}

static int open_socket(struct arena *arena, struct str listen_on, struct str host, int port, int *ret, struct error *e)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV }, *found = NULL;
    char service[16];
    int on = 1, fd = -1, why;

    snprintf(service, sizeof service, "%d", port);
    if ((why = getaddrinfo(str_z(arena, host), service, &hints, &found)) != 0)
        return bad_listen(listen_on, gai_strerror(why), e);
    fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) < 0 || listen(fd, SOMAXCONN) < 0) {
        why = errno;
        if (fd >= 0)
            close(fd);
        freeaddrinfo(found);
        return bad_listen(listen_on, strerror(why), e);
    }
    freeaddrinfo(found);
    *ret = fd;
    return 0;
}

static int port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t n = sizeof address;

    if (getsockname(fd, (struct sockaddr *) &address, &n) < 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *) &address)->sin6_port
                                               : ((struct sockaddr_in *) &address)->sin_port);
}

static unsigned connection_limit(void)
{
    struct rlimit files = { .rlim_cur = 1024 };

    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur > CONNECTIONS_MAX + SPARE_DESCRIPTORS)
        return CONNECTIONS_MAX;
    return files.rlim_cur > 2 * SPARE_DESCRIPTORS ? (unsigned) files.rlim_cur - SPARE_DESCRIPTORS : SPARE_DESCRIPTORS;
}

static int start_daemon(struct http *http, int fd, struct error *e)
{
    http->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
                                    request_handle, http, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
                                    connection_limit(), MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) POOL_BYTES,
                                    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned) ((http->settings.idle_ms + 999) / 1000),
                                    MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_URI_LOG_CALLBACK, request_target, http,
                                    MHD_OPTION_NOTIFY_COMPLETED, request_completed, http, MHD_OPTION_NOTIFY_CONNECTION,
                                    handle_connection, http, MHD_OPTION_END);
    if (http->daemon)
        return 0;
    close(fd);
    return error_set(e, ERROR_INTERNAL, "libmicrohttpd could not start.");
}

int http_start(const struct http_settings *settings, struct http **ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct http *http = arena_alloc(arena, sizeof *http);
    struct str host;
    int port, fd = -1, r = mhd_load(e);

    http->arena = arena;
    http->settings = *settings;
    if (settings->idle_ms == 0)
        http->settings.idle_ms = IDLE_MS;
    if (settings->request_ms == 0)
        http->settings.request_ms = REQUEST_MS;
    http->rules = (struct access_rules){ .hosts = &http->settings.hosts, .origins = &http->settings.origins };
    if (r == 0 && (!host_parse(arena, settings->listen, &host, &port) || port < 0))
        r = bad_listen(settings->listen, "it is not of the form ADDRESS:PORT", e);
    if (r == 0)
        r = check_listen(http, host, e);
    if (r == 0)
        r = open_socket(arena, settings->listen, host, port, &fd, e);
    if (r < 0) {
        arena_free(arena);
        return r;
    }
    pthread_mutex_init(&http->lock, NULL);
    thread_cond_init(&http->changed);
    http->rules.port = port_of(fd);
    http->address = str_format(
        arena, host_is_address(host) && str_find_char(host, ':', 0) >= 0 ? "http://[%.*s]:%d" : "http://%.*s:%d",
        STR_ARG(host), http->rules.port);
    http->quick = pool_new("http", QUICK_THREADS);
    http->slow = pool_new("http-slow", SLOW_THREADS);
    r = hub_start(
        &(struct hub_settings){ .service = settings->service, .workers = http->quick, .resume = request_resume },
        &http->hub, e);
    if (r == 0)
        service_listen_text(settings->service, hub_text, http->hub);
    if (r == 0)
        r = start_daemon(http, fd, e);
    else
        close(fd);
    if (r == 0)
        http->ticking = thread_start(&http->ticker, "http-tick", tick, http, NULL) == 0;
    if (r < 0) {
        http_stop(http);
        return r;
    }
    *ret = http;
    return 0;
}

/* Answers that are under way get a moment to be read. */
static void drain(struct http *http)
{
    int64_t deadline = clock_monotonic_ms() + DRAIN_MS;

    pthread_mutex_lock(&http->lock);
    while (http->requests && thread_cond_wait(&http->changed, &http->lock, deadline))
        ;
    pthread_mutex_unlock(&http->lock);
}

void http_stop(struct http *http)
{
    int listening = -1;

    if (!http)
        return;
    atomic_store(&http->stopping, true);
    /* New clients are refused at once. The daemon's thread may still name the socket to its epoll, so the number is
     * given back only after that thread has ended. */
    if (http->daemon)
        listening = MHD_quiesce_daemon(http->daemon);
    if (listening >= 0)
        shutdown(listening, SHUT_RDWR);
    pthread_mutex_lock(&http->lock);
    pthread_cond_broadcast(&http->changed);
    pthread_mutex_unlock(&http->lock);
    if (http->hub)
        hub_end_streams(http->hub);
    /* What is at work ends; work that ends leaves jobs for the quick pool, so that one goes last. */
    for (int64_t until = clock_monotonic_ms() + DRAIN_MS; atomic_load(&http->working) && clock_monotonic_ms() < until;)
        usleep(1000);
    pool_free(http->slow);
    pool_free(http->quick);
    if (http->daemon) {
        drain(http);
        MHD_stop_daemon(http->daemon);
    }
    if (listening >= 0)
        close(listening);
    if (http->ticking)
        pthread_join(http->ticker, NULL);
    service_listen_text(http->settings.service, NULL, NULL);
    hub_stop(http->hub);
    pthread_cond_destroy(&http->changed);
    pthread_mutex_destroy(&http->lock);
    arena_free(http->arena);
}

struct str http_address(const struct http *http) { return http->address; }
int http_port(const struct http *http) { return http->rules.port; }
