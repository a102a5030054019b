/* Arenas: memory that lives and dies together.
 *
 * One arena per run, phase, branch or request. Allocations are never freed one
 * by one. Running out of memory ends the process: the journal has everything
 * that was paid for, and no caller could do better.
 *
 * Threads: an arena belongs to one thread at a time. */
#ifndef FATHOM_BASE_ARENA_H
#define FATHOM_BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena); /* runs the cleanups; NULL is fine */

/* Zeroed memory, aligned for any object. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((returns_nonnull, malloc, alloc_size(2)));
void *arena_calloc(struct arena *arena, size_t n, size_t size)
    __attribute__((returns_nonnull, malloc, alloc_size(2, 3)));
void *arena_copy(struct arena *arena, const void *data, size_t size) __attribute__((returns_nonnull));

/* Grows an array in the arena so that it holds at least `need` items of `size`
 * bytes: returns the array (moved or not) and updates *capacity. */
void *arena_grow(struct arena *arena, void *items, size_t *capacity, size_t need, size_t size)
    __attribute__((returns_nonnull));

/* Calls fn(data) when the arena is freed, last registered first. */
void arena_cleanup(struct arena *arena, void (*fn)(void *data), void *data);

size_t arena_bytes(const struct arena *arena); /* taken from the system */

/* malloc that cannot fail: ends the process with a message instead. */
void *memory_alloc(size_t size) __attribute__((returns_nonnull, malloc, alloc_size(1)));
void *memory_realloc(void *data, size_t size) __attribute__((returns_nonnull));

#endif
