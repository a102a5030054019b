/* Brave: web, news, and the text of pages for models. */
#include "wire.h"

static void brave_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "q");
}

static void rate_headers(struct said *ret, bool spent, bool over)
{
    said_header(ret, "X-RateLimit-Limit", "50, 15000");
    said_header(ret, "X-RateLimit-Policy", "50;w=1, 15000;w=2592000");
    said_header(ret, "X-RateLimit-Remaining", over ? "0, 0" : spent ? "0, 1000" : "49, 1000");
    said_header(ret, "X-RateLimit-Reset", "1, 1419704");
}

static void brave_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 422, 429);
    const char *code = reply->failure == FAILURE_KEY     ? "SUBSCRIPTION_TOKEN_INVALID"
                       : reply->failure == FAILURE_QUOTA ? "QUOTA_LIMITED"
                       : status == 429                   ? "RATE_LIMITED"
                       : status >= 500                   ? "INTERNAL"
                       : status == 404                   ? "RESOURCE_NOT_FOUND"
                                                         : "VALIDATION";

    rate_headers(ret, status == 429, reply->failure == FAILURE_QUOTA);
    said_json(asked, ret, status,
              json_pack("{s:s, s:{s:s, s:i, s:s, s:s, s:{}}, s:i}", "type", "ErrorResponse", "error", "id", asked->key,
                        "status", status, "code", code, "detail", wire_reason(status), "meta", "time", 1794700800));
}

static json_t *result(const struct asked *asked, size_t rank)
{
    struct document d;
    json_t *item;

    document_find(asked->arena, asked->query, "brave", rank, &d);
    item = json_pack("{s:s, s:o, s:o, s:o, s:s, s:b}", "type", "search_result", "title", wire_json(d.title), "url",
                     wire_json(d.url), "description", wire_json(d.snippet), "language", "en", "family_friendly", 1);
    if (rank % 2 == 0)
        json_object_set_new(item, "page_age", json_sprintf("%.*sT00:00:00", STR_ARG(d.date)));
    return item;
}

/* Page text in pieces, with what is known of each source beside it. */
static void answer_context(const struct asked *asked, size_t n, struct said *ret)
{
    json_t *list = json_array(), *sources = json_object();

    for (size_t i = 0; i < n; i++) {
        struct document d;

        document_find(asked->arena, asked->query, "brave", i, &d);
        json_array_append_new(list, json_pack("{s:o, s:o, s:[o,o]}", "url", wire_json(d.url), "title",
                                              wire_json(d.title), "snippets", wire_json(d.snippet), wire_json(d.text)));
        json_object_set_new(sources, str_z(asked->arena, d.url),
                            json_pack("{s:o, s:s}", "title", wire_json(d.title), "hostname", "example.org"));
    }
    said_json(asked, ret, 200,
              json_pack("{s:{s:o, s:[]}, s:o}", "grounding", "generic", list, "map", "sources", sources));
}

static void brave_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool web = str_is(asked->path, "/res/v1/web/search"), news = str_is(asked->path, "/res/v1/news/search");
    bool context = str_is(asked->path, "/res/v1/llm/context"), key = wire_has_header(asked, "X-Subscription-Token");
    size_t n = wire_count(asked, reply, "count", 20, context ? 50 : 20);
    json_t *list, *query;

    if (!key || (!web && !news && !context) || str_empty(asked->query) || asked->query.len > 1600) {
        struct reply refused = { .status = web || news || context ? 422 : 404,
                                 .failure = key ? FAILURE_STATUS : FAILURE_KEY };

        brave_failure(asked, &refused, ret);
        return;
    }
    rate_headers(ret, false, false);
    if (context) {
        answer_context(asked, n, ret);
        return;
    }
    list = json_array();
    query = json_pack("{s:o, s:b}", "original", wire_json(asked->query), "more_results_available", n > 0);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, result(asked, i));
    said_json(asked, ret, 200,
              news ? json_pack("{s:s, s:o, s:o}", "type", "news", "query", query, "results", list)
                   : json_pack("{s:s, s:o, s:{s:s, s:o}}", "type", "search", "query", query, "web", "type", "search",
                               "results", list));
}

const struct service service_brave = {
    .name = "brave",
    .base = "",
    .url_variable = "BRAVE_BASE_URL",
    .key_variable = "BRAVE_API_KEY",
    .read = brave_read,
    .answer = brave_answer,
    .failure = brave_failure,
};
