/* models, providers, config, version. */
#include "service/inventory.h"

#include <math.h>

#include "base/clock.h"
#include "llm/models.h"
#include "net/limiter.h"
#include "records/journal.h"
#include "report/report.h"
#include "service/tools.h"
#include "service/value.h"

/* --- version: nothing is opened, nothing is read --- */

int do_version(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e)
{
    (void) caller, (void) arena, (void) in, (void) e;
    *(struct version_out *) ret = (struct version_out){ str(FATHOM_VERSION), str("C17") };
    return 0;
}

/* --- models --- */

static bool provider_ready(const struct llm *llm, struct arena *arena, const struct model *model)
{
    struct str notice;

    for (size_t i = 0; i < llm_provider_count(); i++) {
        struct llm_provider_info info;

        llm_provider_info(llm, i, &info);
        if (str_is(model->provider, info.name))
            return info.configured;
    }
    return llm_check_model(llm, arena, model->name, &notice, NULL) == 0; /* a name of the user's own */
}

int do_models(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct models_in *in = in_;
    struct models_out *ret = ret_;
    struct run_tools tools;

    tools_find_models(service_tools(caller->service));
    int r = tools_default(service_tools(caller->service), arena, &tools, e);

    if (r < 0)
        return r;
    ret->models = arena_calloc(arena, model_count(tools.llm) + 1, sizeof *ret->models);
    for (size_t i = 0; i < model_count(tools.llm); i++) {
        const struct model *model = model_get(tools.llm, i);

        if (!str_empty(in->provider) && !str_eq(in->provider, model->provider))
            continue;
        if (!in->all && str_is(model->lifecycle, "retired"))
            continue;
        ret->models[ret->models_n++] = (struct model_view){
            .name = model->name,
            .available = provider_ready(tools.llm, arena, model),
            .context = model->context,
            .output_limit = model->output_limit,
            .input = model->prices.input,
            .cached = model->prices.cached,
            .cache_write = model->prices.cache_write,
            .output = model->prices.output,
            .search = model_can(model, "web_search") ? model->prices.per_search : NAN,
            .above_tokens = model->prices.above_tokens,
            .above_input = model->prices.above_input,
            .above_output = model->prices.above_output,
            .lifecycle = model->lifecycle,
            .retires = model->retires,
            .successor = model->successor,
            .tiers = model->tiers,
            .abilities = model->abilities,
        };
    }
    const struct run_settings *own = &service_config(caller->service)->research;
    ret->simple = own->tier_simple.n ? own->tier_simple : *llm_tier_models(tools.llm, TIER_SIMPLE);
    ret->analytical = own->tier_analytical.n ? own->tier_analytical : *llm_tier_models(tools.llm, TIER_ANALYTICAL);
    ret->complex = own->tier_complex.n ? own->tier_complex : *llm_tier_models(tools.llm, TIER_COMPLEX);
    ret->bulk = own->tier_bulk.n ? own->tier_bulk : *llm_tier_models(tools.llm, TIER_BULK);
    return 0;
}

/* --- providers --- */

/* Limits and breaker of this process: a server's are those its runs meet. */
static void add_limits(struct arena *arena, const char *kind, struct provider_view *view)
{
    static const char *const words[] = { "closed", "open", "half-open" };
    struct limiter_status status;

    limiter_status(limiter_get(str_format(arena, "%s/%.*s", kind, STR_ARG(view->name)), NULL), clock_monotonic_ms(),
                   &status);
    view->requests_per_minute = status.limits.requests_per_minute;
    view->concurrent = status.limits.concurrent;
    view->breaker = str(words[status.breaker]);
}

/* How many of the engines of "brave,searxng" are paid. */
static int64_t paid_among(const struct providers_out *out, struct str names)
{
    struct str name;
    int64_t n = 0;

    while (str_next(&names, ',', &name))
        for (size_t i = 0; i < out->providers_n; i++)
            n += str_is(out->providers[i].kind, "search") && str_eq(out->providers[i].name, name) &&
                 out->providers[i].needs_key;
    return n;
}

/* Adds a row's calls and cost to a service, if they are its own. */
static void add_row(const struct providers_out *out, const struct spending_row *row, struct provider_view *view,
                    int64_t *nano, bool *unknown)
{
    struct str names = row->answered_by, name;
    ptrdiff_t slash = str_find_char(names, '/', 0);

    if (str_is(view->kind, "model")) {
        if (slash < 0 || !str_eq(str_sub(names, 0, (size_t) slash), view->name))
            return;
        view->calls += row->calls;
        *nano += row->cost_nano;
        *unknown = *unknown || row->cost_unknown;
        return;
    }
    while (slash < 0 && str_next(&names, ',', &name)) {
        int64_t among = paid_among(out, row->answered_by);

        if (!str_eq(name, view->name))
            continue;
        view->calls += row->searches;
        if (view->needs_key || among == 0) {
            *nano += among > 1 ? row->cost_nano / among : row->cost_nano;
            *unknown = *unknown || row->cost_unknown;
        }
    }
}

static int add_spending(const struct caller *caller, struct arena *arena, struct providers_out *out, struct error *e)
{
    struct spending_row *rows = NULL;
    struct store *store;
    struct db *db;
    size_t n = 0;
    int r = service_read_begin(caller->service, &store, &db, e);

    if (r == 0) {
        r = spending_list(db, caller->user, arena, &rows, &n, e);
        store_read_end(store, db);
    }
    if (r < 0 && r != -ERROR_NOT_FOUND) /* no database: nothing was spent */
        return r;
    for (size_t i = 0; i < out->providers_n; i++) {
        int64_t nano = 0;
        bool unknown = false;

        for (size_t k = 0; k < n; k++)
            add_row(out, &rows[k], &out->providers[i], &nano, &unknown);
        out->providers[i].spent_usd = unknown ? str("") : usage_cost_json(arena, &(struct usage){ .cost_nano = nano });
    }
    return 0;
}

int do_providers(const struct caller *caller, struct arena *arena, const void *in, void *ret_, struct error *e)
{
    struct providers_out *ret = ret_;
    size_t models_n = llm_provider_count(), engines_n = search_engine_count();
    struct run_tools tools;
    int r = tools_default(service_tools(caller->service), arena, &tools, e);

    (void) in;
    if (r < 0)
        return r;
    struct llm_provider_settings *own;
    size_t own_n;
    config_providers(arena, service_config(caller->service), service_environment(caller->service), &own, &own_n);
    ret->providers = arena_calloc(arena, models_n + own_n + engines_n + 1, sizeof *ret->providers);
    for (size_t i = 0; i < models_n; i++) {
        struct llm_provider_info info;

        llm_provider_info(tools.llm, i, &info);
        ret->providers[ret->providers_n++] = (struct provider_view){
            str(info.name), str("model"),   str(info.key_variable), str(info.base_variable),
            info.base_url,  info.needs_key, info.configured,        .breaker = str(""),
        };
        add_limits(arena, "llm", &ret->providers[ret->providers_n - 1]);
    }
    for (size_t i = 0; i < own_n; i++) {
        if (llm_provider_known(own[i].name))
            continue;
        ret->providers[ret->providers_n++] = (struct provider_view){
            .name = own[i].name, .kind = str("model"), .base_url = own[i].base_url, .ready = true, .breaker = str("")
        };
        add_limits(arena, "llm", &ret->providers[ret->providers_n - 1]);
    }
    for (size_t i = 0; i < engines_n; i++) {
        struct search_engine_info info;

        search_engine_info(tools.search, i, &info);
        if (!info.base_variable)
            continue; /* given documents are no service */
        ret->providers[ret->providers_n++] = (struct provider_view){
            str(info.name),
            str("search"),
            str(info.key_variable),
            str(info.base_variable),
            info.base_url,
            info.needs_key,
            info.needs_key ? info.has_key : !str_empty(info.base_url),
            .breaker = str(""),
        };
        add_limits(arena, "search", &ret->providers[ret->providers_n - 1]);
    }
    return add_spending(caller, arena, ret, e);
}

/* --- config --- */

static struct config_row row_of(const struct service *service, struct arena *arena, const struct field *f)
{
    const struct config *config = service_config(service);
    struct str variable = config_variable_set(arena, service_environment(service), f->name);
    struct str value = value_text(arena, f, config), from = str("default");

    if (field_is(f, kind_secret) && value.len)
        value = str("(set)");
    bool number = f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_DOUBLE;
    bool zero = str_empty(value) || (number && str_is(value, "0")) ||
                (f->type == FIELD_TYPE_BOOL && str_is(value, "false"));

    if (!str_empty(variable))
        from = variable;
    else if (f->preset ? !str_is(value, f->preset) : !zero)
        from = str_is(str(f->name), "home") && str_empty(config->path) ? str("default") : config->path;
    return (struct config_row){ str(f->name), zero && !f->preset ? str("") : value, from };
}

int do_config(const struct caller *caller, struct arena *arena, const void *in, void *ret_, struct error *e)
{
    const struct config *config = service_config(caller->service);
    const struct field *fields = config_fields();
    struct config_out *ret = ret_;
    size_t n = 0;

    (void) in, (void) e;
    while (fields[n].type != FIELD_TYPE_END)
        n++;
    ret->path = config->path;
    ret->home = config->home;
    ret->warnings = config->warnings;
    ret->settings = arena_calloc(arena, n + 1, sizeof *ret->settings);
    for (size_t i = 0; i < n; i++)
        if (config_is_value(&fields[i]))
            ret->settings[ret->settings_n++] = row_of(caller->service, arena, &fields[i]);
    return 0;
}
