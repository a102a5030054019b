/* Perplexity's search interface: results without an answer. */
#include "search/engine.h"

#include "text/json.h"

/* The domains wanted, else those not wanted with a minus. */
static json_t *domain_filter(struct search_ask *ask, const struct request_part *part)
{
    const struct str_list *not = &ask->query->exclude_domains;
    struct str_list list = { 0 };

    for (size_t i = 0; i < not ->n; i++)
        str_list_add(ask->arena, &list, str_format(ask->arena, "-%.*s", STR_ARG(not ->items[i])));
    return ask->query->include_domains.n ? part_domains(ask, part) : list.n ? json_new_strs(&list) : NULL;
}

const struct engine_wire wire_perplexity = {
    .path = { "/search" },
    .post = true,
    .key_header = "Authorization: Bearer ",
    .parts = (const struct request_part[]){ { "query", part_query },
                                            { "max_results", part_count },
                                            { "search_mode", part_type, .words = { NULL, NULL, "academic" } },
                                            { "country", part_region },
                                            { "search_domain_filter", domain_filter },
                                            { "search_recency_filter", part_recency,
                                              .words = { "day", "week", "month", "year" } },
                                            { 0 } },
    .hits = { "results" },
    .places = { .title = "title", .url = "url", .snippet = "snippet", .date = "date", .text = "snippet" },
};
