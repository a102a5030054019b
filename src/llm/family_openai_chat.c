/* OpenAI chat completions: OpenAI itself, OpenRouter, and every address that
 * speaks the same. The deviations of the compatible ones are tolerated always
 * and produced by the quirks of the provider's row. */
#include "llm/family.h"

#include <math.h>

#include "text/json.h"

struct chat_state {
    struct buf *arguments[ATTEMPT_TOOL_CALLS_MAX];
    struct buf *refusal;
};

static bool quirk(const struct llm_attempt *attempt, enum provider_quirk bit)
{
    return attempt->provider->row->quirks & bit;
}

/* --- the request --- */

static json_t *tool_calls_json(const struct llm_message *message)
{
    json_t *list = json_array();

    for (size_t i = 0; i < message->tool_calls_n; i++) {
        const struct llm_tool_call *call = &message->tool_calls[i];

        json_array_append_new(list, json_pack("{s:o, s:s, s:{s:o, s:o}}", "id", json_new_str(call->id), "type",
                                              "function", "function", "name", json_new_str(call->name), "arguments",
                                              json_new_str(call->arguments)));
    }
    return list;
}

static json_t *message_json(const struct llm_attempt *attempt, const struct llm_message *message)
{
    const char *role = llm_role_words[message->role];
    json_t *object = json_object();

    if (message->role == LLM_SYSTEM && quirk(attempt, PROVIDER_DEVELOPER) && model_can(attempt->model, "reasoning"))
        role = "developer";
    json_object_set_new(object, "role", json_string(role));
    if (message->tool_calls_n > 0 && str_empty(message->text))
        json_object_set_new(object, "content", json_null());
    else
        json_object_set_new(object, "content", json_new_str(message->text));
    if (message->tool_calls_n > 0)
        json_object_set_new(object, "tool_calls", tool_calls_json(message));
    if (message->role == LLM_TOOL)
        json_object_set_new(object, "tool_call_id", json_new_str(message->tool_call_id));
    return object;
}

static json_t *messages_json(struct llm_attempt *attempt, bool schema_in_words)
{
    unsigned flags = MESSAGES_SYSTEM | MESSAGES_PARTIAL | (schema_in_words ? MESSAGES_SCHEMA | MESSAGES_JOINED : 0);
    size_t n;
    const struct llm_message *messages = attempt_messages(attempt, flags, &n);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, message_json(attempt, &messages[i]));
    return list;
}

static void add_tools(const struct llm_attempt *attempt, json_t *body)
{
    const struct llm_request *request = attempt->request;
    json_t *list = json_array();

    for (size_t i = 0; i < request->tools_n; i++) {
        const struct llm_tool *tool = &request->tools[i];

        json_array_append_new(list, json_pack("{s:s, s:{s:o, s:o, s:o}}", "type", "function", "function", "name",
                                              json_new_str(tool->name), "description", json_new_str(tool->description),
                                              "parameters", attempt_json(tool->parameters)));
    }
    struct str choice = attempt_set_tools(attempt, body, list);
    if (str_empty(choice))
        return;
    if (str_is(choice, "auto") || quirk(attempt, PROVIDER_AUTO_TOOLS_ONLY))
        json_object_set_new(body, "tool_choice", json_string("auto"));
    else if (str_is(choice, "none") || str_is(choice, "required"))
        json_object_set_new(body, "tool_choice", json_new_str(choice));
    else
        json_object_set_new(body, "tool_choice",
                            json_pack("{s:s, s:{s:o}}", "type", "function", "function", "name", json_new_str(choice)));
}

/* Between 0 and 1, both excluded, for services that insist. */
static double open_interval(double value) { return value <= 0 ? 0.01 : value >= 1 ? 0.99 : value; }

static void add_sampling(const struct llm_attempt *attempt, json_t *body)
{
    const struct llm_request *request = attempt->request;

    if (!model_can(attempt->model, "temperature") || (attempt->left_out & LLM_NO_TEMPERATURE))
        return;
    bool open = quirk(attempt, PROVIDER_OPEN_INTERVAL);
    attempt_set_number(body, "temperature",
                       open && !isnan(request->temperature) ? open_interval(request->temperature)
                                                            : request->temperature);
    attempt_set_number(body, "top_p", open && !isnan(request->top_p) ? open_interval(request->top_p) : request->top_p);
    attempt_set_number(body, "frequency_penalty", request->frequency_penalty);
    attempt_set_number(body, "presence_penalty", request->presence_penalty);
}

/* The best means the model has. True when the schema must also be said in words. */
static bool add_response_format(struct llm_attempt *attempt, json_t *body)
{
    json_t *schema = attempt_schema(attempt);

    if (!schema)
        return false;
    if (model_can(attempt->model, "schema") && !(attempt->left_out & LLM_NO_SCHEMA)) {
        json_object_set_new(body, "response_format",
                            json_pack("{s:s, s:{s:o, s:b, s:o}}", "type", "json_schema", "json_schema", "name",
                                      json_new_str(attempt_schema_name(attempt)), "strict", 1, "schema", schema));
        return false;
    }
    json_decref(schema);
    if (model_can(attempt->model, "json") && !(attempt->left_out & LLM_NO_JSON))
        json_object_set_new(body, "response_format", json_pack("{s:s}", "type", "json_object"));
    return true;
}

static void add_web_search(const struct llm_attempt *attempt, json_t *body)
{
    if (!attempt->request->web_search)
        return;
    if (quirk(attempt, PROVIDER_OPENROUTER))
        json_object_set_new(body, "plugins", json_pack("[{s:s}]", "id", "web"));
    if (quirk(attempt, PROVIDER_ZAI)) {
        json_t *tools = json_object_get(body, "tools");

        if (!tools)
            json_object_set_new(body, "tools", tools = json_array());
        json_array_append_new(tools, json_pack("{s:s, s:{s:b, s:b}}", "type", "web_search", "web_search", "enable", 1,
                                               "search_result", 1));
    }
}

/* Small jobs are not worth the thinking, and thoughts about tools would have to be sent back with the results. */
static bool thinks_in_vain(const struct llm_attempt *attempt)
{
    const struct llm_request *request = attempt->request;

    return quirk(attempt, PROVIDER_THINKING_SWITCH) && !(attempt->left_out & LLM_NO_REASONING) &&
           (request->tools_n > 0 || request->tier == TIER_SIMPLE || request->tier == TIER_BULK);
}

static void add_max_tokens(const struct llm_attempt *attempt, json_t *body)
{
    bool completion = quirk(attempt, PROVIDER_COMPLETION_TOKENS);

    if (attempt->left_out & LLM_OTHER_MAX_TOKENS)
        completion = !completion;
    attempt_set_max_tokens(attempt, body, completion ? "max_completion_tokens" : "max_tokens");
}

static int chat_build(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    const struct llm_request *request = attempt->request;
    struct headers *headers = arena_alloc(attempt->arena, sizeof *headers);
    json_t *body = json_object();

    json_object_set_new(body, "model", json_new_str(attempt->model->id));
    bool in_words = add_response_format(attempt, body);
    json_object_set_new(body, "messages", messages_json(attempt, in_words));
    add_max_tokens(attempt, body);
    add_sampling(attempt, body);
    attempt_set_stop(attempt, body, "stop", 4);
    add_tools(attempt, body);
    add_web_search(attempt, body);
    if (request->stream) {
        json_object_set_new(body, "stream", json_true());
        if (!(attempt->left_out & LLM_NO_STREAM_OPTIONS) && !quirk(attempt, PROVIDER_NO_STREAM_OPTIONS))
            json_object_set_new(body, "stream_options", json_pack("{s:b}", "include_usage", 1));
    }
    if (thinks_in_vain(attempt))
        json_object_set_new(body, "thinking", json_pack("{s:s}", "type", "disabled"));
    if (quirk(attempt, PROVIDER_CACHE_KEY) && !str_empty(request->role) && !(attempt->left_out & LLM_NO_CACHE_KEY))
        json_object_set_new(body, "prompt_cache_key",
                            json_new_str(str_format(attempt->arena, "fathom-%.*s", STR_ARG(request->role))));

    headers_add_key(headers, attempt->arena, attempt->provider->key);
    if (quirk(attempt, PROVIDER_OPENROUTER)) {
        if (!str_empty(attempt->provider->referer))
            headers_add(headers, attempt->arena, "HTTP-Referer", attempt->provider->referer);
        headers_add(headers, attempt->arena, "X-OpenRouter-Title", str("fathom"));
    }
    if (quirk(attempt, PROVIDER_ZAI))
        headers_add(headers, attempt->arena, "Accept-Language", str("en-US,en"));
    return attempt_post(attempt, "/chat/completions", headers, body, ret, e);
}

/* --- the answer --- */

static void read_usage(struct llm_attempt *attempt, const json_t *usage)
{
    if (!json_is_object(usage) || !json_object_get(usage, "prompt_tokens"))
        return;
    const json_t *in = json_object_get(usage, "prompt_tokens_details");
    const json_t *out = json_object_get(usage, "completion_tokens_details");
    struct usage *u = &attempt->usage;

    attempt_tokens(attempt, usage, "prompt_tokens", "completion_tokens");
    u->cached_tokens = attempt_count(attempt, in, "cached_tokens",
                                     attempt_count(attempt, usage, "prompt_cache_hit_tokens", 0));
    u->reasoning_tokens = attempt_count(attempt, out, "reasoning_tokens",
                                        attempt_count(attempt, usage, "reasoning_tokens", 0));
    attempt->cache_write_tokens = attempt_count(attempt, in, "cache_write_tokens", 0);
    const json_t *tools = json_object_get(usage, "server_tool_use_details");
    u->searches = attempt_count(attempt, tools, "web_search_requests",
                                attempt_count(attempt, usage, "num_search_queries", 0));
    const json_t *cost = json_object_get(usage, "cost");
    double dollars = json_is_object(cost) ? json_get_double(cost, "total_cost", -1)
                                          : json_get_double(usage, "cost", -1);
    if (dollars >= 0 && dollars < 1e6)
        attempt->cost_reported_nano = llround(dollars * 1e9);
}

static int finish_of(struct str reason)
{
    static const struct word_number table[] = {
        { "stop", LLM_STOP },
        { "eos", LLM_STOP },
        { "end_turn", LLM_STOP },
        { "length", LLM_LENGTH },
        { "max_tokens", LLM_LENGTH },
        { "model_length", LLM_LENGTH },
        { "tool_calls", LLM_TOOL_CALLS },
        { "function_call", LLM_TOOL_CALLS },
        { "content_filter", LLM_FILTER },
        { "sensitive", LLM_FILTER },
        { "refusal", LLM_REFUSAL },
        { 0 },
    };

    return word_number(table, reason, LLM_OTHER);
}

static void read_annotations(struct llm_attempt *attempt, const json_t *list)
{
    size_t at;
    const json_t *one;
    struct str text = buf_str(&attempt->text);

    json_array_foreach (list, at, one) {
        const json_t *citation = json_object_get(one, "url_citation");
        if (!citation)
            citation = one;
        int64_t start = json_get_int(citation, "start_index", -1), end = json_get_int(citation, "end_index", -1);
        bool placed = start >= 0 && end > start && !attempt->stripped;

        attempt_cite(attempt, (struct llm_citation){ .url = json_get_str(citation, "url"),
                                                     .title = json_get_str(citation, "title"),
                                                     .text = json_get_str(citation, "content"),
                                                     .start = placed ? (int64_t) attempt_byte_of(text, start) : -1,
                                                     .end = placed ? (int64_t) attempt_byte_of(text, end) : -1 });
    }
}

/* What services with a search of their own put beside the choices. */
static void read_search_results(struct llm_attempt *attempt, const json_t *top)
{
    static const struct {
        const char *list, *url, *text;
    } shapes[] = { { "search_results", "url", "snippet" }, { "web_search", "link", "content" } };
    size_t at;
    const json_t *one;

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        json_array_foreach (json_object_get(top, shapes[i].list), at, one)
            attempt_cite(attempt, (struct llm_citation){ .url = json_get_str(one, shapes[i].url),
                                                         .title = json_get_str(one, "title"),
                                                         .text = json_get_str(one, shapes[i].text),
                                                         .start = -1,
                                                         .end = -1 });
    json_array_foreach (json_object_get(top, "citations"), at, one)
        if (json_is_string(one))
            attempt_cite(attempt, (struct llm_citation){ .url = str(json_string_value(one)), .start = -1, .end = -1 });
}

/* Text where the standard has text; some services give a list of parts. */
static void read_content(struct llm_attempt *attempt, const json_t *content)
{
    size_t at;
    const json_t *part;

    if (json_is_string(content))
        attempt_text(attempt, str_n(json_string_value(content), json_string_length(content)));
    json_array_foreach (content, at, part) {
        if (str_is(json_get_str(part, "type"), "thinking")) {
            size_t i;
            const json_t *piece;

            json_array_foreach (json_object_get(part, "thinking"), i, piece)
                attempt_reasoning(attempt, json_get_str(piece, "text"));
        } else {
            attempt_text(attempt, json_get_str(part, "text"));
        }
    }
}

static void read_tool_calls(struct llm_attempt *attempt, struct chat_state *state, const json_t *list)
{
    size_t at;
    const json_t *one;

    json_array_foreach (list, at, one) {
        int64_t index = json_get_int(one, "index", (int64_t) at);
        if (index < 0)
            continue;
        struct llm_tool_call *call = attempt_tool_call(attempt, (size_t) index);
        if (!call)
            continue;
        const json_t *function = json_object_get(one, "function");
        const json_t *arguments = json_object_get(function, "arguments");
        if (str_empty(call->id))
            call->id = str_dup(attempt->arena, json_get_str(one, "id"));
        if (str_empty(call->name))
            call->name = str_dup(attempt->arena, json_get_str(function, "name"));
        struct buf **buf = &state->arguments[index];
        if (!*buf)
            *buf = attempt_buf(attempt, ATTEMPT_TEXT_MAX);
        if (json_is_string(arguments))
            buf_add(*buf, json_string_value(arguments), json_string_length(arguments));
        else if (json_is_object(arguments))
            buf_add_str(*buf, json_text(attempt->arena, arguments));
    }
}

static struct chat_state *state_of(struct llm_attempt *attempt)
{
    if (!attempt->state) {
        struct chat_state *state = arena_alloc(attempt->arena, sizeof *state);

        state->refusal = attempt_buf(attempt, ATTEMPT_TEXT_MAX);
        attempt->state = state;
    }
    return attempt->state;
}

/* A message or a delta. */
static void read_message(struct llm_attempt *attempt, const json_t *message)
{
    struct chat_state *state = state_of(attempt);
    struct str reasoning = json_get_str(message, "reasoning_content");

    attempt_reasoning(attempt, str_empty(reasoning) ? json_get_str(message, "reasoning") : reasoning);
    buf_add_str(state->refusal, json_get_str(message, "refusal"));
    read_content(attempt, json_object_get(message, "content"));
    read_tool_calls(attempt, state, json_object_get(message, "tool_calls"));
    read_annotations(attempt, json_object_get(message, "annotations"));
}

static void read_top(struct llm_attempt *attempt, const json_t *top, const char *message)
{
    const json_t *choice = json_at(top, "choices.0");
    struct str reason = json_get_str(choice, "finish_reason");

    if (str_empty(attempt->answer.model))
        attempt->answer.model = str_dup(attempt->arena, json_get_str(top, "model"));
    read_message(attempt, json_object_get(choice, message));
    if (!str_empty(reason)) {
        attempt->finished = true;
        attempt->answer.finish = finish_of(reason);
    }
    read_usage(attempt, json_object_get(top, "usage"));
    read_search_results(attempt, top);
}

static int chat_close(struct llm_attempt *attempt, struct error *e)
{
    struct chat_state *state = state_of(attempt);

    if (!attempt->finished) /* some local servers leave it out */
        attempt->answer.finish = LLM_STOP;
    int r = attempt_close_with_calls(attempt, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < attempt->answer.tool_calls_n; i++) {
        struct llm_tool_call *call = &attempt->answer.tool_calls[i];

        if (str_empty(call->id))
            call->id = str_format(attempt->arena, "call_%zu", i + 1);
        call->arguments = state->arguments[i] ? attempt_arguments(state->arguments[i]) : str("");
        if (str_empty(str_trim(call->arguments)))
            call->arguments = str("{}");
    }
    if (state->refusal->len > 0)
        return attempt_refused(attempt, buf_str(state->refusal), e);
    return 0;
}

static bool broke_off(struct str reason)
{
    return str_is(reason, "error") || str_is(reason, "network_error") || str_is(reason, "insufficient_system_resource");
}

static int chat_read(struct llm_attempt *attempt, const json_t *top, bool whole, struct error *e)
{
    const json_t *error = json_object_get(top, "error"), *choice = json_at(top, "choices.0");

    if (error && !json_is_null(error))
        return attempt_error_inside(attempt, error, e);
    if (whole && !choice && json_is_array(json_object_get(top, "choices")))
        return attempt_silent(attempt, e);
    if (whole && !json_is_object(choice))
        return attempt_garbage(attempt, e, "the answer has no choices");
    if (broke_off(json_get_str(choice, "finish_reason")))
        return attempt_garbage(attempt, e, "the model's own service failed in the middle of the answer");
    read_top(attempt, top, whole && json_object_get(choice, "message") ? "message" : "delta");
    return 0;
}

const struct llm_family family_openai_chat = {
    .name = "openai-chat", .build = chat_build, .read = chat_read, .done = true, .close = chat_close
};
