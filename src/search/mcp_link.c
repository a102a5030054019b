#include "search/mcp_link.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "text/json.h"
#include "text/utf8.h"

#define MODERN "2026-07-28"
#define LEGACY "2025-11-25"
enum { PROBE_MS = 3000, SAID_MAX = 200, PAGES_MAX = 10 };

void link_init(struct mcp_link *link, const struct link_place *place) { *link = (struct mcp_link){ .place = *place }; }

void link_close(struct mcp_link *link)
{
    const struct link_place place = link->place;

    link_hang_up(link);
    link_init(link, &place);
}

/* --- requests --- */

static void add_meta(json_t *params)
{
    json_object_set_new(params, "_meta",
                        json_pack("{ss s{} s{ss ss}}", "io.modelcontextprotocol/protocolVersion", MODERN,
                                  "io.modelcontextprotocol/clientCapabilities", "io.modelcontextprotocol/clientInfo",
                                  "name", "fathom", "version", FATHOM_VERSION));
}

static struct str said(const json_t *error) { return utf8_cut_bytes(json_get_str(error, "message"), SAID_MAX); }

/* What an answer without a result means. */
static int refused(struct mcp_link *link, const json_t *answer, int status, struct error *e)
{
    const json_t *error = json_object_get(answer, "error");

    if (status == 401 || status == 403)
        return error_set(e, ERROR_AUTH, "the MCP server refused the key (HTTP %d): set %s%s", status,
                         link->place.key_variable, str_empty(link->place.key) ? "" : " to one that it takes");
    if (error)
        return error_set(e, ERROR_UPSTREAM, "the MCP server refused: %.*s", STR_ARG(said(error)));
    error_set(e, status == 429 ? ERROR_RATE : ERROR_UPSTREAM, "the MCP server answered with HTTP %d", status);
    e->retry = status == 429 || status >= 500 || status == 404;
    return -e->code;
}

/* Consumes `params`. The result, for the caller to release. */
static int ask(struct mcp_link *link, struct arena *arena, const char *method, json_t *params, json_t **ret,
               struct error *e)
{
    struct link_message message = { .id = ++link->requests, .method = method };
    json_t *answer = NULL;
    int status;

    if (link->modern)
        add_meta(params);
    struct str name = str_dup(arena, json_get_str(params, "name"));
    message.name = str_empty(name) ? NULL : name.data;
    json_t *whole = json_pack("{ss sI ss so}", "jsonrpc", "2.0", "id", (json_int_t) message.id, "method", method,
                              "params", params);
    message.text = json_text(arena, whole);
    json_decref(whole);
    int r = link_exchange(link, arena, &message, &answer, &status, e);
    if (r < 0)
        return r;
    json_t *result = json_object_get(answer, "result");
    if (json_is_object(result) && status / 100 != 4 && status / 100 != 5)
        *ret = json_incref(result);
    else
        r = refused(link, answer, status, e);
    json_decref(answer);
    return r;
}

/* --- hello --- */

static int say_hello(struct mcp_link *link, struct arena *arena, struct error *e)
{
    json_t *hello = NULL;
    int status;

    link->modern = false;
    link->version[0] = link->session[0] = '\0';
    int r = ask(link, arena, "initialize",
                json_pack("{ss s{} s{ss ss}}", "protocolVersion", LEGACY, "capabilities", "clientInfo", "name",
                          "fathom", "version", FATHOM_VERSION),
                &hello, e);
    if (r < 0)
        return r;
    snprintf(link->version, sizeof link->version, "%.*s", STR_ARG(json_get_str(hello, "protocolVersion")));
    json_decref(hello);
    const struct link_message noted = { .text = str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"),
                                        .method = "notifications/initialized" };
    return link_exchange(link, arena, &noted, NULL, &status, e);
}

/* The new era first; who does not know it says so, or nothing. */
static int find_era(struct mcp_link *link, struct arena *arena, struct error *e)
{
    int64_t deadline = link->deadline_ms, probe = clock_monotonic_ms() + PROBE_MS;
    json_t *found = NULL;

    link->modern = true;
    snprintf(link->version, sizeof link->version, MODERN);
    if (probe < deadline)
        link->deadline_ms = probe;
    int r = ask(link, arena, "server/discover", json_object(), &found, e);
    json_decref(found);
    link->deadline_ms = deadline;
    if (r == 0 || e->code == ERROR_AUTH || e->code == ERROR_MISCONFIGURED || !link->wanted(link->context))
        return r;
    /* A program that did not survive the question is started again for the old one. */
    if (e->code == ERROR_NETWORK || e->code == ERROR_LIMIT)
        link_hang_up(link);
    return say_hello(link, arena, e);
}

/* --- tools --- */

static void find_argument(const json_t *properties, const char *const *names, char ret[LINK_NAME_MAX])
{
    for (; *names && !ret[0]; names++)
        if (json_object_get(properties, *names))
            snprintf(ret, LINK_NAME_MAX, "%s", *names);
}

/* "search" itself is better than a name that holds the word. */
static int fit(struct str name, const char *word) { return str_is(name, word) ? 2 : str_contains_nocase(name, word); }

static void look_at_tool(struct mcp_link *link, const json_t *tool, int best[2])
{
    static const char *const queries[] = { "query",    "q",        "search_query", "searchQuery", "text",
                                           "question", "keywords", "term",         "input",       NULL };
    static const char *const counts[] = { "count", "limit", "max_results", "maxResults", "num_results", "numResults",
                                          "num",   "top_k", "k",           "n",          NULL };
    static const char *const documents[] = { "id", "url", "uri", NULL };
    const json_t *properties = json_object_get(json_object_get(tool, "inputSchema"), "properties");
    struct str name = json_get_str(tool, "name");
    char argument[LINK_NAME_MAX] = "";

    if (str_empty(name) || name.len >= LINK_NAME_MAX)
        return;
    find_argument(properties, queries, argument);
    if (argument[0] && fit(name, "search") > best[0]) {
        best[0] = fit(name, "search");
        snprintf(link->search_tool, LINK_NAME_MAX, "%.*s", STR_ARG(name));
        memcpy(link->query_argument, argument, sizeof argument);
        link->count_argument[0] = '\0';
        find_argument(properties, counts, link->count_argument);
    }
    argument[0] = '\0';
    find_argument(properties, documents, argument);
    if (argument[0] && fit(name, "fetch") > best[1]) {
        best[1] = fit(name, "fetch");
        snprintf(link->fetch_tool, LINK_NAME_MAX, "%.*s", STR_ARG(name));
        memcpy(link->fetch_argument, argument, sizeof argument);
    }
}

static int find_tools(struct mcp_link *link, struct arena *arena, struct error *e)
{
    struct str names = str(""), cursor = str("");
    int best[2] = { 0, 0 };

    for (int page = 0; page < PAGES_MAX; page++) {
        json_t *params = json_object(), *list = NULL, *tool;
        size_t at;

        if (!str_empty(cursor))
            json_object_set_new(params, "cursor", json_new_str(cursor));
        int r = ask(link, arena, "tools/list", params, &list, e);
        if (r < 0)
            return r;
        json_array_foreach (json_object_get(list, "tools"), at, tool) {
            look_at_tool(link, tool, best);
            if (names.len < SAID_MAX)
                names = str_format(arena, "%.*s%s%.*s", STR_ARG(names), names.len ? ", " : "",
                                   STR_ARG(utf8_cut_bytes(json_get_str(tool, "name"), LINK_NAME_MAX)));
        }
        cursor = str_dup(arena, json_get_str(list, "nextCursor"));
        json_decref(list);
        if (str_empty(cursor))
            break;
    }
    if (link->search_tool[0])
        return 0;
    return error_set(e, ERROR_MISCONFIGURED,
                     "the MCP server has no tool whose name holds \"search\" and that takes a query; it has: %.*s",
                     STR_ARG(names.len ? names : str("none")));
}

static int open_link(struct mcp_link *link, struct arena *arena, struct error *e)
{
    int r = link->open ? 0 : find_era(link, arena, e);

    if (r == 0 && !link->open)
        r = find_tools(link, arena, e);
    link->open = r == 0;
    return r;
}

/* Consumes `arguments`. A tool's own error is one of the server's. */
static int call_tool(struct mcp_link *link, struct arena *arena, const char *name, json_t *arguments, json_t **ret,
                     struct error *e)
{
    int r = ask(link, arena, "tools/call", json_pack("{ss so}", "name", name, "arguments", arguments), ret, e);

    if (r < 0)
        return r;
    if (json_is_true(json_object_get(*ret, "isError"))) {
        struct str text = utf8_cut_bytes(mcp_text(arena, *ret), SAID_MAX);

        json_decref(*ret);
        *ret = NULL;
        return error_set(e, ERROR_UPSTREAM, "the tool %s of the MCP server failed: %.*s", name, STR_ARG(text));
    }
    if (json_object_get(*ret, "content") || json_object_get(*ret, "structuredContent"))
        return 0;
    json_decref(*ret);
    *ret = NULL;
    return error_set(e, ERROR_UPSTREAM, "the tool %s of the MCP server gave no result", name);
}

int link_search(struct mcp_link *link, struct arena *arena, struct str query, int64_t count, json_t **ret,
                struct error *e)
{
    int r = open_link(link, arena, e);

    if (r < 0)
        return r;
    json_t *arguments = json_pack("{so}", link->query_argument, json_new_str(query));
    if (link->count_argument[0])
        json_object_set_new(arguments, link->count_argument, json_integer(count));
    return call_tool(link, arena, link->search_tool, arguments, ret, e);
}

bool link_fetches(const struct mcp_link *link, const json_t *hit)
{
    return link->fetch_tool[0] && !str_empty(json_get_str(hit, strcmp(link->fetch_argument, "id") ? "url" : "id"));
}

int link_fetch(struct mcp_link *link, struct arena *arena, const json_t *hit, json_t **ret, struct error *e)
{
    struct str what = json_get_str(hit, strcmp(link->fetch_argument, "id") ? "url" : "id");
    struct error local;

    return call_tool(link, arena, link->fetch_tool, json_pack("{so}", link->fetch_argument, json_new_str(what)), ret,
                     e ? e : &local);
}
