/* Exa: search by meaning, with page text and the cost of each call. */
#include "search/engine.h"

#include "text/json.h"

enum { TEXT_CHARACTERS = 10000 };

static int exa_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    struct str header = search_header(ask->arena, "x-api-key", ask->own->key);
    json_t *body = json_pack("{s:o, s:s, s:I, s:{s:{s:i}, s:b}}", "query", json_new_str(query->text), "type", "auto",
                             "numResults", (json_int_t) search_count(query, SEARCH_COUNT_MAX), "contents", "text",
                             "maxCharacters", TEXT_CHARACTERS, "highlights", 1);

    (void) e;
    if (query->type != SEARCH_WEB)
        json_object_set_new(body, "category", json_string(query->type == SEARCH_NEWS ? "news" : "publication"));
    search_set_domains(body, query, "includeDomains", "excludeDomains");
    if (query->since.len == 10)
        json_object_set_new(body, "startPublishedDate",
                            json_new_str(str_format(ask->arena, "%.*sT00:00:00.000Z", STR_ARG(query->since))));
    if (query->until.len == 10)
        json_object_set_new(body, "endPublishedDate",
                            json_new_str(str_format(ask->arena, "%.*sT23:59:59.999Z", STR_ARG(query->until))));
    search_set(body, "userLocation", query->region);
    search_post(ask, "/search", body, &header, 1, ret);
    return 0;
}

static int exa_check(struct search_ask *ask, const json_t *top, struct error *e)
{
    double dollars = json_get_double(json_object_get(top, "costDollars"), "total", -1);

    (void) e;
    if (dollars >= 0 && dollars < 1000)
        ask->cost_usd = dollars;
    return 0;
}

const struct search_engine engine_exa = { .name = "exa",
                                          .key_variable = "EXA_API_KEY",
                                          .base_variable = "EXA_BASE_URL",
                                          .base_url = "https://api.exa.ai",
                                          .needs_key = true,
                                          .types = ENGINE_WEB | ENGINE_NEWS | ENGINE_ACADEMIC,
                                          .requests_per_minute = 600,
                                          .concurrent = 8,
                                          .usd_per_search = 0.005,
                                          .build = exa_build,
                                          .list = "results",
                                          .check = exa_check,
                                          .places = { .title = "title",
                                                      .url = "url",
                                                      .snippet = "highlights.0|text",
                                                      .date = "publishedDate",
                                                      .authors = "author",
                                                      .text = "text" } };
