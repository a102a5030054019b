#include "judge/verdict.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first line is the claim, the others are the evidence. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = str_n((const char *) data, size), line, claim = str_n("", 0);
    struct arena *arena = arena_new();
    struct str_list evidence = { 0 };
    struct verdict_result r;

    str_next(&rest, '\n', &claim);
    while (evidence.n < 64 && str_next(&rest, '\n', &line))
        str_list_add(arena, &evidence, line);
    verdict_of(arena, NULL, claim, evidence.items, evidence.n, &r);
    if (r.verdict > VERDICT_CONTRADICTED || r.confidence < 0 || r.confidence > 1000)
        abort();
    for (size_t i = 0; i < r.decided_by_n; i++)
        if (r.decided_by[i] >= evidence.n || (i && r.decided_by[i] <= r.decided_by[i - 1]))
            abort();
    arena_free(arena);
    return 0;
}
