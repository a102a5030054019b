#include "judge/similar.h"

#include <assert.h>
#include <stdlib.h>

#include "base/order.h"
#include "text/utf8.h"

enum {
    WORDS = 5,           /* in a sequence */
    NEAR_LIKENESS = 500, /* half of all sequences in common */
    NEAR_CONTAINMENT = 750,
    CONTAINED_MIN = 40, /* sequences; shorter texts are inside anything */
    BANDS = 64,
    BAND_ROWS = SKETCH_SIZE / BANDS,
};

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* The next word's hash, whatever its case: letters and digits, or one CJK character. */
static bool next_word(struct str text, size_t *at, uint64_t *ret)
{
    uint64_t hash = 0xcbf29ce484222325u;
    bool any = false;

    while (*at < text.len) {
        size_t start = *at;
        int32_t c = utf8_next(text, at);

        if (c >= 'A' && c <= 'Z')
            c += 32;
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 0x80 && utf8_is_word(c));
        bool alone = c >= 0x2e80 && utf8_is_cjk(c);
        if ((!word || alone) && any) {
            *at = start;
            break;
        }
        if (!word)
            continue;
        hash = (hash ^ (uint64_t) c) * 0x100000001b3u;
        any = true;
        if (alone)
            break;
    }
    *ret = hash;
    return any;
}

struct set {
    uint64_t *slots;
    size_t n, mask;
};

static bool set_add(struct set *set, uint64_t value)
{
    size_t at = (size_t) value & set->mask;

    value |= 1; /* 0 is an empty slot */
    for (; set->slots[at]; at = (at + 1) & set->mask)
        if (set->slots[at] == value)
            return false;
    set->slots[at] = value;
    set->n++;
    return true;
}

/* One round of hashing fills one of the places; what stays empty borrows from
 * its neighbour, so that a sequence costs one step and not SKETCH_SIZE. */
static void densify(struct sketch *s, const bool *filled)
{
    for (size_t i = 0; i < SKETCH_SIZE; i++) {
        size_t from = i, steps = 0;

        while (!filled[from]) {
            from = (size_t) (mix((uint64_t) i * 131 + ++steps) % SKETCH_SIZE);
            if (steps > 64 * SKETCH_SIZE)
                break;
        }
        if (from != i)
            s->least[i] = s->least[from];
    }
}

void sketch_of(struct str text, struct sketch *ret)
{
    uint64_t window[WORDS] = { 0 }, word;
    size_t words = 0, capacity = 64;
    bool filled[SKETCH_SIZE] = { false };
    struct sketch s = { .sequences = 0 };

    while (capacity < text.len) /* a sequence needs at least two bytes of text */
        capacity *= 2;
    struct set set = { memory_alloc(capacity * sizeof *set.slots), 0, capacity - 1 };
    memset(set.slots, 0, capacity * sizeof *set.slots);
    for (size_t at = 0; next_word(text, &at, &word);) {
        uint64_t sequence = 0;

        window[words++ % WORDS] = word;
        if (words < WORDS)
            continue;
        for (size_t i = 0; i < WORDS; i++)
            sequence = mix(sequence * 31 + window[(words + i) % WORDS]);
        if (!set_add(&set, sequence))
            continue;
        size_t place = (size_t) (sequence >> 40) % SKETCH_SIZE;
        uint32_t value = (uint32_t) mix(sequence);
        if (!filled[place] || value < s.least[place])
            s.least[place] = value;
        filled[place] = true;
    }
    s.sequences = (uint32_t) set.n;
    free(set.slots);
    if (s.sequences)
        densify(&s, filled);
    *ret = s;
}

int sketch_likeness(const struct sketch *a, const struct sketch *b)
{
    int same = 0;

    if (!a->sequences || !b->sequences)
        return 0;
    for (size_t i = 0; i < SKETCH_SIZE; i++)
        same += a->least[i] == b->least[i];
    return same * 1000 / SKETCH_SIZE;
}

int sketch_containment(const struct sketch *a, const struct sketch *b)
{
    int64_t likeness = sketch_likeness(a, b);
    int64_t small = a->sequences < b->sequences ? a->sequences : b->sequences;
    int64_t all = (int64_t) a->sequences + b->sequences;

    if (small == 0)
        return 0;
    /* |A and B| = J / (1 + J) * (|A| + |B|) */
    int64_t common = likeness * all / (1000 + likeness);
    return (int) (common >= small ? 1000 : common * 1000 / small);
}

bool sketch_near(const struct sketch *a, const struct sketch *b)
{
    uint32_t small = a->sequences < b->sequences ? a->sequences : b->sequences;

    return sketch_likeness(a, b) >= NEAR_LIKENESS ||
           (small >= CONTAINED_MIN && sketch_containment(a, b) >= NEAR_CONTAINMENT);
}

struct key {
    uint64_t hash;
    size_t text;
};

static int by_hash(const void *a, const void *b)
{
    const struct key *x = a, *y = b;

    return x->hash != y->hash ? ORDER(x->hash, y->hash) : ORDER(x->text, y->text);
}

static size_t root_of(size_t *parents, size_t i)
{
    while (parents[i] != i)
        i = parents[i] = parents[parents[i]];
    return i;
}

static void join(size_t *parents, size_t a, size_t b)
{
    a = root_of(parents, a);
    b = root_of(parents, b);
    if (a != b)
        parents[a > b ? a : b] = a < b ? a : b; /* the first member leads */
}

/* Texts that agree in a band of their sketches are compared: near ones nearly always do. */
static void join_by_bands(struct arena *arena, const struct sketch *sketches, size_t n, size_t *parents)
{
    struct key *keys = arena_calloc(arena, n, sizeof *keys);

    for (size_t band = 0; band < BANDS; band++) {
        for (size_t i = 0; i < n; i++) {
            uint64_t hash = band;
            for (size_t row = 0; row < BAND_ROWS; row++)
                hash = mix(hash * 31 + sketches[i].least[band * BAND_ROWS + row]);
            keys[i] = (struct key){ sketches[i].sequences ? hash : mix(i), i };
        }
        qsort(keys, n, sizeof *keys, by_hash);
        for (size_t i = 1, first = 0; i < n; i++) {
            if (keys[i].hash != keys[first].hash)
                first = i;
            else if (root_of(parents, keys[i].text) != root_of(parents, keys[first].text) &&
                     sketch_near(&sketches[keys[i].text], &sketches[keys[first].text]))
                join(parents, keys[i].text, keys[first].text);
        }
    }
}

size_t similar_clusters(struct arena *arena, const struct sketch *sketches, size_t n, size_t *ret)
{
    enum { ALL_PAIRS = 400 };
    size_t *parents = arena_calloc(arena, n + 1, sizeof *parents), clusters = 0;

    for (size_t i = 0; i < n; i++)
        parents[i] = i;
    if (n <= ALL_PAIRS) {
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < i; k++)
                if (sketch_near(&sketches[i], &sketches[k]))
                    join(parents, i, k);
    } else {
        join_by_bands(arena, sketches, n, parents);
    }
    for (size_t i = 0; i < n; i++) {
        size_t root = root_of(parents, i);
        assert(root <= i);
        ret[i] = root == i ? clusters++ : ret[root];
    }
    return clusters;
}
