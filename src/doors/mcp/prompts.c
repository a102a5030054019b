/* Prompts: research tasks that a person picks from a menu, and the completion of their arguments. */
#include <string.h>

#include "doors/mcp/internal.h"
#include "run/settings.h"
#include "text/json.h"

enum { ARGUMENTS = 4, VALUES_MAX = 100 };

struct menu_prompt {
    const char *name, *title, *help;
    struct {
        const char *name, *help;
        bool required;
    } arguments[ARGUMENTS];
    const char *text; /* {name} is replaced; a line with an argument that was not given is left out */
};

static const struct menu_prompt prompts[] = {
    { "research",
      "Research a question",
      "A cited report on a question.",
      { { "question", "what to find out", true }, { "depth", "light, medium or extended", false } },
      "Research this with the deep_research tool: {question}\n"
      "Use depth {depth}.\n"
      "Give the answer first, keep the citation markers, and name what the report calls uncertain." },
    { "compare",
      "Compare things",
      "A comparison by the points that matter, with sources.",
      { { "things", "what to compare, with commas between", true }, { "points", "what matters", false } },
      "Compare {things} with the deep_research tool.\n"
      "Points that matter: {points}\n"
      "Give a table with a row for each and a citation in every cell; say where sources disagree." },
    { "check",
      "Check a statement",
      "What sources say about a statement.",
      { { "statement", "what was said", true } },
      "Find out with the deep_research tool whether this is true: {statement}\n"
      "Then call check_claim against the best pages you found. Tell the verdict, the sentences that decide it, and how "
      "independent the sources are." },
    { "overview",
      "Overview of a field",
      "What is known, what is disputed, what is new.",
      { { "field", "the field", true }, { "since", "only work since this date", false } },
      "Write an overview of {field} with the deep_research tool (researchMode academic).\n"
      "Only work since {since}.\n"
      "Separate what is established, what is disputed, and what is open." },
};

static const struct menu_prompt *prompt_named(struct str name)
{
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++)
        if (str_is(name, prompts[i].name))
            return &prompts[i];
    return NULL;
}

int method_prompts_list(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    json_t *list = json_array();

    (void) e;
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++) {
        const struct menu_prompt *p = &prompts[i];
        json_t *arguments = json_array();

        for (size_t j = 0; j < ARGUMENTS && p->arguments[j].name; j++)
            json_array_append_new(arguments, json_pack("{ss ss sb}", "name", p->arguments[j].name, "description",
                                                       p->arguments[j].help, "required", p->arguments[j].required));
        json_array_append_new(list, json_pack("{ss ss ss so}", "name", p->name, "title", p->title, "description",
                                              p->help, "arguments", arguments));
    }
    if (request->mcp->fixtures)
        fixture_prompts(list);
    *ret = json_pack("{so}", "prompts", list);
    return 0;
}

static struct str fill_prompt(struct arena *arena, const struct menu_prompt *prompt, const json_t *arguments)
{
    struct str rest = str(prompt->text), line;
    struct buf text;

    buf_init(&text, 4 << 20);
    while (str_next_line(&rest, &line)) {
        bool whole = true;

        for (size_t i = 0; i < ARGUMENTS && prompt->arguments[i].name; i++) {
            struct str place = str_format(arena, "{%s}", prompt->arguments[i].name);
            struct str value = json_get_str(arguments, prompt->arguments[i].name);

            if (str_find(line, place, 0) < 0)
                continue;
            whole = whole && !str_empty(value);
            line = str_replace(arena, line, place, value);
        }
        if (whole)
            buf_format(&text, "%.*s\n", STR_ARG(line));
    }
    return str_trim(buf_take(&text, arena));
}

int method_prompts_get(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    const struct menu_prompt *prompt = prompt_named(request_string(request, "name"));
    const json_t *arguments = json_object_get(request->params, "arguments");

    int fixture = prompt || !request->mcp->fixtures ? 0 : fixture_prompt(request, ret, e);

    if (fixture)
        return fixture < 0 ? -1 : 0;
    if (!prompt)
        return rpc_fail(e, RPC_BAD_PARAMS, "there is no prompt \"%.*s\"", STR_ARG(request_string(request, "name")));
    for (size_t i = 0; i < ARGUMENTS && prompt->arguments[i].name; i++)
        if (prompt->arguments[i].required && str_empty(json_get_str(arguments, prompt->arguments[i].name)))
            return rpc_fail(e, RPC_BAD_PARAMS, "the prompt %s needs the argument \"%s\"", prompt->name,
                            prompt->arguments[i].name);
    *ret = json_pack("{ss s[{ss s{ss so}}]}", "description", prompt->help, "messages", "role", "user", "content",
                     "type", "text", "text", json_new_str(fill_prompt(request->arena, prompt, arguments)));
    return 0;
}

/* --- completion --- */

static void add_words(json_t *values, const char *const *words, struct str start)
{
    for (size_t i = 0; words[i]; i++)
        if (str_starts_nocase(str(words[i]), start.data))
            json_array_append_new(values, json_string(words[i]));
}

static void add_runs(struct mcp_request *request, json_t *values, struct str start)
{
    json_t *arguments = json_pack("{si}", "limit", VALUES_MAX), *list = NULL, *run;
    size_t i;

    if (operation_call(&operation_list, &request->session->caller, request->arena, arguments, &list, NULL) == 0)
        json_array_foreach (json_object_get(list, "runs"), i, run)
            if (str_starts(json_get_str(run, "id"), start.data))
                json_array_append(values, json_object_get(run, "id"));
    json_decref(arguments);
    json_decref(list);
}

int method_complete(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    const json_t *ref = json_object_get(request->params, "ref"),
                 *argument = json_object_get(request->params, "argument");
    struct str type = json_get_str(ref, "type"), name = json_get_str(argument, "name");
    struct str start = str_dup(request->arena, json_get_str(argument, "value"));
    json_t *values;

    if (!json_is_object(ref) || str_empty(name))
        return rpc_fail(e, RPC_BAD_PARAMS, "completion needs ref and argument.name");
    if (str_is(type, "ref/prompt") && !prompt_named(json_get_str(ref, "name")) && !request->mcp->fixtures)
        return rpc_fail(e, RPC_BAD_PARAMS, "there is no prompt \"%.*s\"", STR_ARG(json_get_str(ref, "name")));
    values = json_array();
    if (str_is(name, "depth"))
        add_words(values, depth_words, start);
    else if (str_is(type, "ref/resource") && str_is(name, "id"))
        add_runs(request, values, start);
    *ret = json_pack("{s{so si sb}}", "completion", "values", values, "total", (int) json_array_size(values), "hasMore",
                     0);
    return 0;
}
