#include <stdlib.h>

#include "text/utf8.h"
#include "workflows/review.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The plan is in the lines before the first empty one, the answer behind it. Whatever it says, no plan is left without a
 * line, and no answer is both refused and carried out. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str rest = utf8_clean(arena, str_n((const char *) data, size)), line;
    struct str_list plan = { 0 };
    struct review review;

    while (str_next(&rest, '\n', &line) && line.len)
        str_list_add(arena, &plan, line);
    review_read(arena, &plan, rest, &review);
    if (review.answer == REVIEW_EDITED && review.items.n == 0)
        abort();
    if ((review.answer == REVIEW_WRONG) != (review.wrong.len > 0))
        abort();
    if (review.answer == REVIEW_GUIDANCE && review.guidance.len == 0)
        abort();
    arena_free(arena);
    return 0;
}
