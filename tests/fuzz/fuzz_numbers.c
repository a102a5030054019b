#include "judge/number_match.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct numbers found = { 0 };

    numbers_of(arena, str_n((const char *) data, size), &found);
    for (size_t i = 0; i < found.n; i++) {
        const struct number *n = &found.items[i];

        if (n->start >= n->end || n->end > size || !n->unit)
            abort();
        number_text(arena, n);
        if (i)
            number_match(n, &found.items[i - 1]);
    }
    arena_free(arena);
    return 0;
}
