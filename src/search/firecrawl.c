/* Firecrawl v2, hosted or one's own. Its credits have no public price in dollars. */
#include "search/engine.h"

#include <math.h>

#include "text/json.h"

static int firecrawl_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    struct str header = search_bearer(ask);
    json_t *body = json_pack("{s:o, s:I, s:[s]}", "query", json_new_str(query->text), "limit",
                             (json_int_t) search_count(query, SEARCH_COUNT_MAX), "sources",
                             query->type == SEARCH_NEWS ? "news" : "web");
    char recency = search_recency(ask);

    (void) e;
    ask->cost_usd = NAN;
    if (query->type == SEARCH_ACADEMIC)
        json_object_set_new(body, "categories", json_pack("[s]", "research"));
    search_set_domains(body, query, "includeDomains", "excludeDomains");
    if (recency)
        json_object_set_new(body, "tbs", json_new_str(str_format(ask->arena, "qdr:%c", recency)));
    search_set(body, "country", query->region);
    search_post(ask, "/search", body, &header, 1, ret);
    return 0;
}

static int firecrawl_decode(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    json_t *top;
    const json_t *one;
    size_t at;
    int r = search_json(ask, response, &top, e);

    if (r < 0)
        return r;
    const json_t *data = json_object_get(top, "data");
    const json_t *list = json_is_array(data) ? data
                                             : json_object_get(data, ask->query->type == SEARCH_NEWS ? "news" : "web");
    if (json_is_false(json_object_get(top, "success")))
        r = search_failure_said(ask, 200, json_get_str(top, "error"), e);
    else if (!data)
        r = search_garbage(ask, e, "the answer has no data");
    json_array_foreach (list, at, one)
        search_add(ask, (struct search_hit){ .title = json_get_str(one, "title"),
                                             .url = json_get_str(one, "url"),
                                             .date = json_get_str(one, "date"),
                                             .snippet = search_text_at(one, "description|snippet"),
                                             .text = json_get_str(one, "markdown") });
    json_decref(top);
    return r;
}

const struct search_engine engine_firecrawl = { .name = "firecrawl",
                                                .key_variable = "FIRECRAWL_API_KEY",
                                                .base_variable = "FIRECRAWL_BASE_URL",
                                                .base_url = "https://api.firecrawl.dev/v2",
                                                .needs_key = true,
                                                .types = ENGINE_WEB | ENGINE_NEWS | ENGINE_ACADEMIC,
                                                .requests_per_minute = 50,
                                                .concurrent = 2,
                                                .build = firecrawl_build,
                                                .decode = firecrawl_decode };
