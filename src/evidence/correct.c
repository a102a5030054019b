/* Stage 5: what is not supported by what it cites may be by something else in
 * the pool. Never is a citation replaced by one that scores below the threshold
 * or that says less. */
#include "evidence/internal.h"

#include <stdlib.h>

/* A supported claim needs only its two alternates: fewer are judged for it. */
enum { CANDIDATES = 8, CANDIDATES_SUPPORTED = 3 };

struct candidate {
    size_t span;
    int score;
    bool judged;
    struct verdict_result verdict;
};

static bool cites(const struct claim *claim, size_t span)
{
    for (size_t i = 0; i < claim->spans_n; i++)
        if (claim->spans[i] == span)
            return true;
    return false;
}

static int by_score(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    return x->score != y->score ? (x->score < y->score) - (x->score > y->score)
                                : (x->span > y->span) - (x->span < y->span);
}

struct ready {
    struct ready_span {
        struct stems stems;
        struct spelling spelling;
    } * spans; /* spelling: items NULL until it matters */
    size_t n, capacity;
};

void ready_add(struct prepared *p, const struct evidence_pool *pool, bool spelling)
{
    struct ready *ready = p->ready = p->ready ? p->ready : arena_alloc(p->arena, sizeof *ready);

    ready->spans = arena_grow(p->arena, ready->spans, &ready->capacity, pool->spans_n + 1, sizeof *ready->spans);
    for (; ready->n < pool->spans_n; ready->n++) {
        struct ready_span *span = &ready->spans[ready->n];

        *span = (struct ready_span){ 0 };
        stems_of(p->arena, reader_words(p->reader, pool->spans[ready->n].quote, p->language), false, &span->stems);
        if (spelling)
            spelling_of(p->arena, pool->spans[ready->n].quote, &span->spelling);
    }
}

/* The spans that speak of the claim, best first. */
static size_t find_candidates(struct arena *scratch, struct evidence_work *work, const struct claim *claim,
                              struct candidate *ret)
{
    const struct evidence_pool *pool = work->pool;
    struct candidate *all = arena_calloc(scratch, pool->spans_n + 1, sizeof *all);
    struct spelling spelling = { 0 };
    struct stems mine;
    size_t n = 0;

    ready_add(work->prepared, pool, false);
    stems_of(scratch, reader_words(work->reader, claim->text, work->language), true, &mine);
    for (size_t i = 0; i < pool->spans_n; i++) {
        struct ready_span *span = &work->prepared->ready->spans[i];
        int overlap = stems_share(&mine, &span->stems);

        if (cites(claim, i))
            continue;
        if (spelling_matters(overlap) && !span->spelling.items)
            spelling_of(work->prepared->arena, pool->spans[i].quote, &span->spelling);
        if (spelling_matters(overlap) && !spelling.items)
            spelling_of(scratch, claim->text, &spelling);
        all[n] = (struct candidate){ .span = i, .score = citation_score(overlap, &spelling, &span->spelling) };
        n += all[n].score >= CORRECTION_LEAST;
    }
    qsort(all, n, sizeof *all, by_score);
    size_t most = claim->verdict == VERDICT_SUPPORTED ? CANDIDATES_SUPPORTED : CANDIDATES;
    n = n < most ? n : most;
    for (size_t i = 0; i < n; i++)
        ret[i] = all[i];
    return n;
}

/* Judged when it is first asked: most candidates never are. */
static bool supports(const struct evidence_work *work, const struct claim *claim, struct candidate *candidate)
{
    if (!candidate->judged)
        judge_claim(work->arena, work->reader, work->pool, claim->text, &candidate->span, 1, &candidate->verdict);
    candidate->judged = true;
    return candidate->verdict.verdict == VERDICT_SUPPORTED;
}

static json_t *numbers_of_sources(const struct evidence_work *work, const size_t *spans, size_t n)
{
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++) {
        const struct evidence_span *span = &work->pool->spans[spans[i]];

        json_array_append_new(list, json_pack("{s:I, s:I, s:I}", "source",
                                              (json_int_t) work->pool->sources->items[span->source].number, "start",
                                              (json_int_t) span->at.start, "end", (json_int_t) span->at.end));
    }
    return list;
}

static void set_spans(struct evidence_work *work, size_t at, enum correction correction, const size_t *spans, size_t n)
{
    struct claim *claim = &work->claims.items[at];
    json_t *data = json_pack("{s:s}", "action", correction_words[correction]);

    json_object_set_new(data, "from", numbers_of_sources(work, claim->spans, claim->spans_n));
    json_object_set_new(data, "to", numbers_of_sources(work, spans, n));
    claim_event(work, "citation_corrected", at, data);
    claim->spans = n ? arena_copy(work->arena, spans, n * sizeof *spans) : NULL;
    claim->spans_n = n;
    claim->correction = correction;
}

static void take_verdict(struct claim *claim, const struct verdict_result *verdict)
{
    claim->verdict = verdict->verdict;
    claim->confidence = verdict->confidence;
    claim->reason = verdict->reason;
    claim->asked = false;
}

/* Other sources that say the same, for a claim that stands. */
static void add_alternates(struct evidence_work *work, struct claim *claim, struct candidate *found, size_t n)
{
    size_t list[ALTERNATES_MAX], count = 0;

    for (size_t i = 0; i < n && count < ALTERNATES_MAX; i++) {
        size_t source = work->pool->spans[found[i].span].source;
        bool known = false;

        for (size_t k = 0; k < claim->spans_n; k++)
            known = known || work->pool->spans[claim->spans[k]].source == source;
        for (size_t k = 0; k < count; k++)
            known = known || work->pool->spans[list[k]].source == source;
        if (!known && supports(work, claim, &found[i]))
            list[count++] = found[i].span;
    }
    claim->alternates = count ? arena_copy(work->arena, list, count * sizeof *list) : NULL;
    claim->alternates_n = count;
}

static void correct(struct evidence_work *work, size_t at)
{
    struct claim *claim = &work->claims.items[at];
    struct arena *scratch = arena_new();
    struct candidate found[CANDIDATES];
    size_t n = find_candidates(scratch, work, claim, found), best = 0;

    while (claim->verdict != VERDICT_SUPPORTED && best < n && !supports(work, claim, &found[best]))
        best++; /* to the first that supports it outright */
    if (claim->verdict == VERDICT_SUPPORTED) {
        add_alternates(work, claim, found, n);
    } else if (best < n && claim->verdict == VERDICT_CONTRADICTED) {
        /* One source says so, another not: both are shown (stage 8). */
        size_t spans[CLAIM_SPANS_MAX + 1];
        size_t kept = claim->spans_n < CLAIM_SPANS_MAX ? claim->spans_n : CLAIM_SPANS_MAX;

        for (size_t i = 0; i < kept; i++)
            spans[i] = claim->spans[i];
        spans[kept] = found[best].span;
        set_spans(work, at, CORRECTION_ALTERNATE, spans, kept + 1);
    } else if (best < n) {
        set_spans(work, at, claim->spans_n ? CORRECTION_REPLACE : CORRECTION_ALTERNATE, &found[best].span, 1);
        take_verdict(claim, &found[best].verdict);
        add_alternates(work, claim, found, n);
    } else if (!claim->marked) {
        /* What we offered it does not carry it after all. */
        claim->spans_n = 0;
        claim->correction = CORRECTION_NONE;
    } else if (claim->verdict == VERDICT_UNSUPPORTED && claim->spans_n > 0) {
        set_spans(work, at, CORRECTION_REMOVE, NULL, 0);
    } else if (claim->spans_n > 0) {
        claim->correction = CORRECTION_KEEP;
    }
    arena_free(scratch);
}

void stage_attach(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct candidate found[CANDIDATES];

        if (work->claims.items[i].spans_n == 0 &&
            find_candidates(work->prepared->arena, work, &work->claims.items[i], found) > 0)
            set_spans(work, i, CORRECTION_ALTERNATE, &found[0].span, 1);
    }
}

void stage_correct(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++)
        if (work->claims.items[i].verdict != VERDICT_UNCHECKED)
            correct(work, i);
}
