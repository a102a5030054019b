#include <stdint.h>
#include <stdlib.h>

#include "text/blocks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Blocks are in order, inside the text, and have a path and words. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = str_n((const char *) data, size);
    struct arena *arena = arena_new();
    struct text_blocks blocks;
    size_t at = 0;

    text_blocks(arena, text, &blocks);
    for (size_t i = 0; i < blocks.n; i++) {
        const struct text_block *b = &blocks.items[i];
        if (b->start < at || b->end < b->start || b->end > size || b->heading >= (int) i || b->first > (int) i)
            abort();
        at = b->end;
        if (i < 1000) {
            text_blocks_path(arena, text, &blocks, i);
            text_block_words_of(arena, text, b);
        }
    }
    arena_free(arena);
    return 0;
}
