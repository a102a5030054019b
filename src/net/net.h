/* The network reactor: one thread, two libcurl multi handles driven by sockets.
 *
 * A run's thread asks with net_send() and waits with net_wait_next(); between
 * the two the reactor does everything: limits, connection, transfer, timeouts.
 * There are no callbacks into the caller: what happened comes out of its
 * `struct net_wait`, a queue of events that belongs to one waiting thread. One
 * thread can have many exchanges under way at once, so a batch of calls needs
 * no further threads.
 *
 * Two pools: NET_PROVIDER shares connections (HTTP/2 over TLS) and may go to
 * any address the user configured; NET_PAGE has its own connections and the
 * address guard (net/guard.h) on every connection and before every request.
 *
 * Threads: net_send, net_abort, net_wake from any thread; a net_wait is used
 * by one thread at a time. docs/internals/net.md tells the rest. */
#ifndef FATHOM_NET_NET_H
#define FATHOM_NET_NET_H

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"

struct net;
struct net_wait;
struct net_exchange;
struct limiter; /* net/limiter.h */
struct guard;   /* net/guard.h */

struct net_settings {
    size_t bodies_max;         /* bytes of all bodies in flight; beyond it new exchanges queue; 0: 256 MB */
    int provider_connections;  /* exchanges at once; 0: 4,096, at most half the open files allowed */
    int page_connections;      /* the same for pages; 0: 64 */
    const struct guard *guard; /* for pages; NULL: the default one (public addresses only) */
    struct str user_agent;
    struct str ca_file; /* PEM file of authorities to trust; empty: the system's */
    bool trace;         /* log each exchange at LOG_DEBUG, redacted */
};

/* The network's thread loads libcurl, which takes longer than all other preparation of a run: start it early. Where
 * libcurl cannot be had every exchange ends with that error. */
int net_start(const struct net_settings *settings, struct net **ret, struct error *e);
void net_stop(struct net *net); /* aborts what is under way; NULL is fine */

enum net_pool { NET_PROVIDER, NET_PAGE };

struct net_request {
    const char *method; /* "GET", "POST" … */
    struct str url;
    const struct str *headers; /* "Name: value"; secrets allowed, never logged */
    size_t headers_n;
    struct str body;
    enum net_pool pool;
    struct limiter *limiter; /* rate, concurrency, breaker; NULL: none */
    int64_t tokens;          /* estimate for the limiter's tokens per minute */
    int64_t connect_ms;      /* 0: 10 s */
    int64_t timeout_ms;      /* whole exchange, from when it leaves the queue; 0: 120 s */
    int64_t stall_ms;        /* no byte for this long is a timeout; 0: 60 s */
    int64_t queue_ms;        /* longest wait for the limiter; 0: no limit but the caller's */
    bool bounded;            /* timeout_ms is what was left of the caller's time: messages do not name it */
    size_t body_max;         /* after decompression; 0: 8 MB. More is -ERROR_LIMIT */
    bool cut;                /* a longer body is taken as far as that; not for streams */
    bool stream;             /* deliver NET_DATA as parts arrive (2xx answers only) */
};

struct net_header {
    struct str name, value;
};

struct net_response {
    int status; /* of HTTP; 0 if none came */
    struct net_header *headers;
    size_t headers_n;
    struct str body;               /* all of it, also when it was streamed */
    int64_t queued_ms, elapsed_ms; /* waiting for the limiter; from then to the end */
    struct str address;            /* numeric peer address, for logs */
};

/* First header of that name, case-insensitive; empty if absent. */
struct str net_header(const struct net_response *response, const char *name);
/* retry-after-ms, then retry-after (seconds or date): milliseconds, -1 if absent or unusable. */
int64_t net_retry_after_ms(const struct net_response *response, int64_t wall_now_ms);

struct net_wait *net_wait_new(struct net *net);
void net_wait_free(struct net_wait *wait); /* aborts and forgets its exchanges and timers */

/* Starts an exchange (copies the request). Its events carry `tag`. Never fails:
 * what is wrong comes as NET_DONE with an error. */
struct net_exchange *net_send(struct net_wait *wait, const struct net_request *request, void *tag);
/* Stops it; no event of it comes afterwards, and it is freed. Returns at once. */
void net_abort(struct net_exchange *exchange);
/* One NET_TIMER event with `tag` at that time of clock_monotonic_ms(). */
void net_timer(struct net_wait *wait, int64_t at_ms, void *tag);
/* Forgets the timers with this tag. */
void net_timer_cancel(struct net_wait *wait, void *tag);
/* Makes net_wait_next() return NET_WOKEN soon, once for any number of calls. Any thread. */
void net_wake(struct net_wait *wait);

enum net_event_type {
    NET_DATA, /* a part of a streamed body */
    NET_DONE, /* the exchange is over: see error and response */
    NET_TIMER,
    NET_WOKEN,
    NET_DEADLINE, /* the deadline of this call of net_wait_next passed */
};

struct net_event {
    enum net_event_type type;
    void *tag;
    struct net_exchange *exchange; /* DATA, DONE */
    struct str data;               /* DATA: valid until the next net_wait_next() */
};

/* The next event; waits until `deadline_ms` of clock_monotonic_ms() (-1: for ever). */
void net_wait_next(struct net_wait *wait, int64_t deadline_ms, struct net_event *ret);

/* After NET_DONE: milliseconds since it left the limiter's queue. */
int64_t net_exchange_elapsed(const struct net_exchange *exchange);

/* After NET_DONE: 0 and *ret when an HTTP answer of any status came, else a
 * negative code and *e: ERROR_NETWORK, ERROR_TIMEOUT, ERROR_LIMIT; ERROR_RATE
 * when queue_ms passed (our own limits, nothing for the breaker); ERROR_FORBIDDEN
 * by the guard; ERROR_UNAVAILABLE when the breaker is open or the network was
 * stopped; ERROR_UPSTREAM for bytes that are not HTTP; ERROR_INVALID for a request
 * that cannot be made. e->retry is set for network failures, timeouts, garbage,
 * the queue, and the open breaker (with retry_after_ms).
 * The response lives until net_exchange_free(). */
int net_exchange_result(struct net_exchange *exchange, const struct net_response **ret, struct error *e);
void net_exchange_free(struct net_exchange *exchange);

/* Before NET_DONE: it still waits for its turn at our own limits, the service knows nothing of it. */
bool net_exchange_queued(const struct net_exchange *exchange);

/* For doctor, why and tests. */
struct net_counts {
    uint64_t started, finished, failed, connections, queued, bodies_bytes;
};
void net_count(struct net *net, struct net_counts *ret);

#endif
