/* arXiv: preprints as an Atom feed. One request every three seconds, one at a time. */
#include "search/engine.h"

#include "text/json.h"
#include "text/utf8.h"

enum { WORDS_MAX = 12 };

/* Digits of a date as the filter wants them: "202601310000". */
static struct str stamp(struct search_ask *ask, struct str date, const char *otherwise, const char *time)
{
    if (date.len < 10)
        return str(otherwise);
    return str_format(ask->arena, "%.*s%.*s%.*s%s", STR_ARG(str_sub(date, 0, 4)), STR_ARG(str_sub(date, 5, 7)),
                      STR_ARG(str_sub(date, 8, 10)), time);
}

/* "all:one AND all:two": without a field the words are joined by OR. Characters of the query language are blanks. */
static json_t *expression(struct search_ask *ask, const struct request_part *part)
{
    const struct search_query *query = ask->query;
    struct buf text;
    size_t words = 0;
    bool inside = false;

    (void) part;
    buf_init(&text, 4096);
    for (size_t at = 0; at < query->text.len && words <= WORDS_MAX;) {
        size_t start = at;
        int32_t c = utf8_next(query->text, &at);
        bool word = c >= 0 && utf8_is_word(c);

        if (word && !inside && ++words <= WORDS_MAX)
            buf_format(&text, "%sall:", words > 1 ? " AND " : "");
        if (word && words <= WORDS_MAX)
            buf_add(&text, query->text.data + start, at - start);
        inside = word;
    }
    if (!str_empty(query->since) || !str_empty(query->until))
        buf_format(&text, "%ssubmittedDate:[%.*s TO %.*s]", words ? " AND " : "",
                   STR_ARG(stamp(ask, query->since, "199101010000", "0000")),
                   STR_ARG(stamp(ask, query->until, "209912312359", "2359")));
    return json_new_str(buf_take(&text, ask->arena));
}

static struct str authors_of(struct search_ask *ask, struct str entry)
{
    struct str text = str(""), author;
    size_t at = 0, n = 0;

    while (n < 10 && search_xml_next(entry, "author", &at, &author)) {
        text = str_format(ask->arena, "%.*s%s%.*s", STR_ARG(text), n ? ", " : "",
                          STR_ARG(search_xml_text(author, "name")));
        n++;
    }
    return text;
}

static int arxiv_decode(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    struct str entry;
    size_t at = 0;

    if (!str_contains(response->body, "<feed"))
        return search_garbage(ask, e, "the answer is not a feed");
    while (!search_full(ask) && search_xml_next(response->body, "entry", &at, &entry)) {
        struct str title = search_xml_text(entry, "title"), summary = search_xml_text(entry, "summary");
        struct str url = search_xml_text(entry, "id");

        if (str_is(title, "Error"))
            return search_failure_said(ask, 400, summary, e);
        if (str_starts(url, "http://arxiv.org/"))
            url = str_format(ask->arena, "https%.*s", STR_ARG(str_sub(url, 4, url.len)));
        search_add(ask, (struct search_hit){ .title = title,
                                             .url = url,
                                             .snippet = summary,
                                             .text = search_plain(ask->arena, summary),
                                             .date = str_sub(search_xml_text(entry, "published"), 0, 10),
                                             .authors = authors_of(ask, entry) });
    }
    return 0;
}

const struct engine_wire wire_arxiv = {
    .path = { "/api/query" },
    .accept = "application/atom+xml",
    .parts = (const struct request_part[]){ { "search_query", expression },
                                            { "max_results", part_count },
                                            { "sortBy", part_text, .text = "relevance" },
                                            { 0 } },
    .decode = arxiv_decode,
};
