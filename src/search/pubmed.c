/* PubMed by the E-utilities: first the ids, then the abstracts (XML only). */
#include "search/engine.h"

#include "net/url.h"
#include "text/json.h"

enum { IDS_MAX = 50 };

static void add_common(struct search_ask *ask, struct search_url *url)
{
    search_url_add(url, "db", str("pubmed"));
    search_url_add(url, "tool", str("fathom"));
    search_url_add(url, "api_key", ask->own->key);
}

static int pubmed_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    struct str header = str("Accept: */*");
    struct search_url url;

    (void) e;
    if (ask->step == 0) {
        search_url_start(&url, ask, "/entrez/eutils/esearch.fcgi");
        add_common(ask, &url);
        search_url_add(&url, "term", query->text);
        search_url_add(&url, "retmode", str("json"));
        search_url_add(&url, "sort", str("relevance"));
        search_url_add(&url, "retmax", str_format(ask->arena, "%d", (int) search_count(query, IDS_MAX)));
        if (!str_empty(query->since) || !str_empty(query->until)) {
            struct str since = str_replace(ask->arena, query->since, str("-"), str("/"));
            struct str until = str_replace(ask->arena, query->until, str("-"), str("/"));

            search_url_add(&url, "datetype", str("pdat"));
            search_url_add(&url, "mindate", str_empty(since) ? str("1800") : since);
            search_url_add(&url, "maxdate", str_empty(until) ? str("3000") : until);
        }
    } else {
        search_url_start(&url, ask, "/entrez/eutils/efetch.fcgi");
        add_common(ask, &url);
        search_url_add(&url, "id", *(struct str *) ask->state);
        search_url_add(&url, "rettype", str("abstract"));
        search_url_add(&url, "retmode", str("xml"));
    }
    search_get(ask, &url, &header, 1, ret);
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

const struct search_engine engine_pubmed = { .name = "pubmed",
                                             .key_variable = "NCBI_API_KEY",
                                             .base_variable = "PUBMED_BASE_URL",
                                             .base_url = "https://eutils.ncbi.nlm.nih.gov",
                                             .types = ENGINE_ACADEMIC,
                                             .requests_per_minute = 180,
                                             .burst = 3,
                                             .concurrent = 2,
                                             .build = pubmed_build,
                                             .decode = pubmed_decode,
                                             .failure = pubmed_failure };
