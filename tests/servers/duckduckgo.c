/* DuckDuckGo's page without script: a form in, HTML out; too much gets a challenge with status 202. */
#include "wire.h"

enum { PER_PAGE = 10 };

static void duckduckgo_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "q");
}

static void duckduckgo_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 403, 202);

    wire_say(asked, ret, status == 429 ? 202 : status, "text/html; charset=UTF-8",
             str(status == 429 || status == 202
                     ? "<!DOCTYPE html><html><body><div class=\"anomaly-modal__title\">Unfortunately, bots use "
                       "DuckDuckGo too.</div></body></html>\n"
                     : "<!DOCTYPE html><html><body>Error</body></html>\n"));
}

static struct str percent(struct arena *arena, struct str text)
{
    struct buf out;

    buf_init(&out, text.len * 3 + 16);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char) text.data[i];

        if (isalnum(c) || strchr("-._~", c))
            buf_add_char(&out, (char) c);
        else
            buf_format(&out, "%%%02X", c);
    }
    return buf_take(&out, arena);
}

static void duckduckgo_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    const char *agent = asked_header(asked, "User-Agent");
    bool found = str_is(asked->path, "/html/") && str_is(asked->method, "POST");
    struct arena *arena = asked->arena;
    struct buf page;

    if (!found || str_empty(asked->query) || !agent || !str_starts(str(agent), "Mozilla/")) {
        struct reply refused = { .status = found ? 403 : 404, .failure = FAILURE_STATUS };

        duckduckgo_failure(asked, &refused, ret);
        return;
    }
    buf_init(&page, 1 << 20);
    buf_add_z(
        &page,
        "<!DOCTYPE html>\n<html><head><title>DuckDuckGo</title></head><body>\n<div id=\"links\" class=\"results\">\n");
    buf_add_z(
        &page,
        "<div class=\"result results_links result--ad\"><h2 class=\"result__title\"><a rel=\"nofollow\" class=\"result__a\" "
        "href=\"https://duckduckgo.com/y.js?ad_domain=ads.example\">An advertisement</a></h2></div>\n");
    for (size_t i = 0; i < PER_PAGE && reply->twist != TWIST_NO_TEXT; i++) {
        struct document d;

        document_find(arena, asked->query, "duckduckgo", i, &d);
        buf_format(
            &page,
            "<div class=\"result results_links results_links_deep web-result\"><div class=\"links_main links_deep result__body\">\n"
            "<h2 class=\"result__title\"><a rel=\"nofollow\" class=\"result__a\" href=\"//duckduckgo.com/l/?uddg=%.*s&amp;rut=%s\">"
            "%.*s</a></h2>\n<a class=\"result__snippet\" href=\"//duckduckgo.com/l/?uddg=%.*s\"><b>%.*s</b></a>\n</div></div>\n",
            STR_ARG(percent(arena, d.url)), asked->key, STR_ARG(wire_escape(arena, d.title)),
            STR_ARG(percent(arena, d.url)), STR_ARG(wire_escape(arena, d.snippet)));
    }
    if (reply->twist == TWIST_NO_TEXT)
        buf_add_z(&page, "<div class=\"no-results\">No results.</div>\n");
    buf_add_z(&page, "</div></body></html>\n");
    wire_say(asked, ret, 200, "text/html; charset=UTF-8", buf_take(&page, arena));
}

const struct service service_duckduckgo = {
    .name = "duckduckgo",
    .base = "",
    .url_variable = "DUCKDUCKGO_BASE_URL",
    .key_variable = NULL,
    .read = duckduckgo_read,
    .answer = duckduckgo_answer,
    .failure = duckduckgo_failure,
};
