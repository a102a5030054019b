/* What became of the content on its way into models' contexts: per item and in
 * all. Kept in the report, shown in its metadata. */
#ifndef FATHOM_REPORT_FIDELITY_H
#define FATHOM_REPORT_FIDELITY_H

#include <jansson.h>

#include "base/field.h"
#include "text/level.h"

struct fidelity_item {
    struct str id; /* "src-…", "find-…" */
    int64_t original_tokens, current_tokens;
    int64_t code_tokens;      /* of the current ones: read without a model, its calls did not hold them */
    int current_level;        /* enum level */
    double compression_ratio; /* current over original, 3 decimals */
    struct str archive_hash;  /* hexadecimal; empty: not archived */
};

struct allocation {
    double fidelity; /* current over original, summed; 3 decimals */
    int64_t tokens_used, tokens_available;
    int64_t code_tokens; /* read without a model; not among those used */
    double utilization;
    int64_t items_dropped, items_summarized;
};

struct fidelity {
    struct fidelity_item *items; /* in the order they were first seen */
    size_t items_n, items_capacity;
    struct allocation allocation;
    bool any; /* content was fitted at all */
};

extern const struct field fidelity_fields[];

/* Puts a record in, or replaces the one of this id. */
void fidelity_put(struct arena *arena, struct fidelity *f, const struct fidelity_item *item);
/* Adds what one fitting used of what it had. */
void fidelity_use(struct fidelity *f, int64_t used, int64_t available);
/* Takes over another's items and use. */
void fidelity_merge(struct arena *arena, struct fidelity *f, const struct fidelity *more);
enum fidelity_band fidelity_score(const struct fidelity *f);

/* {content_fidelity: {id: {…}}, content_allocation_metadata: {…}, dropped_content_ids: […],
 * content_archive_hashes: {id: hash}, fidelity_level: "condensed"}. The caller owns it. */
json_t *fidelity_json(const struct fidelity *f);
/* The same as texts, each the JSON of one member. */
struct fidelity_parts {
    struct str content_fidelity, content_allocation_metadata, dropped_content_ids, content_archive_hashes,
        fidelity_level;
};
void fidelity_parts(struct arena *arena, const struct fidelity *f, struct fidelity_parts *ret);

#endif
