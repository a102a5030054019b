/* Tools: operations under the names that assistants see. */
#include <string.h>

#include "doors/mcp/internal.h"
#include "report/formats.h"
#include "service/schema.h"
#include "text/json.h"

/* What a research can be asked with here: nothing that names files of this machine. */
static const char *const research_only[] = {
    "query",        "workflow",   "depth",     "mode",           "models",         "search",         "corpora",
    "maxSources",   "timeout",    "budgetUsd", "budgetTokens",   "includeDomains", "excludeDomains", "since",
    "language",     "contexts",   "continue",  "maxIterations",  "maxSubQueries",  "citations",      "verify",
    "researchMode", "clarify",    "answers",   "synthesisModel", "kind",           "length",         "tone",
    "audience",     "reviewPlan", NULL,
};
static const char *const read_only[] = { "sources", "all", NULL };
static const char *const check_only[] = { "claim", "against", "evidence", "models", NULL };

const struct tool mcp_tools[] = {
    { .name = "deep_research",
      .title = "Deep research",
      .help =
          "Researches a question in the web or in given documents and returns a report whose sentences carry checked "
          "citations. Takes from seconds to many minutes; sends progress.",
      .operation = &operation_research,
      .run = tool_deep_research,
      .out = research_result_fields,
      .only = research_only,
      .task = true },
    { .name = "research_start",
      .title = "Start a research",
      .help = "Starts a research and returns its id at once. Follow it with research_status, fetch research_report.",
      .operation = &operation_research,
      .run = tool_operation,
      .only = research_only },
    { .name = "research_status",
      .title = "Status of a research",
      .help = "Returns the status of a research, its cost, and its open questions.",
      .operation = &operation_show,
      .run = tool_status,
      .reads = true,
      .closed = true },
    { .name = "research_report",
      .title = "Report of a research",
      .help = "Returns the report of a research, by default as Markdown.",
      .operation = &operation_report,
      .run = tool_report,
      .reads = true,
      .closed = true },
    { .name = "research_list",
      .title = "List researches",
      .help = "Lists researches, newest first.",
      .operation = &operation_list,
      .run = tool_operation,
      .reads = true,
      .closed = true },
    { .name = "research_answer",
      .title = "Answer a research's questions",
      .help = "Answers the questions of a waiting research, which then goes on. With an empty answer it takes the "
              "most likely reading.",
      .operation = &operation_answer,
      .run = tool_operation },
    { .name = "research_cancel",
      .title = "Cancel a research",
      .help = "Stops a research. It can be resumed.",
      .operation = &operation_cancel,
      .run = tool_operation,
      .closed = true },
    { .name = "research_resume",
      .title = "Resume a research",
      .help = "Resumes a research that was interrupted, cancelled, failed or ran out of time.",
      .operation = &operation_resume,
      .run = tool_operation },
    { .name = "research_finish",
      .title = "Finish a research now",
      .help = "Makes a running research write its report from what it has.",
      .operation = &operation_finish,
      .run = tool_operation },
    { .name = "research_delete",
      .title = "Delete a research",
      .help = "Deletes a research with its report and sources.",
      .operation = &operation_delete,
      .run = tool_operation,
      .destroys = true,
      .closed = true },
    { .name = "research_verify",
      .title = "Verify a report",
      .help = "Checks a report offline: every quote against the stored bytes, every marker against its source.",
      .operation = &operation_verify,
      .run = tool_operation,
      .reads = true,
      .closed = true },
    { .name = "research_plan",
      .title = "Plan a research",
      .help =
          "Estimates the cost of a research, without running it. With reviewPlan it also makes the plan: sub-queries or "
          "steps, and a run that waits with them until research_answer accepts them (empty answer) or changes "
          "them. Nothing is searched.",
      .operation = &operation_plan,
      .run = tool_operation,
      .only = research_only },
    { .name = "research_draft",
      .title = "Draft a research by several models",
      .help = "Keeps a question for several providers' models as a draft; research_approve starts it.",
      .operation = &operation_draft,
      .run = tool_operation },
    { .name = "research_approve",
      .title = "Approve a draft",
      .help = "Starts a drafted research.",
      .operation = &operation_approve,
      .run = tool_operation },
    { .name = "research_confirm",
      .title = "Decide about failed models",
      .help = "Some models of a panel failed: proceed with the others, retry them, or cancel.",
      .operation = &operation_confirm,
      .run = tool_operation },
    { .name = "research_retry",
      .title = "Retry what failed",
      .help = "Repeats the failed parts of a research.",
      .operation = &operation_retry,
      .run = tool_operation },
    { .name = "search",
      .title = "Search the web",
      .help = "Asks the search engines and returns titles, addresses and snippets. No model is used.",
      .operation = &operation_search,
      .run = tool_operation,
      .reads = true },
    { .name = "read_page",
      .title = "Read pages",
      .help = "Returns the main text of web pages with title, author, date and links.",
      .operation = &operation_read,
      .run = tool_operation,
      .only = read_only,
      .reads = true },
    { .name = "corpus_search",
      .title = "Search a corpus",
      .help = "Searches indexed documents and returns the best passages.",
      .operation = &operation_corpus_search,
      .run = tool_operation,
      .reads = true,
      .closed = true },
    { .name = "check_claim",
      .title = "Check a claim",
      .help = "Returns whether sources support or contradict a claim, with the sentences that decide it.",
      .operation = &operation_check,
      .run = tool_operation,
      .only = check_only,
      .reads = true },
    { 0 },
};

const struct tool *tool_named(struct str name)
{
    for (const struct tool *t = mcp_tools; t->name; t++)
        if (str_is(name, t->name))
            return t;
    return NULL;
}

/* --- the list --- */

static json_t *input_schema(const struct tool *tool)
{
    json_t *schema = schema_arguments(operation_in(tool->operation));
    json_t *properties = json_object_get(schema, "properties"), *offered = json_object();

    if (!tool->only) {
        json_decref(offered);
        return schema;
    }
    for (const char *const *name = tool->only; *name; name++)
        if (json_object_get(properties, *name))
            json_object_set(offered, *name, json_object_get(properties, *name));
    json_object_set_new(schema, "properties", offered);
    return schema;
}

static json_t *tool_entry(const struct tool *tool, enum mcp_era era)
{
    const struct field *out = tool->out ? tool->out : tool->operation->out.fields;
    json_t *entry = json_pack("{ss ss ss so}", "name", tool->name, "title", tool->title, "description", tool->help,
                              "inputSchema", input_schema(tool));

    json_object_set_new(entry, "outputSchema", schema_result(out));
    json_object_set_new(entry, "annotations",
                        json_pack("{ss sb sb sb sb}", "title", tool->title, "readOnlyHint", tool->reads,
                                  "destructiveHint", tool->destroys, "idempotentHint", tool->reads, "openWorldHint",
                                  !tool->closed));
    if (tool->task && era == ERA_LEGACY)
        json_object_set_new(entry, "execution", json_pack("{ss}", "taskSupport", "optional"));
    return entry;
}

int method_tools_list(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    json_t *tools = json_array();

    (void) e;
    for (const struct tool *t = mcp_tools; t->name; t++)
        json_array_append_new(tools, tool_entry(t, request->era));
    if (request->mcp->fixtures)
        fixture_tools(tools);
    *ret = json_pack("{so}", "tools", tools);
    return 0;
}

/* --- results --- */

json_t *tool_text(struct str text)
{
    return json_pack("{s[{ss so}]}", "content", "type", "text", "text", json_new_str(text));
}

json_t *tool_failure(const char *message)
{
    json_t *result = tool_text(str(message));

    json_object_set_new(result, "isError", json_true());
    return result;
}

json_t *tool_structured(struct mcp_request *request, json_t *value, struct str text)
{
    json_t *result = tool_text(str_empty(text) ? json_text(request->arena, value) : text);

    json_object_set_new(result, "structuredContent", value);
    return result;
}

/* --- calls --- */

static bool offered(const struct tool *tool, const char *name)
{
    for (const char *const *o = tool->only; o && *o; o++)
        if (strcmp(*o, name) == 0)
            return true;
    return !tool->only;
}

int tool_operation(struct mcp_request *request, const struct tool *tool, json_t *arguments, json_t **ret,
                   struct rpc_error *e)
{
    struct caller caller = request_caller(request, tool->operation);
    struct error error;
    json_t *value;
    int r = operation_call(tool->operation, &caller, request->arena, arguments, &value, &error);

    (void) e;
    *ret = r < 0 ? tool_failure(error.message) : tool_structured(request, value, str(""));
    return 0;
}

int tool_report(struct mcp_request *request, const struct tool *tool, json_t *arguments, json_t **ret,
                struct rpc_error *e)
{
    struct error error;
    json_t *value;

    (void) e;
    if (report_format_is_bytes(json_get_str(arguments, "format"))) {
        *ret = tool_failure("A report in this format is no text. Ask for md, html or json; fathom report ID -o FILE "
                            "writes the others.");
        return 0;
    }
    int r = operation_call(tool->operation, &request->session->caller, request->arena, arguments, &value, &error);
    *ret = r < 0 ? tool_failure(error.message)
                 : tool_structured(request, value, str_dup(request->arena, json_get_str(value, "text")));
    return 0;
}

int method_tools_call(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    const struct tool *tool = tool_named(request_string(request, "name"));
    json_t *given = json_object_get(request->params, "arguments"), *arguments = given ? given : request->empty, *value;
    const char *name;
    int fixture = tool || !request->mcp->fixtures ? 0 : fixture_call(request, arguments, ret, e);

    if (fixture)
        return fixture < 0 ? -1 : 0;
    if (!tool)
        return rpc_fail(e, RPC_BAD_PARAMS, "there is no tool \"%.*s\"", STR_ARG(request_string(request, "name")));
    if (!json_is_object(arguments))
        return rpc_fail(e, RPC_BAD_PARAMS, "arguments must be an object");
    if (!tool->task && request->era == ERA_LEGACY && task_wanted(request))
        return rpc_fail(e, RPC_NO_METHOD, "%s cannot be a task", tool->name);
    json_object_foreach (arguments, name, value)
        if (!offered(tool, name)) {
            *ret = tool_failure(str_format(request->arena, "%s has no argument \"%s\".", tool->name, name).data);
            return 0;
        }
    return tool->run(request, tool, arguments, ret, e);
}
