/* A message of MCP taken apart: what is a message has what its kind promises and can be answered; what is not has an error
 * whose reply is a message again. The headers that repeat it are checked against it. The input is a line each for Accept,
 * MCP-Protocol-Version, Mcp-Method and Mcp-Name, then the text of one message. */
#include <assert.h>

#include "doors/mcp/headers.h"
#include "doors/mcp/rpc.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_id(const json_t *id) { return json_is_string(id) || json_is_integer(id); }

static void check_kind(const struct rpc_message *m)
{
    switch (m->kind) {
    case RPC_REQUEST: assert(is_id(m->id) && utf8_valid(m->method) && (!m->params || json_is_object(m->params))); break;
    case RPC_NOTIFICATION: assert(!m->id && utf8_valid(m->method) && (!m->params || json_is_object(m->params))); break;
    case RPC_RESPONSE: assert(m->method.len == 0 && (m->result || m->error)); break;
    }
}

/* One line that reads as the response to `id`; a response to nobody has the id null. */
static void check_reply(struct str text, const json_t *id)
{
    struct rpc_message reply;
    struct rpc_error e = { 0 };

    assert(utf8_valid(text) && str_find_char(text, '\n', 0) < 0);
    assert(rpc_read(text, &reply, &e) == 0 && reply.kind == RPC_RESPONSE);
    assert(id ? json_equal(reply.id, id) : !reply.id);
    rpc_done(&reply);
}

static void check_headers(struct http_request *http, const struct rpc_message *message)
{
    struct rpc_error e = { 0 };

    headers_accept(request_header(http, "accept"));
    headers_modern(http, message);
    if (headers_check(http, message, &e) < 0)
        check_reply(rpc_error_reply(http->arena, message->id, &e), message->id);
    else if (message->kind == RPC_REQUEST)
        assert(str_eq(str_trim(request_header(http, "mcp-method")), message->method));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "Accept", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name" };
    enum { HEADERS = sizeof names / sizeof *names };
    struct header headers[HEADERS] = { 0 };
    struct arena *arena = arena_new();
    struct http_request http = { .arena = arena, .request_headers = headers, .request_headers_n = HEADERS };
    struct str text = str_n((const char *) data, size);
    struct rpc_message message;
    struct rpc_error e = { 0 };

    for (size_t i = 0; i < HEADERS; i++) {
        headers[i].name = str(names[i]);
        str_next(&text, '\n', &headers[i].value);
    }
    if (rpc_read(text, &message, &e) == 0) {
        check_kind(&message);
        check_headers(&http, &message);
        if (message.kind == RPC_REQUEST) {
            json_t *params = json_incref(message.params);

            check_reply(rpc_result(arena, message.id, params ? params : json_object()), message.id);
            rpc_fail(&e, RPC_NO_METHOD, "there is no method \"%.*s\"", STR_ARG(message.method));
            check_reply(rpc_error_reply(arena, message.id, &e), message.id);
        }
    } else {
        assert(e.code == RPC_PARSE || e.code == RPC_INVALID_REQUEST);
        check_reply(rpc_error_reply(arena, message.id, &e), message.id);
    }
    rpc_done(&message);
    arena_free(arena);
    return 0;
}
