/* Of stage 8: a paragraph that lost a sentence, or has one that is carried only in part, is written anew by a model, so
 * that it reads well. What comes back is believed only when every sentence of it is one that stood there and held, or
 * is quoted from or supported by the passages its paragraph rests on, and when nothing that held is missing.
 * Else the paragraph stays as code left it. */
#include "evidence/internal.h"

#include "base/buf.h"
#include "evidence/markers.h"
#include "pages/suspect.h"
#include "roles/rewrite_paragraph.h"

enum { NOTES_MAX = 16 * 1024, KEPT_LEAST = 700, PASSAGES_MAX = 3, GROWTH_PERCENT = 150, BLOCKS_MAX = 40 };

/* A paragraph of the body: claims [first, end). */
struct block {
    size_t first, end;
    struct claims now; /* of the proposal */
    struct str text;   /* the proposal */
    bool good;
    size_t asked; /* of its first item */
};

static bool to_mend(const struct claim *claim)
{
    return claim->left_out || (claim->kind == KIND_CLAIM && claim->verdict == VERDICT_PARTIAL && claim->asked &&
                               !claim->disputed && !claim->disagreement);
}

/* Sentences that are left as they are. */
static bool kept(const struct claim *claim) { return !claim->left_out && !claim->dropped && !to_mend(claim); }

static bool wants_mending(const struct evidence_work *work, const struct block *b)
{
    bool touched = false, left = false;

    for (size_t i = b->first; i < b->end; i++) {
        const struct claim *claim = &work->claims.items[i];

        touched = touched || to_mend(claim);
        left = left || (!claim->left_out && !claim->dropped);
        if (claim->kind == KIND_HEADING || str_starts(str_sub(work->body, claim->at.start, claim->at.end), "|") ||
            suspect_find(claim->text).len)
            return false;
    }
    return touched && left;
}

static size_t find_blocks(struct evidence_work *work, struct block *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < work->claims.n && n < BLOCKS_MAX;) {
        struct block *b = &ret[n];

        *b = (struct block){ .first = i };
        for (b->end = i; b->end < work->claims.n && work->claims.items[b->end].block == work->claims.items[i].block;)
            b->end++;
        i = b->end;
        n += wants_mending(work, b);
    }
    return n;
}

/* --- the question --- */

static struct str paragraph_of(struct evidence_work *work, const struct block *b)
{
    struct buf text;

    buf_init(&text, NOTES_MAX);
    for (size_t i = b->first; i < b->end; i++)
        if (!work->claims.items[i].left_out && !work->claims.items[i].dropped)
            buf_format(&text, "%s%.*s", text.len ? " " : "", STR_ARG(render_claim(work, &work->claims.items[i])));
    return buf_take(&text, work->arena);
}

static void add_passages(struct evidence_work *work, struct buf *text, const struct claim *claim)
{
    for (size_t i = 0; i < claim->spans_n && i < PASSAGES_MAX; i++) {
        const struct evidence_span *span = &work->pool->spans[claim->spans[i]];
        const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[i]);

        if (suspect_find(passage->text).len == 0)
            buf_format(text, "  passage [%lld]: %.*s\n", (long long) work->pool->sources->items[span->source].number,
                       STR_ARG(str_replace(work->arena, passage->text, str("\n"), str(" "))));
    }
}

static struct str notes_of(struct evidence_work *work, const struct block *b)
{
    struct buf text;

    buf_init(&text, NOTES_MAX);
    for (size_t i = b->first; i < b->end; i++) {
        const struct claim *claim = &work->claims.items[i];

        if (!to_mend(claim))
            continue;
        buf_format(&text, "%s %.*s\n", claim->left_out ? "Taken out:" : "Holds only in part:", STR_ARG(claim->text));
        if (claim->missing.len)
            buf_format(&text, "  not carried: %.*s\n", STR_ARG(claim->missing));
        if (claim->reason.len)
            buf_format(&text, "  because: %.*s\n", STR_ARG(claim->reason));
        add_passages(work, &text, claim);
    }
    return buf_take(&text, work->arena);
}

/* --- the answer --- */

/* The sentence that stood in the paragraph and says the same, word for word; NULL: it is new. */
static const struct claim *same_sentence(const struct evidence_work *work, const struct block *b, struct str text)
{
    for (size_t i = b->first; i < b->end; i++)
        if (kept(&work->claims.items[i]) && str_eq(work->claims.items[i].text, text))
            return &work->claims.items[i];
    return NULL;
}

/* The spans of the paragraph's own passages that the sentence's markers name. */
static void find_spans(struct evidence_work *work, const struct block *b, struct claim *claim)
{
    size_t *spans = arena_calloc(work->arena, CLAIM_SPANS_MAX, sizeof *spans), n = 0;

    for (size_t m = 0; m < claim->spans_n; m++) {
        size_t best = SIZE_MAX;
        int most = -1;

        for (size_t i = b->first; i < b->end; i++)
            for (size_t k = 0; k < work->claims.items[i].spans_n; k++) {
                size_t span = work->claims.items[i].spans[k];
                const struct evidence_span *s = &work->pool->spans[span];
                int share = overlap_of(work->reader, claim->text, &s->quote, 1);

                if (work->pool->sources->items[s->source].number == (int64_t) claim->spans[m] && share > most) {
                    most = share;
                    best = span;
                }
            }
        if (best != SIZE_MAX && n < CLAIM_SPANS_MAX)
            spans[n++] = best;
    }
    claim->marked = n == claim->spans_n && n > 0; /* a source that is not the paragraph's is no citation */
    claim->spans = spans;
    claim->spans_n = n;
}

/* The rewrite must keep every supported sentence and must not be much longer. */
static bool keeps_all(const struct evidence_work *work, const struct block *b)
{
    size_t before = 0;

    for (size_t i = b->first; i < b->end; i++) {
        const struct claim *claim = &work->claims.items[i];

        before += claim->at.end - claim->at.start;
        if (kept(claim) && overlap_of(work->reader, claim->text, &b->text, 1) < KEPT_LEAST)
            return false;
    }
    return b->text.len * 100 <= (before + 40) * GROWTH_PERCENT;
}

/* The proposal as sentences; false when it is no plain paragraph made of what is there. */
static bool read_proposal(struct evidence_work *work, struct block *b, struct str text)
{
    size_t most = 0, removed;

    for (size_t i = 0; i < work->pool->sources->n; i++)
        most = (size_t) work->pool->sources->items[i].number > most ? (size_t) work->pool->sources->items[i].number
                                                                    : most;
    b->text = links_apart(work->arena, text);
    if (b->text.len == 0 || strchr("#|>-*`", b->text.data[0]) || suspect_find(b->text).len || !keeps_all(work, b))
        return false;
    b->text = markers_rewrite(work->arena, b->text, marker_itself, NULL, &removed);
    claims_parse(work->arena, work->reader, b->text, most, &b->now);
    for (size_t i = 0; i < b->now.n; i++) {
        struct claim *claim = &b->now.items[i];
        const struct claim *same = same_sentence(work, b, claim->text);

        if (same) {
            struct span at = claim->at;

            *claim = *same;
            claim->at = at;
            claim->settled = true;
            continue;
        }
        find_spans(work, b, claim);
        claim->kind = KIND_CLAIM;
        claim->kind_open = false;
        claim_put_aside(work, claim);
        if (!claim->marked || claim->spans_n == 0 || names_speaker(work, claim->text))
            return false; /* a sentence of its own that cites nothing */
        claim_judge(work, claim);
        if (claim->code->clashes_n)
            return false;
    }
    return b->now.n > 0;
}

/* The new sentences are asked about like any other; one that does not hold spoils its paragraph. */
static int check_proposals(struct evidence_work *work, struct block *blocks, size_t n, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t most = 0, count = 0;
    int r = 0;

    for (size_t b = 0; b < n; b++)
        most += blocks[b].good ? blocks[b].now.n : 0;
    struct verify_item *items = arena_calloc(scratch, most + 1, sizeof *items);
    struct claim **of = arena_calloc(scratch, most + 1, sizeof *of);
    struct block **in = arena_calloc(scratch, most + 1, sizeof *in);
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; blocks[b].good && i < blocks[b].now.n; i++) {
            struct claim *claim = &blocks[b].now.items[i];

            if (claim->settled)
                continue;
            items[count] = (struct verify_item){ .claim = claim->text,
                                                 .spans = claim->spans,
                                                 .spans_n = claim->spans_n };
            of[count] = claim;
            in[count++] = &blocks[b];
        }
    if (count)
        r = verify_ask(work, path_add(work->path, "mended"), items, count, e);
    for (size_t i = 0; r == 0 && i < count; i++) {
        bool silent = of[i]->in_words && items[i].verdict == VERDICT_UNCHECKED; /* code has it */

        in[i]->good = in[i]->good && (silent || items[i].verdict == VERDICT_SUPPORTED);
        if (in[i]->good)
            claim_take(work, &items[i], of[i]);
    }
    arena_free(scratch);
    return r;
}

static void take_proposal(struct evidence_work *work, const struct block *b)
{
    struct mended *m = &work->mended[work->mended_n++];

    *m = (struct mended){ b->first, b->end, b->text, b->now.items, b->now.n };
    work->mended_claims += b->now.n;
    for (size_t i = 0; i < b->now.n; i++) {
        struct claim *claim = &b->now.items[i];

        claim_take_back(work, claim);
        if (claim->settled || !evidence_stage_on(work->branch, STAGE_NUMBERS))
            continue;
        claim_number_rows(work, claim);
    }
    branch_emit(work->branch, EVENT_CONTENT_REVISED,
                &(struct event_content_revised){ str("rewritten"), -1, (int64_t) b->first + 1 });
}

int stage_mend(struct evidence_work *work, struct error *e)
{
    struct arena *scratch = arena_new();
    struct block *blocks = arena_calloc(scratch, BLOCKS_MAX + 1, sizeof *blocks);
    size_t n = find_blocks(work, blocks);
    struct rewrite_question *questions = arena_calloc(scratch, n + 1, sizeof *questions);
    struct str *answers = arena_calloc(scratch, n + 1, sizeof *answers);
    int r = 0;

    for (size_t i = 0; i < n; i++)
        questions[i] = (struct rewrite_question){ paragraph_of(work, &blocks[i]), notes_of(work, &blocks[i]) };
    if (n)
        r = role_rewrite_paragraphs(work->branch, path_add(work->path, "mend"), questions, n, answers, e);
    for (size_t i = 0; r == 0 && i < n; i++)
        blocks[i].good = !str_eq(answers[i], questions[i].paragraph) && read_proposal(work, &blocks[i], answers[i]);
    if (r == 0 && n)
        r = check_proposals(work, blocks, n, e);
    work->mended = arena_calloc(work->arena, n + 1, sizeof *work->mended);
    for (size_t i = 0; r == 0 && i < n; i++)
        if (blocks[i].good)
            take_proposal(work, &blocks[i]);
    arena_free(scratch);
    return r;
}
