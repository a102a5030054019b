/* refine: what is missing becomes follow-up queries, or the advice to stop. */
#ifndef FATHOM_ROLES_REFINE_H
#define FATHOM_ROLES_REFINE_H

#include "run/run.h"

enum gap_severity { GAP_MINOR, GAP_MODERATE, GAP_CRITICAL };
extern const char *const gap_severity_words[];

struct follow_up {
    struct str query, expected_contribution;
};
struct gap_review {
    struct str gap_id;
    int severity; /* enum gap_severity */
    bool addressable;
    struct follow_up *follow_up_queries;
    size_t n;
};
struct iteration_advice {
    bool should_iterate;
    struct str rationale;
    struct str_list priority_gaps;
};
struct refinement {
    struct gap_review *gap_analysis;
    size_t n;
    struct iteration_advice iteration_recommendation;
    struct str_list report_improvements;
};

/* An open gap as the refiner sees it. */
struct refine_gap {
    struct str id, description;
    int64_t priority;
    struct str_list queries; /* suggested before */
    struct str_list untried; /* of these, not searched yet */
};
struct refine_input {
    int64_t share; /* tokens for gaps, searches and the report, which gets what the others leave */
    struct str question, report, guidance;
    const struct refine_gap *gaps;
    size_t gaps_n;
    const struct str_list *searched;
    size_t iteration, max_iterations, sources, findings, confident;
};

extern const struct field refinement_fields[];

/* An answer that cannot be read: what was suggested before is followed up. */
int role_refine(struct branch *branch, struct path path, const struct refine_input *input, struct refinement *ret,
                struct error *e);

#endif
