/* Brave: its own index. "brave" asks for web or news results; "brave_context" asks
 * its page-text endpoint, at the same price, when it is named. */
#include "search/engine.h"

#include "text/json.h"
#include "text/utf8.h"

enum { QUERY_MAX = 400 };

static json_t *short_query(struct search_ask *ask, const struct request_part *part)
{
    return json_new_str(utf8_cut(search_text_with_sites(ask, (size_t) part->number), QUERY_MAX));
}

static json_t *freshness(struct search_ask *ask, const struct request_part *part)
{
    const struct search_query *query = ask->query;

    if (query->since.len == 10 && query->until.len == 10)
        return json_new_str(str_format(ask->arena, "%.*sto%.*s", STR_ARG(query->since), STR_ARG(query->until)));
    return part_recency(ask, part);
}

static const struct request_part parts[] = {
    { "q", short_query, 5 },
    { "count", part_count },
    { "country", part_region },
    { "search_lang", part_language },
    { "freshness", freshness, .words = { "pd", "pw", "pm", "py" } },
    { "text_decorations", part_text, .text = "false" },
    { 0 },
};

/* The headers list "per second, per month": what is left and when it starts again. */
static int brave_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    struct str left = net_header(response, "x-ratelimit-remaining"), reset = net_header(response, "x-ratelimit-reset"),
               one;
    int64_t month = -1, seconds = -1;

    if (response->status == 422 && str_contains(response->body, "TOKEN_INVALID"))
        return error_set(e, ERROR_AUTH, "brave refused the key (422). Set BRAVE_API_KEY to a valid key");
    int r = search_failure(ask, response, e);
    if (response->status != 429)
        return r;
    if (str_next(&left, ',', &one) && str_next(&left, ',', &one))
        str_to_int(str_trim(one), &month);
    if (str_next(&reset, ',', &one))
        str_to_int(str_trim(one), &seconds);
    if (month == 0)
        return error_set(e, ERROR_QUOTA, "brave says this month's searches are used up (429)");
    if (e && e->retry_after_ms < 0 && seconds >= 0 && seconds < 3600)
        e->retry_after_ms = seconds * 1000;
    return r;
}

const struct engine_wire wire_brave = {
    .path = { "/res/v1/web/search", "/res/v1/news/search" },
    .key_header = "X-Subscription-Token: ",
    .parts = parts,
    .hits = { "web.results", .news = "results", .none = "query" },
    .places = { .title = "title", .url = "url", .snippet = "description", .date = "page_age|age" },
    .failure = brave_failure,
};

/* --- the page-text endpoint --- */

static struct search_hit context_item(struct search_ask *ask, const json_t *one)
{
    const json_t *piece;
    struct buf text;
    size_t i;

    buf_init(&text, SEARCH_TEXT_MAX);
    json_array_foreach (json_object_get(one, "snippets"), i, piece)
        if (json_is_string(piece))
            buf_format(&text, "%s%s", i ? "\n\n" : "", json_string_value(piece));
    return (struct search_hit){ .title = json_get_str(one, "title"),
                                .url = json_get_str(one, "url"),
                                .snippet = search_text_at(one, "snippets.0"),
                                .text = buf_take(&text, ask->arena) };
}

const struct engine_wire wire_brave_context = {
    .path = { "/res/v1/llm/context" },
    .key_header = "X-Subscription-Token: ",
    .parts = parts,
    .hits = { "grounding.generic", .none = "grounding" },
    .item = context_item,
    .failure = brave_failure,
};
