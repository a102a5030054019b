/* Control questions: sentences that their passages do not carry, for certain, and such as they carry word for word. A verifier that
 * calls the first supported, or refuses the others, does not read what it is shown.
 *
 * Of what is not carried there are two kinds here. A sentence of the passage in which code has changed one number (English): exact, with no bound or
 * doubt in the sentence, to a value that the passage neither has nor leads to, and refuted by the judge. Where there are not enough of
 * those, a sentence beside a passage that shares hardly a word with it (any language): of another cited passage, and at last one
 * of our own, so that every report has controls. A verifier that knows what the report says can tell all of these from its claims;
 * control_report.c has those that it cannot. */
#include "evidence/control.h"

#include <math.h>

#include "judge/number_match.h"
#include "pages/suspect.h"

enum {
    SENTENCE_LEAST = 40,
    SENTENCE_MOST = 300,
    DIGITS_MOST = 20,
    FOREIGN_WORDS = 5,    /* content words of a sentence from elsewhere, at least … */
    FOREIGN_SHARED = 150, /* … and thousandths of them that the passage may have */
    FIGURES_PAIRED = 64,
    LOOKED_AT = 200, /* sentences, for one report */
};

/* --- a number is changed --- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool control_is_doubtful(struct arena *scratch, struct str sentence)
{
    static const char list[] =
        "or either can could may might would should must if unless whether than within under below "
        "above over least most maximum minimum max min limit limited limits capped cap many much few "
        "only almost between from up until till range ranges ranging page pages chapter section table figure fig version";
    struct words words = { 0 };

    words_of(scratch, sentence, language_named(str("en")), &words);
    for (size_t i = 0; i < words.n; i++)
        if ((words.items[i].flags & WORD_NEGATION) || str_in_words(list, words.items[i].fold))
            return true;
    return str_contains(sentence, "?") || str_contains(sentence, "|") || str_contains(sentence, "://");
}

/* Years are left, because any would be believable, and so are numbers of lists, dates and ranges. */
bool control_digits(struct str sentence, const struct number *n, struct span *ret)
{
    size_t digits = 0, start = n->start, end;

    while (start < n->end && !is_digit(sentence.data[start]))
        start++;
    end = start;
    while (end < sentence.len &&
           (is_digit(sentence.data[end]) || ((sentence.data[end] == ',' || sentence.data[end] == '.') &&
                                             end + 1 < sentence.len && is_digit(sentence.data[end + 1]))))
        digits += is_digit(sentence.data[end++]);
    bool kind = n->kind == NUMBER_COUNT || n->kind == NUMBER_PERCENT || n->kind == NUMBER_MONEY ||
                n->kind == NUMBER_MEASURE;
    bool year = digits == 4 && end - start == 4 && (sentence.data[start] == '1' || sentence.data[start] == '2');
    if (!kind || n->low != n->high || n->low < 10 || n->at_least || n->at_most || year || start == 0 || digits < 2 ||
        digits > DIGITS_MOST || sentence.data[start] == '0')
        return false;
    *ret = (struct span){ start, end };
    /* "Boeing 747", "B-52", "10:30", "3/4", "20-30" */
    unsigned char before = (unsigned char) sentence.data[start - 1],
                  after = end < sentence.len ? (unsigned char) sentence.data[end] : ' ';
    return (before == ' ' || before == '$' || before >= 0x80) && (after == ' ' || after == '%' || after == '.');
}

bool control_is_reached(const struct numbers *numbers, const struct number *n)
{
    double value = n->low, slack = fabs(value) * 0.02;
    size_t most = numbers->n < FIGURES_PAIRED ? numbers->n : FIGURES_PAIRED;

    for (size_t i = 0; i < numbers->n; i++) {
        enum number_match match = number_match(n, &numbers->items[i]);

        if (match == NUMBER_SAME || match == NUMBER_CLOSE || fabs(numbers->items[i].low - value) <= slack ||
            fabs(numbers->items[i].high - value) <= slack)
            return true;
    }
    for (size_t i = 0; i < most; i++)
        for (size_t k = 0; k < most; k++) {
            double a = numbers->items[i].low, b = numbers->items[k].low;
            const double led[] = { a + b, a - b, a * b, a * b / 100, b != 0 ? a / b : 0, b != 0 ? a / b * 100 : 0 };

            for (size_t m = 0; i != k && m < sizeof led / sizeof *led; m++)
                if (fabs(led[m] - value) <= slack)
                    return true;
        }
    return false;
}

/* The number that begins at `start`, as it is read there. */
static const struct number *number_at(const struct numbers *numbers, size_t start, size_t end)
{
    for (size_t i = 0; i < numbers->n; i++)
        if (numbers->items[i].start <= start && numbers->items[i].end >= end)
            return &numbers->items[i];
    return NULL;
}

/* Tries other first digits until the value is new to the passage and the judge refutes the sentence. */
static struct str change(struct arena *arena, struct str sentence, struct span digits, const struct passage *passage,
                         const struct numbers *known)
{
    static const int steps[] = { 4, 3, 5, 2 };

    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        char *copy = arena_copy(arena, sentence.data, sentence.len);
        struct str changed = str_n(copy, sentence.len);
        struct numbers numbers = { 0 };
        struct judgement code;

        copy[digits.start] = (char) ('1' + (copy[digits.start] - '1' + steps[k]) % 9);
        numbers_of(arena, changed, &numbers);
        const struct number *n = number_at(&numbers, digits.start, digits.end);
        if (!n || control_is_reached(known, n))
            continue;
        judge_claim_by_passage(arena, NULL, changed, passage, &code);
        if (code.verdict == VERDICT_CONTRADICTED)
            return changed;
    }
    return str("");
}

struct str control_of_sentence(struct arena *arena, struct str sentence, const struct passage *passage)
{
    struct numbers own = { 0 }, known = { 0 };

    if (sentence.len < SENTENCE_LEAST || sentence.len > SENTENCE_MOST || !str_ends(sentence, ".") ||
        control_is_doubtful(arena, sentence))
        return str("");
    numbers_of(arena, sentence, &own);
    for (size_t i = 0; own.n && i < passage->n; i++)
        numbers_of(arena, passage->sentences[i], &known);
    for (size_t i = 0; i < own.n; i++) {
        struct span at;

        if (!control_digits(sentence, &own.items[i], &at))
            continue;
        struct str changed = change(arena, sentence, at, passage, &known);
        if (changed.len)
            return changed;
    }
    return str("");
}

/* --- a sentence from elsewhere --- */

bool control_is_foreign(struct evidence_work *work, struct str sentence, const struct evidence_passage *passage)
{
    const struct words *words = reader_words(work->reader, sentence, reader_language(work->reader, sentence));
    size_t content = 0;

    for (size_t i = 0; i < words->n; i++)
        content += word_is_content(&words->items[i]);
    return content >= FOREIGN_WORDS &&
           overlap_of(work->reader, sentence, passage->sentences, passage->n) <= FOREIGN_SHARED &&
           overlap_of(work->reader, sentence, &passage->path, 1) <= FOREIGN_SHARED;
}

/* --- all of a report --- */

void passages_cited(struct evidence_work *work, struct cited *ret)
{
    ret->n = 0;
    for (size_t i = 0; i < work->claims.n && ret->n < CONTROL_PASSAGES; i++) {
        const struct claim *claim = &work->claims.items[i];
        bool known = false;

        if (claim->kind != KIND_CLAIM || claim->spans_n == 0)
            continue;
        const struct evidence_passage *passage = passage_of(work->prepared, work->pool, claim->spans[0]);
        for (size_t k = 0; k < ret->n; k++)
            known = known || ret->passage[k] == passage;
        if (known || suspect_find(passage->text).len) /* orders to a model are not shown to one */
            continue;
        ret->passage[ret->n] = passage;
        ret->span[ret->n++] = arena_copy(work->arena, claim->spans, sizeof *claim->spans);
    }
}

static bool is_asked(const struct evidence_work *work, const struct verify_item *control)
{
    for (size_t i = 0; i < work->controls_n; i++) {
        const struct verify_quote *quote = work->controls[i].quote;

        if (str_eq(work->controls[i].claim, control->claim) &&
            (!quote || !control->quote || str_eq(quote->passage, control->quote->passage)))
            return true;
    }
    return false;
}

void controls_add(struct evidence_work *work, struct verify_item control)
{
    if (is_asked(work, &control))
        return;
    control.claim = str_dup(work->arena, control.claim);
    control.spans_n = control.spans != NULL;
    control.verdict = VERDICT_UNCHECKED;
    work->controls[work->controls_n++] = control;
}

/* One of each passage first, then a second one of each … */
static void add_changed(struct evidence_work *work, struct arena *scratch, const struct cited *cited, size_t most)
{
    size_t next[CONTROL_PASSAGES] = { 0 }, looked = 0;
    bool more = true;

    while (more && work->controls_n < most) {
        more = false;
        for (size_t i = 0; i < cited->n && work->controls_n < most; i++) {
            const struct evidence_passage *p = cited->passage[i];
            const struct passage passage = { p->sentences, p->n, p->heading };
            struct str control = str("");

            while (control.len == 0 && next[i] < p->n && looked++ < LOOKED_AT)
                control = control_of_sentence(scratch, p->sentences[next[i]++], &passage);
            if (control.len)
                controls_add(work, (struct verify_item){ .claim = control, .spans = cited->span[i] });
            more = more || (next[i] < p->n && looked < LOOKED_AT);
        }
    }
}

bool control_may_ask(struct str sentence)
{
    return sentence.len >= SENTENCE_LEAST && sentence.len <= SENTENCE_MOST && !str_contains(sentence, "|");
}

/* A translation shares no word and may be carried, so the language is the same. */
static void add_foreign(struct evidence_work *work, const struct cited *cited, size_t most)
{
    for (size_t step = 1; step < cited->n; step++)
        for (size_t i = 0; i < cited->n && work->controls_n < most; i++) {
            const struct evidence_passage *from = cited->passage[(i + step) % cited->n], *beside = cited->passage[i];
            size_t k = 0;

            if (reader_language(work->reader, from->text) != reader_language(work->reader, beside->text))
                continue;
            while (k < from->n &&
                   !(control_may_ask(from->sentences[k]) && control_is_foreign(work, from->sentences[k], beside)))
                k++;
            if (k < from->n)
                controls_add(work, (struct verify_item){ .claim = from->sentences[k], .spans = cited->span[i] });
        }
}

/* They are about nothing that a reader asks for. */
static const char *const own[] = {
    "The lighthouse keeper painted the northern tower yellow last autumn.",
    "Two violinists rehearsed the quartet in an empty bakery before breakfast.",
    "Every Thursday the gardener feeds seven goats behind the old chapel.",
    "Her grandfather repaired accordions beside a frozen lake in Lapland.",
    "The ferry captain collects porcelain owls and antique barometers.",
    "Children built a raft of bamboo during the spelling contest.",
    "The astronomer lost his umbrella while climbing the vineyard wall.",
    "A circus elephant slept peacefully under the walnut trees.",
};
enum { OWN_N = sizeof own / sizeof *own };

/* The last resort. Each passage is looked at for their words all the same. */
static void add_own(struct evidence_work *work, const struct cited *cited, size_t most)
{
    for (size_t i = 0; i < OWN_N && work->controls_n < most; i++)
        if (control_is_foreign(work, str(own[i]), cited->passage[i % cited->n]))
            controls_add(work, (struct verify_item){ .claim = str(own[i]), .spans = cited->span[i % cited->n] });
}

void controls_make(struct evidence_work *work, size_t most)
{
    struct arena *scratch = arena_new();
    struct cited cited;

    passages_cited(work, &cited);
    add_changed(work, scratch, &cited, most);
    add_foreign(work, &cited, most);
    if (cited.n)
        add_own(work, &cited, most);
    arena_free(scratch);
}

/* --- a sentence that the passage has --- */

/* Not one that its page takes back ("The following statements are wrong"). */
static bool is_carried(struct evidence_work *work, struct str sentence, const struct evidence_passage *p)
{
    const struct passage passage = { p->sentences, p->n, p->heading };
    struct judgement code;

    judge_claim_by_passage(work->prepared->arena, work->reader, sentence, &passage, &code);
    return code.quoted && code.verdict == VERDICT_SUPPORTED;
}

/* Does the verifier say of a sentence of this source that the source has it and does not mean it? */
static bool is_doubted(const struct evidence_work *work, size_t source)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        const struct claim *claim = &work->claims.items[i];

        if (claim_is_refused_quotation(claim) && claim->spans_n && work->pool->spans[claim->spans[0]].source == source)
            return true;
    }
    return false;
}

static bool is_of_report(const struct evidence_work *work, struct str sentence)
{
    for (size_t i = 0; i < work->claims.n; i++)
        if (str_eq(work->claims.items[i].text, sentence))
            return true;
    return false;
}

/* May the sentence be asked about as one that its passage carries? The verifier has answered for those of the report. */
static bool is_true_control(struct evidence_work *work, struct str sentence, const struct evidence_passage *passage)
{
    return control_may_ask(sentence) && str_ends(sentence, ".") && !is_of_report(work, sentence) &&
           is_carried(work, sentence, passage);
}

/* Sentences of our own, with nothing around them that could take them back. */
static void add_own_true(struct evidence_work *work, size_t most)
{
    for (size_t i = 0; i + 1 < OWN_N && work->controls_n < most; i++) {
        struct verify_quote *quote = arena_alloc(work->arena, sizeof *quote);

        *quote = (struct verify_quote){ .passage = str_format(work->arena, "%s %s", own[i], own[i + 1]) };
        controls_add(work, (struct verify_item){ .claim = str(own[i]), .quote = quote, .carried = true });
    }
}

void controls_make_true(struct evidence_work *work, size_t most)
{
    struct cited cited;

    passages_cited(work, &cited);
    for (size_t k = 0; k < CONTROL_PASSAGES; k++)
        for (size_t i = 0; i < cited.n && work->controls_n < most; i++) {
            const struct evidence_passage *p = cited.passage[i];

            if (k < p->n && !is_doubted(work, work->pool->spans[*cited.span[i]].source) &&
                is_true_control(work, p->sentences[k], p))
                controls_add(work,
                             (struct verify_item){ .claim = p->sentences[k], .spans = cited.span[i], .carried = true });
        }
    add_own_true(work, most);
}
