#include "tests/fuzz/extract.h"

/* What a child under a stranger's control may send. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct document d;

    if (document_unpack(arena, str_n((const char *) data, size), &d, NULL) == 0) {
        if (!utf8_valid(d.text) || d.format > DOCUMENT_PDF || d.empty > DOCUMENT_NOTHING)
            abort();
        for (size_t i = 0; i < d.pages_n; i++)
            if (d.pages[i] > d.text.len || document_page_at(&d, d.pages[i]) > d.pages_n)
                abort();
    }
    arena_free(arena);
    return 0;
}
