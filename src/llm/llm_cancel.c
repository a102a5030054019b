/* Stopping a job in the background at its service: one request, whose answer says nothing that we need. */
#include "llm/family.h"
#include "llm/internal.h"
#include "text/json.h"

enum { SLOT_CANCEL = 0 };

struct cancelling {
    const struct llm_family *family;
    struct llm_attempt *attempt;
};

static void cancel_begin(struct call *call, const void *argument)
{
    const struct cancelling *c = argument;
    struct net_request request;
    struct error e = { .retry_after_ms = -1 };

    if (c->family->cancel(c->attempt, &request, &e) < 0) {
        call_fail(call, &e);
        return;
    }
    request.timeout_ms = request.stall_ms = c->attempt->provider->timeout_ms;
    call_send(call, &request, SLOT_CANCEL);
}

static void cancel_event(struct call *call, const struct net_event *event)
{
    const struct net_response *response;
    struct error e = { .retry_after_ms = -1 };

    if (event->type != NET_DONE)
        return;
    int r = net_exchange_result(event->exchange, &response, &e);
    if (r == 0 && response->status / 100 != 2)
        r = error_set(&e, ERROR_UPSTREAM, "the service answered with %d", response->status);
    call_forget(call, event->exchange);
    if (r < 0)
        call_fail(call, &e);
    else
        call_done(call, str(""), str(""));
}

static const struct call_type cancel_type = { .name = "cancel", .begin = cancel_begin, .event = cancel_event };

bool llm_cancel_request(const struct llm *llm, struct arena *arena, struct str job, struct request *ret)
{
    ptrdiff_t at = str_find_char(job, '#', 0);
    struct cancelling *c = arena_alloc(arena, sizeof *c);

    if (at < 0)
        return false;
    c->attempt = attempt_new(arena);
    c->attempt->model = model_find(llm, arena, str_sub(job, 0, (size_t) at), NULL);
    c->attempt->provider = provider_find(llm, c->attempt->model->provider);
    c->attempt->remote_id = str_sub(job, (size_t) at + 1, job.len);
    if (!c->attempt->provider)
        return false;
    c->family = c->attempt->provider->row->search_family ? c->attempt->provider->row->search_family
                                                         : c->attempt->provider->family;
    *ret = (struct request){ .type = &cancel_type, .argument = c };
    return c->family->cancel;
}
