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
    struct str worker; /* "host:boot:pid:start"; empty if nobody */
    int64_t epoch, lease_until_ms;
};

int run_record_insert(struct db *db, const struct run_row *row, struct error *e);
/* Other settings for a run nobody works on: a ceiling was raised. */
int run_record_set_settings(struct db *db, struct str id, struct str settings, struct error *e);
/* Exact id. -ERROR_NOT_FOUND names it. */
int run_record_get(struct db *db, struct str id, struct arena *arena, struct run_row *ret, struct error *e);
/* A unique prefix (with or without "run-") or "last": the full id. Ambiguous
 * prefixes are -ERROR_INVALID and list up to three candidates. */
int run_record_find(struct db *db, struct str id, struct arena *arena, struct str *ret, struct error *e);

struct run_filter {
    int status;                /* -1: any */
    struct str owner;          /* empty: any */
    int64_t limit;             /* 0: 50 */
    int64_t before_created_ms; /* cursor; 0: from the newest */
};
int run_record_list(struct db *db, const struct run_filter *filter, struct arena *arena, struct run_row **ret,
                    size_t *ret_n, struct error *e);
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
/* Running by its status, but nobody works on it: its process died or lost touch. It can be resumed. */
bool run_is_interrupted(const struct run_row *row, int64_t now_ms);
/* This process as a worker name; stable for its life. */
struct str run_worker_name(void);

#endif
