/* What a run decided, in words: of the events reflection_decision and supervisor_decision. */
#include "doors/cli/progress.h"
#include "text/json.h"

enum { ARGUMENTS_MAX = 64 << 10 };

/* The words of models' answers, of every workflow, and what they lead to. */
static struct str worded(struct str word)
{
    static const char *const pairs[][2] = {
        { "research_complete", "write the report" },
        { "search", "search on" },
        { "generate_subqueries", "look for more" },
        { "COMPLETE", "write the report" },
        { "CONTINUE", "go on with the plan" },
        { "ADJUST", "plan again" },
        { "proceed", "go on" },
        { "retry", "do it again" },
        { "iterate", "another round" },
        { "complete", "finish" },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (str_is(word, pairs[i][0]))
            return str(pairs[i][1]);
    return word;
}

/* "judged gathering: go on (No source of high quality; …)" */
static struct str judgement(struct arena *arena, const json_t *data)
{
    const json_t *outputs = json_object_get(data, "outputs"), *issues = json_object_get(outputs, "issues");
    struct str phase = json_get_str(json_object_get(data, "inputs"), "phase");
    struct str_list list = { 0 };

    for (size_t i = 0; i < json_array_size(issues); i++)
        if (json_is_string(json_array_get(issues, i)))
            str_list_add(arena, &list, str(json_string_value(json_array_get(issues, i))));
    struct str all = str_join(arena, list.items, list.n, "; ");
    return str_format(arena, "judged %.*s: %.*s%s%.*s%s", STR_ARG(phase),
                      STR_ARG(worded(json_get_str(outputs, "action"))), all.len ? " (" : "", STR_ARG(all),
                      all.len ? ")" : "");
}

/* A reflection that was not followed, and what was done instead. */
static const char *instead(const json_t *data)
{
    struct str other = json_get_str(data, "instead");

    if (str_empty(other))
        return "";
    return str_is(json_get_str(data, "decision"), "ADJUST")
               ? "; the plan goes on, because no other can be made any more"
               : "; the plan goes on, because more steps are due";
}

bool decision_is_told(const json_t *data) { return !str_starts(json_get_str(data, "action"), "execute_"); }

bool decision_needs_words(const json_t *data)
{
    const json_t *outputs = json_object_get(data, "outputs");

    return str_is(json_get_str(data, "action"), "evaluate_phase") &&
           (!str_is(json_get_str(outputs, "action"), "proceed") ||
            json_array_size(json_object_get(outputs, "issues")) > 0);
}

struct str decision_words(struct arena *arena, const json_t *data)
{
    struct str action = json_get_str(data, "action"), query = json_get_str(data, "query");

    if (str_is(action, "research_complete")) /* nothing is searched, whatever the model or its default named */
        query = str("");
    if (str_is(action, "evaluate_phase"))
        return judgement(arena, data);
    if (str_is(action, "decide_iteration"))
        return str(json_is_true(json_object_get(json_object_get(data, "outputs"), "should_iterate"))
                       ? "decided: another round"
                       : "decided: no further round");
    if (str_empty(action))
        action = json_get_str(data, "decision");
    return str_format(arena, "decided: %.*s%s%.*s%s", STR_ARG(worded(action)), str_empty(query) ? "" : ": ",
                      STR_ARG(query), instead(data));
}

bool decision_of_tool(struct arena *arena, const json_t *call, struct str *ret_words, struct str *ret_why)
{
    static const char *const tools[][2] = { { "plan_searches", "decided: plan the searches" },
                                            { "search", "decided: search for" },
                                            { "write_report", "decided: write the report" },
                                            { "deliver", "decided: hand the report off" } };
    struct str query = str(""), tool = json_get_str(call, "tool");
    json_t *arguments = NULL;
    struct buf json;

    *ret_words = *ret_why = str("");
    buf_init(&json, ARGUMENTS_MAX);
    if (str_is(tool, "search") && json_repair(json_get_str(call, "arguments"), &json, NULL) == 0 &&
        json_parse(buf_str(&json), &arguments, NULL) == 0) {
        query = str_dup(arena, json_get_str(arguments, "query"));
        *ret_why = str_dup(arena, json_get_str(arguments, "reason"));
    }
    json_decref(arguments);
    buf_free(&json);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (str_is(tool, tools[i][0]))
            *ret_words = str_format(arena, "%s%s%.*s", tools[i][1], str_empty(query) ? "" : " ", STR_ARG(query));
    return ret_words->len > 0;
}
