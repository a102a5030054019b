/* The model table: data, not code (src/llm/models.json, embedded; the user's
 * file adds and overrides). */
#ifndef FATHOM_LLM_MODELS_H
#define FATHOM_LLM_MODELS_H

#include "llm/llm.h"

struct model_prices { /* USD per million tokens; NAN: unknown */
    double input, cached, cache_write, output;
    double per_search, per_request; /* USD each; NAN: unknown, 0: free */
    int64_t above_tokens;           /* prices for longer prompts; 0: none */
    double above_input, above_cached, above_output;
};

struct model {
    struct str name;               /* "openai/gpt-5.2" */
    struct str provider, id;       /* what is sent */
    struct str family;             /* "openai-chat" …; empty: the provider's own */
    struct str_list aliases;       /* bare or old names */
    int64_t context, output_limit; /* 0: unknown */
    struct model_prices prices;
    struct str_list abilities; /* "tools", "schema", "json", "temperature", "reasoning", "web_search", "background" … */
    struct str lifecycle;      /* "active", "deprecated", "retired" */
    struct str retires;        /* date or empty */
    struct str successor;      /* full name or empty */
    struct str_list tiers;     /* tiers it is a sensible choice for */
};

/* The embedded table, read once; NULL when it cannot be read. Not to be changed. */
const json_t *models_embedded(void);

/* By full name, alias or bare id; a name unknown to the table gives a made-up
 * entry with unknown price and window and *ret_known false. */
const struct model *model_find(const struct llm *llm, struct arena *arena, struct str name, bool *ret_known);
size_t model_count(const struct llm *llm);
const struct model *model_get(const struct llm *llm, size_t at);
/* Tokens that a model which "thinks" needs beside its answer, of a request that has little room. */
enum { LLM_THINKING_LEAST = 1024 };
bool model_can(const struct model *model, const char *ability);
/* What one call costs; sets cost_nano or cost_unknown of `usage`. Exact in
 * integers, rounded half up once at the end. A cached or cache-write price that
 * is not known counts as the input price; any other that is needed and not
 * known makes the cost unknown. */
void model_cost(const struct model *model, struct usage *usage, int64_t cache_write_tokens);

#endif
