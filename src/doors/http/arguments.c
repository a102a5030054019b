/* Path, query and body of a request as the arguments of an operation. */
#include "doors/http/request.h"
#include "text/json.h"

/* The name of the argument that a member or parameter stands for. */
static const char *argument_named(const struct operation *operation, const char *given)
{
    const struct field *fields = operation_in(operation);

    if (field_named(fields, str(given)))
        return given;
    for (const struct alias *a = route_aliases; a->given; a++)
        if (strcmp(a->given, given) == 0 && field_named(fields, str(a->argument)))
            return a->argument;
    return given;
}

static int take(struct http_request *request, json_t *arguments, const char *given, json_t *value)
{
    const char *name = argument_named(request->route->operation, given);

    if (json_object_get(arguments, name)) {
        json_decref(value);
        return reply_problem(request, 400, "INVALID_REQUEST", given, "\"%s\" is given twice.", given);
    }
    if (name != given && request->renamed_n < RENAMED_MAX)
        request->renamed[request->renamed_n++] = (struct alias){ str_z(request->arena, str(given)), name };
    json_object_set_new(arguments, name, value);
    return 0;
}

/* ":id" and ":n" of the pattern, in order. */
static int take_path(struct http_request *request, json_t *arguments)
{
    struct str rest = str(request->route->pattern + 1), part;
    size_t n = 0;
    int r = 0;

    while (r == 0 && str_next(&rest, '/', &part))
        if (str_starts(part, ":"))
            r = take(request, arguments, str_z(request->arena, str_sub(part, 1, part.len)),
                     json_new_str(request->captured[n++]));
    return r;
}

/* A parameter is text: "true", "1"; NULL: it is no boolean. */
static json_t *boolean_of(struct str text)
{
    static const char *const words[] = { "false", "true", "0", "1", "no", "yes", NULL };
    int at = word_index(words, text);

    return at < 0 ? NULL : json_boolean(at & 1);
}

/* A parameter that is a list may be given several times, or once with commas. */
static int take_query(struct http_request *request, json_t *arguments)
{
    const struct target *t = &request->target;

    for (size_t i = 0; i < t->parameters_n; i++) {
        const char *given = str_z(request->arena, t->parameters[i].name);
        const char *name = argument_named(request->route->operation, given);
        const struct field *f = field_named(operation_in(request->route->operation), str(name));
        struct str rest = t->parameters[i].value, part;
        int r;

        if (!f || f->type != FIELD_TYPE_STRS) {
            json_t *value = f && f->type == FIELD_TYPE_BOOL ? boolean_of(rest) : NULL;

            if ((r = take(request, arguments, given, value ? value : json_new_str(rest))) < 0)
                return r;
            continue;
        }
        if (!json_object_get(arguments, name))
            json_object_set_new(arguments, name, json_array());
        while (str_next(&rest, ',', &part))
            json_array_append_new(json_object_get(arguments, name), json_new_str(part));
    }
    return 0;
}

static int take_body(struct http_request *request, json_t *arguments)
{
    json_t *body = NULL, *value;
    struct error e;
    const char *name;
    int r = 0;

    if (str_empty(str_trim(buf_str(&request->body))))
        return 0;
    if (json_parse_unique(buf_str(&request->body), &body, &e) < 0)
        return reply_problem(request, 400, "INVALID_REQUEST", "body", "The body is %s", e.message);
    if (!json_is_object(body))
        r = reply_problem(request, 400, "INVALID_REQUEST", "body", "The body must be a JSON object.");
    else
        json_object_foreach (body, name, value)
            if (r == 0)
                r = take(request, arguments, name, json_incref(value));
    /* A panel's client names the models that all answer, and no workflow. */
    if (r == 0 && request->route->operation == &operation_research && json_object_get(body, "selectedModels") &&
        !json_object_get(arguments, "workflow"))
        json_object_set_new(arguments, "workflow", json_string("panel"));
    json_decref(body);
    return r;
}

int request_arguments(struct http_request *request, json_t **ret)
{
    json_t *arguments = json_object();
    int r = take_path(request, arguments);

    if (r == 0)
        r = take_query(request, arguments);
    if (r == 0)
        r = take_body(request, arguments);
    if (r < 0) {
        json_decref(arguments);
        return r;
    }
    *ret = arguments;
    return 0;
}

int request_call(struct http_request *request, const struct operation *operation, const json_t *arguments, json_t **ret)
{
    struct error e = { 0 };
    int r = operation_call(operation, &request->caller, request->arena, arguments, ret, &e);

    if (r < 0)
        reply_error(request, &e);
    return r;
}
