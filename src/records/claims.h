/* Claims of a run's report as they are kept: where they stand, what they rest
 * on, what became of them. Written with the run's last commit. */
#ifndef FATHOM_RECORDS_CLAIMS_H
#define FATHOM_RECORDS_CLAIMS_H

#include "base/field.h"
#include "store/store.h"
#include "judge/verdict.h"

/* Raised when the same body would give other claims: older bundles are then not recounted by it. */
enum { CLAIMS_VERSION = 1 };

enum correction { CORRECTION_NONE, CORRECTION_KEEP, CORRECTION_REPLACE, CORRECTION_REMOVE, CORRECTION_ALTERNATE };
extern const char *const correction_words[]; /* "none", "keep", "replace", "remove", "add_alternate" */

enum number_state { NUMBER_IS_SAME, NUMBER_IS_CLOSE, NUMBER_IS_DIFFERENT, NUMBER_IS_MISSING, NUMBER_IS_DERIVED };
extern const char *const number_state_words[]; /* "same", "close", "different", "missing", "derived" */

struct number_row {
    struct str text, found; /* as the claim and as the quote write it; found may be empty */
    int match;              /* enum number_state */
    struct str derivation;  /* "42 / 20 = 2.1", or empty */
};

struct span_row {
    int64_t source;     /* number of the source in the run */
    int64_t start, end; /* bytes of its text */
    struct str quote;   /* exactly those */
    int64_t page;       /* 0: none */
    bool snippet;       /* a search engine's words */
};

struct claim_row {
    int64_t number; /* 1 … in the report */
    struct str text;
    int64_t start, end; /* bytes of the report's body; both 0 when it was removed */
    int verdict;        /* enum verdict */
    int64_t confidence; /* thousandths */
    struct str reasoning;
    struct str checked_by; /* "code", "model", or empty */
    int correction;        /* enum correction */
    bool marked, removed;
    int64_t independent; /* clusters of sources that support it */
    struct span_row *spans;
    size_t spans_n;
    struct span_row *alternates;
    size_t alternates_n;
    struct number_row *numbers;
    size_t numbers_n;
};
extern const struct field claim_row_fields[]; /* the same names in reports, --json and bundles */

/* The summary on page one. */
struct claim_summary {
    int64_t total, checked, supported, partial, unsupported, contradicted, unchecked;
    int64_t corrected;        /* citations replaced, removed or added */
    int64_t independent;      /* clusters of sources that support something */
    int64_t sentences, cited; /* of the body; cited: with a citation that was checked */
    struct str unchecked_why;
};
extern const struct field claim_summary_fields[];
/* Everything but independent, sentences and unchecked_why, which are kept as they are. */
void claim_recount(const struct claim_row *rows, size_t n, struct claim_summary *ret);

/* Replaces the run's claims by these (idempotent). */
int claim_record_put(struct db *db, struct str run, const struct claim_row *rows, size_t n, struct error *e);
/* By number; only those of a verdict (-1: all). */
int claim_record_list(struct db *db, struct str run, int verdict, struct arena *arena, struct claim_row **ret,
                      size_t *ret_n, struct error *e);

#endif
