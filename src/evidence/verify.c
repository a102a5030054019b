/* Stage 4: does what is cited say what is claimed?
 *
 * Everything that is cited is asked of a model that sees nothing but the
 * sentence and its passages; the calls run at once. Where the model says
 * supported and code can point at a difference, it is asked once more with the
 * difference named; if the two still differ the claim is partial and says why.
 * That a sentence stands in the source word for word is proved by code; the
 * model says whether the source states it there or only has it, and is asked
 * once more before it takes a quotation away. Without a model code says only
 * what it can prove, and the rest stays unchecked with a reason. */
#include "evidence/internal.h"

#include <stdlib.h>

#include "judge/quotation.h"
#include "pages/suspect.h"
#include "roles/role.h"

enum { QUOTES_SHOWN = 3, PAGE_SHOWN = 2000 /* bytes */ };

void claim_decide(struct claim *claim, int verdict, int confidence, struct str reason)
{
    claim->verdict = verdict;
    claim->confidence = confidence;
    claim->reason = reason;
    claim->missing = str("");
    claim->asked = false;
}

bool claim_stands(const struct claim *claim)
{
    return claim->verdict == VERDICT_SUPPORTED || claim->verdict == VERDICT_QUOTED;
}

bool claim_is_gone(const struct claim *claim) { return claim->left_out || claim->dropped; }

/* --- asking --- */

/* A span with its neighbours. Neighbours that read like orders are not shown; the cited words may do without them. */
static struct verify_quote quote_of(const struct evidence_work *work, size_t at, bool page)
{
    const struct evidence_span *span = &work->pool->spans[at];
    const struct source_row *source = &work->pool->sources->items[span->source];
    const struct evidence_passage *passage = passage_of(work->prepared, work->pool, at);
    bool alone = suspect_find(passage->text).len > 0 || suspect_find(passage->path).len > 0;

    return (struct verify_quote){ .passage = page    ? source_text(source)
                                             : alone ? span->quote
                                                     : passage->text,
                                  .title = source->title,
                                  .url = source->url,
                                  .date = source->date,
                                  .headings = alone || page ? str("") : passage->path };
}

/* Is the page of the span short enough to be shown as it is? */
static bool fits(const struct evidence_work *work, size_t at)
{
    const struct evidence_span *span = &work->pool->spans[at];
    struct str text = source_text(&work->pool->sources->items[span->source]);

    return !span->snippet && text.len <= PAGE_SHOWN && suspect_find(text).len == 0;
}

static bool has_page_of(const struct evidence_work *work, const size_t *pages, size_t n, size_t at)
{
    for (size_t i = 0; i < n; i++)
        if (work->pool->spans[pages[i]].source == work->pool->spans[at].source)
            return true;
    return false;
}

/* The spans, each with its neighbours. A claim is asked about with the whole page of each while that is short, else also with
 * the places of it that speak of the claim: the writer may have cited the right page by the wrong place of it. */
static size_t add_spans(struct evidence_work *work, const struct verify_item *item, struct verify_quote *quotes)
{
    size_t n = item->spans_n < QUOTES_SHOWN ? item->spans_n : QUOTES_SHOWN, count = 0, pages_n = 0, parts_n = 0;
    size_t pages[QUOTES_SHOWN], parts[QUOTES_SHOWN], more[PLACES_BESIDE];

    for (size_t i = 0; i < n; i++) {
        if (has_page_of(work, pages, pages_n, item->spans[i]))
            continue;
        bool page = item->wide && fits(work, item->spans[i]);
        if (page)
            pages[pages_n++] = item->spans[i];
        else
            parts[parts_n++] = item->spans[i];
        quotes[count++] = quote_of(work, item->spans[i], page);
    }
    size_t beside = item->wide ? places_beside(work, item->claim, parts, parts_n, more) : 0;
    for (size_t i = 0; i < beside; i++) {
        quotes[count] = quote_of(work, more[i], false);
        count += suspect_find(quotes[count].passage).len == 0;
    }
    return count;
}

static void fill_quotes(struct arena *scratch, struct evidence_work *work, const struct verify_item *item,
                        struct verify_question *ret)
{
    struct verify_quote *quotes = arena_calloc(scratch, QUOTES_SHOWN + PLACES_BESIDE + item->own_n + 1, sizeof *quotes);
    size_t n = add_spans(work, item, quotes);

    if (item->quote)
        quotes[n++] = *item->quote;
    for (size_t i = 0; i < item->own_n; i++)
        quotes[n++] = (struct verify_quote){ .passage = item->own[i] };
    ret->quotes = quotes;
    ret->quotes_n = n;
}

/* What reads like orders to the verifier is not shown to it: it would be asked together with others. */
static bool gives_orders(const struct verify_question *question)
{
    bool orders = suspect_find(question->claim).len > 0 || suspect_find(question->lead).len > 0;

    for (size_t i = 0; i < question->quotes_n; i++)
        orders = orders || suspect_find(question->quotes[i].passage).len || suspect_find(question->quotes[i].title).len;
    return orders;
}

/* A reason that was too long ends with "…"; words in quotation marks end there, too. */
static struct str quotes_closed(struct arena *arena, struct str text)
{
    size_t marks = 0;

    for (size_t i = 0; i < text.len; i++)
        marks += text.data[i] == '"';
    return str_format(arena, "%.*s%s", STR_ARG(text), marks % 2 && str_ends(text, "…") ? "\"" : "");
}

int verify_ask(struct evidence_work *work, struct path path, struct verify_item *items, size_t n, struct error *e)
{
    struct arena *scratch = arena_new();
    struct verify_question *questions = arena_calloc(scratch, n + 1, sizeof *questions);
    struct verify_opinion *opinions = arena_calloc(scratch, n + 1, sizeof *opinions);
    size_t asked = 0;

    for (size_t i = 0; i < n; i++) {
        struct verify_question *q = &questions[asked];

        *q = (struct verify_question){ .claim = items[i].claim,
                                       .lead = items[i].lead,
                                       .own = items[i].own_n > 0,
                                       .ask_kind = items[i].ask_kind,
                                       .conflict = items[i].conflict };
        fill_quotes(scratch, work, &items[i], q);
        items[i].orders = gives_orders(q);
        asked += !items[i].orders;
    }
    int r = work->alone ? verify_claims_alone(work->alone, work->arena, questions, asked, opinions, e)
                        : role_verify_claims(work->branch, path, questions, asked, opinions, e);
    for (size_t i = 0, k = 0; i < n; i++) {
        items[i].verdict = VERDICT_UNCHECKED;
        items[i].kind = -1;
        if (items[i].orders)
            continue;
        items[i].verdict = r < 0 ? VERDICT_UNCHECKED : opinions[k].verdict;
        items[i].kind = r < 0 ? -1 : opinions[k].kind;
        items[i].reason = quotes_closed(work->arena, opinions[k].reason);
        items[i].missing = str_dup(work->arena, opinions[k].missing);
        items[i].error = r < 0 ? -r : opinions[k].error;
        items[i].left_out = r == 0 && opinions[k].left_out;
        k++;
    }
    arena_free(scratch);
    return error_stops_run(r) || r == -ERROR_STORE ? r : 0;
}

/* --- what code can say --- */

static bool judged(const struct claim *claim)
{
    return (claim->kind == KIND_CLAIM || claim->kind == KIND_SUMMARY) && claim->spans_n > 0;
}

/* "It lasts." is too short to be looked for, but the report without a model took it from there. */
static bool is_span(const struct evidence_work *work, const struct claim *claim, size_t at)
{
    return work->quotations && str_eq(str_trim(work->pool->spans[claim->spans[at]].quote), str_trim(claim->text));
}

/* The span becomes the sentences that are quoted. */
static bool rest_on_quotation(struct evidence_work *work, struct claim *claim, size_t at)
{
    struct evidence_span span = work->pool->spans[claim->spans[at]];
    struct str text = source_text(&work->pool->sources->items[span.source]);
    const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[at]);
    size_t first, end;

    if (!quotation_find(work->prepared->arena, claim->text, passage->sentences, passage->n, &first, &end))
        return is_span(work, claim, at);
    const char *start = passage->sentences[first].data,
               *stop = passage->sentences[end - 1].data + passage->sentences[end - 1].len;
    if (start >= text.data && stop <= text.data + text.len) { /* else it begins with the header of a table */
        span.at = (struct span){ (size_t) (start - text.data), (size_t) (stop - text.data) };
        span.quote = str_sub(text, span.at.start, span.at.end);
        claim->spans[at] = pool_add(work->arena, work->pool, &span);
    }
    return true;
}

/* Has the report's heading all words of the one that the passage stands under, or of its title? */
static bool is_heading_of(struct evidence_work *work, struct str heading, const struct evidence_passage *passage)
{
    struct str rest = passage->heading, part;
    bool found = false;

    while (!found && rest.len) {
        ptrdiff_t at = str_find(rest, str(" › "), 0);

        part = at < 0 ? rest : str_sub(rest, 0, (size_t) at);
        rest = at < 0 ? str("") : str_sub(rest, (size_t) at + strlen(" › "), rest.len);
        found = overlap_of(work->prepared->reader, part, &heading, 1) == 1000;
    }
    return found;
}

/* Whom "it" means is known where the sentence or heading before it is the source's, too. */
static bool is_in_its_place(struct evidence_work *work, const struct claim *claim)
{
    const struct claims *all = &work->claims;
    struct arena *scratch = arena_new();
    bool kept = false;

    for (size_t i = 0; claim > all->items && claim < all->items + all->n && i < claim->spans_n && !kept; i++) {
        const struct evidence_passage *p = passage_of(work->prepared, work->pool, claim->spans[i]);
        struct str both = str_format(scratch, "%.*s %.*s", STR_ARG(claim[-1].text), STR_ARG(claim->text));
        size_t first, end;

        kept = claim[-1].kind == KIND_HEADING ? is_heading_of(work, claim[-1].text, p)
                                              : quotation_find(scratch, both, p->sentences, p->n, &first, &end);
    }
    arena_free(scratch);
    return kept;
}

/* Code cannot tell what a word of the claim stands for. */
static void check_reference(struct evidence_work *work, struct claim *claim)
{
    struct judgement *code = claim->code;
    struct str word = code->verdict == VERDICT_SUPPORTED ? judge_reference(claim->text) : str("");

    if (word.len == 0 || is_in_its_place(work, claim))
        return;
    code->verdict = VERDICT_UNCHECKED;
    code->quoted = false;
    code->reason = str_format(work->prepared->arena, "code cannot tell whether \"%.*s\" means the same in the source",
                              STR_ARG(word));
}

/* A report without a model consists of quotations, under the heading they stand under: what code doubts in a model's report, whether the
 * source vouches for them, is for its reader to see there. */
static void take_as_quoted(struct evidence_work *work, struct claim *claim)
{
    struct arena *scratch = arena_new();
    size_t first, end;

    for (size_t i = 0; !claim->code->quoted && i < claim->spans_n; i++) {
        const struct evidence_passage *p = passage_of(work->prepared, work->pool, claim->spans[i]);

        if (quotation_find(scratch, claim->text, p->sentences, p->n, &first, &end) || is_span(work, claim, i))
            *claim->code = (struct judgement){ .verdict = VERDICT_SUPPORTED, .quoted = true, .shared = 1000 };
    }
    arena_free(scratch);
}

void claim_judge_text(struct evidence_work *work, struct claim *claim)
{
    judge_spans(work->prepared, work->pool, claim_asks(claim), claim->spans, claim->spans_n, claim->code);
    if (!str_eq(claim_judged(claim), claim_asks(claim)) && !claim->code->quoted)
        judge_spans(work->prepared, work->pool, claim_judged(claim), claim->spans, claim->spans_n, claim->code);
}

/* Code proved that the words are there. */
static void decide_quoted(struct claim *claim, bool vouched)
{
    claim_decide(claim, VERDICT_QUOTED, 1000,
                 str(vouched ? "The source says so in these words, and the verifier finds that it means them."
                             : "The source says so in these words."));
    claim->vouched = vouched;
}

void claim_find_words(struct evidence_work *work, struct claim *claim)
{
    claim->in_words = false;
    for (size_t i = 0; claim->code->quoted && !claim->world.len && i < claim->spans_n; i++)
        claim->in_words = rest_on_quotation(work, claim, i) || claim->in_words;
    if (claim->in_words)
        decide_quoted(claim, false);
}

void claim_judge(struct evidence_work *work, struct claim *claim)
{
    claim->code = arena_alloc(work->prepared->arena, sizeof *claim->code);
    if (claim->named.len && !claim->world.len)
        judge_row(work, claim, claim->code);
    else
        claim_judge_text(work, claim);
    check_reference(work, claim);
    if (work->quotations)
        take_as_quoted(work, claim);
    claim_find_words(work, claim);
    if (work->quotations && claim->named.len && !claim->in_words && row_rests_on_quotations(work, claim)) {
        *claim->code = (struct judgement){ .verdict = VERDICT_SUPPORTED, .quoted = true, .shared = 1000 };
        claim->in_words = true;
        decide_quoted(claim, false);
    }
}

static void leave_unchecked(struct evidence_work *work, struct claim *claim, const char *why)
{
    claim_decide(claim, VERDICT_UNCHECKED, 0, str(why));
    if (work->unchecked_why.len == 0 && claim->kind == KIND_CLAIM)
        work->unchecked_why = str(why);
}

/* No model can be asked: the verdict is what code can prove, else unchecked. */
void claim_settle_by_code(struct evidence_work *work, struct claim *claim, const char *why)
{
    const struct judgement *code = claim->code;

    if (claim->in_words)
        decide_quoted(claim, false);
    else if (code && code->verdict != VERDICT_UNCHECKED)
        claim_decide(claim, (int) code->verdict, BY_PROOF, str_dup(work->arena, code->reason));
    else
        leave_unchecked(work, claim, why);
    if (claim->verdict == VERDICT_UNCHECKED && code && code->clashes_n) /* what a reader should look at */
        claim->reason = str_dup(work->arena, code->reason);
}

/* --- the first round --- */

static const char *why_nobody(const struct evidence_work *work)
{
    return work->quick ? "the quick verification checks only quotations and what code can prove"
                       : "no model is configured, and code alone cannot decide it";
}

/* Why the verifier said nothing, in words for the reader. */
static const char *why_silent(struct evidence_work *work, const struct verify_item *item)
{
    if (item->orders) {
        branch_warn(work->branch,
                    "Some claims were judged without a model: they or their passages read like instructions to a "
                    "model.");
        return "the passage reads like instructions to a model, so no model was asked";
    }
    if (item->left_out) {
        branch_warn(work->branch, "Some claims were judged without a model: the verifier did not answer for them.");
        return "the verifier did not answer for it";
    }
    switch (item->error) {
    case ERROR_BUDGET: return "the budget did not allow the call";
    case ERROR_FINISH: return branch_hurry(work->branch);
    case ERROR_TIMEOUT: return "there was no time left";
    case 0:
        branch_warn(work->branch, "Some claims were judged without a model: the verifier's answer could not be read.");
        return "the verifier's answer could not be read";
    default:
        branch_warn(work->branch, "Some claims were judged without a model: the verifier could not be reached.");
        return "the verifier could not be reached";
    }
}

/* A sentence of the report, not of a paragraph that is written anew, that states what no claim of it does. */
static bool is_own(struct evidence_work *work, const struct claim *claim)
{
    const struct claims *all = &work->claims;

    return claim >= all->items && claim < all->items + all->n &&
           !sentence_restates(work, (size_t) (claim - all->items));
}

void claim_take(struct evidence_work *work, const struct verify_item *item, struct claim *claim)
{
    /* What sentences of this report carry restates them, whatever the verifier calls it. */
    bool restates = item->own_n && (item->verdict == VERDICT_SUPPORTED || item->verdict == VERDICT_PARTIAL);

    /* And what none of them says restates none. */
    bool own = claim->kind == KIND_CLAIM && item->kind == KIND_SUMMARY && is_own(work, claim);

    /* A cited remark that its own passage contradicts is judged like a claim. */
    bool denied = claim->marked && item->kind == KIND_REMARK && item->verdict == VERDICT_CONTRADICTED;

    if (claim->kind_open && !claim->in_words && item->kind >= 0 && !(item->kind == KIND_CLAIM && restates) && !own &&
        !denied)
        claim->kind = item->kind;
    if (claim->kind == KIND_REMARK || claim->kind == KIND_QUESTION) {
        claim_decide(claim, VERDICT_UNCHECKED, 0, str(""));
        claim->spans_n = claim->marked ? claim->spans_n : 0; /* what it names stays, what we laid beside it does not */
    } else if (item->verdict == VERDICT_UNCHECKED) {
        claim_settle_by_code(work, claim, why_silent(work, item));
    } else if (claim->in_words && item->verdict == VERDICT_SUPPORTED) {
        decide_quoted(claim, true);
    } else if (item->spans_n + item->own_n == 0 && !item->quote && (claim->said_n || work->input->as_is)) {
        claim_only_said(work, claim);
    } else if (item->spans_n + item->own_n == 0 && !item->quote) {
        claim_decide(claim, VERDICT_UNSUPPORTED, BY_MODEL, str("Nothing that was read says this."));
    } else {
        claim_decide(claim, item->verdict, BY_MODEL, item->reason);
        claim->missing = item->verdict == VERDICT_SUPPORTED ? str("") : item->missing;
        claim->asked = true;
        if (claim->in_words) /* a summary too is looked at again by what it cites */
            claim->kind = KIND_CLAIM;
    }
}

/* The least certain claims come first, so the budget runs out on those that matter least. */
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

/* Was nothing answered though something was asked? What reads like orders is not asked. */
static bool is_silent(const struct verify_item *items, size_t n)
{
    size_t asked = 0, answered = 0;

    for (size_t i = 0; i < n; i++) {
        asked += !items[i].orders;
        answered += items[i].verdict != VERDICT_UNCHECKED;
    }
    return asked && !answered;
}

static struct verify_item first_question(struct arena *scratch, struct evidence_work *work, size_t at)
{
    const struct claim *claim = &work->claims.items[at];
    struct verify_item item = claim_question(claim);

    item.spans = claim->spans;
    item.spans_n = claim->spans_n;
    item.ask_kind = claim->kind_open && !claim->in_words;
    if (claim->kind == KIND_SUMMARY && !claim->in_words)
        summary_rests_on(scratch, work, at, &item);
    return item;
}

/* The place that an answer goes to which counts the questions of its call backwards. */
static size_t mirrored(size_t at, size_t all)
{
    size_t first = at - at % VERIFY_BATCH, end = first + VERIFY_BATCH < all ? first + VERIFY_BATCH : all;

    return first + end - 1 - at;
}

/* The controls are spread among the claims. None stands where an answer in reverse order would give it its own verdict or that
 * of the other control: such an answer must fail them. */
static void place_controls(size_t *places, size_t n, size_t all)
{
    for (size_t k = 0; k < n; k++) {
        size_t at = (k + 1) * all / (n + 1), other = mirrored(at, all);

        places[k] = at + (other == at || (k && other == places[k - 1]));
    }
}

/* The claims, with the control questions spread among them. */
static int ask_model(struct evidence_work *work, struct doubt *doubts, size_t n, struct error *e)
{
    struct arena *scratch = arena_new();
    size_t controls = controls_first(work, n), all = n + controls, places[CONTROLS_FIRST] = { 0 }, *at;
    struct verify_item *items = arena_calloc(scratch, all + 1, sizeof *items);

    qsort(doubts, n, sizeof *doubts, by_doubt);
    at = arena_calloc(scratch, n + 1, sizeof *at);
    place_controls(places, controls, all);
    for (size_t i = 0, k = 0; i < all; i++) {
        if (k < controls && i == places[k])
            items[i] = work->controls[k++];
        else
            items[at[i - k] = i] = first_question(scratch, work, doubts[i - k].claim);
    }
    int r = verify_ask(work, path_add(work->path, "verify"), items, all, e);
    for (size_t i = 0; r == 0 && i < n; i++)
        claim_take(work, &items[at[i]], &work->claims.items[doubts[i].claim]);
    for (size_t k = 0; k < controls; k++)
        controls_take(work, &items[places[k]], 1);
    /* A verifier that answers nothing is waited for once, not in every stage that follows. */
    if (r == 0 && is_silent(items, all))
        work->model = false;
    arena_free(scratch);
    return r;
}

static bool wants_a_verdict(const struct claim *claim, bool ask)
{
    if (claim->names_speaker)
        return false;
    if (claim->in_words) /* code has it; whether the source means it is for a verifier */
        return ask;
    if (claim->kind == KIND_HEADING) /* in the second round, when it is known what stands under it */
        return false;
    return claim->kind == KIND_SUMMARY || claim->kind_open || (claim->kind == KIND_CLAIM && claim->spans_n > 0);
}

int stage_verify(struct evidence_work *work, struct error *e)
{
    struct doubt *doubts = arena_calloc(work->arena, work->claims.n + 1, sizeof *doubts);
    size_t n = 0;
    bool ask = work->model && !branch_asked_to_finish(work->branch);

    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];

        if (claim_rests_on_titles(work, claim) && !claim->names_speaker) {
            claim_unread(work, claim);
            continue;
        }
        if (judged(claim) && !claim->names_speaker)
            claim_judge(work, claim);
        if (wants_a_verdict(claim, ask))
            doubts[n++] = (struct doubt){ i, claim->confidence };
        else if (claim->kind == KIND_CLAIM &&
                 (claim->names_speaker || (claim->spans_n == 0 && (claim->said_n || work->input->as_is))))
            claim_only_said(work, claim);
        else if (claim->kind == KIND_CLAIM && claim->spans_n == 0)
            claim_decide(claim, VERDICT_UNSUPPORTED, BY_MODEL, str("Nothing is cited for it."));
    }
    if (n && ask)
        return ask_model(work, doubts, n, e);
    for (size_t i = 0; i < n; i++)
        claim_settle_by_code(work, &work->claims.items[doubts[i].claim],
                             work->model ? "the run was asked to finish" : why_nobody(work));
    return 0;
}

/* --- the second look --- */

bool claim_is_refused_quotation(const struct claim *claim)
{
    return claim->kind == KIND_CLAIM && claim->asked && claim->in_words && !claim_stands(claim);
}

bool claim_wants_second_look(const struct claim *claim)
{
    return claim->kind == KIND_CLAIM && claim->asked && claim->verdict == VERDICT_SUPPORTED && claim->code &&
           claim->code->clashes_n > 0;
}

struct str claim_look_again_at(const struct claim *claim)
{
    return claim_is_refused_quotation(claim) ? str("the passage has this sentence word for word")
                                             : claim->code->clashes[0].reason;
}

void claim_take_second_look(struct evidence_work *work, const struct verify_item *item, struct claim *claim)
{
    if (claim_is_refused_quotation(claim)) {
        claim_take(work, item, claim); /* what it does not say again leaves the quotation to code */
        return;
    }
    const struct clash *clash = &claim->code->clashes[0];

    if (item->verdict != VERDICT_UNCHECKED && item->verdict != VERDICT_SUPPORTED) {
        claim_take(work, item, claim);
        return;
    }
    claim->verdict = VERDICT_PARTIAL;
    claim->missing = str_dup(work->arena, clash->claim);
    claim->reason = str_format(work->arena, "The verifier calls it supported, but code finds a difference: %.*s.",
                               STR_ARG(clash->reason));
    claim->disputed = true;
    claim->insists = item->verdict == VERDICT_SUPPORTED;
}
