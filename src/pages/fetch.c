/* The call type "page", a small machine on the waiting thread:
 *
 *   cache -> (fresh: done) -> robots.txt of the host -> GET -> redirect: robots again
 *                                                         -> 304: the cached page
 *                                                         -> 2xx: a child reads it
 *                                                         -> 429, 5xx, reset: later again */
#include "pages/fetch.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "net/guard.h"
#include "net/limiter.h"
#include "net/retry.h"
#include "net/robots.h"
#include "net/shared.h"
#include "net/url.h"
#include "text/json.h"

enum { SLOT_PAGE, SLOT_ROBOTS, SLOT_RETRY, SLOT_HOST, SLOT_SAME };
enum { TURNS = 4, REDIRECTS_MAX = 5, ROBOTS_MAX = 512 * 1024 };
enum {
    ROBOTS_MS = 24 * 3600 * 1000,
    ROBOTS_DOWN_MS = 10 * 60 * 1000,
    ROBOTS_BROKEN_MS = 60 * 1000,
    KEEP_MS = 7 * 24 * 3600 * 1000
};

struct pages {
    struct arena *arena;
    struct pages_settings settings;
    struct shared *robots;    /* by authority: the text of robots.txt */
    struct shared *under_way; /* by address: pages that are being read */
};

struct argument {
    struct pages *pages;
    struct str url;
    bool all;
};

struct fetch {
    struct pages *pages;
    struct str asked;
    struct str key; /* of what we make of it, for the cache and for others who want the same */
    bool all;
    struct url url;         /* of the next request */
    struct str text;        /* the same as text */
    struct str robots_url;  /* while robots.txt is on its way */
    struct str robots_turn; /* the authority whose robots.txt we ask for, for all who wait for it */
    bool turn;              /* we read this page for all who want it now */
    int redirects, attempt, robots_redirects;
    struct str etag, modified, cached; /* of the stored page */
    int64_t fresh_until_ms;
};

struct pages *pages_new(const struct pages_settings *settings)
{
    struct arena *arena = arena_new();
    struct pages *pages = arena_alloc(arena, sizeof *pages);

    *pages = (struct pages){ .arena = arena, .settings = *settings };
    pages->settings.agent = str_dup(arena, settings->agent.len ? settings->agent : str("fathom"));
    pages->settings.domains = (struct str_list){ 0 };
    for (size_t i = 0; i < settings->domains.n; i++)
        str_list_add(arena, &pages->settings.domains, str_dup(arena, settings->domains.items[i]));
    if (!pages->settings.timeout_ms)
        pages->settings.timeout_ms = 30000;
    if (!pages->settings.body_max)
        pages->settings.body_max = 10u << 20;
    if (pages->settings.host_per_minute == 0)
        pages->settings.host_per_minute = 60;
    if (!pages->settings.cache_ms)
        pages->settings.cache_ms = 3600 * 1000;
    pages->robots = shared_new();
    pages->under_way = shared_new();
    return pages;
}

void pages_free(struct pages *pages)
{
    if (!pages)
        return;
    shared_free(pages->robots);
    shared_free(pages->under_way);
    arena_free(pages->arena);
}

/* --- robots.txt --- */

static struct str authority_of(struct arena *arena, const struct url *url)
{
    return str_format(arena, "%.*s://%.*s:%d", STR_ARG(url->scheme), STR_ARG(url->host), url->port);
}

static struct hash key_of(struct arena *arena, const char *what, struct str name)
{
    return hash_of(str_format(arena, "%s %.*s", what, STR_ARG(name)));
}

static void fail(struct call *call, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fail(struct call *call, int code, const char *format, ...)
{
    char message[500];
    struct error e;
    va_list ap;

    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    error_set(&e, code, "%s", message);
    call_fail(call, &e);
}

static void send_page(struct call *call, int64_t delay_ms);

/* "ai-input=no" in robots.txt or in the answer: the site does not want its pages used so. */
static bool refuses_input(struct str signals)
{
    return str_contains_nocase(signals, "ai-input=no") || str_contains_nocase(signals, "ai-input=n,");
}

static bool robots_refuse_input(struct str robots)
{
    struct str line;

    while (str_next_line(&robots, &line))
        if (str_starts_nocase(str_trim(line), "content-signal:") && refuses_input(line))
            return true;
    return false;
}

static void obey_robots(struct call *call, struct str robots)
{
    struct fetch *f = call->state;
    struct str agent = f->pages->settings.agent;

    if (!robots_allowed(robots, agent, f->text)) {
        fail(call, ERROR_FORBIDDEN, "robots.txt of %.*s does not allow reading this page", STR_ARG(f->url.host));
        return;
    }
    if (robots_refuse_input(robots)) {
        fail(call, ERROR_FORBIDDEN, "%.*s asks that its pages are not used as input for AI", STR_ARG(f->url.host));
        return;
    }
    send_page(call, robots_delay_ms(robots, agent));
}

/* It came: for this page, and for all others of the host. */
static void robots_known(struct call *call, struct str robots)
{
    struct fetch *f = call->state;

    shared_give(f->pages->robots, f->robots_turn, robots, ROBOTS_MS);
    f->robots_turn = str("");
    obey_robots(call, robots);
}

static void robots_failed(struct call *call, const struct error *e, int64_t keep_ms)
{
    struct fetch *f = call->state;

    shared_fail(f->pages->robots, f->robots_turn, e, keep_ms);
    f->robots_turn = str("");
    call_fail(call, e);
}

static void send_robots(struct call *call)
{
    struct fetch *f = call->state;

    call_send(call,
              &(struct net_request){ .method = "GET",
                                     .url = f->robots_url,
                                     .pool = NET_PAGE,
                                     .timeout_ms = f->pages->settings.timeout_ms,
                                     .body_max = ROBOTS_MAX,
                                     .cut = true },
              SLOT_ROBOTS);
}

static bool in_scope(const struct pages_settings *settings, struct str host)
{
    if (settings->scope == PAGES_PUBLIC)
        return true;
    for (size_t i = 0; settings->scope == PAGES_LIST && i < settings->domains.n; i++)
        if (url_domain_matches(host, settings->domains.items[i]))
            return true;
    return false;
}

/* Before each request: may we go there, does its robots.txt let us? */
static void check_host(struct call *call)
{
    struct fetch *f = call->state;
    struct str authority = authority_of(call->arena, &f->url), robots;
    struct error e = { 0 };

    if (!in_scope(&f->pages->settings, f->url.host)) {
        fail(call, ERROR_FORBIDDEN, "%.*s is outside the scope of this installation (fetch.scope)",
             STR_ARG(f->url.host));
        return;
    }
    if (guard_url(f->pages->settings.guard, f->text, &e) < 0) {
        call_fail(call, &e);
        return;
    }
    if (f->pages->settings.ignore_robots) {
        send_page(call, -1);
        return;
    }
    switch (shared_take(f->pages->robots, authority, (REDIRECTS_MAX + 1) * f->pages->settings.timeout_ms, call->arena,
                        &robots, &e)) {
    case SHARED_VALUE: obey_robots(call, robots); return;
    case SHARED_FAILED: call_fail(call, &e); return;
    case SHARED_WAIT: call_timer(call, clock_monotonic_ms() + SHARED_AGAIN_MS, SLOT_HOST); return;
    case SHARED_TURN: f->robots_turn = authority;
    }
    if (call_cache_get(call, "robots", key_of(call->arena, "robots", authority), &robots)) {
        robots_known(call, robots);
        return;
    }
    struct url url = { .scheme = f->url.scheme, .host = f->url.host, .port = f->url.port, .path = str("/robots.txt") };
    f->robots_url = url_text(call->arena, &url);
    f->robots_redirects = 0;
    send_robots(call);
}

static bool is_redirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

static void robots_done(struct call *call, struct net_exchange *exchange)
{
    struct fetch *f = call->state;
    const struct net_response *response;
    struct error e = { 0 };
    struct str text = { 0 };

    if (net_exchange_result(exchange, &response, &e) < 0) {
        error_wrap(&e, "robots.txt of %.*s could not be fetched", STR_ARG(f->url.host));
        call_forget(call, exchange);
        robots_failed(call, &e, ROBOTS_BROKEN_MS);
        return;
    }
    int status = response->status;
    struct str location = str_dup(call->arena, net_header(response, "location"));
    if (status >= 200 && status < 300)
        text = str_dup(call->arena, response->body);
    call_forget(call, exchange);
    if (is_redirect(status) && location.len && f->robots_redirects++ < REDIRECTS_MAX) {
        struct url base, to;
        if (url_parse(call->arena, f->robots_url, &base, NULL) == 0 &&
            url_resolve(call->arena, &base, location, &to, NULL) == 0 &&
            guard_url(f->pages->settings.guard, url_text(call->arena, &to), NULL) == 0) {
            f->robots_url = url_text(call->arena, &to);
            send_robots(call);
            return;
        }
    }
    if (status == 429 || status >= 500) {
        error_set(&e, ERROR_UNAVAILABLE, "robots.txt of %.*s cannot be read now (status %d), so the page is not read",
                  STR_ARG(f->url.host), status);
        robots_failed(call, &e, ROBOTS_DOWN_MS);
        return;
    }
    /* Absent: everything is allowed. */
    call_cache_put(call, "robots", key_of(call->arena, "robots", f->robots_turn), text, ROBOTS_MS);
    robots_known(call, text);
}

/* --- the page --- */

static struct limiter *limiter_of(struct call *call, int64_t delay_ms)
{
    struct fetch *f = call->state;
    double per_minute = f->pages->settings.host_per_minute;

    if (per_minute < 0)
        return NULL;
    if (delay_ms > 0 && 60000.0 / (double) delay_ms < per_minute)
        per_minute = 60000.0 / (double) delay_ms;
    return limiter_get(
        str_format(call->arena, "page %.*s", STR_ARG(authority_of(call->arena, &f->url))),
        &(struct limits){ .requests_per_minute = per_minute, .burst = 2, .concurrent = 1, .breaker_failures = 1000 });
}

static void send_page(struct call *call, int64_t delay_ms)
{
    struct fetch *f = call->state;
    struct str headers[4];
    size_t n = 0;

    headers[n++] = str(
        "Accept: text/html,application/xhtml+xml,text/markdown;q=0.9,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5");
    headers[n++] = str("Accept-Language: en,*;q=0.7");
    if (f->cached.len && f->redirects == 0 && f->etag.len)
        headers[n++] = str_format(call->arena, "If-None-Match: %.*s", STR_ARG(f->etag));
    if (f->cached.len && f->redirects == 0 && f->modified.len)
        headers[n++] = str_format(call->arena, "If-Modified-Since: %.*s", STR_ARG(f->modified));
    call_send(call,
              &(struct net_request){ .method = "GET",
                                     .url = f->text,
                                     .headers = headers,
                                     .headers_n = n,
                                     .pool = NET_PAGE,
                                     .limiter = limiter_of(call, delay_ms),
                                     .timeout_ms = f->pages->settings.timeout_ms,
                                     .stall_ms = f->pages->settings.timeout_ms,
                                     .body_max = f->pages->settings.body_max },
              SLOT_PAGE);
}

static void retry_or_fail(struct call *call, const struct error *e)
{
    struct fetch *f = call->state;
    int64_t now = clock_monotonic_ms();
    int64_t delay = retry_delay_ms(&(struct retry_policy){ .retries = 2 }, ++f->attempt, e, call_random(call), now,
                                   call->deadline_ms);

    if (delay < 0)
        call_fail(call, e);
    else
        call_timer(call, now + delay, SLOT_RETRY);
}

static void refused(struct call *call, const struct net_response *response)
{
    struct fetch *f = call->state;
    int status = response->status;
    struct error e = { 0 };
    const char *host = str_z(call->arena, f->url.host);

    if (status == 404 || status == 410)
        error_set(&e, ERROR_NOT_FOUND, "%s has no such page (status %d)", host, status);
    else if (status == 401 || status == 402 || status == 403 || status == 407 || status == 451)
        error_set(&e, ERROR_FORBIDDEN, "%s refused to show the page (status %d)", host, status);
    else if (status == 429)
        error_set(&e, ERROR_RATE, "%s asks to slow down (status 429)", host);
    else if (status >= 500)
        error_set(&e, ERROR_UPSTREAM, "%s failed to serve the page (status %d)", host, status);
    else
        error_set(&e, ERROR_REJECTED, "%s answered with status %d", host, status);
    e.status = status;
    e.retry = status == 408 || status == 425 || status == 429 || status >= 500;
    e.retry_after_ms = net_retry_after_ms(response, call->wall_ms);
    retry_or_fail(call, &e);
}

static void redirect(struct call *call, struct str location)
{
    struct fetch *f = call->state;
    struct error e = { 0 };
    struct url to;

    if (++f->redirects > REDIRECTS_MAX) {
        fail(call, ERROR_LIMIT, "the page redirects more than %d times; it was not read", REDIRECTS_MAX);
        return;
    }
    if (url_resolve(call->arena, &f->url, location, &to, &e) < 0) {
        error_wrap(&e, "the page redirects to an address that cannot be read");
        call_fail(call, &e);
        return;
    }
    f->url = to;
    f->text = url_text(call->arena, &to);
    check_host(call);
}

/* --- freshness (RFC 9111) --- */

static int64_t seconds_of(struct str control, const char *name)
{
    ptrdiff_t at = str_find(control, str(name), 0);
    int64_t value = 0;

    if (at < 0)
        return -1;
    for (size_t i = (size_t) at + strlen(name);
         i < control.len && control.data[i] >= '0' && control.data[i] <= '9' && value < 1000000000; i++)
        value = value * 10 + (control.data[i] - '0');
    return value;
}

/* Milliseconds the answer stays fresh; -1: must not be kept. */
static int64_t fresh_ms(const struct call *call, const struct fetch *f, const struct net_response *response)
{
    struct str control = str_lower_ascii(call->arena, net_header(response, "cache-control"));
    int64_t date = call->wall_ms, expires, modified;

    if (f->pages->settings.cache_ms < 0 || str_contains(control, "no-store") ||
        str_is(net_header(response, "vary"), "*"))
        return -1;
    if (str_contains(control, "no-cache"))
        return 0;
    int64_t seconds = seconds_of(control, "max-age=");
    if (seconds >= 0)
        return seconds * 1000;
    clock_parse_http_date(net_header(response, "date"), &date);
    if (clock_parse_http_date(net_header(response, "expires"), &expires))
        return expires > date ? expires - date : 0;
    if (clock_parse_http_date(net_header(response, "last-modified"), &modified) && modified < date) {
        int64_t tenth = (date - modified) / 10;
        return tenth < 24 * 3600 * 1000 ? tenth : 24 * 3600 * 1000;
    }
    return f->pages->settings.cache_ms;
}

static void store(struct call *call, const struct net_response *response, struct str body)
{
    struct fetch *f = call->state;
    int64_t fresh = fresh_ms(call, f, response);

    if (fresh < 0)
        return;
    json_t *row = json_object();
    json_object_set_new(row, "etag", json_new_str(net_header(response, "etag")));
    json_object_set_new(row, "modified", json_new_str(net_header(response, "last-modified")));
    json_object_set_new(row, "freshUntil", json_integer((json_int_t) (call->wall_ms + fresh)));
    json_object_set_new(row, "page", json_new_str(body));
    call_cache_put(call, "page", key_of(call->arena, "page", f->key), json_text(call->arena, row), KEEP_MS);
    json_decref(row);
}

static void load(struct call *call)
{
    struct fetch *f = call->state;
    struct str value;
    json_t *row;

    if (f->pages->settings.cache_ms < 0 || !call_cache_get(call, "page", key_of(call->arena, "page", f->key), &value) ||
        json_parse(value, &row, NULL) < 0)
        return;
    f->etag = str_dup(call->arena, json_get_str(row, "etag"));
    f->modified = str_dup(call->arena, json_get_str(row, "modified"));
    f->cached = str_dup(call->arena, json_get_str(row, "page"));
    f->fresh_until_ms = json_get_int(row, "freshUntil", 0);
    json_decref(row);
}

static void read_body(struct call *call, const struct net_response *response)
{
    struct fetch *f = call->state;
    struct document_hints hints = { .url = f->text, .content_type = net_header(response, "content-type") };
    struct page page = { .url = f->asked, .final_url = f->text };
    struct document_limits limits = f->pages->settings.limits;
    struct error e = { 0 };

    if (f->all)
        limits.keep = KEEP_ALL;

    if (!f->pages->settings.ignore_robots && (refuses_input(net_header(response, "content-signal")) ||
                                              refuses_input(net_header(response, "content-usage")))) {
        fail(call, ERROR_FORBIDDEN, "%.*s asks that its pages are not used as input for AI", STR_ARG(f->url.host));
        return;
    }
    int r = document_read(call->arena, response->body, &hints, &limits, &page.document, &e);
    if (r == -ERROR_UNAVAILABLE) { /* not the page's fault */
        retry_or_fail(call, &e);
        return;
    }
    if (r < 0) {
        call_fail(call, &e);
        return;
    }
    struct str body = page_encode(call->arena, &page);
    store(call, response, body);
    call_done(call, body, url_domain(f->text));
}

static void page_done(struct call *call, struct net_exchange *exchange)
{
    struct fetch *f = call->state;
    const struct net_response *response;
    struct error e = { 0 };

    if (net_exchange_result(exchange, &response, &e) < 0) {
        call_forget(call, exchange);
        retry_or_fail(call, &e);
        return;
    }
    struct str location = str_dup(call->arena, net_header(response, "location"));
    if (response->status == 304 && f->cached.len) {
        store(call, response, f->cached);
        call_done(call, f->cached, url_domain(f->text));
    } else if (is_redirect(response->status) && location.len) {
        call_forget(call, exchange);
        redirect(call, location);
        return;
    } else if (response->status >= 200 && response->status < 300) {
        read_body(call, response);
    } else {
        refused(call, response);
    }
    call_forget(call, exchange);
}

/* --- the call --- */

/* Callers that wait for the same page get our result. Our own timeout says nothing about theirs, so it is not shared. */
static void settle(struct call *call)
{
    struct fetch *f = call->state;

    if (!call->done || !f->turn)
        return;
    f->turn = false;
    if (call->result == 0)
        shared_give(f->pages->under_way, f->key, call->body, 0);
    else if (call->error.code == ERROR_TIMEOUT)
        shared_release(f->pages->under_way, f->key);
    else
        shared_fail(f->pages->under_way, f->key, &call->error, 0);
}

/* Takes the page from the cache, from a call that reads it now, or from its host. */
static void read_page(struct call *call)
{
    struct fetch *f = call->state;
    struct str body;
    struct error e;

    load(call);
    if (f->cached.len && call->wall_ms < f->fresh_until_ms) {
        call_done(call, f->cached, str("cache"));
        return;
    }
    switch (shared_take(f->pages->under_way, f->key, TURNS * f->pages->settings.timeout_ms, call->arena, &body, &e)) {
    case SHARED_VALUE: call_done(call, body, url_domain(f->text)); return;
    case SHARED_FAILED: call_fail(call, &e); return;
    case SHARED_WAIT: call_timer(call, clock_monotonic_ms() + SHARED_AGAIN_MS, SLOT_SAME); return;
    case SHARED_TURN: f->turn = true;
    }
    check_host(call);
}

static void begin(struct call *call, const void *argument)
{
    const struct argument *a = argument;
    struct fetch *f = call->state = arena_alloc(call->arena, sizeof *f);
    struct error e = { 0 };

    f->pages = a->pages;
    f->asked = a->url;
    f->all = a->all;
    f->key = a->all ? str_format(call->arena, "all %.*s", STR_ARG(a->url)) : a->url;
    if (url_parse(call->arena, a->url, &f->url, &e) < 0) {
        call_fail(call, &e);
        return;
    }
    f->text = url_text(call->arena, &f->url);
    if (!in_scope(&f->pages->settings, f->url.host)) {
        fail(call, ERROR_FORBIDDEN, "%.*s is outside the scope of this installation (fetch.scope)",
             STR_ARG(f->url.host));
        return;
    }
    read_page(call);
    settle(call);
}

static void event(struct call *call, const struct net_event *event)
{
    int slot = call_slot(call, event);

    if (event->type == NET_TIMER && slot == SLOT_RETRY)
        send_page(call, -1);
    else if (event->type == NET_TIMER && slot == SLOT_HOST)
        check_host(call);
    else if (event->type == NET_TIMER && slot == SLOT_SAME)
        read_page(call);
    else if (event->type == NET_DONE && slot == SLOT_ROBOTS)
        robots_done(call, event->exchange);
    else if (event->type == NET_DONE)
        page_done(call, event->exchange);
    settle(call);
}

static void cut_short(struct call *call)
{
    struct fetch *f = call->state;

    if (!str_empty(f->robots_turn))
        shared_release(f->pages->robots, f->robots_turn);
    if (f->turn)
        shared_release(f->pages->under_way, f->key);
}

static const struct call_type page_call = { .name = "page", .begin = begin, .event = event, .abort = cut_short };

static void request_page(struct pages *pages, struct arena *arena, struct str url, bool all, struct request *ret)
{
    struct argument *argument = arena_alloc(arena, sizeof *argument);
    json_t *object = json_object();

    *argument = (struct argument){ pages, url_canonical(arena, url), all };
    json_object_set_new(object, "page", json_new_str(argument->url));
    if (all)
        json_object_set_new(object, "all", json_true());
    *ret = (struct request){ .canonical = json_canonical(arena, object), .type = &page_call, .argument = argument };
    json_decref(object);
}

void page_request(struct pages *pages, struct arena *arena, struct str url, struct request *ret)
{
    request_page(pages, arena, url, false, ret);
}

void page_request_all(struct pages *pages, struct arena *arena, struct str url, struct request *ret)
{
    request_page(pages, arena, url, true, ret);
}
