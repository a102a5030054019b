/* Crossref: what publishers register. List queries are slow: one a second, one
 * at a time, unless a mail address makes us polite. */
#include "search/engine.h"

#include "text/json.h"

static int crossref_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    struct search_url url;
    struct str filter;

    (void) e;
    search_url_start(&url, ask, "/works");
    search_url_add(&url, "query.bibliographic", query->text);
    search_url_add(&url, "rows", str_format(ask->arena, "%d", (int) search_count(query, SEARCH_COUNT_MAX)));
    filter = search_filter_add(ask, str(""), "from-pub-date", query->since);
    filter = search_filter_add(ask, filter, "until-pub-date", query->until);
    search_url_add(&url, "filter", filter);
    search_url_add(&url, "select", str("DOI,title,author,issued,URL,abstract,container-title"));
    search_url_add(&url, "mailto", ask->own->key);
    search_get(ask, &url, NULL, 0, ret);
    return 0;
}

/* issued.date-parts: [[2024,5,1]], shorter where less is known. */
static struct str date_of(struct search_ask *ask, const json_t *item)
{
    const json_t *parts = json_at(item, "issued.date-parts.0");
    int year = (int) json_integer_value(json_array_get(parts, 0)),
        month = (int) json_integer_value(json_array_get(parts, 1)),
        day = (int) json_integer_value(json_array_get(parts, 2));

    if (year < 1000 || year > 9999)
        return str("");
    if (month < 1 || month > 12)
        return str_format(ask->arena, "%d", year);
    if (day < 1 || day > 31)
        return str_format(ask->arena, "%d-%02d", year, month);
    return str_format(ask->arena, "%d-%02d-%02d", year, month, day);
}

static struct search_hit crossref_item(struct search_ask *ask, const json_t *one)
{
    struct str abstract = search_plain(ask->arena, json_get_str(one, "abstract"));
    struct str doi = json_get_str(one, "DOI"), url = json_get_str(one, "URL");

    if (!str_empty(doi))
        url = str_format(ask->arena, "https://doi.org/%.*s", STR_ARG(doi));
    return (struct search_hit){ .title = search_text_at(one, "title.0"),
                                .url = url,
                                .date = date_of(ask, one),
                                .text = abstract,
                                .snippet = str_empty(abstract) ? search_text_at(one, "container-title.0") : abstract,
                                .authors = search_names(ask, json_object_get(one, "author"), "given", "family") };
}

const struct search_engine engine_crossref = { .name = "crossref",
                                               .key_variable = "CROSSREF_MAILTO",
                                               .base_variable = "CROSSREF_BASE_URL",
                                               .base_url = "https://api.crossref.org",
                                               .types = ENGINE_ACADEMIC,
                                               .requests_per_minute = 60,
                                               .burst = 1,
                                               .concurrent = 1,
                                               .build = crossref_build,
                                               .list = "message.items",
                                               .item = crossref_item };
