/* A call: what a run asks of the outside in one go (a model's answer, a search,
 * a page), made of one or more exchanges.
 *
 * Retries, limits, fallback between services and decoding happen inside, on
 * the thread that waits: call_drive() hands each network event to the call it
 * belongs to until all are done. One thread can drive many calls. The journal
 * records the outcome (run/effect.h), the call knows nothing of journals. */
#ifndef FATHOM_NET_CALL_H
#define FATHOM_NET_CALL_H

#include "base/hash.h"
#include "base/sink.h"
#include "base/usage.h"
#include "net/net.h"

/* Things that happened on the way and that a watcher wants to know at once. */
struct call_note {
    enum { NOTE_RETRY, NOTE_DEGRADED } type;
    struct str service;        /* the service that is retried, was skipped or failed */
    struct str model;          /* retry: of the service, if it has several */
    int64_t attempt;           /* retry: that failed, from 1 */
    double after;              /* retry: seconds until the next one */
    struct str what, from, to; /* degraded: "skipped", "failed"; or one model instead of another */
    struct str reason;
    struct call_note *next;
};

/* A row for a cache, committed together with the call's journal row. */
struct call_cache_row {
    const char *name; /* which cache: "search", "page" … */
    struct hash key;
    struct str value;
    int64_t ttl_ms;
    struct call_cache_row *next;
};

/* Reading caches is a port: their rows live above. */
struct call_cache {
    bool (*get)(void *context, const char *name, struct hash key, struct arena *arena, struct str *ret);
    void *context;
};

struct call;
struct errand; /* net/errand.h */

/* What the network carries for a call: which of its slots an event is for. */
enum { CALL_SLOTS = 16 };
struct call_tag {
    struct call *call; /* its place in call->tags is the slot */
};

struct call_type {
    const char *name; /* "llm", "search", "page" */
    bool is_model;    /* each outcome is told as a model's */
    bool is_search;   /* counts as a search that was asked for */
    /* Starts the first exchanges. `argument` is what the request carried. */
    void (*begin)(struct call *call, const void *argument);
    /* An event of this call's exchanges or timers: go on, or call_done/call_fail. */
    void (*event)(struct call *call, const struct net_event *event);
    /* Optional: what to leave behind when it is cut short (cancel, finish). */
    void (*abort)(struct call *call);
};

struct call {
    const struct call_type *type;
    struct net *net;
    struct net_wait *wait;
    struct arena *arena;       /* for the outcome; owned by the driver */
    const struct sink *stream; /* text as it is written, may be NULL */
    int64_t deadline_ms;       /* clock_monotonic_ms(); no attempt goes past it; 0: none */
    uint64_t random;           /* seed for jitter, differs per call */
    int64_t wall_ms;           /* wall clock at the start */
    int64_t most_tokens;       /* that all its attempts together may use; 0: any number */
    int64_t most_nano;         /* the same in money */
    int64_t token_margin;      /* what our estimate of a prompt is to be taken as, in thousandths of it; 0: as it is */

    void *state;                                /* the type's own */
    struct str run;                             /* on whose behalf: a run's id; empty: nobody's */
    struct net_exchange *exchanges[CALL_SLOTS]; /* by slot: under way, or done and not forgotten */
    struct errand *errands;                     /* what others in this process do for it */
    struct call_tag tags[CALL_SLOTS];

    bool done;
    int result;             /* 0 or negative */
    struct error error;     /* when it failed: final, retries are over */
    struct str body;        /* the answer as text (JSON), in `arena` */
    struct str answered_by; /* "openai/gpt-5.2", "tavily" */
    struct usage usage;     /* also of a failed call: what was spent */
    struct call_note *notes, **notes_end;
    const struct call_cache *cache; /* NULL: no cache */
    /* A job at the service that goes on without us (kind `submit`): the type sets
     * remote_id once it is known and returns; the driver journals it before it
     * hands on further events. On a resumed run it is set before begin(). */
    struct str remote_id;
    bool submitted;     /* remote_id was journaled */
    int64_t poll_at_ms; /* when the type will look again; lets the driver suspend long waits */
    struct call_cache_row *cache_rows;
};

/* A request: its canonical text (hashed by the journal) and how it is done. */
struct request {
    struct str canonical; /* JSON, sorted keys */
    const struct call_type *type;
    const void *argument;
    int64_t timeout_ms;    /* for the whole call; 0: the run's limit per operation */
    int64_t estimate_nano; /* money reserved before it starts */
    int64_t estimate_tokens;
    int64_t least_nano,
        least_tokens;       /* with less it is not worth starting: the driver lowers what it may use so far; 0: it
                                       * needs its estimate */
    int64_t estimate_input; /* of these, what is sent; 0: nothing can be learned from what is counted */
    int64_t estimate_shape; /* of what is sent, a schema and tools: every service counts them in its own way */
    struct arena *arena;    /* arena for the outcome; NULL: the arena of the caller */
    bool rewords;           /* a recorded outcome stands whatever words it was asked with */
};

/* For call types: send an exchange that belongs to this call; `slot` (below
 * CALL_SLOTS, one exchange and any timers at a time) tells several apart and
 * comes back in call_slot(). Times are cut to what is left before the deadline.
 * What a call leaves under way when it is done is stopped for it. */
struct net_exchange *call_send(struct call *call, const struct net_request *request, int slot);
void call_timer(struct call *call, int64_t at_ms, int slot);
int call_slot(const struct call *call, const struct net_event *event);
struct call_tag *call_tag(struct call *call, int slot);             /* what events of the slot carry */
void call_forget(struct call *call, struct net_exchange *exchange); /* frees it after NET_DONE */
uint64_t call_random(struct call *call);
void call_note(struct call *call, const struct call_note *note); /* is copied */
/* Notes that attempt number `attempt` at a service failed and that the next one follows after `delay_ms`. */
void call_note_retry(struct call *call, struct str service, int64_t attempt, int64_t delay_ms, struct str reason);
bool call_cache_get(struct call *call, const char *name, struct hash key, struct str *ret);
void call_cache_put(struct call *call, const char *name, struct hash key, struct str value, int64_t ttl_ms);
void call_done(struct call *call, struct str body, struct str answered_by);
void call_fail(struct call *call, const struct error *e);

/* For drivers. */
void call_begin(struct call *call, const struct request *request, struct net *net, struct net_wait *wait,
                struct arena *arena); /* set deadline_ms, stream, random, wall_ms, run, cache before; the rest zero */
void call_event(const struct net_event *event); /* finds the call by the tag; ignores what is over */
void call_abort(struct call *call);             /* stops its exchanges and timers; not done afterwards */
void call_free(struct call *call);              /* exchanges that are left; not the arena */

/* The plain driver: all calls, which share one wait, until done or their
 * deadlines (then they fail with ERROR_TIMEOUT). For doctor and tests. */
void call_drive(struct call *const calls[], size_t n);
/* One call outside any run: begins it, waits at most `timeout_ms`, and hands out the body, which lives in `arena`. `usage` is added
 * to; may be NULL. */
int call_alone(struct net *net, const struct request *request, int64_t timeout_ms, struct arena *arena,
               struct usage *usage, struct str *ret, struct error *e);

#endif
