/* SearXNG: a metasearch server of one's own. JSON is off in its default
 * settings, and blocked upstreams show as empty results: both are said plainly. */
#include "search/engine.h"

#include "text/json.h"

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

const struct engine_wire wire_searxng = {
    .path = { "/search" },
    .key_header = "Authorization: Bearer ", /* an instance behind a proxy that wants a token */
    .parts = (const struct request_part[]){ { "q", part_query, 5 },
                                            { "format", part_text, .text = "json" },
                                            { "categories", part_type, .words = { "general", "news", "science" } },
                                            { "language", part_language },
                                            { "time_range", part_recency, .words = { "day", "week", "month", "year" } },
                                            { 0 } },
    .hits = { "results" },
    .check = searxng_check,
    .places = { .title = "title", .url = "url", .snippet = "content", .date = "publishedDate|pubdate" },
    .failure = searxng_failure,
};
