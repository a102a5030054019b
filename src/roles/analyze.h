/* analyze: sources become findings, gaps, contradictions and a judgement of the sources. */
#ifndef FATHOM_ROLES_ANALYZE_H
#define FATHOM_ROLES_ANALYZE_H

#include "run/sources.h"

enum confidence { CONFIDENCE_LOW, CONFIDENCE_MEDIUM, CONFIDENCE_HIGH, CONFIDENCE_CONFIRMED, CONFIDENCE_SPECULATION };
extern const char *const confidence_words[];
enum source_quality { QUALITY_LOW, QUALITY_MEDIUM, QUALITY_HIGH, QUALITY_UNKNOWN };
extern const char *const source_quality_words[];
enum { SEVERITY_MINOR, SEVERITY_MAJOR };

struct analysis_finding {
    struct str content, category;
    int confidence;
    struct str_list source_ids;
};
struct analysis_gap {
    struct str description;
    struct str_list suggested_queries;
    int64_t priority;
};
struct analysis_quality {
    struct str source_id;
    int quality;
};
struct analysis_contradiction {
    struct str description, preferred_source, resolution;
    struct str says_a, says_b; /* what each side says, may be empty */
    struct str_list sources_a, sources_b;
    int severity;
};

struct analysis {
    struct analysis_finding *findings;
    size_t findings_n;
    struct analysis_gap *gaps;
    size_t gaps_n;
    struct analysis_quality *quality_updates;
    size_t quality_n;
    struct analysis_contradiction *contradictions;
    size_t contradictions_n;
    struct str_list addressed_gaps; /* ids of open gaps these sources close */
};

/* A source as the analyst sees it: `content` is what the token budget left of it. */
struct analysis_source {
    const struct source_row *row;
    struct str content;
    int quality;
};

struct analysis_input {
    struct str question, brief, guidance;
    struct str open_gaps; /* "gap-…: description" by line */
    struct str known;     /* earlier findings, "- content (src-…, src-…)" by line */
    struct str disputes;  /* disagreements that nothing has explained yet, by line */
    const struct analysis_source *sources;
    size_t n;
};

/* Batches that are analysed at once. */
struct analyses {
    const struct analysis_input *inputs;
    size_t n;
    struct analysis *ret;
    int *results;         /* 0, or the code of a model that failed */
    struct error *errors; /* why */
};
/* At path/…
 * An answer that cannot be read becomes the one best finding of its batch. With
 * no model, or none that may be asked any more, sentences are the findings.
 * Negative only for what stops the run. */
int role_analyze(struct branch *branch, struct path path, const struct analyses *all, struct error *e);

/* Without a model, by itself; at most `most` findings. */
void analyze_extractive(struct arena *arena, const struct analysis_input *input, size_t most, struct analysis *ret);

#endif
