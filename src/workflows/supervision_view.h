/* The state of a supervised research as it is stored and printed, in the seed's words: structs that a field table writes. */
#ifndef FATHOM_WORKFLOWS_SUPERVISION_VIEW_H
#define FATHOM_WORKFLOWS_SUPERVISION_VIEW_H

#include "report/fidelity.h"
#include "workflows/supervision.h"

struct source_view {
    struct str id;
    int64_t number;
    struct str sub_query_id; /* empty: given by the user */
    int quality;             /* enum source_quality */
    int64_t iteration;       /* in which it came */
    bool copy;
};

struct passage_view {
    struct str source_id, quote;
    int64_t start, end; /* bytes of the source's text */
};

struct finding_view {
    struct str id, content;
    int confidence; /* enum confidence */
    struct str_list source_ids;
    struct str category;
    int64_t independent;
    struct passage_view passage; /* that carries it; empty until a report was written */
};

struct contradiction_view {
    struct str id, description;
    struct str_list sources_a, sources_b;
    struct str severity; /* "major", "minor" */
    struct str preferred_source, resolution;
    struct str says_a, says_b; /* what each side says */
};

/* The parts that a list of the state, and what an agent hands back, are made of. */
extern const struct field query_view_fields[]; /* struct research_query */
extern const struct field gap_view_fields[];   /* struct research_gap */
extern const struct field finding_view_fields[], contradiction_view_fields[];
extern const struct field gather_stats_fields[]; /* struct gather_stats */

struct finding_view *finding_views(struct arena *arena, const struct supervision *s, size_t from);
struct contradiction_view *contradiction_views(struct arena *arena, const struct supervision *s);

struct supervision_view {
    int phase; /* enum phase */
    int64_t iteration, max_iterations, sub_query_count, sub_queries_completed, source_count, high_quality_sources,
        finding_count, high_confidence_count, gap_count, unaddressed_gaps, contradiction_count;
    struct str research_brief;
    struct research_gap *gaps;
    size_t gaps_n;
    struct research_query *sub_queries;
    size_t sub_queries_n;
    struct source_view *sources;
    size_t sources_n;
    struct finding_view *findings;
    size_t findings_n;
    struct contradiction_view *contradictions;
    size_t contradictions_n;
    struct gather_stats gather_stats;
    struct str_list report_improvements;
};
extern const struct field supervision_view_fields[];
/* Lists that need no other form are those of *s. */
void supervision_view(struct arena *arena, const struct supervision *s, struct supervision_view *ret);

#endif
