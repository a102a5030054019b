/* What the files of this folder share and nobody else needs. */
#ifndef FATHOM_LLM_INTERNAL_H
#define FATHOM_LLM_INTERNAL_H

#include "llm/context.h"
#include "llm/family.h"

struct llm {
    struct model *models;
    size_t models_n, models_capacity;
    struct llm_provider *providers; /* the known ones in the table's order, then the user's own */
    size_t providers_n;
    _Atomic unsigned *left_out; /* per model of the table: fields it refused before (enum llm_left_out) */
    struct str_list tiers[TIER_N];
    int64_t timeout_ms;
    struct retry_policy *retry;
    bool available;
    struct lender *lender;         /* NULL: no client lends its model */
    struct context_limits *limits; /* llm/context.h */
};

/* --- providers.c --- */
const struct provider_row *provider_row(size_t at);     /* at < llm_provider_count() */
const struct llm_family *family_named(struct str name); /* NULL if there is none */
/* Fills llm->providers. */
int providers_new(struct arena *arena, const struct llm_settings *settings, struct llm *llm, struct error *e);
const struct llm_provider *provider_find(const struct llm *llm, struct str name);
bool provider_lent(const struct llm *llm, struct arena *arena, struct str model); /* is it a client's model? */
/* ERROR_MISCONFIGURED that says what to set when it cannot be used. */
int provider_check(const struct llm_provider *provider, struct error *e);
int provider_unknown(const struct llm *llm, struct arena *arena, struct str name, struct error *e);

/* --- models.c --- */
/* Fills llm->models from the embedded table and the user's. */
int models_new(struct arena *arena, const json_t *more, struct llm *llm, struct error *e);

/* --- candidates.c: the models that a call may be answered by --- */
enum { CANDIDATES_MAX = 16 };

struct llm_candidate {
    const struct model *model;
    const struct llm_provider *provider;
    const struct llm_family *family;
    struct str notice;           /* why it is not the model that was asked for */
    const struct error *failure; /* why it was given up; NULL: it was not, or it was not asked */
};

struct llm_candidates {
    const struct llm *llm;
    const struct llm_request *request;
    struct arena *arena; /* of the call */
    struct llm_candidate items[CANDIDATES_MAX];
    size_t n, at; /* at: the one that is asked */
};
/* Adds a model after the others; false and *e when it cannot be used. */
bool candidates_add(struct llm_candidates *candidates, struct str name, struct str notice, struct error *e);
struct llm_candidate *candidates_current(struct llm_candidates *candidates);
/* Makes the model of that name the current one; false: it is none of them. */
bool candidates_choose(struct llm_candidates *candidates, struct str name);
/* Is there one of another service behind the current one? */
bool candidates_elsewhere(const struct llm_candidates *candidates);
void candidates_failed(struct llm_candidates *candidates, const struct error *e); /* the current one */
/* Moves to the one that is asked after this error; false: there is none left. */
bool candidates_next(struct llm_candidates *candidates, const struct error *e);
/* Why none answered up to `last`: the reason of each, with the code of the last, which is why we stopped; ERROR_REFUSED if
 * one of them refused, since then the others being down is not the whole reason. */
struct error candidates_failure(const struct llm_candidates *candidates, size_t last);
/* Fields that the current model refused before; every call would cost a second request. NULL: nobody remembers. */
_Atomic unsigned *candidates_refusals(struct llm_candidates *candidates);

/* --- parts.c: the parts of an answer that was cut and continued --- */
struct llm_parts {
    struct arena *arena; /* of the call: what is not text lives there */
    struct buf text;
    struct str reasoning;
    struct llm_citation *citations;
    size_t citations_n, capacity;
};
void parts_init(struct llm_parts *parts, struct arena *arena, size_t max);
/* Adds the answer's text without what it repeats of the text before. */
void parts_add(struct llm_parts *parts, const struct llm_answer *answer);
/* Gives *ret the text, reasoning and citations of all parts; the text stays theirs. */
void parts_give(const struct llm_parts *parts, struct llm_answer *ret);
void parts_forget(struct llm_parts *parts);
void parts_free(struct llm_parts *parts);

/* --- llm_call.c --- */
struct llm_call_argument {
    const struct llm *llm;
    const struct llm_request *request;
};
extern const struct call_type llm_call_type;
extern const struct field llm_answer_fields[];

/* --- llm.c --- */
/* Tokens of the prompt, by our estimate, and with room for a service that counts a little more. */
int64_t llm_prompt_tokens(const struct llm_request *request);
int64_t llm_tokens_with_slack(int64_t tokens);

#endif
