/* /openapi.json from the tables of routes and operations: OpenAPI 3.1. */
#include <ctype.h>
#include <stdio.h>

#include "doors/http/handlers.h"
#include "service/schema.h"
#include "text/json.h"

/* "/research/:id" is "/research/{id}" there. */
static struct str path_of(struct arena *arena, const struct route *route)
{
    struct str rest = str(route->pattern + 1), part;
    struct buf out;

    buf_init(&out, 300);
    while (str_next(&rest, '/', &part))
        buf_format(&out, str_starts(part, ":") ? "/{%.*s}" : "/%.*s",
                   STR_ARG(str_starts(part, ":") ? str_sub(part, 1, part.len) : part));
    return buf_take(&out, arena);
}

static bool in_path(const struct route *route, const char *name)
{
    struct str rest = str(route->pattern + 1), part;

    while (str_next(&rest, '/', &part))
        if (str_starts(part, ":") && str_is(str_sub(part, 1, part.len), name))
            return true;
    return false;
}

/* The operation's name; where there is none, or it has several routes, method and path. */
static struct str id_of(struct arena *arena, const struct route *route)
{
    struct buf out;

    if (route->operation && route_of(route->operation) == route)
        return str(route->operation->name);
    buf_init(&out, 300);
    buf_add_z(&out, method_words[route->method]);
    for (const char *c = route->pattern; *c; c++)
        buf_add_char(&out, isalnum((unsigned char) *c) ? *c : '_');
    return str_lower_ascii(arena, buf_take(&out, arena));
}

static const char *help_of(const struct route *route) { return route->help ? route->help : route->operation->help; }

/* --- what is given --- */

static json_t *parameter(const char *in, const char *name, json_t *schema, bool required)
{
    return json_pack("{s:s, s:s, s:b, s:o}", "in", in, "name", name, "required", required, "schema", schema);
}

static json_t *arguments_of(const struct route *route)
{
    static const struct field none[] = { FIELD_END };

    return schema_arguments(route->operation ? operation_in(route->operation) : none);
}

static void add_parameters(json_t *ret, const struct route *route, json_t *arguments)
{
    json_t *properties = json_object_get(arguments, "properties"), *schema;
    struct str rest = str(route->pattern + 1), part;
    struct arena *arena = arena_new();
    const char *name;

    while (str_next(&rest, '/', &part)) {
        const char *argument = str_starts(part, ":") ? str_z(arena, str_sub(part, 1, part.len)) : NULL;

        if (argument)
            json_array_append_new(ret, parameter("path", argument, json_pack("{s:s}", "type", "string"), true));
    }
    if (route->flags & ROUTE_STREAM)
        json_array_append_new(
            ret, parameter("query", "since", json_pack("{s:s, s:i}", "type", "integer", "minimum", 0), false));
    if (route_takes_key(route))
        json_array_append_new(ret, parameter("header", "Idempotency-Key",
                                             json_pack("{s:s, s:i}", "type", "string", "maxLength", 255), false));
    json_object_foreach (properties, name, schema) {
        const struct field *f = field_named(operation_in(route->operation), str(name));

        if (route->method != METHOD_POST && route->method != METHOD_PATCH && !in_path(route, name))
            json_array_append_new(ret, parameter("query", name, json_incref(schema), f->required));
    }
    arena_free(arena);
}

static void drop_required(json_t *schema, const char *name)
{
    json_t *required = json_object_get(schema, "required"), *item;
    size_t i;

    json_array_foreach (required, i, item)
        if (str_is(str(json_string_value(item)), name)) {
            json_array_remove(required, i);
            break;
        }
    if (required && json_array_size(required) == 0)
        json_object_del(schema, "required");
}

/* Another name of an argument is as good as its own. */
static void add_alias(json_t *schema, const struct alias *alias)
{
    json_t *properties = json_object_get(schema, "properties"), *own = json_object_get(properties, alias->argument),
           *item;
    bool needed = false;
    size_t i;

    if (!own || json_object_get(properties, alias->given))
        return;
    json_t *copy = json_deep_copy(own);
    struct arena *arena = arena_new();
    json_object_set_new(copy, "description", json_new_str(str_format(arena, "another word for %s", alias->argument)));
    json_object_set_new(properties, alias->given, copy);
    json_array_foreach (json_object_get(schema, "required"), i, item)
        needed = needed || str_is(str(json_string_value(item)), alias->argument);
    if (needed) {
        drop_required(schema, alias->argument);
        json_object_set_new(schema, "anyOf",
                            json_pack("[{s:[s]}, {s:[s]}]", "required", alias->argument, "required", alias->given));
    }
    arena_free(arena);
}

static json_t *body_of(const struct route *route)
{
    json_t *schema = route->body ? route->body() : arguments_of(route);
    json_t *properties = json_object_get(schema, "properties");
    struct str rest = str(route->pattern + 1), part;
    struct arena *arena = arena_new();

    while (str_next(&rest, '/', &part))
        if (str_starts(part, ":")) {
            const char *name = str_z(arena, str_sub(part, 1, part.len));

            json_object_del(properties, name);
            drop_required(schema, name);
        }
    for (const struct alias *a = route_aliases; a->given && !route->body; a++)
        add_alias(schema, a);
    bool required = json_object_get(schema, "required") || json_object_get(schema, "anyOf");
    bool any = json_object_size(properties) > 0;
    arena_free(arena);
    if (!any) {
        json_decref(schema);
        return NULL;
    }
    return json_pack("{s:b, s:{s:{s:o}}}", "required", required, "content", "application/json", "schema", schema);
}

/* --- what comes back --- */

static json_t *result_of(const struct route *route)
{
    json_t *schema = schema_result(route->operation->out.fields), *item;
    json_t *properties = json_object_get(schema, "properties");
    size_t i;

    if (!route->renamed[0])
        return schema;
    json_object_set(properties, route->renamed[1], json_object_get(properties, route->renamed[0]));
    json_object_del(properties, route->renamed[0]);
    json_array_foreach (json_object_get(schema, "required"), i, item)
        if (str_is(str(json_string_value(item)), route->renamed[0]))
            json_string_set(item, route->renamed[1]);
    return schema;
}

/* What is answered without the envelope: by its types, which are separated by blanks. */
static json_t *plain_content(const char *types)
{
    json_t *content = json_object();
    struct str rest = str(types), type;
    struct arena *arena = arena_new();

    while (str_next(&rest, ' ', &type)) {
        json_t *schema = str_is(type, "application/json") ? json_object() : json_pack("{s:s}", "type", "string");

        json_object_set_new(content, str_z(arena, type), json_pack("{s:o}", "schema", schema));
    }
    arena_free(arena);
    return content;
}

static json_t *success_of(const struct route *route)
{
    json_t *content;

    if (route->type) {
        content = plain_content(route->type);
    } else {
        json_t *data = route->operation ? result_of(route) : json_object();
        json_t *schema = json_pack("{s:s, s:[s,s], s:{s:{s:b}, s:o}}", "type", "object", "required", "success", "data",
                                   "properties", "success", "const", 1, "data", data);

        content = json_pack("{s:{s:o}}", "application/json", "schema", schema);
    }
    json_t *response = json_pack("{s:s, s:o}", "description", "Done.", "content", content);
    if (route->status == 202)
        json_object_set_new(
            response, "headers",
            json_pack("{s:{s:s, s:{s:s}}}", "Location", "description", "where the run is", "schema", "type", "string"));
    return response;
}

static void add_failure(json_t *responses, const struct route *route, int status, const char *why)
{
    char text[8];

    snprintf(text, sizeof text, "%d", status);
    if (!json_object_get(responses, text))
        json_object_set_new(responses, text,
                            json_pack("{s:s, s:{s:{s:{s:s}}}}", "description", why, "content", "application/json",
                                      "schema", "$ref",
                                      route->flags & ROUTE_OPENAI ? "#/components/schemas/ChatFailure"
                                                                  : "#/components/schemas/Failure"));
}

static json_t *responses_of(const struct route *route)
{
    json_t *responses = json_object();
    char status[8];

    snprintf(status, sizeof status, "%d", route->status ? route->status : 200);
    json_object_set_new(responses, status, success_of(route));
    if (route->flags & ROUTE_STREAM)
        json_object_set_new(responses, "204",
                            json_pack("{s:s}", "description", "The run has ended and nothing more will come."));
    add_failure(responses, route, 400, "The request is malformed; details.field names what is wrong.");
    add_failure(responses, route, 403, "Host, Origin or role do not allow it.");
    if (!(route->flags & ROUTE_OPEN)) {
        add_failure(responses, route, 401, "A token is needed.");
        add_failure(responses, route, 429, "Too many requests; Retry-After says when to ask again.");
    }
    if (route->method == METHOD_POST || route->method == METHOD_PATCH) {
        add_failure(responses, route, 413, "The body is too large.");
        add_failure(responses, route, 415, "The body is not JSON.");
    }
    if (strchr(route->pattern, ':'))
        add_failure(responses, route, 404, "You have no such item.");
    if (route->flags & ROUTE_OPENAI && route->method == METHOD_POST) {
        add_failure(responses, route, 404, "There is no such model.");
        add_failure(responses, route, 409, "The run of the last answer is still at work.");
        add_failure(responses, route, 422, "The server cannot do it with these settings.");
        add_failure(responses, route, 502, "The research failed.");
    }
    for (size_t i = 0; route->operation && route->operation->errors[i]; i++)
        add_failure(responses, route, reply_status(route->operation->errors[i]),
                    error_name(route->operation->errors[i]));
    for (size_t i = 0; i < sizeof route->errors / sizeof *route->errors && route->errors[i]; i++)
        add_failure(responses, route, reply_status(route->errors[i]), error_name(route->errors[i]));
    if (route_takes_key(route)) {
        add_failure(responses, route, 409, "The first request with this Idempotency-Key is at work.");
        add_failure(responses, route, 422, "This Idempotency-Key was sent with another request.");
    }
    add_failure(responses, route, 503, "The server cannot do it now.");
    return responses;
}

/* --- the whole --- */

static json_t *route_json(struct arena *arena, const struct route *route)
{
    bool takes_body = route->method == METHOD_POST || route->method == METHOD_PATCH;
    json_t *parameters = json_array(), *arguments = arguments_of(route), *body = takes_body ? body_of(route) : NULL;
    json_t *ret = json_pack("{s:o, s:s, s:o}", "operationId", json_new_str(id_of(arena, route)), "summary",
                            help_of(route), "responses", responses_of(route));

    if (route->operation && route->operation->about)
        json_object_set_new(ret, "description",
                            json_new_str(door_words(&http_door, arena, str(route->operation->about))));
    add_parameters(parameters, route, arguments);
    if (json_array_size(parameters))
        json_object_set(ret, "parameters", parameters);
    if (body)
        json_object_set_new(ret, "requestBody", body);
    if (route->flags & ROUTE_OPEN)
        json_object_set_new(ret, "security", json_array());
    json_decref(parameters);
    json_decref(arguments);
    return ret;
}

static json_t *components(void)
{
    json_t *failure = json_pack("{s:s, s:[s,s], s:{s:{s:b}, s:{s:s, s:[s,s], s:{s:{s:s}, s:{s:s}, s:{s:s}}}}}", "type",
                                "object", "required", "success", "error", "properties", "success", "const", 0, "error",
                                "type", "object", "required", "code", "message", "properties", "code", "type", "string",
                                "message", "type", "string", "details", "type", "object");

    json_t *chat = json_pack("{s:s, s:[s], s:{s:{s:s, s:[s,s,s,s]}}}", "type", "object", "required", "error",
                             "properties", "error", "type", "object", "required", "message", "type", "param", "code");

    return json_pack("{s:{s:o, s:o}, s:{s:{s:s, s:s}}}", "schemas", "Failure", failure, "ChatFailure", chat,
                     "securitySchemes", "token", "type", "http", "scheme", "bearer");
}

json_t *openapi_json(void)
{
    struct arena *arena = arena_new();
    json_t *paths = json_object();

    for (const struct route *r = routes; r->pattern; r++) {
        if (r->flags & (ROUTE_MCP | ROUTE_PAGE))
            continue;
        const char *path = str_z(arena, path_of(arena, r));
        json_t *item = json_object_get(paths, path);

        if (!item)
            json_object_set_new(paths, path, item = json_object());
        json_object_set_new(item, str_lower_ascii(arena, str(method_words[r->method])).data, route_json(arena, r));
    }
    arena_free(arena);
    return json_pack("{s:s, s:{s:s, s:s, s:{s:s}}, s:[{s:[]}, {}], s:o, s:o}", "openapi", "3.1.0", "info", "title",
                     "fathom", "version", FATHOM_VERSION, "license", "name", "Apache-2.0", "security", "token", "paths",
                     paths, "components", components());
}

void handle_openapi(struct http_request *request) { reply_json(request, 200, openapi_json()); }
