/* A map from words to numbers: stop words, lexicons, vocabularies.
 *
 * Open addressing in an arena; it only grows. Keys are not copied: they live
 * as long as the map, or are given as copies by the caller.
 * Threads: reading one that nobody writes is safe. */
#ifndef FATHOM_TEXT_WORDMAP_H
#define FATHOM_TEXT_WORDMAP_H

#include "base/str.h"

struct wordmap_slot {
    struct str key;
    uint32_t hash, value;
};

struct wordmap {
    struct arena *arena;
    struct wordmap_slot *slots; /* a power of two of them; empty ones have key.data NULL */
    size_t n, slots_n;
};

void wordmap_init(struct wordmap *map, struct arena *arena, size_t expected);
/* The value of a key, or -1. */
int64_t wordmap_get(const struct wordmap *map, struct str key);
/* The same for callers that have the key's hash already. */
uint32_t wordmap_hash(struct str key);
int64_t wordmap_find(const struct wordmap *map, struct str key, uint32_t hash);
/* Sets the value, over an older one too. */
void wordmap_put(struct wordmap *map, struct str key, uint32_t value);
/* The value of a key; a new one gets `fresh`, and then *ret_new is true. A new
 * key is copied into the map's arena when `copy` is set. */
uint32_t wordmap_intern(struct wordmap *map, struct str key, uint32_t fresh, bool copy, bool *ret_new);

#endif
