/* Runs as operations show them. */
#ifndef FATHOM_SERVICE_RUNS_H
#define FATHOM_SERVICE_RUNS_H

#include "net/call.h"
#include "records/claims.h"
#include "records/runs.h"
#include "report/formats.h"
#include "run/run.h"
#include "service/operation.h"

/* The run a caller names: one of the caller's own by its id, a unique start of it or "last"; an admin may also name
 * anybody's by the whole id. All others, and deleted ones, are not found. */
int run_find(const struct caller *caller, struct db *db, struct str id, struct arena *arena, struct run_row *ret,
             struct error *e);

/* A reader's connection and the row of the run that was named, as run_find() has it. Every begin that succeeds is
 * ended. */
struct reading {
    struct store *store;
    struct db *db;
    struct run_row row;
};
int reading_begin(const struct caller *caller, struct arena *arena, struct str id, struct reading *ret,
                  struct error *e);
void reading_end(struct reading *reading);
/* The row alone: begins and ends. */
int reading_row(const struct caller *caller, struct arena *arena, struct str id, struct reading *ret, struct error *e);

/* The stored report of a run that has one. */
struct report;
int run_report_load(struct reading *reading, struct arena *arena, struct report *ret, struct error *e);
/* The texts of its sources, for quotes in their context, and so what the spans of its claims stand behind. */
int run_report_add_texts(struct reading *reading, struct arena *arena, struct report *report, struct error *e);
/* The report of a run that has one, ready for every format; *ret_id is the run. */
int report_load(const struct caller *caller, struct arena *arena, struct str id, struct report *ret, struct str *ret_id,
                struct error *e);

/* A delivery of a report, by its events. */
struct delivery_view {
    struct str id, target;
    struct str status; /* "sent", "failed", "unknown": begun, and its end was never told */
    struct str at;     /* of the last event; ISO 8601 */
    struct str error;  /* why it failed */
};
extern const struct field delivery_view_fields[];

/* What a person answered to a run. */
struct answer_view {
    struct str type; /* of the question: "clarify", "pause", "confirm", "plan" */
    struct str_list questions;
    struct str_list reviewed, plan;   /* of a plan: as it was made, and what came of it */
    struct str answer, by, asked, at; /* by: the user; empty: the local one */
};

struct run_view {
    struct str id, status, workflow, phase, depth, query, title;
    bool favourite, shared;
    struct str owner;                      /* shown to admins */
    struct str created, updated, finished; /* ISO 8601, UTC; empty: not yet */
    int64_t active_ms;
    struct usage usage;
    struct str cost;  /* JSON number or empty */
    struct str error; /* JSON {code, message} or empty */
    bool has_report;
    bool interrupted; /* queued or running, but no process works on it: it was stopped, or its process died */
    bool sleeping;    /* running, and looked at again later: a job at a service takes long */
    int64_t events;
    struct str parent;             /* the run it follows, or whose report it writes anew; empty */
    struct claim_summary verdicts; /* how many claims of the report have each */
    /* Filled by `show` alone. */
    struct str_list questions; /* that it waits with */
    struct str asks;           /* the same as JSON, with the type of the question; or empty */
    struct str last_event, last_event_at;
    int64_t last_event_age_ms;
    int64_t time_left_ms;             /* INT64_MIN: it is completed */
    struct delivery_view *deliveries; /* what is known of each, oldest first */
    size_t deliveries_n;
    struct answer_view *answers; /* of people, oldest first */
    size_t answers_n;
    struct str research;          /* of a panel: JSON as its clients know it, or empty */
    struct str state;             /* JSON of the workflow's own, or empty */
    struct status_line *standing; /* the same in its words */
    size_t standing_n;
};

enum { LIST_MAX = 1000 };                     /* runs in one list */
extern const char *const list_status_words[]; /* of runs, and those that panels alone have */
struct list_in {
    struct str words, workflow, cursor;
    int status; /* of list_status_words; -1: any */
    bool favourite, deleted, everyone, conversations;
    int64_t limit;
};
struct list_out {
    struct run_view *runs;
    size_t runs_n;
    struct str next; /* cursor of what follows; empty: that is all */
    int64_t total;   /* how many runs fit; INT64_MIN: not counted */
};

struct report_in {
    struct str id;
    int format;
    bool brief;
};
struct report_out {
    struct str id, status, text;
};

struct event_view {
    int64_t seq;
    struct str time, type, run, phase, data;
};
struct events_in {
    struct str id;
    int64_t since, limit;
    struct str_list types; /* empty: all */
};
struct events_out {
    struct event_view *events;
    size_t events_n;
    struct str status;
};

struct source_view {
    int64_t number;
    struct str id, title, url, date, author, engine, query, snippet;
    double relevance;
    bool cited, snippet_only;
    struct str suspect, quality;
};
struct sources_out {
    struct source_view *sources;
    size_t sources_n;
};

struct replay_in {
    struct str id;
    bool brief;
};
struct replay_out {
    struct str id;
    bool same;
    struct str text;
};

struct why_out {
    struct str id, status, phase, path, waiting_for, worker;
    bool interrupted;
    int64_t waiting_ms; /* how long it has waited; -1: it does not */
    int64_t active_ms;
};

extern const struct field event_view_fields[], run_view_fields[];

#endif
