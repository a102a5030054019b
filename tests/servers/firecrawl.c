/* Firecrawl v2: POST /v2/search. */
#include "wire.h"

static void firecrawl_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_text(json_object_get(asked->json, "query"));
}

static void firecrawl_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 401, 402);
    const char *message = status == 401   ? "Unauthorized: Invalid token"
                          : status == 402 ? "Insufficient credits to perform this request."
                          : status == 429 ? "Rate limit exceeded. Please retry later."
                                          : wire_reason(status);

    said_json(asked, ret, status, json_pack("{s:b, s:s}", "success", 0, "error", message));
}

static void firecrawl_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/v2/search") && str_is(asked->method, "POST"), key = asked_has_bearer(asked);
    const json_t *source = json_array_get(json_object_get(asked->json, "sources"), 0);
    bool news = str_is(wire_text(source), "news"), page = json_object_get(asked->json, "scrapeOptions") != NULL;
    size_t n = wire_count(asked, reply, "limit", 5, 100);
    json_t *list;

    if (!key || !found || str_empty(asked->query)) {
        struct reply refused = { .status = found ? 400 : 404, .failure = key ? FAILURE_STATUS : FAILURE_KEY };

        firecrawl_failure(asked, &refused, ret);
        return;
    }
    list = json_array();
    for (size_t i = 0; i < n; i++) {
        struct document d;
        json_t *item;

        document_find(asked->arena, asked->query, "firecrawl", i, &d);
        item = json_pack("{s:o, s:o, s:o, s:i}", "url", wire_json(d.url), "title", wire_json(d.title),
                         news ? "snippet" : "description", wire_json(d.snippet), "position", (int) i + 1);
        if (news)
            json_object_set_new(item, "date", wire_json(d.date));
        if (page)
            json_object_set_new(item, "markdown", wire_json(d.text));
        json_array_append_new(list, item);
    }
    said_json(asked, ret, 200,
              json_pack("{s:b, s:{s:o}, s:i}", "success", 1, "data", news ? "news" : "web", list, "creditsUsed", 2));
}

const struct service service_firecrawl = {
    .name = "firecrawl",
    .base = "/v2",
    .url_variable = "FIRECRAWL_BASE_URL",
    .key_variable = "FIRECRAWL_API_KEY",
    .read = firecrawl_read,
    .answer = firecrawl_answer,
    .failure = firecrawl_failure,
};
