/* Is the verifier believed? A model that says yes to everything would make every error look checked.
 *
 * Code cannot prove most errors, but a few sentences that clash with their sources are enough to suspect a verifier
 * that calls them supported and refuses hardly anything. A suspect is asked control questions in the same round as the
 * second look: sentences of the sources in which code has changed a number, beside the passages that give the right
 * one. A verifier that calls all of them supported does not read what it is shown, and its word alone is not taken:
 * what code can prove stays, what code points at is partial, the rest is unchecked and says why. */
#include "evidence/internal.h"

enum {
    SUSPECT_LEAST = 3,  /* claims that it calls supported against a difference … */
    REFUSED_SHARE = 20, /* … while it calls at most one in so many anything else: ask the controls */
    DISPUTED_LEAST = 5, /* without an answer to the controls: so many … */
    DISPUTED_SHARE = 5, /* … and at least one in so many of those it was asked about */
    CONTROLS_LEAST = 2,
    SENTENCE_LEAST = 40,
    SENTENCE_MOST = 300,
};

static bool is_asked(const struct claim *claim)
{
    return claim->kind == KIND_CLAIM && (claim->asked || claim->disputed);
}

struct tally {
    size_t asked, disputed, refused;
};

/* Before the second look a claim is disputed when it wants one. */
static struct tally count_claims(const struct evidence_work *work)
{
    struct tally t = { 0 };

    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];
        bool disputed = claim->disputed || claim_wants_second_look(claim);

        t.asked += is_asked(claim);
        t.disputed += is_asked(claim) && disputed;
        t.refused += is_asked(claim) && !disputed && claim->verdict != VERDICT_SUPPORTED;
    }
    return t;
}

/* --- the controls --- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* A number of two or more digits that stands alone; years are left, because any would be believable. */
static bool find_number(struct str sentence, size_t *start, size_t *end)
{
    for (size_t i = 0; i < sentence.len; i = *end + 1) {
        while (i < sentence.len && !is_digit(sentence.data[i]))
            i++;
        *start = *end = i;
        size_t digits = 0;
        for (; *end < sentence.len &&
               (is_digit(sentence.data[*end]) || ((sentence.data[*end] == ',' || sentence.data[*end] == '.') &&
                                                  *end + 1 < sentence.len && is_digit(sentence.data[*end + 1])));
             ++*end)
            digits += is_digit(sentence.data[*end]);
        bool alone = (i == 0 || sentence.data[i - 1] == ' ' || (unsigned char) sentence.data[i - 1] >= 0x80) &&
                     (*end == sentence.len || !(sentence.data[*end] >= 'a' && sentence.data[*end] <= 'z'));
        bool year = digits == 4 && *end - i == 4 && (sentence.data[i] == '1' || sentence.data[i] == '2');
        if (digits >= 2 && alone && !year && sentence.data[i] != '0')
            return true;
    }
    return false;
}

/* The sentence with another number, which the passage does not have; empty when there is none to change. */
static struct str make_false(struct arena *arena, struct str sentence, struct str passage)
{
    size_t start, end;

    if (sentence.len < SENTENCE_LEAST || sentence.len > SENTENCE_MOST || str_find_char(sentence, '|', 0) >= 0 ||
        !find_number(sentence, &start, &end))
        return str("");
    char *copy = arena_alloc(arena, sentence.len + 1);
    memcpy(copy, sentence.data, sentence.len);
    copy[sentence.len] = 0;
    for (size_t i = start; i < end; i++)
        if (is_digit(copy[i]) && copy[i] != '0')
            copy[i] = (char) ('1' + (copy[i] - '1' + 4) % 9);
    struct str changed = str_n(copy, sentence.len);
    return str_contains(passage, str_z(arena, str_sub(changed, start, end))) ? str("") : changed;
}

size_t controls_make(struct evidence_work *work, struct arena *scratch, struct verify_item *ret)
{
    const struct evidence_passage *before = NULL;
    struct tally t = count_claims(work);
    size_t n = 0;

    if (t.disputed < SUSPECT_LEAST || t.refused * REFUSED_SHARE > t.asked)
        return 0;
    for (size_t i = 0; i < work->claims.n && n < CONTROLS_MOST; i++) {
        const struct claim *claim = &work->claims.items[i];

        if (!is_asked(claim) || claim->spans_n == 0)
            continue;
        const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[0]);
        for (size_t k = 0; k < passage->n && passage != before; k++) {
            struct str control = make_false(scratch, passage->sentences[k], passage->text);

            if (control.len == 0)
                continue;
            ret[n++] = (struct verify_item){ .claim = control, .spans = claim->spans, .spans_n = 1 };
            before = passage;
        }
    }
    return n;
}

static bool controls_failed(const struct verify_item *controls, size_t n)
{
    size_t believed = 0, answered = 0;

    for (size_t i = 0; i < n; i++) {
        answered += controls[i].verdict != VERDICT_UNCHECKED;
        believed += controls[i].verdict == VERDICT_SUPPORTED;
    }
    return answered >= CONTROLS_LEAST && believed == answered;
}

static bool controls_answered(const struct verify_item *controls, size_t n)
{
    size_t answered = 0;

    for (size_t i = 0; i < n; i++)
        answered += controls[i].verdict != VERDICT_UNCHECKED;
    return answered >= CONTROLS_LEAST;
}

/* Code is wrong about a true sentence now and then; about one in five of them it is not. */
static bool insists_on_too_many(struct tally t)
{
    return t.disputed >= DISPUTED_LEAST && t.disputed * DISPUTED_SHARE >= t.asked;
}

void verifier_weigh(struct evidence_work *work, const struct verify_item *controls, size_t n)
{
    struct tally t = count_claims(work);
    bool believed = controls_answered(controls, n) ? !controls_failed(controls, n) : !insists_on_too_many(t);

    if (believed || t.disputed < SUSPECT_LEAST || t.refused * REFUSED_SHARE > t.asked)
        return;
    branch_warn(
        work->branch,
        "The model that checked the claims called nearly all of them supported, sentences that clash with their "
        "sources among them; its word alone was not taken.");
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];

        if (is_asked(claim) && !claim->disputed && claim->verdict == VERDICT_SUPPORTED)
            claim_settle_by_code(
                work, claim,
                "the model that checks says yes to sentences that clash with their sources, and code alone "
                "cannot decide it");
    }
    work->model = false;
}
