/* Tavily: search made for programs, with page text. Works without a key too
 * (a header says so), under a small cap. */
#include "search/engine.h"

#include "text/json.h"

#define CREDIT_USD 0.008

static int tavily_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    json_t *body = json_object();
    struct str header = str_empty(ask->own->key)
                            ? str("X-Tavily-Access-Mode: keyless")
                            : search_header(ask->arena, "Authorization",
                                            str_format(ask->arena, "Bearer %.*s", STR_ARG(ask->own->key)));

    (void) e;
    if (str_empty(ask->own->key))
        ask->cost_usd = 0;
    json_object_set_new(body, "query", json_new_str(query->text));
    json_object_set_new(body, "max_results", json_integer(search_count(query, 20)));
    json_object_set_new(body, "search_depth", json_string("basic"));
    json_object_set_new(body, "topic", json_string(query->type == SEARCH_NEWS ? "news" : "general"));
    json_object_set_new(body, "include_raw_content", json_string("text"));
    search_set_domains(body, query, "include_domains", "exclude_domains");
    if (query->since.len == 10)
        search_set(body, "start_date", query->since);
    if (query->until.len == 10)
        search_set(body, "end_date", query->until);
    search_set(body, "language", query->language);
    search_post(ask, "/search", body, &header, 1, ret);
    return 0;
}

static int tavily_check(struct search_ask *ask, const json_t *top, struct error *e)
{
    double credits = json_get_double(json_object_get(top, "usage"), "credits", -1);

    (void) e;
    if (credits >= 0 && credits < 1000 && !str_empty(ask->own->key))
        ask->cost_usd = credits * CREDIT_USD;
    return 0;
}

const struct search_engine engine_tavily = {
    .name = "tavily",
    .key_variable = "TAVILY_API_KEY",
    .base_variable = "TAVILY_BASE_URL",
    .base_url = "https://api.tavily.com",
    .types = ENGINE_WEB | ENGINE_NEWS,
    .requests_per_minute = 100,
    .concurrent = 8,
    .usd_per_search = CREDIT_USD,
    .build = tavily_build,
    .list = "results",
    .check = tavily_check,
    .places = { .title = "title", .url = "url", .snippet = "content", .date = "published_date", .text = "raw_content" }
};
