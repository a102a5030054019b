/* The claims of a body that a model wrote: places are in order and inside, and
 * markers are brought to one form once and for all. */
#include <stdlib.h>

#include "evidence/internal.h"
#include "evidence/markers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int64_t up_to_nine(void *context, int64_t number)
{
    (void) context;
    return number >= 1 && number <= 9 ? number : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct claims claims;
    struct number_row *numbers;
    size_t removed, n, after = 0;
    struct str body = markers_rewrite(arena, str_n((const char *) data, size < 65536 ? size : 65536), up_to_nine, NULL,
                                      &removed);

    if (!str_eq(markers_rewrite(arena, body, up_to_nine, NULL, &removed), body) || removed)
        abort();
    body = prose_unfenced(arena, body);
    claims_parse(arena, NULL, body, 9, &claims);
    for (size_t i = 0; i < claims.n; i++) {
        const struct claim *c = &claims.items[i];

        if (c->at.start < after || c->at.end <= c->at.start || c->at.end > body.len)
            abort();
        for (size_t k = 0; k < c->spans_n; k++)
            if (c->spans[k] < 1 || c->spans[k] > 9)
                abort();
        after = c->at.end;
        if (i < 8)
            evidence_numbers(arena, c->text, &claims.items[0].text, 1, &numbers, &n);
    }
    arena_free(arena);
    return 0;
}
