/* Kiwix: Wikipedia and others offline, served by kiwix-serve. Books searched
 * together must have one language, so name one (KIWIX_BOOK) where there are several. */
#include "search/engine.h"

#include "net/url.h"

static int kiwix_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    struct str header = str("Accept: application/xml"), book;
    struct search_url url;

    (void) e;
    struct str books = ask->own->key2;
    search_url_start(&url, ask, "/search");
    while (str_next(&books, ',', &book))
        search_url_add(&url, "books.name", str_trim(book));
    search_url_add(&url, "pattern", ask->query->text);
    search_url_add(&url, "pageLength", str_format(ask->arena, "%d", (int) search_count(ask->query, SEARCH_COUNT_MAX)));
    search_url_add(&url, "format", str("xml"));
    search_get(ask, &url, &header, 1, ret);
    return 0;
}

static int kiwix_decode(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    struct url base, page;
    struct str item;
    size_t at = 0;

    if (!str_contains(response->body, "<channel"))
        return search_garbage(ask, e, "the answer is not a list of results in XML");
    int r = url_parse(ask->arena, ask->own->base_url, &base, e);
    if (r < 0)
        return r;
    while (!search_full(ask) && search_xml_next(response->body, "item", &at, &item)) {
        struct str link = search_plain(ask->arena, search_xml_text(item, "link"));

        if (url_resolve(ask->arena, &base, link, &page, NULL) < 0)
            continue;
        search_add(ask, (struct search_hit){ .title = search_xml_text(item, "title"),
                                             .url = url_text(ask->arena, &page),
                                             .snippet = search_xml_text(item, "description") });
    }
    return 0;
}

static int kiwix_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    if (response->status == 400 && str_contains_nocase(response->body, "language"))
        return error_set(e, ERROR_MISCONFIGURED,
                         "kiwix has books in several languages: set KIWIX_BOOK to the name of one");
    return search_failure(ask, response, e);
}

const struct search_engine engine_kiwix = { .name = "kiwix",
                                            .base_variable = "KIWIX_BASE_URL",
                                            .key2_variable = "KIWIX_BOOK",
                                            .types = ENGINE_WEB,
                                            .requests_per_minute = 600,
                                            .concurrent = 4,
                                            .build = kiwix_build,
                                            .decode = kiwix_decode,
                                            .failure = kiwix_failure };
