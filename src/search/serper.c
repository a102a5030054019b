/* Serper: Google's results. One credit per ten results; no Retry-After on 429. */
#include "search/engine.h"

#include "base/clock.h"
#include "text/json.h"

/* "1/31/2026" of "2026-01-31"; empty if it is no full date. */
static struct str us_date(struct arena *arena, struct str date)
{
    int64_t ms, year, month, day;

    if (date.len < 10 || !clock_parse_date(date, &ms) || !str_to_int(str_sub(date, 0, 4), &year) ||
        !str_to_int(str_sub(date, 5, 7), &month) || !str_to_int(str_sub(date, 8, 10), &day))
        return str("");
    return str_format(arena, "%d/%d/%d", (int) month, (int) day, (int) year);
}

static int serper_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    static const char *const paths[] = { "/search", "/news", "/scholar" };
    const struct search_query *query = ask->query;
    struct str header = search_header(ask->arena, "X-API-KEY", ask->own->key);
    json_t *body = json_object();

    (void) e;
    json_object_set_new(body, "q", json_new_str(search_text_with_sites(ask, 10)));
    json_object_set_new(body, "num", json_integer(search_count(query, SEARCH_COUNT_MAX)));
    if (search_count(query, SEARCH_COUNT_MAX) > 10)
        ask->cost_usd *= 2;
    search_set(body, "gl", query->region);
    search_set(body, "hl", query->language);
    struct str from = us_date(ask->arena, query->since), until = us_date(ask->arena, query->until);
    if (!str_empty(from) || !str_empty(until)) {
        struct str range = str("cdr:1");

        if (!str_empty(from))
            range = str_format(ask->arena, "%.*s,cd_min:%.*s", STR_ARG(range), STR_ARG(from));
        if (!str_empty(until))
            range = str_format(ask->arena, "%.*s,cd_max:%.*s", STR_ARG(range), STR_ARG(until));
        json_object_set_new(body, "tbs", json_new_str(range));
    }
    search_post(ask, paths[query->type], body, &header, 1, ret);
    return 0;
}

static struct search_hit serper_item(struct search_ask *ask, const json_t *one)
{
    return (struct search_hit){ .title = json_get_str(one, "title"),
                                .url = json_get_str(one, "link"),
                                .snippet = json_get_str(one, "snippet"),
                                .date = search_date_or_year(ask, one, "date"),
                                .authors = json_get_str(one, "publicationInfo") };
}

const struct search_engine engine_serper = { .name = "serper",
                                             .key_variable = "SERPER_API_KEY",
                                             .base_variable = "SERPER_BASE_URL",
                                             .base_url = "https://google.serper.dev",
                                             .needs_key = true,
                                             .types = ENGINE_WEB | ENGINE_NEWS | ENGINE_ACADEMIC,
                                             .requests_per_minute = 3000,
                                             .concurrent = 16,
                                             .usd_per_search = 0.001,
                                             .build = serper_build,
                                             .list = "organic",
                                             .news_list = "news",
                                             .without_hits = "searchParameters",
                                             .item = serper_item };
