/* Anthropic messages, both versions of the API. */
#include "model.h"
#include "wire.h"

enum { FOUND = 3, CACHED_PART = 4 };

static struct str text_of_content(struct arena *arena, const json_t *content, struct model_asked *ret)
{
    struct str_list texts = { 0 };
    const json_t *block;
    size_t i;

    if (json_is_string(content))
        return wire_text(content);
    json_array_foreach (content, i, block) {
        struct str type = wire_text(json_object_get(block, "type"));
        const json_t *inner = json_object_get(block, "content"), *part;
        size_t k;

        if (str_is(type, "tool_result")) {
            ret->has_results = true;
            if (json_is_string(inner))
                str_list_add(arena, &texts, wire_text(inner));
            json_array_foreach (inner, k, part)
                str_list_add(arena, &texts, wire_text(json_object_get(part, "text")));
        } else if (str_is(type, "text")) {
            str_list_add(arena, &texts, wire_text(json_object_get(block, "text")));
        }
    }
    return texts.n ? str_join(arena, texts.items, texts.n, "\n") : str("");
}

static void read_messages(const struct asked *asked, struct model_asked *ret)
{
    struct str_list before = { 0 }, begun = { 0 }, rest = { 0 };
    const json_t *message;
    size_t i;

    str_list_add(asked->arena, &before, text_of_content(asked->arena, json_object_get(asked->json, "system"), ret));
    ret->prompt_bytes += before.items[0].len;
    json_array_foreach (json_object_get(asked->json, "messages"), i, message) {
        struct str text = text_of_content(asked->arena, json_object_get(message, "content"), ret);

        ret->prompt_bytes += text.len;
        if (str_is(wire_text(json_object_get(message, "role")), "assistant"))
            str_list_add(asked->arena, &begun, text);
        else
            str_list_add(asked->arena, begun.n ? &rest : &before, text);
    }
    ret->prompt = str_join(asked->arena, before.items, before.n, "\n");
    ret->begun = str_join(asked->arena, begun.items, begun.n, "");
    ret->rest = str_join(asked->arena, rest.items, rest.n, "\n");
}

/* Tools of the caller; *ret_searches: the service's own search is among them. */
static void read_tools(const struct asked *asked, struct model_asked *ret, bool *ret_searches)
{
    const json_t *tools = json_object_get(asked->json, "tools"), *choice = json_object_get(asked->json, "tool_choice"),
                 *tool;
    struct str how = wire_text(json_object_get(choice, "type"));
    size_t i;

    ret->tools = arena_calloc(asked->arena, json_array_size(tools) + 1, sizeof *ret->tools);
    *ret_searches = false;
    json_array_foreach (tools, i, tool) {
        if (json_object_get(tool, "input_schema"))
            ret->tools[ret->tools_n++] = (struct model_tool){ wire_text(json_object_get(tool, "name")),
                                                              json_object_get(tool, "input_schema") };
        else if (str_starts(wire_text(json_object_get(tool, "type")), "web_search_"))
            *ret_searches = true;
    }
    if (str_is(how, "tool"))
        ret->tool_choice = wire_text(json_object_get(choice, "name"));
    else if (str_is(how, "none"))
        ret->tool_choice = how;
    ret->must_call = str_is(how, "tool") || str_is(how, "any");
}

static struct model_asked read_request(const struct asked *asked, bool *ret_searches)
{
    const json_t *format = json_object_get(json_object_get(asked->json, "output_config"), "format");
    struct model_asked ret = { .arena = asked->arena, .model = wire_text(json_object_get(asked->json, "model")) };

    ret.schema = json_object_get(format, "schema");
    ret.max_tokens = json_integer_value(json_object_get(asked->json, "max_tokens"));
    read_messages(asked, &ret);
    read_tools(asked, &ret, ret_searches);
    return ret;
}

static void anthropic_read(struct asked *asked)
{
    struct model_asked m;
    bool searches;

    if (!str_is(asked->method, "POST")) {
        asked->role = str("list");
        return;
    }
    m = read_request(asked, &searches);
    asked->role = model_role(&m);
    asked->query = prompt_question(m.prompt);
    model_measure(&m, asked);
    asked->model = m.model;
    asked->stream = json_is_true(json_object_get(asked->json, "stream"));
}

static json_t *error_object(const struct asked *asked, int status, const char *message)
{
    static const struct {
        int status;
        const char *type;
    } types[] = {
        { 401, "authentication_error" }, { 402, "billing_error" },  { 403, "permission_error" },
        { 404, "not_found_error" },      { 409, "conflict_error" }, { 413, "request_too_large" },
        { 429, "rate_limit_error" },     { 504, "timeout_error" },  { 529, "overloaded_error" },
    };
    const char *type = status >= 500 ? "api_error" : "invalid_request_error";

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].status == status)
            type = types[i].type;
    return json_pack("{s:s, s:{s:s, s:s}, s:o}", "type", "error", "error", "type", type, "message", message,
                     "request_id", json_sprintf("req_%s", asked->key));
}

static void refuse(const struct asked *asked, struct said *ret, int status, const char *message)
{
    said_header(ret, "request-id", str_format(asked->arena, "req_%s", asked->key).data);
    said_json(asked, ret, status, error_object(asked, status, message));
}

static void anthropic_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 401, 402);
    const char *message = status == 529 ? "Overloaded" : wire_reason(status);

    if (reply->failure == FAILURE_KEY)
        message = "invalid x-api-key";
    else if (reply->failure == FAILURE_QUOTA)
        message = "Your credit balance is too low to access the API.";
    else if (reply->failure == FAILURE_MODEL)
        message = str_format(asked->arena, "model: %.*s", STR_ARG(asked->model)).data;
    else if (reply->failure == FAILURE_CONTEXT && reply->window && asked->prompt_tokens > reply->window)
        message = str_format(asked->arena, "prompt is too long: %lld tokens > %lld maximum",
                             (long long) asked->prompt_tokens, (long long) reply->window)
                      .data;
    else if (reply->failure == FAILURE_CONTEXT && reply->window)
        message = str_format(asked->arena,
                             "input length and `max_tokens` exceed context limit: %lld + %lld > %lld, decrease input "
                             "length or `max_tokens` and try again",
                             (long long) asked->prompt_tokens, (long long) asked->answer_tokens,
                             (long long) reply->window)
                      .data;
    else if (reply->failure == FAILURE_CONTEXT)
        message = "prompt is too long: 209000 tokens > 200000 maximum";
    else if (reply->failure == FAILURE_PARAMETER)
        message = str_format(asked->arena, "%s: Extra inputs are not permitted", reply->parameter).data;
    refuse(asked, ret, status, message);
}

/* What is refused before it is thought about; NULL if nothing. */
static const char *wrong_with(const struct asked *asked, const struct model_asked *m)
{
    static const char *const sampling[] = { "temperature", "top_p", "top_k" };
    static const char *const newer[] = { "claude-opus-5",  "claude-sonnet-5", "claude-haiku-5",
                                         "claude-fable-5", "claude-opus-4-7", "claude-opus-4-8" };
    const char *version = asked_header(asked, "anthropic-version");
    const json_t *temperature = json_object_get(asked->json, "temperature");

    if (!version)
        return "anthropic-version: header is required";
    if (strcmp(version, "2023-06-01") != 0 && strcmp(version, "2026-10-21") != 0)
        return "anthropic-version: is not a valid version";
    if (str_empty(m->model) || json_array_size(json_object_get(asked->json, "messages")) == 0)
        return "messages: Field required";
    if (!json_is_integer(json_object_get(asked->json, "max_tokens")))
        return "max_tokens: Field required";
    for (size_t i = 0; i < sizeof sampling / sizeof *sampling; i++)
        if (strcmp(version, "2026-10-21") == 0 && json_object_get(asked->json, sampling[i]))
            return str_format(asked->arena, "%s: Extra inputs are not permitted", sampling[i]).data;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (str_starts(m->model, newer[i]) && temperature && json_number_value(temperature) != 1)
            return "`temperature` is not supported by this model.";
    if (m->schema && json_object_get(m->schema, "properties") &&
        !json_is_false(json_object_get(m->schema, "additionalProperties")))
        return "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false";
    return NULL;
}

static json_t *usage_of(const struct asked *asked, const struct model_said *m, bool searched)
{
    bool caches = str_contains(asked->body, "\"cache_control\"");
    int64_t read = caches ? m->cached : 0, written = caches ? (m->input - read) / CACHED_PART : 0;
    json_t *usage = json_pack("{s:I, s:I, s:I, s:{s:I, s:i}, s:I, s:s}", "input_tokens",
                              (json_int_t) (m->input - read - written), "cache_creation_input_tokens",
                              (json_int_t) written, "cache_read_input_tokens", (json_int_t) read, "cache_creation",
                              "ephemeral_5m_input_tokens", (json_int_t) written, "ephemeral_1h_input_tokens", 0,
                              "output_tokens", (json_int_t) m->output, "service_tier", "standard");

    if (searched)
        json_object_set_new(usage, "server_tool_use",
                            json_pack("{s:i, s:i}", "web_search_requests", 1, "web_fetch_requests", 0));
    return usage;
}

/* A search of its own: the call, the results, and sentences that rest on them. */
static void add_searched(const struct asked *asked, json_t *blocks)
{
    json_t *results = json_array();
    struct document d;

    json_array_append_new(blocks, json_pack("{s:s, s:o, s:s, s:{s:o}}", "type", "server_tool_use", "id",
                                            json_sprintf("srvtoolu_%s", asked->key), "name", "web_search", "input",
                                            "query", wire_json(asked->query)));
    for (size_t i = 0; i < FOUND; i++) {
        document_find(asked->arena, asked->query, "anthropic", i, &d);
        json_array_append_new(results, json_pack("{s:s, s:o, s:o, s:o, s:s}", "type", "web_search_result", "url",
                                                 wire_json(d.url), "title", wire_json(d.title), "page_age",
                                                 wire_json(d.date), "encrypted_content", "ZW5jcnlwdGVk"));
    }
    json_array_append_new(blocks, json_pack("{s:s, s:o, s:o}", "type", "web_search_tool_result", "tool_use_id",
                                            json_sprintf("srvtoolu_%s", asked->key), "content", results));
    for (size_t i = 0; i < FOUND; i++) {
        document_find(asked->arena, asked->query, "anthropic", i, &d);
        json_array_append_new(blocks, json_pack("{s:s, s:o, s:[{s:s, s:o, s:o, s:o, s:s}]}", "type", "text", "text",
                                                json_sprintf("%.*s ", STR_ARG(d.snippet)), "citations", "type",
                                                "web_search_result_location", "url", wire_json(d.url), "title",
                                                wire_json(d.title), "cited_text", wire_json(d.snippet),
                                                "encrypted_index", "aW5kZXg="));
    }
}

static json_t *blocks_of(const struct asked *asked, const struct model_said *m, bool searched)
{
    json_t *blocks = json_array();

    if (!str_empty(m->reasoning) && json_object_get(asked->json, "thinking"))
        json_array_append_new(blocks, json_pack("{s:s, s:o, s:s}", "type", "thinking", "thinking",
                                                wire_json(m->reasoning), "signature", "c2lnbmF0dXJl"));
    if (searched)
        add_searched(asked, blocks);
    if (!searched && !str_empty(m->text))
        json_array_append_new(blocks,
                              json_pack("{s:s, s:o, s:n}", "type", "text", "text", wire_json(m->text), "citations"));
    for (size_t i = 0; i < m->calls_n; i++)
        json_array_append_new(
            blocks, json_pack("{s:s, s:o, s:o, s:o}", "type", "tool_use", "id",
                              json_sprintf("toolu_%.*s", STR_ARG(m->calls[i].id)), "name", wire_json(m->calls[i].name),
                              "input", json_loadb(m->calls[i].arguments.data, m->calls[i].arguments.len, 0, NULL)));
    return blocks;
}

static void set_stop(json_t *value, const struct model_said *m)
{
    bool refused = !str_empty(m->refusal) || m->filtered;

    json_object_set_new(value, "stop_reason",
                        json_string(refused      ? "refusal"
                                    : m->cut     ? "max_tokens"
                                    : m->calls_n ? "tool_use"
                                                 : "end_turn"));
    json_object_set_new(value, "stop_sequence", json_null());
    if (refused)
        json_object_set_new(value, "stop_details",
                            json_pack("{s:s, s:s, s:s}", "type", "refusal", "category", "general_harms", "explanation",
                                      "The request touches a subject that is not answered."));
}

static json_t *message_of(const struct asked *asked, json_t *blocks)
{
    return json_pack("{s:o, s:s, s:s, s:o, s:o, s:n, s:n}", "id", json_sprintf("msg_%s", asked->key), "type", "message",
                     "role", "assistant", "model", wire_json(asked->model), "content", blocks, "stop_reason",
                     "stop_sequence");
}

static void delta(const struct asked *asked, struct said *ret, int index, json_t *what)
{
    wire_event(asked, ret, "content_block_delta",
               json_pack("{s:s, s:i, s:o}", "type", "content_block_delta", "index", index, "delta", what));
}

static void stream_block(const struct asked *asked, struct said *ret, int index, const json_t *block, struct dice *dice)
{
    struct str type = wire_text(json_object_get(block, "type")), rest;
    json_t *start = json_deep_copy(block), *citation;
    size_t i;

    if (str_is(type, "text") || str_is(type, "thinking"))
        json_object_set_new(start, str_z(asked->arena, type), json_string(""));
    if (json_object_get(start, "citations"))
        json_object_set_new(start, "citations", json_array());
    if (json_object_get(start, "signature"))
        json_object_set_new(start, "signature", json_string(""));
    if (json_object_get(start, "input"))
        json_object_set_new(start, "input", json_object());
    wire_event(asked, ret, "content_block_start",
               json_pack("{s:s, s:i, s:o}", "type", "content_block_start", "index", index, "content_block", start));
    json_array_foreach (json_object_get(block, "citations"), i, citation)
        delta(asked, ret, index, json_pack("{s:s, s:O}", "type", "citations_delta", "citation", citation));
    for (rest = wire_text(json_object_get(block, "text")); !str_empty(rest);)
        delta(asked, ret, index,
              json_pack("{s:s, s:o}", "type", "text_delta", "text", wire_json(wire_piece(&rest, dice))));
    for (rest = wire_text(json_object_get(block, "thinking")); !str_empty(rest);)
        delta(asked, ret, index,
              json_pack("{s:s, s:o}", "type", "thinking_delta", "thinking", wire_json(wire_piece(&rest, dice))));
    if (json_object_get(block, "signature"))
        delta(asked, ret, index,
              json_pack("{s:s, s:O}", "type", "signature_delta", "signature", json_object_get(block, "signature")));
    if (json_object_size(json_object_get(block, "input")) > 0)
        for (rest = wire_dump(asked->arena, json_object_get(block, "input")); !str_empty(rest);)
            delta(asked, ret, index,
                  json_pack("{s:s, s:o}", "type", "input_json_delta", "partial_json",
                            wire_json(wire_piece(&rest, dice))));
    wire_event(asked, ret, "content_block_stop", json_pack("{s:s, s:i}", "type", "content_block_stop", "index", index));
}

static void answer_stream(const struct asked *asked, const struct reply *reply, const struct model_said *m,
                          bool searched, struct said *ret)
{
    struct dice dice = dice_of(asked->hash, "pieces");
    json_t *blocks = blocks_of(asked, m, searched), *message = message_of(asked, json_array()), *block;
    json_t *usage = usage_of(asked, m, searched), *stop = json_object(), *ending;
    size_t i;

    ret->status = 200;
    ret->type = "text/event-stream; charset=utf-8";
    ret->stream = true;
    said_header(ret, "cache-control", "no-cache");
    if (reply->twist != TWIST_NO_USAGE) {
        json_object_set_new(message, "usage", json_copy(usage));
        json_object_set_new(json_object_get(message, "usage"), "output_tokens", json_integer(1));
        json_object_del(json_object_get(message, "usage"), "server_tool_use");
    }
    wire_event(asked, ret, "message_start", json_pack("{s:s, s:o}", "type", "message_start", "message", message));
    wire_event(asked, ret, "ping", json_pack("{s:s}", "type", "ping"));
    json_array_foreach (blocks, i, block)
        stream_block(asked, ret, (int) i, block, &dice);
    set_stop(stop, m);
    ending = json_pack("{s:s, s:o}", "type", "message_delta", "delta", stop);
    if (reply->twist != TWIST_NO_USAGE)
        json_object_set(ending, "usage", usage);
    wire_event(asked, ret, "message_delta", ending);
    wire_event(asked, ret, "message_stop", json_pack("{s:s}", "type", "message_stop"));
    wire_twist_stream(asked, reply, ret, 2, "error", error_object(asked, 529, "Overloaded"));
    json_decref(usage);
    json_decref(blocks);
}

static void answer_models(const struct asked *asked, struct said *ret)
{
    static const char *const ids[] = { "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5" };
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "type", "model", "id", ids[i],
                                              "display_name", ids[i], "created_at", "2026-09-01T00:00:00Z", "lifecycle",
                                              "active", "max_input_tokens", 1000000, "max_tokens", 128000));
    said_json(asked, ret, 200,
              json_pack("{s:o, s:b, s:s, s:s}", "data", list, "has_more", 0, "first_id", ids[0], "last_id", ids[2]));
}

static void answer_message(const struct asked *asked, const struct reply *reply, const struct model_asked *m,
                           bool searches, struct said *ret)
{
    struct model_said said;
    json_t *message;
    bool searched;

    model_answer(m, reply, &said);
    searched = searches && !said.researched && said.calls_n == 0 && !m->schema && !reply->text.data &&
               str_empty(said.refusal) && !said.filtered && !said.cut;
    if (asked->stream) {
        answer_stream(asked, reply, &said, searched, ret);
        return;
    }
    if (reply->twist == TWIST_ERROR) {
        said_json(asked, ret, 200, error_object(asked, 500, "Internal server error"));
        return;
    }
    message = message_of(asked, blocks_of(asked, &said, searched));
    set_stop(message, &said);
    if (reply->twist != TWIST_NO_USAGE)
        json_object_set_new(message, "usage", usage_of(asked, &said, searched));
    said_json(asked, ret, 200, message);
}

static void anthropic_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool post = str_is(asked->method, "POST"), message = post && str_is(asked->path, "/v1/messages");
    bool count = post && str_is(asked->path, "/v1/messages/count_tokens"), searches = false;
    struct model_asked m = post ? read_request(asked, &searches) : (struct model_asked){ 0 };
    const char *wrong;

    if (!wire_has_header(asked, "x-api-key") && !asked_has_bearer(asked)) {
        refuse(asked, ret, 401, "x-api-key header is required");
        return;
    }
    said_header(ret, "request-id", str_format(asked->arena, "req_%s", asked->key).data);
    said_header(ret, "anthropic-ratelimit-requests-limit", "50");
    said_header(ret, "anthropic-ratelimit-requests-remaining", "49");
    said_header(ret, "anthropic-ratelimit-requests-reset", "2026-11-15T00:00:00Z");
    wrong = message ? wrong_with(asked, &m) : NULL;
    if (!post && str_is(asked->path, "/v1/models"))
        answer_models(asked, ret);
    else if (count)
        said_json(asked, ret, 200, json_pack("{s:I}", "input_tokens", (json_int_t) (m.prompt_bytes + 3) / 4));
    else if (!message)
        said_json(asked, ret, 404, error_object(asked, 404, "Not found"));
    else if (wrong)
        said_json(asked, ret, 400, error_object(asked, 400, wrong));
    else
        answer_message(asked, reply, &m, searches, ret);
}

const struct service service_anthropic = {
    .name = "anthropic",
    .base = "",
    .url_variable = "ANTHROPIC_BASE_URL",
    .key_variable = "ANTHROPIC_API_KEY",
    .model = true,
    .read = anthropic_read,
    .answer = anthropic_answer,
    .failure = anthropic_failure,
};
