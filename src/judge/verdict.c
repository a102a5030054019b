#include "judge/verdict.h"

#include <assert.h>
#include <math.h>

#include "judge/align.h"
#include "judge/number_match.h"

const char *const verdict_words[] = {
    "supported", "partial", "unsupported", "contradicted", "unchecked", "quoted", NULL
};

enum { VERDICTS = 4, SUPPORTED_FROM = 785 };

/* What each signal says for each verdict, in hundredths of a log-odds unit: a
 * multinomial logistic regression, see docs/internals/verdict.md. "Swapped" and
 * "exclusive" are set by hand: the public sets hold too few to learn from. */
static const int bias[VERDICTS] = { 114, -299, 53, 132 };
static const int weights[SIGNALS][VERDICTS] = {
    [SIGNAL_BEST] = { 92, -56, -103, 67 },
    [SIGNAL_UNION] = { 21, 97, -86, -32 },
    [SIGNAL_WINDOW] = { 66, -64, -43, 40 },
    [SIGNAL_DOCUMENT] = { 22, 103, -84, -41 },
    [SIGNAL_WHOLE] = { 10, 4, 15, -29 },
    [SIGNAL_ABSENT] = { -60, 31, 75, -45 },
    [SIGNAL_GAP] = { -46, 46, 58, -57 },
    [SIGNAL_NAME_ABSENT] = { -6, 72, -40, -26 },
    [SIGNAL_FOCUS_MISSING] = { -42, 1, 15, 27 },
    [SIGNAL_NAME_MISSING] = { -37, -31, 24, 43 },
    [SIGNAL_SUBJECT_OTHER] = { -47, -33, 80, -1 },
    [SIGNAL_NUMBER_SAME] = { 75, 46, -68, -52 },
    [SIGNAL_NUMBER_DIFFERENT] = { -77, 41, -19, 54 },
    [SIGNAL_NUMBER_MISSING] = { -75, 94, 44, -64 },
    [SIGNAL_CLAIM_DENIES] = { -30, -102, 5, 127 },
    [SIGNAL_DENIED_ABSENT] = { 53, 11, 18, -82 },
    [SIGNAL_SOURCE_DENIES] = { -51, -19, -54, 123 },
    [SIGNAL_BOTH_DENY] = { 38, 69, 49, -156 },
    [SIGNAL_OPPOSITE] = { -56, 5, -25, 76 },
    [SIGNAL_DIRECTION_SAME] = { -45, -21, 41, 25 },
    [SIGNAL_DIRECTION_OPPOSITE] = { -82, -33, 45, 70 },
    [SIGNAL_SWAPPED] = { -150, 0, 0, 150 },
    [SIGNAL_EXCLUSIVE] = { -30, 0, 0, 30 },
    [SIGNAL_HEDGE] = { -52, -33, 47, 39 },
    [SIGNAL_KIND_SAME] = { 43, -25, -6, -12 },
    [SIGNAL_KIND_OTHER] = { -45, -14, 9, 49 },
    [SIGNAL_BREADTH] = { -44, 334, 61, -351 },
};

/* Likelihood of each verdict in thousandths. Signals are rounded first, so the
 * sums are whole numbers and the same everywhere. */
static void weigh(const struct alignment *a, int ret[VERDICTS])
{
    double odds[VERDICTS], most = -1e9, sum = 0;

    for (int v = 0; v < VERDICTS; v++) {
        long total = bias[v] * 1000L;

        for (int s = 0; s < SIGNALS; s++)
            total += weights[s][v] * lround(a->signals[s] * 1000);
        odds[v] = (double) total / 100000;
        most = fmax(most, odds[v]);
    }
    for (int v = 0; v < VERDICTS; v++)
        sum += odds[v] = exp(odds[v] - most);
    for (int v = 0; v < VERDICTS; v++)
        ret[v] = (int) lround(odds[v] / sum * 1000);
}

static void sort_sentences(struct verdict_result *r)
{
    for (size_t i = 1; i < r->decided_by_n; i++)
        for (size_t k = i; k > 0 && r->decided_by[k - 1] > r->decided_by[k]; k--) {
            size_t swap = r->decided_by[k];

            r->decided_by[k] = r->decided_by[k - 1];
            r->decided_by[k - 1] = swap;
        }
}

/* The strongest thing a person would point at. */
static struct str explain(struct arena *arena, const struct alignment *a, enum verdict verdict)
{
    const double *s = a->signals;

    if (!a->chosen_n)
        return str("the evidence does not speak of it");
    if (verdict == VERDICT_SUPPORTED)
        return s[SIGNAL_WHOLE] > 0 ? str("every word and number is found") : str("nearly everything is found");
    if (s[SIGNAL_NUMBER_DIFFERENT] > 0) {
        struct str mine = number_text(arena, &a->number_claim), theirs = number_text(arena, &a->number_source);

        return str_format(arena, "the claim says %.*s, the source %.*s", STR_ARG(mine), STR_ARG(theirs));
    }
    if (s[SIGNAL_CLAIM_DENIES] > 0.5)
        return str("the claim denies what the source says");
    if (s[SIGNAL_SOURCE_DENIES] > 0.3)
        return str("the source denies what the claim says");
    if (s[SIGNAL_OPPOSITE] > 0)
        return str_format(arena, "the source says the opposite of \"%.*s\"", STR_ARG(a->opposite_claim));
    if (s[SIGNAL_DIRECTION_OPPOSITE] > 0.5)
        return str("the source says the contrary effect");
    if (s[SIGNAL_SWAPPED] > 0)
        return str("the source has it the other way round");
    if (a->missing.len)
        return str_format(arena, "\"%.*s\" is not found", STR_ARG(a->missing));
    if (s[SIGNAL_NUMBER_MISSING] > 0)
        return str("a number of the claim is not found");
    if (s[SIGNAL_KIND_OTHER] > 0)
        return str("the source says it is something else");
    if (s[SIGNAL_EXCLUSIVE] > 0)
        return str("the source does not say that there is nothing else");
    return verdict == VERDICT_CONTRADICTED ? str("the source says otherwise") : str("not all of it is found");
}

void verdict_of(struct arena *arena, struct reader *reader, struct str claim, const struct str *evidence,
                size_t evidence_n, struct verdict_result *ret)
{
    struct arena *scratch = arena_new();
    int likely[VERDICTS];
    struct alignment a;

    static_assert((int) VERDICT_SENTENCES_MAX == (int) ALIGN_CHOSEN, "all deciding sentences are told");
    *ret = (struct verdict_result){ 0 };
    align(scratch, reader, claim, evidence, evidence_n, &a);
    weigh(&a, likely);
    ret->verdict = VERDICT_SUPPORTED;
    if (likely[VERDICT_SUPPORTED] < SUPPORTED_FROM) {
        ret->verdict = VERDICT_PARTIAL;
        for (int v = VERDICT_UNSUPPORTED; v < VERDICTS; v++)
            if (likely[v] > likely[ret->verdict])
                ret->verdict = (enum verdict) v;
    }
    if (!a.chosen_n)
        ret->verdict = VERDICT_UNSUPPORTED;
    ret->confidence = likely[ret->verdict];
    ret->decided_by_n = a.chosen_n;
    for (size_t i = 0; i < a.chosen_n; i++)
        ret->decided_by[i] = a.chosen[i];
    sort_sentences(ret);
    ret->reason = str_dup(arena, explain(scratch, &a, ret->verdict));
    arena_free(scratch);
}
