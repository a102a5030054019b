/* Crossref: what publishers register. List queries are slow: one a second, one
 * at a time, unless a mail address makes us polite. */
#include "search/engine.h"

#include "text/json.h"

static json_t *dates(struct search_ask *ask, const struct request_part *part)
{
    struct str filter = search_filter_add(ask, str(""), "from-pub-date", ask->query->since);

    (void) part;
    return json_new_str(search_filter_add(ask, filter, "until-pub-date", ask->query->until));
}

static const struct request_part parts[] = {
    { "query.bibliographic", part_query },
    { "rows", part_count },
    { "filter", dates },
    { "select", part_text, .text = "DOI,title,author,issued,URL,abstract,container-title" },
    { "mailto", part_key },
    { 0 },
};

/* issued.date-parts: [[2024,5,1]], shorter where less is known. */
static struct str date_of(struct search_ask *ask, const json_t *item)
{
    const json_t *numbers = json_at(item, "issued.date-parts.0");
    int year = (int) json_integer_value(json_array_get(numbers, 0)),
        month = (int) json_integer_value(json_array_get(numbers, 1)),
        day = (int) json_integer_value(json_array_get(numbers, 2));

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

const struct engine_wire wire_crossref = {
    .path = { "/works" },
    .parts = parts,
    .hits = { "message.items" },
    .item = crossref_item,
};
