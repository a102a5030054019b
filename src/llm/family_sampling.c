/* The model of an MCP client (sampling): the request is the params of sampling/createMessage, the answer its result. It goes
 * through llm/lender.h, not through the network. Few clients offer tools there, and any client must be able to answer, so
 * tools are told in words (llm/tool_words.h). */
#include "llm/family.h"

#include "text/json.h"

enum { ANSWER_TOKENS = 4096 }; /* the protocol wants a limit */

/* --- the request --- */

/* Two messages in a row of the same side are one: clients hand them to services that want them to take turns. */
static json_t *messages_json(struct llm_attempt *attempt)
{
    unsigned flags = MESSAGES_PARTIAL | (attempt->request->schema.len ? MESSAGES_SCHEMA | MESSAGES_JOINED : 0);
    size_t n;
    const struct llm_message *messages = attempt_messages(attempt, flags, &n);
    struct str text = str("");
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++) {
        bool assistant = messages[i].role == LLM_ASSISTANT;
        struct str one = messages[i].text;

        text = str_empty(text) ? one : str_format(attempt->arena, "%.*s\n\n%.*s", STR_ARG(text), STR_ARG(one));
        if (i + 1 < n && (messages[i + 1].role == LLM_ASSISTANT) == assistant)
            continue;
        json_array_append_new(list, json_pack("{ss s{ss so}}", "role", assistant ? "assistant" : "user", "content",
                                              "type", "text", "text", json_new_str(text)));
        text = str("");
    }
    return list;
}

/* What matters most in a model for this tier; hints only. */
static json_t *preferences(int tier)
{
    static const struct {
        double cost, speed, intelligence;
    } of[TIER_N] = { [TIER_SIMPLE] = { 0.7, 0.7, 0.3 },
                     [TIER_ANALYTICAL] = { 0.3, 0.4, 0.7 },
                     [TIER_COMPLEX] = { 0.1, 0.2, 1.0 },
                     [TIER_BULK] = { 0.9, 0.8, 0.2 } };

    return json_pack("{sf sf sf}", "costPriority", of[tier].cost, "speedPriority", of[tier].speed,
                     "intelligencePriority", of[tier].intelligence);
}

static int sampling_build(struct llm_attempt *attempt, struct net_request *ret, struct error *e)
{
    const struct llm_request *request = attempt->request;
    struct str system = attempt_system_text(attempt);
    json_t *params = json_object();

    json_object_set_new(params, "messages", messages_json(attempt));
    if (!str_empty(system))
        json_object_set_new(params, "systemPrompt", json_new_str(system));
    json_object_set_new(params, "maxTokens",
                        json_integer(attempt->max_tokens > 0 ? attempt->max_tokens : ANSWER_TOKENS));
    json_object_set_new(params, "includeContext", json_string("none"));
    json_object_set_new(params, "modelPreferences", preferences(request->tier));
    attempt_set_number(params, "temperature", request->temperature);
    attempt_set_stop(attempt, params, "stopSequences", SIZE_MAX);
    struct str text = json_text(attempt->arena, params);
    json_decref(params);
    if (str_empty(text))
        return error_set(e, ERROR_INTERNAL, "the request to the client's model could not be written as JSON");
    *ret = (struct net_request){ .body = text };
    return 0;
}

/* --- the answer --- */

static void add_call(struct llm_attempt *attempt, struct str name, const json_t *arguments)
{
    struct llm_tool_call *call = attempt_tool_call(attempt, attempt->answer.tool_calls_n);

    if (!call)
        return;
    call->id = str_format(attempt->arena, "call_%zu", attempt->answer.tool_calls_n);
    call->name = str_dup(attempt->arena, name);
    call->arguments = json_is_object(arguments) ? json_text(attempt->arena, arguments) : str("{}");
}

/* One part of the content: text counts, a picture or a sound does not. False: it is no part. */
static bool read_part(struct llm_attempt *attempt, const json_t *part)
{
    struct str type = json_get_str(part, "type");

    if (str_is(type, "text") && json_is_string(json_object_get(part, "text")))
        attempt_text(attempt, json_get_str(part, "text"));
    else if (str_is(type, "tool_use"))
        add_call(attempt, json_get_str(part, "name"), json_object_get(part, "input"));
    else if (!str_is(type, "image") && !str_is(type, "audio"))
        return false;
    return true;
}

static int sampling_read(struct llm_attempt *attempt, const json_t *top, bool whole, struct error *e)
{
    const json_t *content = json_object_get(top, "content"), *part;
    struct str reason = json_get_str(top, "stopReason");
    bool fine = json_is_array(content) || read_part(attempt, content);
    size_t at;

    (void) whole;
    json_array_foreach (content, at, part)
        fine = fine && read_part(attempt, part);
    if (!fine)
        return attempt_garbage(attempt, e, "the client's answer to sampling/createMessage has no content");
    attempt->answer.model = str_dup(attempt->arena, json_get_str(top, "model"));
    attempt->answer.finish = str_is(reason, "maxTokens") ? LLM_LENGTH : LLM_STOP;
    attempt->finished = attempt->ended = true;
    return 0;
}

const struct llm_family family_sampling = { .name = "sampling",
                                            .build = sampling_build,
                                            .poll = sampling_build,
                                            .read = sampling_read,
                                            .close = attempt_close_with_calls };
