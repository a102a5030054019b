#include "judge/dispute.h"

#include <string.h>

#include "judge/alike.h"
#include "judge/conflict.h"
#include "judge/relation.h"
#include "judge/terms.h"
#include "text/language.h"
#include "text/numbers.h"
#include "text/units.h"

enum {
    SHARED_PART = 3, /* sides about one thing share at least every third word of the shorter one */
    DENIED = 5,      /* terms around a negation that it may deny */
    NEAR = 2,        /* words before and behind a figure that say what it is a figure of */
};

/* A word that says what is spoken of; what figures are made of is none. */
static bool names(const struct term *t)
{
    double value;

    return t->kind == TERM_WORD && term_is_content(t) && !term_in(t, GRAMMAR_NEGATION | GRAMMAR_DENIAL) &&
           !unit_of(t->text, t->fold) && !number_multiplier(t->fold, &value) && !number_month(t->fold, &value);
}

static bool is_alike(const struct term *t, const struct term *u)
{
    return names(t) && names(u) && (relation_grade(t, u) >= GRADE_ALIKE || relation_grade(u, t) >= GRADE_ALIKE);
}

/* Does the text deny something that the other speaks of? "The post names no study" is beside the point. */
static bool denies(const struct terms *terms, const struct terms *other)
{
    for (size_t i = 0; i < terms->n; i++) {
        size_t from = i > DENIED ? i - DENIED : 0;

        for (size_t k = from;
             k < terms->n && k <= i + DENIED && term_in(&terms->items[i], GRAMMAR_NEGATION | GRAMMAR_DENIAL); k++)
            for (size_t o = 0; o < other->n; o++)
                if (is_alike(&terms->items[k], &other->items[o]))
                    return true;
    }
    return false;
}

struct meeting {
    size_t a, b;   /* words that say what each is about */
    size_t shared; /* of those of a */
    bool opposite; /* one denies, or a word excludes one of the other's */
};

static void meet(const struct terms *a, const struct terms *b, struct meeting *ret)
{
    *ret = (struct meeting){ .opposite = denies(a, b) != denies(b, a) };
    for (size_t i = 0; i < b->n; i++)
        ret->b += names(&b->items[i]);
    for (size_t i = 0; i < a->n; i++) {
        const struct term *t = &a->items[i];
        bool shared = false;

        if (!names(t))
            continue;
        ret->a++;
        for (size_t k = 0; k < b->n; k++) {
            const struct term *u = &b->items[k];

            if (!names(u))
                continue;
            shared = shared || is_alike(t, u);
            ret->opposite = ret->opposite || relation_rival(t, u) != RIVAL_NONE;
        }
        ret->shared += shared;
    }
}

static bool is_figure(const struct number *n) { return n->kind != NUMBER_DATE && n->kind != NUMBER_ORDINAL; }

static bool is_year(const struct number *n) { return n->kind == NUMBER_DATE && n->has_year; }

/* The numbers of a side, and how many of them are figures and years. */
struct counted {
    struct numbers numbers;
    size_t figures, years;
};

static void count(struct arena *arena, struct str text, struct counted *ret)
{
    *ret = (struct counted){ 0 };
    numbers_of(arena, text, &ret->numbers);
    for (size_t i = 0; i < ret->numbers.n; i++) {
        ret->figures += is_figure(&ret->numbers.items[i]);
        ret->years += is_year(&ret->numbers.items[i]);
    }
}

static bool same_quantity(const struct number *a, const struct number *b)
{
    return is_figure(a) && is_figure(b) && a->kind == b->kind && strcmp(a->unit, b->unit) == 0;
}

static bool same_time(const struct number *a, const struct number *b)
{
    return is_year(a) && is_year(b) && a->low <= b->high && b->low <= a->high;
}

static bool any_pair(const struct counted *a, const struct counted *b,
                     bool (*alike)(const struct number *, const struct number *))
{
    for (size_t i = 0; i < a->numbers.n; i++)
        for (size_t k = 0; k < b->numbers.n; k++)
            if (alike(&a->numbers.items[i], &b->numbers.items[k]))
                return true;
    return false;
}

/* Has each side a figure, and none of the same kind and unit as one of the other's, or of another year than all of the
 * other's? What was so in one year may be otherwise in another. */
static bool other_quantities(struct arena *arena, struct str a, struct str b)
{
    struct counted one, other;

    count(arena, a, &one);
    count(arena, b, &other);
    if (!one.figures || !other.figures)
        return false;
    return !any_pair(&one, &other, same_quantity) || (one.years && other.years && !any_pair(&one, &other, same_time));
}

/* "Quill", and "vaccine" behind it: whom or what both speak of, not what is measured of it. */
static bool in_name(const struct terms *t, size_t at)
{
    return at > 0 && (t->items[at].capital || t->items[at - 1].capital);
}

/* The words next to a figure, at most NEAR on each side. */
static size_t words_near(const struct terms *t, size_t figure, size_t ret[2 * NEAR])
{
    size_t n = 0;

    for (size_t i = figure; i-- > 0 && n < NEAR;)
        if (names(&t->items[i]))
            ret[n++] = i;
    for (size_t i = figure + 1, most = n + NEAR; i < t->n && n < most; i++)
        if (names(&t->items[i]))
            ret[n++] = i;
    return n;
}

/* Has a figure of one side a word next to it that one of the other has, names aside? */
static bool figures_near(const struct terms *a, size_t x, const struct terms *b, size_t y)
{
    size_t mine[2 * NEAR], theirs[2 * NEAR], n = words_near(a, x, mine), m = words_near(b, y, theirs);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < m; k++) {
            const struct term *t = &a->items[mine[i]], *u = &b->items[theirs[k]];

            if (!(in_name(a, mine[i]) && in_name(b, theirs[k])) && is_alike(t, u))
                return true;
        }
    return false;
}

/* Have both sides figures of one kind and unit, and is no two of them a figure of the same? "95 percent are protected" and "fever in 6
 * percent" are not two values of anything. */
static bool other_measures(const struct terms *a, const struct terms *b)
{
    bool any = false;

    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            const struct term *t = &a->items[i], *u = &b->items[k];

            if (t->kind != TERM_NUMBER || u->kind != TERM_NUMBER || !same_quantity(t->number, u->number))
                continue;
            any = true;
            if (figures_near(a, i, b, k))
                return false;
        }
    return any;
}

static bool conflict(struct arena *arena, struct str a, struct str b)
{
    const struct str both[] = { a, b };
    const size_t apart[] = { 0, 1 };
    struct conflict *found;

    return conflicts_of(arena, both, apart, 2, 1, &found) > 0;
}

bool dispute_about_one(struct str a, struct str b)
{
    if (str_empty(str_trim(a)) || str_empty(str_trim(b)) || language_guess(a) != language_guess(b))
        return true;
    struct arena *arena = arena_new();
    struct terms one = { 0 }, other = { 0 };
    struct meeting m;

    terms_of(arena, a, TERMS_CLAIM_MAX, &one);
    terms_of(arena, b, TERMS_CLAIM_MAX, &other);
    meet(&one, &other, &m);
    size_t shorter = m.a < m.b ? m.a : m.b;
    bool one_thing = (m.shared >= 2 && m.shared * SHARED_PART >= shorter) || (shorter <= 2 && m.shared >= 1) ||
                     shorter == 0;
    bool one_quantity = m.opposite || (!other_quantities(arena, a, b) && !other_measures(&one, &other));
    bool about_one = (one_thing && one_quantity && (m.opposite || !statements_alike(a, b))) || conflict(arena, a, b);
    arena_free(arena);
    return about_one;
}

/* --- a sentence that tells both --- */

/* Without `according to "Title", ` before it. */
static struct str without_source(struct str side)
{
    struct str lead = str("according to \"");
    ptrdiff_t end;

    side = str_trim(side);
    if (!str_starts_nocase(side, lead.data))
        return side;
    end = str_find(side, str("\","), lead.len);
    if (end < 0)
        end = str_find(side, str(",\""), lead.len);
    return end < 0 ? side : str_trim(str_sub(side, (size_t) end + 2, side.len));
}

bool dispute_sides(struct str sentence, struct str *ret_one, struct str *ret_other)
{
    static const char *const called[] = { "disagree",    "contradict", "conflict", "differ",   "widersprech",
                                          "widersprich", "uneinig",    "uneins",   "contredi", "divergen",
                                          "discrep",     "contradic",  NULL };
    static const char *const contrasts[] = { ", whereas ",    ", while ",        ", but ",  "; ",
                                             ", wohingegen ", ", während ",      ", aber ", ", tandis que ",
                                             ", alors que ",  ", mientras que ", ", pero ", NULL };
    ptrdiff_t colon = str_find(sentence, str(": "), 0);

    if (colon < 0 || !str_contains_any(str_sub(sentence, 0, (size_t) colon), called))
        return false;
    for (size_t i = 0; contrasts[i]; i++) {
        ptrdiff_t at = str_find(sentence, str(contrasts[i]), (size_t) colon);

        if (at < 0)
            continue;
        *ret_one = without_source(str_sub(sentence, (size_t) colon + 2, (size_t) at));
        *ret_other = without_source(str_sub(sentence, (size_t) at + strlen(contrasts[i]), sentence.len));
        return true;
    }
    return false;
}
