#include "workflows/budget.h"

#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/order.h"

/* What the step away from a level costs the reader, per token it saves: little at
 * first, much at the end. Rising, so that an item's steps come in their order. */
static const int64_t pains[LEVELS] = { 1, 2, 4, 6, 8, 0 };

int64_t budget_of(int64_t window, int64_t overhead, int64_t margin)
{
    assert(margin >= 0 && margin <= 1000);
    int64_t rest = window > overhead ? window - overhead : 0;
    int64_t budget = rest / 1000 * (1000 - margin) + rest % 1000 * (1000 - margin) / 1000;

    return budget > window / 4 ? budget : window / 4;
}

int64_t budget_share(int64_t budget, enum budget_phase phase)
{
    static const int64_t shares[] = {
        [BUDGET_PLANNING] = 10, [BUDGET_ANALYSIS] = 40, [BUDGET_SYNTHESIS] = 35, [BUDGET_REFINEMENT] = 15
    };

    return budget / 100 * shares[phase] + budget % 100 * shares[phase] / 100;
}

static int64_t clamp(int64_t n) { return n < 0 ? 0 : n > 1000 ? 1000 : n; }

int64_t budget_priority(const struct budget_scores *s)
{
    return (clamp(s->relevance) * 4 + clamp(s->recency) * 3 + clamp(s->quality) * 2 + clamp(s->user)) / 10;
}

int64_t budget_recency(int64_t date_ms, int64_t now_ms)
{
    const int64_t day = 86400000, half = 730, end = 7300;

    if (date_ms == 0)
        return 500;
    int64_t days = now_ms > date_ms ? (now_ms - date_ms) / day : 0;
    if (days <= half)
        return 1000 - 500 * days / half;
    return days < end ? 500 - 500 * (days - half) / (end - half) : 0;
}

/* --- levels --- */

enum level budget_least(const struct budget_item *item, bool may_drop)
{
    if (item->top)
        return LEVEL_COMPRESSED;
    return may_drop && !item->keep ? LEVEL_DROPPED : LEVEL_HEADLINE;
}

void budget_top(struct budget_item items[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        items[i].top = false;
    for (int k = 0; k < BUDGET_TOP_SOURCES; k++) {
        size_t best = n;

        for (size_t i = 0; i < n; i++)
            if (items[i].kind == BUDGET_SOURCE && !items[i].top &&
                (best == n || items[i].priority > items[best].priority))
                best = i;
        if (best == n)
            return;
        items[best].top = true;
    }
}

/* One item goes down by one level. */
struct step {
    size_t item;
    int level;       /* it leaves */
    bool drops;      /* after everything else */
    bool speculates; /* before everything else */
    int64_t pain;
    int64_t saves; /* tokens */
};

static int by_pain(const void *a_, const void *b_)
{
    const struct step *a = a_, *b = b_;

    if (a->drops != b->drops)
        return a->drops - b->drops;
    if (a->speculates != b->speculates)
        return b->speculates - a->speculates;
    if (a->pain != b->pain)
        return ORDER(a->pain, b->pain);
    if (a->item != b->item)
        return ORDER(b->item, a->item); /* what stands first stays longest */
    return a->level - b->level;
}

static int64_t weight(const struct budget_item *item)
{
    return clamp(item->priority) + 1 + (item->keep ? 2000 : item->top || item->kind == BUDGET_CONFIDENT ? 1000 : 0);
}

static size_t make_path(const struct budget_item *items, size_t n, bool may_drop, struct step *ret)
{
    size_t steps = 0;

    for (size_t i = 0; i < n; i++) {
        int least = (int) budget_least(&items[i], may_drop);

        for (int level = LEVEL_FULL; level < least; level++)
            ret[steps++] = (struct step){
                .item = i,
                .level = level,
                .drops = level == LEVEL_HEADLINE,
                .speculates = items[i].kind == BUDGET_SPECULATION,
                .pain = weight(&items[i]) * pains[level],
                .saves = level_tokens((enum level) level, items[i].tokens) -
                         level_tokens((enum level)(level + 1), items[i].tokens),
            };
    }
    qsort(ret, steps, sizeof *ret, by_pain);
    return steps;
}

int budget_refuse(int64_t least, const struct budget_limits *limits, struct error *e)
{
    return error_set(e, ERROR_LIMIT,
                     "the content takes at least %lld tokens and %lld %s of %lld tokens each may be made: use a model "
                     "with a larger context (or set model_context_overrides), fewer sources (--max-sources), a smaller "
                     "runtime_overhead or token_safety_margin%s",
                     (long long) least, (long long) (limits->calls > 1 ? limits->calls : 1),
                     limits->calls > 1 ? "calls" : "call", (long long) limits->tokens,
                     limits->may_drop ? "" : ", or allow_content_dropping: true");
}

int budget_allocate(const struct budget_item *items, size_t n, const struct budget_limits *given, enum level ret[],
                    int64_t *ret_calls, struct error *e)
{
    struct budget_limits limits = *given;
    struct arena *scratch = arena_new();
    struct step *path = arena_calloc(scratch, n * LEVELS + 1, sizeof *path);
    int64_t total = 0, calls = 1;
    int r = 0;

    if (limits.calls < 1)
        limits.calls = 1;
    for (size_t i = 0; i < n; i++) {
        assert(items[i].tokens >= 0);
        ret[i] = LEVEL_FULL;
        total += items[i].tokens;
    }
    size_t steps = total > limits.tokens ? make_path(items, n, limits.may_drop, path) : 0;
    for (size_t i = 0; i < steps && total > limits.tokens; i++) {
        assert((int) ret[path[i].item] == path[i].level);
        ret[path[i].item] = (enum level)(path[i].level + 1);
        total -= path[i].saves;
    }
    if (total > limits.tokens) {
        calls = limits.tokens > 0 ? (total + limits.tokens - 1) / limits.tokens : INT64_MAX;
        if (calls > limits.calls)
            r = budget_refuse(total, &limits, e);
    }
    if (r == 0)
        *ret_calls = calls;
    arena_free(scratch);
    return r;
}

size_t budget_pack(const struct budget_piece *pieces, size_t n, int64_t tokens, bool together, size_t ret[])
{
    size_t call = 0;
    int64_t used = 0;

    for (size_t i = 0; i < n;) {
        int64_t whole = 0;
        size_t end = i;

        for (; end < n && pieces[end].item == pieces[i].item; end++)
            whole += pieces[end].tokens;
        bool moves = together && whole <= tokens && whole > tokens - used;
        for (; i < end; i++) {
            assert(pieces[i].tokens <= tokens);
            if (used > 0 && (moves || pieces[i].tokens > tokens - used)) {
                call++;
                used = 0;
            }
            moves = false;
            ret[i] = call;
            used += pieces[i].tokens;
        }
    }
    return call + 1;
}
