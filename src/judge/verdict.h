/* The verdict on a claim by sentences of evidence, without a model.
 *
 * Deterministic: words, numbers, negation and opposites are aligned
 * (judge/align.h), a small table of weights turns the alignment into the
 * likelihood of each verdict. docs/internals/verdict.md says how it was
 * measured. It reads any text and never fails; evidence beyond its limits
 * (align.h) is not looked at. */
#ifndef FATHOM_JUDGE_VERDICT_H
#define FATHOM_JUDGE_VERDICT_H

#include "base/str.h"

struct reader; /* judge/reader.h */

enum verdict {
    VERDICT_SUPPORTED,
    VERDICT_PARTIAL,
    VERDICT_UNSUPPORTED,
    VERDICT_CONTRADICTED,
    VERDICT_UNCHECKED, /* never given here: for claims nobody looked at */
    VERDICT_QUOTED,    /* nor this: the sentence stands in the source word for word */
    VERDICT_COUNT,
};
extern const char *const verdict_words[]; /* "supported" …, NULL at the end */

enum { VERDICT_SENTENCES_MAX = 5 };

struct verdict_result {
    enum verdict verdict;
    int confidence;                           /* thousandths: how likely this verdict is right */
    size_t decided_by[VERDICT_SENTENCES_MAX]; /* indices of the sentences, ascending */
    size_t decided_by_n;                      /* 0 when nothing speaks of it */
    struct str reason;                        /* one line for people: "says 2007, the source 2009" */
};

/* A verdict under 500 is a suspicion: the likeliest of several that are not
 * likely. Show it; do not drop a claim as contradicted for it.
 * `evidence` are sentences in the order of their source. The reason lives in `arena`.
 * `reader` remembers what was read of claim and evidence; NULL: nothing is remembered. */
void verdict_of(struct arena *arena, struct reader *reader, struct str claim, const struct str *evidence,
                size_t evidence_n, struct verdict_result *ret);

#endif
