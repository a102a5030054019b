/* Three small caches, each a list, the entry used last in front: one entry per table
 * text, per choice of models and per choice of engines and documents. An entry has an
 * arena of its own and is kept while somebody holds it; of those nobody holds, the
 * one unused for longest goes when there are too many. */
#include "service/tools.h"

#include "service/delivery.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "llm/llm_search.h"
#include "pages/fetch.h"
#include "service/servers.h"
#include "service/tables.h"
#include "service/value.h"
#include "store/blob.h"

enum { ENTRIES_MAX = 32 };

struct entry {
    struct entry *next;
    struct arena *arena; /* of what it keeps */
    int held;            /* by runs, operations and entries made of it */
    struct entry *made_of[2];
    struct hash key;
    struct llm *llm;
    struct search *search;
    const struct prompts *prompts;
    const json_t *models; /* of a table; NULL: none are stored with it */
};

struct tools {
    struct arena *arena; /* of itself and what is the same for all */
    struct service *service;
    pthread_mutex_t lock;
    int references; /* the service's and one per hold: holds may outlive the service */
    struct entry *tables, *llms, *searches;
    struct llm_provider_settings *providers;
    size_t providers_n;
    struct search_engine_settings *engines;
    size_t engines_n;
    struct servers *servers;
    struct pages *pages; /* made on first use */
    size_t built;        /* sets of models and engines, ever */
};

struct tools *tools_new(struct service *service)
{
    struct arena *arena = arena_new();
    struct tools *tools = arena_alloc(arena, sizeof *tools);

    *tools = (struct tools){ .arena = arena, .service = service, .references = 1 };
    pthread_mutex_init(&tools->lock, NULL);
    config_providers(arena, service_config(service), service_environment(service), &tools->providers,
                     &tools->providers_n);
    tools->servers = servers_new(arena, tools->providers, tools->providers_n);
    config_engines(arena, service_config(service), service_environment(service), &tools->engines, &tools->engines_n);
    return tools;
}

static void free_entries(struct entry *list)
{
    while (list) {
        struct entry *next = list->next;

        arena_free(list->arena); /* the entry lies in it */
        list = next;
    }
}

static void drop_reference(struct tools *tools)
{
    pthread_mutex_lock(&tools->lock);
    bool last = --tools->references == 0;
    pthread_mutex_unlock(&tools->lock);
    if (!last)
        return;
    free_entries(tools->searches);
    free_entries(tools->llms);
    free_entries(tools->tables);
    pthread_mutex_destroy(&tools->lock);
    arena_free(tools->arena);
}

void tools_free(struct tools *tools)
{
    if (!tools)
        return;
    pages_free(tools->pages);
    servers_free(tools->servers);
    drop_reference(tools);
}

/* --- who uses what --- */

struct hold {
    struct tools *tools;
    struct entry *entries[3];
};

void tools_give_back(void *held)
{
    struct hold *hold = held;

    if (!hold)
        return;
    pthread_mutex_lock(&hold->tools->lock);
    for (size_t i = 0; i < 3; i++)
        hold->entries[i]->held--;
    pthread_mutex_unlock(&hold->tools->lock);
    drop_reference(hold->tools);
    free(hold);
}

void tools_find_models(struct tools *tools)
{
    struct net *net;

    if (tools->providers_n > 0 && service_net(tools->service, &net, NULL) == 0)
        servers_ask(tools->servers, net);
}

struct str tools_no_model(struct tools *tools, struct arena *arena)
{
    struct str why = servers_why_none(tools->servers, arena);

    return str_empty(why)
               ? why
               : str_format(arena,
                            "No model was found (%.*s), so no model is used (extractive). Start the server, load a "
                            "model into it, or name one (provider/model).",
                            STR_ARG(why));
}

/* --- the caches; all with the lock held --- */

/* Moves it to the front. */
static struct entry *find(struct entry **list, struct hash key)
{
    for (struct entry **at = list; *at; at = &(*at)->next)
        if (hash_eq((*at)->key, key)) {
            struct entry *found = *at;

            *at = found->next;
            found->next = *list;
            return *list = found;
        }
    return NULL;
}

static void evict(struct entry **list)
{
    struct entry **oldest = NULL;
    size_t n = 0;

    for (struct entry **at = list; *at; at = &(*at)->next, n++)
        if ((*at)->held == 0)
            oldest = at;
    if (n < ENTRIES_MAX || !oldest)
        return;
    struct entry *gone = *oldest;
    *oldest = gone->next;
    for (size_t i = 0; i < 2; i++)
        if (gone->made_of[i])
            gone->made_of[i]->held--;
    arena_free(gone->arena);
}

static struct entry *entry_new(struct hash key)
{
    struct arena *arena = arena_new();
    struct entry *entry = arena_alloc(arena, sizeof *entry);

    *entry = (struct entry){ .arena = arena, .key = key };
    return entry;
}

static void add(struct entry **list, struct entry *entry, struct entry *first, struct entry *second)
{
    evict(list);
    entry->made_of[0] = first;
    entry->made_of[1] = second;
    for (size_t i = 0; i < 2; i++)
        if (entry->made_of[i])
            entry->made_of[i]->held++;
    entry->next = *list;
    *list = entry;
}

static void free_tree(void *tree) { json_decref(tree); }

/* The entry keeps the tree. */
static struct entry *add_tables(struct tools *tools, struct hash key, json_t *tree)
{
    struct entry *entry = entry_new(key);

    arena_cleanup(entry->arena, free_tree, tree);
    entry->prompts = tables_prompts(entry->arena, tree);
    entry->models = json_object_get(tree, "models");
    add(&tools->tables, entry, NULL, NULL);
    return entry;
}

static int get_tables(struct tools *tools, struct str text, struct entry **ret, struct error *e)
{
    struct hash key = hash_of(text);
    json_t *tree;

    if ((*ret = find(&tools->tables, key)))
        return 0;
    if (json_parse(text, &tree, e) < 0)
        return error_wrap(e, "the stored tables");
    *ret = add_tables(tools, key, tree);
    return 0;
}

/* Who asks for the tables works with them next: their tree is kept, so that their text need not be read again. */
int tools_tables(struct tools *tools, struct arena *arena, struct str *ret, struct error *e)
{
    json_t *tree;
    int r = tables_now(service_config(tools->service), tools->servers, arena, &tree, e);

    if (r < 0)
        return r;
    *ret = json_canonical(arena, tree);
    struct hash key = hash_of(*ret);
    pthread_mutex_lock(&tools->lock);
    if (find(&tools->tables, key))
        json_decref(tree);
    else
        add_tables(tools, key, tree);
    pthread_mutex_unlock(&tools->lock);
    return 0;
}

static struct str_list copy_list(struct arena *arena, const struct str_list *list)
{
    struct str_list copy = { 0 };

    for (size_t i = 0; i < list->n; i++)
        str_list_add(arena, &copy, str_dup(arena, list->items[i]));
    return copy;
}

static void hash_list(struct hasher *hasher, const struct str_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        hasher_add(hasher, list->items[i]);
        hasher_add(hasher, str_n("", 1));
    }
    hasher_add(hasher, str_n("\1", 1));
}

static int get_llm(struct tools *tools, const struct run_settings *s, struct entry *tables, struct entry **ret,
                   struct error *e)
{
    const struct config *config = service_config(tools->service);
    const struct str_list *chosen[TIER_N] = { [TIER_SIMPLE] = &s->tier_simple,
                                              [TIER_ANALYTICAL] = &s->tier_analytical,
                                              [TIER_COMPLEX] = &s->tier_complex,
                                              [TIER_BULK] = &s->tier_bulk };
    struct hasher *hasher = hasher_begin();
    struct entry *entry;

    hasher_add(hasher, str_n((const char *) tables->key.bytes, HASH_SIZE));
    /* Without any provider it is the same as no model, whatever a run is called when it is made. */
    hasher_add(hasher, str(s->extractive || tools->providers_n == 0 ? "extractive" : ""));
    hash_list(hasher, &s->models);
    for (int t = 0; t < TIER_N; t++)
        hash_list(hasher, chosen[t]);
    struct hash key = hasher_end(hasher);
    if ((entry = find(&tools->llms, key))) {
        *ret = entry;
        return 0;
    }
    entry = entry_new(key);
    struct llm_settings settings = {
        .providers = tools->providers,
        .providers_n = s->extractive ? 0 : tools->providers_n,
        .more_models = tables->models,
        .prefer = config->default_provider,
        .timeout_ms = s->operation_ms,
        .retries = config->retries ? (int) config->retries : -1,
        .lender = service_lender(tools->service),
    };
    for (int t = 0; t < TIER_N && !s->extractive; t++)
        settings.tiers[t] = copy_list(entry->arena, chosen[t]);
    if (!s->extractive)
        settings.models = copy_list(entry->arena, &s->models);
    tools->built++;
    int r = llm_new(entry->arena, &settings, &entry->llm, e);
    if (r < 0) {
        arena_free(entry->arena);
        return r;
    }
    add(&tools->llms, entry, tables, NULL);
    *ret = entry;
    return 0;
}

static int open_store(void *context, struct store **ret, struct error *e)
{
    return service_store(context, false, ret, e);
}

static struct str prompt_text(const struct prompts *prompts, const char *name)
{
    for (size_t i = 0; i < prompts->n; i++)
        if (str_is(prompts->items[i].name, name))
            return prompts->items[i].text;
    return str("{{query}}");
}

/* Do all of the documents come from earlier runs? Then they stand beside the web, not in its place. */
static bool stand_beside(const struct tools_choice *choice)
{
    const struct run_settings *s = choice->settings;

    for (size_t i = 0; i < choice->documents_n; i++)
        if (i >= s->contexts_n || str_empty(s->contexts[i].url) || s->contexts[i].asked)
            return false;
    return choice->documents_n > 0;
}

/* `models` and `tables` are part of it where a model's own search is an engine; else NULL. */
static struct hash search_key(const struct tools_choice *choice, const struct entry *models, const struct entry *tables)
{
    struct hasher *hasher = hasher_begin();

    hash_list(hasher, &choice->settings->search);
    if (models) {
        hasher_add(hasher, str_n((const char *) models->key.bytes, HASH_SIZE));
        hasher_add(hasher, str_n((const char *) tables->key.bytes, HASH_SIZE));
    }
    hash_list(hasher, &choice->settings->corpora);
    hasher_add(hasher, str(stand_beside(choice) ? "1" : "0"));
    for (size_t i = 0; i < choice->documents_n; i++) {
        const struct search_document *document = &choice->documents[i];
        struct hash text = hash_of(document->text);

        hasher_add(hasher, document->title);
        hasher_add(hasher, document->url);
        hasher_add(hasher, str_n((const char *) text.bytes, HASH_SIZE));
        hasher_add(hasher, document->pages);
        hasher_add(hasher, document->date);
    }
    return hasher_end(hasher);
}

static struct search_document *copy_documents(struct arena *arena, const struct tools_choice *choice)
{
    struct search_document *copies = arena_calloc(arena, choice->documents_n + 1, sizeof *copies);

    for (size_t i = 0; i < choice->documents_n; i++)
        copies[i] = (struct search_document){
            .title = str_dup(arena, choice->documents[i].title),
            .url = str_dup(arena, choice->documents[i].url),
            .text = str_dup(arena, choice->documents[i].text),
            .date = str_dup(arena, choice->documents[i].date),
            .pages = str_dup(arena, choice->documents[i].pages),
        };
    return copies;
}

static int get_search(struct tools *tools, const struct tools_choice *choice, struct entry *models,
                      struct entry *tables, struct entry **ret, struct error *e)
{
    const struct config *config = service_config(tools->service);
    bool provider = str_list_has(&choice->settings->search, str("provider"));
    struct hash key = search_key(choice, provider ? models : NULL, provider ? tables : NULL);
    struct entry *entry = find(&tools->searches, key);
    int64_t cache = duration_ms(config->search.cache, 0);

    if (entry) {
        *ret = entry;
        return 0;
    }
    entry = entry_new(key);
    struct arena *arena = entry->arena;
    struct search_settings settings = {
        .engines = tools->engines,
        .engines_n = tools->engines_n,
        .order = copy_list(arena, &choice->settings->search),
        .documents = copy_documents(arena, choice),
        .documents_n = choice->documents_n,
        .corpora = choice->settings->corpora,
        .store = { open_store, tools->service },
        .documents_beside = stand_beside(choice),
        .timeout_ms = duration_ms(config->search.timeout, 0),
        .cache_ms = cache > 0 ? cache : -1,
        .provider = provider ? llm_search_port(arena, models->llm, prompt_text(tables->prompts, "provider_search"))
                             : (struct search_port){ 0 },
    };
    tools->built++;
    int r = search_new(arena, &settings, &entry->search, e);
    if (r < 0) {
        arena_free(arena);
        return r;
    }
    add(&tools->searches, entry, provider ? models : NULL, provider ? tables : NULL);
    *ret = entry;
    return 0;
}

static int get_pages(struct tools *tools, struct pages **ret, struct error *e)
{
    const struct config_fetch *fetch = &service_config(tools->service)->fetch;
    const struct guard *guard;
    int r = service_guard(tools->service, &guard, e);

    if (r == 0 && !tools->pages) {
        int64_t cache = duration_ms(fetch->cache, 0);

        tools->pages = pages_new(&(struct pages_settings){
            .guard = guard,
            .ignore_robots = fetch->ignore_robots,
            .scope = fetch->scope < 0 ? PAGES_PUBLIC : fetch->scope,
            .domains = fetch->domains,
            .host_per_minute = fetch->requests_per_minute,
            .timeout_ms = duration_ms(fetch->timeout, 0),
            .cache_ms = cache > 0 ? cache : -1,
        });
    }
    if (r == 0)
        *ret = fetch->scope == PAGES_CORPUS_ONLY ? NULL : tools->pages;
    return r;
}

/* The entry is in use from here on: what is added for it must not drive it out. */
static int get_all(struct tools *tools, const struct tools_choice *choice, struct entry *tables, struct run_tools *ret,
                   struct error *e)
{
    struct entry *models = NULL, *searches = NULL;
    const struct delivery_settings *delivery = NULL;
    struct pages *pages = NULL;

    tables->held++;
    int r = get_llm(tools, choice->settings, tables, &models, e);
    if (r == 0)
        models->held++;
    if (r == 0)
        r = get_search(tools, choice, models, tables, &searches, e);
    if (r == 0)
        r = get_pages(tools, &pages, e);
    if (r == 0 && choice->settings->deliver.n)
        r = service_delivery(tools->service, &delivery, e);
    if (r < 0) {
        tables->held--;
        if (models)
            models->held--;
        return r;
    }
    searches->held++;
    tools->references++;
    struct hold *hold = memory_alloc(sizeof *hold);
    *hold = (struct hold){ tools, { tables, models, searches } };
    *ret = (struct run_tools){ .llm = models->llm,
                               .search = searches->search,
                               .prompts = tables->prompts,
                               .pages = pages,
                               .delivery = delivery,
                               .held = hold };
    return 0;
}

int tools_for_settings(struct tools *tools, struct arena *arena, const struct tools_choice *choice,
                       struct run_tools *ret, struct error *e)
{
    struct entry *entry;

    pthread_mutex_lock(&tools->lock);
    int r = get_tables(tools, choice->tables, &entry, e);
    if (r == 0)
        r = get_all(tools, choice, entry, ret, e);
    pthread_mutex_unlock(&tools->lock);
    if (r == 0)
        arena_cleanup(arena, tools_give_back, ret->held);
    return r;
}

struct search_document tools_document(struct arena *arena, const struct context_file *file, struct str text)
{
    return (struct search_document){
        .title = file->title.len ? file->title : file->name,
        .text = text,
        .pages = file->pages,
        .date = file->date,
        .url = str_empty(file->url) ? str_format(arena, "file:%.*s", STR_ARG(file->name)) : file->url,
    };
}

static int read_documents(struct db *db, const struct run_settings *settings, struct arena *arena,
                          struct search_document *ret, struct error *e)
{
    int r = 0;

    for (size_t i = 0; i < settings->contexts_n && r == 0; i++) {
        const struct context_file *file = &settings->contexts[i];
        struct hash hash;

        if (!hash_from_hex(file->hash, &hash))
            return error_set(e, ERROR_STORE, "the stored hash of %.*s is broken", STR_ARG(file->name));
        ret[i] = tools_document(arena, file, str(""));
        r = blob_get(db, hash, arena, &ret[i].text, e);
    }
    return r;
}

int tools_for_run(struct tools *tools, const struct run_row *row, const struct run_settings *settings,
                  struct run_tools *ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct search_document *documents = arena_calloc(arena, settings->contexts_n + 1, sizeof *documents);
    struct entry *entry;
    struct str tables = { 0 };
    struct store *store;
    struct db *db;

    /* A thousand runs with the same tables read them once: the blob's name is the cache's key. */
    pthread_mutex_lock(&tools->lock);
    entry = find(&tools->tables, row->tables);
    if (entry)
        entry->held++; /* over the reading */
    pthread_mutex_unlock(&tools->lock);
    bool known = entry;
    int r = service_store(tools->service, false, &store, e);
    if (r == 0 && (!entry || settings->contexts_n) && (r = store_read_begin(store, &db, e)) == 0) {
        if (!entry)
            r = blob_get(db, row->tables, arena, &tables, e);
        if (r == 0)
            r = read_documents(db, settings, arena, documents, e);
        store_read_end(store, db);
    }
    pthread_mutex_lock(&tools->lock);
    if (r == 0 && !entry)
        r = get_tables(tools, tables, &entry, e);
    if (r == 0)
        r = get_all(tools, &(struct tools_choice){ settings, tables, documents, settings->contexts_n }, entry, ret, e);
    if (known)
        entry->held--;
    pthread_mutex_unlock(&tools->lock);
    arena_free(arena);
    return r;
}

int tools_default(struct tools *tools, struct arena *arena, struct run_tools *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct run_settings none = { 0 };
    struct str tables;
    int r = tools_tables(tools, scratch, &tables, e);

    if (r == 0)
        r = tools_for_settings(tools, arena, &(struct tools_choice){ .settings = &none, .tables = tables }, ret, e);
    arena_free(scratch);
    return r;
}

size_t tools_built(struct tools *tools)
{
    pthread_mutex_lock(&tools->lock);
    size_t n = tools->built;
    pthread_mutex_unlock(&tools->lock);
    return n;
}

size_t tools_kept(struct tools *tools)
{
    size_t n = 0;

    pthread_mutex_lock(&tools->lock);
    for (const struct entry *entry = tools->searches; entry; entry = entry->next)
        n++;
    pthread_mutex_unlock(&tools->lock);
    return n;
}
