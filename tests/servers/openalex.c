/* OpenAlex: GET /works; abstracts are inverted. */
#include "wire.h"

static void openalex_read(struct asked *asked)
{
    asked->role = str("search");
    asked->query = wire_argument(asked, "search");
}

static void openalex_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 401, 429);

    said_json(asked, ret, status,
              json_pack("{s:s, s:s}", "error", wire_reason(status), "message",
                        status == 429 ? "Budget exceeded. Add a free API key." : wire_reason(status)));
}

static json_t *inverted(struct arena *arena, struct str text)
{
    json_t *index = json_object();
    struct str word;
    int at = 0;

    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] == '\n')
            ((char *) text.data)[i] = ' '; /* ours: made for this answer */
    while (str_next(&text, ' ', &word)) {
        const char *name = str_z(arena, word);

        if (str_empty(word))
            continue;
        if (!json_object_get(index, name))
            json_object_set_new(index, name, json_array());
        json_array_append_new(json_object_get(index, name), json_integer(at++));
    }
    return index;
}

static void openalex_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    bool found = str_is(asked->path, "/works");
    size_t n = wire_count(asked, reply, "per_page", 25, 200);
    json_t *list;

    if (!found || str_empty(asked->query)) {
        struct reply refused = { .status = found ? 403 : 404, .failure = FAILURE_STATUS };

        openalex_failure(asked, &refused, ret);
        return;
    }
    list = json_array();
    for (size_t i = 0; i < n; i++) {
        struct document d;

        document_find(asked->arena, asked->query, "openalex", i, &d);
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:{s:b}, s:o, s:o, s:[{s:{s:o}}]}", "id",
                            json_sprintf("https://openalex.org/W%zu", 1000 + i), "doi",
                            json_sprintf("https://doi.org/10.5555/%s.%zu", asked->key, i), "title", wire_json(d.title),
                            "publication_date", wire_json(d.date), "open_access", "is_oa", 1, "best_oa_location",
                            i % 2 ? json_null() : json_pack("{s:o}", "landing_page_url", wire_json(d.url)),
                            "abstract_inverted_index", inverted(asked->arena, str_dup(asked->arena, d.text)),
                            "authorships", "author", "display_name", wire_json(d.author)));
    }
    said_header(ret, "X-RateLimit-Remaining", "99999");
    said_json(asked, ret, 200,
              json_pack("{s:{s:i, s:i, s:i}, s:o, s:[]}", "meta", "count", (int) n * 10, "page", 1, "per_page", (int) n,
                        "results", list, "group_by"));
}

const struct service service_openalex = {
    .name = "openalex",
    .base = "",
    .url_variable = "OPENALEX_BASE_URL",
    .key_variable = "OPENALEX_API_KEY",
    .read = openalex_read,
    .answer = openalex_answer,
    .failure = openalex_failure,
};
