/* Requests that several ask for at the same time: one asks the world, the others wait for what it gets.
 *
 * Who is first is given the turn and owes an end: shared_give, shared_fail or shared_release. The others ask again after a
 * while (SHARED_WAIT). A turn that is never ended (its call was cut short) runs out by itself. Threads: any. */
#ifndef FATHOM_NET_SHARED_H
#define FATHOM_NET_SHARED_H

#include "base/error.h"
#include "base/str.h"

struct shared;
struct shared *shared_new(void);
void shared_free(struct shared *shared); /* NULL is fine */

enum shared_answer {
    SHARED_TURN,   /* ours: ask, and say what came of it */
    SHARED_WAIT,   /* somebody is at it */
    SHARED_VALUE,  /* it is known: a copy in `arena` */
    SHARED_FAILED, /* it failed, and would again: *e says why */
};
enum { SHARED_AGAIN_MS = 20 }; /* when to ask again */

/* `turn_ms`: how long asking may take. */
enum shared_answer shared_take(struct shared *shared, struct str key, int64_t turn_ms, struct arena *arena,
                               struct str *ret, struct error *e);
/* Ends the turn. Kept for `keep_ms`; with 0 only for those who wait for it now. */
void shared_give(struct shared *shared, struct str key, struct str value, int64_t keep_ms);
void shared_fail(struct shared *shared, struct str key, const struct error *e, int64_t keep_ms);
void shared_release(struct shared *shared, struct str key); /* the next one may try */

#endif
