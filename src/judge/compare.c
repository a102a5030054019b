#include <math.h>

#include "judge/binding_internal.h"
#include "judge/number_match.h"

/* --- spans of time --- */

/* A span of time: one figure, "1996 to 2004", or two, "between March 2017 and August 2019". */
struct time_span {
    struct figure ends[2];
};

static bool span_at(const struct figures *list, size_t i, struct time_span *ret)
{
    const struct figure *f = &list->items[i], *next = i + 1 < list->n ? &list->items[i + 1] : NULL;

    if (f->number.kind != NUMBER_DATE || f->term->kind != TERM_NUMBER)
        return false;
    ret->ends[0] = ret->ends[1] = *f;
    if (f->number.high > f->number.low) {
        ret->ends[0].number.high = f->number.low;
        ret->ends[1].number.low = f->number.high;
        return true;
    }
    if (!next || next->sentence != f->sentence || next->number.kind != NUMBER_DATE || next->term != f->term + 2)
        return false;
    ret->ends[1] = *next;
    return f->term[1].kind == TERM_MARK ? f->term[1].mark == '-' : term_is_one_of(&f->term[1], "to and until");
}

/* One end is the source's, the other is not. */
static void find_spans(struct binding *b)
{
    struct time_span mine, theirs;

    for (size_t i = 0; i < b->mine.n; i++)
        for (size_t k = 0; span_at(&b->mine, i, &mine) && k < b->theirs.n; k++) {
            if (!span_at(&b->theirs, k, &theirs))
                continue;
            bool first = binding_is_same(&mine.ends[0], &theirs.ends[0]),
                 second = binding_is_same(&mine.ends[1], &theirs.ends[1]);
            if (first == second || binding_is_given(b, &mine.ends[first]))
                continue;
            const struct figure *said = &mine.ends[first], *other = &theirs.ends[first];
            binding_add(
                b, CLASH_DATE, said->text, other,
                str_format(b->scratch, "the source says %.*s, not %.*s", STR_ARG(other->text), STR_ARG(said->text)));
        }
}

/* "Between November 2020 and April 2021", where a sentence has November 2020 and April 2022. */
static void find_month(struct binding *b, const struct time_span *mine, size_t end)
{
    const struct figure *said = &mine->ends[end], *other = NULL;

    if (!said->number.month || !said->number.has_year || binding_is_given(b, said))
        return;
    for (size_t i = 0; i < b->theirs.n; i++)
        for (size_t k = 0; k < b->theirs.n; k++) {
            const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[k];

            if (x->sentence == y->sentence && binding_is_same(&mine->ends[!end], x) && y->number.kind == NUMBER_DATE &&
                y->number.month == said->number.month && y->number.has_year && y->number.low != said->number.low)
                other = y;
        }
    if (other)
        binding_add(
            b, CLASH_DATE, said->text, other,
            str_format(b->scratch, "the source says %.*s, not %.*s", STR_ARG(other->text), STR_ARG(said->text)));
}

static void find_months(struct binding *b)
{
    struct time_span mine;

    for (size_t i = 0; i < b->mine.n; i++)
        if (span_at(&b->mine, i, &mine)) {
            find_month(b, &mine, 0);
            find_month(b, &mine, 1);
        }
}

/* --- comparisons --- */

enum { COMPARED_LEAST = 700 }; /* thousandths of the claim's words that the two figures must have */

/* "Higher", "more": above 0; "lower", "fewer": below 0; 0: it compares nothing, or it is not sure how. */
static int direction_of(const struct term *t)
{
    static const char
        less[] = "less fewer lower shorter smaller younger cheaper lighter slower rarer weaker narrower",
        more[] = "more higher longer larger older dearer heavier faster greater taller bigger worse stronger wider "
                 "deeper";

    return term_is_one_of(t, more) ? 1 : term_is_one_of(t, less) ? -1 : 0;
}

/* "Researchers ordered more samples than breeders in 2023": the claim's words on both sides. */
struct comparison {
    const struct term *word;
    int direction;
    struct term_set left, right;
    bool elliptic; /* "than natural ones": the noun of the left side is that of the right one, too */
};

/* "More than 300", "more than a third": the "than" at `at` bounds a figure. */
static bool is_bound(const struct term *t, size_t at)
{
    return term_is(&t[at], "than") &&
           (t[at + 1].kind == TERM_NUMBER || (term_is_one_of(&t[at + 1], "a one") && t[at + 2].kind == TERM_NUMBER));
}

/* "Restored meadows … than natural meadows": the word tells neither side. */
static bool is_on_both_sides(const struct terms *claim, size_t at, size_t than)
{
    for (size_t i = at < than ? than + 1 : 0; i < (at < than ? claim->n : than); i++)
        if (claim->items[i].kind == TERM_WORD && claim->items[at].kind == TERM_WORD &&
            str_eq(claim->items[i].stem, claim->items[at].stem))
            return true;
    return false;
}

static bool comparison_of(const struct terms *claim, struct comparison *ret)
{
    const struct term *t = claim->items;
    size_t than = 0;

    *ret = (struct comparison){ 0 };
    for (size_t i = 1; i + 2 < claim->n; i++)
        if (term_is(&t[i], "than") && !is_bound(t, i))
            than = i;
    for (size_t i = 0; i < than; i++)
        if (direction_of(&t[i]) && !is_bound(t, i + 1)) {
            if (ret->word) /* "more women with lower incomes than" */
                return false;
            ret->word = &t[i];
            ret->direction = direction_of(&t[i]);
        }
    for (size_t i = 0; i < claim->n; i++) {
        if (term_is_content(&t[i]) && &t[i] != ret->word && !term_is_one_of(&t[i], "one ones even so") &&
            !is_on_both_sides(claim, i, than))
            term_set_add(i < than ? &ret->left : &ret->right, i);
        ret->elliptic = ret->elliptic || (i > than && term_is_one_of(&t[i], "one ones that those"));
    }
    return ret->word && term_set_count(ret->left) && term_set_count(ret->right);
}

/* What the claim says of the one side and the source of `a` and not of `than`. */
static size_t told(struct term_set side, const struct figure *a, const struct figure *than)
{
    return term_set_count(term_set_both(side, term_set_without(a->words, than->words)));
}

/* Is x what the left side speaks of, and y what the right one does? */
static bool are_compared(const struct binding *b, const struct comparison *c, const struct figure *x,
                         const struct figure *y)
{
    struct term_set words = term_set_either(x->words, y->words), all = term_set_either(c->left, c->right);

    return x->number.kind != NUMBER_DATE && figures_alike(&x->number, &y->number) && isfinite(x->number.low) &&
           isfinite(y->number.low) && (x->cell ? x->column == y->column : figures_count_the_same(x, y)) &&
           x->cell == y->cell && !x->over && !y->over && told(c->left, x, y) && told(c->right, y, x) &&
           (!told(c->left, y, x) || (c->elliptic && told(c->left, y, x) <= told(c->left, x, y))) &&
           !told(c->right, x, y) && binding_named_of(b, all, &words) >= COMPARED_LEAST;
}

static void find_comparison(struct binding *b)
{
    const struct figure *less = NULL, *more = NULL;
    struct comparison c;

    if (!comparison_of(b->input->claim, &c))
        return;
    for (size_t i = 0; i < b->theirs.n; i++)
        for (size_t k = 0; k < b->theirs.n; k++) {
            const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[k];

            if (i == k || !are_compared(b, &c, x, y))
                continue;
            if ((x->number.low - y->number.low) * c.direction >= 0)
                return; /* as the claim says, by one reading at least */
            less = x;
            more = y;
        }
    if (less)
        binding_add(b, CLASH_DIRECTION, c.word->text, less,
                    str_format(b->scratch, "\"%.*s\" does not follow from what the source gives: %.*s and %.*s",
                               STR_ARG(c.word->text), STR_ARG(less->text), STR_ARG(more->text)));
}

/* --- comparisons that the source makes itself --- */

/* The claim's words that terms [from, to) of the sentence have. */
static struct term_set words_in(struct arena *scratch, const struct terms *claim, const struct terms *s, size_t from,
                                size_t to)
{
    const struct terms part = { .items = s->items + from, .n = to - from };

    return figures_words_in(scratch, claim, &part);
}

/* The "than" of the sentence and the word that compares before it; false: it has none, or several. */
static bool source_compares(const struct terms *s, size_t *than, size_t *word)
{
    size_t n = 0;

    for (size_t i = 1; i + 2 < s->n; i++)
        if (term_is(&s->items[i], "than") && !is_bound(s->items, i)) {
            *than = i;
            n++;
        }
    if (n != 1)
        return false;
    for (size_t i = *than; i-- > 0;)
        if (direction_of(&s->items[i])) {
            *word = i;
            return true;
        }
    return false;
}

/* Do both measure the same? "More corroded" and "the corrosion was worse" do. */
static bool same_scale(const struct comparison *c, const struct term *word)
{
    static const char any[] = "more less worse greater higher lower fewer";

    return str_eq(c->word->fold, word->fold) || (term_is_one_of(c->word, any) && term_is_one_of(word, any));
}

/* "The north is worse than the south" for "worse in the south than in the north". */
static void find_turned(struct binding *b, size_t sentence)
{
    const struct terms *claim = b->input->claim, *s = &b->input->passage.sentences[sentence];
    struct comparison c;
    size_t than = 0, word = 0;

    if (!comparison_of(claim, &c) || !source_compares(s, &than, &word) || !same_scale(&c, &s->items[word]))
        return;
    if (terms_any(s->items, than, GRAMMAR_NEGATION) != terms_any(claim->items, claim->n, GRAMMAR_NEGATION))
        return; /* "no country exports more than Kenya" */
    struct term_set left = words_in(b->scratch, claim, s, 0, than),
                    right = words_in(b->scratch, claim, s, than + 1, s->n), all = term_set_either(c.left, c.right),
                    both = term_set_either(left, right);
    struct term_set only_left = term_set_without(left, right), only_right = term_set_without(right, left);
    size_t left_left = term_set_count(term_set_both(c.left, only_left)),
           left_right = term_set_count(term_set_both(c.left, only_right)),
           right_left = term_set_count(term_set_both(c.right, only_left)),
           right_right = term_set_count(term_set_both(c.right, only_right));
    bool crossed = left_right && right_left && !right_right,
         straight = left_left && right_right && !left_right && !right_left;

    if (binding_named_of(b, all, &both) < ABSENT_LEAST ||
        !(direction_of(&s->items[word]) == c.direction ? crossed : straight))
        return;
    const struct term *last = &s->items[s->n - 1];
    const char *end = last->text.data + (last->kind == TERM_MARK ? 0 : last->text.len);
    struct str source = str_n(s->items[word].text.data, (size_t) (end - s->items[word].text.data));
    clashes_add(b->out, &(struct clash){ .kind = CLASH_DIRECTION,
                                         .claim = c.word->text,
                                         .source = source,
                                         .sentence = sentence,
                                         .reason = str_format(b->scratch, "the source has it the other way: \"%.*s\"",
                                                              STR_ARG(source)) });
}

bool compare_is_needed(const struct terms *claim)
{
    struct comparison c;

    return comparison_of(claim, &c);
}

void compare_clashes(struct binding *b)
{
    find_spans(b);
    find_months(b);
    find_comparison(b);
    for (size_t i = 0; i < b->input->passage.n; i++)
        find_turned(b, i);
}
