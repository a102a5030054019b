/* Google Programmable Search. Needs an engine id beside the key; closed to new
 * customers, ends 2027-01-01. The key goes into a header, not into the address. */
#include "search/engine.h"

#include "base/clock.h"
#include "text/json.h"

static json_t *engine_id(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_new_str(ask->own->key2);
}

static json_t *language(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return str_empty(ask->query->language)
               ? NULL
               : json_new_str(str_format(ask->arena, "lang_%.*s", STR_ARG(ask->query->language)));
}

static json_t *days_ago(struct search_ask *ask, const struct request_part *part)
{
    int64_t since;

    (void) part;
    if (str_empty(ask->query->since) || !clock_parse_date(ask->query->since, &since) || since >= ask->wall_ms)
        return NULL;
    return json_new_str(str_format(ask->arena, "d%d", (int) ((ask->wall_ms - since) / 86400000 + 1)));
}

static const struct request_part parts[] = {
    { "cx", engine_id },
    { "q", part_query, 10 },
    { "num", part_count },
    { "gl", part_region },
    { "lr", language },
    { "dateRestrict", days_ago },
    { 0 },
};

static int google_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    int r = search_failure(ask, response, e);

    if (response->status == 400 && str_contains(response->body, "API key"))
        return error_set(e, ERROR_AUTH, "google refused the key (400). Set GOOGLE_API_KEY to a key for Custom Search");
    if (response->status == 429 && str_contains(response->body, "per day"))
        return error_set(e, ERROR_QUOTA, "google says today's searches are used up (429)");
    return r;
}

const struct engine_wire wire_google = {
    .path = { "/customsearch/v1" },
    .key_header = "X-Goog-Api-Key: ",
    .parts = parts,
    .hits = { "items", .none = "searchInformation" },
    .places = { "title", "link", "snippet", .date = "pagemap.metatags.0.article:published_time" },
    .failure = google_failure,
};
