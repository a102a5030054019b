#include "doors/mcp/rpc.h"

#include <stdarg.h>
#include <stdio.h>

#include "text/json.h"

int rpc_fail(struct rpc_error *e, int code, const char *format, ...)
{
    va_list ap;

    e->code = code;
    e->data = NULL;
    va_start(ap, format);
    vsnprintf(e->message, sizeof e->message, format, ap);
    va_end(ap);
    return -1;
}

static bool is_id(const json_t *id) { return json_is_string(id) || json_is_integer(id); }

static int take_apart(struct rpc_message *m, struct rpc_error *e)
{
    json_t *id = json_object_get(m->value, "id"), *method = json_object_get(m->value, "method");

    if (!json_is_object(m->value))
        return rpc_fail(e, RPC_INVALID_REQUEST, "a message must be an object");
    if (is_id(id))
        m->id = id;
    if (id && !is_id(id) && (method || !json_is_null(id)))
        return rpc_fail(e, RPC_INVALID_REQUEST, "id must be a string or an integer");
    if (!str_is(json_get_str(m->value, "jsonrpc"), "2.0"))
        return rpc_fail(e, RPC_INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    m->params = json_object_get(m->value, "params");
    m->result = json_object_get(m->value, "result");
    m->error = json_object_get(m->value, "error");
    if (json_is_string(method)) {
        m->method = str_n(json_string_value(method), json_string_length(method));
        m->kind = id ? RPC_REQUEST : RPC_NOTIFICATION;
        if (m->params && !json_is_object(m->params))
            return rpc_fail(e, RPC_INVALID_REQUEST, "params must be an object");
        return 0;
    }
    if (method || !id || (!m->result && !m->error))
        return rpc_fail(e, RPC_INVALID_REQUEST, "a message needs a method, or an id with a result or an error");
    m->kind = RPC_RESPONSE;
    return 0;
}

int rpc_take(json_t *value, struct rpc_message *ret, struct rpc_error *e)
{
    *ret = (struct rpc_message){ .value = value };
    return take_apart(ret, e);
}

int rpc_read(struct str text, struct rpc_message *ret, struct rpc_error *e)
{
    struct error error;
    json_t *value;

    *ret = (struct rpc_message){ 0 };
    if (json_parse(text, &value, &error) < 0)
        return rpc_fail(e, RPC_PARSE, "%s", error.message);
    return rpc_take(value, ret, e);
}

void rpc_done(struct rpc_message *message)
{
    json_decref(message->value);
    *message = (struct rpc_message){ 0 };
}

static struct str finish(struct arena *arena, json_t *message)
{
    struct str text = json_text(arena, message);

    json_decref(message);
    return text;
}

static json_t *message_with(const json_t *id, const char *method)
{
    json_t *message = json_pack("{ss}", "jsonrpc", "2.0");

    if (id)
        json_object_set(message, "id", (json_t *) id);
    if (method)
        json_object_set_new(message, "method", json_string(method));
    return message;
}

struct str rpc_result(struct arena *arena, const json_t *id, json_t *result)
{
    json_t *message = message_with(id, NULL);

    json_object_set_new(message, "result", result);
    return finish(arena, message);
}

struct str rpc_error_reply(struct arena *arena, const json_t *id, struct rpc_error *e)
{
    json_t *message = message_with(id ? id : json_null(), NULL), *error = json_object();

    json_object_set_new(error, "code", json_integer(e->code));
    json_object_set_new(error, "message", json_new_str(str(e->message)));
    if (e->data)
        json_object_set_new(error, "data", e->data);
    e->data = NULL;
    json_object_set_new(message, "error", error);
    return finish(arena, message);
}

struct str rpc_notification(struct arena *arena, const char *method, json_t *params)
{
    return rpc_request(arena, NULL, method, params);
}

struct str rpc_request(struct arena *arena, const json_t *id, const char *method, json_t *params)
{
    json_t *message = message_with(id, method);

    if (params)
        json_object_set_new(message, "params", params);
    return finish(arena, message);
}
