#include "judge/judge.h"
#include "judge/reader.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first line is the claim, the second the heading, the others are the passage. With a reader and without it the answer is
 * the same. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = str_n((const char *) data, size), line, claim = str_n("", 0);
    struct arena *arena = arena_new();
    struct str_list sentences = { 0 };
    struct passage passage = { 0 };
    struct judgement r, again;
    struct hint hint;

    str_next(&rest, '\n', &claim);
    str_next(&rest, '\n', &passage.heading);
    while (sentences.n < 64 && str_next(&rest, '\n', &line))
        str_list_add(arena, &sentences, line);
    passage.sentences = sentences.items;
    passage.n = sentences.n;
    judge_claim_by_passage(arena, NULL, claim, &passage, &r);
    judge_claim_by_passage(arena, reader_new(arena), claim, &passage, &again);
    if (r.verdict != VERDICT_SUPPORTED && r.verdict != VERDICT_CONTRADICTED && r.verdict != VERDICT_UNCHECKED)
        abort();
    if (r.reason.len == 0 || !str_eq(r.reason, again.reason) || r.verdict != again.verdict)
        abort();
    if ((r.quoted && r.verdict != VERDICT_SUPPORTED) || (r.verdict == VERDICT_CONTRADICTED && r.clashes_n == 0))
        abort();
    for (size_t i = 0; i < r.decided_by_n; i++)
        if (r.decided_by[i] >= passage.n || (i && r.decided_by[i] <= r.decided_by[i - 1]))
            abort();
    for (size_t i = 0; i < r.clashes_n; i++)
        if (r.clashes[i].sentence >= passage.n || r.clashes[i].reason.len == 0)
            abort();
    judge_hint(arena, NULL, claim, &passage, &hint);
    if (hint.reason.len == 0 || (hint.absent && hint.part.len == 0))
        abort();
    arena_free(arena);
    return 0;
}
