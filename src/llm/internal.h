/* What the files of this folder share and nobody else needs. */
#ifndef FATHOM_LLM_INTERNAL_H
#define FATHOM_LLM_INTERNAL_H

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
    struct lender *lender; /* NULL: no client lends its model */
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

/* --- llm_call.c --- */
struct llm_call_argument {
    const struct llm *llm;
    const struct llm_request *request;
};
extern const struct call_type llm_call_type;
extern const struct field llm_answer_fields[];

#endif
