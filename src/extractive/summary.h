/* Summaries without a model: sentences that speak of the question, in their order. */
#ifndef FATHOM_EXTRACTIVE_SUMMARY_H
#define FATHOM_EXTRACTIVE_SUMMARY_H

#include "text/level.h"
#include "text/sentence.h"

enum { DIGEST_SPANS = 5, DIGEST_SPAN_CHARACTERS = 400, DIGEST_LEAST_CHARACTERS = 10000 };

struct summarize_item {
    struct str text;
    enum level level; /* tells how it is written; neither full nor dropped */
    int64_t tokens;   /* what comes back has at most so many, by tokens_estimate() */
    bool digest;      /* also passages word for word that speak of the question */
};

struct summary {
    struct str text;    /* all of it, as a prompt shows it */
    struct str essence; /* the parts it is made of */
    struct str_list points;
    struct span *spans; /* digest: bytes of the original, in their order there */
    size_t spans_n;
    bool cached, extractive;
    struct str answered_by; /* the model; "extractive" */
};

/* The form without a model. */
void summarize_extractive(struct arena *arena, struct str question, const struct summarize_item *item,
                          struct summary *ret);
/* The start of a text that has at most so many tokens, cut behind a sentence, else behind a word. Points into `text`. */
struct str summarize_cut(struct str text, int64_t tokens);
/* The passages of a digest: those that speak of the question, at most so many tokens; returns how many. */
size_t summarize_spans(struct str question, struct str text, int64_t tokens, struct span ret[DIGEST_SPANS]);
/* Makes s->text of its parts, within the tokens: what is said before what is quoted. */
void summarize_compose(struct arena *arena, struct str text, int64_t tokens, struct summary *s);

#endif
