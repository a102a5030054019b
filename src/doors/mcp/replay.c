#include "doors/mcp/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

void replay_init(struct replay *replay, size_t *all) { *replay = (struct replay){ .all = all }; }

static size_t size_of(const struct replay_event *event) { return sizeof *event + event->text.len; }

static void forget_first(struct replay *replay)
{
    struct replay_event *event = replay->first;

    replay->first = event->next;
    if (!replay->first)
        replay->last = NULL;
    replay->bytes -= size_of(event);
    *replay->all -= size_of(event);
    free(event);
}

void replay_free(struct replay *replay)
{
    while (replay->first)
        forget_first(replay);
}

void replay_add(struct replay *replay, int64_t stream, int64_t number, struct str text)
{
    size_t size = sizeof(struct replay_event) + text.len;

    while (replay->first && (replay->bytes + size > REPLAY_MAX || *replay->all + size > REPLAY_ALL_MAX))
        forget_first(replay);
    if (size > REPLAY_MAX || *replay->all + size > REPLAY_ALL_MAX)
        return;
    struct replay_event *event = memory_alloc(size);
    char *copy = (char *) (event + 1);
    memcpy(copy, text.data, text.len);
    *event = (struct replay_event){ .stream = stream, .number = number, .text = str_n(copy, text.len) };
    if (replay->last)
        replay->last->next = event;
    else
        replay->first = event;
    replay->last = event;
    replay->bytes += size;
    *replay->all += size;
}

bool replay_reaches(const struct replay *replay, int64_t stream, int64_t number)
{
    for (const struct replay_event *event = replay->first; event; event = event->next)
        if (event->stream == stream)
            return event->number <= number + 1 && number >= 0;
    return false;
}

const struct replay_event *replay_next(const struct replay *replay, const struct replay_event *at, int64_t stream,
                                       int64_t number)
{
    const struct replay_event *event = at ? at->next : replay->first;

    while (event && (event->stream != stream || event->number <= number))
        event = event->next;
    return event;
}
