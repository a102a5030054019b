/* Tavily: POST /search with a Bearer key, or without one in keyless mode. */
#include "script.h"
#include "words.h"

enum { KEYLESS_RETRY_S = 30 };

static bool keyless(const struct asked *asked)
{
    const char *mode = asked_header(asked, "X-Tavily-Access-Mode");

    return !asked_has_bearer(asked) && mode && str_is(str(mode), "keyless");
}

static void tavily_read(struct asked *asked)
{
    const char *q = json_string_value(json_object_get(asked->json, "query"));

    asked->role = str("search");
    asked->query = str(q ? q : "");
}

static void tavily_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = reply->status;
    const char *message = "Internal server error";

    if (status == 429 && reply->failure == FAILURE_STATUS && keyless(asked)) {
        said_json(asked, ret, 429,
                  json_pack("{s:{s:s, s:s, s:i, s:[s]}}", "error", "code", "keyless_limit_reached", "message",
                            "The limit for requests without a key is reached.", "retry_after_seconds", KEYLESS_RETRY_S,
                            "next_actions", "Use an API key."));
        return;
    }
    if (reply->failure == FAILURE_KEY) {
        status = 401;
        message = "Unauthorized: missing or invalid API key.";
    } else if (reply->failure == FAILURE_QUOTA) {
        status = 432;
        message = "This request exceeds your plan's set usage limit.";
    } else if (status == 429) {
        message = "Your request has been blocked due to excessive requests.";
    } else if (status == 404) {
        message = "Not found.";
    } else if (status < 500) {
        message = "Invalid request: the query is missing.";
    }
    said_json(asked, ret, status, json_pack("{s:{s:s}}", "detail", "error", message));
}

static json_t *result(const struct asked *asked, size_t rank, bool raw)
{
    struct document d;
    json_t *item;

    document_find(asked->arena, asked->query, "tavily", rank, &d);
    item = json_pack("{s:s%, s:s%, s:s%, s:f, s:s%}", "title", d.title.data, d.title.len, "url", d.url.data, d.url.len,
                     "content", d.snippet.data, d.snippet.len, "score", 0.98 - 0.04 * (double) rank, "published_date",
                     d.date.data, d.date.len);
    if (raw)
        json_object_set_new(item, "raw_content", json_pack("s%", d.text.data, d.text.len));
    else
        json_object_set_new(item, "raw_content", json_null());
    return item;
}

static void tavily_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    json_t *count = json_object_get(asked->json, "max_results"),
           *raw = json_object_get(asked->json, "include_raw_content");
    json_int_t n = json_is_integer(count) ? json_integer_value(count) : 5;
    bool found = str_is(asked->path, "/search") && str_is(asked->method, "POST");
    bool allowed = asked_has_bearer(asked) || keyless(asked);
    json_t *list = json_array(), *answer = json_null();

    if (!allowed || !found || str_empty(asked->query)) {
        struct reply refused = { .status = !found ? 404 : 400, .failure = allowed ? FAILURE_STATUS : FAILURE_KEY };

        json_decref(list);
        tavily_failure(asked, &refused, ret);
        return;
    }
    n = n < 0 || reply->twist == TWIST_NO_TEXT ? 0 : n > 20 ? 20 : n;
    for (json_int_t i = 0; i < n; i++)
        json_array_append_new(list, result(asked, (size_t) i, json_is_true(raw) || json_is_string(raw)));
    if (json_is_true(json_object_get(asked->json, "include_answer")) ||
        json_is_string(json_object_get(asked->json, "include_answer"))) {
        struct document d;

        document_find(asked->arena, asked->query, "tavily", 0, &d);
        answer = json_pack("s%", d.snippet.data, d.snippet.len);
    }
    said_json(asked, ret, 200,
              json_pack("{s:s%, s:o, s:[], s:n, s:o, s:f, s:s}", "query", asked->query.data, asked->query.len, "answer",
                        answer, "images", "follow_up_questions", "results", list, "response_time", 0.42, "request_id",
                        asked->key));
}

const struct service service_tavily = {
    .name = "tavily",
    .base = "",
    .url_variable = "TAVILY_BASE_URL",
    .key_variable = "TAVILY_API_KEY",
    .read = tavily_read,
    .answer = tavily_answer,
    .failure = tavily_failure,
};
