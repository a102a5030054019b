/* arXiv: GET /api/query, an Atom feed; its errors are feeds too. */
#include "wire.h"

/* "all:grid AND all:batteries" as the words it means. */
static void arxiv_read(struct asked *asked)
{
    struct str rest = wire_argument(asked, "search_query"), word;
    struct str_list words = { 0 };

    asked->role = str("search");
    while (str_next(&rest, ' ', &word)) {
        ptrdiff_t colon = str_find_char(word, ':', 0);

        if (!str_is(word, "AND") && !str_starts(word, "submittedDate") && !str_ends(word, "]") && !str_is(word, "TO"))
            str_list_add(asked->arena, &words, str_sub(word, colon < 0 ? 0 : (size_t) colon + 1, word.len));
    }
    asked->query = words.n ? str_join(asked->arena, words.items, words.n, " ") : str("");
}

#define FEED                                                                                                           \
    "<?xml version='1.0' encoding='UTF-8'?>\n<feed xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\""          \
    " xmlns:arxiv=\"http://arxiv.org/schemas/atom\" xmlns=\"http://www.w3.org/2005/Atom\">\n"

static void arxiv_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 403, 429);

    if (status == 400)
        wire_say(
            asked, ret, 400, "application/atom+xml; charset=utf-8",
            str(FEED
                "<entry><id>https://arxiv.org/api/errors</id><title>Error</title><summary>incorrect query</summary></entry></feed>\n"));
    else
        wire_say(asked, ret, status, "text/plain", str(status == 429 ? "Rate exceeded." : wire_reason(status)));
}

static void arxiv_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/api/query");
    size_t n = wire_count(asked, reply, "max_results", 10, 2000);
    struct arena *arena = asked->arena;
    struct buf feed;

    if (!found || str_empty(asked->query)) {
        struct reply refused = { .status = found ? 400 : 404, .failure = FAILURE_STATUS };

        arxiv_failure(asked, &refused, ret);
        return;
    }
    buf_init(&feed, 16 << 20);
    buf_format(&feed,
               FEED
               "<title type=\"html\">ArXiv Query</title>\n<opensearch:totalResults>%zu</opensearch:totalResults>\n",
               n * 10);
    for (size_t i = 0; i < n; i++) {
        struct document d;
        struct hash id;

        document_find(arena, asked->query, "arxiv", i, &d);
        id = hash_of(d.url);
        /* Titles and summaries are broken into lines. */
        buf_format(
            &feed,
            "<entry>\n<id>http://arxiv.org/abs/2%d%02d.%05dv1</id>\n<title>%.*s\n  (preprint)</title>\n<updated>%.*sT10:00:00Z"
            "</updated>\n<published>%.*sT10:00:00Z</published>\n<summary>  %.*s\n</summary>\n<author><name>%.*s</name></author>\n"
            "<arxiv:primary_category term=\"cs.LG\"/>\n</entry>\n",
            id.bytes[0] % 6, 1 + id.bytes[1] % 12, (id.bytes[2] << 8 | id.bytes[3]) + 1,
            STR_ARG(wire_escape(arena, d.title)), STR_ARG(d.date), STR_ARG(d.date), STR_ARG(wire_escape(arena, d.text)),
            STR_ARG(wire_escape(arena, d.author)));
    }
    buf_add_z(&feed, "</feed>\n");
    wire_say(asked, ret, 200, "application/atom+xml; charset=utf-8", buf_take(&feed, arena));
}

const struct service service_arxiv = {
    .name = "arxiv",
    .base = "",
    .url_variable = "ARXIV_BASE_URL",
    .key_variable = NULL,
    .read = arxiv_read,
    .answer = arxiv_answer,
    .failure = arxiv_failure,
};
