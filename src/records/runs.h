/* Runs as they are kept: what was asked, with which settings and versions,
 * where it stands, what it cost, who is working on it. */
#ifndef FATHOM_RECORDS_RUNS_H
#define FATHOM_RECORDS_RUNS_H

#include "base/usage.h"
#include "store/store.h"

enum run_status {
    RUN_STATUS_DRAFT,
    RUN_STATUS_QUEUED,
    RUN_STATUS_RUNNING,
    RUN_STATUS_WAITING,
    RUN_STATUS_COMPLETED,
    RUN_STATUS_FAILED,
    RUN_STATUS_CANCELLED,
    RUN_STATUS_TIMED_OUT,
};
extern const char *const run_status_words[]; /* "draft", "queued" …, NULL at the end */

struct run_row {
    struct str id; /* "run-" + 12 hex digits */
    enum run_status status;
    struct str workflow;
    struct str phase; /* the workflow's own word */
    struct str query;
    struct str settings; /* JSON: everything that decides the run, no secrets */
    struct str engine_version, workflow_version;
    struct hash tables;                          /* blob: model table and prompts in force */
    struct str seed;                             /* 32 bytes: the run's random source */
    struct str parent;                           /* run it continues or enhances; empty */
    struct str owner;                            /* user; empty on one's own machine */
    int64_t created_ms, updated_ms, finished_ms; /* wall clock; 0: not yet */
    int64_t active_ms;                           /* time worked so far, downtime not counted */
    struct usage usage;
    struct str error;   /* JSON {code, message} of a failed run */
    struct hash report; /* blob: the report as JSON; zero if none */
    bool has_report;
    int64_t events; /* sequence number of the last event */
    /* lease */
    struct str worker; /* "host:boot:pid:start": who works on it or, while it is queued, who will; empty if nobody */
    int64_t epoch, lease_until_ms;
    int64_t wake_at_ms; /* it sleeps until then (wall clock), since a job at a service takes long; 0: it does not */
    /* What its owner says of it. */
    struct str title; /* empty: none */
    bool favourite;
    bool shared;        /* there is a share token */
    int64_t deleted_ms; /* wall clock; 0: it is not deleted */
    int64_t number;     /* of its row, for cursors */
};

int run_record_insert(struct db *db, const struct run_row *row, struct error *e);
/* Other settings for a run nobody works on: a ceiling was raised. */
int run_record_set_settings(struct db *db, struct str id, struct str settings, struct error *e);
/* Another question and other settings for a draft. */
int run_record_edit(struct db *db, const struct run_row *row, struct error *e); /* workflow, too */
/* Exact id. -ERROR_NOT_FOUND names it. */
int run_record_get(struct db *db, struct str id, struct arena *arena, struct run_row *ret, struct error *e);
/* A unique prefix (with or without "run-") or "last", among the runs of an owner that are not deleted: the full id.
 * Ambiguous prefixes are -ERROR_INVALID and list up to three candidates, in the message and in the details. */
int run_record_find(struct db *db, struct str owner, struct str id, struct arena *arena, struct str *ret,
                    struct error *e);

/* A place in a list, newest first: what stands behind (older than) this run. Time and number together lose no run that
 * was made in the same millisecond. */
struct run_cursor {
    int64_t created_ms, number; /* 0: from the newest */
};
/* "6930f1c2a1b-2a": for callers, who give it back as it is. */
struct str run_cursor_text(struct arena *arena, const struct run_row *row);
bool run_cursor_read(struct str text, struct run_cursor *ret);

struct run_filter {
    int status;                   /* -1: any */
    enum run_status or_status[2]; /* or one of these */
    size_t or_status_n;
    struct str owner;    /* whose */
    bool everyone;       /* everybody's */
    struct str words;    /* each of them in the question or the title, or "run-…" in the id; empty: any */
    struct str workflow; /* empty: any */
    bool favourite;      /* only favourites */
    bool deleted;        /* those that are deleted and not yet swept, instead of the others */
    struct str parent;   /* only what follows this run; empty: any */
    bool roots;          /* only those that begin a conversation of several runs */
    int64_t limit;       /* 0: 50 */
    struct run_cursor behind;
};
int run_record_list(struct db *db, const struct run_filter *filter, struct arena *arena, struct run_row **ret,
                    size_t *ret_n, struct error *e);
/* How many there are, whatever limit and cursor say. `arena` is scratch. */
int run_record_count(struct db *db, const struct run_filter *filter, struct arena *arena, int64_t *ret,
                     struct error *e);

/* --- what its owner says of it; each -ERROR_NOT_FOUND names the run --- */
int run_record_set_title(struct db *db, struct str id, struct str title, struct error *e);
int run_record_set_favourite(struct db *db, struct str id, bool favourite, struct error *e);
/* 0: it is there again. */
int run_record_set_deleted(struct db *db, struct str id, int64_t deleted_ms, struct error *e);
/* `key` is the SHA-256 of the token; NULL: it is not shared any more. */
int run_record_set_share(struct db *db, struct str id, const struct hash *key, struct error *e);
int run_record_unshare_all(struct db *db, struct str owner, struct error *e); /* closes the links to an owner's runs */
/* The run that is shared under this key: 1, or 0 when there is none. */
int run_record_shared(struct db *db, struct hash key, struct arena *arena, struct run_row *ret, struct error *e);
/* Removes for good what was deleted before this time; how many. */
int run_record_sweep(struct db *db, int64_t before_ms, int64_t *ret, struct error *e);
/* Where its workflow says it stands (JSON text; empty: it never said) and when it said so. */
int run_record_state(struct db *db, struct str id, struct arena *arena, struct str *ret, int64_t *ret_time_ms,
                     struct error *e);
/* Removes the run with its journal, events, sources; blobs go with the next sweep. */
int run_record_delete(struct db *db, struct str id, struct error *e);

/* Who works on it. Taking succeeds when nobody holds it, the lease is over, or
 * the holder is a process of this machine that is gone; it raises the epoch.
 * -ERROR_CONFLICT names the holder. */
int run_lease_take(struct db *db, struct str id, struct str worker, int64_t now_ms, int64_t lease_ms,
                   int64_t *ret_epoch, struct error *e);
/* -ERROR_CONFLICT when the epoch is no longer ours. */
int run_lease_renew(struct db *db, struct str id, int64_t epoch, int64_t until_ms, struct error *e);
int run_lease_release(struct db *db, struct str id, int64_t epoch, struct error *e);
/* Ends a lease of a run that is queued: `worker` has it in its queue. That keeps nobody from taking the lease. */
int run_lease_queue(struct db *db, struct str id, struct str worker, int64_t epoch, struct error *e);
/* The queued runs of a worker that ends are nobody's. */
int run_lease_leave_queued(struct db *db, struct str worker, struct error *e);
/* Queued or running by its status, but no process will work on it and it does not sleep: it was stopped, or its process
 * died or lost touch. It can be resumed. */
bool run_is_interrupted(const struct run_row *row, int64_t now_ms);
/* This process as a worker name; stable for its life. */
struct str run_worker_name(void);
/* Is this worker a process of another machine, boot or container? Whether it is still there cannot be seen. */
bool run_worker_is_elsewhere(struct str worker);

#endif
