/* Private to src/net/: the structs behind net.h, shared by net.c (what callers
 * see), reactor.c (the thread) and transfer.c (libcurl).
 *
 * Who may touch what: members marked "wait" are guarded by the wait's lock,
 * "commands" by the net's lock, the rest belongs to the reactor thread until
 * `done` is set and to the owner of the wait afterwards. */
#ifndef FATHOM_NET_EXCHANGE_H
#define FATHOM_NET_EXCHANGE_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/queue.h>

#include "net/curl_api.h"
#include "net/guard.h"
#include "net/limiter.h"
#include "net/net.h"

enum {
    NET_HEAD_MAX = 64 * 1024, /* bytes of all response headers */
    NET_HEADERS_MAX = 200,
    NET_IDLE_HANDLES = 256,  /* easy handles of a kind kept for reuse */
    NET_SMALL_BUFFER = 4096, /* libcurl's own is 16 KB, too much for thousands that wait */
    NET_LANE_BUCKETS = 256,
    NET_SHARD_EXCHANGES = 256, /* at once in a multi handle, before another is taken */
    NET_SHARDS_MAX = 64,
    NET_SHARD_IDLE_MS = 30000, /* then a further handle and its connections are closed */
    NET_RECHECK_MS = 1000,     /* a place may also be given back by another reactor */
};

/* A node of the reactor's timer heap. */
enum net_timer_kind { NET_TIMER_EXCHANGE, NET_TIMER_LANE, NET_TIMER_SHARD };
struct net_timer_node {
    int64_t at_ms;
    size_t place; /* in the heap, from 1; 0: not armed */
    enum net_timer_kind kind;
};

TAILQ_HEAD(net_exchanges, net_exchange);
TAILQ_HEAD(net_lanes, net_lane);

/* Exchanges that wait for the same limiter, first come first served. */
struct net_lane {
    struct limiter *limiter; /* NULL: only the pool's limits */
    enum net_pool pool;
    struct net_exchanges waiting;
    struct net_timer_node timer; /* when to ask the limiter again */
    bool blocked;                /* in the pool's list: the pool is full */
    TAILQ_ENTRY(net_lane) blocked_link;
    struct net_lane *next; /* in its hash bucket */
};

enum net_state { NET_STATE_NEW, NET_STATE_WAITING, NET_STATE_RUNNING, NET_STATE_OVER };

/* What a callback of libcurl stopped the transfer for. */
enum net_stop_reason { NET_STOP_NONE, NET_STOP_BODY, NET_STOP_CUT, NET_STOP_HEAD, NET_STOP_GUARD, NET_STOP_FILES };

struct net_span {
    size_t name, name_len, value, value_len;
}; /* in `head` */

struct net_exchange {
    struct net *net;
    struct net_wait *wait; /* a reference */
    void *tag;
    struct net_request request; /* its strings lie behind this struct */

    /* wait */
    TAILQ_ENTRY(net_exchange) wait_link, ready_link;
    bool ready, done, detached, streamed;
    size_t delivered; /* bytes of the body given out as NET_DATA */

    /* commands */
    TAILQ_ENTRY(net_exchange) command_link;
    bool commanded, aborted;
    atomic_bool sent; /* left the limiter's queue; any thread may look */

    /* reactor */
    enum net_state state;
    TAILQ_ENTRY(net_exchange) live_link, lane_link;
    struct net_lane *lane;
    struct net_timer_node timer;
    bool holds_place; /* of the limiter's `concurrent` */
    struct net_shard *shard;
    CURL *easy;
    bool small; /* its buffer */
    struct curl_slist *header_list;
    enum net_stop_reason stopped;
    int64_t sent_ms, started_ms, last_ms; /* last_ms: when a byte moved last */
    int64_t uploaded;

    struct buf head, body; /* a streamed body also under the wait's lock */
    struct net_span *spans;
    size_t spans_n, spans_capacity;
    bool head_ended;
    int status;

    struct net_response response;
    struct error *error; /* NULL: an answer came */
    char address[64];
};

/* A timer of a wait; the array is sorted so that the next one is last. */
struct net_wait_timer {
    int64_t at_ms;
    void *tag;
};

struct net_wait {
    struct net *net;       /* a reference */
    atomic_int references; /* the owner's and one per exchange */
    pthread_mutex_t lock;
    pthread_cond_t cond;
    struct net_exchanges all, ready;
    struct net_wait_timer *timers;
    size_t timers_n, timers_capacity;
    bool woken;
    struct buf part; /* what the last NET_DATA showed */
};

/* One multi handle. libcurl walks all its connections for every transfer, so a
 * pool takes further handles once the first ones are busy. */
struct net_shard {
    struct net *net;
    enum net_pool pool;
    CURLM *multi;
    int64_t timer_ms; /* when libcurl wants to be called; -1: not */
    int running;
    struct net_timer_node timer; /* runs while the handle is idle */
    uint32_t index;
};

struct net_pool_state {
    int running, most;
    struct net_lanes blocked;
};

struct net {
    struct net_settings settings;
    char *user_agent, *ca_file;
    atomic_int references; /* the starter's and one per wait */
    pthread_t thread;
    int epoll_fd, event_fd;

    pthread_mutex_t lock;
    struct net_exchanges commands; /* to start, or to abort */
    bool signalled, stopping, stopped;

    /* reactor */
    struct error failure; /* without libcurl: why every exchange fails */
    int64_t now_ms;       /* read once per turn of the loop */
    struct net_pool_state pools[2];
    struct net_shard *shards[NET_SHARDS_MAX]; /* with gaps; the first of each pool stays */
    uint32_t shards_n;                        /* up to the last one in use */
    int64_t shard_idle_ms;
    struct net_exchanges live;
    struct net_timer_node **heap; /* heap[0] is the first to fire */
    size_t heap_n, heap_capacity;
    uint32_t *watched; /* by descriptor: the index of the shard that epoll wakes for it, and one; 0: none */
    size_t watched_n;
    struct net_lane *lanes[NET_LANE_BUCKETS];
    /* [1]: with small buffers. libcurl keeps a handle's buffer, whatever size is
     * asked for later, and HTTP/2 overruns small ones: the kinds must not mix. */
    CURL *idle[2][NET_IDLE_HANDLES];
    size_t idle_n[2];

    atomic_uint_least64_t started, finished, failed, connections, queued, bodies;
};

/* net.c */
void net_publish(struct net_exchange *exchange);                       /* NET_DONE, unless it was aborted */
bool net_publish_part(struct net_exchange *exchange, struct str part); /* NET_DATA; false: over body_max */
void net_exchange_destroy(struct net_exchange *exchange);
void net_unref(struct net *net);

/* reactor.c */
int net_reactor_open(struct net *net, struct error *e);
void net_reactor_close(struct net *net);
void *net_reactor_run(void *net);
void net_reactor_signal(struct net *net); /* net->lock held */
void net_reactor_stop(struct net *net);
void net_timer_set(struct net *net, struct net_timer_node *node, int64_t at_ms);
void net_timer_stop(struct net *net, struct net_timer_node *node);

/* transfer.c: one exchange as a libcurl transfer. */
struct net_shard *net_shard_open(struct net *net, enum net_pool pool); /* NULL: too many, or no memory */
void net_shard_close(struct net_shard *shard);
void net_shard_arm(struct net_shard *shard, long timeout_ms); /* libcurl's timer; -1: none */
void net_transfer_begin(struct net_exchange *exchange);       /* sets exchange->error if it cannot */
/* Takes it off libcurl; the response is complete afterwards. `result` as libcurl said. */
void net_transfer_end(struct net_exchange *exchange, CURLcode result);
void net_transfer_close(struct net_exchange *exchange); /* off libcurl, nothing more */
int net_fail(struct net_exchange *exchange, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
const char *net_seconds(char ret[32], int64_t ms);
struct str net_authority(struct str url); /* "host:port" as written, for messages */

#endif
