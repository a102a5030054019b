/* A well-behaved agent: it plans, makes the planned searches at once, has the report written and hands it off. The planner
 * asks back when the question has at most two words and nobody has been asked yet. */
#include "managed.h"

#include "words.h"

enum { CALLS_MAX = 12 };

static json_t *string(struct str s) { return json_stringn(s.data, s.len); }

static bool has_tool(const struct model_asked *asked, const char *name)
{
    for (size_t i = 0; i < asked->tools_n; i++)
        if (str_is(asked->tools[i].name, name))
            return true;
    return asked->tools_n == 0 && str_contains(asked->prompt, str_format(asked->arena, "- %s: ", name).data);
}

struct str managed_role(const struct model_asked *asked)
{
    const json_t *members = json_object_get(asked->schema, "properties");

    if (asked->schema ? json_object_get(members, "searches") && json_object_get(members, "questions")
                      : str_contains(asked->prompt, "You plan the searches of a research"))
        return str("plan_searches");
    if (asked->schema ? json_object_get(members, "summary") && !json_object_get(members, "keyPoints")
                      : str_contains(asked->prompt, "You read what one search has found"))
        return str("search_summary");
    if (!asked->schema && str_contains(asked->prompt, "You lead a research for a person"))
        return str("manage");
    return str("");
}

/* Consumes the value. */
static struct str text_of(const struct model_asked *asked, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    struct str ret = str_dup(asked->arena, str(text));

    free(text);
    json_decref(value);
    return ret;
}

/* --- planning --- */

static size_t count_words(struct str text)
{
    struct str word;
    size_t n = 0;

    while (str_next(&text, ' ', &word))
        n += str_trim(word).len > 0;
    return n;
}

static json_t *say_plan(const struct model_asked *asked, struct hash hash)
{
    struct str question = prompt_question(asked->prompt), topic = words_salient(asked->arena, question, 4);
    bool may_ask = str_contains(asked->prompt, "Unclear: give \"questions\""),
         answered = str_contains(asked->prompt, "The person was asked back");
    ptrdiff_t at = str_find(asked->prompt, str("\"searches\", at most "), 0);
    size_t most = at < 0 ? 3 : (size_t) (asked->prompt.data[at + 20] - '0');
    json_t *list = json_array();

    if (count_words(question) <= 2 && may_ask && !answered)
        return json_pack("{s:[s, s], s:o, s:[]}", "questions", "Which part of it?", "Which period?", "searches", list,
                         "assumptions");
    if (at >= 0 && isdigit((unsigned char) asked->prompt.data[at + 21]))
        most = most * 10 + (size_t) (asked->prompt.data[at + 21] - '0');
    for (size_t i = 0; i < most && i < 10; i++)
        json_array_append_new(list, json_pack("{s:o, s:s}", "query",
                                              string(words_aspect(asked->arena, hash.bytes[0] + i, topic)), "reason",
                                              "It is one side of the question."));
    json_t *plan = json_pack("{s:[], s:o, s:[]}", "questions", "searches", list, "assumptions");
    if (count_words(question) <= 2 && !answered)
        json_array_append_new(json_object_get(plan, "assumptions"), json_string("The whole field is meant."));
    return plan;
}

/* "(3) Title" and the line below it. */
static json_t *say_summary(const struct model_asked *asked)
{
    struct str rest = asked->prompt, line, summary = str("");

    while (str_next_line(&rest, &line)) {
        ptrdiff_t close = str_find_char(line, ')', 0);
        struct str text;

        if (!str_starts(line, "(") || close < 2 || !isdigit((unsigned char) line.data[1]) ||
            !str_next_line(&rest, &text))
            continue;
        for (size_t i = 30; i < text.len; i++)
            if (text.data[i] == '.') {
                summary = str_format(asked->arena, "%.*s%s%.*s (%.*s).", STR_ARG(summary), summary.len ? " " : "",
                                     STR_ARG(str_sub(text, 0, i)), STR_ARG(str_sub(line, 1, (size_t) close)));
                break;
            }
    }
    return json_pack("{s:o}", "summary", string(summary.len ? summary : str("Nothing of it serves.")));
}

json_t *say_managed(const struct model_asked *asked, struct str role, struct hash hash)
{
    if (str_is(role, "plan_searches"))
        return say_plan(asked, hash);
    if (str_is(role, "search_summary"))
        return say_summary(asked);
    return NULL;
}

/* --- the agent --- */

static void call(const struct model_asked *asked, struct hash hash, const char *tool, json_t *arguments,
                 struct model_said *ret)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_of(str_format(asked->arena, "%.8s%s%zu", (const char *) hash.bytes, tool, ret->calls_n)), hex);
    ret->calls[ret->calls_n++] = (struct model_call){ str_format(asked->arena, "call_%.24s", hex), str(tool),
                                                      text_of(asked, arguments) };
}

/* "2. query (reason)" */
static void call_searches(const struct model_asked *asked, struct hash hash, struct str plan, struct model_said *ret)
{
    struct str line;

    while (str_next_line(&plan, &line) && ret->calls_n < CALLS_MAX) {
        ptrdiff_t dot = str_find(line, str(". "), 0), reason = str_find(line, str(" ("), 0);

        if (dot < 1 || !isdigit((unsigned char) line.data[0]))
            continue;
        call(asked, hash, "search",
             json_pack("{s:o, s:s}", "query",
                       string(str_sub(line, (size_t) dot + 2, reason < 0 ? line.len : (size_t) reason)), "reason",
                       "It is planned."),
             ret);
    }
}

bool managed_calls(const struct model_asked *asked, struct hash hash, struct model_said *ret)
{
    struct str question = prompt_question(asked->prompt);
    ptrdiff_t plan = str_find(asked->rest, str("The searches to make:"), 0);

    ret->calls = arena_calloc(asked->arena, CALLS_MAX, sizeof *ret->calls);
    if (str_contains(asked->rest, "The report is written")) {
        if (has_tool(asked, "deliver") && !str_contains(asked->rest, "handed off"))
            call(asked, hash, "deliver", json_object(), ret);
    } else if (plan < 0) {
        call(asked, hash, "plan_searches", json_pack("{s:o, s:s}", "query", string(question), "clarifications", ""),
             ret);
    } else if (!str_contains(asked->rest, "<<<") && !str_contains(asked->rest, "Nothing was found") &&
               !str_contains(asked->rest, "the search failed")) {
        call_searches(asked, hash, str_sub(asked->rest, (size_t) plan, asked->rest.len), ret);
    } else {
        call(asked, hash, "write_report", json_pack("{s:o, s:[]}", "query", string(question), "results"), ret);
    }
    return ret->calls_n > 0;
}

struct str managed_calls_text(const struct model_asked *asked, struct hash hash)
{
    struct model_said said = { 0 };
    json_t *list = json_array();

    if (!managed_calls(asked, hash, &said)) {
        json_decref(list);
        return str("The report is handed over.");
    }
    for (size_t i = 0; i < said.calls_n; i++) {
        json_t *arguments = json_loadb(said.calls[i].arguments.data, said.calls[i].arguments.len, 0, NULL);
        json_array_append_new(list,
                              json_pack("{s:o, s:o}", "tool", string(said.calls[i].name), "arguments", arguments));
    }
    json_t *all = json_pack("{s:o}", "calls", list);
    return text_of(asked, all);
}
