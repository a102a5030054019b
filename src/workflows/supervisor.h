/* What the files of the supervisor workflow share. supervision.h has the state
 * and its rules; here is the run that works on it. */
#ifndef FATHOM_WORKFLOWS_SUPERVISOR_H
#define FATHOM_WORKFLOWS_SUPERVISOR_H

#include "report/fidelity.h"
#include "roles/refine.h"
#include "roles/supervise.h"
#include "run/effect.h"
#include "run/events.h"
#include "workflows/supervision.h"
#include "workflows/writing.h"

/* Bounds and defaults of what settings may ask for; the sources a writer sees. */
enum {
    SUPERVISOR_ITERATIONS = 3,
    SUPERVISOR_ITERATIONS_MAX = 10,
    SUPERVISOR_QUERIES = 5,
    SUPERVISOR_QUERIES_MAX = 20,
    SUPERVISOR_PER_QUERY = 5,
    SUPERVISOR_PER_QUERY_MAX = 50,
    SUPERVISOR_SOURCES_SHOWN = 40,
};
extern const struct writing_style supervisor_styles[]; /* by enum depth */

/* A decision, as it was told and as a report prints it. */
struct supervisor_record {
    struct event_supervisor_decision decision; /* what it points to stays as it was then */
    struct field_any printed_inputs;           /* without the run's name */
    bool handed_back;                          /* its outputs are an agent's */
};
struct supervisor_records {
    struct supervisor_record *items; /* in order, no times */
    size_t n, capacity;
};

struct supervisor {
    struct branch *branch;
    struct supervision s;
    struct str given;         /* the person's documents, for who plans (workflows/outline.h) */
    size_t first_query;       /* of this iteration */
    size_t query_ids;         /* how many were given */
    struct str_list searched; /* every text that a search was made for, or that a person took out of the plan */
    size_t plan_ids;
    size_t try;           /* of this phase in this iteration, from 0 */
    int64_t today_ms;     /* the day it began */
    struct str guidance;  /* of pauses, for the next model that works, whichever phase that is */
    bool guided;          /* a model has got it */
    struct str unwritten; /* guidance that came since the last draft: the writer gets it before the run ends */
    bool revising;        /* nobody works any more: the draft that stands is revised by it */
    bool reviewed;        /* a person has accepted or edited the plan: nobody plans again */
    bool ends_early;      /* the report is wanted now */
    struct fidelity fidelity;
    struct supervisor_records records;
    size_t dispatched;                                /* the record of the phase under way */
    struct refinement *advice;                        /* the refiner's answer, for its hand-off */
    size_t phase_findings, phase_gaps, phase_sources; /* how many there were when the phase began */
    struct draft_report draft;
    struct writing writing;
    bool drafted;
};

/* The path of this try of the phase. */
struct path supervisor_path(const struct supervisor *x, const char *name);
/* Is this a failure that only means: no more time or money, or asked to finish?
 * Then the report is written with what is there. Else *e stands. */
bool supervisor_hurried(struct supervisor *x, int r, struct error *e);

/* supervisor_record.c: what is kept of its work */
/* Hands a phase to its agent: the record of the dispatch. */
void supervisor_dispatch(struct supervisor *x);
/* What the agent hands back, in the words of its schema: completes that record. */
void supervisor_hand_back(struct supervisor *x);
struct phase_judgement {
    struct supervisor_decision decision; /* its action is what is done */
    struct str rationale;
    const char *proceeds_because; /* "": nothing stood in the way */
};
void supervisor_record_evaluation(struct supervisor *x, const struct gate *gate, const struct phase_judgement *judged);
void supervisor_record_round(struct supervisor *x, struct str why, bool iterate);
/* The whole state: as hooks get it (in `arena`), and as the report with this body prints it. */
struct field_any supervisor_state(const struct supervisor *x, struct arena *arena);
struct str supervisor_printed_state(struct supervisor *x, struct str body);
/* Lets the state be stored, and what stopped the run if it did. */
void supervisor_save(struct supervisor *x, int aborted);

/* supervisor_pause.c: the supervisor between the phases */
/* Judges the phase that ended; *ret_again: once more. */
int supervisor_pause(struct supervisor *x, bool *ret_again, struct error *e);
/* After a report: go on or not? Sets ends_early when not. */
int supervisor_decide_iteration(struct supervisor *x, struct error *e);

/* supervisor_estimate.c */
void supervisor_estimate(const struct run_settings *settings, struct estimate *ret);

/* supervisor_plan.c */
int supervisor_plan(struct supervisor *x, struct error *e);
/* The plan once more, with the guidance that came after it: the searches that follow have no model to read it. */
int supervisor_plan_guided(struct supervisor *x, struct error *e);
/* The id of the next sub-query. */
struct str supervisor_query_id(struct supervisor *x);
/* Tells the sub-queries of this iteration. */
void supervisor_announce_plan(struct supervisor *x);

/* supervisor_status.c */
void supervisor_describe(struct arena *arena, struct str state, struct status_lines *ret);

/* supervisor_gather.c */
int supervisor_gather(struct supervisor *x, struct error *e);
/* May a source be added, and is there a text that was not searched yet? */
bool supervisor_may_search(const struct supervisor *x);
bool supervisor_sources_full(const struct supervisor *x);

/* supervisor_write.c */
int supervisor_write(struct supervisor *x, struct error *e);
/* The writer revises the draft that stands, from the same passages, by the guidance that came after it. */
int supervisor_revise(struct supervisor *x, struct error *e);
/* Is there such guidance, and a model's draft? */
bool supervisor_may_revise(const struct supervisor *x);

/* supervisor_conflicts.c: findings of calls that did not see each other */
/* Which calls of the analyst have told which findings in this round. */
struct telling {
    size_t finding, call; /* SIZE_MAX: none; it was found in an earlier round and not shown in this one */
};
struct tellings {
    struct telling *items;
    size_t n, capacity;
    size_t before; /* findings of earlier rounds */
};
void tellings_add(struct arena *arena, struct tellings *t, size_t finding, size_t call);
/* Pairs of findings (positions in a and b) that contradict each other and that no call had before it. Strongest first. */
struct conflict;
size_t findings_in_conflict(struct arena *arena, const struct supervision *s, const struct tellings *t,
                            struct conflict **ret);
/* They become contradictions, with the sources of each side. */
void supervisor_compare_findings(struct supervisor *x, const struct tellings *t);
/* Those that nothing has explained yet, for the analyst of the next round. */
struct str supervisor_open_disputes(struct supervisor *x);

/* supervisor_analysis.c */
/* Clusters, copies and first quality of the sources that came. */
void supervisor_judge_sources(struct supervisor *x);
int supervisor_analyse(struct supervisor *x, struct error *e);

#endif
