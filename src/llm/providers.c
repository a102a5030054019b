/* The providers known by name, and those the user names: one row is all a
 * service needs that speaks a known family. */
#include "llm/internal.h"

#include "llm/lender.h"
#include "net/limiter.h"
#include "net/url.h"

enum { TIMEOUT_MS = 300000, STALL_MS = 120000 };

/* Rates are those of a new account where they are documented; a 429 slows us down anyway.
 * docs/internals/providers.md says where the facts come from. */
static const struct provider_row rows[] = {
    { .name = "openai",
      .family = &family_openai_chat,
      .search_family = &family_openai_responses,
      .base_url = "https://api.openai.com/v1",
      .key_variable = "OPENAI_API_KEY",
      .base_variable = "OPENAI_BASE_URL",
      .needs_key = true,
      .requests_per_minute = 500,
      .concurrent = 32,
      .quirks = PROVIDER_COMPLETION_TOKENS | PROVIDER_CACHE_KEY | PROVIDER_DEVELOPER,
      .abilities = "tools,schema,json,reasoning" },
    { .name = "openrouter",
      .family = &family_openai_chat,
      .base_url = "https://openrouter.ai/api/v1",
      .key_variable = "OPENROUTER_API_KEY",
      .base_variable = "OPENROUTER_BASE_URL",
      .needs_key = true,
      .requests_per_minute = 300,
      .concurrent = 32,
      .quirks = PROVIDER_OPENROUTER,
      .abilities = "tools,schema,json,temperature,web_search" },
    { .name = "anthropic",
      .family = &family_anthropic,
      .base_url = "https://api.anthropic.com",
      .key_variable = "ANTHROPIC_API_KEY",
      .base_variable = "ANTHROPIC_BASE_URL",
      .needs_key = true,
      .requests_per_minute = 50,
      .concurrent = 16,
      .abilities = "tools,schema,web_search,thinks" },
    { .name = "google",
      .family = &family_gemini,
      .base_url = "https://generativelanguage.googleapis.com/v1beta",
      .key_variable = "GEMINI_API_KEY",
      .key_variable2 = "GOOGLE_API_KEY",
      .base_variable = "GEMINI_BASE_URL",
      .needs_key = true,
      .requests_per_minute = 150,
      .concurrent = 16,
      .abilities = "tools,schema,json,temperature,web_search,thinks" },
    { .name = "perplexity",
      .family = &family_openai_responses,
      .base_url = "https://api.perplexity.ai",
      .key_variable = "PERPLEXITY_API_KEY",
      .base_variable = "PERPLEXITY_BASE_URL",
      .needs_key = true,
      .requests_per_minute = 50,
      .concurrent = 8,
      .quirks = PROVIDER_PRESETS,
      .abilities = "tools,schema,temperature,web_search" },
    { .name = "zai",
      .family = &family_openai_chat,
      .base_url = "https://api.z.ai/api/paas/v4",
      .key_variable = "ZAI_API_KEY",
      .base_variable = "ZAI_BASE_URL",
      .needs_key = true,
      .concurrent = 4,
      .quirks = PROVIDER_OPEN_INTERVAL | PROVIDER_AUTO_TOOLS_ONLY | PROVIDER_ZAI,
      .abilities = "tools,json,temperature,web_search,thinks" },
    { .name = "groq",
      .family = &family_openai_chat,
      .base_url = "https://api.groq.com/openai/v1",
      .key_variable = "GROQ_API_KEY",
      .base_variable = "GROQ_BASE_URL",
      .needs_key = true,
      .requests_per_minute = 30,
      .concurrent = 8,
      .quirks = PROVIDER_COMPLETION_TOKENS,
      .abilities = "tools,json,temperature" },
    { .name = "mistral",
      .family = &family_openai_chat,
      .base_url = "https://api.mistral.ai/v1",
      .key_variable = "MISTRAL_API_KEY",
      .base_variable = "MISTRAL_BASE_URL",
      .needs_key = true,
      .requests_per_minute = 60,
      .concurrent = 8,
      .quirks = PROVIDER_CACHE_KEY | PROVIDER_NO_STREAM_OPTIONS,
      .abilities = "tools,schema,json,temperature" },
    { .name = "deepseek",
      .family = &family_openai_chat,
      .base_url = "https://api.deepseek.com",
      .key_variable = "DEEPSEEK_API_KEY",
      .base_variable = "DEEPSEEK_BASE_URL",
      .needs_key = true,
      .concurrent = 32,
      .quirks = PROVIDER_THINKING_SWITCH,
      .abilities = "tools,json,temperature,thinks" },
    { .name = "ollama",
      .family = &family_ollama,
      .base_url = "http://127.0.0.1:11434",
      .key_variable = "OLLAMA_API_KEY",
      .base_variable = "OLLAMA_BASE_URL",
      .free = true,
      .concurrent = 4,
      .abilities = "tools,schema,temperature" },
    { .name = "llamacpp",
      .family = &family_openai_chat,
      .base_url = "http://127.0.0.1:8080/v1",
      .key_variable = "LLAMACPP_API_KEY",
      .base_variable = "LLAMACPP_BASE_URL",
      .free = true,
      .concurrent = 4,
      .abilities = "tools,schema,json,temperature" },
    { .name = "vllm",
      .family = &family_openai_chat,
      .base_url = "http://127.0.0.1:8000/v1",
      .key_variable = "VLLM_API_KEY",
      .base_variable = "VLLM_BASE_URL",
      .free = true,
      .concurrent = 32,
      .abilities = "tools,schema,json,temperature" },
    { .name = "lmstudio",
      .family = &family_openai_chat,
      .base_url = "http://127.0.0.1:1234/v1",
      .key_variable = "LMSTUDIO_API_KEY",
      .base_variable = "LMSTUDIO_BASE_URL",
      .free = true,
      .concurrent = 4,
      .abilities = "tools,schema,temperature" },
};

/* For names of the user's own. */
static const struct provider_row compatible = {
    .name = "compatible", .family = &family_openai_chat, .concurrent = 16, .abilities = "tools,json,temperature"
};

/* The model of a client of ours. It is no service that anybody sets up, and so no row of the table. */
static const struct provider_row lent = { .name = "mcp", .family = &family_sampling, .lent = true };

static const struct llm_family *const families[] = { &family_openai_chat, &family_openai_responses, &family_anthropic,
                                                     &family_gemini, &family_ollama };

size_t llm_provider_count(void) { return sizeof rows / sizeof *rows; }
const struct provider_row *provider_row(size_t at) { return &rows[at]; }

const struct llm_family *family_named(struct str name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (str_is(name, families[i]->name))
            return families[i];
    return NULL;
}

static int fill(struct arena *arena, const struct provider_row *row, const struct llm_provider_settings *given,
                struct llm_provider *ret, struct error *e)
{
    struct str name = given ? given->name : str(row->name);
    struct limits limits = { .requests_per_minute = row->requests_per_minute,
                             .tokens_per_minute = row->tokens_per_minute,
                             .concurrent = row->concurrent };

    *ret = (struct llm_provider){ .name = str_dup(arena, name),
                                  .base_url = str(row->base_url ? row->base_url : ""),
                                  .row = row,
                                  .family = row->family,
                                  .timeout_ms = TIMEOUT_MS,
                                  .stall_ms = STALL_MS,
                                  .key_variable = row->key_variable,
                                  .configured = given != NULL };
    if (given) {
        ret->key = str_dup(arena, str_trim(given->key));
        ret->key_missing = !str_empty(given->missing_key);
        if (ret->key_missing)
            ret->key_variable = str_z(arena, given->missing_key);
        ret->referer = str_dup(arena, str_trim(given->referer));
        if (!str_empty(given->base_url))
            ret->base_url = str_dup(arena, url_trim_slash(str_trim(given->base_url)));
        limits_take(&limits, given->requests_per_minute, given->tokens_per_minute, given->concurrent);
        if (given->timeout_ms > 0)
            ret->timeout_ms = given->timeout_ms;
        if (given->stall_ms > 0)
            ret->stall_ms = given->stall_ms;
        if (!str_empty(given->family)) {
            ret->family = family_named(given->family);
            if (!ret->family)
                return error_set(e, ERROR_MISCONFIGURED, "provider %.*s: there is no model family \"%.*s\"",
                                 STR_ARG(name), STR_ARG(given->family));
        }
    }
    ret->usable = !str_empty(ret->base_url) && (!(row->needs_key || ret->key_missing) || !str_empty(ret->key));
    ret->limiter = limiter_get(str_format(arena, "llm/%.*s", STR_ARG(name)), &limits);
    return 0;
}

static const struct llm_provider_settings *settings_of(const struct llm_settings *settings, struct str name)
{
    for (size_t i = 0; i < settings->providers_n; i++)
        if (str_eq(settings->providers[i].name, name))
            return &settings->providers[i];
    return NULL;
}

bool llm_provider_known(struct str name)
{
    for (size_t i = 0; i < llm_provider_count(); i++)
        if (str_is(name, rows[i].name))
            return true;
    return false;
}

int providers_new(struct arena *arena, const struct llm_settings *settings, struct llm *llm, struct error *e)
{
    llm->providers = arena_calloc(arena, llm_provider_count() + settings->providers_n + 1, sizeof *llm->providers);
    for (size_t i = 0; i < llm_provider_count(); i++) {
        int r = fill(arena, &rows[i], settings_of(settings, str(rows[i].name)), &llm->providers[llm->providers_n++], e);

        if (r < 0)
            return r;
    }
    for (size_t i = 0; i < settings->providers_n; i++) {
        const struct llm_provider_settings *own = &settings->providers[i];

        if (llm_provider_known(own->name))
            continue;
        if (str_empty(own->base_url))
            return provider_unknown(llm, arena, own->name, e);
        int r = fill(arena, &compatible, own, &llm->providers[llm->providers_n++], e);
        if (r < 0)
            return r;
    }
    if (settings_of(settings, str(lent.name)))
        return 0; /* a service of the user's own has this name */
    struct llm_provider *client = &llm->providers[llm->providers_n++];
    int r = fill(arena, &lent, NULL, client, e);
    client->usable = lender_is_open(llm->lender);
    return r;
}

const struct llm_provider *provider_find(const struct llm *llm, struct str name)
{
    for (size_t i = 0; i < llm->providers_n; i++)
        if (str_eq(llm->providers[i].name, name))
            return &llm->providers[i];
    return NULL;
}

bool provider_lent(const struct llm *llm, struct arena *arena, struct str model)
{
    const struct llm_provider *provider = provider_find(llm, model_find(llm, arena, model, NULL)->provider);

    return provider && provider->row->lent;
}

int provider_check(const struct llm_provider *provider, struct error *e)
{
    if (provider->usable)
        return 0;
    if (provider->row->lent)
        return error_set(e, ERROR_MISCONFIGURED,
                         "this is the model of an MCP client: only a research that such a client starts or resumes can "
                         "use it");
    if ((provider->row->needs_key || provider->key_missing) && str_empty(provider->key))
        return error_set(e, ERROR_MISCONFIGURED, "%.*s needs a key: set %s", STR_ARG(provider->name),
                         provider->key_variable);
    return error_set(e, ERROR_MISCONFIGURED, "%.*s needs an address: set %s", STR_ARG(provider->name),
                     provider->row->base_variable ? provider->row->base_variable : "its base_url");
}

int provider_unknown(const struct llm *llm, struct arena *arena, struct str name, struct error *e)
{
    const char **names = arena_calloc(arena, llm->providers_n + llm_provider_count() + 1, sizeof *names);
    size_t n = 0;

    for (size_t i = 0; i < llm_provider_count(); i++)
        names[n++] = rows[i].name;
    for (size_t i = llm_provider_count(); i < llm->providers_n; i++)
        names[n++] = llm->providers[i].name.data;
    const char *nearest = word_nearest(names, name);
    if (nearest)
        return error_set(e, ERROR_INVALID, "there is no provider \"%.*s\"; did you mean \"%s\"?", STR_ARG(name),
                         nearest);
    return error_set(e, ERROR_INVALID,
                     "there is no provider \"%.*s\"; @{providers} lists them. A provider of your own needs a base_url",
                     STR_ARG(name));
}

void llm_provider_info(const struct llm *llm, size_t at, struct llm_provider_info *ret)
{
    const struct provider_row *row = &rows[at];

    *ret = (struct llm_provider_info){ .name = row->name,
                                       .family = row->family->name,
                                       .key_variable = row->key_variable,
                                       .key_variable2 = row->key_variable2,
                                       .base_variable = row->base_variable,
                                       .default_base_url = row->base_url,
                                       .needs_key = row->needs_key,
                                       .base_url = str(row->base_url) };
    if (llm) {
        ret->configured = llm->providers[at].configured &&
                          !(llm->providers[at].key_missing && str_empty(llm->providers[at].key));
        ret->base_url = llm->providers[at].base_url;
    }
}
