/* A body of /v1/chat/completions as a question. */
#include "doors/openai/openai.h"

#include "run/settings.h"
#include "text/json.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

enum { MESSAGES_MAX = 1000, INSTRUCTIONS_MAX = 90000, TURN_MAX = 4000, TURNS_KEPT = 8 };

static const char run_mark[] = "[//]: # (run-";

/* --- models --- */

bool chat_model_parse(struct str model, struct str *ret_workflow, struct str *ret_depth)
{
    struct str rest = str_starts(model, "fathom/") ? str_sub(model, 7, model.len) : str("");
    ptrdiff_t dash = str_find_char(rest, '-', 0);
    struct str name = dash < 0 ? rest : str_sub(rest, 0, (size_t) dash);
    struct str depth = dash < 0 ? str("") : str_sub(rest, (size_t) dash + 1, rest.len);
    bool known = str_is(model, "fathom");

    for (size_t i = 0; workflows[i] && !known && name.len; i++)
        known = str_is(name, workflows[i]->name);
    if (!known || (dash >= 0 && word_index(depth_words, depth) < 0))
        return false;
    *ret_workflow = name;
    *ret_depth = depth;
    return true;
}

/* --- the run of an answer --- */

struct str chat_run_of(struct str answer)
{
    struct str text = str_trim(answer);
    ptrdiff_t at = -1, next = str_find(text, str(run_mark), 0);

    for (; next >= 0; next = str_find(text, str(run_mark), (size_t) next + 1))
        at = next;
    if (at < 0 || text.data[text.len - 1] != ')')
        return str("");
    struct str run = str_sub(text, (size_t) at + sizeof run_mark - 5, text.len - 1);
    for (size_t i = 4; i < run.len; i++)
        if (!strchr("0123456789abcdef", run.data[i]))
            return str("");
    return run.len == 16 ? run : str("");
}

struct str chat_with_run(struct arena *arena, struct str answer, struct str run)
{
    return str_format(arena, "%.*s\n\n[//]: # (%.*s)\n", STR_ARG(answer), STR_ARG(run));
}

/* --- messages --- */

/* A text, or the texts among the parts. */
static int content_of(struct arena *arena, const json_t *message, size_t at, struct str *ret, struct error *e)
{
    const json_t *content = json_object_get(message, "content"), *part;
    struct str_list texts = { 0 };
    size_t i;

    if (json_is_string(content)) {
        *ret = str_dup(arena, str_n(json_string_value(content), json_string_length(content)));
        return 0;
    }
    if (content && !json_is_array(content) && !json_is_null(content)) {
        error_set(e, ERROR_INVALID, "messages[%zu].content must be a text, or a list of parts.", at);
        return error_about(e, "messages");
    }
    json_array_foreach (content, i, part) {
        if (!str_is(json_get_str(part, "type"), "text")) {
            error_set(e, ERROR_INVALID, "messages[%zu].content[%zu] is not text; only text can be researched.", at, i);
            return error_about(e, "messages");
        }
        str_list_add(arena, &texts, json_get_str(part, "text"));
    }
    *ret = str_join(arena, texts.items, texts.n, "\n");
    return 0;
}

static void add_turn(struct buf *out, struct str role, struct str text)
{
    buf_format(out, "%.*s: %.*s\n", STR_ARG(role), STR_ARG(utf8_cut(str_trim(text), TURN_MAX)));
}

static int bad_messages(struct error *e, const char *why)
{
    error_set(e, ERROR_INVALID, "%s", why);
    return error_about(e, "messages");
}

static int parse_messages(struct arena *arena, const json_t *messages, struct chat_asked *ret, struct error *e)
{
    size_t n = json_array_size(messages), i;
    struct buf system, turns;
    json_t *message;
    int r = 0;

    if (n == 0 || n > MESSAGES_MAX)
        return bad_messages(e, n ? "messages has too many items." : "messages must be a list with the question last.");
    if (!str_is(json_get_str(json_array_get(messages, n - 1), "role"), "user"))
        return bad_messages(e, "The last of messages must be the user's: it is the question.");
    buf_init(&system, INSTRUCTIONS_MAX / 2);
    buf_init(&turns, INSTRUCTIONS_MAX / 2);
    json_array_foreach (messages, i, message) {
        struct str role = json_get_str(message, "role"), text = str("");

        if ((r = content_of(arena, message, i, &text, e)) < 0)
            break;
        if (i == n - 1)
            ret->question = str_trim(text);
        else if (str_is(role, "system") || str_is(role, "developer"))
            buf_format(&system, "%s%.*s", system.len ? "\n" : "", STR_ARG(text));
        else if (str_is(role, "assistant") || str_is(role, "user")) {
            if (str_is(role, "assistant"))
                ret->run = chat_run_of(text);
            if (i + TURNS_KEPT >= n)
                add_turn(&turns, role, text);
        } else if (!str_is(role, "tool") && !str_is(role, "function")) {
            error_set(e, ERROR_INVALID, "messages[%zu].role must be system, developer, user, assistant or tool.", i);
            r = error_about(e, "messages");
            break;
        }
    }
    /* A run that is known knows its conversation. */
    if (turns.len && ret->run.len == 0)
        buf_format(&system, "%sThe conversation so far:\n%.*s", system.len ? "\n\n" : "", STR_ARG(buf_str(&turns)));
    ret->instructions = buf_take(&system, arena);
    buf_free(&turns);
    if (r == 0 && str_empty(ret->question))
        r = bad_messages(e, "The last of messages is empty: it is the question.");
    return r;
}

/* Members that change the answer: what cannot be done is refused. The others of OpenAI's are let pass. */
static int check_members(const json_t *body, struct error *e)
{
    const json_t *settings = json_object_get(body, "fathom"), *options = json_object_get(body, "stream_options");
    const struct {
        const char *name;
        const json_t *value;
    } switches[] = { { "stream", json_object_get(body, "stream") },
                     { "stream_options.include_usage", json_object_get(options, "include_usage") },
                     { "fathom.cancelOnDisconnect", json_object_get(settings, "cancelOnDisconnect") } };
    const json_t *n = json_object_get(body, "n");

    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (switches[i].value && !json_is_boolean(switches[i].value) && !json_is_null(switches[i].value)) {
            error_set(e, ERROR_INVALID, "%s must be true or false.", switches[i].name);
            return error_about(e, switches[i].name);
        }
    if (n && !json_is_null(n) && !(json_is_integer(n) && json_integer_value(n) == 1)) {
        error_set(e, ERROR_INVALID, "n must be 1: a research has one answer.");
        return error_about(e, "n");
    }
    if (settings && !json_is_object(settings)) {
        error_set(e, ERROR_INVALID, "fathom must be an object with settings of the research.");
        return error_about(e, "fathom");
    }
    if (json_object_get(settings, "query") || json_object_get(settings, "prompt")) {
        error_set(e, ERROR_INVALID, "The question is the last of messages, not fathom.query.");
        return error_about(e, "fathom.query");
    }
    return 0;
}

int chat_parse(struct arena *arena, const json_t *body, struct chat_asked *ret, struct error *e)
{
    int r = check_members(body, e);

    if (r < 0)
        return r;
    struct chat_asked asked = { .model = str_dup(arena, json_get_str(body, "model")),
                                .stream = json_get_bool(body, "stream", false),
                                .usage = json_get_bool(json_object_get(body, "stream_options"), "include_usage", false),
                                .settings = json_object_get(body, "fathom") };

    if (!chat_model_parse(asked.model, &asked.workflow, &asked.depth)) {
        error_set(e, ERROR_MODEL, "There is no model \"%.*s\"; GET /v1/models lists them.", STR_ARG(asked.model));
        return error_about(e, "model");
    }
    asked.stays = !json_get_bool(asked.settings, "cancelOnDisconnect", false);
    r = parse_messages(arena, json_object_get(body, "messages"), &asked, e);
    if (r == 0)
        *ret = asked;
    return r;
}
