/* A sentence by itself goes the way of a report's claim: judged by code, asked about together with control questions, asked about again
 * where code points at a difference or the verifier gave cause to doubt it, and weighed (trust.c). */
#include "evidence/lone.h"

#include "evidence/internal.h"

/* `known`: what the caller found already, for where code sees nothing. */
static void judge_lone(struct evidence_work *work, struct claim *claim, const struct clash *known)
{
    struct judgement *code = claim->code = arena_alloc(work->arena, sizeof *code);

    claim_judge_text(work, claim);
    claim_find_words(work, claim);
    if (known && code->clashes_n == 0 && code->verdict != VERDICT_SUPPORTED) {
        code->clashes = arena_copy(work->arena, known, sizeof *known);
        code->clashes_n = 1;
    }
}

static bool is_unanswered(const struct verify_item *control)
{
    return control->verdict == VERDICT_UNCHECKED && !control->orders;
}

/* The controls that were not answered yet, as questions; `at` tells which they are. What is recalled of earlier ones is none. */
static size_t open_controls(const struct evidence_work *work, struct verify_item *items, size_t *at)
{
    size_t n = 0;

    for (size_t i = 0; i < work->controls_n; i++)
        if (is_unanswered(&work->controls[i]) && work->controls[i].claim.len) {
            at[n] = i;
            items[n++] = work->controls[i];
        }
    return n;
}

/* Asks about the claim, unless `item` is NULL, and in the same call about the controls that are open. */
static int ask(struct evidence_work *work, struct verify_item *item, struct error *e)
{
    struct verify_item items[CONTROLS_MOST + 1];
    size_t at[CONTROLS_MOST], first = item != NULL;

    if (item)
        items[0] = *item;
    size_t n = open_controls(work, items + first, at);
    int r = n + first ? verify_ask(work, work->path, items, n + first, e) : 0;
    for (size_t i = 0; r == 0 && i < n; i++)
        work->controls[at[i]] = items[first + i];
    if (item)
        *item = items[0];
    work->controls_asked = work->controls_n;
    return r;
}

static bool has_slipped(const struct evidence_work *work)
{
    for (size_t i = 0; i < work->controls_n; i++)
        if (work->controls[i].verdict == VERDICT_SUPPORTED && !work->controls[i].carried)
            return true;
    return false;
}

/* Why nobody was asked, or said nothing. */
static int no_answer(const struct verify_item *item, struct error *e)
{
    if (item->orders)
        return error_set(e, ERROR_PARSE, "the text reads like instructions to a model, so no model was asked");
    if (item->error)
        return -item->error; /* e says why */
    return item->left_out ? error_set(e, ERROR_PARSE, "the model gave no verdict") : -ERROR_PARSE;
}

/* What the verifier calls supported is looked at again where there is cause to, and so is a quotation that it refuses. A failure of that call
 * leaves the controls open. */
static void look_again(struct evidence_work *work, struct claim *claim)
{
    bool refused = claim_is_refused_quotation(claim), look = refused || claim_wants_second_look(claim);
    struct verify_item item = claim_question(claim);

    item.spans = claim->spans;
    item.spans_n = claim->spans_n;
    if (look)
        item.conflict = claim_look_again_at(claim);
    if (refused)
        controls_make_true(work, work->controls_n + CONTROLS_TRUE);
    if (has_slipped(work) && work->controls_n <= CONTROLS_FIRST)
        controls_make(work, work->controls_n + CONTROLS_MORE);
    ask(work, look ? &item : NULL, NULL);
    if (look)
        claim_take_second_look(work, &item, claim);
}

static void recall(struct evidence_work *work, const struct lone_record *record)
{
    for (size_t i = 0; record && i < record->n; i++)
        work->controls[work->controls_n++] = (struct verify_item){ .verdict = record->verdicts[i] };
    work->controls_asked = work->controls_n;
}

static void remember(const struct evidence_work *work, struct lone_record *record)
{
    for (size_t i = record ? record->n : 0; record && i < work->controls_n && i < LONE_CONTROLS; i++)
        if (!work->controls[i].orders && !work->controls[i].error && !work->controls[i].carried)
            record->verdicts[record->n++] = work->controls[i].verdict;
}

static int decide(struct evidence_work *work, struct claim *claim, struct error *e)
{
    struct verify_item item = claim_question(claim);

    item.spans = claim->spans;
    item.spans_n = claim->spans_n;
    controls_make(work, CONTROLS_FIRST);
    int r = ask(work, &item, e);
    if (r < 0)
        return r;
    if (item.verdict == VERDICT_UNCHECKED)
        return no_answer(&item, e);
    item.kind = -1;
    claim_take(work, &item, claim);
    if (claim_stands(claim) || claim_is_refused_quotation(claim))
        look_again(work, claim);
    verifier_weigh(work);
    return 0;
}

/* The claim without the title of its source, where all that it is checked against is of that source. */
static struct str titles_off(struct arena *arena, const struct lone_question *q)
{
    struct str rest = q->claim;

    for (size_t i = 0; i < q->places_n; i++) {
        rest = title_off(arena, q->claim, q->sources[q->places[i].source].title);
        if (rest.len == q->claim.len)
            break;
    }
    return rest;
}

int evidence_check_alone(struct arena *arena, const struct lone_question *q, struct lone_answer *ret, struct error *e)
{
    struct source_list sources = { .items = q->sources, .n = q->sources_n };
    struct evidence_pool pool = { .sources = &sources };
    struct prepared prepared = { .arena = arena, .reader = reader_new(arena) };
    const struct evidence_input input = { .pool = &pool, .as_is = true };
    size_t spans[CLAIM_SPANS_MAX];
    struct claim claim = { .text = q->claim,
                           .core = frame_off(titles_off(arena, q)),
                           .kind = KIND_CLAIM,
                           .spans = spans,
                           .marked = true,
                           .verdict = VERDICT_UNCHECKED };
    struct evidence_work work = {
        .alone = q->verifier,
        .arena = arena,
        .path = path_root(),
        .input = &input,
        .pool = &pool,
        .model = true,
        .claims = { .items = &claim, .n = 1 },
        .prepared = &prepared,
        .reader = prepared.reader,
    };

    for (size_t i = 0; i < q->places_n && i < CLAIM_SPANS_MAX; i++) {
        struct str text = source_text(&q->sources[q->places[i].source]);
        struct span at = q->places[i].at;

        spans[claim.spans_n++] = pool_add(arena, &pool,
                                          &(struct evidence_span){ .source = q->places[i].source,
                                                                   .at = at,
                                                                   .quote = str_sub(text, at.start, at.end) });
    }
    judge_lone(&work, &claim, q->clash);
    recall(&work, q->record);
    int r = decide(&work, &claim, e);
    remember(&work, q->record);
    *ret = (struct lone_answer){ .verdict = (enum verdict) claim.verdict,
                                 .by = claim.asked || claim.disputed ? claim_decided_by(&claim) : str(""),
                                 .reason = claim.reason,
                                 .clashes = claim.code->clashes,
                                 .clashes_n = claim.code->clashes_n };
    return r;
}
