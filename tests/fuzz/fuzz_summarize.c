/* Texts of any bytes shortened without a model: never longer than asked for, quotations whole and in their place. */
#include <assert.h>

#include "roles/summarize.h"
#include "text/tokens.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct arena *arena = arena_new();
    struct summarize_item item = { .text = str_n((const char *) data + 2, size - 2),
                                   .level = (enum level)(1 + data[0] % 4),
                                   .tokens = 1 + data[1],
                                   .digest = data[0] & 0x80 };
    struct summary summary;
    struct str cut = summarize_cut(item.text, item.tokens);

    assert((int64_t) tokens_estimate(cut) <= item.tokens || cut.len == item.text.len);
    assert(cut.len <= item.text.len);
    summarize_extractive(arena, str("How efficient are solar cells?"), &item, &summary);
    assert((int64_t) tokens_estimate(summary.text) <= item.tokens);
    assert(summary.spans_n <= DIGEST_SPANS);
    for (size_t i = 0; i < summary.spans_n; i++) {
        struct span at = summary.spans[i];

        assert(at.start < at.end && at.end <= item.text.len && (i == 0 || at.start >= summary.spans[i - 1].end));
        assert(utf8_count(str_sub(item.text, at.start, at.end)) <= DIGEST_SPAN_CHARACTERS);
    }
    arena_free(arena);
    return 0;
}
