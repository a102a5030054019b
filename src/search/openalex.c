/* OpenAlex: scholarly works. Works without a key under a small daily budget; a free key raises it.
 * Abstracts come as an inverted index. */
#include "search/engine.h"

#include "text/json.h"

enum { WORDS_MAX = 2000 };

static json_t *filters(struct search_ask *ask, const struct request_part *part)
{
    const struct search_query *query = ask->query;
    struct str filter = str("");

    (void) part;
    if (query->since.len == 10)
        filter = search_filter_add(ask, filter, "from_publication_date", query->since);
    if (query->until.len == 10)
        filter = search_filter_add(ask, filter, "to_publication_date", query->until);
    return json_new_str(search_filter_add(ask, filter, "language", query->language));
}

static const struct request_part parts[] = {
    { "search", part_query },
    { "filter", filters },
    { "per_page", part_count },
    { "select", part_text,
      .text = "id,doi,title,publication_date,open_access,best_oa_location,abstract_inverted_index,authorships" },
    { "api_key", part_key },
    { 0 },
};

/* {"word": [positions]} back into text. */
static struct str abstract_of(struct search_ask *ask, const json_t *inverted)
{
    const char **words = arena_calloc(ask->arena, WORDS_MAX, sizeof *words);
    struct buf text;
    const char *word;
    json_t *places, *place;
    size_t at, n = 0;

    json_object_foreach ((json_t *) inverted, word, places)
        json_array_foreach (places, at, place) {
            json_int_t position = json_is_integer(place) ? json_integer_value(place) : -1;

            if (position < 0 || position >= WORDS_MAX)
                continue;
            words[position] = word;
            if ((size_t) position + 1 > n)
                n = (size_t) position + 1;
        }
    buf_init(&text, SEARCH_TEXT_MAX);
    for (size_t i = 0; i < n; i++)
        if (words[i])
            buf_format(&text, "%s%s", text.len ? " " : "", words[i]);
    return buf_take(&text, ask->arena);
}

static struct search_hit openalex_item(struct search_ask *ask, const json_t *one)
{
    struct str abstract = abstract_of(ask, json_object_get(one, "abstract_inverted_index"));

    return (struct search_hit){ .title = json_get_str(one, "title"),
                                .url = search_text_at(one, "best_oa_location.landing_page_url|doi|id"),
                                .date = json_get_str(one, "publication_date"),
                                .snippet = abstract,
                                .text = abstract,
                                .authors = search_names(ask, json_object_get(one, "authorships"), "author.display_name",
                                                        NULL) };
}

const struct engine_wire wire_openalex = {
    .path = { "/works" },
    .parts = parts,
    .hits = { "results" },
    .item = openalex_item,
};
