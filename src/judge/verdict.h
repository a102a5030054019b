/* What is said of a claim: by code (judge/judge.h), by the verifier, or by nobody yet. */
#ifndef FATHOM_JUDGE_VERDICT_H
#define FATHOM_JUDGE_VERDICT_H

enum verdict {
    VERDICT_SUPPORTED,
    VERDICT_PARTIAL,
    VERDICT_UNSUPPORTED,
    VERDICT_CONTRADICTED,
    VERDICT_UNCHECKED, /* nobody decided it */
    VERDICT_QUOTED,    /* the sentence stands in the source word for word */
    VERDICT_COUNT,
};
extern const char *const verdict_words[]; /* "supported" …, NULL at the end */

#endif
