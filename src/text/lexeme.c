/* Open addressing over pointers that are set once. Who adds a word makes its
 * entry first and then puts it into an empty slot by one atomic exchange; who
 * loses the race takes the winner's. Probing is bounded, so that words chosen to
 * collide cost no more than words that are not kept. */
#include "text/lexeme.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "text/wordmap.h"

enum {
    SLOTS = 1 << 15,
    ENTRIES_MAX = SLOTS / 2,
    PROBES_MAX = 16,
    WORD_MAX = 40
}; /* of bytes: WORD_SHORT of text/words.h */

static _Atomic(const struct lexeme *) slots[SLOTS];
static atomic_int entries;

/* Eight bytes at a time; only this table uses it. */
static uint64_t hash_of_word(const struct language *language, struct str fold)
{
    uint64_t h = (uint64_t) (uintptr_t) language ^ fold.len;

    for (size_t at = 0; at < fold.len; at += 8) {
        uint64_t word = 0;
        size_t left = fold.len - at;

        memcpy(&word, fold.data + at, left < 8 ? left : 8);
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

static bool is_it(const struct lexeme *lexeme, const struct language *language, struct str fold, uint64_t hash)
{
    return lexeme->hash == hash && lexeme->language == language && str_eq(lexeme->fold, fold);
}

static struct lexeme *lexeme_new(const struct language *language, struct str fold, uint64_t hash)
{
    struct arena *scratch = arena_new();
    struct str stem = language_stem(language, scratch, fold);
    struct lexeme *lexeme = memory_alloc(sizeof *lexeme + fold.len + stem.len + 2);
    char *text = (char *) (lexeme + 1);

    memcpy(text, fold.data, fold.len);
    text[fold.len] = '\0';
    memcpy(text + fold.len + 1, stem.data, stem.len);
    text[fold.len + 1 + stem.len] = '\0';
    *lexeme = (struct lexeme){ .language = language,
                               .fold = str_n(text, fold.len),
                               .stem = str_n(text + fold.len + 1, stem.len),
                               .hash = hash,
                               .stop = language_is_stop(language, fold),
                               .negation = language_is_negation(language, fold) };
    lexeme->stem_hash = wordmap_hash(lexeme->stem);
    arena_free(scratch);
    return lexeme;
}

const struct lexeme *lexeme_of(const struct language *language, struct str fold)
{
    if (fold.len == 0 || fold.len > WORD_MAX)
        return NULL;
    uint64_t hash = hash_of_word(language, fold);
    struct lexeme *mine = NULL;

    for (size_t i = 0; i < PROBES_MAX; i++) {
        _Atomic(const struct lexeme *) *slot = &slots[(hash + i) % SLOTS];
        const struct lexeme *found = atomic_load_explicit(slot, memory_order_acquire);

        if (!found) {
            if (!mine && atomic_load_explicit(&entries, memory_order_relaxed) >= ENTRIES_MAX)
                return NULL;
            mine = mine ? mine : lexeme_new(language, fold, hash);
            if (atomic_compare_exchange_strong(slot, &found, mine)) {
                atomic_fetch_add(&entries, 1);
                return mine;
            }
        }
        if (is_it(found, language, fold, hash)) {
            free(mine);
            return found;
        }
    }
    free(mine);
    return NULL;
}
