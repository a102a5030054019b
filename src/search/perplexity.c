/* Perplexity's search interface: results without an answer. */
#include "search/engine.h"

#include "text/json.h"

static int perplexity_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    static const char *const recency[] = { ['d'] = "day", ['w'] = "week", ['m'] = "month", ['y'] = "year" };
    const struct search_query *query = ask->query;
    struct str header = search_bearer(ask);
    json_t *body = json_pack("{s:o, s:I}", "query", json_new_str(query->text), "max_results",
                             (json_int_t) search_count(query, 20));

    (void) e;
    if (query->type == SEARCH_ACADEMIC)
        json_object_set_new(body, "search_mode", json_string("academic"));
    search_set(body, "country", query->region);
    if (query->include_domains.n > 0) {
        json_object_set_new(body, "search_domain_filter", json_new_strs(&query->include_domains));
    } else if (query->exclude_domains.n > 0) {
        json_t *list = json_array();

        for (size_t i = 0; i < query->exclude_domains.n; i++)
            json_array_append_new(
                list, json_new_str(str_format(ask->arena, "-%.*s", STR_ARG(query->exclude_domains.items[i]))));
        json_object_set_new(body, "search_domain_filter", list);
    }
    if (search_recency(ask))
        json_object_set_new(body, "search_recency_filter", json_string(recency[(unsigned char) search_recency(ask)]));
    search_post(ask, "/search", body, &header, 1, ret);
    return 0;
}

const struct search_engine engine_perplexity = {
    .name = "perplexity",
    .key_variable = "PERPLEXITY_API_KEY",
    .base_variable = "PERPLEXITY_BASE_URL",
    .base_url = "https://api.perplexity.ai",
    .needs_key = true,
    .types = ENGINE_WEB | ENGINE_ACADEMIC,
    .requests_per_minute = 50,
    .concurrent = 4,
    .usd_per_search = 0.005,
    .build = perplexity_build,
    .list = "results",
    .places = { .title = "title", .url = "url", .snippet = "snippet", .date = "date", .text = "snippet" }
};
