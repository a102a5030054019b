/* How a claim lies upon sentences of evidence: which of its words, names and
 * numbers are found where, and what speaks against it. The verdict and the
 * search for contradictions rest on it. */
#ifndef FATHOM_JUDGE_ALIGN_H
#define FATHOM_JUDGE_ALIGN_H

#include "base/str.h"
#include "text/numbers.h"
#include "judge/reader.h"

enum {
    ALIGN_CLAIM_WORDS = 64, /* content words of a claim that count */
    ALIGN_SENTENCES = 2048, /* sentences looked at */
    ALIGN_SENTENCE_BYTES = 4096,
    ALIGN_CHOSEN = 5, /* sentences that decide together */
};

/* Signals of an alignment, each between 0 and 1 unless it says otherwise. */
enum signal {
    SIGNAL_BEST,             /* weight of the claim's words found in the best sentence */
    SIGNAL_UNION,            /* … in the deciding sentences together */
    SIGNAL_WINDOW,           /* … in three sentences in a row */
    SIGNAL_DOCUMENT,         /* … anywhere */
    SIGNAL_WHOLE,            /* 1: the deciding sentences have every word but the subject's */
    SIGNAL_ABSENT,           /* words found nowhere (of four) */
    SIGNAL_GAP,              /* weight of the longest run of words not found (of four): a clause left out */
    SIGNAL_NAME_ABSENT,      /* names found nowhere (of two) */
    SIGNAL_FOCUS_MISSING,    /* 1: the last content word is not found */
    SIGNAL_NAME_MISSING,     /* share of names, the subject's not counted, that the deciding sentences lack */
    SIGNAL_SUBJECT_OTHER,    /* 1: the subject is not in them, and the best has no pronoun for it */
    SIGNAL_NUMBER_SAME,      /* share of the claim's numbers that agree */
    SIGNAL_NUMBER_DIFFERENT, /* 1: a number of the claim meets only different ones of its kind */
    SIGNAL_NUMBER_MISSING,   /* share that meet none */
    SIGNAL_CLAIM_DENIES,     /* share of what the claim denies that the source says plainly */
    SIGNAL_DENIED_ABSENT,    /* share of what the claim denies that the source does not speak of */
    SIGNAL_SOURCE_DENIES,    /* share of what the claim says plainly that the source denies */
    SIGNAL_BOTH_DENY,        /* 1: both deny the same */
    SIGNAL_OPPOSITE,         /* 1: a word of the claim meets its opposite in its place */
    SIGNAL_DIRECTION_SAME, /* what rises or falls in the claim does so in the source: share of the deciding sentences */
    SIGNAL_DIRECTION_OPPOSITE, /* … does the contrary */
    SIGNAL_SWAPPED,            /* 1: two names stand the other way round about the same word */
    SIGNAL_EXCLUSIVE,          /* 1: "only", "never" of the claim is not in the evidence */
    SIGNAL_HEDGE,              /* 1: the evidence hedges, the claim does not */
    SIGNAL_KIND_SAME,          /* 1: "X is a Y" and the source's "is a" names Y */
    SIGNAL_KIND_OTHER,         /* 1: … and it names something else */
    SIGNAL_BREADTH,            /* log2 of the sentences, of 10 */
    SIGNALS,
};

struct alignment {
    double signals[SIGNALS];
    size_t chosen[ALIGN_CHOSEN]; /* deciding sentences, best first */
    size_t chosen_n;
    /* What a person would point at; empty where there is nothing. */
    struct str missing; /* the weightiest word not found */
    struct str opposite_claim, opposite_source;
    struct number number_claim, number_source; /* the numbers that differ, if signal > 0 */
};

/* What is read on the way is remembered by `reader`; NULL: only for this alignment. */
void align(struct arena *arena, struct reader *reader, struct str claim, const struct str *evidence, size_t evidence_n,
           struct alignment *ret);

#endif
