/* kiwix-serve: GET /search?pattern=…&format=xml, a list of results like RSS. */
#include "wire.h"

static void kiwix_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "pattern");
}

static void kiwix_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 403, 429);

    wire_say(asked, ret, status, "text/html; charset=utf-8",
             str_format(asked->arena, "<!DOCTYPE html><html><title>%s</title><body><h1>%s</h1></body></html>\n",
                        wire_reason(status), wire_reason(status)));
}

static void kiwix_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/search");
    size_t n = wire_count(asked, reply, "pageLength", 25, 140);
    struct arena *arena = asked->arena;
    struct buf out;

    if (!found || str_empty(asked->query) || !str_is(wire_argument(asked, "format"), "xml")) {
        struct reply refused = { .status = found ? 400 : 404, .failure = FAILURE_STATUS };

        kiwix_failure(asked, &refused, ret);
        return;
    }
    buf_init(&out, 4 << 20);
    buf_format(
        &out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\">\n"
        "<channel>\n<title>Search: %.*s</title>\n<opensearch:totalResults>%zu</opensearch:totalResults>\n",
        STR_ARG(wire_escape(arena, asked->query)), n);
    for (size_t i = 0; i < n; i++) {
        struct document d;

        document_find(arena, asked->query, "kiwix", i, &d);
        buf_format(
            &out,
            "<item>\n<title>%.*s</title>\n<link>/kiwix/content/wikipedia_en_all/A/page_%02x%02x%02x</link>\n<description>...%.*s..."
            "</description>\n<book><title>Wikipedia</title></book>\n<wordCount>900</wordCount>\n</item>\n",
            STR_ARG(wire_escape(arena, d.title)), hash_of(d.url).bytes[0], hash_of(d.url).bytes[1],
            hash_of(d.url).bytes[2], STR_ARG(wire_escape(arena, d.snippet)));
    }
    buf_add_z(&out, "</channel>\n</rss>\n");
    wire_say(asked, ret, 200, "application/rss+xml; charset=utf-8", buf_take(&out, arena));
}

const struct service service_kiwix = {
    .name = "kiwix",
    .base = "",
    .url_variable = "KIWIX_BASE_URL",
    .key_variable = NULL,
    .read = kiwix_read,
    .answer = kiwix_answer,
    .failure = kiwix_failure,
};
