#include "deliver/webhook.h"

#include "base/clock.h"
#include "base/hash.h"
#include "net/url.h"

enum { SLOT_POST, SLOT_RETRY, ANSWER_MAX = 64 * 1024, ATTEMPT_MS = 30000 };

struct posting {
    struct webhook hook;
    int attempt;
};

int webhook_check(const struct guard *guard, struct str url, struct error *e)
{
    struct arena *arena = arena_new();
    struct url parsed;
    int r = url_parse(arena, url, &parsed, e);

    if (r == 0)
        r = guard_url(guard, url_text(arena, &parsed), e);
    arena_free(arena);
    return r < 0 ? error_wrap(e, "the webhook \"%.*s\"", STR_ARG(url)) : 0;
}

bool webhook_secret_is_usable(struct str secret)
{
    struct arena *arena = arena_new();
    struct str key = secret;
    bool usable = !str_starts(secret, "whsec_") || base64_decode(arena, str_sub(secret, 6, secret.len), &key);

    usable = usable && key.len > 0;
    arena_free(arena);
    return usable;
}

struct str webhook_sign(struct arena *arena, struct str secret, struct str id, int64_t seconds, struct str body)
{
    struct str key = secret, decoded;
    char signature[HASH_BASE64_SIZE];

    if (str_starts(secret, "whsec_") && base64_decode(arena, str_sub(secret, 6, secret.len), &decoded))
        key = decoded;
    hash_base64(hash_hmac(key, str_format(arena, "%.*s.%lld.%.*s", STR_ARG(id), (long long) seconds, STR_ARG(body))),
                signature);
    return str_format(arena, "v1,%s", signature);
}

static void post(struct call *call)
{
    struct posting *p = call->state;
    const struct webhook *hook = &p->hook;
    int64_t seconds = clock_wall_ms() / 1000;
    struct str headers[5] = {
        str("Content-Type: application/json"),
        str_format(call->arena, "webhook-id: %.*s", STR_ARG(hook->id)),
        str_format(call->arena, "webhook-timestamp: %lld", (long long) seconds),
        str_format(call->arena, "webhook-signature: %.*s",
                   STR_ARG(webhook_sign(call->arena, hook->secret, hook->id, seconds, hook->body))),
        str("Accept: */*"),
    };

    p->attempt++;
    call_send(call,
              &(struct net_request){ .method = "POST",
                                     .url = hook->url,
                                     .headers = headers,
                                     .headers_n = sizeof headers / sizeof *headers,
                                     .body = hook->body,
                                     .pool = NET_PAGE,
                                     .timeout_ms = ATTEMPT_MS,
                                     .stall_ms = ATTEMPT_MS,
                                     .body_max = ANSWER_MAX,
                                     .cut = true },
              SLOT_POST);
}

static void webhook_begin(struct call *call, const void *argument)
{
    struct posting *p = arena_alloc(call->arena, sizeof *p);
    struct error e;

    *p = (struct posting){ .hook = *(const struct webhook *) argument };
    call->state = p;
    if (webhook_check(p->hook.guard, p->hook.url, &e) < 0)
        call_fail(call, &e);
    else
        post(call);
}

static void try_again_or_fail(struct call *call, const struct error *e)
{
    struct posting *p = call->state;
    int64_t now = clock_monotonic_ms();
    int64_t delay = retry_delay_ms(&p->hook.retry, p->attempt, e, call_random(call), now, call->deadline_ms);

    if (delay < 0) {
        call_fail(call, e);
        return;
    }
    call_note_retry(call, str("webhook"), p->attempt, delay, str(e->message));
    call_timer(call, now + delay, SLOT_RETRY);
}

static void answered(struct call *call, const struct net_response *response)
{
    struct posting *p = call->state;
    int status = response->status;
    struct str host = url_domain(p->hook.url);
    struct error e;

    if (status >= 200 && status < 300) {
        call_done(call, str_format(call->arena, "%d", status), str("webhook"));
        return;
    }
    if (status >= 300 && status < 400)
        error_set(&e, ERROR_REJECTED,
                  "%.*s answered the webhook with a redirect (status %d); redirects are not followed", STR_ARG(host),
                  status);
    else
        error_set(&e,
                  status >= 500   ? ERROR_UPSTREAM
                  : status == 429 ? ERROR_RATE
                                  : ERROR_REJECTED,
                  "%.*s answered the webhook with status %d", STR_ARG(host), status);
    e.status = status;
    e.retry = retry_status(status, "");
    e.retry_after_ms = net_retry_after_ms(response, clock_wall_ms());
    try_again_or_fail(call, &e);
}

static void webhook_event(struct call *call, const struct net_event *event)
{
    const struct net_response *response;
    struct error e;

    if (event->type == NET_TIMER) {
        post(call);
    } else if (event->type == NET_DONE) {
        struct net_exchange *exchange = event->exchange;

        if (net_exchange_result(exchange, &response, &e) < 0)
            try_again_or_fail(call, &e);
        else
            answered(call, response);
        call_forget(call, exchange);
    }
}

const struct call_type webhook_call_type = { .name = "webhook", .begin = webhook_begin, .event = webhook_event };
