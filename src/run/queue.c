/* Which run works next: fair shares between users.
 *
 * Each user who has runs here has a share: those that wait, in order, and how
 * many work. A free thread goes to the share with the fewest at work, among
 * equals to the run that has waited longest; a share at its limit waits. With
 * one user, or none, that is first come, first served.
 *
 * Everything is called with the engine's lock held. */
#include <stdlib.h>
#include <string.h>

#include "run/engine_internal.h"

static struct share *share_of(struct engine *engine, struct str owner)
{
    struct share *s = engine->shares;

    while (s && !str_is(owner, s->owner))
        s = s->next;
    if (s)
        return s;
    s = memory_alloc(sizeof *s);
    *s = (struct share){ .next = engine->shares };
    snprintf(s->owner, sizeof s->owner, "%.*s", STR_ARG(owner));
    engine->shares = s;
    return s;
}

static void share_drop(struct engine *engine, struct share *share)
{
    struct share **at = &engine->shares;

    if (share->working || share->first)
        return;
    while (*at != share)
        at = &(*at)->next;
    *at = share->next;
    free(share);
}

/* The share whose turn it is; NULL: nobody may begin. */
static struct share *next_share(struct engine *engine)
{
    struct share *best = NULL;

    for (struct share *s = engine->shares; s; s = s->next) {
        if (!s->first || (s->limit > 0 && s->working >= s->limit))
            continue;
        if (!best || s->working < best->working ||
            (s->working == best->working && s->first->ticket < best->first->ticket))
            best = s;
    }
    return best;
}

static void queue_run(struct engine *engine)
{
    int most = engine->settings.run_threads ? engine->settings.run_threads : 1000;
    struct share *share;

    while (!engine->closing && engine->working < most && (share = next_share(engine))) {
        struct live_run *live = share->first;

        share->first = live->queued;
        live->queued = NULL;
        live->holds = true;
        share->working++;
        engine->working++;
        pool_submit(engine->runs, live_run_work, live);
    }
}

void queue_add(struct engine *engine, struct live_run *live, int64_t limit)
{
    struct share *share = share_of(engine, str(live->owner));
    struct live_run **at = &share->first;

    share->limit = limit;
    live->activity = ACTIVITY_QUEUED;
    live->ticket = ++engine->tickets;
    while (*at)
        at = &(*at)->queued;
    *at = live;
    queue_run(engine);
}

void queue_leave(struct engine *engine, struct live_run *live)
{
    struct share *share = share_of(engine, str(live->owner));

    for (struct live_run **at = &share->first; *at; at = &(*at)->queued)
        if (*at == live) {
            *at = live->queued;
            break;
        }
    if (live->holds) {
        share->working--;
        engine->working--;
        live->holds = false;
    }
    live->queued = NULL;
    share_drop(engine, share);
    queue_run(engine);
}
