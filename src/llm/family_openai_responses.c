/* OpenAI responses, and Perplexity's Agent API, which follows them: models that
 * search by themselves, long jobs in the background, citations as annotations. */
#include "llm/family.h"

#include <math.h>

#include "net/url.h"
#include "text/json.h"

enum { TOOL_CALLS_MOST = 40 }; /* built-in tool calls of one answer: what a deep research may cost */

static bool presets(const struct llm_attempt *attempt) { return attempt->provider->row->quirks & PROVIDER_PRESETS; }

static bool in_background(const struct llm_attempt *attempt)
{
    return model_can(attempt->model, "background") && attempt->request->web_search && !attempt->request->stream;
}

/* --- the request --- */

static json_t *message_json(const struct llm_attempt *attempt, const char *role, struct str text)
{
    json_t *object = json_pack("{s:s, s:o}", "role", role, "content", json_new_str(text));

    if (presets(attempt))
        json_object_set_new(object, "type", json_string("message"));
    return object;
}

static void add_message(const struct llm_attempt *attempt, json_t *list, const struct llm_message *message)
{
    if (message->role == LLM_TOOL) {
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o}", "type", "function_call_output", "call_id",
                                        json_new_str(message->tool_call_id), "output", json_new_str(message->text)));
        return;
    }
    if (!str_empty(message->text))
        json_array_append_new(list, message_json(attempt, llm_role_words[message->role], message->text));
    for (size_t i = 0; i < message->tool_calls_n; i++) {
        json_t *item = json_pack(
            "{s:s, s:o, s:o, s:o}", "type", "function_call", "call_id", json_new_str(message->tool_calls[i].id), "name",
            json_new_str(message->tool_calls[i].name), "arguments", json_new_str(message->tool_calls[i].arguments));
        json_t *signature = attempt_carried(attempt, &message->tool_calls[i]);

        if (signature)
            json_object_set_new(item, "thought_signature", signature);
        json_array_append_new(list, item);
    }
}

/* System messages are instructions, the rest is input. */
static void add_messages(struct llm_attempt *attempt, json_t *body, bool schema_in_words)
{
    size_t n;
    const struct llm_message *messages = attempt_messages(
        attempt, MESSAGES_PARTIAL | (schema_in_words ? MESSAGES_SCHEMA : 0), &n);
    json_t *list = json_array();
    struct str instructions = attempt_system_text(attempt);

    for (size_t i = 0; i < n; i++)
        add_message(attempt, list, &messages[i]);
    if (!str_empty(instructions))
        json_object_set_new(body, "instructions", json_new_str(instructions));
    json_object_set_new(body, "input", list);
}

static void add_tools(const struct llm_attempt *attempt, json_t *body)
{
    const struct llm_request *request = attempt->request;
    json_t *list = json_array();

    for (size_t i = 0; i < request->tools_n; i++)
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o}", "type", "function", "name",
                                              json_new_str(request->tools[i].name), "description",
                                              json_new_str(request->tools[i].description), "parameters",
                                              attempt_json(request->tools[i].parameters)));
    if (request->web_search && model_can(attempt->model, "web_search"))
        json_array_append_new(list, json_pack("{s:s}", "type", "web_search"));
    struct str choice = attempt_set_tools(attempt, body, list);
    if (str_empty(choice))
        return;
    if (str_is(choice, "auto") || str_is(choice, "none") || str_is(choice, "required"))
        json_object_set_new(body, "tool_choice", json_new_str(choice));
    else
        json_object_set_new(body, "tool_choice",
                            json_pack("{s:s, s:o}", "type", "function", "name", json_new_str(choice)));
}

/* True when the schema must be said in words. */
static bool add_format(struct llm_attempt *attempt, json_t *body)
{
    json_t *schema = attempt_schema(attempt);

    if (!schema)
        return false;
    if (!model_can(attempt->model, "schema") || (attempt->left_out & LLM_NO_SCHEMA)) {
        json_decref(schema);
        return true;
    }
    json_t *name = json_new_str(attempt_schema_name(attempt));
    if (presets(attempt))
        json_object_set_new(body, "response_format",
                            json_pack("{s:s, s:{s:o, s:b, s:o}}", "type", "json_schema", "json_schema", "name", name,
                                      "strict", 1, "schema", schema));
    else
        json_object_set_new(body, "text",
                            json_pack("{s:{s:s, s:o, s:b, s:o}}", "format", "type", "json_schema", "name", name,
                                      "strict", 1, "schema", schema));
    return false;
}

static void add_model(const struct llm_attempt *attempt, json_t *body)
{
    bool preset = presets(attempt) && str_find_char(attempt->model->id, '/', 0) < 0;

    json_object_set_new(body, preset ? "preset" : "model", json_new_str(attempt->model->id));
}

static void add_research(const struct llm_attempt *attempt, json_t *body)
{
    if (in_background(attempt)) {
        json_object_set_new(body, "background", json_true());
        json_object_set_new(body, "store", json_true());
    } else if (!presets(attempt)) {
        json_object_set_new(body, "store", json_false());
    }
    if (presets(attempt) || !attempt->request->web_search)
        return;
    json_object_set_new(body, "max_tool_calls", json_integer(TOOL_CALLS_MOST));
    json_object_set_new(body, "include", json_pack("[s]", "web_search_call.action.sources"));
    if (model_can(attempt->model, "reasoning") && !(attempt->left_out & LLM_NO_REASONING))
        json_object_set_new(body, "reasoning", json_pack("{s:s, s:s}", "effort", "medium", "summary", "auto"));
}

static int responses_build(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    const struct llm_request *request = attempt->request;
    struct headers *headers = arena_alloc(attempt->arena, sizeof *headers);
    json_t *body = json_object();

    add_model(attempt, body);
    add_messages(attempt, body, add_format(attempt, body));
    add_tools(attempt, body);
    add_research(attempt, body);
    attempt_set_max_tokens(attempt, body, "max_output_tokens");
    if (model_can(attempt->model, "temperature") && !(attempt->left_out & LLM_NO_TEMPERATURE)) {
        attempt_set_number(body, "temperature", request->temperature);
        attempt_set_number(body, "top_p", request->top_p);
    }
    if (request->stream)
        json_object_set_new(body, "stream", json_true());
    if ((attempt->provider->row->quirks & PROVIDER_CACHE_KEY) && !str_empty(request->role))
        json_object_set_new(body, "prompt_cache_key",
                            json_new_str(str_format(attempt->arena, "fathom-%.*s", STR_ARG(request->role))));
    headers_add_key(headers, attempt->arena, attempt->provider->key);
    return attempt_post(attempt, presets(attempt) ? "/v1/agent" : "/responses", headers, body, ret, e);
}

/* A request about the job of the attempt; `what` follows its id. */
static void about_job(struct llm_attempt *attempt, const char *method, const char *what, struct net_request *ret)
{
    struct headers *headers = arena_alloc(attempt->arena, sizeof *headers);

    headers_add_key(headers, attempt->arena, attempt->provider->key);
    headers_add(headers, attempt->arena, "Accept", str("application/json"));
    *ret = (struct net_request){ .method = method,
                                 .headers = headers->items,
                                 .headers_n = headers->n,
                                 .url = str_format(attempt->arena, "%.*s%s/%.*s%s",
                                                   STR_ARG(attempt->provider->base_url),
                                                   presets(attempt) ? "/v1/responses" : "/responses",
                                                   STR_ARG(url_escape(attempt->arena, attempt->remote_id)), what) };
}

static int responses_poll(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    (void) e;
    about_job(attempt, "GET", "", ret);
    return 0;
}

static int responses_cancel(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    (void) e;
    about_job(attempt, "POST", "/cancel", ret);
    return 0;
}

/* --- the answer --- */

static void read_usage(struct llm_attempt *attempt, const json_t *response)
{
    const json_t *usage = json_object_get(response, "usage");
    const json_t *in = json_object_get(usage, "input_tokens_details");
    struct usage *u = &attempt->usage;

    if (!json_object_get(usage, "input_tokens"))
        return;
    attempt_tokens(attempt, usage, "input_tokens", "output_tokens");
    u->cached_tokens = attempt_count(attempt, in, "cached_tokens",
                                     attempt_count(attempt, in, "cache_read_input_tokens", 0));
    attempt->cache_write_tokens = attempt_count(attempt, in, "cache_write_tokens",
                                                attempt_count(attempt, in, "cache_creation_input_tokens", 0));
    u->reasoning_tokens = attempt_count(attempt, json_object_get(usage, "output_tokens_details"), "reasoning_tokens",
                                        0);
    /* The count that is billed, where it is given; else what was counted in the output. */
    u->searches = attempt_count(
        attempt, json_at(response, "tool_usage.web_search"), "num_requests",
        attempt_count(attempt, json_at(usage, "tool_calls_details.web_search"), "invocation", u->searches));
    double dollars = json_get_double(json_object_get(usage, "cost"), "total_cost", -1);
    if (dollars >= 0 && dollars < 1e6)
        attempt->cost_reported_nano = llround(dollars * 1e9);
}

static void add_function_call(struct llm_attempt *attempt, const json_t *item)
{
    struct llm_answer *answer = &attempt->answer;
    struct str id = json_get_str(item, "call_id");

    for (size_t i = 0; i < answer->tool_calls_n; i++)
        if (!str_empty(id) && str_eq(answer->tool_calls[i].id, id))
            return;
    struct llm_tool_call *call = attempt_tool_call(attempt, answer->tool_calls_n);
    if (!call)
        return;
    struct str arguments = json_get_str(item, "arguments");
    call->id = str_empty(id) ? str_format(attempt->arena, "call_%zu", answer->tool_calls_n)
                             : str_dup(attempt->arena, id);
    call->name = str_dup(attempt->arena, json_get_str(item, "name"));
    call->arguments = str_empty(str_trim(arguments)) ? str("{}") : str_dup(attempt->arena, arguments);
    if (json_is_string(json_object_get(item, "thought_signature"))) /* Perplexity wants it back */
        call->carry = attempt_carry(attempt, json_incref(json_object_get(item, "thought_signature")));
}

static void cite_results(struct llm_attempt *attempt, const json_t *list)
{
    size_t at;
    const json_t *one;

    json_array_foreach (list, at, one)
        attempt_cite(attempt, (struct llm_citation){ .url = json_get_str(one, "url"),
                                                     .title = json_get_str(one, "title"),
                                                     .text = json_get_str(one, "snippet"),
                                                     .start = -1,
                                                     .end = -1 });
}

/* One part of a message: `base` is where its text begins in the answer. */
static void cite_annotations(struct llm_attempt *attempt, const json_t *list, struct str text, size_t base)
{
    size_t at;
    const json_t *one;

    json_array_foreach (list, at, one) {
        int64_t start = json_get_int(one, "start_index", -1), end = json_get_int(one, "end_index", -1);
        bool placed = start >= 0 && end > start;

        attempt_cite(attempt,
                     (struct llm_citation){ .url = json_get_str(one, "url"),
                                            .title = json_get_str(one, "title"),
                                            .start = placed ? (int64_t) (base + attempt_byte_of(text, start)) : -1,
                                            .end = placed ? (int64_t) (base + attempt_byte_of(text, end)) : -1 });
    }
}

static int read_message(struct llm_attempt *attempt, const json_t *item, bool with_text, size_t *base, struct error *e)
{
    size_t at;
    const json_t *part;

    json_array_foreach (json_object_get(item, "content"), at, part) {
        struct str text = json_get_str(part, "text");

        if (str_is(json_get_str(part, "type"), "refusal"))
            return attempt_refused(attempt, json_get_str(part, "refusal"), e);
        if (with_text)
            attempt_text(attempt, text);
        cite_annotations(attempt, json_object_get(part, "annotations"), text, *base);
        *base += text.len;
    }
    return 0;
}

static int read_output(struct llm_attempt *attempt, const json_t *response, bool with_text, struct error *e)
{
    size_t at, base = 0, i;
    const json_t *item, *one;
    int r = 0;

    json_array_foreach (json_object_get(response, "output"), at, item) {
        struct str type = json_get_str(item, "type");

        if (str_is(type, "message"))
            r = read_message(attempt, item, with_text, &base, e);
        else if (str_is(type, "function_call"))
            add_function_call(attempt, item);
        else if (str_is(type, "search_results"))
            cite_results(attempt, json_object_get(item, "results"));
        else if (str_is(type, "fetch_url_results"))
            cite_results(attempt, json_object_get(item, "contents"));
        else if (str_is(type, "web_search_call")) {
            attempt->usage.searches += str_is(json_get_str(json_object_get(item, "action"), "type"), "search");
            cite_results(attempt, json_at(item, "action.sources"));
        } else if (str_is(type, "reasoning") && with_text)
            json_array_foreach (json_object_get(item, "summary"), i, one)
                attempt_reasoning(attempt, json_get_str(one, "text"));
        if (r < 0)
            return r;
    }
    return 0;
}

/* A response object, whole or at the end of a stream. */
static int read_response(struct llm_attempt *attempt, const json_t *response, struct error *e)
{
    struct str status = json_get_str(response, "status");
    const json_t *error = json_object_get(response, "error");

    if (json_is_object(error) || str_is(status, "failed"))
        return attempt_error_inside(attempt, error, e);
    if (str_is(status, "queued") || str_is(status, "in_progress")) {
        if (str_empty(json_get_str(response, "id")))
            return attempt_garbage(attempt, e, "a background job has no id");
        attempt->remote_id = str_dup(attempt->arena, json_get_str(response, "id"));
        attempt->working = true;
        return 0;
    }
    if (str_is(status, "cancelled"))
        return attempt_garbage(attempt, e, "the job was cancelled at the service");
    if (str_empty(attempt->answer.model))
        attempt->answer.model = str_dup(attempt->arena, json_get_str(response, "model"));
    int r = read_output(attempt, response, attempt->text.len == 0, e);
    if (r < 0)
        return r;
    read_usage(attempt, response);
    struct str reason = json_get_str(json_object_get(response, "incomplete_details"), "reason");
    attempt->answer.finish = str_is(reason, "content_filter") ? LLM_FILTER : !str_empty(reason) ? LLM_LENGTH : LLM_STOP;
    attempt->finished = attempt->ended = true;
    return 0;
}

static int read_event(struct llm_attempt *attempt, const json_t *top, struct error *e)
{
    struct str type = json_get_str(top, "type");
    const json_t *response = json_object_get(top, "response"), *error = json_object_get(top, "error");
    int r = 0;

    if (str_is(type, "response.output_text.delta"))
        attempt_text(attempt, json_get_str(top, "delta"));
    else if (str_is(type, "response.reasoning_summary_text.delta") || str_is(type, "response.reasoning_text.delta"))
        attempt_reasoning(attempt, json_get_str(top, "delta"));
    else if (str_is(type, "response.completed") || str_is(type, "response.incomplete") ||
             str_is(type, "response.failed"))
        r = read_response(attempt, response, e);
    else if (str_is(type, "response.output_item.done") &&
             str_is(json_get_str(json_object_get(top, "item"), "type"), "function_call"))
        add_function_call(attempt, json_object_get(top, "item"));
    else if (str_ends(type, "search_results"))
        cite_results(attempt, json_object_get(top, "results"));
    else if (str_ends(type, "fetch_url_results"))
        cite_results(attempt, json_object_get(top, "contents"));
    else if (str_is(type, "error") || json_is_object(error))
        r = attempt_error_inside(attempt, json_is_object(error) ? error : top, e);
    return r;
}

static int responses_read(struct llm_attempt *attempt, const json_t *top, bool whole, struct error *e)
{
    if (!whole)
        return read_event(attempt, top, e);
    if (!json_is_array(json_object_get(top, "output")) && !json_is_string(json_object_get(top, "status")) &&
        !json_is_object(json_object_get(top, "error")))
        return attempt_garbage(attempt, e, "the answer has no output");
    return read_response(attempt, top, e);
}

const struct llm_family family_openai_responses = { .name = "openai-responses",
                                                    .build = responses_build,
                                                    .read = responses_read,
                                                    .close = attempt_close_with_calls,
                                                    .poll = responses_poll,
                                                    .cancel = responses_cancel };
