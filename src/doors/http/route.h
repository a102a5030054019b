/* Routes: a method and a path bound to an operation, or to a function of the
 * door where there is none. The table is in routes.c; /openapi.json and the
 * tests read it too. */
#ifndef FATHOM_DOORS_HTTP_ROUTE_H
#define FATHOM_DOORS_HTTP_ROUTE_H

#include "doors/http/target.h"
#include "service/door.h"
#include "service/operation.h"

enum method { METHOD_GET, METHOD_POST, METHOD_PATCH, METHOD_DELETE, METHOD_OPTIONS, METHOD_OTHER };
extern const char *const method_words[]; /* "GET", "POST" …, NULL */

struct http_request;

/* Runs on a worker thread; sets request->reply. */
typedef void route_fn(struct http_request *request);

enum route_flags {
    ROUTE_OPEN = 1,    /* needs no token */
    ROUTE_SLOW = 2,    /* may take long: on the threads for such work */
    ROUTE_UPLOAD = 4,  /* takes a large body */
    ROUTE_OPENAI = 8,  /* errors in OpenAI's form, no envelope */
    ROUTE_ADMIN = 16,  /* only for admins */
    ROUTE_STREAM = 32, /* answers with server-sent events */
    ROUTE_LATER = 64,  /* its function returns before the reply is there and calls request_answer() then */
    ROUTE_MCP = 128,   /* speaks MCP, which describes itself: not in /openapi.json */
    ROUTE_ONCE = 512,  /* takes an Idempotency-Key; sent again, it goes on with the run it made (request.made) */
    ROUTE_PAGE = 256,  /* belongs to the web page: not in /openapi.json */
};

/* A member of the body under another name than the operation's argument. */
struct alias {
    const char *given, *argument;
};

struct route {
    enum method method;
    const char *pattern; /* "/research/:id/events": ":id" is the argument "id" */
    const struct operation *operation;
    int status;             /* of success; 0: 200 */
    route_fn *run;          /* NULL: calls the operation and answers with its result */
    unsigned flags;         /* enum route_flags */
    const char *help;       /* where there is no operation, or more than it says */
    const char *type;       /* of the answer, or several with blanks between them; NULL: JSON in the envelope */
    const char *renamed[2]; /* a member of the result that has another name here: from, to */
    int errors[4];          /* codes it answers with beyond those of its operation */
    json_t *(*body)(void);  /* schema of the body where the operation does not say it */
};

extern const struct route routes[];        /* ends with a NULL pattern */
extern const struct alias route_aliases[]; /* ends with NULL */

/* Operations no route stands for, with the reason; ends with a NULL operation. */
struct http_left_out {
    const struct operation *operation;
    const char *reason;
};
extern const struct http_left_out http_left_out[];

extern const struct door http_door; /* its words for operations and arguments */

/* The route of a request. NULL: there is none; *ret_methods then has a bit for each method of that path. */
const struct route *route_find(const struct target *target, enum method method, struct str *captured,
                               unsigned *ret_methods);
bool route_takes_key(const struct route *route); /* Idempotency-Key */
/* How messages call an operation: "POST /research/run-1/resume". */
const struct route *route_of(const struct operation *operation);

#endif
