/* The second round: the second look of stage 4, and stage 5: what is not supported
 * by what it cites may be by something else in the pool. A passage that
 * replaces a citation is verified like any other; with nobody to ask it needs a
 * proof and more words in common. All of it is asked in one go. */
#include "evidence/internal.h"

#include <stdlib.h>

/* A claim that stands needs only its two alternates: fewer are judged for it. */
enum {
    CANDIDATES = 8,
    CANDIDATES_STANDING = 3,
    ASKED_PER_CLAIM = 2,
    CITED_ASKED = 3,
    ASKED_LEAST = 350,
    PROVED_LEAST = 700
};

struct candidate {
    size_t span;
    int score;
    bool judged, proved;
};

/* Is it one of the claim's own, or a part or the whole of one? */
static bool cites(const struct evidence_pool *pool, const struct claim *claim, size_t span)
{
    const struct evidence_span *s = &pool->spans[span];

    for (size_t i = 0; i < claim->spans_n; i++) {
        const struct evidence_span *own = &pool->spans[claim->spans[i]];

        if (own->source == s->source && own->at.start < s->at.end && s->at.start < own->at.end)
            return true;
    }
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
        struct stems spelling;
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
static size_t find_candidates(struct evidence_work *work, const struct claim *claim, struct candidate *ret)
{
    struct arena *scratch = arena_new(); /* the list is as long as the pool: it may not stay for every claim */
    const struct evidence_pool *pool = work->pool;
    struct candidate *all = arena_calloc(scratch, pool->spans_n + 1, sizeof *all);
    struct stems spelling = { 0 };
    struct stems mine;
    size_t n = 0;

    ready_add(work->prepared, pool, false);
    stems_of(scratch, reader_words(work->reader, claim->text, work->language), true, &mine);
    for (size_t i = 0; i < pool->spans_n; i++) {
        struct ready_span *span = &work->prepared->ready->spans[i];
        int overlap = stems_share(&mine, &span->stems);

        if (cites(pool, claim, i) || span_is_said(pool, i) || span_is_title(work, i))
            continue;
        if (spelling_matters(overlap) && !span->spelling.items)
            spelling_of(work->prepared->arena, pool->spans[i].quote, &span->spelling);
        if (spelling_matters(overlap) && !spelling.items)
            spelling_of(scratch, claim->text, &spelling);
        all[n] = (struct candidate){ .span = i, .score = citation_score(overlap, &spelling, &span->spelling) };
        n += all[n].score >= (work->model ? ASKED_LEAST : CORRECTION_LEAST);
    }
    qsort(all, n, sizeof *all, by_score);
    size_t most = CANDIDATES;
    /* Only a proof makes an alternate, and no proof comes with fewer words. */
    if (claim_stands(claim))
        for (most = 0; most < n && most < CANDIDATES_STANDING && all[most].score >= PROVED_LEAST;)
            most++;
    n = n < most ? n : most;
    for (size_t i = 0; i < n; i++) {
        ret[i] = all[i];
        ret[i].span = span_narrow(work, all[i].span, claim->text);
    }
    arena_free(scratch);
    return n;
}

/* Can code prove that the passage carries it? Judged when it is first asked: most candidates never are. */
static bool proved(const struct evidence_work *work, const struct claim *claim, struct candidate *candidate)
{
    if (!candidate->judged)
        candidate->proved = span_proves(work->prepared, work->pool, claim->text, candidate->span);
    candidate->judged = true;
    return candidate->proved;
}

static struct event_span *spans_to_tell(const struct evidence_work *work, const size_t *spans, size_t n)
{
    struct event_span *list = arena_calloc(work->arena, n + 1, sizeof *list);

    for (size_t i = 0; i < n; i++) {
        const struct evidence_span *span = &work->pool->spans[spans[i]];

        list[i] = (struct event_span){ work->pool->sources->items[span->source].number, (int64_t) span->at.start,
                                       (int64_t) span->at.end };
    }
    return list;
}

void claim_set_spans(struct evidence_work *work, size_t at, enum correction correction, const size_t *spans, size_t n)
{
    struct claim *claim = &work->claims.items[at];

    branch_emit(work->branch, EVENT_CITATION_CORRECTED,
                &(struct event_citation_corrected){ .action = correction,
                                                    .from = spans_to_tell(work, claim->spans, claim->spans_n),
                                                    .from_n = claim->spans_n,
                                                    .to = spans_to_tell(work, spans, n),
                                                    .to_n = n,
                                                    .claim = (int64_t) at + 1 });
    claim->spans = n ? arena_copy(work->arena, spans, n * sizeof *spans) : NULL;
    claim->spans_n = n;
    claim->in_words = false; /* of what it cited */
    claim->correction = correction;
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
        if (!known && proved(work, claim, &found[i]))
            list[count++] = found[i].span;
    }
    claim->alternates = count ? arena_copy(work->arena, list, count * sizeof *list) : NULL;
    claim->alternates_n = count;
}

/* --- one claim in the second round --- */

struct second {
    size_t claim;
    struct candidate found[CANDIDATES];
    size_t found_n;
    struct verify_item *look;  /* NULL: no second look */
    struct verify_item *asked; /* about the first of `found` */
    size_t asked_n;
    struct cited_source *cited; /* of a claim that stands by two sources or more */
    size_t cited_n;
};

/* What the claim rests on from now on, and what was said about that. */
static void rest_on(struct evidence_work *work, struct second *s, size_t span, const struct verify_item *item)
{
    struct claim *claim = &work->claims.items[s->claim];
    size_t spans[CLAIM_SPANS_MAX + 1], kept = 0;
    bool elsewhere = true;

    for (size_t i = 0; i < claim->spans_n; i++)
        elsewhere = elsewhere && work->pool->cluster[work->pool->spans[claim->spans[i]].source] !=
                                     work->pool->cluster[work->pool->spans[span].source];
    /* One source says so, another one says otherwise: the reader sees both. */
    bool disagree = claim->verdict == VERDICT_CONTRADICTED && claim->spans_n && elsewhere;
    struct str before = claim->reason;
    for (; disagree && kept < claim->spans_n && kept < CLAIM_SPANS_MAX; kept++)
        spans[kept] = claim->spans[kept];
    spans[kept] = span;
    bool added = disagree || claim->spans_n == 0;
    claim_set_spans(work, s->claim, added ? CORRECTION_ALTERNATE : CORRECTION_REPLACE, spans, kept + 1);
    if (item)
        claim_take(work, item, claim);
    else
        claim_judge(work, claim);
    if (!item && !claim_stands(claim))
        claim_decide(claim, VERDICT_SUPPORTED, BY_PROOF, str_dup(work->arena, claim->code->reason));
    if (disagree) {
        claim->verdict = VERDICT_PARTIAL;
        claim->disagreement = true;
        claim->reason = str_format(work->arena, "The sources disagree. %.*s", STR_ARG(before));
    }
}

static void settle(struct evidence_work *work, struct second *s)
{
    struct claim *claim = &work->claims.items[s->claim];

    if (s->look)
        claim_take_second_look(work, s->look, claim);
    /* What code and the verifier dispute is not settled by another passage. */
    bool wanting = claim->kind == KIND_CLAIM && !claim_stands(claim) && !claim->disputed;
    for (size_t i = 0; wanting && i < s->asked_n; i++) {
        struct candidate *c = &s->found[i];

        if (s->asked[i].verdict != VERDICT_SUPPORTED)
            continue;
        struct judgement code;
        judge_spans(work->prepared, work->pool, claim_judged(claim), &c->span, 1, &code);
        if (code.clashes_n)
            continue; /* code would point at a difference there, too */
        rest_on(work, s, c->span, &s->asked[i]);
        wanting = false;
    }
    /* With nobody to ask a proof must do. */
    for (size_t i = 0; wanting && !work->model && i < s->found_n; i++)
        if (proved(work, claim, &s->found[i])) {
            rest_on(work, s, s->found[i].span, NULL);
            wanting = false;
        }
    if (claim_stands(claim))
        add_alternates(work, claim, s->found, s->found_n);
    else if (wanting && !claim->marked && !claim->in_words && claim->verdict == VERDICT_UNSUPPORTED) {
        /* What we offered it does not carry it after all. */
        claim->spans_n = 0;
        claim->correction = CORRECTION_NONE;
    } else if (wanting && claim->spans_n > 0) {
        claim->correction = CORRECTION_KEEP;
    }
}

/* Asked of the model: the second look, and the best passages that code has no proof of. */
static size_t add_items(struct evidence_work *work, struct second *s, bool correct, struct verify_item *items)
{
    const struct claim *claim = &work->claims.items[s->claim];
    bool look = claim_wants_second_look(claim) || claim_is_refused_quotation(claim);
    struct verify_item item = claim_question(claim);
    size_t n = 0;

    if (look) {
        s->look = &items[n];
        items[n] = item;
        items[n].spans = claim->spans;
        items[n].spans_n = claim->spans_n;
        items[n++].conflict = claim_look_again_at(claim);
    }
    bool unread = claim->verdict == VERDICT_UNCHECKED && claim_rests_on_titles(work, claim);
    if (!correct || (claim_stands(claim) && !look) || (claim->verdict == VERDICT_UNCHECKED && !unread))
        return n;
    s->asked = &items[n];
    for (; s->asked_n < s->found_n && s->asked_n < ASKED_PER_CLAIM; s->asked_n++) {
        items[n] = item;
        items[n].spans = &s->found[s->asked_n].span;
        items[n++].spans_n = 1;
    }
    return n;
}

/* A summary whose claims fell is asked about once more, with those that stand; one that is none after all becomes a claim. A heading that
 * states something is asked about with what stands under it. */
static bool ask_summary(struct arena *scratch, struct evidence_work *work, size_t at, struct verify_item *item)
{
    const struct claim *claim = &work->claims.items[at];

    if (claim->kind == KIND_HEADING)
        return heading_wants_asking(scratch, work, at, item);
    if (claim->kind != KIND_SUMMARY || !claim->asked || !claim_stands(claim) || !summary_lost_ground(work, at))
        return false;
    *item = (struct verify_item){ .claim = claim->text, .lead = claim->lead };
    summary_rests_on(scratch, work, at, item);
    return true;
}

/* The sources beside the one that carries the claim, each for itself. */
static size_t add_cited(struct arena *scratch, struct evidence_work *work, struct second *s, struct verify_item *items)
{
    const struct claim *claim = &work->claims.items[s->claim];
    struct cited_source cited[CLAIM_SPANS_MAX];
    size_t n = 0;

    s->cited_n = claim_cited(work, claim, cited);
    s->cited = s->cited_n ? arena_copy(scratch, cited, s->cited_n * sizeof *cited) : NULL;
    for (size_t i = 0; i < s->cited_n && n < CITED_ASKED && items; i++) {
        if (!cited[i].doubtful)
            continue;
        items[n] = claim_question(claim);
        items[n].spans = cited_spans(work, claim, &cited[i], &items[n].spans_n);
        s->cited[i].asked = &items[n++];
    }
    return n;
}

int stage_correct(struct evidence_work *work, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t n = work->claims.n, count = 0;
    struct second *all = arena_calloc(scratch, n + 1, sizeof *all);
    struct verify_item *items = arena_calloc(scratch, n * (ASKED_PER_CLAIM + 1 + CITED_ASKED) + CONTROLS_MOST,
                                             sizeof *items);
    struct verify_item **again = arena_calloc(scratch, n + 1, sizeof *again);
    bool correct = evidence_stage_on(work->branch, STAGE_CORRECT),
         ask = work->model && !branch_asked_to_finish(work->branch);
    int r = 0;

    if (correct)
        summaries_without_ground(work);
    for (size_t i = 0; i < n; i++) {
        struct claim *claim = &work->claims.items[i];

        all[i].claim = i;
        if (claim->names_speaker)
            continue;
        if (claim->kind == KIND_CLAIM && correct)
            all[i].found_n = find_candidates(work, claim, all[i].found);
        if (claim->kind == KIND_CLAIM && correct)
            count += add_cited(scratch, work, &all[i], ask ? &items[count] : NULL);
        if (claim->kind == KIND_CLAIM && ask)
            count += add_items(work, &all[i], correct, &items[count]);
        else if (ask && ask_summary(scratch, work, i, &items[count]))
            again[i] = &items[count++];
    }
    size_t controls = ask ? controls_second(work, count) : 0;
    memcpy(&items[count], &work->controls[work->controls_asked], controls * sizeof *items);
    if (count + controls)
        r = verify_ask(work, path_add(work->path, "second"), items, count + controls, e);
    for (size_t i = 0; r == 0 && i < n; i++) {
        if (work->claims.items[i].names_speaker)
            continue;
        if (work->claims.items[i].kind == KIND_CLAIM && (correct || all[i].look))
            settle(work, &all[i]);
        else if (again[i] && work->claims.items[i].kind == KIND_HEADING)
            heading_take(again[i], &work->claims.items[i]);
        else if (again[i])
            claim_take(work, again[i], &work->claims.items[i]);
    }
    controls_take(work, &items[count], controls);
    if (r == 0)
        verifier_weigh(work);
    for (size_t i = 0; r == 0 && i < n; i++)
        if (all[i].cited_n)
            claim_drop_markers(work, i, all[i].cited, all[i].cited_n);
    arena_free(scratch);
    return r;
}

static bool cites_text(struct evidence_work *work, const struct claim *claim)
{
    return claim->marked && claim->spans_n && !claim_rests_on_titles(work, claim);
}

/* What the next sentence of the same paragraph cites, or the one before: a marker often stands for two sentences. */
static const struct claim *neighbour_of(struct evidence_work *work, size_t at)
{
    const struct claim *items = work->claims.items;

    for (size_t i = at + 1; i < work->claims.n && items[i].block == items[at].block; i++)
        if (cites_text(work, &items[i]))
            return &items[i];
    for (size_t i = at; i-- > 0 && items[i].block == items[at].block;)
        if (cites_text(work, &items[i]))
            return &items[i];
    return NULL;
}

void stage_attach(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];
        struct candidate found[CANDIDATES];

        if (claim->kind != KIND_CLAIM || claim->spans_n || claim->names_speaker)
            continue;
        size_t n = find_candidates(work, claim, found);
        const struct claim *neighbour = work->model ? neighbour_of(work, i) : NULL;
        if (n && (!neighbour || found[0].score >= CORRECTION_LEAST))
            claim_set_spans(work, i, CORRECTION_ALTERNATE, &found[0].span, 1);
        else if (neighbour)
            claim_set_spans(work, i, CORRECTION_ALTERNATE, neighbour->spans, neighbour->spans_n);
    }
}
