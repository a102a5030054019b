/* May this request be answered? What is checked from its head alone, before a byte of its body is read. */
#ifndef FATHOM_DOORS_HTTP_ACCESS_H
#define FATHOM_DOORS_HTTP_ACCESS_H

#include "doors/http/request.h"

/* Where the server listens and what it lets in. */
struct access_rules {
    bool loopback; /* it listens on this machine alone */
    int port;
    const struct str_list *hosts, *origins;
};

/* Five texts of 60,000 characters fit however their client escapes them: a pair of \uXXXX for each. */
enum { BODY_MAX = 4 << 20, MESSAGE_BODY_MAX = 8 << 20, UPLOAD_MAX = 64 << 20 }; /* of MCP: as on standard input */
/* The largest body the route takes. */
size_t access_body_max(const struct route *route);

/* Each sets the reply and is negative when the request is refused. */
/* The request line and the headers are whole: no NUL cuts one short. `method` and `version` as the library gives them. */
int access_line(struct http_request *request, const char *method, const char *version);
int access_framing(struct http_request *request); /* two ways to tell where it ends, or a header that is none */
int access_host(struct http_request *request, const struct access_rules *rules);
int access_origin(struct http_request *request, const struct access_rules *rules);
bool access_has_body(const struct http_request *request);
int access_body(struct http_request *request); /* its type and its size */

#endif
