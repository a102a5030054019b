/* summarize: long texts become short ones, each within its tokens.
 *
 * The models of the setting summarization_provider and behind it those of
 * summarization_providers are asked in this order, each for at most
 * summarization_timeout; with none set, those of the bulk tier. A text that is
 * too long for one call is summarised in parts. What was summarised before is
 * taken from the cache (summarization_cache_enabled). Without a model, after a
 * failure of all of them, or for texts beyond many calls, sentences are chosen
 * by code. What a model writes too long is cut behind a sentence. */
#ifndef FATHOM_ROLES_SUMMARIZE_H
#define FATHOM_ROLES_SUMMARIZE_H

#include "roles/role.h"
#include "text/budget.h"
#include "text/sentence.h"

enum { DIGEST_SPANS = 5, DIGEST_SPAN_CHARACTERS = 400, DIGEST_LEAST_CHARACTERS = 10000 };

struct summarize_item {
    struct str text;
    enum level level;               /* tells how it is written; neither full nor dropped */
    int64_t tokens;                 /* what comes back has at most so many, by tokens_estimate() */
    bool digest;                    /* also passages word for word that speak of the question */
};

struct summary {
    struct str text;                /* all of it, as a prompt shows it */
    struct str essence;             /* the parts it is made of */
    struct str_list points;
    struct span *spans;             /* digest: bytes of the original, in their order there */
    size_t spans_n;
    bool cached, extractive;
    struct str answered_by;         /* the model; "extractive" */
};

/* All of them at once, at paths below `path`; ret[i] in the branch's arena.
 * Negative only for what stops the run. */
int role_summarize(struct branch *branch, struct path path, struct str question, const struct summarize_item items[], size_t n,
                   struct summary ret[], struct error *e);

/* The form without a model. */
void summarize_extractive(struct arena *arena, struct str question, const struct summarize_item *item, struct summary *ret);
/* The start of a text that has at most so many tokens, cut behind a sentence, else behind a word. Points into `text`. */
struct str summarize_cut(struct str text, int64_t tokens);
/* The passages of a digest: those that speak of the question, at most so many tokens; returns how many. */
size_t summarize_spans(struct str question, struct str text, int64_t tokens, struct span ret[DIGEST_SPANS]);
/* Makes s->text of its parts, within the tokens: what is said before what is quoted. */
void summarize_compose(struct arena *arena, struct str text, int64_t tokens, struct summary *s);

#endif
