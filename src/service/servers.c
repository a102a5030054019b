#include "service/servers.h"

#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "llm/listing.h"
#include "text/json.h"

enum { ASK_MS = 2000, FRESH_MS = 60000, BODY_MAX = 4 << 20, SERVERS_MAX = 16 };

struct server {
    const struct llm_provider_settings *provider;
    struct net_exchange *exchange;
    bool done;
    char why[sizeof((struct error *) 0)->message]; /* nothing came of it; empty: it told its models */
};

struct servers {
    const struct llm_provider_settings *providers;
    size_t providers_n;
    pthread_mutex_t lock;
    int64_t asked_ms; /* 0: never */
    json_t *rows;
    struct server all[SERVERS_MAX];
    size_t n;
};

struct servers *servers_new(struct arena *arena, const struct llm_provider_settings *providers, size_t n)
{
    struct servers *servers = arena_alloc(arena, sizeof *servers);

    *servers = (struct servers){ .providers = providers, .providers_n = n, .rows = json_array() };
    pthread_mutex_init(&servers->lock, NULL);
    return servers;
}

void servers_free(struct servers *servers)
{
    if (!servers)
        return;
    json_decref(servers->rows);
    pthread_mutex_destroy(&servers->lock);
}

static void take_answer(struct servers *servers, struct server *server)
{
    const struct net_response *response;
    struct error e;

    if (net_exchange_result(server->exchange, &response, &e) < 0) {
        snprintf(server->why, sizeof server->why, "%s", e.message);
    } else if (response->status != 200) {
        snprintf(server->why, sizeof server->why, "it answered HTTP %d when asked for its models", response->status);
    } else if (llm_listing_rows(server->provider, response->body, servers->rows) == 0) {
        snprintf(server->why, sizeof server->why, "it has no model");
    } else {
        server->why[0] = '\0';
    }
    log_redact_z(server->why, sizeof server->why);
}

static void ask_all(struct servers *servers, struct net *net, struct arena *arena)
{
    struct net_wait *wait = net_wait_new(net);
    int64_t until = clock_monotonic_ms() + ASK_MS;
    size_t waiting = 0;

    servers->n = 0;
    json_array_clear(servers->rows);
    for (size_t i = 0; i < servers->providers_n && servers->n < SERVERS_MAX; i++) {
        struct net_request request;
        struct server *server = &servers->all[servers->n];

        if (!llm_listing_request(arena, &servers->providers[i], &request))
            continue;
        request.timeout_ms = ASK_MS;
        request.body_max = BODY_MAX;
        *server = (struct server){ .provider = &servers->providers[i], .why = "no answer within two seconds" };
        server->exchange = net_send(wait, &request, server);
        servers->n++;
        waiting++;
    }
    while (waiting > 0) {
        struct net_event event;

        net_wait_next(wait, until, &event);
        if (event.type == NET_DEADLINE)
            break;
        if (event.type != NET_DONE)
            continue;
        ((struct server *) event.tag)->done = true;
        waiting--;
    }
    /* In the order of the providers, whoever answered first. */
    for (size_t i = 0; i < servers->n; i++)
        if (servers->all[i].done)
            take_answer(servers, &servers->all[i]);
    net_wait_free(wait);
}

void servers_ask(struct servers *servers, struct net *net)
{
    struct arena *arena = arena_new();

    pthread_mutex_lock(&servers->lock);
    if (!servers->asked_ms || clock_monotonic_ms() - servers->asked_ms > FRESH_MS) {
        ask_all(servers, net, arena);
        servers->asked_ms = clock_monotonic_ms();
    }
    pthread_mutex_unlock(&servers->lock);
    arena_free(arena);
}

static bool of_provider(const json_t *row, struct str provider)
{
    struct str name = json_get_str(row, "name");

    return name.len > provider.len && name.data[provider.len] == '/' &&
           str_eq(str_sub(name, 0, provider.len), provider);
}

static bool known_already(const json_t *models, size_t n, const json_t *row)
{
    struct str name = json_get_str(row, "name");
    ptrdiff_t slash = str_find_char(name, '/', 0);

    for (size_t i = 0; i < n && slash > 0; i++)
        if (of_provider(json_array_get(models, i), str_sub(name, 0, (size_t) slash)))
            return true;
    return false;
}

void servers_add(struct servers *servers, json_t *models)
{
    size_t n = json_array_size(models), at;
    json_t *row;

    pthread_mutex_lock(&servers->lock);
    json_array_foreach (servers->rows, at, row)
        if (!known_already(models, n, row))
            json_array_append(models, row);
    pthread_mutex_unlock(&servers->lock);
}

struct str servers_why_none(struct servers *servers, struct arena *arena)
{
    struct str text = str("");

    pthread_mutex_lock(&servers->lock);
    for (size_t i = 0; i < servers->n; i++)
        text = str_format(arena, "%.*s%s%.*s: %s", STR_ARG(text), text.len ? "; " : "",
                          STR_ARG(servers->all[i].provider->name), servers->all[i].why);
    if (json_array_size(servers->rows) > 0)
        text = str("");
    pthread_mutex_unlock(&servers->lock);
    return text;
}
