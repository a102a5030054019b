/* Adds what a service found by its own search to a chat completion, when it was asked to search. */
#ifndef TESTS_SERVERS_OWN_SEARCH_H
#define TESTS_SERVERS_OWN_SEARCH_H

#include <jansson.h>

#include "service.h"

void own_search(const struct asked *asked, json_t *answer);

#endif
