#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Blocks double up to a size that wastes little: there may be thousands of arenas. */
enum { FIRST_BLOCK = 2048, LARGEST_BLOCK = 32 * 1024 };

struct block {
    struct block *next;
    size_t size, used;
    alignas(max_align_t) unsigned char data[];
};

struct cleanup {
    struct cleanup *next;
    void (*fn)(void *);
    void *data;
};

struct arena {
    struct block *blocks; /* the one in use first */
    struct cleanup *cleanups;
    size_t bytes, next_size;
};

static void out_of_memory(size_t size)
{
    char text[96];
    int n = snprintf(text, sizeof text, "fathom: out of memory (%zu bytes); the run can be resumed\n", size);

    if (n > 0 && write(2, text, (size_t) n) < 0)
        abort();
    abort();
}

void *memory_alloc(size_t size)
{
    void *p = malloc(size ? size : 1);

    if (!p)
        out_of_memory(size);
    return p;
}

void *memory_realloc(void *data, size_t size)
{
    void *p = realloc(data, size ? size : 1);

    if (!p)
        out_of_memory(size);
    return p;
}

struct arena *arena_new(void)
{
    struct arena *arena = memory_alloc(sizeof *arena);

    *arena = (struct arena){ .next_size = FIRST_BLOCK };
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct cleanup *c = arena->cleanups; c; c = c->next)
        c->fn(c->data);
    for (struct block *b = arena->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

static struct block *block_add(struct arena *arena, size_t need)
{
    size_t size = arena->next_size > need ? arena->next_size : need;
    struct block *b = memory_alloc(sizeof *b + size);

    *b = (struct block){ .size = size };
    arena->bytes += sizeof *b + size;
    /* A large object gets a block of its own behind the one in use. */
    if (need > arena->next_size && arena->blocks) {
        b->next = arena->blocks->next;
        arena->blocks->next = b;
    } else {
        b->next = arena->blocks;
        arena->blocks = b;
        if (arena->next_size < LARGEST_BLOCK)
            arena->next_size *= 2;
    }
    return b;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    const size_t align = alignof(max_align_t);

    if (size > SIZE_MAX / 2)
        out_of_memory(size);
    size = (size + align - 1) & ~(align - 1);
    if (size == 0)
        size = align;
    struct block *b = arena->blocks;
    if (!b || b->size - b->used < size)
        b = block_add(arena, size);
    void *p = b->data + b->used;
    b->used += size;
    return memset(p, 0, size);
}

void *arena_calloc(struct arena *arena, size_t n, size_t size)
{
    size_t total;

    if (__builtin_mul_overflow(n, size, &total))
        out_of_memory(SIZE_MAX);
    return arena_alloc(arena, total);
}

void *arena_copy(struct arena *arena, const void *data, size_t size)
{
    void *p = arena_alloc(arena, size);

    if (size)
        memcpy(p, data, size);
    return p;
}

void *arena_grow(struct arena *arena, void *items, size_t *capacity, size_t need, size_t size)
{
    if (items && need <= *capacity)
        return items;

    size_t cap = *capacity ? *capacity * 2 : 8;
    if (cap < need)
        cap = need;
    void *grown = arena_calloc(arena, cap, size);
    if (items && *capacity)
        memcpy(grown, items, *capacity * size);
    *capacity = cap;
    return grown;
}

void arena_cleanup(struct arena *arena, void (*fn)(void *data), void *data)
{
    struct cleanup *c = arena_alloc(arena, sizeof *c);

    *c = (struct cleanup){ arena->cleanups, fn, data };
    arena->cleanups = c;
}

size_t arena_bytes(const struct arena *arena) { return arena->bytes; }
