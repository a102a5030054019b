/* Wikipedia: pages with their introductions in one request. Serial, and with a
 * User-Agent that says who asks: both are the service's rules. Errors come with a 200. */
#include "base/order.h"
#include "search/engine.h"

#include <stdlib.h>

#include "text/json.h"

/* The edition of the query's language, unless an address was configured. */
static struct str base_of(struct search_ask *ask)
{
    struct str language = ask->query->language;

    if (!str_is(ask->own->base_url, ask->engine->base_url) || language.len < 2 || language.len > 3)
        return ask->own->base_url;
    for (size_t i = 0; i < language.len; i++)
        if (language.data[i] < 'a' || language.data[i] > 'z')
            return ask->own->base_url;
    return str_format(ask->arena, "https://%.*s.wikipedia.org", STR_ARG(language));
}

static struct str agent(struct search_ask *ask)
{
    struct str contact = ask->own->key2;

    return search_header(ask->arena, "User-Agent: ",
                         str_empty(contact) ? str(search_agent)
                                            : str_format(ask->arena, "%s (%.*s)", search_agent, STR_ARG(contact)));
}

static const struct request_part parts[] = {
    { "action", part_text, .text = "query" },
    { "generator", part_text, .text = "search" },
    { "gsrsearch", part_query },
    { "gsrlimit", part_count },
    { "prop", part_text, .text = "extracts|info" },
    { "inprop", part_text, .text = "url" },
    { "exintro", part_text, .text = "1" },
    { "explaintext", part_text, .text = "1" },
    { "exlimit", part_count },
    { "format", part_text, .text = "json" },
    { "formatversion", part_text, .text = "2" },
    { "maxlag", part_text, .text = "5" },
    { 0 },
};

static int by_index(const void *a, const void *b)
{
    int64_t x = json_get_int(*(json_t *const *) a, "index", 0), y = json_get_int(*(json_t *const *) b, "index", 0);

    return ORDER(x, y);
}

static int wikipedia_decode(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    json_t *top;
    int r = search_json(ask, response, &top, e);

    if (r < 0)
        return r;
    const json_t *pages = json_at(top, "query.pages"), *error = json_object_get(top, "error");
    struct str code = json_get_str(error, "code");
    if (json_is_object(error)) {
        bool busy = str_is(code, "ratelimited") || str_is(code, "maxlag");

        r = search_failure_said(ask, busy ? 429 : 400, json_get_str(error, "info"), e);
        if (e && busy)
            e->retry_after_ms = net_retry_after_ms(response, ask->wall_ms);
    } else if (!json_is_array(pages) && !json_object_get(top, "batchcomplete")) {
        r = search_garbage(ask, e, "the answer has no pages");
    }
    /* They come in the order of their numbers, not of their rank. */
    size_t n = json_array_size(pages);
    const json_t **sorted = arena_calloc(ask->arena, n + 1, sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = json_array_get(pages, i);
    if (n > 0)
        qsort(sorted, n, sizeof *sorted, by_index);
    for (size_t i = 0; i < n && r == 0; i++) {
        struct str text = json_get_str(sorted[i], "extract");

        search_add(ask, (struct search_hit){ .title = json_get_str(sorted[i], "title"),
                                             .url = json_get_str(sorted[i], "fullurl"),
                                             .snippet = text,
                                             .text = text });
    }
    json_decref(top);
    return r;
}

const struct engine_wire wire_wikipedia = {
    .path = { "/w/api.php" },
    .header = agent,
    .base = base_of,
    .parts = parts,
    .decode = wikipedia_decode,
};
