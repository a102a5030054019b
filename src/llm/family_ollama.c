/* Ollama's own protocol. Its compatible one cannot set the context length, and
 * without that long prompts are cut from the front in silence. */
#include "llm/family.h"

#include <math.h>

#include "text/json.h"
#include "text/tokens.h"

enum { CONTEXT_LEAST = 8192, CONTEXT_MOST = 65536, CONTEXT_STEP = 4096, ANSWER_GUESS = 2048 };

/* --- the request --- */

static json_t *message_json(const struct llm_message *message)
{
    json_t *object = json_pack("{s:s, s:o}", "role", llm_role_words[message->role], "content",
                               json_new_str(message->text));

    if (message->role == LLM_TOOL)
        json_object_set_new(object, "tool_name", json_new_str(message->tool_name));
    if (message->tool_calls_n == 0)
        return object;
    json_t *list = json_array();
    for (size_t i = 0; i < message->tool_calls_n; i++)
        json_array_append_new(list,
                              json_pack("{s:{s:o, s:o}}", "function", "name", json_new_str(message->tool_calls[i].name),
                                        "arguments", attempt_json(message->tool_calls[i].arguments)));
    json_object_set_new(object, "tool_calls", list);
    return object;
}

/* The grammar forces the form of the schema; saying it too makes the content better. */
static json_t *messages_json(struct llm_attempt *attempt)
{
    unsigned flags = MESSAGES_SYSTEM | MESSAGES_PARTIAL | (attempt->request->schema.len ? MESSAGES_SCHEMA : 0);
    size_t n;
    const struct llm_message *messages = attempt_messages(attempt, flags, &n);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, message_json(&messages[i]));
    return list;
}

/* As much context as prompt and answer need, in steps so that the model is not loaded anew for every call. */
static int64_t context_for(const struct llm_attempt *attempt)
{
    int64_t need = (int64_t) tokens_estimate(attempt->partial) +
                   (attempt->max_tokens > 0 ? attempt->max_tokens : ANSWER_GUESS);
    int64_t most = attempt->model->context > 0 ? attempt->model->context : CONTEXT_MOST;

    for (size_t i = 0; i < attempt->request->messages_n; i++)
        need += (int64_t) tokens_estimate(attempt->request->messages[i].text) + 8;
    need += need / 8;
    need = (need + CONTEXT_STEP - 1) / CONTEXT_STEP * CONTEXT_STEP;
    return need < CONTEXT_LEAST ? CONTEXT_LEAST : need > most ? most : need;
}

static int ollama_build(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    const struct llm_request *request = attempt->request;
    struct headers *headers = arena_alloc(attempt->arena, sizeof *headers);
    json_t *body = json_object(), *options = json_object(), *schema = attempt_schema(attempt);

    json_object_set_new(body, "model", json_new_str(attempt->model->id));
    json_object_set_new(body, "messages", messages_json(attempt));
    json_object_set_new(body, "stream", json_boolean(request->stream));
    if (schema && !(attempt->left_out & LLM_NO_SCHEMA))
        json_object_set(body, "format", schema);
    json_decref(schema);
    if (request->tools_n > 0) {
        json_t *list = json_array();

        for (size_t i = 0; i < request->tools_n; i++)
            json_array_append_new(list, json_pack("{s:s, s:{s:o, s:o, s:o}}", "type", "function", "function", "name",
                                                  json_new_str(request->tools[i].name), "description",
                                                  json_new_str(request->tools[i].description), "parameters",
                                                  attempt_json(request->tools[i].parameters)));
        json_object_set_new(body, "tools", list);
    }
    json_object_set_new(options, "num_ctx", json_integer(context_for(attempt)));
    if (attempt->max_tokens > 0)
        json_object_set_new(options, "num_predict", json_integer(attempt->max_tokens));
    attempt_set_number(options, "temperature", request->temperature);
    attempt_set_number(options, "top_p", request->top_p);
    attempt_set_stop(attempt, options, "stop", SIZE_MAX);
    json_object_set_new(body, "options", options);
    headers_add_key(headers, attempt->arena, attempt->provider->key);
    return attempt_post(attempt, "/api/chat", headers, body, ret, e);
}

/* --- the answer --- */

static void read_tool_calls(struct llm_attempt *attempt, const json_t *list)
{
    size_t at;
    const json_t *one;

    json_array_foreach (list, at, one) {
        const json_t *function = json_object_get(one, "function"), *arguments = json_object_get(function, "arguments");
        struct llm_tool_call *call = attempt_tool_call(attempt, attempt->answer.tool_calls_n);

        if (!call)
            return;
        call->id = str_format(attempt->arena, "call_%zu", attempt->answer.tool_calls_n);
        call->name = str_dup(attempt->arena, json_get_str(function, "name"));
        call->arguments = json_is_object(arguments)   ? json_text(attempt->arena, arguments)
                          : json_is_string(arguments) ? str_dup(attempt->arena, str(json_string_value(arguments)))
                                                      : str("{}");
    }
}

static int ollama_read(struct llm_attempt *attempt, const json_t *top, bool whole, struct error *e)
{
    const json_t *message = json_object_get(top, "message"), *error = json_object_get(top, "error");

    (void) whole;
    if (error && !json_is_null(error))
        return attempt_error_inside(attempt, error, e);
    if (!json_is_object(message) && !json_object_get(top, "done"))
        return attempt_garbage(attempt, e, "the answer has no message");
    if (str_empty(attempt->answer.model))
        attempt->answer.model = str_dup(attempt->arena, json_get_str(top, "model"));
    attempt_reasoning(attempt, json_get_str(message, "thinking"));
    attempt_text(attempt, json_get_str(message, "content"));
    read_tool_calls(attempt, json_object_get(message, "tool_calls"));
    if (json_is_true(json_object_get(top, "done"))) {
        attempt->finished = attempt->ended = true;
        attempt->answer.finish = str_is(json_get_str(top, "done_reason"), "length") ? LLM_LENGTH : LLM_STOP;
        attempt->usage_reported = json_object_get(top, "eval_count") && json_object_get(top, "prompt_eval_count");
        attempt->usage.input_tokens = attempt_count(attempt, top, "prompt_eval_count", 0);
        attempt->usage.output_tokens = attempt_count(attempt, top, "eval_count", 0);
    }
    return 0;
}

const struct llm_family family_ollama = {
    .name = "ollama", .build = ollama_build, .read = ollama_read, .lines = true, .close = attempt_close_with_calls
};
