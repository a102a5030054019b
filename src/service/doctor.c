/* doctor: tries what a research would need, and names the fix for what fails. */
#include <errno.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "pages/fence.h"
#include "service/inventory.h"
#include "service/reach.h"
#include "service/tools.h"

enum { CHECK_MS = 15000, CHECK_FREE_MS = 5000, DISK_LOW = 200, DISK_FULL = 20 }; /* MB */

struct examination {
    struct service *service;
    struct arena *arena;
    struct doctor_out *out;
};

static void add(struct examination *x, const char *name, const char *status, struct str detail, struct str fix)
{
    struct doctor_out *out = x->out;

    out->checks = arena_grow(x->arena, out->checks, &out->checks_capacity, out->checks_n + 1, sizeof *out->checks);
    out->checks[out->checks_n++] = (struct check){ str_dup(x->arena, str(name)), str(status),
                                                   log_redacted(x->arena, str_dup(x->arena, detail)), fix };
    if (str_is(str(status), "failed"))
        out->good = false;
}

static void check_config(struct examination *x)
{
    const struct config *config = service_config(x->service);

    for (size_t i = 0; i < config->warnings.n; i++)
        add(x, "configuration", "warning", config->warnings.items[i], str(""));
    if (config->warnings.n == 0)
        add(x, "configuration", "ok", str_empty(config->path) ? str("no file; defaults and environment") : config->path,
            str(""));
}

static void check_home(struct examination *x)
{
    const char *home = str_z(x->arena, service_config(x->service)->home);
    struct statvfs disk;
    struct error e;

    if (file_make_dirs(home, &e) < 0) {
        add(x, "data folder", "failed", str(e.message), str("Set FATHOM_HOME to a folder you can write."));
        return;
    }
    if (access(home, W_OK) < 0) {
        add(x, "data folder", "failed", str_format(x->arena, "%s cannot be written", home),
            str("Set FATHOM_HOME to a folder you can write."));
        return;
    }
    add(x, "data folder", "ok", str(home), str(""));
    if (statvfs(home, &disk) == 0) {
        long long free_mb = (long long) ((unsigned long long) disk.f_bavail * disk.f_frsize / 1000000);

        add(x, "disk",
            free_mb < DISK_FULL  ? "failed"
            : free_mb < DISK_LOW ? "warning"
                                 : "ok",
            str_format(x->arena, "%lld MB free", free_mb),
            free_mb < DISK_LOW ? str("Make room, or set FATHOM_HOME to another disk.") : str(""));
    }
}

/* The restrictions of the processes that read documents from strangers. */
static void check_readers(struct examination *x)
{
    static const struct {
        const char *status, *detail, *fix;
    } found[] = {
        [FENCE_NONE] = { "failed", "the kernel has no seccomp: no page and no document can be read",
                         "Run fathom on a kernel with seccomp and landlock." },
        [FENCE_CLOSED] = { "warning",
                           "the kernel has no landlock: PDF, office documents, EPUB and rare character sets are not read",
                           "Run fathom on a kernel with landlock (Linux 5.13), or set FATHOM_WEAK_FENCE=1: then a "
                           "malicious PDF could read your files." },
        [FENCE_WEAK] = { "warning", "the kernel has no landlock; FATHOM_WEAK_FENCE=1 allows PDF without it",
                         "A malicious PDF could read your files. Run fathom on a kernel with landlock (Linux 5.13)." },
        [FENCE_FULL] = { "ok", "behind seccomp and landlock", "" },
    };
    enum fence_strength strength = fence_strength();

    add(x, "document readers", found[strength].status, str(found[strength].detail), str(found[strength].fix));
}

static void check_store(struct examination *x)
{
    struct str path = service_database(x->service, x->arena);
    struct store *store;
    struct error e;

    if (!file_exists(path.data)) {
        add(x, "database", "ok", str("none yet; the first research creates it"), str(""));
        return;
    }
    if (service_store(x->service, false, &store, &e) < 0 || store_check(store, &e) < 0)
        add(x, "database", "failed", str(e.message),
            str_format(x->arena,
                       "Restore a backup, or move %s away (sqlite3 can still read it) to start with an "
                       "empty store.",
                       path.data));
    else
        add(x, "database", "ok", path, str(""));
}

/* --- services --- */

/* The cheapest question each wire knows, and what tells that the key was refused. */
struct question {
    struct str url, headers[2];
    size_t headers_n;
    bool none_is_good;
};

static struct question question_for(struct arena *arena, const struct llm_provider_info *info, struct str key)
{
    struct str base = info->base_url, family = str(info->family);
    struct question q = { .headers = { str_format(arena, "Authorization: Bearer %.*s", STR_ARG(key)) },
                          .headers_n = str_empty(key) ? 0 : 1 };

    if (str_is(family, "anthropic")) {
        q.url = str_format(arena, "%.*s%s", STR_ARG(base), str_ends(base, "/v1") ? "/models" : "/v1/models");
        q.headers[0] = str_format(arena, "x-api-key: %.*s", STR_ARG(key));
        q.headers[1] = str("anthropic-version: 2023-06-01");
        q.headers_n = 2;
    } else if (str_is(family, "gemini")) {
        q.url = str_format(arena, "%.*s%s/models", STR_ARG(base), str_contains(base, "/v1") ? "" : "/v1beta");
        q.headers[0] = str_format(arena, "x-goog-api-key: %.*s", STR_ARG(key));
    } else if (str_is(family, "ollama")) {
        q.url = str_format(arena, "%.*s/api/tags", STR_ARG(base));
    } else if (str_is(family, "openai-responses")) {
        /* It lists nothing: a job that does not exist is free to ask for. */
        q.url = str_format(arena, "%.*s%s/responses/resp_none", STR_ARG(base), str_ends(base, "/v1") ? "" : "/v1");
        q.none_is_good = true;
    } else {
        q.url = str_format(arena, "%.*s/%s", STR_ARG(base), str_is(str(info->name), "openrouter") ? "key" : "models");
        q.none_is_good = str_is(str(info->name), "zai"); /* does not promise a list */
    }
    return q;
}

static void judge_provider(struct examination *x, const struct llm_provider_info *info, const struct question *q,
                           const struct net_response *response)
{
    const char *name = str_format(x->arena, "model service %s", info->name).data;
    struct str body = str_trim(response->body);
    bool json = str_starts(body, "{") || str_starts(body, "[");
    int status = response->status;

    if (status == 401 || status == 403 || (status == 400 && str_contains(body, "API key")))
        add(x, name, "failed", str_format(x->arena, "the key was refused (HTTP %d)", status),
            info->key_variable ? str_format(x->arena, "Set %s to a key that is valid.", info->key_variable) : str(""));
    else if (status >= 500 || status == 429)
        add(x, name, "warning", str_format(x->arena, "it answers, but with HTTP %d", status),
            str("Try again later; fathom retries and uses the next model meanwhile."));
    else if (status == 402)
        add(x, name, "failed", str("its credit is used up (HTTP 402)"), str("Top up the account, or unset its key."));
    else if ((status >= 400 && !(status == 404 && q->none_is_good)) || !json)
        add(x, name, "failed",
            str_format(x->arena, "%.*s is not %s: %s (HTTP %d)", STR_ARG(q->url), info->name,
                       status >= 400 ? "it does not serve that" : "its answer has another form", status),
            str_format(x->arena, "Check the address: %s.", info->base_variable));
    else
        add(x, name, "ok", info->base_url, str(""));
}

static void check_provider(struct examination *x, struct net *net, const struct llm_provider_info *info, struct str key)
{
    struct question q = question_for(x->arena, info, key);
    struct net_wait *wait = net_wait_new(net);
    struct net_request request = { .method = "GET",
                                   .url = q.url,
                                   .headers = q.headers,
                                   .headers_n = q.headers_n,
                                   .pool = NET_PROVIDER,
                                   .timeout_ms = CHECK_MS };
    struct net_exchange *exchange = net_send(wait, &request, x);
    const char *name = str_format(x->arena, "model service %s", info->name).data;
    const struct net_response *response;
    struct net_event event;
    struct error e;

    do
        net_wait_next(wait, clock_monotonic_ms() + CHECK_MS + 1000, &event);
    while (event.type != NET_DONE && event.type != NET_DEADLINE);
    if (event.type == NET_DEADLINE)
        add(x, name, "failed", str("no answer in time"),
            str_format(x->arena, "Check the address: %s.", info->base_variable));
    else if (net_exchange_result(exchange, &response, &e) < 0)
        add(x, name, "failed", str(e.message),
            str_format(x->arena, "Check the network and the address %.*s (%s).", STR_ARG(info->base_url),
                       info->base_variable));
    else
        judge_provider(x, info, &q, response);
    net_wait_free(wait);
}

/* One that needs no key is a warning when it fails: the others stand in for it. */
static void check_engine(struct examination *x, struct net *net, const struct search *search,
                         const struct search_engine_info *info)
{
    int64_t patience = info->configured ? CHECK_MS : CHECK_FREE_MS;
    struct search_query query = { .text = str("fathom"), .count = 1 };
    struct net_wait *wait = net_wait_new(net);
    struct str name = str_format(x->arena, "search engine %s", info->name);
    struct request request;
    struct call call = { .deadline_ms = clock_monotonic_ms() + patience, .wall_ms = clock_wall_ms(), .random = 1 };
    struct call *calls[] = { &call };

    str_list_add(x->arena, &query.engines, str(info->name));
    search_request(search, x->arena, &query, &request);
    call_begin(&call, &request, net, wait, x->arena);
    call_drive(calls, 1);
    if (call.done && call.result == 0) {
        add(x, name.data, "ok", info->base_url, str(""));
    } else {
        struct str fix = call.error.code == ERROR_AUTH && info->key_variable
                             ? str_format(x->arena, "Set %s to a key that is valid.", info->key_variable)
                             : str_format(x->arena, "Check %s%s%s, or leave the engine out (-s).",
                                          info->base_variable ? info->base_variable : "the network",
                                          info->key_variable ? " and " : "",
                                          info->key_variable ? info->key_variable : "");

        add(x, name.data, info->configured ? "failed" : "warning",
            call.done ? str(call.error.message) : str("no answer in time"), fix);
    }
    call_free(&call);
    net_wait_free(wait);
}

static struct str key_of(const struct examination *x, const char *name)
{
    struct llm_provider_settings *items;
    size_t n;

    config_providers(x->arena, service_config(x->service), service_environment(x->service), &items, &n);
    for (size_t i = 0; i < n; i++)
        if (str_is(items[i].name, name))
            return items[i].key;
    return str("");
}

/* Providers under names of the user's own; how many there are. */
static size_t check_own(struct examination *x, struct net *net)
{
    struct llm_provider_settings *items;
    size_t n, own = 0;

    config_providers(x->arena, service_config(x->service), service_environment(x->service), &items, &n);
    for (size_t i = 0; i < n; i++) {
        if (llm_provider_known(items[i].name) || !str_empty(items[i].missing_key))
            continue;
        own++;
        struct llm_provider_info info = {
            .name = str_z(x->arena, items[i].name),
            .base_url = items[i].base_url,
            .configured = true,
            .family = str_empty(items[i].family) ? "openai-chat" : str_z(x->arena, items[i].family),
            .base_variable = str_format(x->arena, "providers.%.*s.base_url", STR_ARG(items[i].name)).data,
            .key_variable = str_format(x->arena, "providers.%.*s.key", STR_ARG(items[i].name)).data
        };
        if (net)
            check_provider(x, net, &info, items[i].key);
    }
    return own;
}

/* A key that the configuration takes from a variable that is not set. */
static void missing_key(struct examination *x, const char *kind, struct str name, struct str variable)
{
    if (!str_empty(variable))
        add(x, str_format(x->arena, "%s %.*s", kind, STR_ARG(name)).data, "warning",
            str_format(x->arena, "its key is taken from %.*s, which is not set", STR_ARG(variable)),
            str_format(x->arena, "Set %.*s, or take the key out of the configuration.", STR_ARG(variable)));
}

static void check_missing_keys(struct examination *x)
{
    struct llm_provider_settings *providers;
    struct search_engine_settings *engines;
    size_t n;

    config_providers(x->arena, service_config(x->service), service_environment(x->service), &providers, &n);
    for (size_t i = 0; i < n; i++)
        missing_key(x, "model service", providers[i].name, providers[i].missing_key);
    config_engines(x->arena, service_config(x->service), service_environment(x->service), &engines, &n);
    for (size_t i = 0; i < n; i++)
        missing_key(x, "search engine", engines[i].name, engines[i].missing_key);
}

/* The web, by the engines that need no key, and then each of these. */
static void check_network(struct examination *x, struct net *net, const struct search *search)
{
    struct str_list urls = { 0 };
    struct str why;

    reach_free_engines(search, x->arena, &urls);
    if (urls.n == 0)
        return;
    if (!reach_any(net, x->arena, &urls, &why)) {
        add(x, "network", "warning",
            str_format(x->arena, "the search engines that need no key cannot be reached: %.*s",
                       STR_ARG(str_empty(why) ? str("no answer in time") : why)),
            str("Connect to the network, or research documents of your own: --corpus FOLDER, --context FILE."));
        return;
    }
    add(x, "network", "ok", str("the web answers"), str(""));
    for (size_t i = 0; i < search_engine_count(); i++) {
        struct search_engine_info info;

        search_engine_info(search, i, &info);
        if (!info.configured && !info.needs_key && str_list_has(search_engines(search), str(info.name)))
            check_engine(x, net, search, &info);
    }
}

static void check_services(struct examination *x, bool offline)
{
    struct run_tools tools;
    struct net *net = NULL;
    struct error e;
    size_t ready = 0;

    if (!offline)
        tools_find_models(service_tools(x->service));
    if (tools_default(service_tools(x->service), x->arena, &tools, &e) < 0 ||
        (!offline && service_net(x->service, &net, &e) < 0)) {
        add(x, "services", "failed", str(e.message), str("fathom config shows what is set."));
        return;
    }
    check_missing_keys(x);
    for (size_t i = 0; i < llm_provider_count(); i++) {
        struct llm_provider_info info;

        llm_provider_info(tools.llm, i, &info);
        ready += info.configured;
        if (info.configured && !offline)
            check_provider(x, net, &info, key_of(x, info.name));
    }
    ready += check_own(x, offline ? NULL : net);
    if (ready == 0)
        add(x, "models", "warning", str("no model has a key: fathom works without a model (extractive)"),
            str("Set OPENAI_API_KEY, OPENROUTER_API_KEY or another key; fathom providers lists them."));
    else if (!llm_available(tools.llm))
        add(x, "models", "warning",
            str("a service is configured, but none of its models is known: fathom works without a model (extractive)"),
            str("Load a model into the server (ollama pull NAME), or name one with -m provider/model or under `tiers` in the configuration."));
    if (search_ready(tools.search, &e) < 0)
        add(x, "search", "warning", str(e.message),
            str("Set a key of a search service, or give files with --context."));
    for (size_t i = 0; i < search_engine_count() && !offline; i++) {
        struct search_engine_info info;

        search_engine_info(tools.search, i, &info);
        if (info.configured)
            check_engine(x, net, tools.search, &info);
    }
    if (!offline)
        check_network(x, net, tools.search);
}

int do_doctor(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct doctor_in *in = in_;
    struct examination x = { caller->service, arena, ret_ };

    (void) e;
    x.out->good = true;
    check_config(&x);
    check_home(&x);
    check_store(&x);
    check_readers(&x);
    check_services(&x, in->offline);
    return 0;
}
