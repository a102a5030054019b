#include "doors/http/route.h"

#include <string.h>

#include "doors/http/handlers.h"
#include "doors/mcp/http.h"
#include "doors/openai/openai.h"

const char *const method_words[] = { "GET", "POST", "PATCH", "DELETE", "OPTIONS", NULL };

const struct route routes[] = {
    { METHOD_POST, "/research", &operation_research, 202, handle_start },
    { METHOD_GET, "/research", &operation_list, .run = handle_list, .renamed = { "runs", "researches" } },
    { METHOD_POST, "/research/plan", &operation_plan },
    { METHOD_POST, "/research/draft", &operation_draft, 201, handle_start },
    { METHOD_POST, "/research/validate-input", &operation_validate_input },
    { METHOD_POST, "/research/improve-input", &operation_improve_input },
    { METHOD_GET, "/research/:id", &operation_show, .run = handle_show },
    { METHOD_PATCH, "/research/:id", &operation_edit },
    { METHOD_DELETE, "/research/:id", &operation_delete },
    { METHOD_POST, "/research/:id/approve", &operation_approve, 202, handle_go_on },
    { METHOD_POST, "/research/:id/confirm", &operation_confirm, 202, handle_go_on },
    { METHOD_POST, "/research/:id/retry", &operation_retry, 202, handle_go_on },
    { METHOD_POST, "/research/:id/enhance", &operation_enhance, 202, handle_start },
    { METHOD_POST, "/research/:id/rewrite", &operation_rewrite, 202, handle_start },
    { METHOD_GET, "/research/:id/settings", &operation_settings },
    { METHOD_GET, "/research/:id/events", &operation_events },
    { METHOD_GET, "/research/:id/stream", .run = handle_stream, .flags = ROUTE_STREAM, .type = "text/event-stream",
      .help = "The events of a run as they happen, from Last-Event-ID or ?since on." },
    { METHOD_GET, "/research/:id/report", &operation_report, .run = handle_report,
      .type = "text/markdown text/html application/json application/pdf "
              "application/vnd.openxmlformats-officedocument.wordprocessingml.document application/octet-stream "
              "application/jsonl" },
    { METHOD_GET, "/research/:id/sources", &operation_sources },
    { METHOD_GET, "/research/:id/sources/:number", &operation_source },
    { METHOD_GET, "/research/:id/history", &operation_history },
    { METHOD_GET, "/research/:id/claims", &operation_claims },
    { METHOD_GET, "/research/:id/claims/:n", .run = handle_claim, .help = "One claim of the report, by its number.",
      .errors = { ERROR_CONFLICT } },
    { METHOD_GET, "/research/:id/provenance", &operation_provenance, .run = handle_provenance,
      .type = "text/markdown application/json" },
    { METHOD_GET, "/research/:id/why", &operation_why },
    { METHOD_POST, "/research/:id/cancel", &operation_cancel },
    { METHOD_POST, "/research/:id/finish", &operation_finish },
    { METHOD_POST, "/research/:id/resume", &operation_resume, 202, handle_go_on },
    { METHOD_POST, "/research/:id/answers", &operation_answer, 202, handle_go_on },
    { METHOD_POST, "/research/:id/deliver", &operation_deliver },
    { METHOD_POST, "/research/:id/refresh", &operation_refresh },
    { METHOD_POST, "/internal/research/draft", &operation_draft, 201, handle_start, .flags = ROUTE_ADMIN },
    { METHOD_GET, "/internal/research/:id", &operation_show, .run = handle_show, .flags = ROUTE_ADMIN },
    { METHOD_POST, "/internal/research/:id/llm-result", &operation_llm_result, 202, .flags = ROUTE_ADMIN },
    { METHOD_PATCH, "/research/:id/favourite", &operation_favourite, .run = handle_research },
    { METHOD_PATCH, "/research/:id/title", &operation_title, .run = handle_research },
    { METHOD_POST, "/research/:id/share", &operation_share, 201 },
    { METHOD_DELETE, "/research/:id/share", &operation_unshare },
    { METHOD_GET, "/share/:token", &operation_shared, .run = handle_shared, .flags = ROUTE_OPEN, .type = "text/html" },
    { METHOD_POST, "/research/:id/undelete", &operation_undelete },
    { METHOD_GET, "/research/:id/effects", &operation_effects },
    { METHOD_GET, "/research/:id/effect", &operation_effect },
    { METHOD_GET, "/users", &operation_users_list },
    { METHOD_POST, "/users", &operation_users_add, 201 },
    { METHOD_PATCH, "/users/:name", &operation_users_set },
    { METHOD_DELETE, "/users/:name", &operation_users_remove },
    { METHOD_POST, "/users/:name/token", &operation_users_token, 201 },
    { METHOD_GET, "/audit", &operation_audit },
    { METHOD_GET, "/models", &operation_models },
    { METHOD_GET, "/providers", &operation_providers },
    { METHOD_GET, "/corpora", &operation_corpus_list },
    { METHOD_GET, "/corpora/:name", &operation_corpus_show },
    { METHOD_POST, "/corpora/:name", &operation_corpus_add, .flags = ROUTE_UPLOAD },
    { METHOD_DELETE, "/corpora/:name", &operation_corpus_remove },
    { METHOD_GET, "/corpora/:corpora/search", &operation_corpus_search },
    { METHOD_GET, "/version", &operation_version },
    { METHOD_POST, "/mcp", .run = handle_mcp_post, .flags = ROUTE_LATER | ROUTE_MCP,
      .help = "MCP: one message of a client, answered with JSON or a stream." },
    { METHOD_GET, "/mcp", .run = handle_mcp_get, .flags = ROUTE_LATER | ROUTE_MCP, .type = "text/event-stream",
      .help = "MCP up to 2025-11-25: messages that belong to no request." },
    { METHOD_DELETE, "/mcp", .run = handle_mcp_delete, .flags = ROUTE_LATER | ROUTE_MCP,
      .help = "MCP up to 2025-11-25: ends a session." },
    { METHOD_GET, "/", .run = handle_page, .flags = ROUTE_OPEN | ROUTE_PAGE, .type = "text/html",
      .help = "The web page." },
    { METHOD_GET, "/app/:file", .run = handle_file, .flags = ROUTE_OPEN | ROUTE_PAGE,
      .help = "A file of the web page." },
    { METHOD_GET, "/session", .run = handle_session, .flags = ROUTE_PAGE,
      .help = "Who is signed in, and what this server can do for the page." },
    { METHOD_POST, "/session", .run = handle_sign_in, .flags = ROUTE_OPEN | ROUTE_PAGE,
      .help = "Takes a token and keeps it in a cookie of the browser." },
    { METHOD_DELETE, "/session", .run = handle_sign_out, .flags = ROUTE_OPEN | ROUTE_PAGE, .help = "Forgets it." },
    { METHOD_GET, "/healthz", .run = handle_health, .flags = ROUTE_OPEN, .type = "text/plain",
      .help = "Answers while the process lives." },
    { METHOD_GET, "/readyz", .run = handle_ready, .flags = ROUTE_OPEN, .type = "text/plain",
      .help = "Answers with 200 while the store can be used and the server is not stopping." },
    { METHOD_GET, "/metrics", .run = handle_metrics, .flags = ROUTE_ADMIN, .type = "text/plain",
      .help = "Counters for Prometheus." },
    { METHOD_POST, "/v1/chat/completions", .run = handle_chat, .flags = ROUTE_OPENAI | ROUTE_SLOW | ROUTE_ONCE,
      .type = "application/json text/event-stream", .body = chat_schema,
      .help = "A research as a chat, for clients of OpenAI." },
    { METHOD_GET, "/v1/models", .run = handle_chat_models, .flags = ROUTE_OPENAI, .type = "application/json",
      .help = "The models of that chat: workflows and depths." },
    { METHOD_GET, "/v1/models/:model", .run = handle_chat_model, .flags = ROUTE_OPENAI, .type = "application/json",
      .help = "One of them." },
    { METHOD_GET, "/openapi.json", .run = handle_openapi, .flags = ROUTE_OPEN, .type = "application/json",
      .help = "This interface, as OpenAPI." },
    { 0 },
};

/* The names that requests of the panel's clients have. */
const struct alias route_aliases[] = {
    { "prompt", "query" },
    { "selectedModels", "models" },
    { "inputContexts", "contexts" },
    { 0 },
};

const struct http_left_out http_left_out[] = {
    { &operation_verify, "a bundle is checked where it is read; GET /research/:id/report?format=fathom hands it out" },
    { &operation_export, "GET /research/:id/report?format=fathom" },
    { &operation_import, "it reads a file of the machine" },
    { &operation_replay, "it works for as long as the research did; for the owner of the machine" },
    { &operation_restore, "it reads the archive of the machine" },
    { &operation_read, "it reads what it is given on behalf of no run" },
    { &operation_search, "a tool for assistants: POST /mcp" },
    { &operation_check, "it reads what it is given on behalf of no run" },
    { &operation_backup, "it writes a file of the machine" },
    { &operation_doctor, "it tests the machine" },
    { &operation_config, "it shows the machine's settings" },
    { 0 },
};

const struct route *route_find(const struct target *target, enum method method, struct str *captured,
                               unsigned *ret_methods)
{
    *ret_methods = 0;
    for (const struct route *r = routes; r->pattern; r++) {
        struct str found[TARGET_SEGMENTS];

        if (!target_matches(target, r->pattern, found))
            continue;
        if (r->method == method) {
            memcpy(captured, found, sizeof found);
            return r;
        }
        *ret_methods |= 1u << r->method;
    }
    return NULL;
}

bool route_takes_key(const struct route *route)
{
    return route->flags & ROUTE_ONCE || (route->operation && route->operation->once);
}

const struct route *route_of(const struct operation *operation)
{
    for (const struct route *r = routes; r->pattern; r++)
        if (r->operation == operation)
            return r;
    return NULL;
}

/* --- the door's words --- */

/* "POST /research/run-1/resume" for "resume run-1": what is known of the arguments stands in the path. */
static void say_operation(struct buf *out, const struct operation *operation, struct str arguments)
{
    const struct route *route = route_of(operation);
    struct str rest = str(route ? route->pattern + 1 : ""), part, word;

    if (!route) {
        buf_format(out, "the operation %s", operation->name);
        return;
    }
    buf_format(out, "%s ", method_words[route->method]);
    while (str_next(&rest, '/', &part)) {
        word = part;
        if (str_starts(part, ":") && (!str_next(&arguments, ' ', &word) || word.len == 0))
            word = part;
        buf_format(out, "/%.*s", STR_ARG(word));
    }
}

static void say_field(struct buf *out, const char *field) { buf_add_z(out, field); }

const struct door http_door = { .name = "http", .operation = say_operation, .field = say_field };
