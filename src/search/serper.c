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

static json_t *date_range(struct search_ask *ask, const struct request_part *part)
{
    struct str from = us_date(ask->arena, ask->query->since), until = us_date(ask->arena, ask->query->until);

    (void) part;
    if (str_empty(from) && str_empty(until))
        return NULL;
    return json_new_str(str_format(ask->arena, "cdr:1%s%.*s%s%.*s", from.len ? ",cd_min:" : "", STR_ARG(from),
                                   until.len ? ",cd_max:" : "", STR_ARG(until)));
}

/* More than ten results are two credits. */
static int serper_check(struct search_ask *ask, const json_t *top, struct error *e)
{
    (void) top, (void) e;
    if (search_count(ask->query, SEARCH_COUNT_MAX) > 10)
        ask->cost_usd = 2 * ask->engine->usd_per_search;
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

const struct engine_wire wire_serper = {
    .path = { "/search", "/news", "/scholar" },
    .post = true,
    .key_header = "X-API-KEY: ",
    .parts = (const struct request_part[]){ { "q", part_query, 10 },
                                            { "num", part_count },
                                            { "gl", part_region },
                                            { "hl", part_language },
                                            { "tbs", date_range },
                                            { 0 } },
    .hits = { "organic", .news = "news", .none = "searchParameters" },
    .check = serper_check,
    .item = serper_item,
};
