#include "net/call.h"

#include <assert.h>

#include "base/clock.h"
#include "net/errand.h"

enum { QUEUE_SLACK_MS = 1000 };

/* --- for call types --- */

struct call_tag *call_tag(struct call *call, int slot)
{
    assert(slot >= 0 && slot < CALL_SLOTS);
    call->tags[slot] = (struct call_tag){ call };
    return &call->tags[slot];
}

struct net_exchange *call_send(struct call *call, const struct net_request *request, int slot)
{
    struct net_request bounded = *request;

    assert(!call->exchanges[slot] && "call_forget the slot's last exchange first");
    if (call->deadline_ms > 0) {
        int64_t left = call->deadline_ms - clock_monotonic_ms();

        if (left < 1)
            left = 1;
        bounded.bounded = bounded.timeout_ms <= 0 || bounded.timeout_ms > left;
        if (bounded.bounded)
            bounded.timeout_ms = left;
        /* A call that gets no turn fails just before its deadline, so that its error names the limiter and not the
         * service. */
        int64_t queue = left - (left / 2 < QUEUE_SLACK_MS ? left / 2 : QUEUE_SLACK_MS);
        if (bounded.queue_ms <= 0 || bounded.queue_ms > queue)
            bounded.queue_ms = queue > 0 ? queue : 1;
    }
    call->exchanges[slot] = net_send(call->wait, &bounded, call_tag(call, slot));
    return call->exchanges[slot];
}

void call_timer(struct call *call, int64_t at_ms, int slot) { net_timer(call->wait, at_ms, call_tag(call, slot)); }

int call_slot(const struct call *call, const struct net_event *event)
{
    const struct call_tag *tag = event->tag;

    assert(tag->call == call);
    return (int) (tag - call->tags);
}

void call_forget(struct call *call, struct net_exchange *exchange)
{
    for (int slot = 0; slot < CALL_SLOTS; slot++)
        if (call->exchanges[slot] == exchange)
            call->exchanges[slot] = NULL;
    net_exchange_free(exchange);
}

/* splitmix64: each call walks its own sequence from its seed. */
uint64_t call_random(struct call *call)
{
    uint64_t z = call->random += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void call_note(struct call *call, const struct call_note *note)
{
    struct call_note *mine = arena_copy(call->arena, note, sizeof *note);
    struct str *const texts[] = { &mine->service, &mine->model, &mine->what, &mine->from, &mine->to, &mine->reason };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = str_dup(call->arena, *texts[i]);
    mine->next = NULL;
    *call->notes_end = mine;
    call->notes_end = &mine->next;
}

void call_note_retry(struct call *call, struct str service, int64_t attempt, int64_t delay_ms, struct str reason)
{
    call_note(call, &(struct call_note){ .type = NOTE_RETRY,
                                         .service = service,
                                         .attempt = attempt,
                                         .after = (double) delay_ms / 1000.0,
                                         .reason = reason });
}

bool call_cache_get(struct call *call, const char *name, struct hash key, struct str *ret)
{
    return call->cache && call->cache->get(call->cache->context, name, key, call->arena, ret);
}

void call_cache_put(struct call *call, const char *name, struct hash key, struct str value, int64_t ttl_ms)
{
    struct call_cache_row **end = &call->cache_rows;

    while (*end)
        end = &(*end)->next;
    *end = arena_alloc(call->arena, sizeof **end);
    **end = (struct call_cache_row){ name, key, str_dup(call->arena, value), ttl_ms, NULL };
}

void call_done(struct call *call, struct str body, struct str answered_by)
{
    assert(!call->done);
    call->done = true;
    call->result = 0;
    call->body = body;
    call->answered_by = answered_by;
}

void call_fail(struct call *call, const struct error *e)
{
    assert(!call->done && e->code > 0);
    call->done = true;
    call->result = -e->code;
    call->error = *e;
}

/* --- for drivers --- */

/* No event of this call comes afterwards. */
static void release(struct call *call)
{
    call_errands_end(call); /* before the timers go: an answer sets one */
    for (int slot = 0; slot < CALL_SLOTS; slot++) {
        if (call->exchanges[slot])
            net_abort(call->exchanges[slot]);
        call->exchanges[slot] = NULL;
        if (call->tags[slot].call)
            net_timer_cancel(call->wait, &call->tags[slot]);
        call->tags[slot].call = NULL;
    }
}

void call_begin(struct call *call, const struct request *request, struct net *net, struct net_wait *wait,
                struct arena *arena)
{
    call->type = request->type;
    call->net = net;
    call->wait = wait;
    call->arena = arena;
    call->notes = NULL;
    call->notes_end = &call->notes;
    error_clear(&call->error);
    call->type->begin(call, request->argument);
    if (call->done)
        release(call);
}

void call_event(const struct net_event *event)
{
    const struct call_tag *tag = event->tag;

    if (!tag || !tag->call || tag->call->done)
        return;
    struct call *call = tag->call;
    call->type->event(call, event);
    if (call->done)
        release(call);
}

void call_abort(struct call *call)
{
    if (!call->type)
        return;
    if (!call->done && call->type->abort)
        call->type->abort(call);
    release(call);
}

void call_free(struct call *call)
{
    if (call->type)
        release(call);
}

static int64_t next_deadline(struct call *const calls[], size_t n, int64_t now_ms)
{
    int64_t next = -1;

    for (size_t i = 0; i < n; i++) {
        struct call *call = calls[i];

        if (call->done || call->deadline_ms <= 0)
            continue;
        if (call->deadline_ms <= now_ms) {
            struct error e;

            call_abort(call);
            if (call->done) /* it had something to leave behind */
                continue;
            error_set(&e, ERROR_TIMEOUT, "the %s call was not answered in time", call->type->name);
            call_fail(call, &e);
        } else if (next < 0 || call->deadline_ms < next) {
            next = call->deadline_ms;
        }
    }
    return next;
}

static bool all_done(struct call *const calls[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!calls[i]->done)
            return false;
    return true;
}

void call_drive(struct call *const calls[], size_t n)
{
    for (;;) {
        struct net_event event;
        int64_t deadline = next_deadline(calls, n, clock_monotonic_ms());

        if (all_done(calls, n))
            return;
        net_wait_next(calls[0]->wait, deadline, &event);
        if (event.type == NET_DATA || event.type == NET_DONE || event.type == NET_TIMER)
            call_event(&event);
    }
}

int call_alone(struct net *net, const struct request *request, int64_t timeout_ms, struct arena *arena,
               struct usage *usage, struct str *ret, struct error *e)
{
    struct net_wait *wait = net_wait_new(net);
    struct call call = { .wall_ms = clock_wall_ms(),
                         .random = (uint64_t) clock_monotonic_us(),
                         .deadline_ms = clock_monotonic_ms() + timeout_ms };
    struct call *calls[] = { &call };

    call_begin(&call, request, net, wait, arena);
    call_drive(calls, 1);
    int r = call.result;
    if (r < 0 && e)
        *e = call.error;
    if (r == 0)
        *ret = str_dup(arena, call.body);
    if (usage)
        usage_add(usage, &call.usage);
    call_free(&call);
    net_wait_free(wait);
    return r;
}
