/* Anthropic messages: content in blocks, tools and searches of the service's
 * own among them, citations on the blocks that rest on them. */
#include "llm/family.h"

#include <math.h>

#include "text/json.h"
#include "text/utf8.h"

enum {
    MAX_TOKENS = 8192, /* the field is mandatory */
    SEARCHES_MOST = 8,
    FETCHES_MOST = 5,
    CACHE_BYTES = 6000, /* shorter prefixes are not cached by the service */
    FETCHED_MAX = 2000, /* of a fetched page, as a citation's text */
    SCHEMA_DEPTH = 32,
};

/* A stream builds the blocks that a plain answer brings whole. */
struct stream_state {
    json_t *blocks;
    struct buf *part; /* text or JSON of the block being read */
};

/* --- the request --- */

static json_t *text_block(struct str text)
{
    return json_pack("{s:s, s:o}", "type", "text", "text", json_new_str(text));
}

/* Blocks go into the last message if it has the same role, else into a new one. */
static void add_block(json_t *list, const char *role, json_t *block)
{
    messages_add_part(list, role, "content", block);
}

/* Thoughts before a call go back as they came, signed. */
static void add_thoughts(const struct llm_attempt *attempt, json_t *list, const struct llm_message *message)
{
    json_t *blocks = message->tool_calls_n ? attempt_carried(attempt, &message->tool_calls[0]) : NULL, *block;
    size_t at;

    json_array_foreach (blocks, at, block)
        add_block(list, "assistant", json_incref(block));
    json_decref(blocks);
}

static void add_message(const struct llm_attempt *attempt, json_t *list, const struct llm_message *message)
{
    if (message->role == LLM_TOOL) {
        add_block(list, "user",
                  json_pack("{s:s, s:o, s:o}", "type", "tool_result", "tool_use_id",
                            json_new_str(message->tool_call_id), "content", json_new_str(message->text)));
        return;
    }
    const char *role = message->role == LLM_ASSISTANT ? "assistant" : "user";
    add_thoughts(attempt, list, message);
    if (!str_empty(str_trim(message->text))) /* empty text blocks are refused */
        add_block(list, role, text_block(message->text));
    for (size_t i = 0; i < message->tool_calls_n; i++)
        add_block(list, role,
                  json_pack("{s:s, s:o, s:o, s:o}", "type", "tool_use", "id", json_new_str(message->tool_calls[i].id),
                            "name", json_new_str(message->tool_calls[i].name), "input",
                            attempt_json(message->tool_calls[i].arguments)));
}

static void add_messages(struct llm_attempt *attempt, json_t *body, bool schema_in_words)
{
    unsigned flags = (schema_in_words ? MESSAGES_SCHEMA : 0) | (attempt->turn ? 0 : MESSAGES_PARTIAL);
    size_t n;
    const struct llm_message *messages = attempt_messages(attempt, flags, &n);
    json_t *list = json_array();
    struct str system = attempt_system_text(attempt);

    for (size_t i = 0; i < n; i++)
        add_message(attempt, list, &messages[i]);
    if (attempt->turn)
        json_array_append_new(list,
                              json_pack("{s:s, s:o}", "role", "assistant", "content", json_deep_copy(attempt->turn)));
    json_object_set_new(body, "messages", list);
    if (str_empty(system))
        return;
    json_t *block = text_block(system);
    if (system.len >= CACHE_BYTES)
        json_object_set_new(block, "cache_control", json_pack("{s:s}", "type", "ephemeral"));
    json_object_set_new(body, "system", json_pack("[o]", block));
}

static void add_tools(const struct llm_attempt *attempt, json_t *body)
{
    const struct llm_request *request = attempt->request;
    json_t *list = json_array();

    for (size_t i = 0; i < request->tools_n; i++)
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "name", json_new_str(request->tools[i].name),
                                              "description", json_new_str(request->tools[i].description),
                                              "input_schema", attempt_json(request->tools[i].parameters)));
    if (request->web_search && model_can(attempt->model, "web_search")) {
        json_array_append_new(list, json_pack("{s:s, s:s, s:i}", "type", "web_search_20250305", "name", "web_search",
                                              "max_uses", SEARCHES_MOST));
        json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:{s:b}}", "type", "web_fetch_20250910", "name",
                                              "web_fetch", "max_uses", FETCHES_MOST, "citations", "enabled", 1));
    }
    struct str choice = attempt_set_tools(attempt, body, list);
    if (str_empty(choice))
        return;
    if (str_is(choice, "auto") || str_is(choice, "none"))
        json_object_set_new(body, "tool_choice", json_pack("{s:o}", "type", json_new_str(choice)));
    else if (str_is(choice, "required"))
        json_object_set_new(body, "tool_choice", json_pack("{s:s}", "type", "any"));
    else
        json_object_set_new(body, "tool_choice", json_pack("{s:s, s:o}", "type", "tool", "name", json_new_str(choice)));
}

/* The service knows a subset of JSON Schema: limits go (we check them ourselves), objects are closed. */
static void fit_schema(json_t *schema, int depth)
{
    static const char *const unknown[] = { "minimum",    "maximum",     "exclusiveMinimum", "exclusiveMaximum",
                                           "multipleOf", "minLength",   "maxLength",        "maxItems",
                                           "minItems",   "uniqueItems", "pattern",          NULL };
    const char *name;
    json_t *value;
    size_t at;

    if (depth == 0)
        return;
    if (json_is_object(schema)) {
        for (size_t i = 0; unknown[i]; i++)
            if (!json_is_object(json_object_get(schema, unknown[i]))) /* a property may have that name */
                json_object_del(schema, unknown[i]);
        if (json_is_object(json_object_get(schema, "properties")))
            json_object_set_new(schema, "additionalProperties", json_false());
        json_object_foreach (schema, name, value)
            fit_schema(value, depth - 1);
    }
    json_array_foreach (schema, at, value)
        fit_schema(value, depth - 1);
}

/* True when the schema must be said in words: also beside citations, which exclude it. */
static bool add_format(struct llm_attempt *attempt, json_t *body)
{
    json_t *schema = attempt_schema(attempt);

    if (!schema)
        return false;
    if (!model_can(attempt->model, "schema") || (attempt->left_out & LLM_NO_SCHEMA) || attempt->request->web_search) {
        json_decref(schema);
        return true;
    }
    fit_schema(schema, SCHEMA_DEPTH);
    json_object_set_new(body, "output_config",
                        json_pack("{s:{s:s, s:o}}", "format", "type", "json_schema", "schema", schema));
    return false;
}

static int messages_build(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    const struct llm_request *request = attempt->request;
    struct headers *headers = arena_alloc(attempt->arena, sizeof *headers);
    /* Only the older version knows sampling; models that refuse it get the newer one. */
    bool sampling = model_can(attempt->model, "temperature");
    json_t *body = json_object();

    json_object_set_new(body, "model", json_new_str(attempt->model->id));
    int64_t most = attempt->max_tokens > 0 ? attempt->max_tokens : MAX_TOKENS;
    json_object_set_new(body, "max_tokens", json_integer(most));
    add_messages(attempt, body, add_format(attempt, body));
    add_tools(attempt, body);
    if (sampling && !(attempt->left_out & LLM_NO_TEMPERATURE)) {
        if (!isnan(request->temperature))
            json_object_set_new(body, "temperature", json_real(request->temperature > 1 ? 1 : request->temperature));
        else if (!isnan(request->top_p)) /* the two exclude each other on newer models */
            json_object_set_new(body, "top_p", json_real(request->top_p));
    }
    attempt_set_stop(attempt, body, "stop_sequences", SIZE_MAX);
    if (request->messages_n > 3) /* a conversation: its beginning comes again */
        json_object_set_new(body, "cache_control", json_pack("{s:s}", "type", "ephemeral"));
    if (request->stream)
        json_object_set_new(body, "stream", json_true());
    headers_add(headers, attempt->arena, "x-api-key", attempt->provider->key);
    headers_add(headers, attempt->arena, "anthropic-version", str(sampling ? "2023-06-01" : "2026-10-21"));
    /* The address is customary without the version; with it, it serves too. */
    return attempt_post(attempt, str_ends(attempt->provider->base_url, "/v1") ? "/messages" : "/v1/messages", headers,
                        body, ret, e);
}

/* --- the answer --- */

static void read_usage(struct llm_attempt *attempt, const json_t *usage)
{
    struct usage *u = &attempt->usage;
    int64_t fresh = attempt_count(attempt, usage, "input_tokens", -1),
            read = attempt_count(attempt, usage, "cache_read_input_tokens", -1);
    int64_t written = attempt_count(attempt, usage, "cache_creation_input_tokens", -1);

    if (!json_is_object(usage))
        return;
    /* The last event of a stream may repeat only some counters; they are cumulative. */
    if (fresh >= 0) {
        u->cached_tokens = read < 0 ? u->cached_tokens : read;
        attempt->cache_write_tokens = written < 0 ? attempt->cache_write_tokens : written;
        u->input_tokens = fresh + u->cached_tokens + attempt->cache_write_tokens;
        attempt->usage_reported = true;
    }
    u->output_tokens = attempt_count(attempt, usage, "output_tokens", u->output_tokens);
    u->reasoning_tokens = attempt_count(attempt, json_object_get(usage, "output_tokens_details"), "thinking_tokens",
                                        u->reasoning_tokens);
    u->searches = attempt_count(attempt, json_object_get(usage, "server_tool_use"), "web_search_requests", u->searches);
}

static void cite_text(struct llm_attempt *attempt, const json_t *block, size_t base, size_t len)
{
    size_t at;
    const json_t *one;

    json_array_foreach (json_object_get(block, "citations"), at, one) {
        struct str url = json_get_str(one, "url");

        attempt_cite(attempt, (struct llm_citation){ .url = str_empty(url) ? json_get_str(one, "source") : url,
                                                     .title = json_get_str(one, "title"),
                                                     .text = json_get_str(one, "cited_text"),
                                                     .start = (int64_t) base,
                                                     .end = (int64_t) (base + len) });
    }
}

static void cite_results(struct llm_attempt *attempt, const json_t *content)
{
    size_t at;
    const json_t *one;

    json_array_foreach (content, at, one) /* an object instead of a list is an error of the tool */
        attempt_cite(attempt, (struct llm_citation){ .url = json_get_str(one, "url"),
                                                     .title = json_get_str(one, "title"),
                                                     .start = -1,
                                                     .end = -1 });
    if (str_is(json_get_str(content, "type"), "web_fetch_result")) {
        const json_t *document = json_object_get(content, "content");
        struct str text = json_get_str(json_object_get(document, "source"), "data");
        bool plain = str_is(json_get_str(json_object_get(document, "source"), "type"), "text");

        attempt_cite(attempt, (struct llm_citation){ .url = json_get_str(content, "url"),
                                                     .title = json_get_str(document, "title"),
                                                     .text = plain ? utf8_cut_bytes(text, FETCHED_MAX) : str(""),
                                                     .start = -1,
                                                     .end = -1 });
    }
}

static void add_tool_use(struct llm_attempt *attempt, const json_t *block)
{
    struct llm_tool_call *call = attempt_tool_call(attempt, attempt->answer.tool_calls_n);
    const json_t *input = json_object_get(block, "input");

    if (!call)
        return;
    call->id = str_dup(attempt->arena, json_get_str(block, "id"));
    call->name = str_dup(attempt->arena, json_get_str(block, "name"));
    call->arguments = json_is_object(input) ? json_text(attempt->arena, input) : str("{}");
}

static void read_blocks(struct llm_attempt *attempt, const json_t *blocks, bool with_text)
{
    size_t at, base = 0;
    const json_t *block;
    json_t *thoughts = json_array();

    json_array_foreach (blocks, at, block) {
        struct str type = json_get_str(block, "type");

        if (str_is(type, "thinking") || str_is(type, "redacted_thinking"))
            json_array_append_new(thoughts, json_deep_copy(block));
        if (str_is(type, "text")) {
            struct str text = json_get_str(block, "text");

            if (with_text)
                attempt_text(attempt, text);
            cite_text(attempt, block, base, text.len);
            base += text.len;
        } else if (str_is(type, "thinking") && with_text) {
            attempt_reasoning(attempt, json_get_str(block, "thinking"));
        } else if (str_is(type, "tool_use")) {
            add_tool_use(attempt, block);
        } else if (str_ends(type, "_tool_result")) {
            cite_results(attempt, json_object_get(block, "content"));
        }
    }
    if (json_array_size(thoughts) && attempt->answer.tool_calls_n)
        attempt->answer.tool_calls[0].carry = attempt_carry(attempt, json_incref(thoughts));
    json_decref(thoughts);
}

/* What was sent back before and what came now, to be sent back together. */
static json_t *longer_turn(const struct llm_attempt *attempt, const json_t *blocks)
{
    json_t *all = attempt->turn ? json_deep_copy(attempt->turn) : json_array(), *more = json_deep_copy(blocks);

    json_array_extend(all, more);
    json_decref(more);
    return all;
}

static int read_stop(struct llm_attempt *attempt, const json_t *from, const json_t *blocks, struct error *e)
{
    static const struct word_number table[] = { { "end_turn", LLM_STOP },
                                                { "stop_sequence", LLM_STOP },
                                                { "max_tokens", LLM_LENGTH },
                                                { "tool_use", LLM_TOOL_CALLS },
                                                { 0 } };
    struct str reason = json_get_str(from, "stop_reason");
    struct str why = json_get_str(json_object_get(from, "stop_details"), "explanation");

    attempt->finished = !str_empty(reason);
    attempt->answer.finish = word_number(table, reason, attempt->answer.finish);
    if (str_is(reason, "refusal"))
        return attempt_refused(attempt, str_empty(why) ? str("no reason was given") : why, e);
    if (str_is(reason, "model_context_window_exceeded"))
        return error_set(e, ERROR_CONTEXT, "prompt and answer do not fit the context window of %.*s",
                         STR_ARG(attempt->model->name));
    if (str_is(reason, "pause_turn"))
        attempt_pause(attempt, longer_turn(attempt, blocks));
    return 0;
}

static int read_answer(struct llm_attempt *attempt, const json_t *top, struct error *e)
{
    const json_t *content = json_object_get(top, "content"), *error = json_object_get(top, "error");

    if (json_is_object(error))
        return attempt_error_inside(attempt, error, e);
    if (!json_is_array(content))
        return attempt_garbage(attempt, e, "the answer has no content");
    attempt->answer.model = str_dup(attempt->arena, json_get_str(top, "model"));
    read_usage(attempt, json_object_get(top, "usage"));
    read_blocks(attempt, content, true);
    return read_stop(attempt, top, content, e);
}

/* --- the stream --- */

static void release_blocks(void *data) { json_decref(((struct stream_state *) data)->blocks); }

static struct stream_state *state_of(struct llm_attempt *attempt)
{
    if (!attempt->state) {
        struct stream_state *state = arena_alloc(attempt->arena, sizeof *state);

        state->blocks = json_array();
        state->part = attempt_buf(attempt, ATTEMPT_TEXT_MAX);
        arena_cleanup(attempt->arena, release_blocks, state);
        attempt->state = state;
    }
    return attempt->state;
}

static void read_delta(struct llm_attempt *attempt, struct stream_state *state, json_t *block, const json_t *delta)
{
    struct str type = json_get_str(delta, "type");

    if (str_is(type, "text_delta")) {
        buf_add_str(state->part, json_get_str(delta, "text"));
        attempt_text(attempt, json_get_str(delta, "text"));
    } else if (str_is(type, "input_json_delta")) {
        buf_add_str(state->part, json_get_str(delta, "partial_json"));
    } else if (str_is(type, "thinking_delta")) {
        buf_add_str(state->part, json_get_str(delta, "thinking"));
        attempt_reasoning(attempt, json_get_str(delta, "thinking"));
    } else if (str_is(type, "signature_delta")) {
        json_object_set_new(block, "signature", json_new_str(json_get_str(delta, "signature")));
    } else if (str_is(type, "citations_delta")) {
        if (!json_is_array(json_object_get(block, "citations")))
            json_object_set_new(block, "citations", json_array());
        json_array_append(json_object_get(block, "citations"), json_object_get(delta, "citation"));
    }
}

static void end_block(struct stream_state *state, json_t *block)
{
    struct str type = json_get_str(block, "type"), part = attempt_arguments(state->part);

    if (part.len > 0 && str_is(type, "text"))
        json_object_set_new(block, "text", json_new_str(part));
    else if (part.len > 0 && str_is(type, "thinking"))
        json_object_set_new(block, "thinking", json_new_str(part));
    else if (part.len > 0)
        json_object_set_new(block, "input", attempt_json(part));
    buf_clear(state->part);
}

static int read_event(struct llm_attempt *attempt, const json_t *top, struct error *e)
{
    struct stream_state *state = state_of(attempt);
    int r = 0;
    struct str type = json_get_str(top, "type");
    json_t *last = json_array_get(state->blocks, json_array_size(state->blocks) - 1);
    if (str_is(type, "message_start")) {
        const json_t *message = json_object_get(top, "message");

        attempt->answer.model = str_dup(attempt->arena, json_get_str(message, "model"));
        read_usage(attempt, json_object_get(message, "usage"));
    } else if (str_is(type, "content_block_start")) {
        const json_t *block = json_object_get(top, "content_block");

        buf_clear(state->part);
        json_array_append_new(state->blocks, json_is_object(block) ? json_deep_copy(block) : json_object());
        attempt_text(attempt, str_is(json_get_str(block, "type"), "text") ? json_get_str(block, "text") : str(""));
        if (str_is(json_get_str(block, "type"), "text"))
            buf_add_str(state->part, json_get_str(block, "text"));
    } else if (str_is(type, "content_block_delta") && last) {
        read_delta(attempt, state, last, json_object_get(top, "delta"));
    } else if (str_is(type, "content_block_stop") && last) {
        end_block(state, last);
    } else if (str_is(type, "message_delta")) {
        read_usage(attempt, json_object_get(top, "usage"));
        r = read_stop(attempt, json_object_get(top, "delta"), state->blocks, e);
    } else if (str_is(type, "message_stop")) {
        attempt->ended = true;
    } else if (str_is(type, "error") || json_is_object(json_object_get(top, "error"))) {
        r = attempt_error_inside(attempt, json_object_get(top, "error"), e);
    }
    if (r == 0 && state->part->over)
        r = error_set(e, ERROR_LIMIT, "%.*s sent more text than is read", STR_ARG(attempt->provider->name));
    return r;
}

static int messages_read(struct llm_attempt *attempt, const json_t *top, bool whole, struct error *e)
{
    return whole ? read_answer(attempt, top, e) : read_event(attempt, top, e);
}

static int messages_close(struct llm_attempt *attempt, struct error *e)
{
    read_blocks(attempt, state_of(attempt)->blocks, false);
    return attempt_close(attempt, e);
}

const struct llm_family family_anthropic = {
    .name = "anthropic", .build = messages_build, .read = messages_read, .close = messages_close
};
