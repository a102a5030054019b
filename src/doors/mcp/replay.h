/* Events of a session's streams, kept for a client that lost its connection and comes back (Last-Event-ID).
 *
 * Bounded: the oldest go when the session has too many, or all sessions together. Threads: whoever owns it has a lock. */
#ifndef FATHOM_DOORS_MCP_REPLAY_H
#define FATHOM_DOORS_MCP_REPLAY_H

#include <stdint.h>

#include "base/str.h"

enum { REPLAY_MAX = 4 << 20, REPLAY_ALL_MAX = 64 << 20 };

struct replay_event {
    struct replay_event *next;
    int64_t stream, number; /* numbers of a stream grow by one */
    struct str text;        /* as it was sent */
};

struct replay {
    struct replay_event *first, *last;
    size_t bytes;
    size_t *all; /* bytes of all sessions */
};

void replay_init(struct replay *replay, size_t *all);
void replay_free(struct replay *replay);
/* Keeps a copy. One that is too long by itself is not kept, and what came before it goes as well. */
void replay_add(struct replay *replay, int64_t stream, int64_t number, struct str text);
/* Is something of the stream kept, and everything that came behind that number? */
bool replay_reaches(const struct replay *replay, int64_t stream, int64_t number);
/* The next event of the stream behind that number; `at` is the one before, NULL at first. NULL: there is none. */
const struct replay_event *replay_next(const struct replay *replay, const struct replay_event *at, int64_t stream,
                                       int64_t number);

#endif
