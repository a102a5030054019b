/* Crossref: GET /works; titles are lists, abstracts JATS. */
#include "wire.h"

static void crossref_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "query.bibliographic");
    if (str_empty(asked->query))
        asked->query = wire_argument(asked, "query");
}

static void crossref_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 403, 429);

    if (status == 429 || status >= 500 || status == 404)
        wire_say(asked, ret, status, "text/plain", str(status == 404 ? "Resource not found." : wire_reason(status)));
    else
        said_json(asked, ret, status,
                  json_pack("{s:s, s:s, s:[{s:s, s:s}]}", "status", "failed", "message-type", "validation-failure",
                            "message", "type", "parameter-not-allowed", "message", wire_reason(status)));
}

static void crossref_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/works") || str_is(asked->path, "/v1/works");
    size_t n = wire_count(asked, reply, "rows", 20, 1000);
    json_t *list;

    if (!found || str_empty(asked->query)) {
        struct reply refused = { .status = found ? 400 : 404, .failure = FAILURE_STATUS };

        crossref_failure(asked, &refused, ret);
        return;
    }
    list = json_array();
    for (size_t i = 0; i < n; i++) {
        struct document d;
        json_t *item;

        document_find(asked->arena, asked->query, "crossref", i, &d);
        item = json_pack("{s:o, s:o, s:[o], s:[{s:s, s:o}], s:{s:[[i,i]]}, s:[s]}", "DOI",
                         json_sprintf("10.5555/%s.%zu", asked->key, i), "URL",
                         json_sprintf("https://doi.org/10.5555/%s.%zu", asked->key, i), "title", wire_json(d.title),
                         "author", "given", "Ada", "family", wire_json(d.author), "issued", "date-parts",
                         2021 + (int) i % 5, 1 + (int) i % 12, "container-title", "Example Letters");
        if (i % 3 != 2)
            json_object_set_new(item, "abstract",
                                json_sprintf("<jats:title>Abstract</jats:title><jats:p>%.*s</jats:p>",
                                             STR_ARG(wire_escape(asked->arena, d.text))));
        json_array_append_new(list, item);
    }
    said_header(ret, "x-rate-limit-limit", "5");
    said_header(ret, "x-rate-limit-interval", "1s");
    said_header(ret, "x-api-pool", str_empty(wire_argument(asked, "mailto")) ? "public" : "polite");
    said_json(asked, ret, 200,
              json_pack("{s:s, s:s, s:s, s:{s:i, s:o, s:i}}", "status", "ok", "message-type", "work-list",
                        "message-version", "1.0.0", "message", "total-results", (int) n * 10, "items", list,
                        "items-per-page", (int) n));
}

const struct service service_crossref = {
    .name = "crossref",
    .base = "",
    .url_variable = "CROSSREF_BASE_URL",
    .key_variable = NULL,
    .read = crossref_read,
    .answer = crossref_answer,
    .failure = crossref_failure,
};
