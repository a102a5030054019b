/* A run: one research, as plain sequential C on a thread of its own.
 *
 * The workflow is handed a `struct branch` (its root) and calls roles, searches
 * and pages as if they were local; each goes through run/effect.h, so the
 * whole can be killed anywhere and run again from its first line.
 * run_parallel() fans out and joins. docs/internals/run.md tells the rest.
 *
 * Threads: a branch belongs to the thread that runs it. The run's shared parts
 * (stop, controls, waits) are behind its lock. */
#ifndef FATHOM_RUN_RUN_H
#define FATHOM_RUN_RUN_H

#include "llm/llm.h"
#include "records/journal.h"
#include "run/path.h"
#include "run/settings.h"
#include "search/search.h"
#include "text/json.h"

struct engine;            /* run/engine.h */
struct pages;             /* pages/fetch.h */
struct delivery_settings; /* deliver/deliver.h */
struct run;
struct branch;

/* Prompts in force for a run: its own, whatever files say today. */
struct prompt {
    struct str name, text;
};
struct prompts {
    const struct prompt *items;
    size_t n;
};

/* What a run works with; shared between runs, immutable, outlives them (until `held` is given back). */
struct run_tools {
    const struct llm *llm; /* never NULL; may have no model */
    const struct search *search;
    const struct prompts *prompts;
    struct pages *pages;                      /* reads pages; NULL: none may be read */
    const struct delivery_settings *delivery; /* how reports are sent; NULL: they are not */
    void *held;                               /* for who lent them */
};

struct estimate; /* workflows/estimate.h */

/* Where a run stands in the words of its workflow: "found", "5 sub-queries (3 done)". */
struct status_line {
    struct str name, value;
};
struct status_lines {
    struct status_line *items;
    size_t n, capacity;
};

/* Everything the rest of the program knows about a workflow: who adds one fills this in and names it in workflows.c. */
struct workflow {
    const char *name;
    const char *version;                       /* raised when the same journal would lead elsewhere */
    const char *help;                          /* how it researches, in one line */
    const char *unit;                          /* what its plan is made of: "steps", "sub-queries" */
    bool has_modes;                            /* the setting `mode` is its own */
    bool plans;                                /* a model makes a plan first, which can be reviewed */
    int64_t most_iterations, most_sub_queries; /* that settings may ask for; 0: it knows no such limit */
    size_t most_contexts;                      /* texts given beside the question; 0: as many as one likes */
    size_t context_characters;                 /* of each; 0: no limit of its own */
    bool asks_all;                             /* its models are no fallbacks: all of them are asked */
    /* What it needs of the settings before a run is made of them, and what it fills in: its models, for instance.
     * `llm` is what the run will work with; notices go to the settings. NULL: nothing. */
    int (*settle)(struct arena *arena, const struct llm *llm, struct run_settings *settings, struct error *e);
    int64_t timeout_ms; /* soft limit of a run that names none; 0: the general one */
    /* What these settings would take; *ret is empty but for its arena. */
    void (*estimate)(const struct run_settings *settings, struct estimate *ret);
    /* The state it stores (JSON), told to a person; NULL: it stores none. Texts of others are in it as they came. */
    void (*describe)(struct arena *arena, struct str state, struct status_lines *ret);
    /* Returns 0 and the report as JSON text (report/report.h), or a negative code. */
    int (*run)(struct branch *root, struct str *ret_report, struct error *e);
};

/* --- what workflows and roles ask of their branch --- */
struct arena *branch_arena(struct branch *branch); /* lives as long as the parent's */
const struct run_settings *branch_settings(const struct branch *branch);
int64_t branch_created_ms(const struct branch *branch); /* when the research was asked for: the same after a resume */
const struct run_tools *branch_tools(const struct branch *branch);
struct str branch_run_id(const struct branch *branch);
struct path branch_path(const struct branch *branch);
const struct usage *branch_usage(const struct branch *branch);
int64_t branch_searches(const struct branch *branch); /* that were asked, those of joined branches too */
struct str branch_boundary(struct branch *branch);    /* the fence around untrusted text, per run */

/* Gathering is over for this branch: finish was asked for, or the reserve of the time ceiling began. Every effect that
 * is not essential ends with ERROR_FINISH from here on; both are journaled with the effect that saw them. */
bool branch_finishing(const struct branch *branch);
/* Was it asked for, rather than the time? Then not even what was written is looked over with a model. */
bool branch_asked_to_finish(const struct branch *branch);
/* Why, as the end of a sentence: "the run was asked to finish", "its time was up". */
const char *branch_hurry(const struct branch *branch);
/* Did a call fail only because a soft ceiling (time, money, tokens) or finish did not allow it? Then the report is
 * written with what is there. */
static inline bool error_hurries(int r) { return r == -ERROR_FINISH || r == -ERROR_BUDGET; }
/* Gathering is over and there is nothing to write about: the run stops (cancelled or timed out), can be resumed, and
 * gathers then. Returns the stop. */
int branch_stop_empty(struct branch *branch, struct error *e);
/* Ends the run as cancelled by a decision that it was told; it can be resumed. Returns the stop. */
int branch_cancel(struct branch *branch, const char *why, struct error *e);
/* Milliseconds until gathering ends. For limits of calls only: what a run decides by the clock is a fact. */
int64_t branch_time_left(const struct branch *branch);
/* A phase with its limit (0: the settings'); ends the one before. Events tell. */
int branch_phase(struct branch *branch, const char *phase, int64_t limit_ms, struct error *e);
/* The same, but its limit stops the run (timed_out), and what it cuts off is no
 * outcome: resumed, the phase goes on where it was. */
int branch_phase_hard(struct branch *branch, const char *phase, int64_t limit_ms, struct error *e);
/* The phase goes on, with this limit from here (0: the settings'). */
void branch_phase_limit(struct branch *branch, int64_t limit_ms);

/* Events are told with branch_emit() (run/events.h); this stores those that are waiting. */
int branch_flush(struct branch *branch, struct error *e);
/* Things the reader of the report must know: deduplicated, in order. */
void branch_warn(struct branch *branch, const char *format, ...) __attribute__((format(printf, 2, 3)));
void branch_skip(struct branch *branch, const char *format, ...) __attribute__((format(printf, 2, 3)));
const struct str_list *branch_warnings(const struct branch *branch);
const struct str_list *branch_skipped(const struct branch *branch);

/* Where the workflow stands in its own words, for whoever looks at the run: a JSON object's text, stored with the next
 * commit. Nothing of a run depends on it. Root branch only. */
void branch_set_state(struct branch *branch, struct str state);

/* A title for the run, stored with its end unless its owner has given it one. In the run's words: kept, not copied. */
void branch_set_title(struct branch *branch, struct str title);
/* What a person said about the research while it went on: it stands in the prompts of all roles from here on. Root branch
 * only, while no other works. Follows from the journal, which has the answers. */
void branch_add_said(struct branch *branch, struct str text);
const struct str_list *branch_said(const struct branch *branch);
/* The text of a document that was given with the question. In the branch's arena. */
int branch_given(struct branch *branch, const struct context_file *file, struct str *ret, struct error *e);

/* The run's sources as they stand; kept (not copied) until the run ends and
 * stored with its last commit, also when it fails. */
struct source_row;
void branch_set_sources(struct branch *branch, struct source_row *rows, size_t n);
/* The same for the claims of the report; stored only when the run completes. */
struct claim_row;
void branch_set_claims(struct branch *branch, const struct claim_row *rows, size_t n);

/* --- fan-out --- */
typedef int branch_fn(struct branch *branch, void *arg, struct error *e);
struct fan_out {
    branch_fn *fn;
    void *const *args; /* n of them */
    size_t n;
    int *results;         /* what each returned */
    struct error *errors; /* why; may be NULL */
};
/* Runs fn(branch at path/i, args[i]) for all i, on this thread and on helpers
 * that happen to be free, and joins in path order. Returns a stop code if one
 * stopped the run, else 0. */
int run_parallel(struct branch *parent, struct path path, const struct fan_out *out);

/* --- the budget --- */
/* What the writing will take, by the workflow's own estimate: kept from the gathering, at least the general reserve and at
 * most half of the ceiling; more than half only for the shortest report there can be. Zeros: not known. */
struct reserve {
    int64_t nano, tokens;             /* of the usual report */
    int64_t least_nano, least_tokens; /* of the shortest */
};
void branch_reserve(struct branch *branch, const struct reserve *reserve);
enum pressure { PRESSURE_NONE, PRESSURE_NARROW, PRESSURE_WRITE };
/* How close the ceilings are, as a journaled fact: from 80 % on do less, at the
 * reserve stop gathering and write. Emits budget_warning when it rises. */
int branch_pressure(struct branch *branch, struct path path, enum pressure *ret, struct error *e);
/* Tokens the model's provider counted for a thousand estimated ones, by the answers this branch and those before it
 * got; 1000 while it is not known. Follows from the journal alone. `model` is the full name. */
int64_t branch_token_ratio(const struct branch *branch, struct str model);
/* What the ceilings take a prompt for, in thousandths of its estimate: 15 % more, or the most that a service has counted in this
 * run so far. Prompts differ in kind, so an answer that was estimated well says little of the next one. */
int64_t branch_token_margin(const struct branch *branch);
/* What a model takes, by a refusal that named its limit: tokens by our estimate, and the limit itself; zeros while it is
 * not known. The least of what this branch and those before it learned: follows from the journal alone. */
struct branch_room {
    int64_t estimate, limit;
};
void branch_learn_room(struct branch *branch, struct str model, struct branch_room room);
struct branch_room branch_room(const struct branch *branch, struct str model);

#endif
