#include "records/page_starts.h"
#include "tests/fuzz/extract.h"

/* What a child under a stranger's control may send. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct document d;

    if (document_unpack(arena, str_n((const char *) data, size), &d, NULL) == 0) {
        if (!utf8_valid(d.text) || d.format >= DOCUMENT_FORMATS || d.empty > DOCUMENT_NOTHING)
            abort();
        struct str starts = page_starts_text(arena, d.pages, d.pages_n, d.text.len);
        if (!page_starts_valid(starts, d.text.len) || page_starts_at(starts, d.text.len) > (int64_t) d.pages_n)
            abort();
    }
    arena_free(arena);
    return 0;
}
