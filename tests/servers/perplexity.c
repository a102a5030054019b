/* Perplexity: the Agent API on the responses wire, and POST /search. */
#include "responses.h"
#include "wire.h"

static void perplexity_read(struct asked *asked)
{
    const json_t *query = json_object_get(asked->json, "query");

    if (!str_is(asked->path, "/search")) {
        responses_read(asked);
        return;
    }
    asked->role = str("search");
    asked->query = wire_text(json_is_array(query) ? json_array_get(query, 0) : query);
}

static void perplexity_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 401, 402);
    const char *message = wire_reason(status);

    if (reply->failure == FAILURE_MODEL)
        message = "Invalid model or preset.";
    else if (reply->failure == FAILURE_CONTEXT)
        message = "The input exceeds the maximum context length of the model.";
    else if (reply->failure == FAILURE_PARAMETER)
        message = str_format(asked->arena, "Unsupported parameter: %s", reply->parameter).data;
    else if (str_ends(asked->path, "/chat/completions"))
        message = "Sonar is now the Agent API: use POST /v1/agent.";
    said_json(asked, ret, status,
              json_pack("{s:{s:s, s:s, s:i}}", "error", "message", message, "type",
                        status == 401                       ? "invalid_api_key"
                        : status == 429                     ? "rate_limit_exceeded"
                        : reply->failure == FAILURE_CONTEXT ? "context_length_exceeded"
                                                            : "invalid_request",
                        "code", status));
}

static void answer_search(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    size_t n = wire_count(asked, reply, "max_results", 10, 20);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++) {
        struct document d;

        document_find(asked->arena, asked->query, "perplexity", i, &d);
        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:o}", "title", wire_json(d.title), "url",
                                              wire_json(d.url), "snippet", wire_json(d.text), "date", wire_json(d.date),
                                              "last_updated", wire_json(d.date)));
    }
    said_json(asked, ret, 200, json_pack("{s:s, s:o}", "id", asked->key, "results", list));
}

static void perplexity_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool search = str_is(asked->path, "/search"), post = str_is(asked->method, "POST");
    struct reply refused = { .status = 404, .failure = asked_has_bearer(asked) ? FAILURE_STATUS : FAILURE_KEY };

    if (!asked_has_bearer(asked) || (!search && !responses_path(asked)) ||
        (search && (!post || str_empty(asked->query))))
        perplexity_failure(asked, &refused, ret);
    else if (search)
        answer_search(asked, reply, ret);
    else
        responses_answer(asked, reply, ret);
}

const struct service service_perplexity = {
    .name = "perplexity",
    .base = "",
    .url_variable = "PERPLEXITY_BASE_URL",
    .key_variable = "PERPLEXITY_API_KEY",
    .model = true,
    .read = perplexity_read,
    .answer = perplexity_answer,
    .failure = perplexity_failure,
};
