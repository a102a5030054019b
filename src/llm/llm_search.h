/* A model's own web search as a search engine: the query is put to a model that
 * searches by itself, and what it cites are the results. Long ones work in the
 * background: they leave a job at the service that is asked for again and again. */
#ifndef FATHOM_LLM_LLM_SEARCH_H
#define FATHOM_LLM_LLM_SEARCH_H

#include "llm/llm.h"
#include "search/search.h"

/* For search_settings.provider: those of the models for judging that search by themselves are asked, in their
 * order; request is NULL when there is none. `prompt` is prompts/provider_search.md; llm and prompt must outlive it. */
struct search_port llm_search_port(struct arena *arena, const struct llm *llm, struct str prompt);

#endif
