/* What a service's error means for us: whether to try again, to leave a field
 * out, to shrink the prompt, to ask another model, or to tell the user what to set.
 *
 * Services differ in shape and words but not in kind, so one reader and one
 * classification serve all families. Their text is cleaned, cut and redacted
 * before it reaches a message. */
#include "llm/family.h"

#include <stdarg.h>

#include "base/clock.h"
#include "base/log.h"
#include "net/retry.h"
#include "text/json.h"
#include "text/utf8.h"

enum { MESSAGE_MAX = 300, RAW_MAX = 160, BODY_MAX = 1 << 16 };

/* A member that may be text, a number or absent. */
/* Redacted before it is cut: half a key is not known as one. */
static struct str said_text(struct arena *arena, struct str text)
{
    return utf8_cut_bytes(log_redacted(arena, utf8_clean(arena, str_trim(text))), MESSAGE_MAX);
}

static struct str member_text(struct arena *arena, const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    if (json_is_integer(value))
        return str_format(arena, "%lld", (long long) json_integer_value(value));
    return str_dup(arena, json_get_str(object, name));
}

static void first_text(struct str *ret, struct str value)
{
    if (str_empty(*ret))
        *ret = value;
}

void service_error_member(struct arena *arena, const json_t *error, int status, struct service_error *ret)
{
    *ret = (struct service_error){ .status = status, .retry_after_ms = -1 };
    if (json_is_string(error)) {
        ret->message = str_dup(arena, str_n(json_string_value(error), json_string_length(error)));
        return;
    }
    ret->message = member_text(arena, error, "message");
    first_text(&ret->message, member_text(arena, error, "detail"));
    first_text(&ret->message, member_text(arena, error, "error"));
    ret->type = member_text(arena, error, "type");
    first_text(&ret->type, member_text(arena, error, "status"));
    ret->code = member_text(arena, error, "code");
    first_text(&ret->code, member_text(arena, json_object_get(error, "details"), "error_code"));
    ret->param = member_text(arena, error, "param");
    /* OpenRouter says what the model's own service answered. */
    struct str raw = json_get_str(json_object_get(error, "metadata"), "raw");
    if (!str_empty(raw))
        ret->message = str_format(arena, "%.*s (%.*s)", STR_ARG(ret->message),
                                  STR_ARG(utf8_cut_bytes(log_redacted(arena, raw), RAW_MAX)));
    /* An error inside a 200: its own code tells the kind. */
    int64_t code;
    if (status / 100 == 2 && str_to_int(ret->code, &code) && code >= 400 && code <= 599)
        ret->status = (int) code;
    /* Google: seconds to wait and exhausted quotas among the details. */
    size_t at;
    const json_t *detail;
    json_array_foreach (json_object_get(error, "details"), at, detail) {
        int64_t ms;

        if (str_to_duration_ms(json_get_str(detail, "retryDelay"), &ms))
            ret->retry_after_ms = ms;
        struct str quota = json_is_string(json_at(detail, "violations.0.quotaId"))
                               ? str(json_string_value(json_at(detail, "violations.0.quotaId")))
                               : str("");
        if (str_contains(quota, "PerDay"))
            ret->code = str("quota_per_day");
    }
    double seconds = json_get_double(error, "retry_after_seconds", -1);
    if (seconds >= 0 && seconds < 1e6)
        ret->retry_after_ms = (int64_t) (seconds * 1000);
}

void service_error_read(struct arena *arena, struct str body, int status, struct service_error *ret)
{
    json_t *value = NULL;

    *ret = (struct service_error){ .status = status, .retry_after_ms = -1 };
    if (json_parse_foreign(body, false, &value, NULL) < 0) {
        ret->message = said_text(arena, utf8_cut_bytes(body, BODY_MAX));
        return;
    }
    const json_t *top = json_is_array(value) ? json_array_get(value, 0) : value;
    const json_t *error = json_object_get(top, "error");
    if (!error || json_is_null(error))
        error = json_object_get(top, "detail");
    if (!error) /* Mistral puts the list of validation errors into the message */
        error = json_at(top, "message.detail");
    if (json_is_array(error)) /* a list of validation errors */
        error = json_array_get(error, 0);
    if (!json_is_object(error) && !json_is_string(error))
        error = top;
    service_error_member(arena, error, status, ret);
    if (error != top) {
        first_text(&ret->message, member_text(arena, top, "message"));
        first_text(&ret->code, member_text(arena, top, "code"));
    }
    if (str_empty(ret->message) && json_get_str(error, "msg").len > 0)
        ret->message = str_dup(arena, json_get_str(error, "msg"));
    const json_t *place = json_object_get(error, "loc"), *last = json_array_get(place, json_array_size(place) - 1);
    if (str_empty(ret->param) && json_is_string(last))
        ret->param = str_dup(arena, str(json_string_value(last)));
    json_decref(value);
}

void service_error_headers(const struct net_response *response, struct service_error *ret)
{
    int64_t after = net_retry_after_ms(response, clock_wall_ms());

    if (after >= 0)
        ret->retry_after_ms = after;
    ret->should_retry = net_header(response, "x-should-retry");
}

static bool says(const struct service_error *error, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (str_contains_nocase(error->code, words[i]) || str_contains_nocase(error->type, words[i]) ||
            str_contains_nocase(error->message, words[i]))
            return true;
    return false;
}

static bool code_in(const struct service_error *error, const char *const *codes)
{
    return word_index(codes, error->code) >= 0;
}

static const char *const quota_words[] = { "insufficient_quota",
                                           "billing",
                                           "quota_per_day",
                                           "credit balance",
                                           "insufficient credits",
                                           "insufficient balance",
                                           "exceeded your current quota",
                                           "spend limit",
                                           "out of credits",
                                           "purchase more credits",
                                           NULL };
static const char *const context_words[] = {
    "context_length_exceeded", "exceed_context_size", "context length",
    "context window",          "context limit",       "max_new_tokens` must be",
    "maximum context",         "prompt is too long",  "too many tokens",
    "input is too long",       "request_too_large",   "exceeds the maximum number of tokens",
    "max_model_len",           "reduce the length",   NULL
};
static const char *const policy_words[] = {
    "content_policy", "content_filter", "content management policy", "invalid_prompt", "moderation",
    "flagged",        "bio_policy",     "misalignment_policy",       "safety system",  NULL
};
static const char *const key_words[] = { "api key not valid",
                                         "invalid_api_key",
                                         "invalid api key",
                                         "incorrect api key",
                                         "api_key_invalid",
                                         "authentication",
                                         NULL };
static const char *const model_words[] = { "model_not_found",
                                           "does not exist",
                                           "not found",
                                           "not exist",
                                           "unknown model",
                                           "no longer available",
                                           "has been retired",
                                           "invalid model",
                                           "is not supported for generatecontent",
                                           "decommissioned",
                                           NULL };

/* Groq: what the model wrote was no JSON or no call of a tool; the next time it may be. */
static const char *const badly_written[] = { "json_validate_failed", "tool_use_failed", NULL };

/* The business codes of Z.ai, where HTTP statuses say little. */
static const char *const zai_key[] = { "1000", "1001", "1002", "1003", "1004", "1110", "1111", "1112", "1121", NULL };
static const char *const zai_quota[] = { "1113", "1304", "1308", "1310", NULL };
static const char *const zai_rate[] = { "1302", "1303", "1305", "1312", NULL };
static const char *const zai_upstream[] = { "1230", "1234", NULL };
static const char *const zai_context[] = { "1261", NULL };
static const char *const zai_policy[] = { "1301", NULL };
static const char *const zai_model[] = { "1211", NULL };

struct meaning {
    int code;
    bool retry;
};

static struct meaning meaning_of(const struct service_error *error)
{
    int status = error->status;
    bool retry = retry_status(status, error->should_retry.len == 4   ? "true"
                                      : error->should_retry.len == 5 ? "false"
                                                                     : "");

    if (code_in(error, zai_key) || status == 401 || ((status == 400 || status == 403) && says(error, key_words)))
        return (struct meaning){ ERROR_AUTH, false };
    if (status == 402 || code_in(error, zai_quota) ||
        ((status == 429 || status / 100 == 4) && says(error, quota_words)))
        return (struct meaning){ ERROR_QUOTA, false };
    if (code_in(error, zai_context) || status == 413 ||
        ((status == 400 || status == 422 || status == 500) && says(error, context_words)))
        return (struct meaning){ ERROR_CONTEXT, false };
    if (code_in(error, zai_policy) || ((status == 400 || status == 403 || status == 200) && says(error, policy_words)))
        return (struct meaning){ ERROR_REFUSED, false };
    if (code_in(error, badly_written))
        return (struct meaning){ ERROR_UPSTREAM, true };
    if (code_in(error, zai_rate) || status == 429)
        return (struct meaning){ ERROR_RATE, retry || code_in(error, zai_rate) };
    if (status == 403)
        return (struct meaning){ ERROR_AUTH, false };
    bool about_model = str_is(error->code, "model_not_found") || str_is(error->param, "model") ||
                       str_contains_nocase(error->message, "model");
    if (code_in(error, zai_model) ||
        ((status == 404 || status == 400 || status == 410) && about_model && says(error, model_words)))
        return (struct meaning){ ERROR_MODEL, false };
    if (str_contains(error->type, "not_found_error"))
        return (struct meaning){ ERROR_MODEL, false };
    if (status == 404)
        return (struct meaning){ ERROR_MISCONFIGURED, false };
    if (status == 408 || status == 504 || status == 524)
        return (struct meaning){ ERROR_TIMEOUT, retry };
    if (status == 409 || status == 425 || status / 100 == 5 || code_in(error, zai_upstream) || status / 100 == 2)
        return (struct meaning){ ERROR_UPSTREAM, status / 100 == 2 || retry || code_in(error, zai_upstream) };
    return (struct meaning){ ERROR_REJECTED, retry };
}

/* An error inside a stream that began with 200 has a text and no status. */
static int status_of_words(const struct service_error *error)
{
    static const struct word_number table[] = {
        { "overloaded_error", 529 },     { "rate_limit", 429 },         { "too_many_requests", 429 },
        { "resource_exhausted", 429 },   { "insufficient_quota", 429 }, { "invalid_request_error", 400 },
        { "authentication_error", 401 }, { "permission_error", 403 },   { "not_found_error", 404 },
        { "billing_error", 402 },        { "timeout_error", 504 },      { "context_length_exceeded", 400 },
        { "invalid_prompt", 400 },       { "model_not_found", 404 },    { "unavailable", 503 },
        { "server_error", 500 },         { "api_error", 500 },          { "internal", 500 },
    };

    if (error->status / 100 != 2)
        return error->status;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (str_contains_nocase(error->type, table[i].word) || str_contains_nocase(error->code, table[i].word))
            return table[i].number;
    return error->status;
}

int service_error_classify(const struct llm_attempt *attempt, const struct service_error *given, struct error *e)
{
    struct service_error error = *given;
    const struct llm_provider *provider = attempt->provider;
    const struct model *model = attempt->model;

    error.status = status_of_words(&error);
    struct meaning meaning = meaning_of(&error);
    struct str said = said_text(attempt->arena, error.message);
    if (str_empty(said))
        said = !str_empty(error.code) ? error.code : !str_empty(error.type) ? error.type : str("no explanation");
    const char *variable = provider->key_variable ? provider->key_variable : "its key";

    switch (meaning.code) {
    case ERROR_AUTH:
        error_set(e, ERROR_AUTH, "%.*s refused the key (%d: %.*s). Set %s to a valid key", STR_ARG(provider->name),
                  error.status, STR_ARG(said), variable);
        break;
    case ERROR_QUOTA:
        error_set(e, ERROR_QUOTA, "%.*s says the credit or quota of this key is used up (%d: %.*s)",
                  STR_ARG(provider->name), error.status, STR_ARG(said));
        break;
    case ERROR_MODEL:
        if (str_empty(model->successor))
            error_set(e, ERROR_MODEL,
                      "%.*s does not serve the model %.*s (%d: %.*s). Choose another one: fathom models",
                      STR_ARG(provider->name), STR_ARG(model->id), error.status, STR_ARG(said));
        else
            error_set(e, ERROR_MODEL, "%.*s no longer serves the model %.*s (%d: %.*s). Its successor is %.*s",
                      STR_ARG(provider->name), STR_ARG(model->id), error.status, STR_ARG(said),
                      STR_ARG(model->successor));
        break;
    case ERROR_CONTEXT:
        error_set(e, ERROR_CONTEXT, "the prompt is too long for %.*s (%.*s)", STR_ARG(model->name), STR_ARG(said));
        break;
    case ERROR_REFUSED:
        error_set(e, ERROR_REFUSED, "%.*s refused the request (%.*s)", STR_ARG(model->name), STR_ARG(said));
        break;
    case ERROR_MISCONFIGURED:
        error_set(e, ERROR_MISCONFIGURED, "%.*s has nothing at %.*s (404: %.*s). Check its address",
                  STR_ARG(provider->name), STR_ARG(provider->base_url), STR_ARG(said));
        break;
    default:
        error_set(e, meaning.code, "%.*s answered %d for %.*s: %.*s", STR_ARG(provider->name), error.status,
                  STR_ARG(model->id), STR_ARG(said));
    }
    if (e) {
        e->retry = meaning.retry;
        e->status = error.status;
        e->retry_after_ms = error.retry_after_ms;
        log_redact_z(e->message, sizeof e->message);
    }
    return -meaning.code;
}

/* Ollama, vLLM, llama.cpp, OpenRouter and others say in their own words that a model, or how it is served, knows no tools. */
static bool refuses_tools(const struct llm_attempt *attempt, const struct service_error *error)
{
    static const char *const words[] = { "support tools",
                                         "support tool use",
                                         "support tool calling",
                                         "support function calling",
                                         "tools is not supported",
                                         "tool calling is not supported",
                                         "tool calling` is not supported",
                                         "tool use is not supported",
                                         "function calling is not supported",
                                         "tool choice requires",
                                         "tools param requires",
                                         "unsupported parameter: 'tools'",
                                         NULL };

    return attempt->request->tools_n > 0 && !(attempt->left_out & LLM_NO_TOOLS) && error->status >= 400 &&
           error->status <= 501 && error->status != 401 && error->status != 403 && error->status != 429 &&
           str_contains_any(error->message, words);
}

bool service_error_leave_out(struct llm_attempt *attempt, const struct service_error *error)
{
    static const struct word_number fields[] = {
        { "stream_options", LLM_NO_STREAM_OPTIONS },
        { "temperature", LLM_NO_TEMPERATURE },
        { "top_p", LLM_NO_TEMPERATURE },
        { "frequency_penalty", LLM_NO_TEMPERATURE },
        { "presence_penalty", LLM_NO_TEMPERATURE },
        { "tool_choice", LLM_NO_TOOL_CHOICE },
        { "response_format", LLM_NO_SCHEMA },
        { "json_schema", LLM_NO_SCHEMA },
        { "text.format", LLM_NO_SCHEMA },
        { "reasoning", LLM_NO_REASONING },
        { "output_config", LLM_NO_SCHEMA },
        { "responseJsonSchema", LLM_NO_SCHEMA },
        { "responseMimeType", LLM_NO_SCHEMA },
        { "structured output", LLM_NO_SCHEMA },
        { "max_completion_tokens", LLM_OTHER_MAX_TOKENS },
        { "max_output_tokens", LLM_NO_MAX_TOKENS },
        { "max_tokens", LLM_NO_MAX_TOKENS },
        { "maxOutputTokens", LLM_NO_MAX_TOKENS },
        { "prompt_cache_key", LLM_NO_CACHE_KEY },
        { "thinking", LLM_NO_REASONING },
    };

    if (refuses_tools(attempt, error)) {
        attempt->left_out |= LLM_NO_TOOLS;
        return true;
    }
    if (error->status != 400 && error->status != 422)
        return false;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!str_contains(error->message, fields[i].word) && !str_contains(error->param, fields[i].word))
            continue;
        unsigned bit = (unsigned) fields[i].number;
        /* If the service refuses it again, it is left out of the request. */
        if (bit == LLM_OTHER_MAX_TOKENS && (attempt->left_out & bit))
            bit = LLM_NO_MAX_TOKENS;
        if (bit == LLM_NO_SCHEMA && (attempt->left_out & bit))
            bit = LLM_NO_JSON;
        if (attempt->left_out & bit)
            continue;
        attempt->left_out |= bit;
        return true;
    }
    return false;
}

int attempt_garbage(const struct llm_attempt *attempt, struct error *e, const char *format, ...)
{
    char what[256];
    va_list ap;

    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    error_set(e, ERROR_UPSTREAM, "%.*s: %s", STR_ARG(attempt->provider->name), what);
    if (e) {
        e->retry = true;
        log_redact_z(e->message, sizeof e->message);
    }
    return -ERROR_UPSTREAM;
}

int attempt_silent(const struct llm_attempt *attempt, struct error *e)
{
    error_set(e, ERROR_REFUSED, "%.*s gave an empty answer", STR_ARG(attempt->model->name));
    if (e)
        e->retry = true;
    return -ERROR_REFUSED;
}

int attempt_object(const struct llm_attempt *attempt, struct str text, json_t **ret, struct error *e)
{
    json_t *value;

    if (json_parse_foreign(text, attempt->request->stream, &value, NULL) < 0)
        return attempt_garbage(attempt, e, "its answer is not JSON (%zu bytes)", text.len);
    if (!json_is_object(value)) {
        json_decref(value);
        return attempt_garbage(attempt, e, "its answer is not a JSON object");
    }
    *ret = value;
    return 0;
}

int attempt_refused(const struct llm_attempt *attempt, struct str why, struct error *e)
{
    struct str said = said_text(attempt->arena, why);

    error_set(e, ERROR_REFUSED, "%.*s refused to answer: %.*s", STR_ARG(attempt->model->name), STR_ARG(said));
    if (e)
        log_redact_z(e->message, sizeof e->message);
    return -ERROR_REFUSED;
}

int attempt_error_inside(const struct llm_attempt *attempt, const json_t *error, struct error *e)
{
    struct service_error what;

    service_error_member(attempt->arena, error, 200, &what);
    return service_error_classify(attempt, &what, e);
}

int attempt_failure(struct llm_attempt *attempt, const struct net_response *response, struct error *e)
{
    struct service_error error;

    service_error_read(attempt->arena, response->body, response->status, &error);
    service_error_headers(response, &error);
    /* A context that is too small for prompt and max_tokens together is no objection to the field. */
    if (meaning_of(&error).code != ERROR_CONTEXT && service_error_leave_out(attempt, &error))
        return 0;
    return service_error_classify(attempt, &error, e);
}
