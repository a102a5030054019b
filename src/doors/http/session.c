/* Signing in on the web page. EventSource and downloads send no Authorization header, so the page's token is kept in a
 * cookie that no script can read and that is sent to this server's own page only. */
#include "doors/http/handlers.h"
#include "doors/http/server.h"
#include "service/account.h"
#include "service/runs.h"
#include "text/json.h"
#include "workflows/workflows.h"

enum { COOKIE_SECONDS = 30 * 24 * 3600 };

static const char cookie_name[] = "fathom_token";

static bool token_good(struct str token)
{
    for (size_t i = 0; i < token.len; i++)
        if (token.data[i] <= ' ' || token.data[i] > '~' || strchr("\",;\\", token.data[i]))
            return false;
    return token.len > 0 && token.len <= 512;
}

struct str session_token(const struct http_request *request)
{
    struct str header = request_header(request, "authorization");

    return header.len ? bearer_token(header) : cookie_value(request_header(request, "cookie"), cookie_name);
}

/* Behind a proxy with TLS the page's origin is https, and then so is the cookie. */
static void set_cookie(struct http_request *request, struct str token)
{
    bool secure = str_starts(request_header(request, "origin"), "https://");

    reply_header(request, "Set-Cookie",
                 str_format(request->arena, "%s=%.*s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", cookie_name,
                            STR_ARG(token), token.len ? COOKIE_SECONDS : 0, secure ? "; Secure" : ""));
}

static json_t *words_json(const char *const words[])
{
    json_t *list = json_array();

    for (size_t i = 0; words[i]; i++)
        json_array_append_new(list, json_string(words[i]));
    return list;
}

void handle_session(struct http_request *request)
{
    bool users = atomic_load(&request->http->users);
    json_t *flows = json_array();

    for (size_t i = 0; workflows[i]; i++)
        json_array_append_new(flows, json_pack("{s:s, s:s}", "name", workflows[i]->name, "help", workflows[i]->help));
    reply_data(request, 200,
               json_pack("{s:b, s:o, s:s, s:s, s:o, s:o}", "users", users, "user",
                         users ? json_new_str(request->caller.user) : json_null(), "role",
                         role_words[request->caller.role], "version", FATHOM_VERSION, "workflows", flows, "formats",
                         words_json(report_format_words)));
}

void handle_sign_in(struct http_request *request)
{
    json_t *body = NULL;
    struct error e = { .retry_after_ms = -1 };
    struct caller caller;

    if (json_parse(buf_str(&request->body), &body, NULL) < 0 || !json_is_string(json_object_get(body, "token"))) {
        reply_problem(request, 400, "INVALID_REQUEST", "token", "Send {\"token\": \"…\"}.");
    } else {
        struct str token = str_trim(str_dup(request->arena, json_get_str(body, "token")));

        if (!token_good(token))
            reply_problem(request, 401, "UNAUTHORIZED", "token", "This is not a token.");
        else if (caller_for_token(request->http->settings.service, token, request->arena, &caller, &e) < 0)
            reply_error(request, &e);
        else {
            set_cookie(request, token);
            reply_data(request, 200,
                       json_pack("{s:o, s:s}", "user", json_new_str(caller.user), "role", role_words[caller.role]));
        }
    }
    json_decref(body);
}

void handle_sign_out(struct http_request *request)
{
    set_cookie(request, str(""));
    reply_data(request, 200, json_object());
}
