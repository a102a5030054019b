/* Stage 6: the numbers of a claim against those of its quotes, for the reader. A number that no
 * quote has may still follow from two that they have: the sum is done here,
 * with its inputs shown, and no other way of deriving is believed. What a
 * difference means for the verdict is said by judge/judge.h in stage 4. */
#include "evidence/internal.h"

#include <math.h>
#include <stdio.h>

#include "judge/number_match.h"
#include "judge/sign.h"

enum { SOURCE_NUMBERS_MAX = 24, DERIVE_FROM_MAX = 10 };

struct known {
    struct number number;
    struct str quote;
};

static struct str stem_of(struct reader *reader, struct str word, const struct language *language)
{
    const struct words *words = reader_words(reader, word, language);

    return words->n ? words->items[0].stem : str("");
}

/* Do both count the same thing? The word behind a number may be an adjective,
 * so it is enough that one text speaks of what the other counts. */
static bool entity_fits(struct reader *reader, const struct number *claim, struct str claim_text,
                        const struct known *known)
{
    const struct language *language = reader_language(reader, claim_text);

    if (language != reader_language(reader, known->quote)) /* "62 Dienste", "62 services" */
        return true;
    if (claim->kind != NUMBER_COUNT || claim->what.len == 0 || known->number.what.len == 0)
        return true;
    return words_have_stem(reader_words(reader, known->quote, language), stem_of(reader, claim->what, language)) ||
           words_have_stem(reader_words(reader, claim_text, language), stem_of(reader, known->number.what, language));
}

/* --- derived numbers --- */

static bool is_letter(char c) { return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (unsigned char) c >= 0x80; }

/* Does a word of the text begin with one of these? "Government" does not begin with "over". */
static bool mentions(struct str text, const char *const *words)
{
    for (size_t at = 0; at < text.len; at++) {
        if (at && is_letter(text.data[at - 1]))
            continue;
        for (size_t i = 0; words[i]; i++)
            if (str_eq_nocase(str_sub(text, at, at + strlen(words[i])), str(words[i])))
                return true;
    }
    return false;
}

static bool single(const struct number *n) { return n->low == n->high && isfinite(n->low); }

static bool comparable(const struct number *a, const struct number *b)
{
    return a->kind == b->kind && strcmp(a->unit ? a->unit : "", b->unit ? b->unit : "") == 0;
}

static bool reaches(const struct number *claim, double value)
{
    double slack = claim->rounding > fabs(claim->low) * 0.005 ? claim->rounding : fabs(claim->low) * 0.005;

    return isfinite(value) && fabs(value - claim->low) <= slack * 1.0001;
}

struct derivation {
    const struct number *claim;
    struct str text;
    const struct known *a, *b;
};

static struct str shown(struct arena *arena, const struct known *known)
{
    return str_dup(arena, str_trim(str_sub(known->quote, known->number.start, known->number.end)));
}

static bool derived(struct arena *arena, const struct derivation *d, struct str *ret)
{
    static const char *const sums[] = { "total", "combined", "together", "altogether", "sum of", "both", NULL };
    static const char *const differences[] = { "more",  "less",    "fewer",   "higher", "lower",   "rose",
                                               "fell",  "increas", "decreas", "grew",   "drop",    "differ",
                                               "later", "after",   "lasted",  "gap",    "between", "over",
                                               "gain",  "loss",    "declin",  NULL };
    static const char *const ratios[] = { "times", "twice", "double", "triple", "ratio", "factor", NULL };
    const struct number *c = d->claim, *x = &d->a->number, *y = &d->b->number;
    double a = x->low, b = y->low;
    struct str said = str_sub(d->text, c->start, c->end);
    bool same_unit = comparable(x, y), as_claim = same_unit && comparable(c, x) && c->kind != NUMBER_DATE;
    bool years = same_unit && x->kind == NUMBER_DATE && c->kind != NUMBER_DATE && x->has_year && y->has_year;
    const char *how = NULL;

    if (!same_unit || !single(x) || !single(y))
        return false;
    /* The sum first: it is cheaper than looking for words, and holds for few pairs. */
    bool apart = b != 0 && reaches(c, a - b),
         years_apart = years && (apart || (c->kind == NUMBER_MEASURE && reaches(c, (a - b) * 12)) /* months */);
    if (((as_claim && apart) || (years_apart && str_contains_nocase(said, "year"))) && mentions(d->text, differences))
        how = "-";
    else if (as_claim && reaches(c, a + b) && mentions(d->text, sums))
        how = "+";
    else if (c->kind == NUMBER_POINTS && x->kind == NUMBER_PERCENT && apart)
        how = "-";
    else if (x->kind == NUMBER_DATE || b == 0)
        return false;
    else if (c->kind == NUMBER_COUNT && reaches(c, a / b) &&
             (mentions(d->text, ratios) || str_contains_nocase(d->text, "fold")))
        how = "/";
    else if (c->kind == NUMBER_PERCENT && x->kind != NUMBER_PERCENT && reaches(c, a / b * 100) &&
             !mentions(d->text, differences))
        how = "/";
    else if (c->kind == NUMBER_PERCENT && x->kind != NUMBER_PERCENT &&
             (reaches(c, (a - b) / b * 100) || reaches(c, (b - a) / b * 100)))
        how = "%";
    else if (c->kind == NUMBER_PERCENT && x->kind != NUMBER_PERCENT && reaches(c, a / b * 100))
        how = "/";
    else
        return false;
    struct str first = shown(arena, d->a), second = shown(arena, d->b);
    *ret = *how == '%' ? str_format(arena, "(%.*s - %.*s) / %.*s = %.*s", STR_ARG(first), STR_ARG(second),
                                    STR_ARG(second), STR_ARG(said))
                       : str_format(arena, "%.*s %s %.*s = %.*s", STR_ARG(first), how, STR_ARG(second), STR_ARG(said));
    return true;
}

static bool derive(struct arena *arena, const struct number *claim, struct str text, const struct known *known,
                   size_t n, struct str *ret)
{
    if (!single(claim) || claim->kind == NUMBER_ORDINAL)
        return false;
    n = n < DERIVE_FROM_MAX ? n : DERIVE_FROM_MAX;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const struct derivation d = { claim, text, &known[i], &known[k] };

            if (i != k && derived(arena, &d, ret))
                return true;
        }
    return false;
}

/* --- one number --- */

/* A claim and the numbers it is held against. */
struct comparison {
    struct reader *reader;
    struct str text;
    struct known known[SOURCE_NUMBERS_MAX];
    size_t n;
};

static bool counts_same(const struct number *a, const struct number *b)
{
    return a->what.len && str_eq_nocase(a->what, b->what);
}

/* The figure as it is written: "2.4" of "2.4 million pounds". */
static struct str figure_of(struct str text)
{
    size_t start = 0, end;

    while (start < text.len && !(text.data[start] >= '0' && text.data[start] <= '9'))
        start++;
    for (end = start; end < text.len && strchr("0123456789.,", text.data[end]);)
        end++;
    return str_sub(text, start, end);
}

/* "412 kilometres" and "412 metres", "2.4 million" and "2.4 billion": the figure is the same, what it counts by is not. */
static bool other_scale(const struct number *claim, struct str said, const struct number *source, struct str given)
{
    struct str figure = figure_of(said);

    return comparable(claim, source) && single(claim) && single(source) && claim->low != source->low &&
           claim->kind != NUMBER_DATE && claim->kind != NUMBER_ORDINAL && claim->kind != NUMBER_PERCENT && figure.len &&
           str_eq(figure, figure_of(given));
}

static void check_number(struct arena *arena, const struct comparison *c, const struct number *claim,
                         struct number_row *ret)
{
    const struct known *known = c->known;
    struct str text = c->text;
    const struct known *close = NULL, *different = NULL;

    *ret = (struct number_row){ .text = str_dup(arena, str_sub(text, claim->start, claim->end)),
                                .match = NUMBER_IS_MISSING };
    for (size_t i = 0; i < c->n; i++) {
        enum number_match match = number_match(claim, &known[i].number);
        bool fits = match != NUMBER_UNRELATED && entity_fits(c->reader, claim, text, &known[i]);

        if (match == NUMBER_SAME && fits) {
            ret->match = NUMBER_IS_SAME;
            ret->found = shown(arena, &known[i]);
            return;
        }
        if (match == NUMBER_CLOSE && other_scale(claim, ret->text, &known[i].number, shown(arena, &known[i])))
            match = NUMBER_DIFFERENT;
        if (match == NUMBER_CLOSE && fits && !close)
            close = &known[i];
        /* Another figure about the same thing; dates differ all the time. */
        if (match == NUMBER_DIFFERENT && fits && claim->kind != NUMBER_DATE && claim->kind != NUMBER_ORDINAL &&
            (!different || (!counts_same(claim, &different->number) && counts_same(claim, &known[i].number))))
            different = &known[i];
    }
    bool equal = close && close->number.low == claim->low; /* "above 60" beside "60" */
    if (!equal && derive(arena, claim, text, known, c->n, &ret->derivation)) {
        ret->match = NUMBER_IS_DERIVED;
    } else if (close) {
        ret->match = NUMBER_IS_CLOSE;
        ret->found = shown(arena, close);
    } else if (different) {
        ret->match = NUMBER_IS_DIFFERENT;
        ret->found = shown(arena, different);
    }
}

struct number_rows numbers_check(struct arena *arena, struct reader *reader, struct str claim, const struct str *quotes,
                                 size_t n)
{
    const struct numbers *mine = reader_numbers(reader, claim);
    struct comparison c = { .reader = reader, .text = claim };
    struct number_rows rows = { 0 };

    for (size_t q = 0; mine->n && q < n; q++) {
        const struct numbers *theirs = reader_numbers(reader, quotes[q]);

        for (size_t i = 0; i < theirs->n && c.n < SOURCE_NUMBERS_MAX; i++)
            c.known[c.n++] = (struct known){ theirs->items[i], quotes[q] };
    }
    if (mine->n)
        rows.items = arena_calloc(arena, mine->n, sizeof *rows.items);
    for (size_t i = 0; i < mine->n; i++)
        if (mine->items[i].kind != NUMBER_ORDINAL) /* "First, …" counts nothing */
            check_number(arena, &c, &mine->items[i], &rows.items[rows.n++]);
    return rows;
}

void evidence_numbers(struct arena *arena, struct str claim, const struct str *quotes, size_t quotes_n,
                      struct number_row **ret, size_t *ret_n)
{
    struct arena *scratch = arena_new();
    struct number_rows rows = numbers_check(arena, reader_new(scratch), claim, quotes, quotes_n);

    *ret = rows.items;
    *ret_n = rows.n;
    arena_free(scratch);
}

/* --- conflicts --- */

static bool is_range(const struct number *n) { return n->low < n->high && isfinite(n->low) && isfinite(n->high); }

/* The same amount in another currency; a range with one end in common. Both are about the same thing by their looks. */
static bool conflicts(const struct number *claim, const struct number *source)
{
    bool money = claim->kind == NUMBER_MONEY && source->kind == NUMBER_MONEY;

    if (money && claim->low == source->low && claim->high == source->high && claim->low != 0)
        return strcmp(claim->unit, source->unit) != 0;
    return is_range(claim) && is_range(source) && claim->kind != NUMBER_DATE && comparable(claim, source) &&
           (claim->low == source->low) != (claim->high == source->high);
}

bool numbers_conflict(struct arena *arena, struct reader *reader, struct str claim, const struct str *sentences,
                      size_t n, struct clash *ret)
{
    const struct numbers *mine = reader_numbers(reader, claim);

    for (size_t i = 0; i < mine->n; i++) {
        const struct number *number = &mine->items[i], *other = NULL;
        struct str said = str_trim(str_sub(claim, number->start, number->end)), given = str("");
        bool same = false;

        for (size_t s = 0; s < n && !same; s++) {
            const struct numbers *theirs = reader_numbers(reader, sentences[s]);

            for (size_t k = 0; k < theirs->n && !same; k++) {
                same = number_match(number, &theirs->items[k]) == NUMBER_SAME;
                struct str text = str_trim(str_sub(sentences[s], theirs->items[k].start, theirs->items[k].end));
                bool sign = number->low == -theirs->items[k].low && sign_is_told(number, claim, sentences[s]);
                if (!other && !sign &&
                    (conflicts(number, &theirs->items[k]) || other_scale(number, said, &theirs->items[k], text))) {
                    other = &theirs->items[k];
                    given = text;
                }
            }
        }
        if (same || !other)
            continue;
        *ret = (struct clash){
            .kind = number->kind == NUMBER_MONEY && !is_range(number) ? CLASH_CURRENCY : CLASH_NUMBER,
            .claim = said,
            .source = given,
            .sure = true,
            .reason = str_format(arena, "the source gives %.*s, not %.*s", STR_ARG(given), STR_ARG(said))
        };
        return true;
    }
    return false;
}

void numbers_of_standing(struct number_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].match == NUMBER_IS_DIFFERENT) {
            rows[i].match = NUMBER_IS_MISSING;
            rows[i].found = str("");
        }
}

static void tell(struct evidence_work *work, size_t at)
{
    const struct claim *claim = &work->claims.items[at];

    branch_emit(work->branch, EVENT_NUMERIC_CLAIM_DETECTED,
                &(struct event_numeric_claim_detected){ claim->numbers, claim->numbers_n, (int64_t) at + 1 });
}

void claim_number_rows(struct evidence_work *work, struct claim *claim)
{
    struct str quotes[CLAIM_SPANS_MAX];
    size_t n = 0;

    for (; n < claim->spans_n && n < CLAIM_SPANS_MAX; n++)
        quotes[n] = work->pool->spans[claim->spans[n]].quote;
    struct number_rows rows = numbers_check(work->arena, work->reader, claim->text, quotes, n);
    claim->numbers = rows.items;
    claim->numbers_n = rows.n;
    numbers_of_standing(claim->numbers, claim_stands(claim) ? claim->numbers_n : 0);
}

void claim_check_numbers(struct evidence_work *work, size_t at)
{
    struct claim *claim = &work->claims.items[at];

    if (claim->kind != KIND_CLAIM || claim->names_speaker)
        return;
    claim_number_rows(work, claim);
    if (claim->numbers_n && claim->spans_n)
        tell(work, at);
}

void stage_numbers(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++)
        claim_check_numbers(work, i);
}
