/* Semantic Scholar: papers with abstracts. One request a second with a key; a
 * pool shared by everybody without. */
#include "search/engine.h"

#include "text/json.h"

/* Hyphens hurt recall. */
static json_t *words_of(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_new_str(str_replace(ask->arena, ask->query->text, str("-"), str(" ")));
}

static json_t *years(struct search_ask *ask, const struct request_part *part)
{
    struct str since = search_year(ask->query->since), until = search_year(ask->query->until);

    (void) part;
    return since.len || until.len ? json_new_str(str_format(ask->arena, "%.*s-%.*s", STR_ARG(since), STR_ARG(until)))
                                  : NULL;
}

static const struct request_part parts[] = {
    { "query", words_of },
    { "limit", part_count },
    { "fields", part_text,
      .text = "title,abstract,year,authors,url,externalIds,openAccessPdf,publicationDate,venue,tldr" },
    { "year", years },
    { 0 },
};

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

const struct engine_wire wire_semantic_scholar = {
    .path = { "/graph/v1/paper/search" },
    .key_header = "x-api-key: ",
    .parts = parts,
    .hits = { "data", .none = "total" },
    .item = scholar_item,
};
