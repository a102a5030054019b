/* Stage 4: does what is cited say what is claimed?
 *
 * Code decides where it can: the claim's own words in the quote, hardly any of
 * its words in the quote, a verdict it is sure of. The rest is asked of a model
 * that sees nothing but claim, quote, title and address; most doubtful first,
 * as many as the budget allows, the others stay unchecked and say why. */
#include "evidence/internal.h"

#include <stdlib.h>

#include "pages/suspect.h"
#include "roles/verify_claims.h"

enum { ASKED_MAX = 60, SURE = 950, SURE_QUICK = 780, SURE_CONTRADICTED = 900, QUOTES_SHOWN = 3 };

static void decide(struct claim *claim, int verdict, int confidence, struct str reason)
{
    claim->verdict = verdict;
    claim->confidence = confidence;
    claim->reason = reason;
}

static int best_overlap(const struct evidence_work *work, const struct claim *claim)
{
    int best = 0;

    for (size_t i = 0; i < claim->spans_n; i++) {
        int one = overlap_of(work->reader, claim->text, &work->pool->spans[claim->spans[i]].quote, 1);

        best = one > best ? one : best;
    }
    return best;
}

/* What code says; true when nobody else need be asked. */
static bool settle(struct evidence_work *work, struct claim *claim)
{
    struct verdict_result verdict;

    if (claim->spans_n == 0) {
        decide(claim, VERDICT_UNSUPPORTED, 1000, str("nothing is cited for it"));
        return true;
    }
    if (best_overlap(work, claim) < OVERLAP_LEAST) {
        decide(claim, VERDICT_UNSUPPORTED, 900,
               str("not enough information: the passage hardly shares a word with it"));
        return true;
    }
    judge_claim(work->arena, work->reader, work->pool, claim->text, claim->spans, claim->spans_n, &verdict);
    decide(claim, (int) verdict.verdict, verdict.confidence, verdict.reason);
    if (verdict.verdict == VERDICT_SUPPORTED)
        return verdict.confidence >= (claim->doubtful ? SURE : SURE_QUICK);
    return verdict.verdict == VERDICT_CONTRADICTED && verdict.confidence >= SURE_CONTRADICTED;
}

/* --- asking --- */

static void fill_question(struct arena *scratch, const struct evidence_work *work, const struct verify_item *item,
                          struct verify_question *ret)
{
    size_t n = item->spans_n < QUOTES_SHOWN ? item->spans_n : QUOTES_SHOWN;
    struct verify_quote *quotes = arena_calloc(scratch, n + 1, sizeof *quotes);

    for (size_t i = 0; i < n; i++) {
        const struct evidence_span *span = &work->pool->spans[item->spans[i]];
        const struct source_row *source = &work->pool->sources->items[span->source];

        quotes[i] = (struct verify_quote){ span->quote, source->title, source->url };
    }
    *ret = (struct verify_question){ item->claim, quotes, n };
}

/* What reads like orders to the verifier is not shown to it: it would be asked together with others. */
static bool gives_orders(const struct verify_question *question)
{
    bool orders = suspect_find(question->claim).len > 0;

    for (size_t i = 0; i < question->quotes_n; i++)
        orders = orders || suspect_find(question->quotes[i].quote).len || suspect_find(question->quotes[i].title).len;
    return orders;
}

int verify_ask(struct evidence_work *work, struct path path, struct verify_item *items, size_t n, struct error *e)
{
    struct arena *scratch = arena_new();
    struct verify_question *questions = arena_calloc(scratch, n + 1, sizeof *questions);
    struct verify_opinion *opinions = arena_calloc(scratch, n + 1, sizeof *opinions);
    size_t asked = 0;

    for (size_t i = 0; i < n; i++) {
        fill_question(scratch, work, &items[i], &questions[asked]);
        items[i].orders = gives_orders(&questions[asked]);
        asked += !items[i].orders;
    }
    int r = role_verify_claims(work->branch, path, questions, asked, opinions, e);
    for (size_t i = 0, k = 0; i < n; i++) {
        items[i].verdict = VERDICT_UNCHECKED;
        if (items[i].orders)
            continue;
        items[i].verdict = r < 0 ? VERDICT_UNCHECKED : opinions[k].verdict;
        items[i].reason = str_dup(work->arena, opinions[k].reason);
        items[i].error = r < 0 ? -r : opinions[k].error;
        k++;
    }
    arena_free(scratch);
    return error_stops_run(r) || r == -ERROR_STORE ? r : 0;
}

/* Those that are least certain come first: what is left over is what matters least. */
struct doubt {
    size_t claim;
    int confidence;
};

static int by_doubt(const void *a, const void *b)
{
    const struct doubt *x = a, *y = b;

    return x->confidence != y->confidence ? (x->confidence > y->confidence) - (x->confidence < y->confidence)
                                          : (x->claim > y->claim) - (x->claim < y->claim);
}

static void leave_unchecked(struct evidence_work *work, struct claim *claim, const char *why)
{
    decide(claim, VERDICT_UNCHECKED, 0, str(why));
    if (work->unchecked_why.len == 0)
        work->unchecked_why = str(why);
}

static void take_opinion(struct evidence_work *work, const struct verify_item *item, struct claim *claim)
{
    if (item->verdict != VERDICT_UNCHECKED) {
        decide(claim, item->verdict, SURE_QUICK, item->reason.len ? item->reason : str("the model gave no reason"));
        claim->asked = true;
    } else if (item->orders) {
        branch_warn(work->branch,
                    "Some claims were judged without a model: they, or their passages, read like orders to it.");
    } else if (item->error == ERROR_BUDGET) {
        leave_unchecked(work, claim, "the budget did not allow the call");
    } else if (item->error == ERROR_FINISH) {
        leave_unchecked(work, claim, branch_hurry(work->branch));
    } else if (item->error == ERROR_TIMEOUT) {
        leave_unchecked(work, claim, "there was no time left");
    } else if (item->error) {
        branch_warn(work->branch, "Some claims were judged without a model: the verifier could not be reached.");
    } else {
        branch_warn(work->branch, "Some claims were judged without a model: the verifier's answer could not be read.");
    }
}

static int ask_model(struct evidence_work *work, struct doubt *doubts, size_t n, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t asked = n < ASKED_MAX ? n : ASKED_MAX;
    struct verify_item *items = arena_calloc(scratch, asked + 1, sizeof *items);
    int r = 0;

    qsort(doubts, n, sizeof *doubts, by_doubt);
    for (size_t i = 0; i < asked; i++) {
        const struct claim *claim = &work->claims.items[doubts[i].claim];

        items[i] = (struct verify_item){ .claim = claim->text, .spans = claim->spans, .spans_n = claim->spans_n };
    }
    r = verify_ask(work, path_add(work->path, "verify"), items, asked, e);
    for (size_t i = 0; r == 0 && i < asked; i++)
        take_opinion(work, &items[i], &work->claims.items[doubts[i].claim]);
    for (size_t i = asked; i < n; i++)
        leave_unchecked(work, &work->claims.items[doubts[i].claim],
                        "more claims were doubtful than are asked about in one run");
    arena_free(scratch);
    return r;
}

/* Code that is not sure of a contradiction does not speak of one: sentences would
 * be taken out for it. */
static void hold_back(struct evidence_work *work, const struct doubt *doubts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct claim *claim = &work->claims.items[doubts[i].claim];

        if (claim->verdict == VERDICT_CONTRADICTED && !claim->asked)
            claim->verdict = VERDICT_PARTIAL;
    }
}

int stage_verify(struct evidence_work *work, struct error *e)
{
    struct doubt *doubts = arena_calloc(work->arena, work->claims.n + 1, sizeof *doubts);
    size_t n = 0;

    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];

        if (!settle(work, claim))
            doubts[n++] = (struct doubt){ i, claim->confidence };
    }
    int r = 0;
    for (size_t i = 0; i < n && work->model && branch_asked_to_finish(work->branch); i++)
        leave_unchecked(work, &work->claims.items[doubts[i].claim], "the run was asked to finish");
    if (n && work->model && !branch_asked_to_finish(work->branch))
        r = ask_model(work, doubts, n, e);
    hold_back(work, doubts, n);
    return r;
}
