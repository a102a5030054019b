/* Brave: its own index. "brave" asks for web or news results; "brave_context" asks
 * its page-text endpoint, at the same price, when it is named. */
#include "search/engine.h"

#include <stdlib.h>

#include "text/json.h"
#include "text/utf8.h"

enum { QUERY_MAX = 400 };

static struct str freshness(struct search_ask *ask)
{
    static const char *const words[] = { "pd", "pw", "pm", "py" };
    const struct search_query *query = ask->query;

    if (query->since.len == 10 && query->until.len == 10)
        return str_format(ask->arena, "%.*sto%.*s", STR_ARG(query->since), STR_ARG(query->until));
    switch (search_recency(ask)) {
    case 'd': return str(words[0]);
    case 'w': return str(words[1]);
    case 'm': return str(words[2]);
    case 'y': return str(words[3]);
    }
    return str("");
}

static int ask_at(struct search_ask *ask, const char *path, int64_t most, struct net_request *ret)
{
    const struct search_query *query = ask->query;
    struct str header = search_header(ask->arena, "X-Subscription-Token", ask->own->key);
    struct search_url url;

    search_url_start(&url, ask, path);
    search_url_add(&url, "q", utf8_cut(search_text_with_sites(ask, 5), QUERY_MAX));
    search_url_add(&url, "count", str_format(ask->arena, "%d", (int) search_count(query, most)));
    search_url_add(&url, "country", query->region);
    search_url_add(&url, "search_lang", query->language);
    search_url_add(&url, "freshness", freshness(ask));
    search_url_add(&url, "text_decorations", str("false"));
    search_get(ask, &url, &header, 1, ret);
    return 0;
}

static int brave_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    (void) e;
    return ask_at(ask, ask->query->type == SEARCH_NEWS ? "/res/v1/news/search" : "/res/v1/web/search", 20, ret);
}

/* The headers list "per second, per month": what is left and when it starts again. */
static int brave_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    struct str left = net_header(response, "x-ratelimit-remaining"), reset = net_header(response, "x-ratelimit-reset"),
               one;
    int64_t month = -1, seconds = -1;

    if (response->status == 422 && str_contains(response->body, "TOKEN_INVALID"))
        return error_set(e, ERROR_AUTH, "brave refused the key (422). Set BRAVE_API_KEY to a valid key");
    int r = search_failure(ask, response, e);
    if (response->status != 429)
        return r;
    if (str_next(&left, ',', &one) && str_next(&left, ',', &one))
        str_to_int(str_trim(one), &month);
    if (str_next(&reset, ',', &one))
        str_to_int(str_trim(one), &seconds);
    if (month == 0)
        return error_set(e, ERROR_QUOTA, "brave says this month's searches are used up (429)");
    if (e && e->retry_after_ms < 0 && seconds >= 0 && seconds < 3600)
        e->retry_after_ms = seconds * 1000;
    return r;
}

const struct search_engine engine_brave = {
    .name = "brave",
    .key_variable = "BRAVE_API_KEY",
    .base_variable = "BRAVE_BASE_URL",
    .base_url = "https://api.search.brave.com",
    .needs_key = true,
    .types = ENGINE_WEB | ENGINE_NEWS,
    .requests_per_minute = 60,
    .burst = 1,
    .concurrent = 4,
    .usd_per_search = 0.005,
    .build = brave_build,
    .list = "web.results",
    .news_list = "results",
    .without_hits = "query",
    .places = { .title = "title", .url = "url", .snippet = "description", .date = "page_age|age" },
    .failure = brave_failure
};

/* --- the page-text endpoint --- */

static int context_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    (void) e;
    return ask_at(ask, "/res/v1/llm/context", 50, ret);
}

static struct search_hit context_item(struct search_ask *ask, const json_t *one)
{
    const json_t *piece;
    struct buf text;
    size_t i;

    buf_init(&text, SEARCH_TEXT_MAX);
    json_array_foreach (json_object_get(one, "snippets"), i, piece)
        if (json_is_string(piece))
            buf_format(&text, "%s%s", i ? "\n\n" : "", json_string_value(piece));
    return (struct search_hit){ .title = json_get_str(one, "title"),
                                .url = json_get_str(one, "url"),
                                .snippet = search_text_at(one, "snippets.0"),
                                .text = buf_take(&text, ask->arena) };
}

const struct search_engine engine_brave_context = { .name = "brave_context",
                                                    .key_variable = "BRAVE_API_KEY",
                                                    .base_variable = "BRAVE_BASE_URL",
                                                    .base_url = "https://api.search.brave.com",
                                                    .needs_key = true,
                                                    .on_request = true,
                                                    .types = ENGINE_WEB,
                                                    .requests_per_minute = 60,
                                                    .burst = 1,
                                                    .concurrent = 4,
                                                    .usd_per_search = 0.005,
                                                    .build = context_build,
                                                    .list = "grounding.generic",
                                                    .without_hits = "grounding",
                                                    .item = context_item,
                                                    .failure = brave_failure };
