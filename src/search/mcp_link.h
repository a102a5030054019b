/* A connection to an MCP server that has a search tool: a program ("stdio:COMMAND") or an HTTP address, of either era of the
 * protocol. What it says is foreign: bounded, read leniently, never trusted.
 *
 * Threads: one link belongs to one thread. */
#ifndef FATHOM_SEARCH_MCP_LINK_H
#define FATHOM_SEARCH_MCP_LINK_H

#include <jansson.h>

#include "base/buf.h"
#include "base/child.h"
#include "net/net.h"

enum { LINK_NAME_MAX = 129, LINK_MESSAGE_MAX = 8 << 20 };

/* Where the server is, and the variables that say so. */
struct link_place {
    struct str base_url, key;
    const char *base_variable, *key_variable;
};

struct mcp_link {
    struct link_place place; /* its strings are the owner's */
    /* Of the search that is made. */
    struct net_wait *wait;
    int64_t deadline_ms;
    bool (*wanted)(void *context);
    void *context;

    bool open;          /* the tools are known */
    bool modern;        /* era */
    int64_t requests;   /* ids given */
    char session[256];  /* old era over HTTP; empty: none */
    char version[16];   /* old era: the revision agreed on */
    bool running;       /* the program */
    struct child child; /* what `talk` runs */
    struct child_talk talk;
    struct buf line;
    /* Tools and the arguments they take; empty: there is none. */
    char search_tool[LINK_NAME_MAX], query_argument[LINK_NAME_MAX], count_argument[LINK_NAME_MAX];
    char fetch_tool[LINK_NAME_MAX], fetch_argument[LINK_NAME_MAX];
};

void link_init(struct mcp_link *link, const struct link_place *place);
void link_close(struct mcp_link *link); /* can be used again */

/* The result of the search tool, for the caller to release; connects if need be. */
int link_search(struct mcp_link *link, struct arena *arena, struct str query, int64_t count, json_t **ret,
                struct error *e);
/* Can the document of a hit be fetched from the server? The same with the result. */
bool link_fetches(const struct mcp_link *link, const json_t *hit);
int link_fetch(struct mcp_link *link, struct arena *arena, const json_t *hit, json_t **ret, struct error *e);

/* mcp_wire.c: one message to the server and what it answers. `ret` NULL: a notification. `status` is HTTP's, 0 over pipes. */
struct link_message {
    struct str text;
    const char *method, *name; /* for the headers of the new era; name may be NULL */
    int64_t id;
};
int link_exchange(struct mcp_link *link, struct arena *arena, const struct link_message *message, json_t **ret,
                  int *ret_status, struct error *e);
void link_hang_up(struct mcp_link *link);

/* mcp_read.c: the answer to our request `id`, for the caller to release, in a line or in what came over HTTP; NULL: it is not
 * there. *ret_reply is set to what a request of the server's is answered with. */
json_t *link_hear(struct arena *arena, struct str line, int64_t id, struct str *ret_reply);
json_t *link_answer(const struct net_response *response, int64_t id);

/* mcp.c: what a tool result says, in the form of our results; and its plain text. */
json_t *mcp_results(struct arena *arena, const json_t *result);
struct str mcp_text(struct arena *arena, const json_t *result);

#endif
