/* Gemini: generateContent and streamGenerateContent, with grounding and safety blocks. */
#include "model.h"
#include "wire.h"

enum { FOUND = 3, DEPTH_MAX = 16 };

/* "/v1beta/models/NAME:generateContent" in its parts; false if it is none. */
static bool read_path(struct str path, struct str *ret_model, struct str *ret_call)
{
    ptrdiff_t colon;

    *ret_model = *ret_call = str("");
    if (str_starts(path, "/v1beta/models/"))
        path = str_sub(path, strlen("/v1beta/models/"), path.len);
    else if (str_starts(path, "/v1/models/"))
        path = str_sub(path, strlen("/v1/models/"), path.len);
    else
        return false;
    colon = str_find_char(path, ':', 0);
    if (colon < 0)
        return false;
    *ret_model = str_sub(path, 0, (size_t) colon);
    *ret_call = str_sub(path, (size_t) colon + 1, path.len);
    return true;
}

static struct str text_of_parts(struct arena *arena, const json_t *content, struct model_asked *ret)
{
    const json_t *parts = json_object_get(content, "parts"), *part;
    struct str_list texts = { 0 };
    size_t i;

    if (json_is_string(content))
        return wire_text(content);
    json_array_foreach (parts, i, part) {
        const json_t *response = json_object_get(part, "functionResponse");

        if (response) {
            const json_t *given = json_object_get(response, "response"), *output = json_object_get(given, "output");

            ret->has_results = true;
            str_list_add(arena, &texts, json_is_string(output) ? wire_text(output) : wire_dump(arena, given));
        } else if (json_is_string(json_object_get(part, "text")) && !json_is_true(json_object_get(part, "thought"))) {
            str_list_add(arena, &texts, wire_text(json_object_get(part, "text")));
        }
    }
    return texts.n ? str_join(arena, texts.items, texts.n, "\n") : str("");
}

/* OpenAPI's names of types as those of JSON Schema, in place. */
static void lower_types(json_t *schema, int depth)
{
    json_t *value, *item;
    const char *name;
    size_t i;

    if (depth == 0)
        return;
    json_object_foreach (schema, name, value) {
        if (str_is(str(name), "type") && json_is_string(value)) {
            char lower[24] = { 0 };

            for (i = 0; i < sizeof lower - 1 && json_string_value(value)[i]; i++)
                lower[i] = (char) tolower((unsigned char) json_string_value(value)[i]);
            json_string_set(value, lower);
        }
        lower_types(value, depth - 1);
    }
    json_array_foreach (schema, i, item)
        lower_types(item, depth - 1);
}

static void read_tools(const struct asked *asked, struct model_asked *ret)
{
    const json_t *config = json_object_get(json_object_get(asked->json, "toolConfig"), "functionCallingConfig"), *tool,
                 *function;
    struct str mode = wire_text(json_object_get(config, "mode"));
    size_t i, k, n = 0;

    json_array_foreach (json_object_get(asked->json, "tools"), i, tool)
        n += json_array_size(json_object_get(tool, "functionDeclarations"));
    ret->tools = arena_calloc(asked->arena, n + 1, sizeof *ret->tools);
    json_array_foreach (json_object_get(asked->json, "tools"), i, tool)
        json_array_foreach (json_object_get(tool, "functionDeclarations"), k, function) {
            json_t *parameters = json_object_get(function, "parametersJsonSchema");

            parameters = parameters ? parameters : json_object_get(function, "parameters");
            lower_types(parameters, DEPTH_MAX);
            ret->tools[ret->tools_n++] = (struct model_tool){ wire_text(json_object_get(function, "name")),
                                                              parameters };
        }
    ret->must_call = str_is(mode, "ANY");
    ret->tool_choice = str_is(mode, "NONE")
                           ? str("none")
                           : wire_text(json_array_get(json_object_get(config, "allowedFunctionNames"), 0));
}

static bool wants_search(const struct asked *asked)
{
    const json_t *tool;
    size_t i;

    json_array_foreach (json_object_get(asked->json, "tools"), i, tool)
        if (json_object_get(tool, "googleSearch") || json_object_get(tool, "google_search"))
            return true;
    return false;
}

static struct model_asked read_request(const struct asked *asked)
{
    const json_t *config = json_object_get(asked->json, "generationConfig"), *content;
    struct model_asked ret = { .arena = asked->arena };
    struct str_list before = { 0 }, begun = { 0 }, rest = { 0 };
    struct str call;
    size_t i;

    read_path(asked->path, &ret.model, &call);
    str_list_add(asked->arena, &before,
                 text_of_parts(asked->arena, json_object_get(asked->json, "systemInstruction"), &ret));
    json_array_foreach (json_object_get(asked->json, "contents"), i, content) {
        struct str text = text_of_parts(asked->arena, content, &ret);

        ret.prompt_bytes += text.len;
        if (str_is(wire_text(json_object_get(content, "role")), "model"))
            str_list_add(asked->arena, &begun, text);
        else
            str_list_add(asked->arena, begun.n ? &rest : &before, text);
    }
    ret.prompt_bytes += before.items[0].len;
    ret.prompt = str_join(asked->arena, before.items, before.n, "\n");
    ret.begun = str_join(asked->arena, begun.items, begun.n, "");
    ret.rest = str_join(asked->arena, rest.items, rest.n, "\n");
    ret.json = str_is(wire_text(json_object_get(config, "responseMimeType")), "application/json");
    ret.schema = json_object_get(config, "responseJsonSchema");
    if (!ret.schema) {
        ret.schema = json_object_get(config, "responseSchema");
        lower_types(ret.schema, DEPTH_MAX);
    }
    ret.max_tokens = json_integer_value(json_object_get(config, "maxOutputTokens"));
    read_tools(asked, &ret);
    return ret;
}

static void gemini_read(struct asked *asked)
{
    struct model_asked m;
    struct str call;

    if (!str_is(asked->method, "POST")) {
        asked->role = str("list");
        return;
    }
    m = read_request(asked);
    read_path(asked->path, &asked->model, &call);
    asked->role = model_role(&m);
    asked->query = prompt_question(m.prompt);
    model_measure(&m, asked);
    asked->answer_tokens = 0; /* its limits of input and output are two */
    asked->stream = str_is(call, "streamGenerateContent");
}

static json_t *error_object(int status, const char *message, json_t *details)
{
    const char *name = status == 429                    ? "RESOURCE_EXHAUSTED"
                       : status == 404                  ? "NOT_FOUND"
                       : status == 403 || status == 401 ? "PERMISSION_DENIED"
                       : status == 503 || status == 529 ? "UNAVAILABLE"
                       : status == 504                  ? "DEADLINE_EXCEEDED"
                       : status >= 500                  ? "INTERNAL"
                       : status == 409                  ? "ABORTED"
                                                        : "INVALID_ARGUMENT";
    json_t *error = json_pack("{s:i, s:s, s:s}", "code", status, "message", message, "status", name);

    if (details)
        json_object_set_new(error, "details", details);
    return json_pack("{s:o}", "error", error);
}

static void gemini_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 400, 429);
    const char *message = wire_reason(status);
    json_t *details = NULL;

    if (reply->failure == FAILURE_KEY) {
        message = "API key not valid. Please pass a valid API key.";
        details = json_pack("[{s:s, s:s, s:s}]", "@type", "type.googleapis.com/google.rpc.ErrorInfo", "reason",
                            "API_KEY_INVALID", "domain", "googleapis.com");
    } else if (reply->failure == FAILURE_QUOTA) {
        message = "You exceeded your current quota, please check your plan and billing details.";
        details = json_pack("[{s:s, s:[{s:s}]}]", "@type", "type.googleapis.com/google.rpc.QuotaFailure", "violations",
                            "quotaId", "GenerateRequestsPerDayPerProjectPerModel");
    } else if (status == 429) {
        message = "Resource has been exhausted (e.g. check quota).";
        details = json_pack("[{s:s, s:s}]", "@type", "type.googleapis.com/google.rpc.RetryInfo", "retryDelay", "1s");
    } else if (reply->failure == FAILURE_MODEL) {
        message = str_format(
                      asked->arena,
                      "models/%.*s is not found for API version v1beta, or is not supported for generateContent.",
                      STR_ARG(asked->model))
                      .data;
    } else if (reply->failure == FAILURE_CONTEXT) {
        int64_t window = reply->window ? reply->window : 1048576;
        int64_t prompt = reply->window ? asked->prompt_tokens : 1200000;

        message = str_format(asked->arena,
                             "The input token count (%lld) exceeds the maximum number of tokens allowed (%lld).",
                             (long long) prompt, (long long) window)
                      .data;
    } else if (reply->failure == FAILURE_PARAMETER) {
        message = str_format(asked->arena, "Invalid JSON payload received. Unknown name \"%s\": Cannot find field.",
                             reply->parameter)
                      .data;
    }
    said_json(asked, ret, status, error_object(status, message, details));
}

static json_t *usage_of(const struct model_said *m)
{
    json_t *usage = json_pack("{s:I, s:I, s:I}", "promptTokenCount", (json_int_t) m->input, "candidatesTokenCount",
                              (json_int_t) (m->output - m->reasoned), "totalTokenCount",
                              (json_int_t) (m->input + m->output));

    if (m->cached)
        json_object_set_new(usage, "cachedContentTokenCount", json_integer(m->cached));
    if (m->reasoned)
        json_object_set_new(usage, "thoughtsTokenCount", json_integer(m->reasoned));
    return usage;
}

static json_t *envelope(const struct asked *asked, json_t *parts, const char *finish)
{
    json_t *candidate = json_pack("{s:i}", "index", 0);

    if (parts)
        json_object_set_new(candidate, "content", json_pack("{s:o, s:s}", "parts", parts, "role", "model"));
    if (finish)
        json_object_set_new(candidate, "finishReason", json_string(finish));
    return json_pack("{s:[o], s:o, s:s}", "candidates", candidate, "modelVersion", wire_json(asked->model),
                     "responseId", asked->key);
}

static json_t *call_part(const struct model_call *call)
{
    return json_pack("{s:{s:o, s:o, s:o}, s:s}", "functionCall", "id", wire_json(call->id), "name",
                     wire_json(call->name), "args", json_loadb(call->arguments.data, call->arguments.len, 0, NULL),
                     "thoughtSignature", "c2lnbmF0dXJl");
}

static const char *finish_of(const struct model_said *m)
{
    return m->filtered ? "SAFETY" : m->cut ? "MAX_TOKENS" : "STOP";
}

/* Sentences that rest on results, with offsets in bytes; replaces the text. */
static json_t *ground(const struct asked *asked, struct model_said *m)
{
    json_t *chunks = json_array(), *supports = json_array();
    struct buf text;

    buf_init(&text, 1 << 20);
    for (size_t i = 0; i < FOUND; i++) {
        struct document d;
        size_t start = text.len;

        document_find(asked->arena, asked->query, "gemini", i, &d);
        buf_format(&text, "%.*s", STR_ARG(d.snippet));
        json_array_append_new(chunks,
                              json_pack("{s:{s:o, s:s}}", "web", "uri", wire_json(d.url), "title", "example.org"));
        json_array_append_new(supports, json_pack("{s:{s:I, s:I, s:o}, s:[I]}", "segment", "startIndex",
                                                  (json_int_t) start, "endIndex", (json_int_t) text.len, "text",
                                                  wire_json(d.snippet), "groundingChunkIndices", (json_int_t) i));
        buf_add_z(&text, " ");
    }
    m->text = buf_take(&text, asked->arena);
    return json_pack("{s:[o], s:o, s:o, s:{s:s}}", "webSearchQueries", wire_json(asked->query), "groundingChunks",
                     chunks, "groundingSupports", supports, "searchEntryPoint", "renderedContent", "<div></div>");
}

static void say_chunk(const struct asked *asked, const struct reply *reply, const struct model_said *m, json_t *value,
                      struct said *ret)
{
    if (reply->twist != TWIST_NO_USAGE)
        json_object_set_new(value, "usageMetadata", usage_of(m));
    if (asked->stream)
        said_event(asked, ret, value);
    else
        said_json(asked, ret, 200, value);
}

static void answer_stream(const struct asked *asked, const struct reply *reply, const struct model_said *m,
                          json_t *grounding, struct said *ret)
{
    struct dice dice = dice_of(asked->hash, "pieces");
    struct str rest = m->filtered ? str("") : m->text;
    json_t *last;

    ret->status = 200;
    ret->type = "text/event-stream";
    ret->stream = true;
    while (!str_empty(rest))
        say_chunk(asked, reply, m,
                  envelope(asked, json_pack("[{s:o}]", "text", wire_json(wire_piece(&rest, &dice))), NULL), ret);
    for (size_t i = 0; i < m->calls_n; i++)
        say_chunk(asked, reply, m, envelope(asked, json_pack("[o]", call_part(&m->calls[i])), NULL), ret);
    last = envelope(asked, m->filtered ? NULL : json_pack("[{s:s}]", "text", ""), finish_of(m));
    if (grounding)
        json_object_set(json_array_get(json_object_get(last, "candidates"), 0), "groundingMetadata", grounding);
    say_chunk(asked, reply, m, last, ret);
    wire_twist_stream(asked, reply, ret, 1, "", error_object(500, "An internal error has occurred.", NULL));
}

static void answer_plain(const struct asked *asked, const struct reply *reply, const struct model_said *m,
                         json_t *grounding, struct said *ret)
{
    json_t *parts = json_array(), *value;

    if (reply->twist == TWIST_ERROR) {
        json_decref(parts);
        said_json(asked, ret, 200, error_object(500, "An internal error has occurred.", NULL));
        return;
    }
    if (!str_empty(m->text))
        json_array_append_new(parts, json_pack("{s:o}", "text", wire_json(m->text)));
    for (size_t i = 0; i < m->calls_n; i++)
        json_array_append_new(parts, call_part(&m->calls[i]));
    value = envelope(asked, m->filtered ? NULL : json_incref(parts), finish_of(m));
    if (grounding)
        json_object_set(json_array_get(json_object_get(value, "candidates"), 0), "groundingMetadata", grounding);
    json_decref(parts);
    say_chunk(asked, reply, m, value, ret);
}

/* A call that comes back without the signature it was given with. */
static bool lacks_signature(const struct asked *asked)
{
    const json_t *content, *part;
    size_t i, k;

    json_array_foreach (json_object_get(asked->json, "contents"), i, content)
        json_array_foreach (json_object_get(content, "parts"), k, part)
            if (json_object_get(part, "functionCall") && !json_object_get(part, "thoughtSignature"))
                return true;
    return false;
}

static void answer_models(const struct asked *asked, struct said *ret)
{
    said_json(asked, ret, 200,
              json_pack("{s:[{s:s, s:s, s:i, s:i, s:[s]}]}", "models", "name", "models/gemini-3-pro", "displayName",
                        "Gemini 3 Pro", "inputTokenLimit", 1048576, "outputTokenLimit", 65536,
                        "supportedGenerationMethods", "generateContent"));
}

static void generate(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct model_asked m = read_request(asked);
    struct model_said said;
    json_t *grounding = NULL, *value;

    model_answer(&m, reply, &said);
    if (!str_empty(said.refusal)) {
        value = json_pack("{s:{s:s, s:[]}, s:o}", "promptFeedback", "blockReason", "PROHIBITED_CONTENT",
                          "safetyRatings", "modelVersion", wire_json(asked->model));
        if (asked->stream) {
            ret->status = 200;
            ret->type = "text/event-stream";
            ret->stream = true;
        }
        say_chunk(asked, reply, &said, value, ret);
        return;
    }
    if (wants_search(asked) && !said.researched && said.calls_n == 0 && !m.schema && !reply->text.data &&
        !said.filtered && !said.cut)
        grounding = ground(asked, &said);
    if (asked->stream)
        answer_stream(asked, reply, &said, grounding, ret);
    else
        answer_plain(asked, reply, &said, grounding, ret);
    json_decref(grounding);
}

static void gemini_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct str model, call;
    bool known = read_path(asked->path, &model, &call), post = str_is(asked->method, "POST");
    bool key = wire_has_header(asked, "x-goog-api-key") || !str_empty(form_get(asked->arena, asked->arguments, "key"));
    struct reply refused = { .status = 404, .failure = FAILURE_STATUS };

    if (!key)
        said_json(asked, ret, 403, error_object(403, "Method doesn't allow unregistered callers.", NULL));
    else if (!post && (str_is(asked->path, "/v1beta/models") || str_is(asked->path, "/v1/models")))
        answer_models(asked, ret);
    else if (!known || !post || !(str_is(call, "generateContent") || str_is(call, "streamGenerateContent")))
        gemini_failure(asked, &refused, ret);
    else if (asked->stream && !str_is(form_get(asked->arena, asked->arguments, "alt"), "sse"))
        said_json(asked, ret, 400, json_pack("[o]", error_object(400, "testd streams with alt=sse only", NULL)));
    else if (json_array_size(json_object_get(asked->json, "contents")) == 0)
        said_json(asked, ret, 400,
                  error_object(400, "* GenerateContentRequest.contents: contents is not specified", NULL));
    else if (str_starts(model, "gemini-3") && lacks_signature(asked))
        said_json(asked, ret, 400,
                  error_object(400, "Function call is missing a thought_signature in functionCall parts.", NULL));
    else
        generate(asked, reply, ret);
}

const struct service service_gemini = {
    .name = "gemini",
    .base = "",
    .url_variable = "GEMINI_BASE_URL",
    .key_variable = "GEMINI_API_KEY",
    .model = true,
    .read = gemini_read,
    .answer = gemini_answer,
    .failure = gemini_failure,
};
