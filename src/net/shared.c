#include "net/shared.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { ENTRIES_MAX = 512, BYTES_MAX = 32 << 20, LINGER_MS = 5000 };

struct entry {
    struct entry *next;
    struct str key, value;
    struct error error; /* code 0: none */
    bool under_way;
    size_t waiting;   /* asked while it was under way */
    int64_t until_ms; /* of the turn, or of what is known */
};

struct shared {
    pthread_mutex_t lock;
    struct entry *entries; /* the newest first */
    size_t n, bytes;
};

struct shared *shared_new(void)
{
    struct shared *shared = memory_alloc(sizeof *shared);

    *shared = (struct shared){ 0 };
    pthread_mutex_init(&shared->lock, NULL);
    return shared;
}

static struct str copy(struct str s)
{
    char *bytes = memory_alloc(s.len + 1);

    if (s.len)
        memcpy(bytes, s.data, s.len);
    bytes[s.len] = '\0';
    return str_n(bytes, s.len);
}

static void drop(struct shared *shared, struct entry **slot)
{
    struct entry *entry = *slot;

    *slot = entry->next;
    shared->n--;
    shared->bytes -= entry->value.len;
    free((char *) entry->key.data);
    free((char *) entry->value.data);
    free(entry);
}

void shared_free(struct shared *shared)
{
    if (!shared)
        return;
    while (shared->entries)
        drop(shared, &shared->entries);
    pthread_mutex_destroy(&shared->lock);
    free(shared);
}

static struct entry **find(struct shared *shared, struct str key)
{
    struct entry **slot = &shared->entries;

    while (*slot && !str_eq((*slot)->key, key))
        slot = &(*slot)->next;
    return slot;
}

/* Removes the oldest entries. Turns stay, because their owners will still end them. */
static void make_room(struct shared *shared)
{
    while (shared->n > ENTRIES_MAX || shared->bytes > BYTES_MAX) {
        struct entry **oldest = NULL;

        for (struct entry **slot = &shared->entries; *slot; slot = &(*slot)->next)
            if (!(*slot)->under_way)
                oldest = slot;
        if (!oldest)
            return;
        drop(shared, oldest);
    }
}

static void begin_turn(struct shared *shared, struct str key, int64_t until_ms)
{
    struct entry *entry = memory_alloc(sizeof *entry);

    *entry = (struct entry){ .next = shared->entries, .key = copy(key), .under_way = true, .until_ms = until_ms };
    shared->entries = entry;
    shared->n++;
    make_room(shared);
}

enum shared_answer shared_take(struct shared *shared, struct str key, int64_t turn_ms, struct arena *arena,
                               struct str *ret, struct error *e)
{
    int64_t now = clock_monotonic_ms();
    enum shared_answer answer = SHARED_TURN;

    pthread_mutex_lock(&shared->lock);
    struct entry **slot = find(shared, key), *entry = *slot;
    if (entry && entry->until_ms <= now) {
        drop(shared, slot);
        entry = NULL;
    }
    if (!entry) {
        begin_turn(shared, key, now + turn_ms);
    } else if (entry->under_way) {
        entry->waiting++;
        answer = SHARED_WAIT;
    } else if (entry->error.code) {
        if (e)
            *e = entry->error;
        answer = SHARED_FAILED;
    } else {
        *ret = str_dup(arena, entry->value);
        answer = SHARED_VALUE;
    }
    pthread_mutex_unlock(&shared->lock);
    return answer;
}

static void end_turn(struct shared *shared, struct str key, const struct str *value, const struct error *e,
                     int64_t keep_ms)
{
    pthread_mutex_lock(&shared->lock);
    struct entry **slot = find(shared, key), *entry = *slot;
    if (entry && entry->under_way) {
        if (keep_ms <= 0 && entry->waiting)
            keep_ms = LINGER_MS;
        if (keep_ms <= 0 || (!value && !e)) {
            drop(shared, slot);
        } else {
            entry->under_way = false;
            entry->until_ms = clock_monotonic_ms() + keep_ms;
            if (value) {
                entry->value = copy(*value);
                shared->bytes += value->len;
            }
            if (e)
                entry->error = *e;
            make_room(shared);
        }
    }
    pthread_mutex_unlock(&shared->lock);
}

void shared_give(struct shared *shared, struct str key, struct str value, int64_t keep_ms)
{
    end_turn(shared, key, &value, NULL, keep_ms);
}

void shared_fail(struct shared *shared, struct str key, const struct error *e, int64_t keep_ms)
{
    end_turn(shared, key, NULL, e, keep_ms);
}

void shared_release(struct shared *shared, struct str key) { end_turn(shared, key, NULL, NULL, 0); }
