/* SearXNG: a metasearch server of one's own. JSON is off in its default
 * settings, and blocked upstreams show as empty results: both are said plainly. */
#include "search/engine.h"

#include "text/json.h"

static int searxng_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    static const char *const categories[] = { "general", "news", "science" };
    const struct search_query *query = ask->query;
    struct search_url url;
    struct str header;
    bool keyed = !str_empty(ask->own->key);

    (void) e;
    search_url_start(&url, ask, "/search");
    search_url_add(&url, "q", search_text_with_sites(ask, 5));
    search_url_add(&url, "format", str("json"));
    search_url_add(&url, "categories", str(categories[query->type]));
    search_url_add(&url, "language", query->language);
    switch (search_recency(ask)) {
    case 'd': search_url_add(&url, "time_range", str("day")); break;
    case 'w': search_url_add(&url, "time_range", str("week")); break;
    case 'm': search_url_add(&url, "time_range", str("month")); break;
    case 'y': search_url_add(&url, "time_range", str("year")); break;
    }
    if (keyed) /* an instance behind a proxy that wants a token */
        header = search_header(ask->arena, "Authorization",
                               str_format(ask->arena, "Bearer %.*s", STR_ARG(ask->own->key)));
    search_get(ask, &url, keyed ? &header : NULL, keyed ? 1 : 0, ret);
    return 0;
}

/* "google: CAPTCHA, bing: timeout" */
static struct str unresponsive(struct search_ask *ask, const json_t *list)
{
    struct str text = str("");
    const json_t *one;
    size_t at;

    json_array_foreach (list, at, one) {
        const char *name = json_string_value(json_array_get(one, 0)), *why = json_string_value(json_array_get(one, 1));

        if (at < 8)
            text = str_format(ask->arena, "%.*s%s%s: %s", STR_ARG(text), at ? ", " : "", name ? name : "?",
                              why ? why : "?");
    }
    return text;
}

static int searxng_check(struct search_ask *ask, const json_t *top, struct error *e)
{
    const json_t *list = json_object_get(top, "results"), *dead = json_object_get(top, "unresponsive_engines");

    if (!json_is_array(list) || json_array_size(list) > 0 || json_array_size(dead) == 0)
        return 0;
    int r = search_failure_said(
        ask, 502, str_format(ask->arena, "its own engines do not answer (%.*s)", STR_ARG(unresponsive(ask, dead))), e);
    /* It leaves them alone for a while and then says nothing of them: asked again, it would look as if there were no
     * results. */
    if (e)
        e->retry = false;
    return r;
}

static int searxng_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    if (response->status == 403)
        return error_set(e, ERROR_MISCONFIGURED,
                         "searxng refuses JSON (403): add \"json\" to search.formats in the "
                         "settings.yml of %.*s, or use another instance",
                         STR_ARG(ask->own->base_url));
    return search_failure(ask, response, e);
}

const struct search_engine engine_searxng = {
    .name = "searxng",
    .key_variable = "SEARXNG_API_KEY",
    .base_variable = "SEARXNG_BASE_URL",
    .types = ENGINE_WEB | ENGINE_NEWS | ENGINE_ACADEMIC,
    .concurrent = 16,
    .build = searxng_build,
    .list = "results",
    .check = searxng_check,
    .places = { .title = "title", .url = "url", .snippet = "content", .date = "publishedDate|pubdate" },
    .failure = searxng_failure
};
