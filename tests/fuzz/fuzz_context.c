/* What services say of contexts that are too small: figures are positive, what was asked for is over the limit, and the prompt is a part of it. */
#include <stdlib.h>

#include "llm/context.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int64_t answers[] = { 0, 1, 800, 4000, INT64_MAX / 4 };
    struct str said = str_n((const char *) data, size);

    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct context_figures f;

        if (context_figures(said, answers[i], &f) &&
            (f.limit <= 0 || f.asked <= f.limit || f.prompt < 0 || f.prompt > f.asked))
            abort();
        if (f.limit > 0 && context_least(f.limit, answers[i]) > f.limit)
            abort();
    }
    return 0;
}
