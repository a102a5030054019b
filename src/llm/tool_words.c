#include "llm/tool_words.h"

#include "llm/family.h"
#include "text/json.h"

enum { WORDS_MAX = 1 << 20, CALLS_MAX = ATTEMPT_TOOL_CALLS_MAX, NESTED_MAX = 4 };

/* --- the request --- */

static const char protocol[] =
    "To use tools, answer with one JSON object and nothing else: {\"calls\": [{\"tool\": \"NAME\", \"arguments\": {…}}]}. "
    "Several calls in the list are made together. The next message brings their results. To use none, answer in plain "
    "text.";

static struct str describe(struct arena *arena, const struct llm_request *request)
{
    struct buf text;

    if (str_is(request->tool_choice, "none"))
        return str("No tools can be used now: answer in plain text.");
    buf_init(&text, WORDS_MAX);
    buf_add_z(&text, "You have these tools, each with a JSON Schema of its arguments:\n");
    for (size_t i = 0; i < request->tools_n; i++)
        buf_format(&text, "- %.*s: %.*s %.*s\n", STR_ARG(request->tools[i].name),
                   STR_ARG(request->tools[i].description), STR_ARG(request->tools[i].parameters));
    buf_add_z(&text, protocol);
    if (str_is(request->tool_choice, "required"))
        buf_add_z(&text, " Now you must use a tool.");
    else if (request->tool_choice.len && !str_is(request->tool_choice, "auto"))
        buf_format(&text, " Now you must use %.*s.", STR_ARG(request->tool_choice));
    return buf_take(&text, arena);
}

/* An assistant's turn with its calls, as the protocol has them. */
static struct str calls_text(struct arena *arena, const struct llm_message *message)
{
    json_t *list = json_array(), *all;

    for (size_t i = 0; i < message->tool_calls_n; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "tool", json_new_str(message->tool_calls[i].name),
                                              "arguments", attempt_json(message->tool_calls[i].arguments)));
    all = json_pack("{s:o}", "calls", list);
    struct str text = json_text(arena, all);
    json_decref(all);
    return message->text.len ? str_format(arena, "%.*s\n%.*s", STR_ARG(message->text), STR_ARG(text)) : text;
}

/* A text that follows a user's text is appended to it: many chat templates require alternating turns. */
static void add_user(struct arena *arena, struct llm_message *messages, size_t *n, struct str text)
{
    struct llm_message *last = *n ? &messages[*n - 1] : NULL;

    if (last && last->role == LLM_USER)
        last->text = str_format(arena, "%.*s\n\n%.*s", STR_ARG(last->text), STR_ARG(text));
    else
        messages[(*n)++] = (struct llm_message){ .role = LLM_USER, .text = text };
}

const struct llm_request *tool_words_request(struct arena *arena, const struct llm_request *request)
{
    struct llm_request *ret = arena_copy(arena, request, sizeof *request);
    struct llm_message *messages = arena_calloc(arena, request->messages_n + 1, sizeof *messages);
    struct str words = describe(arena, request);
    size_t n = 0, first = 0;

    if (request->messages_n && request->messages[0].role == LLM_SYSTEM) {
        words = str_format(arena, "%.*s\n\n%.*s", STR_ARG(request->messages[0].text), STR_ARG(words));
        first = 1;
    }
    messages[n++] = (struct llm_message){ .role = LLM_SYSTEM, .text = words };
    for (size_t i = first; i < request->messages_n; i++) {
        const struct llm_message *m = &request->messages[i];

        if (m->role == LLM_TOOL)
            add_user(arena, messages, &n,
                     str_format(arena, "Result of %.*s:\n%.*s", STR_ARG(m->tool_name), STR_ARG(m->text)));
        else if (m->role == LLM_USER)
            add_user(arena, messages, &n, m->text);
        else
            messages[n++] = (struct llm_message){ .role = m->role,
                                                  .text = m->tool_calls_n ? calls_text(arena, m) : m->text };
    }
    ret->messages = messages;
    ret->messages_n = n;
    ret->tools = NULL;
    ret->tools_n = 0;
    ret->tool_choice = str("");
    return ret;
}

/* --- the answer --- */

struct finding {
    struct arena *arena;
    const struct llm_request *request;
    bool told;
    struct llm_tool_call *calls;
    size_t n, capacity;
};

static bool is_tool(const struct finding *f, struct str name)
{
    for (size_t i = 0; i < f->request->tools_n; i++)
        if (str_eq(f->request->tools[i].name, name))
            return true;
    return false;
}

static void add_call(struct finding *f, struct str name, const json_t *arguments)
{
    if (f->n == CALLS_MAX || name.len == 0 || (!f->told && !is_tool(f, name)))
        return;
    f->calls = arena_grow(f->arena, f->calls, &f->capacity, f->n + 1, sizeof *f->calls);
    f->calls[f->n] = (struct llm_tool_call){
        .id = str_format(f->arena, "call_%zu", f->n + 1),
        .name = str_dup(f->arena, name),
        .arguments = json_is_string(arguments)
                         ? str_dup(f->arena, str_n(json_string_value(arguments), json_string_length(arguments)))
                     : arguments ? json_text(f->arena, arguments)
                                 : str("{}"),
    };
    f->n++;
}

static const json_t *first_of(const json_t *object, const char *const names[])
{
    for (size_t i = 0; names[i]; i++)
        if (json_object_get(object, names[i]))
            return json_object_get(object, names[i]);
    return NULL;
}

/* {"calls": […]} and the forms that models are used to: a call by itself, OpenAI's {"function": {"name", "arguments"}}, a
 * list, the tool's name as the only member. */
static void collect(struct finding *f, const json_t *value, int depth)
{
    static const char *const lists[] = { "calls", "tool_calls", "function", "function_call", NULL };
    static const char *const names[] = { "tool", "name", "tool_name", NULL };
    static const char *const arguments[] = { "arguments", "parameters", "args", "input", NULL };
    const json_t *inner = first_of(value, lists), *name = first_of(value, names), *one;
    const char *member;
    size_t i;

    if (depth == NESTED_MAX)
        return;
    if (json_is_array(value)) {
        json_array_foreach (value, i, one)
            collect(f, one, depth + 1);
    } else if (json_is_array(inner) || json_is_object(inner)) {
        collect(f, inner, depth + 1);
    } else if (json_is_string(name) || json_is_string(inner)) {
        add_call(f, str(json_string_value(json_is_string(name) ? name : inner)), first_of(value, arguments));
    } else if (json_object_size(value) == 1) {
        json_object_foreach ((json_t *) value, member, one)
            if (is_tool(f, str(member)) && json_is_object(one))
                add_call(f, str(member), one);
    }
}

static void read_json(struct finding *f, struct str text)
{
    json_t *value;
    bool repaired;

    if (str_find_char(text, '{', 0) < 0 || json_from_answer(text, &value, &repaired, NULL) < 0)
        return;
    collect(f, value, 0);
    json_decref(value);
}

/* <tool_call>{…}</tool_call>, as many local models are trained to write it. */
static void read_tags(struct finding *f, struct str text)
{
    static const char open[] = "<tool_call>", close[] = "</tool_call>";

    for (ptrdiff_t at = str_find(text, str(open), 0); at >= 0;) {
        ptrdiff_t close_at = str_find(text, str(close), (size_t) at);
        size_t end = close_at < 0 ? text.len : (size_t) close_at;

        read_json(f, str_sub(text, (size_t) at + sizeof open - 1, end));
        at = str_find(text, str(open), end);
    }
}

void tool_words_read(struct arena *arena, const struct llm_request *request, bool told, struct llm_answer *answer)
{
    struct finding f = { .arena = arena, .request = request, .told = told };
    struct str text = str_trim(answer->text);

    if (request->tools_n == 0 || answer->tool_calls_n > 0 || str_is(request->tool_choice, "none") ||
        text.len > WORDS_MAX)
        return;
    bool whole = str_starts(text, "{") || str_starts(text, "[{") || str_starts(text, "```");
    if (!whole && str_contains(text, "<tool_call>"))
        read_tags(&f, text);
    else if (told || whole)
        read_json(&f, text);
    if (f.n == 0)
        return;
    answer->tool_calls = f.calls;
    answer->tool_calls_n = f.n;
    answer->text = str("");
    answer->finish = LLM_TOOL_CALLS;
}
