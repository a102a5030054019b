#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"
#include "text/wrapping.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count(void *context, struct str data) { *(size_t *) context += data.len; }

/* Nothing is made up: a heading gets one sign more at most, and what is shown while it is written is part of it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = str_n((const char *) data, size);
    struct arena *arena = arena_new();
    struct unwrapping u = { 0 };
    size_t shown = 0, piece = size ? data[0] % 7 + 1 : 1;
    const struct sink sink = { count, &shown };

    if (text_unwrap(arena, text).len > 2 * size)
        abort();
    for (size_t i = 0; i < size; i += piece)
        unwrapping_write(&u, str_sub(text, i, i + piece), &sink);
    unwrapping_end(&u, &sink);
    if (shown > size)
        abort();
    arena_free(arena);
    return 0;
}
