/* MCP over HTTP: the routes of /mcp. Both eras share the address; what the old one keeps between requests is a session. */
#ifndef FATHOM_DOORS_MCP_HTTP_H
#define FATHOM_DOORS_MCP_HTTP_H

#include "doors/http/request.h"

route_fn handle_mcp_post, handle_mcp_get, handle_mcp_delete;

#endif
