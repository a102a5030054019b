/* Tavily: search made for programs, with page text. Works without a key too
 * (a header says so), under a small cap. */
#include "search/engine.h"

#include "text/json.h"

static struct str tavily_header(struct search_ask *ask)
{
    return str_empty(ask->own->key) ? str("X-Tavily-Access-Mode: keyless")
                                    : search_header(ask->arena, "Authorization: Bearer ", ask->own->key);
}

static int tavily_check(struct search_ask *ask, const json_t *top, struct error *e)
{
    double credits = json_get_double(json_object_get(top, "usage"), "credits", -1);

    (void) e;
    if (str_empty(ask->own->key))
        ask->cost_usd = 0;
    else if (credits >= 0 && credits < 1000)
        ask->cost_usd = credits * ask->engine->usd_per_search;
    return 0;
}

const struct engine_wire wire_tavily = {
    .path = { "/search" },
    .post = true,
    .header = tavily_header,
    .parts = (const struct request_part[]){ { "query", part_query },
                                            { "max_results", part_count },
                                            { "search_depth", part_text, .text = "basic" },
                                            { "topic", part_type, .words = { "general", "news", "general" } },
                                            { "include_raw_content", part_text, .text = "text" },
                                            { "include_domains", part_domains },
                                            { "exclude_domains", part_excluded },
                                            { "start_date", part_since },
                                            { "end_date", part_until },
                                            { "language", part_language },
                                            { 0 } },
    .hits = { "results" },
    .check = tavily_check,
    .places = { .title = "title", .url = "url", .snippet = "content", .date = "published_date", .text = "raw_content" },
};
