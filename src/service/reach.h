/* Is there a network? Asked before a research that has nothing but the key-free engines: without one it would try and
 * retry every engine for a quarter of a minute and end with nothing. */
#ifndef FATHOM_SERVICE_REACH_H
#define FATHOM_SERVICE_REACH_H

#include "search/search.h"
#include "service/service.h"

/* Does any of these addresses answer, whatever it says? Gives up after 2.5 s. *ret_why: the first failure, in the
 * arena; empty where nothing answered in time. */
bool reach_any(struct net *net, struct arena *arena, const struct str_list *urls, struct str *ret_why);
/* The addresses of the engines that need no key, in their order of preference. */
void reach_free_engines(const struct search *search, struct arena *arena, struct str_list *ret);
/* 0, or an error that tells the three ways on, for a research that searches with `search` alone. An engine that has a
 * key or an address of the user's is left to speak for itself. */
int reach_check(struct service *service, const struct search *search, struct error *e);

#endif
