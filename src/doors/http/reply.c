/* Answers: the envelope, and errors as status and words. */
#include <stdarg.h>
#include <stdio.h>

#include "base/log.h"
#include "doors/http/request.h"
#include "text/json.h"

static const struct {
    int code, status;
    const char *word;
    bool inside; /* the message is about this machine or its keys: it goes to the log */
} statuses[] = {
    { ERROR_INVALID, 400, "INVALID_REQUEST", false },
    { ERROR_PARSE, 400, "INVALID_REQUEST", false },
    { ERROR_NOT_FOUND, 404, "NOT_FOUND", false },
    { ERROR_CONFLICT, 409, "CONFLICT", false },
    { ERROR_BUDGET, 409, "BUDGET", false },
    { ERROR_MISCONFIGURED, 422, "MISCONFIGURED", false },
    { ERROR_MODEL, 422, "MODEL", false },
    { ERROR_CONTEXT, 422, "CONTEXT", false },
    { ERROR_REFUSED, 422, "REFUSED", false },
    { ERROR_TOKEN, 401, "UNAUTHORIZED", false },
    { ERROR_THROTTLED, 429, "TOO_MANY_REQUESTS", false },
    { ERROR_FORBIDDEN, 403, "FORBIDDEN", false },
    { ERROR_LIMIT, 413, "TOO_LARGE", false },
    { ERROR_RATE, 503, "UPSTREAM_RATE", false },
    { ERROR_QUOTA, 503, "UPSTREAM_QUOTA", false },
    { ERROR_AUTH, 502, "UPSTREAM_AUTH", false },
    { ERROR_NETWORK, 502, "NETWORK", false },
    { ERROR_UPSTREAM, 502, "UPSTREAM", false },
    { ERROR_REJECTED, 502, "UPSTREAM", false },
    { ERROR_TIMEOUT, 504, "TIMEOUT", false },
    { ERROR_UNAVAILABLE, 503, "UNAVAILABLE", false },
    { ERROR_STORE, 503, "STORE", true },
    { ERROR_IO, 500, "INTERNAL", true },
    { ERROR_INTERNAL, 500, "INTERNAL", true },
    { RUN_DIVERGED, 409, "DIVERGED", false },
    { RUN_SHUTDOWN, 503, "SHUTDOWN", false },
};

static size_t row_of(int code)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].code == code)
            return i;
    return sizeof statuses / sizeof *statuses - 3; /* ERROR_INTERNAL */
}

int reply_status(int code) { return statuses[row_of(code)].status; }

struct str request_header(const struct http_request *request, const char *name)
{
    for (size_t i = 0; i < request->request_headers_n; i++)
        if (str_eq_nocase(request->request_headers[i].name, str(name)))
            return request->request_headers[i].value;
    return str("");
}

void reply_header(struct http_request *request, const char *name, struct str value)
{
    struct reply *reply = &request->reply;

    if (reply->headers_n < REPLY_HEADERS)
        reply->headers[reply->headers_n++] = (struct header){ str(name), str(str_z(request->arena, value)) };
}

void reply_text(struct http_request *request, int status, const char *type, struct str text)
{
    request->reply.status = status;
    request->reply.type = type;
    request->reply.body = text;
}

void reply_json(struct http_request *request, int status, json_t *value)
{
    reply_text(request, status, "application/json", json_text(request->arena, value));
    json_decref(value);
}

void reply_data(struct http_request *request, int status, json_t *data)
{
    reply_json(request, status, json_pack("{s:b, s:o}", "success", 1, "data", data ? data : json_null()));
}

/* {"error":{"message","type","param","code"}}: what OpenAI's clients read. */
static json_t *openai_error(int status, const char *code, const char *field, struct str message)
{
    const char *type = status == 401   ? "invalid_api_key"
                       : status == 429 ? "rate_limit_exceeded"
                       : status < 500  ? "invalid_request_error"
                                       : "server_error";
    json_t *error = json_pack("{s:o, s:s, s:s?, s:s}", "message", json_new_str(message), "type", type, "param", field,
                              "code", code);

    return json_pack("{s:o}", "error", error);
}

static void put_error(struct http_request *request, int status, const char *code, const char *field, json_t *details,
                      struct str message)
{
    struct str clean = log_redacted(request->arena, message);

    request->reply.stream = NULL;
    if (request->route && (request->route->flags & ROUTE_OPENAI)) {
        json_decref(details);
        reply_json(request, status, openai_error(status, code, field, clean));
        return;
    }
    json_t *error = json_pack("{s:s, s:o}", "code", code, "message", json_new_str(clean));
    if (field && !details)
        details = json_object();
    if (field)
        json_object_set_new(details, "field", json_string(field));
    if (details)
        json_object_set_new(error, "details", details);
    reply_json(request, status, json_pack("{s:b, s:o}", "success", 0, "error", error));
}

int reply_problem(struct http_request *request, int status, const char *code, const char *field, const char *format,
                  ...)
{
    char message[1024];
    va_list ap;

    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    put_error(request, status, code, field, NULL, str(message));
    return -ERROR_INVALID;
}

/* Members of a text that came under the panel's name of the list. */
static const char *member_of(const struct alias *list, const char *rest)
{
    static const struct alias members[] = { { "].content", "].text" }, { "].label", "].name" }, { 0 } };

    for (const struct alias *m = members; m->given && strcmp(list->given, "inputContexts") == 0; m++)
        if (strlen(rest) >= strlen(m->argument) && strcmp(rest + strlen(rest) - strlen(m->argument), m->argument) == 0)
            return m->given;
    return "";
}

/* The client's own word for an argument: "selectedModels[0]" for "models[0]". */
static const char *field_of(const struct http_request *request, const struct error *e)
{
    for (size_t i = 0; i < request->renamed_n; i++) {
        size_t n = strlen(request->renamed[i].argument);
        const char *rest = e->field + n;

        if (strncmp(request->renamed[i].argument, e->field, n) != 0 || (*rest != '\0' && *rest != '['))
            continue;
        const char *member = member_of(&request->renamed[i], rest), *end = member[0] ? strchr(rest, ']') : NULL;
        return str_format(request->arena, "%s%.*s%s", request->renamed[i].given,
                          end ? (int) (end - rest) : (int) strlen(rest), rest, member)
            .data;
    }
    return e->field[0] ? e->field : NULL;
}

/* A message that begins with the argument begins with the client's word for it. */
static struct str message_of(struct http_request *request, const struct error *e, const char *field)
{
    size_t n = strlen(e->field);

    if (!field || n == 0 || strncmp(e->message, e->field, n) != 0 || (e->message[n] != ' ' && e->message[n] != '\0'))
        return str(e->message);
    return str_format(request->arena, "%s%s", field, e->message + n);
}

void reply_error(struct http_request *request, const struct error *e)
{
    size_t row = row_of(e->code);
    char seconds[24];

    if (e->code == ERROR_TOKEN)
        reply_header(request, "WWW-Authenticate", str("Bearer realm=\"fathom\""));
    if (e->retry_after_ms > 0) {
        snprintf(seconds, sizeof seconds, "%lld", (long long) ((e->retry_after_ms + 999) / 1000));
        reply_header(request, "Retry-After", str(seconds));
    }
    if (!statuses[row].inside) {
        json_t *details = NULL;

        if (e->details[0])
            json_parse(str(e->details), &details, NULL);
        const char *field = field_of(request, e);
        put_error(request, statuses[row].status, statuses[row].word, field, details, message_of(request, e, field));
        return;
    }
    log_line(LOG_ERROR, "%.*s %.*s: %s", STR_ARG(request->method_name), STR_ARG(request->target.path), e->message);
    put_error(request, statuses[row].status, statuses[row].word, NULL, NULL,
              statuses[row].status == 503
                  ? str("The server cannot use its store now; its log says why. Try again later.")
                  : str("The server failed; its log says why."));
}
