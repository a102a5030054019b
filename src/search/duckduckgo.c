/* DuckDuckGo's page without script: unofficial and easily offended, so one
 * request every few seconds and only as the last resort. */
#include "search/engine.h"

#include "net/url.h"
#include "text/utf8.h"

enum { QUERY_MAX = 499 };

static int duckduckgo_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    int recency = search_recency(ask);
    char word[2] = { recency < 0 ? '\0' : "dwmy"[recency], '\0' };
    struct str *headers = arena_calloc(ask->arena, 5, sizeof *headers);
    struct str region = str("wt-wt");

    (void) e;
    if (!str_empty(query->region) && !str_empty(query->language))
        region = str_format(ask->arena, "%.*s-%.*s", STR_ARG(query->region), STR_ARG(query->language));
    headers[0] = str("Content-Type: application/x-www-form-urlencoded");
    headers[1] = str("User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    headers[2] = str("Accept-Language: en-US,en;q=0.8");
    headers[3] = str("Referer: https://html.duckduckgo.com/");
    headers[4] = str("Accept: text/html");
    *ret = (struct net_request){
        .method = "POST",
        .headers = headers,
        .headers_n = 5,
        .url = str_format(ask->arena, "%.*s/html/", STR_ARG(ask->own->base_url)),
        .body = str_format(ask->arena, "q=%.*s&b=&kl=%.*s%s%s",
                           STR_ARG(url_escape(ask->arena, utf8_cut(search_text_with_sites(ask, 5), QUERY_MAX))),
                           STR_ARG(url_escape(ask->arena, region)), word[0] ? "&df=" : "", word)
    };
    return 0;
}

/* The value of an attribute inside a tag's text. */
static struct str attribute(struct str tag, const char *name)
{
    ptrdiff_t at = str_find(tag, str(name), 0);

    if (at < 0)
        return str("");
    size_t start = (size_t) at + strlen(name);
    ptrdiff_t end = str_find_char(tag, '"', start);
    return end < 0 ? str("") : str_sub(tag, start, (size_t) end);
}

/* The link leads through a redirect that names its target. */
static struct str target(struct arena *arena, struct str href)
{
    struct str plain = search_plain(arena, href);
    ptrdiff_t at = str_find(plain, str("uddg="), 0);

    if (at < 0)
        return plain;
    ptrdiff_t end = str_find_char(plain, '&', (size_t) at);
    return url_unescape(arena, str_sub(plain, (size_t) at + 5, end < 0 ? plain.len : (size_t) end));
}

/* The inside of the element whose class attribute has `name`, at or after `from`. */
static bool element(struct str page, const char *name, size_t from, struct str *ret_tag, struct str *ret_inside,
                    size_t *ret_end)
{
    ptrdiff_t at = str_find(page, str(name), from);

    if (at < 0)
        return false;
    size_t open = (size_t) at;
    while (open > from && page.data[open] != '<')
        open--;
    ptrdiff_t close = str_find_char(page, '>', (size_t) at);
    if (close < 0)
        return false;
    ptrdiff_t end = str_find(page, str("</a>"), (size_t) close);
    if (end < 0)
        return false;
    *ret_tag = str_sub(page, open, (size_t) close);
    *ret_inside = str_sub(page, (size_t) close + 1, (size_t) end);
    *ret_end = (size_t) end;
    return true;
}

static int blocked(const struct search_ask *ask, int status, struct error *e)
{
    (void) ask;
    return error_set(e, ERROR_UNAVAILABLE,
                     "duckduckgo blocks this address for a while (%d): set a key for another engine", status);
}

static int duckduckgo_decode(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    struct str page = response->body, tag, title, snippet, ignored;
    size_t at = 0, end, snippet_end;

    if (response->status == 202 || str_contains(page, "anomaly-modal") || str_contains(page, "anomaly.js"))
        return blocked(ask, response->status, e);
    /* A page of a proxy or portal is not an empty list of results. */
    if (!str_contains(page, "result__a\"") && !str_contains_nocase(page, "no results") &&
        !str_contains(page, "no-results") && !str_contains(page, "id=\"links\""))
        return search_garbage(ask, e, "the answer is not a result page");
    while (!search_full(ask) && element(page, "result__a\"", at, &tag, &title, &end)) {
        struct str url = target(ask->arena, attribute(tag, "href=\""));
        ptrdiff_t next = str_find(page, str("result__a\""), end);
        struct str block = str_sub(page, end, next < 0 ? page.len : (size_t) next);

        if (!element(block, "result__snippet\"", 0, &ignored, &snippet, &snippet_end))
            snippet = str("");
        if (!str_contains(url, "duckduckgo.com/y.js") && !str_contains(tag, "result--ad"))
            search_add(ask, (struct search_hit){ .title = title, .url = url, .snippet = snippet });
        at = end;
    }
    return 0;
}

static int duckduckgo_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    return response->status == 403 ? blocked(ask, 403, e) : search_failure(ask, response, e);
}

const struct engine_wire wire_duckduckgo = {
    .build = duckduckgo_build,
    .decode = duckduckgo_decode,
    .failure = duckduckgo_failure,
};
