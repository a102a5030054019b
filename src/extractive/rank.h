/* Ranking sentences for a question, and whether any of them answers it.
 *
 * A sentence is judged by itself, by the paragraph and the document it stands in, by what stands above it (title,
 * headings) and by whether it has a thing of the kind asked for. The features are combined linearly; bench/answers has
 * the program that writes them out and the script that learned the weights (docs/internals/extractive.md).
 * Deterministic: scores are whole thousandths, ties go by place. */
#ifndef FATHOM_EXTRACTIVE_RANK_H
#define FATHOM_EXTRACTIVE_RANK_H

#include "extractive/passages.h"
#include "extractive/question.h"
#include "extractive/terms.h"

enum { RANK_POOL = 120 };

enum rank_feature {
    RANK_BM, /* BM25 of the sentence, of its paragraph, of its document */
    RANK_PBM,
    RANK_DBM,
    RANK_PCOV, /* share of the question in the paragraph, in the document */
    RANK_DCOV,
    RANK_WIN,    /* in the sentence and its neighbours */
    RANK_EFFCOV, /* in the sentence, and less of what is only around it */
    RANK_TITCOV, /* in title and headings */
    RANK_PNAMES, /* names and numbers in the paragraph */
    RANK_NUMS,   /* numbers of the question in the sentence */
    RANK_LCOV,   /* share and BM25, words weighed by how rare they are within the document */
    RANK_LBM,
    RANK_NUMBER, /* something of the kind asked for that the question does not have */
    RANK_DATE,
    RANK_PERSON,
    RANK_CAPITAL,
    RANK_REASON,
    RANK_CUE, /* yes or no, and where no kind is asked for: it draws a conclusion, weighs, states an aim, counts, tells a
                 method */
    RANK_WEIGHS,
    RANK_AIM,
    RANK_COUNTS,
    RANK_METHOD,
    RANK_FEATURES
};
extern const char *const rank_feature_words[];

enum rank_sign {
    SIGN_POINTER, /* it says where else to read */
    SIGN_CHANGES, /* of a change log */
    SIGN_OPENS,   /* the first sentence under a heading, as far as it says the question */
    SIGN_HOW,     /* how is asked, and it begins with what to do */
    SIGN_DECIDES, /* yes or no is asked, and it allows, forbids or limits */
    SIGN_SCRAP,   /* it ends like no sentence: a name, a line of a list or of what was typed */
    RANK_SIGNS
};
extern const char *const rank_sign_words[];

/* What words alone do not say about a sentence: adjust.c. */
enum rank_rule {
    RULE_SUBJECT, /* it does not name what the question is about */
    RULE_TERM,    /* an entry of a definition list whose term is asked for */
    RULE_ASPECT,  /* what is asked of the thing that the title names */
    RULE_HEADING, /* the heading is the question */
    RULE_YEAR,    /* another year */
    RULE_DENIED,
    RULE_META,    /* what a text is about */
    RULE_WORDING, /* the question's words in the same form */
    RULE_DEFINES,
    RULE_OPENS,  /* the beginning of a text about the thing to be defined */
    RULE_LISTED, /* it announces or is the list or the steps asked for */
    RULE_CONTRASTS,
    RULE_OTHERS,
    RULE_WHY,
    RULE_CODE,
    RULE_MEASURED,
    RULE_SUPPOSED,
    RULE_ADVERTISED,
    RULE_PARTS,
    RULE_NO_FIGURE,
    RULE_INTERESTED,
    RULE_KIND, /* a place, date, name, reason where that is asked for */
    RULE_DECIDES,
    RULE_NEAR,
    RULE_SUPERLATIVE,
    RULE_JUDGES,
    RULE_NEWEST,
    RULE_PRICED,
    RULE_NAMES,     /* its source never names what the question names */
    RULE_COUNTED,   /* so many of what is counted */
    RULE_MECHANISM, /* how a thing works, or only figures of it */
    RANK_RULES
};
extern const char *const rank_rule_words[];

struct ranked {
    size_t sentence; /* of the passages */
    int64_t score;   /* thousandths */
    double features[RANK_FEATURES];
    double signs[RANK_SIGNS];     /* signs.h */
    int64_t by_signs;             /* what of the score they gave */
    int64_t by_rules[RANK_RULES]; /* and what each of the rules */
    int64_t general;              /* the same by the weights for facts: what the gate goes by */
    double cover, around;         /* share of the question in the sentence, in its paragraph */
};

struct ranking {
    const struct passages *passages;
    const struct question *question;
    struct asked_terms asked;
    struct term_matches matches;
    struct vocabulary vocabulary;
    double weights[TERMS_ASKED], total;
    struct ranked pool[RANK_POOL]; /* best first */
    size_t n;
    uint32_t *in_source; /* by source: the terms that it has somewhere, its title included, as bits */
    uint32_t subject;    /* the term that the question is about ("Where do the puffins nest?"), as a bit; 0: none */
    double best_cover, top_around, unknown_names; /* what the gate goes by */
    int64_t gate;                                 /* thousandths; below zero: the sources do not answer */
    bool answered;
};

/* Everything lives in `arena`; passages and question must outlive it. */
void rank(struct arena *arena, const struct question *question, const struct passages *passages, struct ranking *ret);

/* The terms of the question that a text has, as bits. */
uint32_t rank_terms_in(struct arena *arena, const struct ranking *r, struct str text, const struct language *language);
/* Those that it has itself or inflected; no other words that may stand for them. */
uint32_t rank_words_in(struct arena *arena, const struct ranking *r, struct str text, const struct language *language);

/* The terms of what is to be defined, as bits: all, or those of the thing without the field it stands in. */
uint32_t rank_thing(struct arena *arena, const struct ranking *r);

/* "A flywheel is a …" for a question that asks what a flywheel is: 2; it only begins with the thing: 1; else 0. */
int rank_defines(struct arena *arena, const struct ranking *r, struct str text, const struct language *language);

/* A definition is asked for, and this sentence begins a text or section that has the thing's name: 2; that has it with one
 * more word ("suEXEC Support"): 1; else 0. */
int rank_opens_subject(struct arena *arena, const struct ranking *r, size_t sentence);

/* How many terms these bits name. */
size_t rank_count(uint32_t terms);
/* Their share of the question, by weight: 0 to 1. */
double rank_share(const struct ranking *r, uint32_t terms);
/* Best first again, after scores were changed; equal ones by place. */
void rank_sort(struct ranking *r);

#endif
