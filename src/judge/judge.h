/* Does this passage carry this claim? Decided by code, without a model.
 *
 * A verdict is a proof. `supported`: the claim is a sentence of the passage, or comes from one by edits that
 * cannot make a true sentence false (a bracketed phrase left out, a word exchanged for another of the same meaning). `contradicted`:
 * one exclusive value (a number, a date, an opposite, a negation) away from such a proof. Everything else is `unchecked`:
 * code says nothing about it, and the reason says what is missing. `partial` and `unsupported` are never said here.
 *
 * Clashes are the differences that code can point at: the claim's part and the source's part about the same thing. They are
 * reported whatever the verdict is, so that a verifier can be asked about them.
 *
 * It reads any text, never fails and always gives the same answer. docs/internals/verdict.md says how it works and
 * how it was measured. Threads: any; a reader belongs to one thread at a time. */
#ifndef FATHOM_JUDGE_JUDGE_H
#define FATHOM_JUDGE_JUDGE_H

#include "base/str.h"
#include "judge/verdict.h"

struct reader; /* judge/reader.h */

enum clash_kind {
    CLASH_NUMBER,
    CLASH_DATE,
    CLASH_UNIT,
    CLASH_CURRENCY,
    CLASH_ORDER,      /* the same names, the other way round */
    CLASH_POLARITY,   /* one side denies, hedges or only supposes what the other says */
    CLASH_QUANTIFIER, /* all, most, few, none */
    CLASH_DIRECTION,  /* rose and fell, more and fewer */
    CLASH_WORD,       /* another exclusive value: a nation, a colour, an opposite */
    CLASH_NAME,       /* another name in the same place */
};
extern const char *const clash_kind_words[]; /* "number" …, NULL at the end */

struct clash {
    enum clash_kind kind;
    struct str claim, source; /* the two parts as they are written; empty where a side has no such word */
    size_t sentence;          /* of the passage */
    struct str reason;        /* "the source gives 450 euros, not 900" */
    bool mild; /* polarity: the source lets somebody say it, or the claim says less than the source does */
    bool
        sure; /* words in quotation marks, a currency or a range that the source does not have: no reading explains it */
    bool framed; /* the words are the source's; what stands around them seems to take them back */
};

enum { JUDGE_SENTENCES_MAX = 5, JUDGE_CLASHES_MAX = 8 };

/* What the claim is laid upon. The sentences stand in the order of their source; neighbours of the cited sentence
 * belong here too: they say whom "it" means. */
struct passage {
    const struct str *sentences;
    size_t n;
    struct str heading; /* heading path and title: names in it count as named; may be empty */
};

struct judgement {
    enum verdict verdict; /* supported, contradicted or unchecked */
    bool quoted; /* supported by whole sentences, word for word: case, markers, quotation marks and ellipses aside */
    size_t decided_by[JUDGE_SENTENCES_MAX]; /* indices of the passage's sentences, ascending */
    size_t decided_by_n;                    /* unchecked: the sentences that come nearest; 0 when none speaks of it */
    int shared;                             /* thousandths of the claim's words that the nearest sentence has */
    struct str reason;                      /* one line for the reader */
    struct clash *clashes;                  /* the weightiest first */
    size_t clashes_n;
};

/* What it gives lives in `arena`. `reader` remembers what was read of the sentences; NULL: nothing is remembered. */
void judge_claim_by_passage(struct arena *arena, struct reader *reader, struct str claim, const struct passage *passage,
                            struct judgement *ret);

/* Is the claim supported by the passage? `judgement.verdict` alone, for those who need no more: clashes are not looked for. */
bool judge_proves(struct reader *reader, struct str claim, const struct passage *passage);

/* What a person should compare first, where nobody decided: what the source lacks, or where it has the claim's figure or name. */
struct hint {
    struct str part;   /* of the claim: a figure, a date or a name; empty: none in particular */
    struct str reason; /* "the source does not give 900" */
    bool absent;       /* the source does not have the part, and it does not follow from what it has */
};
void judge_hint(struct arena *arena, struct reader *reader, struct str claim, const struct passage *passage,
                struct hint *ret);

/* The word of the claim that stands for something said before it: "It was opened in 1931", "in this season". Empty: none does. The same
 * words may speak of something else elsewhere. */
struct str judge_reference(struct str claim);

/* Is the claim a quotation from the passage? `judgement.quoted` alone, for those who need no more. */
bool judge_quotes(struct str claim, const struct passage *passage);

#endif
