/* OpenSearch and Elasticsearch: an index of one's own. The address names the
 * index (http://host:9200/documents); the key is "user:password" or an API key.
 * Fields go by their usual names. */
#include "base/hash.h"
#include "search/engine.h"

#include "text/json.h"

static struct str authorization(struct search_ask *ask)
{
    struct str key = ask->own->key;

    if (str_find_char(key, ':', 0) >= 0)
        return search_header(ask->arena, "Authorization: Basic ", base64_encode(ask->arena, key));
    return str_empty(key) ? str("") : search_header(ask->arena, "Authorization: ApiKey ", key);
}

static json_t *match(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_pack("{s:{s:o, s:[s,s,s,s,s,s], s:b}}", "multi_match", "query", json_new_str(ask->query->text),
                     "fields", "title^2", "name^2", "text", "content", "body", "abstract", "lenient", 1);
}

static struct search_hit opensearch_item(struct search_ask *ask, const json_t *one)
{
    struct str url = search_text_at(one, "_source.url|_source.link|_source.uri"),
               text = search_text_at(one, "_source.text|_source.content|_source.body|_source.abstract"),
               snippet = search_text_at(one, "highlight.text.0|highlight.content.0|highlight.body.0");

    if (str_empty(url)) /* every document has an address of its own */
        url = str_format(ask->arena, "%.*s/_doc/%.*s", STR_ARG(ask->own->base_url), STR_ARG(json_get_str(one, "_id")));
    return (struct search_hit){ .title = search_text_at(one, "_source.title|_source.name"),
                                .url = url,
                                .date = search_text_at(one, "_source.date|_source.published|_source.published_date"
                                                            "|_source.timestamp|_source.@timestamp"),
                                .snippet = str_empty(snippet) ? text : snippet,
                                .text = text,
                                .authors = search_text_at(one, "_source.author") };
}

const struct engine_wire wire_opensearch = {
    .path = { "/_search" },
    .post = true,
    .header = authorization,
    .parts = (const struct request_part[]){ { "size", part_count },
                                            { "query", match },
                                            { "highlight", part_json,
                                              .text = "{\"fields\":{\"text\":{},\"content\":{},\"body\":{}}}" },
                                            { 0 } },
    .hits = { "hits.hits" },
    .item = opensearch_item,
};
