/* The headers of a POST to /mcp. They repeat what the body says, so that what stands in between need not read it. */
#ifndef FATHOM_DOORS_MCP_HEADERS_H
#define FATHOM_DOORS_MCP_HEADERS_H

#include "doors/http/request.h"
#include "doors/mcp/rpc.h"

/* Does the client take JSON and a stream? */
bool headers_accept(struct str accept);
/* Is it a message of the new era? */
bool headers_modern(const struct http_request *http, const struct rpc_message *message);
/* New era: do the headers agree with the body? Negative: *e is the reply. */
int headers_check(struct http_request *http, const struct rpc_message *message, struct rpc_error *e);

#endif
