/* Which of several is the most: "the city owns the larger share", where the source gives 60 percent to the company and 40 to the city. The figures of
 * one sentence, of one column, or of two sentences that stand together; one of them is said of what the claim names. */
#include <math.h>

#include "judge/binding_internal.h"

/* Above 0: the most, below 0: the least; 0: neither. `alone`: the word needs a noun of quantity behind it. */
static int extreme_at(const struct terms *claim, size_t at)
{
    static const char most[] = "most largest biggest highest greatest majority",
                      least[] = "fewest smallest lowest least",
                      quantity[] = "share part number majority proportion portion half amount sum";
    const struct term *t = &claim->items[at], *next = at + 1 < claim->n ? t + 1 : NULL;
    bool the = at && term_is(t - 1, "the") && !(at > 1 && term_is(t - 2, "of")); /* "one of the highest" */

    if (!next || t->kind != TERM_WORD)
        return 0;
    if (term_is_one_of(t, "larger bigger greater smaller lesser"))
        return !the || !term_is_one_of(next, quantity) ? 0 : term_is_one_of(t, "smaller lesser") ? -1 : 1;
    if (term_is(t, "most") && !the)
        return term_is(next, "of") ? 1 : 0;
    if (term_is_one_of(t, "least most") && at && term_is(t - 1, "at"))
        return 0;
    return !the ? 0 : term_is_one_of(t, most) ? 1 : term_is_one_of(t, least) ? -1 : 0;
}

static bool may_be_ranked(const struct figure *x)
{
    return x->number.kind != NUMBER_DATE && isfinite(x->number.low) && x->number.low == x->number.high && !x->over &&
           !x->whole && !x->multiple;
}

static bool are_of_one_list(const struct figure *x, const struct figure *y)
{
    return x != y && figures_alike(&x->number, &y->number) && x->cell == y->cell &&
           (x->cell ? x->column == y->column && x->sentence != y->sentence
                    : x->sentence == y->sentence && figures_count_the_same(x, y));
}

/* How far from the figure the claim's name stands in its sentence; of a cell it is said anyhow. */
static size_t distance(const struct binding *b, const struct figure *x, const struct term *name)
{
    const struct terms *s = &b->input->passage.sentences[x->sentence];
    size_t at = (size_t) (x->term - s->items), best = SIZE_MAX;

    if (x->cell)
        return 0;
    for (size_t i = 0; i < s->n; i++)
        if (s->items[i].kind == TERM_WORD && str_eq(s->items[i].stem, name->stem)) {
            size_t apart = i > at ? i - at : at - i;

            best = apart < best ? apart : best;
        }
    return best;
}

/* Are most of the list said of something else than the name? "Kessler's ballots: 2,753 to Fontaine, 1,566 to Oyelaran" are all Kessler's. */
static bool tells_apart(const struct binding *b, const struct figure *x, size_t at)
{
    size_t all = 0, named = 0;

    for (size_t i = 0; i < b->theirs.n; i++)
        if (are_of_one_list(x, &b->theirs.items[i]) && isfinite(b->theirs.items[i].number.low)) {
            all++;
            named += term_set_has(&b->theirs.items[i].words, at);
        }
    return named * 2 < all;
}

/* The figure that stands nearest to a name of the claim; NULL: there is none, or the name tells nothing. */
static const struct figure *figure_of(const struct binding *b, const struct term *name, size_t at)
{
    const struct figure *best = NULL;
    size_t nearest = SIZE_MAX, again = 0;

    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *x = &b->theirs.items[i];
        size_t apart = may_be_ranked(x) && term_set_has(&x->words, at) ? distance(b, x, name) : SIZE_MAX;

        again += apart != SIZE_MAX && apart == nearest;
        if (apart < nearest) {
            nearest = apart;
            best = x;
            again = 0;
        }
    }
    return again || !best || !tells_apart(b, best, at) ? NULL : best;
}

static void find_extreme(struct binding *b, size_t at, int direction)
{
    const struct terms *claim = b->input->claim;
    const struct figure *named = NULL, *above = NULL;

    for (size_t i = 0; i < claim->n; i++) {
        const struct figure *x = term_is_name(&claim->items[i]) ? figure_of(b, &claim->items[i], i) : NULL;

        if (x && named && x != named) /* two things are named, or one has two figures */
            return;
        named = x ? x : named;
    }
    for (size_t i = 0; named && i < b->theirs.n; i++) {
        const struct figure *y = &b->theirs.items[i];

        if (may_be_ranked(y) && are_of_one_list(named, y) && (y->number.low - named->number.low) * direction > 0 &&
            (!above || (y->number.low - above->number.low) * direction > 0))
            above = y;
    }
    if (above)
        binding_add(b, CLASH_QUANTIFIER, claim->items[at].text, above,
                    str_format(b->scratch, "\"%.*s\" does not follow from what the source gives: %.*s and %.*s",
                               STR_ARG(claim->items[at].text), STR_ARG(named->text), STR_ARG(above->text)));
}

/* --- more, with nothing that it is compared with --- */

/* "More frequent with the dim lamp": the word; claim->n: none. */
static size_t comparative_at(const struct terms *claim, int *ret)
{
    size_t found = claim->n;

    for (size_t i = 0; i < claim->n; i++) {
        int direction = term_is_one_of(&claim->items[i], "more higher larger")         ? 1
                        : term_is_one_of(&claim->items[i], "fewer less lower smaller") ? -1
                                                                                       : 0;

        if (term_is_one_of(&claim->items[i], "than as most least") || claim->items[i].kind == TERM_NUMBER ||
            (direction && found < claim->n))
            return claim->n;
        if (direction && i && term_in(&claim->items[i - 1], GRAMMAR_BE)) {
            found = i;
            *ret = direction;
        }
    }
    return found;
}

/* Headaches were reported by 14 people with light therapy and by 9 with the dim lamp: the words behind "more" are said of one of two. */
static void find_more(struct binding *b)
{
    const struct terms *claim = b->input->claim;
    const struct figure *named = NULL, *other = NULL;
    int direction = 0;
    size_t word = comparative_at(claim, &direction);

    for (size_t i = 0; word < claim->n && i < b->theirs.n; i++)
        for (size_t k = 0; k < b->theirs.n; k++) {
            const struct figure *x = &b->theirs.items[i], *y = &b->theirs.items[k];
            struct term_set own = term_set_without(x->words, y->words), theirs = term_set_without(y->words, x->words);
            size_t before = 0, behind = 0;

            if (x->cell || !may_be_ranked(x) || !may_be_ranked(y) || !are_of_one_list(x, y) || term_set_count(theirs))
                continue;
            for (size_t c = 0; c < claim->n; c++) {
                before += c < word && term_set_has(&x->words, c) && term_set_has(&y->words, c);
                behind += c > word && term_set_has(&own, c);
            }
            if (!before || !behind)
                continue;
            if (named || (x->number.low - y->number.low) * direction >= 0)
                return;
            named = x;
            other = y;
        }
    if (named)
        binding_add(b, CLASH_DIRECTION, claim->items[word].text, other,
                    str_format(b->scratch, "\"%.*s\" does not follow from what the source gives: %.*s and %.*s",
                               STR_ARG(claim->items[word].text), STR_ARG(named->text), STR_ARG(other->text)));
}

bool extreme_is_needed(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (extreme_at(claim, i))
            return true;
    int direction;
    return comparative_at(claim, &direction) < claim->n;
}

void extreme_clashes(struct binding *b)
{
    find_more(b);
    for (size_t i = 0; i < b->input->claim->n; i++) {
        int direction = extreme_at(b->input->claim, i);

        if (direction)
            find_extreme(b, i, direction);
    }
}
