/* Wikipedia: GET /w/api.php with a search as generator or as list; errors come with 200 and a header. */
#include "wire.h"

static void wikipedia_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "gsrsearch");
    if (str_empty(asked->query))
        asked->query = wire_argument(asked, "srsearch");
}

static void wikipedia_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 403, 429);
    const char *code = status == 429 ? "ratelimited" : "internal_api_error";

    if (status == 429 && reply->failure == FAILURE_STATUS) {
        said_header(ret, "MediaWiki-API-Error", code);
        said_json(asked, ret, 200,
                  json_pack("{s:{s:s, s:s}}", "error", "code", code, "info",
                            "You've exceeded your rate limit. Please wait some time and try again."));
        return;
    }
    wire_say(asked, ret, status, "text/html",
             str("<!DOCTYPE html><html lang=\"en\"><title>Wikimedia Error</title></html>\n"));
}

/* Pages come in the order of their numbers, not of their rank. */
static json_t *page(const struct asked *asked, size_t rank, size_t n)
{
    size_t index = (rank * 7 + 3) % n;
    struct document d;
    struct str slug;

    document_find(asked->arena, asked->query, "wikipedia", index, &d);
    slug = d.url;
    for (ptrdiff_t slash; (slash = str_find_char(slug, '/', 0)) >= 0;)
        slug = str_sub(slug, (size_t) slash + 1, slug.len);
    slug = str_sub(slug, 0,
                   (size_t) (str_find_char(slug, '?', 0) < 0 ? (ptrdiff_t) slug.len : str_find_char(slug, '?', 0)));
    return json_pack("{s:i, s:i, s:o, s:i, s:o, s:o}", "pageid", 1000 + (int) rank, "ns", 0, "title",
                     wire_json(d.title), "index", (int) index + 1, "extract", wire_json(d.text), "fullurl",
                     json_sprintf("https://en.wikipedia.org/wiki/%.*s", STR_ARG(slug)));
}

static void wikipedia_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/w/api.php"), list = !str_empty(wire_argument(asked, "srsearch"));
    size_t n = wire_count(asked, reply, list ? "srlimit" : "gsrlimit", 10, 50);
    json_t *items;

    if (!found || str_empty(asked->query) || !wire_has_header(asked, "User-Agent")) {
        struct reply refused = { .status = found ? 403 : 404, .failure = FAILURE_STATUS };

        wikipedia_failure(asked, &refused, ret);
        return;
    }
    if (n == 0 && !list) {
        said_json(asked, ret, 200, json_pack("{s:b}", "batchcomplete", 1));
        return;
    }
    n = n % 7 == 0 ? n + 1 : n; /* so that every rank comes once */
    items = json_array();
    for (size_t i = 0; i < n; i++) {
        struct document d;

        document_find(asked->arena, asked->query, "wikipedia", i, &d);
        json_array_append_new(items, !list ? page(asked, i, n)
                                           : json_pack("{s:i, s:i, s:o, s:o}", "ns", 0, "pageid", 1000 + (int) i,
                                                       "title", wire_json(d.title), "snippet",
                                                       json_sprintf("<span class=\"searchmatch\">%.*s</span>",
                                                                    STR_ARG(wire_escape(asked->arena, d.snippet)))));
    }
    said_json(asked, ret, 200,
              json_pack("{s:b, s:{s:o}}", "batchcomplete", 1, "query", list ? "search" : "pages", items));
}

const struct service service_wikipedia = {
    .name = "wikipedia",
    .base = "",
    .url_variable = "WIKIPEDIA_BASE_URL",
    .key_variable = NULL,
    .read = wikipedia_read,
    .answer = wikipedia_answer,
    .failure = wikipedia_failure,
};
