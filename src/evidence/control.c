/* Control questions: sentences that their passages do not carry, for certain, and such as they carry word for word. A verifier that
 * calls the first supported, or refuses the others, does not read what it is shown.
 *
 * Of what is not carried there are three kinds. A sentence of the passage in which code has changed one number (English): exact, with no bound or
 * doubt in the sentence, to a value that the passage neither has nor leads to, and refuted by the judge. Where there are not enough of
 * those, a sentence beside a passage that shares hardly a word with it (any language): of another cited passage, and at last one
 * of our own, so that every report has controls. And a sentence of the report itself beside such a passage: a verifier that knows by
 * the words alone what the report says, and agrees with that, gives itself away by these. */
#include "evidence/internal.h"

#include <math.h>

#include "judge/number_match.h"
#include "pages/suspect.h"

enum {
    SENTENCE_LEAST = 40,
    SENTENCE_MOST = 300,
    PASSAGES_MAX = 32, /* that are looked through */
    DIGITS_MOST = 20,
    FOREIGN_WORDS = 5,    /* content words of a sentence from elsewhere, at least … */
    FOREIGN_SHARED = 150, /* … and thousandths of them that the passage may have */
    FIGURES_PAIRED = 64,
    LOOKED_AT = 200, /* sentences, for one report */
};

/* --- a number is changed --- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* With these another number may be true too ("within 20 days" holds for 60), or none is said. */
static bool is_doubtful(struct arena *scratch, struct str sentence)
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

/* The digits of an exact number of two digits or more that stands alone. Years are left, because any would be believable, and so are
 * numbers of lists, dates and ranges. */
static bool find_digits(struct str sentence, const struct number *n, size_t *start, size_t *end)
{
    size_t digits = 0;

    *start = n->start;
    while (*start < n->end && !is_digit(sentence.data[*start]))
        ++*start;
    *end = *start;
    while (*end < sentence.len &&
           (is_digit(sentence.data[*end]) || ((sentence.data[*end] == ',' || sentence.data[*end] == '.') &&
                                              *end + 1 < sentence.len && is_digit(sentence.data[*end + 1]))))
        digits += is_digit(sentence.data[(*end)++]);
    bool kind = n->kind == NUMBER_COUNT || n->kind == NUMBER_PERCENT || n->kind == NUMBER_MONEY ||
                n->kind == NUMBER_MEASURE;
    bool year = digits == 4 && *end - *start == 4 && (sentence.data[*start] == '1' || sentence.data[*start] == '2');
    if (!kind || n->low != n->high || n->low < 10 || n->at_least || n->at_most || year || *start == 0 || digits < 2 ||
        digits > DIGITS_MOST || sentence.data[*start] == '0')
        return false;
    /* "Boeing 747", "B-52", "10:30", "3/4", "20-30" */
    unsigned char before = (unsigned char) sentence.data[*start - 1],
                  after = *end < sentence.len ? (unsigned char) sentence.data[*end] : ' ';
    return (before == ' ' || before == '$' || before >= 0x80) && (after == ' ' || after == '%' || after == '.');
}

/* Has the passage the value, or do two of its numbers lead to it? */
static bool is_reached(const struct numbers *numbers, const struct number *n)
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
        if (!n || is_reached(known, n))
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
        is_doubtful(arena, sentence))
        return str("");
    numbers_of(arena, sentence, &own);
    for (size_t i = 0; own.n && i < passage->n; i++)
        numbers_of(arena, passage->sentences[i], &known);
    for (size_t i = 0; i < own.n; i++) {
        struct span at;

        if (!find_digits(sentence, &own.items[i], &at.start, &at.end))
            continue;
        struct str changed = change(arena, sentence, at, passage, &known);
        if (changed.len)
            return changed;
    }
    return str("");
}

/* --- a sentence from elsewhere --- */

/* Can the passage not carry the sentence, because it speaks of something else? */
static bool is_foreign(struct evidence_work *work, struct str sentence, const struct evidence_passage *passage)
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

/* The passages that claims cite, each once, in the order of the report. */
struct cited {
    const struct evidence_passage *passage[PASSAGES_MAX];
    const size_t *span[PASSAGES_MAX];
    size_t n;
};

static void passages_cited(struct evidence_work *work, struct cited *ret)
{
    ret->n = 0;
    for (size_t i = 0; i < work->claims.n && ret->n < PASSAGES_MAX; i++) {
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

static void add_control(struct evidence_work *work, struct str text, const size_t *span, bool carried)
{
    for (size_t i = 0; i < work->controls_n; i++)
        if (str_eq(work->controls[i].claim, text))
            return;
    work->controls[work->controls_n++] = (struct verify_item){ .claim = str_dup(work->arena, text),
                                                               .spans = span,
                                                               .spans_n = 1,
                                                               .verdict = VERDICT_UNCHECKED,
                                                               .carried = carried };
}

/* One of each passage first, then a second one of each … */
static void add_changed(struct evidence_work *work, struct arena *scratch, const struct cited *cited, size_t most)
{
    size_t next[PASSAGES_MAX] = { 0 }, looked = 0;
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
                add_control(work, control, cited->span[i], false);
            more = more || (next[i] < p->n && looked < LOOKED_AT);
        }
    }
}

static bool may_be_asked(struct str sentence)
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
            while (k < from->n && !(may_be_asked(from->sentences[k]) && is_foreign(work, from->sentences[k], beside)))
                k++;
            if (k < from->n)
                add_control(work, from->sentences[k], cited->span[i], false);
        }
}

/* The last resort. They are about nothing that a reader asks for, and each passage is looked at for their words all the same. */
static void add_own(struct evidence_work *work, const struct cited *cited, size_t most)
{
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

    for (size_t i = 0; i < sizeof own / sizeof *own && work->controls_n < most; i++)
        if (is_foreign(work, str(own[i]), cited->passage[i % cited->n]))
            add_control(work, str(own[i]), cited->span[i % cited->n], false);
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

/* --- a sentence of the report beside another passage --- */

/* The first passage that speaks of something else, behind the one at `from`; NULL: there is none. */
static const size_t *foreign_to(struct evidence_work *work, struct str sentence, const struct cited *cited, size_t from)
{
    for (size_t k = 0; k < cited->n; k++) {
        const struct evidence_passage *passage = cited->passage[(from + k) % cited->n];

        if (reader_language(work->reader, sentence) == reader_language(work->reader, passage->text) &&
            is_foreign(work, sentence, passage))
            return cited->span[(from + k) % cited->n];
    }
    return NULL;
}

void controls_make_misplaced(struct evidence_work *work, size_t most)
{
    struct cited cited;

    passages_cited(work, &cited);
    for (size_t i = 0, n = 0; i < work->claims.n && work->controls_n < most; i++) {
        const struct claim *claim = &work->claims.items[i];
        const size_t *span;

        if (claim->kind != KIND_CLAIM || !claim->marked || !claim->asked || claim->lead.len || claim->names_speaker ||
            !may_be_asked(claim->text) || suspect_find(claim->text).len)
            continue;
        if ((span = foreign_to(work, claim->text, &cited, n++)))
            add_control(work, claim->text, span, false);
    }
    if (work->controls_n < most)
        controls_make(work, most);
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

void controls_make_true(struct evidence_work *work, size_t most)
{
    struct cited cited;

    for (size_t i = 0; i < work->claims.n && work->controls_n < most; i++) {
        const struct claim *claim = &work->claims.items[i];

        if (claim->kind == KIND_CLAIM && claim->verdict == VERDICT_QUOTED && claim->spans_n && !claim->lead.len &&
            may_be_asked(claim->text) && !suspect_find(claim->text).len)
            add_control(work, claim->text, arena_copy(work->arena, claim->spans, sizeof *claim->spans), true);
    }
    passages_cited(work, &cited);
    for (size_t k = 0; k < PASSAGES_MAX; k++)
        for (size_t i = 0; i < cited.n && work->controls_n < most; i++) {
            const struct evidence_passage *p = cited.passage[i];

            if (k < p->n && may_be_asked(p->sentences[k]) && str_ends(p->sentences[k], ".") &&
                is_carried(work, p->sentences[k], p))
                add_control(work, p->sentences[k], cited.span[i], true);
        }
}
