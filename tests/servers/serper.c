/* Serper: POST /search, /news, /scholar with X-API-KEY. */
#include "script.h"
#include "words.h"

static void serper_read(struct asked *asked)
{
    const char *q = json_string_value(json_object_get(asked->json, "q"));

    asked->role = str("search");
    asked->query = str(q ? q : "");
}

static void serper_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = reply->status;
    const char *message = "Internal server error";

    if (reply->failure == FAILURE_KEY) {
        status = 403;
        message = "Unauthorized.";
    } else if (reply->failure == FAILURE_QUOTA) {
        status = 400;
        message = "Not enough credits";
    } else if (status == 429) {
        message = "Too many requests";
    } else if (status == 404) {
        message = "Not found";
    } else if (status < 500) {
        message = "Bad request";
    }
    said_json(asked, ret, status, json_pack("{s:s, s:i}", "message", message, "statusCode", status));
}

static json_t *organic(const struct asked *asked, const char *kind, size_t rank)
{
    struct document d;
    json_t *item;

    document_find(asked->arena, asked->query, "serper", rank, &d);
    item = json_pack("{s:s%, s:s%, s:s%, s:i}", "title", d.title.data, d.title.len, "link", d.url.data, d.url.len,
                     "snippet", d.snippet.data, d.snippet.len, "position", (int) rank + 1);
    if (str_is(str(kind), "scholar")) {
        json_object_set_new(item, "publicationInfo", json_pack("s%", d.author.data, d.author.len));
        json_object_set_new(item, "year", json_integer(2025));
        json_object_set_new(item, "citedBy", json_integer((json_int_t) (rank * 7 + 3)));
    } else if (rank % 2 == 0) {
        json_object_set_new(item, "date", json_pack("s%", d.date.data, d.date.len));
    }
    return item;
}

static void serper_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    static const char *const kinds[] = { "search", "news", "scholar" };
    json_int_t n = json_integer_value(json_object_get(asked->json, "num"));
    const char *key = asked_header(asked, "X-API-KEY"), *kind = NULL;
    json_t *list = json_array(), *answer;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (asked->path.len > 1 && str_is(str_sub(asked->path, 1, asked->path.len), kinds[i]))
            kind = kinds[i];
    if (!key || !*key || !kind || !str_is(asked->method, "POST") || str_empty(asked->query)) {
        struct reply refused = { .status = !kind ? 404 : 400, .failure = !key || !*key ? FAILURE_KEY : FAILURE_STATUS };

        json_decref(list);
        serper_failure(asked, &refused, ret);
        return;
    }
    n = n <= 0 ? 10 : n > 100 ? 100 : n;
    for (json_int_t i = 0; i < n && reply->twist != TWIST_NO_TEXT; i++)
        json_array_append_new(list, organic(asked, kind, (size_t) i));
    answer = json_pack("{s:{s:s%, s:s, s:I, s:s}, s:o, s:i}", "searchParameters", "q", asked->query.data,
                       asked->query.len, "type", kind, "num", n, "engine", "google",
                       str_is(str(kind), "news") ? "news" : "organic", list, "credits", n > 10 ? 2 : 1);
    if (str_is(str(kind), "search")) {
        json_object_set_new(answer, "peopleAlsoAsk", json_array());
        json_object_set_new(answer, "relatedSearches", json_array());
    }
    said_json(asked, ret, 200, answer);
}

const struct service service_serper = {
    .name = "serper",
    .base = "",
    .url_variable = "SERPER_BASE_URL",
    .key_variable = "SERPER_API_KEY",
    .read = serper_read,
    .answer = serper_answer,
    .failure = serper_failure,
};
