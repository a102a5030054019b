/* Google Programmable Search. Needs an engine id beside the key; closed to new
 * customers, ends 2027-01-01. The key goes into a header, not into the address. */
#include "search/engine.h"

#include "base/clock.h"
#include "text/json.h"

static int google_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    struct str header = search_header(ask->arena, "X-Goog-Api-Key", ask->own->key);
    struct search_url url;
    int64_t since;

    (void) e;
    search_url_start(&url, ask, "/customsearch/v1");
    search_url_add(&url, "cx", ask->own->key2);
    search_url_add(&url, "q", search_text_with_sites(ask, 10));
    search_url_add(&url, "num", str_format(ask->arena, "%d", (int) search_count(query, 10)));
    search_url_add(&url, "gl", query->region);
    if (!str_empty(query->language))
        search_url_add(&url, "lr", str_format(ask->arena, "lang_%.*s", STR_ARG(query->language)));
    if (!str_empty(query->since) && clock_parse_date(query->since, &since) && since < ask->wall_ms)
        search_url_add(&url, "dateRestrict",
                       str_format(ask->arena, "d%d", (int) ((ask->wall_ms - since) / 86400000 + 1)));
    search_get(ask, &url, &header, 1, ret);
    return 0;
}

static int google_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    int r = search_failure(ask, response, e);

    if (response->status == 400 && str_contains(response->body, "API key"))
        return error_set(e, ERROR_AUTH, "google refused the key (400). Set GOOGLE_API_KEY to a key for Custom Search");
    if (response->status == 429 && str_contains(response->body, "per day"))
        return error_set(e, ERROR_QUOTA, "google says today's searches are used up (429)");
    return r;
}

const struct search_engine engine_google = { .name = "google",
                                             .key_variable = "GOOGLE_API_KEY",
                                             .key2_variable = "GOOGLE_CSE_ID",
                                             .needs_key2 = true,
                                             .base_variable = "GOOGLE_BASE_URL",
                                             .base_url = "https://www.googleapis.com",
                                             .needs_key = true,
                                             .types = ENGINE_WEB,
                                             .requests_per_minute = 100,
                                             .concurrent = 4,
                                             .usd_per_search = 0.005,
                                             .build = google_build,
                                             .list = "items",
                                             .without_hits = "searchInformation",
                                             .places = { .title = "title",
                                                         .url = "link",
                                                         .snippet = "snippet",
                                                         .date = "pagemap.metatags.0.article:published_time" },
                                             .failure = google_failure };
