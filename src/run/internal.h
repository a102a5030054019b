/* What the files of this folder share: a run and its branches from inside. */
#ifndef FATHOM_RUN_INTERNAL_H
#define FATHOM_RUN_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "records/claims.h"
#include "records/sources.h"
#include "run/effect.h"
#include "run/engine.h"
#include "run/events.h"
#include "run/pool.h"

/* Why the report is to be written now, as bits of an effect's row: somebody asked for it, or the time ceiling's
 * reserve began. A branch that saw one of them gathers no more. */
enum { SEEN_FINISH = 1, SEEN_TIME = 2 };

/* The share of every ceiling that is kept for the writing. */
enum { RESERVE_PERCENT = 15, NARROW_PERCENT = 80 };

/* What a run asks a person, until it is stored. */
struct asked_question {
    struct asked_question *next;
    struct question_row row;
};

struct run {
    struct engine *engine;
    struct arena *arena;
    struct run_row row; /* as it was when the run was taken up */
    struct run_settings settings;
    struct run_tools tools;
    const struct workflow *workflow;
    int64_t epoch;
    bool replay;        /* journal only */
    struct str wanted;  /* a replay that ends at the effect of this path: engine_request() */
    struct str request; /* its canonical text, once it is there; in the arena of the run */
    bool fresh;         /* the journal was empty: nothing to look up */
    int attempt;        /* of the run; failed effects of earlier ones happen again */
    int resumed;        /* how often the run was resumed */

    int64_t started_ms; /* monotonic, of this taking-up */
    int64_t active_before_ms;
    int64_t time_base_ms;       /* active time that does not count: before a timed out run was resumed */
    int64_t deadline_ms;        /* hard, monotonic */
    int64_t gather_deadline_ms; /* when the time budget's reserve begins: what is not essential ends */
    int64_t write_deadline_ms;  /* when what is essential ends too: the report is made of what is there */

    atomic_int asked_stop; /* a stop that was asked for; becomes `stop` inside an effect */
    atomic_int stop;       /* sticky: RUN_CANCELLED … or 0 */
    atomic_bool asked_finish;
    atomic_bool ending;   /* the last commit is on its way: the lease goes with it */
    atomic_int in_flight; /* calls under way, for the live view */
    int64_t wake_at_ms;   /* suspended for a job: when to go on; 0: for a person */
    int64_t answers_used; /* control id of the last answer taken */

    pthread_mutex_t lock;         /* guards what follows */
    struct branch *branches;      /* live ones, to wake them */
    int threads;                  /* that work on it now: its own and helpers */
    int resting;                  /* of these, such that wait for long jobs alone */
    struct error stop_error;      /* why, for DIVERGED and lost leases */
    struct error asked_why;       /* why it was asked to stop, where that was said */
    struct usage usage;           /* running total for the live view */
    struct arena *used_arena;     /* of `used` and `asked` */
    struct asked_question *asked; /* newest first */
    struct str_list used;         /* paths looked up in this taking-up; their rows outlive a divergence */

    struct pushed *pushed; /* outcomes that were handed in (push.h), in used_arena */
    atomic_size_t pushed_n;
    size_t pushed_capacity;

    struct str_list said; /* by persons at pauses, in the root's arena; changed by the root alone, between fan-outs */
    struct str title;     /* stored with the run's end, as what follows; set by the workflow */
    struct source_row *sources;
    size_t sources_n;
    const struct claim_row *claims; /* likewise */
    size_t claims_n;
};

struct measured;

struct branch {
    struct run *run;
    struct branch *parent, *next; /* next in run->branches */
    struct path path;
    struct arena *arena;
    struct net_wait *wait;
    int64_t ordinal;             /* of the next event */
    struct event_batch *pending; /* events not yet handed to the writer */
    char phase[32];
    int64_t phase_limit_ms, phase_deadline_ms;
    int64_t past_ms; /* the run's active time at its last effect, while all were recorded; -1: it is live */
    bool phase_hard; /* its limit stops the run */
    int hurry;       /* SEEN_FINISH, SEEN_TIME */
    enum pressure pressure;
    struct usage usage;               /* what its effects (and joined branches) used */
    int64_t searches;                 /* that were asked, likewise */
    int64_t billed;                   /* searches that are billed, likewise */
    int64_t cost_told;                /* tokens in and out when cost_updated was last told */
    int64_t lost_nano, lost_tokens;   /* attempts that died with their process */
    int64_t limit_nano, limit_tokens; /* 0: none */
    int64_t kept_nano, kept_tokens;   /* of them for essential effects: the writing */
    struct str_list warnings, skipped;
    struct measured *measured; /* what providers counted, by model; of its own effects and joined branches */
    size_t measured_n, measured_capacity;
};

/* Sums over prompts, of which `words` and `shape` (struct request) were estimated and `counted` was reported: products of two. */
struct fitted {
    int64_t words_words, words_shape, shape_shape, words_counted, shape_counted;
};

struct measured {
    struct str model;
    int64_t estimated, reported;
    struct fitted fitted;
    int64_t worst;           /* thousandths of the estimate that one prompt was counted as, at most; 0: not known */
    struct branch_room room; /* zeros: not known */
};

/* facts.c: does this pressure fact say that gathering ends? */
bool branch_pressure_ended(struct str fact);
/* What of a ceiling gathering may use. */

/* branch.c */
void branch_measure(struct branch *branch, struct str model, const struct request *request, int64_t reported);
void branch_init(struct branch *branch, struct run *run, struct branch *parent, struct path path);
/* Tells that the phase has ended, and what the run has cost by then. */
void branch_phase_over(struct branch *branch);
void branch_end(struct branch *branch); /* drops what was not stored; not the arena */
/* An event at an identity of its own, e.g. of an effect; told even if the run is stopped. */
void branch_emit_at(struct branch *branch, struct str identity, int64_t ordinal, enum event_kind kind,
                    const void *data);
/* Hands the pending events to the writer, with a note what is waited for; does not wait. */
void branch_send(struct branch *branch, struct str waiting_path, struct str waiting_for);
/* The outcome of an effect that needed nothing from outside: stored with whatever the branch stores next. */
void branch_fact(struct branch *branch, const struct effect_row *row);
/* Moves the pending events and facts into an entry that is about to be written. */
void branch_take_events(struct branch *branch, struct journal_entry *entry, struct arena *arena);

/* run.c: a thread more or fewer works on the run. Whoever rests may be the last at work by now, and is woken. */
void run_thread_came(struct run *run);
void run_thread_left(struct run *run);

/* effect.c: 1 when the journal has an outcome at this path */
int effect_recorded(struct branch *branch, struct path path, struct error *e);

/* push.c */
void run_take_push(struct run *run, struct str data);
/* What the data of a "cancel" control says why; empty: nothing. */
struct str cancel_reason(struct arena *arena, struct str data);

/* run.c */
int64_t run_active_ms(const struct run *run);
/* Has something stopped the run? Turns what is asked for into the sticky stop. */
int run_stopped(struct run *run);
void run_stop(struct run *run, int code, const struct error *e);
void run_entry(const struct run *run, struct journal_entry *ret); /* run, epoch, time */
void run_wake(struct run *run);
/* The run as it is stored, ready to work; in an arena of its own. */
int run_load(struct engine *engine, struct str id, struct run **ret, struct error *e);
void run_free(struct run *run);
/* Applies controls with id > *since that were left for it; moves *since. */
int run_see_controls(struct run *run, int64_t *since, struct error *e);
/* Executes the workflow on this thread and stores how it ended. Negative when
 * that could not be stored (lost lease, broken store). */
int run_work(struct run *run, struct error *e);
int run_replay(struct run *run, struct arena *arena, struct str *ret_report, struct error *e);

/* engine.c */
const struct engine_settings *engine_settings(const struct engine *engine);
void engine_committed(struct engine *engine, struct str run); /* it moved: wake who watches it */
struct net *engine_net(struct engine *engine);
struct store *engine_store(struct engine *engine);
struct pool *engine_helpers(struct engine *engine);
void engine_text(struct engine *engine, struct str run, struct str path, int attempt, size_t offset, struct str text);

#endif
