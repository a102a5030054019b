/* The MCP door: fathom as a tool of any assistant.
 *
 * One server speaks both eras of the protocol: the stateless revision 2026-07-28 and the handshake revisions before it. A
 * transport (stdio.c, and the HTTP door's /mcp) feeds it messages and takes its own. docs/mcp.md tells how clients are set up,
 * docs/internals/mcp.md how it works.
 *
 * Threads: any. A session takes messages from one thread at a time; requests are served on threads of a pool. */
#ifndef FATHOM_DOORS_MCP_MCP_H
#define FATHOM_DOORS_MCP_MCP_H

#include "service/service.h"

struct mcp;

struct mcp_settings {
    struct service *service;
    bool fixtures; /* the tools, prompts and resources that the conformance suite asks for */
};

struct mcp *mcp_new(const struct mcp_settings *settings);
/* Ends every request that is being served; the runs stay. NULL is fine. */
void mcp_free(struct mcp *mcp);

/* Lets the HTTP server serve it at /mcp (http_settings.mcp); stopped before that server, which must still run. What comes
 * in between is refused; mcp_free() after that server has stopped. */
int mcp_http_start(struct mcp *mcp, struct error *e);
void mcp_http_stop(struct mcp *mcp);

/* Serves the client on two descriptors until the input ends. *ret_idle: nothing is being served any more; if it is false,
 * something could not be ended at once and still uses `mcp`: the process must end without freeing it. */
int mcp_serve_stdio(struct mcp *mcp, int in, int out, bool *ret_idle, struct error *e);

#endif
