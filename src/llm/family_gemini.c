/* Gemini generateContent: parts instead of messages, grounding with byte
 * offsets, safety blocks inside a 200.
 *
 * A function call carries a signature that must come back unchanged. It travels
 * behind the call's id ("id|signature"), which callers hand back as it is. */
#include "llm/family.h"

#include <math.h>

#include "net/url.h"
#include "text/json.h"

struct gemini_state {
    size_t queries; /* searches of the answer */
    bool blocked;
};

/* --- the request --- */

static json_t *text_part(struct str text) { return json_pack("{s:o}", "text", json_new_str(text)); }

static void add_part(json_t *list, const char *role, json_t *part) { messages_add_part(list, role, "parts", part); }

static struct str id_part(struct str id, bool signature)
{
    ptrdiff_t bar = str_find_char(id, '|', 0);

    if (bar < 0)
        return signature ? str("") : id;
    return signature ? str_sub(id, (size_t) bar + 1, id.len) : str_sub(id, 0, (size_t) bar);
}

static void add_message(json_t *list, const struct llm_message *message)
{
    const char *role = message->role == LLM_ASSISTANT ? "model" : "user";

    if (message->role == LLM_TOOL) {
        add_part(list, "user",
                 json_pack("{s:{s:o, s:{s:o}}}", "functionResponse", "name", json_new_str(message->tool_name),
                           "response", "output", json_new_str(message->text)));
        return;
    }
    if (!str_empty(message->text))
        add_part(list, role, text_part(message->text));
    for (size_t i = 0; i < message->tool_calls_n; i++) {
        const struct llm_tool_call *call = &message->tool_calls[i];
        json_t *part = json_pack("{s:{s:o, s:o}}", "functionCall", "name", json_new_str(call->name), "args",
                                 attempt_json(call->arguments));
        struct str signature = id_part(call->id, true);

        if (!str_empty(signature))
            json_object_set_new(part, "thoughtSignature", json_new_str(signature));
        add_part(list, role, part);
    }
}

static void add_contents(struct llm_attempt *attempt, json_t *body, bool schema_in_words)
{
    struct str token = json_get_str(attempt->turn, "continuationToken");
    unsigned flags = MESSAGES_SYSTEM | (schema_in_words ? MESSAGES_SCHEMA : 0) |
                     (str_empty(token) ? MESSAGES_PARTIAL : 0);
    size_t n;
    const struct llm_message *messages = attempt_messages(attempt, flags, &n);
    json_t *list = json_array(), *system = json_array();

    for (size_t i = 0; i < n; i++) {
        if (messages[i].role == LLM_SYSTEM)
            json_array_append_new(system, text_part(messages[i].text));
        else
            add_message(list, &messages[i]);
    }
    if (!str_empty(token))
        json_object_set_new(body, "continuationToken", json_new_str(token));
    json_object_set_new(body, "contents", list);
    if (json_array_size(system) > 0)
        json_object_set_new(body, "systemInstruction", json_pack("{s:o}", "parts", system));
    else
        json_decref(system);
}

static void add_tools(const struct llm_attempt *attempt, json_t *body)
{
    const struct llm_request *request = attempt->request;
    json_t *list = json_array(), *functions = json_array();

    for (size_t i = 0; i < request->tools_n; i++)
        json_array_append_new(functions, json_pack("{s:o, s:o, s:o}", "name", json_new_str(request->tools[i].name),
                                                   "description", json_new_str(request->tools[i].description),
                                                   "parametersJsonSchema", attempt_json(request->tools[i].parameters)));
    if (request->tools_n > 0)
        json_array_append_new(list, json_pack("{s:O}", "functionDeclarations", functions));
    else if (request->web_search && model_can(attempt->model, "web_search")) /* older models refuse the mixture */
        json_array_append_new(list, json_pack("{s:{}}", "googleSearch"));
    json_decref(functions);
    struct str choice = attempt_set_tools(attempt, body, list);
    if (str_empty(choice))
        return;
    json_t *config = json_pack("{s:s}", "mode",
                               str_is(choice, "auto")   ? "AUTO"
                               : str_is(choice, "none") ? "NONE"
                                                        : "ANY");
    if (!str_is(choice, "auto") && !str_is(choice, "none") && !str_is(choice, "required"))
        json_object_set_new(config, "allowedFunctionNames", json_pack("[o]", json_new_str(choice)));
    json_object_set_new(body, "toolConfig", json_pack("{s:o}", "functionCallingConfig", config));
}

/* JSON mode excludes tools and grounding on some models: then the schema is said in words. */
static bool add_format(struct llm_attempt *attempt, json_t *config)
{
    json_t *schema = attempt_schema(attempt);
    bool alone = attempt->request->tools_n == 0 && !attempt->request->web_search;

    if (!schema)
        return false;
    if (alone && !(attempt->left_out & LLM_NO_JSON))
        json_object_set_new(config, "responseMimeType", json_string("application/json"));
    if (alone && model_can(attempt->model, "schema") && !(attempt->left_out & (LLM_NO_SCHEMA | LLM_NO_JSON))) {
        json_object_set_new(config, "responseJsonSchema", schema);
        return false;
    }
    json_decref(schema);
    return true;
}

static int gemini_build(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    const struct llm_request *request = attempt->request;
    struct headers *headers = arena_alloc(attempt->arena, sizeof *headers);
    json_t *body = json_object(), *config = json_object();

    add_contents(attempt, body, add_format(attempt, config));
    add_tools(attempt, body);
    attempt_set_max_tokens(attempt, config, "maxOutputTokens");
    if (model_can(attempt->model, "temperature") && !(attempt->left_out & LLM_NO_TEMPERATURE)) {
        attempt_set_number(config, "temperature", request->temperature);
        attempt_set_number(config, "topP", request->top_p);
        attempt_set_number(config, "frequencyPenalty", request->frequency_penalty);
        attempt_set_number(config, "presencePenalty", request->presence_penalty);
    }
    attempt_set_stop(attempt, config, "stopSequences", 5);
    json_object_set_new(body, "generationConfig", config);
    headers_add(headers, attempt->arena, "x-goog-api-key", attempt->provider->key);
    /* SDKs take the address without the version, others with it. */
    bool versioned = str_contains(attempt->provider->base_url, "/v1");
    struct str path = str_format(attempt->arena, "%s/models/%.*s:%s", versioned ? "" : "/v1beta",
                                 STR_ARG(url_escape(attempt->arena, attempt->model->id)),
                                 request->stream ? "streamGenerateContent?alt=sse" : "generateContent");
    return attempt_post(attempt, path.data, headers, body, ret, e);
}

/* --- the answer --- */

static struct gemini_state *state_of(struct llm_attempt *attempt)
{
    if (!attempt->state)
        attempt->state = arena_alloc(attempt->arena, sizeof(struct gemini_state));
    return attempt->state;
}

static void read_usage(struct llm_attempt *attempt, const json_t *usage)
{
    struct usage *u = &attempt->usage;

    if (!json_object_get(usage, "promptTokenCount"))
        return;
    attempt->usage_reported = true;
    u->input_tokens = attempt_count(attempt, usage, "promptTokenCount", 0) +
                      attempt_count(attempt, usage, "toolUsePromptTokenCount", 0);
    u->cached_tokens = attempt_count(attempt, usage, "cachedContentTokenCount", 0);
    u->reasoning_tokens = attempt_count(attempt, usage, "thoughtsTokenCount", 0);
    u->output_tokens = attempt_count(attempt, usage, "candidatesTokenCount", 0) + u->reasoning_tokens;
}

static void add_function_call(struct llm_attempt *attempt, const json_t *part)
{
    const json_t *function = json_object_get(part, "functionCall"), *args = json_object_get(function, "args");
    struct llm_tool_call *call = attempt_tool_call(attempt, attempt->answer.tool_calls_n);
    struct str id = json_get_str(function, "id"), signature = json_get_str(part, "thoughtSignature");

    if (!call)
        return;
    if (str_empty(id))
        id = str_format(attempt->arena, "call_%zu", attempt->answer.tool_calls_n);
    call->id = str_empty(signature) ? str_dup(attempt->arena, id)
                                    : str_format(attempt->arena, "%.*s|%.*s", STR_ARG(id), STR_ARG(signature));
    call->name = str_dup(attempt->arena, json_get_str(function, "name"));
    call->arguments = json_is_object(args) ? json_text(attempt->arena, args) : str("{}");
}

static void read_parts(struct llm_attempt *attempt, const json_t *parts)
{
    size_t at;
    const json_t *part;

    json_array_foreach (parts, at, part) {
        if (json_is_object(json_object_get(part, "functionCall")))
            add_function_call(attempt, part);
        else if (json_is_true(json_object_get(part, "thought")))
            attempt_reasoning(attempt, json_get_str(part, "text"));
        else
            attempt_text(attempt, json_get_str(part, "text"));
    }
}

/* Offsets are bytes of the text, the end excluded. */
static void read_grounding(struct llm_attempt *attempt, const json_t *grounding)
{
    const json_t *chunks = json_object_get(grounding, "groundingChunks"), *one, *index;
    size_t at, i;
    int64_t len = (int64_t) attempt->text.len;

    json_array_foreach (json_object_get(grounding, "groundingSupports"), at, one) {
        const json_t *segment = json_object_get(one, "segment");
        int64_t start = json_get_int(segment, "startIndex", 0), end = json_get_int(segment, "endIndex", -1);
        bool placed = start >= 0 && end > start && end <= len && json_get_int(segment, "partIndex", 0) == 0;

        json_array_foreach (json_object_get(one, "groundingChunkIndices"), i, index) {
            const json_t *web = json_object_get(json_array_get(chunks, (size_t) json_integer_value(index)), "web");

            attempt_cite(attempt, (struct llm_citation){ .url = json_get_str(web, "uri"),
                                                         .title = json_get_str(web, "title"),
                                                         .start = placed ? start : -1,
                                                         .end = placed ? end : -1 });
        }
    }
    json_array_foreach (chunks, at, one)
        attempt_cite(attempt, (struct llm_citation){ .url = json_get_str(json_object_get(one, "web"), "uri"),
                                                     .title = json_get_str(json_object_get(one, "web"), "title"),
                                                     .start = -1,
                                                     .end = -1 });
    size_t queries = json_array_size(json_object_get(grounding, "webSearchQueries"));
    if (queries > state_of(attempt)->queries)
        state_of(attempt)->queries = queries;
    attempt->usage.searches = model_can(attempt->model, "search_per_prompt") ? state_of(attempt)->queries > 0
                                                                             : (int64_t) state_of(attempt)->queries;
}

static int read_finish(struct llm_attempt *attempt, const json_t *candidate, struct error *e)
{
    struct str reason = json_get_str(candidate, "finishReason");

    if (str_empty(reason))
        return 0;
    attempt->finished = true;
    if (str_is(reason, "STOP"))
        attempt->answer.finish = LLM_STOP;
    else if (str_is(reason, "MAX_TOKENS"))
        attempt->answer.finish = LLM_LENGTH;
    else if (str_is(reason, "CONTINUATION"))
        attempt_pause(attempt, json_pack("{s:o}", "continuationToken",
                                         json_new_str(json_get_str(candidate, "continuationToken"))));
    else if (str_is(reason, "MALFORMED_FUNCTION_CALL") || str_is(reason, "UNEXPECTED_TOOL_CALL"))
        return attempt_garbage(attempt, e, "the model called a function wrongly (%.*s)", STR_ARG(reason));
    else if (str_is(reason, "OTHER") || str_is(reason, "LANGUAGE"))
        attempt->answer.finish = LLM_OTHER;
    else /* SAFETY, RECITATION, BLOCKLIST, PROHIBITED_CONTENT, SPII … */
        attempt->answer.finish = LLM_FILTER;
    return 0;
}

static int gemini_read(struct llm_attempt *attempt, const json_t *top, bool whole, struct error *e)
{
    const json_t *error = json_object_get(top, "error"), *candidate = json_at(top, "candidates.0");
    struct str blocked = json_get_str(json_object_get(top, "promptFeedback"), "blockReason");

    if (json_is_object(error))
        return attempt_error_inside(attempt, error, e);
    if (str_empty(attempt->answer.model))
        attempt->answer.model = str_dup(attempt->arena, json_get_str(top, "modelVersion"));
    read_usage(attempt, json_object_get(top, "usageMetadata"));
    if (!str_empty(blocked)) {
        attempt->answer.finish = LLM_FILTER; /* another model may take it */
        return attempt_refused(attempt, str_format(attempt->arena, "the prompt was blocked (%.*s)", STR_ARG(blocked)),
                               e);
    }
    read_parts(attempt, json_at(candidate, "content.parts"));
    read_grounding(attempt, json_object_get(candidate, "groundingMetadata"));
    int r = read_finish(attempt, candidate, e);
    return r == 0 && whole && !json_is_object(candidate) ? attempt_garbage(attempt, e, "the answer has no candidates")
                                                         : r;
}

const struct llm_family family_gemini = {
    .name = "gemini", .build = gemini_build, .read = gemini_read, .close = attempt_close_with_calls
};
