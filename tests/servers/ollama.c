/* Ollama's own wire: /api/chat in lines of JSON, /api/tags, /api/show, /api/version. */
#include "model.h"
#include "wire.h"

static struct model_asked read_request(const struct asked *asked)
{
    const json_t *format = json_object_get(asked->json, "format"), *message, *tool;
    struct model_asked ret = { .arena = asked->arena, .model = wire_text(json_object_get(asked->json, "model")) };
    struct str_list before = { 0 }, begun = { 0 }, rest = { 0 };
    size_t i;

    json_array_foreach (json_object_get(asked->json, "messages"), i, message) {
        struct str role = wire_text(json_object_get(message, "role")),
                   text = wire_text(json_object_get(message, "content"));

        ret.prompt_bytes += text.len;
        ret.has_results = ret.has_results || str_is(role, "tool");
        if (str_is(role, "assistant"))
            str_list_add(asked->arena, &begun, text);
        else
            str_list_add(asked->arena, begun.n ? &rest : &before, text);
    }
    ret.prompt = str_join(asked->arena, before.items, before.n, "\n");
    ret.begun = str_join(asked->arena, begun.items, begun.n, "");
    ret.rest = str_join(asked->arena, rest.items, rest.n, "\n");
    ret.schema = json_is_object(format) ? (json_t *) format : NULL;
    ret.json = json_is_string(format);
    ret.max_tokens = json_integer_value(json_object_get(json_object_get(asked->json, "options"), "num_predict"));
    ret.tools = arena_calloc(asked->arena, json_array_size(json_object_get(asked->json, "tools")) + 1,
                             sizeof *ret.tools);
    json_array_foreach (json_object_get(asked->json, "tools"), i, tool) {
        const json_t *function = json_object_get(tool, "function");

        ret.tools[ret.tools_n++] = (struct model_tool){ wire_text(json_object_get(function, "name")),
                                                        json_object_get(function, "parameters") };
    }
    return ret;
}

static void ollama_read(struct asked *asked)
{
    struct model_asked m;

    if (!str_is(asked->path, "/api/chat")) {
        asked->role = str("list");
        return;
    }
    m = read_request(asked);
    asked->role = model_role(&m);
    asked->query = prompt_question(m.prompt);
    asked->model = m.model;
    asked->stream = !json_is_false(json_object_get(asked->json, "stream"));
}

static void ollama_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 401, 429);
    const char *message = wire_reason(status);

    if (reply->failure == FAILURE_MODEL)
        message = str_format(asked->arena, "model '%.*s' not found", STR_ARG(asked->model)).data;
    else if (reply->failure == FAILURE_CONTEXT)
        message = "the input length exceeds the context length";
    said_json(asked, ret, status, json_pack("{s:s}", "error", message));
}

static json_t *line(const struct asked *asked, json_t *message, bool done)
{
    return json_pack("{s:o, s:s, s:o, s:b}", "model", wire_json(asked->model), "created_at",
                     "2026-11-15T00:00:00.000000Z", "message", message, "done", done);
}

static json_t *message(struct str text)
{
    return json_pack("{s:s, s:o}", "role", "assistant", "content", wire_json(text.data ? text : str("")));
}

static json_t *calls(const struct model_said *m)
{
    json_t *list = json_array();

    for (size_t i = 0; i < m->calls_n; i++)
        json_array_append_new(list,
                              json_pack("{s:{s:o, s:o}}", "function", "name", wire_json(m->calls[i].name), "arguments",
                                        json_loadb(m->calls[i].arguments.data, m->calls[i].arguments.len, 0, NULL)));
    return list;
}

static json_t *finished(json_t *value, const struct reply *reply, const struct model_said *m)
{
    json_object_set_new(value, "done_reason", json_string(m->cut ? "length" : "stop"));
    json_object_set_new(value, "total_duration", json_integer(5043500667));
    json_object_set_new(value, "load_duration", json_integer(5025959));
    if (reply->twist != TWIST_NO_USAGE) {
        json_object_set_new(value, "prompt_eval_count", json_integer(m->input));
        json_object_set_new(value, "prompt_eval_duration", json_integer(325953000));
        json_object_set_new(value, "eval_count", json_integer(m->output));
        json_object_set_new(value, "eval_duration", json_integer(4709213000));
    }
    return value;
}

static void say_line(const struct asked *asked, struct said *ret, json_t *value)
{
    said_piece(asked, ret, str_format(asked->arena, "%.*s\n", STR_ARG(wire_dump(asked->arena, value))));
    json_decref(value);
}

static void answer_stream(const struct asked *asked, const struct reply *reply, const struct model_said *m,
                          struct str text, struct said *ret)
{
    struct dice dice = dice_of(asked->hash, "pieces");
    json_t *value;

    ret->status = 200;
    ret->type = "application/x-ndjson";
    ret->stream = true;
    if (json_is_true(json_object_get(asked->json, "think")) && !str_empty(m->reasoning)) {
        value = message(str(""));
        json_object_set_new(value, "thinking", wire_json(m->reasoning));
        say_line(asked, ret, line(asked, value, false));
    }
    while (!str_empty(text))
        say_line(asked, ret, line(asked, message(wire_piece(&text, &dice)), false));
    if (m->calls_n) {
        value = message(str(""));
        json_object_set_new(value, "tool_calls", calls(m));
        say_line(asked, ret, line(asked, value, false));
    }
    say_line(asked, ret, finished(line(asked, message(str("")), true), reply, m));
    wire_twist_stream(asked, reply, ret, 1, NULL,
                      json_pack("{s:s}", "error", "an error was encountered while running the model"));
}

static void answer_chat(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct model_asked m = read_request(asked);
    struct model_said said;
    struct str text;
    json_t *value;

    model_answer(&m, reply, &said);
    text = str_empty(said.refusal) ? said.text : said.refusal; /* it has no other way to refuse */
    if (asked->stream) {
        answer_stream(asked, reply, &said, text, ret);
        return;
    }
    if (reply->twist == TWIST_ERROR) {
        said_json(asked, ret, 500, json_pack("{s:s}", "error", "an error was encountered while running the model"));
        return;
    }
    value = message(text);
    if (said.calls_n)
        json_object_set_new(value, "tool_calls", calls(&said));
    said_json(asked, ret, 200, finished(line(asked, value, true), reply, &said));
}

static void ollama_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct reply refused = { .status = 404, .failure = FAILURE_STATUS };

    if (str_is(asked->path, "/api/tags")) {
        said_json(asked, ret, 200,
                  json_pack("{s:[{s:s, s:s, s:i, s:{s:s, s:s}}, {s:s, s:s, s:i, s:{s:s, s:s}}]}", "models", "name",
                            "nomic-embed-text:latest", "model", "nomic-embed-text:latest", "size", 274302450, "details",
                            "family", "nomic-bert", "parameter_size", "137M", "name", "llama3.3:latest", "model",
                            "llama3.3:latest", "size", 2019393189, "details", "family", "llama", "parameter_size",
                            "3.2B"));
    } else if (str_is(asked->path, "/api/version")) {
        said_json(asked, ret, 200, json_pack("{s:s}", "version", "0.30.0"));
    } else if (str_is(asked->path, "/api/show") && str_is(asked->method, "POST")) {
        said_json(asked, ret, 200,
                  json_pack("{s:{s:i}, s:[s,s]}", "model_info", "llama.context_length", 131072, "capabilities",
                            "completion", "tools"));
    } else if (!str_is(asked->path, "/api/chat") || !str_is(asked->method, "POST")) {
        ollama_failure(asked, &refused, ret);
    } else if (str_empty(asked->model)) {
        said_json(asked, ret, 400, json_pack("{s:s}", "error", "model is required"));
    } else {
        answer_chat(asked, reply, ret);
    }
}

const struct service service_ollama = {
    .name = "ollama",
    .base = "",
    .url_variable = "OLLAMA_BASE_URL",
    .key_variable = NULL,
    .model = true,
    .read = ollama_read,
    .answer = ollama_answer,
    .failure = ollama_failure,
};
