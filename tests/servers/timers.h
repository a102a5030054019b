/* Timers: a heap of what is due when. */
#ifndef TESTD_TIMERS_H
#define TESTD_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct timer {
    int64_t due_us;
    size_t place; /* in the heap, from 1; 0: not set */
    void (*fn)(struct timer *timer);
};

void timer_set(struct timer *timer, int64_t due_us); /* sets or moves it */
void timer_clear(struct timer *timer);
/* When the next one is due; -1 if none. */
int64_t timers_next(void);
bool timers_few(void); /* so few that waiting exactly costs little */
/* Calls what is due. */
void timers_run(int64_t now_us);

#endif
