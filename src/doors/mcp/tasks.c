/* Tasks: a research as something that a client starts, looks at and fetches. The task is the run, its id the run's. */
#include <string.h>

#include "base/clock.h"
#include "doors/mcp/internal.h"
#include "service/feed.h"
#include "service/research.h"
#include "service/runs.h"
#include "text/json.h"

enum { POLL_MS = 2000, LISTED = 50, WAIT_MS = 500 };

bool task_wanted(const struct mcp_request *request)
{
    return request->era == ERA_MODERN ? client_has_extension(request, EXTENSION_TASKS)
                                      : json_is_object(json_object_get(request->params, "task"));
}

/* A run that failed is a task that completed, with a result that says so: only faults of the protocol fail a task. */
static const char *task_status(struct str status)
{
    return str_is(status, "waiting")                               ? "input_required"
           : str_is(status, "cancelled")                           ? "cancelled"
           : str_is(status, "queued") || str_is(status, "running") ? "working"
                                                                   : "completed";
}

static json_t *task_json(const struct mcp_request *request, const struct run_view *view)
{
    bool modern = request->era == ERA_MODERN;
    json_t *task = json_pack("{so ss so so}", "taskId", json_new_str(view->id), "status", task_status(view->status),
                             "createdAt", json_new_str(view->created), "lastUpdatedAt", json_new_str(view->updated));

    if (!str_empty(view->phase))
        json_object_set_new(task, "statusMessage", json_new_str(view->phase));
    json_object_set_new(task, modern ? "ttlMs" : "ttl", json_null());
    json_object_set_new(task, modern ? "pollIntervalMs" : "pollInterval", json_integer(POLL_MS));
    return task;
}

static int show_in(struct mcp_request *request, struct arena *arena, struct str id, struct run_view *ret,
                   struct rpc_error *e)
{
    struct run_ref_in in = { id };
    struct error error;

    *ret = (struct run_view){ 0 };
    if (operation_run(&operation_show, &request->session->caller, arena, &in, ret, &error) == 0 &&
        str_eq(ret->id, id)) /* a start of an id is no id of a task */
        return 0;
    return rpc_fail(e, RPC_BAD_PARAMS, "there is no task \"%.*s\"", STR_ARG(id));
}

static int show(struct mcp_request *request, struct str id, struct run_view *ret, struct rpc_error *e)
{
    return show_in(request, request->arena, id, ret, e);
}

int task_start(struct mcp_request *request, const struct tool *tool, json_t *arguments, json_t **ret)
{
    struct run_view view;
    struct rpc_error rpc;
    struct error e;
    struct str id;

    if (research_begin(request, tool, arguments, &id, &e) < 0) {
        *ret = tool_failure(e.message);
        return 0;
    }
    if (show(request, id, &view, &rpc) < 0) {
        *ret = tool_failure(rpc.message);
        return 0;
    }
    json_t *task = task_json(request, &view);
    if (request->era == ERA_LEGACY) {
        *ret = json_pack("{so}", "task", task);
        return 0;
    }
    json_object_set_new(task, "resultType", json_string("task"));
    *ret = task;
    return 0;
}

/* The methods need what the client must have declared, and the task they name. */
static int named_task(struct mcp_request *request, struct run_view *ret, struct rpc_error *e)
{
    if (request->era == ERA_MODERN && !client_has_extension(request, EXTENSION_TASKS)) {
        rpc_fail(e, RPC_NO_CAPABILITY, "the client does not declare the tasks extension");
        e->data = json_pack("{s{s{s{}}}}", "requiredCapabilities", "extensions", EXTENSION_TASKS);
        return -1;
    }
    return show(request, request_string(request, "taskId"), ret, e);
}

/* New era: what the client is asked for, or the result, stands in the task. */
static json_t *full_task(struct mcp_request *request, const struct run_view *view)
{
    json_t *task = task_json(request, view), *prompts = NULL, *result = NULL;
    const char *status = task_status(view->status);
    struct error error;

    if (strcmp(status, "working") == 0 && sampling_offered(request) && !(prompts = sampling_inputs(request, view->id)))
        sampling_wake(request, view->id);
    if (prompts) {
        json_object_set_new(task, "status", json_string("input_required"));
        json_object_set_new(task, "inputRequests", prompts);
    } else if (strcmp(status, "input_required") == 0)
        json_object_set_new(task, "inputRequests", research_inputs(request, view));
    else if (strcmp(status, "completed") == 0 && research_end(request, view->id, &result, &error) == 0)
        json_object_set_new(task, "result", result);
    return task;
}

json_t *task_now(struct mcp_request *request, struct str id)
{
    struct run_view view;
    struct rpc_error e = { 0 };

    return show(request, id, &view, &e) == 0 ? full_task(request, &view) : NULL;
}

int method_task_get(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct run_view view;

    if (named_task(request, &view, e) < 0)
        return -1;
    *ret = request->era == ERA_LEGACY ? task_json(request, &view) : full_task(request, &view);
    return 0;
}

int method_task_update(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct run_view view;
    struct error error;

    if (named_task(request, &view, e) < 0)
        return -1;
    sampling_take(request, view.id, json_object_get(request->params, "inputResponses"));
    if (str_is(view.status, "waiting") &&
        research_take_inputs(request, &view, json_object_get(request->params, "inputResponses"), &error) < 0)
        return rpc_fail(e, RPC_BAD_PARAMS, "%s", error.message);
    *ret = json_object();
    return 0;
}

int method_task_cancel(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct run_ref_out out = { 0 };
    struct run_view view;
    struct error error;

    if (named_task(request, &view, e) < 0)
        return -1;
    struct run_ref_in in = { view.id };
    bool ended = strcmp(task_status(view.status), "completed") == 0 || str_is(view.status, "cancelled");
    int r = ended ? 0 : operation_run(&operation_cancel, &request->session->caller, request->arena, &in, &out, &error);
    if (request->era == ERA_MODERN) {
        *ret = json_object();
        return 0;
    }
    if (ended || r < 0)
        return rpc_fail(e, RPC_BAD_PARAMS, "the task %.*s has ended", STR_ARG(view.id));
    if (show(request, view.id, &view, e) < 0)
        return -1;
    *ret = task_json(request, &view);
    return 0;
}

/* --- the old era --- */

int method_task_list(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct list_in in = { .status = -1, .limit = LISTED };
    struct list_out out = { 0 };
    struct error error;
    json_t *tasks = json_array();

    (void) e;
    if (operation_run(&operation_list, &request->session->caller, request->arena, &in, &out, &error) == 0)
        for (size_t i = 0; i < out.runs_n; i++)
            json_array_append_new(tasks, task_json(request, &out.runs[i]));
    *ret = json_pack("{so}", "tasks", tasks);
    return 0;
}

/* Waits for the end of the task, or for a question that only its client can answer. */
int method_task_result(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct run_view view;
    struct error error;
    int r = named_task(request, &view, e);

    if (r < 0)
        return r;
    struct feed *feed = feed_open(request->mcp->service, view.id);
    while (r == 0 && strcmp(task_status(view.status), "working") == 0 && !request_over(request)) {
        if (sampling_offered(request)) {
            sampling_wake(request, view.id);
            sampling_lend(request, view.id);
        }
        feed_wait(feed, clock_monotonic_ms() + WAIT_MS);
        struct arena *arena = arena_new();
        struct run_view now;
        if ((r = show_in(request, arena, view.id, &now, e)) == 0)
            view.status = str(run_status_words[word_index(run_status_words, now.status)]);
        arena_free(arena);
    }
    feed_close(feed);
    if (r < 0)
        return r;
    if (strcmp(task_status(view.status), "working") == 0)
        return rpc_fail(e, RPC_INTERNAL, "the server stops; the task goes on with research_resume");
    if (research_end(request, view.id, ret, &error) < 0)
        return rpc_fail(e, RPC_INTERNAL, "%s", error.message);
    json_object_set_new(*ret, "_meta",
                        json_pack("{s{so}}", "io.modelcontextprotocol/related-task", "taskId", json_new_str(view.id)));
    return 0;
}
