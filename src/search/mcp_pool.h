/* Who talks to the MCP server that is set as a search engine: threads of their own, since a server may be a program that is
 * spoken to over pipes. Each has a connection (mcp_link.h) that it keeps for a while after a search. */
#ifndef FATHOM_SEARCH_MCP_POOL_H
#define FATHOM_SEARCH_MCP_POOL_H

#include "net/errand.h"
#include "search/mcp_link.h"

struct mcp_pool;

/* `place` is copied; its variables are constants. */
struct mcp_pool *mcp_pool_new(const struct link_place *place, int64_t timeout_ms);
void mcp_pool_free(struct mcp_pool *pool); /* ends the programs it started; NULL is fine */
/* Answers the errand with {"results": [...]}; takes over its hold. */
void mcp_pool_search(struct mcp_pool *pool, struct str query, int64_t count, struct net *net, struct errand *errand);

#endif
