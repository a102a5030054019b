/* Events of a run: a struct and a field table for each kind, declared once.
 *
 * Whoever has something to tell fills the struct and calls branch_emit(); the table writes the stored JSON. Where one type
 * of event has several forms (a plan of sub-queries, a plan of steps), each form is a kind of its own with the same type.
 * docs/events.md is made from event_types[].
 *
 * Stored events are never changed: members are added at the end, and a reader must take a missing one for unknown. */
#ifndef FATHOM_RUN_EVENTS_H
#define FATHOM_RUN_EVENTS_H

#include "judge/verdict.h"
#include "records/claims.h"
#include "records/sources.h"
#include "run/run.h"

/* A number that is not told. */
#define EVENT_NONE INT64_MIN

enum event_kind {
    EVENT_RUN_CREATED,              /* struct event_run_created */
    EVENT_RUN_STARTED,              /* no data: NULL */
    EVENT_RUN_RESUMED,              /* NULL */
    EVENT_PHASE_STARTED,            /* struct event_phase */
    EVENT_PHASE_COMPLETED,          /* struct event_phase */
    EVENT_AGENT_STARTED,            /* struct event_agent_started */
    EVENT_AGENT_COMPLETED,          /* struct event_agent_completed */
    EVENT_QUESTION_UNDERSTOOD,      /* struct event_question_understood */
    EVENT_PASSAGES_SELECTED,        /* struct event_passages_selected */
    EVENT_STAGE_COMPLETED,          /* struct event_stage_completed */
    EVENT_PHASE_HANDED_BACK,        /* struct event_phase_handed_back */
    EVENT_CLARIFICATION_NEEDED,     /* struct event_clarification_needed */
    EVENT_WAITING_FOR_CONFIRMATION, /* struct event_waiting_for_confirmation */
    EVENT_ANSWERS_RECEIVED,         /* struct event_answers_received */
    EVENT_QUERIES_PLANNED,          /* struct event_queries_planned */
    EVENT_RESEARCH_PLANNED,         /* struct event_research_planned */
    EVENT_STEPS_PLANNED,            /* struct event_steps_planned */
    EVENT_QUERY_STARTED,            /* struct event_query */
    EVENT_QUERY_COMPLETED,          /* struct event_query */
    EVENT_STEP_STARTED,             /* struct event_step */
    EVENT_STEP_COMPLETED,           /* struct event_step */
    EVENT_STEP_SKIPPED,             /* struct event_step */
    EVENT_SUB_QUERY_STARTED,        /* struct event_query */
    EVENT_SUB_QUERY_COMPLETED,      /* struct event_query */
    EVENT_MODEL_STARTED,            /* struct event_model */
    EVENT_MODEL_COMPLETED,          /* struct event_model */
    EVENT_TOOL_CALL,                /* struct event_tool_call */
    EVENT_TOOL_RESULT,              /* struct event_tool_result */
    EVENT_LOOP_DECISION,            /* struct event_loop_decision */
    EVENT_REFLECTION_DECISION,      /* struct event_reflection_decision */
    EVENT_SUPERVISOR_DECISION,      /* struct event_supervisor_decision */
    EVENT_THINK_PAUSE,              /* struct event_think_pause */
    EVENT_SEARCH_ANSWERED,          /* struct event_search_answered */
    EVENT_SEARCH_COMPLETED,         /* struct event_search_completed */
    EVENT_SOURCE_ADDED,             /* struct source_row */
    EVENT_SOURCE_FAILED,            /* struct event_source_failed */
    EVENT_FINDING_ADDED,            /* struct event_finding_added */
    EVENT_GAP_FOUND,                /* struct event_gap_found */
    EVENT_CONTRADICTION_FOUND,      /* struct event_contradiction_found */
    EVENT_CONTENT_ALLOCATED,        /* struct event_content_allocated */
    EVENT_SYNTHESIS_STARTED,        /* struct event_synthesis_started */
    EVENT_SYNTHESIS_PROGRESS,       /* struct event_synthesis_progress */
    EVENT_CLAIM_GENERATED,          /* struct event_claim_generated */
    EVENT_CLAIM_VERIFIED,           /* struct event_claim_verified */
    EVENT_CITATION_CORRECTED,       /* struct event_citation_corrected */
    EVENT_CITATION_FOUND,           /* struct event_citation_found */
    EVENT_NUMERIC_CLAIM_DETECTED,   /* struct event_numeric_claim_detected */
    EVENT_VERIFICATION_SUMMARY,     /* struct claim_summary */
    EVENT_CONTENT_REVISED,          /* struct event_content_revised */
    EVENT_BUDGET_WARNING,           /* struct event_budget_warning */
    EVENT_DEGRADED,                 /* struct event_degraded */
    EVENT_RETRY,                    /* struct event_retry */
    EVENT_LLM_CALL,                 /* struct event_llm_call */
    EVENT_DIVERGED,                 /* struct event_diverged */
    EVENT_COST_UPDATED,             /* struct event_cost_updated */
    EVENT_DELIVERY_STARTED,         /* struct event_delivery_started */
    EVENT_DELIVERED,                /* struct event_delivered */
    EVENT_RUN_COMPLETED,            /* struct event_run_ended */
    EVENT_RUN_FAILED,               /* struct event_run_ended */
    EVENT_RUN_CANCELLED,            /* struct event_run_ended */
    EVENT_KINDS
};

struct event_type {
    const char *type; /* as it is stored and as `fathom events` prints it */
    const char *help; /* when it is told */
    const struct field *fields;
};
extern const struct event_type event_types[EVENT_KINDS];
void event_write_reference(struct buf *out); /* the table of docs/events.md */

/* Tells an event of this branch: `data` is the kind's struct. It is stored with the branch's next effect or flush, in the
 * order of the calls. Once the run is stopped nothing is told: resumed, the run comes to the same place and tells it then. */
void branch_emit(struct branch *branch, enum event_kind kind, const void *data);

/* The stored data of an event, and back into a zeroed struct. */
struct str event_text(struct arena *arena, enum event_kind kind, const void *data);
int event_read(struct arena *arena, enum event_kind kind, struct str text, void *ret, struct error *e);

/* --- the run --- */

struct event_run_created {
    int status; /* enum run_status */
    struct str workflow, query;
};

struct event_phase {
    struct str phase;
};

struct event_error {
    struct str code, message;
    int64_t status; /* of HTTP; 0: none */
};

struct event_error event_error(const struct error *e); /* its texts are those of *e */
struct str event_error_text(struct arena *arena, const struct error *e);

struct event_run_ended {
    int status;               /* enum run_status */
    struct event_error error; /* why it failed; empty: it did not */
};

/* Stored before anything is sent: without a `delivered` of the same id behind it, nobody knows whether it arrived. */
struct event_delivery_started {
    struct str target, id; /* as in struct event_delivered */
};

struct event_delivered {
    struct str target;        /* "email:ada@example.org"; of a webhook the host alone */
    struct str status;        /* "sent", "failed", "unknown" */
    struct str id;            /* of the delivery: its Message-ID or webhook-id begins with it */
    struct event_error error; /* why not */
};

struct event_cost_updated {
    int64_t calls, searches, input_tokens, output_tokens, cost_nano;
    bool cost_unknown;
};

struct event_budget_warning {
    int64_t level, percent; /* 1: do less, 2: write now; 0: a call was refused */
    struct str ceiling;     /* "money", "tokens", "time" */
    struct str refused;     /* the call that was not made */
};

struct event_diverged {
    struct str path;
};

/* --- calls --- */

struct event_llm_call {
    struct str path;
    bool ok;
    int64_t input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost_nano;
    struct str answered_by;
    bool cost_unknown;
    struct str error;
};

struct event_retry {
    struct str service, model;
    int64_t attempt;
    double after; /* seconds */
    struct str reason, path;
};

/* One thing instead of another, or without it. */
struct event_degraded {
    struct str service, what; /* the service that was "skipped" or "failed" */
    struct str from, to, reason, path;
};

struct event_synthesis_progress {
    struct str path;
    int64_t bytes, attempt;
};

/* --- people --- */

struct event_clarification_needed {
    struct str_list questions;
    struct str_list plan; /* the plan that is to be reviewed; else none */
};

struct event_answers_received {
    struct str answer;    /* as the person gave it */
    struct str_list plan; /* of a plan that was reviewed: what came of it; else none */
};

/* Some models of a panel gave no answer: what now? */
struct event_waiting_for_confirmation {
    struct str_list questions, failed_models, options; /* options: "proceed", "retry", "cancel" */
    int64_t round;
};

/* --- agents --- */

struct event_agent_started {
    struct str role;
};

struct event_agent_completed {
    struct str role;
    bool ok;
};

struct event_question_understood {
    struct str complexity, follow_up_type;
    bool is_ambiguous;
    int depth; /* enum depth */
    struct str mode, reasoning;
};

struct event_phase_handed_back {
    struct str agent, phase;
    int64_t iteration;
    struct field_any outputs;
};

struct event_supervisor_decision {
    struct str agent, action, rationale;
    struct field_any inputs, outputs;
};

extern const struct field event_supervisor_decision_fields[];

struct event_think_pause {
    struct str phase, prompt, guidance;
};

struct event_loop_decision {
    struct str action, query, rationale;
};

struct event_reflection_decision {
    struct str decision, reasoning;
    struct str instead; /* what is done, when the decision is not allowed yet */
    struct str_list suggested_changes;
    int64_t after_steps; /* so many were finished */
};

/* --- plans and their steps --- */

struct event_planned_query {
    struct str id, query, rationale;
    int64_t priority;
};

struct event_queries_planned {
    struct event_planned_query *sub_queries; /* without their priority */
    size_t sub_queries_n;
    struct str id; /* of the plan; empty: it has none */
};

struct event_research_planned {
    struct event_planned_query *sub_queries;
    size_t sub_queries_n;
    struct str brief;
    int64_t iteration;
    struct str id;
};

struct event_planned_step {
    struct str status, type;
    bool needs_search;
    struct str id, title, description;
};

struct event_steps_planned {
    int64_t iteration;
    bool has_enough_context;
    struct event_planned_step *steps;
    size_t steps_n;
    struct str title, thought;
    struct str id;
};

struct event_query {
    struct str status, id, query;
    int64_t sources; /* EVENT_NONE: not searched yet */
    struct str error;
};

struct event_step {
    struct str status, id, title;
    int64_t sources; /* of a completed one, as `stopped` is */
    struct str stopped;
    struct str observation; /* what it found out */
};

/* A model of a panel. */
struct event_model {
    struct str model, status; /* as it was asked for; "processing", "completed", "failed" */
    int64_t round;
    struct str answered_by;
    int64_t characters, sources; /* EVENT_NONE: there is no answer */
    bool reused;                 /* of an earlier run */
    struct str error;
};

struct event_tool_call {
    struct str tool, arguments;
};

struct event_tool_result {
    bool ok;
    struct str tool;
};

/* --- sources and what they say --- */

/* What came, as soon as it is there: the workflow takes it when all that it asked beside it have come. */
struct event_search_answered {
    struct str path, query;
    int64_t hits;
    struct str_list titles; /* of the first of them */
};

struct event_search_completed {
    bool ok;
    int64_t hits;
    struct str query, engines, error;
};

struct event_source_failed {
    int64_t number; /* 0: it has none */
    struct str url;
    struct str suspect; /* a passage that reads like orders to a model */
    struct str reason;  /* why it could not be read */
};

struct event_finding_added {
    struct str id, content, confidence;
    int64_t sources;
    struct str_list source_ids;
};

struct event_gap_found {
    struct str id, description;
    int64_t priority;
};

struct event_contradiction_found {
    struct str id, description, severity;
    struct str says_a, says_b;            /* what each side says; empty: nobody said */
    struct str_list sources_a, sources_b; /* ids of the sources on each side */
};

/* --- writing and checking --- */

struct event_content_allocated {
    double fidelity;
    int64_t tokens_used, tokens_available, code_tokens, items_dropped, items_summarized, calls;
};

struct event_synthesis_started {
    int64_t sources, spans;
};

struct event_passages_selected {
    struct str stage;
    int64_t sources, spans;
};

struct event_stage_completed {
    struct str stage;
    int64_t claims;
    int64_t asked, verdicts[VERDICT_COUNT]; /* EVENT_NONE: nothing was judged yet */
};

struct event_claim_generated {
    int64_t claim;
    int kind; /* enum claim_kind */
    struct str text;
    bool marked;
};

struct event_claim_verified {
    int64_t claim;
    int kind; /* enum claim_kind */
    struct str text;
    int verdict; /* enum verdict */
    int64_t confidence;
    struct str by, reason, missing;
};

struct event_span {
    int64_t source, start, end;
};

struct event_citation_corrected {
    int action; /* enum correction */
    struct event_span *from, *to;
    size_t from_n, to_n;
    int64_t claim;
};

struct event_citation_found {
    int action; /* enum correction */
    int64_t facts, found;
    int64_t claim;
};

struct event_numeric_claim_detected {
    struct number_row *numbers;
    size_t numbers_n;
    int64_t claim;
};

struct event_content_revised {
    struct str action; /* "left_out", "rewritten" */
    int verdict;       /* enum verdict; -1: not told */
    int64_t claim;
};

#endif
