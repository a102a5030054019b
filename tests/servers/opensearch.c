/* OpenSearch and Elasticsearch: POST /documents/_search with a query of their language. */
#include "wire.h"

static void opensearch_read(struct asked *asked)
{
    const json_t *query = json_object_get(asked->json, "query");

    asked->role = str("search");
    asked->query = wire_text(json_object_get(json_object_get(query, "multi_match"), "query"));
}

static void opensearch_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 401, 429);
    const char *type = status == 401   ? "security_exception"
                       : status == 404 ? "index_not_found_exception"
                       : status == 429 ? "circuit_breaking_exception"
                       : status < 500  ? "parsing_exception"
                                       : "exception";

    said_json(asked, ret, status,
              json_pack("{s:{s:[{s:s, s:s}], s:s, s:s}, s:i}", "error", "root_cause", "type", type, "reason",
                        wire_reason(status), "type", type, "reason", wire_reason(status), "status", status));
}

static void opensearch_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/documents/_search") && str_is(asked->method, "POST");
    size_t n = wire_count(asked, reply, "size", 10, 10000);
    json_t *list;

    if (!found || str_empty(asked->query)) {
        struct reply refused = { .status = found ? 400 : 404, .failure = FAILURE_STATUS };

        opensearch_failure(asked, &refused, ret);
        return;
    }
    list = json_array();
    for (size_t i = 0; i < n; i++) {
        struct document d;

        document_find(asked->arena, asked->query, "opensearch", i, &d);
        json_array_append_new(list, json_pack("{s:s, s:o, s:f, s:{s:o, s:o, s:o, s:o}, s:{s:[o]}}", "_index",
                                              "documents", "_id", json_sprintf("d%zu", i), "_score",
                                              9.0 - (double) i / 10, "_source", "title", wire_json(d.title), "url",
                                              wire_json(d.url), "text", wire_json(d.text), "date", wire_json(d.date),
                                              "highlight", "text", json_sprintf("<em>%.*s</em>", STR_ARG(d.snippet))));
    }
    said_json(asked, ret, 200,
              json_pack("{s:i, s:b, s:{s:{s:i, s:s}, s:f, s:o}}", "took", 3, "timed_out", 0, "hits", "total", "value",
                        (int) n, "relation", "eq", "max_score", 9.0, "hits", list));
}

const struct service service_opensearch = {
    .name = "opensearch",
    .base = "/documents",
    .url_variable = "OPENSEARCH_BASE_URL",
    .key_variable = "OPENSEARCH_API_KEY",
    .read = opensearch_read,
    .answer = opensearch_answer,
    .failure = opensearch_failure,
};
