/* PubMed by the E-utilities: first the ids, then the abstracts (XML only). */
#include "search/engine.h"

#include "net/url.h"
#include "text/json.h"

enum { IDS_MAX = 50 };

/* One bound alone is not understood. */
static json_t *bound(struct search_ask *ask, const struct request_part *part)
{
    const struct search_query *query = ask->query;
    struct str date = part->number ? query->until : query->since;

    if (str_empty(query->since) && str_empty(query->until))
        return NULL;
    return json_new_str(str_empty(date) ? str(part->text) : str_replace(ask->arena, date, str("-"), str("/")));
}

static json_t *date_type(struct search_ask *ask, const struct request_part *part)
{
    return str_empty(ask->query->since) && str_empty(ask->query->until) ? NULL : part_text(ask, part);
}

static json_t *found_ids(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_new_str(*(struct str *) ask->state);
}

#define COMMON_PARTS                                                                                                   \
    { "db", part_text, .text = "pubmed" }, { "tool", part_text, .text = "fathom" }, { "api_key", part_key }
static const struct request_part search_parts[] = {
    COMMON_PARTS,
    { "term", part_query },
    { "retmode", part_text, .text = "json" },
    { "sort", part_text, .text = "relevance" },
    { "retmax", part_count },
    { "datetype", date_type, .text = "pdat" },
    { "mindate", bound, 0, .text = "1800" },
    { "maxdate", bound, 1, .text = "3000" },
    { 0 },
};
static const struct request_part fetch_parts[] = {
    COMMON_PARTS,
    { "id", found_ids },
    { "rettype", part_text, .text = "abstract" },
    { "retmode", part_text, .text = "xml" },
    { 0 },
};

static int pubmed_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    (void) e;
    if (ask->step == 0)
        search_build_parts(ask, "/entrez/eutils/esearch.fcgi", search_parts, ret);
    else
        search_build_parts(ask, "/entrez/eutils/efetch.fcgi", fetch_parts, ret);
    return 0;
}

static int read_ids(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    struct str *ids = arena_alloc(ask->arena, sizeof *ids);
    json_t *top;
    const json_t *one;
    size_t at;
    int r = search_json(ask, response, &top, e);

    if (r < 0)
        return r;
    const json_t *list = json_at(top, "esearchresult.idlist");
    struct str said = search_text_at(top, "error");
    if (str_empty(said))
        said = search_text_at(top, "esearchresult.ERROR");
    if (!str_empty(said))
        r = search_failure_said(ask, str_contains_nocase(said, "rate limit") ? 429 : 400, said, e);
    else if (!json_is_array(list))
        r = search_garbage(ask, e, "the answer has no idlist");
    json_array_foreach (list, at, one) {
        const char *id = json_string_value(one);
        int64_t number;

        if (id && at < IDS_MAX && str_to_int(str(id), &number))
            *ids = str_format(ask->arena, "%.*s%s%lld", STR_ARG(*ids), ids->len ? "," : "", (long long) number);
    }
    json_decref(top);
    ask->state = ids;
    ask->again = r == 0 && ids->len > 0;
    return r;
}

static struct str date_of(struct search_ask *ask, struct str article)
{
    struct str date, year, month, day;
    size_t at = 0;

    if (!search_xml_next(article, "PubDate", &at, &date))
        return str("");
    year = search_xml_text(date, "Year");
    month = search_xml_text(date, "Month");
    day = search_xml_text(date, "Day");
    if (str_empty(year))
        return search_year(search_xml_text(date, "MedlineDate"));
    int64_t number;
    if (str_to_int(month, &number)) /* a name or a number */
        return str_format(ask->arena, "%.*s-%02d%s%.*s", STR_ARG(year), (int) number, day.len == 2 ? "-" : "",
                          STR_ARG(day.len == 2 ? day : str("")));
    return search_date(ask->arena,
                       str_format(ask->arena, "%.*s %.*s %.*s", STR_ARG(day), STR_ARG(month), STR_ARG(year)),
                       ask->wall_ms);
}

static struct str abstract_of(struct search_ask *ask, struct str article)
{
    struct str text = str(""), part;
    size_t at = 0, n = 0;

    while (n < 30 && search_xml_next(article, "AbstractText", &at, &part)) {
        text = str_format(ask->arena, "%.*s%s%.*s", STR_ARG(text), n ? "\n" : "",
                          STR_ARG(search_plain(ask->arena, part)));
        n++;
    }
    return text;
}

static struct str authors_of(struct search_ask *ask, struct str article)
{
    struct str text = str(""), author;
    size_t at = 0, n = 0;

    while (n < 10 && search_xml_next(article, "Author", &at, &author)) {
        text = str_format(ask->arena, "%.*s%s%.*s %.*s", STR_ARG(text), n ? ", " : "",
                          STR_ARG(search_xml_text(author, "ForeName")), STR_ARG(search_xml_text(author, "LastName")));
        n++;
    }
    return text;
}

static int pubmed_decode(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    struct str article;
    size_t at = 0;

    if (ask->step == 0)
        return read_ids(ask, response, e);
    if (!str_contains(response->body, "<PubmedArticleSet"))
        return search_garbage(ask, e, "the answer is not a set of articles");
    while (!search_full(ask) && search_xml_next(response->body, "PubmedArticle", &at, &article)) {
        struct str id = search_xml_text(article, "PMID"), abstract = abstract_of(ask, article);
        int64_t number;

        if (str_to_int(id, &number))
            search_add(ask, (struct search_hit){ .title = search_xml_text(article, "ArticleTitle"),
                                                 .snippet = abstract,
                                                 .text = abstract,
                                                 .url = str_format(ask->arena, "https://pubmed.ncbi.nlm.nih.gov/%lld/",
                                                                   (long long) number),
                                                 .date = date_of(ask, article),
                                                 .authors = authors_of(ask, article) });
    }
    return 0;
}

static int pubmed_failure(struct search_ask *ask, const struct net_response *response, struct error *e)
{
    if (response->status == 400 && str_contains_nocase(response->body, "api key"))
        return search_failure_said(ask, 401, str("API key invalid"), e);
    return search_failure(ask, response, e);
}

const struct engine_wire wire_pubmed = {
    .build = pubmed_build,
    .accept = "*/*",
    .decode = pubmed_decode,
    .failure = pubmed_failure,
};
