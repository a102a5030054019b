#include "text/wordmap.h"

#include <assert.h>

void wordmap_init(struct wordmap *map, struct arena *arena, size_t expected)
{
    size_t slots = 16;

    while (slots < expected * 2)
        slots *= 2;
    *map = (struct wordmap){ .arena = arena, .slots_n = slots };
    map->slots = arena_calloc(arena, slots, sizeof *map->slots);
}

uint32_t wordmap_hash(struct str key)
{
    uint64_t h = str_hash(key);

    return (uint32_t) (h ^ h >> 32);
}

static struct wordmap_slot *slot_of(const struct wordmap *map, struct str key, uint32_t hash)
{
    for (size_t at = hash & (map->slots_n - 1);; at = (at + 1) & (map->slots_n - 1)) {
        struct wordmap_slot *slot = &map->slots[at];

        if (!slot->key.data)
            return slot;
        if (slot->hash == hash && slot->key.len == key.len && memcmp(slot->key.data, key.data, key.len) == 0)
            return slot;
    }
}

static void grow(struct wordmap *map)
{
    struct wordmap_slot *old = map->slots;
    size_t old_n = map->slots_n;

    map->slots_n *= 2;
    map->slots = arena_calloc(map->arena, map->slots_n, sizeof *map->slots);
    for (size_t i = 0; i < old_n; i++)
        if (old[i].key.data)
            *slot_of(map, old[i].key, old[i].hash) = old[i];
}

int64_t wordmap_find(const struct wordmap *map, struct str key, uint32_t hash)
{
    const struct wordmap_slot *slot;

    if (!key.data || !map->slots_n)
        return -1;
    slot = slot_of(map, key, hash);
    return slot->key.data ? (int64_t) slot->value : -1;
}

int64_t wordmap_get(const struct wordmap *map, struct str key) { return wordmap_find(map, key, wordmap_hash(key)); }

void wordmap_put(struct wordmap *map, struct str key, uint32_t value)
{
    bool fresh;
    uint32_t found = wordmap_intern(map, key, value, false, &fresh);

    if (!fresh && found != value)
        slot_of(map, key, wordmap_hash(key))->value = value;
}

uint32_t wordmap_intern(struct wordmap *map, struct str key, uint32_t fresh, bool copy, bool *ret_new)
{
    uint32_t hash = wordmap_hash(key);
    struct wordmap_slot *slot;

    assert(key.data && map->slots_n);
    slot = slot_of(map, key, hash);
    *ret_new = !slot->key.data;
    if (slot->key.data)
        return slot->value;
    if ((map->n + 1) * 2 > map->slots_n) {
        grow(map);
        slot = slot_of(map, key, hash);
    }
    *slot = (struct wordmap_slot){ copy ? str_dup(map->arena, key) : key, hash, fresh };
    map->n++;
    return fresh;
}
