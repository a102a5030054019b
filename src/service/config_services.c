/* Services with their keys and addresses: the configuration's entries, completed
 * by the usual variables of those that are known by name. */
#include "base/log.h"
#include "net/url.h"
#include "service/config.h"
#include "service/value.h"

static struct str first_set(const struct environment *environment, const char *a, const char *b)
{
    struct str value = a ? environment_get(environment, a) : str("");

    return str_empty(value) && b ? environment_get(environment, b) : value;
}

static int check_address(struct arena *arena, const struct environment *environment, const char *variable, bool command,
                         struct error *e)
{
    struct str value = variable ? environment_get(environment, variable) : str("");
    struct url url;

    if (command && str_starts(value, "stdio:"))
        return 0;
    if (str_empty(value) || url_parse(arena, value, &url, e) == 0)
        return 0;
    if (e)
        e->code = ERROR_MISCONFIGURED;
    return error_wrap(e, "%s", variable);
}

int config_check_addresses(struct arena *arena, const struct environment *environment, struct error *e)
{
    int r = 0;

    for (size_t i = 0; i < llm_provider_count() && r == 0; i++) {
        struct llm_provider_info info;

        llm_provider_info(NULL, i, &info);
        r = check_address(arena, environment, info.base_variable, false, e);
    }
    for (size_t i = 0; i < search_engine_count() && r == 0; i++) {
        struct search_engine_info info;

        search_engine_info(NULL, i, &info);
        r = check_address(arena, environment, info.base_variable, info.command, e);
    }
    return r;
}

/* The environment takes precedence over the configuration. */
static void complete(const struct environment *environment, const char *const variables[3], struct str *key,
                     struct str *missing_key, struct str *base_url)
{
    struct str given = log_secret_trim(first_set(environment, variables[0], variables[1]));
    struct str base = first_set(environment, variables[2], NULL);

    log_secret(given);
    if (!str_empty(given)) {
        *key = given;
        *missing_key = str("");
    }
    if (!str_empty(base))
        *base_url = base;
}

void config_providers(struct arena *arena, const struct config *config, const struct environment *environment,
                      struct llm_provider_settings **ret, size_t *ret_n)
{
    size_t known = llm_provider_count(), n = 0;
    struct llm_provider_settings *items = arena_calloc(arena, known + config->providers_n + 1, sizeof *items);

    for (size_t i = 0; i < config->providers_n; i++) {
        const struct config_provider *from = &config->providers[i];

        items[n++] = (struct llm_provider_settings){
            .name = from->name,
            .family = from->family,
            .base_url = from->base_url,
            .key = log_secret_trim(from->key),
            .missing_key = from->missing_key,
            .requests_per_minute = from->requests_per_minute,
            .tokens_per_minute = from->tokens_per_minute,
            .concurrent = from->concurrent,
            .timeout_ms = duration_ms(from->timeout, 0),
            .stall_ms = duration_ms(from->stall_timeout, 0),
            .referer = from->referer,
        };
    }
    for (size_t i = 0; i < known; i++) {
        struct llm_provider_info info;

        llm_provider_info(NULL, i, &info);
        struct llm_provider_settings fresh = { .name = str(info.name) }, *item = &fresh;
        for (size_t j = 0; j < n; j++)
            item = str_is(items[j].name, info.name) ? &items[j] : item;
        complete(environment, (const char *const[]){ info.key_variable, info.key_variable2, info.base_variable },
                 &item->key, &item->missing_key, &item->base_url);
        if (item == &fresh && (fresh.key.len || fresh.base_url.len))
            items[n++] = fresh;
    }
    *ret = items;
    *ret_n = n;
}

void config_engines(struct arena *arena, const struct config *config, const struct environment *environment,
                    struct search_engine_settings **ret, size_t *ret_n)
{
    size_t known = search_engine_count(), n = 0;
    struct search_engine_settings *items = arena_calloc(arena, known + config->engines_n + 1, sizeof *items);

    for (size_t i = 0; i < config->engines_n; i++) {
        const struct config_engine *from = &config->engines[i];

        items[n++] = (struct search_engine_settings){
            .name = from->name,
            .base_url = from->base_url,
            .key = log_secret_trim(from->key),
            .missing_key = from->missing_key,
            .requests_per_minute = from->requests_per_minute,
            .timeout_ms = duration_ms(from->timeout, 0),
        };
    }
    for (size_t i = 0; i < known; i++) {
        struct search_engine_info info;

        search_engine_info(NULL, i, &info);
        struct search_engine_settings fresh = { .name = str(info.name) }, *item = &fresh;
        for (size_t j = 0; j < n; j++)
            item = str_is(items[j].name, info.name) ? &items[j] : item;
        complete(environment, (const char *const[]){ info.key_variable, NULL, info.base_variable }, &item->key,
                 &item->missing_key, &item->base_url);
        item->key2 = first_set(environment, info.key2_variable, NULL);
        if (item == &fresh && (fresh.key.len || fresh.base_url.len || fresh.key2.len))
            items[n++] = fresh;
    }
    *ret = items;
    *ret_n = n;
}
