/* The methods, and those that need no file of their own. */
#include <string.h>

#include "doors/mcp/internal.h"
#include "text/json.h"

static const char instructions[] =
    "fathom answers research questions with reports in which every cited sentence can be checked. deep_research waits for the "
    "report; research_start returns an id at once, and research_status, research_report, research_answer and research_cancel "
    "take it. A status of \"waiting\" means that the research asks something: answer with research_answer. A run that failed "
    "or was cancelled goes on with research_resume and repeats nothing that was paid for.";

static json_t *capabilities(enum mcp_era era)
{
    json_t *all = json_pack("{s{sb} s{sb sb} s{sb} s{} s{}}", "tools", "listChanged", 0, "resources", "subscribe", 1,
                            "listChanged", 0, "prompts", "listChanged", 0, "completions", "logging");

    if (era == ERA_MODERN)
        json_object_set_new(all, "extensions", json_pack("{s{}}", EXTENSION_TASKS));
    else
        json_object_set_new(all, "tasks",
                            json_pack("{s{} s{} s{s{s{}}}}", "list", "cancel", "requests", "tools", "call"));
    return all;
}

static const char *legacy_version(struct str asked)
{
    for (size_t i = 1; mcp_versions[i]; i++)
        if (str_is(asked, mcp_versions[i]))
            return mcp_versions[i];
    return MCP_LEGACY;
}

static int method_initialize(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct mcp_session *session = request->session;
    json_t *offered = json_object_get(request->params, "capabilities");
    struct str asked = request_string(request, "protocolVersion");

    if (str_empty(asked))
        return rpc_fail(e, RPC_BAD_PARAMS, "initialize needs protocolVersion");
    pthread_mutex_lock(&session->lock);
    session->initialized = true;
    session->version = legacy_version(asked);
    json_decref(session->capabilities);
    session->capabilities = json_is_object(offered) ? json_deep_copy(offered) : json_object();
    const char *version = session->version;
    pthread_mutex_unlock(&session->lock);
    *ret = json_pack("{ss so s{ss ss ss} ss}", "protocolVersion", version, "capabilities", capabilities(ERA_LEGACY),
                     "serverInfo", "name", "fathom", "title", "fathom: deep research", "version", FATHOM_VERSION,
                     "instructions", instructions);
    return 0;
}

static int method_discover(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    json_t *versions = json_array();

    (void) request;
    (void) e;
    for (size_t i = 0; mcp_versions[i]; i++)
        json_array_append_new(versions, json_string(mcp_versions[i]));
    *ret = json_pack("{so so ss}", "supportedVersions", versions, "capabilities", capabilities(ERA_MODERN),
                     "instructions", instructions);
    return 0;
}

static int method_ping(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    (void) request;
    (void) e;
    *ret = json_object();
    return 0;
}

static int method_set_level(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct mcp_session *session = request->session;
    int level = word_index(mcp_log_levels, request_string(request, "level"));

    if (level < 0)
        return rpc_fail(e, RPC_BAD_PARAMS,
                        "level must be one of debug, info, notice, warning, error, critical, alert, "
                        "emergency");
    pthread_mutex_lock(&session->lock);
    session->log_level = level;
    pthread_mutex_unlock(&session->lock);
    *ret = json_object();
    return 0;
}

const struct mcp_method mcp_methods[] = {
    { "initialize", IN_LEGACY, method_initialize },
    { "ping", IN_LEGACY, method_ping },
    { "logging/setLevel", IN_LEGACY, method_set_level },
    { "server/discover", IN_MODERN, method_discover, .list = "public" },
    { "tools/list", IN_BOTH, method_tools_list, .list = "public" },
    { "tools/call", IN_BOTH, method_tools_call, .waits = true },
    { "resources/list", IN_BOTH, method_resources_list, .waits = true, .list = "private" },
    { "resources/templates/list", IN_BOTH, method_resource_templates, .list = "public" },
    { "resources/read", IN_BOTH, method_resource_read, .waits = true, .list = "private" },
    { "resources/subscribe", IN_LEGACY, method_subscribe, .waits = true },
    { "resources/unsubscribe", IN_LEGACY, method_unsubscribe },
    { "subscriptions/listen", IN_MODERN, method_listen, .waits = true },
    { "tasks/get", IN_BOTH, method_task_get, .waits = true },
    { "tasks/cancel", IN_BOTH, method_task_cancel, .waits = true },
    { "tasks/update", IN_MODERN, method_task_update, .waits = true },
    { "tasks/list", IN_LEGACY, method_task_list, .waits = true },
    { "tasks/result", IN_LEGACY, method_task_result, .waits = true },
    { "prompts/list", IN_BOTH, method_prompts_list, .list = "public" },
    { "prompts/get", IN_BOTH, method_prompts_get, .waits = true },
    { "completion/complete", IN_BOTH, method_complete, .waits = true },
    { 0 },
};

/* What an assistant calls, or reads, instead of an operation that is no tool. */
static const struct {
    const struct operation *operation;
    const char *words;
} instead[] = { { &operation_events, "research_status" },
                { &operation_why, "research_status" },
                { &operation_sources, "the resource research://sources/ID" },
                { &operation_claims, "the resource research://claims/ID" } };

static const char *tool_for(const struct operation *operation)
{
    for (const struct tool *t = mcp_tools; t->name; t++)
        if (t->operation == operation)
            return t->name;
    for (size_t i = 0; i < sizeof instead / sizeof *instead; i++)
        if (instead[i].operation == operation)
            return instead[i].words;
    return NULL;
}

/* "research_resume (run-1)": how messages of the service name what can be called. What only the command line has is named as
 * its command: a person can do it. */
static void say_operation(struct buf *out, const struct operation *operation, struct str arguments)
{
    const char *name = tool_for(operation);

    if (name) {
        buf_add_z(out, name);
        if (!str_empty(arguments))
            buf_format(out, " (%.*s)", STR_ARG(arguments));
        return;
    }
    buf_add_z(out, "\"fathom ");
    for (const char *c = operation->name; *c; c++)
        buf_add_char(out, *c == '_' ? ' ' : *c);
    buf_format(out, "%s%.*s\" on the command line", str_empty(arguments) ? "" : " ", STR_ARG(arguments));
}

const struct door mcp_door = { .name = "mcp", .operation = say_operation };
