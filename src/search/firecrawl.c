/* Firecrawl v2, hosted or one's own. Its credits have no public price in dollars. */
#include "search/engine.h"

#include "text/json.h"

static json_t *sources(struct search_ask *ask, const struct request_part *part)
{
    return json_pack("[o]", part_type(ask, part));
}

static json_t *categories(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return ask->query->type == SEARCH_ACADEMIC ? json_pack("[s]", "research") : NULL;
}

static int firecrawl_check(struct search_ask *ask, const json_t *top, struct error *e)
{
    return json_is_false(json_object_get(top, "success")) ? search_failure_said(ask, 200, json_get_str(top, "error"), e)
                                                          : 0;
}

const struct engine_wire wire_firecrawl = {
    .path = { "/search" },
    .post = true,
    .key_header = "Authorization: Bearer ",
    .parts = (const struct request_part[]){ { "query", part_query },
                                            { "limit", part_count },
                                            { "sources", sources, .words = { "web", "news", "web" } },
                                            { "categories", categories },
                                            { "includeDomains", part_domains },
                                            { "excludeDomains", part_excluded },
                                            { "tbs", part_recency, .words = { "qdr:d", "qdr:w", "qdr:m", "qdr:y" } },
                                            { "country", part_region },
                                            { 0 } },
    .hits = { "data.web|data", .news = "data.news|data", .none = "data" },
    .check = firecrawl_check,
    .places = { "title", "url", "description|snippet", .date = "date", .text = "markdown" },
};
