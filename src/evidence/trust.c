/* Is the verifier believed? A model that says yes to everything would make every error look checked.
 *
 * So it is asked control questions (control.c), which a reader of the passages refuses: two of them among the claims of the first
 * round, one where fewer than four sentences are asked about. If it calls one of them supported, or claims that clash with their
 * sources and hardly any of the others anything else, three more go with the second look. A control that it left without an
 * answer goes with the second look again. A verifier that calls more than half of the controls supported, or leaves them without an
 * answer again, does not read what it is shown, and its word alone is not taken: what code can prove stays, what code points
 * at is partial, the rest is unchecked and says why; one that did not answer them deletes nothing either. One slip does not condemn it. A verifier that refused every control, two at
 * least, is taken at its word where code may have misread a figure: what it says again after a second look is supported.
 *
 * A verifier that knows which sentences are the report's could refuse all others. So one that refused the controls, but agrees with
 * nearly all of the report and insists where code points at a difference, is asked about sentences of the report beside passages
 * that do not carry them. And one that refuses nearly all of the report would empty it: it is asked about sentences that their
 * sources have word for word, and if it refuses those, its refusals are not taken either. */
#include "evidence/internal.h"

#include <ctype.h>

enum {
    SUSPECT_LEAST = 3,   /* claims that it calls supported against a difference … */
    REFUSED_SHARE = 20,  /* … while it calls at most one in so many anything else: ask the controls */
    DISPUTED_LEAST = 5,  /* without an answer to the controls: so many … */
    DISPUTED_SHARE = 5,  /* … and at least one in so many of those it was asked about */
    CONTROLS_LEAST = 2,  /* controls that it refused: its word counts where code may have misread */
    SAME_WORDS = 900,    /* thousandths of a claim's words that the source's sentence has */
    REFUSED_LEAST = 3,   /* claims that it refuses … */
    ACCEPTED_SHARE = 10, /* … while it calls at most one in so many supported: ask for what is true for certain */
    CONTROLS_FEW = 1,    /* for fewer sentences than … */
    CONTROLLED_FROM = 4, /* … these */
};

static bool is_asked(const struct claim *claim)
{
    return claim->kind == KIND_CLAIM && (claim->asked || claim->disputed);
}

/* Quotations are counted apart: code has proved that the words are there. */
struct tally {
    size_t asked, disputed, refused, accepted;
    size_t vouched, unvouched;
};

/* Before the second look a claim is disputed when it wants one. */
static struct tally count_claims(const struct evidence_work *work)
{
    struct tally t = { 0 };

    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];
        bool disputed = claim->disputed || claim_wants_second_look(claim);

        t.vouched += claim->vouched;
        t.unvouched += claim_is_refused_quotation(claim);
        if (claim->in_words)
            continue;
        t.asked += is_asked(claim);
        t.disputed += is_asked(claim) && disputed;
        t.refused += is_asked(claim) && !disputed && claim->verdict != VERDICT_SUPPORTED;
        t.accepted += is_asked(claim) && (disputed || claim->verdict == VERDICT_SUPPORTED);
    }
    return t;
}

/* --- the controls --- */

/* The first has the words of the report where that can be, the other those of a source. */
size_t controls_first(struct evidence_work *work, size_t asked)
{
    if (asked)
        controls_make_of_report(work, CONTROLS_FEW);
    if (asked >= CONTROLLED_FROM)
        controls_make(work, CONTROLS_FIRST);
    return work->controls_n;
}

/* To what is false, and to what is true for certain. */
static struct answers {
    size_t given, believed, withheld;
    size_t of_report, agreed; /* of those given and believed: with the words of the report */
    size_t carried, denied;
} answers_of(const struct evidence_work *work)
{
    struct answers a = { 0 };

    for (size_t i = 0; i < work->controls_asked; i++) {
        const struct verify_item *control = &work->controls[i];
        /* What the run did not allow to be asked says nothing about the verifier. */
        bool excused = control->orders || control->error == ERROR_BUDGET || control->error == ERROR_FINISH ||
                       control->error == ERROR_TIMEOUT;

        if (control->carried) {
            a.carried += control->verdict != VERDICT_UNCHECKED;
            a.denied += control->verdict == VERDICT_UNSUPPORTED || control->verdict == VERDICT_CONTRADICTED;
            continue;
        }
        a.given += control->verdict != VERDICT_UNCHECKED;
        a.believed += control->verdict == VERDICT_SUPPORTED;
        a.of_report += control->of_report && control->verdict != VERDICT_UNCHECKED;
        a.agreed += control->of_report && control->verdict == VERDICT_SUPPORTED;
        a.withheld += control->verdict == VERDICT_UNCHECKED && !excused;
    }
    return a;
}

/* It calls claims supported that clash with their sources, and hardly any of the others anything else. */
static bool is_suspect(struct tally t) { return t.disputed >= SUSPECT_LEAST && t.refused * REFUSED_SHARE <= t.asked; }

/* It refuses nearly everything, or at least half of what stands in the sources word for word. */
static bool refuses_all(struct tally t)
{
    size_t asked = t.asked + t.vouched + t.unvouched;
    bool most = t.refused + t.unvouched >= REFUSED_LEAST && (t.accepted + t.vouched) * ACCEPTED_SHARE <= asked;

    return most || (t.unvouched && t.unvouched >= t.vouched);
}

/* Those without an answer stand behind the others and count as not asked. */
static void reopen_unanswered(struct evidence_work *work)
{
    for (size_t i = work->controls_asked; i-- > 0;) {
        struct verify_item control = work->controls[i];

        if (control.verdict != VERDICT_UNCHECKED || control.orders)
            continue;
        work->controls_asked--;
        work->controls[i] = work->controls[work->controls_asked];
        work->controls[work->controls_asked] = control;
    }
}

static bool rests_on_its_word(const struct claim *claim)
{
    if (claim->in_words) /* code has it; the verifier added or took away something */
        return claim->vouched || claim_is_refused_quotation(claim);
    return (is_asked(claim) || (claim->kind == KIND_SUMMARY && claim->asked)) && !claim->disputed &&
           claim->verdict == VERDICT_SUPPORTED;
}

/* Refused, with something beside it that may carry it. */
static bool is_refused(const struct claim *claim)
{
    return claim->asked && claim->verdict != VERDICT_SUPPORTED &&
           ((claim->kind == KIND_CLAIM && claim->spans_n) || claim->kind == KIND_SUMMARY);
}

/* What nobody else but the verifier refused; the correction may have taken its citations for that. */
static bool is_deleted(const struct claim *claim)
{
    return claim->asked && (claim->kind == KIND_CLAIM || claim->kind == KIND_SUMMARY) &&
           (claim->verdict == VERDICT_UNSUPPORTED || claim->verdict == VERDICT_CONTRADICTED);
}

/* One that was asked about false sentences and refused them, but agrees with all that the report says, is asked about sentences of the
 * report beside passages that do not carry them: those it cannot tell from claims. */
size_t controls_second(struct evidence_work *work, size_t asked)
{
    struct tally t = count_claims(work);
    struct answers a = answers_of(work);
    bool matters = asked > 0 || refuses_all(t);

    for (size_t i = 0; !matters && i < work->claims.n; i++)
        matters = rests_on_its_word(&work->claims.items[i]);
    if (!matters)
        return 0;
    reopen_unanswered(work);
    if (a.agreed || (is_suspect(t) && !a.believed))
        controls_make_of_report(work, work->controls_n + CONTROLS_MORE);
    else if (a.believed)
        controls_make(work, work->controls_n + CONTROLS_MORE);
    if (refuses_all(t))
        controls_make_true(work, work->controls_n + CONTROLS_TRUE);
    return work->controls_n - work->controls_asked;
}

void controls_take(struct evidence_work *work, const struct verify_item *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        work->controls[work->controls_asked++] = items[i];
}

/* Code is wrong about a true sentence now and then; about one in five of them it is not. */
static bool insists_on_too_many(struct tally t)
{
    return t.disputed >= DISPUTED_LEAST && t.disputed * DISPUTED_SHARE >= t.asked;
}

/* Why its word is not taken, as a warning and for single claims. */
struct distrust {
    const char *warning, *because;
};

static const struct distrust says_yes = {
    "The model that checked the claims also called false sentences supported, which were put to it as a test; its word "
    "alone was not taken.",
    "calls false sentences supported",
};
static const struct distrust says_nothing = {
    "The model that checked the claims did not answer the false sentences that were put to it as a test; its word alone "
    "was not taken.",
    "did not answer the false sentences that were put to it as a test",
};
static const struct distrust insists = {
    "The model that checked the claims called nearly all of them supported, sentences that clash with their sources among "
    "them; its word alone was not taken.",
    "calls sentences supported that clash with their sources",
};

static const struct distrust says_no = {
    "The model that checked the claims also refused sentences that their sources have word for word, which were put to it as "
    "a test; its word alone was not taken.",
    "refuses sentences that their sources have word for word",
};

/* What code can prove stays, unless a model refused it; of the rest the reader is told what to compare first. */
static void settle_without(struct evidence_work *work, struct claim *claim, const struct distrust *distrust)
{
    struct str why = str_format(work->arena, "the model that checks %s, and code alone cannot decide it",
                                distrust->because);
    struct hint hint;

    if (distrust == &says_no && !claim->in_words && claim->code && claim->code->verdict == VERDICT_SUPPORTED)
        claim->code = NULL; /* it would be the word of the one against the other's */
    claim_settle_by_code(work, claim, why.data);
    if (claim->verdict != VERDICT_UNCHECKED || claim->kind == KIND_SUMMARY || claim->spans_n == 0)
        return;
    hint_of_spans(work->prepared, work->pool, claim->text, claim->spans, claim->spans_n, &hint);
    claim->reason = str_format(work->arena, "%.*s; the model that checked it is not believed, because it %s",
                               STR_ARG(hint.reason), distrust->because);
    claim->missing = hint.absent ? str_dup(work->arena, hint.part) : str("");
}

/* "18 million dollars" where the source has 18 million euros, 1.1 billion where it has 1.1 million: the figure is the same, and what it
 * is of is another. No reading explains that. */
static bool is_other_unit(const struct clash *clash)
{
    struct str mine = clash->claim, theirs = clash->source, a, b;

    return str_next(&mine, ' ', &a) && str_next(&theirs, ' ', &b) && str_eq(a, b) && a.len && a.data[0] >= '0' &&
           a.data[0] <= '9' && mine.len && theirs.len && !str_eq_nocase(mine, theirs);
}

/* "4 April" is not in "14 April", nor "2.4" in "2.48". */
static bool has_whole(struct str text, struct str words)
{
    for (ptrdiff_t at = 0; (at = str_find(text, words, (size_t) at)) >= 0; at++) {
        size_t end = (size_t) at + words.len;

        if ((at == 0 || !isalnum((unsigned char) text.data[at - 1])) &&
            (end == text.len || !isalnum((unsigned char) text.data[end])))
            return true;
    }
    return false;
}

/* Does the passage have the claim's figure or date as it is written? */
static bool passage_has(struct evidence_work *work, const struct claim *claim, struct str words)
{
    for (size_t i = 0; words.len && i < claim->spans_n; i++) {
        const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[i]);

        for (size_t k = 0; k < passage->n; k++)
            if (has_whole(passage->sentences[k], words))
                return true;
    }
    return false;
}

/* May the difference be one of code's reading? Sums, shares and figures that are told in other words are where code is wrong about true
 * sentences, and which row or entry of several a figure or date belongs to; a figure of a row that the source does not have, or one that
 * stands in the words of the source, is another figure. What seems to take a sentence back may speak of something else. Currencies, roles, polarity, quantifiers, names and opposites code tells apart. */
static bool may_be_misread(struct evidence_work *work, const struct claim *claim, const struct clash *clash)
{
    bool valued = clash->kind == CLASH_NUMBER || clash->kind == CLASH_DATE;

    if (clash->sure || is_other_unit(clash))
        return false;
    if (clash->framed)
        return true;
    if ((claim->named.len || clash->kind == CLASH_DATE) && valued && passage_has(work, claim, clash->claim))
        return true;
    if (claim->named.len || claim->code->shared >= SAME_WORDS)
        return false;
    return clash->kind == CLASH_NUMBER || clash->kind == CLASH_UNIT || clash->kind == CLASH_DIRECTION;
}

/* A verifier that refused every control reads what it is shown. What it says again about a difference that code may have misread counts;
 * any other stays a dispute. */
static void take_word(struct evidence_work *work, struct claim *claim)
{
    if (!claim->disputed || !claim->insists || claim->code->verdict == VERDICT_CONTRADICTED)
        return;
    for (size_t i = 0; i < claim->code->clashes_n; i++)
        if (!may_be_misread(work, claim, &claim->code->clashes[i]))
            return;
    claim->reason = str_format(work->arena, "The verifier was shown that %.*s, and holds that the passage carries it.",
                               STR_ARG(claim->code->clashes[0].reason));
    claim->verdict = VERDICT_SUPPORTED;
    claim->missing = str("");
    claim->disputed = false;
    claim->asked = true;
}

/* NULL: it is believed. */
static const struct distrust *distrust_of(struct answers a, struct tally t)
{
    size_t asked = a.given + a.withheld;

    if (a.carried && a.denied == a.carried)
        return &says_no;
    if (asked == 0)
        return is_suspect(t) && insists_on_too_many(t) ? &insists : NULL;
    bool agrees = a.of_report >= CONTROLS_LEAST && a.agreed * 2 > a.of_report;
    if (!agrees && (a.believed + a.withheld) * 2 <= asked)
        return NULL;
    return a.believed ? &says_yes : &says_nothing;
}

void verifier_weigh(struct evidence_work *work)
{
    struct answers a = answers_of(work);
    const struct distrust *distrust = distrust_of(a, count_claims(work));

    if (!work->model)
        return; /* it answered nothing at all, or there is none */
    if (!distrust) {
        bool refused_all = a.given >= CONTROLS_LEAST && a.believed + a.withheld == 0;

        for (size_t i = 0; refused_all && i < work->claims.n; i++)
            take_word(work, &work->claims.items[i]);
        return;
    }
    size_t settled = 0;
    for (size_t i = 0; i < work->claims.n; i++)
        if (rests_on_its_word(&work->claims.items[i]) || (distrust == &says_no && is_refused(&work->claims.items[i])) ||
            (distrust == &says_nothing && work->branch && is_deleted(&work->claims.items[i]))) {
            settle_without(work, &work->claims.items[i], distrust);
            settled++;
        }
    if (work->branch && (settled || distrust != &says_nothing))
        branch_warn(work->branch, "%s", distrust->warning);
    work->model = false;
}
