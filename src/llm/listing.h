/* The models a server of one's own has (Ollama, llama.cpp, vLLM, LM Studio, any
 * compatible one): no table can know them, so the server is asked. */
#ifndef FATHOM_LLM_LISTING_H
#define FATHOM_LLM_LISTING_H

#include <jansson.h>

#include "llm/llm.h"

/* The request that asks this provider for its models; false when it is a service the table knows. */
bool llm_listing_request(struct arena *arena, const struct llm_provider_settings *provider, struct net_request *ret);
/* Its answer as rows of the model table (llm/models.json), appended to `rows`; how many. The first that can chat is
 * for every tier: two models in the memory of one machine drive each other out. Embedding models are left out. */
size_t llm_listing_rows(const struct llm_provider_settings *provider, struct str body, json_t *rows);

#endif
