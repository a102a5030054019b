/* Google Programmable Search: GET /customsearch/v1 with a key and an engine. */
#include "wire.h"

static void google_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "q");
}

static void google_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 400, 429);
    const char *message = reply->failure == FAILURE_KEY ? "API key not valid. Please pass a valid API key."
                          : reply->failure == FAILURE_QUOTA
                              ? "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'"
                          : status == 429 ? "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'"
                                          : wire_reason(status);

    said_json(asked, ret, status,
              json_pack("{s:{s:i, s:s, s:s, s:[{s:s, s:s, s:s}]}}", "error", "code", status, "message", message,
                        "status",
                        status == 429   ? "RESOURCE_EXHAUSTED"
                        : status >= 500 ? "INTERNAL"
                                        : "INVALID_ARGUMENT",
                        "errors", "message", message, "domain", "global", "reason",
                        status == 429 ? "rateLimitExceeded" : "badRequest"));
}

static void google_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/customsearch/v1");
    bool key = wire_has_header(asked, "X-Goog-Api-Key") || !str_empty(wire_argument(asked, "key"));
    size_t n = wire_count(asked, reply, "num", 10, 10);
    json_t *answer, *list;

    if (!key || !found || str_empty(asked->query) || str_empty(wire_argument(asked, "cx"))) {
        struct reply refused = { .status = found ? 400 : 404, .failure = key ? FAILURE_STATUS : FAILURE_KEY };

        google_failure(asked, &refused, ret);
        return;
    }
    list = json_array();
    for (size_t i = 0; i < n; i++) {
        struct document d;

        document_find(asked->arena, asked->query, "google", i, &d);
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:s, s:o, s:{s:[{s:o}]}}", "kind", "customsearch#result",
                                              "title", wire_json(d.title), "link", wire_json(d.url), "displayLink",
                                              "example.org", "snippet", wire_json(d.snippet), "pagemap", "metatags",
                                              "article:published_time", wire_json(d.date)));
    }
    answer = json_pack("{s:s, s:{s:f, s:o}, s:{s:[{s:o}]}}", "kind", "customsearch#search", "searchInformation",
                       "searchTime", 0.2, "totalResults", json_sprintf("%zu", n * 1000), "queries", "request",
                       "searchTerms", wire_json(asked->query));
    if (n > 0)
        json_object_set(answer, "items", list);
    json_decref(list);
    said_json(asked, ret, 200, answer);
}

const struct service service_google = {
    .name = "google",
    .base = "",
    .url_variable = "GOOGLE_BASE_URL",
    .key_variable = "GOOGLE_API_KEY",
    .read = google_read,
    .answer = google_answer,
    .failure = google_failure,
};
