/* Wikipedia: pages with their introductions in one request. Serial, and with a
 * User-Agent that says who asks: both are the service's rules. Errors come with a 200. */
#include "search/engine.h"

#include <stdlib.h>

#include "text/json.h"

static const char default_base[] = "https://en.wikipedia.org";

/* The edition of the query's language, unless an address was configured. */
static struct str base_of(struct search_ask *ask)
{
    struct str language = ask->query->language;

    if (!str_is(ask->own->base_url, default_base) || language.len < 2 || language.len > 3)
        return ask->own->base_url;
    for (size_t i = 0; i < language.len; i++)
        if (language.data[i] < 'a' || language.data[i] > 'z')
            return ask->own->base_url;
    return str_format(ask->arena, "https://%.*s.wikipedia.org", STR_ARG(language));
}

static int wikipedia_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    struct search_url url = { .arena = ask->arena,
                              .separator = '?',
                              .text = str_format(ask->arena, "%.*s/w/api.php", STR_ARG(base_of(ask))) };
    struct str count = str_format(ask->arena, "%d", (int) search_count(ask->query, 20));

    (void) e;
    search_url_add(&url, "action", str("query"));
    search_url_add(&url, "generator", str("search"));
    search_url_add(&url, "gsrsearch", ask->query->text);
    search_url_add(&url, "gsrlimit", count);
    search_url_add(&url, "prop", str("extracts|info"));
    search_url_add(&url, "inprop", str("url"));
    search_url_add(&url, "exintro", str("1"));
    search_url_add(&url, "explaintext", str("1"));
    search_url_add(&url, "exlimit", count);
    search_url_add(&url, "format", str("json"));
    search_url_add(&url, "formatversion", str("2"));
    search_url_add(&url, "maxlag", str("5"));
    struct str agent = search_header(ask->arena, "User-Agent",
                                     str_empty(ask->own->key2)
                                         ? str(search_agent)
                                         : str_format(ask->arena, "%s (%.*s)", search_agent, STR_ARG(ask->own->key2)));
    search_get(ask, &url, &agent, 1, ret);
    return 0;
}

static int by_index(const void *a, const void *b)
{
    int64_t x = json_get_int(*(json_t *const *) a, "index", 0), y = json_get_int(*(json_t *const *) b, "index", 0);

    return x < y ? -1 : x > y;
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

const struct search_engine engine_wikipedia = { .name = "wikipedia",
                                                .base_variable = "WIKIPEDIA_BASE_URL",
                                                .key2_variable = "WIKIPEDIA_CONTACT",
                                                .base_url = default_base,
                                                .types = ENGINE_WEB,
                                                .requests_per_minute = 120,
                                                .concurrent = 1,
                                                .build = wikipedia_build,
                                                .decode = wikipedia_decode };
