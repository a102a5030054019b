/* The interface: settings, the order of engines, a query as the journal sees it. */
#include "search/internal.h"

#include <math.h>

#include "net/limiter.h"
#include "net/retry.h"
#include "net/url.h"
#include "search/mcp_pool.h"
#include "text/json.h"

enum { TIMEOUT_MS = 30000, ENGINE_TIMEOUT_MS = 15000, CACHE_MS = 3600000, FIRST = 3, RETRIES = 2 };

const char *const search_type_words[] = { "web", "news", "academic", NULL };

const struct field search_query_fields[] = { FIELD_STR(struct search_query, text),
                                             FIELD_INT(struct search_query, count),
                                             FIELDS(STR, struct search_query, language, region, since, until),
                                             FIELDS(STRS, struct search_query, include_domains, exclude_domains),
                                             FIELD_ENUM(struct search_query, type, search_type_words),
                                             FIELD_STRS(struct search_query, engines),
                                             FIELD_END };
const struct field search_hit_fields[] = {
    FIELDS(STR, struct search_hit, title, url, snippet, date, authors, canonical_url, text, pages),
    FIELD_DOUBLE(struct search_hit, score), FIELD_STRS(struct search_hit, engines), FIELD_END
};
const struct field search_result_fields[] = {
    FIELD_LIST(struct search_result, hits, hits_n, struct search_hit, search_hit_fields),
    FIELD_INT(struct search_result, documents), FIELD_STRS(struct search_result, notes), FIELD_END
};

/* --- the table --- */

size_t search_engine_count(void)
{
    size_t n = 0;

    while (search_engines_table[n])
        n++;
    return n;
}

int engine_index(struct str name)
{
    for (int i = 0; search_engines_table[i]; i++)
        if (str_is(name, search_engines_table[i]->name))
            return i;
    return -1;
}

int engine_unknown(struct arena *arena, struct str name, struct error *e)
{
    const char **names = arena_calloc(arena, search_engine_count() + 1, sizeof *names);

    for (size_t i = 0; i < search_engine_count(); i++)
        names[i] = search_engines_table[i]->name;
    const char *nearest = word_nearest(names, name);
    if (nearest)
        return error_set(e, ERROR_INVALID, "there is no search engine \"%.*s\"; did you mean \"%s\"?", STR_ARG(name),
                         nearest),
               error_about(e, "search");
    return error_set(e, ERROR_INVALID, "there is no search engine \"%.*s\"; @{providers} lists them", STR_ARG(name)),
           error_about(e, "search");
}

struct str engine_missing(struct arena *arena, const struct search *search, int index)
{
    const struct search_engine *engine = search_engines_table[index];
    const struct engine_state *own = &search->engines[index];

    if (engine == &engine_context && !search->context)
        return str("no documents were given");
    if (engine == &engine_corpus && (search->corpora.n == 0 || !search->store.open))
        return str("no corpus was given");
    if (engine == &engine_provider && !search->provider.request)
        return str(
            "none of the configured models can search the web; name one of openai, anthropic, google, perplexity, "
            "openrouter or zai (-m)");
    if (!str_empty(own->missing_key) && str_empty(own->key))
        return str_format(arena, "%.*s is not set", STR_ARG(own->missing_key));
    if (engine->needs_key && str_empty(own->key))
        return str_format(arena, "%s is not set", engine->key_variable);
    if (engine->needs_key2 && str_empty(own->key2))
        return str_format(arena, "%s is not set", engine->key2_variable);
    if (!engine->local && str_empty(own->base_url))
        return str_format(arena, "%s is not set", engine->base_variable);
    return str("");
}

/* --- settings --- */

static void fill(struct arena *arena, const struct search_engine *engine, const struct search_engine_settings *given,
                 struct engine_state *ret)
{
    struct limits limits = { .requests_per_minute = engine->requests_per_minute,
                             .burst = engine->burst,
                             .concurrent = engine->concurrent };

    *ret = (struct engine_state){ .base_url = str(engine->base_url ? engine->base_url : ""),
                                  .timeout_ms = ENGINE_TIMEOUT_MS };
    if (given) {
        struct str key = str_trim(given->key);

        ret->configured = !str_empty(key) || !str_empty(given->base_url);
        if (!str_empty(given->base_url))
            ret->base_url = str_dup(arena, url_trim_slash(str_trim(given->base_url)));
        ret->key = str_dup(arena, key);
        ret->missing_key = str_dup(arena, given->missing_key);
        ret->key2 = str_dup(arena, str_trim(given->key2));
        limits_take(&limits, given->requests_per_minute, 0, given->concurrent);
        if (given->timeout_ms > 0)
            ret->timeout_ms = given->timeout_ms;
    }
    if (!engine->local)
        ret->limiter = limiter_get(str_format(arena, "search/%s", engine->name), &limits);
}

/* Documents and corpora of the user count as engines. */
static void add_given(struct search *search, struct arena *arena)
{
    const struct search_engine *const given[] = { search->context ? &engine_context : NULL,
                                                  search->corpora.n ? &engine_corpus : NULL };

    for (size_t i = 0; i < 2; i++)
        if (given[i] && !str_list_has(&search->order, str(given[i]->name)))
            str_list_add(arena, &search->order, str(given[i]->name));
}

/* Preference: Tavily, Google, Semantic Scholar, the rest with a key or an address, then the
 * key-free ones. The table stands in this order, so two passes over it do. Who gives documents or corpora
 * wants them researched and nothing else; what a conversation remembers stands beside. */
static void choose_order(struct search *search, struct arena *arena, bool documents_beside)
{
    size_t beside = documents_beside && search->context ? 1 : 0;

    add_given(search, arena);
    if (search->order.n > beside)
        return;
    for (int free = 0; free < 2 && (!free || search->order.n == beside); free++)
        for (size_t i = 0; i < search_engine_count(); i++) {
            const struct search_engine *engine = search_engines_table[i];
            struct engine_state *own = &search->engines[i];

            if (!engine->local && !engine->on_request && own->usable && (free ? !engine->needs_key : own->configured))
                str_list_add(arena, &search->order, str(engine->name));
        }
}

static void release_shared(void *shared) { shared_free(shared); }

static void release_mcp(void *pool) { mcp_pool_free(pool); }

static void add_server(struct arena *arena, const struct search_engine *engine, struct engine_state *own)
{
    const struct link_place place = { own->base_url, own->key, engine->base_variable, engine->key_variable };

    own->mcp = mcp_pool_new(&place, own->timeout_ms);
    arena_cleanup(arena, release_mcp, own->mcp);
}

int search_new(struct arena *arena, const struct search_settings *settings, struct search **ret, struct error *e)
{
    struct search *search = arena_alloc(arena, sizeof *search);
    size_t n = search_engine_count();

    for (size_t i = 0; i < settings->engines_n; i++)
        if (engine_index(settings->engines[i].name) < 0)
            return engine_unknown(arena, settings->engines[i].name, e);
    search->engines = arena_calloc(arena, n, sizeof *search->engines);
    search->timeout_ms = settings->timeout_ms > 0 ? settings->timeout_ms : TIMEOUT_MS;
    search->cache_ms = settings->cache_ms ? settings->cache_ms : CACHE_MS;
    search->retry = arena_alloc(arena, sizeof *search->retry);
    search->retry->retries = RETRIES;
    search->under_way = shared_new();
    arena_cleanup(arena, release_shared, search->under_way);
    search->store = settings->store;
    search->provider = settings->provider;
    for (size_t i = 0; i < settings->corpora.n; i++)
        str_list_add(arena, &search->corpora, str_dup(arena, settings->corpora.items[i]));
    if (settings->documents_n > 0)
        search->context = context_index_new(arena, settings->documents, settings->documents_n,
                                            settings->documents_beside);
    for (size_t i = 0; i < n; i++) {
        const struct search_engine_settings *given = NULL;

        for (size_t j = 0; j < settings->engines_n; j++)
            if (str_is(settings->engines[j].name, search_engines_table[i]->name))
                given = &settings->engines[j];
        fill(arena, search_engines_table[i], given, &search->engines[i]);
        search->engines[i].usable = str_empty(engine_missing(arena, search, (int) i));
        if (search_engines_table[i]->command && search->engines[i].usable)
            add_server(arena, search_engines_table[i], &search->engines[i]);
    }
    for (size_t i = 0; i < settings->order.n; i++) {
        if (engine_index(settings->order.items[i]) < 0)
            return engine_unknown(arena, settings->order.items[i], e);
        str_list_add(arena, &search->order, str_dup(arena, settings->order.items[i]));
    }
    search->chosen = search->order.n > 0;
    if (search->chosen)
        add_given(search, arena);
    else
        choose_order(search, arena, settings->documents_beside);
    *ret = search;
    return 0;
}

const struct str_list *search_engines(const struct search *search) { return &search->order; }

bool search_by_provider(const struct search *search)
{
    return search->order.n == 1 && str_is(search->order.items[0], engine_provider.name);
}

int search_ready(const struct search *search, struct error *e)
{
    for (size_t i = 0; i < search->order.n; i++) {
        int index = engine_index(search->order.items[i]);

        if (search->engines[index].usable)
            return 0;
    }
    if (search->order.n == 0)
        return error_set(e, ERROR_MISCONFIGURED,
                         "nothing can be searched: set TAVILY_API_KEY, SERPER_API_KEY or "
                         "SEARXNG_BASE_URL, or give documents with @{.contexts} or @{.corpora}");
    struct arena *arena = arena_new();
    struct str text = str("");
    for (size_t i = 0; i < search->order.n; i++)
        text = str_format(arena, "%.*s%s%.*s: %.*s", STR_ARG(text), i ? "; " : "", STR_ARG(search->order.items[i]),
                          STR_ARG(engine_missing(arena, search, engine_index(search->order.items[i]))));
    int r = error_set(e, ERROR_MISCONFIGURED, "none of the engines can be used: %.*s", STR_ARG(text));
    arena_free(arena);
    return r;
}

void engines_for(const struct search *search, struct arena *arena, const struct search_query *query,
                 int ret[SEARCH_ENGINES_MAX], size_t *ret_n, size_t *ret_first)
{
    static const unsigned bits[] = { ENGINE_WEB, ENGINE_NEWS, ENGINE_ACADEMIC };
    bool named = query->engines.n > 0;
    const struct str_list *order = named ? &query->engines : &search->order;
    struct str_list fallback = { 0 };

    *ret_n = 0;
    /* Engines made for this type of query come first, then the others. */
    for (int fit = 1; fit >= 0; fit--)
        for (size_t i = 0; i < order->n && *ret_n < SEARCH_ENGINES_MAX; i++) {
            int index = engine_index(order->items[i]);

            if (index < 0 || str_list_has(&fallback, order->items[i]))
                continue;
            bool fits = (search_engines_table[index]->types & bits[query->type]) || search_engines_table[index]->local;
            if (fits != fit)
                continue;
            str_list_add(arena, &fallback, order->items[i]);
            ret[(*ret_n)++] = index;
        }
    *ret_first = named || search->chosen || *ret_n < FIRST ? *ret_n : FIRST;
}

/* --- the journal's view --- */

static bool for_the_provider(const struct search *search, const struct search_query *query)
{
    const struct str_list *order = query->engines.n > 0 ? &query->engines : &search->order;

    return search->provider.request && order->n == 1 && str_is(order->items[0], engine_provider.name);
}

void search_request(const struct search *search, struct arena *arena, const struct search_query *query,
                    struct request *ret)
{
    if (for_the_provider(search, query)) {
        search->provider.request(search->provider.context, arena, query, ret);
        return;
    }
    struct search_call_argument *argument = arena_alloc(arena, sizeof *argument);
    json_t *value = json_encode(search_query_fields, query);
    int engines[SEARCH_ENGINES_MAX];
    size_t n, first;
    double usd = 0;

    *argument = (struct search_call_argument){ search, query };
    engines_for(search, arena, query, engines, &n, &first);
    for (size_t i = 0; i < first; i++)
        if (!isnan(search_engines_table[engines[i]]->usd_per_search) && search->engines[engines[i]].usable)
            usd += search_engines_table[engines[i]]->usd_per_search;
    *ret = (struct request){ .canonical = json_canonical(arena, value),
                             .type = &search_call_type,
                             .argument = argument,
                             .timeout_ms = search->timeout_ms,
                             .estimate_nano = llround(usd * 1e9) };
    json_decref(value);
}

struct str search_request_words(const struct request *request)
{
    const struct search_call_argument *argument = request->argument;

    return request->type == &search_call_type ? argument->query->text : str("");
}

int search_result_parse(struct arena *arena, struct str body, struct search_result *ret, struct error *e)
{
    struct search_result result = { 0 };
    int r = json_decode_text(body, search_result_fields, &result, DECODE_LENIENT, arena, e);

    if (r == 0)
        *ret = result;
    return r;
}

struct str search_result_text(struct arena *arena, const struct search_query *query, struct str engine,
                              struct search_hit *hits, size_t n)
{
    struct ranking ranking = { engine, hits, n };
    struct search_result result = { 0 };

    fuse(arena, &ranking, 1, query, &result);
    json_t *value = json_encode(search_result_fields, &result);
    struct str text = json_text(arena, value);
    json_decref(value);
    return text;
}

void search_engine_info(const struct search *search, size_t at, struct search_engine_info *ret)
{
    const struct search_engine *engine = search_engines_table[at];

    *ret = (struct search_engine_info){ .name = engine->name,
                                        .key_variable = engine->key_variable,
                                        .base_variable = engine->base_variable,
                                        .key2_variable = engine->key2_variable,
                                        .needs_key = engine->needs_key,
                                        .command = engine->command,
                                        .base_url = str(engine->base_url ? engine->base_url : "") };
    if (search) {
        ret->has_key = !str_empty(search->engines[at].key);
        ret->configured = search->engines[at].configured;
        ret->base_url = search->engines[at].base_url;
    }
}
