/* Semantic Scholar: GET /graph/v1/paper/search; a key is optional. */
#include "wire.h"

static void scholar_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "query");
}

static void scholar_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 403, 429);

    if (status == 429 || status == 403)
        said_json(asked, ret, status,
                  json_pack("{s:s, s:o}", "message", status == 429 ? "Too Many Requests" : "Forbidden", "code",
                            json_sprintf("%d", status)));
    else
        said_json(asked, ret, status, json_pack("{s:s}", "error", wire_reason(status)));
}

/* Only the fields that were asked for come back, and always the id. */
static json_t *paper(const struct asked *asked, size_t rank)
{
    struct str fields = wire_argument(asked, "fields"), field;
    struct document d;
    json_t *whole, *item;

    document_find(asked->arena, asked->query, "semantic_scholar", rank, &d);
    whole = json_pack(
        "{s:o, s:o, s:i, s:[{s:s, s:o}], s:o, s:{s:i}, s:o, s:o, s:s, s:o, s:i}", "title", wire_json(d.title),
        "abstract", rank % 4 == 3 ? json_null() : wire_json(d.text), "year", 2025, "authors", "authorId", "7", "name",
        wire_json(d.author), "url", json_sprintf("https://www.semanticscholar.org/paper/%s%zu", asked->key, rank),
        "externalIds", "CorpusId", (int) rank + 1, "openAccessPdf",
        json_pack("{s:o, s:s}", "url", wire_json(d.url), "status", "GREEN"), "publicationDate", wire_json(d.date),
        "venue", "Example Letters", "tldr",
        json_pack("{s:s, s:o}", "model", "tldr@v2.0.0", "text", wire_json(d.snippet)), "citationCount", (int) rank * 3);
    item = json_pack("{s:o}", "paperId", json_sprintf("%s%zu", asked->key, rank));
    fields = str_empty(fields) ? str("title") : fields;
    while (str_next(&fields, ',', &field)) {
        const char *name = str_z(asked->arena, field);

        if (json_object_get(whole, name))
            json_object_set(item, name, json_object_get(whole, name));
    }
    json_decref(whole);
    return item;
}

static void scholar_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/graph/v1/paper/search");
    size_t n = wire_count(asked, reply, "limit", 100, 100);
    json_t *list;

    if (!found || str_empty(asked->query)) {
        struct reply refused = { .status = found ? 400 : 404, .failure = FAILURE_STATUS };

        scholar_failure(asked, &refused, ret);
        return;
    }
    if (n == 0) {
        said_json(asked, ret, 200, json_pack("{s:i, s:i}", "total", 0, "offset", 0));
        return;
    }
    list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, paper(asked, i));
    said_json(asked, ret, 200,
              json_pack("{s:i, s:i, s:i, s:o}", "total", 1000, "offset", 0, "next", (int) n, "data", list));
}

const struct service service_semantic_scholar = {
    .name = "semantic_scholar",
    .base = "",
    .url_variable = "SEMANTIC_SCHOLAR_BASE_URL",
    .key_variable = "SEMANTIC_SCHOLAR_API_KEY",
    .read = scholar_read,
    .answer = scholar_answer,
    .failure = scholar_failure,
};
