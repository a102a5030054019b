/* JSON-RPC 2.0: a message taken apart, and replies put together. */
#ifndef FATHOM_DOORS_MCP_RPC_H
#define FATHOM_DOORS_MCP_RPC_H

#include <jansson.h>

#include "base/str.h"

enum rpc_code {
    RPC_PARSE = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_NO_METHOD = -32601,
    RPC_BAD_PARAMS = -32602,
    RPC_INTERNAL = -32603,
    RPC_NO_RESOURCE = -32002,     /* old era only */
    RPC_HEADER_MISMATCH = -32020, /* new era */
    RPC_NO_CAPABILITY = -32021,
    RPC_NO_VERSION = -32022,
};

struct rpc_error {
    int code;
    char message[600];
    json_t *data; /* owned; NULL: none */
};
/* Sets *e and returns -1. */
int rpc_fail(struct rpc_error *e, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

enum rpc_kind { RPC_REQUEST, RPC_NOTIFICATION, RPC_RESPONSE };

struct rpc_message {
    enum rpc_kind kind;
    json_t *value; /* owned: the whole message */
    json_t *id;    /* the rest is part of it; NULL: none */
    json_t *params, *result, *error;
    struct str method;
};

/* Takes the message apart. What is no message is an error whose reply goes to `ret->id`, which is then NULL or the id that
 * could still be told; rpc_done() in any case. */
int rpc_read(struct str text, struct rpc_message *ret, struct rpc_error *e);
/* The same of a value, which is taken over: the members of a batch. */
int rpc_take(json_t *value, struct rpc_message *ret, struct rpc_error *e);
void rpc_done(struct rpc_message *message);

/* Messages as text on one line; `result`, `params` and e->data are taken over. */
struct str rpc_result(struct arena *arena, const json_t *id, json_t *result);
struct str rpc_error_reply(struct arena *arena, const json_t *id, struct rpc_error *e);
struct str rpc_notification(struct arena *arena, const char *method, json_t *params);
struct str rpc_request(struct arena *arena, const json_t *id, const char *method, json_t *params);

#endif
