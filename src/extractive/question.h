/* A question understood without a model: what kind of answer it wants, what it
 * is about, which aspects and times it names; queries and gaps that follow
 * from that. Deterministic. English by its question words, other languages by
 * those most of them have; what nothing fits is a topic. */
#ifndef FATHOM_EXTRACTIVE_QUESTION_H
#define FATHOM_EXTRACTIVE_QUESTION_H

#include "text/words.h"

enum question_kind {
    QUESTION_TOPIC, /* no question: "pumped hydro in the Alps" */
    QUESTION_WHAT,  /* what is …, define */
    QUESTION_WHO,
    QUESTION_WHEN,
    QUESTION_WHERE,
    QUESTION_HOW_MANY, /* how many, how much, how large, what is the cost of … */
    QUESTION_WHY,
    QUESTION_HOW,
    QUESTION_COMPARE,
    QUESTION_YES_NO,
};
extern const char *const question_kind_words[]; /* "topic", "what" …, NULL at the end */

struct question {
    int kind; /* enum question_kind */
    struct str text;
    const struct language *language;
    struct str_list keywords;  /* content words as written, question words left out */
    struct str_list stems;     /* of the keywords, each once */
    struct str_list phrases;   /* runs of keywords: what it speaks of, in order */
    struct str topic;          /* the phrase it is mainly about */
    struct str_list entities;  /* names and quoted titles */
    struct str_list subjects;  /* compare: the things compared */
    int first_year, last_year; /* 0: none named */
    bool recent;               /* "latest", "current", "today" */
    bool definition;           /* "What is a flywheel?" */
    struct str thing;          /* what is to be defined where more is said ("a flywheel in a car"); empty: all of it */
    struct str noun;           /* a stop word that is a noun here: "What is a blind via?"; mostly empty */
    bool past;                 /* "how did …": what happened, not how to do something */
    bool future;               /* "who will …" */
    bool list;                 /* "Which options are there", "list the …" */
    bool several;              /* "Which options does it have": the answer may be a list */
    struct str listed;         /* "options" of that; empty: none */
    bool judges;               /* yes or no, whether something is good: a judgement is wanted */
    const char *units;         /* "how long": the base units that it may be given in, " s day month "; empty: any */
    bool purpose;              /* "what is … good for" */
    bool best;                 /* "which … is best" */
    bool event;                /* "what happened at …" */
    bool mechanism;            /* "how does … work" */
    bool frequency;            /* "how often" */
    bool ratio;                /* "how much slower" */
    int superlative;           /* "the largest": enum superlative of wording.h */
    int measure;               /* how many: the enum number_kind that "efficiency" or "cost" asks for, or -1 */
};

/* Everything lives in `arena`; `text` must outlive it. */
void question_read(struct arena *arena, struct str text, struct question *ret);

/* A number of some kind is wanted. */
static inline bool question_asks_figure(const struct question *q)
{
    return q->kind == QUESTION_HOW_MANY || q->measure >= 0;
}

/* A short question tells its language badly: where no word of it speaks for the one that was guessed, it is in `other`,
 * the language of the texts that are searched. */
void question_in(struct arena *arena, struct question *question, const struct language *other);

struct question_query {
    struct str query, why;
};
/* The question first, then one query per subject or phrase, then by kind, then
 * general aspects; no two with the same words. At most `most`; returns how many. */
size_t question_queries(struct arena *arena, const struct question *question, size_t most, struct question_query ret[]);

/* How well a sentence gives the kind of answer that is wanted (a date for
 * "when", a number for "how many", a reason for "why" …), 0 to 1. */
double question_fit(struct arena *arena, const struct question *question, struct str sentence);

/* The phrases and subjects that no sentence speaks of. */
void question_gaps(struct arena *arena, const struct question *question, const struct str *sentences, size_t n,
                   struct str_list *ret);

#endif
