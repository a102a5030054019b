#include "timers.h"

#include "base/arena.h"

static struct timer **heap;
static size_t heap_n, heap_capacity;

static void put(struct timer *timer, size_t place)
{
    heap[place - 1] = timer;
    timer->place = place;
}

static void sift_up(struct timer *timer, size_t place)
{
    while (place > 1 && heap[place / 2 - 1]->due_us > timer->due_us) {
        put(heap[place / 2 - 1], place);
        place /= 2;
    }
    put(timer, place);
}

static void sift_down(struct timer *timer, size_t place)
{
    for (size_t child; (child = place * 2) <= heap_n; place = child) {
        if (child < heap_n && heap[child]->due_us < heap[child - 1]->due_us)
            child++;
        if (heap[child - 1]->due_us >= timer->due_us)
            break;
        put(heap[child - 1], place);
    }
    put(timer, place);
}

void timer_clear(struct timer *timer)
{
    size_t place = timer->place;
    struct timer *last;

    if (!place)
        return;
    timer->place = 0;
    last = heap[--heap_n];
    if (last == timer)
        return;
    sift_up(last, place);
    sift_down(last, last->place);
}

void timer_set(struct timer *timer, int64_t due_us)
{
    timer_clear(timer);
    timer->due_us = due_us;
    if (heap_n == heap_capacity) {
        heap_capacity = heap_capacity ? heap_capacity * 2 : 64;
        heap = memory_realloc(heap, heap_capacity * sizeof *heap);
    }
    sift_up(timer, ++heap_n);
}

bool timers_few(void) { return heap_n <= 16; }

int64_t timers_next(void) { return heap_n ? heap[0]->due_us : -1; }

void timers_run(int64_t now_us)
{
    while (heap_n && heap[0]->due_us <= now_us) {
        struct timer *timer = heap[0];

        timer_clear(timer);
        timer->fn(timer);
    }
    if (heap_n == 0) {
        free(heap);
        heap = NULL;
        heap_capacity = 0;
    }
}
