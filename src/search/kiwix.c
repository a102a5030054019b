/* Kiwix: Wikipedia and others offline, served by kiwix-serve. Books searched
 * together must have one language, so name one (KIWIX_BOOK) where there are several. */
#include "search/engine.h"

#include "net/url.h"
#include "text/json.h"

static json_t *books(struct search_ask *ask, const struct request_part *part)
{
    struct str rest = ask->own->key2, book;
    json_t *list = json_array();

    (void) part;
    while (str_next(&rest, ',', &book))
        json_array_append_new(list, json_new_str(str_trim(book)));
    return list;
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

const struct engine_wire wire_kiwix = {
    .path = { "/search" },
    .accept = "application/xml",
    .parts = (const struct request_part[]){ { "books.name", books },
                                            { "pattern", part_query },
                                            { "pageLength", part_count },
                                            { "format", part_text, .text = "xml" },
                                            { 0 } },
    .decode = kiwix_decode,
    .failure = kiwix_failure,
};
