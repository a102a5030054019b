/* The HTTP server: operations as routes, events as streams.
 *
 * One thread runs the sockets (libmicrohttpd, epoll). It never waits: a request
 * that is read whole is suspended, worked on by a thread of a pool, and resumed
 * with its answer. docs/http.md lists the routes, docs/internals/http.md says why. */
#ifndef FATHOM_DOORS_HTTP_HTTP_H
#define FATHOM_DOORS_HTTP_HTTP_H

#include "service/service.h"

struct http;
struct mcp; /* doors/mcp/mcp.h */

struct http_settings {
    struct service *service;
    struct mcp *mcp;         /* served at /mcp; NULL: it is not there */
    bool only_mcp;           /* no other routes */
    struct str listen;       /* "127.0.0.1:7474", "[::1]:0"; port 0 takes a free one */
    struct str_list hosts;   /* names that Host may have beside the addresses */
    int64_t idle_ms;         /* idle time after which a connection is closed; 0: 30 s */
    int64_t request_ms;      /* longest time for the head of a request, and again for its body; 0: 60 s */
    struct str_list origins; /* that may call from a browser: "https://example.org" */
};

/* Listens when it returns. -ERROR_MISCONFIGURED for an address that it must not or cannot listen on. */
int http_start(const struct http_settings *settings, struct http **ret, struct error *e);
/* Takes no more connections, lets requests at work end, ends streams, then closes. NULL is fine. */
void http_stop(struct http *http);
struct str http_address(const struct http *http); /* "http://127.0.0.1:7474" */
int http_port(const struct http *http);

#endif
