/* Resources: reports, sources and claims by address. */
#include <string.h>

#include "doors/mcp/internal.h"
#include "service/runs.h"
#include "text/json.h"

enum { LISTED = 50 };

struct resource_kind {
    const char *scheme; /* before the id */
    const char *name, *title, *help, *type;
    const struct operation *operation;
    const char *text; /* the member of the result that is the text; NULL: the result itself */
};

static const struct resource_kind kinds[] = {
    { "research://report/", "report", "Report", "The report of a research in Markdown.", "text/markdown",
      &operation_report, "text" },
    { "research://sources/", "sources", "Sources", "The sources of a research.", "application/json", &operation_sources,
      NULL },
    { "research://claims/", "claims", "Claims", "The claims of a report, each with its verdict and its evidence.",
      "application/json", &operation_claims, NULL },
};

static const struct resource_kind *kind_of(struct str uri, struct str *ret_id)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (str_starts(uri, kinds[i].scheme)) {
            *ret_id = str_sub(uri, strlen(kinds[i].scheme), uri.len);
            return str_empty(*ret_id) ? NULL : &kinds[i];
        }
    return NULL;
}

bool resource_run(struct str uri, struct str *ret_id) { return kind_of(uri, ret_id) != NULL; }

int method_resource_templates(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    json_t *templates = json_array();

    (void) e;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        json_array_append_new(templates, json_pack("{so ss ss ss ss}", "uriTemplate",
                                                   json_new_str(str_format(request->arena, "%s{id}", kinds[i].scheme)),
                                                   "name", kinds[i].name, "title", kinds[i].title, "description",
                                                   kinds[i].help, "mimeType", kinds[i].type));
    if (request->mcp->fixtures)
        fixture_templates(templates);
    *ret = json_pack("{so}", "resourceTemplates", templates);
    return 0;
}

static json_t *report_entry(struct arena *arena, const json_t *run)
{
    struct str id = json_get_str(run, "id");

    return json_pack("{so so so ss}", "uri", json_new_str(str_format(arena, "%s%.*s", kinds[0].scheme, STR_ARG(id))),
                     "name", json_new_str(id), "title", json_new_str(json_get_str(run, "query")), "mimeType",
                     kinds[0].type);
}

int method_resources_list(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    json_t *resources = json_array(), *arguments = json_pack("{si}", "limit", LISTED), *list = NULL, *run;
    struct error error;
    size_t i;
    int r = operation_call(&operation_list, &request->session->caller, request->arena, arguments, &list, &error);

    json_decref(arguments);
    if (json_object_get(request->params, "cursor") && !str_empty(request_string(request, "cursor"))) {
        json_decref(resources);
        json_decref(list);
        return rpc_fail(e, RPC_BAD_PARAMS, "there is no such cursor");
    }
    /* No store yet is no fault: there is nothing to list. */
    if (r == 0)
        json_array_foreach (json_object_get(list, "runs"), i, run)
            if (json_get_bool(run, "hasReport", false))
                json_array_append_new(resources, report_entry(request->arena, run));
    json_decref(list);
    if (request->mcp->fixtures)
        fixture_resources(resources);
    *ret = json_pack("{so}", "resources", resources);
    return 0;
}

int resource_missing(struct mcp_request *request, struct str uri, struct rpc_error *e)
{
    rpc_fail(e, request->era == ERA_MODERN ? RPC_BAD_PARAMS : RPC_NO_RESOURCE, "there is no resource \"%.*s\"",
             STR_ARG(uri));
    e->data = json_pack("{so}", "uri", json_new_str(uri));
    return -1;
}

int method_resource_read(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct str uri = request_string(request, "uri"), id;
    const struct resource_kind *kind = kind_of(uri, &id);
    json_t *arguments, *value = NULL;
    struct error error;

    if (!kind && request->mcp->fixtures && fixture_resource(request, uri, ret))
        return 0;
    if (!kind)
        return resource_missing(request, uri, e);
    arguments = json_pack("{so}", "id", json_new_str(id));
    int r = operation_call(kind->operation, &request->session->caller, request->arena, arguments, &value, &error);
    json_decref(arguments);
    if (r == -ERROR_NOT_FOUND)
        return resource_missing(request, uri, e);
    if (r < 0)
        return rpc_fail(e, RPC_INTERNAL, "%s", error.message);
    struct str text = kind->text ? json_get_str(value, kind->text) : json_text(request->arena, value);
    *ret = json_pack("{s[{so ss so}]}", "contents", "uri", json_new_str(uri), "mimeType", kind->type, "text",
                     json_new_str(text));
    json_decref(value);
    return 0;
}
