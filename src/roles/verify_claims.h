/* verify_claims: do passages say what a claim says? The verifier sees nothing
 * else: no question, no report, no other source. */
#ifndef FATHOM_ROLES_VERIFY_CLAIMS_H
#define FATHOM_ROLES_VERIFY_CLAIMS_H

#include "run/run.h"
#include "judge/verdict.h"

enum { VERIFY_BATCH = 10 };

struct verify_quote {
    struct str passage;          /* the cited span with its neighbours, its page, or another place of it */
    struct str title, url, date; /* of its source; may be empty */
    struct str headings;         /* that it stands under: "Installing › Linux"; may be empty */
};

struct verify_question {
    struct str claim;
    struct str lead; /* the header of its table or the sentence its list stands behind; may be empty */
    const struct verify_quote *quotes;
    size_t quotes_n;     /* 0: no passage was found; only what the sentence does is asked */
    bool own;            /* the passages are sentences of the report itself: the claim is a summary */
    bool ask_kind;       /* nobody knows yet whether it is a claim, a summary or a remark */
    struct str conflict; /* a difference that code found, for the second look; or empty */
};

struct verify_opinion {
    int verdict; /* enum verdict; VERDICT_UNCHECKED: none was given */
    int kind;    /* enum claim_kind of records/claims.h; -1: not said */
    struct str reason, missing;
    struct str by; /* "known" from before, else "model" */
    int error;     /* why none was given: ERROR_BUDGET …; 0: it could not be read, or: */
    bool left_out; /* the answer could be read, and has no verdict for it or two that differ */
};

/* Ten to a call, the calls at once; what the answers leave out is asked for once more. What was judged before by the same verifier is remembered
 * with all that it saw. Negative only for what stops the run. */
int role_verify_claims(struct branch *branch, struct path path, const struct verify_question questions[], size_t n,
                       struct verify_opinion ret[], struct error *e);

/* Up to VERIFY_BATCH questions outside a run, for check: asked in one call, nothing is journaled or remembered. Negative: no model
 * answered, or none that could be read. What it gives lives in `arena`. */
struct verify_alone {
    const struct run_tools *tools;
    struct net *net;
    const struct str_list *models; /* who answers, in order */
    struct usage *usage;           /* what was spent is added; may be NULL */
};
int verify_claims_alone(const struct verify_alone *with, struct arena *arena, const struct verify_question questions[],
                        size_t n, struct verify_opinion ret[], struct error *e);

#endif
