/* The engine: runs in this process, their threads, their leases and controls.
 *
 * Runs wait in a queue, work on a thread of a bounded pool, and hold none while
 * they wait for a person or a long job. One watcher thread renews the leases,
 * sees controls that other threads and processes left, and wakes who sleeps.
 *
 * Threads: any thread may call. */
#ifndef FATHOM_RUN_ENGINE_H
#define FATHOM_RUN_ENGINE_H

#include "run/run.h"

struct user_limits; /* records/users.h */

struct engine_settings {
    struct store *store;
    struct net *net;
    int run_threads;                         /* 0: 1,000 */
    int helper_threads;                      /* 0: 3,000 */
    int64_t suspend_after_ms;                /* a job at a service that takes longer gives the thread back; 0: 30 s */
    const struct workflow *const *workflows; /* NULL-terminated */
    /* Builds (or finds) what a stored run works with: its settings and tables
     * as they were stored, keys from today's environment. */
    int (*tools)(void *context, const struct run_row *row, const struct run_settings *settings, struct run_tools *ret,
                 struct error *e);
    /* Called when the run no longer needs its tools (run_tools.held); may be NULL. */
    void (*give_back)(void *held);
    void *context;
    /* Text while it is written: ephemeral, may be NULL. Called on the run's
     * thread. A higher attempt replaces what came before; offset is in bytes. */
    void (*text)(void *context, struct str run, struct str path, int attempt, size_t offset, struct str text);
    /* How many runs of a user may work at once; 0, or NULL: no limit. */
    int64_t (*limit)(void *context, struct str owner);
    /* What the configuration makes of the limits that a user's record has; NULL: they are as they stand. */
    struct user_limits (*limits)(void *context, const struct user_limits *own);
    /* A commit has moved this run: it has new events or another status. Called on any thread, the store's writer
     * included, so it only wakes somebody; may be NULL. */
    void (*committed)(void *context, struct str run);
    /* A run whose settings name a webhook has ended, or waits for a person; may be NULL. Any thread. */
    void (*rested)(void *context, struct str run);
};

int engine_start(const struct engine_settings *settings, struct engine **ret, struct error *e);
/* Stops every run (they can be resumed), waits for their threads. NULL is fine. */
void engine_stop(struct engine *engine);

/* The reply to a request that may come again with its Idempotency-Key: stored by the commit that does what is asked for,
 * so that who sends it again to the next process gets the same reply. */
struct run_receipt {
    struct str user, key, reply; /* no key: nothing is stored */
};

/* Stores a new run and returns its id; status queued, or draft. -ERROR_THROTTLED when a quota of its owner is used up. */
struct run_creation {
    const struct run_settings *settings;
    struct str tables; /* the text of model table and prompts in force */
    struct str owner;  /* user; empty: the local caller */
    struct str title;
    const struct user_limits *limits; /* of the owner; NULL: none */
    bool draft;
    struct str request_key; /* Idempotency-Key of the request that makes it: stored with it; empty: none */
};
/* May the owner spend more tokens and money today? -ERROR_THROTTLED otherwise. For what asks a model outside of a run. */
int quota_check(struct db *db, struct str owner, const struct user_limits *limits, int64_t now_ms, struct error *e);
int engine_create(struct engine *engine, const struct run_creation *creation, struct arena *arena, struct str *ret_id,
                  struct error *e);
/* Changes a draft, and makes it a run. */
struct draft_change {
    struct str seen; /* the settings it was made from, as they are stored */
    const struct run_settings *settings;
    bool approve;                     /* it becomes queued; the caller submits it */
    const struct user_limits *limits; /* of its owner, when it is approved; NULL: none */
    struct run_receipt receipt;
};
/* -ERROR_CONFLICT when it is no draft (any more), or when somebody else has changed it since: of two at once one wins. */
int engine_change_draft(struct engine *engine, struct str id, const struct draft_change *change, struct error *e);
/* Puts a queued run to work (takes its lease on the thread). */
int engine_submit(struct engine *engine, struct str id, struct error *e);
/* The same for the caller that has just queued it: somebody else may have put it to work since. */
int engine_submit_queued(struct engine *engine, struct str id, struct error *e);
/* Takes up what no process works on: queued runs, interrupted ones, and those that sleep while a service works. For a
 * process that serves, at its start. *ret is how many. */
int engine_take_up(struct engine *engine, size_t *ret, struct error *e);
/* Makes a failed, cancelled, timed out, interrupted or answered run go on.
 * -ERROR_CONFLICT when it is complete, a draft, at work elsewhere, or when its owner was removed; -ERROR_THROTTLED when a
 * quota of its owner is used up. */
int engine_resume(struct engine *engine, struct str id, struct error *e);
/* Other ceilings (0: as it was), which are the run's from now on. What its old ones cut short or refused happens then, and
 * the time counts anew. */
struct run_ceilings {
    int64_t timeout_ms;
    double budget_usd;
    int64_t budget_tokens;
};
/* Other models, which are the run's from now on; nothing given: as it was. What was answered before stays. */
struct run_models {
    struct str_list models; /* for every role, in the place of models, tiers and writer */
    bool extractive;        /* no model, likewise */
    struct str synthesis_model;
    struct str_list notices; /* what the report says of it */
};
/* The same for a caller that has seen the run's status: -ERROR_CONFLICT when it is another by now, so that of two who
 * resume at once one wins. */
struct run_resuming {
    enum run_status seen;
    struct run_ceilings ceilings;
    struct run_models models;
    struct run_receipt receipt;
};
/* The settings as they will be. */
void run_models_take(struct run_settings *settings, const struct run_models *models);
int engine_resume_with(struct engine *engine, struct str id, const struct run_resuming *with, struct error *e);
/* Gives a waiting run the answer it asked for, and makes it go on: in one step,
 * so that of two answers one is taken. -ERROR_CONFLICT when it asks nothing, or
 * something of another type. */
struct run_answer {
    struct str text;  /* what the run is told */
    struct str words; /* what the person said */
    struct str data;  /* of the question from now on (struct question_row); empty: as it is */
    struct str by;    /* user; empty: the local caller */
    int type;         /* enum question_type that it answers; -1: any */
    bool cancelled;   /* the run was cancelled while it waited: it goes on with this answer */
    bool ends;        /* the run ends with it, so it needs no quota */
    struct run_receipt receipt;
};
int engine_answer(struct engine *engine, struct str id, const struct run_answer *answer, struct error *e);
/* Leaves a control for a run wherever it works: "cancel", "finish", "pause",
 * "answer". A run at work nowhere is cancelled on the spot. */
int engine_control(struct engine *engine, struct str id, struct str type, struct str data, struct error *e);
#define RUN_OWNER_REMOVED "The user it belongs to was removed."
/* Cancels a run and says why; `reason` is a literal without quotation marks. */
int engine_cancel(struct engine *engine, struct str id, const char *reason, struct error *e);

/* Waits until a run of this process is at rest: not queued and not on a thread. */
int engine_wait(struct engine *engine, struct str id, int64_t deadline_ms, struct error *e);
/* A run of this process that sleeps until a service may be done goes on now, and one that is about to sleep does not; false: it
 * does not sleep. */
bool engine_wake(struct engine *engine, struct str id);
/* Calls of a run that are under way in this process now. */
int engine_in_flight(struct engine *engine, struct str id);
/* Is a run of this process queued, at work or asleep? */
bool engine_active(struct engine *engine, struct str id);
size_t engine_active_count(struct engine *engine);

/* Runs it again from its journal alone: no effect may happen, nothing is
 * written. 0 and the report; -RUN_DIVERGED names the path that differs. */
int engine_replay(struct engine *engine, struct str id, struct arena *arena, struct str *ret_report, struct error *e);
/* The canonical request of the effect at `path`, which the journal has only as a hash: the run is replayed up to there.
 * -RUN_DIVERGED when the journal does not lead there: another version made it, or an effect that it follows from has no
 * outcome yet. Effects beside it, of the same batch or on other branches, may be under way. */
int engine_request(struct engine *engine, struct str id, struct str path, struct arena *arena, struct str *ret,
                   struct error *e);

/* Is this change of status legal? (the table of run/state.c) */
bool run_status_may(enum run_status from, enum run_status to);
/* Has the run ended for good or may it still move by itself? */
bool run_status_at_rest(enum run_status status);

#endif
