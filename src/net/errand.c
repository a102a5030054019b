#include "net/errand.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

struct errand {
    struct errand *next; /* of the call, as is the slot */
    int slot;
    pthread_mutex_t lock; /* guards the rest */
    int holds;
    struct net_wait *wait; /* of the call; NULL: not wanted any more */
    void *tag;
    bool done;
    char *body;
    size_t body_n;
    struct error *error; /* NULL: it was answered */
};

static struct errand **place(struct call *call, int slot)
{
    struct errand **at = &call->errands;

    while (*at && (*at)->slot != slot)
        at = &(*at)->next;
    return at;
}

struct errand *call_errand(struct call *call, int slot)
{
    struct errand *errand = memory_alloc(sizeof *errand);

    assert(!*place(call, slot) && !call->exchanges[slot]);
    *errand = (struct errand){ .slot = slot, .next = call->errands, .holds = 2, .wait = call->wait };
    pthread_mutex_init(&errand->lock, NULL);
    errand->tag = call_tag(call, slot);
    call->errands = errand;
    return errand;
}

void errand_drop(struct errand *errand)
{
    if (!errand)
        return;
    pthread_mutex_lock(&errand->lock);
    bool last = --errand->holds == 0;
    pthread_mutex_unlock(&errand->lock);
    if (!last)
        return;
    pthread_mutex_destroy(&errand->lock);
    free(errand->body);
    free(errand->error);
    free(errand);
}

static void forget(struct errand **at)
{
    struct errand *errand = *at;

    if (!errand)
        return;
    *at = errand->next;
    pthread_mutex_lock(&errand->lock);
    errand->wait = NULL;
    pthread_mutex_unlock(&errand->lock);
    errand_drop(errand);
}

void call_errand_forget(struct call *call, int slot)
{
    if (!*place(call, slot))
        return;
    forget(place(call, slot));
    net_timer_cancel(call->wait, call_tag(call, slot)); /* it may have been answered just now */
}

void call_errands_end(struct call *call)
{
    while (call->errands)
        forget(&call->errands);
}

int errand_result(struct call *call, int slot, struct str *ret, struct error *e)
{
    struct errand *errand = *place(call, slot);
    int r = 1;

    if (!errand)
        return 1;
    pthread_mutex_lock(&errand->lock);
    if (errand->done && errand->error) {
        r = -errand->error->code;
        *e = *errand->error;
    } else if (errand->done) {
        r = 0;
        *ret = str_dup(call->arena, str_n(errand->body, errand->body_n));
    }
    pthread_mutex_unlock(&errand->lock);
    if (r <= 0)
        call_errand_forget(call, slot);
    return r;
}

bool errand_wanted(struct errand *errand)
{
    pthread_mutex_lock(&errand->lock);
    bool wanted = errand->wait && !errand->done;
    pthread_mutex_unlock(&errand->lock);
    return wanted;
}

/* With the lock held: while it is, the call cannot leave its wait. */
static void finish(struct errand *errand)
{
    errand->done = true;
    if (errand->wait)
        net_timer(errand->wait, clock_monotonic_ms(), errand->tag);
}

void errand_answer(struct errand *errand, struct str body)
{
    pthread_mutex_lock(&errand->lock);
    if (!errand->done) {
        errand->body = memory_alloc(body.len + 1);
        if (body.len)
            memcpy(errand->body, body.data, body.len);
        errand->body_n = body.len;
        finish(errand);
    }
    pthread_mutex_unlock(&errand->lock);
}

void errand_fail(struct errand *errand, const struct error *e)
{
    pthread_mutex_lock(&errand->lock);
    if (!errand->done) {
        errand->error = memory_alloc(sizeof *errand->error);
        *errand->error = *e;
        finish(errand);
    }
    pthread_mutex_unlock(&errand->lock);
}
