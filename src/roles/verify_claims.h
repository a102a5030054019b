/* verify_claims: does a quote say what a claim says? The verifier sees nothing
 * else: no question, no report, no other text of the source. */
#ifndef FATHOM_ROLES_VERIFY_CLAIMS_H
#define FATHOM_ROLES_VERIFY_CLAIMS_H

#include "run/run.h"
#include "judge/verdict.h"

enum { VERIFY_BATCH = 5 };

struct verify_quote {
    struct str quote, title, url;
};

struct verify_question {
    struct str claim;
    const struct verify_quote *quotes;
    size_t quotes_n;
};

struct verify_opinion {
    int verdict; /* enum verdict; VERDICT_UNCHECKED: none was given */
    struct str reason;
    struct str by; /* "known" from before, else "model" */
    int error;     /* why none was given: ERROR_BUDGET …; 0: it could not be read */
};

/* Five to a call, the calls at once; what was judged before is remembered with
 * the claim and its quotes. Negative only for what stops the run. */
int role_verify_claims(struct branch *branch, struct path path, const struct verify_question questions[], size_t n,
                       struct verify_opinion ret[], struct error *e);

#endif
