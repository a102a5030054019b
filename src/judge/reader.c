/* Open addressing over (address, length, language of the words); entries never
 * move. What does not depend on a language hangs on the entry with none. */
#include "judge/reader.h"

enum { SLOTS_FIRST = 64 };

struct entry {
    struct str text;
    const struct language *language; /* of `words` */
    bool has_words, has_numbers, has_sentences;
    const struct language *guess;
    struct words words;
    struct numbers numbers;
    struct sentences sentences;
    void *made[READER_USES];
};

struct reader {
    struct arena *arena;
    struct entry **slots; /* a power of two of them */
    size_t n, slots_n;
};

struct reader *reader_new(struct arena *arena)
{
    struct reader *reader = arena_alloc(arena, sizeof *reader);

    reader->arena = arena;
    return reader;
}

static struct entry **slot_of(const struct reader *reader, struct str text, const struct language *language)
{
    uint64_t h = ((uint64_t) (uintptr_t) text.data ^ (uint64_t) text.len << 40 ^
                  (uint64_t) (uintptr_t) language << 20) *
                 0x9e3779b97f4a7c15u;

    for (size_t at = h >> 32;; at++) {
        struct entry **slot = &reader->slots[at & (reader->slots_n - 1)];

        if (!*slot ||
            ((*slot)->text.data == text.data && (*slot)->text.len == text.len && (*slot)->language == language))
            return slot;
    }
}

static void grow(struct reader *reader)
{
    struct entry **old = reader->slots;
    size_t old_n = reader->slots_n;

    reader->slots_n = old_n ? old_n * 2 : SLOTS_FIRST;
    reader->slots = arena_calloc(reader->arena, reader->slots_n, sizeof *reader->slots);
    for (size_t i = 0; i < old_n; i++)
        if (old[i])
            *slot_of(reader, old[i]->text, old[i]->language) = old[i];
}

static struct entry *entry_of(struct reader *reader, struct str text, const struct language *language)
{
    if (reader->n * 2 >= reader->slots_n)
        grow(reader);
    struct entry **slot = slot_of(reader, text, language);
    if (!*slot) {
        *slot = arena_alloc(reader->arena, sizeof **slot);
        (*slot)->text = text;
        (*slot)->language = language;
        reader->n++;
    }
    return *slot;
}

struct arena *reader_arena(struct reader *reader) { return reader->arena; }

void **reader_made(struct reader *reader, struct str text, enum reader_use use)
{
    return &entry_of(reader, text, NULL)->made[use];
}

const struct language *reader_language(struct reader *reader, struct str text)
{
    struct entry *entry = entry_of(reader, text, NULL);

    if (!entry->guess)
        entry->guess = language_guess(text);
    return entry->guess;
}

const struct words *reader_words(struct reader *reader, struct str text, const struct language *language)
{
    struct entry *entry = entry_of(reader, text, language);

    if (!entry->has_words)
        words_of(reader->arena, text, language, &entry->words);
    entry->has_words = true;
    return &entry->words;
}

const struct numbers *reader_numbers(struct reader *reader, struct str text)
{
    struct entry *entry = entry_of(reader, text, NULL);

    if (!entry->has_numbers)
        numbers_of(reader->arena, text, &entry->numbers);
    entry->has_numbers = true;
    return &entry->numbers;
}

const struct sentences *reader_sentences(struct reader *reader, struct str text)
{
    struct entry *entry = entry_of(reader, text, NULL);

    if (!entry->has_sentences)
        sentences_of(reader->arena, text, &entry->sentences);
    entry->has_sentences = true;
    return &entry->sentences;
}
