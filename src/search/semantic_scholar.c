/* Semantic Scholar: papers with abstracts. One request a second with a key; a
 * pool shared by everybody without. */
#include "search/engine.h"

#include "text/json.h"

static int scholar_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct search_query *query = ask->query;
    struct str header = search_header(ask->arena, "x-api-key", ask->own->key);
    struct str since = search_year(query->since), until = search_year(query->until);
    struct search_url url;

    (void) e;
    search_url_start(&url, ask, "/graph/v1/paper/search");
    search_url_add(&url, "query", str_replace(ask->arena, query->text, str("-"), str(" "))); /* hyphens hurt recall */
    search_url_add(&url, "limit", str_format(ask->arena, "%d", (int) search_count(query, 100)));
    search_url_add(&url, "fields",
                   str("title,abstract,year,authors,url,externalIds,openAccessPdf,publicationDate,venue,tldr"));
    if (!str_empty(since) || !str_empty(until))
        search_url_add(&url, "year", str_format(ask->arena, "%.*s-%.*s", STR_ARG(since), STR_ARG(until)));
    search_get(ask, &url, &header, str_empty(ask->own->key) ? 0 : 1, ret);
    return 0;
}

/* Where it can be read, else where it is described. */
static struct str best_url(struct search_ask *ask, const json_t *paper)
{
    struct str url = search_text_at(paper, "openAccessPdf.url");
    struct str doi = search_text_at(paper, "externalIds.DOI"), arxiv = search_text_at(paper, "externalIds.ArXiv");

    if (!str_empty(url))
        return url;
    if (!str_empty(arxiv))
        return str_format(ask->arena, "https://arxiv.org/abs/%.*s", STR_ARG(arxiv));
    if (!str_empty(doi))
        return str_format(ask->arena, "https://doi.org/%.*s", STR_ARG(doi));
    return json_get_str(paper, "url");
}

static struct search_hit scholar_item(struct search_ask *ask, const json_t *one)
{
    return (struct search_hit){ .title = json_get_str(one, "title"),
                                .url = best_url(ask, one),
                                .date = search_date_or_year(ask, one, "publicationDate"),
                                .snippet = search_text_at(one, "tldr.text|abstract"),
                                .text = json_get_str(one, "abstract"),
                                .authors = search_names(ask, json_object_get(one, "authors"), "name", NULL) };
}

const struct search_engine engine_semantic_scholar = { .name = "semantic_scholar",
                                                       .key_variable = "SEMANTIC_SCHOLAR_API_KEY",
                                                       .base_variable = "SEMANTIC_SCHOLAR_BASE_URL",
                                                       .base_url = "https://api.semanticscholar.org",
                                                       .types = ENGINE_WEB | ENGINE_ACADEMIC,
                                                       .requests_per_minute = 60,
                                                       .burst = 1,
                                                       .concurrent = 1,
                                                       .build = scholar_build,
                                                       .list = "data",
                                                       .without_hits = "total",
                                                       .item = scholar_item };
