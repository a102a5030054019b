/* A service: how one vendor's wire is spoken.
 *
 * A service is one file and one row of the table in services.c. It reads a
 * request (who asks for what) and says an answer; everything else (scripts,
 * faults, latency, counting, delivery) happens around it, so a service never
 * waits and never fails.
 *
 * One thread runs everything; all memory of a request is in its arena. */
#ifndef TESTD_SERVICE_H
#define TESTD_SERVICE_H

#include <jansson.h>
#include <microhttpd.h>

#include "base/buf.h"
#include "base/hash.h"

struct reply;

/* One request as a service sees it. */
struct asked {
    struct arena *arena;
    struct MHD_Connection *connection;
    const struct service *service;
    struct str place; /* which of its hosts: its name, or "site2" */
    struct str method;
    struct str path;      /* below the service's prefix: "/v1/models" */
    struct str arguments; /* "q=…&format=json" as it came, or empty */
    struct str body;
    json_t *json; /* the body, NULL if it is not JSON */
    /* Set by the service's read(): what scripts select by and the log shows. */
    struct str role, query, model;
    bool stream;
    int64_t prompt_tokens, answer_tokens; /* of a model: its prompt, and what it may write, where that counts */
    /* Identity: see asked_identify(). */
    struct hash hash;
    char key[17]; /* the first 16 hex digits of it */
    int attempt;  /* how often this key has come, this one included */
    int nth;      /* how many of this service and role have come */
};

struct header {
    const char *name, *value;
};

enum { SAID_HEADERS_MAX = 16 };

/* What goes back. Pieces are what a slow delivery sends one after another: the
 * events of a stream, or one piece. */
struct said {
    int status;
    const char *type;
    struct header headers[SAID_HEADERS_MAX];
    size_t headers_n;
    bool stream; /* no Content-Length */
    struct str_list pieces;
};

/* Failures that services word in their own way; FAILURE_STATUS is any other status. */
enum failure {
    FAILURE_NONE,
    FAILURE_STATUS,
    FAILURE_KEY,
    FAILURE_QUOTA,
    FAILURE_MODEL,
    FAILURE_CONTEXT,
    FAILURE_PARAMETER, /* refuses a field of the request, named in reply->parameter */
};

struct service {
    const char *name;                        /* prefix of its paths, name in scripts */
    const char *base;                        /* what follows the prefix in its base URL: "/v1" */
    const char *url_variable, *key_variable; /* key_variable NULL: no key */
    const char *type;                        /* of raw bodies; NULL: JSON */
    bool model;                              /* speaks (text overrides are an answer's text), else searches */
    /* Sets role, query, model, stream. */
    void (*read)(struct asked *asked);
    /* A good answer. `reply` may override its text or twist it (script.h). */
    void (*answer)(const struct asked *asked, const struct reply *reply, struct said *ret);
    /* A refusal with this status in the service's own shape. */
    void (*failure)(const struct asked *asked, const struct reply *reply, struct said *ret);
};

const struct service *service_find(struct str name);
size_t service_count(void);
const struct service *service_at(size_t at);

/* The key of a request: SHA-256 of service (or its host), path, arguments and body, ids left out. */
void asked_identify(struct asked *asked);
/* Every run of 12 or more hexadecimal digits becomes "#" and today's date goes: random ids and
 * boundaries in a prompt do not change the answer from one run to the next, nor does the day. */
struct str text_without_ids(struct arena *arena, struct str text);
const char *asked_header(const struct asked *asked, const char *name); /* NULL if absent */
struct str asked_headers(const struct asked *asked);                   /* all, "name: value\n" each */
bool asked_has_bearer(const struct asked *asked);

void said_header(struct said *said, const char *name, const char *value);
/* One piece of JSON; takes over `value`. */
void said_json(const struct asked *asked, struct said *said, int status, json_t *value);
/* "data: {…}\n\n"; takes over `value`. */
void said_event(const struct asked *asked, struct said *said, json_t *value);
void said_piece(const struct asked *asked, struct said *said, struct str text);

/* Form or query-string argument, decoded; empty if absent. */
struct str form_get(struct arena *arena, struct str form, const char *name);

#endif
