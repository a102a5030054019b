/* The table of models, read from JSON, and what their tokens cost. */
#include "llm/internal.h"

#include <math.h>
#include <pthread.h>

#include "base/asset.h"
#include "text/json.h"

enum { MODELS_MAX = 5000, PRICE_MAX = 9000, TOKENS_MAX = 1000000000, LENT_CONTEXT = 128000 };

static const char *const members[] = { "name",      "id",        "family",  "aliases",   "context", "output", "prices",
                                       "abilities", "lifecycle", "retires", "successor", "tiers",   NULL };
static const char *const price_members[] = { "input",        "cached",      "cache_write",
                                             "output",       "per_search",  "per_request",
                                             "above_tokens", "above_input", "above_cached",
                                             "above_output", NULL };
static const char *const lifecycles[] = { "active", "deprecated", "retired", NULL };

static const struct model_prices unknown_prices = { .input = NAN,
                                                    .cached = NAN,
                                                    .cache_write = NAN,
                                                    .output = NAN,
                                                    .per_search = NAN,
                                                    .per_request = 0,
                                                    .above_input = NAN,
                                                    .above_cached = NAN,
                                                    .above_output = NAN };
static const struct model_prices no_prices = { 0 };

static int check_members(const json_t *object, const char *const *known, struct str where, struct error *e)
{
    const char *name;
    json_t *value;

    json_object_foreach ((json_t *) object, name, value) {
        if (word_index(known, str(name)) >= 0)
            continue;
        const char *nearest = word_nearest(known, str(name));
        return error_set(e, ERROR_MISCONFIGURED, "model table, %.*s: \"%s\" is not known%s%s%s", STR_ARG(where), name,
                         nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    }
    return 0;
}

static void read_strings(struct arena *arena, const json_t *list, struct str_list *ret)
{
    size_t at;
    json_t *value;

    if (!json_is_array(list))
        return;
    *ret = (struct str_list){ 0 };
    json_array_foreach (list, at, value)
        if (json_is_string(value))
            str_list_add(arena, ret, str_dup(arena, str(json_string_value(value))));
}

static int read_prices(const json_t *object, struct str name, struct model_prices *ret, struct error *e)
{
    double *const places[] = {
        &ret->input,       &ret->cached, &ret->cache_write, &ret->output,       &ret->per_search,
        &ret->per_request, NULL,         &ret->above_input, &ret->above_cached, &ret->above_output
    };
    int r = check_members(object, price_members, name, e);

    if (r < 0)
        return r;
    for (size_t i = 0; price_members[i]; i++) {
        const json_t *value = json_object_get(object, price_members[i]);

        if (!value)
            continue;
        double most = places[i] ? PRICE_MAX : TOKENS_MAX;
        if (!json_is_number(value) || json_number_value(value) < 0 || json_number_value(value) > most)
            return error_set(e, ERROR_MISCONFIGURED, "model table, %.*s: the price \"%s\" is not a number of dollars",
                             STR_ARG(name), price_members[i]);
        if (places[i])
            *places[i] = json_number_value(value);
        else
            ret->above_tokens = (int64_t) json_number_value(value);
    }
    return 0;
}

static void set_text(struct arena *arena, const json_t *object, const char *name, struct str *ret)
{
    if (json_is_string(json_object_get(object, name)))
        *ret = str_dup(arena, json_get_str(object, name));
}

static struct model *find_exact(const struct llm *llm, struct str name)
{
    for (size_t i = 0; i < llm->models_n; i++)
        if (str_eq(llm->models[i].name, name))
            return &llm->models[i];
    return NULL;
}

static int read_model(struct arena *arena, const json_t *object, struct llm *llm, struct error *e)
{
    struct str name = json_get_str(object, "name");
    ptrdiff_t slash = str_find_char(name, '/', 0);

    if (slash <= 0 || (size_t) slash + 1 == name.len)
        return error_set(e, ERROR_MISCONFIGURED,
                         "model table: a model needs a name of the form provider/model, not \"%.*s\"", STR_ARG(name));
    int r = check_members(object, members, name, e);
    if (r < 0)
        return r;
    struct model *model = find_exact(llm, name);
    if (!model) {
        llm->models = arena_grow(arena, llm->models, &llm->models_capacity, llm->models_n + 1, sizeof *llm->models);
        model = &llm->models[llm->models_n++];
        *model = (struct model){ .name = str_dup(arena, name), .prices = unknown_prices, .lifecycle = str("active") };
        model->provider = str_sub(model->name, 0, (size_t) slash);
        model->id = str_sub(model->name, (size_t) slash + 1, model->name.len);
    }
    set_text(arena, object, "id", &model->id);
    set_text(arena, object, "family", &model->family);
    set_text(arena, object, "lifecycle", &model->lifecycle);
    set_text(arena, object, "retires", &model->retires);
    set_text(arena, object, "successor", &model->successor);
    if (word_index(lifecycles, model->lifecycle) < 0)
        return error_set(e, ERROR_MISCONFIGURED,
                         "model table, %.*s: lifecycle is active, deprecated or retired, not \"%.*s\"", STR_ARG(name),
                         STR_ARG(model->lifecycle));
    model->context = json_get_int(object, "context", model->context);
    model->output_limit = json_get_int(object, "output", model->output_limit);
    read_strings(arena, json_object_get(object, "aliases"), &model->aliases);
    read_strings(arena, json_object_get(object, "abilities"), &model->abilities);
    read_strings(arena, json_object_get(object, "tiers"), &model->tiers);
    for (size_t i = 0; i < model->tiers.n; i++)
        if (word_index(tier_words, model->tiers.items[i]) < 0)
            return error_set(e, ERROR_MISCONFIGURED, "model table, %.*s: there is no tier \"%.*s\"", STR_ARG(name),
                             STR_ARG(model->tiers.items[i]));
    const json_t *prices = json_object_get(object, "prices");
    return prices ? read_prices(prices, name, &model->prices, e) : 0;
}

static int read_table(struct arena *arena, const json_t *table, struct llm *llm, struct error *e)
{
    const json_t *models = json_is_array(table) ? table : json_object_get(table, "models");
    json_t *one;
    size_t at;
    int r = 0;

    if (!json_is_array(models))
        return error_set(e, ERROR_MISCONFIGURED, "model table: expected {\"models\": [...]}");
    if (json_array_size(models) + llm->models_n > MODELS_MAX)
        return error_set(e, ERROR_MISCONFIGURED, "model table: more than %d models", MODELS_MAX);
    json_array_foreach (models, at, one)
        if ((r = read_model(arena, one, llm, e)) < 0)
            break;
    return r;
}

static json_t *embedded_table;
static pthread_once_t embedded_once = PTHREAD_ONCE_INIT;

static void parse_embedded(void)
{
    struct str text;

    if (asset_find("src/llm/models.json", &text))
        json_parse(text, &embedded_table, NULL);
}

const json_t *models_embedded(void)
{
    pthread_once(&embedded_once, parse_embedded);
    return embedded_table;
}

int models_new(struct arena *arena, const json_t *more, struct llm *llm, struct error *e)
{
    if (!models_embedded())
        return error_set(e, ERROR_INTERNAL, "the embedded model table is missing");
    int r = read_table(arena, models_embedded(), llm, e);
    return r == 0 && more ? read_table(arena, more, llm, e) : r;
}

static const struct model *find_known(const struct llm *llm, struct str name)
{
    const struct model *model = find_exact(llm, name);

    if (model)
        return model;
    ptrdiff_t slash = str_find_char(name, '/', 0);
    struct str provider = str_sub(name, 0, slash < 0 ? 0 : (size_t) slash);
    struct str bare = str_sub(name, (size_t) (slash + 1), name.len);
    for (size_t i = 0; i < llm->models_n; i++)
        if ((slash < 0 || str_eq(llm->models[i].provider, provider)) && str_list_has(&llm->models[i].aliases, bare))
            return &llm->models[i];
    if (slash >= 0)
        return NULL;
    for (size_t i = 0; i < llm->models_n; i++)
        if (str_eq(llm->models[i].id, name))
            return &llm->models[i];
    return NULL;
}

static void abilities_of(struct arena *arena, struct str words, struct str_list *ret)
{
    struct str one;

    while (str_next(&words, ',', &one))
        str_list_add(arena, ret, one);
}

const struct model *model_find(const struct llm *llm, struct arena *arena, struct str name, bool *ret_known)
{
    const struct model *known = find_known(llm, name);
    bool unused;

    if (!ret_known)
        ret_known = &unused;
    *ret_known = known != NULL;
    if (known)
        return known;

    struct model *model = arena_alloc(arena, sizeof *model);
    ptrdiff_t slash = str_find_char(name, '/', 0);
    *model = (struct model){ .name = str_dup(arena, name), .prices = unknown_prices, .lifecycle = str("active") };
    model->provider = str_sub(model->name, 0, slash < 0 ? 0 : (size_t) slash);
    model->id = str_sub(model->name, (size_t) (slash + 1), model->name.len);
    /* A reseller of a known model: what the model can do and costs is known, only the address differs. */
    const struct llm_provider *provider = provider_find(llm, model->provider);
    const struct model *original = provider && (provider->row->quirks & PROVIDER_OPENROUTER)
                                       ? find_known(llm, model->id)
                                       : NULL;
    if (original) {
        *ret_known = true;
        model->context = original->context;
        model->output_limit = original->output_limit;
        model->prices = original->prices;
        model->prices.per_search = NAN;
        model->abilities = original->abilities;
        model->lifecycle = original->lifecycle;
        if (str_is(model->lifecycle, "retired"))
            model->lifecycle = str("deprecated");
        return model;
    }
    if (provider) {
        abilities_of(arena, str(provider->row->abilities), &model->abilities);
        if (provider->row->free)
            model->prices = no_prices;
        if (provider->row->lent) { /* nobody can know which one it is; its window is a guess on the safe side */
            *ret_known = true;
            model->context = LENT_CONTEXT;
        }
    }
    return model;
}

size_t model_count(const struct llm *llm) { return llm->models_n; }
const struct model *model_get(const struct llm *llm, size_t at) { return &llm->models[at]; }

bool model_can(const struct model *model, const char *ability) { return str_list_has(&model->abilities, str(ability)); }

/* Dollars per million tokens as 1e-15 dollars per token: every published price is
 * a whole number of these, so the sums below are exact. */
static int64_t femto_per_token(double usd_per_million) { return llround(usd_per_million * 1e9); }

void model_cost(const struct model *model, struct usage *usage, int64_t cache_write_tokens)
{
    const struct model_prices *prices = &model->prices;
    bool above = prices->above_tokens > 0 && usage->input_tokens > prices->above_tokens;
    double input = above && !isnan(prices->above_input) ? prices->above_input : prices->input;
    double output = above && !isnan(prices->above_output) ? prices->above_output : prices->output;
    double cached = above && !isnan(prices->above_cached) ? prices->above_cached : prices->cached;
    double write = prices->cache_write;

    if (isnan(cached))
        cached = input;
    if (isnan(write))
        write = input;
    else if (above && prices->input > 0) /* cache writes rise with the input price */
        write = write * input / prices->input;
    int64_t fresh = usage->input_tokens - usage->cached_tokens - cache_write_tokens;
    if (fresh < 0)
        fresh = 0;
    usage->cost_nano = 0;
    usage->cost_unknown = (usage->input_tokens > 0 && isnan(input)) || (usage->output_tokens > 0 && isnan(output)) ||
                          (usage->searches > 0 && isnan(prices->per_search)) ||
                          (usage->calls > 0 && isnan(prices->per_request));
    if (usage->cost_unknown)
        return;

    const struct {
        int64_t n;
        double price;
    } parts[] = { { fresh, input },
                  { usage->cached_tokens, cached },
                  { cache_write_tokens, write },
                  { usage->output_tokens, output } };
    __int128 femto = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].n > 0)
            femto += (__int128) parts[i].n * femto_per_token(parts[i].price);
    if (usage->searches > 0)
        femto += (__int128) usage->searches * llround(prices->per_search * 1e15);
    if (usage->calls > 0)
        femto += (__int128) usage->calls * llround(prices->per_request * 1e15);
    __int128 nano = (femto + 500000) / 1000000;
    usage->cost_nano = nano > INT64_MAX ? INT64_MAX : (int64_t) nano;
}
