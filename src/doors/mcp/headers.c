#include "doors/mcp/headers.h"

#include "base/hash.h"
#include "doors/mcp/internal.h"
#include "text/json.h"

bool headers_accept(struct str accept)
{
    return str_contains_nocase(accept, "*/*") ||
           (str_contains_nocase(accept, "application/json") && str_contains_nocase(accept, "text/event-stream"));
}

/* The name that Mcp-Name repeats; empty: the method has none. */
static struct str name_of(const struct rpc_message *message)
{
    static const struct {
        const char *method, *member;
    } rows[] = { { "tools/call", "name" },  { "prompts/get", "name" },    { "resources/read", "uri" },
                 { "tasks/get", "taskId" }, { "tasks/update", "taskId" }, { "tasks/cancel", "taskId" } };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (str_is(message->method, rows[i].method))
            return json_get_str(message->params, rows[i].member);
    return str("");
}

/* "=?base64?…?=" is decoded; false when it is not what it says. */
static bool header_text(struct arena *arena, struct str value, struct str *ret)
{
    *ret = str_trim(value);
    if (!str_starts(*ret, "=?base64?") || !str_ends(*ret, "?="))
        return true;
    return base64_decode(arena, str_sub(*ret, 9, ret->len - 2), ret);
}

int headers_check(struct http_request *http, const struct rpc_message *message, struct rpc_error *e)
{
    const json_t *meta = json_object_get(message->params, "_meta");
    struct str version = str_trim(request_header(http, "mcp-protocol-version")), name = name_of(message), given;

    if (!json_is_string(json_object_get(meta, META_VERSION)))
        return rpc_fail(e, RPC_BAD_PARAMS, "params._meta needs " META_VERSION);
    if (!str_eq(version, json_get_str(meta, META_VERSION)))
        return rpc_fail(e, RPC_HEADER_MISMATCH, "MCP-Protocol-Version must be the version in params._meta");
    if (message->kind != RPC_REQUEST)
        return 0;
    if (!str_eq(str_trim(request_header(http, "mcp-method")), message->method))
        return rpc_fail(e, RPC_HEADER_MISMATCH, "Mcp-Method must be the method of the body");
    if (!header_text(http->arena, request_header(http, "mcp-name"), &given) ||
        (!str_empty(name) && !str_eq(given, name)))
        return rpc_fail(e, RPC_HEADER_MISMATCH, "Mcp-Name must be the name in params");
    return 0;
}

bool headers_modern(const struct http_request *http, const struct rpc_message *message)
{
    const json_t *meta = json_object_get(message->params, "_meta");

    return json_object_get(meta, META_VERSION) ||
           str_is(str_trim(request_header(http, "mcp-protocol-version")), MCP_MODERN);
}
