/* SearXNG: GET or POST /search with format=json. */
#include "script.h"
#include "library.h"

enum { PER_PAGE = 10 };

static struct str argument(const struct asked *asked, const char *name)
{
    return form_get(asked->arena, str_is(asked->method, "POST") ? asked->body : asked->arguments, name);
}

static void searxng_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = argument(asked, "q");
}

/* The errors of an instance are pages, not JSON. */
static void searxng_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = reply->failure == FAILURE_KEY ? 403 : reply->failure == FAILURE_QUOTA ? 429 : reply->status;

    ret->status = status;
    ret->type = "text/html; charset=utf-8";
    said_piece(asked, ret,
               str_format(asked->arena, "<!doctype html>\n<html lang=en>\n<title>%d %s</title>\n<h1>%s</h1>\n", status,
                          MHD_get_reason_phrase_for((unsigned) status), MHD_get_reason_phrase_for((unsigned) status)));
}

/* NULL: there is none of this rank. */
static json_t *result(const struct asked *asked, size_t rank)
{
    struct document d;

    if (!document_find(asked->arena, asked->query, "searxng", rank, &d))
        return NULL;
    return json_pack("{s:s%, s:s%, s:s%, s:s, s:[s,s], s:f, s:s, s:o, s:s, s:[i], s:s, s:s}", "url", d.url.data,
                     d.url.len, "title", d.title.data, d.title.len, "content", d.snippet.data, d.snippet.len, "engine",
                     "duckduckgo", "engines", "duckduckgo", "brave", "score", 4.0 / (double) (rank + 1), "category",
                     "general", "publishedDate",
                     rank % 2 && !library_on() ? json_null() : json_sprintf("%.*sT00:00:00", STR_ARG(d.date)),
                     "template", "default.html", "positions", (int) rank + 1, "thumbnail", "", "img_src", "");
}

static void searxng_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int64_t page = 1;
    json_t *list = json_array();

    if (!str_is(asked->path, "/search") || str_empty(asked->query) || !str_is(argument(asked, "format"), "json")) {
        struct reply refused = {
            .status = !str_is(asked->path, "/search") ? 404
                      : str_empty(asked->query)       ? 400
                                                      : 403,
            .failure = FAILURE_STATUS,
        };

        json_decref(list);
        searxng_failure(asked, &refused, ret);
        return;
    }
    if (!str_to_int(argument(asked, "pageno"), &page) || page < 1)
        page = 1;
    for (size_t i = 0; i < PER_PAGE && reply->twist != TWIST_NO_TEXT; i++)
        json_array_append_new(list, result(asked, (size_t) (page - 1) * PER_PAGE + i)); /* NULL is left out */
    said_json(asked, ret, 200,
              json_pack("{s:s%, s:i, s:o, s:[], s:[], s:[], s:[], s:o}", "query", asked->query.data, asked->query.len,
                        "number_of_results", 0, "results", list, "answers", "corrections", "infoboxes", "suggestions",
                        "unresponsive_engines",
                        reply->twist == TWIST_NO_TEXT ? json_pack("[[s,s]]", "duckduckgo", "CAPTCHA") : json_array()));
}

const struct service service_searxng = {
    .name = "searxng",
    .base = "",
    .url_variable = "SEARXNG_BASE_URL",
    .key_variable = NULL,
    .read = searxng_read,
    .answer = searxng_answer,
    .failure = searxng_failure,
};
