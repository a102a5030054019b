/* The OpenAI chat completions family: OpenAI itself (and its responses), OpenRouter,
 * Z.ai, Groq, Mistral, DeepSeek, and a bare compatible server with the quirks of
 * llama.cpp and vLLM. */
#include "base/field.h"
#include "model.h"
#include "own_search.h"
#include "responses.h"
#include "wire.h"

/* Where they differ. */
struct flavour {
    const char *id_prefix;
    bool needs_key;
    bool number_codes;         /* error.code is the status as a number */
    const char *comment;       /* a comment line of its streams */
    const char *reasoning;     /* member that shows the thinking; NULL: hidden */
    bool strict;               /* refuses what the newer models of OpenAI refuse */
    bool cost;                 /* usage.cost, provider, native_finish_reason */
    bool stream_usage;         /* the usage chunk exists */
    bool no_schema;            /* JSON mode only */
    const char *schema_models; /* JSON mode only but for models with this in their name */
    bool known_fields;         /* refuses what it does not know, as Mistral does, and gives the usage unasked */
    bool thinks;               /* shows its thinking unless it is told not to, as DeepSeek does */
    bool business_codes;       /* errors carry Z.ai's own numbers, as text */
};

static const struct flavour openai = {
    .id_prefix = "chatcmpl-", .needs_key = true, .strict = true, .stream_usage = true
};
static const struct flavour openrouter = {
    .id_prefix = "gen-",
    .needs_key = true,
    .number_codes = true,
    .comment = ": OPENROUTER PROCESSING\n\n",
    .reasoning = "reasoning",
    .cost = true,
    .stream_usage = true,
};
static const struct flavour compatible = {
    .id_prefix = "chatcmpl-",
    .number_codes = true,
    .comment = ":\n\n",
    .reasoning = "reasoning_content",
};

static const struct flavour zai = {
    .id_prefix = "",
    .needs_key = true,
    .reasoning = "reasoning_content",
    .stream_usage = true,
    .no_schema = true,
    .business_codes = true,
};
static const struct flavour mistral = {
    .id_prefix = "", .needs_key = true, .stream_usage = true, .known_fields = true
};
static const struct flavour groq = {
    .id_prefix = "chatcmpl-",
    .needs_key = true,
    .stream_usage = true,
    .reasoning = "reasoning",
    .schema_models = "gpt-oss",
};
static const struct flavour deepseek = {
    .id_prefix = "",
    .needs_key = true,
    .stream_usage = true,
    .reasoning = "reasoning_content",
    .no_schema = true,
    .thinks = true,
};

extern const struct service service_openai, service_openrouter, service_compatible, service_zai, service_groq,
    service_mistral, service_deepseek, service_llamacpp, service_vllm;

static const struct flavour *flavour_of(const struct asked *asked)
{
    static const struct {
        const struct service *service;
        const struct flavour *flavour;
    } table[] = {
        { &service_openai, &openai }, { &service_openrouter, &openrouter },
        { &service_zai, &zai },       { &service_mistral, &mistral },
        { &service_groq, &groq },     { &service_deepseek, &deepseek },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (asked->service == table[i].service)
            return table[i].flavour;
    return &compatible;
}

enum { CREATED = 1794700800 }; /* answers never depend on the clock */

/* The text of a message: a string, or parts of which the text ones count. */
static struct str content_of(struct arena *arena, const json_t *message)
{
    const json_t *content = json_object_get(message, "content"), *part;
    struct str_list texts = { 0 };
    size_t i;

    if (json_is_string(content))
        return wire_text(content);
    json_array_foreach (content, i, part)
        str_list_add(arena, &texts, wire_text(json_object_get(part, "text")));
    return texts.n ? str_join(arena, texts.items, texts.n, "\n") : str("");
}

static void read_messages(const struct asked *asked, struct model_asked *ret)
{
    struct str_list before = { 0 }, begun = { 0 }, rest = { 0 };
    const json_t *message;
    size_t i;

    json_array_foreach (json_object_get(asked->json, "messages"), i, message) {
        struct str role = wire_text(json_object_get(message, "role")), text = content_of(asked->arena, message);

        ret->prompt_bytes += text.len;
        if (str_is(role, "assistant"))
            str_list_add(asked->arena, &begun, text);
        else
            str_list_add(asked->arena, begun.n ? &rest : &before, text);
        if (str_is(role, "tool"))
            ret->has_results = true;
    }
    ret->prompt = str_join(asked->arena, before.items, before.n, "\n");
    ret->begun = str_join(asked->arena, begun.items, begun.n, "");
    ret->rest = str_join(asked->arena, rest.items, rest.n, "\n");
}

static void read_tools(const struct asked *asked, struct model_asked *ret)
{
    const json_t *tools = json_object_get(asked->json, "tools"), *choice = json_object_get(asked->json, "tool_choice"),
                 *tool;
    size_t i;

    ret->tools = arena_calloc(asked->arena, json_array_size(tools) + 1, sizeof *ret->tools);
    json_array_foreach (tools, i, tool) {
        const json_t *function = json_object_get(tool, "function");

        if (!function)
            continue; /* a tool of the service's own */
        ret->tools[ret->tools_n++] = (struct model_tool){
            wire_text(json_object_get(function, "name")),
            json_object_get(function, "parameters"),
        };
    }
    ret->tool_choice = wire_text(json_object_get(json_object_get(choice, "function"), "name"));
    ret->must_call = !str_empty(ret->tool_choice) || str_is(wire_text(choice), "required");
    if (str_is(wire_text(choice), "none"))
        ret->tool_choice = wire_text(choice);
}

static struct model_asked read_request(const struct asked *asked)
{
    const json_t *format = json_object_get(asked->json, "response_format");
    const json_t *described = json_object_get(format, "json_schema");
    const json_t *limit = json_object_get(asked->json, "max_completion_tokens");
    struct model_asked ret = { .arena = asked->arena };

    ret.model = wire_text(json_object_get(asked->json, "model"));
    ret.json = format && !str_is(wire_text(json_object_get(format, "type")), "text");
    ret.schema_name = wire_text(json_object_get(described, "name"));
    ret.schema = json_object_get(described, "schema");
    ret.max_tokens = json_integer_value(limit ? limit : json_object_get(asked->json, "max_tokens"));
    read_messages(asked, &ret);
    read_tools(asked, &ret);
    return ret;
}

static void chat_read(struct asked *asked)
{
    struct model_asked m;

    if (asked->service == &service_openai && responses_path(asked)) {
        responses_read(asked);
        return;
    }
    if (!str_is(asked->method, "POST")) {
        asked->role = str("list");
        return;
    }
    m = read_request(asked);
    asked->role = model_role(&m);
    asked->query = prompt_question(m.prompt);
    model_measure(&m, asked);
    asked->model = m.model;
    asked->stream = json_is_true(json_object_get(asked->json, "stream"));
}

static const char *over_window(const struct asked *asked, const struct reply *reply)
{
    if (!reply->window)
        return "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. "
               "Please reduce the length of the messages.";
    return str_format(asked->arena,
                      "This model's maximum context length is %lld tokens. However, you requested %lld tokens (%lld in "
                      "the messages, %lld in the completion). Please reduce the length of the messages or completion.",
                      (long long) reply->window, (long long) (asked->prompt_tokens + asked->answer_tokens),
                      (long long) asked->prompt_tokens, (long long) asked->answer_tokens)
        .data;
}

/* What went wrong, in the words of OpenAI. */
struct wording {
    int status;
    const char *message, *type, *code;
};

static struct wording word_failure(const struct asked *asked, const struct reply *reply)
{
    struct str name = str(reply->parameter ? reply->parameter : "temperature");
    bool value = str_is(name, "temperature");

    switch (reply->failure) {
    case FAILURE_KEY:
        return (struct wording){ 401, "Incorrect API key provided: ****. Check the key and try again.",
                                 "invalid_request_error", "invalid_api_key" };
    case FAILURE_QUOTA:
        return (struct wording){ 429, "You exceeded your current quota, please check your plan and billing details.",
                                 "insufficient_quota", "insufficient_quota" };
    case FAILURE_MODEL:
        return (struct wording){
            404,
            str_format(asked->arena, "The model `%.*s` does not exist or you do not have access to it.",
                       STR_ARG(asked->model))
                .data,
            "invalid_request_error",
            "model_not_found",
        };
    case FAILURE_CONTEXT:
        return (struct wording){
            400,
            over_window(asked, reply),
            "invalid_request_error",
            "context_length_exceeded",
        };
    case FAILURE_PARAMETER:
        return (struct wording){
            400,
            str_format(asked->arena, "Unsupported %s: '%.*s' is not supported with this model.",
                       value ? "value" : "parameter", STR_ARG(name))
                .data,
            "invalid_request_error",
            value ? "unsupported_value" : "unsupported_parameter",
        };
    default: break;
    }
    if (reply->status == 429)
        return (struct wording){ 429, "Rate limit reached. Please try again later.", "requests",
                                 "rate_limit_exceeded" };
    if (reply->status >= 500)
        return (struct wording){ reply->status,
                                 "The server had an error while processing your request. Sorry about that!",
                                 "server_error", NULL };
    if (reply->status == 404)
        return (struct wording){ 404, "Invalid URL", "invalid_request_error", NULL };
    return (struct wording){ reply->status ? reply->status : 400, "The request is not valid.", "invalid_request_error",
                             NULL };
}

/* Z.ai's own number for what went wrong. */
static const char *business_code(const struct reply *reply, int status)
{
    return reply->failure == FAILURE_KEY       ? "1001"
           : reply->failure == FAILURE_QUOTA   ? "1113"
           : reply->failure == FAILURE_MODEL   ? "1211"
           : reply->failure == FAILURE_CONTEXT ? "1261"
           : status == 429                     ? "1302"
           : status >= 500                     ? "1234"
                                               : "1210";
}

static json_t *error_object(const struct asked *asked, const struct reply *reply, const struct wording *w)
{
    if (flavour_of(asked)->business_codes)
        return json_pack("{s:{s:s, s:s}}", "error", "code", business_code(reply, w->status), "message", w->message);
    if (asked->service == &service_openrouter)
        return json_pack("{s:{s:i, s:s, s:{s:s}}}", "error", "code", w->status, "message", w->message, "metadata",
                         "provider_name", "Example");
    if (flavour_of(asked)->number_codes)
        return json_pack("{s:{s:i, s:s, s:s}}", "error", "code", w->status, "message", w->message, "type",
                         reply->failure == FAILURE_CONTEXT ? "exceed_context_size_error" : w->type);
    return json_pack("{s:{s:s, s:s, s:s?, s:s?}}", "error", "message", w->message, "type", w->type, "param",
                     reply->failure == FAILURE_PARAMETER ? reply->parameter : NULL, "code", w->code);
}

static void chat_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct wording w = word_failure(asked, reply);

    said_json(asked, ret, w.status, error_object(asked, reply, &w));
    said_header(ret, "x-request-id", str_format(asked->arena, "req_%s", asked->key).data);
}

/* Strict schemas: every property required, nothing else allowed. */
static bool schema_is_strict(const json_t *schema, int depth)
{
    const json_t *properties = json_object_get(schema, "properties"), *required = json_object_get(schema, "required"),
                 *item;
    const char *name;
    json_t *part;
    size_t i;

    if (depth > 10)
        return false;
    if (json_object_get(schema, "items") && !schema_is_strict(json_object_get(schema, "items"), depth + 1))
        return false;
    if (!properties)
        return !str_is(wire_text(json_object_get(schema, "type")), "object");
    if (!json_is_false(json_object_get(schema, "additionalProperties")))
        return false;
    json_object_foreach ((json_t *) properties, name, part) {
        bool listed = false;

        json_array_foreach (required, i, item)
            listed = listed || str_is(wire_text(item), name);
        if (!listed || !schema_is_strict(part, depth + 1))
            return false;
    }
    return true;
}

/* What OpenAI itself refuses before it thinks; 0 if nothing. */
static bool refuse_strictly(const struct asked *asked, const struct model_asked *m, struct said *ret)
{
    const json_t *format = json_object_get(asked->json, "response_format"), *temperature;
    bool newer = str_starts(m->model, "gpt-5") || str_starts(m->model, "o3") || str_starts(m->model, "o4");
    struct reply refused = { .status = 400, .failure = FAILURE_PARAMETER };

    temperature = json_object_get(asked->json, "temperature");
    if (newer && json_object_get(asked->json, "max_tokens")) {
        refused.parameter = "max_tokens";
    } else if (newer && temperature && json_number_value(temperature) != 1) {
        refused.parameter = "temperature";
    } else if (m->schema && json_is_true(json_object_get(json_object_get(format, "json_schema"), "strict")) &&
               !schema_is_strict(m->schema, 0)) {
        said_json(asked, ret, 400,
                  json_pack("{s:{s:s, s:s, s:s, s:s}}", "error", "message",
                            "Invalid schema for response_format: 'additionalProperties' must be false and 'required' "
                            "must list every property.",
                            "type", "invalid_request_error", "param", "response_format", "code",
                            "invalid_json_schema"));
        return true;
    }
    if (!refused.parameter)
        return false;
    chat_failure(asked, &refused, ret);
    return true;
}

/* Mistral's answer to a field it has never heard of; false if there is none. */
static bool refuse_unknown(const struct asked *asked, struct said *ret)
{
    static const char *const known[] = { "model",
                                         "messages",
                                         "temperature",
                                         "top_p",
                                         "max_tokens",
                                         "stream",
                                         "stop",
                                         "random_seed",
                                         "response_format",
                                         "tools",
                                         "tool_choice",
                                         "presence_penalty",
                                         "frequency_penalty",
                                         "n",
                                         "prediction",
                                         "parallel_tool_calls",
                                         "prompt_mode",
                                         "prompt_cache_key",
                                         "reasoning_effort",
                                         "safe_prompt",
                                         NULL };
    const char *name;
    json_t *value;

    json_object_foreach (asked->json, name, value) {
        if (word_index(known, str(name)) >= 0)
            continue;
        said_json(asked, ret, 422,
                  json_pack("{s:s, s:{s:[{s:s, s:[s,s], s:s}]}, s:s, s:n, s:n}", "object", "error", "message", "detail",
                            "type", "extra_forbidden", "loc", "body", name, "msg", "Extra inputs are not permitted",
                            "type", "invalid_request_error", "param", "code"));
        return true;
    }
    return false;
}

/* The member that shows the thinking, or NULL. */
static const char *shown_reasoning(const struct asked *asked)
{
    const struct flavour *flavour = flavour_of(asked);
    const json_t *thinking = json_object_get(asked->json, "thinking");

    return flavour->thinks && str_is(wire_text(json_object_get(thinking, "type")), "disabled") ? NULL
                                                                                               : flavour->reasoning;
}

static json_t *usage_of(const struct flavour *flavour, const struct model_said *m)
{
    json_t *usage = json_pack("{s:I, s:I, s:I, s:{s:I}, s:{s:I}}", "prompt_tokens", (json_int_t) m->input,
                              "completion_tokens", (json_int_t) m->output, "total_tokens",
                              (json_int_t) (m->input + m->output), "prompt_tokens_details", "cached_tokens",
                              (json_int_t) m->cached, "completion_tokens_details", "reasoning_tokens",
                              (json_int_t) m->reasoned);

    if (flavour->cost) {
        json_object_set_new(usage, "cost", json_real((double) (m->input + 4 * m->output) / 1e6));
        json_object_set_new(usage, "is_byok", json_false());
    }
    return usage;
}

static const char *finish_of(const struct model_said *m)
{
    return m->filtered ? "content_filter" : m->cut ? "length" : m->calls_n ? "tool_calls" : "stop";
}

static json_t *calls_json(const struct model_said *m)
{
    json_t *calls = json_array();

    for (size_t i = 0; i < m->calls_n; i++)
        json_array_append_new(calls, json_pack("{s:o, s:s, s:{s:o, s:o}}", "id", wire_json(m->calls[i].id), "type",
                                               "function", "function", "name", wire_json(m->calls[i].name), "arguments",
                                               wire_json(m->calls[i].arguments)));
    return calls;
}

static json_t *envelope(const struct asked *asked, const char *object)
{
    const struct flavour *flavour = flavour_of(asked);
    json_t *value = json_pack("{s:o, s:s, s:i, s:o}", "id", json_sprintf("%s%s", flavour->id_prefix, asked->key),
                              "object", object, "created", CREATED, "model", wire_json(asked->model));

    if (flavour->cost)
        json_object_set_new(value, "provider", json_string("Example"));
    else
        json_object_set_new(value, "system_fingerprint", json_string("fp_testd"));
    return value;
}

static void answer_plain(const struct asked *asked, const struct reply *reply, const struct model_said *m,
                         struct said *ret)
{
    const struct flavour *flavour = flavour_of(asked);
    json_t *value = envelope(asked, "chat.completion");
    json_t *message = json_pack("{s:s, s:o, s:o}", "role", "assistant", "content", wire_json(m->text), "refusal",
                                wire_json(m->refusal));
    json_t *choice = json_pack("{s:i, s:o, s:n, s:s}", "index", 0, "message", message, "logprobs", "finish_reason",
                               finish_of(m));

    if (shown_reasoning(asked) && !str_empty(m->reasoning))
        json_object_set_new(message, shown_reasoning(asked), wire_json(m->reasoning));
    if (m->calls_n)
        json_object_set_new(message, "tool_calls", calls_json(m));
    if (flavour->cost)
        json_object_set_new(choice, "native_finish_reason", json_string(finish_of(m)));
    json_object_set_new(value, "choices", json_pack("[o]", choice));
    if (reply->twist != TWIST_NO_USAGE)
        json_object_set_new(value, "usage", usage_of(flavour, m));
    own_search(asked, value);
    said_json(asked, ret, 200, value);
}

/* What the chunks of a stream have in common: everything around the delta. The
 * chunks are many, so only the delta is made anew. */
struct chunks {
    struct str before, after, end;
};

static struct chunks chunks_of(const struct asked *asked, bool usage)
{
    json_t *value = envelope(asked, "chat.completion.chunk");
    char *text = json_dumps(value, JSON_COMPACT);
    const char *native = flavour_of(asked)->cost ? ",\"native_finish_reason\":null" : "";
    struct chunks ret;

    ret.before = str_format(asked->arena, "data: %.*s,\"choices\":[{\"index\":0,\"delta\":", (int) strlen(text) - 1,
                            text);
    ret.end = str(usage ? "}],\"usage\":null}\n\n" : "}]}\n\n");
    ret.after = str_format(asked->arena, ",\"logprobs\":null,\"finish_reason\":null%s%.*s", native, STR_ARG(ret.end));
    free(text);
    json_decref(value);
    return ret;
}

/* A chunk with this delta; takes it over. */
static void chunk(const struct asked *asked, const struct chunks *chunks, struct said *ret, json_t *delta)
{
    char *text = json_dumps(delta, JSON_COMPACT);

    said_piece(asked, ret,
               str_format(asked->arena, "%.*s%s%.*s", STR_ARG(chunks->before), text, STR_ARG(chunks->after)));
    free(text);
    json_decref(delta);
}

static void chunk_finish(const struct asked *asked, const struct chunks *chunks, struct said *ret, const char *finish)
{
    struct str native = str("");

    if (flavour_of(asked)->cost)
        native = str_format(asked->arena, ",\"native_finish_reason\":\"%s\"", finish);
    said_piece(asked, ret,
               str_format(asked->arena, "%.*s{},\"logprobs\":null,\"finish_reason\":\"%s\"%.*s%.*s",
                          STR_ARG(chunks->before), finish, STR_ARG(native), STR_ARG(chunks->end)));
}

static void chunk_calls(const struct asked *asked, const struct chunks *chunks, const struct model_said *m,
                        struct dice *dice, struct said *ret)
{
    for (size_t i = 0; i < m->calls_n; i++) {
        struct str rest = m->calls[i].arguments;

        chunk(asked, chunks, ret,
              json_pack("{s:[{s:i, s:o, s:s, s:{s:o, s:s}}]}", "tool_calls", "index", (int) i, "id",
                        wire_json(m->calls[i].id), "type", "function", "function", "name", wire_json(m->calls[i].name),
                        "arguments", ""));
        while (!str_empty(rest))
            chunk(asked, chunks, ret,
                  json_pack("{s:[{s:i, s:{s:o}}]}", "tool_calls", "index", (int) i, "function", "arguments",
                            wire_json(wire_piece(&rest, dice))));
    }
}

/* The middle of a stream may be an error; false if it was. */
static bool chunk_text(const struct asked *asked, const struct reply *reply, const struct chunks *chunks,
                       const struct model_said *m, struct dice *dice, struct said *ret)
{
    bool refusal = !str_empty(m->refusal);
    struct str rest = refusal ? m->refusal : m->text;
    size_t half = rest.len / 2;

    while (!str_empty(rest)) {
        if (reply->twist == TWIST_ERROR && rest.len <= half + 1) {
            struct reply failed = { .status = 500, .failure = FAILURE_STATUS };
            struct wording w = word_failure(asked, &failed);
            json_t *value = error_object(asked, &failed, &w);

            if (flavour_of(asked)->cost)
                json_object_set_new(
                    value, "choices",
                    json_pack("[{s:i, s:{s:s}, s:s}]", "index", 0, "delta", "content", "", "finish_reason", "error"));
            said_event(asked, ret, value);
            return false;
        }
        chunk(asked, chunks, ret,
              json_pack("{s:o}", refusal ? "refusal" : "content", wire_json(wire_piece(&rest, dice))));
    }
    return true;
}

static void answer_stream(const struct asked *asked, const struct reply *reply, const struct model_said *m,
                          struct said *ret)
{
    const struct flavour *flavour = flavour_of(asked);
    struct dice dice = dice_of(asked->hash, "pieces");
    bool usage = flavour->known_fields ||
                 (flavour->stream_usage &&
                  json_is_true(json_object_get(json_object_get(asked->json, "stream_options"), "include_usage")));
    struct chunks chunks = chunks_of(asked, usage && !flavour->known_fields);

    ret->status = 200;
    ret->type = "text/event-stream";
    ret->stream = true;
    said_header(ret, "cache-control", "no-cache");
    if (flavour->comment)
        said_piece(asked, ret, str(flavour->comment));
    chunk(asked, &chunks, ret, json_pack("{s:s, s:s}", "role", "assistant", "content", ""));
    if (shown_reasoning(asked) && !str_empty(m->reasoning))
        chunk(asked, &chunks, ret, json_pack("{s:o}", shown_reasoning(asked), wire_json(m->reasoning)));
    if (flavour->comment)
        said_piece(asked, ret, str(flavour->comment));
    chunk_calls(asked, &chunks, m, &dice, ret);
    if (!chunk_text(asked, reply, &chunks, m, &dice, ret) || reply->twist == TWIST_UNENDED)
        return;
    if (flavour->known_fields) { /* the usage comes with the end */
        json_t *value = envelope(asked, "chat.completion.chunk");

        json_object_set_new(
            value, "choices",
            json_pack("[{s:i, s:{s:s}, s:s}]", "index", 0, "delta", "content", "", "finish_reason", finish_of(m)));
        if (reply->twist != TWIST_NO_USAGE)
            json_object_set_new(value, "usage", usage_of(flavour, m));
        said_event(asked, ret, value);
    } else {
        chunk_finish(asked, &chunks, ret, finish_of(m));
    }
    if (usage && !flavour->known_fields && reply->twist != TWIST_NO_USAGE) {
        json_t *value = envelope(asked, "chat.completion.chunk");

        json_object_set_new(value, "choices", json_array());
        json_object_set_new(value, "usage", usage_of(flavour, m));
        said_event(asked, ret, value);
    }
    said_piece(asked, ret, str("data: [DONE]\n\n"));
}

static void answer_models(const struct asked *asked, struct said *ret)
{
    static const char *const ids[] = { "test", "test-mini", "gpt-5.2", "gpt-5.2-mini" };
    json_t *list = json_array();

    if (asked->service == &service_llamacpp || asked->service == &service_vllm) { /* the one model that was loaded */
        bool llamacpp = asked->service == &service_llamacpp;
        json_t *one = json_pack("{s:s, s:s, s:i, s:s}", "id", llamacpp ? "local-model.gguf" : "vendor/served-model",
                                "object", "model", "created", CREATED, "owned_by", llamacpp ? "llamacpp" : "vllm");

        if (llamacpp)
            json_object_set_new(one, "meta", json_pack("{s:i}", "n_ctx_train", 32768));
        else
            json_object_set_new(one, "max_model_len", json_integer(40960));
        json_array_append_new(list, one);
    } else
        for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
            json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:s}", "id", ids[i], "object", "model", "created",
                                                  CREATED, "owned_by", "testd"));
    said_json(asked, ret, 200, json_pack("{s:s, s:o}", "object", "list", "data", list));
}

static void chat_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    const struct flavour *flavour = flavour_of(asked);
    struct str path = str_sub(asked->path, strlen(asked->service->base), asked->path.len);
    bool models = str_is(asked->method, "GET") && str_is(path, "/models");
    bool chat = str_is(asked->method, "POST") && str_is(path, "/chat/completions");
    bool responses = asked->service == &service_openai && responses_path(asked);
    bool credit = asked->service == &service_openrouter && str_is(path, "/key");
    struct reply refused = { .failure = FAILURE_STATUS };
    struct model_asked m;
    struct model_said said;

    said_header(ret, "x-request-id", str_format(asked->arena, "req_%s", asked->key).data);
    said_header(ret, "openai-processing-ms", "12");
    said_header(ret, "x-ratelimit-remaining-requests", "9999");
    said_header(ret, "x-ratelimit-reset-requests", "12ms");
    if (flavour->needs_key && !asked_has_bearer(asked))
        refused.failure = FAILURE_KEY;
    else if (!str_starts(asked->path, asked->service->base) || (!models && !chat && !responses && !credit))
        refused.status = 404;
    else if (chat && (str_empty(asked->model) || json_array_size(json_object_get(asked->json, "messages")) == 0))
        refused.status = 400;
    if (refused.status || refused.failure == FAILURE_KEY) {
        chat_failure(asked, &refused, ret);
        return;
    }
    if (models) {
        answer_models(asked, ret);
        return;
    }
    if (credit) {
        said_json(asked, ret, 200, json_pack("{s:{s:s, s:f, s:n}}", "data", "label", "key", "usage", 0.5, "limit"));
        return;
    }
    if (responses) {
        responses_answer(asked, reply, ret);
        return;
    }
    m = read_request(asked);
    if (flavour->known_fields && refuse_unknown(asked, ret))
        return;
    if (m.schema &&
        (flavour->no_schema || (flavour->schema_models && !str_contains(m.model, flavour->schema_models)))) {
        refused.failure = FAILURE_PARAMETER;
        refused.parameter = "response_format";
        chat_failure(asked, &refused, ret);
        return;
    }
    if (flavour->strict && refuse_strictly(asked, &m, ret))
        return;
    model_answer(&m, reply, &said);
    if (asked->stream) {
        answer_stream(asked, reply, &said, ret);
    } else if (reply->twist == TWIST_ERROR) {
        struct reply failed = { .status = 500, .failure = FAILURE_STATUS };
        struct wording w = word_failure(asked, &failed);

        said_json(asked, ret, 200, error_object(asked, &failed, &w));
    } else {
        answer_plain(asked, reply, &said, ret);
    }
}

const struct service service_openai = {
    .name = "openai",
    .base = "/v1",
    .url_variable = "OPENAI_BASE_URL",
    .key_variable = "OPENAI_API_KEY",
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_openrouter = {
    .name = "openrouter",
    .base = "/api/v1",
    .url_variable = "OPENROUTER_BASE_URL",
    .key_variable = "OPENROUTER_API_KEY",
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_compatible = {
    .name = "compatible",
    .base = "/v1",
    .url_variable = "COMPATIBLE_BASE_URL",
    .key_variable = "COMPATIBLE_API_KEY",
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_zai = {
    .name = "zai",
    .base = "/api/paas/v4",
    .url_variable = "ZAI_BASE_URL",
    .key_variable = "ZAI_API_KEY",
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_groq = {
    .name = "groq",
    .base = "/openai/v1",
    .url_variable = "GROQ_BASE_URL",
    .key_variable = "GROQ_API_KEY",
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_mistral = {
    .name = "mistral",
    .base = "/v1",
    .url_variable = "MISTRAL_BASE_URL",
    .key_variable = "MISTRAL_API_KEY",
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_deepseek = {
    .name = "deepseek",
    .base = "",
    .url_variable = "DEEPSEEK_BASE_URL",
    .key_variable = "DEEPSEEK_API_KEY",
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_llamacpp = {
    .name = "llamacpp",
    .base = "/v1",
    .url_variable = "LLAMACPP_BASE_URL",
    .key_variable = NULL,
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};

const struct service service_vllm = {
    .name = "vllm",
    .base = "/v1",
    .url_variable = "VLLM_BASE_URL",
    .key_variable = NULL,
    .model = true,
    .read = chat_read,
    .answer = chat_answer,
    .failure = chat_failure,
};
