/* The figures of a sentence, with what is not said again: the unit of the one before, shares in words, compounds. */
#include "judge/stretch.h"

#include <math.h>

/* "…, and donors pay the rest" */
static bool is_rest(const struct term *t, size_t at)
{
    return at && term_is_one_of(&t[at], "rest remainder others deficit shortfall") && term_is(&t[at - 1], "the");
}

/* --- shares in words --- */

enum { SHARE_REACH = 4, SHARE_ORDINAL_MAX = 20 };

/* A share that is said in words, which begins at `from`: it is never meant to the point. "More than a third" is a bound. */
static const struct number *share_of(struct arena *arena, const struct stretches *r, size_t from, double percent)
{
    struct number *ret = arena_calloc(arena, 1, sizeof *ret);
    const struct term *t = r->t;

    *ret = (struct number){ .kind = NUMBER_PERCENT, .unit = "", .low = percent, .high = percent, .about = true };
    ret->rounding = 0.5;
    if (from > 1 && term_is_one_of(&t[from - 1], "than least most")) {
        ret->at_most = term_is_one_of(&t[from - 2], "less fewer lower smaller") || term_is(&t[from - 1], "most");
        ret->at_least = !ret->at_most;
    } else if (from && term_is_one_of(&t[from - 1], "over above under below")) {
        ret->at_most = term_is_one_of(&t[from - 1], "under below");
        ret->at_least = !ret->at_most;
    }
    return ret;
}

/* "A third of the budget", "pays a third and": not "a third man". */
static bool is_part(const struct term *t, size_t n, size_t at)
{
    const struct term *next = at + 1 < n ? &t[at + 1] : NULL;

    return t[at].kind == TERM_NUMBER && t[at].number->kind == NUMBER_ORDINAL && t[at].number->low > 2 &&
           t[at].number->low <= SHARE_ORDINAL_MAX && at && term_is_one_of(&t[at - 1], "a one") &&
           !(next && next->kind == TERM_WORD && term_is_content(next) && !term_looks_like_verb(next));
}

/* "Two pupils in three", "one colony out of twenty": the place of the first number; `at`: none. */
static size_t share_begin(const struct term *t, size_t at)
{
    size_t first = at;

    if (t[at].kind != TERM_NUMBER || t[at].number->kind != NUMBER_COUNT || at < 3)
        return at;
    if (term_is(&t[at - 1], "in"))
        first = at - 1;
    else if (term_is(&t[at - 1], "of") && term_is(&t[at - 2], "out"))
        first = at - 2;
    if (first == at)
        return at;
    if (t[first - 1].kind == TERM_NUMBER && t[first - 1].number->kind == NUMBER_MEASURE &&
        str_starts(t[first - 1].fold, "one ")) /* "one day in five" */
        return first - 1;
    if (!(t[first - 1].kind == TERM_WORD && term_is_content(&t[first - 1])))
        return at;
    for (size_t i = first; i-- > 0 && first - i <= SHARE_REACH && t[i].kind != TERM_MARK;) {
        bool number = t[i].kind == TERM_NUMBER && t[i].number->kind == NUMBER_COUNT;

        if (number || term_is(&t[i], "one"))
            return term_is(&t[i], "one") || t[i].number->low < t[at].number->low ? i : at;
        if (!term_is_content(&t[i]) || term_looks_like_verb(&t[i]))
            break;
    }
    return at;
}

static void read_shares(struct arena *arena, struct stretches *r)
{
    for (size_t i = 0; i < r->n; i++) {
        size_t first = share_begin(r->t, i);

        if (is_part(r->t, r->n, i)) {
            r->value[i] = share_of(arena, r, i - 1, 100 / r->t[i].number->low);
            r->share[i] = SHARE_VALUE;
            r->begin[i] = (uint8_t) (i - 1);
        } else if (first < i) {
            bool count = r->t[first].kind == TERM_NUMBER && r->t[first].number->kind == NUMBER_COUNT;
            double part = count ? r->t[first].number->low : 1;

            r->value[i] = share_of(arena, r, first, part / r->t[i].number->low * 100);
            r->share[i] = SHARE_VALUE;
            r->share[first] = SHARE_FIRST;
            r->begin[i] = (uint8_t) first;
        }
    }
}

static bool has_unit(const struct number *n)
{
    return n->kind == NUMBER_MEASURE || n->kind == NUMBER_MONEY || n->kind == NUMBER_PERCENT;
}

/* The number that a text is read as, if it is one of a unit. */
static const struct number *number_of(struct arena *arena, struct str text)
{
    struct numbers found = { 0 };

    numbers_of(arena, text, &found);
    return found.n == 1 && has_unit(&found.items[0]) ? &found.items[0] : NULL;
}

/* "The castle used 142 megawatt-hours, Millgate 58.": a name and a number, and nothing else. */
static bool is_gapped(const struct term *t, size_t n, size_t at)
{
    bool last = at + 1 == n || (t[at + 1].kind == TERM_MARK && strchr(".;", t[at + 1].mark));
    size_t from = at;

    while (from && term_is_name(&t[from - 1]))
        from--;
    return last && from < at && from && (t[from - 1].kind == TERM_MARK || term_is(&t[from - 1], "and"));
}

/* "58 grams in meadows and 12 in sand": the number `at` with the unit of the one before; NULL: it has none. */
static const struct number *with_measure(struct arena *arena, const struct term *t, size_t n, size_t at,
                                         const struct term *before)
{
    const struct term *own = &t[at];
    ptrdiff_t blank = str_find_char(before->text, ' ', 0);
    bool placed = at + 1 < n && term_is_one_of(own + 1, "for in on at with");

    if ((!placed && !is_gapped(t, n, at)) || blank < 0 || own->number->low != own->number->high)
        return NULL;
    if (before->number->about || before->number->at_least || before->number->at_most)
        return NULL; /* the blank may stand behind "about" */
    return number_of(arena, str_format(arena, "%.*s%.*s", STR_ARG(own->text),
                                       STR_ARG(str_sub(before->text, (size_t) blank, before->text.len))));
}

/* "14.6 million euros from television and 9.1 million from tickets": both are euros. */
static const struct number *with_unit(struct arena *arena, const struct term *t, size_t n, size_t at,
                                      const struct number *before, size_t before_at)
{
    const struct number *own = t[at].number, *measured;
    bool counted = at + 1 < n && ((term_is_content(&t[at + 1]) && !term_is_participle(&t[at + 1])) ||
                                  term_is(&t[at + 1], "of")); /* "19 of 950 colonies" */

    if (before && before->kind == NUMBER_MEASURE && own->kind == NUMBER_COUNT && !counted &&
        t[before_at].kind == TERM_NUMBER && t[before_at].number->kind == NUMBER_MEASURE && !term_is_label(t, n, at) &&
        (measured = with_measure(arena, t, n, at, &t[before_at])))
        return measured;
    if (!before || own->kind != NUMBER_COUNT || counted || term_is_label(t, n, at) ||
        (before->kind != NUMBER_MONEY && before->kind != NUMBER_PERCENT) ||
        (before->kind == NUMBER_MONEY && own->low < 1000) || (before->kind == NUMBER_PERCENT && own->low > 100))
        return own;
    struct number *ret = arena_copy(arena, own, sizeof *own);
    ret->kind = before->kind;
    ret->unit = before->unit;
    return ret;
}

/* "From 22 to 14 minutes", "from 9.4 to 7.1 million euros": the first has the unit of the second. "Half a day" is half of one. */
static void read_units(struct arena *arena, struct stretches *r)
{
    for (size_t i = 1; i + 2 < r->n; i++) {
        const struct term *t = &r->t[i];
        bool half = term_is(t, "half") && t->kind == TERM_WORD && term_is_one_of(&t[1], "a an"),
             first = t->kind == TERM_NUMBER && t->number->kind == NUMBER_COUNT &&
                     term_is_one_of(&t[-1], "from between") && term_is_one_of(&t[1], "to and") &&
                     t[2].kind == TERM_NUMBER && has_unit(t[2].number);
        const struct number *read = NULL;
        ptrdiff_t blank = first ? str_find_char(t[2].text, ' ', 0) : -1;

        if (half)
            read = number_of(arena, str_format(arena, "0.5 %.*s", STR_ARG(t[2].text)));
        else if (blank > 0)
            read = number_of(arena, str_format(arena, "%.*s%.*s", STR_ARG(t->text),
                                               STR_ARG(str_sub(t[2].text, (size_t) blank, t[2].text.len))));
        if (!read || (first && read->kind != t[2].number->kind)) /* "€9 to €7 million" */
            continue;
        r->value[i] = read;
        if (half)
            r->end[i] = (uint8_t) (i + 2);
    }
}

/* "6 minutes 41 seconds" is one figure. */
static void read_compounds(struct arena *arena, struct stretches *r)
{
    for (size_t i = 0; i + 1 < r->n; i++) {
        const struct number *a = r->value[i], *b = r->value[i + 1];

        if (r->t[i].kind != TERM_NUMBER || r->t[i + 1].kind != TERM_NUMBER || !a || !b || a->kind != NUMBER_MEASURE ||
            !figures_alike(a, b) || a->high > a->low || b->low >= a->low || b->rounding >= a->rounding)
            continue;
        struct number *sum = arena_copy(arena, a, sizeof *a);
        sum->low = sum->high = a->low + b->low;
        sum->rounding = b->rounding;
        r->value[i] = sum;
        r->share[i + 1] = SHARE_FIRST;
        r->end[i] = (uint8_t) (i + 1);
    }
}

void stretch_read(struct arena *arena, const struct terms *terms, bool names, struct stretches *ret)
{
    const struct number *before = NULL;
    size_t before_at = 0;

    *ret = (struct stretches){ .t = terms->items, .n = terms->n < WORDS_MAX ? terms->n : WORDS_MAX, .names = names };
    for (size_t i = 0; i < ret->n; i++)
        ret->begin[i] = ret->end[i] = (uint8_t) i;
    for (size_t i = 0; i < ret->n; i++)
        if (is_rest(ret->t, i) && before) {
            struct number *rest = arena_copy(arena, before, sizeof *before);

            rest->low = rest->high = NAN; /* of which nothing is known but its kind */
            ret->begin[i] = (uint8_t) (i - 1);
            ret->value[i] = rest;
        } else if (ret->t[i].kind == TERM_NUMBER) {
            ret->value[i] = with_unit(arena, ret->t, ret->n, i, before, before_at);
            if (ret->value[i]->kind == NUMBER_DATE || term_is_label(ret->t, ret->n, i))
                continue;
            before = ret->value[i];
            before_at = before->kind == ret->t[i].number->kind ? i : before_at;
        }
    if (names)
        return;
    read_shares(arena, ret);
    read_units(arena, ret);
    read_compounds(arena, ret);
}

void stretch_read_multiples(struct arena *arena, struct stretches *r)
{
    for (size_t i = 0; i + 2 < r->n; i++) {
        bool half = term_is(&r->t[i], "half"), twice = term_is(&r->t[i], "twice");

        if (r->t[i].kind != TERM_WORD || !(half || twice) || !term_is(&r->t[i + 1], "as"))
            continue;
        r->value[i] = share_of(arena, r, i, half ? 50 : 200);
    }
}
