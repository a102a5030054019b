/* Supervision: the state of a supervised research and the rules that hold for
 * it. Transitions by a table, a gate after each phase, when to iterate, what the
 * supervisor is asked at a pause. Pure: no effects, no events; supervisor.c does
 * the work. */
#ifndef FATHOM_WORKFLOWS_SUPERVISION_H
#define FATHOM_WORKFLOWS_SUPERVISION_H

#include "base/str.h"
#include "roles/analyze.h"
#include "run/sources.h"
#include "workflows/contradiction.h"

enum phase {
    PHASE_IDLE,
    PHASE_PLANNING,
    PHASE_GATHERING,
    PHASE_ANALYSIS,
    PHASE_SYNTHESIS,
    PHASE_DECISION,
    PHASE_REFINEMENT,
    PHASE_COMPLETED,
    PHASE_ABORTED,
    PHASES,
};
extern const char *const phase_words[]; /* "idle", "planning" … */
extern const char *const agent_words[]; /* who works in it: "planner" …; "supervisor" where nobody else does */

enum query_status { QUERY_PENDING, QUERY_COMPLETED, QUERY_FAILED };
extern const char *const query_status_words[];

struct research_query {
    struct str id, query, rationale;
    int64_t priority; /* 1 is the highest */
    int status;       /* enum query_status */
    struct str error;
    int64_t iteration;
};

/* A passage of a source, word for word. */
struct research_passage {
    size_t source; /* position */
    size_t start, end;
    struct str quote; /* empty: none is known */
};

struct research_finding {
    struct str id, content, category;
    struct str bare; /* letters and digits of the content: equal ones are one, as those that say the same are */
    int said;        /* enum confidence: the surest of what was said about it */
    int confidence;  /* as far as its sources carry that now */
    size_t *sources, sources_n; /* positions, each once, ascending */
    size_t independent;         /* clusters of sources behind it */
    size_t iteration;
    struct research_passage passage; /* the one that carries it, as the last report was written */
};

struct research_gap {
    struct str id, description;
    struct str bare;         /* as above */
    struct str_list queries; /* suggested for it, tried or not */
    int64_t priority;
    int severity; /* enum gap_severity of the refiner */
    bool addressed;
    size_t iteration;
};

struct gather_stats {
    int64_t queries_executed, queries_failed, sources_collected, duplicates_skipped;
};

struct supervision {
    struct str question, brief;
    enum phase phase;
    size_t iteration, max_iterations, max_sub_queries;
    size_t most_sources; /* of all iterations; 0: no limit */
    struct research_query *queries;
    size_t queries_n, queries_capacity;
    struct source_list sources;
    int *quality;                              /* enum source_quality, by position */
    size_t *cluster;                           /* copies of one another share a number */
    bool *copy;                                /* a near copy of an earlier one */
    size_t *added;                             /* iteration in which it came */
    size_t judged, judged_capacity;            /* sources that have these four */
    size_t *origin, origin_n, origin_capacity; /* position of the query that brought each source first */
    struct research_finding *findings;
    size_t findings_n, findings_capacity;
    struct research_gap *gaps;
    size_t gaps_n, gaps_capacity;
    struct contradictions contradictions;
    struct gather_stats stats;
    struct str report;            /* the draft that stands */
    struct str_list improvements; /* the refiner's, for the next draft */
};

/* --- transitions --- */

/* What the conditions of the table look at. */
struct circumstances {
    bool starts, resumes; /* asked for */
    bool finished;        /* the phase has ended: its gate passed, or its failing was recorded */
    bool nothing_new;     /* a report stands, and the gathering of this round brought no further source */
    size_t gaps;          /* open ones that can still be worked on */
    size_t untried;       /* follow-up queries not searched yet */
    size_t iteration, max_iterations;
    bool unwritten;  /* guidance came after the report that stands */
    bool revised;    /* that report was revised by it, or could not be */
    bool ends_early; /* the supervisor, the budget or the user wants the report now */
    bool aborted;    /* cancelled, timed out, failed */
};
/* Is this a legal transition here? Everything the table does not list is refused. */
bool phase_may(enum phase from, enum phase to, const struct circumstances *c);
/* The one legal next phase (of several the first in the table); `from` itself when there is none. */
enum phase phase_next(enum phase from, const struct circumstances *c);

/* --- gates --- */

struct gate {
    bool valid;
    bool mendable; /* doing the phase once more may help */
    struct str_list issues;
    int64_t score; /* tenths, 0 to 100 */
};
/* The rules of the phase that just ended. Issues live in `arena`. */
void gate_check(struct arena *arena, const struct supervision *s, enum phase phase, struct gate *ret);

/* What a pause asks about the phase. */
struct str reflection_prompt(struct arena *arena, const struct supervision *s, enum phase phase);

/* --- counting --- */
size_t findings_confident(const struct supervision *s); /* high or confirmed */
size_t sources_of_quality(const struct supervision *s, int quality);
size_t gaps_open(const struct supervision *s);
size_t queries_done(const struct supervision *s);
bool query_tried(const struct supervision *s, struct str query);
/* Positions of the findings, the firmest first, else as they came. */
size_t *findings_by_firmness(struct arena *arena, const struct supervision *s);
/* Sources that came in this iteration and are no copies of others. */
size_t sources_fresh(const struct supervision *s);
/* How much a finding's sources can carry: what is said to be surer is brought down to it. */
int confidence_cap(const struct supervision *s, const struct research_finding *finding, int said);

/* --- changing: nothing ever shrinks --- */
/* False when it is known or empty. */
bool supervision_add_query(struct arena *arena, struct supervision *s, struct str id, struct str query,
                           struct str rationale, int64_t priority);
/* A finding that two batches made becomes one finding with the sources of both. Returns its position. */
size_t supervision_add_finding(struct arena *arena, struct supervision *s, struct str id,
                               const struct research_finding *finding);
/* The same for gaps: their queries are joined. Position. */
size_t supervision_add_gap(struct arena *arena, struct supervision *s, struct str id, struct str description,
                           const struct str_list *queries, int64_t priority);
struct research_gap *supervision_gap(struct supervision *s, struct str id);

#endif
