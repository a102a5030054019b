#include "llm/listing.h"

#include "llm/internal.h"
#include "net/url.h"
#include "text/json.h"

enum { ROWS_MAX = 200, NAME_MAX_BYTES = 200 };

/* NULL for the names of the user's own. */
static const struct provider_row *row_of(struct str name)
{
    for (size_t i = 0; i < llm_provider_count(); i++)
        if (str_is(name, provider_row(i)->name))
            return provider_row(i);
    return NULL;
}

static bool speaks_ollama(const struct llm_provider_settings *provider)
{
    const struct provider_row *row = row_of(provider->name);

    return str_is(provider->family, "ollama") || (str_empty(provider->family) && row && row->family == &family_ollama);
}

static bool speaks_chat(const struct llm_provider_settings *provider)
{
    const struct provider_row *row = row_of(provider->name);

    return str_is(provider->family, "openai-chat") ||
           (str_empty(provider->family) && (!row || row->family == &family_openai_chat));
}

bool llm_listing_request(struct arena *arena, const struct llm_provider_settings *provider, struct net_request *ret)
{
    const struct provider_row *row = row_of(provider->name);
    bool ollama = speaks_ollama(provider);
    struct str base = str_trim(provider->base_url);
    struct headers *headers = arena_alloc(arena, sizeof *headers);

    if ((row && !row->free) || (!ollama && !speaks_chat(provider)))
        return false;
    if (str_empty(base))
        base = str(row && row->base_url ? row->base_url : "");
    base = url_trim_slash(base);
    if (str_empty(base))
        return false;
    headers_add_key(headers, arena, provider->key);
    headers_add(headers, arena, "Accept", str("application/json"));
    *ret = (struct net_request){ .method = "GET",
                                 .headers = headers->items,
                                 .headers_n = headers->n,
                                 .pool = NET_PROVIDER,
                                 .url = str_format(arena, "%.*s%s", STR_ARG(base), ollama ? "/api/tags" : "/models") };
    return true;
}

static bool can_chat(struct str name, const json_t *model)
{
    static const char *const others[] = { "embed", "rerank", "whisper", "bge-", "minilm", NULL };

    for (size_t i = 0; others[i]; i++)
        if (str_contains_nocase(name, others[i]))
            return false;
    return !str_contains_nocase(json_get_str(json_object_get(model, "details"), "family"), "bert");
}

/* The window, where the server tells it: vLLM, llama.cpp. */
static int64_t window_of(const json_t *model)
{
    return json_get_int(model, "max_model_len", json_get_int(json_object_get(model, "meta"), "n_ctx_train", 0));
}

static json_t *row_json(const struct llm_provider_settings *provider, struct str name, const json_t *model, bool first)
{
    const struct provider_row *known = row_of(provider->name);
    struct str words = str(known ? known->abilities : "tools,json,temperature"), word;
    char full[2 * NAME_MAX_BYTES + 2];
    json_t *abilities = json_array(), *row;

    snprintf(full, sizeof full, "%.*s/%.*s", STR_ARG(provider->name), STR_ARG(name));
    while (str_next(&words, ',', &word))
        json_array_append_new(abilities, json_new_str(word));
    row = json_pack("{s:s, s:I, s:o}", "name", full, "context", (json_int_t) window_of(model), "abilities", abilities);
    if (known && known->free)
        json_object_set_new(row, "prices",
                            json_pack("{s:i, s:i, s:i, s:i}", "input", 0, "cached", 0, "output", 0, "per_search", 0));
    if (first)
        json_object_set_new(row, "tiers",
                            json_pack("[s,s,s,s]", tier_words[0], tier_words[1], tier_words[2], tier_words[3]));
    return row;
}

size_t llm_listing_rows(const struct llm_provider_settings *provider, struct str body, json_t *rows)
{
    json_t *top;
    const json_t *model;
    size_t at, n = 0;

    if (provider->name.len > NAME_MAX_BYTES || json_parse_foreign(body, false, &top, NULL) < 0)
        return 0;
    const json_t *list = json_object_get(top, "models");
    if (!json_is_array(list))
        list = json_object_get(top, "data");
    json_array_foreach (list, at, model) {
        struct str name = json_get_str(model, "id");

        if (str_empty(name))
            name = json_get_str(model, "name");
        if (str_empty(name) || name.len > NAME_MAX_BYTES || !can_chat(name, model) || n == ROWS_MAX)
            continue;
        json_array_append_new(rows, row_json(provider, name, model, n == 0));
        n++;
    }
    json_decref(top);
    return n;
}
