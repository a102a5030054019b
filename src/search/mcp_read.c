/* What an MCP server sends us, taken apart. */
#include "net/sse.h"
#include "search/mcp_link.h"
#include "text/json.h"

static bool is_answer(const json_t *message, int64_t id)
{
    return !json_object_get(message, "method") && json_is_integer(json_object_get(message, "id")) &&
           json_get_int(message, "id", -1) == id;
}

/* A request of the server's: we can be pinged and nothing else. */
static struct str reply_to(struct arena *arena, const json_t *message)
{
    json_t *id = json_object_get(message, "id");

    if (!json_object_get(message, "method") || !id)
        return str("");
    bool ping = str_is(json_get_str(message, "method"), "ping");
    json_t *reply = ping ? json_pack("{ss sO s{}}", "jsonrpc", "2.0", "id", id, "result")
                         : json_pack("{ss sO s{si ss}}", "jsonrpc", "2.0", "id", id, "error", "code", -32601, "message",
                                     "this client does not offer it");
    struct str text = json_text(arena, reply);
    json_decref(reply);
    return text;
}

json_t *link_hear(struct arena *arena, struct str line, int64_t id, struct str *ret_reply)
{
    json_t *value = NULL;

    /* Lines that are no messages are printed by many: they are passed over. */
    if (json_parse(line, &value, NULL) < 0)
        return NULL;
    if (is_answer(value, id))
        return value;
    *ret_reply = reply_to(arena, value);
    json_decref(value);
    return NULL;
}

json_t *link_answer(const struct net_response *response, int64_t id)
{
    struct str body = response->body;
    struct sse_event event;
    struct sse sse;
    json_t *value = NULL;

    if (!str_starts_nocase(net_header(response, "content-type"), "text/event-stream")) {
        json_parse(body, &value, NULL);
        return value;
    }
    sse_init(&sse, LINK_MESSAGE_MAX);
    while (sse_next(&sse, &body, &event) > 0) {
        if (json_parse(event.data, &value, NULL) == 0 && is_answer(value, id))
            break;
        json_decref(value);
        value = NULL;
    }
    sse_free(&sse);
    return value;
}
