#include "judge/judge.h"

#include "judge/quote.h"

const char *const clash_kind_words[] = { "number",   "date",       "unit",      "currency", "order",
                                         "polarity", "quantifier", "direction", "word",     NULL };

bool judge_quotes(struct arena *arena, struct str claim, const struct passage *passage)
{
    size_t first, end;

    return quote_find(arena, claim, passage->sentences, passage->n, &first, &end);
}

void judge_claim_by_passage(struct arena *arena, struct reader *reader, struct str claim, const struct passage *passage,
                            struct judgement *ret)
{
    struct arena *scratch = arena_new();
    size_t first, end;

    (void) reader;
    *ret = (struct judgement){ .verdict = VERDICT_UNCHECKED, .reason = str("code alone cannot decide this") };
    if (quote_find(scratch, claim, passage->sentences, passage->n, &first, &end)) {
        ret->verdict = VERDICT_SUPPORTED;
        ret->quoted = true;
        ret->reason = str("the source says so in these words");
        for (size_t i = first; i < end && ret->decided_by_n < JUDGE_SENTENCES_MAX; i++)
            ret->decided_by[ret->decided_by_n++] = i;
    }
    arena_free(scratch);
    (void) arena;
}
