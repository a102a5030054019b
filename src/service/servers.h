/* The models that the user's own servers have, found by asking them. */
#ifndef FATHOM_SERVICE_SERVERS_H
#define FATHOM_SERVICE_SERVERS_H

#include <jansson.h>

#include "llm/llm.h"

struct servers;

struct servers *servers_new(struct arena *arena, const struct llm_provider_settings *providers, size_t n);
void servers_free(struct servers *servers); /* what the arena does not hold; NULL is fine */
/* Asks those that can be asked, all at once, for at most two seconds; not again within a minute. */
void servers_ask(struct servers *servers, struct net *net);
/* Adds the rows that were found to a list of models, except for providers the list has models of. */
void servers_add(struct servers *servers, json_t *models);
/* Why none was found: "ollama (http://127.0.0.1:11434): connection refused"; empty when nobody was asked or one was found. */
struct str servers_why_none(struct servers *servers, struct arena *arena);

#endif
