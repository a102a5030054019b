/* Exa: search by meaning, with page text and the cost of each call. */
#include "search/engine.h"

#include "text/json.h"

static int exa_check(struct search_ask *ask, const json_t *top, struct error *e)
{
    double dollars = json_get_double(json_object_get(top, "costDollars"), "total", -1);

    (void) e;
    if (dollars >= 0 && dollars < 1000)
        ask->cost_usd = dollars;
    return 0;
}

const struct engine_wire wire_exa = {
    .path = { "/search" },
    .post = true,
    .key_header = "x-api-key: ",
    .parts = (const struct request_part[]){ { "query", part_query },
                                            { "type", part_text, .text = "auto" },
                                            { "numResults", part_count },
                                            { "contents", part_json,
                                              .text = "{\"text\":{\"maxCharacters\":10000},\"highlights\":true}" },
                                            { "category", part_type, .words = { NULL, "news", "publication" } },
                                            { "includeDomains", part_domains },
                                            { "excludeDomains", part_excluded },
                                            { "startPublishedDate", part_since, .text = "T00:00:00.000Z" },
                                            { "endPublishedDate", part_until, .text = "T23:59:59.999Z" },
                                            { "userLocation", part_region },
                                            { 0 } },
    .hits = { "results" },
    .check = exa_check,
    .places = { "title", "url", "highlights.0|text", .date = "publishedDate", .authors = "author", .text = "text" },
};
