#include "service/reach.h"

#include "base/clock.h"
#include "net/url.h"

/* Each address is another operator's: a few of them tell whether there is a network. */
enum { REACH_MS = 2500, ADDRESSES_MAX = 3 };

/* An answer of any kind: a status, a first byte, more than was wanted. */
static bool answered(struct net_event *event, struct arena *arena, struct str *why)
{
    const struct net_response *response;
    struct error e;

    if (event->type == NET_DATA)
        return true;
    int r = net_exchange_result(event->exchange, &response, &e);
    if (r == 0 || r == -ERROR_LIMIT || r == -ERROR_UPSTREAM)
        return true;
    if (str_empty(*why))
        *why = str_dup(arena, str(e.message));
    return false;
}

bool reach_any(struct net *net, struct arena *arena, const struct str_list *urls, struct str *ret_why)
{
    struct net_wait *wait = net_wait_new(net);
    int64_t deadline = clock_monotonic_ms() + REACH_MS;
    size_t sent = urls->n < ADDRESSES_MAX ? urls->n : ADDRESSES_MAX, ended = 0;
    bool reached = false;

    *ret_why = str("");
    for (size_t i = 0; i < sent; i++)
        net_send(wait,
                 &(struct net_request){ .method = "GET",
                                        .url = urls->items[i],
                                        .pool = NET_PROVIDER,
                                        .timeout_ms = REACH_MS,
                                        .body_max = 4096,
                                        .stream = true },
                 NULL);
    while (!reached && ended < sent) {
        struct net_event event;

        net_wait_next(wait, deadline, &event);
        if (event.type == NET_DEADLINE)
            break;
        if (event.type != NET_DATA && event.type != NET_DONE)
            continue;
        reached = answered(&event, arena, ret_why);
        ended += event.type == NET_DONE;
    }
    net_wait_free(wait);
    return reached;
}

static bool same_host(struct str a, struct str b)
{
    struct arena *scratch = arena_new();
    struct url first, second;
    bool same = url_parse(scratch, a, &first, NULL) == 0 && url_parse(scratch, b, &second, NULL) == 0 &&
                str_eq(first.host, second.host);

    arena_free(scratch);
    return same;
}

void reach_free_engines(const struct search *search, struct arena *arena, struct str_list *ret)
{
    for (size_t i = 0; i < search_engine_count(); i++) {
        struct search_engine_info info;
        bool known = false;

        search_engine_info(search, i, &info);
        for (size_t k = 0; k < ret->n; k++)
            known = known || same_host(ret->items[k], info.base_url);
        if (!known && !info.needs_key && !str_empty(info.base_url) &&
            str_list_has(search_engines(search), str(info.name)))
            str_list_add(arena, ret, info.base_url);
    }
}

/* Is every engine of the order one that needs no key and that nobody set up? */
static bool only_free_engines(const struct search *search)
{
    const struct str_list *order = search_engines(search);
    size_t free = 0;

    for (size_t i = 0; i < search_engine_count(); i++) {
        struct search_engine_info info;

        search_engine_info(search, i, &info);
        free += !info.needs_key && !info.configured && !str_empty(info.base_url) && str_list_has(order, str(info.name));
    }
    return order->n > 0 && free == order->n;
}

int reach_check(struct service *service, const struct search *search, struct error *e)
{
    struct arena *arena = arena_new();
    struct str_list urls = { 0 };
    struct str why = str("");
    struct net *net;
    int r = 0;

    if (only_free_engines(search))
        reach_free_engines(search, arena, &urls);
    if (urls.n > 0)
        r = service_net(service, &net, e);
    if (r == 0 && urls.n > 0 && !reach_any(net, arena, &urls, &why))
        r = error_set(
            e, ERROR_NETWORK,
            "Nothing can be searched: no search engine has a key, and the ones that need none cannot be reached "
            "(%.*s). Three ways on: connect to the network and set a key (TAVILY_API_KEY, SERPER_API_KEY; "
            "@{providers} lists them); research documents of your own (@{.corpora} FOLDER or @{.contexts} FILE); "
            "or name an engine that can be reached (SEARXNG_BASE_URL=http://... and -s searxng).",
            STR_ARG(str_empty(why) ? str("no answer in time") : why));
    arena_free(arena);
    return r;
}
