/* Exa: POST /search, /contents, /answer, with the cost of each call. */
#include "wire.h"

static void exa_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_text(json_object_get(asked->json, "query"));
}

static void exa_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 401, 402);

    said_json(asked, ret, status,
              json_pack("{s:s, s:s, s:s}", "requestId", asked->key, "error", wire_reason(status), "tag",
                        status == 402   ? "NO_MORE_CREDITS"
                        : status == 401 ? "INVALID_API_KEY"
                        : status == 429 ? "RATE_LIMIT_EXCEEDED"
                        : status == 503 ? "SERVICE_OVERLOADED"
                        : status >= 500 ? "INTERNAL_ERROR"
                                        : "INVALID_REQUEST_BODY"));
}

static json_t *result(const struct asked *asked, const json_t *contents, size_t rank)
{
    const json_t *text = json_object_get(contents, "text"), *highlights = json_object_get(contents, "highlights");
    struct document d;
    json_t *item;

    document_find(asked->arena, asked->query, "exa", rank, &d);
    item = json_pack("{s:o, s:o, s:o, s:o, s:o, s:f}", "id", wire_json(d.url), "url", wire_json(d.url), "title",
                     wire_json(d.title), "publishedDate", json_sprintf("%.*sT00:00:00.000Z", STR_ARG(d.date)), "author",
                     wire_json(d.author), "score", 0.4 - 0.01 * (double) rank);
    if (text && !json_is_false(text))
        json_object_set_new(item, "text", wire_json(d.text));
    if (highlights && !json_is_false(highlights))
        json_object_set_new(item, "highlights", json_pack("[o]", wire_json(d.snippet)));
    return item;
}

static void exa_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool search = str_is(asked->path, "/search"), answer = str_is(asked->path, "/answer");
    bool key = wire_has_header(asked, "x-api-key") || asked_has_bearer(asked);
    size_t n = answer ? 3 : wire_count(asked, reply, "numResults", 10, 100);
    const json_t *contents = answer ? asked->json : json_object_get(asked->json, "contents");
    json_t *list;
    struct document d;

    if (!key || (!search && !answer) || !str_is(asked->method, "POST") || str_empty(asked->query)) {
        struct reply refused = { .status = search || answer ? 400 : 404,
                                 .failure = key ? FAILURE_STATUS : FAILURE_KEY };

        exa_failure(asked, &refused, ret);
        return;
    }
    list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, result(asked, contents, i));
    if (answer) {
        document_find(asked->arena, asked->query, "exa", 0, &d);
        said_json(asked, ret, 200,
                  json_pack("{s:s, s:o, s:o, s:{s:f}}", "requestId", asked->key, "answer", wire_json(d.snippet),
                            "citations", list, "costDollars", "total", 0.005));
        return;
    }
    said_json(asked, ret, 200,
              json_pack("{s:s, s:s, s:o, s:f, s:{s:f, s:{s:f}}}", "requestId", asked->key, "resolvedSearchType",
                        "neural", "results", list, "searchTime", 312.5, "costDollars", "total", 0.007, "search",
                        "neural", 0.005));
}

const struct service service_exa = {
    .name = "exa",
    .base = "",
    .url_variable = "EXA_BASE_URL",
    .key_variable = "EXA_API_KEY",
    .read = exa_read,
    .answer = exa_answer,
    .failure = exa_failure,
};
