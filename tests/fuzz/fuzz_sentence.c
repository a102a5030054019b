/* Sentences of any bytes: in order, not empty, whole code points, without white
 * space at their ends, and nothing but white space between them. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "text/sentence.h"
#include "text/tokens.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str text = str_n((const char *) data, size);
    struct sentences got;
    size_t at = 0;

    sentences_of(arena, text, &got);
    for (size_t i = 0; i < got.n; i++) {
        struct span s = got.items[i];
        bool space = true;

        assert(s.start >= at && s.end > s.start && s.end <= size);
        while (at < s.start)
            assert(utf8_is_space(utf8_next(text, &at)));
        assert(at == s.start);
        for (bool first = true; at < s.end; first = false) {
            space = utf8_is_space(utf8_next(text, &at));
            assert(!(first && space));
        }
        assert(at == s.end && !space);
    }
    while (at < size)
        assert(utf8_is_space(utf8_next(text, &at)));
    assert((tokens_estimate(text) == 0) == (size == 0));
    struct str folded = utf8_fold(arena, text), composed = utf8_nfc(arena, text);
    assert(utf8_valid(folded) && utf8_valid(composed) && utf8_valid(utf8_clean(arena, text)));
    assert(utf8_valid(utf8_cut(composed, size / 3)) && utf8_valid(utf8_cut_bytes(composed, size / 2)));
    arena_free(arena);
    return 0;
}
