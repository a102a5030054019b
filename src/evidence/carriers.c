/* Of several markers each must name a source that carries the claim, or a part of it. A claim stands as soon as one source carries it;
 * so a marker beside that one is looked at for itself: a source that brings no word which the others lack, and one that code finds to
 * differ where another carries it all, are doubtful. Markers that stand behind different parts of the sentence are the writer's word for
 * which source carries which part. A doubtful marker stays only if the verifier says that its source carries the claim
 * alone; without a verifier it goes where another source carries the claim. */
#include "evidence/internal.h"

#include <ctype.h>

/* Which of the claim's spans are of the source. */
static size_t spans_of(const struct evidence_work *work, const struct claim *claim, size_t source, size_t *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < claim->spans_n && n < CLAIM_SPANS_MAX; i++)
        if (work->pool->spans[claim->spans[i]].source == source)
            ret[n++] = claim->spans[i];
    return n;
}

/* Does code point at a difference from what the source says? */
static bool differs(struct evidence_work *work, const struct claim *claim, size_t source)
{
    size_t spans[CLAIM_SPANS_MAX], n = spans_of(work, claim, source, spans);
    struct judgement code;

    judge_spans(work->prepared, work->pool, claim_judged(claim), spans, n, &code);
    for (size_t i = 0; i < code.clashes_n; i++)
        if (!code.clashes[i].mild)
            return true;
    return false;
}

/* The sources that it cites, each once, and what each of them carries. */
static size_t cited_sources(const struct evidence_work *work, const struct claim *claim, struct cited_source *ret)
{
    struct source_quote quotes[CLAIM_SPANS_MAX];
    size_t n = claim->spans_n < CLAIM_SPANS_MAX ? claim->spans_n : CLAIM_SPANS_MAX, count = 0;

    for (size_t i = 0; i < n; i++) {
        const struct evidence_span *span = &work->pool->spans[claim->spans[i]];

        quotes[i] = (struct source_quote){ span->quote, span->source };
    }
    for (size_t i = 0; i < n; i++) {
        bool known = false;

        for (size_t k = 0; k < count; k++)
            known = known || ret[k].source == quotes[i].group;
        if (!known)
            ret[count++] = (struct cited_source){ .source = quotes[i].group };
    }
    for (size_t i = 0; i < count && count > 1; i++)
        ret[i].carries = evidence_carrying(claim->text, quotes, n, ret[i].source);
    return count;
}

bool cites_in_one_place(struct str sentence)
{
    bool marker = false, words = false;

    for (size_t i = 0; i < sentence.len; i++) {
        bool opens = sentence.data[i] == '[' && i + 1 < sentence.len && isdigit((unsigned char) sentence.data[i + 1]);

        if (opens && marker && words)
            return false;
        if (opens) {
            marker = true;
            words = false;
            while (i < sentence.len && sentence.data[i] != ']')
                i++;
        } else if (isalnum((unsigned char) sentence.data[i])) {
            words = true;
        }
    }
    return true;
}

size_t claim_cited(struct evidence_work *work, const struct claim *claim, struct cited_source ret[CLAIM_SPANS_MAX])
{
    size_t n = cited_sources(work, claim, ret), alone = 0;

    if (n < 2 || !claim_stands(claim) || !cites_in_one_place(str_sub(work->body, claim->at.start, claim->at.end)))
        return 0;
    for (size_t i = 0; i < n; i++)
        alone += ret[i].carries.alone;
    for (size_t i = 0; i < n; i++) {
        bool another = alone > ret[i].carries.alone;

        ret[i].differs = another && differs(work, claim, ret[i].source);
        ret[i].doubtful = ret[i].differs || (!ret[i].carries.alone && !ret[i].carries.brings);
        ret[i].another = another;
    }
    return n;
}

size_t *cited_spans(struct evidence_work *work, const struct claim *claim, const struct cited_source *cited,
                    size_t *ret_n)
{
    size_t *spans = arena_calloc(work->arena, CLAIM_SPANS_MAX, sizeof *spans);

    *ret_n = spans_of(work, claim, cited->source, spans);
    return spans;
}

/* Does its marker stay? */
static bool stays(const struct evidence_work *work, const struct cited_source *cited)
{
    if (!cited->doubtful)
        return true;
    return work->model && cited->asked ? cited->asked->verdict == VERDICT_SUPPORTED && !cited->differs
                                       : !cited->another;
}

void claim_drop_markers(struct evidence_work *work, size_t at, const struct cited_source *cited, size_t n)
{
    struct claim *claim = &work->claims.items[at];
    size_t spans[2 * CLAIM_SPANS_MAX], kept = 0;
    bool each = claim_stands(claim) && n > 1;

    for (size_t i = 0; i < claim->spans_n; i++) {
        const struct cited_source *of = NULL;

        for (size_t k = 0; k < n; k++)
            if (cited[k].source == work->pool->spans[claim->spans[i]].source)
                of = &cited[k];
        if (of && !stays(work, of))
            continue;
        each = each && of && (of->carries.alone || of->doubtful);
        spans[kept++] = claim->spans[i];
    }
    if (!claim_stands(claim) || kept == 0)
        return;
    claim->each_carries = each;
    if (kept < claim->spans_n)
        claim_set_spans(work, at, CORRECTION_REMOVE, spans, kept);
}
