/* Claims of a run's report as they are kept: where they stand, what they rest
 * on, what became of them. Written with the run's last commit. */
#ifndef FATHOM_RECORDS_CLAIMS_H
#define FATHOM_RECORDS_CLAIMS_H

#include "base/field.h"
#include "store/store.h"
#include "judge/verdict.h"

/* Raised when the same body would give other claims: older bundles are then not recounted by it. */
enum { CLAIMS_VERSION = 3 };

/* What a sentence of the report does. Only claims are counted; a summary restates claims of the same report. */
enum claim_kind { KIND_CLAIM, KIND_SUMMARY, KIND_REMARK, KIND_HEADING, KIND_QUESTION, CLAIM_KINDS };
extern const char *const claim_kind_words[]; /* "claim", "summary", "remark", "heading", "question" */

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
    struct str
        lead; /* what its list stands behind, or the header of its table: for who reads claims alone, not stored */
};

struct claim_row {
    int64_t number; /* 1 … in the report */
    int kind;       /* enum claim_kind */
    struct str text;
    int64_t start, end;    /* bytes of the report's body; both 0 when it was left out */
    int verdict;           /* enum verdict; VERDICT_UNCHECKED for what is no claim */
    int64_t confidence;    /* thousandths */
    struct str reason;     /* why, in one plain sentence; why not, for what is unchecked */
    struct str missing;    /* the part of it that what it cites does not carry, or empty */
    struct str decided_by; /* "code", "model", or empty: nobody */
    int correction;        /* enum correction */
    bool marked;           /* the writer cited something */
    bool left_out;         /* the reader does not get it */
    struct str left_out_reason;
    int64_t independent; /* clusters of sources that support it */
    struct span_row *spans;
    size_t spans_n;
    struct span_row *alternates;
    size_t alternates_n;
    struct number_row *numbers;
    size_t numbers_n;
};
extern const struct field claim_row_fields[];       /* the same names in reports, --json and bundles */
extern const struct field claim_row_first_fields[]; /* as CLAIMS_VERSION 1 wrote them: for its digests */

/* The figures of the text that the reader has: only claims, and none that was left out. */
struct claim_summary {
    int64_t total, checked, quoted, supported, partial, unsupported, contradicted, unchecked;
    int64_t left_out;         /* claims and summaries that were taken out of the text: counted apart */
    int64_t by_model;         /* of those checked, how many a model decided */
    int64_t corrected;        /* citations replaced, removed or added */
    int64_t independent;      /* clusters of sources that support something */
    int64_t sentences, cited; /* of the body; cited: with a citation that was checked */
    struct str unchecked_why;
};
extern const struct field claim_summary_fields[];
/* How many claims have each verdict: rows of the tables that show a summary. */
#define CLAIM_VERDICT_FIELDS                                                                                           \
    FIELD_INT(struct claim_summary, quoted, .help = "the source has the sentence word for word"),                      \
        FIELD_INT(struct claim_summary, supported, .help = "the citation supports it"),                                \
        FIELD_INT(struct claim_summary, partial, .help = "the citation supports it in part"),                          \
        FIELD_INT(struct claim_summary, unsupported, .help = "the citation does not support it"),                      \
        FIELD_INT(struct claim_summary, contradicted, .help = "the citation contradicts it"),                          \
        FIELD_INT(struct claim_summary, unchecked, .help = "nobody looked")
/* Everything but independent, sentences and unchecked_why, which are kept as they are. `version` is the
 * CLAIMS_VERSION of the rows: the first counted left-out claims among the others. */
void claim_recount(const struct claim_row *rows, size_t n, int64_t version, struct claim_summary *ret);

/* Replaces the run's claims by these (idempotent). */
int claim_record_put(struct db *db, struct str run, const struct claim_row *rows, size_t n, struct error *e);
/* By number; only those of a verdict (-1: all). */
int claim_record_list(struct db *db, struct str run, int verdict, struct arena *arena, struct claim_row **ret,
                      size_t *ret_n, struct error *e);
/* How many claims of the text have each verdict; the other members of *ret stay as they are. */
int claim_record_count(struct db *db, struct str run, struct claim_summary *ret, struct error *e);

#endif
