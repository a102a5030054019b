/* Rows of the journal and of the events, and the one way they are appended.
 *
 * run/effect.h says what they mean; this file keeps them. */
#ifndef FATHOM_RECORDS_JOURNAL_H
#define FATHOM_RECORDS_JOURNAL_H

#include "base/usage.h"
#include "records/runs.h"

enum effect_state { EFFECT_STARTED, EFFECT_SUBMITTED, EFFECT_DONE };

struct effect_row {
    struct str path;
    struct hash key; /* SHA-256 of the canonical request */
    int kind;        /* enum effect_kind of run/effect.h */
    enum effect_state state;
    bool failed;     /* DONE: a final failure, see `error` */
    struct str body; /* the answer; kept inline when small, else as a blob */
    struct error error;
    struct str answered_by;
    struct str remote_id; /* SUBMITTED: the job at the service */
    struct usage usage;
    int lost;                     /* started attempts that never ended (paid effects) */
    int seen;                     /* controls seen at this path (bits, SEEN_FINISH and such) */
    int64_t elapsed_ms;           /* the run's active time when it was done */
    int64_t started_ms, ended_ms; /* wall clock; 0: not known, or not yet */
    int retries;                  /* how often services were asked again */
    struct str request;           /* canonical text, kept by option; else empty */
};

struct event_row {
    int64_t seq;     /* given by the writer */
    int64_t time_ms; /* wall clock of the first insertion */
    struct str path; /* identity: (run, path, ordinal) */
    int64_t ordinal;
    struct str type, phase;
    struct str data; /* JSON object text */
};

/* A row of a cache that commits with its effect. */
struct cache_row {
    struct str name; /* "search", "verdict" … */
    struct hash key;
    struct str value;
    int64_t expires_ms; /* wall clock */
};

/* What goes in together. Absent parts are NULL / 0. */
struct journal_entry {
    struct str run;
    int64_t epoch;  /* refused with -ERROR_CONFLICT when stale */
    int64_t now_ms; /* wall clock */
    const struct effect_row *effect;
    const struct effect_row *facts; /* effects before it that needed nothing from outside, in order */
    size_t facts_n;
    struct event_row *events; /* insert-or-ignore; seq is set (also for known ones) */
    size_t events_n;
    const struct cache_row *cache;
    size_t cache_n;
    /* What the run is doing, for `why`: the path it waits at; "" clears it; NULL data leaves it. */
    struct str waiting_path, waiting_for;
    /* New values for the run's row, where set. */
    bool set_status;
    enum run_status status;
    int64_t wake_at_ms; /* with set_status: it sleeps until then (wall clock); 0: it does not */
    struct str phase;   /* empty: unchanged */
    const struct usage *usage;
    int64_t active_ms; /* < 0: unchanged */
    struct str error;
    const struct str *report;      /* JSON text, stored as a blob */
    struct str state;              /* the workflow's own, JSON text; empty: unchanged */
    bool finished;                 /* sets finished_ms */
    struct journal_packed *packed; /* of journal_pack, else NULL */
};
/* Compresses and hashes what the entry carries. Optional, on the thread that
 * made the entry: journal_append does it otherwise, on the writer's, where
 * everybody waits for it. The entry's texts stay as they are from here on. */
void journal_pack(struct journal_entry *entry, struct arena *arena);
int journal_append(struct db *db, struct journal_entry *entry, struct error *e);
/* Appends the last entry of this lease and gives the lease back. */
int journal_append_last(struct db *db, struct journal_entry *entry, struct error *e);

/* 1 and *ret when there is a row at this path, 0 if none. */
int journal_find(struct db *db, struct str run, struct str path, struct arena *arena, struct effect_row *ret,
                 struct error *e);
/* All rows of a run in the order they were first written; bodies only if asked. */
int journal_list(struct db *db, struct str run, bool bodies, struct arena *arena, struct effect_row **ret,
                 size_t *ret_n, struct error *e);
/* Drops the row at `path` and every row written after it (a run that diverged),
 * but those at the paths in `keep`, which this taking-up of the run rests on. */
int journal_drop_from(struct db *db, struct str run, int64_t epoch, struct str path, const struct str_list *keep,
                      struct error *e);
/* Drops what a ceiling or finish made of the run: calls that were cut short or refused for it, and the facts at `facts`.
 * The run then does them. */
int journal_drop_cut(struct db *db, struct str run, int64_t epoch, const struct str_list *facts, struct error *e);
/* What was paid to whom over all runs of an owner (empty: everybody's), by answered_by. */
struct spending_row {
    struct str answered_by;
    int64_t calls, searches, cost_nano;
    bool cost_unknown;
};
int spending_list(struct db *db, struct str owner, struct arena *arena, struct spending_row **ret, size_t *ret_n,
                  struct error *e);
/* The finished rows by path, without their bodies: what a journal's digest is made of. */
struct outline_row {
    struct str path;
    struct hash key, body;        /* of the request and of the answer */
    struct str outcome;           /* "done" or the word of the error */
    int64_t started_ms, ended_ms; /* wall clock; 0: of a bundle, which has no times. Not part of the digest, as … */
    struct str answered_by;       /* the model or service; empty: nobody, or not known, as in a bundle */
};
int journal_outline(struct db *db, struct str run, struct arena *arena, struct outline_row **ret, size_t *ret_n,
                    struct error *e);
/* SHA-256 over an outline: the journal's digest. */
struct hash outline_digest(const struct outline_row *rows, size_t n);

/* All events of two types, in order. */
int event_list_types(struct db *db, struct str run, const char *one, const char *other, struct arena *arena,
                     struct event_row **ret, size_t *ret_n, struct error *e);
/* Events with seq > since, at most `limit`. */
int event_list(struct db *db, struct str run, int64_t since, int64_t limit, struct arena *arena, struct event_row **ret,
               size_t *ret_n, struct error *e);
/* The runs that got events with a number above `since`, but those that `worker` works on; *ret_last is the highest number
 * there is. At most `limit`; the rest comes next time. */
int event_moved_runs(struct db *db, struct str worker, int64_t since, int64_t limit, struct arena *arena,
                     struct str_list *ret, int64_t *ret_last, struct error *e);
/* A row of its own, for what is fetched outside of runs. */
int cache_put(struct db *db, const struct cache_row *row, struct error *e);
/* 1 and the value if it is there and not expired, else 0. */
int cache_get(struct db *db, struct str name, struct hash key, int64_t now_ms, struct arena *arena, struct str *ret,
              struct error *e);
/* The same as the port of net/call.h: `context` is the store; false also when it cannot be read. */
bool cache_read(void *context, const char *name, struct hash key, struct arena *arena, struct str *ret);

/* What a live run waits for: path, what, since when (wall clock). 1 if known. */
struct waiting_row {
    struct str path, what;
    int64_t since_ms;
};
int waiting_get(struct db *db, struct str run, struct arena *arena, struct waiting_row *ret, struct error *e);

/* Controls: rows that other threads and processes leave for a run. */
struct control_row {
    int64_t id;
    struct str type; /* "cancel", "finish", "pause", "answer" */
    struct str data; /* JSON */
    int64_t time_ms;
};
int control_add(struct db *db, struct str run, struct str type, struct str data, int64_t now_ms, struct error *e);
/* Controls of a run with id > since. */
int control_list(struct db *db, struct str run, int64_t since, struct arena *arena, struct control_row **ret,
                 size_t *ret_n, struct error *e);
/* Highest control id of all runs: cheap check whether anything is new. */
int control_last(struct db *db, int64_t *ret, struct error *e);

#endif
